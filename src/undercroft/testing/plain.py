"""What a game is made of: numbers, words, tuples and records, as declared; held once, before anything is played."""

from __future__ import annotations

from types import UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from undercroft.engine.event import ENGINE_EVENTS
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.state import State
from undercroft.testing.broken import ContractBroken

PLAIN = (int, str, bool, type(None), ...)


def check_plain(book: Rulebook[Any]) -> None:
    """`plain`: no table, record, action, event or frame declares a set, a dict, a list or a float."""
    shape = book.state.shape()
    declared = {**shape.fields, **{f"{name} {part}": part for name, parts in shape.tables.items() for part in parts}}
    own = {name: hint for name, hint in declared.items() if name not in State.shape().fields}
    kinds = (*book.actions, *(event for event in book.events if event not in ENGINE_EVENTS), *book.frames)
    held: set[type] = set()
    for where, hint in [*((f"{name}: ", hint) for name, hint in own.items()), *(("", kind) for kind in kinds)]:
        if what := unfit(hint, held):
            raise ContractBroken(
                "plain", where + what, rulebook=book.name, seed=0, step=0, doing="", record="(nothing was played)"
            )


def unfit(hint: Any, held: set[type]) -> str:
    """Return what a declared type holds that none may, or an empty text; records held already are passed over."""
    if hint in PLAIN or get_origin(hint) is Literal or hint in held:
        return ""
    if isinstance(hint, NewType):
        return unfit(hint.__supertype__, held)
    if get_origin(hint) in (tuple, Union, UnionType):
        return next(filter(None, (unfit(part, held) for part in get_args(hint))), "")
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        held.add(hint)
        hints = get_type_hints(hint)
        fields = ((name, unfit(hints[name], held)) for name in hint.__struct_fields__)
        return next((f"{hint.__name__}.{name}: {what}" for name, what in fields if what), "")
    return str(hint)
