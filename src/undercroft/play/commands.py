"""The commands of the line mode, in one table: what is typed, what it does. Help is made from it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from undercroft.engine.action import Action, Refusal, form, whole
from undercroft.engine.errors import nearest, quoted
from undercroft.engine.view import Listing, Map
from undercroft.play import auto, draw, tell
from undercroft.play.given import options_line
from undercroft.play.rulings import pointer, quoted_rules, rule_lines
from undercroft.play.session import LONGEST, MOST, Bad, Session
from undercroft.play.words import (
    FILLERS,
    can_be,
    errand_kind,
    errand_words,
    errands_of,
    heads,
    label,
    matches,
    next_target,
    not_now,
)

ALL = "all"
"""The word that makes the page of help entire."""
AROUND = ("around", "about", "here")
"""Words after `look` that mean the place."""
LOG = 12
"""Sentences that `log` shows without a number."""


class Leave(BaseException):
    """The person, or a signal, wants to leave."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = code


class Command(NamedTuple):
    """One command: its form, one line of help, and what it does with the rest of the line."""

    usage: str
    about: str
    do: Callable[[Session, str], None]


def obey(at: Session, text: str) -> None:
    """Do a command."""
    name, _, rest = text.partition(" ")
    name = ALIASES.get(name.lower(), name.lower())
    if name not in COMMANDS and (errand := errand_kind(at.game, f"{name} {rest}".strip())):
        auto.begin(at, errand, rest.lower())
        return
    if name not in COMMANDS:
        raise Bad(f"No command is called {quoted(name)}{nearest(name, [*COMMANDS, *_errands(at)]) or '.'}")
    if rest and " " not in COMMANDS[name].usage:
        raise Bad(f"{name} stands alone.")
    COMMANDS[name].do(at, rest)


def _help(at: Session, word: str) -> None:
    word = word.lower().removeprefix(":")
    if word in ("", ALL):
        at.say(*_page(at, entire=word == ALL))
        return
    word = ALIASES.get(word, word)
    if lines := _on(at, word):
        at.say(*lines)
        return
    named = at.game.look("about", at.seat)
    names = list(named.items) if isinstance(named, Listing) else []
    holding = _holding(names, word)
    if len(holding) == 1:
        at.say(*_on(at, holding[0].lower()))
    elif holding:
        raise Bad(f"Which one? {', '.join(holding[:MOST])}.")
    elif rules := pointer(at.game.book, word):
        at.say(f"No page of help is called {quoted(word)}. {rules}")
    else:
        known = [
            *COMMANDS,
            *_errands(at),
            *(form(cls).head for cls in at.game.book.actions if not cls.unlisted),
            *at.looks,
            *names,
        ]
        raise Bad(f"There is no help on {quoted(word)}{nearest(word, known) or '.'}")


def _holding(names: list[str], said: str) -> list[str]:
    """Return the names that hold all of the words said, or else those that hold any; small words hold nothing."""
    words = set(said.split()) - FILLERS
    held = {name: words & set(name.lower().split()) for name in names}
    return [name for name in names if words and held[name] == words] or [name for name in names if held[name]]


def _on(at: Session, word: str) -> list[str]:
    """Return what is to be read on a word: a command, an errand, actions, and what the rulebook says about it."""
    lines = [f"{COMMANDS[word].usage} - {COMMANDS[word].about}."] if word in COMMANDS else []
    lines += [f"{errand.usage} - {_about(errand)}" for errand in errands_of(at.game, word)]
    here = _menu(at)
    for cls in (one for one in heads(at.game, word) if not one.unlisted):
        later = "" if cls in here else f" {not_now(at.game, cls) or 'Not at this moment.'}"
        lines.append(f"{cls.text.replace('*}', '}').replace('?}', '}')} - {_about(cls)}{later}")
    if panel := at.game.look(f"about {word}", at.seat):
        lines += draw.panel_lines(panel)
    return lines


def _page(at: Session, *, entire: bool) -> list[str]:
    """Return the page of help: names alone, or entire, with what each of them does."""
    lines = ["Type an action, its number, or enough of its words to mean it alone; names do for ids."]
    errands = at.game.book.errands
    if entire:
        lines.append("Or type one of these commands:")
        lines += [f"  {command.usage} - {command.about}" for command in COMMANDS.values()]
        lines += ["In one go, one action after another until something happens:"] if errands else []
        lines += [f"  {errand.usage} - {_about(errand)}" for errand in errands]
    else:
        lines.append(f"Or type a command: {', '.join(command.usage for command in COMMANDS.values())}.")
        if errands:
            lines.append(f"In one go, until something happens: {', '.join(errand.usage for errand in errands)}.")
    if at.looks:
        lines.append(f"Reports, by name, free of charge: {', '.join(at.looks)}.")
    if heads := dict.fromkeys(form(cls).head for cls in _menu(at)):
        lines.append(f"Actions here begin with: {', '.join(heads)}. Type help and the word to read more.")
    lines.append("If an action has the name of a command, a colon makes it the command: :quit")
    if not entire:
        lines.append("Type help all to read what each of these does, or help and a word, such as help odds.")
    return lines


def _menu(at: Session) -> tuple[type[Action[Any]], ...]:
    game = at.game
    if game.outcome is not None or not game.state.agenda:
        return ()
    return tuple(cls for cls in game.book.menu(type(game.state.agenda[-1])) if can_be(game, cls) and not cls.unlisted)


def _errands(at: Session) -> list[str]:
    return errand_words(at.game)


def _about(cls: type[Any]) -> str:
    said = inspect.getdoc(cls) if cls.__doc__ else ""
    return (said or "an action of this rulebook.").split("\n\n", 1)[0].replace("\n", " ")


def _list(at: Session, word: str) -> None:
    at.list(word)


def _where(at: Session, _: str) -> None:
    at.show(entire=True)


def _again(at: Session, _: str) -> None:
    at.again()


def _repeat(at: Session, _: str) -> None:
    if at.done is None:
        raise Bad("Nothing was done yet in this sitting.")
    last, offered = str(at.done), at.offers.texts()
    text = last if last in offered else next_target(at.game, offered, last)
    if not text:
        raise Bad(f"{quoted(last)} cannot be done again now, and nothing else stands for it.")
    at.say(f"({label(at.game, text)})")
    at.act(offered[text])


def _odds(at: Session, text: str) -> None:
    if not text:
        raise Bad("The odds of what? Type odds and an action, or its number.")
    action = at.numbered(text) if whole(text.split(" ", 1)[0]) is not None else at.meant(text)
    odds = action if isinstance(action, Refusal) else at.game.odds(action)
    if isinstance(odds, Refusal):
        if len(text) <= LONGEST and (no := at.denied(text)):
            raise Bad(no)
        raise Bad((isinstance(action, Refusal) and at.unfit(text, action)) or at.no(odds, action))
    at.say(*tell.odds_lines(at.game, odds))
    if isinstance(action, Action) and (costs := at.game.costs(action)):
        at.say(f"It costs: {costs}.")


def _why(at: Session, _: str) -> None:
    if at.refusal is not None:
        at.say(f"Refused last: {at.refused}")
        for rule in at.refusal.rule.replace(",", " ").split():
            at.say(*rule_lines(at.game.book, rule))
    if at.done is not None and not at.own:
        at.say("What was done last was not yours.")
        return
    if at.cause is None:
        at.say(*([] if at.refusal is not None else ["Nothing was done yet in this sitting."]))
        return
    action, rolls, rules, veiled, errand = at.cause
    what = f"{errand}; the last of it that mattered was {action}" if errand else f"{action}"
    at.say(f"{'Done before' if at.refusal is not None else 'Done last'}: {what}.", *rolls)
    if veiled:
        at.say(f"It may have rolled {'more than you can' if rolls else 'what you cannot'} know.")
    elif not rolls:
        at.say("Nothing was rolled for it.")
    if at.refusal is None:
        at.say(*quoted_rules(at.game.book, rules))


def _rule(at: Session, text: str) -> None:
    if not text:
        raise Bad("Which rule? Type rule and its id, or words in it.")
    at.say(*rule_lines(at.game.book, text))


def _look(at: Session, name: str) -> None:
    while (first := name.partition(" "))[0].lower() in FILLERS:
        name = first[2]  # look at the bunks
    if not name or name.lower() in AROUND:
        if panel := at.game.look("place", at.seat):
            at.say(*draw.panel_lines(panel))
        at.say(f"Reports: {', '.join(at.looks)}." if at.looks else "There are no reports here.")
        return
    known = {one.lower(): one for one in at.looks}
    found = [known[name.lower()]] if name.lower() in known else matches(at.game, at.looks, name)
    if len(found) > 1:
        raise Bad(f"Which one? {', '.join(found)}.")
    if found:
        at.look(found[0])
    elif panel := at.game.look(f"about {name}", at.seat):
        at.say(*draw.panel_lines(panel))
    else:
        near = nearest(name, at.looks)
        raise Bad(f"No report is called {quoted(name)}{near or '; look alone tells what there is to see here.'}")


def _next(at: Session, _: str) -> None:
    _turn(at, 1)


def _previous(at: Session, _: str) -> None:
    _turn(at, -1)


def _turn(at: Session, by: int) -> None:
    """Open the report after or before the one opened last, of those that begin with its word, wrapping round."""
    kin = [name for name in at.looks if name.split(" ")[0] == at.opened.split(" ")[0]]
    if at.opened not in kin:
        raise Bad("No report is open: type the name of one first.")
    at.look(kin[(kin.index(at.opened) + by) % len(kin)])


def _map(at: Session, word: str) -> None:
    if word.lower() not in ("", "words"):
        raise Bad("map stands alone, or with the word words.")
    found = [panel for panel in at.scene.panels if isinstance(panel, Map)]
    if not found and isinstance(panel := at.game.look("map", at.seat), Map):
        found = [panel]
    for panel in found:
        at.say(*draw.panel_lines(panel, words=bool(word)))
    if not found:
        at.say("There is no map here.")


def _log(at: Session, word: str) -> None:
    most = whole(word) if word else LOG
    if most is None or most < 1:
        raise Bad("log stands alone, or with a number from 1.")
    at.say(*(at.log(most) or ["Nothing has happened yet."]))


def _undo(at: Session, _: str) -> None:
    at.undo()


def _seat(at: Session, name: str) -> None:
    game = at.game
    if name and name not in game.book.seats:
        raise Bad(f"No seat is called {quoted(name)}{nearest(name, game.book.seats) or '.'}")
    if name and game.ranked and name != game.asked:
        raise Bad(f"In a ranked game you see with the eyes of the one who is asked, not of {name}.")
    at.viewer = name or None
    at.say(f"You see with the eyes of {at.seat}.")
    at.show(entire=True)


def _seed(at: Session, _: str) -> None:
    game = at.game
    at.say(f"Seed {game.seed}, {'ranked' if game.ranked else 'practice'}, {game.turns} actions.")
    if options := options_line(game.book.in_force(game.state, game.options)):
        at.say(f"Options: {options}.")


def _record(at: Session, _: str) -> None:
    at.say(*map(draw.Fixed, at.game.record().splitlines()))


def _save(at: Session, _: str) -> None:
    at.unsaved = ""
    if notice := at.write():
        raise Bad(notice[0])
    at.say(f"Saved as {at.keeper.id}.")


def _quit(_: Session, __: str) -> None:
    raise Leave


_TABLE = (
    Command(
        "help [WORD]",
        "a short page, with help all a long one, or all about a command, an action, a thing you know by name, or a "
        "word of the rules",
        _help,
    ),
    Command("list [WORD]", "every action you may take now, or those that begin with a word", _list),
    Command("where", "the scene again, whole", _where),
    Command("again", "the last answer again", _again),
    Command(
        "repeat", "the last action once more (r for short), at the next numbered target if its own is gone", _repeat
    ),
    Command("odds ACTION", "the exact chances of an action, by its text or number", _odds),
    Command("why", "what the last action rolled and the rule it follows, or the rule that refused it", _why),
    Command("rule ID", "a rule of the rulebook, by its id or by words in it", _rule),
    Command(
        "look [NAME]",
        "the place, closely, and the names of all reports; or one report by its name (the name alone does too), or a "
        "thing you know",
        _look,
    ),
    Command("next", "the next report of the kind opened last, such as the next page of effects", _next),
    Command("previous", "the one before it", _previous),
    Command("map [words]", "the map, drawn or in words", _map),
    Command("log [N]", "what happened last", _log),
    Command("undo", "take the last action back, where the game allows it", _undo),
    Command("seat [NAME]", "see with the eyes of a seat; without a name, of the one asked", _seat),
    Command("seed", "the seed and the options of this game", _seed),
    Command("record", "the game so far as a text that can be played again", _record),
    Command("save", "save now; every action is saved anyway", _save),
    Command("quit", "save, and play no more for now", _quit),
)
ALIASES = {"q": "quit", "exit": "quit", "h": "help", "?": "help", "r": "repeat", "x": "look", "examine": "look"}
COMMANDS = {command.usage.split(" ", 1)[0]: command for command in _TABLE}
