"""Do the citing tests bite? Change figures and comparisons of a rulebook one at a time, and see whether one fails.

    python tools/changed.py                      100 changes of descent, drawn by seed 1
    python tools/changed.py --seed 7 --count 20  others
    python tools/changed.py --only 12            one of them again, with what the tests said

A figure is a number at the head of a chapter (with --content, in a content file too); it becomes one more. A comparison
is one inside a chapter; `<` becomes `<=`, `==` becomes `!=`, and so on. Each change is made in a copy, where the tests
that cite rules are run until one fails: those of the chapter, then the files that cite a rule named near the change,
then those that cite a rule of the chapter, the most first, then all others. What was found is kept in `.soak/`, so that
a run can be stopped and goes on; with --survivors only what was not caught before is tried with the tests as they are.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
BOOK = Path("src/undercroft/rulebooks")
NO_CHAPTERS = ("__init__", "views", "scenes", "names", "secrets", "records", "knowledge", "soundness")
NO_RULES = {
    "descent": ("errands", "chores", "routes", "walk_lines", "fight_lines", "descriptions", "tales", "tally"),
    "tabletop": ("entries", "dungeon_entries", "tally"),
}
"""Modules that hold no rule: ways to do many actions in one go, how things are told, what a content file may say, and
what is counted of a game."""
SWAPS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
}  # fmt: skip
SIGNS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
FIGURE = re.compile(r"^(\w+)\s*=\s*(\d+)\s*$")
PAIR = re.compile(r"^(\w+)\s*=\s*\"(\d+)d(\d+)(\+\d+)?\"\s*$")
RULE = re.compile(r"\b[A-Z]+\d+\.\d+\b")
FIRST = 8
"""Test files that are run before all others: most changes are seen by them."""
AT_LEAST = 95
SECONDS = 3600
"""A whole run of tests; one test may take ONE_TEST."""
ONE_TEST = 600


@dataclass(frozen=True)
class Change:
    """One change: in a file, the text from `start` to `end` becomes `new`."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str
    what: str


def head_figures(path: Path, text: str, tree: ast.Module) -> list[Change]:
    """Return the numbers assigned at the head of a chapter."""
    found = []
    for node in tree.body:
        value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
        if value is None:
            continue
        found += [
            at(path, text, part.lineno, part.col_offset, str(part.value), str(part.value + 1))
            for part in ast.walk(value)
            if isinstance(part, ast.Constant) and type(part.value) is int
        ]
    return found


def comparisons(path: Path, text: str, tree: ast.Module) -> list[Change]:
    """Return the comparisons inside functions."""
    found = []
    lines = text.split("\n")
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare) or len(node.ops) != 1 or type(node.ops[0]) not in SWAPS:
            continue
        left, right, sign = node.left, node.comparators[0], SIGNS[type(node.ops[0])]
        if left.end_lineno != right.lineno:
            continue
        between = lines[right.lineno - 1].encode()[left.end_col_offset : right.col_offset].decode()
        if sign in between:
            column = left.end_col_offset + between.index(sign)
            found.append(at(path, text, right.lineno, column, sign, SWAPS[type(node.ops[0])]))
    return found


def content_figures(path: Path, text: str) -> list[Change]:
    """Return the numbers of a content file."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if match := FIGURE.match(line):
            found.append(at(path, text, number, match.start(2), match[2], str(int(match[2]) + 1)))
        elif match := PAIR.match(line):
            found.append(at(path, text, number, match.start(3), match[3], str(int(match[3]) + 1)))
    return found


def at(path: Path, text: str, line: int, column: int, old: str, new: str) -> Change:
    """Return a change by line and column."""
    start = sum(len(one.encode()) + 1 for one in text.split("\n")[: line - 1]) + column
    told = text.split("\n")[line - 1].strip()
    return Change(str(path.relative_to(ROOT)), line, start, start + len(old.encode()), old, new, told)


def all_changes(book: str, *, content: bool) -> list[Change]:
    """Return every change that can be made, in order of file and place."""
    found: list[Change] = []
    for path in sorted((ROOT / BOOK / book).glob("*.py")):
        if path.stem in (*NO_CHAPTERS, *NO_RULES.get(book, ())):
            continue
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        found += head_figures(path, text, tree) + comparisons(path, text, tree)
    for path in sorted((ROOT / BOOK / book / "content").glob("*.toml")) if content else ():
        found += content_figures(path, path.read_text(encoding="utf-8"))
    return sorted(found, key=lambda c: (c.file, c.start))


def tried(change: Change, book: str, *, near: bool) -> tuple[bool, str]:
    """Say whether a citing test fails in a copy with the change, and what it said; `near` runs the likeliest alone."""
    with tempfile.TemporaryDirectory(prefix="undercroft-changed-") as folder:
        copy = Path(folder)
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "goldens"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        file = copy / change.file
        data = file.read_bytes()
        assert data[change.start : change.end].decode() == change.old
        file.write_bytes(data[: change.start] + change.new.encode() + data[change.end :])
        tests = [str(copy / path.relative_to(ROOT)) for path in in_order(change, book)]
        seen, said = run(copy, tests[:FIRST])
        return (seen, said) if seen or near else run(copy, tests[FIRST:])


def in_order(change: Change, book: str) -> list[Path]:
    """Return the test files of a rulebook, those first that are likeliest to see a change."""
    path = ROOT / change.file
    text = path.read_text(encoding="utf-8")
    near, whole = set(RULE.findall(around(text, change.line))), set(RULE.findall(text))

    def rank(file: Path) -> tuple[bool, int, int, str]:
        cited = set(RULE.findall(file.read_text(encoding="utf-8")))
        own = file.stem.startswith(f"test_{path.stem}")
        return not own, -len(cited & near), -len(cited & whole), file.name

    return sorted((ROOT / "tests" / "rulebooks" / book).glob("test_*.py"), key=rank)


def around(text: str, line: int) -> str:
    """Return the statement at the top of a module that holds a line, and a docstring that stands below it."""
    body = ast.parse(text).body
    lines = text.split("\n")
    for at, node in enumerate(body):
        if node.lineno <= line <= (node.end_lineno or 0):
            after = body[at + 1] if at + 1 < len(body) else node
            end = after.end_lineno if isinstance(after, ast.Expr) else node.end_lineno
            return "\n".join(lines[node.lineno - 1 : end])
    return ""


def run(copy: Path, targets: list[str]) -> tuple[bool, str]:
    """Run citing tests in the copy; a failure, an error and a hang all count as seen."""
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "(rule or row) and not soak", f"--timeout={ONE_TEST}"]
    words += ["-p", "no:randomly", "-p", "no:cacheprovider"]
    env = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*words, *targets], cwd=copy, env=env, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return True, "the tests hung"
    return done.returncode not in (0, 5), done.stdout[-2000:] + done.stderr[-2000:]


def main() -> int:
    """Draw the changes, try those not tried yet, and list the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", default="descent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--content", action="store_true", help="draw from the content files too")
    parser.add_argument("--only", type=int, default=0, help="try one change, by its number, and show what was said")
    parser.add_argument("--near", action="store_true", help="run the likeliest tests alone: a quick first pass")
    parser.add_argument("--survivors", action="store_true", help="what other tests caught counts as caught")
    parser.add_argument("--list", action="store_true", help="list the changes drawn, and try none")
    args = parser.parse_args()
    changes = all_changes(args.book, content=args.content)
    drawn = Random(args.seed).sample(changes, min(args.count, len(changes)))
    if args.only:
        change = drawn[args.only - 1]
        caught, said = tried(change, args.book, near=args.near)
        print(f"{change.file}:{change.line}: {change.old} -> {change.new} in: {change.what}\n{said}")
        print("caught" if caught else "SURVIVED")
        return 0 if caught else 1
    shelf = ROOT / ".soak" / f"changed-{args.book}-{args.seed}{'-content' if args.content else ''}.json"
    shelf.parent.mkdir(exist_ok=True)
    known: dict[str, dict[str, bool]] = json.loads(shelf.read_text()) if shelf.exists() else {}
    print(f"{len(changes)} figures and comparisons can be changed; {len(drawn)} drawn by seed {args.seed}", flush=True)
    now, survivors = sources(), []
    for number, change in enumerate(drawn, 1):
        told = f"{number}. {change.file}:{change.line}: {change.old} -> {change.new} in: {change.what}"
        if args.list:
            print(told)
            continue
        key = hashlib.blake2b(json.dumps(asdict(change)).encode(), digest_size=8).hexdigest()
        found = known.setdefault(key, {})
        if now not in found and not (args.survivors and any(found.values())):
            found[now] = tried(change, args.book, near=args.near)[0]
            if args.near and not found[now]:
                del found[now]
            shelf.write_text(json.dumps(known))
        if not (any(found.values()) if args.survivors else found.get(now)):
            survivors.append(told)
            print(f"survived: {told}", flush=True)
    if args.list:
        return 0
    caught = len(drawn) - len(survivors)
    print(f"{caught} of {len(drawn)} changes make a citing test fail")
    return 0 if caught * 100 >= AT_LEAST * len(drawn) else 1


def sources() -> str:
    """Return a mark of the tests: a change tried against other tests must be tried again."""
    mark = hashlib.blake2b(digest_size=8)
    for path in sorted((ROOT / "tests" / "rulebooks").rglob("*.py")):
        mark.update(path.read_bytes())
    return mark.hexdigest()


if __name__ == "__main__":
    sys.exit(main())
