"""Run the application on a socket and stop it in bounded time."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING

import uvicorn

from locarium import catalogue
from locarium.kernel.errors import BadInput
from locarium.server.base.workers import any_at_work
from locarium.server.http.uvicorn_http import UvicornHttp
from locarium.server.live.uvicorn_ws import UvicornWebSocket
from locarium.server.storage.bus import open_bus
from locarium.server.storage.database import Database
from locarium.server.tables.warmup import warm_up

from .supervisor import Supervisor

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from .gateway import Gateway

MAX_MESSAGE = 64 * 1024  # bytes per message of a live client
DRAIN_SECONDS = 5  # seconds for requests in progress to finish
STOP_SECONDS = 10  # seconds for the whole shutdown
SPARE_FILES = 100  # open files beyond the connections: database, log, pages
PROXIES = ["127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]


async def try_out(address: str, bus: str | None, *, processes: int) -> str:
    """Migrate the database and test the bus. Return where data is stored, for display."""
    database = Database(address)
    try:
        if processes > 1 and not database.is_shared:
            raise BadInput("several processes need a shared database: --database postgresql://user@host/name")
        if processes > 1 and not hasattr(os, "fork"):
            raise BadInput("this system cannot fork processes; start several servers instead")
        channel = open_bus(bus, database)
        await channel.start(lambda _: None)
        await channel.close()
    finally:
        database.close()
    return database.shown


def run(
    app: Gateway,
    listening: socket.socket,
    *,
    processes: int,
    trust_proxy: bool,
    greet: Callable[[], None] = lambda: None,
) -> int:
    """Serve until SIGTERM or SIGINT and return the exit code.

    Signals are handled once the server has printed its greeting.
    """
    app.limiter.sockets.most = allow_connections(app.limiter.limits.server_connections)
    config = uvicorn.Config(
        app,
        http=UvicornHttp,
        ws=UvicornWebSocket,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=trust_proxy,
        forwarded_allow_ips=PROXIES,
        ws_per_message_deflate=False,
        ws_max_size=MAX_MESSAGE,
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )

    def work() -> int:
        server = _Server(config, greet if processes == 1 else lambda: None)
        server.run(sockets=[listening])
        return 0 if server.started else 1

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if processes > 1:
        greet()
    try:
        code = _serve_alone(work) if processes == 1 else _serve_together(work, processes)
    except KeyboardInterrupt:  # either signal; uvicorn raises it again after the shutdown
        code = 0
    if any_at_work():
        os._exit(code)
    return code


def allow_connections(wanted: int) -> int:
    """Raise the open-file limit for `wanted` connections. Return how many fit."""
    if sys.platform == "win32":
        return wanted
    import resource  # noqa: PLC0415  # not there

    files, highest = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE_FILES
    if files == resource.RLIM_INFINITY or files >= needed:
        return wanted
    files = needed if highest == resource.RLIM_INFINITY else min(needed, highest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, highest))
    return max(1, min(wanted, files - SPARE_FILES))


def _serve_alone(work: Callable[[], int]) -> int:
    gc.freeze()  # loaded modules stay in memory, so exclude them from garbage collection
    return work()


def _serve_together(work: Callable[[], int], processes: int) -> int:
    for name in catalogue.NAMES:
        warm_up(catalogue.game(name))  # done once for all processes and their replacements
    gc.freeze()
    return Supervisor(processes, work, stop_seconds=STOP_SECONDS + 1).run()


class _Server(uvicorn.Server):
    """A uvicorn server that prints a greeting when ready and stops in bounded time."""

    def __init__(self, config: uvicorn.Config, greet: Callable[[], None]) -> None:
        super().__init__(config)
        self._greet = greet

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._greet()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        patience = threading.Timer(STOP_SECONDS, os._exit, [1])
        patience.daemon = True
        patience.start()
        self.config.app.begin_shutdown()  # type: ignore[union-attr]  # a Gateway
        await super().shutdown(sockets)
