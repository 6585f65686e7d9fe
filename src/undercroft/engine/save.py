"""The save: one envelope in JSON, written atomically, read whole or refused with the reason.

Loading runs no rule and draws nothing; what it gives equals a replay of the record inside.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from undercroft.engine.action import is_seed
from undercroft.engine.errors import SaveError, article, quoted, word
from undercroft.engine.game import CHECK, Game
from undercroft.engine.record import DIGEST, STEP
from undercroft.engine.rulebook import Rulebook, find
from undercroft.engine.streams import MASK, StreamsState, derive
from undercroft.engine.world import World

KIND = "undercroft.save"
FORMAT = 1
MOST = 64_000_000
"""Bytes in the largest save that is read."""
SPARE = 64
"""Words of a stream that a ranked game may have drawn beyond two a draw."""


class Envelope(msgspec.Struct, forbid_unknown_fields=True):
    """A save as it lies in a file; `digest` names all the rest of it."""

    kind: str
    format: int
    rulebook: str
    version: str
    content: str
    seed: int
    ranked: bool
    options: dict[str, Any]
    record: list[str]
    checks: dict[int, str]
    streams: StreamsState
    state: msgspec.Raw
    digest: str
    world: World | None = None


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""Steps from format n to n + 1, by n."""

_LINES = re.compile(r"(?:> [^\n]+ = [0-9]{1,9} [0-9]{1,9}\n)*")
"""All lines of a record at once: one by one they would take longer than anything else here."""
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Envelope)


def pack(game: Game[Any]) -> bytes:
    """Return the save of a game."""
    book = game.book
    envelope = Envelope(
        KIND, FORMAT, book.name, book.version, book.fingerprint, game.first, game.ranked, game.given,
        game.lines(), game.checks, game.streams.state(), msgspec.Raw(_encoder.encode(game.state.dump())),
        "", game.origin,
    )  # fmt: skip
    envelope.digest = seal(envelope)
    return _encoder.encode(envelope)


def seal(envelope: Envelope) -> str:
    """Return the 16 hex digits that name all of an envelope but its digest."""
    bare = msgspec.structs.replace(envelope, digest="")
    return blake2b(_encoder.encode(bare), digest_size=8).hexdigest()


def unpack(data: bytes | str, *, book: Rulebook[Any] | None = None) -> Game[Any]:
    """Return the game of a save, by its installed rulebook or the one given; SaveError says why there is none."""
    if not isinstance(data, (bytes, bytearray, str)):
        raise TypeError(f"a save is bytes or a text, not {article(data)}")
    raw = data.encode(errors="replace") if isinstance(data, str) else bytes(data)
    if len(raw) > MOST:
        raise SaveError("the save is too large to be one")
    envelope = _open(raw)
    if book is None:
        book = find(envelope.rulebook)
    elif book.name != envelope.rulebook:
        raise SaveError(f"the save is of {quoted(envelope.rulebook)}, not of {book.name}")
    if envelope.version != book.version:
        version = word(envelope.version)
        raise SaveError(f"the save is of {book.name} {version}; this program plays {book.name} {book.version}")
    if envelope.content != book.fingerprint:
        raise SaveError(f"the save is of content {word(envelope.content)}; this program has {book.fingerprint}")
    try:
        game = Game(book, envelope.seed, envelope.options, ranked=envelope.ranked, world=envelope.world, bare=True)
        box = book.decoder.decode(envelope.state)
        game.state.fill({name: getattr(box, name) for name in box.__struct_fields__})
        game.streams.reseed(game.state.seed)
        game.streams.restore(envelope.streams)
    except (msgspec.MsgspecError, RecursionError, ValueError, TypeError, KeyError) as error:
        raise SaveError(f"the save is damaged: {_line(error)}") from None
    envelope.state = msgspec.Raw(_encoder.encode(game.state.dump()))
    if seal(envelope) != envelope.digest:
        raise SaveError("the save is damaged: what it holds is not what it names")
    if trouble := _unsound(envelope, game):
        raise SaveError(f"the save is damaged: {_line(trouble)}")
    game.resume_at(envelope.record, envelope.checks)
    return game


def _unsound(envelope: Envelope, game: Game[Any]) -> str:
    """Say what no game could have written, though it is well typed and rightly named."""
    turns = len(envelope.record)
    lines = "".join([f"{line}\n" for line in envelope.record])
    if lines.count("\n") != turns or not _LINES.fullmatch(lines):
        at = next((at for at, line in enumerate(envelope.record, 1) if not STEP.fullmatch(line)), 0)
        return f"line {at} of its record is none"
    for at, digest in envelope.checks.items():
        if not 0 < at <= turns or at % CHECK or not DIGEST.fullmatch(digest):
            return f"it checks the state where no record does, after {at} actions"
    s, book = game.state, game.book
    if not is_seed(s.seed):
        return "its seed is no whole number from 0 to 2^63 - 1"
    if s.outcome is None and not s.agenda:
        return "nothing waits, and the game is not over"
    if s.outcome is not None and not set(s.outcome.winners) <= set(book.seats):
        return "it was won by nobody who plays"
    if any(name not in s.rolls or value < 1 for name, value in s.forced):
        return "a roll is forced that no rule knows"
    if game.ranked and not _on_course(game):
        return "its dice are not those of its seed"
    if trouble := book.sound(s):
        return trouble
    return "" if s.outcome is not None or game.asked in book.seats else "nobody is asked"


def _on_course(game: Game[Any]) -> bool:
    """Say whether each stream of a ranked game stands where its seed leads by its draws, and a few words more."""
    world = game.origin
    label = game.book.name if world is None else f"{game.book.name}/{world.run}"
    for name, *words, draws in game.streams.state()[1]:
        a, b, c, counter, _ = derive(game.state.seed, label, name).state()
        ahead = (words[3] - counter) & MASK
        if not draws <= ahead <= 2 * draws + SPARE:  # a draw takes a second word where the first would favour some
            return False
        # The generator stands here once more because thousands of calls would cost more than all the rest of loading.
        for at in range(counter, counter + ahead):
            out = (a + b + at) & MASK
            a, b, c = b ^ (b >> 9), (c + (c << 3)) & MASK, ((((c << 21) & MASK) | (c >> 11)) + out) & MASK
        if [a, b, c] != words[:3]:
            return False
    return True


def _open(raw: bytes) -> Envelope:
    try:
        envelope = _decoder.decode(raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        envelope = _migrated(raw, error)
    if envelope.kind != KIND:
        raise SaveError("this is no save of a game")
    if envelope.format != FORMAT:
        envelope = _migrated(raw, None)
    return envelope


def _migrated(raw: bytes, error: Exception | None) -> Envelope:
    try:
        data = msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        data = {}
    if data.get("kind") != KIND:
        raise SaveError("this is no save of a game")
    number = data.get("format")
    if type(number) is not int or number > FORMAT:
        shown = number if type(number) is int and number < 1_000_000 else "beyond all numbers"
        raise SaveError(f"the save has format {shown}; this program reads up to {FORMAT}")
    if number == FORMAT:
        raise SaveError(f"the save is damaged: {_line(error)}")
    while number < FORMAT:
        if number not in MIGRATIONS:
            raise SaveError(f"the save has format {max(number, -1_000_000)}, which this program can no longer read")
        data = MIGRATIONS[number](data)
        number += 1
    try:
        return msgspec.convert({**data, "state": msgspec.Raw(_encoder.encode(data["state"]))}, Envelope)
    except (msgspec.MsgspecError, KeyError) as trouble:
        raise SaveError(f"the save is damaged: {_line(trouble)}") from None


def _line(error: object) -> str:
    return " ".join(str(error).split())[:200]


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, keeping one older copy beside it (`.old`); SaveError if it cannot be.

    Temporary file, fsync, the present file renamed to the older copy, the new one renamed into place, fsync of the
    folder. Whoever is killed in between finds the new file, or the old one under one of its two names.
    """
    fresh = path.with_name(path.name + ".new")
    if path.is_dir():
        raise SaveError(f"{path}: cannot be written: a folder of that name is in the way")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        make_way(fresh)
        with fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            path.replace(path.with_name(path.name + ".old"))
        fresh.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise SaveError(f"{path}: cannot be written: {error.strerror or error}") from None


def aside(path: Path, what: str) -> Path:
    """Return the name of a file that we keep beside one of the user's: hidden, and no name that a user would choose."""
    return path.with_name(f".{path.name}.undercroft-{what}")


def make_way(path: Path) -> None:
    """Take away what is no ordinary file, such as a pipe, which would be waited for; OSError if it cannot be."""
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            path.unlink()


def read_file(path: Path) -> bytes:
    """Return a save file's bytes, or its older copy's where a kill left none; SaveError if there is neither."""
    older = path.with_name(path.name + ".old")
    for one in (path, older):
        try:
            data = _ordinary(one)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise SaveError(f"{one}: cannot be read: {error.strerror or error}") from None
        if len(data) > MOST:
            raise SaveError(f"{one}: too large to be a save")
        return data
    raise SaveError(f"{path}: there is no such save")


def _ordinary(path: Path) -> bytes:
    """Return the bytes of an ordinary file, at most one more than a save may have; OSError for any other thing."""
    # Opening a pipe must not wait for somebody to write into it.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError("it is no ordinary file")
        return file.read(MOST + 1)
