"""Gaining a level (T17): four steps, each a validated choice; the same functions serve the game and the toolkit.

`begin` opens a gain, `refused` judges a choice, `taken` gives the character and the gain after it, until its step is
"done"; then `finished` writes the Level and the line of history. The frame and its actions stand in gaining.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Spread
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import classes, derived, points
from undercroft.rulebooks.tabletop.qualities import MOST, base
from undercroft.rulebooks.tabletop.records import (
    QUALITIES,
    Character,
    QualityName,
    Record,
    Score,
    replace,
)

LIFE, QUALITY, POINT, SCORE, CLASS, DONE = "life", "quality", "point", "score", "class", "done"
"""Steps i, ii, the Agility point that may come of ii, iii, iv (T17.2), and the end."""
DIE = Spread("gain", 1, 6)
"""What step i adds to Vitality or Astral (T17.4, T17.5)."""
KINDS = ("vitality", "astral")
VERBS = {
    "gain": (LIFE,), "raise": (QUALITY, SCORE), "agility-point": (POINT,), "skip": (QUALITY, SCORE), "become": (CLASS,),
    "stay": (CLASS,),
}  # fmt: skip
"""The steps that each verb answers."""


class Gain(Record):
    """A level gain under way: the Level it leads to, its step, and what was done so far."""

    level: int
    step: str = LIFE
    lifted: str = ""
    """The score that an Agility rise lifted in this gain (T17.15)."""
    notes: tuple[str, ...] = ()


class Choice(Record):
    """An answer to a step: `gain vitality`, `raise courage`, `raise attack`, `skip`, `become warrior`, `stay`."""

    verb: str
    word: str = ""


def due(c: Character) -> bool:
    """Say whether a living character's points have reached a Level that was not gained yet (T16.16)."""
    return not c.dead and c.level < points.level_of(c.ap)


def begin(c: Character) -> Gain | Refusal:
    """Open the next level gain; several Levels come one after the other (T17.3)."""
    if due(c):
        return Gain(c.level + 1)
    if c.level >= points.TOP:
        return Refusal("gain.top", {"who": c.id, "top": points.TOP}, "T16.20")
    facts = {"who": c.id, "level": c.level + 1, "needed": points.needed(c.level + 1), "ap": c.ap}
    return Refusal("gain.none", facts, "T16.19")


def open_scores(c: Character, gain: Gain) -> tuple[Score, ...]:
    """Return what step iii may raise: never what Agility lifted in this gain, never beyond a cap (T17.14 to T17.18)."""
    return tuple(score for score in derived.below_caps(derived.sheet_scores(c)) if score != gain.lifted)


def choices(c: Character, gain: Gain) -> tuple[Choice, ...]:
    """Return every choice that the step allows."""
    words: Iterable[Choice] = (
        *(Choice("gain", kind) for kind in KINDS),
        *(Choice("raise", word) for word in (*QUALITIES, *derived.SCORES)),
        *(Choice("agility-point", score) for score in derived.SCORES),
        Choice("become", classes.WARRIOR), Choice("stay"), Choice("skip"),
    )  # fmt: skip
    return tuple(choice for choice in words if refused(c, gain, choice) is None)


def refused(c: Character, gain: Gain, choice: Choice) -> Refusal | None:
    """Judge a choice: None, or the reason with its rule."""
    if choice.verb == "become" and (refusal := _become_refused(c, choice)):
        return refusal
    if gain.step not in VERBS.get(choice.verb, ()):
        rule = "T17.28" if choice.verb == "skip" else "T17.3"
        return Refusal("gain.skip" if choice.verb == "skip" else "gain.step", {"who": c.id, "step": gain.step}, rule)
    judge = {LIFE: _life_refused, QUALITY: _quality_refused, POINT: _point_refused, SCORE: _score_refused}
    return judge[gain.step](c, gain, choice.word) if choice.verb in ("gain", "raise", "agility-point") else None


def taken(c: Character, gain: Gain, choice: Choice, die: int = 0) -> tuple[Character, Gain]:
    """Return character and gain after a choice that `refused` lets pass; `die` is the d6 of step i."""
    if choice.verb == "gain":
        return _advance(_live(c, choice.word, die), _note(gain, f"{choice.word} d6={die}"), QUALITY)
    if choice.verb == "agility-point":
        return _lift(c, gain, cast("Score", choice.word), keeps=True)
    if choice.verb == "become":
        return _advance(replace(c, cls=classes.WARRIOR), _note(gain, "becomes Warrior"), DONE)
    if choice.verb == "stay":
        return _advance(c, gain, DONE)
    if gain.step == SCORE:
        if choice.verb == "skip":
            return _advance(c, gain, CLASS)
        value: int = getattr(c, choice.word)
        c = replace(c, **{choice.word: value + 1})
        return _advance(c, _note(gain, f"{choice.word} {value}->{value + 1}"), CLASS)
    return _advance(c, gain, SCORE) if choice.verb == "skip" else _raise(c, gain, cast("QualityName", choice.word))


def history(gain: Gain) -> str:
    """Return the line that the sheet's history gets (T17.26)."""
    return f"L{gain.level}: {'; '.join(gain.notes)}"


def finished(c: Character, gain: Gain) -> Character:
    """Return the character at the new Level, the gain written down; everything else stays as it is (T17.24, T17.26)."""
    return replace(c, level=gain.level, history=(*c.history, history(gain)))


def sum_most(level: int, agility: int) -> int:
    """Return the most that Attack + Defence are together at that Level and base Agility (T17.27)."""
    return sum(derived.START.values()) + level - 1 + derived.agility_point(agility)


def _life_refused(c: Character, _gain: Gain, word: str) -> Refusal | None:
    if word not in KINDS:
        return Refusal("gain.kind", {"said": quoted(word), "near": nearest(word, KINDS) or "."}, "T17.2")
    if word == "astral" and not classes.casts(c):
        return Refusal("gain.astral", {"who": c.id, "cls": classes.of(c).name}, "T17.4")
    return None


def _quality_refused(c: Character, gain: Gain, word: str) -> Refusal | None:
    if word in derived.SCORES:
        return Refusal("gain.step", {"who": c.id, "step": gain.step}, "T17.3")
    if word not in QUALITIES:
        return Refusal("gain.quality", {"said": quoted(word), "near": nearest(word, QUALITIES) or "."}, "T1.1")
    if base(c, word) >= MOST:
        return Refusal("gain.quality_top", {"who": c.id, "quality": word, "most": MOST}, "T17.10")
    return None


def _point_refused(_c: Character, _gain: Gain, word: str) -> Refusal | None:
    if word in derived.SCORES:
        return None
    return Refusal("gain.score", {"said": quoted(word), "near": nearest(word, derived.SCORES) or "."}, "T3.8")


def _score_refused(c: Character, gain: Gain, word: str) -> Refusal | None:
    if word in QUALITIES:
        return Refusal("gain.step", {"who": c.id, "step": gain.step}, "T17.3")
    if word not in derived.SCORES:
        return Refusal("gain.score", {"said": quoted(word), "near": nearest(word, derived.SCORES) or "."}, "T17.14")
    if word == gain.lifted:
        return Refusal("gain.lifted", {"who": c.id, "score": word}, "T17.15")
    if word not in open_scores(c, gain):
        return Refusal("gain.cap", {"who": c.id, "score": word, "most": derived.MOST[word]}, "T17.17")
    return None


def _become_refused(c: Character, choice: Choice) -> Refusal | None:
    if choice.word != classes.WARRIOR:
        return Refusal("gain.become", {"who": c.id, "said": quoted(choice.word)}, "T17.25")
    return classes.warrior_refused(c)


def _live(c: Character, kind: str, die: int) -> Character:
    """Return the character with more Vitality or Astral, current and maximum (T17.7)."""
    if kind == "astral":
        return replace(c, astral=c.astral + die, astral_max=c.astral_max + die)
    return replace(c, vitality=c.vitality + die, vitality_max=c.vitality_max + die)


def _raise(c: Character, gain: Gain, quality: QualityName) -> tuple[Character, Gain]:
    """Raise a Quality by 1; an Agility that crosses a threshold lifts a score (T17.10, T17.13)."""
    value = base(c, quality)
    raised = replace(c, **{quality: value + 1})
    gain = _note(gain, f"{quality} {value}->{value + 1}")
    if quality != "agility" or derived.agility_point(value) == derived.agility_point(value + 1):
        return _advance(raised, gain, SCORE)
    if value + 1 >= derived.HIGH:
        free = derived.below_caps(derived.sheet_scores(c))
        return (raised, replace(gain, step=POINT)) if len(free) > 1 else _lift(raised, gain, "attack", keeps=True)
    bearer: Score = cast("Score", c.agility_point) if c.agility_point != "none" else "attack"
    return _lift(raised, gain, bearer, keeps=False)


def _lift(c: Character, gain: Gain, wanted: Score, *, keeps: bool) -> tuple[Character, Gain]:
    """Let the Agility point lift a score: the wanted one, or the other, or none, as the caps allow (T3.9, T3.16)."""
    score = derived.lifted(derived.sheet_scores(c), wanted)
    if score is None:
        return _advance(replace(c, agility_point="none"), gain, SCORE)
    value: int = getattr(c, score)
    c = replace(c, **{score: value + 1}, agility_point=score if keeps else "none")
    gain = _note(replace(gain, lifted=score), f"agility point: {score} {value}->{value + 1}")
    return _advance(c, gain, SCORE)


def _note(gain: Gain, note: str) -> Gain:
    return replace(gain, notes=(*gain.notes, note))


def _advance(c: Character, gain: Gain, step: str) -> tuple[Character, Gain]:
    """Go on to a step, past those that ask nothing (T17.12, T17.16, T17.17, T17.20)."""
    if step == QUALITY and all(base(c, quality) >= MOST for quality in QUALITIES):
        step = SCORE
    if step == SCORE and not open_scores(c, gain):
        step = CLASS
    if step == CLASS and classes.warrior_refused(c) is not None:
        step = DONE
    return c, replace(gain, step=step)
