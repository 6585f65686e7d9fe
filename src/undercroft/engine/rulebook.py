"""Rulebook: what a set of rules must offer, and how installed ones are found (entry points)."""

from __future__ import annotations

import re
import sys
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar, Union

import msgspec

from undercroft.engine import game_master
from undercroft.engine.action import Action, form
from undercroft.engine.agenda import Frame
from undercroft.engine.ctx import Ctx
from undercroft.engine.errand import AnyErrand
from undercroft.engine.errors import BadOption, UnknownName, article, nearest, quoted, shown
from undercroft.engine.event import ENGINE_EVENTS, Event
from undercroft.engine.listing import Part, parts
from undercroft.engine.proof import Proof
from undercroft.engine.state import State
from undercroft.engine.tally import Tally
from undercroft.engine.text import Texts, engine_texts, read_texts
from undercroft.engine.view import AnyPanel, Scene, View
from undercroft.engine.world import World

S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event[Any])
Fn = TypeVar("Fn", bound=Callable[..., None])


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a new game; rulebooks declare fields with defaults, types and bounds."""


def on(*kinds: type[Event[Any]]) -> Callable[[Fn], Fn]:
    """Mark a chapter's function `(ctx, event)` as the reaction to kinds of event of earlier chapters."""

    def mark(function: Fn) -> Fn:
        function.__dict__["reacts_to"] = kinds
        return function

    return mark


def at(moment: str) -> Callable[[Fn], Fn]:
    """Mark a chapter's function `(ctx)` as a hook: it runs before a seat is asked in frames of that moment."""

    def mark(function: Fn) -> Fn:
        function.__dict__["at_moment"] = moment
        return function

    return mark


class Rulebook(Generic[S]):
    """One set of rules. Subclasses set the class attributes, and override what they need."""

    name: ClassVar[str] = ""
    version: ClassVar[str] = "1"
    title: ClassVar[str] = ""
    about: ClassVar[str] = ""
    """One sentence that tells what is played."""
    seats: ClassVar[tuple[str, ...]] = ("player",)
    streams: ClassVar[tuple[str, ...]] = ("play",)
    """Names of its streams; the first is drawn from where none is named."""
    options: ClassVar[type[Options]] = Options
    state: ClassVar[type[State]]
    chapters: ClassVar[tuple[ModuleType, ...]] = ()
    """Modules in order of dependence."""
    errands: ClassVar[tuple[AnyErrand, ...]] = ()
    """What front ends offer to do in one go."""
    aside: ClassVar[tuple[str, ...]] = ()
    """Names of rolls that may follow many actions: a list of actions does not put their chances beside each."""
    telling: ClassVar[tuple[str, ...]] = ()
    """Codes of refusals that tell something hidden because a rule says so."""
    tally: ClassVar[type[Tally[Any]]] = Tally
    """What follows a run for the lab and for the history of games played."""

    def start(self, ctx: Ctx[S], options: Any, world: World | None) -> None:
        """Set a new game up: emit, and push the first frame."""
        raise NotImplementedError

    def present(self, s: S) -> tuple[str, ...]:
        """Return the seats that somebody sits at in this game; the others can do nothing, out of turn neither."""
        return self.seats

    def in_force(self, s: S, options: Any) -> Any:
        """Return the options in force: those given, unless something of them was chosen anew since."""
        return options

    def view(self, s: S, seat: str) -> View:
        """Return what the seat knows."""
        raise NotImplementedError

    def scene(self, s: S, seat: str) -> Scene:
        """Return the panels of what the seat sees now."""
        raise NotImplementedError

    def look(self, s: S, seat: str, name: str) -> AnyPanel | None:
        """Return a report by name, or None; it costs nothing.

        Front ends ask for `about NAME` when a person wants help on a word, for `about` (the list of such names) where
        none fits, for `map`, for `place` when a person looks about, and for `ending` when the game is over, whether
        `looks` lists them or not.
        """
        return None

    def looks(self, s: S, seat: str) -> tuple[str, ...]:
        """Return the names of the reports that can be opened now."""
        return ()

    def noting(self, s: S, seat: str, name: str) -> str:
        """Return the text of the action that a front end does once a person has opened a report, if it is offered.

        For rules that hang on whether a report was opened; elsewhere a look leaves no trace, and this is empty.
        """
        return ""

    def brief(
        self, action: Action[Any], happened: Sequence[tuple[Event[Any], str]], name: Callable[[Any], str]
    ) -> list[str] | None:
        """Return what is told of an action that does very much at once, in fewer lines than its events have sentences;
        None for those sentences. `happened` are the seat's events, each with its sentence; `name` calls ids by name.
        """
        return None

    def forgotten(self, before: Any, after: Any) -> str:
        """Return what a person should be told once that was left behind, from the views before and after something was
        done; empty for nothing.
        """
        return ""

    def beside(self, id: str) -> str:
        """Return one sentence for who reads the table row of an id: what bears on it and is not said there;
        empty for nothing.
        """
        return ""

    def called(self, s: S, thing: Any) -> str:
        """Return what players call an id."""
        return str(thing)

    def listed(self, names: Sequence[str]) -> str:
        """Return several names as one phrase of a sentence."""
        return ", ".join(names)

    def whose(self, s: S, seat: str, thing: str) -> str:
        """Return what players call an id, with whose it is where that tells it from others: `Ada's Knife`."""
        return self.called(s, thing)

    def answers_to(self, s: S, seat: str, thing: str) -> str:
        """Return more words, parted by spaces, by which the seat may type an id: what it knows of the thing."""
        return ""

    def nameable(self, s: S, seat: str, field: str) -> Iterable[str]:
        """Return the ids that the seat knows for a field of actions, offered now or not: where one is typed that cannot
        be chosen, a front end asks the judge why.
        """
        return ()

    def in_use(self, s: S, thing: str) -> bool:
        """Say whether an id is a thing that somebody wears or holds ready."""
        return False

    def spot(self, s: S) -> tuple[str, ...] | None:
        """Return the words that actions may need for what stands about now, always in one order; None tells of none.

        Every list asks for it, so it must be cheap.
        """
        return None

    def secrets(self, s: S, seat: str) -> frozenset[str]:
        """Return names of what is hidden from the seat."""
        return frozenset()

    def redeal(self, ctx: Ctx[S], seat: str) -> None:
        """Emit events that change nothing but what is hidden from the seat (for `twins`)."""

    def keep(self, s: S) -> dict[str, Any] | None:
        """Return the tables and fields that outlive the run, or None."""
        return None

    def sound_world(self, world: World) -> str:
        """Say in one line why no game may start from the world, though it is one of this rulebook's name; else ``."""
        return ""

    def sound(self, s: S) -> str:
        """Say in one line what is wrong with a state that was read from a save, though it is well typed; "" if nothing.

        Whatever passes must do for every rule, view and scene: its ids exist, and its parts agree.
        """
        return ""

    def prove(self, ctx: Ctx[S]) -> Proof | None:
        """Make, by events, all that the game would still generate; prove of the finished thing that it can be played.

        None: this rulebook proves nothing. It is asked of a fork that is thrown away (`Game.proof`): play pays nothing.
        """
        return None

    def package(self) -> Traversable:
        """Return the folder of its content and texts: the package that its module is, or lies in."""
        module = sys.modules[type(self).__module__]
        return files(module.__package__ or module.__name__)

    def content(self) -> bytes:
        """Return what the content fingerprint is made of."""
        return b""

    @cached_property
    def fingerprint(self) -> str:
        """Eight hex digits that name the content."""
        from hashlib import blake2b

        return blake2b(self.content(), digest_size=4).hexdigest()

    @cached_property
    def texts(self) -> Texts:
        """Its sentences, over the engine's own."""
        folder = self.package() / "text"
        names = sorted(f.name for f in folder.iterdir() if f.name.endswith(".toml")) if folder.is_dir() else []
        own = read_texts(*(folder / name for name in names)) if names else Texts({})
        return Texts({**engine_texts().templates, **own.templates}, self.listed)

    @cached_property
    def actions(self) -> tuple[type[Action[Any]], ...]:
        """Every class of action, in list order."""
        found = [c for m in self._modules for c in _classes(m, Action) if c.text]
        return tuple(sorted(found, key=lambda c: c.order))

    @cached_property
    def kinds(self) -> dict[type[Action[Any]], tuple[type, ...]]:
        """The types of the fields of every class of action."""
        return {cls: tuple(form(cls).types.values()) for cls in self.actions}

    @cached_property
    def events(self) -> tuple[type[Event[Any]], ...]:
        """Every class of event, the engine's own first."""
        return (*ENGINE_EVENTS, *(c for m in self._modules for c in _classes(m, Event)))

    @cached_property
    def frames(self) -> tuple[type[Frame[Any]], ...]:
        """Every class of frame."""
        return tuple(c for m in self._modules for c in _classes(m, Frame))

    @cached_property
    def reactions(self) -> dict[type[Event[Any]], tuple[Callable[[Any, Any], None], ...]]:
        """Reactions by kind of event, in order of chapter."""
        found: dict[type[Event[Any]], list[Callable[[Any, Any], None]]] = {}
        for function in self._functions("reacts_to"):
            for kind in function.__dict__["reacts_to"]:
                found.setdefault(kind, []).append(function)
        return {kind: tuple(functions) for kind, functions in found.items()}

    @cached_property
    def hooks(self) -> dict[str, tuple[Callable[[Any], None], ...]]:
        """Hooks by moment, in order of chapter."""
        found: dict[str, list[Callable[[Any], None]]] = {}
        for function in self._functions("at_moment"):
            found.setdefault(function.__dict__["at_moment"], []).append(function)
        return {moment: tuple(functions) for moment, functions in found.items()}

    @cached_property
    def _modules(self) -> tuple[ModuleType, ...]:
        return (*self.chapters, game_master) if "gm" in self.seats else self.chapters

    def _functions(self, mark: str) -> list[Callable[..., None]]:
        return [
            thing
            for module in self._modules
            for thing in vars(module).values()
            if callable(thing) and mark in getattr(thing, "__dict__", {}) and thing.__module__ == module.__name__
        ]

    @cached_property
    def _menus(self) -> dict[type[Frame[Any]], tuple[type[Action[Any]], ...]]:
        return {}

    def menu(self, frame: type[Frame[Any]]) -> tuple[type[Action[Any]], ...]:
        """Return the classes of action that belong to a kind of top frame."""
        found = self._menus.get(frame)
        if found is None:
            found = tuple(c for c in self.actions if not c.during or issubclass(frame, c.during))
            self._menus[frame] = found
        return found

    def listing(self, frame: type[Frame[Any]], spot: tuple[str, ...] | None = None) -> tuple[Part, ...]:
        """Return a frame's menu in parts: runs of classes that keep their lists, single actions, other classes.

        Classes that need what the spot does not tell of are left out.
        """
        found = self._listings.get((frame, spot))
        if found is None and spot is not None:
            told = ("", *spot)
            found = self._listings[frame, spot] = tuple([p for p in self.listing(frame) if p.needs in told])
        if found is None:
            found = self._listings[frame, spot] = parts(self.menu(frame))
        return found

    def offering(
        self, frame: type[Frame[Any]], spot: tuple[str, ...] | None, seat: str, asked: bool
    ) -> tuple[Callable[[Any], Iterable[Any]], ...]:
        """Return what gives the parts of a seat's list in a frame; `asked`: it is the seat asked."""
        key = (frame, spot, seat, asked)
        found = self._offerings.get(key)
        if found is None:
            own = ("", seat) if asked else (seat,)
            found = self._offerings[key] = tuple([p.offers for p in self.listing(frame, spot) if p.seat in own])
        return found

    @cached_property
    def _offerings(self) -> dict[tuple[Any, ...], tuple[Callable[[Any], Iterable[Any]], ...]]:
        return {}

    @cached_property
    def _listings(self) -> dict[tuple[type[Frame[Any]], tuple[str, ...] | None], tuple[Part, ...]]:
        return {}

    @cached_property
    def _heads(self) -> dict[str, tuple[type[Action[Any]], ...]]:
        heads: dict[str, list[type[Action[Any]]]] = {}
        for cls in self.actions:
            heads.setdefault(form(cls).head, []).append(cls)
        return {head: tuple(classes) for head, classes in heads.items()}

    def parse(self, text: str, menu: tuple[type[Action[Any]], ...] = ()) -> Action[Any] | None:
        """Return the action that the text spells, those of the menu first, or None."""
        words = text.split()
        if not words:
            return None
        classes = self._heads.get(words[0].lower(), ())
        for cls in sorted(classes, key=lambda c: c not in menu):
            if action := form(cls).read(words):
                return action
        return None

    @cached_property
    def _agenda(self) -> Any:
        return tuple.__class_getitem__((Union.__getitem__(self.frames), ...))

    @cached_property
    def _action_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(Union.__getitem__(self.actions))

    def action_from_json(self, data: bytes | str) -> Action[Any]:
        """Read an action from JSON; ValueError (one line) if it is none."""
        if not isinstance(data, (bytes, bytearray, str)):
            raise TypeError(f"JSON is bytes or a text, not {article(data)}")
        try:
            return self._action_decoder.decode(data)  # type: ignore[no-any-return]
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise ValueError(f"no action of {self.name}: {error}") from None

    @cached_property
    def decoder(self) -> msgspec.json.Decoder[Any]:
        """Decodes a dumped state."""
        shape = self.state.shape()
        fields: list[Any] = []
        for name, hint in shape.fields.items():
            fields.append((name, self._agenda if name == "agenda" else hint))
        for name, (key, row) in shape.tables.items():
            fields.append((name, list[tuple[key, row]]))  # type: ignore[valid-type]
        kind = msgspec.defstruct(f"{self.state.__name__}Data", fields, forbid_unknown_fields=True)
        return msgspec.json.Decoder(kind)

    @cached_property
    def event_encoder(self) -> Callable[[Any], bytes]:
        """Encodes an event with its code."""
        return msgspec.json.Encoder().encode

    def make_options(self, given: Mapping[str, Any]) -> Any:
        """Return checked options; BadOption (one line) names the field and what it may be.

        A text stands for what it would be on a command line; any other value must be of the option's own type.
        """
        known = {f.name: f for f in msgspec.structs.fields(self.options)}
        for name in given:
            if name not in known:
                listed = f" ({self.name} has: {', '.join(known)})" if known else ""
                raise BadOption(f"{self.name} has no option {quoted(str(name))}{nearest(str(name), known)}{listed}")
        try:
            # Numbers are taken as they are: 1 stands for no "yes", and 2.0 for no 2.
            msgspec.convert({name: one for name, one in given.items() if type(one) in (int, float)}, self.options)
            return msgspec.convert(dict(given), self.options, strict=False)
        except (msgspec.ValidationError, OverflowError) as error:
            raise BadOption(self._option_trouble(str(error), given, known)) from None

    def _option_trouble(self, said: str, given: Mapping[str, Any], known: Mapping[str, Any]) -> str:
        path = said.rpartition("`$.")[2].partition("`")[0] if "`$." in said else ""
        name = path.partition("[")[0]
        if name not in known:
            return f"{self.name}: {said}"
        value = given.get(name)
        if wanted := places(known[name].type):
            if not isinstance(value, (list, tuple)):
                return f"{name}: {wanted} are wanted, parted by commas"
            if len(value) != wanted:
                return f"{name}: {wanted} are wanted, not {len(value)}"
        words = choices(known[name].type)
        if words:
            bad = [v for v in (value if isinstance(value, (list, tuple)) else [value]) if v not in words]
            word = shown(bad[0] if bad else value)
            hint = nearest(word, words)
            return f"{name}: {quoted(word)} is not one of {', '.join(words)}{hint}" if bad else f"{name}: {said}"
        return f"{name}: {quoted(shown(value))}: {_plainly(said)}"


_WANTED = re.compile(r"Expected `(\w+)`(?: ([<>]=? -?\d+))?")
_KINDS = {"int": "a whole number", "bool": "true or false", "str": "a text", "array": "a list"}


def _plainly(said: str) -> str:
    """Return in plain words what a checker wants: `a whole number <= 21 is wanted`."""
    found = _WANTED.match(said)
    if found is None or found[1] not in _KINDS:
        return said.partition(" - ")[0]
    return f"{_KINDS[found[1]]}{f' {found[2]}' if found[2] else ''} is wanted"


def places(hint: Any) -> int:
    """Return how many values an option takes that is a tuple of a fixed length; 0 for anything else."""
    args = typing.get_args(hint)
    return len(args) if typing.get_origin(hint) is tuple and Ellipsis not in args else 0


def choices(hint: Any) -> tuple[str, ...]:
    """Return the words that an option allows that is a Literal, or a tuple of it; none for anything else."""
    if typing.get_origin(hint) is typing.Literal:
        return tuple(str(one) for one in typing.get_args(hint))
    for inner in typing.get_args(hint):
        if found := choices(inner):
            return found
    return ()


def _classes(module: ModuleType, base: type) -> list[type[Any]]:
    """Return the module's own tagged subclasses of a base, in the order written."""
    found = []
    for thing in vars(module).values():
        if isinstance(thing, type) and issubclass(thing, base) and thing.__module__ == module.__name__:
            tag = getattr(thing, "__struct_config__").tag  # noqa: B009
            if tag is not None and not thing.__name__.startswith("_") and thing not in found:
                found.append(thing)
    return found


GROUP = "undercroft.rulebooks"


@cache
def _installed() -> dict[str, Any]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda p: p.name)}


def rulebooks() -> tuple[str, ...]:
    """Return the names of all installed rulebooks."""
    return tuple(_installed())


@cache
def find(name: str) -> Rulebook[Any]:
    """Return an installed rulebook; UnknownName if there is none of that name."""
    if not isinstance(name, str):
        raise TypeError(f"a rulebook's name is a text, not {article(name)}")
    point = _installed().get(name)
    if point is None:
        raise UnknownName(f"no rulebook is called {quoted(name)}{nearest(name, _installed())}")
    try:
        book = point.load()
    except Exception as error:
        raise UnknownName(f"the rulebook {name} cannot be loaded: {' '.join(str(error).split())[:200]}") from error
    if not isinstance(book, Rulebook):
        raise UnknownName(f"the entry point {name} gives no rulebook")
    return book
