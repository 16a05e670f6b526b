"""A dummy server for attacks: it reads and discards everything, and answers just enough to keep attackers going.

`python -m bench.sink` prints its port and runs until its input ends.
"""

from __future__ import annotations

import asyncio
import sys

HEAD_END = b"\r\n\r\n"
UPGRADED = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


class Sink(asyncio.Protocol):
    """One connection to the sink."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._is_upgraded = False

    def data_received(self, data: bytes) -> None:
        if self._is_upgraded or HEAD_END not in data:
            return
        self._is_upgraded = b"Upgrade: websocket" in data
        self._transport.write(UPGRADED if self._is_upgraded else OK)


async def serve() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Sink, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)  # runs until the parent process closes its end


if __name__ == "__main__":
    asyncio.run(serve())
