"""The command line: play, new, replay, seeds, history, rulebooks, rule, roll, odds, table, record, prove, the lab's.

Heavy things are imported late.

`cli` is the door to it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import undercroft
from undercroft.engine.errors import BadOption, UndercroftError, nearest, printable, quoted
from undercroft.play.lab import app as lab

FAILED = 2
"""Exit code for bad usage and bad files."""
UNPROVEN = 1
"""Exit code when a proof fails."""
INTERRUPTED = 130
"""Exit code after Ctrl-C."""
MOST_BYTES = 64_000_000
"""Bytes of the largest record file that is read."""

app = typer.Typer(
    add_completion=False, no_args_is_help=False, pretty_exceptions_enable=False, rich_markup_mode=None,
    help="Seeded, replayable dungeon games with exact odds.",
)  # fmt: skip

app.add_typer(lab, name="lab")

_FREE = {"ignore_unknown_options": True, "allow_extra_args": True}


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"undercroft {undercroft.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _top(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    del version  # its callback has answered
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command(context_settings=_FREE, add_help_option=False, options_metavar="[OPTIONS]")
def play(ctx: typer.Context) -> int:
    """Play: [RULEBOOK] [--seed N] [--practice] [--resume [GAME]] [--after GAME], and the rulebook's own options.

    Without a seed one is chosen and shown. --practice lets you take everything back. --resume takes up the game last
    played, or the one named. --after starts from what a finished game left behind, where a rulebook keeps anything.
    """
    from undercroft.play import given
    from undercroft.play.commands import Leave
    from undercroft.play.line import Line, printer
    from undercroft.play.shelf import Shelf
    from undercroft.play.source import source

    want = given.read(ctx.args)
    if want.help:
        return _help(ctx, want.rulebook)
    shelf = Shelf()
    if want.resume is None:
        game = _fresh(want, shelf)
        _tell_of_old(shelf)
        slot = shelf.add(game)
    else:
        game, slot = shelf.open(want.resume or shelf.unfinished(want.rulebook if want.named else ""))
    with slot:
        if want.named and game.book.name != want.rulebook:
            raise BadOption(f"--resume: game {slot.id} is of {game.book.name}, not of {want.rulebook}")
        line = Line(game, slot, printer, width=_width())
        try:
            return line.run(source(line.words))
        except Leave as leave:
            return leave.code


@app.command(context_settings=_FREE, add_help_option=False, options_metavar="[OPTIONS]")
def new(ctx: typer.Context) -> int:
    """Set a game up and save it without playing; prints its id. Takes what play takes, but --resume."""
    from undercroft.play import given
    from undercroft.play.shelf import Shelf

    want = given.read(ctx.args, resumes=False)
    if want.help:
        return _help(ctx, want.rulebook)
    shelf = Shelf()
    with shelf.add(_fresh(want, shelf)) as slot:
        typer.echo(slot.id)
    return 0


def _help(ctx: typer.Context, rulebook: str) -> int:
    from undercroft.engine.rulebook import find
    from undercroft.play.given import option_lines

    typer.echo(ctx.get_help())
    lines = option_lines(find(rulebook))
    typer.echo(f"\nOptions of {rulebook}, with what stands if you leave them out:" if lines else "")
    for line in lines:
        typer.echo(f"  {line}")
    return 0


def _fresh(want: Any, shelf: Any) -> Any:
    from undercroft.play.given import chosen_seed

    world = None
    if want.after:
        world = _left_by(shelf.read(want.after), want)
    seed = chosen_seed() if want.seed is None else want.seed
    return undercroft.new(want.rulebook, seed=seed, ranked=not want.practice, world=world, **want.options)


def _left_by(game: Any, want: Any) -> Any:
    """Return what a finished game left behind, for the next one to start from."""
    if game.book.name != want.rulebook:
        raise UndercroftError(f"--after: game {want.after} is of {game.book.name}, not of {want.rulebook}")
    if game.outcome is None:
        raise UndercroftError(f"--after: game {want.after} is not over yet")
    try:
        return game.world()
    except ValueError as error:
        raise UndercroftError(f"--after: {error}") from None


def _tell_of_old(shelf: Any) -> None:
    """Tell a person at a terminal of the game left unfinished last, before another begins."""
    if not sys.stdout.isatty():
        return
    with contextlib.suppress(UndercroftError):
        from undercroft.play.words import program

        typer.echo(f"Unfinished: {(old := shelf.unfinished())}. To go on with it: {program()} play --resume {old}")


def _width() -> int:
    """Return the letters of a line at a terminal; 0 elsewhere, where lines stay whole."""
    if not sys.stdout.isatty():
        return 0
    import shutil

    return max(40, shutil.get_terminal_size().columns - 1)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A record; - reads it from the standard input.")],
    to: Annotated[int | None, typer.Option(min=0, help="Stop after this many actions.")] = None,
    verify: Annotated[bool, typer.Option(help="Say only whether all is as recorded.")] = False,
    events: Annotated[bool, typer.Option(help="Tell every action and what came of it.")] = False,
) -> int:
    """Play a record again, checking every step; shows where it ends."""
    from undercroft.engine import record as records
    from undercroft.play.draw import scene_lines

    text = _text(file)
    if text.startswith("{"):
        raise UndercroftError(f"{file}: this is a save, no record; undercroft record GAME prints the record of a game")
    try:
        record = records.read(text)
        if to is not None and to > len(record.steps):
            raise UndercroftError(f"it has only {len(record.steps)} actions, not {to}")
        steps = iter(record.steps)

        def tell(game: Any, step: Any) -> None:
            line = next(steps)
            typer.echo(f"> {line.seat}: {line.text}" if line.seat else f"> {line.text}")
            for event in step.events:
                if said := game.say(event):
                    typer.echo(said)

        game = records.replay(record, to=to, each=tell if events else None)
    except UndercroftError as error:
        raise UndercroftError(f"{file}: {error}") from None
    if not verify:
        for line in scene_lines(game.scene()):
            typer.echo(line)
    over = f", ended: {game.outcome.code}" if game.outcome else ""
    typer.echo(f"{game.turns} actions, all as recorded; state {game.digest()}{over}.")
    return 0


def _text(file: str) -> str:
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin is not None else b""
        else:
            path = Path(file)
            if path.is_dir():
                raise UndercroftError(f"{quoted(file, 200)}: that is a folder, no file")
            with path.open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise UndercroftError(f"{quoted(file, 200)}: cannot be read: {error.strerror or error}") from None
    except UndercroftError:
        raise
    except ValueError as error:
        raise UndercroftError(f"{quoted(file, 200)}: cannot be read: {error}") from None
    if len(data) > MOST_BYTES:
        raise UndercroftError(f"{quoted(file, 200)}: too large to be a record")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UndercroftError(f"{quoted(file, 200)}: line {line}: no text in UTF-8") from None


@app.command()
def seeds() -> int:
    """List your games: seed, options, where they stand, when last played."""
    from undercroft.play.given import options_line
    from undercroft.play.shelf import Shelf

    shelf = Shelf()
    ids = shelf.ids()
    if not ids:
        typer.echo("You have no games yet. Begin one with: undercroft play")
    broken = 0
    for name in ids:
        try:
            game = shelf.read(name)
        except ValueError as error:
            broken = FAILED
            typer.echo(f"undercroft: {_line(error)}", err=True)
            continue
        scene = game.scene()  # it can be drawn: the shelf has tried
        stands = (
            f"ended, {scene.summary or game.outcome.code}"
            if game.outcome
            else f"stands at: {scene.title or 'the start'}"
        )
        parts = [
            f"{name}: {game.book.name}, seed {game.seed}", "" if game.ranked else "practice",
            options_line(game.book.in_force(game.state, game.options)), f"{game.turns} actions",
            f"last played {shelf.played(name)}", stands,
        ]  # fmt: skip
        typer.echo("; ".join(filter(None, parts)))
    return broken


@app.command()
def history(
    rulebook: Annotated[str, typer.Argument(metavar="[RULEBOOK]", help="Only games of this one.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print all of it as JSON.")] = False,
) -> int:
    """List the games you finished, the last one first, and what they come to: wins, streaks, the deepest floor."""
    from undercroft.play import standing
    from undercroft.play.history import read_all
    from undercroft.play.shelf import history_folder

    runs, broken = read_all(history_folder())
    runs = standing.of(runs, rulebook)
    typer.echo(standing.as_json(runs) if json else "\n".join(standing.lines(runs)))
    for trouble in broken:
        typer.echo(f"undercroft: {_line(trouble)}", err=True)
    return FAILED if broken else 0


@app.command()
def rulebooks() -> int:
    """List the installed rulebooks and their options."""
    from undercroft.engine.rulebook import find
    from undercroft.engine.rulebook import rulebooks as installed
    from undercroft.play.given import option_lines

    for name in installed():
        book = find(name)
        typer.echo(f"{name}: {book.about or book.title or 'a rulebook.'}")
        for line in option_lines(book):
            typer.echo(f"  {line}")
    return 0


@app.command()
def rule(words: Annotated[list[str], typer.Argument(metavar="[RULEBOOK] ID|WORDS")]) -> int:
    """Show a rule or table row by its id, a section by its number, or rules by words in them."""
    from undercroft.engine.rulebook import find
    from undercroft.engine.rulebook import rulebooks as installed
    from undercroft.play.given import DEFAULT
    from undercroft.play.rulings import rule_lines

    name = DEFAULT
    if len(words) > 1 and words[0] in installed():
        name, *words = words
    try:
        lines = rule_lines(find(name), " ".join(words))
    except UndercroftError as error:
        meant = nearest(words[0], installed()) if len(words) > 1 and name == DEFAULT else ""
        if name == DEFAULT and (other := _elsewhere(words)):
            for line in other:
                typer.echo(line)
            return 0
        if not meant or "did you mean" in str(error):
            raise
        raise UndercroftError(f"{error}{meant}") from None
    for line in lines:
        typer.echo(line)
    return 0


def _elsewhere(words: list[str]) -> list[str]:
    """Return the rule that another rulebook than the usual one has by an id alone."""
    from undercroft.engine.rulebook import find
    from undercroft.engine.rulebook import rulebooks as installed
    from undercroft.play.given import DEFAULT
    from undercroft.play.rulings import rule_lines

    for name in installed():
        if name != DEFAULT and len(words) == 1 and any(ch.isdigit() for ch in words[0]):
            with contextlib.suppress(UndercroftError):
                return [f"{name}:", *rule_lines(find(name), words[0])]
    return []


@app.command(context_settings={"ignore_unknown_options": True})
def roll(
    expr: Annotated[list[str], typer.Argument(metavar="[x M] EXPR")],
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed rolls the same dice.")] = None,
) -> int:
    """Roll dice, such as 3d6+2 or 4d6 kh 3; `roll x 5 3d6` rolls five times."""
    from undercroft.engine.action import is_seed
    from undercroft.play import dicing
    from undercroft.play.given import chosen_seed

    text = dicing.words(expr, "roll", ("--seed", "--help"))
    if seed is not None and not is_seed(seed):
        raise UndercroftError("--seed is a whole number from 0 to 2^63 - 1")
    chosen = chosen_seed() if seed is None else seed
    lines = dicing.roll_lines(text, chosen)
    if seed is None:
        lines.append(f"Seed {chosen}.")
    typer.echo("\n".join(lines))
    return 0


@app.command(context_settings={"ignore_unknown_options": True})
def odds(expr: Annotated[list[str], typer.Argument(metavar="EXPR")]) -> int:
    """Show the exact odds of dice: each total with its chance, and the mean."""
    from undercroft.engine.dice import parse
    from undercroft.play import dicing

    typer.echo("\n".join(dicing.odds_lines(parse(dicing.words(expr, "odds")))))
    return 0


@app.command(context_settings=_FREE, add_help_option=False, options_metavar="[OPTIONS]")
def table(ctx: typer.Context) -> int:
    """Help a game master at a table: COMMAND ... [--seed N] [--json]; without a command, lists them all."""
    from undercroft.play import table as tables

    return tables.run(ctx.args)


@app.command()
def record(
    game: Annotated[str, typer.Argument(help="The id of one of your games, as seeds lists them.")],
    events: Annotated[bool, typer.Option(help="With what was told at each step.")] = False,
) -> int:
    """Print a saved game's record: a text that replay plays again."""
    from undercroft.play.shelf import Shelf

    typer.echo(Shelf().read(game).record(events=events), nl=False)
    return 0


@app.command(context_settings=_FREE, add_help_option=False, options_metavar="[OPTIONS]")
def prove(ctx: typer.Context) -> int:
    """Prove generated worlds: [RULEBOOK] --seed A..B [--json] [--workers K], and the rulebook's own options.

    One line tells of each seed that fails, by its first fault; the last line sums up. --json prints the whole report of
    every seed, one line each. With --workers, that many processes share the seeds; the answer is the same.
    """
    from undercroft.play import proving

    want = proving.read(ctx.args)
    if want.help:
        return _help(ctx, want.rulebook)
    failed = 0
    for line in proving.lines(want):
        typer.echo(line.text)
        failed += line.failed
    return UNPROVEN if failed else 0


def _line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return printable(text)[:500]


def run(words: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; every failure from outside is one line on the standard error."""
    from undercroft.engine.rules import UnknownRule

    usage: type[Exception] = typer.BadParameter.__mro__[
        2
    ]  # the base of all usage errors, whichever click typer is built on
    try:
        code = app(list(sys.argv[1:] if words is None else words), prog_name="undercroft", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        mute()
        return 1
    except (UndercroftError, UnknownRule) as error:
        return _fail(_line(error))
    except ValueError as error:
        if type(error).__name__ != "DiceError":
            raise
        return _fail(_line(error))
    except OSError as error:
        # Files are named; what has no name is what we print to.
        where = error.filename or "the standard output cannot be written"
        mute()
        return _fail(f"{where}: {error.strerror or error}")
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except usage as error:
        said = error.format_message() if hasattr(error, "format_message") else str(error)
        near = _near(said)
        return _fail(_line(ValueError(said.removesuffix(".") if near else said)) + near)


def _near(said: str) -> str:
    """Name the command nearest to one that does not exist, where the message does not already."""
    if "No such command" not in said or "mean" in said:
        return ""
    names = [
        command.name or (command.callback.__name__ if command.callback else "")
        for one in (app, lab)
        for command in one.registered_commands
    ]
    return nearest(said.partition("'")[2].partition("'")[0], [*names, "lab"])


def _fail(line: str) -> int:
    with contextlib.suppress(OSError, AttributeError):
        sys.stderr.write(f"undercroft: {line}\n")
        sys.stderr.flush()
    return FAILED


def mute() -> None:
    """Throw away what is still to be printed: nobody reads it any more."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
