"""Files of the user that commands write: kept from other processes meanwhile, and written all or none."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from undercroft.engine.errors import UndercroftError, quoted
from undercroft.engine.save import aside
from undercroft.play.held import Hold


def held(names: Iterable[str], *, to_write: bool = False) -> contextlib.ExitStack:
    """Keep other processes off files until the stack is closed; SaveError if one of them has a file already.

    The folders of files that are to be written are made.
    """
    with contextlib.ExitStack() as stack:
        for path, name in sorted({_place(name): name for name in names}.items()):
            if to_write:
                with _writing(name):
                    path.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(Hold(aside(path, "lock"), f"{name} is in the hands of another process"))
        return stack.pop_all()


def write(files: Sequence[tuple[str, str | bytes]], kept: str = "") -> None:
    """Write all files or none: each is written beside its place, then all are put there.

    A link is written through, and a file keeps its mode. Of the file `kept` from call to call the present content stays
    beside it, so that nothing is lost if it is damaged. UndercroftError, one line, if one of them cannot be written.
    """
    found: dict[Path, tuple[str, bytes]] = {}
    for name, content in files:
        path = _place(name)
        if path in found:
            raise UndercroftError(f"{quoted(name, 200)}: that file is named twice; nothing is written")
        found[path] = name, content.encode() if isinstance(content, str) else content
    if kept and (path := _place(kept)) in found and path.is_file():
        found[aside(path, "old")] = kept, path.read_bytes()
    placed: list[tuple[Path, Path, str]] = []
    try:
        for path, (name, data) in found.items():
            with _writing(name):
                placed.append((_beside(path, data), path, name))
        for fresh, path, name in reversed(placed):
            with _writing(name):
                fresh.replace(path)
    except UndercroftError:
        for fresh, _, _ in placed:
            fresh.unlink(missing_ok=True)
        raise


def _place(name: str) -> Path:
    """Return where a name leads, through links; UndercroftError if no file can be written there."""
    if os.path.split(name)[1] in ("", os.curdir, os.pardir) or "\0" in name:
        raise UndercroftError(f"{quoted(name, 200)}: cannot be written: that is no name of a file")
    path = Path(os.path.realpath(name))
    if path.is_symlink():
        raise UndercroftError(f"{quoted(name, 200)}: cannot be written: the link leads nowhere")
    return path


def _beside(path: Path, data: bytes) -> Path:
    """Write a new file beside the place of another, with its mode, and return its name; OSError if it cannot be."""
    fresh = path.with_name(f".undercroft-{secrets.token_hex(8)}.new")
    mode = None
    if path.exists():
        mode = stat.S_IMODE(path.stat().st_mode)
        if not path.is_file():
            raise OSError("a folder of that name is in the way" if path.is_dir() else "it is no ordinary file")
        if not mode & 0o222 or not os.access(path, os.W_OK):
            raise OSError("the file may only be read")
    try:
        with fresh.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            fresh.chmod(mode)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    return fresh


@contextlib.contextmanager
def _writing(name: str) -> Iterator[None]:
    """Make a failure one line that names the file as it was typed."""
    try:
        yield
    except OSError as error:
        raise UndercroftError(f"{name}: cannot be written: {error.strerror or error}") from None
