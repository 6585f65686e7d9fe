"""The rulebooks that come with undercroft. Called, the package names every installed one: `undercroft.rulebooks()`."""

from __future__ import annotations

import sys
from types import ModuleType


class _Rulebooks(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        from undercroft.engine.rulebook import rulebooks

        return rulebooks()


sys.modules[__name__].__class__ = _Rulebooks
