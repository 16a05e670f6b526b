"""The web client over HTTP: one page for all routes, compressed and cached assets, root files."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient, create_test_client

from locarium.server.serve import frontend

SCRIPT = b"export const answer = 42;\n" * 50


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient[Any]]:
    """A client for a mostly empty build."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Locarium</title>")
    (tmp_path / "worker.js").write_text("self")
    (tmp_path / "assets" / "index-1a2b.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "dot-3c4d.svg").write_bytes(b"<svg/>")
    monkeypatch.setattr(frontend, "STATIC", tmp_path)
    frontend._asset.cache_clear()
    with create_test_client(frontend.HANDLERS) as client:
        yield client
    frontend._asset.cache_clear()


def test_every_route_serves_the_page(client: TestClient[Any]) -> None:
    for path in (
        "/",
        "/games",
        "/table/abc",
        "/rules/loco",
        "/learn/loco",
        "/stats/locus",
        "/daily/2026-11-16",
        "/replay/a.1/b.1",
        "/edit/locus",
    ):
        answer = client.get(path)
        assert answer.text == "<title>Locarium</title>"
        assert answer.headers["cache-control"] == "no-cache"
    assert client.get("/nowhere").status_code == 404


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip, br", "gzip"), ("identity", None)])
def test_assets_are_compressed_if_supported(client: TestClient[Any], accepted: str, encoding: str | None) -> None:
    answer = client.get("/assets/index-1a2b.js", headers={"Accept-Encoding": accepted})
    assert answer.content == SCRIPT
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert "immutable" in answer.headers["cache-control"]
    if encoding:
        assert int(answer.headers["content-length"]) == len(gzip.compress(SCRIPT, 9))


def test_small_assets_are_not_compressed(client: TestClient[Any]) -> None:
    answer = client.get("/assets/dot-3c4d.svg", headers={"Accept-Encoding": "gzip"})
    assert answer.content == b"<svg/>"
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize("name", ["index-9z9z.js", "..%2Findex.html"])
def test_other_paths_are_not_assets(client: TestClient[Any], name: str) -> None:
    assert client.get(f"/assets/{name}").status_code == 404


def test_root_files_are_served(client: TestClient[Any]) -> None:
    assert client.get("/worker.js").headers["content-type"].startswith("text/javascript")
    missing = client.get("/manifest.webmanifest")
    assert missing.status_code == 404
    assert "run script/web" in missing.text
