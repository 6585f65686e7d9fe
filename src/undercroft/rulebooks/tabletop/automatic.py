"""Automatic fights (T7.44, T7.45, T7.49): so many rounds, or until something happens, by one plain policy.

`auto` puts the frame `Auto` over the fight; it plays turn after turn for both sides and takes itself off.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.errors import nearest
from undercroft.rulebooks.tabletop import aiming, blows, casting, fighters, fights, flight, ranks, turns
from undercroft.rulebooks.tabletop.records import Action, Character, Ctx, Event, Frame, State

MOST_ROUNDS = 200
"""After so many Combat Rounds an automatic fight is undecided (T7.49)."""
HALF, FALLEN, END = "half", "fallen", "end"
CONDITIONS = (HALF, FALLEN, END)
"""What an automatic fight may go on to: somebody below half Vitality, somebody fallen, the end (T7.44)."""


def weakest(s: State) -> str:
    """Return the standing foe with the lowest current Vitality (T7.45, T7.46)."""
    found, least, foes = "", 0, s.foes
    for who, stance in s.stances.items():
        if stance.side != fighters.GROUP or stance.place != "in":
            continue
        foe = foes[who]
        if foe.conditions and fighters.condition(foe, "hidden"):
            continue
        if foe.vitality > 0 and (not found or foe.vitality < least):
            found, least = who, foe.vitality
    return found


def policy(s: State, who: str) -> tuple[type[turns.OwnAction], str]:
    """Return what the automatic policy does with a character's turn, and whom it is aimed at (T7.45)."""
    c, stance = s.characters[who], s.stances[who]
    if not stance.ready:
        return turns.MakeReady, ""
    if c.conditions and fighters.condition(c, "stuck"):
        return turns.Wait, ""
    enemy = weakest(s)
    if not enemy:
        return turns.Wait, ""
    bow = blows.missile(s, who)
    if bow is not None:
        if aiming.volley_refused(s, c, enemy, bow) is None:
            return turns.Shoot, enemy
        return (turns.Reload if _should_load(s, c, enemy) else turns.Wait), ""
    if stance.rank != ranks.FRONT:
        return turns.Wait, ""
    means = blows.hand(s, who)
    if turns.blow_refused(s, c, enemy, means) is None:
        return turns.Attack, enemy
    # The weakest may stand behind the others (T7.19): then the weakest of those in reach.
    reached = [foe for foe in fighters.exposed_foes(s) if turns.blow_refused(s, c, foe, means) is None]
    return (turns.Attack, min(reached, key=lambda foe: s.foes[foe].vitality)) if reached else (turns.Wait, "")


def _should_load(s: State, c: Character, enemy: str) -> bool:
    return turns.reload_refused(s, c) is None and bool(turns.ammunition(s, c, enemy))


def play_turn(ctx: Ctx, who: str) -> None:
    """Play a character's turn by the policy."""
    s = ctx.state
    c = s.characters[who]
    if c.order and (order := casting.ordered(s, c)) is not None:
        casting.follow_order(ctx, c, order)
        ctx.emit(fights.TurnTaken(who))
        return
    kind, enemy = policy(s, who)
    if kind is turns.Attack:
        blows.strike(ctx, who, enemy, blows.hand(s, who))
    elif kind is turns.Shoot:
        turns.shoot(ctx, s.characters[who], enemy)
    elif kind is not turns.Wait:
        kind().do(ctx, s.characters[who])
    ctx.emit(fights.TurnTaken(who))


def turn_odds(s: State, who: str) -> Odds:
    """Return every roll of a turn played by the policy."""
    c = s.characters[who]
    if c.order and (order := casting.ordered(s, c)) is not None:
        return casting.order_odds(s, c, order)
    kind, enemy = policy(s, who)
    action = kind(enemy) if enemy else kind()
    return (*action.rolls(s, s.characters[who]), *flight.morale_odds(s))


# --- when it stops ---


def holds(s: State, until: str) -> bool:
    """Say whether what an automatic fight goes on to has happened."""
    party = [s.characters[who] for who, row in s.stances.items() if row.side == fighters.PARTY and row.place == "in"]
    if until == HALF:
        return any(2 * c.vitality < c.vitality_max for c in party)
    return until == FALLEN and any(c.vitality <= 0 for c in party)


class Auto(Frame, tag="automatic.auto"):
    """Both sides fight on by the policy until the end of Combat Round `last`, or until something happens."""

    last: int
    until: str
    limit: int
    """The round after which the fight is undecided."""

    def resume(self, ctx: Ctx) -> None:
        s = ctx.state
        fight = s.fight
        assert fight is not None
        between = fight.at >= len(fight.order)
        who = "" if between else fight.order[fight.at]
        if fights.over(s):
            fights.close(ctx)
        elif (between or self.until != END) and (why := self._stops(s)):
            ctx.emit(AutoStopped(why, fight.round))
            ctx.pop()
        elif who in s.characters and fights.able(s, who):
            play_turn(ctx, who)
        elif who:
            fights.play_by_rule(ctx, who)
        else:
            fights.go_on(ctx)

    def _stops(self, s: State) -> str:
        fight = s.fight
        assert fight is not None
        between = fight.at >= len(fight.order)
        if between and fight.round >= self.limit:
            return "undecided"
        if between and self.last and fight.round >= self.last:
            return "rounds"
        return self.until if self.until in (HALF, FALLEN) and holds(s, self.until) else ""

    def odds(self, s: State) -> Odds:
        who = fights.acting(s)
        if not fights.over(s) and who in s.characters and fights.able(s, who):
            return turn_odds(s, who)
        return fights.step_odds(s)


def _go_on(ctx: Ctx, rounds: int, until: str) -> None:
    assert ctx.state.fight is not None
    now = ctx.state.fight.round
    ctx.push(Auto(now + rounds - 1 if rounds else 0, until, now + MOST_ROUNDS - 1))


class AutoRounds(Action, tag="automatic.rounds"):
    """Let so many Combat Rounds go by themselves, this one counted (T7.44)."""

    text = "auto {rounds}"
    order = 40
    during = (fights.Fight,)
    rounds: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return [Open(cls(1), "rounds", 1, MOST_ROUNDS)]

    def refused(self, s: State) -> Refusal | None:
        return None if 1 <= self.rounds <= MOST_ROUNDS else Refusal("auto.rounds", {"most": MOST_ROUNDS}, "T7.49")

    def perform(self, ctx: Ctx) -> None:
        _go_on(ctx, self.rounds, "")


class AutoUntil(Action, tag="automatic.until"):
    """Fight on until somebody is below half Vitality, somebody is fallen, or the combat is over (T7.44)."""

    text = "auto until {what}"
    order = 41
    during = (fights.Fight,)
    what: str

    @classmethod
    def offered(cls, s: State) -> Iterable[AutoUntil]:
        return [cls(what) for what in CONDITIONS]

    def costs(self, s: State) -> dict[str, Any]:
        return {one: int(self.what == one) for one in CONDITIONS}

    def refused(self, s: State) -> Refusal | None:
        if self.what not in CONDITIONS:
            return Refusal("auto.what", {"said": self.what, "near": nearest(self.what, CONDITIONS)}, "T7.44")
        return Refusal("auto.already", {"what": self.what}, "T7.44") if holds(s, self.what) else None

    def perform(self, ctx: Ctx) -> None:
        _go_on(ctx, 0, self.what)


# --- events ---


class AutoStopped(Event, tag="automatic.stopped"):
    """An automatic fight stopped: "rounds" are over, somebody is "fallen" or below "half", or it is "undecided"."""

    why: str
    round: int

    def variant(self) -> str:
        return self.why

    def rules(self) -> tuple[str, ...]:
        return ("T7.49",) if self.why == "undecided" else ("T7.44",)


__all__ = [
    "MOST_ROUNDS", "Auto", "AutoRounds", "AutoStopped", "AutoUntil", "holds", "play_turn",
    "policy", "turn_odds", "weakest",
]  # fmt: skip
