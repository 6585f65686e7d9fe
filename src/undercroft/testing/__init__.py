"""For everyone who writes rules: the contract suite, dice that must be spent, any moment set up directly."""

from __future__ import annotations

from undercroft.testing.dice import FixedDice, fix
from undercroft.testing.moment import staged

__all__ = ["FixedDice", "fix", "staged"]
