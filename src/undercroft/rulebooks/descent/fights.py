"""Combat (D12): the fight as a machine of stages, one actor a stage; the unseen turn and the room's round (D11.13,
D11.14), the ranks at the start of a round (D2.17) and helpers' turns (D14.17).

`State.fight` is the bookkeeping. What a member does on its turn stands in later chapters: each such action ends with
`turn_taken`, a flight or a bribe with `close`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import effects, members, monsters
from undercroft.rulebooks.descent.blows import (
    blow_odds,
    helper_acts,
    helpers,
    hit_chance,
    hold,
    living,
    monster_acts,
    wound_monster,
)
from undercroft.rulebooks.descent.records import Ctx, Event, Fighting, Frame, Member, Monster, State, replace, standing

UNSEEN, NOTICED, FIRST, ROUND, PARTY, HELPERS, BAND = "unseen", "noticed", "first", "round", "party", "helpers", "band"
BAND_STAGES = (NOTICED, FIRST, BAND)
OWN_TURN = ("guarding", "covering")
"""Effects that end as the member's own turn begins (E8)."""
STEP_FORWARD = 2
"""By how many the standing back rank outnumbers the front when one steps forward (D2.17)."""
HURT, BADLY_HURT, UNHURT = "hurt", "badly hurt", "unhurt"


# --- looking ---


@remembered("fight", "members", "monsters", "effects")
def acting(s: State) -> Member | None:
    """Return the member whose turn it is, inside or outside, or None if the party is not to act."""
    fight = s.fight
    if fight is None or fight.stage not in (UNSEEN, PARTY) or not fight.turns or not living(s):
        return None
    m = s.members.get(fight.turns[0])
    if m is None or not members.acting(s, m):
        return None
    if not s.effects.keys_where(m.id):
        return m
    # Guarding and covering end before the member is asked; until then the turn has not begun.
    return None if any(effects.running(s, m.id, kind) for kind in OWN_TURN) else m


@remembered("fight", "members", "monsters", "effects")
def actor(s: State) -> Member | None:
    """Return the member whose turn it is, if inside; one outside can only walk in or wait (D11.20)."""
    m = acting(s)
    return None if m is None or m.id in members.outside(s) else m


def not_inside(s: State) -> Refusal | None:
    """Refuse what a member outside cannot do: all but walking in, waiting and calling the flight (D11.20)."""
    fight = s.fight
    if fight is None or not fight.turns:
        return Refusal("fight.nobody")
    who = fight.turns[0]
    return Refusal("fight.outside", {"member": who}, "D11.20") if who in fight.outside else None


def condition(m: Monster) -> str:
    """Return how a monster looks: unhurt, hurt below full, badly hurt below half (D12.23)."""
    if m.health >= m.most:
        return UNHURT
    return BADLY_HURT if 2 * m.health < m.most else HURT


def fight_rows(s: State) -> list[tuple[str, str, str]]:
    """Return the fight panel's living monsters as (id, kind, condition), helpers last (D12.23)."""
    return [(key, m.kind, condition(m)) for key, m in (*living(s), *helpers(s))]


# --- opening and closing ---


def open_fight(
    ctx: Ctx, kinds: Iterable[str], *, room: str = "", wandering: bool = False, emptied: str = "", first: bool = False,
    sneak: str = "", door: str = "",
) -> None:  # fmt: skip
    """Put the party against a band, one word a monster, and interrupt what it was doing.

    `first`: the band acts once before round 1 (D11.9). `sneak`: the member inside alone, the rest standing at `door`
    (D11.12). `emptied`: the room whose band hunts the party; it leaves that room for good (D9.21).
    """
    ctx.interrupt()
    s = ctx.state
    counts: dict[str, int] = {}
    ids = []
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
        ids.append(f"{kind}-{counts[kind]}")
    outside = tuple(key for key in s.members if key != sneak) if sneak else ()
    ctx.emit(FightOpened(room, wandering, tuple(ids), first, sneak, door, outside))
    if emptied:
        ctx.emit(RoomEmptied(emptied))
    for kind in counts:
        ctx.emit(monsters.Met(kind))
    ctx.push(Fight())


def close(ctx: Ctx, how: str) -> None:
    """End the fight: `how` is "won", "bought", "fled", "slipped" or "dead" (D12.20).

    What a room's band has left alive stays there at full health (D11.24); effects of the fight end (D12.19).
    """
    s = ctx.state
    fight = s.fight
    if fight is None:
        return
    left = tuple(m.kind for _, m in living(s)) if how not in ("won", "bought") else ()
    effects.fight_effects_end(ctx)
    ctx.emit(FightClosed(how, fight.room, fight.wandering, fight.asked, left, fight.outside, fight.exit))
    ctx.pop(Fight)


def call_helper(ctx: Ctx, kind: str, member: str) -> str:
    """Call one monster of a kind at full health to fight for the party; return its id (D14.16)."""
    taken = [int(key.rpartition("-")[2]) for key, m in ctx.state.monsters.items() if m.kind == kind]
    key = f"{kind}-{max(taken, default=0) + 1}"
    ctx.emit(HelperCalled(key, kind, monsters.health(ctx.state, kind), member))
    return key


# --- the machine ---


class Fight(Frame, tag="fight"):
    """A fight goes on. The party is asked while a member can act; everything else resumes by itself."""

    ask = "ask.fight"

    def seat(self, s: State) -> str | None:
        return None if acting(s) is None else "party"

    def about(self, s: State) -> dict[str, Any]:
        m = acting(s)
        return {"member": m.id if m is not None else "", "unseen": s.fight is not None and s.fight.stage == UNSEEN}

    def odds(self, s: State) -> Odds:
        fight = s.fight
        if fight is None or over(s) or fight.stage not in (*BAND_STAGES, HELPERS) or not fight.foes:
            return ()
        return blow_odds(s, fight.foes[0])

    def resume(self, ctx: Ctx) -> None:
        go_on(ctx)


def over(s: State) -> str:
    """Return "won" or "dead" if nothing is left to fight with on a side, else an empty text (D12.20).

    The flight that works because nobody inside can act is flight.py's.
    """
    if not living(s):
        return "won"
    return "" if standing(s) else "dead"


def go_on(ctx: Ctx) -> None:
    """Do the next stage of the fight, one actor's at the most (D12.1, D12.2)."""
    s = ctx.state
    fight = s.fight
    assert fight is not None
    if how := over(s):
        close(ctx, how)
    elif fight.stage in (UNSEEN, PARTY):
        if fight.turns:
            begin_turn(ctx, fight.turns[0])
        elif fight.stage == UNSEEN:
            ctx.emit(Staged(NOTICED, tuple(key for key, _ in living(s))))
        else:
            ctx.emit(Staged(HELPERS, tuple(key for key, _ in helpers(s))))
    elif fight.stage == ROUND:
        begin_round(ctx)
    elif fight.foes:
        actor = fight.foes[0]
        ctx.emit(FoeTurn(actor))
        (helper_acts if fight.stage == HELPERS else monster_acts)(ctx, actor)
    elif fight.stage == HELPERS:
        ctx.emit(Staged(BAND, tuple(key for key, _ in living(s))))
    else:
        ctx.emit(Staged(ROUND, ()))


def begin_round(ctx: Ctx) -> None:
    """Begin a round: Quickening runs down, the back rank steps forward, and everybody has turns again (E7, D2.17)."""
    fight = ctx.state.fight
    assert fight is not None
    for member in fight.quickened:
        effects.spend(ctx, member, "quickening")
    step_forward(ctx)
    s = ctx.state
    quickened = tuple(key for key in s.members if effects.running(s, key, "quickening"))
    each = content.catalogue().effects["quickening"].turns
    turns = [m.id for m in s.members.values() if m.health > 0 for _ in range(each if m.id in quickened else 1)]
    ctx.emit(RoundBegun(fight.round + 1, tuple(turns), quickened))


def step_forward(ctx: Ctx) -> None:
    """Let standing back members step forward while the back outnumbers the front by two or more (D2.17)."""
    ranks = members.able(ctx.state)
    back = [m.id for m in ranks if m.rank == "back"]
    while len(back) - (len(ranks) - len(back)) >= STEP_FORWARD:
        ctx.emit(members.RankChanged(back.pop(0), "front"))


def begin_turn(ctx: Ctx, member: str) -> None:
    """End what lasts to the member's own turn; let the turn pass if the member is down or senseless (E5, E8)."""
    for kind in OWN_TURN:
        effects.end(ctx, member, kind)
    if members.acting(ctx.state, ctx.state.members[member]):
        return
    ctx.emit(TurnPassed(member))
    if members.senseless(ctx.state, member):
        effects.spend(ctx, member, "senseless")


def turn_taken(ctx: Ctx) -> None:
    """End the acting member's turn. Every action in a fight calls this last; nothing if the fight is over."""
    fight = ctx.state.fight
    if fight is not None and fight.turns:
        ctx.emit(TurnTaken(fight.turns[0]))


# --- events ---


class FightOpened(Event, tag="fight.opened"):
    """A fight began. `band` lists the monsters' ids, `outside` the members who are not in it (after a sneak)."""

    room: str
    wandering: bool
    band: tuple[str, ...]
    first: bool
    sneak: str
    door: str
    outside: tuple[str, ...]

    def apply(self, s: State) -> None:
        for key in list(s.monsters):
            del s.monsters[key]
        for key in self.band:
            kind = key.rpartition("-")[0]
            health = monsters.health(s, kind)
            s.monsters[key] = Monster(kind, health, health)
        s.fight = Fighting(
            room=self.room, wandering=self.wandering, stage=UNSEEN if self.sneak else FIRST if self.first else ROUND,
            turns=(self.sneak,) if self.sneak else (), foes=self.band if self.first and not self.sneak else (),
            outside=self.outside, exit=self.door, sneak=self.sneak,
        )  # fmt: skip
        met = tuple(key.rpartition("-")[0] for key in self.band)
        s.counts = replace(s.counts, fights=s.counts.fights + 1, last_band=met)

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "number": len(self.band)}

    def variant(self) -> str:
        if self.sneak:
            return "unseen"
        return ("hunt_first" if self.first else "hunt") if self.wandering else "first" if self.first else ""


class RoomEmptied(Event, tag="fight.emptied"):
    """The band of a room has left it for good, to hunt the party (D9.21). Nobody is told which room."""

    room: str

    def apply(self, s: State) -> None:
        room = s.rooms[self.room]
        believed = room.entered or room.told or room.sighted
        s.rooms[self.room] = replace(room, band=(), gone=room.band if believed else ())
        if s.fight is not None:
            s.fight = replace(s.fight, emptied=self.room)

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


class FightClosed(Event, tag="fight.closed"):
    """A fight ended. `left` lists the kinds left alive, `outside` the members who stood outside, at the door `exit`."""

    how: str
    room: str
    wandering: bool
    asked: bool
    left: tuple[str, ...]
    outside: tuple[str, ...]
    exit: str

    def apply(self, s: State) -> None:
        if self.room and not self.wandering:
            _set_band(s, self.room, self.left)
        for key in list(s.monsters):
            del s.monsters[key]
        s.fight = None

    def variant(self) -> str:
        return self.how


def _set_band(s: State, room: str, band: tuple[str, ...]) -> None:
    row = s.rooms.get(room)
    if row is not None:
        s.rooms[room] = replace(row, band=band)


class HelperCalled(Event, tag="fight.helper"):
    """A monster came to fight for the party (D14.16)."""

    monster: str
    kind: str
    health: int
    member: str

    def apply(self, s: State) -> None:
        s.monsters[self.monster] = Monster(self.kind, self.health, self.health, helper=True)


class Staged(Event, tag="fight.stage"):
    """The fight came to its next stage, with those who act in it."""

    stage: str
    foes: tuple[str, ...]

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, stage=self.stage, foes=self.foes, turns=())

    def variant(self) -> str:
        return NOTICED if self.stage == NOTICED else ""


class RoundBegun(Event, tag="fight.round"):
    """A round began; `turns` lists the members to act, twice those under Quickening."""

    number: int
    turns: tuple[str, ...]
    quickened: tuple[str, ...]

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(
            s.fight, round=self.number, stage=PARTY, turns=self.turns, quickened=self.quickened, acted=False
        )


class TurnTaken(Event, tag="fight.turn"):
    """A member's turn is over."""

    member: str

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, turns=s.fight.turns[1:], acted=True)


class TurnPassed(Event, tag="fight.passed"):
    """The turn of a member who could not act passed."""

    member: str

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, turns=s.fight.turns[1:])


class FoeTurn(Event, tag="fight.foe"):
    """The next monster's turn came, of the band or of the helpers."""

    monster: str

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, foes=s.fight.foes[1:])


__all__ = [
    "BAND", "FIRST", "HELPERS", "NOTICED", "PARTY", "ROUND", "UNSEEN", "Fight", "FightClosed", "FightOpened", "FoeTurn",
    "HelperCalled", "RoomEmptied", "RoundBegun", "Staged", "TurnPassed", "TurnTaken", "acting", "actor", "begin_round",
    "call_helper", "close", "condition", "fight_rows", "helpers", "hit_chance", "hold", "living", "not_inside",
    "open_fight", "over", "step_forward", "turn_taken", "wound_monster",
]  # fmt: skip
