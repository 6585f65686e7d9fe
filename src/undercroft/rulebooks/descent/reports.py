"""Reports (D31): looks that cost nothing; panels by name, made from what the party knows."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from undercroft.engine.text import Texts, read_texts
from undercroft.engine.view import AnyPanel, Listing, Roster, Row, Sheet, Text
from undercroft.rulebooks.descent import (
    about,
    clock,
    descriptions,
    endings,
    fights,
    guide,
    knowledge,
    lessons,
    raising,
    scenes,
    spells,
)  # fmt: skip
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import names as _names
from undercroft.rulebooks.descent.records import State
from undercroft.rulebooks.descent.views import DescentView, EffectView, FightView, MemberView, TaleView, ThingView

STATUS, QUEST, BESTIARY, EFFECTS, FIGHT, ENDING = "status", "quest", "bestiary", "effects", "fight", "ending"
LESSON = "lesson"
NOTED = (STATUS, QUEST, BESTIARY, EFFECTS)
"""The reports that the guide means (D32.39, D31.1)."""
MAP, PLACE, ABOUT = "map", "place", about.ABOUT
"""In no list of reports: the party in short (`status` alone), the map, the place looked at closely, and `about NAME`
for all that has a name (`about` alone for the names)."""


@cache
def _texts() -> Texts:
    folder = files("undercroft.rulebooks.descent") / "text"
    return read_texts(folder / "reports.toml", folder / "scenes.toml", folder / "chambers.toml")


def _say(key: str, **facts: Any) -> str:
    return _texts().get(f"report.{key}", facts)


def names(s: State) -> tuple[str, ...]:
    """Return the names of all reports that can be opened now; most can be everywhere (D31.3)."""
    status = tuple(f"{STATUS} {m}" for m in s.members)
    fight = (FIGHT,) if s.fight is not None else ()
    ending = (ENDING,) if s.outcome is not None else ()
    given = s.lessons.given
    again = (LESSON, *(f"{LESSON} {key}" for key in given)) if given else ()
    return (*status, QUEST, BESTIARY, *pages(s), *fight, *ending, *again)


def noting(name: str) -> str:
    """Return the action that notes the opening of a report, or "" for what is none (D32.39)."""
    return guide.Consult.text if name.partition(" ")[0] in NOTED else ""


def pages(s: State) -> tuple[str, ...]:
    """Return the effects pages in their order: the party's, then each member's (D31.18)."""
    return (EFFECTS, *(f"{EFFECTS} {m}" for m in s.members))


def turn_page(s: State, name: str, by: int = 1) -> str:
    """Return the effects page so many further on, wrapping round (D31.17, D31.18); "" if none of that name is there."""
    all_pages = pages(s)
    return all_pages[(all_pages.index(name) + by) % len(all_pages)] if name in all_pages else ""


def look(s: State, name: str) -> AnyPanel | None:
    """Return a report by name, or None."""
    head, _, who = name.partition(" ")
    v = knowledge.view(s)
    if head == ABOUT:
        kinds = bestiary(v)
        tales = {t.kind: (kinds.heads, row) for t, row in zip(v.bestiary, kinds.rows, strict=True)}
        return about.names_known(s, tales) if name == ABOUT else about.sheet(s, who, tales)
    if head == LESSON and who:
        return lesson(who) if who in s.lessons.given else None
    if who:
        m = next((one for one in v.party if one.id == who), None)
        if m is None or head not in (STATUS, EFFECTS):
            return None
        return member_status(s, v, m) if head == STATUS else member_effects(s, m)
    if head == LESSON:
        return told(s)
    if head == STATUS:
        return scenes.party(v, _texts(), STATUS)
    if head == MAP:
        return scenes.chart(v, _texts())
    if head == PLACE:
        return place(v)
    if head == FIGHT:
        return None if s.fight is None else fight_panel(s, v)
    if head == ENDING:
        return None if s.outcome is None else end_screen(s)
    if head == QUEST:
        return quest_status(s, v)
    if head == BESTIARY:
        return bestiary(v)
    return party_effects(s, v) if head == EFFECTS else None


def place(v: DescentView) -> Text:
    """Return the place where the party stands, looked at closely."""
    floor = next((f for f in v.floors if f.number == v.floor), None)
    return Text(PLACE, "", (*scenes.here(v, _texts()), *descriptions.closer(v, floor, _texts())))


def told(s: State) -> Listing | None:
    """Return the list of the lessons given, or None if none was (D32.109)."""
    rows = [lessons.say("listed", name=content.lesson(key).name, lesson=key) for key in s.lessons.given]
    return Listing(LESSON, lessons.say("list"), tuple(rows)) if rows else None


def lesson(key: str) -> Text:
    """Return a lesson to read again, topics included; its gift does not come twice (D32.109)."""
    entry = content.lesson(key)
    lines = [lessons.said(key, content.MESSAGE)]
    for topic in entry.topics:
        lines += [topic.label, lessons.said(key, topic.id)]
    lines += [entry.closing.label, lessons.said(key, content.CLOSING)]
    return Text(f"{LESSON} {key}", lessons.say("title", name=entry.name), tuple(filter(None, lines)))


def member_status(s: State, v: DescentView, m: MemberView) -> Sheet:
    """Return MEMBER STATUS (D31.4 to D31.11), in a fight with the fight as it stands."""
    pairs = [
        ("class", _class(m.cls)), ("state", _say(f"state.{m.state}")), ("rank", _say(f"rank.{m.rank}")),
        ("health", _of(m.health, m.ceiling)),
        ("mana", _of(m.mana, m.most_mana) if m.most_mana else _say("none")),
        ("level", f"{m.level}"), ("next", f"{m.next}"), ("held", f"{m.experience}"), ("bonus", f"{m.bonus}"),
        ("strength", f"{m.strength}"), ("agility", f"{m.agility}"), ("wits", f"{m.wits}"),
        ("attack", f"{m.attack}"), ("defence", f"{m.defence}"), ("protection", f"{m.protection}"),
        ("raises", _of(m.raises, raising.MOST_RAISES)),
        ("hand", _worn(m.hand, "damage", _say("bare", damage=m.damage))),
        ("arm", _worn(m.arm, "protects", _say("nothing"))), ("body", _worn(m.body, "protects", _say("nothing"))),
        ("pack", ", ".join(_piece(t) for t in m.pack) or _say("nothing")), ("free", f"{m.free}"),
        ("effects", ", ".join(e.name for e in m.effects) or _say("none")),
    ]  # fmt: skip
    pages = [_spell_line(s, key) for key in _readable(s, m)]
    pairs += [("spells", pages[0]), *[("", line) for line in pages[1:]]] if pages else []
    if v.fight is not None:
        pairs.append(("fight", _fight(s, v.fight)))
    labelled = tuple((k and _say(f"label.{k}"), text) for k, text in pairs)
    return Sheet(f"{STATUS} {m.id}", _say("status", name=m.name), labelled)


def _readable(s: State, m: MemberView) -> list[str]:
    """Return the spells that a member knows by heart, and those of the pages held if it reads (D25.8, D25.12)."""
    return [*spells.by_heart(m.cls), *(dict.fromkeys(s.quest.pages) if m.reads else ())]


def _spell_line(s: State, key: str) -> str:
    """Return a spell with its mana now and what it does; of a loose page, that it cannot be read yet (D25.6)."""
    spell = content.spell(key)
    ready = spell.by_heart or s.quest.book
    facts = {"name": spell.name, "mana": spells.mana(s, key), "does": about.does(key, spell.row)}
    return _say("spell" if ready else "spell.loose", **facts)


def _fight(s: State, fight: FightView) -> str:
    foes = [
        _say("foe", name=_capital(_names.called(s, key)), condition=_say(f"condition.{how}"))
        for key, _, how in fights.fight_rows(s)
    ]
    return _say("bout", round=fight.round, foes=", ".join(foes), bribe=fight.bribe)


def quest_status(s: State, v: DescentView) -> Sheet:
    """Return QUEST STATUS (D31.12, D31.13)."""
    length = content.quest(v.length)
    book = "in_hand" if v.book else "unfound"
    king = "unfound"
    if v.king:
        king = "lost" if any(m.cls == "king" and m.state == "fallen" for m in v.party) else "in_hand"
    pairs = [
        ("party", ", ".join(_say("one", name=m.name, level=m.level, cls=_class(m.cls)) for m in v.party)),
        ("gold", f"{v.gold}"), ("rations", f"{v.rations}"),
        ("floor", f"{v.floor}" if v.floor else _say("courtyard")), ("clock", f"{v.step}"),
        ("meal", f"{clock.to_next_meal(s)}"),
        ("book", _say(f"prize.{book}")), ("king", _say(f"prize.{king}")),
        ("pages", _pages_held(v.book, len(v.pages))),
        ("missing", f"{length.floors * length.pages - len(v.pages)}"),
        ("maps", ", ".join(f"{n}" for n in sorted(v.maps)) or _say("none")),
        ("difficulty", v.difficulty), ("length", v.length), ("seed", f"{v.seed}"),
    ]  # fmt: skip
    return Sheet(QUEST, _say("quest"), tuple((_say(f"label.{k}"), value) for k, value in pairs))


def end_screen(s: State) -> Sheet:
    """Return the end screen (D30.12)."""
    pairs = dict(endings.figures(s))
    pairs["ending"] = _say(f"ending.{pairs['ending']}")
    pairs["pages"] = _pages_held(s.quest.book, len(s.quest.pages))
    return Sheet(ENDING, _say("ending"), tuple((_say(f"label.{what}"), figure) for what, figure in pairs.items()))


def _pages_held(book: bool, pages: int) -> str:
    return _say("bound" if book else "loose", pages=pages)


def bestiary(v: DescentView) -> Roster:
    """Return the BESTIARY: every kind met, with what is known of it (D31.14, D31.15)."""
    columns = (
        "kind", "met", "killed", "paid", "bribe", "health", "attack", "defence", "damage", "protection", "experience",
        "special",
    )  # fmt: skip
    heads = tuple(_say(f"head.{column}") for column in columns)
    return Roster(BESTIARY, _say("bestiary"), heads, tuple(_tale(t) for t in v.bestiary))


def party_effects(s: State, v: DescentView) -> Roster:
    """Return the party's effects page (D31.16, D26.8)."""
    rows = []
    for e in v.effects:
        number, over = s.party_effects[e.kind].factor
        does = _say(f"does.{e.kind}.{'good' if e.good else 'bad'}", number=number, over=over)
        rows.append(_effect(s, e, does, _say("left.steps", left=e.left)))
    return _page(EFFECTS, _say("effects"), rows)


def member_effects(s: State, m: MemberView) -> Roster:
    """Return a member's effects page (D31.18, D27.4)."""
    rows = []
    for e in m.effects:
        entry = content.catalogue().effects[e.kind]
        figures = {**msgspec.structs.asdict(entry), "target": _names.called(s, e.target) if e.target else ""}
        left = _say(f"left.{entry.lasts}", left=e.left)
        rows.append(_effect(s, e, _say(f"does.{e.kind}", **figures), left))
    return _page(f"{EFFECTS} {m.id}", _say("effects.of", name=m.name), rows)


def fight_panel(s: State, v: DescentView) -> Roster:
    """Return the fight panel: monsters with their condition, members with their health, the bribe (D12.23, D14.1)."""
    fight = v.fight
    assert fight is not None
    foes = [
        Row((_capital(_names.called(s, key)), _say(f"condition.{how}")), "helper" if s.monsters[key].helper else "foe")
        for key, _, how in fights.fight_rows(s)
    ]
    party = [Row((m.name, _of(m.health, m.ceiling)), _mark(m)) for m in v.party]
    heads = (_say("head.name"), _say("head.condition"))
    bout = s.fight
    turns = bout.turns if bout is not None and bout.stage in (fights.UNSEEN, fights.PARTY) else ()
    to_act = ", ".join(_names.called(s, member) for member in turns)
    title = _say("fight.turns" if turns else "fight", round=fight.round, members=to_act)
    return Roster(FIGHT, title, heads, (*foes, *party), _say("bribe", bribe=fight.bribe))


def _mark(m: MemberView) -> str:
    return "outside" if m.outside else "" if m.state == "standing" else m.state


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _page(name: str, title: str, rows: list[Row]) -> Roster:
    heads = tuple(_say(f"head.{column}") for column in ("mark", "effect", "source", "does", "left"))
    return Roster(name, title, heads, tuple(rows), "" if rows else _say("no_effects"))


def _effect(s: State, e: EffectView, does: str, left: str) -> Row:
    mark = "star" if e.good else "hazard"
    return Row((_say(f"mark.{mark}"), e.name, _names.called(s, e.source), does, left), mark)


def _tale(t: TaleView) -> Row:
    known = [t.health, t.attack, t.defence, t.low, t.protection, t.experience]
    told = [f"{n}" for n in known] if t.killed else [""] * len(known)
    if t.killed:
        told[3] = _say("range", low=t.low, high=t.high)
    special = content.catalogue().specials[t.special].name if t.special else ""
    return Row((t.name, f"{t.met}", f"{t.killed}", f"{t.paid}", _say("chance", chance=t.bribe), *told, special), t.kind)


def _class(cls: str) -> str:
    return content.catalogue().classes[cls].name


def _of(value: int, most: int) -> str:
    return _say("of", value=value, most=most)


def _worn(t: ThingView | None, figure: str, none: str) -> str:
    if t is None:
        return none
    said = _say(figure, name=t.name, figure=t.figure)
    return _say("cause", thing=said, cause=t.cause) if t.cause else said


def _piece(t: ThingView) -> str:
    if not t.full:
        return t.name
    return _worn(t, "damage" if t.sort == "weapon" else "protects", "")
