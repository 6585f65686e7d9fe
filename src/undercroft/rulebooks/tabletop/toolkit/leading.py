"""A fight led by the game master (T23.13 to T23.15): fight FILE and a step, kept in the file from call to call.

A step is an action of the game, the master's or the players', or one of `OWN`, which are the toolkit's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from undercroft.engine.action import Action, Refusal
from undercroft.engine.errors import BadUse, UnknownName, nearest, quoted
from undercroft.engine.streams import SPAN
from undercroft.engine.toolkit import Answer, Asked, Cup, Option, Tool, check, one_of
from undercroft.rulebooks.tabletop import mastering, parties
from undercroft.rulebooks.tabletop.records import MASTER, PLAYER
from undercroft.rulebooks.tabletop.toolkit import asking, fight_ends, fight_files, fight_shown, finding
from undercroft.rulebooks.tabletop.toolkit.fight_files import TableGame, Told

RULE = "T23.13"
MOST_UNDONE = 1000
FEW = 12
"""Ways of one word that a list of everything still tells one by one."""
SEATS = (MASTER, PLAYER)
OPTION_STEPS = {
    **dict.fromkeys((f"no-{rule.replace('_', '-')}" for rule in mastering.SWITCHES), "new"),
    **dict.fromkeys(("how", "place"), "new"), "save": "end", "secret": "test",
}  # fmt: skip
"""The one step that each option goes with."""
SEATED = ("show", "log")
SEAT = Option("seat", "player|gm", "show and log: what that seat knows")


TAKES = {"list": "[WORD...]", "undo": "[N]", "test": "NAME QUALITY [ADJ]"}
"""What steps of the toolkit's own take after their names; the others nothing."""

_FIELD = re.compile(r"\{(\w+)\*?(\?)?\}")


class Led(NamedTuple):
    """A fight, its file, and what is asked of it."""

    path: str
    game: TableGame
    asked: Asked


def _fight(asked: Asked, cup: Cup) -> Answer:
    path, said = asked.word(0), asked.word(1).lower()
    _fitting(said, asked)
    if said == "new":
        return _new(path, asked, cup)
    if not said and not fight_files.is_there(path):
        return Answer((f"No fight is kept in {path} yet: new PARTY [GROUP...] begins one.",), {"begun": False})
    led = Led(path, fight_files.load(path), asked)
    own = OWN.get(said or "show")
    if own is None:
        return _act(path, led.game, [_spelt(led)])
    step = said or "show"
    form = Tool(f"fight FILE {step}", TAKES.get(step, ""), "", (), _fight, (SEAT,) if step in SEATED else ())
    check(form, asked._replace(words=asked.words[2:]))
    return own(led)


def _fitting(step: str, asked: Asked) -> None:
    """Hold that each option goes with the step; BadUse says which it goes with."""
    for name in asked.options:
        wanted = OPTION_STEPS.get(name)
        if wanted is not None and step != wanted:
            raise BadUse(f"fight: --{name} goes with {wanted}")
        if name == "seed" and step != "new":
            raise BadUse("fight: --seed goes with new; a fight keeps the dice that it began with")
        if name == "seat" and step not in ("", *SEATED):
            raise BadUse("fight: --seat goes with show and log")


# --- steps of the toolkit's own ---


def _new(path: str, asked: Asked, cup: Cup) -> Answer:
    if len(asked.words) < 3:
        raise BadUse("fight new: whose? fight FILE new PARTY [GROUP...]")
    switches = {rule: False for rule in mastering.SWITCHES if asked.flag(f"no-{rule.replace('_', '-')}")}
    how = one_of(asked.option("how", mastering.READY), "--how", mastering.HOWS)
    place = one_of(asked.option("place", "room"), "--place", ("room", "passage", "road"))
    party = parties.find(asked.word(2))
    foes = _added(asked.words[3:]) if asked.words[3:] else []
    fight_files.free(path)
    game = fight_files.begin(path, party, cup.below(SPAN), switches)
    if not foes:
        lines, figures = fight_shown.shown(game, MASTER)
        return _kept(path, game, lines, figures)
    texts = [*foes, f"begin {how}" if place == "room" else f"begin {how} {place}"]
    fight_files.note_new(game, len(texts))
    return _act(path, game, texts)


def _added(words: Sequence[str]) -> list[str]:
    """Return the actions that add a group, `2 goblin chiefs, ogre`, one for each kind."""
    counts: dict[tuple[str, str], int] = {}
    for foe in finding.group(words, mastering.MOST_AT_TABLE):
        counts[foe.kind, foe.template] = counts.get((foe.kind, foe.template), 0) + 1
    return [f"add {kind} {count} {template}".rstrip() for (kind, template), count in counts.items()]


def _show(led: Led) -> Answer:
    lines, figures = fight_shown.shown(led.game, _seat(led.asked))
    return Answer(tuple(lines), figures)


def _seat(asked: Asked) -> str:
    return one_of(asked.option("seat", MASTER), "--seat", SEATS)


def _log(led: Led) -> Answer:
    seat = _seat(led.asked)
    lines: list[str] = []
    rules: list[str] = []

    def note(told: Told) -> None:
        if seat == MASTER:
            lines.append(f"> {told.step}")
        for event, sentence in fight_files.said(told.game, told.done.seen(seat)):
            lines.append(sentence)
            rules.extend(event.rules())

    fight_files.tell(led.game, note)
    return Answer(tuple(lines or ["Nothing has happened yet."]), {"log": lines}, tuple(dict.fromkeys(rules)))


def _list(led: Led) -> Answer:
    begun = " ".join(led.asked.words[2:]).lower()
    found = [one for one in _typed(led.game) if one.startswith(begun)]
    if not found:
        raise BadUse(f"fight: nothing that begins with {quoted(begun)} may be typed now ({RULE})")
    return Answer(tuple(found if begun else _short(found)), {"steps": found})


def _short(typed: Sequence[str]) -> list[str]:
    """Return steps in few lines: words of the fewest ways first, then each word of many ways in one line."""
    ways = {head: [one for one in typed if one.split(" ", 1)[0] == head] for head in _heads(typed)}
    few = [one for found in sorted(ways.values(), key=len) if len(found) <= FEW for one in found]
    many = [f"{head} ... ({len(found)} ways: list {head})" for head, found in ways.items() if len(found) > FEW]
    return [*few, *many]


def _undo(led: Led) -> Answer:
    game = led.game
    count = led.asked.number(2, "undo", 1, MOST_UNDONE, 1)
    new = fight_files.made_by_new(game)
    most = game.turns - new + 1 if new else game.turns
    if count > most:
        raise BadUse(
            f"undo: of this fight {most} {'step' if most == 1 else 'steps'} can be taken back, not {count} ({RULE})"
        )
    whole = count == most
    count = game.turns if whole else count
    lines = [f"Taken back: {line.removeprefix('> ').rpartition(' = ')[0]}" for line in game.lines()[-count:]]
    game = fight_files.without_last(game, count) if count else game
    if whole and new:
        fight_files.note_new(game, 0)
    said, figures = fight_shown.asked(game)
    return _kept(led.path, game, [*reversed(lines), said], {"undone": lines[::-1], **figures})


def _test(led: Led) -> Answer:
    asked = led.asked
    if len(asked.words) < 4:
        raise BadUse("fight test: who Tests what? fight FILE test NAME QUALITY [ADJ] [--secret]")
    quality = asking.quality(asked.word(3))
    change = asking.adjustment(asked, 4)
    head = "secret-test" if asked.flag("secret") else "test"
    return _act(led.path, led.game, [f"{head} {asked.word(2).lower()} {quality} {change}"])


def _end(led: Led) -> Answer:
    path, game = led.path, led.game
    answer = _act(path, game, ["end"]) if game.state.fight is not None else None
    ended = fight_ends.proposed(path, game, save=led.asked.flag("save"))
    if answer is None:
        return ended
    files = (*ended.files, *(one for one in answer.files if one[0] not in dict(ended.files)))
    rules = (*answer.rules, *ended.rules)
    return Answer((*answer.lines[:-1], *ended.lines), {**answer.figures, **ended.figures}, rules, files)


OWN: dict[str, Callable[[Led], Answer]] = {
    "show": _show, "log": _log, "list": _list, "undo": _undo, "test": _test, "end": _end,
}  # fmt: skip


# --- steps of the game ---


def _spelt(led: Led) -> str:
    """Return the action that words mean: as they stand, or a group to add by number and name."""
    words = [word.lower() for word in led.asked.words[1:]]
    text = " ".join(words)
    if words[0] == "add" and len(words) > 1 and isinstance(led.game.parse(text), Refusal):
        added = _added(words[1:])
        if len(added) > 1:
            raise BadUse(f"fight add: one kind at a time ({RULE})")
        return added[0]
    return text


def _act(path: str, game: TableGame, texts: Sequence[str]) -> Answer:
    """Do actions, all or none; BadUse with the rule's no and the nearest word."""
    lines: list[str] = []
    rules: list[str] = []
    fought = game.state.fight is not None
    for text in texts:
        action = game.parse(text)
        if isinstance(action, Refusal) or (type(action) not in _menu(game) and _forms(game, text)):
            raise UnknownName(_unknown(game, text))
        _do(game, action, lines, rules)
    said, figures = fight_shown.asked(game, over=fought and game.state.fight is None)
    return _kept(path, game, [*lines, said], {"told": lines, **figures}, rules)


def _do(game: TableGame, action: Action[Any], lines: list[str], rules: list[str]) -> None:
    step = game.act(action)
    if not step.accepted:
        raise BadUse(_no(game, step.refusals[0]))
    for event, sentence in fight_files.said(game, step.seen(MASTER)):
        lines.append(sentence)
        rules.extend(event.rules())


def _no(game: TableGame, refusal: Refusal) -> str:
    """Return the sentence of a refusal with its rule; at the wrong moment, what this one is for."""
    said = game.say(refusal)
    if refusal.code == "action.not_now":
        said = f"{said.rstrip('.')}: now there are {', '.join(_heads(_typed(game)))}"
    return said if refusal.rule else f"{said.rstrip('.')} ({RULE})"


def _heads(typed: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(one.split(" ", 1)[0] for one in typed))


def _menu(game: TableGame) -> Sequence[type[Action[Any]]]:
    return game.book.menu(type(game.state.agenda[-1])) if game.state.agenda else ()


def _forms(game: TableGame, text: str) -> list[str]:
    """Return how the steps are typed, of those that may be done now, that begin with a text's first word."""
    forms = [cls.text for cls in _menu(game) if cls.text.split()[0] == text.split(" ", 1)[0]]
    return [_FIELD.sub(lambda one: f"[{one[1].upper()}]" if one[2] else one[1].upper(), form) for form in forms]


def _unknown(game: TableGame, text: str) -> str:
    """Return what is said of words that are no step: how it is typed, or the nearest that may be typed now."""
    typed = _typed(game)
    head = text.split(" ", 1)[0]
    if forms := _forms(game, text):
        near = nearest(text, [one for one in typed if one.split(" ", 1)[0] == head]) if " " in text else ""
        return f"fight: {quoted(text)} is no step: type {' or '.join(forms)}{near} ({RULE})"
    heads = list(dict.fromkeys([*(cls.text.split()[0] for cls in _menu(game)), *_heads(typed)]))
    return f"fight: no step is called {quoted(text)}{nearest(head, heads) or '; list shows them'} ({RULE})"


def _kept(
    path: str, game: TableGame, lines: Sequence[str], figures: dict[str, Any], rules: Sequence[str] = ()
) -> Answer:
    files = ((path, fight_files.packed(game)),)
    return Answer(tuple(lines), figures, tuple(dict.fromkeys(rules)), files)


def _typed(game: TableGame) -> list[str]:
    """Return all that may be typed now."""
    offered = [text for seat in SEATS for text in game.actions(seat).texts()]
    own = [*OWN, "end --save", "show --seat player", "log --seat player"]
    return list(dict.fromkeys([*offered, *own]))


def _steps(asked: Asked) -> Sequence[str]:
    path = asked.word(0)
    return _typed(fight_files.load(path)) if fight_files.is_there(path) else ["new reference"]


TOOLS = (
    Tool(
        "fight", "FILE [STEP...]",
        "Lead a fight, kept in FILE: first new PARTY [GROUP...]; then add GROUP, begin HOW, attack A B, by-rule, next, "
        "order A N, harm A N, heal A N, status A S, figure A NAME N, force ROLL N, auto N, auto until WHAT, "
        "house-rule RULE on|off, test NAME QUALITY [ADJ], the players' own actions, show, log, list, undo [N] and "
        "end. FILE alone asks for steps.",
        ("T23.13", "T23.14", "T23.15"), _fight,
        (
            *(
                Option(f"no-{rule.replace('_', '-')}", "", f"new: switch {rule.replace('_', ' ')} off")
                for rule in mastering.SWITCHES
            ),
            Option("how", "HOW", f"new: the party or the foes are {', '.join(mastering.HOWS)}"),
            Option("place", "WHERE", "new: a room, a passage or the road"),
            Option("secret", "", "test: the players learn nothing of it"),
            SEAT,
            Option("save", "", "end: write what the fight changed into the sheets"),
        ),
        _steps,
    ),
)  # fmt: skip
