"""Monsters (D33): kinds and their figures, bands and how they are drawn (D7.25, D7.26), and the bestiary's tallies.

A kind is the content id of a wandering kind; the prize guards go by `gremlin-thief` and `the-gaoler` in every quest.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from undercroft.engine.streams import Stream
from undercroft.engine.text import Texts, read_texts
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import Ctx, Event, State, Tale, replace

GREMLIN_THIEF, THE_GAOLER = "gremlin-thief", "the-gaoler"
GUARDS = {"book": GREMLIN_THIEF, "king": THE_GAOLER}
"""The kind that guards each prize (D7.19)."""
PRIZES = {kind: prize for prize, kind in GUARDS.items()}
WEIGHTS = {-3: 1, -2: 2, -1: 3, 0: 3, 1: 1}
"""How much a kind weighs by its peril less the floor's; all others weigh nothing (D7.25)."""
COMPANY = (1, 2)
"""How many monsters stand with a prize guard (D33.4)."""
COMPANY_BAND = 2
"""The smallest band of a kind that keeps a guard company, at least (D33.4)."""

Source = Ctx | Stream
"""What a band is drawn from: play, or the stream of a floor."""


def figures(s: State, kind: str) -> content.Monster | content.Guard:
    """Return the table row of a kind; a guard's is that of the quest's length (D33.3)."""
    return row(kind, s.setup.length)


def row(kind: str, length: str) -> content.Monster | content.Guard:
    """Return the table row of a kind in a quest of a length."""
    prize = PRIZES.get(kind)
    return content.monster(kind) if prize is None else content.catalogue().guard(length, prize)


def is_guard(kind: str) -> bool:
    """Say whether the kind guards a prize."""
    return kind in PRIZES


def kind_name(kind: str) -> str:
    """Return the table name of a kind (D33.2)."""
    prize = PRIZES.get(kind)
    entry = content.monster(kind) if prize is None else content.catalogue().guard("short", prize)
    return entry.name


def health(s: State, kind: str) -> int:
    """Return the full health of a kind on this difficulty: to the nearest whole, halves up, at least 1 (D5.6)."""
    return scaled(figures(s, kind).health, s.setup.difficulty)


def scaled(health: int, difficulty: str) -> int:
    """Return a table figure of health as it is on a difficulty (D5.6)."""
    factor = content.difficulty(difficulty).monster_health
    return max(1, (2 * health * factor + 100) // 200)


def beside(row: str) -> str:
    """Return what bears on a monster's table row and is not said there: its health by difficulty (D5.6)."""
    tables = content.catalogue()
    found = next((m for m in (*tables.monsters.values(), *tables.guards.values()) if m.row == row), None)
    if found is None:
        return ""
    by_word = {word: scaled(found.health, word) for word in tables.difficulties}
    return _texts().get("monster.scaled", {**by_word, "rule": "D5.6"})


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.descent") / "text" / "monsters.toml")


@cache
def weights(peril: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the kinds that a floor of a peril may bring, in table order, and what each weighs (D7.25)."""
    found = [(kind, WEIGHTS.get(m.peril - peril, 0)) for kind, m in content.catalogue().monsters.items()]
    return tuple(kind for kind, w in found if w), tuple(w for _, w in found if w)


def draw_kind(source: Source, s: State, floor: int) -> str:
    """Draw a wandering kind for a floor of the quest (D7.25)."""
    kinds, weighed = weights(content.floor(floor).peril(s.setup.length))
    return kinds[source.weighted(weighed)]


def draw_band(source: Source, s: State, floor: int, more: int = 0) -> tuple[str, ...]:
    """Draw a band for a floor, one word a monster, with so many more than drawn (D7.26, D9.18)."""
    return draw_size(source, s, draw_kind(source, s, floor), more)


def draw_size(source: Source, s: State, kind: str, more: int = 0) -> tuple[str, ...]:
    """Draw a band of a kind (D7.26)."""
    entry = figures(s, kind)
    return (kind,) * (between(source, entry.band_low, entry.band_high) + more)


def draw_guarded(source: Source, s: State, floor: int, prize: str) -> tuple[str, ...]:
    """Draw the band in the room of a prize, "book" or "king": the guard, and what stands with it (D33.4)."""
    kind = draw_kind(source, s, floor)
    if figures(s, kind).band_low < COMPANY_BAND:
        return (GUARDS[prize],)
    return (GUARDS[prize], *(kind,) * between(source, *COMPANY))


def between(source: Source, low: int, high: int) -> int:
    """Draw a whole number, both ends included."""
    return source.between(low, high) if isinstance(source, Stream) else source.number(low, high)


# --- the bestiary (D31.14, D31.15) ---


def known_kind(s: State, kind: str) -> bool:
    """Say whether the party has killed one of the kind, so that its figures are known (D31.15, D34.6)."""
    tale = s.bestiary.get(kind)
    return tale is not None and tale.killed > 0


def suffered(s: State, kind: str) -> bool:
    """Say whether the party has suffered the kind's special attack (D31.15)."""
    tale = s.bestiary.get(kind)
    return tale is not None and tale.suffered


class Met(Event, tag="bestiary.met"):
    """A kind was met in a fight; the first time opens its entry (D31.14)."""

    kind: str

    def apply(self, s: State) -> None:
        tale = s.bestiary.get(self.kind, Tale())
        s.bestiary[self.kind] = replace(tale, met=tale.met + 1)


class Suffered(Event, tag="bestiary.suffered"):
    """A kind's special attack was suffered for the first time (D31.15)."""

    kind: str

    def apply(self, s: State) -> None:
        s.bestiary[self.kind] = replace(s.bestiary.get(self.kind, Tale()), suffered=True)


def suffer(ctx: Ctx, kind: str) -> None:
    """Note that the party has seen what the kind's special does."""
    if not suffered(ctx.state, kind):
        ctx.emit(Suffered(kind))
