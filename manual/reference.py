"""Reference pages generated from the code: OpenAPI, the schema of live messages, the commands."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import typer.main

from locarium.cli.main import app as commands
from locarium.server.live.schema import live_api, live_schema
from locarium.server.serve.app import create_app

from .schemas import Schema, bounds_of, describe, type_of

HTTP_HEAD = """# HTTP endpoints

Look up every endpoint with its parameters and responses. Every server describes its own version at `/api/schema`.
[API](../api.md) explains sign-in, errors and limits.
"""
LIVE_HEAD = """# Live messages

Look up the messages of the WebSocket at `{address}`. They are JSON objects with a field `kind`. Every server describes
its own version at `/api/schema/live.json` and `/api/schema/asyncapi.json`. [API](../api.md#live-play) has an example.
"""
COMMANDS_HEAD = """# Command line

Look up every command with its arguments and options. `locarium COMMAND --help` prints the same text.
"""
SECTIONS = {  # sections by prefix of the path; the first match wins
    "/api/games": "Games",
    "/api/tables": "Tables",
    "/api/archive": "Finished games",
    "/api/stats": "Figures",
    "/api/daily": "Daily game",
    "/api/contests": "Contests",
    "/api/replay": "Finished games",
    "/api/lessons": "Lessons and puzzles",
    "/api/puzzles": "Lessons and puzzles",
    "/api/positions": "Lessons and puzzles",
    "/api/editions": "Editions",
    "/api": "People and accounts",
    "/": "Operation",
}


def openapi() -> dict[str, Any]:
    """Return the OpenAPI description that a server would serve, without starting one."""

    async def ask() -> dict[str, Any]:
        app: Any = create_app("sqlite://", bot_seconds=0.1)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            described: dict[str, Any] = (await client.get("/api/schema")).raise_for_status().json()
            return described

    return asyncio.run(ask())


def http_page() -> str:
    """Render every endpoint with its parameters, bodies and responses, then the structs."""
    described = openapi()
    sections: dict[str, list[str]] = {}
    for path, operations in described["paths"].items():
        section = next(title for start, title in SECTIONS.items() if path.startswith(start))
        for method, operation in operations.items():
            sections.setdefault(section, []).extend(_operation(method, path, operation))
    lines = [HTTP_HEAD]
    for title in dict.fromkeys(SECTIONS.values()):
        lines += [f"## {title}", "", *sections.get(title, [])]
    lines += ["## Structs", ""]
    for name, schema in sorted(described["components"]["schemas"].items()):
        lines += describe(name, schema)
    return "\n".join(lines)


def _operation(method: str, path: str, operation: dict[str, Any]) -> list[str]:
    lines = [f"### `{method.upper()} {path}`", "", operation.get("description", ""), ""]
    lines += [_parameter(parameter) for parameter in operation.get("parameters", [])]
    if "requestBody" in operation:
        lines.append(f"- body: {_content(operation['requestBody'])}")
    for status, answer in operation["responses"].items():
        if status != "4XX":
            lines.append(f"- {status}: {_content(answer)}")
    return [*lines, ""]


def _parameter(parameter: dict[str, Any]) -> str:
    schema: Schema = parameter.get("schema", {})
    default = f", `{schema['default']}` if missing" if schema.get("default") is not None else ""
    needed = "" if parameter.get("required") else ", optional"
    return f"- `{parameter['name']}` in {parameter['in']}: {type_of(schema)}{bounds_of(schema)}{default or needed}"


def _content(described: dict[str, Any]) -> str:
    kinds = described.get("content", {})
    if not kinds:
        return "nothing"
    return "; ".join(
        type_of(value.get("schema", {})) + ("" if kind == "application/json" else f" as `{kind}`")
        for kind, value in kinds.items()
    )


def live_page() -> str:
    """Render the live messages in both directions, then the structs."""
    definitions = live_schema()["$defs"]
    channel = live_api()["channels"]["live"]
    lines = [LIVE_HEAD.format(address=channel["address"])]
    for title, direction in (("From the client", "FromClient"), ("To the client", "ToClient")):
        lines += [f"## {title}", "", "| `kind` | message | meaning |", "|---|---|---|"]
        for kind, place in definitions[direction]["discriminator"]["mapping"].items():
            said = definitions[place.rpartition("/")[2]].get("description", "")
            lines.append(f"| `{kind}` | {type_of({'$ref': place})} | {said} |")
        lines.append("")
    lines += ["## Structs", ""]
    for name, schema in definitions.items():
        if name not in ("FromClient", "ToClient"):
            lines += describe(name, schema)
    return "\n".join(lines)


def commands_page() -> str:
    """Render every command with its arguments and options."""
    return "\n".join([COMMANDS_HEAD, *_commands("locarium", typer.main.get_command(commands))])


def _commands(name: str, command: Any) -> list[str]:
    lines: list[str] = []
    for word, each in sorted(getattr(command, "commands", {}).items()):
        lines += _command(f"{name} {word}", each) + _commands(f"{name} {word}", each)
    return lines


def _command(name: str, command: Any) -> list[str]:
    lines = [f"## `{name}`", "", _flat(command.help), ""]
    parameters = [each for each in command.params if "--help" not in each.opts]
    if parameters:
        lines += ["| name | meaning | default |", "|---|---|---|"]
    for each in parameters:
        written = each.name.upper() if each.param_type_name == "argument" else ", ".join(each.opts)
        is_said = each.default is not None and each.default is not False and not callable(each.default)
        default = f"`{each.default}`" if is_said else ""
        lines.append(f"| `{written}` | {_flat(getattr(each, 'help', ''))} | {default} |")
    return [*lines, ""]


def _flat(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")
