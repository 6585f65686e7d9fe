"""Memory: what is worked out of a state stays until what it rests on is written, and no longer."""

from __future__ import annotations

import pytest
from tests.engine.den import Purse, Thing, den_of, written

from undercroft.engine.memory import remembered
from undercroft.engine.state import replace


def put(table, key, row):
    return lambda s: getattr(s, table).__setitem__(key, row)


def test_a_part_is_worked_out_again_when_its_table_is_written():
    asked = []

    @remembered("things", "purse")
    def sizes(s):
        asked.append(1)
        return sum(thing.size for thing in s.things.values()) + s.purse.gold

    den = den_of(t1="a")
    assert (sizes(den), sizes(den), len(asked)) == (0, 0, 1)
    entries = written(den, put("things", 1, Thing("a", 7)))
    twin = den.copy()
    assert (sizes(den), len(asked)) == (7, 2)
    written(den, put("plain", "x", Thing("a")))
    assert (sizes(den), len(asked)) == (7, 2)
    den.undo(entries)
    assert sizes(den) == 0
    assert sizes(twin) == 7


def test_nothing_found_is_kept_too():
    asked = []

    @remembered("things")
    def none(s):
        asked.append(1)

    den = den_of()
    assert (none(den), none(den), len(asked)) == (None, None, 1)


def test_beside_a_smaller_value_a_part_stays_while_that_is_told_alike():
    asked = []

    @remembered("plain", also=lambda s: s.purse.gold > 5)
    def rich(s):
        asked.append(1)
        return (s.purse.gold > 5, len(s.plain))

    den = den_of()
    assert rich(den) == (False, 0)
    written(den, lambda s: setattr(s, "purse", Purse(5)))
    assert (rich(den), len(asked)) == ((False, 0), 1)
    written(den, lambda s: setattr(s, "purse", Purse(6)))
    assert (rich(den), len(asked)) == ((True, 0), 2)
    written(den, put("plain", "x", Thing("a")))
    assert (rich(den), len(asked)) == ((True, 1), 3)


def test_what_rests_on_a_place_stays_while_others_are_written():
    asked = []

    @remembered("purse", things=lambda place, _: (place,))
    def sizes(s, place, more):
        asked.append(place)
        return sum(s.things[key].size for key in s.things.keys_where(place)) + s.purse.gold + more

    den = den_of(t1="a", t2="b")
    assert (sizes(den, "a", 0), sizes(den, "b", 0), sizes(den, "c", 0)) == (0, 0, 0)
    assert (sizes(den, "a", 5), sizes(den, "a", 0), asked) == (5, 0, ["a", "b", "c", "a"])
    asked.clear()
    entries = written(den, put("things", 1, Thing("b", 7)))
    twin = den.copy()
    assert (sizes(den, "a", 0), sizes(den, "b", 0), sizes(den, "c", 0), asked) == (0, 7, 0, ["a", "b"])
    written(den, put("plain", "x", Thing("a")))
    assert (sizes(den, "b", 0), asked) == (7, ["a", "b"])
    written(den, lambda s: setattr(s, "purse", Purse(1)))
    assert (sizes(den, "c", 0), sizes(den, "b", 0)) == (1, 8)
    den.undo(entries)
    assert (sizes(den, "b", 0), sizes(twin, "b", 0)) == (1, 7)
    written(den, lambda s: s.things.__delitem__(2))
    assert sizes(den, "b", 0) == 1


def test_a_place_may_be_the_id_of_a_row_of_an_indexed_table_or_of_another():
    asked = []

    @remembered(things=lambda key, _: (key,), plain=lambda _, name: (name,))
    def both(s, key, name):
        asked.append(key)
        return s.things[key].size + (s.plain[name].size if name in s.plain else 0)

    den = den_of(t1="a", t2="a")
    assert (both(den, 1, "x"), both(den, 2, "y"), asked) == (0, 0, [1, 2])
    written(den, put("things", 1, Thing("a", 3)))
    assert (both(den, 1, "x"), both(den, 2, "y"), asked) == (3, 0, [1, 2, 1])
    written(den, put("plain", "y", Thing("a", 4)))
    assert (both(den, 1, "x"), both(den, 2, "y"), asked) == (3, 4, [1, 2, 1, 2])


def test_a_deletion_taken_back_forgets_what_was_worked_out_without_the_row():
    @remembered(things=lambda place: (place,))
    def count(s, place):
        return len(s.things.keys_where(place))

    den = den_of(t1="a", t2="a")
    assert count(den, "a") == 2
    entries = written(den, lambda s: s.things.__delitem__(1))
    assert count(den, "a") == 1
    den.undo(entries)
    assert count(den, "a") == 2


def test_what_is_filled_from_a_save_is_worked_out_of_that():
    @remembered("purse", things=lambda place: (place,))
    def worth(s, place):
        return s.purse.gold + len(s.things.keys_where(place))

    den = den_of(t1="a")
    assert worth(den, "a") == 1
    den.fill({"purse": Purse(10), "things": [(1, Thing("a")), (2, Thing("a"))]})
    assert worth(den, "a") == 12
    den.fill({"purse": replace(den.purse, gold=20)})
    assert worth(den, "a") == 22


def test_something_must_be_read():
    with pytest.raises(TypeError, match="at least one table or field"):
        remembered()
    with pytest.raises(TypeError, match="a function of words"):
        remembered(also=len, things=lambda place: (place,))
