"""`locarium games`, `locarium rules`, and the command itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from locarium import __version__, catalogue
from locarium.kernel.about import LANGUAGES

if TYPE_CHECKING:
    from .conftest import Call

in_every_language = pytest.mark.parametrize("language", LANGUAGES)


@in_every_language
def test_games_command_lists_all_games(call: Call, language: str) -> None:
    answer = call("games", "--lang", language)
    assert [line.split()[0] for line in answer.lines] == list(catalogue.NAMES)
    for name in catalogue.NAMES:
        about = catalogue.about(name)
        assert about.title in answer.out
        assert about.texts(language).get("game", "tagline") in answer.out
    assert (answer.code, answer.err) == (0, "")


@in_every_language
@pytest.mark.parametrize("game", catalogue.NAMES)
def test_rules_command_prints_the_rules(call: Call, game: str, language: str) -> None:
    answer = call("rules", game, "--lang", language)
    paragraphs = catalogue.about(game).rules_text(language).strip().split("\n\n")
    assert answer.out.strip().split("\n\n") == [each for each in paragraphs if not each.startswith("![")]
    assert answer.code == 0


def test_default_language_is_english(call: Call) -> None:
    assert call("games").out == call("games", "--lang", "en").out
    assert call("rules", "loco").out == call("rules", "loco", "--lang", "en").out


def test_version_is_printed(call: Call) -> None:
    assert call("--version").out == f"locarium {__version__}\n"


@pytest.mark.parametrize("arguments", [(), ("-h",), ("--help",)])
def test_help_lists_the_commands(call: Call, arguments: tuple[str, ...]) -> None:
    answer = call(*arguments)
    assert (answer.code, answer.err) == (0, "")
    for command in ("games", "rules", "record", "bench"):
        assert f"\n  {command} " in answer.out


def test_command_help_lists_its_options(call: Call) -> None:
    answer = call("record", "random", "--help")
    for option in ("--seats", "--seed", "--games", "--option", "--player", "--legal"):
        assert option in answer.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script_is_printed(call: Call, monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    monkeypatch.setenv("_LOCARIUM_COMPLETE", f"source_{shell}")
    answer = call()
    assert "_LOCARIUM_COMPLETE" in answer.out
    assert (answer.code, answer.err) == (0, "")


@pytest.mark.parametrize(
    ("words", "expected"), [("locarium ru", "rules"), ("locarium record ch", "check"), ("locarium rules lo", "loco")]
)
def test_completion_suggests_commands_and_games(
    call: Call, monkeypatch: pytest.MonkeyPatch, words: str, expected: str
) -> None:
    monkeypatch.setenv("_LOCARIUM_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    assert expected in call().lines
