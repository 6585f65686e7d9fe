"""Make the golden playthroughs of descent anew: all of them, or those named.

python tools/goldens.py             win, all-dead, king-lost, wits, saves and lessons
python tools/goldens.py wits win    those alone

Each is the game of the first seed of its range that holds all of its beats. Whoever commits a golden that changed says
in the commit message which rule moved it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.rulebooks.descent.golden_games import GOLDENS, make  # noqa: E402

FOLDER = ROOT / "tests" / "rulebooks" / "descent" / "goldens"


def main(words: list[str] | None = None) -> int:
    """Make the goldens named, and say which changed; 1 if one could not be made."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    names = parser.parse_args(words).names
    known = [golden.name for golden in GOLDENS]
    if strange := [name for name in names if name not in known]:
        parser.error(f"no golden is called {', '.join(strange)}; there are {', '.join(known)}")
    FOLDER.mkdir(exist_ok=True)
    failed = 0
    for golden in GOLDENS:
        if names and golden.name not in names:
            continue
        path = FOLDER / f"{golden.name}.txt"
        try:
            text = make(golden, print)
        except LookupError as error:
            print(error, file=sys.stderr)
            failed = 1
            continue
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text, encoding="utf-8")
        said = "as it was" if text == before else "changed" if before else "new"
        print(f"{golden.name}: {said}, {sum(line.startswith('> ') for line in text.splitlines())} actions")
    return failed


if __name__ == "__main__":
    sys.exit(main())
