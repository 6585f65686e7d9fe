"""Scenes and reports of `tabletop` (T22.43, T25): panels made from the view alone, so that they tell nothing hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from undercroft.engine.text import Texts
from undercroft.engine.view import AnyPanel, Listing, Map, Roster, Row, Scene, Sheet, Text
from undercroft.rulebooks.tabletop import about, clock, conditions, creation, exploring, goods, trade, wandering
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.entries import MemberClass
from undercroft.rulebooks.tabletop.records import QUALITIES
from undercroft.rulebooks.tabletop.views import ExitView, MemberView, RoomView, TabletopView

Say = Callable[..., str]
Name = Callable[[Any], str]
MAP, ROOMS, QUEST, SHOP, PACKS, PLACE, ENDING = "map", "rooms", "quest", "shop", "packs", "place", "ending"
STATUS = "status"
"""The party in short."""
SHEET = "sheet "
"""What a report of one character is asked for with: `sheet ada`."""
WIDE, TALL = 4, 2
"""Columns and rows of the map from one room to the next."""
ROSTER = ("name", "class", "vitality", "astral", "rank", "effects", "order")
"""Heads of the roster (T25); the standing order is left empty for whoever has none."""
GEAR = ("wielded", "armour", "silver")
"""Heads that the report of the party has besides."""
LEGEND = {"@": "you", "<": "entrance", "o": "room", "?": "seen", "+": "shut", "/": "open", "x": "barred"}
SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def forgotten(before: TabletopView, after: TabletopView, texts: Texts, called: Name) -> str:
    """Return what was left for the taking in a room that the party has walked away from, nobody in pursuit."""
    if before.where != "dungeon" or before.fight or before.foes or after.fight or after.outcome:
        return ""
    if after.where == before.where and after.room == before.room:
        return ""
    room = next(one for one in before.rooms if one.id == before.room)
    chest = (texts.get("scene.rooms.chest.shut"),) if room.chest == "shut" else ()
    things = (*chest, *room.lying)
    return texts.get("scene.left", {"room": room.kind, "things": things}, called) if things else ""


class Drawer:
    """Draws the panels of one view, with the sentences and names of the rulebook."""

    def __init__(self, view: TabletopView, texts: Texts, called: Name) -> None:
        self.v = view
        self.texts = texts
        self.called = called

    def say(self, key: str, **facts: Any) -> str:
        """Return a sentence of the scene."""
        return self.texts.get(f"scene.{key}", facts, self.called)

    def scene(self, looks: tuple[str, ...]) -> Scene:
        """Return what the players see now."""
        v = self.v
        panels: list[AnyPanel] = [Text("here", self.say("here"), tuple(self._here()))]
        if v.foes:
            panels.append(self._foes())
        if v.party:
            panels.append(self.roster())
        return Scene(self._title(), self._summary(), tuple(panels), looks)

    def _title(self) -> str:
        v = self.v
        if v.outcome:
            return self.say("title.over")
        if v.ask == "creation":
            return self.say("title.creation")
        if v.fight is not None:
            return self.say("title.fight")
        if v.where == "dungeon":
            return self.say("title.dungeon", room=v.room)
        return self.say(f"title.{v.where}", village=v.village)

    def _summary(self) -> str:
        """Return what is asked, and by what words it can be answered."""
        v = self.v
        if v.outcome:
            return ""
        if v.fight is not None and v.fight.acting:
            return self._turn(v.fight.round, v.fight.acting)
        key = v.ask
        if key == "village":
            key += ".ready" if v.about.get("accepted") else ".asked" if v.offered else ""
        elif key == "gain":
            key += f".{v.about['step']}"
        elif key == "creation":
            key += f".{v.about['stage']}"
            if key == "creation.way" and v.party:
                key += ".more"
        elif key in ("explore", "road") and v.foes:
            key = f"{key}.foes"
        elif key == "explore" and self._has_what_it_came_for():
            key += ".done" if v.room != v.entrance else ".home"
        elif key == "explore" and not v.ready and sum(room.entered for room in v.rooms) == 1:
            key += ".first"
        elif key == "road" and v.mishap:
            key += ".mishap"
        sizes = tuple(self.say("size", size=one.id, rooms=one.rooms) for one in catalogue().lengths.values())
        now = self._figures(str(v.about.get("who", "")))
        return self.say(f"ask.{key}", sizes=sizes, now=now, **v.about) if f"scene.ask.{key}" in self.texts else ""

    def _has_what_it_came_for(self) -> bool:
        quest = self.v.quest
        return quest is not None and (quest.fulfilled or bool(quest.carried) or quest.captive_with_us)

    def _figures(self, who: str) -> str:
        """Return the Qualities and scores of a member in one line; nothing of nobody."""
        m = next((one for one in self.v.party if one.id == who), None)
        if m is None:
            return ""
        qualities = zip(QUALITIES, m.qualities, strict=True)
        scores = (*qualities, ("attack", m.attack), ("defence", m.defence))
        return ", ".join(f"{name.capitalize()} {value}" for name, value in scores)

    def _turn(self, number: int, who: str) -> str:
        m = next((one for one in self.v.party if one.id == who), None)
        if m is None:
            return self.say("turn.foe", round=number, who=who)
        return self.say("turn", round=number, who=who, rank=m.rank, weapon=m.wielded or "unarmed")

    # --- here ---

    def _here(self) -> Iterator[str]:
        v = self.v
        if v.outcome:
            return
        if v.ask == "creation":
            yield from self._creation()
        elif v.fight is not None:
            if v.where == "dungeon":
                yield self.say("in", room=v.room)
            yield self.say("order", who=tuple(self._crowds(v.fight.order)))
            if v.fight.unready:
                yield self.say("unready", who=v.fight.unready)
        elif v.where == "village":
            yield from self._village()
        elif v.where == "road":
            kind = "home" if v.home else "door" if v.about.get("outside") else "out"
            yield self.say(f"road.{kind}", leg=v.leg, legs=exploring.LEGS)
            if v.mishap:
                yield self.say(f"mishap.{v.mishap}")
            yield from self._lying(next((one for one in v.rooms if one.id == v.room), None))
        elif v.where == "dungeon":
            yield from self._room(next(one for one in v.rooms if one.id == v.room))
        if v.where in ("dungeon", "road", "village"):
            if v.where != "village":  # where no adventure is under way that days could be counted of
                yield self.say("clock", day=v.day, turn=v.turn % clock.TURNS_A_DAY)
            if v.camp_in:
                day, turn = divmod(v.turn + v.camp_in, clock.TURNS_A_DAY)
                yield self.say("camp", day=day + 1, turn=turn)
            if v.comes_in and v.fight is None:
                turn = (v.turn + v.comes_in) % clock.TURNS_A_DAY
                yield self.say("comes", turn=turn, chance=wandering.COMES, die=wandering.DIE)
            unlit = "none" if v.where == "dungeon" else "day"
            burning = "on" if v.where == "dungeon" else "lost"
            burns = unlit if not v.light else "for_ever" if v.light < 0 else burning
            yield self.say(f"light.{burns}", turns=v.light)
        if v.mood and v.fight is None:
            yield self.say(f"mood.{v.mood}")
        if v.ready and v.fight is None:
            yield self.say("ready")

    def _crowds(self, order: tuple[str, ...]) -> Iterator[str]:
        """Yield names, those of numbered foes side by side as one with their number: `Giant Bat (8)`."""
        names = [self.called(who) for who in order]
        plain = [lead if number.isdigit() else name for name in names for lead, _, number in (name.rpartition(" "),)]
        for name, each in groupby(plain):
            number = len(list(each))
            yield f"{name} ({number})" if number > 1 else name

    def _village(self) -> Iterator[str]:
        v = self.v
        yield catalogue().villages[v.village].about if v.village else ""
        if v.completed or v.failed:
            yield self.say("done", completed=v.completed, failed=v.failed)
        if v.offered:
            yield self.say("offer", quest=v.offered, theme=v.offered_theme)

    def _creation(self) -> Iterator[str]:
        """Explain the making of a character to somebody who never saw the rules (T5)."""
        about = self.v.about
        stage = str(about["stage"])
        if stage == "way" and not self.v.party:
            yield self.say("creation.welcome")
        low, high = creation.QUALITY.base + 1, creation.QUALITY.base + creation.QUALITY.sides
        yield self.say(f"creation.{stage}", low=low, high=high, **about)
        if stage in ("assign", "class"):
            yield self.say("creation.classes", classes=tuple(map(self._needs, catalogue().classes.values())))
        if stage == "gear":
            kit = catalogue().kits[catalogue().classes[str(about["cls"])].kit]
            yield self.say("creation.kit", price=kit.price, things=(*kit.weapons, kit.armour or "travelling-clothes"))

    def _needs(self, one: MemberClass) -> str:
        asked = tuple(f"{quality.capitalize()} {least}" for quality, least in one.needs)
        return self.say("needs" if asked else "needs.nothing", cls=one.id, asked=asked)

    def _room(self, room: RoomView) -> Iterator[str]:
        yield catalogue().rooms[room.kind].about
        if room.furniture:
            yield self.say("furniture", things=tuple(f"{piece} ({wall})" for piece, wall in room.furniture))
        for one in room.exits:
            yield self._exit(one)
            for what, kinds in one.signs:
                yield self.say(f"sign.{what}", side=one.side.capitalize(), kinds=kinds)
        if room.id == self.v.entrance:
            yield self.say("entrance")
        if room.feature:
            yield self.say("feature", feature=room.feature, about=catalogue().features[room.feature].about)
        if room.trap:
            yield self.say("trap", trap=room.trap)
        if room.chest:
            yield self.say(f"chest.{room.chest}")
        if room.captive:
            yield self.say("captive")
        yield from self._lying(room)

    def _lying(self, room: RoomView | None) -> Iterator[str]:
        if room is not None and room.lying:
            yield self.say("lying", things=room.lying)

    def _exit(self, one: ExitView) -> str:
        rooms = {room.id: room for room in self.v.rooms}
        far = rooms.get(one.to)
        beyond = self.say("beyond" if far is not None and far.entered else "beyond.new", to=one.to)
        side = one.side.capitalize()
        kind = "barred" if one.bar else one.door
        return self.say(f"exit.{kind}", side=side, metres=one.metres, bar=one.bar, beyond=beyond)

    # --- who is here ---

    def _foes(self) -> Roster:
        """Return who stands before the party: in a fight each by name, before it all alike in one row."""
        alike: dict[tuple[str, ...], list[str]] = {}
        for foe in self.v.foes:
            figures = (
                f"{foe.vitality}/{foe.vitality_max}",
                str(foe.ml),
                ", ".join(map(conditions.words, foe.conditions)),
            )
            alone = (foe.id,) if self.v.fight is not None else (foe.kind,)
            alike.setdefault((*alone, *figures), []).append(foe.name)
        rows = tuple(Row((self.texts.listed(names), *key[1:])) for key, names in alike.items())
        heads = tuple(self.say(f"head.{head}") for head in ("foe", "vitality", "ml", "effects"))
        return Roster("foes", self.say("foes"), heads, rows)

    def roster(self) -> Roster:
        """Return the party: each with class, Level, Vitality, Astral, rank and effects (T25)."""
        rows = tuple(
            Row(
                (
                    m.name, f"{self.called(m.cls)} {m.level}", f"{m.vitality}/{m.vitality_max}",
                    f"{m.astral}/{m.astral_max}" if m.astral_max else "", m.rank, self._state(m), m.order,
                ),
                "" if m.state == "standing" else m.state,
            )
            for m in self.v.party
        )  # fmt: skip
        heads = tuple(self.say(f"head.{head}") for head in ROSTER)
        return Roster("party", self.say("party"), heads, rows)

    def _status(self) -> Roster:
        """Return the party with what each has in hand, wears and has in the purse."""
        short = self.roster()
        heads = tuple(self.say(f"head.{head}") for head in GEAR)
        rows = tuple(
            Row((*row.cells, self._wielded(m), self._worn(m), str(m.silver)), row.mark)
            for row, m in zip(short.rows, self.v.party, strict=True)
        )
        return Roster(STATUS, short.title, (*short.heads, *heads), rows)

    def _wielded(self, m: MemberView) -> str:
        return self.called(m.wielded) if m.wielded else self.say("empty")

    def _worn(self, m: MemberView) -> str:
        return self.called(m.armour) + (f", {self.called('shield')}" if m.shield else "")

    def _state(self, m: MemberView) -> str:
        if m.state != "standing":
            return m.state
        held = (self.say("caught", trap=m.caught),) if m.caught else ()
        return ", ".join((*held, *map(conditions.words, m.conditions, m.amounts)))

    # --- reports ---

    def about(self, asked: str) -> AnyPanel | None:
        """Return what is known of a name: a character's sheet, or what the lists and the rules say."""
        m = next((one for one in self.v.party if asked.lower() in (one.id, one.name.lower())), None)
        return self._sheet(m) if m is not None else about.sheet(asked)

    def look(self, name: str) -> AnyPanel | None:
        """Return a report by name, or None."""
        if name.startswith(SHEET):
            m = next((one for one in self.v.party if name.removeprefix(SHEET) == one.id), None)
            return self._sheet(m) if m is not None else None
        if name == STATUS and self.v.party:
            return self._status()
        if name == MAP and self.v.rooms:
            return self._map()
        if name == ROOMS and self.v.rooms:
            return Listing(ROOMS, self.say("rooms"), tuple(self._left_in(r) for r in self.v.rooms))
        if name == QUEST and self.v.quest is not None:
            return self._quest()
        if name == SHOP and self.v.where == "village":
            return self._shop()
        if name == PACKS:
            return Listing(PACKS, self.say("packs"), tuple(self._pack(m) for m in self.v.party))
        if name == PLACE:
            return Text(PLACE, self._title(), tuple(self._here()))
        if name == ENDING and self.v.outcome:
            return self._ending()
        return None

    def _ending(self) -> Sheet:
        v = self.v
        pairs = [(self.say("ending.adventures"), self.say("ending.done", done=v.completed, failed=v.failed))]
        pairs += [
            (m.name, self.say(f"ending.{m.state}", cls=m.cls, level=m.level, ap=m.ap, silver=m.silver)) for m in v.party
        ]
        return Sheet(ENDING, self.say(f"ending.{v.outcome}"), tuple(pairs))

    def _sheet(self, m: MemberView) -> Sheet:
        qualities = zip(QUALITIES, m.qualities, strict=True)
        cls = (m.cls,) if m.kin in (m.cls, "human") else (m.cls, m.kin)
        pairs = [
            (self.say("head.class"), self.say("sheet.class", cls=cls, level=m.level, ap=m.ap)),
            (self.say("head.qualities"), ", ".join(f"{one.capitalize()} {value}" for one, value in qualities)),
            (self.say("head.scores"), self.say("sheet.scores", attack=m.attack, defence=m.defence, off=m.protection)),
            (self.say("head.vitality"), f"{m.vitality} of {m.vitality_max}"),
        ]
        if m.astral_max:
            pairs.append((self.say("head.astral"), f"{m.astral} of {m.astral_max}"))
        if m.wand_level:
            pairs.append((self.say("head.wand"), str(m.wand_level)))
        if state := self._state(m):
            pairs.append((self.say("head.effects"), state))
        pairs += [
            (self.say("head.wielded"), self._wielded(m)),
            (self.say("head.armour"), self._worn(m)),
            (self.say("head.silver"), str(m.silver)),
            (self.say("head.load"), f"{m.load} of {m.capacity}"),
            (self.say("head.pack"), self._things(m)),
        ]
        if m.spells:
            pairs.append((self.say("head.spells"), ", ".join(map(self.called, m.spells))))
            pairs.append((self.say("head.order"), m.order or self.say("order.none")))
        return Sheet(f"{SHEET}{m.id}", m.name, tuple(pairs))

    def _pack(self, m: MemberView) -> str:
        return self.say("pack", who=m.id, silver=m.silver, load=m.load, capacity=m.capacity, things=self._things(m))

    def _things(self, m: MemberView) -> str:
        words = [
            *self._arms(m),
            *(self._some(word, pieces) for word, pieces in m.goods),
            *(handle + (" (spent)" if spent else "") for handle, _, spent in m.items),
            *(f"{self.called(kind)} {carats}" for kind, carats in m.jewels),
        ]
        return ", ".join(words) or "-"

    def _arms(self, m: MemberView) -> Iterator[str]:
        """Yield the weapons by name; of several of a kind the broken ones are told last."""
        sound = Counter(m.weapons) - Counter(m.broken)
        for arm in m.weapons:
            name = self.called(arm)
            yield name if sound[arm] > 0 else self.say("broken", weapon=name)
            sound[arm] -= 1

    def _some(self, word: str, pieces: int) -> str:
        """Return goods with how many there are; the lot in which they are sold is no part of their name."""
        name = self.called(word).split(",")[0]
        return f"{name} ({pieces})" if pieces > 1 else name

    def _quest(self) -> Text:
        q = self.v.quest
        assert q is not None
        lines = [
            self.say("quest.what", quest=q.quest, theme=q.theme, length=q.length, setting=q.setting, level=q.level),
            self.say("quest.days" if q.day else "quest.days_to_come", days=q.days, day=q.day),
        ]
        if catalogue().themes[q.theme].warns:
            lines.append(self.say("quest.warned"))
        if q.fulfilled:
            lines.append(self.say("quest.done"))
        if q.captive_with_us or q.carried:
            lines.append(self.say("quest.held", things=(*q.carried, *(("captive",) if q.captive_with_us else ()))))
        return Text(QUEST, self.say("quest"), tuple(lines))

    def _shop(self) -> Text:
        """Return the price list, a line a kind of ware, each ware by the word that buys it."""
        v = self.v
        charmed = any("charmed" in m.conditions for m in v.party)
        lines: list[str] = []
        for name, table in (
            ("arms", catalogue().weapons),
            ("armour", catalogue().armour),
            ("goods", catalogue().goods),
        ):
            prices = [(word, trade.price(word, charmed=charmed)) for word in goods.sold() if word in table]
            lines.append(self.say(f"shop.{name}", wares=tuple(f"{word} {price}" for word, price in prices)))
        potions = {word: trade.reduced(catalogue().items[word].asked, charmed=charmed) for word in v.potions}
        if potions:
            offers = tuple(f"{word} {price} (x{v.potions.count(word)})" for word, price in potions.items())
            lines.append(self.say("shop.potions", wares=offers))
        lines.append(self.say("shop.silvered"))
        if buyer := next((m.id for m in v.party if m.state != "dead"), ""):
            lines.append(self.say("shop.buy", buyer=buyer))
        return Text(SHOP, self.say("shop"), tuple(lines))

    def _left_in(self, room: RoomView) -> str:
        """Return what is known of a room, the party's own or one left behind: who stands there, and what is there."""
        known = [("foes", tuple(self._crowds(room.foes))), ("lie", room.lying)]
        things = [self.say(f"rooms.{key}", things=found) for key, found in known if found]
        if room.chest:
            things.append(self.say(f"rooms.chest.{room.chest}"))
        if room.captive:
            things.append(self.say("rooms.captive"))
        things += [self.called(one) for one in (room.feature, room.trap) if one]
        if not things:
            things.append(self.say("rooms.nothing" if room.entered else "rooms.unseen"))
        return self.say("rooms.row", room=self._room_name(room), things="; ".join(things))

    def _room_name(self, room: RoomView) -> str:
        name = self.called(room.id)
        return self.say("rooms.entrance", room=name) if room.id == self.v.entrance else name

    def _in_words(self, room: RoomView) -> str:
        exits = tuple(map(self._way, room.exits)) or (self.say("map.no_way"),)
        return self.say("map.words", room=self._room_name(room), exits=exits)

    def _sign(self, room: RoomView) -> str:
        if room.id == self.v.room:
            return "@"
        return "<" if room.id == self.v.entrance else "o" if room.entered else "?"

    def _way(self, one: ExitView) -> str:
        door = "barred" if one.bar else one.door
        return self.say(f"map.way.{door}", side=one.side, to=one.to or "?")

    def _map(self) -> Map:
        rooms = self.v.rooms
        left, top = min(r.x for r in rooms) - 1, min(r.y for r in rooms) - 1
        wide, high = max(r.x for r in rooms) - left + 2, max(r.y for r in rooms) - top + 2
        grid = [[" "] * (wide * WIDE) for _ in range(high * TALL)]
        for room in rooms:
            x, y = (room.x - left) * WIDE, (room.y - top) * TALL
            grid[y][x] = self._sign(room)
            for one in room.exits:
                east, south = SIDES[one.side]
                steps, line = (WIDE, "-") if east else (TALL, "|")
                for step in range(1, steps):
                    mark = _door(one) if step == steps // 2 else ""
                    grid[y + south * step][x + east * step] = mark or line
        rows = ["".join(row).rstrip() for row in grid]
        margin = min(len(row) - len(row.lstrip()) for row in rows if row)
        legend = tuple((mark, self.say(f"map.{name}")) for mark, name in LEGEND.items())
        words = tuple(self._in_words(room) for room in rooms)
        return Map(MAP, self.say("map"), tuple(row[margin:] for row in rows if row), legend, words)


def _door(one: ExitView) -> str:
    """Return the sign of what stands in a passage, "" for nothing."""
    return "x" if one.bar else {"shut": "+", "open": "/"}.get(one.door, "")


def looks(v: TabletopView) -> tuple[str, ...]:
    """Return the names of the reports that can be opened now."""
    found = [SHEET + m.id for m in v.party]
    if v.party:
        found += [STATUS, PACKS]
    if v.where == "dungeon":
        found += [MAP, ROOMS]
    if v.quest is not None:
        found.append(QUEST)
    if v.where == "village":
        found.append(SHOP)
    return tuple(found)
