"""State of `tabletop`: records and ids, frames that are places, and the bases bound to it. It imports no chapter."""

from __future__ import annotations

from typing import ClassVar, Literal, NewType

from undercroft.engine import action as _action
from undercroft.engine import agenda as _agenda
from undercroft.engine import ctx as _ctx
from undercroft.engine import event as _event
from undercroft.engine.rulebook import Options as _Options
from undercroft.engine.state import Record, Table, replace
from undercroft.engine.state import State as _State

PLAYER, MASTER = "player", "gm"
"""The seats: the players together, and the game master of a table's fight."""

FighterId = NewType("FighterId", str)
"""A character's id, or the id of a foe."""
GroupId = NewType("GroupId", str)
"""All enemies of one encounter: `group-3`."""
RoomId = NewType("RoomId", str)
"""`room-7`; the entrance is `room-1`."""

QualityName = Literal["courage", "intelligence", "charisma", "agility", "strength"]
QUALITIES: tuple[QualityName, ...] = ("courage", "intelligence", "charisma", "agility", "strength")
Score = Literal["attack", "defence"]


class Options(_Options, frozen=True):
    """What is fixed before a game: a solo campaign, or a fight at a table with its switches (T23.15)."""

    play: Literal["solo", "fight"] = "solo"
    master_stroke: bool = True
    breakage: bool = True
    unreadiness: bool = True
    bleeding: bool = True
    terror: bool = True


class Switches(Record):
    """The rules of combat in force (T23.15)."""

    master_stroke: bool = True
    breakage: bool = True
    unreadiness: bool = True
    bleeding: bool = True
    terror: bool = True


class Condition(Record):
    """A timed effect on a fighter, such as a potion's or a spell's.

    `until` says what ends it: "turns" (when `left`, in turns, reaches 0), "rounds" (`left`, in Combat Rounds),
    "combat", "adventure" or "event" (what it names itself, such as waking).
    """

    kind: str
    amount: int = 0
    until: str = "turns"
    left: int = 0
    source: str = ""
    """Content id of the item or spell, or the id of the fighter it comes from."""


class Arm(Record):
    """A weapon held: `kind` is its content id; `coat` is the ointment on it (T13.53), "" for none."""

    kind: str
    silvered: bool = False
    foreign: bool = False
    """Foreign-made: 1 damage less, and a quarter of the price (T11.7, T10.11)."""
    broken: bool = False
    treated: bool = False
    """The Weapon Ointment works on it (T13.40)."""
    coat: str = ""


class Magic(Record):
    """A magic item held."""

    kind: str
    known: bool = False
    spent: bool = False


class Jewel(Record):
    """A jewel: its kind, and its weight in carats (eighths of a coin's)."""

    kind: str
    carats: int


class Character(Record):
    """A character: what the sheet says (T24.2). Qualities are base values; `conditions` make the effective ones.

    Attack and Defence include the Agility point (T3.14). `goods` are (id, count) pairs. `wielded` is the place of a
    weapon in `weapons`, -1 for bare hands.
    """

    id: str
    """The name in small letters, with hyphens: unique in the party."""
    name: str
    cls: str
    kin: str
    courage: int
    intelligence: int
    charisma: int
    agility: int
    strength: int
    attack: int
    defence: int
    vitality: int
    vitality_max: int
    level: int = 1
    ap: int = 0
    agility_point: str = "none"
    """The score that bears it: "attack", "defence" or "none"."""
    astral: int = 0
    astral_max: int = 0
    wand_level: int = 0
    silver: int = 0
    armour: str = "travelling-clothes"
    eaten: int = 0
    """Points of Protection that acid took from the armour (T12.27)."""
    shield: bool = False
    wielded: int = -1
    weapons: tuple[Arm, ...] = ()
    goods: tuple[tuple[str, int], ...] = ()
    items: tuple[Magic, ...] = ()
    jewels: tuple[Jewel, ...] = ()
    conditions: tuple[Condition, ...] = ()
    history: tuple[str, ...] = ()
    """One line a level gain (T17.26)."""
    dead: bool = False
    order: str = ""
    """A caster's standing order for automatic fights (T7.45), as typed."""


class Foe(Record):
    """An enemy with figures of its own: a game master may change any of them (T11.1)."""

    id: str
    """The kind and a number: `orc-2`."""
    kind: str
    group: str
    name: str
    courage: int
    vitality: int
    vitality_max: int
    protection: int
    attack: int
    defence: int
    dice: int
    """Six-sided dice of damage."""
    add: int
    attacks: int
    resist: int
    ml: int
    template: str = ""
    """"veteran", "chief" or ""."""
    arms: tuple[str, ...] = ()
    """Weapons other than the stat block's (T11.12)."""
    astral: int = 0
    gift: str = ""
    """What a Kobold can do once (T11.29)."""
    conditions: tuple[Condition, ...] = ()


class Stance(Record):
    """How a fighter stands in the present combat."""

    side: str
    """"party" or "group"."""
    rank: str = "front"
    """"front" or "back"; foes stand in front."""
    place: str = "in"
    """"in" the combat, "fled", "ran" (panicked away), "gave-up", "vanished", "stayed-away" (withdrawn, T6.14)."""
    ready: bool = True
    defences: int = 0
    """Defence rolls used in this Combat Round."""
    guards: bool = False
    """Whether it may make two (T7.26)."""
    loaded: bool = True
    bound: bool = False
    """Fallen, and its bleeding stopped (T7.28)."""
    lost: int = 0
    """Own actions that will be lost (T7.42, T12.29)."""
    tie: int = 0
    """The die that settled equal Courage (T7.3)."""


class Place(Record):
    """Where the party is: "creation", "village", "road", "dungeon", "fight" (at a game master's table)."""

    where: str = "creation"
    room: str = ""
    """In a dungeon."""
    came: str = ""
    """The room it came from."""
    leg: int = 0
    """Legs travelled on the present road (T22.1)."""


class Clock(Record):
    """Turns of five minutes since the adventure began (T6.1); the turn in which the last camp ended, -1 for none."""

    turn: int = 0
    camped: int = -1
    light: int = 0
    """Turns that the burning light still lasts; -1 for one that never burns out (T19.19)."""


class Party(Record):
    """Marching order, the size of the front rank, the pool of AP left over (T16.6), and the adventures completed."""

    order: tuple[str, ...] = ()
    front: int = 2
    pool: int = 0
    ready: bool = False
    completed: int = 0


class State(_State):
    """Everything a game of `tabletop` is."""

    indexed: ClassVar[dict[str, str]] = {"foes": "group"}

    switches: Switches = Switches()
    place: Place = Place()
    clock: Clock = Clock()
    party: Party = Party()
    characters: Table[str, Character]
    foes: Table[str, Foe]
    stances: Table[str, Stance]
    """Of the present combat alone, party and foes, in marching and listed order."""


class Event(_event.Event[State], frozen=True):
    """Base of this rulebook's events."""


class Action(_action.Action[State], frozen=True):
    """Base of this rulebook's actions."""


class Frame(_agenda.Frame[State], frozen=True):
    """Base of this rulebook's frames."""


Ctx = _ctx.Ctx[State]

__all__ = [
    "MASTER", "PLAYER", "QUALITIES", "Action", "Arm", "Character", "Clock", "Condition", "Ctx", "Event", "FighterId",
    "Foe", "Frame", "GroupId", "Jewel", "Magic", "Options", "Party", "Place", "QualityName", "Record", "RoomId",
    "Score", "Stance", "State", "Switches", "Table", "replace",
]  # fmt: skip
