"""The content files against the rulebook: traps, features, themes, and what else an adventure is made of."""

import re

import pytest
from tests.rulebooks.tabletop.reading import CAT, cited, damage, figure, pairs, said

from undercroft.rulebooks.tabletop import catalogue as c

REPEATED = {"stuck-door", "chasm", "fallen-passage"}


@pytest.mark.parametrize("trap", cited(CAT.traps))
def test_a_trap_as_its_line_says(trap) -> None:
    words = said(trap.rule)
    number, name = re.match(r"Trap (\d+), ([^:]+):", words).groups()
    assert (trap.draw_low, trap.draw_high, trap.name) == (int(number), int(number), name)
    quality, add = re.search(r"Tests? (\w+) \+?(\d)", words).groups()
    assert (trap.quality, trap.adjustment) == (quality.lower(), int(add))
    poison = re.search(r"poison \+(\d) \((\d)d6\)", words)
    assert (trap.poison, trap.poison_dice) == (tuple(map(int, poison.groups())) if poison else (0, 0))
    wound = (0, figure(r"take (\d) Vitality", words)) if poison else damage(words)
    assert (trap.dice, trap.add) == wound
    assert trap.protected == ("Protection counts" in words)
    assert trap.victims == ("all" if "everyone" in words else "front" if "front rank" in words else "first")
    sleep, panic = figure(r"sleeps (\d)", words), figure(r"panicked for (\d)", words)
    escape = re.search(r"Test of (\w+) \+?(\d)", words)
    assert trap.turns == (sleep or panic or (1 if escape else 0))
    assert (trap.escape, trap.escape_adjustment) == ((escape[1].lower(), int(escape[2])) if escape else ("", 0))
    effects = {"poison": poison, "sleep": sleep, "panic": panic, "net": name.startswith("net")}
    assert trap.effect == next((effect for effect, found in effects.items() if found), "wound")
    assert trap.noise == ("wandering encounter is checked" in words)


@pytest.mark.rule("T21.5")
def test_only_the_pit_stays() -> None:
    assert [key for key, one in CAT.traps.items() if one.lasting] == ["covered-pit"]


@pytest.mark.rule("T21.1")
def test_trap_numbers() -> None:
    assert [c.drawn(CAT.trap_numbers, face).adjustment for face in range(1, 7)] == [0, 0, 2, 2, 4, 6]


@pytest.mark.parametrize("feature", cited(CAT.features))
def test_a_feature_as_its_line_says(feature) -> None:
    words = said(feature.rule)
    number, name = re.match(r"Feature (\d+), ([^:(]+?)(?=:| \()", words).groups()
    assert (feature.draw_low, feature.draw_high, feature.name) == (int(number), int(number), name)
    tests = [(word.lower(), int(add)) for word, add in re.findall(r"([A-Z][a-z]+) \+?(\d)(?! /)", words)]
    tests = [
        (word, add) for word, add in tests if word in ("agility", "strength", "intelligence", "charisma", "courage")
    ]
    shown = [(feature.quality, feature.adjustment), (feature.other_quality, feature.other_adjustment)]
    assert [one for one in shown if one[0]] == tests
    assert (feature.dice, feature.add) == (damage(words) if "2d6+4" not in words else (0, 0))
    turns = figure(r"(\d) turns? ", words)
    assert feature.turns == turns or not turns
    once_each = "one try per character" in words or "may drink once" in words
    assert (feature.tries == "once") == ("one try per party" in words)
    assert feature.tries == "once-each" or not once_each
    assert (feature.tries == "repeatable") == (feature.id in REPEATED)
    assert feature.noise == ("noise" in words)


@pytest.mark.rule("T21.18", "T21.25", "T21.27", "T21.28", "T21.29")
def test_the_other_figures_of_features() -> None:
    numbers = [int(one) for one in re.search(r"\(([\d, ]+)\)", said("T21.29"))[1].split(", ")]
    assert [one.draw_low for one in CAT.features.values() if one.blocking] == numbers == [1, 2, 3, 4, 7, 8]
    assert CAT.features["locked-door"].other_tries == "repeatable"
    assert CAT.features["idol"].amount == figure(r"curse of \+(\d)", said("T21.25")) == 1
    assert CAT.features["old-map-room"].amount == 3
    assert "next three" in said("T21.27")
    eye = CAT.features["all-seeing-eye"]
    assert (eye.level, CAT.features[eye.instead].draw_low) == (5, 11)
    assert "level 5 or more, otherwise feature 11" in said("T21.28")


@pytest.mark.rule("T21.17", "T21.20", "T21.23")
def test_how_long_a_try_takes() -> None:
    turns = [one.turns for one in CAT.features.values()]
    assert turns == [1, 1, 0, 1, 1, 1, 2, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("theme", cited(CAT.themes))
def test_a_theme_as_its_line_says(theme) -> None:
    words = said(theme.rule)
    head = re.match(r"Theme (\d+), (.+?), levels (\d+)-(\d+): ([^;]+); boss ([^;]+?)\.?(?:;|$)", words).groups()
    assert [str(theme.number), theme.name, str(theme.level_low), str(theme.level_high)] == list(head[:4])
    assert ", ".join(CAT.monsters[kind].name for kind in theme.kinds) == head[4]
    boss, elder = CAT.monsters[theme.boss].name, CAT.monsters[theme.elder].name if theme.elder else ""
    two = f"{boss} below level {theme.elder_from}, {elder} from level {theme.elder_from}"
    assert head[5] == (two if elder else boss)
    assert theme.warns == ("quest text warns" in words)


@pytest.mark.rule("T22.14", "T22.19")
@pytest.mark.parametrize(
    ("theme", "level", "boss"),
    [
        ("orc-delve", 3, "orc"),
        ("orc-delve", 4, "ogre"),
        ("giants-hall", 10, "troll"),
        ("giants-hall", 11, "giant"),
        ("dragon-mountain", 21, "dragon"),
    ],
)
def test_the_boss_by_level(theme: str, level: int, boss: str) -> None:
    assert c.theme(theme).boss_at(level) == boss


@pytest.mark.rule("T22.21", "T22.41")
def test_quests() -> None:
    quests = [c.drawn(CAT.quests, face) for face in range(1, 7)]
    assert [one.object for one in quests] == ["", "", "captive", "heirloom", "", "banner"]
    assert [face for face, one in enumerate(quests, 1) if not one.handed_over] == [1, 2, 5]
    assert all(one.name.split()[-1] in said("T22.21") for one in quests)


@pytest.mark.rule("T22.44")
def test_villages() -> None:
    names = said("T22.44").partition(": ")[2].rstrip(".").split(", ")
    assert [c.drawn(CAT.villages, face).name for face in range(1, 13)] == names


@pytest.mark.rule("T22.2", "T22.24")
def test_sizes_of_adventures() -> None:
    names = r"(short|standard|long|grand) (\d+)"
    assert {one.name: one.rooms for one in CAT.lengths.values()} == pairs(said("T22.2"), names)
    assert {one.name: one.days for one in CAT.lengths.values()} == pairs(said("T22.24"), names)
    assert [(one.rooms, one.days) for one in CAT.lengths.values()] == [(8, 2), (12, 3), (16, 4), (20, 5)]


@pytest.mark.rule("T22.3", "T22.5", "T22.6")
def test_percentages() -> None:
    assert [(one.name, one.percent) for one in CAT.settings.values()] == [
        ("gentle", 75),
        ("normal", 100),
        ("grim", 130),
    ]
    assert "75 %, 100 %, 130 %" in said("T22.3")
    budgets = pairs(said("T22.6"), r"(light|middling|heavy|boss|road|wandering) (\d+)")
    assert {one.name: one.percent for one in CAT.budgets.values()} == budgets
    assert list(budgets.values()) == [40, 70, 100, 120, 40, 40]
    sizes = re.search(r"times ([\d, or]+) %", said("T22.5"))[1]
    assert [CAT.party_sizes[n].percent for n in range(1, 7)] == [int(one) for one in re.findall(r"\d+", sizes)]
    assert CAT.party_sizes[1].percent == 60
    assert CAT.party_sizes[6].percent == 110


@pytest.mark.rule("T23.11")
def test_ratings() -> None:
    found = re.findall(r"(?:below|from) (\d\.\d) (\w+)", said("T23.11"))
    names = [word for _, word in found]
    assert [one.name for one in CAT.ratings.values()] == names
    assert [one.below for one in CAT.ratings.values()] == [40, 80, 120, 150, 200, 0]
    assert [limit for limit, _ in found] == ["0.4", "0.8", "1.2", "1.5", "2.0", "2.0"]


@pytest.mark.rule("T18.4", "T18.5")
def test_lodgings() -> None:
    assert [(one.name, one.price, one.astral) for one in CAT.lodgings.values()] == [
        ("barn", 0, "half"), ("common room", 7, "half"), ("private room", 21, "full"),
    ]  # fmt: skip
    assert "common room costs 7 silver, a private room 21 silver" in said("T18.4")
