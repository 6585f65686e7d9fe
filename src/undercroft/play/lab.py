"""The lab's commands: `undercroft lab run`. The lab itself is imported when one is given."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from undercroft.engine.errors import BadOption, nearest, quoted

INTERRUPTED = 130
"""Exit code after Ctrl-C."""

app = typer.Typer(rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def _top(ctx: typer.Context) -> None:
    """Many games, played by bots and counted: lab run."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command()
def run(
    rulebook: Annotated[str, typer.Argument(metavar="RULEBOOK", help="What to play.")],
    games: Annotated[int, typer.Option(help="How many games; each has a seed of its own.")],
    bot: Annotated[str, typer.Option(help="Who plays, by name; without a name, they are listed.")] = "",
    seed: Annotated[int, typer.Option(help="The seed of the first game; the next has the next.")] = 1,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="OPTION=VALUE", help="An option of the rulebook; random draws it each game."),
    ] = None,
    most: Annotated[int, typer.Option(help="Actions after which a game is left as it stands.")] = 20_000,
    workers: Annotated[int, typer.Option(help="Processes; the answer is the same for any number of them.")] = 1,
    out: Annotated[str, typer.Option(help="Keep results here as they come, and go on from those there are.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> int:
    """Play many games, one seed after another, and say what they come to, with intervals.

    Stop it when you like: with --out, the same command goes on where it was.
    """
    from undercroft.bots.chosen import names
    from undercroft.lab import batch
    from undercroft.lab.plan import Plan
    from undercroft.lab.report import report, written
    from undercroft.lab.summary import summary

    if not bot:
        raise BadOption(f"--bot is wanted, one of: {', '.join(names(rulebook))}")
    plan = Plan(rulebook, bot, _options(rulebook, set_ or ()), seed, most)
    done = 0

    def tell(number: int) -> None:
        nonlocal done
        done = number
        shown(f"{number} of {games} games")

    shown = _progress()
    try:
        results = batch.run(plan, games, workers=workers, out=Path(out) if out else None, tell=tell)
    except KeyboardInterrupt:
        shown("")
        kept = f"all are kept in {out}; the same command goes on" if out else "none are kept; --out FILE keeps them"
        typer.echo(f"undercroft: stopped after {done} of {games} games: {kept}", err=True)
        return INTERRUPTED
    except BaseException:
        shown("")
        raise
    shown("")
    found = summary(plan, results)
    typer.echo(written(found) if json else "\n".join(report(found)))
    return 1 if found["faults"] else 0


def _options(rulebook: str, pairs: Sequence[str]) -> dict[str, Any]:
    """Read `option=value` words in the types of the rulebook; BadOption for what cannot be."""
    import msgspec

    from undercroft.engine.rulebook import find
    from undercroft.lab.plan import RANDOM
    from undercroft.play.given import decoded, typed

    book = find(rulebook)
    kinds = {one.name: one.type for one in msgspec.structs.fields(book.options)}
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"--set {quoted(pair)}: write OPTION=VALUE")
        if name in found:
            raise BadOption(f"--set {name} is given twice")
        if name not in kinds:
            listed = nearest(name, kinds) or f"; it has: {', '.join(kinds)}"
            raise BadOption(f"{rulebook} has no option {quoted(name)}{listed}")
        found[name] = RANDOM if value == RANDOM else typed(name, value, kinds[name])
    drawn = {name: value for name, value in found.items() if value == RANDOM}
    plain = decoded(book, {name: value for name, value in found.items() if name not in drawn})
    return {name: drawn.get(name, plain.get(name)) for name in found}


def _progress() -> Callable[[str], None]:
    """Return what shows a line at a terminal in place of the one before; elsewhere it shows nothing."""
    if not sys.stderr.isatty():
        return lambda _: None
    width = 0

    def show(text: str) -> None:
        nonlocal width
        sys.stderr.write(f"\r{text:{width}}" if text else f"\r{'':{width}}\r")
        sys.stderr.flush()
        width = len(text)

    return show
