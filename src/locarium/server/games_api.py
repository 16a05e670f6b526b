"""The games of the house over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, get

from locarium import catalogue

from .languages import Language
from .messages import GameInfo
from .rendering import describe_game


@get("/api/games")
async def list_games(language: Language = "en") -> list[GameInfo]:
    """The games of the house."""
    return [describe_game(name, language) for name in catalogue.NAMES]


@get("/api/games/{game:str}/texts")
async def game_texts(game: str, language: Language = "en") -> dict[str, dict[str, str]]:
    """The words and sentences of a game."""
    return catalogue.about(game).texts(language).all_sections()


@get("/api/games/{game:str}/rules", media_type="text/markdown")
async def game_rules(game: str, language: Language = "en") -> str:
    """The rules of a game for people, in Markdown."""
    return catalogue.about(game).rules_text(language)


@get("/api/games/{game:str}/editions/{edition:str}", media_type=MediaType.TEXT)
async def game_edition(game: str, edition: str) -> str:
    """The text of a built-in edition: an example for those who write their own."""
    return catalogue.about(game).edition(edition).text


HANDLERS: list[Any] = [list_games, game_texts, game_rules, game_edition]
