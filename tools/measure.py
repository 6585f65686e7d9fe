"""What `tabletop` promises, measured at full size, with intervals of 95 in 100; 1 where it does not hold.

    python tools/measure.py lab                          T24.12 to T24.17: 2,000 combats against each of six groups
    python tools/measure.py duels warrior-orc            100,000 duels of a pair, fought out, against the exact odds
    python tools/measure.py dungeons short goblin-warren 1,000 adventures of a size and theme, proved, within budget
    python tools/measure.py adventures 1 500             short normal adventures of the competent player (T24.19)

Each line says what was measured, what it came to, and what was promised; the last one sums up. `make soak` runs them
all, piece by piece.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.rulebooks.tabletop import dungeon_bench as bench  # noqa: E402
from tests.rulebooks.tabletop import test_dungeons as dungeons  # noqa: E402
from tests.rulebooks.tabletop.duelling import PAIRS, Duel, chain  # noqa: E402
from tests.rulebooks.tabletop.test_lab_checks import CHECKS, COMBATS, fought  # noqa: E402

from undercroft.engine.shares import Z, mean, wilson  # noqa: E402
from undercroft.lab import Plan, run  # noqa: E402
from undercroft.rulebooks.tabletop import proof  # noqa: E402

DUELS, ADVENTURES = 100_000, 1_000
PROMISED = 80
"""Adventures of a hundred at Level 1 (T24.19)."""
SIGMAS = 3.29
"""Standard errors between a count and its exact odds: of a thousand honest pairs one lies farther off."""


def lab() -> bool:
    """Fight every lab check; say whether all hold."""
    good = 0
    for rule, kinds, least_won, most_won, least_lost, most_lost in CHECKS:
        won, lost = fought(kinds, COMBATS)
        low, high = wilson(won, COMBATS)
        middle, reach = mean(lost)
        share = 100 * won / COMBATS
        holds = least_won <= share <= most_won and least_lost <= middle <= most_lost
        good += holds
        print(
            f"{rule} {', '.join(kinds)}: wins {share:.2f} % ({won} of {COMBATS}; {100 * low:.2f} to {100 * high:.2f}), "
            f"promised {least_won} to {most_won}; loses {middle:.2f} % ({middle - reach:.2f} to {middle + reach:.2f}), "
            f"promised {least_lost} to {most_lost}: {'holds' if holds else 'FAILS'}",
            flush=True,
        )
    print(f"lab checks: {good} of {len(CHECKS)} hold")
    return good == len(CHECKS)


def duel(name: str, count: int) -> bool:
    """Fight the duels of a pair; say whether wins and rounds agree with the odds."""
    pair = PAIRS[name]
    won, rounds = Duel(pair).counted(range(count))
    wins, length = chain(pair.a, pair.b)
    low, high = wilson(won, count)
    middle, reach = mean(rounds)
    off = abs(won - count * wins) / max(1e-9, count * wins * (1 - wins)) ** 0.5
    longer = abs(middle - length) / (reach / Z)
    # A count of so few that the normal law does not hold is only held to be few.
    holds = (off <= SIGMAS or abs(won - count * wins) <= SIGMAS) and longer <= SIGMAS
    print(
        f"{name}: {count} duels, wins {won / count:.4f} ({low:.4f} to {high:.4f}), odds {wins:.4f}; "
        f"rounds {middle:.3f} ({middle - reach:.3f} to {middle + reach:.3f}), odds {length:.3f}: "
        f"{'holds' if holds else 'FAILS'}"
    )
    return holds


def generated(length: str, theme: str, count: int) -> bool:
    """Generate adventures of a size and theme, all settings in turn, and hold each against the rules of T21 and T22."""
    bad, settings = [], dict.fromkeys(bench.SETTINGS, 0)
    for seed in range(count):
        s = bench.state(bench.made(seed, bench.plan(seed, length=length, theme=theme)))
        settings[s.adventure.setting] += 1
        try:
            assert list(proof.faults(s)) == []
            for check in (dungeons.check_shape, dungeons.check_counts, dungeons.check_budgets, dungeons.check_features):
                check(s)
        except AssertionError as error:
            bad.append(seed)
            print(f"{length} {theme}, seed {seed}: {str(error) or 'a check of the tests fails'}")
    told = ", ".join(f"{number} {setting}" for setting, number in settings.items())
    print(f"{length} {theme}: {count} adventures ({told}), {count - len(bad)} proved and within budget")
    return not bad


def completed(level: int, count: int, out: Path | None) -> bool:
    """Let the competent player set out once at a Level, so many times; say whether it comes home with it often enough.

    T24.19 promises 80 in 100 at Level 1, and nothing above it.
    """
    plan = Plan("tabletop", "competent", {"level": level, "adventures": 1}, first=1)
    results = run(plan, count, workers=os.cpu_count() or 1, out=out)
    facts = [one["facts"] for one in results if "facts" in one]
    done, deaths = sum(one["completed"] for one in facts), sum(one["deaths"] for one in facts)
    low, high = wilson(done, count)
    print(
        f"Level {level}: {count} adventures, completed {100 * done / count:.1f} % ({done}; {100 * low:.1f} to "
        f"{100 * high:.1f}), failed {sum(one['failed'] for one in facts)}, deaths {deaths}, "
        f"broken {count - len(facts)}{'; promised 80' if level == 1 else ''}"
    )
    return len(facts) == count and (level > 1 or 100 * done >= PROMISED * count)


def main() -> int:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True)
    kinds.add_parser("lab")
    one = kinds.add_parser("duels")
    one.add_argument("pair", choices=PAIRS)
    one.add_argument("--count", type=int, default=DUELS)
    one = kinds.add_parser("dungeons")
    one.add_argument("size", choices=bench.LENGTHS)
    one.add_argument("theme", choices=bench.BANDS)
    one.add_argument("--count", type=int, default=ADVENTURES)
    one = kinds.add_parser("adventures")
    one.add_argument("level", type=int)
    one.add_argument("count", type=int)
    one.add_argument("--out", type=Path, help="keep each result, and go on from those that are there")
    args = parser.parse_args()
    if args.what == "lab":
        return not lab()
    if args.what == "duels":
        return not duel(args.pair, args.count)
    if args.what == "adventures":
        return not completed(args.level, args.count, args.out)
    return not generated(args.size, args.theme, args.count)


if __name__ == "__main__":
    sys.exit(main())
