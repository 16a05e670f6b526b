"""`locarium serve`: run the web server."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import tempfile
from functools import partial
from typing import Annotated, Literal, TypeAlias

import typer

from locarium.kernel.errors import BadInput

from .data_dir import FILE, DatabaseOption, DataOption, claim, keep_private, make_folder

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104  # only with --share
PORT = 8484
BACKLOG = 2048  # pending connections
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = LOOPBACK,
    port: Annotated[int, typer.Option(help="The port to listen on; 0 picks a free one.", min=0, max=65535)] = PORT,
    share: Annotated[
        bool, typer.Option("--share", help="Accept connections from other devices on your network.")
    ] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    bus: Annotated[
        str | None,
        typer.Option(
            envvar="LOCARIUM_BUS",
            help="nats://host:4222, to notify other processes through NATS instead of the database.",
        ),
    ] = None,
    processes: Annotated[int, typer.Option(help="Number of server processes.", min=1, max=256)] = 1,
    trust_proxy: Annotated[
        bool, typer.Option("--trust-proxy", help="Trust client addresses from a proxy in the private network.")
    ] = False,
    bot_seconds: Annotated[float, typer.Option(help="Seconds that a bot thinks per move.", min=0.001, max=60)] = 0.6,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Log one JSON object per line.")] = False,
    log_level: Annotated[LogLevel | None, typer.Option(help="Lowest level to log.")] = None,
) -> None:
    """Run the server, to play in the browser with friends and bots."""
    kept_in = ""
    if database is None:
        folder = make_folder(data)
        claim(folder)
        keep_private(folder)
        database, kept_in = f"sqlite:///{folder / FILE}", str(folder.resolve())
    listening = _listen(EVERYWHERE if share else host, port)

    if processes > 1:  # the processes share their metrics; must be set before the first metric is created
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="locarium-metrics-"))

    from locarium.server.base import logging
    from locarium.server.serve import runner
    from locarium.server.serve.app import create_app

    logging.configure("json" if json_logs or os.environ.get("LOCARIUM_LOG") == "json" else "text", log_level)
    shown = asyncio.run(runner.try_out(database, bus, processes=processes))
    app = create_app(database, bot_seconds=bot_seconds, bus=bus)
    greet = partial(_greet, listening, kept_in or shown)
    raise typer.Exit(runner.run(app, listening, processes=processes, trust_proxy=trust_proxy, greet=greet))


def _listen(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)  # early clients wait until the server is ready
    except OSError as error:
        reason = f"cannot listen on {host} port {port}: {error.strerror}"
        raise BadInput(f"{reason}; choose another with --port (0 picks a free one)") from None
    return listening


def _greet(listening: socket.socket, kept_in: str) -> None:
    host, port = listening.getsockname()[:2]
    typer.echo(f"Locarium is running:  http://{'localhost' if host in (LOOPBACK, EVERYWHERE) else host}:{port}")
    shared = host != LOOPBACK
    address = f"http://{_own_address() if host in (LOOPBACK, EVERYWHERE) else host}:{port}"
    note = "" if shared else "  (needs --share, which also prints a QR code for phones)"
    typer.echo(f"For others on your network:  {address}{note}")
    typer.echo(f"Data is stored in {kept_in}. Stop with Ctrl-C.")
    if shared and sys.stdout.isatty():
        import segno

        segno.make(address, error="l").terminal(compact=True, border=2)
    sys.stdout.flush()


def _own_address() -> str:
    """Return this machine's address on its network. Sends no packets."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
