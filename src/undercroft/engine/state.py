"""State: tables of frozen records, with journal, undo, fork, diff and digest.

Only `Event.apply` writes: tables and fields refuse any other hand. A record holds numbers, words, tuples and records;
the order of a table's rows is part of the state and survives save, load, fork and undo.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from operator import itemgetter
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from undercroft.engine.errors import LawBroken

if TYPE_CHECKING:
    from undercroft.engine.agenda import Frame

K = TypeVar("K", str, int)
V = TypeVar("V", bound="Record")
S = TypeVar("S", bound="State")
F = TypeVar("F", bound="Frame[Any]")
R = TypeVar("R")

replace = msgspec.structs.replace


@dataclass_transform(frozen_default=True)
class Record(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A frozen row of a table, or a single record of the state."""


class Outcome(Record):
    """Why a game ended (`code`), and the seats that won."""

    code: str
    winners: tuple[str, ...] = ()


class Journal:
    """What one action overwrites, so that undo can put it back."""

    __slots__ = ("entries", "keep", "open", "versions", "writes")

    def __init__(self, versions: dict[str, int]) -> None:
        self.open = False
        self.versions = versions
        """A number for each table and field, which moves whenever it is written."""
        self.writes = 0
        """All writes together."""
        self.keep = True
        self.entries: list[tuple[Any, Any, Any]] = []


class _Gone(msgspec.Struct, frozen=True):
    """The rows (and serials) of a table before a deletion."""

    rows: dict[Any, Any]
    serials: dict[Any, int]


class Table(dict[K, V], Generic[K, V]):
    """Rows by id. Reading is a plain dict's; writing is for `Event.apply` alone. Never loop over a table you change."""

    __slots__ = ("_buckets", "_field", "_journal", "_marks", "_name", "_next", "_serials")

    def __init__(self, name: str, journal: Journal, field: str = "") -> None:
        super().__init__()
        self._name = name
        self._journal = journal
        self._field = field
        self._buckets: dict[Any, tuple[Any, ...]] = {}
        self._serials: dict[Any, int] = {}
        self._marks: dict[Any, int] = {}
        self._next = 0

    @property
    def version(self) -> int:
        """A number that moves whenever the table is written."""
        return self._journal.versions[self._name]

    def where(self, value: object) -> list[V]:
        """Return the rows whose indexed field has the value, in table order."""
        return [self[key] for key in self._buckets.get(value, ())]

    def keys_where(self, value: object) -> tuple[K, ...]:
        """Return the ids of the rows whose indexed field has the value, in table order."""
        return self._buckets.get(value, ())

    def mark(self, value: object) -> int:
        """Return a number that moves whenever a row with that value in the indexed field is written."""
        return self._marks.get(value, 0)

    def marks(self, values: Iterable[object]) -> list[int | None]:
        """Return such a number for each of the values, or None for one that no row has had."""
        return list(map(self._marks.get, values))

    def __setitem__(self, key: K, row: V) -> None:
        journal = self._journal
        if not journal.open:
            raise LawBroken(f"{self._name}: only Event.apply writes state")
        old = self.get(key)
        if old is row:
            return
        if journal.keep:
            journal.entries.append((self._name, key, old))
        if self._field:
            self._reindex(key, old, row)
        dict.__setitem__(self, key, row)
        journal.versions[self._name] += 1
        journal.writes += 1

    def __delitem__(self, key: K) -> None:
        if not self._journal.open:
            raise LawBroken(f"{self._name}: only Event.apply writes state")
        if key not in self:
            raise KeyError(key)
        if self._journal.keep:
            self._journal.entries.append((self._name, key, _Gone(dict(self), dict(self._serials))))
        if self._field:
            self._reindex(key, self[key], None)
        dict.__delitem__(self, key)
        self._written()

    def _written(self) -> None:
        self._journal.versions[self._name] += 1
        self._journal.writes += 1

    def _refuse(self, *_: object, **__: object) -> Any:
        raise LawBroken(f"{self._name}: tables are written row by row, by Event.apply")

    clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def _reindex(self, key: Any, old: V | None, new: V | None) -> None:
        before = getattr(old, self._field) if old is not None else None
        after = getattr(new, self._field) if new is not None else None
        marks = self._marks
        marks[after] = marks.get(after, 0) + 1
        if before != after:
            marks[before] = marks.get(before, 0) + 1
        if old is None:
            self._serials[key] = self._next
            self._next += 1
        elif new is not None and before == after:
            return
        if old is not None:
            left = tuple(k for k in self._buckets[before] if k != key)
            if left:
                self._buckets[before] = left
            else:
                del self._buckets[before]
        if new is None:
            del self._serials[key]
            return
        bucket: tuple[Any, ...] = self._buckets.get(after, ())
        serials = self._serials
        if bucket and serials[bucket[-1]] > serials[key]:
            self._buckets[after] = tuple(sorted((*bucket, key), key=serials.__getitem__))
        else:
            self._buckets[after] = (*bucket, key)

    def _fill(self, rows: Iterable[tuple[Any, Any]]) -> None:
        """Put in all rows afresh, in their order (loading and undo)."""
        dict.clear(self)
        dict.update(self, rows)
        self._written()
        if self._field:
            if self._serials.keys() != self.keys():
                self._serials = {key: at for at, key in enumerate(self)}
            self._next = max(self._serials.values(), default=-1) + 1
            groups: dict[Any, list[Any]] = {}
            for value in self._buckets:
                self._marks[value] = self._marks.get(value, 0) + 1
            for key in self:
                groups.setdefault(getattr(self[key], self._field), []).append(key)
            for value in groups:
                self._marks[value] = self._marks.get(value, 0) + 1
            self._buckets = {
                value: tuple(sorted(group, key=self._serials.__getitem__)) for value, group in groups.items()
            }

    def _restore(self, key: Any, old: Any) -> None:
        """Take back one journal entry."""
        if isinstance(old, _Gone):
            self._serials = dict(old.serials)
            self._fill(old.rows.items())
            return
        if self._field:
            self._reindex(key, self.get(key), old)
        if old is None:
            dict.__delitem__(self, key)
        else:
            dict.__setitem__(self, key, old)
        self._written()

    def _copy(self, journal: Journal) -> Table[K, V]:
        twin: Table[K, V] = Table.__new__(Table)
        dict.update(twin, self)
        twin._name = self._name
        twin._journal = journal
        twin._field = self._field
        twin._next = self._next
        if self._field:
            twin._buckets = self._buckets.copy()
            twin._serials = self._serials.copy()
            twin._marks = self._marks.copy()
        else:
            twin._buckets = self._buckets
            twin._serials = self._serials
            twin._marks = self._marks
        return twin


class Shape(msgspec.Struct, frozen=True):
    """What a State class declares: its tables with key and row types, and its single fields with types."""

    tables: dict[str, tuple[Any, Any]]
    fields: dict[str, Any]


class State:
    """The state of one game. Subclasses declare `name: Table[Id, Row]` and single records with a default."""

    indexed: ClassVar[dict[str, str]] = {}
    """Tables whose rows are found by one field: `{"cards": "room"}` keeps `s.cards.where(room)`."""
    rolls: ClassVar[tuple[str, ...]] = ()
    """Names of the rolls that a Game Master may force."""
    _shape: ClassVar[Shape]

    seed: int = 0
    agenda: tuple[Any, ...] = ()
    outcome: Outcome | None = None
    forced: tuple[tuple[str, int], ...] = ()

    if TYPE_CHECKING:
        journal: Journal
        versions: dict[str, int]
        memo: dict[Any, Any]
        lists: dict[Any, tuple[Any, list[Any]]]

    def __init__(self) -> None:
        shape = type(self).shape()
        journal = Journal(dict.fromkeys(("", *shape.fields, *shape.tables), 0))
        box = self.__dict__
        box["journal"] = journal
        box["versions"] = journal.versions
        box["memo"] = {}
        box["lists"] = {}
        for name in shape.tables:
            box[name] = Table(name, journal, self.indexed.get(name, ""))
        for name in shape.fields:
            box[name] = getattr(type(self), name)

    @classmethod
    def shape(cls) -> Shape:
        """Return the declared tables and fields (worked out once a class)."""
        if "_shape" not in cls.__dict__:
            tables: dict[str, tuple[Any, Any]] = {}
            fields: dict[str, Any] = {}
            for name, hint in get_type_hints(cls).items():
                if get_origin(hint) is ClassVar or name in (
                    "journal",
                    "versions",
                    "memo",
                    "lists",
                    "indexed",
                    "rolls",
                    "_shape",
                ):
                    continue
                if get_origin(hint) is Table:
                    key, row = get_args(hint)
                    tables[name] = (key, row)
                elif not hasattr(cls, name):
                    raise TypeError(f"{cls.__name__}.{name}: a single record needs a default")
                else:
                    fields[name] = hint
            unknown = sorted(set(cls.indexed) - set(tables))
            if unknown:
                raise TypeError(f"{cls.__name__}.indexed: no table {unknown[0]}")
            cls._shape = Shape(tables, fields)
        return cls._shape

    def __setattr__(self, name: str, value: Any) -> None:
        box = self.__dict__
        journal: Journal = box["journal"]
        if not journal.open:
            raise LawBroken(f"{name}: only Event.apply writes state")
        if name not in self._shape.fields:
            raise LawBroken(f"{type(self).__name__} has no field {name}")
        if journal.keep:
            journal.entries.append((None, name, box[name]))
        box[name] = value
        journal.versions[name] += 1
        journal.writes += 1

    def __delattr__(self, name: str) -> None:
        raise LawBroken(f"{name}: fields are not deleted")

    def top(self, kind: type[F]) -> F:
        """Return the topmost waiting frame of the kind; LookupError if there is none."""
        for frame in reversed(self.agenda):
            if isinstance(frame, kind):
                return frame
        raise LookupError(f"no {kind.__name__} is waiting")

    def find(self, kind: type[F]) -> F | None:
        """Return the topmost waiting frame of the kind, or None."""
        for frame in reversed(self.agenda):
            if isinstance(frame, kind):
                return frame
        return None

    def version(self, name: str) -> int:
        """Return a number that moves whenever the table or field is written."""
        return self.versions[name]

    def undo(self, entries: list[tuple[Any, Any, Any]]) -> None:
        """Take back the journal entries of one action, last first."""
        box = self.__dict__
        for name, key, old in reversed(entries):
            if name is None:
                box[key] = old
                box["versions"][key] += 1
                self.journal.writes += 1
            else:
                box[name]._restore(key, old)

    def copy(self) -> Self:
        """Return a twin that shares the records but none of the tables."""
        twin = type(self).__new__(type(self))
        box = twin.__dict__
        box.update(self.__dict__)
        journal = Journal(self.versions.copy())
        journal.keep = self.journal.keep
        journal.writes = self.journal.writes
        box["journal"] = journal
        box["versions"] = journal.versions
        box["memo"] = {}
        box["lists"] = {}
        for name in self.shape().tables:
            box[name] = box[name]._copy(journal)
        return twin

    def dump(self) -> dict[str, Any]:
        """Return the whole state as plain data: tables as lists of pairs, fields as they are."""
        box = self.__dict__
        shape = self.shape()
        data: dict[str, Any] = {name: box[name] for name in shape.fields}
        for name in shape.tables:
            data[name] = list(box[name].items())
        return data

    def digest(self) -> str:
        """Return 16 hex digits that name this state."""
        return hashlib.blake2b(_encode(self.dump()), digest_size=8).hexdigest()

    def fill(self, data: dict[str, Any]) -> None:
        """Set every table and field from decoded data (loading, worlds); anything missing keeps its default."""
        box = self.__dict__
        for name, value in data.items():
            if name in self.shape().tables:
                box[name]._fill(value)
            else:
                box[name] = value
                box["versions"][name] += 1
                self.journal.writes += 1

    def diff(self, other: State) -> Iterator[tuple[str, Any, Any, Any]]:
        """Yield (table or field, key, own, other's) wherever two states of one class differ."""
        for name in self.shape().fields:
            mine, theirs = self.__dict__[name], other.__dict__[name]
            if mine != theirs:
                yield name, None, mine, theirs
        for name in self.shape().tables:
            ours, others = self.__dict__[name], other.__dict__[name]
            for key in [*ours, *(k for k in others if k not in ours)]:
                if ours.get(key) != others.get(key):
                    yield name, key, ours.get(key), others.get(key)
            if list(ours) != list(others):
                yield name, "(order)", tuple(ours), tuple(others)


_encode = msgspec.json.Encoder().encode


def remembered(
    *names: str, also: Callable[[Any], object] | None = None
) -> Callable[[Callable[[Any], R]], Callable[[Any], R]]:
    """Keep what a function of the state alone returns until one of the named tables or fields is written.

    The function must read nothing else of the state but what `also` tells of it: a smaller value made of tables that
    change more often, held against its last by ==. Views and wide lists are made of such parts. Without names the value
    is kept until anything is written.

    `Action.reads` may name such a function, if it has no `also`.
    """

    # Without names nothing is ever marked alike.
    marks = itemgetter(*names) if names else lambda _: object()

    def wrap(function: Callable[[Any], R]) -> Callable[[Any], R]:
        @wraps(function)
        def part(s: Any) -> R:
            box = s.__dict__
            held = box["memo"].get(function)
            if held is not None:
                writes = box["journal"].writes
                if held[0] == writes:
                    return held[1]  # type: ignore[no-any-return]
                if held[2] == marks(box["versions"]) and (also is None or held[3] == also(s)):
                    held[0] = writes
                    return held[1]  # type: ignore[no-any-return]
            value: R = function(s)
            told = None if also is None else also(s)
            box["memo"][function] = [box["journal"].writes, value, marks(box["versions"]), told]
            return value

        vars(part)["names"] = names if also is None else ()
        return part

    return wrap


def remembered_at(
    table: str, places: Callable[..., tuple[object, ...]], *names: str
) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Keep what a function of the state and of words returns until something is written at its places.

    `places(*words)` are the values of the table's index whose rows it reads; the names are the other tables and fields
    that it reads. A pack that nobody touched is so not looked through again for what was put into another.
    """

    def wrap(function: Callable[..., R]) -> Callable[..., R]:
        @wraps(function)
        def part(s: Any, *words: Any) -> R:
            box = s.__dict__
            writes = box["journal"].writes
            key = (function, words)
            held = box["memo"].get(key)
            if held is not None and held[0] == writes:
                return held[1]  # type: ignore[no-any-return]
            mark = box[table].marks(places(*words))
            for name in names:
                mark.append(box["versions"][name])
            if held is not None and held[2] == mark:
                held[0] = writes
                return held[1]  # type: ignore[no-any-return]
            value = function(s, *words)
            box["memo"][key] = [writes, value, mark]
            return value

        return part

    return wrap
