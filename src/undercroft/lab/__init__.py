"""The lab: many games played by bots, one seed an index, counted the same way for any number of processes."""

from __future__ import annotations

from undercroft.lab.batch import run
from undercroft.lab.plan import Plan
from undercroft.lab.summary import summary

__all__ = ["Plan", "run", "summary"]
