"""The example rulebook must be installed beside the engine (`make test` does it): it is found by its entry point."""

from __future__ import annotations

import pytest

import undercroft as uc


def pytest_collection_modifyitems(items):
    if "fivecards" not in uc.rulebooks():
        pytest.exit("the example rulebook is not installed: pip install --no-deps -e examples/fivecards", returncode=3)
