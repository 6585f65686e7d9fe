"""State: the guard, the journal, the order of rows, indexes, diff, digest and forks."""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.den import Den, Purse, Thing, den_of, written

from undercroft.engine.errors import LawBroken
from undercroft.engine.event import Event
from undercroft.engine.state import State, replace


def test_only_an_open_journal_lets_write():
    den = den_of(t1="a")
    with pytest.raises(LawBroken, match=r"things: only Event.apply writes state"):
        den.things[2] = Thing("a")
    with pytest.raises(LawBroken, match=r"things: only Event.apply"):
        del den.things[1]
    with pytest.raises(LawBroken, match=r"purse: only Event.apply"):
        den.purse = Purse(3)
    assert list(den.things) == [1]


@pytest.mark.parametrize("method", ["clear", "pop", "popitem", "setdefault", "update"])
def test_tables_are_written_row_by_row(method):
    den = den_of(t1="a")
    with pytest.raises(LawBroken, match="row by row"):
        written(den, lambda s: getattr(s.things, method)())
    assert den.things[1] == Thing("a")


def test_an_unknown_field_is_refused_even_to_events():
    with pytest.raises(LawBroken, match="Den has no field gold"):
        written(Den(), lambda s: setattr(s, "gold", 3))


def test_a_row_that_is_not_there_cannot_be_deleted():
    with pytest.raises(KeyError):
        written(Den(), lambda s: s.things.__delitem__(9))


def test_a_single_record_needs_a_default():
    class Bad(State):
        purse: Purse

    with pytest.raises(TypeError, match=r"Bad.purse: a single record needs a default"):
        Bad()


def test_an_index_of_no_table_is_an_error():
    class Bad(State):
        indexed: ClassVar[dict[str, str]] = {"thinks": "place"}

    with pytest.raises(TypeError, match=r"Bad.indexed: no table thinks"):
        Bad()


def test_where_gives_rows_in_table_order_also_after_a_move_there_and_back():
    den = den_of(t1="a", t2="a", t3="b", t4="a")
    written(den, lambda s: s.things.__setitem__(2, Thing("b")))
    assert den.things.keys_where("b") == (2, 3)
    written(den, lambda s: s.things.__setitem__(2, Thing("a")))
    assert den.things.keys_where("a") == (1, 2, 4)
    assert den.things.where("b") == [Thing("b")]
    assert den.things.keys_where("nowhere") == ()


def test_undo_of_a_deletion_puts_the_row_back_in_its_place():
    den = den_of(t1="a", t2="a", t3="a")
    entries = written(den, lambda s: s.things.__delitem__(2))
    assert list(den.things) == [1, 3]
    den.undo(entries)
    assert list(den.things) == [1, 2, 3]
    assert den.things.keys_where("a") == (1, 2, 3)


def test_a_row_deleted_and_made_again_stands_last_until_undone():
    den = den_of(t1="a", t2="a")

    def again(s):
        del s.things[1]
        s.things[1] = Thing("a", 5)

    entries = written(den, again)
    assert list(den.things.items()) == [(2, Thing("a")), (1, Thing("a", 5))]
    assert den.things.keys_where("a") == (2, 1)
    den.undo(entries)
    assert list(den.things.items()) == [(1, Thing("a")), (2, Thing("a"))]


def test_the_digest_names_values_and_order():
    one, other = den_of(t1="a", t2="b"), den_of(t2="b", t1="a")
    assert one.digest() == den_of(t1="a", t2="b").digest()
    assert one.digest() != other.digest()
    assert len(one.digest()) == 16
    assert list(one.diff(other)) == [("things", "(order)", (1, 2), (2, 1))]


def test_the_digest_is_another_after_every_write_and_the_old_one_again_when_it_is_taken_back():
    den = den_of(t1="a", t2="b")
    seen = [den.digest()]
    writes = (
        lambda s: s.things.__setitem__(1, Thing("a", 3)),
        lambda s: s.plain.__setitem__("x", Thing("b")),
        lambda s: s.things.__delitem__(1),
        lambda s: setattr(s, "purse", Purse(9)),
    )
    taken = []
    for write in writes:
        taken.append(written(den, write))
        seen.append(den.digest())
        assert den.digest() == den.copy().digest()
    assert len(set(seen)) == len(seen)
    for entries, before in zip(reversed(taken), reversed(seen[:-1]), strict=True):
        den.undo(entries)
        assert den.digest() == before


def test_diff_names_fields_rows_and_what_is_missing():
    one, other = den_of(t1="a"), den_of(t1="b", t2="c")
    written(other, lambda s: setattr(s, "purse", Purse(4)))
    assert list(one.diff(other)) == [
        ("purse", None, Purse(0), Purse(4)),
        ("things", 1, Thing("a"), Thing("b")),
        ("things", 2, None, Thing("c")),
        ("things", "(order)", (1,), (1, 2)),
    ]


OPS = st.lists(
    st.one_of(
        st.tuples(st.just("set"), st.integers(0, 5), st.sampled_from("abc"), st.integers(0, 2)),
        st.tuples(st.just("del"), st.integers(0, 5)),
        st.tuples(st.just("gold"), st.integers(0, 3)),
    ),
    max_size=8,
)


def applied(ops):
    def write(s):
        for op in ops:
            if op[0] == "set":
                s.things[op[1]] = Thing(op[2], op[3])
                s.plain[str(op[1])] = Thing(op[2], op[3])
            elif op[0] == "gold":
                s.purse = replace(s.purse, gold=op[1])
            elif op[1] in s.things:
                del s.things[op[1]]
                del s.plain[str(op[1])]

    return write


def modelled(rows, gold, ops):
    """The same on a plain dict."""
    rows = dict(rows)
    for op in ops:
        if op[0] == "set":
            rows[op[1]] = Thing(op[2], op[3])
        elif op[0] == "gold":
            gold = op[1]
        else:
            rows.pop(op[1], None)
    return rows, gold


def hold(den, rows, gold):
    assert list(den.things.items()) == list(rows.items())
    assert list(den.plain.items()) == [(str(key), row) for key, row in rows.items()]
    assert den.purse.gold == gold
    for place in "abc":
        assert list(den.things.keys_where(place)) == [key for key, row in rows.items() if row.place == place]


@given(actions=st.lists(OPS, max_size=6))
def test_state_and_journal_do_as_a_plain_dict_does_forwards_and_back(actions):
    den = Den()
    rows, gold, past, forks = {}, 0, [], []
    for ops in actions:
        forks.append((den.copy(), rows, gold))
        past.append((written(den, applied(ops)), rows, gold))
        rows, gold = modelled(rows, gold, ops)
        hold(den, rows, gold)
    for entries, rows, gold in reversed(past):
        den.undo(entries)
        hold(den, rows, gold)
    for fork, rows, gold in forks:
        hold(fork, rows, gold)
        written(fork, applied([("set", 9, "a", 1)]))
        hold(fork, {**rows, 9: Thing("a", 1)}, gold)
    hold(den, {}, 0)


@given(first=OPS, undone=OPS, then=OPS)
def test_after_undo_the_rows_go_on_in_the_right_order(first, undone, then):
    den = Den()
    written(den, applied(first))
    den.undo(written(den, applied(undone)))
    written(den, applied(then))
    hold(den, *modelled(*modelled({}, 0, first), then))


def test_a_twin_with_another_row_leaves_this_state_as_it_is():
    den = den_of(t1="hall", t2="hall")
    before = den.digest()
    twin = den.supposing("things", 1, Thing("shed", 3))
    assert twin.things[1] == Thing("shed", 3)
    assert [list(twin.things.keys_where(place)) for place in ("hall", "shed")] == [[2], [1]]
    assert (den.digest(), den.things[1]) == (before, Thing("hall"))
    with pytest.raises(LawBroken, match=r"only Event\.apply writes state"):
        twin.things[1] = Thing("hall")


class Gilded(Event[Den], tag="den.gilded"):
    """Gold comes in, and a thing goes."""

    def apply(self, s: Den) -> None:
        s.purse = Purse(s.purse.gold + 5)
        del s.things[1]


def test_a_twin_after_an_event_leaves_this_state_as_it_is():
    den = den_of(t1="hall", t2="hall")
    before = den.digest()
    twin = den.after(Gilded())
    assert (twin.purse, list(twin.things)) == (Purse(5), [2])
    assert (den.digest(), den.purse, list(den.things)) == (before, Purse(), [1, 2])
    with pytest.raises(LawBroken, match=r"only Event\.apply writes state"):
        twin.purse = Purse(9)
