"""Level gains at the table (T23.21, T23.22): a walk-through of T17, or all of it in one line."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Refusal
from undercroft.engine.errors import BadUse
from undercroft.engine.toolkit import Answer, Asked, Cup, Option, Tool, one_of
from undercroft.rulebooks.tabletop import gains, sheets
from undercroft.rulebooks.tabletop.gains import CLASS, DONE, LIFE, POINT, QUALITY, SCORE, Choice, Gain
from undercroft.rulebooks.tabletop.records import Character
from undercroft.rulebooks.tabletop.toolkit.asking import quality
from undercroft.rulebooks.tabletop.toolkit.refusing import reason, refuse
from undercroft.rulebooks.tabletop.toolkit.sheet_words import changes

ASKED = {
    LIFE: "What grows",
    QUALITY: "Which Quality rises",
    POINT: "Agility lifts a score; which",
    SCORE: "Which score rises",
    CLASS: "Become a Warrior",
}
VERBS = {LIFE: "gain", QUALITY: "raise", POINT: "agility-point", SCORE: "raise", CLASS: "become"}
BARE = ("skip", "stay")
"""Answers that are verbs themselves."""
ONE_LINE = ("vit", "ast", "raise", "score", "agi", "warrior", "roll")


class Walk:
    """Level gains under way: the character so far, what was said, the die that is set or else thrown."""

    def __init__(self, c: Character, cup: Cup, die: int = 0) -> None:
        self.c = c
        self.lines: list[str] = []
        self.told: list[str] = []
        self._cup = cup
        self._die = die
        self.gain = self._begin()

    def _begin(self) -> Gain:
        gain = gains.begin(self.c)
        if isinstance(gain, Refusal):
            raise BadUse(reason(gain, {self.c.id: self.c.name}))
        return gain

    def choose(self, choice: Choice) -> Refusal | None:
        """Make a choice, or say why it is none."""
        refusal = gains.refused(self.c, self.gain, choice)
        if refusal is not None:
            return refusal
        die = 0
        if choice.verb == "gain":
            die = self._die or self._cup.between(1, gains.DIE.sides)
        notes = len(self.gain.notes)
        self.c, self.gain = gains.taken(self.c, self.gain, choice, die)
        self.lines += [f"{note}." for note in self.gain.notes[notes:]]
        if self.gain.step == DONE:
            self.told.append(gains.history(self.gain))
            self.lines.append(self.told[-1])
            self.c = gains.finished(self.c, self.gain)
        return None

    @property
    def over(self) -> bool:
        """Whether no level gain is open any more; the next one of several begins by itself (T17.3)."""
        if self.gain.step == DONE and gains.due(self.c):
            self.gain = self._begin()
        return self.gain.step == DONE


def _level(asked: Asked, cup: Cup) -> Answer:
    sheet = sheets.read(asked.word(0))
    if any(asked.flag(name) for name in ONE_LINE):
        walk = _in_one_line(sheet.character, asked, cup)
    else:
        walk = Walk(sheet.character, cup)
        answers = iter(asked.answers)
        while not walk.over:
            said = next(answers, None)
            if said is None:
                return Answer(tuple(walk.lines), {}, question=_question(walk))
            if refusal := walk.choose(_choice(said, walk.gain.step)):
                walk.lines.append(reason(refusal, {walk.c.id: walk.c.name}))
    told, figures = changes(sheet.character, walk.c)
    figures = {"name": walk.c.name, "gains": walk.told, **figures}
    return Answer((*walk.lines, *told), figures, files=((sheet.path, sheets.changed(sheet, walk.c)),))


def _question(walk: Walk) -> str:
    choices = gains.choices(walk.c, walk.gain)
    said = [choice.verb if choice.verb in BARE else choice.word for choice in choices]
    return f"{walk.c.name}, Level {walk.gain.level}: {ASKED[walk.gain.step].lower()}: {' | '.join(said)}?"


def _choice(said: str, step: str) -> Choice:
    """Read an answer: `raise courage`, or the word alone."""
    words = said.lower().split()
    if words and words[0] in gains.VERBS:
        return Choice(words[0], " ".join(words[1:]))
    return Choice(VERBS[step], " ".join(words))


def _in_one_line(c: Character, asked: Asked, cup: Cup) -> Walk:
    if asked.flag("vit") == asked.flag("ast"):
        raise BadUse("level: give one of --vit and --ast (T17.6)")
    die = asked.option_number("roll", 1, gains.DIE.sides, 0)
    walk = Walk(c, cup, die)
    for choice in _choices(asked, walk):
        refuse(walk.choose(choice), {c.id: c.name})
    return walk


def _choices(asked: Asked, walk: Walk) -> Iterable[Choice]:
    """Give the choice that the options make at each step; what is left out is declined (T17.28)."""
    yield Choice("gain", "vitality" if asked.flag("vit") else "astral")
    left = {name for name in ("raise", "score", "agi", "warrior") if asked.flag(name)}
    while walk.gain.step != DONE:
        step = walk.gain.step
        if step == POINT:
            if "agi" not in left:
                raise BadUse("Agility lifts a score: add --agi attack or --agi defence (T3.9)")
            left.discard("agi")
            yield Choice("agility-point", one_of(asked.option("agi"), "--agi", ("attack", "defence")))
        elif step == QUALITY:
            yield Choice("raise", quality(asked.option("raise"))) if "raise" in left else Choice("skip")
            left.discard("raise")
        elif step == SCORE:
            yield Choice("raise", asked.option("score").lower()) if "score" in left else Choice("skip")
            left.discard("score")
        else:
            yield Choice("become", "warrior") if "warrior" in left else Choice("stay")
            left.discard("warrior")
    _unused(asked, walk, left)


def _unused(asked: Asked, walk: Walk, left: set[str]) -> None:
    """Refuse options that no step asked for: each is answered as the choice that it would be."""
    names = {walk.c.id: walk.c.name}
    if "warrior" in left:
        refuse(gains.refused(walk.c, walk.gain, Choice("become", "warrior")), names)
    if "score" in left:
        open_ = gains.open_scores(walk.c, walk.gain)
        word = asked.option("score").lower()
        refuse(gains.refused(walk.c, Gain(walk.gain.level, SCORE, walk.gain.lifted), Choice("raise", word)), names)
        raise BadUse(
            f"--score {word}: step iii is lost here; it could raise {' or '.join(open_) or 'neither'} (T17.17)"
        )
    if "agi" in left:
        raise BadUse("--agi: no Agility point is to be placed in this level gain (T3.9)")
    if "raise" in left:
        raise BadUse("--raise: step ii is skipped: all Qualities stand at 20 (T17.12)")


TOOLS = (
    Tool(
        "level", "SHEET", "Gain a Level: step by step, or all of it in one line; what is left out there is declined.",
        ("T23.21", "T23.22", "T17.2"), _level,
        (
            Option("vit", "", "step i: a d6 of Vitality"), Option("ast", "", "step i: a d6 of Astral"),
            Option("raise", "QUALITY", "step ii"), Option("score", "attack|defence", "step iii"),
            Option("agi", "attack|defence", "where the Agility point goes, if it is to be placed"),
            Option("warrior", "", "step iv: become a Warrior"), Option("roll", "N", "the d6 of step i, already rolled"),
        ),
    ),
)  # fmt: skip
