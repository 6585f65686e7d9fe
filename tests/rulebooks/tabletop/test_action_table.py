"""The action table (T25): every action it names exists in its frame, with its words and its cost; what is beyond it."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
from tests.rulebooks.tabletop.campaign import below, village
from tests.rulebooks.tabletop.rules_bench import character

from undercroft.engine.action import Action, form
from undercroft.rulebooks.tabletop import mastering, rulebook
from undercroft.rulebooks.tabletop.records import MASTER, Jewel, Lot, Magic, replace
from undercroft.testing import fix, staged

Row = tuple[str, str, str]
"""Section, form, cost."""
FRAMES = {
    "Creation": ("creation",), "Village and between adventures": ("village",), "Road": ("road",),
    "Exploring": ("exploring",), "Combat": ("fights.fight",), "Treasure and level gain": ("gain", "exploring"),
}  # fmt: skip
REPORTS = {"shop": "shop", "sheet NAME": "sheet ada", "look": "place", "map": "map"}
"""What the table names that is no action: a look costs nothing and is open in every frame."""
COMMANDS = {"help", "why", "save", "quit"}
"""Words of the prompt, the same for all rulebooks."""
ELSEWHERE = {
    "give-jewel N NAME": "take {thing} {member}", "give-item N NAME": "take {thing} {member}",
    "leave-rest": "go {exit}",
}  # fmt: skip
"""Treasure lies where it was won and is taken piece by piece: who goes on leaves the rest."""
HERE = {
    "identify ITEM": "identify {item} of {member}", "trick OINTMENT NAME": "trick {item} {member}",
    "sell ITEM of NAME": "sell {thing} of {member}", "split NAME=N …": "split {parts*}",
    "accept SIZE [THEME] [gentle/normal/grim]": "accept {size} {theme} {setting}",
    "cast SPELL NAME [TARGET] [STRENGTH]": "cast {spell} {member} {words*}", "name TEXT": "name {name*}",
    "cast SPELL [TARGETS] [STRENGTH]": "cast {spell} {words*}",
    "use ITEM NAME [on TARGET]": "use {item} {member} on {target}",
    "standing-order NAME TEXT": "standing-order {member} {words*}", "mirror QUESTION": "mirror {question*}",
    "buy ITEM [N] for NAME": "buy {ware} {lots} for {member}", "buy ITEM [N]": "buy {ware} {lots?}",
    "use ITEM [TARGET]": "use {item} {target?}", "parley NAME [offer]": "parley {member} {offer?}",
    "dig NAME": "dig {member} {exit?}", "cross": "cross {exit?}", "wade": "wade {exit?}",
    "order NAMES": "order {names*}",
    "split equal": "split {parts*}", "wand torch": "wand {form} {member}", "wand rope": "wand {form} {member}",
    "wand wand": "wand {form} {member}",
}  # fmt: skip
"""Forms that differ in more than what a word is called: by a holder, an optional word, or words without an end."""
BEYOND = {
    "accept {size}": "the shorter forms of accept",
    "accept {size} {how}": "the shorter forms of accept",
    "buy {ware} for {member}": "buy without a number",
    "use {item} {member}": "use without a target",
    "cast {spell} {member}": "cast without a target",
    "cast {spell}": "cast without a target",
    "pay-over {coins} from {giver} to {taker}": "give, of a number of coins",
    "change-armour {ware} for {member}": "buy, wear and sell at one counter, for nobody can carry two suits (T6.7)",
    "put-shield {member}": "equip, for the arm that is to be free",
    "end-campaign": "a campaign of many adventures needs an end (T16.20)",
}
"""What is offered and the table does not name, with the reason."""


def table() -> list[Row]:
    text = (resources.files("undercroft.rulebooks.tabletop") / "rules.md").read_text("utf-8")
    part = text[text.index("## T25") : text.index("### GM's toolkit")]
    found = []
    sections = re.split(r"^### (.+)$", part, flags=re.MULTILINE)
    for section, body in zip(sections[1::2], sections[2::2], strict=True):
        for line in body.splitlines():
            if line.startswith("| `"):
                named, _, cost, _ = (one.strip() for one in line.strip("|").split("|"))
                found += [(section, one, cost) for one in forms(named)]
    return found


CONTINUES = {"defence", "common", "private", "fallen", "end"}
"""Words that stand for the last word of the form before them: `auto until half` / `fallen`."""


def forms(named: str) -> list[str]:
    """Return the forms of a row."""
    found: list[str] = []
    for one in re.findall(r"`([^`]+)`", named):
        found.append(f"{found[-1].rpartition(' ')[0]} {one}" if one in CONTINUES else one)
    return found


def menu(section: str) -> list[type[Action[Any]]]:
    """Return the players' actions of a section's frames; the game master's at a table are T23's."""
    mine = [cls for cls in rulebook.actions if cls.seat != MASTER and cls.__module__ != mastering.__name__]
    return [cls for cls in mine if {frame.tag() for frame in cls.during} & set(FRAMES[section])]


def fits(cls: type[Action[Any]], said: str) -> bool:
    """Say whether an action has these words: small ones stand as they are, or for an argument; great ones for one."""
    words, own = said.split(), cls.text.split()
    return (
        len(words) == len(own)
        and words[0] == own[0]
        and all(mine.startswith("{") or word == mine for word, mine in zip(words, own, strict=True))
        and all(word.islower() or mine.startswith("{") for word, mine in zip(words, own, strict=True))
    )


def meant(section: str, said: str) -> list[type[Action[Any]]]:
    wanted = HERE.get(said)
    return [cls for cls in menu(section) if (cls.text == wanted if wanted else fits(cls, said))]


def told(cls: type[Action[Any]]) -> str:
    key = f"cost.{cls.tag()}"
    return str(rulebook.texts.templates[key]) if key in rulebook.texts else ""


ROWS = [row for row in table() if row[1] not in (*REPORTS, *COMMANDS)]


def test_the_table_is_read_whole() -> None:
    assert len(table()) == 143
    assert ("Combat", "auto until fallen", "-") in ROWS
    assert ("Exploring", "light lantern", "-") in ROWS
    assert ("Treasure and level gain", "agility-point defence", "-") in ROWS


@pytest.mark.parametrize(("section", "said"), [(section, said) for section, said, _ in ROWS])
def test_every_action_of_the_table_exists_in_its_frame_with_its_words(section: str, said: str) -> None:
    if said in ELSEWHERE:
        assert any(cls.text == ELSEWHERE[said] for cls in menu("Exploring"))
    else:
        assert len(meant(section, said)) == 1


PRICED = {
    "kit price": "{price} silver", "price": "{price} silver", "10 silver": "{price} silver",
    "0 / 7 / 21 silver": "{price} silver", "49 x N silver": "{price} silver", "100 silver": "{price} silver",
    "10 silver a point": "{price} silver", "3 / 5 / 7 Astral at departure": "{astral} Astral at departure",
    "Astral": "{astral} Astral", "own action, Astral": "own action, {astral} Astral",
}  # fmt: skip
"""How a cost is told that depends on what is bought, cast or tried."""
TOLD = {
    "sell ITEM of NAME": "brings {price} silver", "throw ITEM ENEMY": "own action, what is thrown",
    "bind ALLY": "own action, 1 bandage", "force EXIT NAME": "1 turn, and noise", "dig NAME": "2 turns",
    "pick EXIT NAME": "1 turn", "cross": "1 turn", "wade": "1 turn",
    "wear ITEM NAME": "{turns} {turns:turn|turns}, Protection {after}, now {before}",
    "parley NAME [offer]": "{silver} silver if it goes well", "climb NAME": "1 turn", "drop ITEM NAME": "",
    "equip ITEM NAME": "", "withdraw-alone NAME": "",
    "camp": "1 ration each{rolls:, four watches with a roll each|}{burns:, and the light burns out|}",
    "Exploring: ready": "1 turn, weapons out for the next room",
    "fight": "weapons not out: the first action is lost; ready is free here",
    "attack": "weapons not out: the first action is lost to making ready",
    "leave": "goes home, with the quest not done", "pay silver": "{silver} silver in all",
    "pay vitality": "{silver} silver in all", **dict.fromkeys(
        ("auto until half", "auto until fallen", "auto until end"),
        "till {half:somebody is below half Vitality|}{fallen:somebody has fallen|}{end:the fight is over|}",
    ),
}  # fmt: skip
"""Costs that a row of several actions tells for one of them, or T21 tells, and what is told before it is too late."""


@pytest.mark.parametrize(("section", "said", "cost"), [row for row in ROWS if row[1] not in ELSEWHERE])
def test_every_action_of_the_table_tells_its_cost(section: str, said: str, cost: str) -> None:
    (cls,) = meant(section, said)
    plainly = PRICED.get(cost, "" if cost == "-" else cost)
    assert told(cls) == TOLD.get(f"{section}: {said}", TOLD.get(said, plainly))


@pytest.mark.parametrize(("said", "turns"), [
    ("go EXIT", 1), ("ready", 1), ("listen EXIT NAME", 1), ("search NAME", 2), ("sense door NAME", 1), ("ask PLACE", 1),
    ("find", 2), ("disarm NAME", 1), ("spring", 1), ("riddle NAME", 1), ("take-eye NAME", 1), ("eye NAME boss", 1),
    ("open-chest NAME", 1), ("take all", 1), ("wear ITEM NAME", 1), ("words ITEM NAME", 1), ("bandage", 1), ("wait", 1),
    ("spike", 1), ("sneak EXIT", 1), ("free", 1), ("attack", 0), ("retreat", 0), ("leave", 0), ("open EXIT", 0),
    ("drop ITEM NAME", 0), ("equip ITEM NAME", 0), ("douse", 0), ("wand rope", 0), ("parley NAME [offer]", 0),
])  # fmt: skip
def test_an_action_takes_the_turns_that_it_tells(said: str, turns: int) -> None:
    (cls,) = meant("Exploring", said)
    assert getattr(cls, "turns", 0) == turns


def test_what_is_beyond_the_table_is_known() -> None:
    named = {cls.text for section, said, _ in ROWS if said not in ELSEWHERE for cls in meant(section, said)}
    every = {cls.text for section in FRAMES for cls in menu(section)}
    market_use = {"use {item} {member}"}
    assert every - named - market_use == set(BEYOND) - market_use
    assert all(form(cls) for cls in rulebook.actions)


def test_treasure_is_handed_out_and_left_by_taking_it_and_going_on() -> None:
    one = below(character("Ada"), character("Bo"))
    lot = Lot(5, (Jewel("ruby", 3), Jewel("topaz", 11)), (Magic("heros-belt"),))
    with staged(one) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=lot)
    # give-jewel N NAME and give-item N NAME: any of them to anybody.
    for text in ("take topaz bo", "take ruby ada", "take unknown-belt bo"):
        assert one.act(text), text
    ada, bo = one.state.characters["ada"], one.state.characters["bo"]
    assert (ada.jewels, bo.jewels, [item.kind for item in bo.items]) == (
        (Jewel("ruby", 3),), (Jewel("topaz", 11),), ["heros-belt"],
    )  # fmt: skip
    # leave-rest: nothing holds the party back, and what it leaves stays where it is.
    with fix(one, then=6):
        assert one.act("go east")
    assert one.state.rooms["room-1"].floor == Lot(5)


def test_what_is_no_action_is_a_report_that_is_always_open() -> None:
    for said, name in REPORTS.items():
        one = village(character("Ada")) if said == "shop" else below(character("Ada"))
        before = one.digest()
        assert one.look(name) is not None
        assert one.digest() == before


@pytest.mark.rule("T2.1", "T3.17")
def test_nobody_tests_a_quality_or_a_score_at_will() -> None:
    heads = {cls.text.split()[0] for section in FRAMES for cls in menu(section)}
    assert not heads & {
        "test",
        "roll-attack",
        "roll-defence",
        "courage",
        "intelligence",
        "charisma",
        "agility",
        "strength",
    }
    outside = [cls for cls in rulebook.actions if {"exploring", "road", "village"} & {f.tag() for f in cls.during}]
    assert not any("{score}" in cls.text or "{quality}" in cls.text for cls in outside)
