"""State of `descent`: records and ids, the frames that are places, and the bases bound to it. It imports no chapter."""

from __future__ import annotations

from typing import ClassVar, Literal, NewType

from undercroft.engine import action as _action
from undercroft.engine import agenda as _agenda
from undercroft.engine import ctx as _ctx
from undercroft.engine import event as _event
from undercroft.engine.rulebook import Options as _Options
from undercroft.engine.state import Record, Table, remembered, replace
from undercroft.engine.state import State as _State

MemberId = NewType("MemberId", str)
"""`hero`, `king`, or a companion's name in small letters."""
ItemId = NewType("ItemId", str)
"""The sort and a number: `weapon-4`, `bottle-3.2` (the second bottle generated on floor 3)."""
MonsterId = NewType("MonsterId", str)
"""The kind and a number within its fight: `orc-2`."""
RoomId = NewType("RoomId", str)
"""Floor and block: `room-3.7`."""
DoorId = NewType("DoorId", str)
"""Floor, block and side: `door-3.7n`."""
Cell = NewType("Cell", int)
"""y times 25 plus x on a floor's grid."""

WIDTH, HEIGHT = 25, 16
COURTYARD = 0
"""The floor number of the courtyard."""

ClassId = Literal["king", "hero", "wizard", "rogue", "fighter", "ranger"]
Companion = Literal["wizard", "rogue", "fighter", "ranger"]
Heading = Literal["north", "east", "south", "west"]


class Options(_Options, frozen=True):
    """What is fixed before a run (D1.4), besides the seed."""

    difficulty: Literal["easy", "normal", "hard"] = "normal"
    length: Literal["short", "standard", "long"] = "standard"
    name: str = "Rowan"
    companions: tuple[Companion, Companion, Companion] = ("fighter", "rogue", "wizard")


class Setup(Record):
    """The setup in force."""

    difficulty: str = "normal"
    length: str = "standard"
    name: str = "Rowan"
    companions: tuple[str, ...] = ("fighter", "rogue", "wizard")
    brief: bool = False


class Place(Record):
    """Where the party is: floor 0 is the courtyard; in a room the cell is the hall cell it came in from."""

    floor: int = COURTYARD
    cell: int = -1
    room: str = ""


class Clock(Record):
    """Steps taken (minutes), and the hunger meter."""

    step: int = 0
    hunger: int = 0


class Purse(Record):
    """What belongs to the party: gold and rations."""

    gold: int = 0
    rations: int = 0


class Quest(Record):
    """Prizes, maps and pages. `pages` are spell ids in the order taken, twice where both copies are held."""

    book: bool = False
    king: bool = False
    """Whether the king has joined (he counts as found for good, D9.16)."""
    maps: tuple[int, ...] = ()
    pages: tuple[str, ...] = ()
    soft_step: bool = False


class Lore(Record):
    """What the party has learnt: item kinds by use or name, in the order learnt."""

    kinds: tuple[str, ...] = ()


class Counts(Record):
    """Numbers given out, and the tallies of the end screen (D30.12)."""

    made: int = 0
    fights: int = 0
    kills: int = 0
    bribes: int = 0
    flights: int = 0
    deaths: int = 0
    raises: int = 0
    last_band: tuple[str, ...] = ()
    """Kinds of the last band met: a lone monster is called by its kind alone."""


class Member(Record):
    """A member of the party. Attributes are those without effects; `gains` are the ceiling's rises, one a level."""

    id: str
    name: str
    cls: str
    rank: str
    health: int
    ceiling: int
    mana: int
    strength: int
    agility: int
    wits: int
    level: int = 1
    experience: int = 0
    gains: tuple[int, ...] = ()
    raises: int = 0

    @property
    def fallen(self) -> bool:
        """Dead."""
        return self.health <= 0


class Effect(Record):
    """A member effect running: `kind` is its content id; `left` counts steps, rounds or own turns by that kind."""

    member: str
    kind: str
    left: int
    source: str
    """Content id of what started it."""
    target: str = ""
    """The member covered or shielded."""


class PartyEffect(Record):
    """A party effect running; `factor` is for the ward kind (D26.2)."""

    kind: str
    good: bool
    left: int
    source: str
    factor: tuple[int, int] = (1, 1)


class Item(Record):
    """One thing. `place` is `pack:ID`, `hand:ID`, `arm:ID` or `body:ID` of a member, `room:ROOM`, `chest:ROOM`,
    `vault:ROOM`, `cell:FLOOR:CELL` or `courtyard`."""

    kind: str
    place: str
    named: bool = False
    """A lantern named for itself, or any thing bought (D24.4, D24.5)."""
    lost: int = 0
    """Points of damage or protection lost."""
    gained: int = 0
    """Damage gained by honing."""
    cause: str = ""
    """What did the damage (D31.11)."""
    carried: int = 0
    """Steps a Gremlin Bell was carried."""
    memory: str = ""
    """The kind a Summoning Stone remembers."""


class Floor(Record):
    """A floor's halls as pairs of nodes, its stairs (cells; -1 for none), and the known hall cells, a number a row."""

    number: int
    halls: tuple[tuple[int, int], ...]
    up: int
    down: int
    known: tuple[int, ...] = (0,) * HEIGHT
    visited: bool = False
    store_entered: bool = False


class Room(Record):
    """A room. `band` lists the kinds living there, one word a monster; `map` is "", "open" or "chest"."""

    id: str
    floor: int
    block: int
    band: tuple[str, ...] = ()
    gold: int = 0
    map: str = ""
    pages: tuple[str, ...] = ()
    prize: str = ""
    """"book" or "king" while it is here."""
    store: bool = False
    statue: bool = False
    bath: bool = False
    bathed: tuple[str, ...] = ()
    """Members who have stepped into the Bath here (D23.1)."""
    vault: str = ""
    """"wall" or "plate"; opened vaults are empty again."""
    known: bool = False
    entered: bool = False
    told: bool = False
    """Its contents were told (D14.12)."""
    heard: str = ""
    """The kind heard in it by listening (D11.1, D11.10)."""
    gone: tuple[str, ...] = ()
    """The band that left to hunt unseen, for as long as the party believes it here (D9.21)."""
    sighted: bool = False
    """Keen sight showed through a door what lives here (D26.9)."""


class Door(Record):
    """A door joins a room to one hall cell."""

    room: str
    side: str
    floor: int
    cell: int
    secret: bool
    known: bool = False


class Chest(Record):
    """A chest in a room, by the room's id; what lies in it has the place `chest:ROOM`."""

    floor: int
    gold: int
    open: bool = False


class Guess(Record):
    """A guess at a tumbler wall, and its answer: digits right in their ring, and right in another (D20.6)."""

    digits: str
    placed: int
    moved: int


class Wall(Record):
    """A tumbler wall: its digits from the first ring on, and the different guesses made, in order."""

    floor: int
    combination: str
    guesses: tuple[Guess, ...] = ()


class Plate(Record):
    """A lock plate: the studs that open it, those pushed, and those that hints named, in order. Studs count from 1."""

    floor: int
    solution: tuple[int, ...]
    pushed: tuple[int, ...] = ()
    hints: tuple[int, ...] = ()


class Monster(Record):
    """A monster of the present fight; helpers fight for the party."""

    kind: str
    health: int
    most: int
    asleep: int = 0
    """Own turns it will be senseless."""
    helper: bool = False


class Tale(Record):
    """A bestiary entry: times met, killed, paid off, and whether its special has been suffered."""

    met: int = 0
    killed: int = 0
    paid: int = 0
    suffered: bool = False


class Fighting(Record):
    """The present fight's bookkeeping."""

    room: str = ""
    """Empty in a hall or on a stair."""
    wandering: bool = False
    """Raised by a step or scroll: carries no gold (D9.24), leaves no trace."""
    emptied: str = ""
    """The room whose band hunts the party (D9.21)."""
    round: int = 0
    stage: str = "round"
    """"unseen" (D11.13), "noticed" (D11.14: the room against the sneaking member), "first" (the band strikes first),
    "round" (a round is to begin), "party", "helpers", "band"."""
    turns: tuple[str, ...] = ()
    """Members still to act on the party's side; the first acts now. With Quickening a member stands here twice."""
    foes: tuple[str, ...] = ()
    """Monsters still to act on the band's side; the first acts next."""
    outside: tuple[str, ...] = ()
    """Members out of the room or out of the fight's place."""
    ran: tuple[str, ...] = ()
    """Those outside who ran; the others stand there from a sneak (D13.5, D13.14)."""
    exit: str = ""
    """The door or heading that runners have named; for a sneak, the door the others stand at."""
    sneak: str = ""
    """The member who sneaked in."""
    quickened: tuple[str, ...] = ()
    goodwill: bool = False
    asked: bool = False
    """Whether a bribe was asked for in this fight."""
    acted: bool = False
    """Whether a member has taken a turn on the party's side of this round (D14.5)."""
    price: int = 0
    """The bribe named, until it is paid or declined."""
    paid: bool = False
    ward: int = 0
    """Protection added to all members inside (R04, P06)."""
    rally: int = 0
    """Attack added to all standing members inside (B4)."""
    leaden: int = 0
    """Taken off the band's attack (P08)."""


class Lessons(Record):
    """The guide's lessons: those given and those due, and what others still hang on (D32)."""

    given: tuple[str, ...] = ()
    """In the order given."""
    due: tuple[str, ...] = ()
    reported: bool = False
    """Whether a report was opened before its lesson was due (D32.39)."""
    struck_first: int = 0
    """Times a room struck first on a walk-in (D32.94)."""
    passed: tuple[str, ...] = ()
    """Hidden: secret doors that the party stood in reach of (D32.64)."""


class State(_State):
    """Everything a run of `descent` is."""

    indexed: ClassVar[dict[str, str]] = {"items": "place", "rooms": "floor", "doors": "room", "effects": "member"}

    setup: Setup = Setup()
    place: Place = Place()
    clock: Clock = Clock()
    purse: Purse = Purse()
    quest: Quest = Quest()
    lore: Lore = Lore()
    counts: Counts = Counts()
    lessons: Lessons = Lessons()
    fight: Fighting | None = None
    members: Table[str, Member]
    items: Table[str, Item]
    effects: Table[str, Effect]
    """By `MEMBER:KIND`."""
    party_effects: Table[str, PartyEffect]
    """By kind: ward, sight, fare, mending."""
    floors: Table[int, Floor]
    rooms: Table[str, Room]
    doors: Table[str, Door]
    chests: Table[str, Chest]
    """By the room's id."""
    walls: Table[str, Wall]
    plates: Table[str, Plate]
    """Locks of shut vaults by the room's id, and the practice locks of the training ground (D1.18)."""
    monsters: Table[str, Monster]
    bestiary: Table[str, Tale]
    """By the kind's content id; the guards under `gremlin-thief` and `the-gaoler`."""


class Event(_event.Event[State], frozen=True):
    """Base of this rulebook's events."""


class Action(_action.Action[State], frozen=True):
    """Base of this rulebook's actions. The one seat is "party"."""


class Frame(_agenda.Frame[State], frozen=True):
    """Base of this rulebook's frames."""


class Asking(Frame, frozen=True):
    """Base of the frames in which the party chooses."""

    def seat(self, s: State) -> str | None:
        return "party"


Ctx = _ctx.Ctx[State]


class SettingUp(Asking, tag="setup"):
    """Before the run: the setup may still be changed."""

    ask = "ask.setup"


class InCourtyard(Asking, tag="courtyard"):
    """On the surface."""

    ask = "ask.courtyard"
    moment = "quiet"


class InHall(Asking, tag="hall"):
    """In a hall or on a stair cell."""

    ask = "ask.hall"
    moment = "quiet"


class InRoom(Asking, tag="room"):
    """In a quiet room: no living monster is there."""

    ask = "ask.room"
    moment = "quiet"


class AtCounter(Asking, tag="counter"):
    """The store is open. A band that comes breaks the deal off."""

    ask = "ask.counter"
    interruptible = True


OUTSIDE_FIGHTS = (InCourtyard, InHall, InRoom, AtCounter)
"""Where the party may do what the action table allows "outside fights" (D34.1)."""


@remembered("members")
def standing(s: State) -> tuple[Member, ...]:
    """Return the members able to act outside fights, in party order (senselessness is of fights alone)."""
    return tuple([m for m in s.members.values() if m.health > 0])


def below(s: State) -> bool:
    """Say whether the party is underground."""
    return s.place.floor != COURTYARD


__all__ = [
    "COURTYARD",
    "HEIGHT",
    "OUTSIDE_FIGHTS",
    "WIDTH",
    "Action",
    "Asking",
    "AtCounter",
    "Cell",
    "Chest",
    "ClassId",
    "Clock",
    "Companion",
    "Counts",
    "Ctx",
    "Door",
    "DoorId",
    "Effect",
    "Event",
    "Fighting",
    "Floor",
    "Frame",
    "Guess",
    "Heading",
    "InCourtyard",
    "InHall",
    "InRoom",
    "Item",
    "ItemId",
    "Lessons",
    "Lore",
    "Member",
    "MemberId",
    "Monster",
    "MonsterId",
    "Options",
    "PartyEffect",
    "Place",
    "Plate",
    "Purse",
    "Quest",
    "Record",
    "Room",
    "RoomId",
    "SettingUp",
    "Setup",
    "State",
    "Table",
    "Tale",
    "Wall",
    "below",
    "replace",
    "standing",
]  # fmt: skip
