"""For everyone who writes rules: the contract suite, dice that must be spent, any moment set up directly.

    from undercroft.testing import check_rulebook
    report = check_rulebook("fivecards")        # raises ContractBroken, which names the law
    print(report)                               # what was met, and what never

It imports the engine alone and works for any installed rulebook, or for a Rulebook object.
"""

from __future__ import annotations

from undercroft.testing.broken import LAWS, ContractBroken
from undercroft.testing.contract import check_rulebook
from undercroft.testing.dice import FixedDice, fix
from undercroft.testing.moment import staged
from undercroft.testing.report import Report
from undercroft.testing.twins import knowledge, twins

__all__ = [
    "LAWS", "ContractBroken", "FixedDice", "Report", "check_rulebook", "fix", "knowledge", "staged", "twins",
]  # fmt: skip
