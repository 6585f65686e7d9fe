"""Scenes of `descent` (D34.3): panels made from the view alone, so that they tell nothing the party does not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from undercroft.engine.text import Texts
from undercroft.engine.view import AnyPanel, Map, Roster, Row, Scene, Sheet, Text
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import contents, descriptions, gear, lock_scenes, maps, monsters, stores
from undercroft.rulebooks.descent.records import WIDTH
from undercroft.rulebooks.descent.views import DescentView, DoorView, FloorView, MemberView, RoomView, WareView

Say = Callable[..., str]

_OPPOSITE = {"n": "s", "s": "n", "w": "e", "e": "w"}


def scene(v: DescentView, texts: Texts, looks: tuple[str, ...]) -> Scene:
    """Return what the party sees now."""
    say, floor = _sayer(texts), _floor(v)
    first = ("here", say("here"), here(v, texts))
    if v.lesson is not None:
        first = ("lesson", say("lesson", name=v.lesson.name), (v.lesson.message,))
    panels: list[AnyPanel] = [Text(*first)]
    if v.fight is not None:
        panels.append(_foes(v, say))
    if v.lock is not None:
        panels += lock_scenes.panels(v.lock, _called(v, v.lock.member), say)
    if v.wares:
        panels.append(_wares(v, say))
    panels.append(_roster(v, say))
    panels.append(_purse(v, say))
    if floor is not None and v.fight is None:
        panels.append(maps.drawn(v, floor, say))
    return Scene(_title(v, say), _asked(v, say), tuple(panels), looks)


def chart(v: DescentView, texts: Texts) -> Map | None:
    """Return the map of the party's floor, which stands in no scene of a fight (D34.3), or None in the courtyard."""
    floor = _floor(v)
    return None if floor is None else maps.drawn(v, floor, _sayer(texts))


def here(v: DescentView, texts: Texts) -> tuple[str, ...]:
    """Return what is told of the place where the party stands."""
    return tuple(_here(v, _floor(v), _sayer(texts), texts))


def forgotten(before: DescentView, after: DescentView, texts: Texts) -> str:
    """Return what was left for the taking in a room that the party has walked away from; at its door the door tells."""
    if (
        not before.room
        or before.fight is not None
        or after.room
        or after.floor != before.floor
        or after.fight is not None
    ):
        return ""
    floor, say = _floor(after), _sayer(texts)
    room = next((r for r in floor.rooms if r.id == before.room), None) if floor is not None else None
    if floor is None or room is None or any(d.room == room.id and d.cell == after.cell for d in floor.doors):
        return ""
    goods = msgspec.structs.replace(room, band=None, store=False, vault="", statue=None, bath=False)
    left = contents.of_room(_with_no_empty_chest(goods), say)
    return "" if left == say("content.nothing") else say("left", room=room.id, things=left)


def _with_no_empty_chest(room: RoomView) -> RoomView:
    """Return a room as what was left there tells it: of an opened chest only what lies in it."""
    return msgspec.structs.replace(room, chest="") if room.chest == "open" else room


def _sayer(texts: Texts) -> Say:
    return lambda key, **facts: texts.get(f"scene.{key}", facts)


def _floor(v: DescentView) -> FloorView | None:
    return next((f for f in v.floors if f.number == v.floor), None)


def _title(v: DescentView, say: Say) -> str:
    if v.outcome:
        return say("title.over")
    if v.ask == "ask.setup":
        return say("title.setup")
    return say("title.courtyard") if v.floor == 0 else say("title.floor", floor=v.floor, floors=v.floors_in_all)


def _asked(v: DescentView, say: Say) -> str:
    if v.outcome:
        return say(f"ending.{v.outcome}")
    if v.lesson is not None:
        return say(v.ask, closing=v.lesson.closing, gift=v.lesson.gift)
    member = v.lock.member if v.lock is not None else v.member
    return say(v.ask, member=_called(v, member), price=v.fight.price if v.fight else 0)


def _called(v: DescentView, member: str) -> str:
    return next((m.name for m in v.party if m.id == member), "")


def _here(v: DescentView, floor: FloorView | None, say: Say, texts: Texts) -> Iterator[str]:
    if v.ask == "ask.setup":
        yield say(
            "setup", seed=v.seed, difficulty=v.difficulty, length=v.length, floors=v.floors_in_all, name=v.party[0].name
        )
        return
    room = next((r for r in floor.rooms if r.id == v.room), None) if floor is not None else None
    described = descriptions.place(v, floor, texts)
    if floor is None:
        yield say("courtyard")
        yield from described
        if v.fight is not None and v.fight.practice:
            yield say("practice")
    elif room is not None:
        yield say("room.store" if room.store else "room", room=room.id)
        yield from described
        yield from _room(v, floor, room, say)
    else:
        yield from _hall(v, floor, say)
        yield from described
    yield from _threats(v, say)
    # In a room, what is in its opened chest too.
    things = [t.name for t in (room.things if room is not None else v.here)]
    if things:
        yield say("lying", things=", ".join(things), count=len(things))


def _threats(v: DescentView, say: Say) -> Iterator[str]:
    """Tell what hangs over the party wherever it stands: the hunt (D9.16), and a larder that will not reach (D6.11)."""
    if v.floor and v.book and v.king:
        yield say("hunted")
    mouths = sum(1 for m in v.party if m.state == "standing")
    if v.floor and v.rations < mouths:
        yield say("larder", rations=v.rations, meal=mouths)


def _room(v: DescentView, floor: FloorView, room: RoomView, say: Say) -> Iterator[str]:
    if room.gold:
        yield say("room.gold", gold=room.gold)
    if room.chest:
        yield say(f"room.chest.{room.chest}")
    if room.vault:
        yield say(f"room.vault.{room.vault}")
    if room.map:
        yield say("room.map")
    if room.prize:
        yield say(f"room.{room.prize}")
    if room.pages:
        yield say("room.page", pages=room.pages)
    if room.statue is not None:
        yield say("room.statue", posted=room.statue.posted, mends=room.statue.mends, raises=room.statue.raises)
    if room.bath:
        may = [m.name for m in v.party if m.state != "fallen" and m.id not in room.bathed]
        yield say("room.bath" if may else "room.bath.spent", may=", ".join(may))
    if contents.of_room(room, say) == say("content.nothing"):
        yield say("room.bare")
    doors = [say("room.door", door=d.id, side=say(f"side.{d.id[-1]}")) for d in floor.doors if d.room == room.id]
    yield say("room.doors", doors=", ".join(doors), count=len(doors))


def _hall(v: DescentView, floor: FloorView, say: Say) -> Iterator[str]:
    ways = [heading for heading, _ in floor.ways(v.cell)]
    sort = "foot" if v.cell == floor.up else "head" if v.cell == floor.down else _sort(len(ways))
    yield say(f"hall.{sort}", x=v.cell % WIDTH, y=v.cell // WIDTH, ways=", ".join(ways), count=len(ways))
    if v.cell == floor.up:
        yield say("stair.up.last" if v.floor == 1 else "stair.up")
    if v.cell == floor.down:
        yield say("stair.down.open" if floor.opens else "stair.down.shut")
    rooms = {r.id: r for r in floor.rooms}
    for door in floor.doors:
        if door.cell == v.cell:
            yield _door(door, rooms.get(door.room), any(e.kind == "sight" and e.good for e in v.effects), say)


def _door(door: DoorView, room: RoomView | None, sight: bool, say: Say) -> str:
    """Return what is known of a door at the party's hall cell; a door in a room's south wall lies to the north.

    What good sight shows now is better than what was left or told there, what it showed once is not.
    """
    own = door.id[-1]
    facts = {"door": door.id, "side": say(f"side.{_OPPOSITE[own]}"), "own": say(f"side.{own}")}
    if door.behind is not None and sight:
        return say("door.seen" if door.behind else "door.empty", **facts, band=contents.band(door.behind, say))
    if room is not None and room.entered:
        left = contents.of_room(_with_no_empty_chest(room), say)
        bare = left == say("content.nothing")
        return say("door.bare" if bare else "door.known", **facts, room=room.id, contents=left)
    if room is not None and room.told:
        return say("door.told", **facts, room=room.id, contents=contents.of_room(room, say))
    if door.behind is not None:
        return say(
            "door.seen.before" if door.behind else "door.empty.before", **facts, band=contents.band(door.behind, say)
        )
    if door.heard:
        return say("door.heard", **facts, kind=gear.with_article(monsters.kind_name(door.heard)))
    return say("door.unknown", **facts)


def _sort(ways: int) -> str:
    return "junction" if ways >= 3 else "end" if ways == 1 else "plain"


def _foes(v: DescentView, say: Say) -> Roster:
    fight = v.fight
    assert fight is not None
    known = {tale.kind: tale.health for tale in v.bestiary}
    rows = tuple(
        Row(
            (f.id, f.name, say(f"condition.{f.condition}"), f"{known.get(f.kind, 0) or ''}"),
            "helper" if f.helper else "asleep" if f.asleep else "",
        )
        for f in fight.foes
    )
    heads = (say("head.id"), say("head.foe"), say("head.condition"), say("head.whole"))
    return Roster("foes", say("foes", round=fight.round), heads, rows, say("bribe", bribe=fight.bribe))


def _wares(v: DescentView, say: Say) -> Roster:
    heads = tuple(say(f"head.{h}") for h in ("ware", "price", "damage", "protection", "attack", "hands", "for"))
    lot = (say("lot", count=content.RATIONS_LOT), f"{stores.rations_price(v.floor)}", "", "", "", "", "")
    return Roster("wares", say("wares", gold=v.gold), heads, (Row(lot), *(_ware(w, v, say) for w in v.wares)))


def _ware(w: WareView, v: DescentView, say: Say) -> Row:
    """Return what is sold with its figures, and who of the party could wear it."""
    figure = f"{w.figure}" if w.figure else ""
    damage, protection = (figure, "") if w.sort == "weapon" else ("", figure)
    able = [m.name for m in v.party if m.cls in w.who]
    who = say("all") if len(able) == len(v.party) else ", ".join(able) or say("nobody")
    attack = f"+{w.attack}" if w.attack else ""
    hands = f"{w.hands}" if w.hands > 1 else ""
    return Row((w.name, f"{w.price}", damage, protection, attack, hands, who if w.who else ""))


def party(v: DescentView, texts: Texts, name: str) -> Roster:
    """Return the whole party in short, with its packs and its purse, as a report of this name."""
    say = _sayer(texts)
    roster, purse = _roster(v, say), _purse(v, say)
    packs = [", ".join(thing.name for thing in m.pack) for m in v.party]
    rows = tuple(Row((*row.cells, pack), row.mark) for row, pack in zip(roster.rows, packs, strict=True))
    foot = " ".join(f"{k}: {said}." for k, said in purse.pairs)
    return Roster(name, roster.title, (*roster.heads, say("head.carries")), rows, foot)


def _roster(v: DescentView, say: Say) -> Roster:
    heads = tuple(say(f"head.{h}") for h in ("name", "class", "level", "health", "mana", "rank", "bears", "state"))
    return Roster("party", say("party"), heads, tuple(_member(m, say) for m in v.party))


def _member(m: MemberView, say: Say) -> Row:
    # In one cell: where one piece changes, all that is in use is told.
    bears = [t.name for t in (m.hand, m.arm, m.body) if t is not None]
    state = [say(f"state.{m.state}")] if m.state != "standing" else []
    state += [say("state.outside")] if m.outside else []
    state += [e.name for e in m.effects if e.kind != m.state]
    mana = say("of", value=m.mana, most=m.most_mana) if m.most_mana else ""
    return Row(
        (
            m.name, m.cls, f"{m.level}", say("of", value=m.health, most=m.ceiling), mana, say(f"rank.{m.rank}"),
            ", ".join(bears), ", ".join(state),
        ),
        "" if m.state == "standing" else m.state,
    )  # fmt: skip


def _purse(v: DescentView, say: Say) -> Sheet:
    pairs = [(say("gold"), f"{v.gold}"), (say("rations"), f"{v.rations}"), (say("clock"), f"{v.step}")]
    pairs += [(e.name, say("steps", steps=e.left)) for e in v.effects]
    return Sheet("purse", say("purse"), tuple(pairs))
