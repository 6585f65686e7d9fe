"""Benchmarks: `python -m benchmarks` prints one figure a line."""
