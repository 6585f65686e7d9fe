"""What the guide says (D32): the lessons as written in the rulebook, every fact they list, and every figure."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from itertools import pairwise

import pytest

from undercroft.engine.content import ContentError, load
from undercroft.engine.rulebook import find
from undercroft.engine.rules import Rules
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import lessons

FOLDER = files("undercroft.rulebooks.descent")
BOOK = (FOLDER / "rules.md").read_text(encoding="utf-8")
LESSONS = content.catalogue().lessons
ROWS = {lesson.row: key for key, lesson in LESSONS.items()}
SPEC = re.compile(r"^- \*\*(D32\.\d+)\*\* \(\w+\) (S\d\d) (message|topics|closing|gift): (.*)$", re.MULTILINE)
SAID = re.compile(r'"([^"]+)" \(([^)]*)\)')
RULE = re.compile(r"D\d+\.\d+")
GIFTS = {
    "S01": "one Medicinal Ale", "S02": "one Ring Mail", "S03": "ten rations", "S04": "one Light of Life",
    "S05": "one Hand Axe", "S06": "1 gold", "S07": "1 gold", "S08": "1 gold", "S09": "ten rations",
    "S10": "the map of the present floor", "S11": "one Wooden Shield", "S12": "one Short Bow", "S13": "1 gold",
    "S14": "one Honing Stone", "S15": "one Wooden Shield", "S16": "one Mind Sharpener", "S17": "one Gem of Strength",
    "S18": "one Aura of Warding", "S19": "one ESP", "S20": "gold", "S21": "one Goodwill Scroll",
}  # fmt: skip

FACTS = {
    "D1.2": ("spellbook lies on the floor halfway down", "the king on the deepest floor"),
    "D1.14": ("no time limit", "no item, page, prize or map", "lost or spoiled by waiting"),
    "D2.6": ("A king, a hero or a wizard can read",),
    "D2.10": ("rogue knows the first ring", "takes the first hint of a plate free", "no other class", "hero included"),
    "D2.12": ("Alongside you, and well",),
    "D2.14": ("the fallen can do nothing",),
    "D3.7": ("x of y", "x is present health", "y the ceiling"),
    "D3.8": ("walking, by potions and by a Living Statue all stop at the ceiling",),
    "D3.10": ("a gained level, a lucky Bath of Fates, or a Gem of Strength",),
    "D3.12": ("never comes back of itself",),
    "D3.13": ("A monster's bite", "a bad chest", "a bad bottle"),
    "D3.14": ("never falls below 1.",),
    "D4.1": ("experience is paid whole to the one whose blow killed", "the others get none"),
    "D4.5": ("Each costs more than the one before", "harder difficulty charges more for the same level"),
    "D4.6": ("gained as soon as the experience covers its cost", "whatever the source"),
    "D4.7": ("left over after a level counts toward the next",),
    "D4.8": ("One award can raise you by several levels at once",),
    "D4.10": ("ceiling rises, by one point at the least and by 6 at the most",),
    "D4.12": ("one point of attack bonus on reaching level 4", "after every 3 levels", "at 4, 7, 10, 13 and so on"),
    "D4.15": ("A member's status shows what the next level costs",),
    "D5.2": ("harder difficulty lowers the chance for everyone, rogue or not",),
    "D6.4": ("clock stops for the whole of a fight",),
    "D6.5": ("clock stops while a report is open",),
    "D6.7": ("every 2 hours of walking", "one ration for everyone on their feet"),
    "D6.9": ("Magic can change the pace at which meals fall due",),
    "D6.11": ("left unfed loses 1 health",),
    "D6.13": ("Hunger can kill",),
    "D6.15": ("With none, walking gives you back neither health nor mana",),
    "D6.22": ("walking never brings back the fallen",),
    "D7.15": ("no way in but a secret door",),
    "D7.17": ("Every floor hides one map of itself, the deepest included",),
    "D7.18": ("one on floor 3, and one every 3 floors below that", "each in an ordinary room"),
    "D7.20": ("pages lie in rooms, scattered over every floor",),
    "D8.1": ("opens when the deepest map you hold is of its floor or of a deeper one",),
    "D8.3": ("In a room", "sometimes inside a chest there"),
    "D9.1": ("still unfound, a band comes 3 times in a hundred when you enter a junction",),
    "D9.2": ("With every prize in hand it is 60 in a hundred",),
    "D9.4": ("mostly at junctions", "a plain stretch of hall is safer"),
    "D9.5": ("still unfound, the chance of a band on a search is 2 times that of a pace",),
    "D9.7": ("searching walls can bring them down on you now, wherever you search",),
    "D9.9": ("time in which a band can come",),
    "D9.13": ("What you carry or burn can move the chance",),
    "D9.17": ("stayed in rooms as guards", "Now all bands may hunt, for as long as you are underground"),
    "D10.1": ("a room borders a hall and no doorway is to be seen",),
    "D10.2": ("from the room's side and from the hall's side alike",),
    "D10.4": ("costs one step, the same as a pace",),
    "D11.1": ("may tell what is in the place you are facing", "names the kind"),
    "D11.2": ("Most listens hear nothing", "silence is no proof that a room is empty"),
    "D11.3": ("A listen costs one step",),
    "D11.6": ("Walking in at a door takes all of you in together",),
    "D11.8": ("whatever lives in the room may see you coming and strike before you do",),
    "D11.12": ("One of you, whom you name, goes in alone, unseen by everything inside",),
    "D11.13": ("one full turn before anything notices",),
    "D11.14": ("acts for one round, against that one only", "then on the fight follows the ordinary rules"),
    "D11.15": ("The rest stay outside", "come in by walking through the door"),
    "D13.1": ("all who stand must leave, and by one and the same door",),
    "D13.8": ("In a hall of the same floor, not of your choosing", "never in a room, and never on a stair"),
    "D13.9": ("may be a hall you have never walked",),
    "D13.11": ("No time passes while you run",),
    "D14.1": ("the band is shown", "it says how many times in a hundred a bribe is taken"),
    "D14.2": ("the complete chance, and the same at every further ask",),
    "D14.3": ("Every kind takes a bribe at least 10 times in a hundred",),
    "D14.6": ("A refused ask costs you a round, and so does one accepted and not paid", "the band acts, you do not"),
    "D14.9": ("The gold named, and the experience those monsters would have given",),
    "D14.10": ("a paid band never fails to leave", "fight is over", "its room, contents included, falls to you"),
    "D14.11": ("may make rooms of the floor known", "may give you a summoning stone"),
    "D14.14": (
        "raises the chance until the fight ends, never to certainty",
        "improves what a taken bribe brings",
        "Nothing else changes that chance",
        "only a reader may open the scroll",
    ),
    "D15.2": ("the weapon held in the ready hand", "lowers its damage", "the loss stays after the fight"),
    "D15.4": ("bitten down to nothing is destroyed", "the hand is empty"),
    "D15.6": (
        "harms gear, not its bearer",
        "A shield worn on the arm takes it, the worn armour only if there is no shield",
        "the loss stays after the fight",
    ),
    "D15.8": ("bitten down to nothing protects nothing, but it is not destroyed", "repair"),
    "D16.1": ("a repair restores the protection lost, even then",),
    "D17.2": ("Anyone standing can use a Light of Life, in fights too", "next to no health", "is consumed"),
    "D17.4": ("3 raises are the most any one of you can have in a run",),
    "D17.6": ("nothing can raise him, no magic and no statue",),
    "D17.8": ("Every counter sells the light, and deeper counters charge more",),
    "D17.11": ("what the fallen carry can be traded off them, to one who stands",),
    "D18.3": ("have no weight and use no pack place",),
    "D18.9": ("can destroy the book or a page, or carry one off", "each waits where it lies"),
    "D19.1": ("A chance decides every lid",),
    "D19.2": ("A rogue has 20 points in a hundred more",),
    "D19.3": (
        "No item you carry and nothing else gives a better chance",
        "only the rogue's hands and the difficulty count",
    ),
    "D19.5": ("a rogue is never sure of one",),
    "D19.9": ("a trap can take rations straight from you",),
    "D20.1": ("shut by a tumbler wall or by a lock plate",),
    "D20.3": ("Tumbler walls and lock plates are harder on deeper floors",),
    "D20.4": ("number of a wall's combinations rises with each floor down", "one guess tells less"),
    "D20.7": (
        "either does nothing or wounds whoever works it",
        "grow with the number of wrong digits and with the difficulty",
    ),
    "D20.9": ("the lock never shuts you out",),
    "D21.3": ("pushes are free and there is no guessing",),
    "D21.4": ("Taking back a push is what wounds the one at work",),
    "D21.7": ("plate's puzzle gets harder too",),
    "D21.8": ("a hint costs 50 gold times the floor number",),
    "D22.1": ("posts a price at which it always gives in; the price rises from floor to floor",),
    "D22.5": ("An offer of the posted price always succeeds", "a bid against a hidden number that is never told"),
    "D22.7": ("If a bid meets the hidden number, the thing is named",),
    "D22.8": ("Short of it but at least half of it, and the statue says nothing",),
    "D22.9": ("Less than half of it, and the statue breaks the thing",),
    "D22.10": ("The gold is gone whatever it does",),
    "D23.2": ("also come from a Bath of Fates, as a level may",),
    "D24.3": ("until it has been used it has the look of every other lantern",),
    "D24.14": ("While it burns, fewer wandering bands find you in the halls", "does not end the hunt"),
    "D24.15": ("the Foul Lantern, attracts wandering bands where the others keep them off",),
    "D25.1": ("A gremlin stole it, tore every page out and scattered the pages over the whole dungeon", "in one book"),
    "D25.2": ("far more are still below than you hold",),
    "D25.3": ("When the book is found, every page you hold goes back into it",),
    "D25.5": ("exactly the pages you have collected; it has none of its own",),
    "D25.7": ("Each page costs its reader mana, and walking returns the mana",),
    "D25.11": ("leaves the dungeon only in your hands, with every page you found back in it",),
    "D26.1": ("There are 4 kinds, each with its own count", "the end of one does not touch the rest"),
    "D26.3": ("Walking spends it; a fight costs it nothing",),
    "D26.5": ("Use the same thing again and the count goes back to the full figure", "counts never add up"),
    "D26.7": ("Most help, not all",),
    "D26.8": ("good effects with a star and bad ones with a hazard sign",),
    "D28.1": ("courtyard's store sells 10 rations for 20 gold",),
    "D28.2": ("Every counter, in lots of 10", "added to your stock"),
    "D28.3": ("charge", "more", "everything"),
    "D28.4": ("The store on floor 3 charges 1.5 times the courtyard's prices",),
    "D28.6": ("one on floor 3, and one every 3 floors below that, to the bottom",),
    "D28.7": ("stocks all that the one above it stocks and a little more",),
    "D28.9": ("Entering does not open it", "you step up to the counter yourselves"),
    "D30.1": ("won by reaching the courtyard while the king lives",),
    "D30.2": ("Arriving in the courtyard with both prizes ends the run at once",),
    "D30.9": ("defeat when every one of you is dead, and only then",),
    "D31.1": ("by name", "status", "effects"),
    "D31.4": ("Status, with a name, is the sheet of a single member: wounds, level, the things carried and worn",),
    "D31.8": ("In a fight the status of a member shows the fight as it stands at that moment",),
    "D31.9": (
        "The row of a bitten weapon names metal eating as the cause and gives the damage left, in fights and out",
    ),
    "D31.10": (
        "rows of shield and armour: the protection left, and the cause of any damage",
        "still has its row, reading nought",
    ),
    "D31.12": ("Quest shows the party and the quest: gold, rations, and what is still to be found",),
    "D31.14": ("Bestiary lists every monster kind met",),
    "D31.16": ("names each running effect, what started it, what it does and the time left",),
    "D31.17": ("Each of you has an effects page, too", "Next and previous turn the pages"),
}
"""Words in which a line that lists a rule tells it."""

BESIDES = {
    ("welcome", "message"): (
        "Sixpence is the name",
        "halfway down",
        "at the very bottom",
        "bring up both",
        "store to visit",
        "training ground",
        "potion is for whoever is hurt. It may help",
    ),
    ("welcome", "task"): ("alone", "his stolen book back", "you followed", "Take both, and climb out"),
    ("welcome", "hurry"): (
        "No.",
        "rare in the halls until the last prize is in hand; then they hunt",
        "hard fighting is on the way up",
        "prepare",
    ),
    ("welcome", "closing"): ("one wish", "Come back up"),
    ("king-stands", "message"): (
        "on his feet",
        "one of you now",
        "his as much as yours",
        "the book if you can",
        "the king in any case",
        "ring mail",
        "rags",
    ),
    ("king-stands", "now"): ("Climb, all of you", "Lose him on the way, and it is not won"),
    ("king-stands", "fight"): ("long imprisonment", "what the mail is for", "Keep the blows off him"),
    ("king-stands", "closing"): ("a debt, and now it is paid", "not a present", "Put it on the king and go"),
    ("page-in-hand", "message"): ("all his spells", "a part of it is in your hands", "10 rations"),
    ("page-in-hand", "lose"): ("No.",),
    ("page-in-hand", "closing"): ("Loot every room",),
    ("death", "message"): ("sorry", "not over", "the others walk on", "Light of Life"),
    ("death", "lost"): ("No.", "do not wait"),
    ("death", "return"): ("lives should be spent with care",),
    ("metal-eating", "message"): ("eats metal", "Did you see the damage drop", "axe", "small", "sharp"),
    ("metal-eating", "closing"): (
        "The damage is lost either way",
        "outside fights",
        "names the cause, in the weapon's row",
    ),
    ("lid", "message"): ("can be trapped", "better odds", "not certainty", "Send the rogue next time", "a coin"),
    ("lid", "certain"): ("No.", "often seen rogues caught"),
    ("lid", "closing"): ("send the rogue",),
    ("reports-unread", "message"): ("not one report opened", "a coin for listening"),
    ("reports-unread", "slow"): ("No.",),
    ("reports-unread", "closing"): ("can be read later",),
    ("shut-stair", "message"): (
        "stays shut until you hold the map of this floor",
        "Each floor has one",
        "Fetch it and come back",
        "a coin",
    ),
    ("shut-stair", "kept"): ("open chests, too",),
    ("shut-stair", "each"): ("Yes.",),
    ("no-food", "message"): ("each missed meal wounds everyone it did not feed", "10 rations"),
    ("no-food", "closing"): ("Check the stock before you trust it",),
    ("flight", "message"): (
        "You ran",
        "somewhere else",
        "in some hall of this floor",
        "much commoner when both prizes are in hand",
        "the map of this floor",
    ),
    ("flight", "odds"): ("The way up is the worse half",),
    ("vault", "message"): ("Send a rogue, if there is one", "a shield"),
    ("vault", "closing"): ("The shield is yours", "Send a rogue"),
    ("hidden-door", "message"): ("A wall here hides a door", "walked past others", "on this very spot", "short bow"),
    ("hidden-door", "free"): ("Bands come as time passes", "layout leaves space for a room", "not in every hall"),
    ("hidden-door", "closing"): ("Neither the wall nor the bow will run away",),
    ("effect-on-all", "message"): ("works on the whole party", "runs on a clock", "a coin"),
    ("effect-on-all", "end"): ("The page shows the time left",),
    ("store-passed-by", "message"): (
        "not visited the store of this floor",
        "goods that the one above lacks",
        "Go there before you go down",
        "honing stone",
    ),
    ("store-passed-by", "differ"): ("No two are alike",),
    ("store-passed-by", "closing"): ("no rush to go down", "a visit to the counter pays"),
    ("gear-eating", "message"): (
        "for the gear and not for its bearer",
        "one of them just did",
        "Did you see the protection drop",
        "coat",
        "a shield",
        "Simple",
        "solid",
    ),
    ("gear-eating", "shown"): ("noted with the piece, not with its bearer",),
    ("gear-eating", "closing"): (
        "the loss stays after the fight",
        "the bearer's status names what did it",
        "Keep a shield up",
    ),
    ("level", "message"): ("mind sharpener", "gives experience to whoever drinks it"),
    ("level", "grow"): ("No:", "the bottle gives some", "some things drain it"),
    ("ceiling", "message"): (
        "Nearly every blow wounds, and wounds heal",
        "This one dealt no wound",
        "lowered the most that you can heal to",
        "a gem that puts some of it back",
    ),
    ("ceiling", "closing"): (
        "outlasts the fight",
        "ceiling is the figure that changed",
        "a level lifts it, or the gem",
    ),
    ("last-prize", "message"): ("aura of warding", "on the way up"),
    ("last-prize", "coming"): ("far more often", "do not stop while you are below"),
    ("last-prize", "use"): ("needs a free place", "best kept for the way up"),
    ("last-prize", "closing"): ("any spending before the last stair",),
    ("seen-coming", "message"): ("waiting again", "Two things help", "besides"),
    ("seen-coming", "closing"): ("Listen first, then send one ahead",),
    ("thing-broken", "message"): ("under half of the hidden number", "for that the statue broke the thing"),
    ("thing-broken", "closing"): ("The sure price goes up floor by floor", "posted each time"),
    ("bribe", "message"): (
        "can be bought off",
        "A refusal is only one failed try",
        "each unpaid ask gives the band a round",
        "Keep asking",
    ),
    ("bribe", "closing"): ("Ask early, while there is gold and health to ask with",),
}
"""What a line tells besides the rules it lists."""


def spec() -> dict[str, dict[str, str]]:
    """Return what the rulebook says of each lesson: its message, topics, closing line and gift."""
    found: dict[str, dict[str, str]] = {}
    for _, row, part, text in SPEC.findall(BOOK):
        found.setdefault(row, {})[part] = text
    return found


def lines() -> list[tuple[str, str]]:
    """Return every line that the guide can say: lesson and word."""
    return [(key, word) for key in LESSONS for word in words(key)]


def words(key: str) -> tuple[str, ...]:
    """Return the words of a lesson's lines."""
    return ("message", *(topic.id for topic in LESSONS[key].topics), "closing")


@pytest.mark.rule("D32.2", "D32.10", "D32.9", "D32.107")
@pytest.mark.parametrize("row", sorted(GIFTS))
def test_a_lesson_has_the_labels_the_rules_and_the_gift_of_its_section(row: str) -> None:
    lesson, told = LESSONS[ROWS[row]], spec()[row]
    asked = SAID.findall(told["topics"])
    if "closing" in told:
        asked += SAID.findall(told["closing"])
    assert [(one.label, list(one.rules)) for one in (*lesson.topics, lesson.closing)] == [
        (label, RULE.findall(facts)) for label, facts in asked
    ]
    assert list(lesson.message.rules) == RULE.findall(told["message"])
    gift = told["gift"].removesuffix(".")
    assert gift == GIFTS[row]
    assert f"**{row} {lesson.name}**" in BOOK
    if lesson.item:
        assert gift == f"one {content.item(lesson.item).name}"
    else:
        given = {"1 gold": (1, 0), "ten rations": (0, 10)}.get(gift, (0, 0))
        assert (lesson.gold, lesson.rations, lesson.map, lesson.posted) == (*given, row == "S10", row == "S20")


def test_there_are_twenty_one_in_order() -> None:
    assert list(ROWS) == [f"S{number:02}" for number in range(1, 22)]
    assert len({lesson.trigger for lesson in LESSONS.values()}) == 21


@pytest.mark.rule("D32.10")
@pytest.mark.parametrize(
    "row",
    [
        pytest.param("S01", marks=pytest.mark.rule("D32.13", "D32.14")),
        pytest.param("S02", marks=pytest.mark.rule("D32.17", "D32.18")),
        pytest.param("S03", marks=pytest.mark.rule("D32.22", "D32.23")),
        pytest.param("S04", marks=pytest.mark.rule("D32.27", "D32.28")),
        pytest.param("S05", marks=pytest.mark.rule("D32.31", "D32.32")),
        pytest.param("S06", marks=pytest.mark.rule("D32.35", "D32.36")),
        pytest.param("S07", marks=pytest.mark.rule("D32.40", "D32.41")),
        pytest.param("S08", marks=pytest.mark.rule("D32.45", "D32.46")),
        pytest.param("S09", marks=pytest.mark.rule("D32.50", "D32.51")),
        pytest.param("S10", marks=pytest.mark.rule("D32.54", "D32.55")),
        pytest.param("S11", marks=pytest.mark.rule("D32.60", "D32.61")),
        pytest.param("S12", marks=pytest.mark.rule("D32.65", "D32.66")),
        pytest.param("S13", marks=pytest.mark.rule("D32.69", "D32.70")),
        pytest.param("S14", marks=pytest.mark.rule("D32.74", "D32.75")),
        pytest.param("S15", marks=pytest.mark.rule("D32.78", "D32.79")),
        pytest.param("S16", marks=pytest.mark.rule("D32.82", "D32.83")),
        pytest.param("S17", marks=pytest.mark.rule("D32.86", "D32.87")),
        pytest.param("S18", marks=pytest.mark.rule("D32.90", "D32.91")),
        pytest.param("S19", marks=pytest.mark.rule("D32.95", "D32.96")),
        pytest.param("S20", marks=pytest.mark.rule("D32.99", "D32.100")),
        pytest.param("S21", marks=pytest.mark.rule("D32.105", "D32.106", "D32.107")),
    ],
)
def test_the_lines_of_a_lesson_tell_their_facts(row: str) -> None:
    key = ROWS[row]
    for word in words(key):
        check_facts(key, word)


def check_facts(key: str, word: str) -> None:
    """Hold that a line of the guide tells every fact of the rules that it names."""
    line = LESSONS[key].line(word)
    assert line is not None
    said = lessons.said(key, word)
    if (key, word) == ("shut-stair", "closing"):
        assert said == ""
        return
    assert said[0] == said[-1] == '"'
    wanted = [words for rule in line.rules for words in FACTS[rule]]
    if (key, word) == ("bribe", "message"):
        wanted = list(FACTS["D14.1"])
    for words in (*wanted, *BESIDES.get((key, word), ())):
        assert words.lower() in said.lower(), (key, word, words)
    assert "{" not in said


@pytest.mark.rule("D32.10")
def test_no_figure_stands_in_the_words() -> None:
    text = (FOLDER / "text" / "guide.toml").read_text(encoding="utf-8")
    assert not re.search(r"\d", text)
    assert not re.search(r"\d", "".join(one.label for lesson in LESSONS.values() for one in lesson.topics))
    assert set(lessons.FIGURES) | {"rations"} == set(content.FIGURES)
    used = {figure for key, word in lines() for figure in LESSONS[key].line(word).figures}  # type: ignore[union-attr]
    assert used == set(content.FIGURES)


@pytest.mark.parametrize(("key", "word"), lines())
def test_a_line_takes_the_figures_it_lists_and_no_others(key: str, word: str) -> None:
    line = LESSONS[key].line(word)
    assert line is not None
    text = f"lesson.message.{key}" if word == "message" else f"event.guide.told.{key}.{word}"
    places = set(re.findall(r"\{(\w+)\}", find("descent").texts.templates.get(text, "")))
    assert places == set(line.figures)


def test_no_words_stand_for_nothing() -> None:
    data = tomllib.loads((FOLDER / "text" / "guide.toml").read_text(encoding="utf-8"))
    assert set(data["lesson"]["message"]) == set(LESSONS) == set(data["event"]["guide.told"])
    for key, told in data["event"]["guide.told"].items():
        words = {topic.id for topic in LESSONS[key].topics} | {"closing"}
        assert set(told) == words - ({"closing"} if key == "shut-stair" else set())


def test_every_rule_told_is_one() -> None:
    rules = Rules(FOLDER / "rules.md")
    told = {rule for key, word in lines() for rule in LESSONS[key].line(word).rules}  # type: ignore[union-attr]
    assert told <= set(rules.ids)
    assert told == set(FACTS)


TOML = """
[one]
row = "S01"
name = "One"
trigger = "run-starts"
gold = 1
message = {}
topics = [
    { id = "task", label = "Task" },
]
closing = { label = "Good" }
"""


@pytest.mark.parametrize(("old", "new", "line", "says"), [
    ("gold = 1", "", 4, "one gift"),
    ("gold = 1", "gold = 1\nrations = 2", 4, "one gift"),
    ('"run-starts"', '"run-start"', 5, 'did you mean "run-starts"'),
    ('id = "task", label', 'id = "task", lable', 8, "lable"),
    ('id = "task"', 'id = "closing"', 8, "closing"),
    ('label = "Task" }', 'label = "Task", figures = ["huntd"] }', 8, 'did you mean "hunted"'),
    ("message = {}", 'message = { figures = ["tea"] }', 7, 'no figure is called "tea"'),
    ('closing = { label = "Good" }', "closing = {}", 11, "label"),
    ("gold = 1", 'item = "teapot"', 6, "not found in weapons.toml or armours.toml"),
])  # fmt: skip
def test_a_mistake_in_a_lesson_is_told_with_its_line(
    old: str, new: str, line: int, says: str, tmp_path: object
) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    for name in content.SHEETS:
        source = FOLDER / "content" / f"{name}.toml"
        (folder / f"{name}.toml").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "lessons.toml").write_text(TOML.replace(old, new), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load(folder, content.SHEETS, label="content")
    assert f"lessons.toml:{line}:" in str(caught.value), str(caught.value)
    assert says in str(caught.value)


def test_lines_differ() -> None:
    said = sorted(filter(None, (lessons.said(key, word) for key, word in lines())))
    assert all(one != other for one, other in pairwise(said))


SCREENS = ("STATUS", "BESTIARY", "menu", "arrow", "panel", "bottom line", "press", "click", "keyboard", "mouse")


def test_the_guide_speaks_of_no_front_end_s_parts() -> None:
    """What he says holds in line mode and on a screen alike: reports go by the names that are typed."""
    for key, word in lines():
        said = lessons.said(key, word)
        assert not [one for one in SCREENS if one in said], (key, word)
