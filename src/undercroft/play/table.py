"""`undercroft table`: the toolkits of rulebooks, command by command; walk-throughs, files and long runs included."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence

import msgspec

from undercroft.engine import toolkit
from undercroft.engine.action import is_seed, whole
from undercroft.engine.errors import BadUse, UndercroftError, printable, quoted
from undercroft.engine.toolkit import Answer, Asked, Batch, Call, Option, Tool, Toolkit
from undercroft.play import files
from undercroft.play.given import chosen_seed
from undercroft.play.source import Unreadable, source

FOUND = 1
"""Exit code of a tool that looks for faults and finds some."""
MOST_WORKERS = 64
MOST_ANSWERS = 1000
"""Answers that one walk-through takes."""
PIECE = 25
"""Runs of a batch that a worker makes before it answers."""
PROMPT = "> "
LEAVING = ("quit", "exit", "leave")
"""What ends a row of steps."""
OWN = (
    Option("seed", "N", "the same seed rolls the same dice"),
    Option("json", "", "the same figures as JSON"),
    Option("workers", "K", "processes that share many runs; the answer is the same for any number of them"),
    Option("help", "", "what the command does"),
)
"""Options of every command, beside the tool's own."""


def run(words: Sequence[str]) -> int:
    """Run one command and return the exit code; UndercroftError (one line) for what cannot be."""
    kit, words = toolkit.knowing(words)
    plain = [word for word in words if not word.startswith("--")]
    if plain[:1] in ([], ["help"]):
        if odd := next((word for word in words if word.startswith("--") and word != "--help"), ""):
            raise BadUse(f"{quoted(odd)} needs a command before it: table COMMAND ...")
        _say(_help(toolkit.called(kit.tools, plain[1:])) if plain[1:] else _overview(kit))
        return 0
    tool, asked = toolkit.read(kit.tools, words, OWN)
    if asked.flag("help"):
        _say(_help(tool))
        return 0
    toolkit.check(tool, asked)
    if tool.steps is None:
        return _once(kit, tool, asked)
    with files.held([asked.word(0)]):
        return _led(kit, tool, asked) if len(asked.words) == 1 and not asked.options else _once(kit, tool, asked)


def _once(kit: Toolkit, tool: Tool, asked: Asked) -> int:
    """Answer one call of a tool: what it writes is written before it is told."""
    seed = _seed(asked)
    asked.option_number("workers", 1, MOST_WORKERS, 1)
    call = Call(kit.name, tool.words, asked, chosen_seed() if seed is None else seed)
    plain = not asked.flag("json")
    call, answer, drew, said = _walked(call, quiet=not plain)
    if answer.files:
        kept = asked.word(0) if tool.steps is not None else ""
        others = [path for path, _ in answer.files if path != kept]
        with files.held(others, to_write=True):
            if any(map(os.path.lexists, others)):
                answer = _again(call, answer, said)
            files.write(answer.files, kept)
    if plain:
        rules = ", ".join(toolkit.rules_of(tool, answer))
        _say([*answer.lines[said:], f"Rules: {rules}.", *([f"Seed {call.seed}."] if drew and seed is None else [])])
    else:
        _say([_json(call, tool, answer, drew)])
    return FOUND if answer.faults else 0


def _again(call: Call, before: Answer, said: int) -> Answer:
    """Ask once more now that nobody else may write: what was read before may have changed since.

    The same words and dice give the same answer from the same files; from others, the one that holds now.
    """
    found, _ = call.run()
    if isinstance(found, Batch):
        return before
    names = [[path for path, _ in answer.files] for answer in (before, found)]
    if found.question or found.lines[:said] != before.lines[:said] or names[0] != names[1]:
        raise BadUse(f"{call.tool}: what it reads has changed meanwhile; nothing is written")
    return found


def _led(kit: Toolkit, tool: Tool, asked: Asked) -> int:
    """Show how a file stands and go on asking for steps; return 1 where a step that was piped in could not be done."""
    head = [*tool.words.split(), asked.word(0)]
    assert tool.steps is not None
    known = tool.steps
    _once(kit, tool, asked)
    lines = source(lambda: [*known(asked), *LEAVING])
    bad = 0
    while True:
        try:
            words = lines.line(PROMPT).split()
            if words[:1] and words[0].lower() in LEAVING:
                break
            if words and not words[0].startswith("#"):
                if not lines.interactive:
                    _say([f"{PROMPT}{' '.join(words)}"])
                step, meant = toolkit.read(kit.tools, [*head, *words], OWN)
                if meant.flag("help"):
                    _say(_help(step))
                else:
                    _once(kit, step, meant)
        except EOFError:
            break
        except (UndercroftError, Unreadable) as error:
            bad += 1
            _say([str(error)])
    return int(bad > 0 and not lines.interactive)


def _seed(asked: Asked) -> int | None:
    if not asked.flag("seed"):
        return None
    seed = whole(asked.option("seed"))
    if seed is None or not is_seed(seed):
        raise BadUse(f"--seed: {quoted(asked.option('seed'))} is no whole number from 0 to 2^63 - 1")
    return seed


def _walked(call: Call, *, quiet: bool) -> tuple[Call, Answer, bool, int]:
    """Ask a tool, and again with one answer more as long as it has a question; say its lines before each question.

    Return the last call, its answer, whether dice fell, and how many of its lines have been said.
    """
    said = 0
    while True:
        answer, cup = call.run()
        if isinstance(answer, Batch):
            answer = _batch(call, answer)
        if not answer.question:
            return call, answer, bool(cup.thrown), said
        if not quiet:
            _say(answer.lines[said:])
        said = len(answer.lines)
        answers = (*call.asked.answers, _typed(answer.question, quiet=quiet))
        if len(answers) > MOST_ANSWERS:
            raise BadUse(f"{call.tool}: after {MOST_ANSWERS} answers it is still not over; nothing is written")
        call = call._replace(asked=call.asked._replace(answers=answers))


def _typed(question: str, *, quiet: bool) -> str:
    """Ask whoever types, on the standard error where the standard output is for a program."""
    out = sys.stderr if quiet else sys.stdout
    out.write(f"{printable(question)} ")
    out.flush()
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        out.write("\n")
        raise BadUse("left before the last question: nothing is written")
    if sys.stdin is not None and not sys.stdin.isatty():
        out.write("\n")
    return printable(line.strip())[: toolkit.LONGEST]


def _batch(call: Call, batch: Batch) -> Answer:
    """Make all runs of a batch, in this process or in several."""
    from undercroft.play.spreading import spread

    workers = call.asked.option_number("workers", 1, MOST_WORKERS, 1)
    pieces = [range(at, min(at + PIECE, batch.count)) for at in range(0, batch.count, PIECE)]
    if workers == 1 or len(pieces) == 1:
        return batch.reduce([batch.play(index) for index in range(batch.count)])
    found = spread(_played, [(call, piece) for piece in pieces], workers)
    return batch.reduce([result for results in found for result in results])


def _played(work: tuple[Call, range]) -> list[tuple[int, ...]]:
    """Make some runs of a batch, in a worker."""
    call, indices = work
    batch, _ = call.run()
    assert isinstance(batch, Batch)
    return [batch.play(index) for index in indices]


def _json(call: Call, tool: Tool, answer: Answer, drew: bool) -> str:
    facts = {
        "command": tool.words, **({"seed": call.seed} if drew else {}), "figures": answer.figures,
        "rules": toolkit.rules_of(tool, answer),
    }  # fmt: skip
    # Spelt in ASCII: a name that steers a terminal, or is no text at all, is harmless so.
    return json.dumps(msgspec.to_builtins(facts), separators=(",", ":"))


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(printable(line) + "\n")


def _overview(kit: Toolkit) -> list[str]:
    lines = [f"undercroft table COMMAND ...: {kit.about}", ""]
    for tool in kit.tools:
        lines += [f"  {tool.usage}", f"      {tool.about}"]
    return [*lines, "", *_own(), "table help COMMAND tells more of one."]


def _help(tool: Tool) -> list[str]:
    lines = [f"undercroft table {tool.usage}", "", tool.about]
    lines += [f"  --{one.name}{f' {one.value}' if one.value else ''}: {one.about}" for one in tool.options if one.about]
    return [*lines, f"Rules: {', '.join(tool.rules)}.", "", *_own()]


def _own() -> list[str]:
    return ["With every command:", *(f"  {one.usage[1:-1]}: {one.about}" for one in OWN)]
