"""After a combat in the dungeon (T6.3, T8.33, T14.17, T16.8, T22.22, T22.26, T22.48): points, turns, spoils, the dead.

A combat says how it ended; what follows is a stage of its own, `Aftermath`, below which the party goes on exploring.
"""

from __future__ import annotations

from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.rulebook import at, on
from undercroft.rulebooks.tabletop import catalogue as content  # fmt: skip
from undercroft.rulebooks.tabletop import (
    clock,
    exploring,
    fights,
    flight,
    lots,
    magic_items,
    meeting,
    monsters,
    points,
    ways,
    wounds,
)
from undercroft.rulebooks.tabletop.exploring import OUTSIDE, Deed, Exploring, Road
from undercroft.rulebooks.tabletop.records import (
    Arm,
    Character,
    Ctx,
    Event,
    Frame,
    Group,
    Lot,
    Place,
    State,
    replace,
)

AWAY = 7
"""Turns that a boss which ran in panic, or came to trust, does nothing (T22.48)."""
LOST = "lost"
"""How a game ends in which nobody is left to tend anybody (T22.26)."""
MAPPING, SLAYING = "map-every-room", "slay-the-boss"


class Aftermath(Frame, tag="aftermath"):
    """A combat is over; its turns pass, and what comes of it is settled."""

    ended: fights.FightEnded
    followers: tuple[str, ...] = ()
    """Foes that come after the party that fled."""

    def resume(self, ctx: Ctx) -> None:
        ctx.pop()
        settle(ctx, self.ended, self.followers)

    def odds(self, s: State) -> Odds:
        return (*clock.odds(s, fights.turns_taken(self.ended.rounds)), fights.awareness())


@on(fights.FightEnded)
def after_fight(ctx: Ctx, ended: fights.FightEnded) -> None:
    """A combat of explorers is over."""
    if ctx.state.find(Exploring) is not None or ctx.state.find(Road) is not None:
        ctx.push(Aftermath(ended))


@on(flight.FoesRan)
def driven_off(ctx: Ctx, ran: flight.FoesRan) -> None:
    """Enemies that a character's threat drove off are that character's deed (T16.13)."""
    if ran.cause == flight.THREAT:
        _cowed(ctx, ran.who, ran.foes)


@on(flight.FoesYielded)
def yielded(ctx: Ctx, gave_up: flight.FoesYielded) -> None:
    """So are those that surrendered to it (T16.13)."""
    _cowed(ctx, gave_up.who, gave_up.foes)


def _cowed(ctx: Ctx, who: str, foes: tuple[str, ...]) -> None:
    s = ctx.state
    solo = s.find(Exploring) is not None or s.find(Road) is not None
    # Goblins that lay in wait once more give no further points (T7.41).
    if solo and any(s.foes[foe].ml for foe in foes):
        points.award_deed(ctx, who, "intimidated")


@on(flight.Followed)
def pursued(ctx: Ctx, followed: flight.Followed) -> None:
    """Foes come after the party that fled: combat begins anew, the party ready (T7.37)."""
    top = ctx.state.agenda[-1]
    if isinstance(top, Aftermath):
        ctx.turn(Aftermath(top.ended, followed.foes))


def settle(ctx: Ctx, ended: fights.FightEnded, followers: tuple[str, ...] = ()) -> None:
    """Settle a combat: points, the dead, spoils, who is left, where the party is, and the turns it took."""
    points.award_enemies(ctx, ended.worth, ended.took_part)
    if not count_heads(ctx):
        return
    _spoils(ctx, ended)
    if beaten(ctx.state, ended) and ctx.state.adventure.quest == SLAYING:
        fulfil(ctx)
    fled = ended.result == fights.PARTY_FLED
    if fled:
        _gather(ctx)
    alone = clock.pass_turns(ctx, fights.turns_taken(ended.rounds))
    if followers:
        meeting.come_after(ctx, followers)
    elif fled and alone:
        meeting.meet(ctx)


@at("quiet")
def outside_combat(ctx: Ctx) -> None:
    """A trap, a fall or a mishap may have killed, too."""
    if isinstance(ctx.state.agenda[-1], OUTSIDE):
        count_heads(ctx)


def count_heads(ctx: Ctx) -> bool:
    """Leave the dead where they died, and say whether somebody stands; if nobody does, all is over (T8.33, T22.26)."""
    for c in [c for c in _members(ctx.state) if c.dead]:
        ctx.emit(Mourned(c.id, ctx.state.place.room, belongings(c)))
    if any(c.vitality > 0 for c in _members(ctx.state)):
        return True
    ctx.emit(PartyLost())
    ctx.end(LOST)
    return False


def _members(s: State) -> list[Character]:
    return [s.characters[who] for who in s.party.order]


def _gather(ctx: Ctx) -> None:
    """Bring those who fled together in the room before, or outside the door (T7.37, T7.47)."""
    s = ctx.state
    back = meeting.way_back(s)
    if back == exploring.ROADSIDE:
        meeting.go_outside(ctx)
    elif back:
        ctx.emit(FledTo(back, s.place.room))


def beaten(s: State, ended: fights.FightEnded) -> bool:
    """Say whether the adventure's boss was defeated in a combat (T22.22, T22.48)."""
    return any(s.foes[foe].boss for foe in ended.defeated)


def belongings(c: Character) -> Lot:
    """Return all that a dead character had, worn and wielded things too (T8.33)."""
    worn = [(word, 1) for word in (c.armour, *(["shield"] if c.shield else [])) if word != "travelling-clothes"]
    lot = Lot(c.silver, c.jewels, c.items, c.weapons, c.goods)
    return lots.joined(lot, Lot(goods=tuple(worn)))


def _spoils(ctx: Ctx, ended: fights.FightEnded) -> None:
    """Let beaten groups' treasure and the arms of who did not run lie; who is left is aware (T11.4, T14.17, T7.48)."""
    s = ctx.state
    unarmed = [s.foes[foe] for foe in ended.defeated if s.foes[foe].vitality <= 0 or foe in ended.yielded]
    arms = tuple(arm for foe in unarmed for arm in monsters.spoils(foe))
    armour = tuple((word, 1) for foe in unarmed if (word := monsters.worn(foe)) and word != "travelling-clothes")
    boss = next((foe for foe in s.foes.values() if foe.boss and foe.id not in ended.defeated), None)
    away = boss is not None and boss.group == fights.GONE and s.adventure.boss in ended.groups
    lot = lots.joined(Lot(arms=arms), _worn(armour))
    left, over = [], []
    for group in [s.groups[name] for name in ended.groups if name in s.groups]:
        if exploring.standing(s, group):
            left.append(group.id)
        elif not (away and group.id == s.adventure.boss):
            over.append(group.id)
            lot = lots.joined(lot, group.lot if leaves(group, ended) else Lot())
    ctx.emit(Settled(s.place.room, tuple(over), tuple(left), lot))
    if away and boss is not None:
        ctx.emit(BossAway(s.adventure.boss, boss.id, s.clock.turn + AWAY))


def _worn(armour: tuple[tuple[str, int], ...]) -> Lot:
    lot = Lot()
    for one in armour:
        lot = lots.joined(lot, Lot(goods=(one,)))
    return lot


def leaves(group: Group, ended: fights.FightEnded) -> bool:
    """Say whether a beaten group leaves its treasure: wanderers that fled without loss take it along (T14.17)."""
    return group.sort not in ("wandering", "road") or group.id not in ended.whole


# --- the quest ---


def fulfil(ctx: Ctx) -> None:
    """Let the quest be fulfilled, once (T22.22)."""
    if ctx.state.adventure.fulfilled < 0:
        ctx.emit(QuestFulfilled(ctx.state.adventure.quest, ctx.state.clock.turn))


@on(meeting.Entered)
def mapped(ctx: Ctx, _: meeting.Entered) -> None:
    """The last room that is not secret was entered (T22.22)."""
    s = ctx.state
    plain = ways.far_from(ways.ENTRANCE, [(w.near, w.far) for w in s.ways.values() if not w.secret])
    if s.adventure.quest == MAPPING and all(s.rooms[room].entered for room in plain):
        fulfil(ctx)


class Free(Deed, tag="aftermath.free"):
    """Free the captive, who follows the party from now on (T22.22, T22.52)."""

    text = "free"
    order = 5
    turns = 1

    def barred(self, s: State) -> Refusal | None:
        if s.adventure.captive != s.place.room:
            return Refusal("aftermath.no_captive", {}, "T22.22")
        return None if exploring.able(s) else Refusal("explore.nobody_able", {}, "T6.17")

    def do(self, ctx: Ctx) -> None:
        ctx.emit(CaptiveFreed(ctx.state.place.room))


class Leave(Deed, tag="aftermath.leave"):
    """Leave the dungeon by its entrance, with whatever the quest is about (T22.22, T22.45)."""

    during = OUTSIDE
    text = "leave"
    order = 30
    careful = True

    def barred(self, s: State) -> Refusal | None:
        if s.place.room != ways.ENTRANCE and not s.journey.outside:
            return Refusal("aftermath.no_entrance", {}, "T22.45")
        return meeting.held_refused(s)

    def costs(self, s: State) -> dict[str, Any] | None:
        return None if _done(s) else {}

    def forgoes(self, s: State) -> dict[str, Any]:
        return {"undone": int(not _done(s))}

    def rules(self, s: State) -> tuple[str, ...]:
        return ("T22.45", "T22.22" if _done(s) else "T22.25")

    def do(self, ctx: Ctx) -> None:
        if meeting.spring_lurkers(ctx):
            return
        if brings_out(ctx.state):
            fulfil(ctx)
        ctx.emit(DungeonLeft(ctx.state.adventure.fulfilled >= 0))
        ctx.pop()


def _done(s: State) -> bool:
    """Say whether the quest is fulfilled for a party that leaves now."""
    return s.adventure.fulfilled >= 0 or brings_out(s)


def brings_out(s: State) -> bool:
    """Say whether the party carries or leads out what the quest is about (T22.22)."""
    row = s.adventure
    wanted = content.catalogue().quests[row.quest].object
    return wanted in row.carried or (wanted == "captive" and row.captive == meeting.FREED)


class Bandage(Deed, tag="aftermath.bandage"):
    """Bandage the wounded of the last combat (T8.24)."""

    during = OUTSIDE
    text = "bandage"
    order = 16
    turns = 1

    def barred(self, s: State) -> Refusal | None:
        return wounds.bandage_refused(s)

    def do(self, ctx: Ctx) -> None:
        wounds.bandage(ctx)


# --- events ---


class Settled(Event, tag="aftermath.settled"):
    """What beaten groups had lies on the floor; who is left is aware of the party (T14.17, T7.48)."""

    room: str
    over: tuple[str, ...]
    left: tuple[str, ...]
    lot: Lot

    def told(self, s: State, seat: str) -> Settled:
        return replace(self, lot=magic_items.seen_lot(s, seat, self.lot))

    def apply(self, s: State) -> None:
        room = s.rooms[self.room]
        s.rooms[self.room] = replace(room, floor=lots.joined(room.floor, self.lot))
        for group in self.over:
            s.groups[group] = replace(s.groups[group], lot=Lot(), gone=True)
        for group in self.left:
            s.groups[group] = replace(s.groups[group], mood=fights.AWARE)

    def variant(self) -> str:
        return "" if self.lot == Lot() else "spoils"


class Mourned(Event, tag="aftermath.mourned"):
    """A dead character is left behind; what they had lies where they died (T8.33)."""

    who: str
    room: str
    lot: Lot

    def told(self, s: State, seat: str) -> Mourned:
        return replace(self, lot=magic_items.seen_lot(s, seat, self.lot))

    def apply(self, s: State) -> None:
        s.party = replace(s.party, order=tuple(who for who in s.party.order if who != self.who))
        room = s.rooms[self.room]
        s.rooms[self.room] = replace(room, floor=lots.joined(room.floor, self.lot))
        bare: tuple[Arm, ...] = ()
        s.characters[self.who] = replace(
            s.characters[self.who], silver=0, jewels=(), items=(), weapons=bare, wielded=-1, goods=(),
            armour="travelling-clothes", shield=False,
        )  # fmt: skip

    def rules(self) -> tuple[str, ...]:
        return ("T8.33",)


class FledTo(Event, tag="aftermath.fled"):
    """Those who fled gathered in the room they came from (T7.37)."""

    room: str
    left: str

    def apply(self, s: State) -> None:
        s.place = replace(s.place, room=self.room, came=self.left)

    def rules(self) -> tuple[str, ...]:
        return ("T7.37",)


class BossAway(Event, tag="aftermath.away"):
    """The boss ran, or trusts somebody, and does nothing for seven turns; then it is back, aware (T22.48)."""

    group: str
    foe: str
    until: int

    def apply(self, s: State) -> None:
        s.foes[self.foe] = replace(s.foes[self.foe], group=self.group)
        group = s.groups[self.group]
        s.groups[self.group] = replace(group, away=self.until, mood=fights.AWARE, room=group.home)

    def rules(self) -> tuple[str, ...]:
        return ("T22.48",)


class PartyLost(Event, tag="aftermath.lost"):
    """Nobody is left to tend anybody: the adventure and the party end (T22.26)."""

    def rules(self) -> tuple[str, ...]:
        return ("T22.26",)


class QuestFulfilled(Event, tag="aftermath.quest"):
    """What the village asked for is done (T22.22)."""

    quest: str
    turn: int

    def apply(self, s: State) -> None:
        s.adventure = replace(s.adventure, fulfilled=self.turn)

    def variant(self) -> str:
        return self.quest

    def rules(self) -> tuple[str, ...]:
        return ("T22.22",)


class DungeonLeft(Event, tag="aftermath.left"):
    """The party left the dungeon, the quest fulfilled or not (T22.45)."""

    fulfilled: bool

    def apply(self, s: State) -> None:
        s.place = Place("road")

    def variant(self) -> str:
        return "" if self.fulfilled else "empty"

    def rules(self) -> tuple[str, ...]:
        return ("T22.45",)


class CaptiveFreed(Event, tag="aftermath.freed"):
    """The captive goes with the party (T22.52)."""

    room: str

    def apply(self, s: State) -> None:
        s.adventure = replace(s.adventure, captive=meeting.FREED)

    def rules(self) -> tuple[str, ...]:
        return ("T22.22", "T22.52")
