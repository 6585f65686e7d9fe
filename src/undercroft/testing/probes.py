"""What the contract suite holds of a moment before anybody acts: lists, texts, refusals and previews."""

from __future__ import annotations

from typing import Any

import msgspec

from undercroft.engine.action import Action, Offers, Open, Refusal, form
from undercroft.engine.game import LINE, Game
from undercroft.engine.state import replace
from undercroft.engine.streams import SPAN, Stream
from undercroft.testing.case import Case, plain
from undercroft.testing.twins import knowledge

Lists = dict[str, Offers]
KEPT = 8
"""Actions of each class that are remembered from other states."""
PROBES = 8
"""Remembered actions tried in one state."""
NAME = 12
"""Letters of the longest text that is drawn for an open text."""
ODD_WORDS = ("nobody", "", "-", "0", "../x", "\x00", "a b", "é" * 30, "x" * 10_000)
ODD_NUMBERS = (-1, 0, 1, 7, 10**6, 2**62)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def lists(case: Case) -> Lists:
    """Return what every seat may do now; listing must be pure."""
    game = case.game
    before = case.stamp()
    with case.guard("listing", preview=True):
        found = {seat: game.actions(seat) for seat in game.book.seats}
        again = {seat: game.actions(seat) for seat in game.book.seats} if case.small else found
        unasked = _unasked(game)
    if case.stamp() != before:
        case.fail("pure", "listing the actions drew or wrote")
    if found != again:
        case.fail("pure", "the list of actions is another when asked for again")
    for cls, offered in unasked.items():
        if offered != any(type(one) is cls for offers in found.values() for one in offers):
            case.fail("offered", f"{cls.__name__}.offered and .refused do not agree")
    case.tick("kept")
    fresh = afresh(game)
    for seat, offers in found.items():
        if fresh.actions(seat) != offers:
            stale = sorted(offers.texts().keys() ^ fresh.actions(seat).texts().keys())
            case.fail(
                "kept", f"the list for {seat} keeps or lacks what it should not: {', '.join(stale) or 'its order'}"
            )
    return found


def _unasked(game: Game[Any]) -> dict[type[Action[Any]], bool]:
    """Return the classes that a list asks no `offered` of, and whether theirs gives what is accepted.

    They are those without fields, and those that need what the spot does not tell of.
    """
    s = game.state
    if s.outcome is not None or not s.agenda:
        return {}
    top = s.agenda[-1]
    found = {}
    listed = game.book.listing(type(top), game.book.spot(s))
    silent = set(game.book.seats) - {game.asked} - set(() if game.ranked else game.book.present(s))
    for part in game.book.listing(type(top)):
        if (part.asks and part in listed) or part.seat in silent:
            continue
        for cls in part.classes:
            found[cls] = any(isinstance(one, Open) or one.refused(s) is None for one in cls.offered(s))
    return found


def afresh(game: Game[Any]) -> Game[Any]:
    """Return a fork that remembers nothing worked out before."""
    fresh = game.fork()
    fresh.state.memory.clear()
    return fresh


def amounts(one: Open, dice: Stream | None = None) -> list[Action[Any]]:
    """Return an open action at its bounds; with dice, at one amount drawn within them."""
    if form(type(one.action)).types[one.field] is int:
        if dice is not None:
            return [one.at(dice.between(one.low, min(one.high, one.low + SPAN - 1)))]
        return [one.at(one.low), one.at(one.high)]
    low, high = max(one.low, 1), min(max(one.high, 1), LINE - 100)
    letters = one.letters or LETTERS
    if dice is not None:
        return [one.at("".join(dice.pick(letters) for _ in range(dice.between(low, max(low, min(high, NAME))))))]
    return [one.at(letters[0] * low), one.at(letters[-1] * high)]


def check_texts(case: Case, found: Lists) -> None:
    """`text` and `exact`: every action offered reads back from its text and its JSON, and no text comes twice."""
    case.tick("text")
    game = case.game
    top = game.state.agenda[-1] if game.state.agenda else None
    menu = game.book.menu(type(top)) if top is not None else ()
    for seat, offers in found.items():
        texts: dict[str, Any] = {}
        for one in offers:
            said = str(one)
            if said in texts:
                case.fail("text", f"{seat} has two actions {said!r}: {texts[said]!r} and {one!r}")
            texts[said] = one
            for action in amounts(one) if isinstance(one, Open) else [one]:
                back = game.book.parse(str(action), menu)
                if back != action:
                    case.fail("text", f"{str(action)!r} is written by {action!r} and read as {back!r}")
                with case.guard("its JSON"):
                    back = game.book.action_from_json(msgspec.json.encode(action))
                if back != action:
                    case.fail("text", f"the JSON of {action!r} is read as {back!r}")
            if not isinstance(one, Open) and type(one).exact:
                with case.guard("refused", preview=True):
                    refusal = game.judge(one)
                if refusal is not None:
                    case.fail("exact", f"{one!r} is offered by an exact class and refused: {refusal.code}")


def check_previews(case: Case, found: Lists) -> None:
    """`pure`: whatever a seat can find out draws nothing, writes nothing, and is the same twice."""
    case.tick("pure")
    game = case.game
    for seat, offers in found.items():
        before = case.stamp(whole=True)
        with case.guard("previews", preview=True):
            first = knowledge(game, seat)
            again = knowledge(game, seat)
            fresh = knowledge(afresh(game), seat)
            for one in offers:
                if not isinstance(one, Open):
                    one.refused(game.state)
        if case.stamp(whole=True) != before:
            case.fail("pure", f"a view, scene, look, list or odds for {seat} drew or wrote")
        for part, value in first.items():
            if value != again[part]:
                case.fail("pure", f"{part} for {seat} says something else when asked again")
            if value != fresh[part]:
                case.fail("kept", f"{part} for {seat} rests on a part that is out of date")


class Pool:
    """Actions met in other states, a few of each class."""

    def __init__(self) -> None:
        self.held: dict[type, list[Action[Any]]] = {}

    def add(self, found: Lists, dice: Stream) -> None:
        """Remember one of a moment's actions, and the ends of its open amounts."""
        for offers in found.values():
            if not len(offers):
                continue
            one = offers[dice.below(len(offers))]
            for action in amounts(one) if isinstance(one, Open) else [one]:
                held = self.held.setdefault(type(action), [])
                if action in held:
                    continue
                if len(held) < KEPT:
                    held.append(action)
                else:
                    held[dice.below(KEPT)] = action

    def draw(self, dice: Stream) -> list[Action[Any]]:
        """Return some of them, the class drawn first."""
        classes = list(self.held)
        return [dice.pick(self.held[dice.pick(classes)]) for _ in range(PROBES)] if classes else []


def bent_of(action: Action[Any], dice: Stream) -> Action[Any]:
    """Return the action with one field changed into something odd."""
    fields = form(type(action)).types
    if not fields:
        return action
    name = dice.pick(list(fields))
    value: Any
    if fields[name] is int:
        value = dice.pick((*ODD_NUMBERS, getattr(action, name) + 1))
    else:
        value = dice.pick((*ODD_WORDS, f"{getattr(action, name)}x"))
    return replace(action, **{name: value})


def outside(found: Lists, dice: Stream) -> list[Action[Any]]:
    """Return two of the open actions just outside their bounds."""
    opens = [one for offers in found.values() for one in offers if isinstance(one, Open)]
    probes: list[Action[Any]] = []
    for one in [dice.pick(opens) for _ in range(2)] if opens else []:
        if form(type(one.action)).types[one.field] is int:
            probes += [one.at(one.low - 1), one.at(one.high + 1)]
        else:
            probes += [one.at(""), one.at((one.letters or LETTERS)[0] * (one.high + 1))]
    return probes


def check_refusals(case: Case, found: Lists, pool: Pool, dice: Stream) -> list[Action[Any]]:
    """`refused` and `offered`: actions of other states, odd ones and nonsense are refused or stand in the list.

    Returns the actions tried.
    """
    drawn = pool.draw(dice)
    tried = [*drawn, *(bent_of(action, dice) for action in drawn[:3]), *outside(found, dice)]
    for action in tried:
        check_one(case, found, action)
    for line in nonsense(case, dice):
        with case.guard(f"typed: {line[:60]!r}"):
            read = case.game.parse(line)
        if isinstance(read, Action):
            check_one(case, found, read)
            continue
        _refuse(case, line, read)
    return tried


def check_one(case: Case, found: Lists, action: Action[Any]) -> Refusal | None:
    """Judge an action that may be none of this moment."""
    game = case.game
    before = case.stamp()
    with case.guard(f"judging {action!r:.200}", preview=True):
        refusal = game.judge(action)
    if case.stamp() != before:
        case.fail("pure", f"judging {action!r:.200} drew or wrote")
    if refusal is not None:
        _refuse(case, action, refusal)
        return refusal
    case.tick("offered")
    offers = found.get(action.seat or game.asked)
    if offers is None or not (action in offers or any(covers(one, action) for one in offers if isinstance(one, Open))):
        case.fail("offered", f"{action!r:.200} is accepted and does not stand in the list")
    return None


def covers(one: Open, action: Action[Any]) -> bool:
    """Say whether an action is an open one with its amount filled in."""
    if type(action) is not type(one.action):
        return False
    value = getattr(action, one.field)
    size = value if isinstance(value, int) else len(value)
    return bool(one.low <= size <= one.high and one.at(value) == action)


def _refuse(case: Case, said: Action[Any] | str, refusal: Refusal) -> None:
    case.tick("refused")
    before = case.stamp()
    with case.guard(f"doing {said!r:.200}"):
        step = case.game.act(said)
    if step.accepted or not step.refusals:
        case.fail("refused", f"{said!r:.200} was judged {refusal.code} and then accepted")
    if case.stamp() != before:
        case.fail("refused", f"{said!r:.200} was refused ({refusal.code}) and drew or wrote")
    check_refusal_words(case, refusal)


def nonsense(case: Case, dice: Stream) -> list[str]:
    """Return lines that somebody might type."""
    heads = [form(cls).head for cls in case.game.book.actions]
    head = dice.pick(heads)
    lines = (
        "",
        "   ",
        head,
        f"{head} {'9' * 30}",
        f"{head} \x00",
        f"{head} -0 +1",
        "x" * 10_000,
        f"{head} " + "a " * 90,
    )
    return [dice.pick(lines), dice.pick(lines)]


def check_refusal_words(case: Case, refusal: Refusal) -> None:
    """`words`: a refusal has a sentence with every place filled."""
    case.report.refusals[refusal.code] += 1
    if f"refusal.{refusal.code}" not in case.game.book.texts:
        case.fail("words", f"the refusal {refusal.code} has no sentence")
    with case.guard(f"the words of {refusal!r:.200}"):
        said = case.game.say(refusal)
    hold_filled(case, case.game.book.texts.templates[f"refusal.{refusal.code}"], said, refusal.code)


def hold_filled(case: Case, template: str, said: str, code: str) -> None:
    """`words`: no place of the template is left in the sentence."""
    for piece in template.split("{")[1:]:
        place = "{" + piece.partition("}")[0].partition(":")[0] + "}"
        if place in said:
            case.fail("words", f"the sentence of {code} leaves a place unfilled: {said!r:.200}")


def same_refusals(case: Case, twin: Case, seat: str, tried: list[Action[Any]]) -> None:
    """`telling`: twins refuse alike what a seat tries, but for the codes that tell by rule."""
    telling = case.game.book.telling
    for action in tried:
        if (action.seat or case.game.asked) != seat:
            continue
        one, other = case.game.judge(action), twin.game.judge(action)
        if plain(one) == plain(other):
            continue
        if any(found is not None and found.code in telling for found in (one, other)):
            continue
        case.fail("telling", f"{action!r:.200}: {plain(one)} here, {plain(other)} where {seat} knows the same")
