"""A player whose client adds a seed, written from docs/fair.md."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from server.client import Live, become, call, join


def committed(commitment: str, seed: str) -> str:
    lines = ["locarium/fair/2", "seed", commitment, seed]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class FairPlayer:
    """A player that takes a seat with a seed commitment and records what it is shown."""

    def __init__(self, url: str, table: str, name: str, token: str | None = None) -> None:
        self.url, self.table = url, table
        self.token = token or become(url, name)
        self.commitment = ""  # the server's commitment that the seed belongs to
        self.seed = ""
        self.stored: list[str] = []  # the list of commitments, stored before revealing the seed
        self.seat = self.sit(name)
        self.live: Live

    def new_seed(self, info: dict[str, Any]) -> str:
        """Draw a seed and return its commitment."""
        self.commitment, self.seed = info["commitment"], secrets.token_hex(16)
        return committed(self.commitment, self.seed)

    def sit(self, name: str) -> int:
        info = call(self.url, "GET", f"/api/tables/{self.table}")
        wish = {"seed_commitment": self.new_seed(info)}
        return int(join(self.url, self.table, name, self.token, **wish)["seat"])

    def connect(self) -> Live:
        self.live = Live(self.url.removeprefix("http://"), self.table, self.token)
        return self.live

    def wait_for_list(self) -> dict[str, Any]:
        """Wait until the seed must be revealed under its commitment. Return the table's info."""
        while not (self.live.state and self._is_due(self.live.state["info"])):
            self.live.hear()
        info: dict[str, Any] = self.live.state["info"]
        assert info["seed_commitments"][self.seat] == committed(self.commitment, self.seed)
        return info

    def _is_due(self, info: dict[str, Any]) -> bool:
        return info["commitment"] == self.commitment and self.seat in info["unopened"]

    def open(self, seed: str | None = None) -> dict[str, Any]:
        """Store the list and reveal the seed, or try another one."""
        self.stored = self.wait_for_list()["seed_commitments"]
        return self.live.answer(self.live.ask("open-seed", seed=seed or self.seed))

    def wait_for(self, status: str) -> None:
        while self.live.state["info"]["status"] != status:
            self.live.hear()
