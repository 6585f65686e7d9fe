"""A sitting: one game, who looks at it, what was said, and the save after every action."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple, Protocol

from undercroft.engine.action import Action, Offers, Open, Refusal, form, whole
from undercroft.engine.errors import SaveError, UndercroftError, quoted
from undercroft.engine.event import Event
from undercroft.engine.game import Game, Step
from undercroft.engine.record import replay
from undercroft.engine.view import Scene
from undercroft.play import draw, tell
from undercroft.play.alike import first_alike
from undercroft.play.given import options_line
from undercroft.play.menu import ALSO, ERRANDS, LOOKS, Shown, group_lines, menu_lines
from undercroft.play.words import (
    again,
    amount,
    can_be,
    errands_here,
    folded,
    heads,
    instead,
    label,
    matches,
    meanings,
    not_now,
    program,
    spelled,
)


class Keeper(Protocol):
    """Where the game is kept: a slot of the shelf."""

    id: str
    story: str
    tale: list[str]

    def save(self, game: Game[Any]) -> None:
        """Write the game; SaveError if it cannot be."""


MOST = 8
"""Choices named when a line could mean several."""
LONGEST = 80
"""Letters of a line whose words are still matched with names."""


class Bad(Exception):
    """A line that could not be done; the message answers it."""


class Done(NamedTuple):
    """What an action brought: its events with their sentences, whether any is news, and what is said of its save."""

    happened: list[tuple[Event[Any], str]]
    news: bool
    notices: list[str]

    @property
    def told(self) -> list[str]:
        """The sentences told of it."""
        return [said for _, said in self.happened if said]


class Cause(NamedTuple):
    """What `why` tells of: an action that was done, its rolls in words, the rules that bore on it."""

    action: Any
    rolls: list[str]
    rules: tuple[str, ...]
    veiled: bool
    """Whether it may have rolled what is not told."""
    errand: str = ""
    """What was done in one go, where it is the last that mattered of it; the rules are those of all that did."""


class Session:
    """One game at the keyboard. `out` takes finished lines; `width` wraps them, 0 leaves them whole."""

    def __init__(
        self,
        game: Game[Any],
        keeper: Keeper,
        out: Callable[[str], None],
        *,
        width: int = 0,
        taken: Collection[str] = (),
    ) -> None:
        self.game = game
        self.keeper = keeper
        self.viewer: str | None = None
        """The seat whose eyes are used; None for the seat asked."""
        self.scene = Scene("", "")
        self.offers = Offers([])
        self.refusal: Refusal | None = None
        """Why the last action was refused; None once one was done."""
        self.refused = ""
        """The words in which that was told."""
        self.done: Any = None
        """The last action done."""
        self.cause: Cause | None = None
        """What `why` tells of it."""
        self.unsaved = ""
        """Why the last save failed; empty while all is saved."""
        self.opened = ""
        """The report looked at last."""
        self.asks = False
        """Whether somebody sits there who is asked before what cannot be taken back."""
        self.doubtful: Any = None
        """The action that was asked about at the last line; None if there was none."""
        self.leaving = False
        """Whether a signal to stop has come: nothing long goes on."""
        self.page: list[str] = []
        """What was said since `turn_page`."""
        self._before: dict[str, list[str]] = {}
        """The last answer to each seat: what one was told is not for another."""
        self._asker = game.seat(self.viewer)
        self._by = self._asker
        self._out = out
        self._width = width
        self._taken = taken
        self._ask = ""
        self._listed = ""
        self._shown: Shown = {}
        self._printed: set[int] = set()
        """The numbers of the list that were put before one action each."""
        self._asked: Any = None
        self._told: list[tuple[int, str, str]] = []
        """(action, seat, sentence) of all that each seat learned."""
        self._left: set[str] = set()
        """What was told to be left behind."""
        self._unread = game.turns

    # -- saying --------------------------------------------------------------------------------------------------

    def say(self, *lines: str) -> None:
        """Print lines and keep them for `again`."""
        for line in lines:
            self.page.append(line)
            self.print(line)

    def print(self, line: str) -> None:
        """Print a line."""
        if self._width and len(line) > self._width and not isinstance(line, draw.Fixed):
            line = draw.wrapped(line, self._width)
        self._out(line)

    def turn_page(self) -> None:
        """Begin a new answer."""
        self._before[self._asker] = self.page
        self._asker, self.page = self.seat, []
        self.doubtful, self._asked = self._asked, None

    def again(self) -> None:
        """Give the answer before this one once more."""
        self.say(*self._before.get(self.seat, []))

    # -- acting --------------------------------------------------------------------------------------------------

    def numbered(self, text: str) -> Any:
        """Return the action that a number of the list means, an open amount after it filled in."""
        word, _, amount = text.partition(" ")
        if self.own_numbers:
            meant = self.game.parse(f"{self.own_numbers} {text}")
            if isinstance(meant, Refusal):
                raise Bad(self.game.say(meant))
            return meant
        number = whole(word)
        if number is None or not 1 <= number <= len(self.offers):
            raise Bad(f"There is no number {word} in the list: it has {len(self.offers)}.")
        if number not in self._printed:
            raise Bad(f"Number {word} was not shown; type list, or list and a word, to see what it is.")
        one = self.offers[number - 1]
        if not isinstance(one, Open):
            if amount:
                raise Bad(f"{word} is {one}, which takes nothing more.")
            return one
        value: Any = amount if isinstance(getattr(one.action, one.field), str) else whole(amount)
        if value is None or value == "":
            raise Bad(f"{one} is still open: type {word} and what to put in its place.")
        return one.at(value)

    @property
    def own_numbers(self) -> str:
        """The first word of what a typed number means at this question; empty where it counts the list."""
        return self.game.state.agenda[-1].numbered if self.game.state.agenda else ""

    def which(self, found: list[str]) -> Bad:
        """Return the question which of several actions was meant."""
        more = f", and {len(found) - MOST} more" if len(found) > MOST else ""
        return Bad(f"Which one? {', '.join(label(self.game, text) for text in found[:MOST])}{more}.")

    def fitting(self, text: str) -> list[str]:
        """Return the texts of the offered actions that words fit, or that they fit in the words used here; of those
        between which there is nothing to choose the first.
        """
        for said in meanings(self.game, text):
            if found := matches(self.game, self._closed(said), said):
                kept = [text for text in found if not self._parts_with_gear_in_use(text)] or found
                return first_alike(self.game, self.seat, kept) if len(kept) > 1 else kept
        return []

    def _parts_with_gear_in_use(self, text: str) -> bool:
        game, one = self.game, self.offers.texts().get(text)
        parting = isinstance(one, Action) and one.parting
        return parting and any(game.book.in_use(game.state, word) for word in text.split(" ")[1:])

    def _closed(self, said: str) -> list[str]:
        """Return the texts of the offered actions; open amounts are the numbers typed, or the action is left out."""
        numbers = [number for word in said.split()[1:] if (number := amount(word)) is not None]
        found: list[str] = []
        for text, one in self.offers.texts().items():
            if isinstance(one, Action):
                found.append(text)
            elif isinstance(getattr(one.action, one.field), int):
                found += [str(one.at(number)) for number in numbers]
        return found

    def meant(self, text: str) -> Any:
        """Return the action that a text spells, or else the offered one that its words fit; Bad if there are several.

        What fits nothing comes back as its refusal.
        """
        game = self.game
        offered = self.offers.texts()
        exact = offered.get(text) or offered.get(text.lower())
        if isinstance(exact, Action):
            return exact
        action = self.parsed(text)
        if isinstance(action, Action) and game.judge(action) is None:
            return action
        if len(text) > LONGEST:
            return action
        found = self.fitting(text)
        if len(found) > 1:
            raise self.which(found)
        return game.parse(found[0]) if found else action

    def parsed(self, text: str) -> Action[Any] | Refusal:
        """Return the action that a text spells.

        What only somebody could do who does not play is none, nor what belongs to another moment while others that
        begin with the same word belong to this one: `cast hornet` in a dungeon is no spell of a fight.
        """
        game = self.game
        action = game.parse(text)
        if not isinstance(action, Action):
            return action
        absent = action.seat and action.seat not in game.book.present(game.state)
        kin = heads(game, form(type(action)).head)
        elsewhere = not can_be(game, type(action)) and any(can_be(game, cls) for cls in kin)
        return Refusal("action.unknown", {"said": quoted(text), "near": "."}) if absent or elsewhere else action

    def denied(self, text: str) -> str:
        """Return why what a line means cannot be done, where it names what is known but not offered; else nothing."""
        game = self.game
        for said in filter(None, (text, instead(game, text)) if " " in text else ()):
            for cls in (one for one in heads(game, said.split(" ", 1)[0]) if can_be(game, one)):
                meant = [game.parse(one) for one in spelled(game, self.seat, cls, said)]
                barred = [(no, one) for one in meant if isinstance(one, Action) and (no := game.judge(one)) is not None]
                if barred:
                    # What bars one of several alone is nearest to what was meant: who could read it, but not here.
                    codes = [no.code for no, _ in barred]
                    return self._barred(*min(barred, key=lambda one: codes.count(one[0].code)))
        return ""

    def unfit(self, text: str, refusal: Refusal) -> str:
        """Return what is said of a line that was refused and fits nothing here, by its first word; empty where that
        word is not known.
        """
        game = self.game
        if refusal.code != "action.unknown":
            return game.say(refusal)
        word = text.split(" ", 1)[0]
        joined = heads(game, text.replace(" ", "-"))  # give up for give-up
        if joined and not any(can_be(game, cls) for cls in joined):
            return not_now(game, joined[0])
        known = heads(game, word) or heads(game, instead(game, word))
        here = [cls for cls in known if can_be(game, cls)]
        if kin := self._beginning(word):
            if kin == [word.lower()]:
                return f"Here {word.lower()} stands alone."
            return f"Nothing to {word.lower()} here fits {quoted(text)}; type {word.lower()} to list what does."
        if other := self._by_other_word(text, word):
            return other
        if known and not here and (later := not_now(game, known[0])):
            return later
        if here and (ruled := self._none_of(here[0])):
            return ruled
        if here or (known and text.lower() == word.lower()):
            return self._none_of(known[0]) or f"There is nothing to {word.lower()} here."
        return ""

    def _by_other_word(self, text: str, word: str) -> str:
        """Return what is said of a line that fits nothing though what its first word means here can be done."""
        said = instead(self.game, word).lower()
        kin = self._beginning(said) if said else []
        if kin == [said]:
            return f"Here the word is {said}, and it stands alone."
        return f"Here the word is {said}, and no way of it fits {quoted(text)}; type {said} to list all." if kin else ""

    def _beginning(self, word: str) -> list[str]:
        """Return the texts of the offered actions that begin with a word."""
        return [one for one in self.offers.texts() if f"{one} ".lower().startswith(f"{word.lower()} ")]

    def _none_of(self, cls: type[Action[Any]]) -> str:
        """Return the rule that refuses all actions of a class here, whatever they name; empty if there is none."""
        game = self.game
        reason = game.judge(cls(**{name: kind() for name, kind in form(cls).types.items()}))
        return game.say(reason) if reason is not None and reason.rule and all(reason.facts.values()) else ""

    def no(self, refusal: Refusal, action: Any = None) -> str:
        """Return the sentence of a refusal; where it is only the wrong moment, when the right one is."""
        later = not_now(self.game, type(action)) if refusal.code == "action.not_now" else ""
        return later or self.game.say(refusal)

    def _barred(self, refusal: Refusal, action: Any = None) -> str:
        """Return the sentence of a refusal, and keep both for who asks why."""
        self.refusal, self.refused = refusal, self.no(refusal, action)
        return self.refused

    def act(self, action: Any, lead: str = "") -> None:
        """Do an action: save it first, then tell it, `lead` before all. Bad says why it was refused.

        A person is asked once about what cannot be taken back or would bring nothing.
        """
        if self.asks and action != self.doubtful and (question := self._question(action)):
            self._asked = action
            self.say(*filter(None, (lead,)), f"{question} Are you sure? Type yes, or the same once more.")
            return
        before, view = len(self.page), self.game.view(self.seat)
        done = self.do(action)
        told = self.game.book.brief(action, done.happened, self.game.called)
        self.say(
            *filter(None, (lead,)), *folded(done.told if told is None else told), *self.forgotten(view), *done.notices
        )
        self.show()
        if len(self.page) == before:
            self.say("Done.")

    def _question(self, action: Any) -> str:
        if not isinstance(action, Action) or self.game.judge(action) is not None:
            return ""
        return self.game.forgoes(action) or ("That would bring nothing now." if action.moot(self.game.state) else "")

    def forgotten(self, before: Any) -> list[str]:
        """Return what was left behind since the view before, each told once in a sitting."""
        said = self.game.book.forgotten(before, self.game.view(self.seat))
        return [said] if said and self.is_new(said) else []

    def is_new(self, said: str) -> bool:
        """Say whether a sentence on what is left behind was not told yet in this sitting; from now on it was."""
        new = said not in self._left
        self._left.add(said)
        return new

    def do(self, action: Any) -> Done:
        """Do an action and save it, and leave it to be told. Bad says why it was refused."""
        game = self.game
        odds, rules, by = game.odds(action), _rules(game, action), self.seat
        step = game.act(action)
        if not step.accepted:
            raise Bad(self._barred(step.refusals[0], action))
        self.refusal, self.done, self._by = None, action, by
        veiled = any(not roll.shown or roll.given for roll in odds) if isinstance(odds, tuple) else False
        notices = self.write()
        seen = step.events if self.viewer is None else step.seen(self.viewer)
        happened = [(event, game.say(event)) for event in seen]
        heard = [(event, said) for event, said in happened if said]
        self._told += _heard(game, step)
        rolls = [tell.rolled_line(game, roll, value) for roll, value in step.rolls]
        rules = tuple(dict.fromkeys((*rules, *(rule for event, _ in heard for rule in event.rules()))))
        self.cause = Cause(action, rolls, rules, veiled)
        return Done(happened, any(not event.routine for event, _ in heard), notices)

    def undo(self) -> None:
        """Take the last action back. Bad says why it stands."""
        game = self.game
        step = game.undo(self.viewer)
        if not step.accepted:
            raise Bad(self._barred(step.refusals[0]))
        notice = self.write()
        self._told = [one for one in self._told if one[0] <= game.turns]
        self.refusal, self.done, self.cause = None, None, None
        self.say("Taken back.", *notice)
        self.show()

    def write(self) -> list[str]:
        """Save; return what is to be said of it. A failure is told once, and every action tries again."""
        before = self.unsaved
        try:
            self.keeper.save(self.game)
        except SaveError as error:
            self.unsaved = str(error)
            return [] if before else [f"Not saved: {error}. Play goes on; the next action tries again."]
        self.unsaved = ""
        return ["Saved again."] if before else []

    def log(self, most: int) -> list[str]:
        """Return the last sentences told, those before this sitting too."""
        if self._unread:
            self._told = self._earlier() + self._told
            self._unread = 0
        return folded([said for _, seat, said in self._told if seat == self.seat])[-most:]

    @property
    def own(self) -> bool:
        """Whether it was the present seat that did what was done last."""
        return self._by == self.seat

    def _earlier(self) -> list[tuple[int, str, str]]:
        """Play the actions before this sitting once more, to know what was said of them."""
        game = self.game
        found: list[tuple[int, str, str]] = []

        def note(twin: Game[Any], step: Step[Any]) -> None:
            found.extend(_heard(twin, step))

        try:
            replay(game.record(), to=min(self._unread, game.turns), each=note, world=game.origin)
        except UndercroftError:
            return []
        return found

    # -- showing -------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> str:
        """The seat whose eyes are used."""
        return self.game.seat(self.viewer)

    @property
    def looks(self) -> tuple[str, ...]:
        """Names of the reports that can be opened."""
        return self.scene.looks or self.game.book.looks(self.game.state, self.seat)

    def begin(self) -> None:
        """Say which game this is, and show it."""
        game = self.game
        how = "ranked" if game.ranked else "practice"
        self.say(f"{game.book.title or game.book.name}. Seed {game.seed}, {how}, game {self.keeper.id}.")
        options = options_line(game.book.in_force(game.state, game.options))
        self.say(f"Options: {options}. Type help for help." if options else "Type help for help.")
        self.show(entire=True)

    def show(self, *, entire: bool = False) -> None:
        """Show the scene and the list: entire, or on arrival the place, or else what changed alone."""
        game = self.game
        scene = game.scene(self.seat)
        decision = game.decision
        ask = decision.ask if decision is not None else ""
        moved = entire or (scene.title, ask) != (self.scene.title, self._ask)
        old = None if entire else self.scene
        self.say(*(draw.scene_lines(scene, old) if moved else draw.changes(self.scene, scene)))
        self.scene, self._ask = scene, ask
        self.offers = game.actions(self.viewer)
        if game.outcome is not None:
            self._end()
        listed = str(self.offers)
        if entire or listed != self._listed:
            folds = {key: self._shown.get(key, []) for key in (ALSO, ERRANDS, LOOKS)}
            before = {} if entire else folds if moved else self._shown
            view = game.view(self.seat)
            here = errands_here(game, self.viewer)
            errands = [cls.usage for cls in here if cls.useful(view, self.offers)]
            lines, self._shown, self._printed = menu_lines(
                game, self.offers, taken=self._taken, before=before, errands=errands, looks=self.looks,
                counted=not self.own_numbers,
            )  # fmt: skip
            self.say(*lines)
        self._listed = listed

    def _end(self) -> None:
        """Tell how the game ended, and what can be typed now."""
        game = self.game
        outcome = game.outcome
        winners = outcome.winners if outcome is not None and len(game.book.seats) > 1 else ()
        self.say(*self.keeper.tale)
        if panel := game.look("ending", self.seat):
            self.say(*draw.panel_lines(panel))
        won = f" Won by: {', '.join(winners)}." if winners else ""
        back = "" if game.ranked else " undo takes the last action back;"
        self.say(f"The game is over after {game.turns} actions.{won} Type quit to leave;{back} log tells it all.")
        if self.keeper.story:
            self.say(f"The run is written up in {self.keeper.story}")
        if command := again(game):
            self.say(f"Play it again with: {program()}{command.removeprefix('undercroft')}")

    def list(self, begin: str = "") -> None:
        """List every action, or those that begin with some words."""
        if not len(self.offers):
            self.say("There is nothing to do." if self.game.outcome else f"Nothing is asked of {self.seat} now.")
            return
        lines, numbers = group_lines(self.game, self.offers, begin, counted=not self.own_numbers)
        self._printed |= numbers
        self.say(*lines)
        if not lines:
            raise Bad(f"No action here begins with {quoted(begin)}.")

    def look(self, name: str) -> None:
        """Open a report."""
        panel = self.game.look(name, self.seat)
        if panel is None:
            raise Bad(f"There is no {name} to look at now.")
        self.opened = name
        self.say(*draw.panel_lines(panel))
        self._note(name)

    def _note(self, name: str) -> None:
        """Do what a rule wants done once a report was opened; nothing of it is told."""
        game = self.game
        noting = game.book.noting(game.state, self.seat, name)
        if noting in self.offers and game.act(noting, self.viewer).accepted:
            self.say(*self.write())
            self.offers = game.actions(self.viewer)
            self._listed = str(self.offers)


def _rules(game: Game[Any], action: Any) -> tuple[str, ...]:
    """Return the ids of the rules that bear on an action; none where it is no action of this moment."""
    return action.rules(game.state) if isinstance(action, Action) and game.judge(action) is None else ()


def _heard(game: Game[Any], step: Step[Any]) -> list[tuple[int, str, str]]:
    """Return what each seat learned of a step, in sentences."""
    return [
        (game.turns, seat, said) for seat in game.book.seats for event in step.seen(seat) if (said := game.say(event))
    ]
