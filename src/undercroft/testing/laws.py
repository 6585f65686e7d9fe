"""What the contract suite holds across a step: fork, undo, load, twins, and the words of what happened."""

from __future__ import annotations

import json
from typing import Any

from undercroft.engine.action import Action, Offers
from undercroft.engine.game import Game, Step
from undercroft.engine.save import unpack
from undercroft.engine.state import State
from undercroft.engine.tally import Tally
from undercroft.testing.case import Case, audience, digest
from undercroft.testing.probes import Lists, hold_filled, same_refusals
from undercroft.testing.twins import knowledge, twins


def check_fork_and_undo(case: Case, action: Action[Any]) -> None:
    """`fork` and `undo`: play the coming step on a fork, take it back, play it again."""
    case.tick("fork")
    game = case.game
    before, streams = digest(game), game.streams.state()
    twin = game.fork()
    if digest(twin) != before or twin.streams.state() != streams:
        case.fail("fork", "the fork differs from its original")
    with case.guard("on a fork"):
        twin.act(action)
    done = digest(twin)
    if digest(game) != before or game.streams.state() != streams:
        case.fail("fork", f"what the fork did changed its original: {_first_difference(game.state, game.fork().state)}")
    case.tick("undo")
    with case.guard("undo on a fork"):
        step = twin.undo()
    if not step.accepted:
        case.fail("undo", f"undo was refused: {step.refusals[0].code}")
    if digest(twin) != before or _first_difference(game.state, twin.state):
        case.fail("undo", f"taken back, the state differs: {_first_difference(game.state, twin.state) or 'digest'}")
    if twin.streams.state() != streams:
        case.fail("undo", "taken back, the streams differ")
    check_indexes(case, twin.state)
    if (twin.turns, twin.lines()) != (game.turns, game.lines()):
        case.fail("undo", "taken back, the record differs")
    with case.guard("again on a fork"):
        twin.act(action)
    if digest(twin) != done:
        case.fail("undo", "done again after undo, the action gives another state")


def _first_difference(one: State, other: State) -> str:
    for name, key, mine, theirs in one.diff(other):
        return f"{name}[{key!r}]: {mine!r:.200} became {theirs!r:.200}"
    return ""


def check_indexes(case: Case, s: State) -> None:
    """`undo`: each index gives the rows of its value, in table order."""
    for name, field in s.indexed.items():
        table = getattr(s, name)
        groups: dict[Any, list[Any]] = {}
        for key, row in table.items():
            groups.setdefault(getattr(row, field), []).append(key)
        for value, keys in groups.items():
            if list(table.keys_where(value)) != keys:
                case.fail("undo", f"{name}.where({value!r}) gives {table.keys_where(value)}, the rows are {keys}")


def check_events(case: Case, folded: State) -> None:
    """`events`: what the events gave is the state."""
    case.tick("events")
    if difference := _first_difference(folded, case.game.state):
        case.fail("events", f"the events alone do not give the state: {difference}")


def fold(case: Case, folded: State, step: Step[Any]) -> None:
    """Apply a step's events to the state kept beside the game."""
    folded.journal.keep = False
    folded.journal.open = True
    try:
        with case.guard("applying its events again"):
            for event in step.all_events:
                event.apply(folded)
    finally:
        folded.journal.open = False


def check_load(case: Case, found: Lists) -> Game[Any]:
    """`load`: the loaded save is the game; it is returned, to be played on beside it."""
    case.tick("load")
    game = case.game
    with case.guard("saving and loading"):
        loaded = unpack(game.save(), book=game.book)
    if digest(loaded) != digest(game):
        case.fail("load", "the loaded game has another digest")
    if digest(game) != game.digest():
        case.fail("kept", "the digest is not that of the state")
    if loaded.streams.state() != game.streams.state():
        case.fail("load", "the loaded game has other streams")
    if difference := _first_difference(game.state, loaded.state):
        case.fail("load", f"the loaded game differs: {difference}")
    check_indexes(case, loaded.state)
    for seat, offers in found.items():
        mine = knowledge(game, seat)
        for part, value in knowledge(loaded, seat).items():
            if value != mine[part]:
                case.fail("load", f"{part} for {seat} is another in the loaded game")
        if loaded.actions(seat) != offers:
            case.fail("load", f"the list for {seat} is another in the loaded game")
    if loaded.record() != game.record():
        case.fail("load", "the loaded game has another record")
    return loaded


def check_loaded_goes_on(case: Case, loaded: Game[Any], action: Action[Any]) -> None:
    """`load`: after the step, the loaded game did the same."""
    with case.guard("in the loaded game"):
        loaded.act(action)
    if digest(loaded) != digest(case.game) or loaded.streams.state() != case.game.streams.state():
        case.fail("load", "the loaded game does not go on alike")


def check_twins(case: Case, tried: list[Action[Any]], action: Action[Any], score: dict[str, list[int]]) -> None:
    """`secrets`, `telling` and `told`, for every seat from which something is hidden."""
    game = case.game
    for seat in game.book.seats:
        if not game.book.secrets(game.state, seat):
            continue
        case.tick("secrets")
        with case.guard("dealing a twin"):
            twin = twins(game, seat)
        differs = digest(twin) != digest(game)
        score.setdefault(seat, []).append(int(differs))
        if twin.streams.state() != game.streams.state():
            case.fail("secrets", f"dealing the twin of {seat} drew")
        if not differs:
            continue
        with case.guard("looking at a twin", preview=True):
            mine, other = knowledge(game, seat), knowledge(twin, seat)
        for part, value in mine.items():
            if value != other[part]:
                case.fail("secrets", f"{part} tells {seat} what is hidden: {_apart(value, other[part])}")
        with case.guard("judging in a twin", preview=True):
            same_refusals(case, Case(twin, case.seed, case.report), seat, tried)
        _check_told(case, twin, seat, action)


def check_tally(case: Case, tally: Tally[Any]) -> None:
    """`pure` and `secrets`: what is told of a run is plain data, the same when told again, and nothing hidden."""
    game, book = case.game, case.game.book
    before = case.stamp(whole=True)
    case.tick("pure")
    with case.guard("telling of the run", preview=True):
        facts, chosen = tally.facts(game.state), tally.choices(game.state)
        plain = json.loads(json.dumps(facts))
        again = tally.facts(game.state)
    if case.stamp(whole=True) != before:
        case.fail("pure", "telling of the run changed the game")
    if facts != plain or facts != again:
        other = again if facts == plain else plain
        case.fail("pure", f"told again or read from JSON, the run has other facts: {_apart([facts], [other])}")
    for sort, (met, used) in chosen.items():
        if strange := set(used) - set(met):
            case.fail("pure", f"{sort} are used that were not met: {', '.join(sorted(strange))}")
    for seat in book.seats:
        if book.secrets(game.state, seat) and tally.facts(twins(game, seat).state) != facts:
            case.fail("secrets", f"the facts of the run tell {seat} what is hidden")


def _apart(one: Any, other: Any) -> str:
    """Return the first difference of two equal kinds of things, in few words."""
    if isinstance(one, list) and isinstance(other, list):
        for mine, theirs in zip(one, other, strict=False):
            if mine != theirs:
                return f"{mine!r:.200} against {theirs!r:.200}"
        return f"{(one + other)[min(len(one), len(other))]!r:.200} is in one alone"
    fields = getattr(one, "__struct_fields__", ())
    for name in fields:
        if getattr(one, name) != getattr(other, name, None):
            return f"{name}: {getattr(one, name)!r:.200} against {getattr(other, name, None)!r:.200}"
    return f"{one!r:.200} against {other!r:.200}"


def _check_told(case: Case, twin: Game[Any], seat: str, action: Action[Any]) -> None:
    """What a seat is told of a step may differ in twins only if it then knows more: its view or its secrets differ."""
    here, there = case.game.fork(), twin.fork()
    with case.guard("in a twin"):
        one, other = here.act(action), there.act(action)
    if not other.accepted:
        if any(refusal.code in case.game.book.telling for refusal in other.refusals):
            return
        case.fail("telling", f"accepted here, refused ({other.refusals[0].code}) where {seat} knows the same")
    case.tick("told")
    mine, theirs = one.seen(seat), other.seen(seat)
    if mine == theirs:
        return
    known = here.view(seat) != there.view(seat)
    learnt = here.book.secrets(here.state, seat) != there.book.secrets(there.state, seat)
    codes = {event.tag() for event in (*mine, *theirs) if event not in mine or event not in theirs}
    if not (known or learnt or here.outcome != there.outcome or codes <= set(here.book.telling)):
        case.fail("told", f"{seat} is told what the view keeps hidden: {_apart(list(mine), list(theirs))}")


def check_words(case: Case, step: Step[Any]) -> None:
    """`words`: each event that anybody sees has a sentence, unless it is listed as quiet."""
    texts = case.game.book.texts
    for event in step.all_events:
        tag = event.tag()
        case.report.events[tag] += 1
        if not audience(event, case.game.state):
            continue
        case.tick("words")
        variant = event.variant()
        key = f"event.{tag}.{variant}" if variant else f"event.{tag}"
        if key not in texts:
            if not (tag.startswith("engine.") or f"quiet.{tag}" in texts or f"quiet.{tag}.{variant}" in texts):
                case.fail("words", f"the event {key.removeprefix('event.')} has no sentence")
            continue
        with case.guard(f"the words of {event!r:.200}"):
            said = case.game.say(event)
        hold_filled(case, texts.templates[key], said, tag)


def check_end(case: Case, found: dict[str, Offers], tried: list[Action[Any]]) -> None:
    """`ends`: when the game is over nobody is asked, nothing is offered, and everything is refused."""
    game = case.game
    if game.decision is not None or any(len(offers) for offers in found.values()):
        case.fail("ends", "the game is over, and somebody is still asked")
    for action in tried:
        if game.judge(action) is None:
            case.fail("ends", f"the game is over, and {action} is accepted")
