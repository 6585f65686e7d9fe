"""Broken copies of the example rulebook: each breaks one law, and says which."""
# ruff: noqa: ARG005

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import msgspec

from undercroft.engine.action import Refusal
from undercroft.engine.state import remembered, replace
from undercroft.engine.tally import Tally
from undercroft.engine.text import Texts

BREAKERS: dict[str, tuple[frozenset[str], Callable[[Any], None]]] = {}


@contextmanager
def fresh() -> Iterator[SimpleNamespace]:
    """Import the example anew: its modules as attributes, and its rulebook; afterwards the installed one is back."""
    held = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "fivecards"}
    try:
        package = importlib.import_module("fivecards")
        modules = {
            name.partition(".")[2]: module
            for name, module in sys.modules.items()
            if name.partition(".")[0] == "fivecards" and "." in name
        }
        yield SimpleNamespace(rulebook=package.rulebook, **modules)
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "fivecards"]:
            del sys.modules[name]
        sys.modules.update(held)


def breaks(*laws: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Mark a function that breaks a copy so that one of these laws names it."""

    def mark(function: Callable[[Any], None]) -> Callable[[Any], None]:
        BREAKERS[function.__name__] = (frozenset(laws), function)
        return function

    return mark


@breaks("plain")
def a_set_in_the_state(five: Any) -> None:
    five.records.State.__annotations__["visited"] = "set[str]"
    five.records.State.visited = frozenset()


@breaks("plain")
def a_list_in_an_event(five: Any) -> None:
    class Told(five.records.Event, tag="deeds.told"):
        names: list[str] = []

    five.deeds.Told = Told
    Told.__module__ = five.deeds.__name__


@breaks("events")
def state_written_outside_an_event(five: Any) -> None:
    def perform(self: Any, ctx: Any) -> None:
        ctx.state.hero = replace(ctx.state.hero, points=0)

    five.deeds.Rest.perform = perform


@breaks("events")
def state_written_past_the_guard(five: Any) -> None:
    def perform(self: Any, ctx: Any) -> None:
        ctx.emit(five.deeds.Rested())
        ctx.state.__dict__["hero"] = replace(ctx.state.hero, coins=99)

    five.deeds.Rest.perform = perform


def _hold_hands(five: Any) -> list[Any]:
    """Let the rulebook keep every ctx it was given, so that a preview can draw."""
    hands: list[Any] = []
    start = five.rulebook.start

    def keep(ctx: Any, options: Any, world: Any) -> None:
        hands.append(ctx)
        start(ctx, options, world)

    five.rulebook.start = keep
    return hands


@breaks("pure")
def a_draw_in_a_preview(five: Any) -> None:
    hands = _hold_hands(five)
    risks = five.cards.Turn.risks

    def drawing(self: Any, s: Any) -> Any:
        for hand in hands:
            if hand.state is s:
                hand.number(1, 6)
        return risks(self, s)

    five.cards.Turn.risks = drawing


@breaks("pure")
def a_draw_in_the_list(five: Any) -> None:
    hands = _hold_hands(five)

    def drawing(cls: Any, s: Any) -> Any:
        for hand in hands:
            if hand.state is s:
                hand.number(1, 6)
        return [cls()]

    five.deeds.Rest.offered = classmethod(drawing)


@breaks("pure")
def a_view_that_changes_when_asked_again(five: Any) -> None:
    asked: list[int] = []
    view = five.knowledge.view

    def moody(s: Any, seat: str) -> Any:
        asked.append(1)
        return replace(view(s, seat), turn=len(asked))

    five.knowledge.view = moody


@breaks("pure")
def a_refusal_that_writes(five: Any) -> None:
    def refused(self: Any, s: Any) -> Any:
        s.__dict__["house"] = replace(s.house, tasted=True)
        return Refusal("depart.far")

    five.ends.Depart.refused = refused


@breaks("secrets")
def a_secret_in_the_list(five: Any) -> None:
    def offered(cls: Any, s: Any) -> Any:
        return sorted(five.cards.turnable(s), key=lambda one: s.cards[one.card].kind)

    five.cards.Turn.offered = classmethod(offered)


@breaks("secrets")
def a_secret_in_the_odds(five: Any) -> None:
    def risks(self: Any, s: Any) -> Any:
        kind = s.cards[self.card].kind
        return (five.cards.purse(),) if kind == "coins" else (five.wolf.startle_chance(s),) if kind == "wolf" else ()

    five.cards.Turn.risks = risks


@breaks("secrets")
def a_secret_in_the_view(five: Any) -> None:
    view = five.knowledge.view

    def leaking(s: Any, seat: str) -> Any:
        return replace(view(s, seat), taste=s.house.taste)

    five.knowledge.view = leaking


@breaks("secrets")
def a_secret_in_a_look(five: Any) -> None:
    look = five.knowledge.look

    def leaking(s: Any, name: str) -> Any:
        return replace(look(s, name), foot=s.cards[1].kind)

    five.knowledge.look = leaking


@breaks("secrets")
def a_secret_in_the_facts(five: Any) -> None:
    class Leaking(Tally):
        def facts(self, s: Any) -> dict[str, Any]:
            return {"taste": s.house.taste}

    type(five.rulebook).tally = Leaking


@breaks("pure")
def facts_that_are_no_plain_data(five: Any) -> None:
    class Rich(Tally):
        def facts(self, s: Any) -> dict[str, Any]:
            return {"points": (s.hero.points, 0)}

    type(five.rulebook).tally = Rich


@breaks("secrets")
def a_secret_in_what_is_moot(five: Any) -> None:
    five.cards.Turn.moot = lambda self, s: s.cards[self.card].kind == "coins"


@breaks("secrets")
def a_secret_in_what_is_better(five: Any) -> None:
    five.cards.Turn.betters = lambda self, s: s.cards[self.card].kind == "coins"


@breaks("secrets")
def a_secret_in_the_rules(five: Any) -> None:
    five.cards.Turn.rules = lambda self, s: ("F3.1",) if s.cards[self.card].kind == "wolf" else ()


@breaks("secrets")
def twins_that_are_one(five: Any) -> None:
    five.knowledge.redeal = lambda ctx, seat: None


@breaks("telling")
def a_secret_in_a_refusal(five: Any) -> None:
    barred = five.cards.Turn.barred

    def telling(self: Any, s: Any) -> Any:
        card = s.cards.get(self.card)
        if card is not None and card.room != s.hero.room and card.kind == "wolf":
            return Refusal("wolf.awake")
        return barred(self, s)

    five.cards.Turn.barred = telling


@breaks("told")
def a_secret_told_by_the_way(five: Any) -> None:
    def perform(self: Any, ctx: Any) -> None:
        ctx.emit(five.deeds.Rested())
        for key, card in list(ctx.state.cards.items()):
            if card.kind == "key":
                ctx.emit(five.wolf.Missed(key))

    five.deeds.Rest.perform = perform


@breaks("load")
def a_field_the_save_forgets(five: Any) -> None:
    dump = five.records.State.dump

    def forgetful(self: Any) -> Any:
        data = dump(self)
        return {**data, "hero": replace(data["hero"], coins=0)}

    five.records.State.dump = forgetful


@breaks("load", "undo", "fork", "replay")
def a_rule_that_remembers_beside_the_state(five: Any) -> None:
    done: list[int] = []

    def perform(self: Any, ctx: Any) -> None:
        done.append(1)
        for _ in range(len(done) % 3 + 1):
            ctx.emit(five.deeds.Rested())

    five.deeds.Rest.perform = perform


@breaks("replay")
def a_rule_that_looks_who_watches(five: Any) -> None:
    def perform(self: Any, ctx: Any) -> None:
        ctx.emit(five.deeds.Rested())
        if ctx.watcher is not None:
            ctx.emit(five.deeds.Dimmed())

    five.deeds.Rest.perform = perform


@breaks("refused")
def a_refusal_that_writes_the_second_time(five: Any) -> None:
    absent = five.cards._absent
    asked: list[int] = []

    def writing(s: Any, number: int) -> Any:
        refusal = absent(s, number)
        if refusal is not None and refusal.code == "card.none":
            asked.append(number)
            if len(asked) % 2 == 0:
                s.__dict__["hero"] = replace(s.hero, coins=s.hero.coins + 1)
        return refusal

    five.cards._absent = writing


@breaks("offered")
def a_class_left_out_for_what_it_does_not_need(five: Any) -> None:
    five.deeds.Rest.needs = "bed"
    five.rulebook.spot = lambda s: ()


@breaks("offered")
def a_class_listed_wherever_what_it_needs_is_told(five: Any) -> None:
    five.ends.Depart.needs = "gate"
    five.ends.Depart.exact = True
    five.rulebook.spot = lambda s: ("gate",)


@breaks("kept")
def a_list_kept_too_long(five: Any) -> None:
    five.deeds.Dim.reads = ("hero",)


@breaks("kept")
def a_list_kept_by_a_fact_that_tells_too_little(five: Any) -> None:
    five.deeds.Dim.reads = (remembered("hero")(lambda s: ""),)


@breaks("kept")
def a_view_kept_too_long(five: Any) -> None:
    held = remembered("hero")(lambda s: s.altar.names)
    view = five.knowledge.view
    five.knowledge.view = lambda s, seat: replace(view(s, seat), names=held(s))


@breaks("kept")
def a_view_kept_by_another_place_than_it_shows(five: Any) -> None:
    held = remembered(cards=lambda _: ("nowhere",))(lambda s, room: s.cards.where(room)[0].heard)
    view = five.knowledge.view

    def shown(s: Any, seat: str) -> Any:
        seen = view(s, seat)
        return replace(seen, wolf=len(held(s, s.hero.room))) if seen.cards else seen

    five.knowledge.view = shown


@breaks("odds")
def odds_other_than_those_rolled(five: Any) -> None:
    five.cards.Listen.risks = lambda self, s: (replace(five.cards.ears_chance(s), num=95),)


@breaks("odds")
def a_roll_that_stood_in_no_odds(five: Any) -> None:
    five.deeds.Aftermath.odds = lambda self, s: ()


@breaks("odds")
def a_die_read_twice(five: Any) -> None:
    def resume(self: Any, ctx: Any) -> None:
        ctx.pop()
        if ctx.succeeds(five.deeds.dust_chance(self.room)):
            five.deeds.hurt(ctx, 2 if ctx.rolls[-1][1] == 1 else 1, "cause.dust")

    five.deeds.Aftermath.resume = resume


@breaks("nameless")
def a_success_that_hangs_on_a_nameless_draw(five: Any) -> None:
    def deed(self: Any, ctx: Any) -> None:
        sharp = ctx.number(1, 100) <= 80
        ctx.emit(five.cards.EarsRolled(self.card, sharp))
        ctx.emit(five.cards.Listened(self.card, "silence"))

    five.cards.Listen.deed = deed


@breaks("nameless")
def a_blow_that_hangs_on_a_nameless_draw(five: Any) -> None:
    def deed(self: Any, ctx: Any) -> None:
        ctx.emit(five.wolf.Struck(self.card) if ctx.number(1, 100) <= 60 else five.wolf.Missed(self.card))

    five.wolf.Strike.deed = deed
    five.wolf.Slain.apply = lambda self, s: None


@breaks("nameless")
def a_harm_that_comes_by_a_nameless_draw(five: Any) -> None:
    def resume(self: Any, ctx: Any) -> None:
        ctx.pop()
        if ctx.number(1, 10) == 1:
            five.deeds.hurt(ctx, 1, "cause.dust")

    five.deeds.Aftermath.resume = resume


@breaks("offered")
def an_action_that_the_list_forgets(five: Any) -> None:
    offered = five.cards.Listen.offered.__func__
    five.cards.Listen.offered = classmethod(lambda cls, s: list(offered(cls, s))[:-1])


@breaks("offered")
def an_amount_beyond_its_bounds(five: Any) -> None:
    def refused(self: Any, s: Any) -> Any:
        return None if five.altar.here(s) else Refusal("altar.none")

    five.altar.Offer.refused = refused


@breaks("exact")
def an_exact_class_that_offers_too_much(five: Any) -> None:
    five.cards.Turn.offered = classmethod(lambda cls, s: [cls(key) for key in s.cards])


@breaks("text")
def two_actions_of_one_text(five: Any) -> None:
    five.cards.LeaveIt.text = "reach"


@breaks("text")
def a_text_that_does_not_read_back(five: Any) -> None:
    five.cards.Listen.__str__ = lambda self: f"listen at {self.card}"


@breaks("raises")
def a_deed_that_raises(five: Any) -> None:
    def perform(self: Any, ctx: Any) -> None:
        raise KeyError("urn")

    five.cards.LeaveIt.perform = perform


@breaks("raises")
def a_deed_that_raises_on_a_rare_die(five: Any) -> None:
    def resume(self: Any, ctx: Any) -> None:
        ctx.pop()
        if ctx.succeeds(five.deeds.dust_chance(self.room)):
            raise ZeroDivisionError

    five.deeds.Aftermath.resume = resume


@breaks("raises")
def a_judge_that_raises_at_nonsense(five: Any) -> None:
    def barred(self: Any, s: Any) -> Any:
        return Refusal("room.locked", {"room": self.room}) if five.rooms.locked(s, self.room) else None

    five.rooms.Go.barred = barred


@breaks("events")
def an_event_that_looks_beside_the_state(five: Any) -> None:
    def apply(self: Any, s: Any) -> None:
        s.hero = replace(s.hero, points=s.hero.points - self.points, coins=s.hero.coins + s.journal.keep)

    five.deeds.Paid.apply = apply


@breaks("fork")
def a_row_changed_in_place(five: Any) -> None:
    def apply(self: Any, s: Any) -> None:
        msgspec.structs.force_setattr(s.cards[self.card], "heard", self.heard)

    five.cards.Listened.apply = apply


@breaks("undo")
def a_row_written_past_the_journal(five: Any) -> None:
    def apply(self: Any, s: Any) -> None:
        dict.__setitem__(s.cards, self.card, replace(s.cards[self.card], heard=self.heard))

    five.cards.Listened.apply = apply


def _retold(five: Any, key: str, template: str | None) -> None:
    templates = dict(five.rulebook.texts.templates)
    del templates[key]
    if template is not None:
        templates[key] = template
    five.rulebook.__dict__["texts"] = Texts(templates)


@breaks("words")
def an_event_without_a_sentence(five: Any) -> None:
    _retold(five, "event.rooms.went", None)


@breaks("words")
def a_refusal_without_a_sentence(five: Any) -> None:
    _retold(five, "refusal.card.up", None)


@breaks("words")
def a_place_that_nothing_fills(five: Any) -> None:
    _retold(five, "event.rooms.went", "You step into {place}.")


@breaks("ends")
def an_agenda_that_goes_round(five: Any) -> None:
    def resume(self: Any, ctx: Any) -> None:
        ctx.turn(self)

    five.deeds.Aftermath.resume = resume


@breaks("ends")
def a_seat_that_can_do_nothing(five: Any) -> None:
    five.cards.Reach.offered = five.cards.LeaveIt.offered = classmethod(lambda cls, s: [])
    five.cards.Reach.refused = five.cards.LeaveIt.refused = lambda self, s: Refusal("card.up", {"card": 1})
