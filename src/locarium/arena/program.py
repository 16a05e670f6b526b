"""External programs as players: JSON lines on standard input, one step per line on standard output.

The program receives `{"kind": "game", …}` once, `{"kind": "choose", "view": …, "legal": […], "log": […]}` whenever its
seat has to choose, and `{"kind": "over", …}` at the end. It answers every `choose` with one of the legal steps.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
from typing import IO, TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from locarium.kernel.history import History

STARTING = 10.0  # extra seconds for the first answer
GRACE = 1.0  # extra seconds for later answers
ENDING = 2.0  # seconds to exit after the game


class Failure(Exception):
    """A player did not give a legal step, so it loses."""


class Program:
    """A player backed by an external process, started for one game."""

    def __init__(self, command: str, seconds: float) -> None:
        self._command, self._seconds = command, seconds
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def choose(self, history: History, seat: int, _seed: int) -> int:
        """Ask the program for a step and check its answer."""
        is_first = self._process is None
        if is_first:
            self._start(history, seat)
        position = history.position
        legal = position.legal_texts(seat)
        view = msgspec.to_builtins(position.setup.game.view(position.concealed(seat)))
        self._say({"kind": "choose", "view": view, "legal": legal, "log": history.texts(seat)})
        answer = self._hear(self._seconds + (STARTING if is_first else GRACE))
        if answer not in legal:
            raise Failure(
                f"{self._command!r} answered {answer[:80]!r}, which is not one of its {len(legal)} legal steps"
            )
        return position.setup.game.notation.parse(position.setup.fields, answer)

    def end(self) -> None:
        """Announce the end of the game and wait for the process to exit, or kill it."""
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(Failure):
            self._say({"kind": "over"})
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(ENDING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._reader is not None:
            self._reader.join(ENDING)

    def _start(self, history: History, seat: int) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the command comes from the person who runs the arena
                shlex.split(self._command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise Failure(f"{self._command!r} cannot be started: {error}") from None
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()
        setup = history.setup
        hello: dict[str, Any] = {"kind": "game", "game": setup.game.about.name, "seats": setup.seats, "seat": seat}
        hello |= {"options": msgspec.to_builtins(setup.options), "edition": setup.edition.text}
        self._say(hello | {"seconds": self._seconds})

    def _read(self, output: IO[str]) -> None:
        with output:
            for line in output:
                self._lines.put(line.strip())
        self._lines.put(None)

    def _say(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise Failure(f"{self._command!r} stopped {self._how_it_ended()}") from None

    def _hear(self, seconds: float) -> str:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise Failure(f"{self._command!r} did not answer within {seconds:g} s") from None
        if line is None:
            raise Failure(f"{self._command!r} stopped {self._how_it_ended()}")
        return line

    def _how_it_ended(self) -> str:
        assert self._process is not None
        try:
            return f"with exit code {self._process.wait(ENDING)}"
        except subprocess.TimeoutExpired:
            return "answering: it closed its output but is still running"
