"""State: tables of frozen records, with journal, undo, fork, diff and digest.

Only `Event.apply` writes: tables and fields refuse any other hand. A record holds numbers, words, tuples and records;
the order of a table's rows is part of the state and survives save, load, fork and undo.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
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
from undercroft.engine.memory import Keys, Memory
from undercroft.engine.memory import remembered as remembered  # noqa: PLC0414 - rule writers find it beside State

if TYPE_CHECKING:
    from undercroft.engine.agenda import Frame
    from undercroft.engine.event import Event

K = TypeVar("K", str, int)
V = TypeVar("V", bound="Record")
S = TypeVar("S", bound="State")
F = TypeVar("F", bound="Frame[Any]")

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

    __slots__ = ("entries", "fields", "keep", "memory", "open")

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields
        """The names of the state's fields, which may be written."""
        self.open = False
        self.keep = True
        self.entries: list[tuple[Any, Any, Any]] = []
        self.memory = Memory()
        """What was worked out of the state; every write drops what rests on it."""


class _Gone(msgspec.Struct, frozen=True):
    """The rows (and serials) of a table before a deletion."""

    rows: dict[Any, Any]
    serials: dict[Any, int]


class Table(dict[K, V], Generic[K, V]):
    """Rows by id. Reading is a plain dict's; writing is for `Event.apply` alone. Never loop over a table you change."""

    __slots__ = ("_buckets", "_field", "_journal", "_name", "_next", "_serials")

    def __init__(self, name: str, journal: Journal, field: str = "") -> None:
        super().__init__()
        self._name = name
        self._journal = journal
        self._field = field
        self._buckets: dict[Any, tuple[Any, ...]] = {}
        self._serials: dict[Any, int] = {}
        self._next = 0

    def where(self, value: object) -> list[V]:
        """Return the rows whose indexed field has the value, in table order."""
        return list(map(self.__getitem__, self._buckets.get(value, ())))

    def keys_where(self, value: object) -> tuple[K, ...]:
        """Return the ids of the rows whose indexed field has the value, in table order."""
        return self._buckets.get(value, ())

    def __setitem__(self, key: K, row: V) -> None:
        journal = self._journal
        if not journal.open:
            raise LawBroken(f"{self._name}: only Event.apply writes state")
        old = self.get(key)
        if old is row:
            return
        if journal.keep:
            journal.entries.append((self._name, key, old))
        field = self._field
        if field and (old is None or getattr(old, field) != getattr(row, field)):
            self._reindex(key, old, row)
        dict.__setitem__(self, key, row)
        memory = journal.memory
        if keys := memory.whole.get(self._name):
            memory.drop(keys)
        if places := memory.places.get(self._name):
            self._drop_at(places, key, old, row)

    def __delitem__(self, key: K) -> None:
        if not self._journal.open:
            raise LawBroken(f"{self._name}: only Event.apply writes state")
        if key not in self:
            raise KeyError(key)
        if self._journal.keep:
            self._journal.entries.append((self._name, key, _Gone(dict(self), dict(self._serials))))
        old = self[key]
        if self._field:
            self._reindex(key, old, None)
        dict.__delitem__(self, key)
        self._written(key, old, None)

    def _written(self, key: Any, old: V | None, new: V | None) -> None:
        memory = self._journal.memory
        memory.drop(memory.whole.get(self._name, {}))
        self._drop_at(memory.places.get(self._name, {}), key, old, new)

    def _drop_at(self, places: dict[Any, Keys], key: Any, old: V | None, new: V | None) -> None:
        """Forget what rests on the row, or on a value of the index that it had or has."""
        memory, field = self._journal.memory, self._field
        if keys := places.get(key):
            memory.drop_at(keys)
        if field:
            for row in (old, new):
                if row is not None and (keys := places.get(getattr(row, field))):
                    memory.drop_at(keys)

    def _refuse(self, *_: object, **__: object) -> Any:
        raise LawBroken(f"{self._name}: tables are written row by row, by Event.apply")

    clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def _reindex(self, key: Any, old: V | None, new: V | None) -> None:
        before = getattr(old, self._field) if old is not None else None
        after = getattr(new, self._field) if new is not None else None
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
        self._journal.memory.drop_all(self._name)
        if self._field:
            if self._serials.keys() != self.keys():
                self._serials = {key: at for at, key in enumerate(self)}
            self._next = max(self._serials.values(), default=-1) + 1
            groups: dict[Any, list[Any]] = {}
            for key in self:
                groups.setdefault(getattr(self[key], self._field), []).append(key)
            self._buckets = {
                value: tuple(sorted(group, key=self._serials.__getitem__)) for value, group in groups.items()
            }

    def _restore(self, key: Any, old: Any) -> None:
        """Take back one journal entry."""
        if isinstance(old, _Gone):
            self._serials = dict(old.serials)
            self._fill(old.rows.items())
            return
        new = self.get(key)
        if self._field:
            self._reindex(key, new, old)
        if old is None:
            dict.__delitem__(self, key)
        else:
            dict.__setitem__(self, key, old)
        self._written(key, new, old)

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
        else:
            twin._buckets = self._buckets
            twin._serials = self._serials
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
    roll_most: ClassVar[dict[str, int]] = {}
    """The most that the roll of a name can ever show, where that is known."""
    _shape: ClassVar[Shape]

    seed: int = 0
    agenda: tuple[Any, ...] = ()
    outcome: Outcome | None = None
    forced: tuple[tuple[str, int], ...] = ()

    if TYPE_CHECKING:
        journal: Journal
        memory: Memory

    def __init__(self) -> None:
        shape = type(self).shape()
        journal = Journal(shape.fields)
        box = self.__dict__
        box["journal"] = journal
        box["memory"] = journal.memory
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
                    "memory",
                    "indexed",
                    "rolls",
                    "roll_most",
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
        journal = box["journal"]
        if not journal.open:
            raise LawBroken(f"{name}: only Event.apply writes state")
        if name not in journal.fields:
            raise LawBroken(f"{type(self).__name__} has no field {name}")
        if journal.keep:
            journal.entries.append((None, name, box[name]))
        box[name] = value
        memory = journal.memory
        if keys := memory.whole.get(name):
            memory.drop(keys)

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

    def undo(self, entries: list[tuple[Any, Any, Any]]) -> None:
        """Take back the journal entries of one action, last first."""
        box = self.__dict__
        for name, key, old in reversed(entries):
            if name is None:
                box[key] = old
                self.memory.drop_all(key)
            else:
                box[name]._restore(key, old)

    def copy(self) -> Self:
        """Return a twin that shares the records but none of the tables."""
        twin = type(self).__new__(type(self))
        box = twin.__dict__
        box.update(self.__dict__)
        journal = Journal(self.journal.fields)
        journal.keep = self.journal.keep
        box["journal"] = journal
        box["memory"] = journal.memory
        for name in self.shape().tables:
            box[name] = box[name]._copy(journal)
        return twin

    def supposing(self, table: str, key: Any, row: Any) -> Self:
        """Return a twin in which one row is another, for the odds of what may come; nothing of this state changes."""
        return self._changed(lambda twin: getattr(twin, table).__setitem__(key, row))

    def after(self, event: Event[Self]) -> Self:
        """Return a twin to which an event has happened, and nothing that it brings about; this state stays."""
        return self._changed(event.apply)

    def _changed(self, change: Callable[[Self], None]) -> Self:
        twin = self.copy()
        twin.journal.keep, twin.journal.open = False, True
        change(twin)
        twin.journal.open = False
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
        box, shape = self.__dict__, self.shape()
        whole = hashlib.blake2b(_encode([box[name] for name in shape.fields]), digest_size=8)
        for name in shape.tables:
            whole.update(self._table_digest(name))
        return whole.hexdigest()

    def _table_digest(self, name: str) -> bytes:
        """Return what names a table and its order, kept until it is written."""
        key = ("digest", name)
        found: bytes | None = self.memory.get(key)
        if found is None:
            rows = _encode(list(self.__dict__[name].items()))
            found = self.memory.keep(key, hashlib.blake2b(rows, digest_size=16).digest(), (name,))
        return found

    def fill(self, data: dict[str, Any]) -> None:
        """Set every table and field from decoded data (loading, worlds); anything missing keeps its default."""
        box = self.__dict__
        for name, value in data.items():
            if name in self.shape().tables:
                box[name]._fill(value)
            else:
                box[name] = value
                self.memory.drop_all(name)

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
