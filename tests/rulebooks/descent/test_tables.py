"""The content files against the rulebook: every cell of every table in rules.md that is content."""

import re
from importlib import resources
from itertools import pairwise
from typing import get_args

import pytest

from undercroft.engine.rules import Rules
from undercroft.rulebooks.descent import catalogue as c

RULES = Rules(resources.files("undercroft.rulebooks.descent") / "rules.md")
CAT = c.catalogue()
ALL = ("king", "hero", "wizard", "rogue", "fighter", "ranger")
NUMBER_WORDS = {"two": 2}
PLUS = r"\+(?P<amount>\d+)"
DICE = r"(?P<dice>\d+d\d+(?: ?\+ ?\d+)?)"
TIMES = r"times (?P<factor>[\d/]+)"
UNTIL = r"(?:; shown as its name, with no hint of its use until carried for (?P<shown>\d+) steps)?"
KIND = r"(?:party effect, )?(?P<party>ward|sight|fare|mending) kind, (?P<kind>good|bad)"
OUTSIDE = r"(?:; outside fights, no reader needed)?"
LANDS = "the party lands in a random hall cell of the next floor, with the contents"
POWER = {
    "effect": "nothing", "target": "", "dice": "", "adds": (), "amount": 0, "chance": 0, "turns": 0, "dud": (0, 0),
    "member": "", "cures": (), "party": "", "good": True, "steps": 0, "factor": (1, 1),
}  # fmt: skip
ONE, EACH, ITEM, PARTY = "one-member", "members", "item", "party"

# What a sentence of the rulebook means: its words, the effect, the target; its figures are read out of the sentence.
SENTENCES = (
    (rf"heals {DICE}", "heal", "self"),
    (rf"draw 1d(?P<sides>\d+): on (?P<dud>\d+) nothing, else heals {DICE}", "heal", "self"),
    (r"heals to the ceiling", "heal-full", "self"),
    (rf"returns {DICE} mana", "mana", "self"),
    (r"gives (?P<amount>\d+) experience", "experience", "self"),
    (r"member effect (?P<member>\w+) \((?P<row>E\d)\)", "member-effect", "self"),
    (r"ends (?P<cures>Poisoned)", "cure", "self"),
    (rf"the ceiling falls by {DICE}", "ceiling-loss", "self"),
    (r"(?P<member>Poisoned)", "member-effect", "self"),
    (r"experience toward the next level becomes 0", "experience-loss", "self"),
    (r"see D14\.15", "goodwill", "monsters"),
    (r"see D16\.4", "hone", ITEM),
    (r"see D16\.3", "repair", ITEM),
    (r"see D17", "raise", "fallen"),
    (r"see D14\.16", "summon", PARTY),
    (rf"(?:fight: )?wounds one monster {DICE}(?P<adds>(?: \+ [a-z ]+)*)", "wound", "one-monster"),
    (rf"wounds every monster {DICE}(?P<adds>(?: \+ [a-z ]+)*)", "wound", "monsters"),
    (r"each monster is senseless for its next (?P<turns>\w+) turns with (?P<chance>\d+) in 100", "hold", "monsters"),
    (rf"protection of all members inside {PLUS}, this fight(?:; not with R04)?", "protection", EACH),
    (r"attack of all standing members inside \+(?P<amount>\d+), this fight", "attack", EACH),
    (r"the band's attack (?P<amount>-\d+), this fight", "foe-attack", "monsters"),
    (r"names one item", "name-item", ITEM),
    (r"makes known every secret door of the floor", "find-secrets", PARTY),
    (r"makes known the floor's halls, rooms, stairs and all doors, secret ones too", "find-floor", PARTY),
    (r"a band drawn for the floor attacks and strikes first", "call-band", PARTY),
    (r"the reader's mana becomes 0", "mana-loss", "self"),
    (rf"heals one member {DICE}(?P<adds>(?: \+ [a-z ]+)*)", "heal", ONE),
    (rf"heals every living member {DICE}", "heal", EACH),
    (r"one member's (?P<figure>\w+) \+(?P<plus>\d+), this fight", "member-effect", ONE),
    (r"ends (?P<cures>Poisoned and Stupor) on one member", "cure", ONE),
    (r"raises one fallen member with 1 health \(not the king, D17\)", "raise", "fallen"),
    (r"restores up to (?P<amount>\d+) lost points on one weapon, shield or armour", "repair", ITEM),
    (r"one member takes (?P<each>\w+) turns a round for (?P<rounds>\d+) rounds", "member-effect", ONE),
    (r"every aimed blow at one other member lands on the reader, this fight", "member-effect", "other-member"),
    (r"one member cannot be level-drained or ceiling-bitten, this fight; the blow wounds as an ordinary one",
     "member-effect", ONE),
    (r"the next room walked into does not strike first \(kept till then; no party effect\)", "soft-step", PARTY),
    (rf"ceiling \+{DICE}", "ceiling-gain", "self"),
    (rf"carried: wandering chances {TIMES}{UNTIL}", "carried", ""),
    (rf"{KIND}(?:: (?:wandering chances )?{TIMES})?, (?P<steps>\d+) steps{OUTSIDE}", "party-effect", PARTY),
    # traps
    (rf"wounds the lifter {DICE} \+ f/(?P<floors>\d+)", "wound", "self"),
    (rf"wounds every living member {DICE} \+ f/(?P<floors>\d+)", "wound", EACH),
    (r"starts (?P<member>Poisoned) on the lifter", "member-effect", "self"),
    (rf"the party loses {DICE} rations", "rations-loss", PARTY),
    (rf"the lifter's ceiling falls by {DICE}", "ceiling-loss", "self"),
    (r"the party loses a fifth of its gold", "gold-loss", PARTY),
    (r"the lifter's shield, or armour if no shield, loses (?P<amount>\d+) protection", "gear-loss", "self"),
    (rf"{LANDS}; on the deepest floor this is a (?P<deepest>\w+) instead", "drop", PARTY),
    # baths
    (r"the member loses a level, as by level drain", "level-loss", "self"),
    (r"all the member's mana is lost \(a member without mana: nothing\)", "mana-loss", "self"),
    (r"(?P<effect>strength|agility) (?P<way>falls|rises) by (?P<amount>\d+)", "", "self"),
    (r"the weapon in the ready hand loses (?P<amount>\d+) damage, metal or not", "weapon-loss", "self"),
    (r"nothing", "nothing", ""),
    (r"health rises to the ceiling", "heal-full", "self"),
    (r"mana rises to its most", "mana-full", "self"),
    (rf"the ceiling rises by {DICE}", "ceiling-gain", "self"),
    (r"(?P<amount>\d+) experience", "experience", "self"),
    (r"exactly the experience missing to the next level", "next-level", "self"),
    (r"every standing member rises to the ceiling and loses (?P<cures>Poisoned and Stupor)", "restore", EACH),
)  # fmt: skip


def table(*first_and_last: str) -> list:
    """The rows of rules.md from one id to another, in order."""
    first, last = first_and_last
    for one in RULES.tables:
        ids = [cells[0] for cells in one.rows]
        if first in ids:
            assert ids[0] == first
            assert ids[-1] == last
            return [RULES.row(key) for key in ids]
    raise AssertionError(f"no table begins with {first}")


def matched(rows, entries):
    """Rows with their entries, both in the same order and none left over."""
    entries = list(entries)
    assert [row.id for row in rows] == [entry.row for entry in entries]
    return list(zip(rows, entries, strict=True))


def whole(cell: str) -> int:
    return 0 if cell == "-" else int(cell)


def span(cell: str) -> tuple[int, int]:
    low, _, high = cell.partition("-")
    return (0, 0) if cell == "-" else (int(low), int(high or low))


def stocked(cell: str) -> int:
    return {"courtyard": 0, "never": -1}[cell] if " " not in cell else int(cell.removeprefix("floor "))


def classes(cell: str) -> tuple[str, ...]:
    return ALL if cell == "all" else tuple(cell.split(", "))


def factor(cell: str) -> tuple[int, int]:
    over, _, under = cell.partition("/")
    return int(over), int(under or 1)


def read(sentence: str) -> tuple[dict, dict]:
    """A sentence as the Power fields it stands for, and what else it says."""
    matches = ((re.fullmatch(pattern, sentence), effect, target) for pattern, effect, target in SENTENCES)
    found, effect, target = next((one for one in matches if one[0]), (None, "", ""))
    assert found, f"a sentence this test cannot read: {sentence}"
    said = {key: value for key, value in found.groupdict().items() if value is not None}
    power = {**POWER, "effect": said.pop("effect", effect), "target": target}
    power["dice"] = said.pop("dice", "").replace(" ", "")
    power["adds"] = tuple(part.replace(" ", "-") for part in said.pop("adds", "").split(" + ")[1:])
    power["amount"] = int(said.pop("amount", 0)) * (-1 if said.pop("way", "") == "falls" else 1)
    power["chance"] = int(said.pop("chance", 0))
    power["turns"] = NUMBER_WORDS.get(said.pop("turns", ""), 0)
    power["dud"] = (int(said.pop("dud", 0)), int(said.pop("sides", 0)))
    power["member"] = said.pop("member", "").lower()
    power["cures"] = tuple(part for part in said.pop("cures", "").lower().split(" and ") if part)
    power["party"] = said.pop("party", "")
    power["good"] = said.pop("kind", "good") == "good"
    power["steps"] = int(said.pop("steps", 0))
    power["factor"] = factor(said.pop("factor", "1/1"))
    return power, said


def power_of(entry) -> dict:
    return {field: getattr(entry, field) for field in POWER}


def check_power(entry, sentence: str, **also) -> dict:
    power, said = read(sentence)
    assert power_of(entry) == {**power, **also}, f"{entry.row} {sentence}"
    return said


# Classes, difficulty, quests


@pytest.mark.rule("D2.18")
@pytest.mark.row("C1", "C2", "C3", "C4", "C5", "C6")
def test_classes():
    for row, one in matched(table("C1", "C6"), CAT.classes.values()):
        figures = (one.strength, one.agility, one.wits, one.stamina, one.attack, one.mana)
        assert (one.id, one.name) == (row.cells[1], row.cells[1])
        assert figures == tuple(whole(cell) for cell in row.cells[2:8])
        assert one.reads == {"yes": True, "no": False}[row.cell("reads")]
        assert one.rank == row.cell("first rank")


@pytest.mark.rule("D2.1", "D2.2")
def test_there_are_six_classes():
    assert tuple(CAT.classes) == ("king", "hero", "wizard", "rogue", "fighter", "ranger")


@pytest.mark.rule("D2.8")
def test_three_classes_have_mana():
    assert [one.id for one in CAT.classes.values() if one.mana > 0] == ["king", "hero", "wizard"]


@pytest.mark.rule("D1.12")
def test_weapons_that_members_start_with():
    hands = {key: CAT.weapons[one.hand].row for key, one in CAT.classes.items() if one.hand}
    assert hands == {"hero": "W01", "wizard": "W02", "rogue": "W06", "fighter": "W01", "ranger": "W06"}


@pytest.mark.rule("D29.4")
def test_the_king_comes_in_rags_with_empty_hands():
    king = CAT.classes["king"]
    assert (king.hand, CAT.armours[king.body].row) == ("", "A01")
    assert {one.body for key, one in CAT.classes.items() if key != "king"} == {""}


def test_names_differ_from_each_other():
    names = [name for one in CAT.classes.values() for name in one.names]
    assert len(names) == len(set(names)) == 72
    assert not [name for name in names if not re.fullmatch(r"[A-Z][A-Za-z-]+", name)]


@pytest.mark.rule("D5.5")
@pytest.mark.row("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8")
def test_difficulty():
    rows = {row.id: row for row in table("F1", "F8")}
    assert tuple(CAT.difficulties) == ("easy", "normal", "hard")
    for name, one in CAT.difficulties.items():
        health = f"{one.monster_health // 100}.{one.monster_health % 100:02}"
        wounds = (one.tumbler_wound, one.plate_wound)
        figures = (one.gold, one.rations, f"{one.level_cost}n", one.lid, health, one.room_first, *wounds)
        assert one.name == name
        assert tuple(rows[f"F{n}"].cell(name) for n in range(1, 9)) == tuple(str(figure) for figure in figures)


@pytest.mark.rule("D1.3")
def test_quest_lengths():
    assert {key: (one.floors, one.book) for key, one in CAT.quests.items()} == {
        "short": (6, 3), "standard": (12, 6), "long": (18, 9),
    }  # fmt: skip


@pytest.mark.rule("D7.21")
def test_pages_on_each_floor_make_thirty_six():
    assert [one.pages for one in CAT.quests.values()] == [6, 3, 2]
    assert [one.pages * one.floors for one in CAT.quests.values()] == [36, 36, 36]
    assert sum(one.pages for one in CAT.spells.values()) == 36


# Floors, rooms, treasure, traps, baths


@pytest.mark.row(
    "L01", "L02", "L03", "L04", "L05", "L06", "L07", "L08", "L09", "L10", "L11", "L12", "L13", "L14", "L15", "L16",
    "L17", "L18",
)  # fmt: skip
def test_floors():
    for row, one in matched(table("L01", "L18"), CAT.floors.values()):
        cells = (
            one.number, one.short or "-", one.standard or "-", one.long, one.rings, one.values, one.combinations,
            f"{one.rows}x{one.columns}", one.pushes, one.hint, one.posts, one.mends, one.raises,
        )  # fmt: skip
        assert row.cells[1:] == tuple(str(cell) for cell in cells)
        assert (one.id, one.name) == (f"floor-{one.number}", f"Floor {one.number}")
        assert c.floor(one.number) is one
    assert [CAT.floors[7].peril(quest) for quest in ("short", "standard", "long")] == [0, 7, 6]


@pytest.mark.rule("D20.4")
def test_combinations_strictly_rise():
    counts = [one.combinations for one in CAT.floors.values()]
    assert all(upper < lower for upper, lower in pairwise(counts))


@pytest.mark.rule("D21.8", "D22.2")
def test_hints_and_posted_prices_go_by_the_floor():
    assert [one.hint for one in CAT.floors.values()] == [50 * f for f in range(1, 19)]
    assert [one.posts for one in CAT.floors.values()] == [25 * f for f in range(1, 19)]


@pytest.mark.row("O1", "O2", "O3", "O4", "O5")
def test_room_content():
    rooms = {row.id: (row, one) for row, one in matched(table("O1", "O5"), CAT.rooms.values())}
    for row, one in rooms.values():
        assert (one.name, one.chance) == (row.cells[1], int(row.cells[2]))
    assert rooms["O1"][0].cells[3].startswith(f"{CAT.rooms['band'].map_chance} in the map's room")
    gold = CAT.rooms["gold"]
    assert rooms["O3"][0].cells[3] == f"{gold.plus} + ({gold.low}-{gold.high}) times the floor"
    assert rooms["O4"][0].cells[3] == "one draw on the treasure table"


@pytest.mark.row("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8")
def test_treasure():
    rows = matched(table("T1", "T8"), CAT.treasure.values())
    for row, one in rows:
        assert (one.draw_low, one.draw_high) == span(row.cells[1])
        assert one.id in row.cells[2]
    coins, *others = (one for _, one in rows)
    assert rows[0][0].cells[2] == f"coins: ({coins.low}-{coins.high}) times f"
    assert [(one.low, one.high) for one in others] == [(0, 0)] * 7
    weapon, armour, shield = others[-3:]
    assert rows[5][0].cells[2].endswith(f"on a floor no deeper than f+{weapon.deeper} is equally likely")
    assert [row.cells[2] for row, _ in rows[6:]] == ["one armour, by the same rule", "one shield, by the same rule"]
    assert (armour.deeper, shield.deeper) == (weapon.deeper, weapon.deeper)
    assert c.drawn(CAT.treasure, 34).id == "coins"
    assert c.drawn(CAT.treasure, 35).id == "bottle"


@pytest.mark.row("X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8", "X9", "X10")
def test_traps():
    for row, one in matched(table("X1", "X10"), CAT.traps.values()):
        assert (one.draw_low, one.draw_high) == span(row.cells[1])
        assert one.name == row.cells[2]
        said = check_power(one, row.cells[3])
        assert one.per_floors == int(said.get("floors", 0))
        assert one.deepest == said.get("deepest", "")
        assert one.share == {"gold-loss": 5}.get(one.effect, 0)


@pytest.mark.row(
    "Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9", "Y10", "Y11", "Y12", "Y13", "Y14", "Y15", "Y16", "Y17",
)  # fmt: skip
def test_baths():
    for row, one in matched(table("Y1", "Y17"), CAT.bath.values()):
        assert (one.draw_low, one.draw_high) == span(row.cells[1])
        sentence = row.cells[2]
        if one.row == "Y7":
            name, _, sentence = sentence.partition(": ")
            assert one.name == name
        check_power(one, sentence)
    assert [c.drawn(CAT.bath, face).row for face in (7, 8, 9, 10, 20)] == ["Y7", "Y8", "Y8", "Y9", "Y17"]


# Things


def check_thing(row, one, sides):
    name = row.cells[1]
    assert one.name == name.removesuffix(" (bad)")
    assert (one.draw_low, one.draw_high) == span(row.cell("draw"))
    assert one.draw_high <= sides
    assert (one.price, one.stocked) == (whole(row.cell("base price")), stocked(row.cell("first stocked")))
    assert c.item(one.id) is one


@pytest.mark.row("Q01", "Q02", "Q03", "Q04", "Q05", "Q06", "Q07", "Q08", "Q09", "Q10", "Q11", "Q12", "Q13")
def test_bottles():
    rows = table("Q01", "Q08") + table("Q09", "Q13")
    for row, one in matched(rows, CAT.bottles.values()):
        check_thing(row, one, 20)
        said = check_power(one, row.cell("what it does"))
        assert one.bad == (row.caption == "Bad bottles")
        assert (one.sort, one.where) == ("bottle", "any")
        if "row" in said:
            assert CAT.effects[one.member].row == said["row"]
    dud = CAT.bottles["medicinal-ale"]
    assert (dud.dud, dud.roll) == ((1, 6), c.Dice(2, 6, 0))


@pytest.mark.row("R01", "R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10", "R11")
def test_scrolls():
    for row, one in matched(table("R01", "R11"), CAT.scrolls.values()):
        check_thing(row, one, 12)
        check_power(one, row.cell("what it does"))
        assert (one.sort, one.where, one.bad) == ("scroll", row.cell("where"), row.cells[1].endswith(" (bad)"))


@pytest.mark.row("N1", "N2", "N3")
def test_lanterns():
    for row, one in matched(table("N1", "N3"), CAT.lanterns.values()):
        check_thing(row, one, 20)
        sentence = row.cell("what it does").replace("the same, ", "party effect, ward kind, good: ")
        sentence = sentence.replace("times 1/4", "wandering chances times 1/4")
        check_power(one, sentence)
        assert (one.sort, one.where, one.bad) == ("lantern", "outside", not one.good)


@pytest.mark.row("H1", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9")
def test_charms():
    for row, one in matched(table("H1", "H9"), CAT.charms.values()):
        check_thing(row, one, 12)
        bad = row.cells[1].endswith(" (bad)")
        said = check_power(one, row.cell("what it does"))
        assert one.shown_after == int(said.get("shown", 0))
        assert one.used == {"yes": True, "no": False}[row.cell("used")]
        assert (one.sort, one.bad) == ("charm", bad)
        if row.cell("what it does").startswith("fight:"):
            assert one.where == "fight"
        if "outside fights" in row.cell("what it does"):
            assert one.where == "outside"
    assert CAT.charms["gem-of-strength"].roll == c.Dice(1, 4, 1)


def test_where_the_charms_told_of_elsewhere_work():
    told = ("honing-stone", "mending-kit", "gem-of-strength", "light-of-life")
    assert [CAT.charms[key].where for key in told] == ["outside", "outside", "outside", "any"]
    assert CAT.charms["summoning-stone"].where == "fight"


# Spells and effects


def check_spell(row, one):
    assert (one.name, one.mana, one.where) == (row.cells[1], int(row.cell("mana")), row.cell("where"))
    sentence = row.cell("what it does")
    power, said = read(sentence)
    if power["effect"] == "member-effect":
        power["member"] = one.id
        effect = CAT.effects[one.id]
        if "figure" in said:
            figures = {key: getattr(effect, key) for key in ("strength", "agility", "attack", "defence", "protection")}
            assert {key: value for key, value in figures.items() if value} == {said["figure"]: int(said["plus"])}
        if "rounds" in said:
            assert (effect.turns, effect.rounds) == (NUMBER_WORDS[said["each"]], int(said["rounds"]))
    assert power_of(one) == power, sentence
    assert c.spell(one.id) is one


@pytest.mark.row("B1", "B2", "B3", "B4")
def test_spells_known_by_heart():
    spells = [one for one in CAT.spells.values() if one.by_heart]
    for row, one in matched(table("B1", "B4"), spells):
        check_spell(row, one)
        assert (one.who, one.pages) == ((row.cell("who"),), 0)


@pytest.mark.row(
    "P01", "P02", "P03", "P04", "P05", "P06", "P07", "P08", "P09", "P10", "P11", "P12", "P13", "P14", "P15", "P16",
    "P17", "P18", "P19", "P20", "P21", "P22", "P23", "P24",
)  # fmt: skip
def test_pages():
    spells = [one for one in CAT.spells.values() if not one.by_heart]
    for row, one in matched(table("P01", "P24"), spells):
        check_spell(row, one)
        assert (one.who, one.pages) == ((), int(row.cell("pages")))


def test_twelve_spells_have_two_pages():
    assert [one.pages for one in CAT.spells.values() if not one.by_heart] == [2] * 12 + [1] * 12


@pytest.mark.row("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8")
def test_member_effects():
    rows = table("E1", "E8")
    for row in rows:
        names = row.cells[1].split(", ")
        effects = [one for one in CAT.effects.values() if one.row == row.id]
        assert [one.name for one in effects] == names
        for one in effects:
            assert one.good == {"star": True, "hazard": False}[row.cell("mark")]
            lasts = {"steps": f"{one.steps} steps", "rounds": f"{one.rounds} rounds", "fight": "fight",
                     "own-turns": "own turns", "next-turn": "to next own turn"}[one.lasts]  # fmt: skip
            assert row.cell("lasts") == lasts
    does = {row.id: row.cell("what it does") for row in rows}
    poison, giant, quick, stupor = (CAT.effects[key] for key in ("poisoned", "giant", "quick", "stupor"))
    assert does["E1"] == (
        f"{poison.wound} wound each time the count left divides by {poison.every}, ignoring protection "
        f"({poison.steps // poison.every} in all)"
    )
    assert does["E2"] == f"strength +{giant.strength}"
    assert does["E3"] == f"agility +{quick.agility}"
    assert does["E4"] == f"attack {stupor.attack}"
    assert does["E7"] == "two turns a round"
    assert CAT.effects["quickening"].turns == 2
    assert CAT.effects["guarding"].defence == 3
    assert sum(one.row in does for one in CAT.effects.values()) == len(CAT.effects) == 13


def test_effects_change_nothing_beyond_their_rows():
    figures = ("strength", "agility", "attack", "defence", "protection", "wound")
    changed = {one.id: {f: getattr(one, f) for f in figures if getattr(one, f)} for one in CAT.effects.values()}
    assert {key: what for key, what in changed.items() if what} == {
        "poisoned": {"wound": 1}, "giant": {"strength": 3}, "quick": {"agility": 2}, "stupor": {"attack": -2},
        "dim-veil": {"defence": 2}, "stone-skin": {"protection": 3}, "sure-aim": {"attack": 4},
        "guarding": {"defence": 3},
    }  # fmt: skip


# Stores and gear


@pytest.mark.rule("D28.5", "D28.6")
@pytest.mark.row("K0", "K1", "K2", "K3", "K4", "K5", "K6")
def test_counters():
    light = CAT.charms["light-of-life"]
    for row, one in matched(table("K0", "K6"), CAT.counters.values()):
        sixths = one.price(6)
        factor_cell = f"{sixths}/6 = {sixths // 6}.{sixths % 6 * 10 // 6}"
        cells = (one.name, factor_cell, str(one.price(c.RATIONS_PRICE)), str(one.price(light.price)))
        assert row.cells[1:] == cells
    assert [one.floor for one in CAT.counters.values()] == [0, 3, 6, 9, 12, 15, 18]
    assert [CAT.counters[key].price(15) for key in ("store-3", "store-6", "store-9")] == [23, 30, 38]


@pytest.mark.rule("D28.1", "D28.2")
def test_ten_rations_cost_twenty():
    assert (c.RATIONS_LOT, c.RATIONS_PRICE) == (10, 20)


def check_gear(row, one):
    assert (one.name, one.price) == (row.cells[1], whole(row.cell("base price")))
    assert (one.stocked, one.who) == (stocked(row.cell("first stocked")), classes(row.cell("who")))
    assert c.item(one.id) is one


@pytest.mark.row(
    "W01", "W02", "W03", "W04", "W05", "W06", "W07", "W08", "W09", "W10", "W11", "W12", "W13", "W14", "W15", "W16",
    "W17", "W18", "W19", "W20", "W21", "W22", "W23", "W24", "W25", "W26", "W27",
)  # fmt: skip
def test_weapons():
    for row, one in matched(table("W01", "W27"), CAT.weapons.values()):
        check_gear(row, one)
        assert (one.damage, f"+{one.attack}") == (int(row.cell("damage")), row.cell("attack"))
        assert (one.hands, one.reach) == (int(row.cell("hands")), row.cell("reach"))
        assert (one.sort, one.metal) == ("weapon", {"yes": True, "no": False}[row.cell("metal")])


@pytest.mark.row(
    "A01", "A02", "A03", "A04", "A05", "A06", "A07", "A08", "A09", "A10", "A11", "A12", "A13", "A14", "A15", "A16",
)  # fmt: skip
def test_armours():
    for row, one in matched(table("A01", "A16"), CAT.armours.values()):
        check_gear(row, one)
        assert (one.sort, one.protection) == ("armour", int(row.cell("protection")))


@pytest.mark.row("SH1", "SH2", "SH3", "SH4", "SH5")
def test_shields():
    for row, one in matched(table("SH1", "SH5"), CAT.shields.values()):
        check_gear(row, one)
        assert (one.sort, one.protection) == ("shield", int(row.cell("protection")))


# Monsters


def check_foe(row, one):
    plain = ("peril", "health", "attack", "defence", "protection", "experience", "gold", "bribe")
    assert {head: getattr(one, head) for head in plain} == {head: int(row.cell(head)) for head in plain}
    assert (one.low, one.high) == span(row.cell("damage"))
    special = "-"
    if one.special:
        chance = f" {one.special_chance}" if one.special_chance else ""
        special = CAT.specials[one.special].name + chance
    assert row.cell("special") == special
    assert (one.name, one.reach) == (row.cells[1], row.cell("reach"))
    assert c.monster(one.id) is one


@pytest.mark.rule("D33.1")
@pytest.mark.row(
    "M01", "M02", "M03", "M04", "M05", "M06", "M07", "M08", "M09", "M10", "M11", "M12", "M13", "M14", "M15", "M16",
    "M17", "M18", "M19", "M20", "M21", "M22", "M23", "M24", "M25", "M26", "M27", "M28", "M29", "M30", "M31", "M32",
    "M33", "M34", "M35", "M36", "M37", "M38", "M39", "M40", "M41", "M42", "M43", "M44", "M45", "M46",
)  # fmt: skip
def test_monsters():
    for row, one in matched(table("M01", "M46"), CAT.monsters.values()):
        check_foe(row, one)
        assert (one.band_low, one.band_high) == span(row.cell("band"))


@pytest.mark.rule("D33.3")
@pytest.mark.row("M47", "M48", "M49", "M50", "M51", "M52")
def test_prize_guards():
    for row, one in matched(table("M47", "M52"), CAT.guards.values()):
        check_foe(row, one)
        assert (one.quest, one.floor) == (row.cell("quest"), int(row.cell("floor")))
        assert one.prize == {"Gremlin Thief": "book", "The Gaoler": "king"}[one.name]
        assert (one.band_low, one.band_high) == (1, 1)
        quest = CAT.quests[one.quest]
        assert one.floor == (quest.book if one.prize == "book" else quest.floors)
        assert CAT.guard(one.quest, one.prize) is one
        assert one.peril == CAT.floors[one.floor].peril(one.quest)


@pytest.mark.rule("D14.3")
def test_every_kind_takes_a_bribe_at_least_ten_times_in_a_hundred():
    assert min(one.bribe for one in CAT.foes.values()) == 10


def test_specials_name_their_rules():
    for one in CAT.specials.values():
        assert one.name.split()[-1][:5] in RULES.rule(one.rule).text.lower().replace("breathing", "breath")
    assert {one.special for one in CAT.foes.values()} - {""} == set(CAT.specials)


# The whole


def test_every_table_of_the_rulebook_is_compared_here():
    compared = {"C1", "F1", "O1", "L01", "T1", "X1", "Y1", "Q01", "Q09", "R01", "N1", "H1", "B1", "P01", "E1", "K0",
                "W01", "A01", "SH1", "M01", "M47"}  # fmt: skip
    words_only = {"G1", "RB1", "ACT01"}  # vocabulary, guidance, and the actions that the chapters test
    assert {one.rows[0][0] for one in RULES.tables} == compared | words_only


def test_names_and_descriptions():
    rows = 0
    for name in c.SHEETS:
        if name == "lessons":
            continue  # what they tell is held by test_lessons
        table = getattr(CAT, "difficulties" if name == "difficulty" else name)
        for one in table.values():
            rows += 1
            assert re.fullmatch(r"[^\d]{8,110}[.?]", one.description), one.id
    assert rows > 250


def test_the_manual_tells_every_field_and_every_effect():
    manual = (resources.files("undercroft.rulebooks.descent") / "content" / "README.md").read_text(encoding="utf-8")
    words = set(re.findall(r"[a-z_-]+", manual))
    fields = {field for sheet in c.SHEETS.values() for field in sheet.kind.__struct_fields__}
    assert fields | set(get_args(c.Effect)) | set(get_args(c.Target)) - {""} <= words


def test_the_catalogue_is_loaded_once():
    assert c.catalogue() is CAT
    assert re.fullmatch("[0-9a-f]{10}", CAT.fingerprint)
    assert len(CAT.items) == 84
    assert len(CAT.foes) == 52
