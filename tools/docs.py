"""Build the documentation: one page for every chapter of every rulebook, made from the code, then all of it by Sphinx.

make docs            the pages come to docs/_build/html
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from undercroft.engine.action import Action
from undercroft.engine.event import Event
from undercroft.engine.rulebook import Rulebook, find
from undercroft.engine.rules import Rules

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
BOOKS = ("descent",)
RULE = re.compile(r"\b[A-Z]\d+\.\d+\b")
FIGURE = re.compile(r'^([A-Z][A-Z_, ]*) = (.+)\n"""(.+?)"""', re.MULTILINE | re.DOTALL)


def page(book: Rulebook, module: ModuleType, rules: Rules) -> str:  # type: ignore[type-arg]
    """Return the page of a chapter: what it is, its figures, actions and events, and the rules it is built from."""
    source = inspect.getsource(module)
    name = module.__name__.rpartition(".")[2]
    lines = [f"# {name}", "", inspect.cleandoc(module.__doc__ or ""), ""]
    if figures := FIGURE.findall(source):
        lines += ["## Figures", "", "| name | value | what it is |", "| --- | --- | --- |"]
        lines += [f"| `{n}` | `{' '.join(v.split())[:80]}` | {' '.join(w.split())} |" for n, v, w in figures]
        lines.append("")
    for title, base in (("Actions", Action), ("Events", Event)):
        found = [
            thing
            for thing in vars(module).values()
            if isinstance(thing, type) and issubclass(thing, base) and thing.__module__ == module.__name__
        ]
        if found:
            lines += [f"## {title}", ""]
            for thing in found:
                text = f" - `{thing.text}`" if issubclass(thing, Action) else ""
                code = thing.tag() if thing.__struct_config__.tag else thing.__name__
                lines += [f"- `{code}`{text}: {inspect.cleandoc(thing.__doc__ or '').splitlines()[0]}"]
            lines.append("")
    cited = sorted(set(RULE.findall(source)), key=lambda i: [int(p) for p in i[1:].split(".")])
    known = [rules.rule(one) for one in cited if one in rules.ids]
    if known:
        lines += ["## Rules it is built from", ""]
        lines += [f"- **{rule.id}** ({rule.tag}) {rule.text}" for rule in known]
    lines += ["", f"The whole specification of `{book.name}`: `undercroft rule {book.name} ID`.", ""]
    return "\n".join(lines)


def main() -> int:
    """Write the chapters' pages and build."""
    for name in BOOKS:
        book = find(name)
        rules = Rules(files(f"undercroft.rulebooks.{name}") / "rules.md")
        folder = DOCS / "chapters" / name
        folder.mkdir(parents=True, exist_ok=True)
        chapters = [module.__name__.rpartition(".")[2] for module in book.chapters]
        for module in book.chapters:
            stem = module.__name__.rpartition(".")[2]
            (folder / f"{stem}.md").write_text(page(book, module, rules), encoding="utf-8")
        index = [
            f"# {book.title}: the chapters",
            "",
            book.about,
            "",
            "```{toctree}",
            ":maxdepth: 1",
            "",
            *chapters,
            "```",
            "",
        ]
        (folder / "index.md").write_text("\n".join(index), encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(DOCS), str(DOCS / "_build" / "html")]
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode == 0:
        print("docs/_build/html/index.html")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
