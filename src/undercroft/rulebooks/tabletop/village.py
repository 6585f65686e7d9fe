"""The village (T18, T25): lodgings, the Guild, repairs, and who belongs to the party."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Odds
from undercroft.rulebooks.tabletop import creation, fighters, pause, wands
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.records import PLAYER, Action, Ctx, Frame, State, Stay


class Village(Frame, tag="village"):
    """The party is in a village, between adventures."""

    ask = "village"
    moment = "quiet"

    def seat(self, s: State) -> str | None:
        return PLAYER

    def about(self, s: State) -> dict[str, Any]:
        return {"village": s.inn.village, "quest": s.inn.quest, "accepted": bool(s.inn.length)}


class VillageAction(Action):
    """Base of what is done in a village."""

    during = (Village,)
    reads = ("characters", "party", "inn", "stays", "retired", "place", "adventure")

    @classmethod
    def offered(cls, s: State) -> Iterable[Action | Open]:
        return (cls(),)


class Lodge(VillageAction, tag="village.lodge"):
    """Take a lodging for the week's rest, once in a pause (T18.4)."""

    text = "lodging {member} {lodging}"
    order = 4
    member: str
    lodging: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Lodge]:
        return [cls(who, lodging) for who in fighters.living_ids(s) for lodging in catalogue().lodgings]

    def refused(self, s: State) -> Refusal | None:
        return pause.guest_refused(s, self.member) or pause.lodging_refused(s, self.member, self.lodging)

    def costs(self, s: State) -> dict[str, Any]:
        return {"price": catalogue().lodgings[self.lodging].price}

    def perform(self, ctx: Ctx) -> None:
        pause.lodge(ctx, self.member, self.lodging)


class Train(VillageAction, tag="village.train"):
    """Train with the Magicians' Guild (T18.6)."""

    text = "train {member} {points}"
    order = 5
    member: str
    points: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        for who in fighters.living_ids(s):
            c = s.characters[who]
            if pause.train_refused(c, 1) is None:
                yield Open(cls(who, 1), "points", 1, c.silver // pause.TRAINING)

    def refused(self, s: State) -> Refusal | None:
        return pause.guest_refused(s, self.member) or pause.train_refused(s.characters[self.member], self.points)

    def costs(self, s: State) -> dict[str, Any]:
        return {"price": pause.TRAINING * self.points}

    def perform(self, ctx: Ctx) -> None:
        pause.train(ctx, self.member, self.points)


class OneGuest(VillageAction):
    """Base of what one character does."""

    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[OneGuest]:
        return [cls(who) for who in fighters.living_ids(s)]

    def refused(self, s: State) -> Refusal | None:
        return pause.guest_refused(s, self.member) or self.barred(s)

    def barred(self, s: State) -> Refusal | None:
        """Judge it for somebody who is there."""
        raise NotImplementedError


class Enchant(OneGuest, tag="village.enchant"):
    """Try to raise the wand (T19)."""

    text = "enchant {member}"
    order = 6

    def barred(self, s: State) -> Refusal | None:
        return wands.enchant_refused(s.characters[self.member], tried=s.stays.get(self.member, Stay()).tried)

    def odds(self, s: State) -> Odds:
        return (wands.attempt(s.characters[self.member]),)

    def costs(self, s: State) -> dict[str, Any]:
        return {"astral": wands.next_level(wands.level(s.characters[self.member])).astral}

    def perform(self, ctx: Ctx) -> None:
        wands.enchant(ctx, self.member)


class NewWand(OneGuest, tag="village.wand"):
    """Buy a level-1 wand of the Guild (T19.24)."""

    text = "new-wand {member}"
    order = 7
    minor = True

    def barred(self, s: State) -> Refusal | None:
        return wands.new_wand_refused(s.characters[self.member])

    def costs(self, s: State) -> dict[str, Any]:
        return {"price": wands.PRICE}

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(wands.WandBought(self.member, wands.PRICE))


class Repair(OneGuest, tag="village.repair"):
    """Have the armour repaired that acid has eaten (T18.12)."""

    text = "repair {member}"
    order = 8

    def barred(self, s: State) -> Refusal | None:
        return pause.repair_refused(s.characters[self.member])

    def costs(self, s: State) -> dict[str, Any]:
        return {"price": pause.REPAIR * s.characters[self.member].eaten}

    def perform(self, ctx: Ctx) -> None:
        pause.repair(ctx, self.member)


class Retire(OneGuest, tag="village.retire"):
    """Let somebody retire; the sheet is kept (T18.15)."""

    text = "retire {member}"
    order = 51
    minor = True

    def barred(self, s: State) -> Refusal | None:
        return pause.retire_refused(s, self.member)

    def forgoes(self, s: State) -> dict[str, Any]:
        return {"who": self.member}

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(pause.Retired(self.member))


class Recruit(VillageAction, tag="village.recruit"):
    """Make a new Level-1 character (T18.14, T18.16)."""

    text = "recruit"
    order = 50

    def refused(self, s: State) -> Refusal | None:
        return creation.join_refused(s)

    def perform(self, ctx: Ctx) -> None:
        pause.recruit(ctx)
