"""The content files against the rulebook: magic items, jewels, treasures, spells and wands."""

import re

import pytest
from tests.rulebooks.tabletop.reading import CAT, cited, damage, figure, pairs, said

from undercroft.rulebooks.tabletop import catalogue as c

QUALITY_POTIONS = ("Courage", "Intelligence", "Charisma", "Agility", "Strength")


@pytest.mark.rule("T13.67")
def test_what_villages_pay() -> None:
    text = said("T13.67").partition(": ")[2]
    heal = re.search(r"healing potion (\d+)/(\d+)/(\d+) at (\d+)/(\d+)/(\d+)", text).groups()
    wanted = {f"healing-potion-{dose}": int(price) for dose, price in zip(heal[:3], heal[3:], strict=True)}
    rest = pairs(text, r"(Quality potion|ointments|small shape|key|belt|ring|mirror|Cornucopia) (\d+)")
    wanted |= {f"potion-of-{name.lower()}": rest["Quality potion"] for name in QUALITY_POTIONS}
    wanted |= {one.id: rest["ointments"] for one in CAT.items.values() if one.kind == "ointment"}
    ids = {"potion-of-small-shape": "small shape", "key-of-opening": "key", "heros-belt": "belt"}
    ids |= {"ring-of-charm": "ring", "mirror-of-truth": "mirror", "cornucopia": "Cornucopia"}
    wanted |= {key: rest[name] for key, name in ids.items()}
    assert {one.id: one.price for one in CAT.items.values()} == wanted
    assert wanted["healing-potion-20"] == 75
    assert wanted["heros-belt"] == 80


@pytest.mark.rule("T18.13", "T13.32")
def test_what_the_healer_asks_and_a_spent_ring_brings() -> None:
    asked = {key: one.asked for key, one in CAT.items.items() if one.asked}
    assert asked == {"healing-potion-10": 60, "healing-potion-20": 150}
    assert "10 points at 60 silver and one of 20 points at 150 silver" in said("T18.13")
    spent = {key: one.spent for key, one in CAT.items.items() if one.spent}
    assert spent == {"ring-of-charm": figure(r"for (\d+) silver", said("T13.32"))} == {"ring-of-charm": 40}


@pytest.mark.rule("T13.8")
def test_what_is_of_use_unknown() -> None:
    useless = {one.name for one in CAT.items.values() if not one.unknown}
    assert useless == set(
        re.search(r"opened|; (.+) cannot be used", said("T13.8"))[1].replace(" and ", ", ").split(", ")
    )
    assert all(one.unknown for one in CAT.items.values() if one.kind != "thing")


@pytest.mark.rule("T13.17")
def test_the_doses_of_healing_potions() -> None:
    doses = [int(one) for one in re.findall(r"\d+", said("T13.17"))]
    assert [CAT.items[f"healing-potion-{dose}"].amount for dose in (10, 20, 30)] == doses == [10, 20, 30]


@pytest.mark.rule("T13.56", "T13.57")
def test_the_points_of_quality_potions() -> None:
    potions = [CAT.items[f"potion-of-{name.lower()}"] for name in QUALITY_POTIONS]
    assert [one.quality for one in potions] == [name.lower() for name in QUALITY_POTIONS]
    assert {one.amount for one in potions} == {figure(r"by (\d)", said("T13.56"))} == {7}


@pytest.mark.rule("T13.22", "T13.25")
def test_the_points_of_the_belt() -> None:
    belt = CAT.items["heros-belt"]
    assert (belt.quality, belt.amount, belt.turns) == ("strength", figure(r"by (\d)", said("T13.22")), 1)
    assert belt.amount == 7


@pytest.mark.rule("T13.30")
def test_the_points_of_the_ring() -> None:
    ring = CAT.items["ring-of-charm"]
    assert (ring.quality, ring.amount) == ("charisma", figure(r"counts as (\d+)", said("T13.30")))
    assert ring.amount == 20


@pytest.mark.rule("T13.40")
def test_the_points_of_the_weapon_ointment() -> None:
    assert CAT.items["weapon-ointment"].amount == figure(r"Add by (\d)", said("T13.40")) == 1


@pytest.mark.rule("T13.19")
def test_whom_the_cornucopia_feeds() -> None:
    assert CAT.items["cornucopia"].amount == 5
    assert "five people" in said("T13.19")


@pytest.mark.parametrize(
    ("item", "kind", "power"),
    [
        pytest.param("healing-potion-10", "potion", "mending", marks=pytest.mark.rule("T13.15")),
        pytest.param("healing-potion-20", "potion", "mending", marks=pytest.mark.rule("T13.15")),
        pytest.param("healing-potion-30", "potion", "mending", marks=pytest.mark.rule("T13.15")),
        pytest.param("potion-of-small-shape", "potion", "small-shape", marks=pytest.mark.rule("T13.61")),
        pytest.param("weapon-ointment", "ointment", "sharpness", marks=pytest.mark.rule("T13.40")),
        pytest.param("ointment-of-sleep", "ointment", "sleep", marks=pytest.mark.rule("T13.43")),
        pytest.param("ointment-of-fear", "ointment", "panic", marks=pytest.mark.rule("T13.47")),
        pytest.param("ointment-of-weakness", "ointment", "weakness", marks=pytest.mark.rule("T13.48")),
        pytest.param("key-of-opening", "thing", "opening", marks=pytest.mark.rule("T13.33")),
        pytest.param("ring-of-charm", "thing", "charm", marks=pytest.mark.rule("T13.30")),
        pytest.param("cornucopia", "thing", "food", marks=pytest.mark.rule("T13.19")),
        pytest.param("mirror-of-truth", "thing", "truth", marks=pytest.mark.rule("T13.36")),
        pytest.param("heros-belt", "thing", "quality", marks=pytest.mark.rule("T13.22")),
    ],
)
def test_what_items_do(item: str, kind: str, power: str) -> None:
    assert (CAT.items[item].kind, CAT.items[item].power) == (kind, power)


@pytest.mark.rule("T13.56", "T13.57")
def test_all_other_items_are_quality_potions() -> None:
    others = [one for one in CAT.items.values() if one.power == "quality" and one.id != "heros-belt"]
    assert [(one.kind, one.quality) for one in others] == [("potion", name.lower()) for name in QUALITY_POTIONS]
    assert len(CAT.items) == 13 + len(QUALITY_POTIONS)


@pytest.mark.parametrize(
    ("spell", "power"),
    [
        pytest.param("rabbits-panic", "panic", marks=pytest.mark.rule("T20.10")),
        pytest.param("butterflys-transformation", "shape", marks=pytest.mark.rule("T20.12")),
        pytest.param("lambs-trust", "trust", marks=pytest.mark.rule("T20.14")),
        pytest.param("dormouses-sleep", "sleep", marks=pytest.mark.rule("T20.15")),
        pytest.param("newts-mending", "mending", marks=pytest.mark.rule("T20.16")),
        pytest.param("owls-eyes", "night-sight", marks=pytest.mark.rule("T20.17")),
        pytest.param("chameleons-coat", "hiding", marks=pytest.mark.rule("T20.18")),
        pytest.param("wasps-sting", "sting", marks=pytest.mark.rule("T20.19")),
        pytest.param("tortoises-shell", "shell", marks=pytest.mark.rule("T20.20")),
        pytest.param("snails-burden", "slowness", marks=pytest.mark.rule("T20.21")),
        pytest.param("spiders-web", "web", marks=pytest.mark.rule("T20.22")),
        pytest.param("magpies-touch", "fetching", marks=pytest.mark.rule("T20.23")),
        pytest.param("hounds-nose", "scent", marks=pytest.mark.rule("T20.24")),
    ],
)
def test_what_spells_do(spell: str, power: str) -> None:
    assert CAT.spells[spell].power == power


@pytest.mark.rule("T20.23", "T20.24")
def test_two_spells_are_cast_on_things() -> None:
    assert [one.id for one in CAT.spells.values() if one.target == "thing"] == ["magpies-touch", "hounds-nose"]


@pytest.mark.rule("T6.2", "T13.29", "T13.44", "T13.47", "T13.51", "T13.56", "T13.61")
def test_how_long_items_last() -> None:
    for rule in ("T13.29", "T13.44", "T13.47", "T13.51", "T13.56", "T13.61"):
        assert figure(r"(\d+) minutes", said(rule)) == 35
    lasting = {key for key, one in CAT.items.items() if one.turns == 7}
    ointments = {"ointment-of-sleep", "ointment-of-fear", "ointment-of-weakness"}
    potions = {f"potion-of-{name.lower()}" for name in QUALITY_POTIONS} | {"potion-of-small-shape"}
    assert lasting == ointments | potions | {"ring-of-charm"}
    assert {one.turns for one in CAT.items.values()} == {0, 1, 7}


@pytest.mark.rule("T13.68", "T13.69")
def test_random_magic_items() -> None:
    rows = re.findall(r"(\d+)(?:-(\d+))? ([^;]+)", said("T13.68").partition(": ")[2].rstrip("."))
    assert len(rows) == len(CAT.finds) == 16
    for low, high, words in rows[1:]:
        word = words.removesuffix(" potion").split(" ")[-1]
        for face in range(int(low), int(high or low) + 1):
            assert word.lower() in c.magic_item(face).name.lower()
    assert [c.magic_item(face).id for face in (5, 12, 13, 14)] == [
        "potion-of-strength", "ointment-of-sleep", "ointment-of-weakness", "ointment-of-fear",
    ]  # fmt: skip
    assert [c.magic_item(10).id, c.magic_item(11).id] == ["weapon-ointment"] * 2
    for face in range(1, 5):
        assert [c.magic_item(face, healing).amount for healing in range(1, 7)] == [10, 10, 10, 20, 20, 30]


@pytest.mark.rule("T14.5")
def test_jewels() -> None:
    rows = re.findall(r"(\d+) ([a-z ]+?) (\d+)(?=;| silver)", said("T14.5").partition(": ")[2])
    assert [(one.total, one.name, one.value) for one in CAT.jewels.values()] == [
        (int(total), name, int(value)) for total, name, value in rows
    ]
    assert [c.jewel(total).value for total in range(2, 13)] == [60, 30, 12, 6, 8, 2, 3, 5, 12, 25, 40]


@pytest.mark.rule("T14.7")
def test_the_mean_jewel() -> None:
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    per_carat = sum(ways[one.total] * one.value for one in CAT.jewels.values())
    assert per_carat == 393
    assert 21 * per_carat * 1000 == 114625 * 2 * 36


@pytest.mark.parametrize("treasure", cited(CAT.treasures))
def test_a_treasure_as_its_line_says(treasure) -> None:
    words = said(treasure.rule)
    assert words.startswith(f"Treasure {treasure.name}:")
    assert (treasure.dice, treasure.times) == (damage(words)[0], figure(r"x (\d+) silver", words, absent=1))
    assert treasure.per_enemy == ("per enemy" in words)
    several = re.search(r"(\d)d(\d) jewels", words)
    one = figure(r"(\d)-in-6 chance of one jewel", words)
    assert treasure.jewel_chance == (6 if several else one)
    dice = tuple(map(int, several.groups())) if several else (1, 1) if one else (0, 0)
    assert (treasure.jewel_dice, treasure.jewel_sides) == dice
    sure = re.search(r", (one|two) magic items?", words)
    maybe = figure(r"(\d)-in-6 chance of one magic item", words)
    assert treasure.item_chance == (6 if sure else maybe)
    assert treasure.items == ({"one": 1, "two": 2}[sure[1]] if sure else 1 if maybe else 0)


@pytest.mark.parametrize("spell", cited(CAT.spells))
def test_a_spell_as_its_line_says(spell) -> None:
    words = said(spell.rule)
    letters, costs = re.match(rf"{spell.name}: (E M|M), ([\d /]+) Astral", words).groups()
    assert spell.letters == letters.replace(" ", "")
    assert spell.astral == tuple(int(one) for one in costs.split(" / "))
    assert spell.metres == figure(r", (\d+) m,", words)
    assert (spell.target == "touch") == (", touch," in words)
    assert (spell.target == "caster") == (", the caster," in words)
    assert (spell.target == "one") == ("one target" in words)
    assert (spell.target, spell.targets) == (("several", 4) if "up to four targets" in words else (spell.target, 1))
    halved = "Resist roll does not stop it but halves it" in words
    resisted = "unwilling" if "if unwilling" in words else "half" if halved else "yes" if "resist" in words else "no"
    assert spell.resisted == resisted
    minutes = 60 if "1 hour" in words else figure(r"(\d+) minutes", words)
    combat = "to the end of the combat or 1 turn" in words
    assert spell.turns == (1 if combat else minutes // 5)
    assert (spell.lasts == "combat") == combat
    assert (spell.lasts == "turns") == bool(minutes)
    assert (spell.lasts == "at-once") == ("at once" in words)
    dice = re.findall(r"(\d)d6(?:\+(\d))?", words)
    assert list(zip(spell.dice, spell.adds, strict=True)) == [(int(one), int(add or 0)) for one, add in dice]


@pytest.mark.rule("T20.2", "T20.26", "T20.13", "T20.18", "T20.20", "T20.23")
def test_the_other_figures_of_spells() -> None:
    assert len(CAT.spells) == 13
    assert sum("E" in one.letters for one in CAT.spells.values()) == 7
    sting = CAT.spells["wasps-sting"]
    later = re.search(
        r"Level (\d) for Wasp's Sting at strength 2 and Level (\d) for strength 3", said("T20.26")
    ).groups()
    assert sting.levels == (1, *map(int, later)) == (1, 4, 8)
    assert {one.levels for one in CAT.spells.values() if one is not sting} == {(1,)}
    assert CAT.spells["butterflys-transformation"].adjustment == figure(r"adjustment (-\d)", said("T20.13")) == -6
    assert CAT.spells["chameleons-coat"].adjustment == figure(r"adjustment (-\d)", said("T20.18")) == -6
    assert CAT.spells["tortoises-shell"].amount == figure(r"Protection \+(\d)", said("T20.20")) == 3
    touch = CAT.spells["magpies-touch"]
    assert touch.lock_astral == figure(r"lock costs (\d)", said("T20.23")) == 8
    assert touch.amount == figure(r"load (\d)", said("T20.23")) == 1


@pytest.mark.rule("T19.5", "T19.7", "T19.8", "T19.9", "T19.10", "T19.11", "T19.3")
def test_levels_of_wand() -> None:
    costs = [figure(r"costs (\d)", said(rule)) for rule in ("T19.9", "T19.10", "T19.11")]
    adds = [figure(r"by \+(\d)", said(rule)) for rule in ("T19.5", "T19.7", "T19.8")]
    assert list(CAT.wands) == [1, 2, 3, 4]
    assert [one.astral for one in CAT.wands.values()] == [0, *costs] == [0, 3, 5, 7]
    assert [one.adjustment for one in CAT.wands.values()] == [0, *adds] == [0, 0, 3, 6]
