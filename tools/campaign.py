"""Make the golden campaign of tabletop anew: from Level 1 to Level 8, by the competent player.

python tools/campaign.py                  the first seed of its range whose campaign is good enough
python tools/campaign.py --seeds 7..20    of these seeds alone
python tools/campaign.py --workers 1      one process instead of two

Seeds are played side by side, and what a seed lacks is said; the first good one in order is taken, however many
processes there are. Whoever commits a golden that changed says in the commit message what moved it.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.rulebooks.tabletop.golden_campaign import PATH, SEEDS, searched  # noqa: E402


def span(word: str) -> range:
    """Return the seeds of FIRST..LAST; ValueError if they are none."""
    first, _, last = word.partition("..")
    return range(int(first), int(last or first) + 1)


def found(seeds: range, workers: int) -> tuple[int, str] | None:
    """Return the first good seed with its record, or None; what the others lack is printed."""
    start = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        waiting = {}
        for seed in seeds:
            # No more are begun than are played: the search may end with the next one.
            for ahead in range(seed, min(seed + workers, seeds.stop)):
                if ahead not in waiting:
                    waiting[ahead] = pool.submit(searched, ahead)
            _, record, fault = waiting[seed].result()
            if record:
                print(f"seed {seed}: good, after {time.monotonic() - start:.0f} s")
                pool.shutdown(wait=False, cancel_futures=True)
                return seed, record
            print(f"seed {seed} lacks {fault}", flush=True)
    return None


def main(words: list[str] | None = None) -> int:
    """Make the golden, and say whether it changed; 1 if no seed is good enough."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=span, default=SEEDS, metavar="FIRST..LAST")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args(words)
    good = found(args.seeds, args.workers)
    if good is None:
        print(f"no campaign of the seeds {args.seeds.start} to {args.seeds.stop - 1} is good enough", file=sys.stderr)
        return 1
    record = good[1]
    before = PATH.read_text(encoding="utf-8") if PATH.exists() else ""
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(record, encoding="utf-8")
    said = "as it was" if record == before else "changed" if before else "new"
    print(f"{PATH.name}: {said}, {sum(line.startswith('> ') for line in record.splitlines())} actions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
