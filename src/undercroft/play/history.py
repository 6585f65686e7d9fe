"""What is left of a finished game: a record of the run as JSON for programs, and the same in Markdown for people.

It holds what the players may know at the end, and nothing that stayed hidden.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from undercroft.engine.errors import SaveError, UndercroftError
from undercroft.engine.game import Game, Step
from undercroft.engine.record import replay
from undercroft.engine.rulebook import choices, places
from undercroft.engine.save import read_file, write_file
from undercroft.engine.view import Sheet
from undercroft.play.given import options_line
from undercroft.play.words import again

KIND = "undercroft.run"
FORMAT = 1
JSON, MARKDOWN = ".json", ".md"


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One finished game."""

    kind: str
    format: int
    game: str
    rulebook: str
    version: str
    content: str
    title: str
    seed: int
    ranked: bool
    options: dict[str, Any]
    terms: dict[str, str]
    """The options that are one of a few words: games of the same terms can be compared."""
    ending: str
    won: bool
    actions: int
    ended: str
    """When, by the clock on the wall: UTC, ISO 8601."""
    state: str
    """The digest of its last state."""
    figures: list[tuple[str, str]]
    """The end screen."""
    facts: dict[str, Any]
    """What the rulebook tells of the run (see `undercroft.engine.tally`)."""
    story: list[tuple[int, str]]
    """What happened, each with the number of its action."""
    again: str
    """The command that plays the same game once more."""
    tale: list[str] = []
    """The end in words, a paragraph a line."""


def follow(path: Path, game: Game[Any]) -> tuple[str, list[str]]:
    """Write up a game that is over, or take away what was written of one that goes on; return where it is to be read,
    and its end in words.

    SaveError if it cannot be written.
    """
    story = path.with_suffix(MARKDOWN)
    if game.outcome is None:
        for one in (path, story):
            with suppress(OSError):
                one.unlink()
        return "", []
    with suppress(SaveError):
        if (written := read(path)).state == game.digest() and story.exists():
            return str(story), written.tale
    run = written_up(game, path.stem, datetime.now(UTC))
    write_file(story, markdown(run).encode())
    write_file(path, msgspec.json.format(msgspec.json.encode(run), indent=1) + b"\n")
    return str(story), run.tale


def written_up(game: Game[Any], id: str, ended: datetime) -> Run:
    """Return the record of a run that is over; ValueError if it is not."""
    if game.outcome is None:
        raise ValueError("the game is not over")
    book, seat = game.book, game.book.seats[0]
    options = book.in_force(game.state, game.options)
    plain = msgspec.json.decode(msgspec.json.encode(options))
    kinds = {one.name: one.type for one in msgspec.structs.fields(options)}
    facts, story, tale = _followed(game, seat)
    panel = game.look("ending", seat)
    return Run(
        KIND, FORMAT, id, book.name, book.version, book.fingerprint, book.title or book.name, game.seed, game.ranked,
        plain, {name: value for name, value in plain.items() if choices(kinds[name]) and not places(kinds[name])},
        game.outcome.code, seat in game.outcome.winners, game.turns,
        ended.isoformat(timespec="milliseconds"), game.digest(), list(panel.pairs) if isinstance(panel, Sheet) else [],
        facts, story, again(game), tale,
    )  # fmt: skip


def _followed(game: Game[Any], seat: str) -> tuple[dict[str, Any], list[tuple[int, str]], list[str]]:
    """Play the game once more beside its tally; return the facts, what was told of the events that matter, and the
    end in words.
    """
    tally = game.book.tally()
    story: list[tuple[int, str]] = []

    def note(twin: Game[Any], step: Step[Any]) -> None:
        tally.note(twin.state, step.all_events)
        story.extend(
            (twin.turns, said) for event in tally.story(twin.state, step.seen(seat)) if (said := twin.say(event))
        )

    # Rules that changed in mid-game leave a record that does not replay: then the state alone tells.
    with suppress(UndercroftError):
        replay(game.record(), book=game.book, each=note, world=game.origin)
    return tally.facts(game.state), story, tally.tale(game.state)


# -- Markdown -------------------------------------------------------------------------------------------------------


def markdown(run: Run) -> str:
    """Return a run for people to read."""
    how = "ranked" if run.ranked else "practice"
    when = run.ended[:16].replace("T", " ")
    lines = [
        f"# {_plain(run.title)}: {run.ending}", "",
        f"Game {run.game}, {how}, seed {run.seed}, {run.actions} actions; ended {when} UTC.",
    ]  # fmt: skip
    if run.options:
        lines += ["", f"Options: {_plain(options_line(run.options))}."]
    for paragraph in run.tale:
        lines += ["", _plain(paragraph)]
    if run.figures:
        lines += ["", "## The end", "", *_table(("", ""), run.figures)]
    for name, rows in run.facts.items():
        if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
            heads = tuple(dict.fromkeys(head for row in rows for head in row))
            lines += [
                "",
                f"## {_label(name)}",
                "",
                *_table(heads, [[row.get(head, "") for head in heads] for row in rows]),
            ]
    if words := [
        (_label(name), _said(value)) for name, value in run.facts.items() if _is_word(value) and value not in ("", [])
    ]:
        lines += ["", "## Facts", "", *_table(("", ""), words)]
    if run.story:
        lines += ["", "## What happened", "", *(f"- {turn}: {_plain(said)}" for turn, said in run.story)]
    if run.again:
        lines += ["", "## Play it again", "", f"    {run.again}"]
    return "\n".join([*lines, ""])


def _is_word(value: Any) -> bool:
    return isinstance(value, (int, str)) or (isinstance(value, list) and all(isinstance(one, str) for one in value))


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value)


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _table(heads: Any, rows: Any) -> list[str]:
    return [f"| {' | '.join(_plain(str(cell)) for cell in row)} |" for row in (heads, ["---"] * len(heads), *rows)]


def _plain(text: str) -> str:
    """Return a text in which Markdown sees no signs of its own: names are players'."""
    return text if text == "---" else re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", text)


# -- reading --------------------------------------------------------------------------------------------------------


def read(path: Path) -> Run:
    """Read a run; SaveError names the file that is none."""
    try:
        run = msgspec.json.decode(read_file(path), type=Run)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise SaveError(f"{path}: no record of a run: {error}") from None
    if run.kind != KIND or run.format != FORMAT:
        raise SaveError(f"{path}: no record of a run that this program reads")
    return run


def read_all(folder: Path) -> tuple[list[Run], list[SaveError]]:
    """Read every run of a folder, the one that ended last first; and say what is wrong with each file that is none."""
    runs, broken = [], []
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == JSON)
    except FileNotFoundError:
        return [], []
    except OSError as error:
        raise SaveError(f"{folder}: cannot be read: {error.strerror or error}") from None
    for path in paths:
        try:
            runs.append(read(path))
        except SaveError as error:
            broken.append(error)
    return sorted(runs, key=lambda run: (run.ended, run.game), reverse=True), broken
