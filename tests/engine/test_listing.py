"""Listing: of a run of classes that keep their lists, only those that read what is another now are asked again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from tests.engine.den import Den, Purse, Thing, den_of, written

from undercroft.engine.action import Action
from undercroft.engine.listing import parts
from undercroft.engine.state import remembered

asked: list[str] = []


@remembered("purse")
def rich(s: Den) -> bool:
    return s.purse.gold > 5


class Take(Action[Den], tag="listing.take"):
    text = "take {thing}"
    reads: ClassVar[tuple[Any, ...]] = ("things",)
    exact = True
    thing: int

    @classmethod
    def offered(cls, s: Den) -> Iterator[Take]:
        asked.append("take")
        return (cls(key) for key in s.things)  # an iterator can be gone through once


class Buy(Action[Den], tag="listing.buy"):
    text = "buy"
    reads: ClassVar[tuple[Any, ...]] = (rich,)
    exact = True

    @classmethod
    def offered(cls, s: Den) -> list[Buy]:
        asked.append("buy")
        return [cls()] if rich(s) else []


@pytest.fixture
def offers() -> Any:
    (run,) = parts((Take, Buy))
    asked.clear()
    return run.offers


def test_only_the_class_that_reads_what_changed_is_asked_again(offers):
    den = den_of(t1="a")
    assert ([*offers(den)], asked) == ([Take(1)], ["take", "buy"])
    written(den, lambda s: s.things.__setitem__(2, Thing("b")))
    assert ([*offers(den)], asked) == ([Take(1), Take(2)], ["take", "buy", "take"])
    written(den, lambda s: setattr(s, "purse", Purse(9)))
    assert ([*offers(den)], asked) == ([Take(1), Take(2), Buy()], ["take", "buy", "take", "buy"])


def test_nobody_is_asked_while_the_facts_stay_though_what_they_rest_on_was_written(offers):
    den = den_of(t1="a")
    offers(den)
    written(den, lambda s: setattr(s, "purse", Purse(4)))
    assert ([*offers(den)], asked) == ([Take(1)], ["take", "buy"])


def test_what_is_taken_back_is_listed_as_before(offers):
    den = den_of(t1="a")
    offers(den)
    entries = written(den, lambda s: s.things.__delitem__(1))
    assert [*offers(den)] == []
    den.undo(entries)
    assert [*offers(den)] == [Take(1)]


def test_a_twin_keeps_its_own_lists(offers):
    den = den_of(t1="a")
    offers(den)
    twin = den.copy()
    written(twin, lambda s: s.things.__setitem__(2, Thing("b")))
    assert ([*offers(den)], [*offers(twin)]) == ([Take(1)], [Take(1), Take(2)])
