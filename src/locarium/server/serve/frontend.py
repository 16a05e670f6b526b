"""The web client as built by script/web: page, assets, and files for installing it as an app."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File

STATIC = Path(__file__).parents[1] / "static"
PAGES = [
    "/",
    "/contests",
    "/contest/{path:path}",
    "/daily",
    "/daily/{path:path}",
    "/edit/{path:path}",
    "/games",
    "/learn/{path:path}",
    "/board/{path:path}",
    "/puzzles",
    "/puzzles/{path:path}",
    "/replay",
    "/replay/{path:path}",
    "/rules/{path:path}",
    "/stats",
    "/stats/{path:path}",
    "/table/{path:path}",
]
AT_THE_TOP = {  # files that must be at the root
    "manifest.webmanifest": "application/manifest+json",
    "worker.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "icon-maskable-512.png": "image/png",
}
FOR_EVER = "public, max-age=31536000, immutable"  # asset names contain a content hash
SMALLEST_PACKED = 500  # bytes; smaller assets are not compressed


@get(PAGES, include_in_schema=False)
async def page() -> File:
    """Return the web client's page, for any of its routes."""
    return _file("index.html", "text/html")


@get([f"/{name}" for name in AT_THE_TOP], include_in_schema=False)
async def top_file(request: Request[Any, Any, Any]) -> File:
    """Return a root file of the web client, such as the manifest."""
    name = request.scope["path"].removeprefix("/")
    return _file(name, AT_THE_TOP[name])


def _file(name: str, media_type: str) -> File:
    if not (STATIC / name).exists():
        raise NotFoundException("the web client is not built; run script/web")
    headers = {"Cache-Control": "no-cache"}  # browsers revalidate it each time
    return File(STATIC / name, content_disposition_type="inline", media_type=media_type, headers=headers)


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return an asset of the web client, compressed if the browser supports it."""
    plain, packed = _asset(name)
    headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, media_type=media_type, headers=headers)
    return Response(packed, media_type=media_type, headers=headers | {"Content-Encoding": "gzip"})


@lru_cache(maxsize=500)
def _asset(name: str) -> tuple[bytes, bytes | None]:
    """Read and compress an asset. Assets are cached, because they are few and never change."""
    path = STATIC / "assets" / name
    if path.parent != STATIC / "assets" or not path.is_file():
        raise NotFoundException(f"asset {name!r} not found")
    plain = path.read_bytes()
    return plain, gzip.compress(plain, 9) if len(plain) >= SMALLEST_PACKED else None


HANDLERS: list[Any] = [page, top_file, asset]
