"""The content files against the rulebook: characters, what they buy, and monsters."""

import re

import pytest
from tests.rulebooks.tabletop.reading import CAT, RULES, cited, damage, figure, pairs, said

from undercroft.rulebooks.tabletop import catalogue as c

TRAITS = ("Any-rank", "Rear", "Terror", "Poison", "Undead", "Mindless", "Construct", "Slow", "Bony", "Acid", "Song",
          "Numbing", "Unearthly", "Knitting", "Stench", "Caster")  # fmt: skip


# --- characters ---


@pytest.mark.rule("T2.14")
def test_the_adjustments_of_tests() -> None:
    wanted = pairs(said("T2.14"), r"((?:very )?(?:easy|plain|hard|desperate)) ([+-]?\d+)")
    assert {one.name: one.adjustment for one in CAT.adjustments.values()} == wanted
    assert wanted == {"very easy": -6, "easy": -3, "plain": 0, "hard": 3, "very hard": 6, "desperate": 9}


@pytest.mark.rule("T4.3", "T4.4", "T4.5", "T4.6", "T4.7", "T4.8")
def test_what_classes_ask_for() -> None:
    for name, rule in (("warrior", "T4.4"), ("dwarf", "T4.6"), ("elf", "T4.7"), ("magician", "T4.8")):
        wanted = {word.lower(): int(least) for word, least in re.findall(r"([A-Z][a-z]+) (\d+) or more", said(rule))}
        assert dict(CAT.classes[name].needs) == wanted
        assert len(wanted) == 2
    assert CAT.classes["adventurer"].needs == ()


@pytest.mark.parametrize(
    ("name", "vitality", "astral", "wand"),
    [
        pytest.param("Adventurer", 30, 0, 0, marks=pytest.mark.rule("T4.9", "T4.15")),
        pytest.param("Warrior", 30, 0, 0, marks=pytest.mark.rule("T4.10", "T4.15")),
        pytest.param("Dwarf", 35, 0, 0, marks=pytest.mark.rule("T4.11", "T4.15")),
        pytest.param("Elf", 25, 25, 0, marks=pytest.mark.rule("T4.12")),
        pytest.param("Magician", 20, 30, 1, marks=pytest.mark.rule("T4.13", "T4.14", "T5.12")),
    ],
)
def test_what_classes_start_with(name: str, vitality: int, astral: int, wand: int) -> None:
    one = CAT.classes[name.lower()]
    assert (one.name, one.vitality, one.astral, one.wand_level) == (name, vitality, astral, wand)
    text = " ".join(said(f"T4.{number}") for number in range(9, 15))
    assert pairs(text, r"level-1 (\w+) has (\d+) maximum Vitality")[name] == vitality


@pytest.mark.rule("T4.18", "T4.19", "T4.20", "T4.21", "T4.22", "T4.35")
def test_letters_and_kins() -> None:
    for one, rule in zip(CAT.classes.values(), ("T4.18", "T4.19", "T4.20", "T4.21", "T4.22"), strict=True):
        assert f"{one.name} may use armour and weapons marked {one.letter}" in said(rule)
    assert [one.kin for one in CAT.classes.values()] == ["human", "human", "dwarf", "elf", "human"]


@pytest.mark.rule("T5.15", "T5.16", "T5.17", "T5.18", "T5.19")
def test_every_class_has_its_own_kit() -> None:
    for one in CAT.classes.values():
        kit = CAT.kits[one.kit]
        assert kit.name == f"{one.name}'s kit"
        assert said(kit.rule).startswith(kit.name)


def singular(words: str) -> str:
    """`5 torches` as `5 torch`."""
    return re.sub(r"(?<=ch)es$|s$", "", words.lower()) if words[:1].isdigit() else words.lower()


@pytest.mark.parametrize("kit", cited(CAT.kits))
def test_a_kit_holds_what_is_said_at_what_it_costs(kit) -> None:
    words = said(kit.rule)
    assert kit.price == figure(r"(\d+) silver", words)
    wanted = re.split(r", ", words.partition(": ")[2].rstrip("."))
    armour = [CAT.armour[kit.armour].name] if kit.armour else []
    has = [CAT.kits[kit.pack].name] if kit.pack else []
    has += [CAT.weapons[one].name for one in kit.weapons] + armour
    has += [f"{n} {CAT.goods[key].name.partition(',')[0]}" if n > 1 else CAT.goods[key].name for key, n in kit.pieces]
    assert sorted(map(singular, has)) == sorted(map(singular, wanted))


@pytest.mark.parametrize("kit", cited(CAT.kits))
def test_a_kit_costs_what_its_parts_cost(kit) -> None:
    parts = [CAT.weapons[key].price for key in kit.weapons]
    parts += [CAT.armour[kit.armour].price] if kit.armour else []
    parts += [CAT.goods[key].price * n // CAT.goods[key].lot for key, n in kit.pieces]
    parts += [CAT.kits[kit.pack].price] if kit.pack else []
    assert sum(parts) == kit.price


@pytest.mark.rule("T5.14", "T10.12")
def test_the_common_pack_weighs_five() -> None:
    assert "load 5" in said("T5.14")
    assert sum(CAT.goods[key].weight(n) for key, n in CAT.kits["common-pack"].pieces) == 5


@pytest.mark.rule("T24.10", "T24.11", "T5.23")
def test_the_reference_party() -> None:
    members = dict(re.findall(r"(Warrior|Dwarf|Elf|Magician) \(([^)]+)\)", said("T24.10")))
    assert [one.name for one in CAT.reference.values()] == list(members)
    for one in CAT.reference.values():
        figures, gear = members[one.name].split("; ")
        qualities = [int(n) for n in re.findall(r"\d+", re.sub(r"with \+1 Attack", "", figures))]
        assert [one.courage, one.intelligence, one.charisma, one.agility, one.strength] == qualities
        assert one.agility_point == ("attack" if "+1 Attack" in figures else "none")
        held = ["wand" if key == "wand" else CAT.weapons[key].name.lower() for key in one.weapons]
        held += [CAT.armour[one.armour].name.lower(), *(["shield"] if one.shield else [])]
        held += [f"{n} {key}" for key, n in zip(one.goods, one.numbers, strict=True)]
        assert sorted(held) == sorted(gear.split(", "))
        assert one.wielded == c.plain(gear.split(", ")[0])
        assert one.rank == ("front" if one.name in ("Warrior", "Dwarf") else "back")
        assert (one.pack, one.silver, one.of_class) == ("common-pack", 100, one.id)


# --- gear ---


@pytest.mark.parametrize("weapon", cited(CAT.weapons))
def test_a_weapon_as_its_line_says(weapon) -> None:
    words = said(weapon.rule)
    assert words.startswith(weapon.name)
    only = "only Warriors" in words
    letters = re.search(r", ((?:[AWDEM] )*[AWDEM])(?=[,.;])", words)
    assert (weapon.dice, weapon.add) == damage(words)
    assert weapon.hands == (2 if "two hands" in words else 1 if "one hand" in words else 0)
    assert weapon.load == figure(r"load (\d+)", words)
    assert weapon.price == figure(r"price (\d+)", words)
    assert weapon.letters == ("W" if only else letters[1].replace(" ", "") if letters else "")
    assert weapon.only_warriors == only
    assert weapon.not_dwarf == ("not Dwarf" in words)
    assert weapon.reach == ("reach" in words)
    assert weapon.reload == ("reload" in words)
    thrown = re.search(r"thrown \((\w+)\)", words)
    assert weapon.thrown == (thrown[1] if thrown else "")
    missile = re.search(r", (near|middle|far|very far)[,.]", words)
    assert weapon.missile == (missile[1].replace(" ", "-") if missile else "")


@pytest.mark.rule("T9.17", "T9.18", "T9.19", "T9.20", "T8.15", "T8.17")
def test_what_weapons_shoot_and_which_break() -> None:
    shot = {key: one.ammunition for key, one in CAT.weapons.items() if one.ammunition}
    assert shot == {"sling": "sling-stones", "short-bow": "arrows", "longbow": "arrows", "crossbow": "bolts"}
    assert [key for key, one in CAT.weapons.items() if not one.breaks] == ["unarmed"]


@pytest.mark.parametrize("armour", cited(CAT.armour))
def test_armour_as_its_line_says(armour) -> None:
    words = said(armour.rule)
    assert words.startswith(armour.name)
    assert armour.protection == figure(r"Protection \+?(\d+)", words)
    assert armour.penalty == figure(r"Penalty (\d+)", words)
    assert (armour.load, armour.price) == (figure(r"load (\d+)", words), figure(r"price (\d+)", words))
    assert armour.letters == re.search(r", ([AWDEM ]+)\.$", words)[1].replace(" ", "")
    assert armour.shield == ("Protection +" in words)


def listed_goods() -> dict[str, tuple[str, str]]:
    rows = next(one.rows for one in RULES.tables if one.heads[0] == "Goods")
    return {cells[at]: (cells[at + 1], cells[at + 2]) for cells in rows for at in (0, 4)}


@pytest.mark.rule("T5.20", "T10.12")
def test_every_row_of_the_goods() -> None:
    wanted = listed_goods()
    assert len(wanted) == len(CAT.goods) == 20
    for cell, (price, load) in wanted.items():
        name, _, per = cell.partition(" (")
        one = c.named(CAT.goods, name)
        assert one.price == int(price)
        assert one.load == (int(load) if load != "-" else figure(r"= load (\d)", per))
        assert one.per == (figure(r"(\d+) =", per) or one.lot)
        assert one.lot == figure(r", (\d+)$", name, absent=1)


@pytest.mark.rule("T10.12")
@pytest.mark.parametrize(
    ("key", "pieces", "load"),
    [("torch", 0, 0), ("torch", 1, 1), ("torch", 5, 1), ("torch", 6, 2), ("ration", 3, 1), ("ration", 4, 2)],
)
def test_loads_are_counted_by_lots_begun(key: str, pieces: int, load: int) -> None:
    assert CAT.goods[key].weight(pieces) == load


@pytest.mark.rule("T6.5", "T8.24", "T10.13", "T10.14", "T10.15", "T10.17")
def test_what_goods_do() -> None:
    goods = CAT.goods
    assert goods["torch"].turns == figure(r"torch burns (\d+)", said("T6.5")) == 12
    assert goods["flask-of-oil"].turns == figure(r"oil (\d+) turns", said("T6.5")) == 24
    assert goods["bandage"].vitality == figure(r"restores (\d)", said("T8.24")) == 2
    assert goods["crowbar"].adjustment == figure(r"adjustment (-\d)", said("T10.13")) == -2
    assert goods["lockpicks"].adjustment == figure(r"adjustment (-\d)", said("T10.14")) == -2
    assert goods["grappling-hook"].adjustment == figure(r"adjustment (-\d)", said("T10.15")) == -6
    water = goods["vial-of-holy-water"]
    assert (water.dice, water.thrown) == (damage(said("T10.17"))[0], "near") == (2, "near")
    assert {key for key, one in goods.items() if one.adjustment} == {"crowbar", "lockpicks", "grappling-hook"}


@pytest.mark.rule("T8.12")
def test_bands_of_range() -> None:
    found = re.findall(r"(near|middle|very far|far) \((?:up to )?(\d+) m\) \+?(\d)", said("T8.12"))
    bands = [(one.name, one.metres, one.adjustment) for one in CAT.ranges.values()]
    assert bands == [(name, int(metres), int(add)) for name, metres, add in found]
    assert [band[1:] for band in bands] == [(15, 0), (30, 2), (60, 5), (120, 8)]


@pytest.mark.rule("T8.13")
def test_sizes() -> None:
    wanted = pairs(said("T8.13").partition(": ")[2], r"([a-z-]+) ([+-]?\d)")
    assert {one.name: one.adjustment for one in CAT.sizes.values()} == wanted
    assert list(wanted.values()) == [5, 2, 0, -2, -4]


# --- monsters ---


def block(monster) -> str:
    """The whole stat block; the source tells the Courage of some monsters, and a Dragon's attacks, in other rules."""
    apart = {"goblin": "T11.15", "ogre": "T11.19", "troll": "T11.22", "kobold": "T11.25", "dragon": "T11.31"}
    return said(monster.rule) + (" " + said(apart[monster.id]) if monster.id in apart else "")


@pytest.mark.parametrize("monster", cited(CAT.monsters))
def test_a_monster_as_its_block_says(monster) -> None:
    words = block(monster)
    assert words.startswith(f"{monster.name}:")
    assert monster.courage == figure(r"Courage (\d+)", words)
    assert monster.vitality == figure(r"\bV (\d+)", words)
    assert monster.protection == figure(r"\bP (\d+)", words)
    assert monster.attack == figure(r"\bA (\d+)", words)
    assert monster.defence == figure(r"\bD (\d+)", words)
    assert (monster.dice, monster.add) == damage(words.partition("damage ")[2])
    assert monster.resist == figure(r"\bR (\d+)", words)
    assert f", {monster.size}, ML {monster.ml}," in words
    assert monster.treasure == (found[1].lower() if (found := re.search(r"treasure ([A-F])", words)) else "")
    low, high = re.search(r"number (\d+)(?:-(\d+))?", words).groups()
    assert (monster.number_low, monster.number_high) == (int(low), int(high or low))
    talks = re.search(r"talks ([+-]?\d+)", words)
    assert monster.talks == (int(talks[1]) if talks else None)
    assert [CAT.traits[one].name for one in monster.traits] == [
        one for one in re.findall(r"[A-Z][a-z-]+", words.partition("number ")[2]) if one in TRAITS
    ]
    poison = re.search(r"Poison \+(\d) \((\d)d6\)", words)
    assert (monster.poison, monster.poison_dice) == (tuple(map(int, poison.groups())) if poison else (0, 0))
    weapon = re.search(r"damage [\dd+-]+ \(([^)]+)\)", words)
    assert monster.weapon == (weapon[1] if weapon else "")
    assert monster.human == (", human" in words)


@pytest.mark.rule("T11.33")
def test_how_often_monsters_attack() -> None:
    stated = {one.id: figure(r"(\d) attack", block(one)) for one in CAT.monsters.values() if one.id != "dragon"}
    assert {key: CAT.monsters[key].attacks for key in stated} == stated
    assert CAT.monsters["dragon"].attacks == 2


@pytest.mark.rule("T11.5", "T11.7", "T11.38")
def test_which_weapons_a_winner_may_take_up() -> None:
    left = {key: one.leaves for key, one in CAT.monsters.items() if one.leaves}
    assert left == {
        "orc": "sabre", "goblin": "dagger", "kobold": "dagger", "skeleton": "sword", "bandit": "sabre",
        "lizard-man": "spear", "bandit-captain": "sword", "renegade-magician": "quarterstaff",
    }  # fmt: skip
    foreign = {key for key, one in CAT.monsters.items() if one.foreign}
    assert foreign == {"orc", "goblin", "kobold", "lizard-man", "skeleton"}
    assert not {"ogre", "troll", "giant"} & set(left)


@pytest.mark.rule("T11.9", "T11.37")
def test_humans_alone_wear_armour_and_it_is_their_protection() -> None:
    for one in CAT.monsters.values():
        assert bool(one.armour) == one.human
        if one.armour:
            armour = CAT.armour[one.armour]
            assert f"{one.protection} {armour.name.lower()}" in said("T11.37")
            assert armour.protection == one.protection


@pytest.mark.rule("T12.39")
def test_animals() -> None:
    names = re.split(r", | and ", said("T12.39").removeprefix("Animals are ").rstrip("."))
    assert [one.name for one in CAT.monsters.values() if one.animal] == names


@pytest.mark.rule("T7.32", "T7.41", "T12.33")
def test_what_one_kind_has_alone() -> None:
    cowards = {key: one.cowardice for key, one in CAT.monsters.items() if one.cowardice}
    assert cowards == {"goblin": figure(r"\+(\d) for Goblins", said("T7.32"))} == {"goblin": 5}
    assert [key for key, one in CAT.monsters.items() if one.treacherous] == ["goblin"]
    astral = {key: one.astral for key, one in CAT.monsters.items() if one.astral}
    assert astral == {"renegade-magician": figure(r"(\d+) Astral", said("T12.33"))} == {"renegade-magician": 24}


@pytest.mark.rule("T11.12")
def test_what_orcs_carry() -> None:
    sabre, bow, axe = (c.drawn(CAT.outfits, face) for face in (4, 5, 6))
    assert c.drawn(CAT.outfits, 1) is sabre
    orc = CAT.monsters["orc"]
    assert (sabre.weapon, sabre.dice, sabre.add, sabre.protection) == ("sabre", orc.dice, orc.add, orc.protection)
    assert (bow.weapon, bow.dice, bow.add) == ("spear", *damage(said("T11.12").partition("5 spear")[2]))
    assert (bow.bow, bow.bow_dice, bow.bow_add) == ("short-bow", *damage(said("T11.12").partition("short bow")[2]))
    assert (axe.weapon, axe.dice, axe.add) == ("war-axe", *damage(said("T11.12").partition("war axe")[2]))
    assert (bow.protection, axe.protection) == (2, figure(r"and P (\d)", said("T11.12"))) == (2, 1)


@pytest.mark.rule("T11.29")
def test_what_a_kobold_can_do() -> None:
    magic = [(c.drawn(CAT.kobold_magic, face).spell, c.drawn(CAT.kobold_magic, face).snatch) for face in range(1, 7)]
    assert magic == [("rabbits-panic", False), ("chameleons-coat", False), ("", True), *[("", False)] * 3]


UNDEAD = {"sleep", "panic", "trust", "poison", "fright", "surrender"}
MINDLESS = UNDEAD | {"parley", "weakness"}


@pytest.mark.parametrize(
    ("trait", "blocks"),
    [
        pytest.param("undead", UNDEAD, marks=pytest.mark.rule("T12.22", "T12.38")),
        pytest.param("mindless", MINDLESS, marks=pytest.mark.rule("T12.23", "T13.55")),
        pytest.param("construct", MINDLESS | {"slowness"}, marks=pytest.mark.rule("T12.24", "T20.21")),
        pytest.param("terror", {"panic", "fright"}, marks=pytest.mark.rule("T7.33")),
        pytest.param("unearthly", {"plain-blows"}, marks=pytest.mark.rule("T12.30")),
    ],
)
def test_what_traits_block(trait: str, blocks: set[str]) -> None:
    assert set(CAT.traits[trait].blocks) == blocks


def test_no_other_trait_blocks_anything() -> None:
    assert {key for key, one in CAT.traits.items() if one.blocks} == {
        "undead", "mindless", "construct", "terror", "unearthly",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "what", "immune"),
    [
        pytest.param("dragon", "panic", True, marks=pytest.mark.rule("T11.32")),
        ("dragon", "sleep", False),
        pytest.param("ghoul", "weakness", False, marks=pytest.mark.rule("T13.55")),
        pytest.param("ghoul", "trust", True, marks=pytest.mark.rule("T20.14")),
        pytest.param("cellar-slime", "weakness", True, marks=pytest.mark.rule("T13.55")),
        pytest.param("cellar-slime", "slowness", False, marks=pytest.mark.rule("T12.23")),
        pytest.param("stone-watcher", "slowness", True, marks=pytest.mark.rule("T12.24")),
    ],
)
def test_a_kind_is_immune_by_its_traits(kind: str, what: str, immune: bool) -> None:
    assert c.immune(CAT.monsters[kind], what) is immune


@pytest.mark.rule("T12.27", "T12.31", "T12.32")
def test_the_figures_of_traits() -> None:
    amounts = {key: one.amount for key, one in CAT.traits.items() if one.amount}
    assert amounts == {
        "acid": figure(r"Protection by (\d)", said("T12.27")),
        "knitting": figure(r"regains (\d)", said("T12.31")),
        "stench": figure(r"adjustment \+(\d)", said("T12.32")),
    }
    assert list(amounts.values()) == [1, 2, 2]


@pytest.mark.rule("T7.18", "T7.19", "T7.33", "T8.31")
def test_every_trait_stands_in_its_rule() -> None:
    assert tuple(one.name for one in CAT.traits.values()) == TRAITS
    for one in CAT.traits.values():
        assert one.name.lower() in said(one.rule).lower()


@pytest.mark.parametrize("template", cited(CAT.templates))
def test_a_template_as_its_line_says(template) -> None:
    words = said(template.rule)
    vitality, ml = (re.search(rf"{name} x (\d+(?:\.\d+)?)", words)[1] for name in ("Vitality", "ML"))
    assert template.vitality[0] / template.vitality[1] == float(vitality)
    assert template.ml[0] / template.ml[1] == float(ml)
    assert (template.attack, template.most_attack) == (figure(r"Attack \+(\d)", words), 18)
    assert (template.defence, template.most_defence) == (figure(r"Defence \+(\d)", words), 17)
    assert (template.courage, template.most_courage) == (figure(r"Courage \+(\d)", words), 25)
    assert template.damage == figure(r"damage \+(\d)", words)


@pytest.mark.rule("T14.14")
def test_a_chief_is_one_letter_richer() -> None:
    assert [one.treasure for one in CAT.templates.values()] == [0, 1]
    assert [c.richer(letter) for letter in ("", "a", "b", "c", "d", "e", "f")] == ["a", "b", "c", "d", "e", "f", "f"]
