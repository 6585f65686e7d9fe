"""Play the golden evening of tabletop anew: the commands that stand in it, with what they print now.

python tools/evening.py

To change the evening, write its commands into the file and run this. Whoever commits a golden that changed says in the
commit message which rule moved it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.rulebooks.tabletop.evenings import GOLDEN, calls, played  # noqa: E402


def main() -> int:
    """Play it, and say whether it changed."""
    before = GOLDEN.read_text(encoding="utf-8")
    evening = calls(before)
    with tempfile.TemporaryDirectory() as folder:
        text = played(evening, Path(folder))
    GOLDEN.write_text(text, encoding="utf-8")
    print(f"evening: {'as it was' if text == before else 'changed'}, {len(evening)} commands")
    return 0


if __name__ == "__main__":
    sys.exit(main())
