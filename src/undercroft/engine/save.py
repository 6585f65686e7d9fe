"""The save: one envelope in JSON, written atomically, read whole or refused with the reason.

Loading runs no rule and draws nothing; what it gives equals a replay of the record inside.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from undercroft.engine.errors import SaveError, quoted
from undercroft.engine.game import Game
from undercroft.engine.rulebook import Rulebook, find
from undercroft.engine.streams import StreamsState
from undercroft.engine.world import World

KIND = "undercroft.save"
FORMAT = 1
MOST = 64_000_000
"""Bytes in the largest save that is read."""


class Envelope(msgspec.Struct, forbid_unknown_fields=True):
    """A save as it lies in a file."""

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

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Envelope)


def pack(game: Game[Any]) -> bytes:
    """Return the save of a game."""
    book = game.book
    return _encoder.encode(
        Envelope(
            KIND, FORMAT, book.name, book.version, book.fingerprint, game.first, game.ranked, game.given,
            game.lines(), game.checks, game.streams.state(), msgspec.Raw(_encoder.encode(game.state.dump())),
            game.digest(), game.origin,
        )
    )  # fmt: skip


def unpack(data: bytes | str, *, book: Rulebook[Any] | None = None) -> Game[Any]:
    """Return the game of a save, by its installed rulebook or the one given; SaveError says why there is none."""
    raw = data.encode() if isinstance(data, str) else data
    if len(raw) > MOST:
        raise SaveError("the save is too large to be one")
    envelope = _open(raw)
    if book is None:
        book = find(envelope.rulebook)
    elif book.name != envelope.rulebook:
        raise SaveError(f"the save is of {quoted(envelope.rulebook)}, not of {book.name}")
    if envelope.version != book.version:
        raise SaveError(f"the save is of {book.name} {envelope.version}; this program plays {book.name} {book.version}")
    if envelope.content != book.fingerprint:
        raise SaveError(f"the save is of content {envelope.content}; this program has {book.fingerprint}")
    try:
        game = Game(book, envelope.seed, envelope.options, ranked=envelope.ranked, world=envelope.world, bare=True)
        box = book.decoder.decode(envelope.state)
        game.state.fill({name: getattr(box, name) for name in box.__struct_fields__})
        game.streams.reseed(game.state.seed)
        game.streams.restore(envelope.streams)
    except (msgspec.MsgspecError, RecursionError, ValueError, TypeError, KeyError) as error:
        raise SaveError(f"the save is damaged: {_line(error)}") from None
    if game.digest() != envelope.digest:
        raise SaveError("the save is damaged: its state is not the one it names")
    game.resume_at(envelope.record, envelope.checks)
    return game


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
    if not isinstance(number, int) or number > FORMAT:
        raise SaveError(f"the save has format {number}; this program reads up to {FORMAT}")
    if number == FORMAT:
        raise SaveError(f"the save is damaged: {_line(error)}")
    while number < FORMAT:
        if number not in MIGRATIONS:
            raise SaveError(f"the save has format {number}, which this program can no longer read")
        data = MIGRATIONS[number](data)
        number += 1
    try:
        return msgspec.convert({**data, "state": msgspec.Raw(_encoder.encode(data["state"]))}, Envelope)
    except (msgspec.MsgspecError, KeyError) as trouble:
        raise SaveError(f"the save is damaged: {_line(trouble)}") from None


def _line(error: Exception | None) -> str:
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


def read_file(path: Path) -> bytes:
    """Return a save file's bytes, or its older copy's where a kill left none; SaveError if there is neither."""
    older = path.with_name(path.name + ".old")
    for one in (path, older):
        try:
            if one.is_file() and one.stat().st_size > MOST:
                raise SaveError(f"{one}: too large to be a save")
            return one.read_bytes()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise SaveError(f"{one}: cannot be read: {error.strerror or error}") from None
    raise SaveError(f"{path}: there is no such save")
