"""Moments set up directly for the contract suite: what random play seldom meets, one line of play each.

`refusals` tries an action that is refused with a code; `events` plays lines until events were met. Both hold the
suite's laws of refusals and of words, and count in its report what they met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.rulebooks.answers import answered_otherwise
from tests.rulebooks.descent.locks import at_plate, at_wall
from tests.rulebooks.descent.magic import TWO_ORCS, Foes, afflict, battle, edit, library
from tests.rulebooks.descent.moments import cell, give, into_room, member, moment

import undercroft as uc
from undercroft.engine.action import Action
from undercroft.engine.game import Game
from undercroft.rulebooks.descent.guide import Talk
from undercroft.rulebooks.descent.records import Chest, Place, Quest, State, replace
from undercroft.rulebooks.descent.stores import AtCounter
from undercroft.testing import Report, staged
from undercroft.testing.case import Case
from undercroft.testing.laws import check_words

TRIES = 150
"""Times that lines are played, with other dice each time, before their events count as never met."""

Made = Game[State]
Make = Callable[[], Made]


# --- moments ---


def hall(**more: Any) -> Make:
    """Return a maker of the plain floor's hall, at the door of its room."""
    return lambda: moment(**more)


def with_(make: Make, *changes: Callable[[Made], Any]) -> Make:
    """Return a maker that changes what another made."""

    def made() -> Made:
        game = make()
        for change in changes:
            change(game)
        return game

    return made


def room(**more: Any) -> Make:
    """Return a maker of the plain floor's quiet room, with changes to its row."""

    def put(game: Made) -> None:
        into_room(game)
        with staged(game) as s:
            s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], **more)

    return with_(hall(), put)


def talk(lesson: str) -> Make:
    """Return a maker of the hall with a lesson of the guide open."""

    def open_(game: Made) -> None:
        with staged(game) as s:
            s.agenda = (*s.agenda, Talk(lesson))

    return with_(hall(), open_)


def fight(*turns: str, foes: Foes = TWO_ORCS, **more: Any) -> Make:
    """Return a maker of round 1 of a fight in the hall."""
    return with_(hall(gold=500), lambda game: battle(game, *(turns or ("hero", "fighter")), foes=foes, **more))


def has(kind: str, place: str = "pack:hero", *, named: bool = True, **more: Any) -> Callable[[Made], Any]:
    """Return a change that puts the first thing of a moment, such as `charm-t1`, at a place."""
    return lambda game: give(game, kind, place, named=named, **more)


def fallen(*who: str) -> Callable[[Made], Any]:
    """Return a change that fells members."""

    def fell(game: Made) -> None:
        for one in who:
            edit(game, one, health=0)

    return fell


def book(*pages: str) -> Callable[[Made], Any]:
    """Return a change that gives the book with pages, and the wizard mana."""

    def bind(game: Made) -> None:
        library(game, *pages)
        edit(game, "wizard", mana=40, level=5)

    return bind


def chest(*, is_open: bool) -> Callable[[Made], Any]:
    """Return a change that puts a chest into the room."""

    def put(game: Made) -> None:
        with staged(game) as s:
            s.chests["room-1.1"] = Chest(1, 30, is_open)

    return put


def senseless(*who: str) -> Callable[[Made], Any]:
    """Return a change that takes the senses of members."""

    def hold(game: Made) -> None:
        for one in who:
            afflict(game, one, "senseless", 2)

    return hold


def counter(**more: Any) -> Make:
    """Return a maker of the courtyard's counter."""

    def open_it(game: Made) -> None:
        with staged(game) as s:
            s.agenda = (*s.agenda, AtCounter())

    return with_(hall(courtyard=True, **{"gold": 900, **more}), open_it)


def band(*kinds: str) -> Callable[[Made], Any]:
    """Return a change that lets a band live in the room."""

    def put(game: Made) -> None:
        with staged(game) as s:
            s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], band=kinds)

    return put


def soft(game: Made) -> None:
    """Let the next room be walked into softly."""
    with staged(game) as s:
        s.quest = replace(s.quest, soft_step=True)


def king(game: Made) -> None:
    """Let the king be with the party, on the stair to the courtyard."""
    with staged(game) as s:
        s.members["king"] = member("king")
        s.quest = Quest(king=True)
        s.place = Place(1, cell(0, 0))


def hunted(game: Made) -> None:
    """Let both prizes be in hand, so that the bands of rooms hunt the party."""
    with staged(game) as s:
        s.members["king"] = member("king")
        s.quest = Quest(book=True, king=True)


def king_down(game: Made) -> None:
    """Let the king be with the party, fallen."""
    with staged(game) as s:
        s.members["king"] = member("king", health=0)
        s.quest = Quest(king=True)


def practice() -> Make:
    """Return a maker of a practice fight, before anybody has acted."""
    return with_(hall(courtyard=True), lambda game: game.act("practice-fight cellar-rat"))


def rich(game: Made) -> None:
    """Fill the purse."""
    with staged(game) as s:
        s.purse = replace(s.purse, gold=200)


def pushed(*studs: int) -> Made:
    """Return a game at a lock plate with studs pushed."""
    game = at_plate(gold=100)
    for stud in studs:
        game.act(f"push {stud}")
    return game


def at_last_wall() -> Made:
    """Return a game at a wall, where a wound fells whoever works it."""
    game = at_wall()
    edit(game, "hero", health=1)
    return game


def new() -> Made:
    """Return a game that is being set up."""
    return uc.new("descent", seed=1)


def _frail(game: Made) -> None:
    for one in list(game.state.members):
        edit(game, one, ceiling=1, health=1)


def _drilled(game: Made) -> None:
    for one in list(game.state.members):
        edit(game, one, level=2, gains=(3,))


FULL = [has("knife", "pack:fighter") for _ in range(10)]
LIGHT = has("light-of-life")


def undiscovered(game: Made) -> None:
    """Let the party know no door."""
    with staged(game) as s:
        for key in list(s.doors):
            s.doors[key] = replace(s.doors[key], known=False)


# --- what is refused: the code, the moment, the line ---

REFUSALS: tuple[tuple[str, Make, str], ...] = (
    ("bath.before", room(bath=True, bathed=("hero",)), "bathe hero"),
    ("bath.none", room(), "bathe hero"),
    ("bribe.late", fight(acted=True), "bribe"),
    ("bribe.nobody", with_(fight(outside=("hero",), exit="south"), senseless("fighter", "rogue", "wizard")), "bribe"),
    ("chest.none", room(), "open chest-1.1 hero"),
    ("chest.open", with_(room(), chest(is_open=True)), "open chest-1.1 hero"),
    ("chest.nobody", with_(room(), chest(is_open=False)), "open chest-1.1 nobody"),
    ("chest.fallen", with_(room(), chest(is_open=False), fallen("rogue")), "open chest-1.1 rogue"),
    ("chest.no_gold", room(), "take-gold"),
    ("chest.no_map", room(), "take-map"),
    ("doors.none", hall(), "enter door-1.2n"),
    ("doors.nowhere", hall(at=cell(4, 0)), "enter door-1.2n"),
    ("doors.unknown", with_(hall(at=cell(4, 0)), undiscovered), "enter door-1.2n"),
    ("doors.alone", with_(hall(), fallen("fighter", "rogue", "wizard")), "sneak door-1.1n hero"),
    ("doors.member", with_(hall(), fallen("rogue")), "sneak door-1.1n rogue"),
    ("doors.seen", fight(), "slip-out"),
    ("fight.outside", fight(outside=("hero",), exit="south", ran=("hero",)), "attack orc-1"),
    ("fight.no_foe", fight(), "attack rat-1"),
    ("fight.foe_dead", fight(foes=(("orc", 0), ("orc", 15))), "attack orc-1"),
    ("fight.reach", fight("wizard", "hero"), "attack orc-1"),
    ("fight.no_rank", fight(), "shift middle"),
    ("fight.in_rank", fight(), "shift front"),
    ("fight.no_cover", fight(), "cover nobody"),
    ("fight.cover_self", fight(), "cover hero"),
    ("flight.unseen", fight("rogue", stage="unseen", sneak="rogue"), "run south"),
    ("flight.other", fight("fighter", "rogue", outside=("hero",), exit="east", ran=("hero",)), "run west"),
    ("flight.exit", fight(), "run door-9.9n"),
    ("flight.inside", fight(), "walk-in"),
    ("flight.able", fight(outside=("hero",), exit="south", ran=("hero",)), "call-flight"),
    ("gear.none", hall(), "give weapon-99 hero"),
    ("gear.nobody", with_(hall(), has("knife")), "give weapon-t1 nobody"),
    ("gear.fallen", with_(hall(), has("knife"), fallen("rogue")), "give weapon-t1 rogue"),
    ("gear.pack_full", with_(hall(), has("knife"), *FULL), "give weapon-t1 fighter"),
    ("gear.worn", with_(hall(), has("knife", "hand:hero")), "wear weapon-t1"),
    ("gear.not_in_pack", hall(), "wear weapon-99"),
    ("gear.not_worn", with_(hall(), LIGHT), "wear charm-t1"),
    ("gear.wrong_class", with_(hall(), has("club", "pack:wizard")), "wear weapon-t1"),
    ("gear.arm_taken", with_(hall(), has("battle-axe"), has("wooden-shield", "arm:hero")), "wear weapon-t1"),
    ("gear.hands_taken", with_(hall(), has("wooden-shield"), has("battle-axe", "hand:hero")), "wear shield-t1"),
    ("gear.not_ready", with_(hall(), has("knife")), "unready weapon-t1"),
    ("gear.has_it", with_(hall(), has("knife")), "give weapon-t1 hero"),
    ("handing.away", with_(fight(outside=("rogue",), exit="east"), has("knife")), "hand weapon-t1 rogue"),
    ("handing.not_fallen", with_(fight(), has("knife", "pack:fighter")), "strip weapon-t1"),
    ("member.none", hall(), "rank nobody front"),
    ("member.fallen", with_(hall(), fallen("rogue")), "rank rogue front"),
    ("pace.larder", with_(hall(rations=0), fallen("rogue")), "pace"),
    ("guide.for_all", talk("lid"), "accept hero"),
    ("guide.reported", hall(), "consult"),
    ("guide.taker", talk("level"), "accept"),
    ("guide.topic", talk("level"), "ask tea"),
    ("pace.stair", hall(at=cell(0, 0)), "pace"),
    ("pace.whole", hall(), "pace"),
    ("plate.gold", at_plate, "hint"),
    ("plate.no_stud", at_plate, "push 10"),
    ("plate.not_pushed", at_plate, "take-back 1"),
    ("plate.pushed", lambda: pushed(4), "push 4"),
    ("raise.by", with_(hall(), LIGHT, fallen("rogue")), "raise rogue"),
    ("raise.no_light", with_(hall(), fallen("rogue")), "raise hero"),
    ("raise.nobody", with_(hall(), LIGHT), "raise hero"),
    ("raise.not_light", with_(fight(), has("medicinal-ale"), fallen("rogue")), "kindle bottle-t1"),
    ("raise.out_of_reach",
     with_(fight(outside=("fighter",), exit="east"), has("light-of-life", "pack:fighter"), fallen("rogue")),
     "kindle charm-t1"),
    ("rank.none", hall(), "rank hero middle"),
    ("rank.same", hall(), "rank hero front"),
    ("search.stair", hall(at=cell(0, 0)), "search"),
    ("setup.companion", new, "choose companions bard,bard,bard"),
    ("setup.companions", new, "choose companions rogue"),
    ("setup.difficulty", new, "choose difficulty silly"),
    ("setup.length", new, "choose length endless"),
    ("setup.mode", new, "guide loud"),
    ("setup.name", new, "choose name " + "x" * 25),
    ("setup.same", new, "guide full"),
    ("setup.seed", new, "choose seed -1"),
    ("spell.mana", with_(hall(), book("firebolt", "circle-of-mending"), lambda g: edit(g, "wizard", mana=0)),
     "cast circle-of-mending wizard"),
    ("spell.no_book", room(), "take-book"),
    ("spell.no_page", room(), "take-page"),
    ("spell.no_reader", hall(), "cast mending-hand rogue rogue"),
    ("spell.no_target", with_(hall(), book("hall-ward")), "cast hall-ward wizard hero"),
    ("spell.none", hall(), "cast sleep wizard"),
    ("spell.not_bound", hall(), "cast mending-hand wizard hero"),
    ("spell.not_by_heart", hall(), "cast spark hero"),
    ("spell.nothing", with_(hall(), book("circle-of-mending")), "cast circle-of-mending wizard"),
    ("spell.only_fight", hall(), "cast spark wizard"),
    ("spell.only_outside", with_(fight("wizard", "hero"), book("hall-ward")), "chant hall-ward"),
    ("spell.target", fight("wizard", "hero"), "chant spark hero"),
    ("statue.alive", room(statue=True), "call-back hero"),
    ("statue.hale", room(statue=True), "mend hero"),
    ("statue.known", with_(room(statue=True), rich, has("antidote")), "offer 9 for bottle-t1"),
    ("statue.never", with_(room(statue=True), king_down), "call-back king"),
    ("statue.none", room(), "mend hero"),
    ("statue.nothing", with_(room(statue=True), rich, has("venom", named=False)), "offer 0 for bottle-t1"),
    ("statue.often", with_(room(statue=True), fallen("rogue"), lambda g: edit(g, "rogue", raises=3)),
     "call-back rogue"),
    ("stairs.none_down", hall(), "down"),
    ("stairs.none_up", hall(), "up"),
    ("stairs.shut", hall(at=cell(24, 15)), "down"),
    ("store.gold", counter(gold=1), "buy-rations"),
    ("store.no_item", counter(), "sell weapon-99"),
    ("store.none", room(), "shop"),
    ("store.not_stocked", counter(), "buy great-sword hero"),
    ("store.whole", with_(counter(), has("knife")), "repair weapon-t1"),
    ("thing.no_memory", with_(fight(), has("summoning-stone")), "apply charm-t1"),
    ("thing.no_reader", with_(hall(), has("scroll-of-fasting", "pack:rogue")), "read scroll-t1"),
    ("thing.no_target", with_(hall(), has("scroll-of-fasting")), "read scroll-t1 hero"),
    ("thing.no_use", with_(hall(), has("felt-overshoes")), "use charm-t1"),
    ("thing.no_scroll", hall(), "read scroll-99"),
    ("thing.none", hall(), "use bottle-99"),
    ("thing.not_here", with_(hall(), has("scroll-of-fire", "pack:wizard")), "read scroll-t1 orc-1"),
    ("thing.not_scroll", with_(hall(), has("medicinal-ale")), "read bottle-t1"),
    ("thing.not_yours", with_(fight(), has("medicinal-ale", "pack:fighter")), "apply bottle-t1"),
    ("thing.practice", with_(practice(), has("venom", named=False)), "apply bottle-t1"),
    ("thing.read", with_(hall(), has("scroll-of-fasting")), "use scroll-t1"),
    ("thing.sealed", with_(hall(), has("venom", named=False)), "use bottle-t1 hero"),
    ("thing.target", with_(fight(), has("oil-flask")), "apply charm-t1 hero"),
    ("training.kind", hall(courtyard=True), "practice-fight orc"),
    ("travel.unknown", hall(), "travel door-9.9n"),
    ("vault.digits", at_wall, "guess 014"),
    ("vault.none", room(), "work vault-1.1 hero"),
    ("vault.same", at_wall, "worker hero"),
    ("walk.wall", hall(at=cell(3, 0)), "walk north"),
)  # fmt: skip

# --- what happens: the events, the moment, the lines (with the dice of some try) ---

GUARD = ["guard"] * 10
BATHE = [f"bathe {who}" for who in ("hero", "fighter", "rogue", "wizard")]
BID = with_(room(statue=True), rich, has("venom", named=False))
CALLED: tuple[tuple[tuple[str, ...], Make, list[str]], ...] = (
    (("member.attribute", "bath.bathed"), room(bath=True), BATHE),
    (("statue.answered", "gear.destroyed"), BID, ["offer 1 for bottle-t1"]),
    (("statue.mended",), with_(room(statue=True), rich, lambda g: edit(g, "hero", health=2)), ["mend hero"]),
    (("statue.called",), with_(room(statue=True), rich, fallen("rogue")), ["call-back rogue"]),
    (("training.over",), practice(), ["run gate", "wait", "guard"] * 40),
    (("level.progress_lost",), with_(hall(), has("dulling-bottle"), lambda g: edit(g, "hero", experience=7)),
     ["use bottle-t1"]),
    (("gear.named",), with_(hall(), has("scroll-of-naming"), has("deep-lantern", named=False)),
     ["read scroll-t1 lantern-t2"]),
    (("gear.honed",), with_(hall(), has("honing-stone"), has("knife", "hand:hero")), ["use charm-t1 weapon-t2"]),
    (("chest.landed", "floors.arrived"), with_(room(), chest(is_open=False)), ["open chest-1.1 hero"]),
    (("chest.rations_lost",), with_(room(), chest(is_open=False)), ["open chest-1.1 hero"]),
    (("chest.gold_lost",), with_(room(), chest(is_open=False), rich), ["open chest-1.1 hero"]),
    (("bribe.price", "bribe.paid", "bribe.stone", "floors.rooms"), fight(), ["bribe", "pay"]),
    (("bribe.declined",), fight(), ["bribe", "decline"]),
    (("special.wasted",), with_(fight(foes=(("hollow-monk", 20),)), _frail), GUARD),
    (("special.breathed",), fight(foes=(("fire-imp", 20),)), GUARD),
    (("level.drained",), with_(fight(foes=(("wraith", 20),)), _drilled), GUARD),
    (("fight.drawn",), fight("hero", "fighter", "rogue", "wizard"), ["cover fighter", *GUARD]),
    (("fight.held", "fight.slept"), with_(fight("wizard"), book("deep-sleep")), ["chant deep-sleep", *GUARD]),
    (("fight.helper", "fight.helper_gone"),
     with_(fight(foes=(("ogre", 40), ("ogre", 40))), has("summoning-stone", memory="cellar-rat")),
     ["apply charm-t1", *GUARD]),
    (("doors.soft_step",), with_(hall(), soft), ["enter door-1.1n"]),
    (("doors.slip_failed",), with_(hall(), band("orc")), ["sneak door-1.1n rogue", "slip-out"]),
    (("doors.back",), with_(hall(), band("orc")), ["sneak door-1.1n rogue", "slip-out"]),
    (("stairs.warned", "confirm.said_no", "confirm.said_yes"), with_(hall(), king), ["up", "no", "up", "yes"]),
    (("power.fizzled",), with_(hall(), has("medicinal-ale"), lambda g: edit(g, "hero", health=2)), ["use bottle-t1"]),
    (("power.goodwill",), with_(fight("wizard", "hero"), has("goodwill-scroll", "pack:wizard")), ["recite scroll-t1"]),
    (("power.warded",), with_(fight("wizard", "hero"), has("scroll-of-warding-words", "pack:wizard")),
     ["recite scroll-t1"]),
    (("power.rallied",), with_(fight("king", "hero"), king), ["chant rally"]),
    (("power.leadened",), with_(fight("wizard", "hero"), book("leaden-limbs")), ["chant leaden-limbs"]),
    (("power.soft_step",), with_(hall(), book("soft-step")), ["cast soft-step wizard"]),
    (("power.walls_silent",), with_(hall(), has("scroll-of-open-walls", "pack:wizard")), ["read scroll-t1"]),
    (("thing.kept",), with_(hall(), has("scroll-of-fire", "pack:wizard", named=False)), ["read scroll-t1"]),
    (("thing.carried", "thing.understood"), with_(hall(), has("gremlin-bell")), ["walk east", "walk west"] * 45),
    (("flight.called",),
     with_(fight("hero", outside=("hero", "rogue", "wizard"), exit="south"), senseless("fighter")), ["call-flight"]),
    (("endings.giving_up", "confirm.said_no"), hall(courtyard=True), ["give-up", "no"]),
    (("vault.changed", "vault.guessed", "vault.opened"), at_wall, ["worker rogue", "guess 333", "guess 012"]),
    (("vault.worked", "vault.left"), at_last_wall, ["guess 333", "work vault-1.1 rogue"]),
    (("plate.pushed", "plate.hint", "plate.taken_back", "vault.opened"), lambda: pushed(9),
     ["hint", "take-back 9", "hint", "push 1", "push 2", "push 3"]),
    (("practice.wall", "practice.plate"), hall(courtyard=True),
     ["practice-wall hero", "leave-lock", "practice-plate hero"]),
    (("fight.emptied",), with_(hall(), hunted, band("orc")), ["search"]),
    (("effect.party_ended",), with_(hall(), has("scroll-of-keen-sight", "pack:wizard")),
     ["read scroll-t1", *["walk east", "walk west"] * 150]),
    (("power.in_vain",), with_(hall(), has("antidote")), ["use bottle-t1"]),
    (("power.resisted",), with_(fight("wizard"), book("deep-sleep")), ["chant deep-sleep"]),
    (("doors.sighted",), with_(hall(), has("scroll-of-keen-sight", "pack:wizard")), ["read scroll-t1"]),
)  # fmt: skip


# --- playing them ---


def refusals(report: Report, cases: Iterable[tuple[str, Make, str]] = REFUSALS) -> list[str]:
    """Try each action in its moment; return what was answered otherwise than by its code."""
    return answered_otherwise(report, cases)


def events(report: Report) -> list[str]:
    """Play each moment's lines, as often as it takes; return what was never met."""
    return [
        f"{lines[0]}: never {', '.join(left)}"
        for codes, make, lines in CALLED
        if (left := _play(report, codes, make, lines))
    ]


def _play(report: Report, codes: tuple[str, ...], make: Make, lines: list[str]) -> list[str]:
    left = list(codes)
    for burnt in range(TRIES):
        game = make()
        case = Case(game, burnt, report)
        play = game.streams.get(game.book.streams[0])
        for _ in range(burnt):
            play.below(2)
        for line in lines:
            if game.outcome is not None:
                break
            action = game.parse(line)
            step = game.act(line)
            if step.accepted and isinstance(action, Action):
                report.actions[action.tag()] += 1
            check_words(case, step)
            left = [code for code in left if all(event.tag() != code for event in step.all_events)]
            if not left:
                return []
    return left
