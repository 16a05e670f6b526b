"""The OpenAPI description: routes, errors and authentication."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Request, Response, Router
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from locarium import __version__
from locarium.server.http.messages import ErrorInfo

REFUSED = {
    "description": "Rejected. The body has a key for programs and a message in the client's language.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}},
}
SCHEMES: dict[str, Any] = {
    "cookie": SecurityScheme(
        type="apiKey",
        name="locarium",
        security_scheme_in="cookie",
        description="Session cookie of a browser. Over TLS its name is __Host-locarium.",
    ),
    "token": SecurityScheme(type="http", scheme="bearer", description="A program's API token."),
}


class _Description(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return self.render_json(request, completed(openapi_schema))


def completed(description: dict[str, Any]) -> dict[str, Any]:
    """Add the error response to all operations."""
    faults = msgspec.json.schema_components([ErrorInfo], ref_template="#/components/schemas/{name}")[1]
    description["components"].setdefault("schemas", {}).update(faults)
    for path in description["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "responses" in operation:
                operation["responses"].pop("400", None)  # Litestar's default, which is never sent
                operation["responses"]["4XX"] = REFUSED
    return description


def _no_page(response: Response[Any]) -> Response[Any]:
    if response.status_code == NotFoundException.status_code:
        raise NotFoundException
    return response


def openapi_config() -> OpenAPIConfig:
    """Return the OpenAPI configuration. JSON only, because the HTML viewers load third-party scripts."""
    return OpenAPIConfig(
        title="Locarium",
        version=__version__,
        use_handler_docstrings=True,
        openapi_router=Router("/api/schema", route_handlers=[], include_in_schema=False, after_request=_no_page),
        render_plugins=[_Description(path=["/openapi.json", "/"], media_type=MediaType.JSON)],
        components=Components(security_schemes=SCHEMES),
        security=[{}, {"cookie": []}, {"token": []}],
    )
