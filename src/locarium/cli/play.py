"""`locarium play`: a game against bots in the terminal."""

from __future__ import annotations

import getpass
import hashlib
import secrets
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from locarium import catalogue
from locarium.kernel.about import check_language
from locarium.kernel.errors import BadInput, BadNotation, IllegalStep, Refused
from locarium.kernel.texts import read_words

from .console import print_lines
from .data_dir import PRIVATE_FOLDER, data_folder
from .games import GameName, Language, print_markdown, without_figures
from .hint_text import format_advice
from .options import EditionOption, explain_options, read_edition, seats_or_fewest, split_options
from .records import format_result

if TYPE_CHECKING:
    from rich.console import Console

    from locarium.kernel.game import Game
    from locarium.table.table import Table


def play(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="Number of seats; by default the game's minimum.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option as name=value; can be repeated.")] = None,
    edition: EditionOption = None,
    lang: Language = "en",
    level: Annotated[int, typer.Option(help="Bot strength, from 1 (beginner) to 5 (master).")] = 3,
    seconds: Annotated[float, typer.Option(help="Seconds that a bot thinks per move.", min=0.001)] = 0.5,
    seed: Annotated[int | None, typer.Option(help="Random seed; the same seed deals the same cards.", min=0)] = None,
    resume: Annotated[Path | None, typer.Option(help="Resume a saved game.")] = None,
) -> None:
    """Play a game against bots in the terminal."""
    check_language(lang)
    about = catalogue.about(game)
    rules, table_options = split_options(about, option or [])
    seats = seats_or_fewest(about, seats, rules)
    about.read_manners(table_options)
    box = read_edition(about, edition)

    from locarium.search.levels import LEVELS

    if not 1 <= level <= LEVELS:
        raise BadInput(f"--level {level} is out of range; choose a level from 1 to {LEVELS}")

    from locarium.table.fairness import FAIR_1
    from locarium.table.table import Table

    if resume is not None:
        table = _resumed(catalogue.game(game), resume)
    else:
        secret = secrets.token_bytes(32) if seed is None else hashlib.sha256(str(seed).encode()).digest()
        table = Table.open(
            catalogue.game(game),
            name="terminal",
            secret=secret,
            seats=seats,
            options=rules,
            table_options=table_options,
            edition=box.written_name,
            edition_text=box.written_text,
            practice=True,
            method=FAIR_1,  # needs no seeds from players, and --seed deals the same cards as in older versions
        )
        _fill_seats(table, seconds, level)
    Terminal(table, lang, seconds).run()


def _fill_seats(table: Table, seconds: float, level: int) -> None:
    from locarium.table.events import BOT_NAMES, Bot, Person

    table.sit(0, Person(_own_name(), person_id=""))
    for number, seat in enumerate(range(1, table.setup.seats)):
        table.sit(seat, Bot(BOT_NAMES[number], seconds, level=level))


def _own_name() -> str:
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError):  # the system does not know this user
        return "Ego"


def _resumed(game: Game, file: Path) -> Table:
    from locarium.table import events
    from locarium.table.table import Table

    try:
        stored = [events.decode(line) for line in file.read_bytes().splitlines()]
        if not stored or not isinstance(stored[0], events.Opened):
            raise BadInput(f"{str(file)!r} is not a saved game")
        if stored[0].game != game.about.name:
            raise BadInput(f"{str(file)!r} is a game of {stored[0].game}, not of {game.about.name}")
        table = Table.replayed(game, stored)
        if table.status == "waiting" or table.position.chance_is_due:
            raise BadInput(f"{str(file)!r} is incomplete: its end is missing")
        if sum(not isinstance(who, events.Bot) for who in table.seats) != 1:
            raise BadInput(f"{str(file)!r} is not a game of one person against bots")
    except OSError as error:
        raise BadInput(f"cannot read {str(file)!r}: {error.strerror}") from None
    except (ValueError, IndexError, IllegalStep, BadNotation) as error:  # msgspec raises ValueErrors too
        raise BadInput(f"{str(file)!r} is not a saved game: {error}") from None
    return table


class Terminal:
    """A session at the prompt: one person at one table."""

    def __init__(self, table: Table, language: str, seconds: float) -> None:
        from rich.console import Console

        self._table, self._seconds, self._language = table, seconds, language
        self._game = table.setup.game
        self._texts, self._words = self._table.setup.texts(language), read_words("locarium.cli", language)
        self._console: Console = Console(highlight=False)
        self._told = 0  # steps narrated so far
        self._drawn = -1  # the table version drawn last
        self._file = data_folder() / "terminal" / f"{self._game.about.name}.jsonl"

    def run(self) -> None:
        """Play until the game ends or the player quits."""
        self._say(self._words.get("play", "welcome", title=self._game.about.title), style="dim")
        for words in explain_options(self._texts, self._table.opened.options | self._table.opened.table_options):
            self._say(words, style="dim")
        self._tell()
        try:
            while self._goes_on():
                self._move_bots()
                if self._table.status == "running":
                    self._draw()
                    self._ask()
        except (EOFError, KeyboardInterrupt):
            self._save(self._file)
            self._say("\n" + self._words.get("play", "goodbye"))
            return
        self._tell_result()
        if self._table.finished:
            self._tell_match()

    @property
    def _me(self) -> int:
        """The person's seat. It can change with the seat draw and between the games of a match."""
        from locarium.table.events import Person

        return next(seat for seat, who in enumerate(self._table.seats) if isinstance(who, Person))

    @property
    def _names(self) -> tuple[str, ...]:
        return self._table.names

    def _goes_on(self) -> bool:
        """Return whether a game is running. Between the games of a match, report the result and start the next game."""
        if self._table.status == "between":
            self._tell_result()
            self._table.start_next_game(self._table.game_number + 1)
            self._told = 0
            self._say("\n" + self._words.get("play", "next-game", number=self._table.game_number), style="bold")
            self._tell()
        return self._table.status == "running"

    def _tell_result(self) -> None:
        self._draw()
        result, outcome = self._table.result(), self._table.outcome
        assert result is not None
        assert outcome is not None
        self._say(self._texts.get("endings", outcome.reason))
        self._say(format_result(self._texts, self._names, result), style="bold")

    def _tell_match(self) -> None:
        wins = self._table.wins
        first, *others = sorted(wins, reverse=True)
        score = ":".join(map(str, [first, *others]))
        winner = self._names[wins.index(first)]
        key = "match" if first > max(others) else "match-drawn"
        self._say(self._texts.get("results", key, winner=winner, wins=score), style="bold")

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(text, style=style, markup=False, soft_wrap=True)

    def _move_bots(self) -> None:
        from locarium.search.levels import create_bot

        while seats := self._table.bots_to_act():
            with self._console.status(self._words.get("play", "bots")):
                best = create_bot(*self._table.bot_input(seats[0])).think(self._seconds)[0]
            self._step(seats[0], self._game.notation.show(self._table.setup.fields, best.action))

    def _step(self, seat: int, text: str) -> None:
        self._table.step(seat, text, at=self._table.version, key=self._new_key())
        self._tell()

    def _new_key(self) -> str:
        return str(len(self._table.events))

    def _tell(self) -> None:
        """Narrate the steps since the last call. Skip face-down choices until they are revealed."""
        table, telling = self._table, self._game.telling
        settled = table.history.settled(len(table.history.steps))
        self._told = min(self._told, settled)
        forgotten = table.lines_forgotten(self._me)
        for line, (seat, text) in enumerate(table.log(self._me, self._told)[: settled - self._told], self._told):
            self._say("· " + telling.tell(self._texts, self._names, seat, text))
            positions = table.before_and_after(line, forgotten=line < forgotten)
            for sentence in telling.follow(self._texts, self._names, *positions):
                self._say("  " + sentence)
        self._told = settled

    def _draw(self) -> None:
        if self._drawn == self._table.version:
            return
        self._drawn = self._table.version
        view = self._game.view(self._table.shown_to(self._me))
        self._console.print()
        print_lines(self._console, self._game.draw(view, self._texts, self._names))

    def _ask(self) -> None:
        """Read one line and execute it as a command or a step."""
        self._say(self._words.get("play", "turn"), style="bold")
        answer = self._console.input(f"{self._words.get('play', 'prompt')}> ").strip()
        command, _, argument = answer.partition(" ")
        names = {self._words.get("commands", name): name for name in COMMANDS} | {name: name for name in COMMANDS}
        if command.lower() in names:
            COMMANDS[names[command.lower()]](self, argument)
        elif answer:
            self._try_step(answer)

    def _try_step(self, text: str) -> None:
        try:
            self._step(self._me, text)
        except IllegalStep as error:
            reason = self._texts.get("faults", error.reason, seat=self._me)
            self._say(self._words.get("play", "refused", reason=reason), style="bold")
        except BadNotation:
            self._say(self._words.get("play", "unknown", text=text), style="bold")

    # Commands.

    def _show_steps(self, _: str) -> None:
        """List the legal steps, grouped by the words that can follow."""
        tails: dict[str, list[str]] = {}
        for text in self._table.legal_texts(self._me):
            head, _space, tail = text.partition(" ")
            tails.setdefault(head, []).append(tail)
        heads: dict[str, list[str]] = {}
        for head, choices in tails.items():
            heads.setdefault(" ".join(choices), []).append(head)
        self._say(self._words.get("play", "steps"))
        for follow_ups, together in heads.items():
            follow = f"  {self._words.get('play', 'with')}  {follow_ups}" if follow_ups else ""
            self._say(f"  {' '.join(together)}{follow}")

    def _give_hint(self, _: str) -> None:
        from locarium.search.analysis import advise

        position = self._table.seen_by(self._me)
        legal_actions = self._game.offered_to_bots(self._table.legal_actions(self._me))
        with self._console.status(self._words.get("play", "bots")):
            advice = advise(position, self._table.version, self._seconds, offered=legal_actions)
        for sentence in format_advice(self._words, self._texts, position, advice):
            self._say(sentence)

    def _undo(self, _: str) -> None:
        try:
            self._table.undo(self._me, key=self._new_key())
        except Refused as error:
            reason = self._texts.get("faults", error.reason, **error.values)
            self._say(self._words.get("play", "refused", reason=reason), style="bold")
        else:
            self._tell()
            self._say(self._words.get("play", "undone"))

    def _save_as(self, file: str) -> None:
        self._save(Path(file) if file else self._file)

    def _save(self, file: Path) -> None:
        from locarium.table import events

        try:
            if file == self._file:
                data_folder().mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(b"".join(events.encode(event) + b"\n" for event in self._table.events))
        except OSError as error:
            self._say(self._words.get("play", "refused", reason=f"{file}: {error.strerror}"), style="bold")
            return
        self._say(
            self._words.get("play", "saved", file=file, quoted=shlex.quote(str(file)), game=self._game.about.name)
        )

    def _show_rules(self, _: str) -> None:
        print_markdown(without_figures(self._game.about.rules_text(self._language)))

    def _help(self, _: str) -> None:
        self._say(self._words.get("play", "help").strip())

    def _quit(self, _: str) -> None:
        raise EOFError


COMMANDS = {
    "steps": Terminal._show_steps,
    "hint": Terminal._give_hint,
    "undo": Terminal._undo,
    "save": Terminal._save_as,
    "rules": Terminal._show_rules,
    "help": Terminal._help,
    "quit": Terminal._quit,
}
