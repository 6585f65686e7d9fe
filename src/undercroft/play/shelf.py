"""The shelf: a person's games on disk, their ids, and the lock that keeps two processes off one game."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import undercroft
from undercroft.engine.errors import SaveError, UnknownName, nearest, quoted
from undercroft.engine.game import Game
from undercroft.engine.save import read_file, write_file
from undercroft.play.held import Hold

HOME = "UNDERCROFT_HOME"
"""Environment variable: one folder for everything, instead of the folders of the system."""
SAVE = ".json"
OLDER = SAVE + ".old"
LONGEST = 200
"""Letters of the longest id."""
_ID = re.compile(r"[A-Za-z0-9-]+\Z")


def data_folder() -> Path:
    """Return the folder that holds the games."""
    return _folder("user_data_dir")


def history_folder(folder: Path | None = None) -> Path:
    """Return the folder that holds what became of finished games."""
    return (data_folder() if folder is None else folder) / "history"


def state_folder() -> Path:
    """Return the folder that holds what was typed."""
    return _folder("user_state_dir")


def typed_lines(folder: Path | None = None) -> Path:
    """Return the file that holds what was typed, in a folder or that of the system.

    What an earlier version kept as `history` is carried over: finished games are written to a folder of that name, and
    both may be in one place.
    """
    place = state_folder() if folder is None else folder
    path, old = place / "typed", place / "history"
    with contextlib.suppress(OSError):  # it stays there, and the history says what is in its way
        if old.is_file() and _is_typed(old):
            old.rename(place / "typed.old" if path.exists() else path)
    return path


def _is_typed(path: Path) -> bool:
    """Say whether a file was written by the line editor: each of its lines has the time above it."""
    with path.open("rb") as stream:
        return stream.read(3) == b"\n# "


def _folder(kind: str) -> Path:
    if home := os.environ.get(HOME):
        return Path(home)
    import platformdirs

    return Path(getattr(platformdirs, kind)("undercroft", appauthor=False))


class Slot:
    """One game's place on the shelf, held by this process until `close`."""

    def __init__(self, folder: Path, id: str) -> None:
        """Take the lock; SaveError if another process holds it, or the folder cannot be used."""
        self.id = id
        self.path = folder / (id + SAVE)
        self.story = ""
        """Where the run is written up; empty while it goes on."""
        self.tale: list[str] = []
        """Its end in words; empty while it goes on."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(f"{folder}: cannot be used: {error.strerror or error}") from None
        self._hold = Hold(folder / (id + ".lock"), f"game {id} is being played by another process")

    def save(self, game: Game[Any]) -> None:
        """Write the game, and its history once it is over.

        SaveError if one cannot be written, and then the last good save still stands.
        """
        data = game.save()
        try:
            write_file(self.path, data)
        except OSError as error:
            raise SaveError(f"{self.path}: cannot be written: {error.strerror or error}") from None
        self.follow(game)

    def follow(self, game: Game[Any]) -> None:
        """Write the history of a game that is over, or find what is written; SaveError if it cannot be."""
        place = self.path.parent.parent
        written = history_folder(place) / self.path.name
        if game.outcome is not None or written.exists():
            from undercroft.play import history

            typed_lines(place)
            self.story, self.tale = history.follow(written, game)

    def close(self) -> None:
        """Let the game go."""
        self._hold.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _saved(path: Path) -> int:
    """Return when a save was written, in nanoseconds; -1 if that is no ordinary file, or gone by now."""
    try:
        found = path.stat()
    except OSError:
        return -1
    return found.st_mtime_ns if stat.S_ISREG(found.st_mode) else -1


def _drawn(game: Game[Any]) -> Game[Any]:
    """Return a game just loaded once it can be shown: no state from a file may break the program. SaveError if not."""
    try:
        game.scene()
        game.actions()
    except Exception as error:  # noqa: BLE001 - whatever a rulebook trips over here, the file brought it
        raise SaveError(f"the save is damaged: it cannot be shown ({type(error).__name__})") from None
    return game


class Shelf:
    """All games of one person."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = (data_folder() if folder is None else folder) / "games"

    def ids(self) -> list[str]:
        """Return the ids of all games, the one last played first; SaveError if the folder cannot be read."""
        found: dict[str, int] = {}
        try:
            for path in self.folder.iterdir():
                for ending in (SAVE, OLDER):
                    if path.name.endswith(ending):
                        name = path.name.removesuffix(ending)
                        played = _saved(path) if _ID.match(name) else -1
                        if played >= 0:
                            found[name] = max(found.get(name, 0), played)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise SaveError(f"{self.folder}: cannot be read: {error.strerror or error}") from None
        return sorted(found, key=lambda name: (-found[name], name))

    def played(self, id: str) -> str:
        """Return when a game was last saved, by the clock on the wall."""
        for ending in (SAVE, OLDER):
            with contextlib.suppress(OSError):
                seconds = (self.folder / (id + ending)).stat().st_mtime
                return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
        return "unknown"

    def named(self, id: str) -> str:
        """Return the id if there is such a game; UnknownName with the nearest otherwise."""
        # Asked file by file: a list read while another process renames may miss one.
        if len(id) <= LONGEST and _ID.match(id) and any(_saved(self.folder / (id + end)) >= 0 for end in (SAVE, OLDER)):
            return id
        ids = self.ids()
        if id in ids:
            return id
        more = nearest(id, ids) or ("" if ids else "; you have no games yet")
        raise UnknownName(f"no game is called {quoted(id)}{more}")

    def read(self, id: str) -> Game[Any]:
        """Load a game without taking it; SaveError names the file that is broken."""
        path = self.folder / (self.named(id) + SAVE)
        data = read_file(path)
        try:
            return _drawn(undercroft.load(data))
        except ValueError as error:
            older = path.with_name(path.name + ".old")
            hint = f"; the save before it is {older.name} in the same folder" if older.exists() else ""
            raise SaveError(f"{path}: {error}{hint}") from None

    def open(self, id: str) -> tuple[Game[Any], Slot]:
        """Take a game and load it."""
        slot = Slot(self.folder, self.named(id))
        try:
            game = self.read(id)
            with contextlib.suppress(SaveError):  # the next save says so
                slot.follow(game)
            return game, slot
        except BaseException:
            slot.close()
            raise

    def unfinished(self, rulebook: str = "") -> str:
        """Return the id of the unfinished game last played, of a rulebook if one is named."""
        broken = ""
        for name in self.ids():
            try:
                game = self.read(name)
            except ValueError as error:
                broken = broken or str(error)
                continue
            if game.outcome is None and rulebook in ("", game.book.name):
                return name
        if broken:
            raise SaveError(broken)
        raise UnknownName(f"you have no unfinished game{f' of {rulebook}' if rulebook else ''}")

    def add(self, game: Game[Any]) -> Slot:
        """Give a new game its id and save it."""
        for name in self._free(game):
            try:
                slot = Slot(self.folder, name)
            except SaveError:
                if not self.folder.is_dir() or not (self.folder / (name + ".lock")).exists():
                    raise
                continue
            if slot.path.exists() or slot.path.with_name(name + OLDER).exists():
                slot.close()
                continue
            try:
                slot.save(game)
            except BaseException:
                slot.close()
                raise
            return slot
        raise SaveError(f"{self.folder}: no number is left for a new game")

    def _free(self, game: Game[Any]) -> Iterator[str]:
        word = "".join(ch if ch.isascii() and ch.isalnum() else "-" for ch in game.book.name)
        taken = set(self.ids())
        for number in range(1, 1_000_000):
            name = f"{word}-{game.seed}-{number}"
            if name not in taken:
                yield name
