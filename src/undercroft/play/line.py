"""The line mode: a game played by typing, at a terminal or from a pipe, in clean text."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from undercroft.engine.action import Action, Refusal, whole
from undercroft.engine.errors import UndercroftError, nearest, quoted
from undercroft.engine.game import Game
from undercroft.play.commands import COMMANDS, Leave, obey
from undercroft.play.menu import begins
from undercroft.play.session import Bad, Keeper, Session
from undercroft.play.source import Source, Unreadable

INTERRUPTED, TERMINATED = 130, 143
"""Exit codes after Ctrl-C and after a signal to stop."""
MOST = 6
"""Choices named when a line could mean several."""


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
        if source.interactive and not at.unsaved:
            at.print(f"Saved as {at.keeper.id}. Go on with: undercroft play --resume {at.keeper.id}")
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
            at.print(prompt + "".join(ch if ch.isprintable() else "?" for ch in line.strip()))
        self.answer(line)

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Leave between two lines, never in the middle of an action or a save."""

        def stop(number: int, _: object) -> None:
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
        """An action comes first, by number or text; then a report, a command, the beginning of an action."""
        at = self.session
        if text.startswith(":"):
            obey(at, text[1:].strip())
            return
        first = text.split(" ", 1)[0].lower()
        if whole(first) is not None:
            at.act(at.numbered(text))
            return
        offered = at.offers.texts()
        if text not in offered and text.lower() in offered:
            text = text.lower()
        action = offered.get(text)
        if not isinstance(action, Action):
            action = at.game.parse(text)
        if isinstance(action, Action):
            at.act(self._meant(text, action))
        elif text.lower() in (looks := {name.lower(): name for name in at.looks}):
            at.look(looks[text.lower()])
        elif first in COMMANDS:
            obey(at, text)
        else:
            self._guess(text, action)

    def _meant(self, text: str, action: Any) -> Any:
        """Return the action typed, or, where it is refused, the one offered whose last word was cut short."""
        at = self.session
        found = begins(at.offers, text)
        if len(found) == 1 and found[0][len(text) :].isalpha() and at.game.judge(action) is not None:
            whole_one = at.offers.texts()[found[0]]
            if isinstance(whole_one, Action):
                at.say(f"({found[0]})")
                return whole_one
        return action

    def _guess(self, text: str, refusal: Refusal) -> None:
        """Answer the beginning of one action or of several, a report's first word, or nothing known."""
        at = self.session
        texts = at.offers.texts()
        found = begins(at.offers, text)
        looks = [name for name in at.looks if name.lower().startswith(text.lower() + " ")]
        if len(found) == 1 and not looks and isinstance(texts[found[0]], Action):
            at.say(f"({found[0]})")
            at.act(texts[found[0]])
        elif any(one.lower().startswith(text.lower() + " ") for one in found):
            at.list(text)
        elif found:
            raise Bad(f"Which one? {_joined(found)}")
        elif looks:
            at.say(f"Which one? {_joined(looks)}")
        elif refusal.code != "action.unknown":
            raise Bad(at.game.say(refusal))
        else:
            near = nearest(text, [*texts, *COMMANDS, *at.looks])
            raise Bad(f"Nothing here is called {quoted(text)}{near or '; help shows what can be typed.'}")

    def words(self) -> list[str]:
        """Return everything that may be typed now, for completion."""
        at = self.session
        listed = list(at.offers.texts())
        names = [f"{lead}{name}" for lead in ("", ":") for name in COMMANDS]
        return [
            *listed,
            *at.looks,
            *names,
            *(f"odds {text}" for text in listed),
            *(f"help {name}" for name in COMMANDS),
        ]


def _joined(texts: list[str]) -> str:
    more = f", and {len(texts) - MOST} more" if len(texts) > MOST else ""
    return ", ".join(texts[:MOST]) + more + "."


def printer(line: str) -> None:
    """Print a line at once; a reader that has gone away ends the sitting."""
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise Leave(1) from None
