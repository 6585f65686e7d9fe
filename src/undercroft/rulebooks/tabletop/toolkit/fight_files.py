"""A fight at a game master's table as a file (T23.13, T24.9): begun, kept in a save, taken back, told again.

The file is the engine's save: the world in it holds the party as its sheets were, and where they lie.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from undercroft.engine.errors import BadUse, SaveError, quoted
from undercroft.engine.event import Event
from undercroft.engine.game import Game, Step
from undercroft.engine.record import replay
from undercroft.engine.save import aside, pack, read_file, unpack
from undercroft.engine.world import World
from undercroft.rulebooks import tabletop
from undercroft.rulebooks.tabletop import fights, kinds, records, sheets
from undercroft.rulebooks.tabletop.parties import Party
from undercroft.rulebooks.tabletop.records import Character, State

TableGame = Game[State]
RULE = "T23.13"


class Origin(NamedTuple):
    """Where a fight's party came from: its file, "" for none, and its sheets in marching order, none without files."""

    party: str
    sheets: tuple[str, ...]
    characters: tuple[Character, ...]
    written: tuple[Character, ...]
    """As they were when the fight was last written into the sheets; as it began, if it never was."""

    @property
    def word(self) -> str:
        """What names the party in another command; empty for one without files."""
        return self.party or ",".join(self.sheets)


def begin(path: str, party: Party, seed: int, switches: dict[str, bool]) -> TableGame:
    """Return a table where a party waits for its foes; BadUse if nobody of it lives."""
    if all(c.dead for c in party.characters):
        raise BadUse("fight: nobody of the party is alive (T23.13)")
    order = tuple(c.id for c in party.characters)
    files = {
        "party": _from(path, party.path) if party.path else "", "sheets": [_from(path, f.path) for f in party.files]
    }  # fmt: skip
    kept = {
        "characters": [(c.id, c) for c in party.characters],
        "party": records.Party(order, party.front, party.pool), "files": files,
    }  # fmt: skip
    tables = msgspec.json.decode(msgspec.json.encode(kept))
    world = World(tabletop.rulebook.name, tabletop.rulebook.fingerprint, 1, tables)
    return Game(tabletop.rulebook, seed, {"play": "fight", **switches}, world=world)


def load(path: str) -> TableGame:
    """Return the fight of a file; SaveError, one line, for what is none."""
    try:
        data = read_file(Path(path))
        game: TableGame = unpack(data, book=tabletop.rulebook)
        if game.options.play != "fight" or game.origin is None or "files" not in game.origin.tables:
            raise SaveError("this is a game, but no fight at a table")
        origin(path, game)
    except (ValueError, KeyError, TypeError) as error:
        said = _other(path) or " ".join(str(error).split()).removeprefix(f"{path}: ")
        if Path(path).name and (older := aside(Path(path), "old")).exists():
            said += f"; as it was one step before it is kept in {older}"
        raise SaveError(f"{path or quoted(path)}: {said}") from None
    return game


def _other(path: str) -> str:
    """Say what a file is that is no save; empty where nothing tells."""
    try:
        text = sheets.load(path)
    except sheets.SheetError:
        return ""
    if not text.lstrip().startswith("{") and (told := kinds.game_file(text)):
        return told
    party = kinds.members(text) is not None
    if not party and not sheets.looks_like_one(path):
        return ""
    return (
        f"this is a {'party' if party else 'character'}'s file, and a fight is kept in one of its own: "
        f"fight FILE new {path} GROUP ({RULE})"
    )


def packed(game: TableGame) -> bytes:
    """Return the bytes of the file."""
    return pack(game)


def origin(path: str, game: TableGame) -> Origin:
    """Return where the party of a fight came from, as seen from here."""
    assert game.origin is not None
    tables = game.origin.tables
    files = msgspec.convert(tables["files"], dict[str, Any])
    characters = tuple(msgspec.convert(row, Character) for _, row in tables["characters"])
    listed = tuple(_to(path, one) for one in msgspec.convert(files["sheets"], list[str]))
    written = msgspec.convert(files.get("written", ()), tuple[Character, ...]) or characters
    return Origin(_to(path, files["party"]) if files["party"] else "", listed, characters, written)


def write_down(game: TableGame, characters: tuple[Character, ...]) -> None:
    """Keep in the fight itself how its party stands in the sheets now: no undo takes that back."""
    _note(game, "written", msgspec.to_builtins(characters))


def made_by_new(game: TableGame) -> int:
    """Return how many actions `new` did, to be taken back as one step."""
    assert game.origin is not None
    return msgspec.convert(game.origin.tables["files"].get("new", 0), int)


def note_new(game: TableGame, count: int) -> None:
    """Keep in the fight how many actions `new` did; 0 once they are taken back."""
    _note(game, "new", count)


def _note(game: TableGame, key: str, value: Any) -> None:
    assert game.origin is not None
    tables = game.origin.tables
    game.origin = msgspec.structs.replace(game.origin, tables={**tables, "files": {**tables["files"], key: value}})


def _from(path: str, file: str) -> str:
    """Return a file's name as seen from the fight's folder: both may move together."""
    return Path(os.path.relpath(file, Path(path).parent)).as_posix()


def _to(path: str, file: str) -> str:
    return os.path.normpath(Path(path).parent / file)


def without_last(game: TableGame, count: int) -> TableGame:
    """Return the fight without its last actions: its record played again up to there."""
    return replay(game.record(), to=game.turns - count, world=game.origin, book=game.book)


class Told(NamedTuple):
    """A step of the record, played again: what was typed, what it brought, and the table just after it."""

    step: str
    game: TableGame
    done: Step[State]


def tell(game: TableGame, each: Callable[[Told], None]) -> None:
    """Play the record again, step by step."""
    steps = [line.removeprefix("> ").rpartition(" = ")[0] for line in game.lines()]
    replay(
        game.record(), world=game.origin, book=game.book,
        each=lambda twin, done: each(Told(steps[twin.turns - 1], twin, done)),
    )  # fmt: skip


def ended(game: TableGame) -> list[tuple[fights.FightEnded, tuple[str, ...]]]:
    """Return the combats that have ended, each with who of those that took part was alive then (T16.7)."""
    found: list[tuple[fights.FightEnded, tuple[str, ...]]] = []

    def note(told: Told) -> None:
        alive = told.game.state.characters
        found.extend(
            (event, tuple(who for who in event.took_part if not alive[who].dead))
            for event in told.done.all_events
            if isinstance(event, fights.FightEnded)
        )

    tell(game, note)
    return found


def said(game: TableGame, events: tuple[Event[Any], ...]) -> Iterator[tuple[Event[Any], str]]:
    """Give events with their sentences; what the players do not learn is marked."""
    for event in events:
        if sentence := game.say(event):
            alone = event.seen_by(game.state) == (records.MASTER,)
            yield event, f"{sentence} (for the GM alone)" if alone else sentence


def sheet_after(before: Character, after: Character, path: str) -> tuple[str, str]:
    """Return a sheet's path and its text once what the fight changed is written into it; all else stays (T24.4).

    What was changed on the sheet meanwhile, such as its points, stays too. BadUse where the sheet no longer has what
    the fight changed, or is somebody else's.
    """
    file = sheets.read(path)
    old, new, values = map(sheets.values_of, (before, after, file.character))
    for key in ("name", "class", "kin"):
        if values[key] != old[key]:
            raise BadUse(f"{path}: {key} is {quoted(values[key])} here, and {quoted(old[key])} in the fight ({RULE})")
    for key in (key for key in old if old[key] != new[key]):
        if isinstance(values[key], list):
            values[key] = _merged(key, old[key], new[key], values[key], path)
        elif values[key] in (old[key], new[key]):
            values[key] = new[key]
        else:
            raise BadUse(
                f"{path}: {key} is {values[key]} here, but the fight made {new[key]} of {old[key]}: "
                f"nothing is written; put it right by hand ({RULE})"
            )
    return path, sheets.rewritten(file, values)


def _merged(key: str, old: list[str], new: list[str], there: list[str], path: str) -> list[str]:
    """Return a list of a sheet without the entries that the fight took, and with those that it added."""
    taken, added = Counter(old) - Counter(new), Counter(new) - Counter(old)
    if missing := list((taken - Counter(there)).elements()):
        raise BadUse(f"{path}: {key} no longer has {quoted(missing[0])}: nothing is written ({RULE})")
    if there == old:
        return new
    kept = list(there)
    for one in taken.elements():
        kept.remove(one)
    return [*kept, *added.elements()]


def is_there(path: str) -> bool:
    """Say whether there is such a file."""
    return os.path.lexists(path)


def free(path: str) -> None:
    """Hold that there is no such file yet; BadUse if there is: a fight is not begun over another."""
    if is_there(path):
        raise BadUse(f"{path}: there is such a file already; take another name, or remove it (T23.13)")
