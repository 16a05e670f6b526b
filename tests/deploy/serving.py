"""Start servers as operators do, with commands from a page or file, and play on them."""

from __future__ import annotations

import re
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from server.client import Live, join, open_table
from waiting import PATIENCE


def replaced(text: str, places: Mapping[str, str | Path]) -> str:
    """Replace the documented paths and addresses with those of the test, longest first."""
    for place in sorted(places, key=len, reverse=True):
        text = text.replace(place, str(places[place]))
    return text


@contextmanager
def serving(command: Sequence[str | Path], environment: Mapping[str, str], folder: Path) -> Iterator[str]:
    """Run a server command. Yield its host and port, then stop it and check that it exits with code 0."""
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command, cwd=folder, env=dict(environment), stdout=subprocess.PIPE, stderr=errors, text=True
        )
        try:
            assert process.stdout is not None
            lines = iter(process.stdout.readline, "")
            found = next(filter(None, (re.search(r"http://(localhost:\d+)", line) for line in lines)), None)
            if found is None:
                errors.seek(0)
                raise AssertionError(f"the server did not start:\n{errors.read()}")
            yield found[1]
        finally:
            process.send_signal(signal.SIGTERM)
            code = process.wait(PATIENCE)
            process.stdout.close()
    assert code == 0


def play_a_move(host: str) -> str:
    """Seat two people, make the first legal move and return the table. Without bots, fewer rules are compiled."""
    url = f"http://{host}"
    table: str = open_table(url)["table"]
    people = [Live(host, table, join(url, table, name)["token"]) for name in ("Ada", "Ben")]
    for live in people:
        live.hear_until(lambda message: message["kind"] == "state" and message["view"])
    mover = next(live for live in people if live.state["legal"])
    assert mover.answer(mover.step(mover.state["legal"][0]))["kind"] == "acknowledged"
    for live in people:
        live.close()
    return table
