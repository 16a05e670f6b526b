from __future__ import annotations

from collections.abc import Iterator

import pytest

from .client import Live
from .house import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("house"))
    yield process
    process.stop()


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    while Live.opened:
        Live.opened.pop().close()
