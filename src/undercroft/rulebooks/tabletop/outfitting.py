"""Outfitting a new character (T5.10 to T5.20, T25): the money, the kit, and what is bought and given back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.errors import quoted
from undercroft.rulebooks.tabletop import creation, goods, loads, trade
from undercroft.rulebooks.tabletop.creating import Creating, DraftAction, Drafted, too_early
from undercroft.rulebooks.tabletop.creation import Draft
from undercroft.rulebooks.tabletop.records import Ctx, State, replace


def _unpaid(draft: Draft) -> Refusal | None:
    """Say no to shopping before money is rolled, and to who joins late (T5.1, T18.16)."""
    if draft.late:
        return Refusal("creation.late", {}, "T18.16")
    return too_early(draft, "way", "roll", "assign", "class", "agility-point", "money")


class RollMoney(DraftAction, tag="creation.money"):
    """Roll the starting silver (T5.10)."""

    text = "money"
    order = 6

    @classmethod
    def offered(cls, s: State) -> Iterable[RollMoney]:
        return [cls()]

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        if draft.late:
            return Refusal("creation.late", {}, "T18.16")
        if refusal := too_early(draft, "way", "roll", "assign", "class", "agility-point"):
            return refusal
        return Refusal("creation.money_rolled", {}, "T5.10") if draft.money >= 0 else None

    def odds(self, s: State) -> Odds:
        return (creation.MONEY,)

    def perform(self, ctx: Ctx) -> None:
        silver = ctx.roll(creation.MONEY)
        ctx.emit(Drafted("money", number=silver))
        ctx.turn(Creating(replace(ctx.state.top(Creating).draft, money=silver, silver=silver)))


class BuyKit(DraftAction, tag="creation.kit"):
    """Buy the kit of the class, once (T5.15 to T5.19)."""

    text = "kit"
    order = 7

    @classmethod
    def offered(cls, s: State) -> Iterable[BuyKit]:
        return [cls()]

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        if refusal := _unpaid(draft):
            return refusal
        kit = creation.kit_of(draft)
        if draft.kit:
            return Refusal("creation.kit_bought", {}, kit.rule)
        if kit.price > draft.silver:
            return Refusal("creation.silver", {"price": kit.price, "silver": draft.silver}, kit.rule)
        return loads.carry_refused(creation.made(draft), creation.made(creation.with_kit(draft)))

    def costs(self, s: State) -> dict[str, Any]:
        return {"price": creation.kit_of(s.top(Creating).draft).price}

    def rules(self, s: State) -> tuple[str, ...]:
        return (creation.kit_of(s.top(Creating).draft).rule,)

    def perform(self, ctx: Ctx) -> None:
        draft = ctx.state.top(Creating).draft
        kit = creation.kit_of(draft)
        ctx.emit(Drafted("kit", kit.name, kit.price))
        ctx.turn(Creating(creation.with_kit(draft)))


class Buy(DraftAction, tag="creation.buy"):
    """Buy things of the lists of T9 and T10; 0 lots, as left out, is one (T5.20)."""

    text = "buy {ware} {lots?}"
    order = 8
    ware: str
    lots: int = 0

    @classmethod
    def offered(cls, s: State) -> Iterable[Buy | Open]:
        draft = s.top(Creating).draft
        if _unpaid(draft):
            return
        c = creation.made(draft)
        for word in goods.sold():
            if trade.buy_refused(c, word) is None:
                yield cls(word)
                yield Open(cls(word, 1), "lots", 1, min(trade.MOST_LOTS, draft.silver // trade.price(word)))

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        return _unpaid(draft) or trade.buy_refused(creation.made(draft), self.ware, self.lots or 1)

    def costs(self, s: State) -> dict[str, Any]:
        return {"price": trade.price(self.ware, self.lots or 1)}

    def perform(self, ctx: Ctx) -> None:
        lots = self.lots or 1
        ctx.emit(Drafted("buy", self.ware, trade.price(self.ware, lots)))
        ctx.turn(Creating(creation.with_purchase(ctx.state.top(Creating).draft, self.ware, lots)))


class Return(DraftAction, tag="creation.return"):
    """Give back one lot of what was bought in this creation, for the full price."""

    text = "return {ware}"
    order = 9
    ware: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Return]:
        return [cls(word) for word, _ in s.top(Creating).draft.bought]

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        if self.ware in dict(draft.bought):
            return None
        return Refusal("creation.not_bought", {"thing": quoted(self.ware)}, "T5.20")

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Drafted("return", self.ware, trade.price(self.ware)))
        ctx.turn(Creating(creation.with_purchase(ctx.state.top(Creating).draft, self.ware, -1)))
