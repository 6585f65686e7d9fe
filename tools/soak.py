"""The promises at full size, in pieces: stopped and resumed freely.

make soak                       every piece not yet done for this state of the sources
make soak ARGS="--list"         what there is, and what is done
make soak ARGS="--only kills"   the pieces whose name begins so
make soak ARGS="--again"        all of them, done or not
make soak ARGS="--only balance --games 1000"   the balance table: wins of each setup, with their intervals
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from undercroft.rulebooks.tabletop.catalogue import catalogue

ROOT = Path(__file__).resolve().parent.parent
SHELF = ROOT / ".soak"
PYTHON = sys.executable
SEEDS, PART = 200, 20
PROOFS, PROVEN = 10_000, 1_000
"""Dungeons of each length to be proven, and how many in a piece."""
GOLDENS = ROOT / "tests" / "rulebooks" / "descent" / "goldens"
CONTRACT = [PYTHON, "-m", "undercroft.testing"]
GUIDE = ["--scout", "tests.rulebooks.tabletop.guide:Guide", "--rare", "quests.end,village.retire"]
CONTRACTS: dict[str, list[str]] = {
    "fivecards": ["fivecards", "--thorough"],
    "descent": [
        "descent", "--thorough", "--rare", "endings.give_up,setup.set_guide,gear.drop",
        "--records", *map(str, sorted(GOLDENS.glob("*.txt"))),
    ],
    "tabletop": ["tabletop", "--steps", "40", *GUIDE],
    "table-fights": ["tabletop", "--steps", "40", "--set", "play=fight", *GUIDE],
}  # fmt: skip
"""By name: a rulebook, and how it is held against the laws. `--rare` lists actions that random play would take too
often to get anywhere."""
SIZES, THEMES = tuple(catalogue().lengths), tuple(catalogue().themes)
PAIRS = (
    "warrior-orc", "warrior-ogre", "dwarf-bandit", "elf-harpy", "magician-rat", "fists-bat", "knight-troll",
    "dwarf-scorpion", "champion-dragon", "hurt-goblin-chief", "orc-veteran-orc-chief",
    "potion-wolf", "watcher-giant",
)  # fmt: skip
"""Pairs of tests/rulebooks/tabletop/duelling.py."""
MEASURE = [PYTHON, "tools/measure.py"]
LEVELS = {1: 500, 4: 100, 8: 100, 12: 100, 16: 100, 20: 100}
"""Short normal adventures of the competent player at each Level (T24.19)."""
DIFFICULTIES, LENGTHS = ("easy", "normal", "hard"), ("short", "standard", "long")
GAMES = 200
"""Games of each setup in the balance table, and the most at the long length."""


def pieces(now: str, games: int) -> dict[str, tuple[list[str], dict[str, str]]]:
    """Return the pieces by name: the command, and what it finds in the environment."""
    found: dict[str, tuple[list[str], dict[str, str]]] = {}
    for name, words in CONTRACTS.items():
        for start in range(0, SEEDS, PART):
            seeds = ["--seeds", f"{start}-{start + PART - 1}"]
            found[f"contract-{name}-{start:03d}"] = ([*CONTRACT, *words, *seeds], {})
    found["met-tabletop"] = ([PYTHON, "tools/met.py", "tabletop"], {})
    for length in ("short", "standard", "long"):
        for start in range(0, PROOFS, PROVEN):
            seeds = f"{start}..{start + PROVEN - 1}"
            prove = [PYTHON, "-m", "undercroft", "prove", "descent", "--seed", seeds, "--length", length]
            found[f"proofs-{length}-{start:04d}"] = (prove, {})
    for start in range(0, PROVEN, PART * 10):
        seeds = f"{start}..{start + PART * 10 - 1}"
        found[f"proofs-tabletop-{start:03d}"] = ([PYTHON, "-m", "undercroft", "prove", "tabletop", "--seed", seeds], {})
    for size in SIZES:
        for theme in THEMES:
            found[f"dungeons-{size}-{theme}"] = ([*MEASURE, "dungeons", size, theme], {})
    found["lab-tabletop"] = ([*MEASURE, "lab"], {})
    for pair in PAIRS:
        found[f"duels-{pair}"] = ([*MEASURE, "duels", pair], {})
    found["kills"] = ([PYTHON, "-m", "pytest", "-q", "tests/play", "-k", "kill"], {"UNDERCROFT_KILLS": "200"})
    found["soak-tests"] = ([PYTHON, "-m", "pytest", "-q", "-m", "soak", "--timeout", "7200"], {})
    for level, count in LEVELS.items():
        out = SHELF / f"adventures-tabletop-{level}-{now}.jsonl"
        command = [*MEASURE, "adventures", str(level), str(count), "--out", str(out)]
        found[f"adventures-tabletop-{level:02d}"] = (command, {})
    for difficulty in DIFFICULTIES:
        for length in LENGTHS:
            # Results are kept by the state of the sources: those of another would be refused.
            out = SHELF / f"balance-{difficulty}-{length}-{now}.jsonl"
            setup = ["--set", f"difficulty={difficulty}", "--set", f"length={length}", "--set", "companions=random"]
            count = min(games, GAMES) if length == "long" else games
            lab = [PYTHON, "-m", "undercroft", "lab", "run", "descent", "--bot", "competent", "--games", str(count)]
            command = [*lab, *setup, "--workers", str(os.cpu_count() or 1), "--out", str(out)]
            found[f"balance-{difficulty}-{length}-{count}"] = (command, {})
    for book in ("descent", "tabletop"):
        found[f"changed-{book}"] = ([PYTHON, "tools/changed.py", "--book", book], {})
    return found


def mark() -> str:
    """Return what names this state of sources and tests."""
    done = hashlib.blake2b(digest_size=8)
    for folder in ("src", "tests", "examples", "tools"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in (".py", ".toml", ".md", ".txt"):
                done.update(path.read_bytes())
    return done.hexdigest()


def main() -> int:
    """Run what is left to run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--games", type=int, default=GAMES)
    args = parser.parse_args()
    SHELF.mkdir(exist_ok=True)
    ledger = SHELF / "done.json"
    done: dict[str, dict[str, str]] = json.loads(ledger.read_text()) if ledger.exists() else {}
    now = mark()
    failed = []
    for name, (command, more) in pieces(now, args.games).items():
        if not name.startswith(args.only):
            continue
        held = done.get(name, {})
        fresh = held.get("mark") == now and held.get("code") == "0"
        if args.list:
            print(f"{'done' if fresh else 'to do':6} {name}")
            continue
        if fresh and not args.again:
            print(f"done already: {name}: {held['said']}")
            continue
        start = time.monotonic()
        run = subprocess.run(command, cwd=ROOT, env={**os.environ, **more}, capture_output=True, text=True, check=False)
        (SHELF / f"{name}.txt").write_text(run.stdout + run.stderr)
        said = (run.stdout.strip().splitlines() or run.stderr.strip().splitlines() or [""])[-1]
        done[name] = {"mark": now, "code": str(run.returncode), "said": said}
        ledger.write_text(json.dumps(done, indent=1))
        print(
            f"{'ok    ' if run.returncode == 0 else 'FAILED'} {name} ({time.monotonic() - start:.0f} s): {said}",
            flush=True,
        )
        if run.returncode:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}; see .soak/NAME.txt", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
