"""A lock on a file's name that keeps two processes off one thing, given back when its holder ends."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from undercroft.engine.errors import SaveError

if sys.platform != "win32":
    import fcntl


class Hold:
    """A lock file, held by this process until `close`."""

    def __init__(self, lock: Path, taken: str) -> None:
        """Take the lock. SaveError if another process holds it, saying `taken`, or the folder cannot be used."""
        self._lock = lock
        try:
            self._handle = _locked(lock)
        except OSError as error:
            raise SaveError(f"{lock.parent}: cannot be used: {error.strerror or error}") from None
        if self._handle < 0:
            raise SaveError(f"{taken}{_holder(lock)}")
        if not _ours(self._handle):
            os.close(self._handle)
            raise SaveError(f"{lock}: a file of that name is in the way")
        with contextlib.suppress(OSError):  # the number is only for the message; a full disk may lose it
            os.truncate(self._handle, 0)
            os.write(self._handle, str(os.getpid()).encode())

    def close(self) -> None:
        """Let it go."""
        if self._handle >= 0:
            with contextlib.suppress(OSError):
                self._lock.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _locked(path: Path) -> int:
    """Return a handle on the locked file, or -1 if somebody else has it."""
    if sys.platform == "win32":
        with contextlib.suppress(FileExistsError):
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        return -1
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            if isinstance(error, BlockingIOError):
                return -1
            raise
        # The holder before us removes the file as it leaves: a lock on a removed file keeps nobody out.
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_ino == os.fstat(handle).st_ino:
                return handle
        os.close(handle)


def _ours(handle: int) -> bool:
    """Say whether a file is a lock's: empty, or a process's number. Any other is somebody's, and stays as it is."""
    if not stat.S_ISREG(os.fstat(handle).st_mode):  # whatever else stands there would be waited for
        return True
    found = os.read(handle, 21)
    os.lseek(handle, 0, os.SEEK_SET)
    return not found or found.isdigit()


def _holder(lock: Path) -> str:
    if not lock.is_file():  # whatever else stands there would be waited for
        return ""
    try:
        with lock.open("rb") as file:
            number = file.read(20)
    except OSError:
        return ""
    return f" ({number.decode()})" if number.isdigit() else ""
