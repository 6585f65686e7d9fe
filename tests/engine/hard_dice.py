"""Dice that take long to answer, as far as they are answered. `python -m benchmarks hostile` times them."""

from __future__ import annotations

SLOW = (
    "(" * 100 + "d6" + ")" * 97,
    "-" * 199 + "1",
    "+".join(["d6"] * 66),
    "/".join(["d1000", *["2"] * 97]),
    "+".join(["100d2!"] * 10),
    "100d1000ro1ro2ro3!kh50",
    "d1000" + "r1" * 97,
    "100d50kh1",
    "50d1000kh1",
    "2d200",
    "25d7kh12",
    "d24!",
    "60d4",
    "100d6kh3",
    "2d10!kh1",
    "100d8!kh1",
    "50d10!kl1",
    "8d20!kh1",
    "70d50kl1-30d2ro1kl29-100d2!kl1",
    "100d6" + "!" * 195,
    "d" * 200,
    "\0" * 200,
    "9" * 199 + "d",
)
"""Read, rolled, and asked for their odds."""
HARD = (
    "x 1000 10d6", "x 1000 3d6", "x 129 100d100", "x 68 100d2!", "+".join(["100d1000"] * 10), "x 1000 d2",
    "x 90 100d6kh50", "x 900 2d6+1d4",
)  # fmt: skip
"""The most dice that are rolled at once."""
PRINTED = ("2d20dl1!", "10d6+1000000*3d20", "50d1000dl49ro1", "3d20!kh1", "100d4", "d1000", "40d6")
"""The longest odds that are printed."""
