"""`locarium serve`: the house on the network."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import sys
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from locarium.kernel.errors import BadInput

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104  # only when asked for
PORT = 8484
BACKLOG = 2048  # connections that may wait
MAX_MESSAGE = 64 * 1024  # bytes that a live client may send at once
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]


def data_folder() -> Path:
    """Where data lie if nothing else is said."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "locarium"


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = LOOPBACK,
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)] = PORT,
    share: Annotated[bool, typer.Option("--share", help="Let others in the network in.")] = False,
    data: Annotated[Path | None, typer.Option(help="The folder for all data.")] = None,
    bot_seconds: Annotated[float, typer.Option(help="How long a bot thinks about a step.", min=0.001, max=60)] = 0.6,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Log one JSON object a line.")] = False,
    log_level: Annotated[LogLevel | None, typer.Option(help="What is logged: from this level on.")] = None,
) -> None:
    """Serve the house: play in the browser, with friends and bots."""
    folder = data or data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"cannot keep data in {str(folder)!r}: {error.strerror}; name another folder with --data"
        ) from None
    listening = _listen(EVERYWHERE if share else host, port)

    import uvicorn

    from locarium.server import logs
    from locarium.server.app import create_app
    from locarium.server.wire import Wire

    logs.configure("json" if json_logs or os.environ.get("LOCARIUM_LOG") == "json" else "text", log_level)
    app = create_app(f"sqlite:///{folder / 'locarium.sqlite'}", bot_seconds=bot_seconds)
    config = uvicorn.Config(
        app,
        ws=Wire,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_per_message_deflate=False,
        ws_max_size=MAX_MESSAGE,
        timeout_graceful_shutdown=5,
    )
    _greet(listening, folder)
    gc.freeze()  # what is loaded stays
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)  # whoever comes before the house is open waits
    except OSError as error:
        reason = f"cannot listen on {host} port {port}: {error.strerror}"
        raise BadInput(f"{reason}; choose another with --port, 0 takes a free one") from None
    return listening


def _greet(listening: socket.socket, folder: Path) -> None:
    host, port = listening.getsockname()[:2]
    typer.echo(f"Locarium is open:  http://{'localhost' if host in (LOOPBACK, EVERYWHERE) else host}:{port}")
    shared = host != LOOPBACK
    address = f"http://{_own_address() if host in (LOOPBACK, EVERYWHERE) else host}:{port}"
    note = "" if shared else "  (once started with --share, which prints a QR code for phones)"
    typer.echo(f"For others in your network:  {address}{note}")
    typer.echo(f"Data are kept in {folder.resolve()}. Stop with Ctrl-C.")
    if shared and sys.stdout.isatty():
        import segno

        segno.make(address, error="l").terminal(compact=True, border=2)
    sys.stdout.flush()


def _own_address() -> str:
    """The address of this machine in its network; finding it sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
