"""The desk at which questions are counted, and answered one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from litestar.datastructures import State
from litestar.types import Scope

from .limits import Limiter, address_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    from .threads import Clerk

    Asked = ParamSpec("Asked")
    Answer = TypeVar("Answer")

Matter: TypeAlias = Literal["lessons", "proofs", "replays", "studies"]  # a clerk and a limit each
MATTERS: tuple[str, ...] = get_args(Matter)


@dataclass(frozen=True)
class Desk:
    """Where somebody asks."""

    state: State
    limiter: Limiter
    address: str

    async def ask(
        self, matter: Matter, question: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Answer:
        """What the clerk finds out; Refused to whoever asks too often."""
        self.limiter.spend(matter, self.address)
        clerk: Clerk = self.state[matter]
        return await clerk.do(question, *args, **kwargs)


async def provide_desk(state: State, scope: Scope, limiter: Limiter) -> Desk:
    """The desk as whoever sent the request finds it."""
    return Desk(state, limiter, address_of(scope))
