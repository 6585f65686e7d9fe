"""Characters of a higher Level without a game (T17, T23.10): every level gain made by one plain policy, without dice.

A designer asks what a party of some Level would do. Step i is Vitality, with 4 and 3 on the die by turns, which is its
mean; step ii the lowest Quality among those that the class asks for, or else of all; step iii the lower score, Attack
if both are equal. Nobody changes class.
"""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import gains, points
from undercroft.rulebooks.tabletop.gains import DONE, LIFE, POINT, QUALITY, SCORE, Choice, Gain
from undercroft.rulebooks.tabletop.qualities import MOST
from undercroft.rulebooks.tabletop.records import QUALITIES, Character, replace

DICE = (3, 4)
"""Faces of step i, to an odd Level and to an even one."""


def grown(c: Character, level: int) -> Character:
    """Return a living character raised to a Level from its own to 21; ValueError for another."""
    if not c.level <= level <= points.TOP:
        raise ValueError(f"{c.name} is of Level {c.level}: no Level {level} to grow to")
    c = replace(c, ap=max(c.ap, points.needed(level)))
    while c.level < level:
        gain = gains.begin(c)
        assert not isinstance(gain, Refusal)
        c = _gained(c, gain)
    return c


def _gained(c: Character, gain: Gain) -> Character:
    while gain.step != DONE:
        c, gain = gains.taken(c, gain, _choice(c, gain), DICE[gain.level % 2 == 0])
    return gains.finished(c, gain)


def _choice(c: Character, gain: Gain) -> Choice:
    if gain.step == LIFE:
        return Choice("gain", "vitality")
    if gain.step == QUALITY:
        wanted = [one for one, _ in content.catalogue().classes[c.cls].needs if getattr(c, one) < MOST]
        there = wanted or [one for one in QUALITIES if getattr(c, one) < MOST]
        return Choice("raise", min(there, key=lambda one: int(getattr(c, one))))
    if gain.step in (POINT, SCORE):
        lower = min(gains.open_scores(c, gain), key=lambda score: int(getattr(c, score)))
        return Choice("agility-point" if gain.step == POINT else "raise", lower)
    return Choice("stay")
