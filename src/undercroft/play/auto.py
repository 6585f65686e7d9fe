"""Errands at the keyboard: ordinary actions one after another, each saved and recorded, until something is news."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from undercroft.engine.action import Action, Refusal
from undercroft.engine.errand import AnyErrand, Errand
from undercroft.engine.game import Game
from undercroft.play.words import folded, matches, not_now

if TYPE_CHECKING:
    from undercroft.play.session import Session

MOST = 200
"""Actions of one errand."""


def kind_of(game: Game[Any], word: str) -> AnyErrand | None:
    """Return the kind of errand that a word begins, or None."""
    return next((cls for cls in game.book.errands if cls.word() == word.lower()), None)


def here(game: Game[Any], viewer: str | None = None) -> list[AnyErrand]:
    """Return the kinds of errand that can be done at the question now asked."""
    decision = game.decision
    if decision is None or viewer not in (None, decision.seat):
        return []
    return [cls for cls in game.book.errands if decision.ask in cls.asks]


def begin(at: Session, cls: AnyErrand, words: str) -> None:
    """Do the errand that is meant. Bad says why there is nothing to do, or asks which was meant."""
    from undercroft.play.session import Bad

    if cls not in here(at.game, at.viewer):
        raise Bad(not_now(at.game, asks=cls.asks) or f"There is no way to {cls.word()} at this moment.")
    _do(at, cls(_aim(at, cls, words)))


def _aim(at: Session, cls: AnyErrand, words: str) -> str:
    """Return the aim that words mean, by itself or by the names and words that it goes by."""
    from undercroft.play.session import MOST as SHOWN
    from undercroft.play.session import Bad

    aims = cls.aims(at.game.view(at.seat), at.offers)
    if words in aims:
        return words
    listed = ", ".join([aim for aim in aims if aim][:SHOWN])
    if not words:
        raise Bad(f"{cls.usage}: {listed}." if listed else f"There is nowhere to {cls.word()}.")
    called = {"-".join(filter(None, (aim, *more.split()))): aim for aim, more in aims.items() if aim}
    by_text = {f"{cls.word()} {name}": aim for name, aim in called.items()}
    found = [by_text[text] for text in matches(at.game, by_text, f"{cls.word()} {words}")]
    if len(found) > 1:
        more = f", and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        raise Bad(f"Which one? {', '.join(found[:SHOWN])}{more}.")
    if not found:
        raise Bad(f"You cannot {cls.word()} {words} from here" + (f"; but: {listed}." if listed else "."))
    return found[0]


def _do(at: Session, errand: Errand[Any]) -> None:
    """Do an errand's actions until it is done, something is news, or somebody is asked something else."""
    from undercroft.play.session import Bad

    game = at.game
    seat = game.asked
    told: list[str] = []
    notices: list[str] = []
    end: Refusal | None = None
    count = 0
    while end is None and not at.leaving and type(errand) in here(game, at.viewer) and game.asked == seat:
        before = game.view(seat)
        step = _next(game, errand, before) if count < MOST else Refusal("errand.most")
        if isinstance(step, Refusal):
            end = step
        elif step is None:
            end = None if count else Refusal("errand.done")
            break
        else:
            done = at.do(step)
            count += 1
            told += done.told
            notices += done.notices
            if done.news:
                break
            end = errand.news(before, game.view(seat))
    if not count:
        raise Bad(game.say(end or Refusal("errand.done")))
    at.say(*folded(told), *([game.say(end)] if end is not None else []), *notices)
    at.show()


def _next(game: Game[Any], errand: Errand[Any], view: Any) -> Action[Any] | Refusal | None:
    """Return the next action, judged; None when all is done."""
    offers = game.actions()
    text = errand.next(view, offers)
    if isinstance(text, Refusal) or not text:
        return text or None
    action = offers.texts().get(text) or game.parse(text)
    return action if isinstance(action, Refusal) else game.judge(action) or action
