"""Every field of every content file does something: alter it in the loaded catalogue, and what is seen differs.

For each file there are observations of one of its rows: views, offers, odds, prices, what is told and what dice bring.
A field that no row of its file sets is not asked for; one that no observation notices is a mistake here, or dead.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from itertools import product
from typing import Any, get_args

import msgspec
import pytest
from tests.rulebooks.descent.enumerated import LAST
from tests.rulebooks.descent.locks import at_plate, at_wall
from tests.rulebooks.descent.magic import afflict, battle, edit, library
from tests.rulebooks.descent.moments import give, into_room, member, moment

import undercroft as uc
from undercroft.engine.action import Action
from undercroft.engine.content import load
from undercroft.engine.game import Game
from undercroft.engine.rules import Rules
from undercroft.engine.streams import derive
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import effects, fights, floors, generation, guide, king, levels, monsters, stores
from undercroft.rulebooks.descent.records import Chest, Quest, State, Tale, replace
from undercroft.rulebooks.descent.stores import AtCounter
from undercroft.testing import FixedDice, staged

FOLDER = resources.files("undercroft.rulebooks.descent") / "content"
TABLES = load(FOLDER, content.SHEETS, label="content")
RULES = Rules(resources.files("undercroft.rulebooks.descent") / "rules.md")
RICH, STOUT = 9999, 200
"""Gold and health for which nothing is too dear and few things deadly."""

Seen = Callable[[str], Any]
"""What is seen of the row of an id."""


# --- another catalogue ---


@contextmanager
def altered(table: str, key: str, field: str, value: Any) -> Iterator[None]:
    """Let the catalogue have another value in one field of one row."""
    tables = {name: dict(rows) for name, rows in TABLES.items()}
    tables[table][key] = msgspec.structs.replace(tables[table][key], **{field: value})
    with pytest.MonkeyPatch.context() as patch:
        other = content.Catalogue(tables)
        patch.setattr(content, "catalogue", lambda: other)
        forget()
        try:
            yield
        finally:
            forget()


def forget() -> None:
    """Forget what was reckoned from the catalogue before."""
    for name, module in list(sys.modules.items()):
        if name.startswith("undercroft.rulebooks.descent"):
            for one in vars(module).values():
                if hasattr(one, "cache_clear") and one is not CATALOGUE:
                    one.cache_clear()


CATALOGUE = content.catalogue

WORDS: dict[str, tuple[Any, ...]] = {
    "effect": ("mana-loss", "heal-full", "wound"),
    "target": ("self", "members", "one-monster", "one-member", "item"),
    "member": ("quick", "giant"),
    "cures": ((),),
    "party": ("sight", "ward"),
    "who": ((), ("rogue",)),
    "where": ("fight", "outside"),
    "dice": ("5d5", "6d6"),
    "adds": ((), ("wits",)),
    "factor": ((3, 5),),
    "dud": ((5, 6),),
    "reach": ("far", "bow", "hand"),
    "quest": ("short", "standard", "long"),
    "prize": ("book", "king"),
    "special": ("poison", "hold"),
    "rank": ("front", "back"),
    "hand": ("club", ""),
    "body": ("padded-coat", ""),
    "deepest": ("dart", "gas"),
    "lasts": ("fight", "steps", "rounds"),
    "row": ("W02", "W03"),
    "rule": ("D15.1", "D15.2"),
    "description": ("Something else entirely.",),
    "name": ("Another Name",),
}
"""Other words for the fields that hold words."""
PERCENT = ("chance", "map_chance", "lid", "room_first", "bribe", "special_chance", "monster_health")


def others(field: str, value: Any) -> list[Any]:
    """Return other values for a field."""
    if field == "trigger":
        return [one for one in get_args(content.Trigger) if one != value][:2]
    if field == "topics":
        return [value[:-1], (msgspec.structs.replace(value[0], label="What else?"), *value[1:])]
    if field in ("message", "closing"):
        return [msgspec.structs.replace(value, rules=(*value.rules, "D1.1"))]
    if field == "item":
        return ["knife"]
    if field in WORDS:
        return [one for one in WORDS[field] if one != value]
    if field == "names":
        return [tuple(f"{one}us" for one in value)]
    if isinstance(value, bool):
        return [not value]
    if field in PERCENT:
        return [value - 9, value // 2, 100]
    return [value + 1, value - 1, value + 3]


# --- looking and playing ---


def look(game: Game[State], *reports: str) -> Any:
    """Return all that a player can see now."""
    shown = [game.look(name) for name in reports]
    return repr((game.view(), game.scene(), [str(one) for one in game.actions()], shown))


def play(game: Game[State], *lines: str, dice: tuple[int, ...] = (), then: int = 2) -> Any:
    """Play lines on a fork; return the odds before each, the dice asked for, what happened and what is seen then."""
    game = game.fork()
    found: list[Any] = []
    for line in lines:
        action = game.parse(line)
        if isinstance(action, Action) and game.judge(action) is None:
            found.append(action.odds(game.state))
        rolled = FixedDice(*dice, then=then)
        game.streams.use("play", rolled)
        step = game.act(line)
        found += [(one.code, dict(one.facts)) for one in step.refusals]
        found += [(repr(event), game.say(event)) for event in step.all_events]
        found += [rolled.seen, game._ctx.rolls]
    return repr(found), look(game)


def offered(game: Game[State], word: str) -> list[str]:
    """Return the texts offered that name something."""
    return [str(one) for one in game.actions() if word in str(one).split()]


def everybody(**more: Any) -> Game[State]:
    """Return a game with one of each class, the king too, all hurt; reading costs nobody too much."""
    who = [member(cls, health=9, ceiling=40) for cls in ("hero", "fighter", "rogue", "wizard", "king")]
    game = moment(*who, **more)
    for one in ("wizard", "king"):
        edit(game, one, mana=20, level=6)
    edit(game, "hero", experience=5, mana=1)
    return game


# --- gear and things ---


def sold(kind: str) -> Any:
    """Return on which floors it is in stock, and how a counter there shows it, sells it and buys it."""
    game = everybody(gold=RICH, floor=18, length="long")
    into_room(game)
    thing = give(game, kind, "pack:hero", named=True)
    with staged(game) as s:
        s.rooms["room-18.1"] = replace(s.rooms["room-18.1"], store=True)
        s.agenda = (*s.agenda, AtCounter())
    stocked = [floor for floor in range(19) if kind in stores.stock(floor)]
    return stocked, look(game, f"about {kind}"), play(game, f"buy {kind} rogue"), play(game, f"sell {thing}")


def worn(kind: str) -> Any:
    """Return who may wear it, and what it does in a fight, at hand and against blows and bites."""
    place = {"weapon": "hand", "armour": "body", "shield": "arm"}[content.item(kind).sort]
    found: list[Any] = []
    for who in ("hero", "fighter", "rogue", "wizard", "king"):
        game = everybody()
        thing = give(game, kind, f"pack:{who}", named=True)
        if who == "hero":
            give(game, "wooden-shield", "arm:hero")
        found.append(play(game, f"wear {thing}"))
    for who in ("hero", "rogue"):
        game = everybody()
        give(game, kind, f"{place}:{who}", lost=0 if kind == "rags" else 1, named=True)
        give(game, "honing-stone", f"pack:{who}", named=True)
        found.append(look(game, f"status {who}"))
        for foe in ("rust-mite", "ogre"):
            fought = game.fork()
            battle(fought, who, "king", foes=((foe, STOUT),))
            found.append(play(fought, f"attack {foe}-1", then=1))
            found.append(play(fought, "wait", "wait", then=1))
    return found


def used(kind: str) -> Any:
    """Return how it shows, at whom it can be used and what comes of it: outside, in a fight, known and unknown."""
    found: list[Any] = []
    for named, fought, then in product((True, False), (True, False), (2, 1)):
        game = everybody()
        memory = {"memory": "cellar-rat"} if kind == "summoning-stone" else {}
        thing = give(game, kind, "pack:wizard", named=named, **memory)
        give(game, "venom", "pack:hero")
        give(game, "broadsword", "hand:hero", lost=3)
        edit(game, "rogue", health=0)
        afflict(game, "hero", "poisoned", 20)
        afflict(game, "wizard", "poisoned", 20)
        edit(game, "wizard", experience=7)
        if fought:
            battle(game, "wizard", "king", "hero", foes=(("ogre", STOUT), ("rust-mite", STOUT)))
        found.append(look(game, "status wizard"))
        for text in offered(game, thing):
            if text.split()[0] not in ("drop", "give", "hand"):
                after = ("wait", "wait", "wait") if fought else ("search",) * 2
                found += [text, play(game, text, *after, then=then)]
    return found


def carried(kind: str) -> Any:
    """Return what it does in a pack: the chances of the halls, and when its use is understood."""
    found = []
    for steps in (0, 59, 60, 61):
        game = everybody()
        give(game, kind, "pack:hero", named=True, carried=steps)
        found += [play(game, "search", then=LAST), look(game, f"about {kind}")]
    return found


def finds(_: str) -> Any:
    """Return what every face of the dice of treasure brings."""
    rows = content.catalogue().treasure.values()
    sides = {"bottle": 20, "scroll": 12, "lantern": 20, "charm": 12}
    found: list[Any] = []
    for face in range(1, 101):
        row = next(row for row in rows if row.draw_low <= face <= row.draw_high)
        second = range(1, sides.get(row.id, 2) + 1) if face == row.draw_low or row.id == "coins" else (1,)
        for one, floor in product(second, (1, 6)):
            dice = FixedDice(face, one)
            found.append((generation.draw_treasure(dice, floor), dice.seen))
    gear = [generation.stocked(table, floor) for table in ("weapons", "armours", "shields") for floor in range(1, 19)]
    return found, gear


# --- spells and effects ---


def read(spell: str) -> Any:
    """Return who can read it where, what it costs and what comes of it."""
    found: list[Any] = []
    for fought, copies in product((True, False), (0, 1, 2)):
        game = everybody()
        library(game, *(spell,) * copies)
        edit(game, "rogue", health=0)
        afflict(game, "hero", "poisoned", 20)
        give(game, "venom", "pack:hero")
        give(game, "broadsword", "hand:hero", lost=3)
        edit(game, "hero", mana=9)
        found.append(look(game, f"about {spell}"))
        if fought:
            for who in ("wizard", "hero", "king"):
                one = game.fork()
                battle(one, who, *(key for key in ("fighter", "king") if key != who), foes=(("ogre", STOUT),) * 2)
                found += [play(one, text, "wait", "wait", "wait", "wait") for text in offered(one, spell)]
        else:
            found += [play(game, text, "search") for text in offered(game, spell)]
    return found


def dealt(_: str) -> Any:
    """Return the pages laid on each floor."""
    return [
        generation.deal_pages(derive(7, "descent", "test"), floor, content.quest(length))
        for length, floors in (("short", 6), ("standard", 12), ("long", 18))
        for floor in range(1, floors + 1)
    ]


def running(kind: str) -> Any:
    """Return what an effect does while it lasts, outside and in a fight, to every end of it."""
    found: list[Any] = []
    for fought in (False, True):
        game = everybody()
        edit(game, "hero", health=39)
        if fought:
            battle(game, "hero", "king", foes=(("ogre", STOUT),))
        game._ctx.events = []
        effects.start(game._ctx, "hero", kind, "test", target="king" if kind == "covering" else "")
        found.append(look(game, "status hero", "effects hero", f"about {kind}"))
        if fought:
            found.append(play(game, "attack ogre-1", "wait", *("wait",) * 9, then=1))
            found.append(play(game, "run east", then=1))
            game._ctx.events = []
            fights.close(game._ctx, "won")
            found.append(look(game, "effects hero"))
        else:
            found.append(play(game, *("search",) * 130, then=LAST))
    return found


def quickened(kind: str) -> Any:
    """Return whose turns a round has."""
    game = everybody()
    battle(game, "hero", "king", foes=(("ogre", STOUT),))
    game._ctx.events = []
    effects.start(game._ctx, "hero", kind, "test")
    return play(game, *("wait",) * 12, then=LAST)


# --- setup ---


def joins(cls: str) -> Any:
    """Return what a member of the class is as it joins, and as it reads."""
    companions = (cls if cls not in ("hero", "king") else "rogue", "fighter", "ranger")
    game = uc.new("descent", seed=3, companions=companions)
    found = [look(game)]
    assert game.act("begin")
    found.append(look(game, *(f"status {one}" for one in game.state.members), f"about {cls}"))
    if cls == "king":
        game = moment(floor=12)
        into_room(game)
        with staged(game) as s:
            s.rooms["room-12.1"] = replace(s.rooms["room-12.1"], prize="king")
            s.quest = Quest(book=True, pages=("mending-hand", "rally"))
        game.resume_at([], {})
        found += [play(game, "rank hero back"), [repr(item) for item in game.state.items.values()]]
    return found


def chosen(difficulty: str) -> Any:
    """Return what a difficulty does: at setup, at lids, doors, walls and plates, to monsters and levels."""
    game = uc.new("descent", seed=3, difficulty=difficulty)
    found = [look(game, f"about {difficulty}")]
    assert game.act("begin")
    found.append(look(game, "status hero"))
    game = everybody(difficulty=difficulty)
    into_room(game)
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 30)
    found.append(play(game, "open chest-1.1 hero", dice=(99,)))
    found.append(play(everybody(difficulty=difficulty), "enter door-1.1n"))
    found += [play(at_wall(difficulty=difficulty), "guess 333"), look(at_wall(difficulty=difficulty))]
    found.append(play(at_plate(difficulty=difficulty), "push 4", "take-back 4"))
    return found, [monsters.health(game.state, kind) for kind in ("ogre", "orc", "young-dragon", "troll")]


def quest(length: str) -> Any:
    """Return what a quest of a length is: its setup, its floors with all on them, its king."""
    game = uc.new("descent", seed=3, length=length)
    found = [look(game, f"about {length}")]
    assert game.act("begin")
    found.append(look(game, "quest"))
    made = game.fork()
    made.state.journal.open = True
    made._ctx.events = []
    floors.generate_all(made._ctx)
    return found, [repr(event) for event in made._ctx.events], king.level(game.state)


# --- floors ---


def floor(key: str) -> Any:
    """Return what a floor's figures do: bands, walls, plates, hints and statues."""
    number = int(key.removeprefix("floor-"))
    found: list[Any] = []
    for length, deepest in (("short", 6), ("standard", 12), ("long", 18)):
        if number > deepest:
            continue
        game = everybody(floor=number, length=length, gold=RICH)
        found.append([monsters.draw_band(FixedDice(face, then=1), game.state, number) for face in range(1, 5)])
    game = everybody(floor=number, length="long", gold=RICH)
    found.append(look(game, "map", f"about floor {number}"))
    into_room(game)
    with staged(game) as s:
        s.rooms[s.place.room] = replace(s.rooms[s.place.room], statue=True)
    found.append(look(game))
    source = FixedDice(then=3)
    found += [generation.combination(source, number), generation.solution(source, number), source.seen]
    found.append(look(at_wall("0" * content.floor(number).rings, floor=number)))
    found.append(play(at_plate(floor=number, gold=RICH), "push 1", "hint"))
    return found


def filled(_: str) -> Any:
    """Return what rooms hold on the floors of some seeds."""
    found = []
    for seed in range(1, 9):
        game = uc.new("descent", seed=seed, length="short")
        assert game.act("begin")
        game.state.journal.open = True
        game._ctx.events = []
        for number in (1, 3):
            floors.generate(game._ctx, number)
        found.append([repr(event) for event in game._ctx.events])
    return found


def asked(word: str) -> Any:
    """Return what is said to who asks about a word."""
    return look(moment(), f"about {word}")


def counters(_: str) -> Any:
    """Return what is seen at every counter."""
    found = []
    for floor in range(0, 19, 3):
        game = moment(floor=floor or 1, length="long", courtyard=floor == 0)
        with staged(game) as s:
            s.agenda = (*s.agenda, AtCounter())
        found.append(look(game))
    return found


def proven(_: str) -> Any:
    """Return what the proof says of a quest."""
    game = uc.new("descent", seed=3, length="standard")
    assert game.act("begin")
    proof = game.proof()
    assert proof is not None
    return proof.facts, proof.faults


# --- monsters, traps, baths ---


def fought(kind: str) -> Any:
    """Return what a monster is to fight, to bribe, to kill, to draw and to read of."""
    entry = content.monster(kind)
    length = getattr(entry, "quest", "standard")
    name = {"book": "gremlin-thief", "king": "the-gaoler"}.get(getattr(entry, "prize", ""), kind)
    game = everybody(length=length, gold=RICH)
    for who in ("hero", "king", "wizard"):
        edit(game, who, health=STOUT, ceiling=STOUT)
    give(game, "broadsword", "hand:hero")
    give(game, "iron-shield", "arm:hero")
    known = game.fork()
    with staged(known) as s:
        s.bestiary[name] = Tale(1, 1, 1, suffered=True)
    found: list[Any] = [look(known, "bestiary", f"about {name}")]
    killed = game.fork()
    battle(killed, "hero", "king", foes=((name, 1), (name, 1)))
    found.append(play(killed, f"attack {name}-1", f"attack {name}-2", then=1))
    battle(game, "wizard", "hero", foes=((name, STOUT), (name, STOUT)))
    found.append(look(game))
    found += [play(game, "wait", "wait", *("wait",) * 9, then=then) for then in (1, 2, 3)]
    found.append(play(game, "bribe", "pay", then=1))
    found.append(play(moment(courtyard=True), f"practice-fight {kind}"))
    for length, deepest in (("short", 6), ("long", 18)):
        where = moment(length=length)
        for number in range(1, deepest + 1):
            _, weighed = monsters.weights(content.floor(number).peril(length))
            found += [monsters.draw_band(FixedDice(face, then=1), where.state, number)
                      for face in range(1, sum(weighed) + 1)]  # fmt: skip
    return found, [monsters.draw_size(FixedDice(then=then), game.state, name) for then in (1, LAST)]


def suffered(special: str) -> Any:
    """Return what is said of a special attack once it was suffered."""
    kind = next(key for key, one in content.catalogue().monsters.items() if one.special == special)
    game = moment()
    with staged(game) as s:
        s.bestiary[kind] = Tale(1, 1, suffered=True)
    return look(game, "bestiary", f"about {kind}")


def sprung(_: str) -> Any:
    """Return what the faces of the trap die bring, on floors 2 and 12."""
    found = []
    for number, face in product((4, 12), range(1, 21)):
        game = everybody(floor=number, gold=57)
        give(game, "iron-shield", "arm:fighter")
        into_room(game)
        with staged(game) as s:
            s.chests[s.place.room] = Chest(number, 30)
        found.append(play(game, f"open chest-{number}.1 fighter", dice=(100, face)))
    return found


def bathed(_: str) -> Any:
    """Return what the faces of the bath die bring."""
    found = []
    for face in range(1, 21):
        game = everybody()
        edit(game, "hero", level=3, gains=(2, 5), mana=2)
        give(game, "broadsword", "hand:hero")
        for who in ("hero", "king"):
            afflict(game, who, "poisoned")
            afflict(game, who, "stupor")
        into_room(game)
        with staged(game) as s:
            s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], bath=True, entered=True)
        found.append(play(game, "bathe hero", "search", dice=(face,)))
    return found, look(game, "about bath-of-fates")


def taught(lesson: str) -> Any:
    """Return what a lesson says, takes and gives, from its trigger on."""
    game = moment(lessons=(lesson,), floor=3)
    before = game.digest()
    game._ctx.events = []
    guide.happened(game._ctx, TABLES["lessons"][lesson].trigger)
    assert game.digest() != before
    game._settle()
    found: list[Any] = [look(game, f"lesson {lesson}")]
    game._ctx.rolls = []
    for text in [str(one) for one in game.actions()]:
        fork = game.fork()
        step = fork.act(text)
        found += [(repr(event), fork.say(event), event.rules()) for event in step.events]
        found.append(look(fork, f"lesson {lesson}"))
    return found, [event.rules() for event in game._ctx.events]


GEAR: tuple[Seen, ...] = (sold, worn)
THINGS: tuple[Seen, ...] = (sold, used, finds)
OBSERVED: dict[str, tuple[Seen, ...]] = {
    "weapons": GEAR, "armours": GEAR, "shields": GEAR,
    "bottles": THINGS, "scrolls": THINGS, "lanterns": THINGS, "charms": (*THINGS, carried),
    "spells": (read, dealt), "effects": (running, quickened),
    "classes": (joins,), "difficulty": (chosen,), "quests": (quest, proven),
    "floors": (floor, proven), "rooms": (filled, asked), "treasure": (finds, asked),
    "monsters": (fought,), "guards": (fought, proven), "specials": (suffered,),
    "traps": (sprung,), "bath": (bathed,), "counters": (proven, counters), "lessons": (taught,),
}  # fmt: skip
"""What is looked at for a row of each file."""


WORDS_ALONE = {
    (table, field)
    for table, fields in {
        "rooms": ("name",), "treasure": ("name",), "counters": ("name",),
    }.items()
    for field in fields
}  # fmt: skip
"""Words that nobody is told: these rows are no things with names."""
NO_GAME = (AssertionError, IndexError, KeyError, TypeError, ValueError)
"""What is raised where a value makes no game at all."""


def set_apart(table: str, field: str) -> list[str]:
    """Return the rows of a file that set a field to other than what stands for nothing said."""
    plain = {one.name: one.default for one in msgspec.structs.fields(content.SHEETS[table].kind)}
    return [key for key, row in TABLES[table].items() if getattr(row, field) != plain[field]]


def fields(table: str) -> list[str]:
    """Return the fields that a file uses. Rows are traced by `row` to the rulebook, and compared in test_tables.py."""
    names = [one.name for one in msgspec.structs.fields(content.SHEETS[table].kind)]
    return [name for name in names if name not in ("id", "row") and set_apart(table, name)]


def noticed(table: str, key: str, field: str) -> bool:
    """Say whether another value of a field in a row is seen by anything."""
    for seen in OBSERVED[table]:
        before = seen(key)
        for value in others(field, getattr(TABLES[table][key], field)):
            with altered(table, key, field, value):
                try:
                    after = seen(key)
                except StopIteration:
                    return True  # A face of a die that brings nothing.
                except NO_GAME:
                    continue
            if after != before:
                return True
    return False


@pytest.mark.parametrize(("table", "field"), [(table, field) for table in content.SHEETS for field in fields(table)])
def test_every_field_of_every_file_does_something(table: str, field: str) -> None:
    seen = any(noticed(table, key, field) for key in set_apart(table, field))
    assert seen != ((table, field) in WORDS_ALONE)


@pytest.mark.parametrize("table", content.SHEETS)
def test_looking_twice_sees_the_same(table: str) -> None:
    """So that a difference is the field's."""
    key = next(iter(TABLES[table]))
    for seen in OBSERVED[table]:
        first = seen(key)
        forget()
        assert seen(key) == first


def test_every_entry_has_a_description_of_its_own() -> None:
    # What a lesson is, its lines tell: they have a file of texts of their own.
    said = [row.description for name, table in TABLES.items() if name != "lessons" for row in table.values()]
    assert len({line.casefold() for line in said}) == len(said)
    assert all(len(line) > 8 for line in said)


# --- the field manual ---

MANUAL = (FOLDER / "README.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]*)\| ([^|]*)\| ([^|]+)\|$", re.MULTILINE)
GEAR_FILES = ("weapons", "armours", "shields")
THING_FILES = ("bottles", "scrolls", "lanterns", "charms")
GROUPS = {"all gear and things": (*GEAR_FILES, *THING_FILES), "all gear": GEAR_FILES}
POWER_FILES = (*THING_FILES, "spells", "traps", "bath")
EVERYWHERE = {"name", "description"}
ROWLESS = ("difficulty", "quests", "specials")


def explained() -> dict[str, set[str]]:
    """Return the fields that the manual explains, file by file."""
    found = {table: EVERYWHERE | (set() if table in ROWLESS else {"row"}) for table in content.SHEETS}
    found["lessons"] -= {"description"}
    first, second = MANUAL.split("## What a thing does")
    files: tuple[str, ...] = ()
    for who, names, _ in ROW.findall(first):
        files = GROUPS.get(who.strip()) or tuple(re.findall(r"[a-z]+", who)) or files
        for table in files:
            if table in found:
                found[table] |= names_in(names)
    for name, _ in re.findall(r"^\| ([^|]*)\| ([^|]+)\|$", second.split("| effect | what it does |")[0], re.MULTILINE):
        for table in POWER_FILES:
            found[table] |= names_in(name)
    return found


def names_in(cell: str) -> set[str]:
    """Return the field names in a cell, without what stands in brackets."""
    return set(re.findall(r"[a-z_]+", re.sub(r"\[[^]]*\]", "", cell))) - {"field"}


def test_the_manual_explains_each_field_of_each_file_and_no_other() -> None:
    told = explained()
    for table, sheet in content.SHEETS.items():
        every = {one.name for one in msgspec.structs.fields(sheet.kind)} - {"id"}
        used = set(fields(table)) | ({"row"} if table not in ROWLESS else set())
        assert used <= told[table], table
        assert told[table] <= every, table


def test_every_file_says_at_its_head_what_it_holds() -> None:
    for table in content.SHEETS:
        head = (FOLDER / f"{table}.toml").read_text(encoding="utf-8").splitlines()[0]
        assert re.fullmatch(r"# .{20,}", head), table


# --- it can fail ---


@pytest.mark.parametrize(
    ("where", "what", "instead", "table", "field"),
    [
        (levels, "cost", lambda *_: 20, "difficulty", "level_cost"),
        (monsters, "health", lambda *_: 10, "difficulty", "monster_health"),
    ],
)
def test_a_dead_field_is_found(
    where: Any, what: str, instead: Any, table: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, what, instead)
    forget()
    dead = not any(noticed(table, key, field) for key in set_apart(table, field)[:2])
    monkeypatch.undo()
    forget()
    assert dead
