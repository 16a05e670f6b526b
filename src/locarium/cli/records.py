"""`locarium record …`: make, check, show and analyse game records."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

import typer

from locarium import catalogue
from locarium.kernel.about import check_language
from locarium.kernel.bounds import MAX_RECORD
from locarium.kernel.errors import BadInput, BadNotation, BadRecord, IllegalStep
from locarium.kernel.record import Record, Result, read_record, read_records

from .games import GameName, Language
from .options import EditionOption, read_edition, seats_or_fewest, split_options
from .progress import counted, progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from locarium.kernel.game import Game
    from locarium.kernel.history import History
    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts

app = typer.Typer(help="Make, check, show and analyse game records.", rich_markup_mode=None)

MAX_SEED = 2**63 - 1
SHORT, LONG = 8, 36  # column width of steps in a play-by-play; longer steps get a line of their own

File = Annotated[str, typer.Argument(help="A file with one record per line; - reads standard input.", metavar="FILE")]


@app.command("random")
def play_random(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="Number of seats; by default the game's minimum.")] = None,
    seed: Annotated[
        int, typer.Option(help="Random seed; the same seed gives the same games.", min=0, max=MAX_SEED)
    ] = 0,
    games: Annotated[int, typer.Option(help="Number of games.", min=1)] = 1,
    option: Annotated[list[str] | None, typer.Option(help="A rule option as name=value; can be repeated.")] = None,
    edition: EditionOption = None,
    player: Annotated[
        Literal["random", "greedy", "mixed"], typer.Option(help="The bot that plays all seats.")
    ] = "random",
    legal: Annotated[bool, typer.Option("--legal", help="Add the legal moves at every point of the game.")] = False,
) -> None:
    """Play games with simple bots and print their records, one per line."""
    about = catalogue.about(game)
    rules, table_options = split_options(about, option or [])
    if table_options:
        raise BadInput(f"{next(iter(table_options))!r} is a table option; records take rule options only")
    seats = seats_or_fewest(about, seats, rules)

    from locarium.kernel.playout import chooser, write_game
    from locarium.kernel.position import Setup
    from locarium.kernel.rng import new_rng

    setup, rng = Setup(catalogue.game(game), seats, rules, read_edition(about, edition)), new_rng(seed)
    choose = chooser(setup.game, player)
    for _ in progress(range(games), "games"):
        typer.echo(write_game(setup, rng, choose).record(with_legal=legal).to_json())


@app.command()
def check(file: File) -> None:
    """Replay records. Prints ok, or the record, the step and the error (exit code 1)."""
    count = faults = 0
    for number, text in progress(record_texts(file), "records"):
        count += 1
        try:
            replayed(read_record(text))
        except BadRecord as error:
            faults += 1
            typer.echo(f"record {number}: {error}")
    if faults:
        raise typer.Exit(1)
    typer.echo("ok" if count == 1 else f"ok ({count} records)")


@app.command()
def legal(file: File) -> None:
    """List the legal moves at the end of a record, one per line, with the seat if several seats can move."""
    for number, text in record_texts(file):
        with _numbered(number):
            position = replayed(read_record(text)).position
        seats = position.may_act
        if not seats:
            typer.echo("the game is over" if position.is_over else "a random draw comes next", err=True)
        for seat in seats:
            for step in position.legal_texts(seat):
                typer.echo(step if len(seats) == 1 else f"{seat}: {step}")


@app.command()
def show(file: File, lang: Language = "en") -> None:
    """Print a readable play-by-play."""
    from locarium.kernel.replay import check_redacted

    check_language(lang)
    for number, text in record_texts(file):
        with _numbered(number):
            record = read_record(text)
            if record.is_redacted:
                check_redacted(record, game_of(record))
                history = None
            else:
                history = replayed(record)
            lines = list(play_by_play(record, lang, history))
        for line in lines:
            typer.echo(line)


@app.command()
def hint(
    file: File,
    seat: Annotated[
        int | None, typer.Option(help="The seat to advise; by default every seat whose turn it is.", min=0)
    ] = None,
    lang: Language = "en",
    seconds: Annotated[float, typer.Option(help="Seconds to think.", min=0.001)] = 1.0,
    seed: Annotated[int, typer.Option(help="Random seed of the search.", min=0, max=MAX_SEED)] = 0,
) -> None:
    """Suggest a move at the end of a record, with a reason and the chance to win. Uses only what the seat knows."""
    check_language(lang)
    for number, text in record_texts(file):
        with _numbered(number):
            position = replayed(read_record(text)).position
            if seat is not None and seat >= position.setup.seats:
                raise BadRecord(f"there is no seat {seat}; this game has seats 0 to {position.setup.seats - 1}")
        for line in _hints(position, seat, lang, seconds, seed):
            typer.echo(line)


def _hints(position: Position, seat: int | None, language: str, seconds: float, seed: int) -> Iterator[str]:
    from locarium.kernel.texts import read_words
    from locarium.search.analysis import advise
    from locarium.search.outlook import foresee

    from .hint_text import format_advice, format_outlook

    words, texts = read_words("locarium.cli", language), position.setup.texts(language)
    if position.is_over:
        yield words.get("hints", "over")
        return
    seats = [seat] if seat is not None else position.active or range(position.setup.seats)
    for each in seats:
        name, seen = texts.get("words", "seat", seat=each), position.concealed(each)
        if each not in position.active:
            chance = format_outlook(words, foresee(seen, seed), each)
            sentence = words.get("hints", "nothing-to-choose", seat=name, chance=chance)
            yield sentence[0].upper() + sentence[1:]
            continue
        if len(seats) > 1:
            yield words.get("hints", "seat", seat=name)
        yield from format_advice(words, texts, seen, advise(seen, seed, seconds))


@app.command()
def analyse(
    file: File,
    lang: Language = "en",
    json: Annotated[bool, typer.Option("--json", help="Print JSON, one line per record.")] = False,
    seconds: Annotated[float | None, typer.Option(help="Seconds to think per move.", min=0.001)] = None,
    simulations: Annotated[int | None, typer.Option(help="Simulations per move.", min=1)] = None,
    seed: Annotated[
        int,
        typer.Option(help="Random seed; without --seconds, the same seed gives the same result.", min=0, max=MAX_SEED),
    ] = 0,
) -> None:
    """Analyse games: the chances after every move, the cost of each choice, and the effect of luck."""
    check_language(lang)
    for number, text in record_texts(file):
        with _numbered(number):
            history = replayed(read_record(text))
        for line in _analysis(history, lang, as_json=json, seed=seed, seconds=seconds, simulations=simulations):
            typer.echo(line)


def _analysis(history: History, language: str, *, as_json: bool, **how: Any) -> Iterator[str]:
    import msgspec

    from locarium.kernel.texts import read_words
    from locarium.search.analysis import Analyst

    from .hint_text import format_analysis

    with counted("steps") as count:
        analysis = Analyst(history, **how).analyse(count)
    if as_json:
        yield msgspec.json.encode(analysis).decode()
        return
    texts = history.setup.texts(language)
    names = [texts.get("words", "seat", seat=seat) for seat in range(history.setup.seats)]
    yield from format_analysis(read_words("locarium.cli", language), names, analysis)


def replayed(record: Record) -> History:
    """Replay a record. Raise BadRecord if that fails."""
    from locarium.kernel.replay import replay

    return replay(record, game_of(record))


def game_of(record: Record) -> Game:
    """Return the game that a record belongs to."""
    try:
        return catalogue.game(record.game)
    except BadInput as error:
        raise BadRecord(str(error)) from None


def play_by_play(record: Record, language: str, history: History | None = None) -> Iterator[str]:
    """Narrate a record with numbered steps. With its replayed history, include the effects of each step."""
    from locarium.kernel.replay import setup_of

    about, telling = game_of(record).about, game_of(record).telling
    texts = setup_of(record, game_of(record)).texts(language)
    names = [texts.get("words", "seat", seat=seat) for seat in range(record.seats)]
    options = "".join(f", {name}={str(value).lower()}" for name, value in record.options.items())
    seats = texts.get("words", "seats" if record.seats > 1 else "one-seat", count=record.seats)
    yield f"{about.title}  {seats}{options}"
    width = max([SHORT, *(len(text) for _, text in record.steps if len(text) <= LONG)])
    for number, (seat, text) in enumerate(record.steps, start=1):
        try:
            sentence = telling.tell(texts, names, seat, text)
        except BadNotation as error:
            raise BadRecord(str(error), number) from None
        except IllegalStep as error:
            raise BadRecord(f"{text!r}: {texts.get('faults', error.reason, seat=seat)}", number) from None
        is_short = len(text) <= width
        yield f"{number:>4}  {text if is_short else '':<{width}}  {sentence}"
        if not is_short:  # a deal
            yield f"{'':<6}{text}"
        for follows in telling.follow(texts, names, *history.followed(number - 1)) if history else ():
            yield f"{'':<{width + 8}}{follows}"
    if record.result is not None:
        yield f"      {format_result(texts, names, record.result)}"


def format_result(texts: Texts, names: Sequence[str], result: Result) -> str:
    """Format the winners and the scores."""
    if result.scores is not None and len(names) == 1:
        return texts.get("results", "solo", seat=names[0], score=result.scores[0])
    winners = texts.get("words", "and").join(names[seat] for seat in result.winners)
    sentence = texts.get("results", "one" if len(result.winners) == 1 else "shared", winners=winners)
    scores = [f"{name} {score}" for name, score in zip(names, result.scores or [], strict=False)]
    return f"{sentence} ({', '.join(scores)})" if scores else sentence


@contextlib.contextmanager
def _numbered(number: int) -> Iterator[None]:
    try:
        yield
    except BadRecord as error:
        raise BadRecord(f"record {number}: {error}") from None


def record_texts(file: str) -> Iterator[tuple[int, str]]:
    """Yield the number and text of every record in a file."""
    number = 0
    try:
        with contextlib.nullcontext(sys.stdin) if file == "-" else Path(file).open(encoding="utf-8") as lines:
            for number, text in read_records(_bounded_lines(lines, file)):
                yield number, text
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadInput(f"cannot read {_named(file)}: {reason}") from None
    if number == 0:
        raise BadInput(f"{_named(file)} contains no record")


def _bounded_lines(source: TextIO, file: str) -> Iterator[str]:
    """Yield the lines. Raise BadInput for a line longer than any record."""
    while line := source.readline(MAX_RECORD + 1):
        if len(line) > MAX_RECORD:
            raise BadInput(f"a line of {_named(file)} has more than {MAX_RECORD} characters, the limit for a record")
        yield line


def _named(file: str) -> str:
    return "standard input" if file == "-" else repr(file)
