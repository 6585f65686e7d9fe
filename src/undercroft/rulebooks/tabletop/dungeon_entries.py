"""Entries of the content that makes an adventure: traps, features, themes, quests, and how hard and long it all is."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from undercroft.rulebooks.tabletop.entries import Adjustment, Count, Drawn, Level, Named, Positive, Quality, ordered

Tries = Literal["none", "repeatable", "once-each", "once"]
"""How often a feature's Test may be made: again and again, once by each character, once by the party."""


class Trap(Drawn, kw_only=True):
    """The Test, and what befalls who fails; `escape` is the Test that frees again."""

    sort: ClassVar[str] = "trap"
    quality: Quality
    adjustment: Adjustment
    victims: Literal["first", "front", "all"]
    effect: Literal["wound", "poison", "sleep", "panic", "net"]
    dice: Count = 0
    add: Count = 0
    protected: bool = False
    poison: Adjustment = 0
    poison_dice: Count = 0
    turns: Count = 0
    escape: Quality | Literal[""] = ""
    escape_adjustment: Adjustment = 0
    lasting: bool = False
    noise: bool = False


class TrapNumber(Drawn, kw_only=True):
    """How hard a trap is to find and to disarm, drawn on a d6."""

    sort: ClassVar[str] = "trap number"
    adjustment: Adjustment


class Feature(Drawn, kw_only=True):
    """The Test it asks for, and by another Quality where there is a second way; `tries` says how often."""

    sort: ClassVar[str] = "feature"
    blocking: bool
    quality: Quality | Literal[""] = ""
    adjustment: Adjustment = 0
    other_quality: Quality | Literal[""] = ""
    other_adjustment: Adjustment = 0
    tries: Tries
    other_tries: Tries = "none"
    turns: Count = 0
    noise: bool = False
    dice: Count = 0
    add: Count = 0
    amount: Count = 0
    level: Level = 1
    instead: str = ""


class Theme(Named, kw_only=True):
    """A dungeon's folk. The boss is `boss` below adventure level `elder_from`, then `elder` (0: always `boss`)."""

    sort: ClassVar[str] = "theme"
    number: Annotated[int, Meta(ge=1, le=10)]
    level_low: Level
    level_high: Level
    kinds: Annotated[tuple[str, ...], Meta(min_length=1)]
    boss: str
    elder: str = ""
    elder_from: Count = 0
    warns: bool = False

    def boss_at(self, level: int) -> str:
        """The id of the boss at that adventure level."""
        return self.elder if self.elder and level >= self.elder_from else self.boss

    def clash(self) -> tuple[str, str] | None:
        return ordered(self.level_low, self.level_high, "level_high")


class Length(Named, kw_only=True):
    """How long an adventure is: rooms, and days allowed in the dungeon."""

    sort: ClassVar[str] = "size"
    rooms: Positive
    days: Positive


class Setting(Named, kw_only=True):
    """`percent` of every encounter budget."""

    sort: ClassVar[str] = "setting"
    percent: Positive


class Budget(Named, kw_only=True):
    """An encounter's ML as `percent` of the Party Rating."""

    sort: ClassVar[str] = "budget"
    percent: Positive


class PartySize(Named, kw_only=True):
    """`percent` that a party of so many living characters rates."""

    sort: ClassVar[str] = "party size"
    members: Annotated[int, Meta(ge=1, le=6)]
    percent: Positive


class Rating(Named, kw_only=True):
    """A word for an encounter whose ML are below so many hundredths of the Party Rating; 0: the rest."""

    sort: ClassVar[str] = "rating"
    below: Count


class Quest(Drawn, kw_only=True):
    """`handed_over`: a parley with the boss can fulfil it, if the `object` is given up."""

    sort: ClassVar[str] = "quest"
    object: Literal["", "captive", "heirloom", "banner"] = ""
    handed_over: bool = False


class RoomKind(Named, kw_only=True):
    """What a room is called and looks like; "" for `theme` is any. Each piece of `furniture` stands at a wall."""

    sort: ClassVar[str] = "room"
    part: Literal["entrance", "ordinary", "boss", "secret"]
    theme: str = ""
    furniture: Annotated[tuple[str, ...], Meta(min_length=1)]


class Village(Drawn, kw_only=True):
    """A place to set out from."""

    sort: ClassVar[str] = "village"
