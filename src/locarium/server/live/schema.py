"""JSON Schema and AsyncAPI descriptions of the live messages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from locarium import __version__
from locarium.server.tables import messages

DIALECT = "https://json-schema.org/draft/2020-12/schema"
WHERE = "/api/tables/{table}/live"
ADDRESS = "/api/schema/live.json"


@lru_cache
def live_schema() -> dict[str, Any]:
    """Return the JSON Schema of all live messages.

    `#/$defs/FromClient` and `#/$defs/ToClient` are the two directions.
    """
    both = (messages.FromClient, messages.ToClient)
    (from_client, to_client), parts = msgspec.json.schema_components(both, ref_template="#/$defs/{name}")
    directions = {"FromClient": from_client, "ToClient": to_client}
    return {
        "$schema": DIALECT,
        "title": f"Live messages of Locarium {__version__}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in directions],
        "$defs": parts | directions,
    }


@lru_cache
def live_api() -> dict[str, Any]:
    """Return the AsyncAPI 3 description from the server's side: it receives FromClient and sends ToClient."""
    said = {
        name: {"name": name, "contentType": "application/json", "payload": {"$ref": f"{ADDRESS}#/$defs/{name}"}}
        for name in ("FromClient", "ToClient")
    }
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Locarium, live", "version": __version__},
        "channels": {
            "live": {
                "address": WHERE,
                "parameters": {"table": {"description": "The name of the table, from its URL."}},
                "messages": said,
                "bindings": {"ws": {}},
            }
        },
        "operations": {
            "hear": _operation("receive", "FromClient"),
            "tell": _operation("send", "ToClient"),
        },
    }


def _operation(action: str, message: str) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/live"},
        "messages": [{"$ref": f"#/channels/live/messages/{message}"}],
    }
