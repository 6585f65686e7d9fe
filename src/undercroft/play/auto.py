"""Errands at the keyboard: ordinary actions one after another, each saved and recorded, until something is news."""

from __future__ import annotations

from typing import Any

from undercroft.engine.action import Action, Refusal
from undercroft.engine.errand import AnyErrand, Errand, Halt
from undercroft.engine.event import Event
from undercroft.engine.game import Game
from undercroft.play.session import MOST as SHOWN
from undercroft.play.session import Bad, Cause, Session
from undercroft.play.words import FILLERS, errands_here, folded, matches, not_now

MOST = 200
"""Actions of one errand."""
TOLD = 12
"""Sentences told of one errand; `log` tells the others."""


def begin(at: Session, cls: AnyErrand, words: str) -> None:
    """Do the errand that is meant. Bad says why there is nothing to do, or asks which was meant."""
    if cls not in errands_here(at.game, at.viewer):
        if (why := cls.unbegun(at.game.view(at.seat))) is not None:
            raise Bad(_said(at.game, why))
        raise Bad(not_now(at.game, asks=cls.asks) or f"There is no way to {cls.word()} at this moment.")
    view = at.game.view(at.seat)
    aims = cls.aims(view, at.offers)
    if cls.must and cls.must not in aims and not set(words.split()) - {cls.must, *FILLERS}:
        raise Bad(_nothing(cls, "", [*aims]))
    exact = cls.exact(view, words)
    if not (found := [exact] if exact else _meant(at, cls, aims, words)):
        reached = cls.reached(view)
        if not (there := _meant(at, cls, dict.fromkeys(reached, ""), words) if words else []):
            raise Bad(_nothing(cls, words, [aim for aim in aims if aim]))
        at.say(_said(at.game, reached[there[0]]))
    elif len(found) > 1:
        raise Bad(f"Which one? {_some(cls, found)}.")
    elif at.asks and (doubt := cls.doubt(view)) is not None and at.is_new(said := _said(at.game, doubt)):
        at.say(said)
    else:
        _do(at, cls(found[0]))


def means(at: Session, cls: AnyErrand, words: str) -> bool:
    """Say whether words are an aim of an errand that can be done here."""
    if cls not in errands_here(at.game, at.viewer) or not words:
        return False
    view = at.game.view(at.seat)
    return bool(_meant(at, cls, {**cls.aims(view, at.offers), **dict.fromkeys(cls.reached(view), "")}, words))


def _meant(at: Session, cls: AnyErrand, aims: dict[str, str], words: str) -> list[str]:
    """Return the aims that words mean, by themselves or by the names and words that they go by."""
    if words in aims or not words:
        return [words] if words in aims else []
    called = {"-".join(filter(None, (aim, *more.split()))): aim for aim, more in aims.items() if aim}
    by_text = {f"{cls.word()} {name}": aim for name, aim in called.items()}
    return [by_text[text] for text in matches(at.game, by_text, f"{cls.word()} {words}")]


def _nothing(cls: AnyErrand, words: str, aims: list[str]) -> str:
    """Return what is said of words that no aim goes by."""
    if words:
        here = "here" if cls.must else "from here"
        return f"You cannot {cls.word()} {words} {here}" + (f"; but: {_some(cls, aims)}." if aims else ".")
    return f"{cls.usage}: {_some(cls, aims)}." if aims else f"There is nowhere to {cls.word()}."


def _some(cls: AnyErrand, aims: list[str]) -> str:
    """Return the first aims of a list, and how many are left out; the word that has to be typed goes without saying."""
    more = len(aims) - SHOWN
    where = "" if cls.must else " (map words)"
    said = [aim.removesuffix(f"-{cls.must}") if cls.must else aim for aim in aims[:SHOWN]]
    return ", ".join(said) + (f", and {more} more{where}" if more > 0 else "")


def _do(at: Session, errand: Errand[Any]) -> None:
    """Do an errand's actions until it is done, something is news, or somebody is asked something else."""
    game = at.game
    seat = game.asked
    start = game.view(seat)
    happened: list[tuple[Event[Any], str]] = []
    notices: list[str] = []
    mattered: list[Cause] = []
    end: Halt | Refusal | None = None
    count = 0
    while end is None and not at.leaving and type(errand) in errands_here(game, at.viewer) and game.asked == seat:
        before = game.view(seat)
        step = _next(game, errand, before) if count < MOST else Halt("most")
        if isinstance(step, (Halt, Refusal)):
            end = step
        elif step is None:
            end = None if count else Halt("done")
            break
        else:
            done = at.do(step)
            count += 1
            happened += done.happened
            notices += done.notices
            news = [said for event, said in done.happened if said and not (event.routine or errand.expects(event))]
            if news and at.cause is not None:
                mattered.append(at.cause)
            if news and errand.told:
                # Where something else is asked now, the question tells why.
                still = type(errand) in errands_here(game, at.viewer) and game.asked == seat
                why = errand.stopped(before, game.view(seat)) if still else None
                # What was told just before need not be said again.
                last = next(said for _, said in reversed(happened) if said)
                facts = {"told": "." if news[-1] == last else f": {news[-1]}"}
                end = Halt(why.code, {**facts, **why.facts}) if why is not None else None
                break
            end = errand.news(before, game.view(seat))
    if not count:
        raise Bad(_said(game, end or Halt("done")))
    at.cause = _cause(errand, count, mattered or [*filter(None, (at.cause,))])
    told = folded(errand.brief(happened, game.called))
    at.say(
        *(_shortened(told, len(folded([said for _, said in happened if said]))) if errand.told else told),
        *([_said(game, end)] if end is not None else []),
        *at.forgotten(start),
        *notices,
    )
    at.show()


def _cause(errand: Errand[Any], count: int, mattered: list[Cause]) -> Cause | None:
    """Return what `why` tells of an errand: the last action that mattered, and once each rule that bore on any."""
    if not mattered or count == 1:
        return mattered[-1] if mattered else None
    said = " ".join([errand.word(), *filter(None, errand.aim.split("-"))])
    rules = tuple(dict.fromkeys(rule for one in mattered for rule in one.rules))
    return mattered[-1]._replace(rules=rules, errand=f"{said}, {count} actions")


def _shortened(lines: list[str], logged: int) -> list[str]:
    """Return the end of what a long way told: all before it was routine. The log has so many lines of it."""
    left = len(lines) - TOLD
    return [f"(What came before is told by log {logged}.)", *lines[left:]] if left > 1 else lines


def _next(game: Game[Any], errand: Errand[Any], view: Any) -> Action[Any] | Halt | Refusal | None:
    """Return the next action, judged; None when all is done."""
    offers = game.actions()
    text = errand.next(view, offers)
    if isinstance(text, Halt) or not text:
        return text or None
    action = offers.texts().get(text) or game.parse(text)
    return action if isinstance(action, Refusal) else game.judge(action) or action


def _said(game: Game[Any], end: Halt | Refusal) -> str:
    """Return the sentence of an errand's end."""
    return (
        game.say(end) if isinstance(end, Refusal) else game.book.texts.get(f"errand.{end.code}", end.facts, game.called)
    )
