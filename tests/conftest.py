"""Shared by all tests: hypothesis runs the same examples everywhere, whatever else the machine is doing."""

from hypothesis import settings

settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci")
