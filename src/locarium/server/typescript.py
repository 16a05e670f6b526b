"""The front end's types, written from the structs: `python -m locarium.server.typescript` prints them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import inspect

from . import (
    archive_messages,
    contest_messages,
    editing_messages,
    lesson_messages,
    messages,
    people_messages,
    puzzle_messages,
)

MODULES = (
    messages,
    people_messages,
    archive_messages,
    contest_messages,
    puzzle_messages,
    editing_messages,
    lesson_messages,
)
HEADER = "// Written by script/types from the structs of the server. Do not edit.\n"
ROOTS = (
    messages.GameInfo,
    messages.NewTable,
    messages.TableInfo,
    messages.Listing,
    messages.OwnTable,
    messages.Join,
    messages.Joined,
    messages.HintInfo,
    messages.Report,
    messages.Fault,
    messages.WaitingWork,
    messages.Doubt,
    messages.Reason,
    people_messages.Calling,
    people_messages.Recovery,
    people_messages.Confirmation,
    people_messages.NewAccount,
    people_messages.SignIn,
    people_messages.SignOut,
    people_messages.PasswordChange,
    people_messages.LoginChange,
    people_messages.NewToken,
    people_messages.NewPasskey,
    people_messages.PasskeySignIn,
    people_messages.WhoAmI,
    people_messages.TokenInfo,
    people_messages.PasskeyQuestion,
    people_messages.PasskeyInfo,
    people_messages.BlockInfo,
    archive_messages.Import,
    archive_messages.Imported,
    archive_messages.FinishedGames,
    archive_messages.Pasted,
    archive_messages.Replay,
    archive_messages.PastedReview,
    archive_messages.Review,
    archive_messages.PersonFigures,
    archive_messages.GameFigures,
    contest_messages.NewContest,
    contest_messages.ContestInfo,
    contest_messages.OwnContest,
    contest_messages.DayInfo,
    contest_messages.Calendar,
    contest_messages.Try,
    contest_messages.TryTable,
    lesson_messages.LessonPlace,
    lesson_messages.LessonDoubt,
    lesson_messages.LessonState,
    puzzle_messages.Attempt,
    puzzle_messages.Study,
    puzzle_messages.Puzzles,
    puzzle_messages.PuzzleState,
    puzzle_messages.StudyState,
    puzzle_messages.StudyProof,
    editing_messages.SheetWork,
    editing_messages.SpiritWork,
    editing_messages.Trial,
    editing_messages.CheckedSheet,
    editing_messages.CheckedSpirits,
    editing_messages.BalanceNews,
)
UNIONS = {
    "FromClient": messages.FromClient,
    "AnyRequest": messages.AnyRequest,
    "ToClient": messages.ToClient,
}


def declarations() -> str:
    """All types of the wire."""
    parts = [HEADER]
    parts += [_interface(name, schema) for name, schema in sorted(_components().items())]
    for name, union in UNIONS.items():
        parts.append(f"export type {name} = {' | '.join(kind.__name__ for kind in union.__args__)};\n")
    return "\n".join(parts)


def _components() -> dict[str, Any]:
    kinds = [*ROOTS, *(kind for union in UNIONS.values() for kind in union.__args__)]
    components = msgspec.json.schema_components(kinds, ref_template="{name}")[1]
    for name in components:
        assert "." not in name, f"two structs share the name {name.rpartition('.')[2]}: give each its own"
    return components


def _interface(name: str, schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ())) | _always_written(name)
    fields = [
        f"  {field}{'' if field in required else '?'}: {_type(kind)};" for field, kind in schema["properties"].items()
    ]
    comment = f"/** {schema['description']} */\n" if "description" in schema else ""
    return f"{comment}export interface {name} {{\n" + "\n".join(fields) + "\n}\n"


def _always_written(name: str) -> set[str]:
    """Structs that the server sends are written with all their fields, defaults too."""
    kind = next((kind for module in MODULES if (kind := getattr(module, name, None))), None)
    if kind is None or issubclass(kind, messages.Closed):
        return set()
    struct = inspect.type_info(kind)
    assert isinstance(struct, inspect.StructType | inspect.DataclassType)
    return {field.encode_name for field in struct.fields}


def _type(schema: dict[str, Any]) -> str:  # noqa: PLR0911  # a case, an answer
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"anyOf": kinds}:
            return " | ".join(_type(kind) for kind in kinds)
        case {"enum": values}:
            return " | ".join(f'"{value}"' if isinstance(value, str) else str(value).lower() for value in values)
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict() as values}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as kind}:
            return str(kind)
    return "unknown"


if __name__ == "__main__":
    print(declarations(), end="")
