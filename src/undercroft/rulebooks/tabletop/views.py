"""Views of `tabletop`: what a seat knows, as data. With the actions, all of this rulebook that bots may import."""

from __future__ import annotations

import msgspec

from undercroft.engine.view import View


class MemberView(msgspec.Struct, frozen=True, gc=False):
    """A member of the party. Qualities are effective; `state` is "standing", "fallen" or "dead"."""

    id: str
    name: str
    cls: str
    kin: str
    level: int
    ap: int
    qualities: tuple[int, ...]
    """Courage, Intelligence, Charisma, Agility, Strength."""
    attack: int
    defence: int
    protection: int
    vitality: int
    vitality_max: int
    astral: int
    astral_max: int
    state: str
    rank: str
    conditions: tuple[str, ...]
    silver: int
    wielded: str
    """The weapon in hand, "" for none."""
    armour: str
    shield: bool
    weapons: tuple[str, ...]
    goods: tuple[tuple[str, int], ...]
    items: tuple[tuple[str, bool, bool], ...]
    """(Handle, known, spent) of each magic item."""
    jewels: tuple[tuple[str, int], ...]
    load: int
    capacity: int
    wand_level: int
    spells: tuple[str, ...]
    damage: tuple[int, int]
    """(Dice, addition) of a blow or shot with what is wielded."""
    shoots: bool
    """Whether a missile weapon is wielded."""
    broken: tuple[str, ...] = ()
    """Weapons that are broken."""
    order: str = ""
    """A caster's standing order for fights that go by themselves, "" for none."""
    caught: str = ""
    """The trap that holds the member here, "pit" or "net"; "" for free."""
    amounts: tuple[int, ...] = ()
    """What each of the `conditions` adds or counts, 0 for those without an amount."""
    foreign: tuple[str, ...] = ()
    """Foreign-made weapons beside the one in hand."""


class FoeView(msgspec.Struct, frozen=True, gc=False):
    """An enemy that stands before the party, with the figures of its stat block (T11.2)."""

    id: str
    name: str
    kind: str
    vitality: int
    vitality_max: int
    ml: int
    conditions: tuple[str, ...]
    courage: int
    attack: int
    defence: int
    protection: int
    damage: tuple[int, int]
    """(Dice, addition)."""
    attacks: int
    resist: int
    traits: tuple[str, ...]
    boss: bool


class ExitView(msgspec.Struct, frozen=True, gc=False):
    """An exit that the party sees: `door` is "none", "open" or "shut"; `bar` is a feature that stands in the way."""

    side: str
    metres: int
    door: str
    bar: str = ""
    to: str = ""
    """The room beyond, once it is known."""
    signs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What was noticed here: "scent", or how many were heard ("none", "one", "few", "many"), each with its kinds."""


class RoomView(msgspec.Struct, frozen=True, gc=False):
    """A room that the party has entered, or knows from a map or a vision."""

    id: str
    kind: str
    x: int
    y: int
    entered: bool
    exits: tuple[ExitView, ...] = ()
    furniture: tuple[tuple[str, str], ...] = ()
    feature: str = ""
    trap: str = ""
    """One that was found here and is still set."""
    chest: str = ""
    """"shut" or "open", if one was found here."""
    lying: tuple[str, ...] = ()
    """What can be taken: here, or in a room left behind, as it was left."""
    captive: bool = False
    foes: tuple[str, ...] = ()
    """Who was met in this room and left standing there; those before the party are the view's `foes`."""


class FightView(msgspec.Struct, frozen=True, gc=False):
    """The present combat: its Combat Round, whose turn it is, and who has acted in which order."""

    round: int
    acting: str
    order: tuple[str, ...]
    unready: tuple[str, ...] = ()
    intimidated: bool = False


class QuestView(msgspec.Struct, frozen=True, gc=False):
    """The adventure: what is asked, where, how long it may take."""

    number: int
    quest: str
    theme: str
    length: str
    setting: str
    level: int
    days: int
    day: int
    """Of the days allowed in the dungeon, from 1; 0 before the party is there (T22.24)."""
    fulfilled: bool
    carried: tuple[str, ...]
    captive_with_us: bool


class TabletopView(View, frozen=True, gc=False):
    """What a seat knows."""

    ask: str
    about: dict[str, str | int | bool]
    where: str
    room: str
    day: int
    turn: int
    light: int
    leg: int
    home: bool
    mishap: str
    ready: bool
    party: tuple[MemberView, ...]
    foes: tuple[FoeView, ...]
    mood: str
    """Of the group that stands before the party: "unaware", "aware" or ""."""
    rooms: tuple[RoomView, ...]
    fight: FightView | None
    quest: QuestView | None
    village: str = ""
    offered: str = ""
    """The quest that the village offers, once asked."""
    offered_theme: str = ""
    potions: tuple[str, ...] = ()
    prices: tuple[tuple[str, int], ...] = ()
    """What the village sells, with the price of one lot in silver."""
    completed: int = 0
    failed: int = 0
    outcome: str = ""
    entrance: str = ""
    """The room of the dungeon that leads out; "" elsewhere."""
    tricks: tuple[tuple[str, str], ...] = ()
    """(Foe, what it did) of the magic that Kobolds of this adventure were seen to use up."""
    camp_in: int = 0
    """Turns until the next camp is possible; 0 for now."""
    comes_in: int = 0
    """Turns until somebody may come upon the party; 0 for never."""
