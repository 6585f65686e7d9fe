"""What a person means: words matched with the texts and names of what is offered, and names put beside ids."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from undercroft.engine.action import Action, form, whole
from undercroft.engine.errand import AnyErrand
from undercroft.engine.game import Game
from undercroft.engine.text import singulars

COMPASS = {"n": "north", "e": "east", "s": "south", "w": "west", "u": "up", "d": "down"}
ARTICLES = ("a", "an", "the")
FILLERS = frozenset((*ARTICLES, "to", "at", "with", "from", "of", "on", "in", "into", "by", "for", "and"))
"""Words that may stand before a name and mean nothing."""
PRONOUNS = frozenset(("i", "me", "my", "us", "he", "him", "his", "she", "her", "it", "its", "we", "them", "you"))
"""Words that stand for somebody, and so are no names cut short."""
SHORTEST = 3
"""Letters that a name needs to mean an action by itself, its first word left out; numbers may follow."""
COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers that may be typed in letters, each at its own place."""
PARTING = ("exit", "leave", "close", "done", "goodbye", "bye", "farewell")
"""Words for the way out of wherever one is, where the rulebook has one by another word."""
_PARTS = re.compile(r"[-,]")


def amount(word: str) -> int | None:
    """Return the whole number that a word spells, in digits or in letters, or None."""
    low = word.lower()
    return COUNTS.index(low) if low in COUNTS else whole(word)


def names(game: Game[Any], text: str) -> list[str]:
    """Return what players call the ids in an action's text, where that is another word; each once."""
    found = []
    for word in text.split(" ")[1:]:
        name = game.whose(word)
        if name.lower().replace(" ", "-") != word.lower():
            found.append(name)
    return list(dict.fromkeys(found))


def label(game: Game[Any], text: str) -> str:
    """Return an action's text with the names of its ids: `wear weapon-7 (Ada's Short Sword)`."""
    called = ", ".join(names(game, text))
    return f"{text} ({called})" if called else text


class _Place:
    """The words that one id of an action's text answers to; each is used up by one typed word."""

    def __init__(self, words: Iterable[str], *, plain: bool = False) -> None:
        self.left = list(dict.fromkeys(words))
        self.plain = plain
        """Whether it answers to plurals too."""
        self.exact = 0
        self.touched = False

    def take(self, typed: str) -> bool:
        """Take a typed word, or all the parts of one with dashes."""
        if self._one(typed):
            return True
        parts = [part for part in _PARTS.split(typed) if part]
        kept, exact = self.left.copy(), self.exact
        if len(parts) > 1 and all(map(self._one, parts)):
            return True
        self.left, self.exact = kept, exact
        return False

    def _one(self, typed: str) -> bool:
        if typed in self.left:
            self.exact += 1
            found = typed
        else:
            # A number cut short is another number, and a small word is no beginning of a name.
            if typed[-1:].isdigit() or typed in FILLERS or typed in PRONOUNS:
                return False
            found = next((word for word in self.left if word.startswith(typed)), "")
            if not found and self.plain:
                found = next((word for word in singulars(typed) if word in self.left), "")
            if not found:
                return False
        self.touched = True
        # Taking the whole id takes its parts too, so that nothing of it is left over.
        parts = _PARTS.split(found)
        self.left = [word for word in self.left if word != found and (len(parts) == 1 or word not in parts)]
        return True


def matches(game: Game[Any], texts: Iterable[str], typed: str) -> list[str]:
    """Return the texts that typed words may mean, word by word from their beginnings, ids also by their names.
    Where no names fit, the names of those whose the things are may stand with them: `mace tess` for the Mace of Tess.

    The first word is the beginning of the first word of the text. Among several, those stay that hold more of the
    words whole, and then those whose names have fewer words besides. Where none fit, a line is read as plain speech:
    `buy three torches` for `buy torch 3`.
    """
    if not typed:
        return []
    first, *rest = typed.lower().split()
    heads = [(text, *_headed(text, first)) for text in texts]
    # A first word typed whole means no longer one.
    whole = [(text, places) for text, fits, places in heads if fits == _WHOLE]
    begun = whole or [(text, places) for text, fits, places in heads if fits]
    for plain, owned in product((False, True), (False, True)):
        known: dict[str, list[str]] = {}
        if found := _best([(text, _fit(game, known, words, rest, owned=owned, plain=plain)) for text, words in begun]):
            return found
    return []


def named(game: Game[Any], texts: Iterable[str], typed: str) -> list[str]:
    """Return the texts that typed words may mean without their first word: `north` for `walk north`."""
    words = typed.lower().split()
    if any(len(word) < SHORTEST and not word.isdigit() for word in words) or len(words[0]) < SHORTEST:
        return []
    known: dict[str, list[str]] = {}
    return _best([(text, _fit(game, known, text.split(" ")[1:], words)) for text in texts])


_WHOLE, _BEGUN, _OTHER = 2, 1, 0


def _headed(text: str, first: str) -> tuple[int, list[str]]:
    """Say how a text's first word fits a typed one, and return the words that are left: `take-gold` is `take` too."""
    head, *places = text.split(" ")
    low = head.lower()
    if low == first:
        return _WHOLE, places
    begin, _, end = low.partition("-")
    if end and begin == first:
        return _WHOLE, [*end.split("-"), *places]
    if low.startswith(first):
        return _BEGUN, places
    return _OTHER, []


def _fit(
    game: Game[Any],
    known: dict[str, list[str]],
    words: list[str],
    typed: list[str],
    *,
    owned: bool = False,
    plain: bool = False,
) -> tuple[int, int] | None:
    """Return how many typed words were met whole, and how many words of the names met are left; None for no fit.

    In plain speech things may stand in the plural, and how many before what.
    """
    places = []
    for word in words:
        if word not in known:
            known[word] = _answers(game, word, owned=owned)
        places.append(_Place(known[word], plain=plain))
    at = 0
    for number, one in enumerate(typed, 1):
        if plain and (count := str(amount(one))) in words and places[words.index(count)].take(count):
            continue
        found = next((here for here in range(at, len(places)) if places[here].take(one)), None)
        if found is not None:
            at = found
        elif one not in FILLERS or number == len(typed):
            return None
    met = [place for place in places if place.touched]
    return sum(place.exact for place in met), sum(len(place.left) for place in met)


def _answers(game: Game[Any], word: str, *, owned: bool = False) -> list[str]:
    called = f"{game.whose(word) if owned else game.called(word)} {game.answers_to(word)}".lower()
    said = [part for part in called.split() if part not in ARTICLES]
    whole = [word.lower(), *said]
    parts = [part for one in whole for part in _PARTS.split(one) if part]
    # A numbered id answers to its last number: `6s` for `door-1.6s`.
    parts += [last for part in parts if (last := part.rpartition(".")[2]) != part and last]
    return [*dict.fromkeys([*whole, *parts])]


def _best(found: list[tuple[str, tuple[int, int] | None]]) -> list[str]:
    fits = [(text, fit) for text, fit in found if fit is not None]
    most = max((fit[0] for _, fit in fits), default=0)
    fits = [(text, fit) for text, fit in fits if fit[0] == most]
    least = min((fit[1] for _, fit in fits), default=0)
    return [text for text, fit in fits if fit[1] == least]


def spelled(game: Game[Any], seat: str, cls: type[Action[Any]], typed: str) -> list[str]:
    """Return the texts of a class of actions, put together of ids that a seat knows, offered or not, that typed words
    may mean.
    """
    spell = form(cls)
    said = [word for word in typed.lower().split()[1:] if word not in FILLERS]
    texts: list[list[str]] = [[]]
    for literal, word in spell.parts:
        ids = [word] if literal else list(game.book.nameable(game.state, seat, word))
        near = [
            one for one in ids if any(_Place(_answers(game, one, owned=True), plain=True).take(part) for part in said)
        ]
        places = [[one] for one in near or ids]  # who shall do it need not be typed
        if not literal and f"{{{word}?}}" in cls.text:
            places.append([])
        texts = [[*text, *place] for text in texts for place in places]
        if len(texts) > MANY:
            return []
    return matches(game, (" ".join(text) for text in texts), typed)


MANY = 4000
"""Texts that are put together at most to find what a line means."""


def next_target(game: Game[Any], texts: Iterable[str], last: str) -> str:
    """Return the first text that differs from one in its last word alone, both numbered ids and no one's things."""
    begin, _, target = last.rpartition(" ")
    for text in texts:
        lead, _, other = text.rpartition(" ")
        free = game.whose(other) == game.called(other)
        if lead == begin and free and all(word.rpartition("-")[2].isdigit() for word in (target, other)):
            return text
    return ""


def with_ids(game: Game[Any], texts: Iterable[str], typed: str) -> str:
    """Return a typed line with the names in it made ids, where one id alone of those in the texts has the name."""
    known: dict[tuple[str, ...], dict[str, None]] = {}
    for word in dict.fromkeys(word for text in texts for word in text.split(" ")[1:]):
        name = tuple(part for part in game.called(word).lower().split() if part not in ARTICLES)
        known.setdefault(name, {})[word] = None
    words = typed.split()
    rest = [word for word in words[1:] if word.lower() not in ARTICLES]
    found = words[:1]
    at = 0
    while at < len(rest):
        for size in range(min(LONGEST, len(rest) - at), 0, -1):
            ids = known.get(tuple(word.lower() for word in rest[at : at + size]), {})
            if len(ids) == 1:
                found += ids
                at += size
                break
        else:
            found.append(rest[at])
            at += 1
    return " ".join(found)


LONGEST = 5
"""Words in the longest name."""


def aims(texts: Iterable[str]) -> bool:
    """Say whether any of the texts goes to a point of the compass."""
    return any(text.split(" ")[-1] in COMPASS.values() for text in texts)


def point_of(typed: str) -> str:
    """Return the point of the compass that a line is, in letter or word; empty if it is none."""
    low = typed.lower()
    return COMPASS.get(low, low if low in COMPASS.values() else "")


def toward(texts: Iterable[str], typed: str) -> list[str]:
    """Return the texts that a point of the compass alone stands for: `s` and `south` for `walk south`."""
    point = point_of(typed)
    return [text for text in texts if point and (text == point or text.split(" ")[1:] == [point])]


def not_now(game: Game[Any], cls: type[Action[Any]] | None = None, *, asks: Iterable[str] = ()) -> str:
    """Say when actions of a class, or others that begin with its word, or the answers to some questions, can be done;
    empty where the rulebook has no words for its frames.
    """
    texts = game.book.texts
    kin = heads(game, form(cls).head) if cls is not None else []
    frames = [frame for one in kin for frame in one.during] or [one for one in game.book.frames if one.ask in asks]
    places = dict.fromkeys(texts.get(key) for frame in frames if (key := f"frame.{_tag(frame)}") in texts)
    if not places or game.outcome is not None or not game.state.agenda:
        return ""
    here = f"frame.{_tag(type(game.state.agenda[-1]))}"
    now = f"; you are {texts.get(here)}" if here in texts else ""
    other = instead(game, form(cls).head) if cls is not None else ""
    if any(form(one).head == other for one in game.book.menu(type(game.state.agenda[-1]))):
        now += f", where the word is {other}"
    elif now and (out := way_out(game)) and _helps(game, frames):
        now += f": type {out} first"
    *most, last = places
    return f"Only {', '.join(most)}{' or ' if most else ''}{last}{now}."


def _helps(game: Game[Any], frames: Iterable[Any]) -> bool:
    """Say whether the way out of the present frame is the way to do what is done in others."""
    if len(game.state.agenda) > 1:
        return True
    beyond = _of_place(game, "beyond")
    return any(_tag(frame) == beyond for frame in frames)


def instead(game: Game[Any], text: str) -> str:
    """Return a line with its first word as the rulebook says it elsewhere, `chant` for `cast`, or as it says here to
    leave; empty if it does not.
    """
    first, _, rest = text.partition(" ")
    # A place of the world itself is left by its own word: to be done with something is not to walk out.
    parts = first.lower() == "exit" or (first.lower() in PARTING and len(game.state.agenda) > 1)
    word = way_out(game) if parts else ""
    key = f"instead.{first.lower()}"
    if not word and key in game.book.texts:
        word = game.book.texts.get(key)
    return f"{word} {rest}".strip() if word else ""


def meanings(game: Game[Any], text: str) -> list[str]:
    """Return a line with what it may stand for: other words, and itself without naming the place, `close` for `close
    the shop`.
    """
    first, *rest = text.split()
    here = _of_place(game, "here").split()
    plain = " ".join((first, *(word for word in rest if word.strip(",.!").lower() not in (*here, *ARTICLES))))
    found = [text, instead(game, text), *((plain, instead(game, plain)) if set(here) & set(_words(text)) else ())]
    return [*dict.fromkeys(filter(None, found))]


def way_out(game: Game[Any]) -> str:
    """Return the first word of the action that leaves where the game stands; empty where the rulebook names none."""
    return _of_place(game, "out")


def _of_place(game: Game[Any], sort: str) -> str:
    """Return what the rulebook's texts hold of a sort for the present frame."""
    key = f"{sort}.{_tag(type(game.state.agenda[-1]))}" if game.state.agenda else ""
    return game.book.texts.get(key) if key in game.book.texts else ""


def by_label(game: Game[Any], texts: Iterable[str], typed: str) -> list[str]:
    """Return the texts that go by a whole sentence, `Must we hurry?`, where that is typed, or the beginning of it."""
    said = _words(typed)
    if sum(map(len, said)) < SHORTEST:
        return []
    found = []
    for text in texts:
        head, *rest = text.split(" ")
        labels = (game.answers_to(head), " ".join(map(game.called, rest)))
        if any(len(words := _words(one)) > 1 and words[: len(said)] == said for one in labels):
            found.append(text)
    return found


def _words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() or sign in "-'" else " " for sign in text.lower()).split()


def _tag(frame: Any) -> str:
    return str(frame.__struct_config__.tag)


def heads(game: Game[Any], word: str) -> list[type[Action[Any]]]:
    """Return the rulebook's classes of action that begin with a word, those aside that nobody who plays could do."""
    present = game.book.present(game.state)
    return [
        cls for cls in game.book.actions if form(cls).head == word.lower() and (not cls.seat or cls.seat in present)
    ]


def can_be(game: Game[Any], cls: type[Action[Any]]) -> bool:
    """Say whether actions of a class belong to the present moment, and to somebody who plays."""
    here = bool(game.state.agenda) and cls in game.book.menu(type(game.state.agenda[-1]))
    return here and (not cls.seat or cls.seat in game.book.present(game.state))


def folded(lines: list[str]) -> list[str]:
    """Return sentences with those told twice in a row, or two told three times by turns, told once:
    `You walk east. (5 times)`."""
    found: list[str] = []
    at = 0
    while at < len(lines):
        for size, least in ((1, 2), (2, 3)):
            block = lines[at : at + size]
            times = 1
            while lines[at + times * size : at + (times + 1) * size] == block:
                times += 1
            if times >= least:
                found.append(f"{' '.join(block)} ({times} times)")
                at += times * size
                break
        else:
            found.append(lines[at])
            at += 1
    return found


def program() -> str:
    """Return how this program is called at a shell: by its name, or by its path where the shell would not find it."""
    called = Path(sys.argv[0])
    if shutil.which("undercroft") is None and called.name == "undercroft":
        return shlex.quote(str(called))
    if called.name == "__main__.py" and called.parent.name == "undercroft":
        return f"{shlex.quote(sys.executable)} -m undercroft"
    return "undercroft"


def again(game: Game[Any]) -> str:
    """Return the command that plays the same game once more; empty where it stands on an earlier run."""
    if game.origin is not None:
        return ""
    options = game.book.in_force(game.state, game.options)
    words = ["undercroft", "play", game.book.name, "--seed", f"{game.seed}"]
    for field in msgspec.structs.fields(options):
        value = getattr(options, field.name)
        if value != field.default:
            plain = msgspec.to_builtins(value)
            said = ",".join(map(str, plain)) if isinstance(plain, (list, tuple)) else str(plain)
            words += [f"--{field.name}", said.lower() if isinstance(plain, bool) else said]
    return shlex.join(words if game.ranked else [*words, "--practice"])


def errand_kind(game: Game[Any], line: str) -> AnyErrand | None:
    """Return the kind of errand that a line begins, by its own word or what stands for it, or None."""
    for said in filter(None, (line, instead(game, line))):
        first, *rest = said.lower().split(" ")
        for cls in game.book.errands:
            if cls.word() == first and (not cls.must or cls.must in rest):
                return cls
    return None


def errand_words(game: Game[Any]) -> list[str]:
    """Return what may be typed to begin an errand: its word, or all of it where the word begins actions too."""
    return [cls.usage if cls.must else cls.word() for cls in game.book.errands if not cls.must or cls.usage.islower()]


def errands_of(game: Game[Any], word: str) -> list[AnyErrand]:
    """Return the kinds of errand that begin with a word."""
    return [cls for cls in game.book.errands if cls.word() == word.lower()]


def errands_here(game: Game[Any], viewer: str | None = None) -> list[AnyErrand]:
    """Return the kinds of errand that can be done at the question now asked."""
    decision = game.decision
    if decision is None or viewer not in (None, decision.seat):
        return []
    return [cls for cls in game.book.errands if decision.ask in cls.asks]
