"""Game: one run. Act and settle, actions, odds, view, undo, fork, save, record."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import islice
from typing import Any, Generic, TypeVar, cast

import msgspec

from undercroft.engine import advice
from undercroft.engine.action import MOST, Action, Offers, Refusal, hold_seed, misfit
from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.ctx import Ctx, Watcher
from undercroft.engine.errors import BadOption, LawBroken, UnknownName, article, nearest, quoted, shown
from undercroft.engine.event import Event
from undercroft.engine.proof import Proof
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.state import Outcome, State
from undercroft.engine.streams import Streams
from undercroft.engine.view import AnyPanel, Scene, View
from undercroft.engine.world import World

S = TypeVar("S", bound=State)

UNDOS = 100
"""Actions that can be taken back."""
CHECK = 50
"""Actions between two state digests of a record."""
STAGES = 100_000
"""Stages one action may set off before it counts as a loop."""
LINE = 400
"""Letters in the longest action text."""


Done = tuple["Done | None", str, Action[Any], int, int]
"""An action done: those before it, its seat, itself, its draws and its events. Forks share what was done before."""


_values = msgspec.structs.astuple


class Decision(msgspec.Struct, frozen=True):
    """Who is asked, and what (a text key)."""

    seat: str
    ask: str
    about: dict[str, Any] = {}


class Step(Generic[S]):
    """What an action did: `accepted`, or `refusals`; `events` as the acting seat sees them; `rolls` it may know."""

    __slots__ = ("_all", "_rolls", "_state", "accepted", "refusals", "seat")

    def __init__(
        self,
        accepted: bool,
        refusals: tuple[Refusal, ...] = (),
        events: tuple[Event[Any], ...] = (),
        rolls: tuple[tuple[Chance | Spread, int], ...] = (),
        state: S | None = None,
        seat: str = "",
    ) -> None:
        self.accepted = accepted
        self.refusals = refusals
        self._all = events
        self._rolls = rolls
        self._state = state
        self.seat = seat

    @property
    def events(self) -> tuple[Event[Any], ...]:
        """The events that the acting seat sees."""
        return self.seen(self.seat)

    def seen(self, seat: str) -> tuple[Event[Any], ...]:
        """Return the events that a seat sees."""
        found = []
        for event in self._all:
            audience = event.seen_by(self._state)
            if audience is None or seat in audience:
                found.append(event.told(self._state, seat))
        return tuple(found)

    @property
    def rolls(self) -> tuple[tuple[Chance | Spread, int], ...]:
        """The named rolls whose figures the seat may know, each with the number drawn or the sum of the dice.

        One that holds only under a condition the seat cannot know is left out: that it was made would tell.
        """
        return tuple((roll, value) for roll, value in self._rolls if roll.shown and not roll.given)

    @property
    def all_events(self) -> tuple[Event[Any], ...]:
        """Every event, hidden ones too (for tests and replays)."""
        return self._all

    def __bool__(self) -> bool:
        return self.accepted

    def __repr__(self) -> str:
        return f"Step(accepted={self.accepted}, refusals={self.refusals}, events={self.events})"


class Game(Generic[S]):
    """One run of a rulebook. `uc.new` and `uc.load` make it."""

    __slots__ = (
        "_ctx", "_done", "_lines", "_past", "_turns", "book", "checks", "first", "given", "options", "origin", "ranked",
        "state", "streams",
    )  # fmt: skip

    def __init__(
        self,
        book: Rulebook[S],
        seed: int,
        given: Mapping[str, Any],
        *,
        ranked: bool = False,
        world: World | None = None,
        bare: bool = False,
    ) -> None:
        if type(ranked) is not bool:
            raise TypeError(f"ranked is True or False, not {article(ranked)}")
        hold_seed(seed)
        if world is not None:
            hold_world(world, book)
        self.book = book
        self.first = seed
        self.options = book.make_options(given)
        self.given = dict(given)
        self.ranked = ranked
        self.origin = world
        self.state: S = cast(S, book.state())
        self.streams = Streams(seed, book.name if world is None else f"{book.name}/{world.run}", book.streams)
        self._ctx: Ctx[S] = Ctx(self.state, self.streams, book.streams[0])
        self._done: Done | None = None
        self._turns = 0
        self._lines: list[str] = []
        self._past: deque[tuple[list[Any], Any]] = deque(maxlen=UNDOS)
        self.checks: dict[int, str] = {}
        if not bare:
            self.state.__dict__["seed"] = seed
            keep, self.state.journal.keep = self.state.journal.keep, False
            book.start(self._ctx, self.options, world)
            self._settle()
            self.state.journal.keep = keep
            self._ctx.events = []
            self._ctx.rolls = []

    @property
    def seed(self) -> int:
        """The seed in force."""
        return self.state.seed

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on; else why it ended and for whom."""
        return self.state.outcome

    @property
    def turns(self) -> int:
        """Actions done so far, those taken back left out."""
        return self._turns

    @property
    def asked(self) -> str:
        """The seat now asked; empty when the game is over."""
        if self.state.outcome is not None or not self.state.agenda:
            return ""
        return self.state.agenda[-1].seat(self.state) or ""

    @property
    def decision(self) -> Decision | None:
        """Who is asked, and what; None when the game is over."""
        seat = self.asked
        if not seat:
            return None
        top = self.state.agenda[-1]
        return Decision(seat, top.ask or top.tag(), top.about(self.state))

    def seat(self, seat: str | None) -> str:
        """Return the seat meant: the one named, or the one asked. UnknownName if there is none of that name."""
        if seat is None:
            seats = self.book.seats
            return seats[0] if len(seats) == 1 else self.asked or seats[0]
        if not isinstance(seat, str):
            raise TypeError(f"a seat's name is a text, not {article(seat)}")
        if seat not in self.book.seats:
            raise UnknownName(f"no seat is called {quoted(seat)}{nearest(seat, self.book.seats)}")
        return seat

    def actions(self, seat: str | None = None) -> Offers:
        """Return every action the seat may take now, in the rulebook's order."""
        s = self.state
        if seat is not None:
            self.seat(seat)
        if s.outcome is not None or not s.agenda:
            return Offers([])
        top = s.agenda[-1]
        asked = top.seat(s)
        who = asked if seat is None else seat
        if who != asked and (self.ranked or who not in self.book.present(s)):
            return Offers([])  # in a ranked game nobody acts out of turn
        found: list[Any] = []
        for offers in self.book.offering(type(top), self.book.spot(s), who or "", who == asked):
            found += offers(s)
        return Offers(found)

    def parse(self, text: str) -> Action[Any] | Refusal:
        """Return the action that a text spells, or the refusal that says there is none, with the nearest."""
        if not isinstance(text, str):
            raise TypeError(f"the text of an action is wanted, not {article(text)}")
        if len(text) > LINE:
            return Refusal("action.long")
        top = self.state.agenda[-1] if self.state.agenda else None
        action = self.book.parse(text, self.book.menu(type(top)) if top else ())
        if action is None:
            near = nearest(text, self.actions().texts()) if len(text) <= 80 else ""
            return Refusal("action.unknown", {"said": quoted(text), "near": near or "."})
        return action

    def judge(self, action: Action[Any], seat: str | None = None) -> Refusal | None:
        """Say why the action is refused now, or None."""
        self._check(action)
        top = self.state.agenda[-1] if self.state.agenda else None
        return self._judged(action, seat, top, (top.seat(self.state) or "") if top is not None else "")

    def _judged(self, action: Action[Any], seat: str | None, top: Any, asked: str) -> Refusal | None:
        if top is None or self.state.outcome is not None:
            return Refusal("game.over")
        if seat is not None and seat != (action.seat or asked):
            return Refusal("seat.wrong", {"seat": self.seat(seat), "asked": asked})
        if action.seat and action.seat != asked:
            if action.seat not in self.book.present(self.state):
                return Refusal("seat.absent", {"seat": action.seat})
            if self.ranked:
                return Refusal("seat.ranked", {"seat": action.seat, "asked": asked})
        if action.during and not isinstance(top, action.during):
            return Refusal("action.not_now")
        return action.refused(self.state)

    def _check(self, action: Any) -> None:
        """Hold that what a programmer gives is an action of this rulebook with fields of their types; TypeError."""
        kinds = self.book.kinds.get(type(action))
        if kinds is None or (kinds and kinds != tuple(map(type, _values(action)))):
            raise TypeError(misfit(action, self.book.name))

    def odds(self, action: Action[Any] | str, seat: str | None = None) -> Odds | Refusal:
        """Return an action's named rolls, exact, as they will be rolled; those the seat cannot know are withheld."""
        found: Any = self.parse(action) if isinstance(action, str) else action
        if isinstance(action, str) and isinstance(found, Refusal):
            if seat is not None:
                self.seat(seat)
            return advice.on(self, action, found, None)
        if refusal := self.judge(found, seat):
            return advice.on(self, action, refusal, found) if isinstance(action, str) else refusal
        return tuple(dict.fromkeys(one if one.shown else _withheld(one) for one in found.odds(self.state)))

    def costs(self, action: Action[Any]) -> str:
        """Return in words what an action that is offered now costs; empty for nothing, or nothing worth a word."""
        key = f"cost.{action.tag()}"
        facts = action.costs(self.state) if key in self.book.texts else None
        return self.book.texts.get(key, facts, self.called) if facts is not None else ""

    def forgoes(self, action: Action[Any]) -> str:
        """Return in words what an action that is offered now gives up for good; empty for nothing."""
        facts = action.forgoes(self.state)
        return self.book.texts.get(f"forgo.{action.tag()}", facts, self.called) if facts is not None else ""

    def view(self, seat: str | None = None) -> View:
        """Return what the seat knows, as data."""
        return self.book.view(self.state, self.seat(seat))

    def scene(self, seat: str | None = None) -> Scene:
        """Return the panels of what the seat sees now."""
        return self.book.scene(self.state, self.seat(seat))

    def look(self, name: str, seat: str | None = None) -> AnyPanel | None:
        """Return a report by name, or None if there is none now. It costs nothing and is not recorded."""
        if not isinstance(name, str):
            raise TypeError(f"a report's name is a text, not {article(name)}")
        return self.book.look(self.state, self.seat(seat), name)

    def say(self, thing: Event[Any] | Refusal) -> str:
        """Return the sentence of an event or a refusal; empty if it has none."""
        if not isinstance(thing, (Event, Refusal)):
            raise TypeError(f"an event or a refusal is said, not {article(thing)}")
        name = self.called
        return (
            self.book.texts.refusal(thing, name) if isinstance(thing, Refusal) else self.book.texts.event(thing, name)
        )

    def called(self, thing: Any) -> str:
        """Return what players call an id."""
        return self.book.called(self.state, thing)

    def whose(self, thing: str) -> str:
        """Return what players call an id, with whose it is where that tells it from others."""
        return self.book.whose(self.state, self.seat(None), thing)

    def answers_to(self, thing: str) -> str:
        """Return more words by which the seat asked may type an id."""
        return self.book.answers_to(self.state, self.seat(None), thing)

    def act(self, action: Action[Any] | str, seat: str | None = None) -> Step[S]:
        """Do an action and all that follows from it. A refused one changes nothing."""
        text = action if isinstance(action, str) else ""
        if isinstance(action, str):
            found = self.parse(action)
            if isinstance(found, Refusal):
                if seat is not None:
                    self.seat(seat)
                return Step(False, (advice.on(self, text, found, None),))
            action = found
        else:
            self._check(action)
        ctx, state = self._ctx, self.state
        agenda = state.agenda
        top = agenda[-1] if agenda else None
        asked = (top.seat(state) or "") if top is not None else ""
        if refusal := self._judged(action, seat, top, asked):
            return Step(False, (advice.on(self, text, refusal, action) if text else refusal,))
        journal = state.journal
        entries: list[Any] = []
        journal.entries = entries
        mark = self.streams.mark()
        events: list[Event[Any]] = []
        ctx.events = events
        ctx.rolls = []
        who = action.seat or asked
        try:
            if ctx.watcher is not None:
                ctx.watcher.stage(action, state)
            action.perform(ctx)
            self._settle()
        except BaseException:
            if journal.keep:
                state.undo(entries)
                self._rewind(mark)
            raise
        if journal.keep:
            self._past.append((entries, mark))
        self._done = (self._done, action.seat, action, self.streams.drawn(mark), len(events))
        self._turns = turns = self._turns + 1
        if turns % CHECK == 0:
            self.checks[turns] = self.digest()
        return Step(True, (), tuple(events), tuple(ctx.rolls), state, who)

    def _settle(self) -> None:
        """Go on until somebody must choose or the game is over."""
        ctx, state, book = self._ctx, self.state, self.book
        reactions_to = book.reactions.get
        events = ctx.events
        watcher = ctx.watcher
        at = stages = 0
        while True:
            # It goes on over the events that reactions add meanwhile.
            for event in islice(events, at, None):
                at += 1
                for reaction in reactions_to(type(event), ()):
                    if watcher is not None:
                        watcher.stage(event, state)
                    reaction(ctx, event)
            if state.outcome is not None:
                return
            agenda = state.agenda
            if not agenda:
                raise LawBroken("nothing waits, and the game is not over")
            top = agenda[-1]
            stages += 1
            if stages > STAGES:
                raise LawBroken(f"the agenda goes round and round at {type(top).__name__}")
            if top.seat(state) is None:
                if watcher is not None:
                    watcher.stage(top, state)
                top.resume(ctx)
                continue
            for hook in book.hooks.get(top.moment, ()):
                if watcher is not None:
                    watcher.stage(hook, state)
                hook(ctx)
                if at < len(events):
                    break
            else:
                return

    def undo(self, seat: str | None = None) -> Step[S]:
        """Take back the last action; in a ranked game refused if it drew, revealed something or ended the game."""
        who = self.seat(seat)
        if not self._past or self._done is None:
            return Step(False, (Refusal("game.undo_none"),))
        if self.ranked and self.outcome is not None:
            return Step(False, (Refusal("game.undo_over"),))
        if self.ranked and self._told(who):
            return Step(False, (Refusal("game.undo_barred"),))
        self._back()
        return Step(True, (), (), (), self.state, self.asked)

    def _told(self, seat: str) -> bool:
        if self._done is None or self._done[3]:
            return True
        now = self.book.secrets(self.state, seat)
        twin = self.fork()
        twin._back()
        return not twin.book.secrets(twin.state, seat) <= now

    def _back(self) -> None:
        entries, before = self._past.pop()
        self.state.undo(entries)
        self._rewind(before)
        self.checks.pop(self.turns, None)
        assert self._done is not None
        self._done = self._done[0]
        self._turns -= 1
        del self._lines[self._turns :]

    def _rewind(self, before: Any) -> None:
        self.streams.go_back(before)
        if self.streams.seed != self.state.seed:
            self.streams.reseed(self.state.seed)

    def fork(self) -> Game[S]:
        """Return a twin that goes its own way."""
        twin: Game[S] = Game.__new__(Game)
        twin.book = self.book
        twin.first = self.first
        twin.options = self.options
        twin.given = self.given
        twin.ranked = self.ranked
        twin.origin = self.origin
        twin.state = self.state.copy()
        twin.streams = self.streams.copy()
        twin._ctx = Ctx(twin.state, twin.streams, self._ctx.default)
        twin._done = self._done
        twin._turns = self._turns
        twin._lines = self._lines.copy()
        twin._past = self._past.copy()
        twin.checks = self.checks.copy()
        return twin

    def trial(self, seed: int) -> Game[S]:
        """Return a twin whose dice come from another seed: one of many trials of this moment.

        It is cheap and keeps no journal; its record begins here and cannot be replayed.
        """
        twin: Game[S] = Game.__new__(Game)
        twin.book = self.book
        twin.first = seed
        twin.options = self.options
        twin.given = self.given
        twin.ranked = self.ranked
        twin.origin = self.origin
        twin.state = self.state.copy()
        twin.state.__dict__["seed"] = seed
        twin.streams = self.streams.afresh(seed)
        twin._ctx = Ctx(twin.state, twin.streams, self._ctx.default)
        twin._done = None
        twin._turns = 0
        twin._lines = []
        twin._past = deque()
        twin.checks = {}
        twin.forget()
        return twin

    def proof(self) -> Proof | None:
        """Return the proof that all that is or will be generated can be played through; None: the rulebook has none.

        It is the report of generation, made when asked for, and knows everything: it is for no seat.
        """
        twin = self.fork()
        twin.forget()
        return self.book.prove(twin._ctx)

    def watch(self, watcher: Watcher | None) -> None:
        """Let somebody look over this game's shoulder (tests)."""
        self._ctx.watcher = watcher

    def forget(self) -> None:
        """Keep no journal from now on: faster, without undo (the lab)."""
        self.state.journal.keep = False
        self._past.clear()

    def digest(self) -> str:
        """Return 16 hex digits that name the state."""
        return self.state.digest()

    def world(self) -> World:
        """Return what outlives this run, for the next game to start from; ValueError if nothing does."""
        kept = self.book.keep(self.state)
        if kept is None:
            raise ValueError(f"nothing of {self.book.name} outlives a run")
        run = self.origin.run + 1 if self.origin is not None else 1
        tables = self.state.shape().tables
        plain = {
            name: [list(pair) for pair in value.items()] if name in tables else value for name, value in kept.items()
        }
        # Through JSON, so that a world handed on and one read from a file are equal (lists, no tuples).
        return World(self.book.name, self.book.fingerprint, run, msgspec.json.decode(msgspec.json.encode(plain)))

    def record(self, *, events: bool = False) -> str:
        """Return the game as a text that a person can read and `uc.replay` reproduces."""
        from undercroft.engine.record import write

        return write(self, events=events)

    def save(self) -> bytes:
        """Return a snapshot with the record, in one envelope, for `uc.load`."""
        from undercroft.engine.save import pack

        return pack(self)

    def resume_at(self, lines: list[str], checks: dict[int, str]) -> None:
        """Take over a save's record; what was done before it cannot be taken back."""
        self._lines = list(lines)
        self._done = None
        self._turns = len(lines)
        self.checks = dict(checks)

    def lines(self) -> list[str]:
        """Return the record's line of every action so far: seat, action, draws, events (written once each)."""
        new: list[str] = []
        last = self._done
        while last is not None and len(self._lines) + len(new) < self._turns:
            last, seat, action, draws, events = last
            new.append(f"> {seat}: {action} = {draws} {events}" if seat else f"> {action} = {draws} {events}")
        self._lines += reversed(new)
        return self._lines


def hold_world(world: World, book: Rulebook[Any]) -> None:
    """Hold that a game of the rulebook may start from the world; BadOption says why not."""
    if not isinstance(world, World):
        raise TypeError(f"a world is what Game.world() gives, not {article(world)}")
    if world.rulebook != book.name:
        raise BadOption(f"the world is of {quoted(world.rulebook)}, not of {book.name}")
    if type(book).keep is Rulebook.keep:
        raise BadOption(f"nothing of {book.name} outlives a run: it starts from no world")
    if type(world.run) is not int or not 1 <= world.run <= MOST:
        raise BadOption("the world counts the runs that made it from 1")
    if world.content != book.fingerprint:
        raise BadOption(f"the world is of other content, {quoted(shown(world.content))}, than this {book.name}")
    if not isinstance(world.tables, dict):
        raise TypeError(f"a world's tables are a dict, not {article(world.tables)}")
    if trouble := book.sound_world(world):
        raise BadOption(f"the world is no world of {book.name}: {trouble}")


def _withheld(one: Chance | Spread) -> Chance | Spread:
    if isinstance(one, Chance):
        return Chance(one.name, 0, 0, one.about, one.given, shown=False, by=one.by)
    return Spread(one.name, 0, 0, about=one.about, given=one.given, shown=False, by=one.by)
