"""Gymnasium spaces, which PettingZoo uses too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .extras import need
from .observing import DTYPE, MASK_DTYPE, Outline

if TYPE_CHECKING:
    from .observing import Piece


def observation_space(outline: Outline, actions: int) -> Any:
    """Return the space of `Stage.observation`."""
    spaces = need("gymnasium", "gymnasium.spaces")
    return spaces.Dict(
        {
            "observation": spaces.Dict({piece.feature.name: _box(spaces, piece) for piece in outline.pieces}),
            "action_mask": spaces.Box(0, 1, (actions,), MASK_DTYPE),
        }
    )


def _box(spaces: Any, piece: Piece) -> Any:
    return spaces.Box(piece.feature.low, piece.feature.high, piece.shape, DTYPE)


def action_space(actions: int) -> Any:
    """Return the space of actions, numbered from 0."""
    return need("gymnasium", "gymnasium.spaces").Discrete(actions)
