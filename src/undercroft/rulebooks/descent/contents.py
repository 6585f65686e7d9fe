"""What is in a room (D14.12, D26.9), in words: its band, and what lies there."""

from __future__ import annotations

from collections.abc import Callable

from undercroft.rulebooks.descent.views import RoomView

Say = Callable[..., str]


def band(kinds: tuple[tuple[str, int], ...], say: Say) -> str:
    """Return a band in words."""
    return ", ".join(some(number, kind.replace("-", " "), say) for kind, number in kinds)


def some(number: int, kind: str, say: Say) -> str:
    """Return so many of a kind in words: an orc, 2 goblin archers, 3 devourers of steel, the gaoler."""
    if number == 1:
        return kind if kind.startswith("the ") else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
    head, of, rest = kind.partition(" of ")
    return say("content.kind", number=number, kind=f"{head}{'es' if head.endswith('ch') else 's'}{of}{rest}")


def of_room(room: RoomView, say: Say) -> str:
    """Return in words what is in a room that the party was told of (D14.12)."""
    found = [band(room.band, say)] if room.band else []
    found += [say("content.store")] if room.store else []
    found += [say("content.gold", gold=room.gold)] if room.gold else []
    found += [say(f"content.chest.{room.chest}")] if room.chest else []
    found += [say(f"content.vault.{room.vault}")] if room.vault else []
    found += [say("content.map")] if room.map else []
    found += [say(f"content.{room.prize}")] if room.prize else []
    found += [say("content.page", pages=room.pages)] if room.pages else []
    found += [say("content.statue")] if room.statue is not None else []
    found += [say("content.bath")] if room.bath else []
    found += [t.name for t in room.things]
    return ", ".join(found) or say("content.nothing")
