"""What stands on the command line of `play`, `new`, `prove`: our options, and the rulebook's, each by its own name."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from undercroft.engine.action import is_seed, whole
from undercroft.engine.errors import BadOption, nearest, quoted
from undercroft.engine.rulebook import Rulebook, find, rulebooks

DEFAULT = "descent"
LONGEST = 100
"""Letters in the longest value of an option."""
FLAGS = ("practice", "help", "json")
"""Options that take no value."""
SEEDS = 10**9
"""Seeds chosen for a person are below this: short enough to tell a friend."""


class Given(NamedTuple):
    """A command line that was read. `resume` is None, a game's id, or empty for the latest."""

    rulebook: str
    named: bool
    seed: int | None
    practice: bool
    resume: str | None
    after: str
    options: dict[str, Any]
    help: bool


def read(words: Sequence[str], *, resumes: bool = True) -> Given:
    """Read the words after `play` or `new`; BadOption or UnknownName, one line, for what cannot be."""
    mine = ("seed", "practice", "after", "help", *(("resume",) if resumes else ()))
    rulebook, named, ours, theirs, resume = parted(words, mine, resumes=resumes)
    seed = whole(ours["seed"]) if "seed" in ours else None
    if "seed" in ours and not is_seed(seed):
        raise BadOption(f"--seed: {quoted(ours['seed'])} is no whole number from 0 to 2^63 - 1")
    if resume is not None and (theirs or seed is not None or "practice" in ours or "after" in ours):
        raise BadOption("--resume takes a game up as it is: leave the other options out")
    return Given(
        rulebook, named, seed, "practice" in ours, resume, ours.get("after", ""), decoded(find(rulebook), theirs),
        "help" in ours,
    )  # fmt: skip


class Parted(NamedTuple):
    """The words of a command line by whose they are: ours as texts, the rulebook's as its types want them."""

    rulebook: str
    named: bool
    ours: dict[str, str]
    theirs: dict[str, Any]
    resume: str | None


def parted(words: Sequence[str], mine: Sequence[str], *, resumes: bool = False) -> Parted:
    """Part the words after a command into a rulebook, options of our own, and options of the rulebook."""
    pairs, plain, resume = _sorted(words, resumes)
    if len(plain) > 1:
        raise BadOption(f"one rulebook at a time: {quoted(plain[1])} is one too many")
    rulebook = plain[0] if plain else DEFAULT
    kinds = {f.name: f.type for f in msgspec.structs.fields(find(rulebook).options)}
    ours: dict[str, str] = {}
    theirs: dict[str, Any] = {}
    for name, value in pairs:
        if name in ours or name in theirs:
            raise BadOption(f"--{name} is given twice")
        if name in mine:
            ours[name] = _value(name, value, flag=name in (*FLAGS, "resume"))
        elif name in kinds:
            theirs[name] = typed(name, value, kinds[name])
        else:
            raise BadOption(f"{rulebook} has no option {quoted('--' + name)}{_meant(name, [*mine, *kinds])}")
    return Parted(rulebook, bool(plain), ours, theirs, resume)


def _sorted(words: Sequence[str], resumes: bool) -> tuple[list[tuple[str, str | None]], list[str], str | None]:
    """Part the words into options with their values, plain words, and what --resume names."""
    pairs: list[tuple[str, str | None]] = []
    plain: list[str] = []
    resume: str | None = None
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if not word.startswith("-") or word == "-":
            plain.append(word)
            continue
        if not word.startswith("--"):
            raise BadOption(f"{quoted(word)}: options begin with two dashes")
        name, equals, value = word[2:].partition("=")
        name = name.replace("-", "_")
        following = words[at] if at < len(words) and not words[at].startswith("--") else None
        if equals:
            pairs.append((name, value))
        elif following is None or name in FLAGS or (name == "resume" and following in rulebooks()):
            pairs.append((name, None))
        else:
            pairs.append((name, following))
            at += 1
        if name == "resume" and resumes:
            resume = pairs[-1][1] or ""
    return pairs, plain, resume


def _meant(name: str, known: Sequence[str]) -> str:
    """Name the option that was meant, or all of them where none is near."""
    near = nearest(f"--{name}", [f"--{one}" for one in known])
    return near or f"; it has: {', '.join(f'--{one}' for one in known)}"


def _value(name: str, value: str | None, *, flag: bool = False) -> str:
    if flag and name != "resume" and value is not None:
        raise BadOption(f"--{name} takes no value: leave {quoted('=' + value)} out")
    if (value is None and not flag) or (value == "" and name in ("seed", "after", "resume")):
        raise BadOption(f"--{name} needs a value")
    if value and (len(value) > LONGEST or not value.isprintable()):
        raise BadOption(f"--{name}: {quoted(value)}: at most {LONGEST} letters, all of them printable")
    return value or ""


def typed(name: str, value: str | None, kind: Any) -> Any:
    """Return the value of a rulebook's option as its type wants it: parted by commas where it takes several."""
    if kind is bool and value is None:
        return True
    said = _value(name, value)
    if get_origin(kind) in (tuple, list):
        return [one.strip() for one in said.split(",")] if said else []
    return said


def decoded(book: Rulebook[Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return the options in the types of the rulebook, so that the record holds numbers as numbers."""
    checked = book.make_options(options)
    plain = msgspec.to_builtins(checked)
    return {name: plain[name] for name in options}


def chosen_seed() -> int:
    """Return a seed for who names none."""
    return secrets.randbelow(SEEDS)


def option_lines(book: Rulebook[Any]) -> list[str]:
    """Return each option of a rulebook with its default."""
    lines = []
    for field in msgspec.structs.fields(book.options):
        default = msgspec.to_builtins(field.default) if field.default is not msgspec.NODEFAULT else ""
        words = _choices(field.type)
        shown = ",".join(map(str, default)) if isinstance(default, (list, tuple)) else str(default)
        among = f" ({', '.join(words)})" if words else ""
        lines.append(f"--{field.name} {shown}{among}")
    return lines


def _choices(kind: Any) -> list[str]:
    if get_origin(kind) is Literal:
        return [str(one) for one in get_args(kind)]
    return next((found for inner in get_args(kind) if (found := _choices(inner))), [])


def options_line(options: Any) -> str:
    """Return options in force as one line: `difficulty easy, length short`."""
    plain = msgspec.to_builtins(options)
    return ", ".join(
        f"{name} {','.join(map(str, value)) if isinstance(value, (list, tuple)) else value}"
        for name, value in plain.items()
    )
