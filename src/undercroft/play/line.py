"""The line mode: a game played by typing, at a terminal or from a pipe, in clean text."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from undercroft.engine.action import Action, Refusal, whole
from undercroft.engine.errors import UndercroftError, nearest, printable, quoted
from undercroft.engine.game import Game
from undercroft.play import auto
from undercroft.play.commands import ALIASES, COMMANDS, Leave, obey
from undercroft.play.session import LONGEST, Bad, Keeper, Session
from undercroft.play.source import Source, Unreadable
from undercroft.play.tell import first_chance
from undercroft.play.words import (
    COMPASS,
    SHORTEST,
    aims,
    by_label,
    errand_kind,
    errand_words,
    instead,
    label,
    matches,
    named,
    names,
    point_of,
    program,
    toward,
    way_out,
    with_ids,
)

INTERRUPTED, TERMINATED = 130, 143
"""Exit codes after Ctrl-C and after a signal to stop."""


YES, NO = ("y", "yes"), ("n", "no")
"""Answers to the question whether one is sure."""


class Line:
    """Answers lines until they end."""

    def __init__(self, game: Game[Any], keeper: Keeper, out: Callable[[str], None], *, width: int = 0) -> None:
        self.session = Session(game, keeper, out, width=width, taken=COMMANDS)
        self.bad = 0
        """Lines that could not be done."""
        self._waiting = False
        self._stop = -1

    def run(self, source: Source) -> int:
        """Play until the lines end; return the exit code: 1 where a piped line was bad, or the game is not saved."""
        at = self.session
        code = 0
        at.asks = source.interactive
        with self._signals():
            try:
                at.begin()
                while True:
                    self._one(source)
            except EOFError:
                pass
            except Leave as leave:
                code = leave.code
            except KeyboardInterrupt:
                code = INTERRUPTED
            if at.unsaved:
                at.write()
        if at.unsaved:
            with suppress(Leave):  # whoever read has gone
                at.print(f"Left unsaved: {at.unsaved}. What was done since the last save is lost.")
        if source.interactive and not at.unsaved:
            on = f" Go on with: {program()} play --resume {at.keeper.id}" if at.game.outcome is None else ""
            at.print(f"Saved as {at.keeper.id}.{on}")
        return code or int(bool(at.unsaved) or (self.bad > 0 and not source.interactive))

    def _one(self, source: Source) -> None:
        at = self.session
        prompt = f"{at.seat}> " if len(at.game.book.seats) > 1 else "> "
        self._waiting = True
        if self._stop >= 0:
            raise Leave(self._stop)
        try:
            line = source.line(prompt)
        except Unreadable as error:
            self._waiting = False
            self.bad += 1
            at.print(str(error))
            return
        finally:
            self._waiting = False
        if not source.interactive and line.strip():
            at.print(prompt + printable(line.strip()))
        self.answer(line)

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Leave between two lines, never in the middle of an action or a save."""

        def stop(number: int, _: object) -> None:
            self.session.leaving = True
            self._stop = INTERRUPTED if number == signal.SIGINT else TERMINATED
            if self._waiting:
                self._waiting = False
                raise Leave(self._stop)

        here = threading.current_thread() is threading.main_thread()  # no other thread may take signals
        names = ("SIGINT", "SIGTERM", "SIGHUP") if here else ()
        kinds = [getattr(signal, name) for name in names if hasattr(signal, name)]
        old = [(kind, signal.signal(kind, stop)) for kind in kinds]
        try:
            yield
        finally:
            for kind, handler in old:
                signal.signal(kind, handler)

    def answer(self, line: str) -> None:
        """Answer one line. Empty lines and remarks (#) are passed over."""
        text = " ".join(line.split())
        if not text or text.startswith("#"):
            return
        at = self.session
        at.turn_page()
        try:
            if not text.isprintable():
                raise Bad("That line holds signs that cannot be printed.")
            self._do(text)
        except (Bad, UndercroftError) as error:
            self.bad += 1
            at.say(str(error))

    def _do(self, text: str) -> None:
        """An action comes first, by number or text; then a report, a command, and words that fit an action."""
        at = self.session
        if at.doubtful is not None and text.lower() in (*YES, *NO):
            if text.lower() in NO:
                at.say("Then it is left undone.")
            else:
                at.act(at.doubtful)
            return
        if text.startswith(":"):
            obey(at, text[1:].strip())
            return
        first, _, rest = text.partition(" ")
        if whole(first) is not None:
            action = at.numbered(text)
            # Numbers shift from list to list: say what it was, as it may be typed.
            at.act(action, lead="" if at.own_numbers else self._echo(str(action)))
            return
        offered = at.offers.texts()
        if text not in offered and text.lower() in offered:
            text = text.lower()
        action = offered.get(text)
        if not isinstance(action, Action):
            action = at.parsed(text)
        first = first.lower()
        if isinstance(action, Action) and at.game.judge(action) is None:
            at.act(action)
        elif text.lower() in (looks := {name.lower(): name for name in at.looks}):
            at.look(looks[text.lower()])
        elif name := self._report(text.lower()):
            at.look(name)
        elif first in ALIASES and (deed := self._deed_of_a_command(first)):
            if rest:
                self._guess(text, action)
            else:
                quits = COMMANDS[ALIASES[first]]
                at.say(f"Here {first} could mean {deed}, a deed of the game, or {quits.usage}: {quits.about}.")
        elif first in ALIASES:
            obey(at, f"{ALIASES[first]} {rest}".strip())
        elif first in COMMANDS and not isinstance(action, Action):
            obey(at, text)
        elif (errand := errand_kind(at.game, text)) and (
            not isinstance(action, Action) or auto.means(at, errand, rest.lower())
        ):
            auto.begin(at, errand, rest.lower())
        elif found := toward(offered, text) or self._out(text):
            self._one_of(found)
        elif (point := point_of(text)) and aims(offered) and not isinstance(action, Action):
            raise Bad(f"There is no way {point} from here.")
        else:
            self._guess(text, action)

    def _report(self, text: str) -> str:
        """Return the report that a word alone opens: one of whose kind there are several, or what stands for it."""
        at = self.session
        kinds = {name.split(" ", 1)[0].lower() for name in at.looks}
        known = [one for one in (text, instead(at.game, text)) if one in kinds and one not in at.offers]
        return next((one for one in known if at.game.look(one, at.seat) is not None), "")

    def _reports(self, text: str) -> list[str]:
        """Return the reports that words fit, or that they fit in the words used here."""
        at = self.session
        return matches(at.game, at.looks, text) or matches(at.game, at.looks, instead(at.game, text))

    def _deed_of_a_command(self, word: str) -> str:
        """Return the first word of what can be done now for which a word of a command also stands; else nothing."""
        at = self.session
        meant = instead(at.game, word)
        return meant if any(f"{text} ".startswith(f"{meant} ") for text in at.offers.texts()) else ""

    def _guess(self, text: str, parsed: Any) -> None:
        """Answer words that fit one action or several, a report, or nothing known; `parsed` is refused for sure."""
        at = self.session
        game, texts = at.game, at.offers.texts()
        fit = len(text) <= LONGEST
        found = at.fitting(text) if fit else []
        looks = self._reports(text) if fit and not found else []
        if len(found) == 1 and text.lower() not in COMPASS:  # who types a way has not asked for anything else
            if len(text) < SHORTEST and found[0].split(" ", 1)[0].lower() != text.lower():
                raise Bad(f"Did you mean {label(game, found[0])}? Then type more of it.")  # a slip must not cost a turn
            self._take(found[0])
        elif found and all(one in texts and f"{one} ".lower().startswith(f"{text} ".lower()) for one in found):
            at.list(text)
        elif found:
            raise at.which(found)
        elif fit and (no := at.denied(text)):
            raise Bad(no)
        elif isinstance(by_name := at.parsed(with_ids(game, [*texts, *at.looks], text)) if fit else parsed, Action):
            at.act(by_name)  # most likely refused: it says why
        elif isinstance(parsed, Action):
            at.act(parsed)  # refused
        elif len(looks) == 1:
            at.look(looks[0])
        elif looks:
            at.say(f"Which one? {', '.join(label(game, look) for look in looks)}.")
        elif fit and (found := by_label(game, texts, text) or named(game, texts, text)):
            self._one_of(found)
        elif any(one.startswith(f"{text.lower()} ") for one in texts):
            at.list(text)
        else:
            raise Bad(self._unknown(text, parsed))

    def _take(self, text: str) -> None:
        at = self.session
        at.say(self._echo(text))
        at.act(at.game.parse(text))

    def _echo(self, text: str) -> str:
        """Return what was understood: an action's text with the names of its ids."""
        return f"({', '.join([text, *names(self.session.game, text)])})"

    def _one_of(self, found: list[str]) -> None:
        """Do what was meant without its first word, if it is one thing and no gamble."""
        at = self.session
        if len(found) > 1 or self._gamble(found[0]):
            raise at.which(found)
        self._take(found[0])

    def _gamble(self, text: str) -> bool:
        """Say whether an action that is offered has a chance that is shown, or is still open."""
        at = self.session
        action = at.offers.texts()[text]
        odds = at.game.odds(action) if isinstance(action, Action) else None
        return not isinstance(odds, tuple) or bool(first_chance(at.game, odds))

    def _out(self, typed: str) -> list[str]:
        """Return the actions without a gamble that name something on a side, where there is no walking: a room is left
        by the door there.
        """
        at = self.session
        texts, point = at.offers.texts(), point_of(typed)
        found = named(at.game, texts, point) if point and not aims(texts) else []
        return [text for text in found if not self._gamble(text)]

    def _unknown(self, text: str, refusal: Refusal) -> str:
        """Return what is said of a line that fits nothing here."""
        at = self.session
        if said := at.unfit(text, refusal):
            return said
        if point := point_of(text):
            out = way_out(at.game)
            return f"There is no way {point} from here{f': type {out} first' if out else ''}."
        near = nearest(text, [*at.offers.texts(), *COMMANDS, *self._errands(), *at.looks])
        return f"Nothing here is called {quoted(text)}{near or '; help shows what can be typed.'}"

    def words(self) -> list[str]:
        """Return everything that may be typed now, for completion."""
        at = self.session
        listed = list(at.offers.texts())
        commands = [*COMMANDS, *self._errands()]
        names = [f"{lead}{name}" for lead in ("", ":") for name in commands]
        return [
            *listed,
            *at.looks,
            *names,
            *(f"odds {text}" for text in listed),
            *(f"help {name}" for name in commands),
        ]

    def _errands(self) -> list[str]:
        return errand_words(self.session.game)


def printer(line: str) -> None:
    """Print a line at once, without what steers a terminal; a reader that has gone away ends the sitting."""
    try:
        sys.stdout.write("\n".join(map(printable, line.split("\n"))) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise Leave(1) from None
