"""Scenes and reports of `tabletop` (T22.43, T25): panels made from the view alone, so that they tell nothing hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from undercroft.engine.text import Texts
from undercroft.engine.view import AnyPanel, Listing, Map, Roster, Row, Scene, Sheet, Text
from undercroft.rulebooks.tabletop import goods, trade
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.clock import TURNS_A_DAY
from undercroft.rulebooks.tabletop.entries import Named
from undercroft.rulebooks.tabletop.records import QUALITIES
from undercroft.rulebooks.tabletop.views import ExitView, MemberView, RoomView, TabletopView

Say = Callable[..., str]
Name = Callable[[Any], str]
MAP, QUEST, SHOP, PACKS, ENDING = "map", "quest", "shop", "packs", "ending"
PLACE, ABOUT = "place", "about"
"""In no list of reports: what is seen here, and `about NAME` for what has an entry."""
TOLD = ("monsters", "weapons", "armour", "goods", "items", "jewels", "spells", "traps", "features", "themes", "classes")
SHEET = "sheet "
"""What a report of one character is asked for with: `sheet ada`."""
WIDE = 4
"""Columns of the map from one room to the next."""


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
        if v.fight is not None:
            return self.say("title.fight", round=v.fight.round)
        if v.where == "dungeon":
            return self.say("title.dungeon", room=v.room)
        return self.say(f"title.{v.where}", village=v.village, leg=v.leg)

    def _summary(self) -> str:
        v = self.v
        if v.fight is not None and v.fight.acting:
            return self.say("turn", who=v.fight.acting)
        return self.say(f"ask.{v.ask}", **v.about) if f"scene.ask.{v.ask}" in self.texts else ""

    # --- here ---

    def _here(self) -> Iterator[str]:
        v = self.v
        if v.where == "village":
            yield self.say("village", village=v.village, completed=v.completed)
            yield catalogue().villages[v.village].about if v.village else ""
            yield from self._offer()
        elif v.where == "road":
            kind = "home" if v.home else "door" if v.about.get("outside") else "out"
            yield self.say(f"road.{kind}", leg=v.leg)
            if v.mishap:
                yield self.say(f"mishap.{v.mishap}")
            room = next((one for one in v.rooms if one.id == v.room), None)
            yield from self._lying(room)
        elif v.where == "dungeon":
            yield self.say("light.none" if not v.light else "light.for_ever" if v.light < 0 else "light", turns=v.light)
            room = next(one for one in v.rooms if one.id == v.room)
            yield from self._room(room) if v.fight is None else (self.say("in", room=v.room),)
        if v.where in ("dungeon", "road"):
            yield self.say("clock", day=v.day, turn=v.turn % TURNS_A_DAY)
        if v.mood:
            yield self.say(f"mood.{v.mood}")
        if v.ready:
            yield self.say("ready")

    def _offer(self) -> Iterator[str]:
        v = self.v
        if v.offered:
            yield self.say("offer", quest=v.offered, theme=v.offered_theme, about=catalogue().quests[v.offered].about)

    def _room(self, room: RoomView) -> Iterator[str]:
        kind = catalogue().rooms[room.kind]
        yield kind.about
        if room.furniture:
            yield self.say("furniture", things=tuple(f"{piece} ({wall})" for piece, wall in room.furniture))
        for one in room.exits:
            yield self._exit(one)
            for what, kinds in one.signs:
                yield self.say(f"sign.{what}", side=one.side, kinds=kinds)
        if room.feature:
            yield catalogue().features[room.feature].about
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
        return self.say(
            f"exit.{'barred' if one.bar else one.door}", side=one.side, metres=one.metres, bar=one.bar, to=one.to or "-"
        )

    # --- who is here ---

    def _foes(self) -> Roster:
        rows = tuple(
            Row((foe.name, f"{foe.vitality}/{foe.vitality_max}", str(foe.ml), ", ".join(foe.conditions)), "foe")
            for foe in self.v.foes
        )
        heads = tuple(self.say(f"head.{head}") for head in ("foe", "vitality", "ml", "effects"))
        return Roster("foes", self.say("foes"), heads, rows)

    def roster(self) -> Roster:
        """Return the party: each with class, Level, Vitality, Astral, rank and effects (T25)."""
        rows = tuple(
            Row(
                (
                    m.name, f"{self.called(m.cls)} {m.level}", f"{m.vitality}/{m.vitality_max}",
                    f"{m.astral}/{m.astral_max}" if m.astral_max else "-", m.rank,
                    ", ".join(m.conditions) if m.state == "standing" else m.state,
                ),
                "" if m.state == "standing" else m.state,
            )
            for m in self.v.party
        )  # fmt: skip
        heads = tuple(self.say(f"head.{head}") for head in ("name", "class", "vitality", "astral", "rank", "effects"))
        return Roster("party", self.say("party"), heads, rows)

    # --- reports ---

    def look(self, name: str) -> AnyPanel | None:
        """Return a report by name, or None."""
        if name.startswith(SHEET):
            m = next((one for one in self.v.party if name.removeprefix(SHEET) == one.id), None)
            return self._sheet(m) if m is not None else None
        if name == PLACE:
            return Text(PLACE, self.say("here"), tuple(self._here()))
        if name == ABOUT:
            return Listing(ABOUT, self.say("about"), tuple(entry.name for entry in told()))
        if name.startswith(f"{ABOUT} "):
            return self._about(name.removeprefix(f"{ABOUT} ").lower())
        if name == MAP and self.v.rooms:
            return self._map()
        if name == QUEST and self.v.quest is not None:
            return self._quest()
        if name == SHOP and self.v.where == "village":
            return self._shop()
        if name == PACKS:
            return Listing(PACKS, self.say("packs"), tuple(self._pack(m) for m in self.v.party))
        if name == ENDING and self.v.outcome:
            return Text(ENDING, self.say("title.over"), (self.say(f"ending.{self.v.outcome}", done=self.v.completed),))
        return None

    def _about(self, word: str) -> Text | None:
        kind = next((foe.kind for foe in self.v.foes if word in (foe.id, foe.name.lower())), word)
        entry = next((one for one in told() if kind in (one.id, one.name.lower())), None)
        return Text(f"{ABOUT} {word}", entry.name, (entry.about,)) if entry is not None else None

    def _sheet(self, m: MemberView) -> Sheet:
        pairs = [
            (self.say("head.class"), f"{self.called(m.cls)}, {m.kin}"),
            (self.say("head.level"), f"{m.level} ({m.ap} AP)"),
            *((quality.capitalize(), str(value)) for quality, value in zip(QUALITIES, m.qualities, strict=True)),
            (self.say("head.scores"), f"{m.attack} / {m.defence}"),
            (self.say("head.protection"), str(m.protection)),
            (self.say("head.vitality"), f"{m.vitality}/{m.vitality_max}"),
            (self.say("head.astral"), f"{m.astral}/{m.astral_max}"),
            (self.say("head.wielded"), self.called(m.wielded) if m.wielded else "-"),
            (self.say("head.armour"), self.called(m.armour) + (f", {self.called('shield')}" if m.shield else "")),
            (self.say("head.silver"), str(m.silver)),
            (self.say("head.load"), f"{m.load} of {m.capacity}"),
            (self.say("head.pack"), self._things(m)),
        ]
        if m.spells:
            pairs.append((self.say("head.spells"), ", ".join(map(self.called, m.spells))))
        return Sheet(f"{SHEET}{m.id}", m.name, tuple(pairs))

    def _pack(self, m: MemberView) -> str:
        return self.say("pack", who=m.id, silver=m.silver, load=m.load, capacity=m.capacity, things=self._things(m))

    def _things(self, m: MemberView) -> str:
        words = [
            *map(self.called, m.weapons),
            *(f"{self.called(word)} x{pieces}" for word, pieces in m.goods),
            *(handle + (" (spent)" if spent else "") for handle, _, spent in m.items),
            *(f"{self.called(kind)} {carats}" for kind, carats in m.jewels),
        ]
        return ", ".join(words) or "-"

    def _quest(self) -> Text:
        q = self.v.quest
        assert q is not None
        lines = [
            self.say("quest.what", quest=q.quest, theme=q.theme, length=q.length, setting=q.setting, level=q.level),
            self.say("quest.days" if q.day else "quest.days_to_come", days=q.days, day=q.day),
        ]
        if q.fulfilled:
            lines.append(self.say("quest.done"))
        if q.captive_with_us or q.carried:
            lines.append(self.say("quest.held", things=(*q.carried, *(("captive",) if q.captive_with_us else ()))))
        return Text(QUEST, self.say("quest"), tuple(lines))

    def _shop(self) -> Roster:
        charmed = any("charmed" in m.conditions for m in self.v.party)
        asked = {word: goods.known(word).price for word in goods.sold()}
        asked |= {word: catalogue().items[word].asked for word in self.v.potions}
        rows = [
            Row((self.called(word), str(trade.reduced(price, charmed=charmed)), word)) for word, price in asked.items()
        ]
        heads = tuple(self.say(f"head.{head}") for head in ("ware", "price", "word"))
        return Roster(SHOP, self.say("shop"), heads, tuple(rows))

    def _way(self, one: ExitView) -> str:
        return f"{one.side}: {self.called(one.to) if one.to else '?'}"

    def _map(self) -> Map:
        rooms = self.v.rooms
        left, top = min(r.x for r in rooms), min(r.y for r in rooms)
        wide, high = max(r.x for r in rooms) - left + 1, max(r.y for r in rooms) - top + 1
        grid = [[" "] * (wide * WIDE) for _ in range(high * 2)]
        for room in rooms:
            x, y = (room.x - left) * WIDE, (room.y - top) * 2
            grid[y][x] = "@" if room.id == self.v.room else "o" if room.entered else "?"
            for one in room.exits:
                if one.side == "east":
                    grid[y][x + 1 : x + WIDE] = ["-"] * (WIDE - 1)
                elif one.side == "south":
                    grid[y + 1][x] = "|"
                elif one.side == "west" and x:
                    grid[y][x - WIDE + 1 : x] = ["-"] * (WIDE - 1)
                elif one.side == "north" and y:
                    grid[y - 1][x] = "|"
        legend = tuple((mark, self.say(f"map.{name}")) for mark, name in (("@", "you"), ("o", "room"), ("?", "seen")))
        words = tuple(self.say("map.words", room=r.id, exits=tuple(map(self._way, r.exits))) for r in rooms)
        return Map(MAP, self.say("map"), tuple("".join(row).rstrip() for row in grid), legend, words)


def told() -> Iterator[Named]:
    """Return the entries that a report can be asked for about."""
    return (entry for table in TOLD for entry in getattr(catalogue(), table).values())


def looks(v: TabletopView) -> tuple[str, ...]:
    """Return the names of the reports that can be opened now."""
    found = [SHEET + m.id for m in v.party]
    if v.party:
        found.append(PACKS)
    if v.where == "dungeon":
        found.append(MAP)
    if v.quest is not None:
        found.append(QUEST)
    if v.where == "village":
        found.append(SHOP)
    return tuple(found)
