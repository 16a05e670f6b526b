"""Running and stopping an application, tested with a minimal one."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import httpx
import pytest

from locarium.server.serve import runner
from waiting import PATIENCE

PROGRAM = """
import asyncio, json, socket, sys
from locarium.server.http.limits import Limits
from locarium.server.serve import runner
from locarium.server.serve.gateway import Gateway

async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        for word in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{word}.complete"})
        return
    if scope["path"] == "/slow":
        print("begun", flush=True)
        await asyncio.sleep(0.5)
    body = json.dumps({"client": scope["client"][0], "scheme": scope["scheme"]}).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})

listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
sys.exit(runner.run(Gateway(app, Limits()), listening, processes=1, trust_proxy="trust" in sys.argv))
"""
FORWARDED = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}


class Program:
    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", PROGRAM, *options], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.out = self.process.stdout
        self.url = f"http://127.0.0.1:{int(self.out.readline())}"

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        code = self.process.wait(30)
        self.out.close()
        return code


@pytest.fixture(params=[False, True], ids=["alone", "behind a proxy"])
def program(request: pytest.FixtureRequest) -> Iterator[tuple[Program, bool]]:
    started = Program("trust") if request.param else Program()
    yield started, request.param
    assert started.end() == 0


def test_proxy_headers_are_trusted_only_on_request(program: tuple[Program, bool]) -> None:
    started, is_behind_proxy = program
    seen = httpx.get(started.url, headers=FORWARDED).json()
    if is_behind_proxy:
        assert seen == {"client": "203.0.113.7", "scheme": "https"}
    else:
        assert seen == {"client": "127.0.0.1", "scheme": "http"}


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_request_in_progress_completes_on_shutdown(how: signal.Signals) -> None:
    started = Program()
    answers: list[httpx.Response] = []
    asking = threading.Thread(target=lambda: answers.append(httpx.get(f"{started.url}/slow", timeout=PATIENCE)))
    asking.start()
    assert started.out.readline() == "begun\n"
    assert started.end(how) == 0
    asking.join()
    assert answers[0].json()["scheme"] == "http"


def test_connections_are_limited_by_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"now": (1024, 4096)}
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits["now"])
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.update(now=new))
    assert runner.allow_connections(500) == 500
    assert limits["now"] == (1024, 4096)
    assert runner.allow_connections(2000) == 2000
    assert limits["now"] == (2000 + runner.SPARE_FILES, 4096)
    assert runner.allow_connections(10_000) == 4096 - runner.SPARE_FILES
    assert limits["now"] == (4096, 4096)
    limits["now"] = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    assert runner.allow_connections(10_000) == 10_000
