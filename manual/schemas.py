"""JSON Schema as text and tables, for the reference pages."""

from __future__ import annotations

import json
from typing import Any

Schema = dict[str, Any]


def type_of(schema: Schema) -> str:
    """Describe a type in a few words, with links to the structs it names."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(dict.fromkeys(map(type_of, schema.get("anyOf") or schema["oneOf"])))
    if "enum" in schema or "const" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        parts = schema.get("prefixItems")
        return f"list: {', '.join(map(type_of, parts))}" if parts else f"list of {type_of(schema.get('items', {}))}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {type_of(schema['additionalProperties'])}"
    kinds = schema.get("type", "anything")
    return " or ".join(kinds) if isinstance(kinds, list) else str(kinds)


def bounds_of(schema: Schema) -> str:
    """Describe the constraints on a value."""
    words = {"minimum": "≥", "maximum": "≤", "exclusiveMinimum": ">", "minLength": "≥", "maxLength": "≤"}
    units = {"minLength": " characters", "maxLength": " characters"}
    found = [f"{sign} {schema[key]}{units.get(key, '')}" for key, sign in words.items() if key in schema]
    return f" ({', '.join(found)})" if found else ""


def describe(name: str, schema: Schema) -> list[str]:
    """Render a struct: its description, and one line per field."""
    lines = [f"### {name}", ""]
    if schema.get("description"):
        lines += [schema["description"], ""]
    if "properties" not in schema:
        return [*lines, type_of(schema), ""]
    lines += ["| field | type | default |", "|---|---|---|"]
    for field, value in schema["properties"].items():
        lines.append(f"| `{field}` | {type_of(value)}{bounds_of(value)} | {_default(field, value, schema)} |")
    return [*lines, ""]


def _default(field: str, value: Schema, schema: Schema) -> str:
    if "default" in value:
        return f"`{json.dumps(value['default'])}`"
    return "" if field in schema.get("required", []) else "optional"
