"""The golden playthroughs of `descent`: how each is set up, who plays it, and the beats it must contain.

Of the seeds a golden may have, the first whose game holds all of its beats is taken. `tools/goldens.py` writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.rulebooks.descent.golden_players import Chooser, Hasty, Regicide, Wits
from tests.rulebooks.descent.golden_pupil import Pupil

import undercroft as uc
from undercroft.bots.descent import Competent
from undercroft.bots.player import offers
from undercroft.engine.action import Action
from undercroft.engine.event import Event
from undercroft.engine.game import Game
from undercroft.engine.record import read, write

RELOAD = 25
"""Actions between two times that the game of saves.txt is saved and loaded."""
BEAT = "# beat: "
"""How a beat stands in a record, as a remark."""
EASY = {"difficulty": "easy", "length": "short"}
LESSONS = (
    "welcome", "king-stands", "page-in-hand", "death", "metal-eating", "lid", "reports-unread", "shut-stair", "no-food",
    "flight", "vault", "hidden-door", "effect-on-all", "store-passed-by", "gear-eating", "level", "ceiling",
    "last-prize", "seen-coming", "thing-broken", "bribe",
)  # fmt: skip
"""The guide's lessons, S01 to S21."""


# --- beats ---


def matches(beat: str, event: Event[Any]) -> bool:
    """Say whether an event is the beat: `tag` or `tag.variant`, then any `field=value` that it must have."""
    code, *fields = beat.split(" ")
    variant = event.variant()
    if code != event.tag() and code != f"{event.tag()}.{variant}":
        return False
    return all(str(getattr(event, name)) == value for name, _, value in (one.partition("=") for one in fields))


def in_order(beats: Iterable[str], events: Iterable[Event[Any]]) -> str:
    """Return the first beat that does not come after those before it, or an empty text if all come."""
    left = iter(events)
    return next((beat for beat in beats if not any(matches(beat, event) for event in left)), "")


def found_beats(wanted: Sequence[str], events: Sequence[Event[Any]]) -> list[str]:
    """Return the wanted beats that happen, in the order in which each first happens."""
    first: dict[str, int] = {}
    for at, event in enumerate(events):
        for beat in wanted:
            if beat not in first and matches(beat, event):
                first[beat] = at
    return sorted(first, key=lambda beat: first[beat])


# --- goldens ---


@dataclass(frozen=True)
class Golden:
    """A playthrough: who plays it, how it is set up, and the beats it must contain in any order."""

    name: str
    player: Callable[[int], Chooser]
    options: dict[str, Any]
    beats: tuple[str, ...]
    seeds: range = range(1, 61)
    most: int = 1_500
    """Actions, at most."""
    ranked: bool = False
    ends: bool = True
    saved: bool = False
    """Saved and loaded every RELOAD actions while it is made."""
    kinds: tuple[str, ...] = ()
    """Kinds of action that it must hold, by code: those that no other golden is sure to hold."""


GOLDENS = (
    Golden(
        "win", lambda _: Competent(), EASY,
        ("setup.began", "store.bought", "stairs.taken.down", "doors.heard", "fight.closed.won", "level.gained",
         "chest.lifted", "chest.map", "vault.opened sort=wall", "vault.opened sort=plate", "king.joined", "spell.book",
         "stairs.taken.out", "engine.ended code=won-with-book"),
        ranked=True,
    ),
    Golden(
        "all-dead", lambda _: Hasty(),
        {"difficulty": "hard", "length": "short", "name": "Otto", "companions": ["wizard", "rogue", "wizard"]},
        ("setup.began", "fight.opened", "member.wounded", "member.fell", "engine.ended code=all-dead"),
    ),
    Golden(
        "king-lost", lambda _: Regicide(), EASY,
        ("king.joined", "spell.book", "member.fell.king member=king", "stairs.taken.out",
         "engine.ended code=lost-book-saved"),
    ),
    Golden(
        "wits", Wits, {},
        ("setup.guide.brief", "doors.sneaked", "doors.empty", "fight.closed.slipped", "doors.back", "bribe.refused",
         "bribe.declined poor=False", "bribe.paid", "flight.out", "flight.failed", "flight.landed", "flight.in",
         "flight.called", "search.done", "floors.found", "doors.silence", "doors.heard", "member.fell", "raise.kindled",
         "raise.raised source=light-of-life", "confirm.said_no", "engine.ended code=given-up"),
        seeds=range(1, 401),
        kinds=(
            "training.fight", "statue.mend", "bath.bathe", "setup.difficulty", "setup.length", "setup.name",
            "setup.companions", "setup.seed", "setup.set_guide",
            "search", "doors.call_in", "doors.sneak_in", "doors.come_out", "doors.slip_out", "gear.drop",
            "gear.unready", "gear.give", "member.set_rank", "thing.use", "thing.read", "thing.recite", "thing.aim",
            "thing.apply", "raise", "raise.kindle", "endings.give_up", "confirm.yes", "confirm.no", "fight.shift",
            "fight.guard", "fight.cover", "fight.wait", "handing.ready", "handing.hand", "handing.strip",
            "flight.run", "flight.call", "flight.walk_in", "bribe.ask", "bribe.pay", "bribe.decline",
            "practice.work_wall", "practice.work_plate", "vault.change", "vault.leave", "plate.take_back",
            "plate.take_hint",
            "guide.ask", "guide.accept", "guide.consult",
        ),
    ),
    Golden(
        "saves", lambda _: Competent(),
        {"difficulty": "normal", "length": "short", "name": "Brand", "companions": ["ranger", "fighter", "wizard"]},
        ("setup.began", "clock.meal", "fight.closed.won", "stairs.taken.down", "level.gained", "stairs.taken.out"),
        saved=True,
    ),
    Golden(
        "lessons", lambda _: Pupil(), EASY,
        (*(f"guide.opened lesson={lesson}" for lesson in LESSONS), "setup.guide.brief", "setup.guide.full",
         "vault.opened sort=wall", "vault.opened sort=plate", "statue.answered.broken", "bath.bathed",
         "engine.ended code=won-with-book"),
        most=4_000,
    ),
)  # fmt: skip


def play(golden: Golden, seed: int, *, saved: bool = False) -> tuple[Game[Any], list[Event[Any]]]:
    """Return the game of a seed as far as it goes, and all that happened; with `saved`, played on from saves."""
    player = golden.player(seed)
    game = uc.new("descent", seed=seed, ranked=golden.ranked, **golden.options)
    events: list[Event[Any]] = []
    while game.outcome is None and game.turns < golden.most:
        text = player.choose(game.view(), offers(game, game.asked)).removeprefix("!")
        step = game.act(text)
        if not step.accepted:
            raise RuntimeError(f"{golden.name}, seed {seed}, action {game.turns + 1}: {text!r} is refused")
        events += step.all_events
        if isinstance(player, Wits):
            player.told(step.events)
        if saved and game.turns % RELOAD == 0:
            game = uc.load(game.save())
    return game, events


def fits(golden: Golden, game: Game[Any], events: Sequence[Event[Any]]) -> str:
    """Return what a game lacks to be the golden, or an empty text."""
    if golden.ends and game.outcome is None:
        return f"no end within {golden.most} actions"
    found = {*found_beats(golden.beats, events), *kinds_of(game)}
    return ", ".join(one for one in (*golden.beats, *golden.kinds) if one not in found)


def kinds_of(game: Game[Any]) -> set[str]:
    """Return the codes of the kinds of action that a game's record holds."""
    twin = uc.new("descent", seed=game.first, ranked=game.ranked, **game.given)
    found: set[str] = set()
    for line in read(write(game)).steps:
        action = twin.parse(line.text)
        twin.act(line.text)
        found.add(action.tag() if isinstance(action, Action) else "")
    return found


def make(golden: Golden, say: Callable[[str], None] = lambda _: None) -> str:
    """Return the record of the first seed whose game holds all beats; LookupError if none of the seeds does."""
    for seed in golden.seeds:
        game, events = play(golden, seed, saved=golden.saved)
        if lacks := fits(golden, game, events):
            say(f"{golden.name}: seed {seed} lacks {lacks}")
            continue
        return with_beats(write(game, events=True), found_beats(golden.beats, events))
    raise LookupError(f"{golden.name}: no game of the seeds {golden.seeds} holds all of its beats")


def with_beats(record: str, beats: Sequence[str]) -> str:
    """Return a record that lists its beats below the head."""
    head, body = record.split("\n\n", 1)
    return f"{head}\n\n" + "".join(f"{BEAT}{beat}\n" for beat in beats) + body


def beats_of(record: str) -> list[str]:
    """Return the beats that a record lists."""
    return [line.removeprefix(BEAT) for line in record.splitlines() if line.startswith(BEAT)]


def without_beats(record: str) -> str:
    """Return a record as the game itself writes it."""
    return "".join(line for line in record.splitlines(keepends=True) if not line.startswith(BEAT))
