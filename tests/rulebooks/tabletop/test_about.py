"""Help on whatever the lists and the rules name (T22.47): stat blocks, wares, spells, traps, classes and words."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.solo import Solo

from undercroft.engine.view import Sheet, Text
from undercroft.rulebooks.tabletop import about
from undercroft.rulebooks.tabletop.catalogue import catalogue

pytestmark = pytest.mark.rule("T22.47")


def pairs(name: str) -> dict[str, str]:
    found = about.sheet(name)
    assert isinstance(found, Sheet)
    return dict(found.pairs)


@pytest.mark.rule("T11.10", "T12.8")
def test_a_monster_is_told_with_its_stat_block_and_its_traits() -> None:
    orc = pairs("orc")
    assert orc["Courage, Resist"] == "9, 5"
    assert orc["Vitality, Protection"] == "18, 2"
    assert orc["Attack, Defence"] == "9, 6"
    assert orc["Damage"] == "1d6+3 (orcish sabre)"
    assert orc["Size, worth"] == "man-sized, 10 Adventure Points"
    assert orc["Comes in groups of"] == "2 to 6"
    assert orc["Talks"] == "yes, +3 on the Test"
    assert orc["Rule"] == "T11.10"
    spider = pairs("giant spider")
    assert spider["Talks"] == "no"
    assert spider["Poison"].endswith("(T8.31)")
    assert pairs("dragon")["Attack, Defence"] == "13, 8, 2 attacks a round"


@pytest.mark.rule("T4.5", "T4.10", "T5.16")
def test_a_class_is_told_with_its_conditions_and_its_kit() -> None:
    warrior = pairs("warrior")
    assert warrior["Needs"] == "Courage 12, Strength 12"
    assert warrior["Begins with"] == "Vitality 30"
    assert warrior["Its kit"].startswith("Warrior's kit, 90 silver")
    assert pairs("adventurer")["Needs"] == "nothing"
    assert pairs("elf")["Begins with"] == "Vitality 25, Astral 25"


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("short sword", "T9.7"), ("Short-Sword", "T9.7"), ("silvered sword", "T9.11"), ("wasp's sting", "T20.19"),
        ("covered pit", "T21.7"), ("chasm", "T21.20"), ("torches", "T10.12"), ("arrows", "T8.15"),
        ("potion of courage", "T13.56"),
        ("chief", "T12.37"),
        ("goblin warren", "T22.11"), ("grim", "T22.3"), ("ring of charm", "T13.30"),
    ],
)  # fmt: skip
def test_things_are_told_with_the_rule_that_says_what_they_are(asked: str, rule: str) -> None:
    assert pairs(asked)[rule] == about.rules().rule(rule).text


def test_plurals_and_numbered_foes_are_understood() -> None:
    for asked in ("wolves", "wolf 2", "wolf-1", "Wolf"):
        assert pairs(asked)["Rule"] == "T12.3"


def test_every_entry_of_the_lists_and_every_word_of_the_rules_can_be_asked_about() -> None:
    for table in about.TABLES:
        for entry in getattr(catalogue(), table).values():
            assert isinstance(about.sheet(entry.name), (Sheet, Text)), entry.name
    for word, rules in about.TERMS.items():
        said = about.sheet(word)
        assert said is not None
        if isinstance(said, Text) and said.name == f"about {word}":
            assert not said.lines[0].startswith("term."), word
            assert [line.rpartition(" (")[2] for line in said.lines[1:]] == [f"{one})" for one in rules.split()]
    assert about.sheet("zzz") is None


def test_help_answers_in_the_game_and_names_the_nearest() -> None:
    solo = Solo("quick")
    assert solo("help master stroke")[-1].endswith("cannot be Defended (a master stroke). (T8.3)")
    assert solo("help gobbelin") == ['There is no help on "gobbelin"; did you mean "Goblin"?']
