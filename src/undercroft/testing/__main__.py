"""The contract suite from the shell: `python -m undercroft.testing RULEBOOK --seeds 0-19 --records FILE ...`."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

import msgspec

from undercroft.testing import ContractBroken, check_rulebook


def main(words: list[str] | None = None) -> int:
    """Hold a rulebook against every law and print the report; 1 if a law is broken."""
    parser = argparse.ArgumentParser(prog="python -m undercroft.testing", description=__doc__)
    parser.add_argument("rulebook")
    parser.add_argument("--seeds", default="0-19", help="first-last")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--thorough", action="store_true", help="hold the costly laws at every step")
    parser.add_argument("--records", type=Path, nargs="*", default=[], help="recorded games to start from as well")
    parser.add_argument("--rare", default="", help="codes of actions to be taken seldom, parted by commas")
    parser.add_argument("--scout", default="", help="who may choose instead of chance: module:Class")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of the rulebook")
    args = parser.parse_args(words)
    first, _, last = args.seeds.partition("-")
    try:
        report = check_rulebook(
            args.rulebook,
            seeds=range(int(first), int(last or first) + 1),
            steps=args.steps,
            thorough=args.thorough,
            records=[path.read_text(encoding="utf-8") for path in args.records],
            rare=[code for code in args.rare.split(",") if code],
            scout=_made(args.scout) if args.scout else None,
            options=dict(map(_option, args.set)),
        )
    except ContractBroken as broken:
        print(broken)
        return 1
    print(report)
    print(str(report).splitlines()[0])
    return 0


def _made(name: str) -> Any:
    """Return a scout by the name of its class."""
    module, _, made = name.partition(":")
    return getattr(importlib.import_module(module), made)()


def _option(said: str) -> tuple[str, Any]:
    """Read `play=fight` or `bleeding=false`: a value of JSON, or else a word."""
    name, _, value = said.partition("=")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


if __name__ == "__main__":
    sys.exit(main())
