"""Toolkit: commands that a rulebook offers apart from any game, such as a game master needs at a table.

A Tool is a function from what was typed and a seeded stream to an Answer: lines, the same figures as plain data, and
the rules they rest on. It writes nothing: files to be written are part of the answer, and a walk-through answers with
its next question and is asked again with one more answer. What needs many runs answers with a Batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any, NamedTuple

import msgspec

from undercroft.engine.action import hold_seed
from undercroft.engine.errors import BadUse, UnknownName, article, nearest, quoted
from undercroft.engine.streams import Stream, derive

GROUP = "undercroft.toolkits"
"""The entry points that give a Toolkit each, apart from the rulebooks': a command need not load a game's rules."""
LONGEST = 200
"""Letters of the longest word that is read."""


class Option(NamedTuple):
    """An option of a tool: `--name VALUE`, or a flag where `value` is empty; `many` may stand more than once."""

    name: str
    value: str = ""
    about: str = ""
    many: bool = False

    @property
    def usage(self) -> str:
        """As it is typed: `[--penalty P]`."""
        return f"[--{self.name}{f' {self.value}' if self.value else ''}]" + ("..." if self.many else "")


class Cup(Stream):
    """A dice cup: a stream that remembers every die, so that it can be told."""

    __slots__ = ("thrown",)
    thrown: list[tuple[int, int]]
    """(sides, face) of each die, first to last."""

    @classmethod
    def of(cls, stream: Stream) -> Cup:
        """Return a cup that throws what the stream would give."""
        *words, _ = stream.state()
        cup = cls(*words)
        cup.thrown = []
        return cup

    def below(self, n: int) -> int:
        """Draw as a stream does, and remember it."""
        value = super().below(n)
        self.thrown.append((n, value + 1))
        return value

    @property
    def line(self) -> str:
        """Every die in words: `Dice: d20 11, d6 2, d6 4.`"""
        return f"Dice: {', '.join(f'd{sides} {face}' for sides, face in self.thrown)}."

    @property
    def dice(self) -> list[dict[str, int]]:
        """Every die as data."""
        return [{"sides": sides, "face": face} for sides, face in self.thrown]


class Answer(msgspec.Struct, frozen=True):
    """What a tool answers: every figure of `lines` stands in `figures`, and every one of `figures` in `lines`."""

    lines: tuple[str, ...]
    figures: dict[str, Any]
    rules: tuple[str, ...] = ()
    """Rules it rests on, beyond the tool's own."""
    files: tuple[tuple[str, str | bytes], ...] = ()
    """(path, content) pairs: what is to be written once all is well."""
    question: str = ""
    """What is to be answered next; the tool is then asked again, with one answer more."""
    faults: int = 0
    """What was found wrong by a tool that looks for it."""


class Batch(msgspec.Struct, frozen=True):
    """Many runs, each a function of its index alone, and what they come to; any number of processes may share them."""

    count: int
    play: Callable[[int], tuple[int, ...]]
    reduce: Callable[[Sequence[tuple[int, ...]]], Answer]


class Asked(NamedTuple):
    """What was typed after a tool's own words."""

    words: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = {}
    answers: tuple[str, ...] = ()
    """Answers to its questions, first to last."""

    def word(self, at: int, default: str = "") -> str:
        """Return a word by its place."""
        return self.words[at] if at < len(self.words) else default

    def number(self, at: int, what: str, low: int, high: int, default: int | None = None) -> int:
        """Return the whole number at a place; BadUse names `what` it is."""
        if at >= len(self.words) and default is not None:
            return default
        return whole_in(self.word(at), what, low, high)

    def flag(self, name: str) -> bool:
        """Tell whether an option stands."""
        return name in self.options

    def option(self, name: str, default: str = "") -> str:
        """Return an option's value."""
        return self.options[name][-1] if name in self.options else default

    def option_number(self, name: str, low: int, high: int, default: int) -> int:
        """Return an option's whole number; BadUse names the option."""
        return whole_in(self.option(name), f"--{name}", low, high) if name in self.options else default


class Tool(NamedTuple):
    """A command: its words (`odds duel`), its arguments as they are typed, a sentence of help, its rules, its work."""

    words: str
    takes: str
    about: str
    rules: tuple[str, ...]
    run: Callable[[Asked, Cup], Answer | Batch]
    options: tuple[Option, ...] = ()
    steps: Callable[[Asked], Sequence[str]] | None = None
    """What may be typed after its first word, for a tool that leads what a file keeps from call to call.

    The first word names that file, and nobody else has it from before the tool reads it until what it answers is
    written. Called with the file alone, the tool shows how it stands, and a front end may go on asking for steps.
    """

    @property
    def usage(self) -> str:
        """All of it as it is typed: `odds test VALUE [ADJ] [--penalty P]`."""
        return " ".join(filter(None, (self.words, self.takes, *(one.usage for one in self.options))))

    @property
    def bounds(self) -> tuple[int, int | None]:
        """The least and the greatest number of words it takes; None: no greatest."""
        parts = self.takes.split()
        needed = [part for part in parts if not part.startswith("[")]
        return len(needed), None if any(part.endswith(("...", "...]")) for part in parts) else len(parts)


class Toolkit(NamedTuple):
    """The tools of one rulebook; `package` is where its `rules.md` lies."""

    name: str
    about: str
    tools: tuple[Tool, ...]
    package: str


def read(tools: Sequence[Tool], words: Sequence[str], own: Sequence[Option] = ()) -> tuple[Tool, Asked]:
    """Return the tool that words call, and what it is asked; BadUse or UnknownName (one line) if there is none.

    `own` are options of the front end, read alike for every tool. A word with one dash is a word like any other: -5.
    """
    for word in words:
        if len(word) > LONGEST or not word.isprintable():
            raise BadUse(f"{quoted(word)}: at most {LONGEST} letters a word, all of them printable")
    plain, pairs = _sorted(words, {one.name for tool in tools for one in (*tool.options, *own) if one.value})
    tool = called(tools, plain)
    known = {one.name: one for one in (*tool.options, *own)}
    options: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        one = known.get(name)
        if one is None:
            raise BadUse(f"{tool.words} has no option {quoted('--' + name)}{_meant(name, known)}")
        if one.value and not value:
            raise BadUse(f"--{name} needs a value: --{name} {one.value}")
        if value and not one.value:
            raise BadUse(f"--{name} takes no value: leave {quoted('=' + value)} out")
        if name in options and not one.many:
            raise BadUse(f"--{name} is given twice")
        options[name] = (*options.get(name, ()), value or "")
    return tool, Asked(tuple(plain[len(tool.words.split()) :]), options)


def check(tool: Tool, asked: Asked) -> None:
    """Hold the number of words against what the tool takes; BadUse says what is wanted."""
    least, most = tool.bounds
    if len(asked.words) < least:
        wanted = tool.takes.split()[len(asked.words)]
        raise BadUse(f"{tool.words} needs {wanted}: {tool.usage}")
    if most is not None and len(asked.words) > most:
        raise BadUse(f"{tool.words}: {quoted(asked.words[most])} is one word too many: {tool.usage}")


def called(tools: Iterable[Tool], words: Sequence[str]) -> Tool:
    """Return the tool that words begin with; UnknownName names the nearest one."""
    by_words = {tool.words: tool for tool in tools}
    lowered = [word.lower() for word in words[:2]]
    for size in (2, 1):
        if tool := by_words.get(" ".join(lowered[:size])):
            return tool
    head = lowered[0] if lowered else ""
    kin = [name for name in by_words if name.split()[0] == head]
    if kin and len(lowered) == 1:
        raise UnknownName(f"{head} what? There are: {', '.join(kin)}")
    if kin:
        # What follows the first word is compared alone: that the first is right makes nothing else near.
        ends = {name.partition(" ")[2]: name for name in kin}
        near = nearest(lowered[1], ends).replace('"', f'"{head} ', 1) or f"; there are: {', '.join(kin)}"
        raise UnknownName(f"no command of the table is called {quoted(' '.join(words[:2]))}{near}")
    raise UnknownName(f"no command of the table is called {quoted(head)}{nearest(head, _heads(by_words))}")


def _heads(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(part for name in names for part in (name, name.split()[0])))


def _sorted(words: Sequence[str], valued: set[str]) -> tuple[list[str], list[tuple[str, str | None]]]:
    plain: list[str] = []
    pairs: list[tuple[str, str | None]] = []
    left = list(reversed(words))
    while left:
        word = left.pop()
        if not word.startswith("--"):
            plain.append(word)
        else:
            name, equals, value = word[2:].partition("=")
            if not equals and name in valued and left and not left[-1].startswith("--"):
                value, equals = left.pop(), "="
            pairs.append((name, value if equals else None))
    return plain, pairs


def _meant(name: str, known: Iterable[str]) -> str:
    dashed = [f"--{one}" for one in known]
    return nearest(f"--{name}", dashed) or (f"; it has: {', '.join(dashed)}" if dashed else "; it has none")


def whole_in(said: str, what: str, low: int, high: int) -> int:
    """Return a whole number between two bounds, both included; BadUse names `what` it is."""
    bare = said[1:] if said[:1] in ("-", "+") else said
    if not (bare.isascii() and bare.isdigit() and len(bare) <= 18 and low <= int(said) <= high):
        raise BadUse(f"{what}: {quoted(said)} is no whole number from {low} to {high}")
    return int(said)


def one_of(said: str, what: str, known: Sequence[str]) -> str:
    """Return the known word that was typed, in any case of letters; BadUse names the nearest, or all of them."""
    for word in known:
        if word.lower() == said.lower():
            return word
    raise BadUse(f"{what}: {quoted(said)} is not one of {', '.join(known)}{nearest(said, known)}")


@cache
def _installed() -> dict[str, Any]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda p: p.name)}


def toolkits() -> tuple[str, ...]:
    """Return the names of the rulebooks that have a toolkit installed."""
    return tuple(_installed())


@cache
def find(name: str) -> Toolkit:
    """Return an installed toolkit; UnknownName if there is none of that name."""
    point = _installed().get(name)
    if point is None:
        raise UnknownName(f"no rulebook with a toolkit is called {quoted(name)}{nearest(name, _installed())}")
    try:
        kit = point.load()
    except Exception as error:
        raise UnknownName(f"the toolkit of {name} cannot be loaded: {' '.join(str(error).split())[:200]}") from error
    if not isinstance(kit, Toolkit):
        raise UnknownName(f"the entry point {name} gives no toolkit")
    return kit


class Call(NamedTuple):
    """A command of a toolkit as it was typed: all that a process needs to answer it."""

    kit: str
    tool: str
    asked: Asked
    seed: int

    def run(self) -> tuple[Answer | Batch, Cup]:
        """Ask the tool; return its answer, and the cup it threw from."""
        cup = Cup.of(derive(self.seed, self.kit, "toolkit", self.tool))
        tool = next(one for one in find(self.kit).tools if one.words == self.tool)
        return tool.run(self.asked, cup), cup


def knowing(words: Sequence[str]) -> tuple[Toolkit, list[str]]:
    """Return the toolkit named first, or else the first that knows the command, and the words that are left."""
    names = toolkits()
    if not names:
        raise UnknownName("no installed rulebook has a toolkit")
    if words and words[0] in names:
        return find(words[0]), list(words[1:])
    kits = [find(name) for name in names]
    head = next((word.lower() for word in words if not word.startswith("--")), "")
    knows = [kit for kit in kits if any(tool.words.split()[0] == head for tool in kit.tools)]
    return (knows or kits)[0], list(words)


def rules_of(tool: Tool, answer: Answer) -> tuple[str, ...]:
    """Return the ids of all rules that an answer rests on."""
    return tuple(dict.fromkeys((*tool.rules, *answer.rules)))


def _texts(thing: object) -> bool:
    return isinstance(thing, (list, tuple)) and all(isinstance(one, str) for one in thing)


def table(command: str | Sequence[str], *, seed: int = 0, answers: Sequence[str] = ()) -> Answer:
    """Answer a command as `undercroft table` does: `table("odds duel reference:warrior orc").figures["wins"]`.

    A command with blanks inside a word is given as a list of words; `answers` answer what it asks, first to last. It
    writes nothing: `files` of the answer say what would be written. BadUse or UnknownName (one line) if it cannot be,
    BadOption for what is no seed.
    """
    if not isinstance(command, str) and not _texts(command):
        raise TypeError(f"a command is a text or a list of texts, not {article(command)}")
    if not _texts(answers):
        raise TypeError(f"answers are a list of texts, not {article(answers)}")
    hold_seed(seed)
    kit, words = knowing(command.split() if isinstance(command, str) else list(command))
    if any(word.partition("=")[0] == "--seed" for word in words):
        raise BadUse("--seed is for the command line: give seed= to table()")
    tool, asked = read(kit.tools, words)
    check(tool, asked)
    found, _ = Call(kit.name, tool.words, asked._replace(answers=tuple(answers)), seed).run()
    answer = found.reduce([found.play(index) for index in range(found.count)]) if isinstance(found, Batch) else found
    return msgspec.structs.replace(answer, rules=rules_of(tool, answer))
