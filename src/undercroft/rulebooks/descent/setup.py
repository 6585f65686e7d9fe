"""Setup (D1, D2, D5): the five things fixed before a run, the party they make, and the guide's manner (ACT66)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from unicodedata import is_normalized

from msgspec import convert

from undercroft.engine.action import MOST, Open, Refusal, is_seed
from undercroft.engine.errors import BadOption, nearest, quoted
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import gear, members
from undercroft.rulebooks.descent.records import (
    Action,
    Counts,
    Ctx,
    Event,
    InCourtyard,
    Member,
    Options,
    Purse,
    SettingUp,
    Setup,
    State,
    replace,
)  # fmt: skip

NAME = 24
"""Letters in the longest name of a hero."""
COMPANIONS = ("fighter", "rogue", "wizard", "ranger")
"""Classes that a companion may have (D2.3)."""
SEATS = 3
"""Companions of a hero (D2.3)."""
UNSEEN = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters that fill a place and show nothing."""
MODES = ("brief", "full")


def start(ctx: Ctx, options: Options) -> None:
    """Set up a new run from its options; it waits for changes and for `begin`. BadOption for a bad name."""
    if trouble := name_trouble(options.name):
        raise BadOption(f"name: {quoted(options.name)} {trouble}")
    ctx.push(SettingUp())
    _gather(ctx, Setup(options.difficulty, options.length, options.name, tuple(options.companions)))


def in_force(s: State) -> Options:
    """Return the setup in force as the options that make it (D1.4)."""
    setup = s.setup
    return convert(
        {"difficulty": setup.difficulty, "length": setup.length, "name": setup.name, "companions": setup.companions},
        Options,
    )


def name_trouble(name: str) -> str:
    """Say what is wrong with a hero's name, or return an empty text."""
    if not 1 <= len(name) <= NAME:
        return f"must have 1 to {NAME} letters"
    if not name.isprintable() or not is_normalized("NFC", name):
        return "must be of printable letters in their plain form"
    if not name[0].isalnum() or any(letter in name for letter in UNSEEN):
        return "must begin with a letter or figure, and have none that cannot be seen"
    if name != " ".join(name.split()):
        return "must have no space before, after or twice within it"
    return ""


def _gather(ctx: Ctx, setup: Setup) -> None:
    """Make the party of a setup anew: four members at level 1 with purse and gear (D1.10 to D1.12, D2.5)."""
    figures = content.difficulty(setup.difficulty)
    names = members.companion_names(ctx.state.seed, setup.name, setup.companions)
    party = (
        members.recruit("hero", setup.name, "hero"),
        *(members.recruit(name.lower(), name, cls) for name, cls in zip(names, setup.companions, strict=True)),
    )
    ctx.emit(PartyGathered(setup, party, figures.gold, figures.rations))
    for m in party:
        entry = content.catalogue().classes[m.cls]
        for kind, place in ((entry.hand, "hand"), (entry.body, "body")):
            if kind:
                gear.make(ctx, kind, f"{place}:{m.id}", named=True)


class PartyGathered(Event, tag="setup.party"):
    """The setup was chosen, and the party it makes stands ready with its purse."""

    setup: Setup
    party: tuple[Member, ...]
    gold: int
    rations: int

    def apply(self, s: State) -> None:
        for item in list(s.items):
            del s.items[item]
        for member in list(s.members):
            del s.members[member]
        s.counts = Counts()
        s.setup = self.setup
        s.purse = Purse(self.gold, self.rations)
        for m in self.party:
            s.members[m.id] = m


class RunBegan(Event, tag="setup.began"):
    """The run began in the courtyard."""

    hero: str
    floors: int


class GuideSet(Event, tag="setup.guide"):
    """The guide was told to be brief, or to tell all."""

    brief: bool

    def apply(self, s: State) -> None:
        s.setup = replace(s.setup, brief=self.brief)

    def variant(self) -> str:
        return MODES[0] if self.brief else MODES[1]


def _one_of(field: str, word: str, words: Iterable[str], rule: str) -> Refusal | None:
    listed = tuple(words)
    if word in listed:
        return None
    return Refusal(
        f"setup.{field}", {"said": quoted(word), "words": listed, "near": nearest(word, listed) or "."}, rule
    )


class ChooseDifficulty(Action, tag="setup.difficulty"):
    """Choose easy, normal or hard (D5)."""

    text = "choose difficulty {word}"
    during = (SettingUp,)
    order = 1
    word: str

    @classmethod
    def offered(cls, s: State) -> Iterable[ChooseDifficulty]:
        return [cls(word) for word in content.catalogue().difficulties]

    def refused(self, s: State) -> Refusal | None:
        return _one_of("difficulty", self.word, content.catalogue().difficulties, "D1.4")

    def perform(self, ctx: Ctx) -> None:
        _gather(ctx, replace(ctx.state.setup, difficulty=self.word))


class ChooseLength(Action, tag="setup.length"):
    """Choose a short, standard or long quest (D1.3)."""

    text = "choose length {word}"
    during = (SettingUp,)
    order = 1
    word: str

    @classmethod
    def offered(cls, s: State) -> Iterable[ChooseLength]:
        return [cls(word) for word in content.catalogue().quests]

    def refused(self, s: State) -> Refusal | None:
        return _one_of("length", self.word, content.catalogue().quests, "D1.3")

    def perform(self, ctx: Ctx) -> None:
        _gather(ctx, replace(ctx.state.setup, length=self.word))


class ChooseName(Action, tag="setup.name"):
    """Name the hero (D1.4)."""

    text = "choose name {name*}"
    during = (SettingUp,)
    order = 1
    name: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return [Open(cls(s.setup.name), "name", 1, NAME)]

    def refused(self, s: State) -> Refusal | None:
        trouble = name_trouble(self.name)
        return Refusal("setup.name", {"said": quoted(self.name), "trouble": trouble}, "D1.4") if trouble else None

    def perform(self, ctx: Ctx) -> None:
        _gather(ctx, replace(ctx.state.setup, name=self.name))


class ChooseCompanions(Action, tag="setup.companions"):
    """Choose the three companions' classes, in order of their seats (D2.3, D2.5)."""

    text = "choose companions {list}"
    during = (SettingUp,)
    order = 1
    list: str

    @classmethod
    def offered(cls, s: State) -> Iterable[ChooseCompanions]:
        return [cls(",".join(classes)) for classes in product(COMPANIONS, repeat=SEATS)]

    def refused(self, s: State) -> Refusal | None:
        classes = self.list.split(",")
        for word in classes:
            if refusal := _one_of("companion", word, COMPANIONS, "D2.3"):
                return refusal
        return None if len(classes) == SEATS else Refusal("setup.companions", {"seats": SEATS}, "D2.3")

    def perform(self, ctx: Ctx) -> None:
        _gather(ctx, replace(ctx.state.setup, companions=tuple(self.list.split(","))))


class ChooseSeed(Action, tag="setup.seed"):
    """Choose the seed (D1.4)."""

    text = "choose seed {seed}"
    during = (SettingUp,)
    order = 1
    seed: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return [Open(cls(0), "seed", 0, MOST)]

    def refused(self, s: State) -> Refusal | None:
        return None if is_seed(self.seed) else Refusal("setup.seed", {"most": MOST}, "D1.4")

    def perform(self, ctx: Ctx) -> None:
        ctx.reseed(self.seed)
        _gather(ctx, ctx.state.setup)


class Begin(Action, tag="setup.begin"):
    """Start the run in the courtyard (D1.10)."""

    text = "begin"
    during = (SettingUp,)
    order = 2

    @classmethod
    def offered(cls, s: State) -> Iterable[Begin]:
        return [cls()]

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(RunBegan("hero", content.quest(ctx.state.setup.length).floors))
        ctx.turn(InCourtyard())


class Guide(Action, tag="setup.set_guide"):
    """Tell the guide to be brief, or to tell all, at any time (D32.110)."""

    text = "guide {mode}"
    order = 66
    reads = ("setup",)
    minor = True
    mode: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Guide]:
        return [cls(MODES[1] if s.setup.brief else MODES[0])]

    def refused(self, s: State) -> Refusal | None:
        if refusal := _one_of("mode", self.mode, MODES, "D32.110"):
            return refusal
        same = s.setup.brief == (self.mode == MODES[0])
        return Refusal("setup.same", {"mode": self.mode}) if same else None

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(GuideSet(self.mode == MODES[0]))
