"""The frame and the actions of creation (T5, T25), at the start of a game and when somebody is recruited.

Money and what it buys stand in outfitting.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any

from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import classes, creation, derived
from undercroft.rulebooks.tabletop.creation import Draft
from undercroft.rulebooks.tabletop.records import PLAYER, Action, Character, Ctx, Event, Frame, State, replace


class Creating(Frame, tag="creation"):
    """A character is being made; the half-made one is the draft."""

    ask = "creation"
    draft: Draft = Draft()

    def seat(self, s: State) -> str | None:
        return PLAYER

    def about(self, s: State) -> dict[str, Any]:
        draft = self.draft
        rolled = draft.base or draft.rolled
        return {
            "stage": creation.stage(draft), "name": draft.name, "rolled": rolled, "silver": draft.silver,
            "cls": draft.cls,
        }  # fmt: skip


def start(ctx: Ctx, *, late: bool = False) -> None:
    """Begin to make a character; `late` after the party's first departure (T18.16)."""
    ctx.push(Creating(Draft(late=late)))


class QualitiesRolled(Event, tag="creation.rolled"):
    """A set of Qualities was rolled; these are kept."""

    values: tuple[int, ...]
    way: str
    again: bool

    def variant(self) -> str:
        return self.way


class Drafted(Event, tag="creation.drafted"):
    """Something of the half-made character was settled: a word of what, and what."""

    what: str
    said: str = ""
    number: int = 0

    def variant(self) -> str:
        return self.what


class CharacterMade(Event, tag="creation.made"):
    """A new character joined the party."""

    character: Character

    def apply(self, s: State) -> None:
        _join(s, (self.character,))

    def facts(self) -> dict[str, Any]:
        c = self.character
        return {"who": c.name, "cls": classes.of(c).name, "vitality": c.vitality_max, "silver": c.silver}


class ReferenceJoined(Event, tag="creation.quick"):
    """The reference party stands ready (T5.23)."""

    characters: tuple[Character, ...]

    def apply(self, s: State) -> None:
        _join(s, self.characters)

    def facts(self) -> dict[str, Any]:
        return {"who": tuple(c.name for c in self.characters)}


def _join(s: State, characters: tuple[Character, ...]) -> None:
    ids = tuple(c.id for c in characters)
    for c in characters:
        s.characters[c.id] = c
    s.party = replace(s.party, order=(*s.party.order, *ids), newcomers=(*s.party.newcomers, *ids))


class DraftAction(Action):
    """Base of the actions of creation."""

    during = (Creating,)

    def refused(self, s: State) -> Refusal | None:
        return self.judge(s, s.top(Creating).draft)

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        """Judge it for a draft."""
        raise NotImplementedError


def too_early(draft: Draft, *stages: str) -> Refusal | None:
    """Say no to what comes before its turn (T5.1)."""
    now = creation.stage(draft)
    return Refusal("creation.order", {"stage": now}, "T5.1") if now in stages else None


def _settled(draft: Draft) -> Refusal | None:
    """Say no to going back behind the class once it is chosen (T5.1)."""
    return Refusal("creation.settled", {"cls": draft.cls}, "T5.1") if draft.cls else None


class ChooseWay(DraftAction, tag="creation.way"):
    """Choose how Qualities are rolled (T5.2, T5.3)."""

    text = "way {word}"
    order = 1
    word: str

    @classmethod
    def offered(cls, s: State) -> Iterable[ChooseWay]:
        return [cls(word) for word in creation.WAYS]

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        if self.word not in creation.WAYS:
            near = nearest(self.word, creation.WAYS) or "."
            return Refusal("creation.way", {"said": quoted(self.word), "near": near}, "T5.2")
        return Refusal("creation.rolled", {}, "T5.2") if draft.rolled else None

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Drafted("way", self.word))
        ctx.turn(Creating(replace(ctx.state.top(Creating).draft, way=self.word)))


class RollQualities(DraftAction, tag="creation.roll"):
    """Roll a set of Qualities, arranged unless told otherwise; once more as the re-roll, which must be kept (T5.4)."""

    text = "roll"
    order = 2

    @classmethod
    def offered(cls, s: State) -> Iterable[RollQualities]:
        return [cls()]

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        if refusal := _settled(draft):
            return refusal
        return Refusal("creation.kept", {}, "T5.4") if draft.sets >= creation.SETS else None

    def odds(self, s: State) -> Odds:
        return creation.rolls(s.top(Creating).draft.way or creation.ARRANGED)

    def perform(self, ctx: Ctx) -> None:
        draft = ctx.state.top(Creating).draft
        draft = replace(draft, way=draft.way or creation.ARRANGED)
        values = creation.kept(draft.way, tuple([ctx.roll(one) for one in creation.rolls(draft.way)]))
        ctx.emit(QualitiesRolled(values, draft.way, again=draft.sets > 0))
        base = values if draft.way == creation.FALL else ()
        ctx.turn(Creating(replace(draft, sets=draft.sets + 1, rolled=values, base=base)))


class Assign(DraftAction, tag="creation.assign"):
    """Give the five kept results to the Qualities (T5.2)."""

    text = "assign {courage} {intelligence} {charisma} {agility} {strength}"
    order = 3
    courage: int
    intelligence: int
    charisma: int
    agility: int
    strength: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Assign]:
        draft = s.top(Creating).draft
        if draft.way != creation.ARRANGED or draft.cls:
            return ()
        return [cls(*values) for values in sorted(set(permutations(draft.rolled)), reverse=True) if values]

    def values(self) -> tuple[int, ...]:
        """Return the five in their order."""
        return (self.courage, self.intelligence, self.charisma, self.agility, self.strength)

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        if refusal := too_early(draft, "way", "roll") or _settled(draft):
            return refusal
        if draft.way != creation.ARRANGED:
            return Refusal("creation.fallen", {}, "T5.3")
        if sorted(self.values(), reverse=True) != sorted(draft.rolled, reverse=True):
            return Refusal("creation.assign", {"rolled": " ".join(map(str, draft.rolled))}, "T5.2")
        return None

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Drafted("assign", " ".join(map(str, self.values()))))
        ctx.turn(Creating(replace(ctx.state.top(Creating).draft, base=self.values())))


class ChooseClass(DraftAction, tag="creation.class"):
    """Choose the class (T5.5); it may be chosen anew until money is rolled."""

    text = "class {word}"
    order = 4
    word: str

    @classmethod
    def offered(cls, s: State) -> Iterable[ChooseClass]:
        draft = s.top(Creating).draft
        return [cls(word) for word in classes.open_to(creation.qualities_of(draft))] if draft.base else ()

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        if refusal := too_early(draft, "way", "roll", "assign"):
            return refusal
        if draft.money >= 0:
            return Refusal("creation.money_rolled", {}, "T5.1")
        return classes.condition_refused(self.word, creation.qualities_of(draft))

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Drafted("class", self.word))
        ctx.turn(Creating(replace(ctx.state.top(Creating).draft, cls=self.word)))


class PlacePoint(DraftAction, tag="creation.point"):
    """Put the point of Agility 8 or 13 on Attack or Defence (T5.6)."""

    text = "agility-point {score}"
    order = 5
    score: str

    @classmethod
    def offered(cls, s: State) -> Iterable[PlacePoint]:
        return [cls(score) for score in derived.SCORES]

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        if refusal := too_early(draft, "way", "roll", "assign", "class"):
            return refusal
        if draft.money >= 0:
            return Refusal("creation.money_rolled", {}, "T5.1")
        if not creation.wants_point(draft):
            return Refusal("creation.no_point", {"agility": creation.qualities_of(draft)["agility"]}, "T5.6")
        if self.score not in derived.SCORES:
            near = nearest(self.score, derived.SCORES) or "."
            return Refusal("gain.score", {"said": quoted(self.score), "near": near}, "T5.6")
        return None

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Drafted("point", self.score))
        ctx.turn(Creating(replace(ctx.state.top(Creating).draft, point=self.score)))


class NameCharacter(DraftAction, tag="creation.name"):
    """Name the character, at any time (T5.21)."""

    text = "name {name*}"
    order = 10
    name: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return [Open(cls(s.top(Creating).draft.name or "Ada"), "name", 1, creation.NAME)]

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        return creation.name_refused(s, self.name)

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Drafted("name", self.name))
        ctx.turn(Creating(replace(ctx.state.top(Creating).draft, name=self.name)))


class Finish(DraftAction, tag="creation.finish"):
    """Write the sheet: the character joins the party."""

    text = "finish"
    order = 11

    @classmethod
    def offered(cls, s: State) -> Iterable[Finish]:
        return [cls()]

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        if refusal := too_early(draft, "way", "roll", "assign", "class", "agility-point", "money"):
            return refusal
        if not draft.name:
            return Refusal("creation.nameless", {}, "T5.1")
        return creation.join_refused(s)

    def perform(self, ctx: Ctx) -> None:
        draft = ctx.state.top(Creating).draft
        made = creation.made(draft)
        ctx.emit(CharacterMade(made if draft.late else creation.seasoned(made, ctx.state.terms.level)))
        ctx.pop()


class QuickStart(DraftAction, tag="creation.quickly"):
    """Take the reference party, without dice (T5.23)."""

    text = "quick"
    order = 0

    @classmethod
    def offered(cls, s: State) -> Iterable[QuickStart]:
        return [cls()]

    def judge(self, s: State, draft: Draft) -> Refusal | None:
        return Refusal("creation.not_empty", {}, "T5.23") if s.characters else None

    def perform(self, ctx: Ctx) -> None:
        level = ctx.state.terms.level
        ctx.emit(ReferenceJoined(tuple(creation.seasoned(c, level) for c in creation.reference_party())))
        ctx.pop()
