"""The contract suite is itself proved: every broken copy of the example rulebook is caught by the name of its law."""

from __future__ import annotations

import pytest
from tests.testing.broken_copies import BREAKERS, fresh

from undercroft.testing import LAWS, ContractBroken, check_rulebook


def test_a_fresh_copy_keeps_every_law():
    with fresh() as copy:
        report = check_rulebook(copy.rulebook, seeds=range(3), steps=60, thorough=True)
    assert report.games == 3


@pytest.mark.parametrize("name", BREAKERS)
def test_a_broken_copy_is_caught_by_its_law(name):
    laws, break_it = BREAKERS[name]
    with fresh() as copy:
        break_it(copy)
        with pytest.raises(ContractBroken) as caught:
            check_rulebook(copy.rulebook, seeds=range(30), steps=150, thorough=True)
    assert caught.value.law in laws, str(caught.value)[:2000]


def test_every_law_has_a_copy_that_breaks_it_alone():
    alone = {next(iter(laws)) for laws, _ in BREAKERS.values() if len(laws) == 1}
    assert alone == set(LAWS)
