"""State of `tabletop`: records and ids, frames that are places, and the bases bound to it. It imports no chapter."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NewType

import msgspec

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
    level: Annotated[int, msgspec.Meta(ge=1, le=21)] = 1
    """The Level at which the first characters begin (T24.20)."""
    adventures: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """So many the campaign goes on for, 0 for as long as the players like (T24.21)."""
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


class Terms(Record):
    """What a campaign was begun on: the Level of its first characters (T24.20), and its end (T24.21).

    `until` is the number of adventures of the party after which it ends, 0 for none.
    """

    level: int = 1
    until: int = 0


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
    raised: int = 0
    """Levels that enchanting added to a wand (T19.6)."""
    form: str = ""
    """What a wand is turned into: "torch", "rope" or "" (T19.22)."""


class Magic(Record):
    """A magic item held."""

    kind: str
    known: bool = False
    spent: bool = False
    tried: tuple[str, ...] = ()
    """Who has tried to work it out (T13.6)."""


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
    sore: bool = False
    """Wounded in the last combat, and not bandaged since (T8.24)."""
    fell: int = -1
    """The turn in which the fallen character's bleeding was stopped (T8.23); -1 for none."""
    order: str = ""
    """A caster's standing order for automatic fights (T7.45), as typed."""
    deeds: int = 0
    """Adventure Points that deeds gave in the present adventure (T16.14)."""


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
    bow_dice: int = 0
    """Dice of a shot; 0 for a foe without a bow."""
    bow_add: int = 0
    boss: bool = False
    """The boss of an adventure (T22.48)."""
    astral: int = 0
    poison: int = 0
    """What its poison adds to the Test of Strength (T8.31)."""
    poison_dice: int = 0
    """Six-sided dice of its poison; 0 for a foe without any."""
    gift: str = ""
    """What a Kobold can do once (T11.29)."""
    used: str = ""
    """What it has done once, and cannot do again."""
    conditions: tuple[Condition, ...] = ()


class Stance(Record):
    """How a fighter stands in the present combat."""

    side: str
    """"party" or "group"."""
    rank: str = "front"
    """"front" or "back"; foes stand in front."""
    place: str = "in"
    """"in" the combat, "fled", "ran" (panicked away), "gave-up", "trusts" (T20.14), "vanished", "stayed-away"
    (withdrawn, T6.14)."""
    ready: bool = True
    defences: int = 0
    """Defence rolls used in this Combat Round."""
    guards: bool = False
    """Whether it may make two (T7.26)."""
    empty: tuple[str, ...] = ()
    """Crossbows that were shot and not loaded again (T8.16)."""
    bound: bool = False
    """Fallen, and its bleeding stopped (T7.28)."""
    lost: str = ""
    """Which own action will be lost: the "next" (T7.42, T12.29), this "round"'s alone (T12.28), "" for none."""
    tie: int = 0
    """Among equal Courage the higher acts first: what the dice settled for the whole combat (T7.3)."""
    hurt: bool = False
    """Lost Vitality in this combat (T8.24)."""
    seared: bool = False
    """Hurt in this Combat Round by a spell, or a silvered or magical weapon (T12.31)."""
    acted: bool = False
    """Has had a first own action in this combat (T12.33)."""
    casts: int = 0
    """Spells cast by standing order in this combat (T7.45)."""


class Fighting(Record):
    """The combat that goes on: where it is, whose turn it is, and what was tried already.

    `order` is fixed at the start of each Combat Round (T7.4); `at` is the place in it of the fighter whose turn it is.
    """

    groups: tuple[str, ...]
    began: tuple[int, ...]
    """How many each of the groups began with (T7.39)."""
    passage: bool = False
    road: bool = False
    way_out: bool = True
    """Whether frightened foes can flee; without it they surrender (T7.31)."""
    unaware: bool = False
    """In Combat Round 1 the foes neither act nor Defend (T7.10)."""
    back: str = ""
    """The room that fleeing characters gather in."""
    round: int = 0
    order: tuple[str, ...] = ()
    at: int = 0
    fallen: tuple[str, ...] = ()
    """Characters fallen and unbound as the round began (T8.19)."""
    intimidated: bool = False
    tested: tuple[tuple[str, str], ...] = ()
    """Groups whose morale was Tested, each with the cause: "half", "chief" (T7.39)."""
    shots: tuple[tuple[str, str, int], ...] = ()
    """Ammunition spent: (character, goods, pieces) (T8.15)."""
    thrown: tuple[tuple[str, Arm], ...] = ()
    """Weapons thrown, each with who threw it."""


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
    """Marching order, the size of the front rank, the pool of AP left over (T16.6), and the adventures completed.

    `newcomers` joined in the present pause and cannot retire in it; `departed` says whether the party ever set out
    (T18.16).
    """

    order: tuple[str, ...] = ()
    front: int = 2
    pool: int = 0
    ready: bool = False
    completed: int = 0
    failed: int = 0
    """Adventures that ended without success (T22.25)."""
    alone: tuple[str, ...] = ()
    """Who will withdraw from the others at the next camp (T6.13)."""
    newcomers: tuple[str, ...] = ()
    departed: bool = False


class Lot(Record):
    """Things that lie or are carried together: a group's treasure, what a chest holds, what lies on a floor."""

    silver: int = 0
    jewels: tuple[Jewel, ...] = ()
    items: tuple[Magic, ...] = ()
    arms: tuple[Arm, ...] = ()
    goods: tuple[tuple[str, int], ...] = ()
    """(Word, pieces) pairs, armour too."""
    objects: tuple[str, ...] = ()
    """Of the quest: "heirloom", "banner" (T22.21)."""


class Adventure(Record):
    """The adventure accepted: what was planned of it, and how far it is (T22).

    `number` counts a campaign's adventures from 1, 0 for none. `level` and `rating` are those of its start (T22.6).
    """

    number: int = 0
    length: str = ""
    setting: str = "normal"
    theme: str = ""
    quest: str = ""
    level: int = 1
    rating: int = 0
    boss: str = ""
    """The group that the boss leads."""
    captive: str = ""
    """The room where the captive is held, "with the party", or "" for none (T22.21, T22.52)."""
    entered: int = 0
    """The turn in which the party entered the dungeon (T22.24)."""
    fulfilled: int = -1
    """The turn in which the quest was fulfilled, -1 before that (T22.22, T22.24)."""
    carried: tuple[str, ...] = ()
    """Objects of the quest that the party has: "heirloom", "banner"."""
    fought: tuple[str, ...] = ()
    """Kinds of monster that the party has fought here (T22.39)."""
    wandered: int = 0
    """Wandering encounters so far (T22.35)."""
    omen: str = ""
    """What a stone guardian brought upon the next group met: "unaware", "waiting" or "" (T21.22)."""


class Room(Record):
    """A room of the dungeon, at a place of the map; `kind` names it. Hidden things stand in tables of their own."""

    id: str
    kind: str
    x: int
    y: int
    furniture: tuple[tuple[str, str], ...] = ()
    """Named pieces, each with the wall it stands at (T15.15)."""
    entered: bool = False
    shown: bool = False
    """Known from a map or a vision, with its exits (T21.27)."""
    sensed: tuple[str, ...] = ()
    """What kinds a Dwarf has sensed here, "treasure" or "door" (T15.12)."""
    floor: Lot = Lot()
    spiked: bool = False
    """Its doors are closed with spikes for the next camp (T10.16)."""


class Way(Record):
    """A connection of two rooms: a passage with or without a door (T22.27). `side` is its wall in `near`.

    `near` is never farther from the entrance than `far`. A secret door lies hidden at a `place` of `near` (T15.14).
    """

    id: str
    near: str
    far: str
    side: str
    metres: int
    door: bool = False
    shut: bool = False
    secret: bool = False
    found: bool = False
    place: str = ""
    difficulty: int = 0
    forced: bool = False
    """Broken open: whoever is behind it has heard (T7.12)."""
    signs: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """What was noticed at it: (room it was noticed in, "scent" or a rough number heard, kinds) (T22.36, T22.37)."""


class Enemy(Record):
    """One member of a group as it was made."""

    kind: str
    template: str = ""


class Group(Record):
    """All enemies of one encounter. `sort` is its budget's name; `made` is who came, the boss first."""

    id: str
    sort: str
    room: str = ""
    """Where it is now; "" on the road."""
    home: str = ""
    """The room it was made for; "" for wanderers and the road."""
    made: tuple[Enemy, ...] = ()
    lot: Lot = Lot()
    mood: str = ""
    """"" before it is met; then "unaware", "aware" or "waiting" (T7.9)."""
    gone: bool = False
    """It let the party pass, or ran off undefeated (T22.50)."""
    parleyed: bool = False
    riddled: bool = False
    parted: int = 0
    """Members that are a group of their own now (T7.37)."""
    tested: tuple[str, ...] = ()
    """Causes for which its morale was Tested, in whatever combat (T7.39)."""
    away: int = 0
    """The turn until which a boss does nothing (T22.48)."""


class Chest(Record):
    """A chest in a room. One that is hidden lies at a `place` and has a difficulty of 6 to 16 (T15.3)."""

    room: str
    lot: Lot = Lot()
    place: str = ""
    difficulty: int = 0
    found: bool = True
    open: bool = False


class Trap(Record):
    """A trap of a room, or of the chest in it. `state` is "set", "spent" or "disarmed"."""

    room: str
    kind: str
    number: int
    """What it adds to the Tests that find and disarm it (T21.1)."""
    chest: bool = False
    found: bool = False
    state: str = "set"
    caught: tuple[str, ...] = ()
    """Who lies in the pit or the net."""


class Feature(Record):
    """A feature of a room. A blocking one bars a way that leads from it; `open` once it is mastered (T21.30)."""

    room: str
    kind: str
    way: str = ""
    open: bool = False
    over: tuple[str, ...] = ()
    """Who has crossed (T21.20)."""
    lot: Lot = Lot()
    """What it gives: a potion, or the jewel eye."""
    place: str = ""
    difficulty: int = 0
    """Of a hidden lever (T21.19)."""
    found: bool = False
    dark: int = 0
    """The turn until which an All-Seeing Eye is black (T13.13)."""


class Stay(Record):
    """What a character chose in the present pause: a lodging ("" for none yet), and what enchanting will cost."""

    lodging: str = ""
    tried: bool = False
    """Tried to raise a wand (T19.2)."""
    owed: int = 0
    """Astral to be paid after the rest (T19.13)."""


class Inn(Record):
    """The village of the present pause: what its healer still has, the quest offered there, and what was accepted."""

    village: str = ""
    potions: tuple[str, ...] = ()
    quest: str = ""
    """"" until somebody asks for it."""
    theme: str = ""
    length: str = ""
    """"" until the quest is accepted."""
    setting: str = "normal"
    named: bool = False
    """Whether the players named the theme, which then stays while its band fits (T22.10)."""


class Journey(Record):
    """The road: whether it leads home, and the mishap that is open (T22.32)."""

    home: bool = False
    mishap: str = ""
    """The Quality that somebody must Test; "" for none."""
    failed: bool = False
    """The Test failed, and the party has to pay."""
    outside: bool = False
    """The party stands outside the dungeon's door, which it fled by (T7.47)."""


class Attempt(Record):
    """A task that somebody has had the one try at (T2.16); `task` is a word of the chapter that asks for it."""

    who: str
    task: str


class State(_State):
    """Everything a game of `tabletop` is."""

    indexed: ClassVar[dict[str, str]] = {"foes": "group", "groups": "room"}
    rolls: ClassVar[tuple[str, ...]] = (
        "attack", "defence", "damage", "break", "flee", "intimidate", "cowed", "morale", "terror", "stench", "song",
        "numbing", "poison", "poison-damage", "snatch", "follow", "resist", "sting", "mending", "web", "tie",
        *QUALITIES,
    )  # fmt: skip
    """Rolls that a game master may force (T23.14)."""
    roll_most: ClassVar[dict[str, int]] = {**dict.fromkeys(rolls, 20), "damage": 120, "poison-damage": 120}
    """One d20 each, or at most the twenty d6 that a monster's figures allow."""

    switches: Switches = Switches()
    terms: Terms = Terms()
    place: Place = Place()
    clock: Clock = Clock()
    party: Party = Party()
    adventure: Adventure = Adventure()
    inn: Inn = Inn()
    journey: Journey = Journey()
    characters: Table[str, Character]
    retired: Table[str, Character]
    """Their sheets are kept, and nobody plays them any more (T18.15)."""
    foes: Table[str, Foe]
    attempts: Table[str, Attempt]
    stays: Table[str, Stay]
    stances: Table[str, Stance]
    """Of the present combat alone, party and foes, in marching and listed order."""
    fight: Fighting | None = None
    """None outside combat."""
    rooms: Table[str, Room]
    ways: Table[str, Way]
    groups: Table[str, Group]
    chests: Table[str, Chest]
    """By room, as traps and features are: a room holds one thing (T22.28)."""
    traps: Table[str, Trap]
    features: Table[str, Feature]


class Event(_event.Event[State], frozen=True):
    """Base of this rulebook's events."""


class Action(_action.Action[State], frozen=True):
    """Base of this rulebook's actions."""


class Frame(_agenda.Frame[State], frozen=True):
    """Base of this rulebook's frames."""


Ctx = _ctx.Ctx[State]

__all__ = [
    "MASTER", "PLAYER", "QUALITIES", "Action", "Adventure", "Arm", "Attempt", "Character", "Chest", "Clock",
    "Condition", "Ctx", "Enemy", "Event", "Feature", "FighterId", "Fighting", "Foe", "Frame", "Group", "GroupId",
    "Inn", "Jewel", "Journey", "Lot", "Magic", "Options", "Party", "Place", "QualityName", "Record", "Room", "RoomId",
    "Score", "Stance", "State", "Stay", "Switches", "Table", "Terms", "Trap", "Way", "replace",
]  # fmt: skip
