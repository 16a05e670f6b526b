"""The list of dropped phrases."""

from __future__ import annotations

import pytest

from prose import find_habits


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Whoever opened it", "Whoever"),  # prose: ok
        ("as whoever sits there", "whoever"),  # prose: ok
        ("def test_nobody_waits():", "nobody"),  # prose: ok
        ("the user `nobody`", None),
        ('"nobody-there"', None),
        ("Begin anew", "anew"),  # prose: ok
        ("30 s a step", "30 s a step"),  # prose: ok
        ("this is no token", "is no token"),  # prose: ok
        ("There is no token.", None),
        ("It is no longer valid.", None),
        ("The house does not answer.", "The house"),  # prose: ok
        ("The house edition has 48 cards.", None),
        ("Take it back.", "Take it back"),  # prose: ok
        ("You can take it back.", "take it back"),  # prose: ok
        ("taken back  # prose: ok", None),
    ],
)
def test_dropped_phrases_are_found(text: str, phrase: str | None) -> None:
    assert [found for _, found, _ in find_habits(text)] == ([] if phrase is None else [phrase])


def test_lines_are_counted_from_one() -> None:
    assert find_habits("fine\nby lot\n")[0][0] == 2  # prose: ok
