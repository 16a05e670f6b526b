"""The front end's types, written from the structs: `python -m locarium.server.serve.typescript` prints them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import inspect

from locarium.server.archive import messages as archive
from locarium.server.contests import messages as contests
from locarium.server.http import messages as http
from locarium.server.learn import messages as learn
from locarium.server.people import messages as people
from locarium.server.tables import messages as tables

from . import messages as serve

MODULES = (http, tables, people, archive, contests, learn, serve)
HEADER = "// Written by script/types from the structs of the server. Do not edit.\n"
ROOTS = (
    tables.GameInfo,
    tables.NewTable,
    tables.TableInfo,
    tables.TableListing,
    tables.OwnTable,
    tables.Join,
    tables.Joined,
    tables.HintInfo,
    tables.Report,
    http.ErrorInfo,
    serve.WaitingWork,
    tables.WhyNot,
    tables.WhyNotAnswer,
    people.DisplayName,
    people.Recovery,
    people.Confirmation,
    people.NewAccount,
    people.SignIn,
    people.SignOut,
    people.PasswordChange,
    people.LoginChange,
    people.NewToken,
    people.NewPasskey,
    people.PasskeySignIn,
    people.WhoAmI,
    people.TokenInfo,
    people.PasskeyChallenge,
    people.PasskeyInfo,
    people.BlockInfo,
    archive.Import,
    archive.Imported,
    archive.FinishedGames,
    archive.ReplayRequest,
    archive.Replay,
    archive.ReviewRequest,
    archive.Review,
    archive.PersonStats,
    archive.GameStats,
    contests.NewContest,
    contests.ContestInfo,
    contests.OwnContest,
    contests.DayInfo,
    contests.Calendar,
    contests.DailyAttempt,
    contests.DailyTable,
    learn.LessonProgress,
    learn.LessonWhyNot,
    learn.LessonState,
    learn.PuzzleAttempt,
    learn.PositionRequest,
    learn.Puzzles,
    learn.PuzzleState,
    learn.PositionState,
    learn.PositionProof,
    learn.SheetDraftRequest,
    learn.SpiritDraftRequest,
    learn.BalanceRequest,
    learn.CheckedSheet,
    learn.CheckedSpirits,
    learn.BalanceProgress,
)
UNIONS = {
    "FromClient": tables.FromClient,
    "AnyRequest": tables.AnyRequest,
    "ToClient": tables.ToClient,
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
    if kind is None or issubclass(kind, http.StrictStruct):
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
