"""Strict request bodies: no type coercion, no unknown fields."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ClientException


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON is decoded directly into the handler's type."""

    async def json(self) -> Any:
        field = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=Any if field is None else field.annotation)
        except ValueError as error:  # invalid JSON, UTF-8 or fields
            raise ClientException(str(error)) from error
