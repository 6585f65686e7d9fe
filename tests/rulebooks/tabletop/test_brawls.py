"""The contract suite over combat: random brawls in solo play and at a table keep every law."""

from __future__ import annotations

from tests.rulebooks.tabletop.brawls import brawls

from undercroft.testing import check_rulebook


def test_brawls_keep_every_law():
    report = check_rulebook(brawls, seeds=range(2), steps=40, options=[{}, {"play": "fight"}], rare=("mastering.end",))
    assert report.games == 2
