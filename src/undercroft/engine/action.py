"""Action: what a seat may do. Offered, refused, odds, perform; one text form, printed, parsed and recorded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, dataclass_transform

import msgspec

from undercroft.engine.agenda import Frame
from undercroft.engine.chance import Odds
from undercroft.engine.errors import BadOption, article, quoted, shown
from undercroft.engine.state import State, replace

if TYPE_CHECKING:
    from undercroft.engine.ctx import Ctx

S = TypeVar("S", bound=State)

MOST = 2**63 - 1
"""The greatest whole number that is read, seeds and amounts alike."""
KEPT = 8192
"""Texts of actions kept at most."""


class Refusal(msgspec.Struct, frozen=True):
    """A rules "no": a code, the facts of its sentence, and the rule that says so. It changes nothing."""

    code: str
    facts: dict[str, Any] = {}
    rule: str = ""


@dataclass_transform(frozen_default=True)
class Action(msgspec.Struct, Generic[S], frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do"):
    """One thing a seat may do now.

    `text` is words and `{field}` places, parted by single spaces. `{field*}`, last of all, takes the rest of the line;
    `{field?}`, last of all, is left out while it holds an empty text or 0.
    """

    text: ClassVar[str] = ""
    during: ClassVar[tuple[type[Frame[Any]], ...]] = ()
    """The kinds of top frame it belongs to; () for any."""
    seat: ClassVar[str] = ""
    """Whose it is, also out of turn; empty for the seat asked."""
    order: ClassVar[int] = 0
    """Its place in the list of actions."""
    exact: ClassVar[bool] = False
    """True: nothing it offers is ever refused, so the list does not ask again. A class without fields is then in the
    list whenever what it needs is told."""
    minor: ClassVar[bool] = False
    """Housekeeping, which a front end may fold away in its list."""
    gathered: ClassVar[bool] = False
    """A list tells all that share their first two words, such as a spell and its targets, in one line."""
    parting: ClassVar[bool] = False
    """It parts with a thing: of several that words mean, a spare is meant before one in use."""
    unlisted: ClassVar[bool] = False
    """What a front end does by itself: it shows it in no list and no help."""
    needs: ClassVar[str] = ""
    """A word of `Rulebook.spot`: while that is not told, the list leaves the class out unasked. Empty for none."""
    reads: ClassVar[tuple[str | Callable[[Any], object], ...]] = ()
    """The tables and fields that `offered` and `refused` read while one kind of frame is on top, when they read no
    others: its part of the list is then kept until one of them is written. Where a table changes more often than what
    is read of it, the `remembered` function that tells it stands instead. () keeps nothing."""

    @classmethod
    def offered(cls, s: S) -> Iterable[Action[S] | Open]:
        """Return the candidates. It may miss nothing that `refused` would accept."""
        return ()

    def refused(self, s: S) -> Refusal | None:
        """Judge it, offered or typed. Its frame and seat were judged before."""
        return None

    def odds(self, s: S) -> Odds:
        """Return every named roll that `perform` may make; later ones hold if the earlier succeed."""
        return ()

    def moot(self, s: S) -> bool:
        """Say whether it is allowed but brings nothing now, for all its seat knows: a front end leaves it out of its
        lists, and may ask whoever types it to do so again.
        """
        return False

    def betters(self, s: S) -> bool:
        """Say whether it brings somebody something better than what it would replace, for all its seat knows: a front
        end says so, and may name it first in a long list.
        """
        return False

    def costs(self, s: S) -> dict[str, Any] | None:
        """Return the facts of its price, as far as its seat knows; the text `cost.TAG`, if there is one, tells it.

        None: the seat knows no price.
        """
        return {}

    def rules(self, s: S) -> tuple[str, ...]:
        """Return the ids of the rules that bear on it as things stand, for whoever asks why: those that its docstring
        cites, unless some of them hold only at times.
        """
        return cited(type(self))

    def forgoes(self, s: S) -> dict[str, Any] | None:
        """Return the facts of what it gives up for good, as far as its seat knows; the text `forgo.TAG` tells it, and a
        front end asks a person once before it is done.

        None: nothing.
        """
        return None

    def perform(self, ctx: Ctx[S]) -> None:
        """Draw, emit, and call earlier chapters."""
        raise NotImplementedError

    @classmethod
    def tag(cls) -> str:
        """Return its code in JSON."""
        return str(cls.__struct_config__.tag)

    def __str__(self) -> str:
        return written(self)


_CITED = re.compile(r"\b[A-Z]+(?:[0-9]+\.[0-9]+|[A-Z][0-9]+)\b")
"""An id of a rule or a table row; whole sections are none."""


@cache
def cited(cls: type[Any]) -> tuple[str, ...]:
    """Return the ids of the rules that the first paragraph of a class's docstring cites."""
    said = (cls.__doc__ or "").partition("\n\n")[0]
    return tuple(dict.fromkeys(_CITED.findall(said)))


@lru_cache(KEPT)
def written(action: Action[Any]) -> str:
    """Return the one text of an action. Lists hold mostly the same actions from step to step: the last are kept."""
    return form(type(action)).write(action)


class Open(msgspec.Struct, frozen=True):
    """An action with an amount still open: `low` to `high`, or a text of so many letters, of those named if any are."""

    action: Any
    field: str
    low: int = 0
    high: int = 0
    letters: str = ""

    def at(self, value: int | str) -> Any:
        """Return the action with the amount filled in; `refused` judges it again."""
        return replace(self.action, **{self.field: value})

    def __str__(self) -> str:
        shape = form(type(self.action))
        return shape.write(self.action, {self.field: f"<{self._blank(shape.types[self.field])}>"})

    def _blank(self, kind: type) -> str:
        count = f"{self.low}-{self.high}"
        if kind is int:
            return count
        if not self.letters:
            return self.field
        return f"{self.low if self.low == self.high else count}-of-{self.letters}"


class Form:
    """The text form of one class of actions."""

    __slots__ = ("_rest", "_trail", "cls", "head", "names", "parts", "types")

    def __init__(self, cls: type[Action[Any]]) -> None:
        self.cls = cls
        fields = msgspec.structs.fields(cls)
        self.types: dict[str, type] = {f.name: _plain(f.type) for f in fields}
        self.parts: list[tuple[bool, str]] = []
        self._rest = self._trail = ""
        for word in cls.text.split(" "):
            if not word.startswith("{"):
                self.parts.append((True, word))
                continue
            name = word.strip("{}*?")
            if word.endswith("*}"):
                self._rest = name
            elif word.endswith("?}"):
                self._trail = name
            self.parts.append((False, name))
        named = {word for literal, word in self.parts if not literal}
        if named != set(self.types) or not cls.text or not self.parts[0][0]:
            raise TypeError(f"{cls.__name__}.text must begin with a word and name each field once: {cls.text!r}")
        self.head = self.parts[0][1]

    def write(self, action: Action[Any], instead: dict[str, str] | None = None) -> str:
        """Return the action's one text."""
        words = []
        for literal, word in self.parts:
            if literal:
                words.append(word)
                continue
            value = instead[word] if instead and word in instead else getattr(action, word)
            if word == self._trail and not value:
                continue
            words.append(value if type(value) is str else str(value))
        return " ".join(words)

    def read(self, words: list[str]) -> Action[Any] | None:
        """Return the action that the words spell, or None."""
        values: dict[str, Any] = {}
        at = 0
        for literal, word in self.parts:
            if word == self._rest and not literal:
                values[word] = " ".join(words[at:])
                at = len(words)
                if not values[word]:
                    return None
                continue
            if at >= len(words):
                if word == self._trail and not literal:
                    values[word] = self.types[word]()
                    continue
                return None
            said = words[at]
            at += 1
            if literal:
                if said.lower() != word:
                    return None
                continue
            if self.types[word] is int:
                number = whole(said)
                if number is None:
                    return None
                values[word] = number
            else:
                values[word] = said
        return self.cls(**values) if at == len(words) else None


def whole(word: str) -> int | None:
    """Return the whole number a word spells in its one spelling (no plus, no leading zeros, 64 bits), or None."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 19 or (digits[0] == "0" and word != "0"):
        return None
    number = int(word)
    return number if -MOST <= number <= MOST else None


def is_seed(value: object) -> bool:
    """Say whether a value is a seed: a whole number from 0 to 2^63 - 1."""
    return type(value) is int and 0 <= value <= MOST


def hold_seed(value: object) -> None:
    """Hold that a value is a seed; BadOption says that it is none."""
    if not is_seed(value):
        raise BadOption(f"seed: {quoted(shown(value), 40)} is no whole number from 0 to 2^63 - 1")


def _plain(hint: Any) -> type:
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    return int if hint is int else str


def misfit(action: object, book: str) -> str:
    """Say why something is no action of a rulebook, or not with such fields."""
    if isinstance(action, Open):
        return "open action: fill it with .at(value)"
    if not isinstance(action, Action):
        return f"an action, or the text of one, is wanted, not {article(action)}"
    for name, kind in form(type(action)).types.items():
        value = getattr(action, name)
        if type(value) is not kind:
            wanted = "a text" if kind is str else "a whole number"
            return f"{type(action).__name__}.{name} is {wanted}, not {article(value)}"
    return f"{type(action).__name__} is no action of {book}"


_forms: dict[type, Form] = {}


def form(cls: type[Action[Any]]) -> Form:
    """Return the text form of a class of actions, worked out once."""
    found = _forms.get(cls)
    if found is None:
        found = _forms[cls] = Form(cls)
    return found


class Offers:
    """The actions a seat may take now: iterates, counts, answers `in` for actions and texts; falsy when empty."""

    __slots__ = ("_items", "_texts")

    def __init__(self, items: list[Any]) -> None:
        self._items = items
        self._texts: dict[str, Any] | None = None

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, at: int) -> Any:
        return self._items[at]

    def __contains__(self, one: object) -> bool:
        return str(one) in self.texts() if isinstance(one, str) else one in self._items

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Offers) and self._items == other._items

    __hash__ = None  # type: ignore[assignment]

    def texts(self) -> dict[str, Any]:
        """Return each action by its text."""
        if self._texts is None:
            self._texts = {written(one) if isinstance(one, Action) else str(one): one for one in self._items}
        return self._texts

    def __str__(self) -> str:
        return "\n".join(self.texts())
