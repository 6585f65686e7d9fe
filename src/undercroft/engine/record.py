"""The text record: game record, golden playthrough and bug report in one format that a person can read.

    undercroft record 1
    rulebook descent 1
    content 8f1c22aa
    seed 7
    mode practice
    options {"difficulty":"easy"}
                                        an empty line ends the head
    > walk north = 2 5                  an action, the draws it took, the events it made
    | A band is upon you.               what was told of it: for readers, ignored when read
    # state 50 0123456789abcdef         the state's digest after 50 actions, and after the last: so a record ends
    # any other line that begins so is a remark

Reading is strict: any other line is an error that names its number, and so is a record that was cut.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from undercroft.engine.action import Refusal, is_seed, whole
from undercroft.engine.errors import Diverged, RecordError, SaveError, UnknownName, article, printable, quoted, word
from undercroft.engine.game import Game
from undercroft.engine.rulebook import Rulebook, find
from undercroft.engine.world import World, read_world

FORMAT = 1
FIRST = "undercroft record"
MOST = 20_000_000
"""Letters in the longest record that is read."""
STEP = re.compile(r"> (?:(?P<seat>[^ :]+): )?(?P<text>.*) = (?P<draws>0|[1-9][0-9]{0,8}) (?P<events>0|[1-9][0-9]{0,8})")
"""An action's line."""
DIGEST = re.compile(r"[0-9a-f]{16}")
_CHECK = re.compile(r"#\s*state(?!\w)", re.IGNORECASE)
"""What looks like a state's digest, and therefore must be one."""


class Line(msgspec.Struct, frozen=True):
    """One action of a record."""

    number: int
    seat: str
    text: str
    draws: int
    events: int
    digest: str = ""


class Record(msgspec.Struct, frozen=True):
    """A record as read: the head, and the actions."""

    rulebook: str
    version: str
    content: str
    seed: int
    ranked: bool
    options: dict[str, Any]
    steps: tuple[Line, ...]
    world: str = ""
    carried: World | None = None
    digest: str = ""
    """The state's before the first action, where the record names it."""


def head(game: Game[Any], *, carry: bool = True) -> list[str]:
    """Return the head's lines."""
    book = game.book
    lines = [
        f"{FIRST} {FORMAT}",
        f"rulebook {book.name} {book.version}",
        f"content {book.fingerprint}",
        f"seed {game.first}",
        f"mode {'ranked' if game.ranked else 'practice'}",
        f"options {msgspec.json.encode(game.given, order='sorted').decode()}",
    ]
    if game.origin is not None:
        lines.append(f"world {game.origin.digest}")
        if carry:
            lines.append(f"world-data {game.origin.json().decode()}")
    return lines


def write(game: Game[Any], *, events: bool = False) -> str:
    """Return the record of a game; with events, also what was told at each step."""
    lines = [*head(game), ""]
    told: list[list[str]] = []
    if events:
        replay(write(game), book=game.book, each=lambda twin, step: told.append([twin.say(e) for e in step.events]))
    checks = game.checks
    for at, line in enumerate(game.lines(), 1):
        lines.append(line)
        lines.extend(f"| {said}" for said in (told[at - 1] if events else ()) if said)
        if at in checks:
            lines.append(f"# state {at} {checks[at]}")
    if game.turns not in checks:
        lines.append(f"# state {game.turns} {game.digest()}")
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Read a record strictly; RecordError names the line that is wrong."""
    if not isinstance(text, str):
        raise TypeError(f"a record is a text or what read() gives, not {article(text)}")
    if len(text) > MOST:
        raise RecordError(f"line 1: a record of {len(text)} letters is too long")
    lines = text.removeprefix("\ufeff").split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    if not lines or not lines[0].startswith(FIRST + " "):
        raise RecordError(f"line 1: {quoted(lines[0] if lines else '')}: a record begins with {FIRST} {FORMAT}")
    if lines[0] != f"{FIRST} {FORMAT}":
        raise RecordError(f"line 1: {quoted(lines[0])}: this program reads format {FORMAT}")
    fields, at = _read_head(lines)
    steps: list[Line] = []
    start = ""
    for number in range(at + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.startswith("> "):
            steps.append(_read_step(number, line))
        elif line.startswith("#") and _CHECK.match(line):
            digest = _read_check(number, line, len(steps))
            if steps:
                steps[-1] = msgspec.structs.replace(steps[-1], digest=digest)
            else:
                start = digest
        elif not (line.startswith(("| ", "#")) or line in ("", "|")):
            raise RecordError(f"line {number}: {quoted(line)}: neither an action (>), nor told (|), nor a remark (#)")
    if not (steps[-1].digest if steps else start):
        raise RecordError(f'line {len(lines) + 1}: the record ends without "# state {len(steps)} DIGEST": it was cut')
    name, _, version = fields["rulebook"].partition(" ")
    carried = fields.get("world-data")
    if carried is not None and carried.digest != fields.get("world"):
        raise RecordError("the world that the record carries is not the one it names")
    return Record(
        name, version, fields["content"], int(fields["seed"]), fields["mode"] == "ranked",
        fields["options"], tuple(steps), fields.get("world", ""), carried, start,
    )  # fmt: skip


_HEAD = ("rulebook", "content", "seed", "mode", "options")


def _read_head(lines: list[str]) -> tuple[dict[str, Any], int]:
    fields: dict[str, Any] = {}
    at = 1
    while at < len(lines) and lines[at] != "":
        key, _, value = lines[at].partition(" ")
        at += 1
        if key not in (*_HEAD, "world", "world-data") or key in fields:
            raise RecordError(f"line {at}: {quoted(lines[at - 1])}: not a line of a record's head")
        if key == "seed" and not is_seed(whole(value)):
            raise RecordError(f"line {at}: {quoted(value)}: a seed is a whole number from 0 to 2^63 - 1")
        if key == "mode" and value not in ("ranked", "practice"):
            raise RecordError(f"line {at}: {quoted(value)}: a game is ranked or practice")
        if key == "options":
            try:
                fields[key] = msgspec.json.decode(value, type=dict[str, Any])
                continue
            except (msgspec.MsgspecError, RecursionError):
                raise RecordError(f"line {at}: {quoted(lines[at - 1])}: options are a JSON object") from None
        if key == "world-data":
            try:
                fields[key] = read_world(value)
                continue
            except SaveError as error:
                raise RecordError(f"line {at}: {error}") from None
        fields[key] = value
    missing = [key for key in _HEAD if key not in fields]
    if missing:
        raise RecordError(f"line {at + 1}: the head ends without its line {missing[0]}")
    return fields, at


def _read_step(number: int, line: str) -> Line:
    found = STEP.fullmatch(line)
    if found is None:
        raise RecordError(f'line {number}: {quoted(line)}: an action ends with "= draws events"')
    return Line(number, found["seat"] or "", found["text"], int(found["draws"]), int(found["events"]))


def _read_check(number: int, line: str, turns: int) -> str:
    digest = line.removeprefix(f"# state {turns} ")
    if digest == line or not DIGEST.fullmatch(digest):
        raise RecordError(f'line {number}: {quoted(line)}: here stands "# state {turns} DIGEST"')
    return digest


def begin(record: Record, world: World | None = None, book: Rulebook[Any] | None = None) -> Game[Any]:
    """Return the game at the record's start, by the rulebook installed or given; RecordError if there is none."""
    if book is None:
        book = find(record.rulebook)
    elif book.name != record.rulebook:
        raise RecordError(f"the record is of {quoted(record.rulebook)}, not of {book.name}")
    if record.version != book.version:
        raise RecordError(
            f"the record is of {book.name} {word(record.version)}; this program plays {book.name} {book.version}"
        )
    if record.content != book.fingerprint:
        raise RecordError(f"the record is of content {word(record.content)}; this program has {book.fingerprint}")
    start = world or record.carried
    if record.world and (start is None or start.digest != record.world):
        raise RecordError(f"the record starts from world {word(record.world)}, which it does not carry: give it")
    return Game(book, record.seed, record.options, ranked=record.ranked, world=start)


def replay(
    record: Record | str,
    *,
    to: int | None = None,
    world: World | None = None,
    book: Rulebook[Any] | None = None,
    each: Callable[[Game[Any], Any], None] | None = None,
) -> Game[Any]:
    """Play a record again, all of it or the first `to` actions, checking every step.

    Diverged names the first step that differs; RecordError what cannot be read.
    """
    if to is not None and type(to) is not int:
        raise TypeError(f"to is a whole number, not {article(to)}")
    if to is not None and to < 0:
        raise ValueError(f"to is 0 or more, not {to}")
    if not isinstance(record, Record):
        record = read(record)
    game = begin(record, world, book)
    if record.digest and game.digest() != record.digest:
        raise Diverged(f"before step 1: the state is {game.digest()}; the record says {record.digest}")
    for at, line in enumerate(record.steps[:to], 1):
        drawn = game.streams.draws
        where = f"step {at} (line {line.number}): {quoted(line.text)}"
        try:
            step = game.act(line.text, line.seat or None)
        except UnknownName as error:
            raise Diverged(f"{where}: {error}") from None
        if not step.accepted:
            refusal: Refusal = step.refusals[0]
            raise Diverged(f"{where}: refused: {printable(game.say(refusal))}")
        draws, events = game.streams.draws - drawn, len(step.all_events)
        if (draws, events) != (line.draws, line.events):
            raise Diverged(
                f"{where}: {draws} draws and {events} events; the record says {line.draws} and {line.events}"
            )
        if line.digest and game.digest() != line.digest:
            raise Diverged(f"{where}: the state is {game.digest()}; the record says {line.digest}")
        if each is not None:
            each(game, step)
    return game
