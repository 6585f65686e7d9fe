"""Combat as a machine of turns (T7.1 to T7.14, T7.40 to T7.48): opening, rounds, whose turn it is, the end.

`State.fight` is the bookkeeping, the frame `Fight` waits for whose turn it is: a character's asks the players, a foe's
asks nobody, or the game master of a table's fight. Every own action ends with `turn_taken`. A combat ends with
`FightEnded`, which says who was defeated, for what, and by whom.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.chance import Odds, Spread
from undercroft.engine.rulebook import on
from undercroft.rulebooks.tabletop import fighters, flight, foes, goods, ranks, spells, tests, traits, wounds
from undercroft.rulebooks.tabletop.records import (
    MASTER,
    PLAYER,
    Character,
    Condition,
    Ctx,
    Event,
    Fighting,
    Foe,
    Frame,
    Stance,
    State,
    replace,
)

D6 = 6
UNAWARE, AWARE, WAITING = "unaware", "aware", "waiting"
UNAWARE_UP_TO, AWARE_UP_TO = 2, 5
"""Faces of the d6 for a group first met in its room; above, it lies in wait (T7.9)."""
LATE_ROUND = 3
"""The Combat Round in which those join who had withdrawn from an attacked camp (T6.14)."""
ROUNDS_A_TURN = 60
"""Combat Rounds to a turn of game time, begun ones counted (T6.3)."""
FOUND_AGAIN = 2
"""After a won combat one shot in so many is found again (T8.15)."""
GONE = "gone"
"""The group of all who have left for good: slain, driven off, surrendered, vanished."""
WON, LOST, PARTY_FLED = "won", "lost", "fled"


# --- looking ---


def awareness() -> Spread:
    """Return the roll of how a group is found (T7.9)."""
    return Spread("awareness", 1, D6, shown=False)


def found(face: int, *, forced_door: bool = False) -> str:
    """Return what a face means: "unaware" (never after a forced door), "aware" or "waiting" (T7.9, T7.12)."""
    if face <= UNAWARE_UP_TO:
        return AWARE if forced_door else UNAWARE
    return AWARE if face <= AWARE_UP_TO else WAITING


def acting(s: State) -> str:
    """Return the fighter whose turn it is; "" between rounds."""
    fight = s.fight
    return fight.order[fight.at] if fight is not None and fight.at < len(fight.order) else ""


def able(s: State, who: str) -> bool:
    """Say whether a fighter can take its turn as it or its master will (T7.10, T8.26, T8.30)."""
    stance = s.stances.get(who)
    if stance is None or stance.place != "in" or stance.lost:
        return False
    one = s.characters[who] if stance.side == fighters.PARTY else s.foes[who]
    if one.vitality <= 0:
        return False
    assert s.fight is not None
    if not one.conditions and not s.fight.unaware:
        return True  # most often by far
    return _has_action(s, stance, one) and fighters.condition(one, "panicked") is None


def _has_action(s: State, stance: Stance, one: Character | Foe) -> bool:
    """Say whether a fighter's turn is an own action: it is awake, aware, and not slowed in an odd round."""
    fight = s.fight
    assert fight is not None
    if fight.unaware and fight.round <= 1 and stance.side == fighters.GROUP:
        return False
    if not one.conditions:
        return True
    kinds = [held.kind for held in one.conditions]
    return "asleep" not in kinds and not ("slowed" in kinds and fight.round % 2 == 1)


def over(s: State) -> bool:
    """Say whether the combat has ended: no foe stands, or no character does and none is yet to come (T7.43)."""
    # Characters come first among the stances and foes last: most often the first and the last of them decide it.
    stances, characters, foes = s.stances, s.characters, s.foes
    for who, stance in stances.items():
        if stance.side != fighters.PARTY:
            return True
        if stance.place == "stayed-away" or (stance.place == "in" and characters[who].vitality > 0):
            break
    for who in reversed(stances):
        stance = stances[who]
        if stance.side == fighters.PARTY:
            return True
        if stance.place == "in" and foes[who].vitality > 0:
            return False
    return True


def order_of_round(s: State) -> tuple[str, ...]:
    """Return who acts when: the highest Courage first, the slow last, equals by their dice (T7.2 to T7.4, T12.25)."""
    present: list[tuple[bool, int, int, int, str]] = []
    for place, (who, stance) in enumerate(s.stances.items()):
        if stance.place != "in":
            continue
        c = s.characters.get(who)
        out = c.dead if c is not None else s.foes[who].vitality <= 0
        if not out:
            slow = c is None and "slow" in fighters.traits(s.foes[who].kind)
            present.append((slow, -fighters.courage(s, who), -stance.tie, place, who))
    return tuple([row[-1] for row in sorted(present)])


def turns_taken(rounds: int) -> int:
    """Return the turns of game time that a combat takes (T6.3)."""
    return max(1, -(-rounds // ROUNDS_A_TURN))


# --- opening ---


def open_fight(
    ctx: Ctx, groups: Iterable[str], *, ready: bool, unaware: bool = False, waiting: bool = False,
    passage: bool = False, road: bool = False, way_out: bool = True, back: str = "", away: tuple[str, ...] = (),
) -> None:  # fmt: skip
    """Begin a combat with groups of foes, and wait for its turns.

    `ready`: whether the party is (T7.5); against a group lying in wait (`waiting`) it is not (T7.11). `unaware`: the
    foes are (T7.10). `back` is the room that fleeing characters gather in; `away` lists those who join in the third
    round (T6.14).
    """
    s = ctx.state
    ready = (ready and not waiting) or not s.switches.unreadiness
    listed = tuple(groups)
    band = tuple([foe.id for group in listed for foe in s.foes.where(group) if foe.vitality > 0])
    ctx.emit(FightOpened(listed, band, ready, unaware, waiting, passage, road, way_out, back, away))
    ctx.push(Fight())


def _begin(ctx: Ctx) -> None:
    _settle_ties(ctx)
    traits.open_with(ctx)
    _begin_round(ctx)


def tie(who: str) -> Spread:
    """Return the d6 that settles the order of fighters of equal Courage, high first (T7.3)."""
    return Spread("tie", 1, D6, about=who)


def _equals(s: State) -> list[list[str]]:
    """Return the fighters whose Courage is that of others too, each Courage by itself."""
    found: dict[int, list[str]] = {}
    for who in s.stances:
        found.setdefault(fighters.courage(s, who), []).append(who)
    return [group for group in found.values() if len(group) > 1]


def _settle_ties(ctx: Ctx) -> None:
    ties = [(who, len(group) - place) for group in _equals(ctx.state) for place, who in enumerate(_by_dice(ctx, group))]
    if ties:
        ctx.emit(TiesSettled(tuple(ties)))


def _by_dice(ctx: Ctx, group: list[str]) -> list[str]:
    """Return fighters of equal Courage in the order of their d6, high first; equal ones roll again (T7.3)."""
    if len(group) < 2:
        return group
    shown: dict[int, list[str]] = {}
    for who in group:
        shown.setdefault(ctx.roll(tie(who)), []).append(who)
    return [who for face in sorted(shown, reverse=True) for who in _by_dice(ctx, shown[face])]


# --- rounds ---


def _begin_round(ctx: Ctx) -> None:
    s = ctx.state
    assert s.fight is not None
    number = s.fight.round + 1
    late = tuple([who for who, row in s.stances.items() if row.place == "stayed-away"])
    if number >= LATE_ROUND and late:
        ctx.emit(Joined(late))
    ctx.emit(RoundBegun(number, order_of_round(s), wounds.bleeding(s)))
    ranks.close_ranks(ctx)
    traits.sing(ctx)


def _end_round(ctx: Ctx) -> None:
    s = ctx.state
    assert s.fight is not None
    traits.knit(ctx)
    wounds.bleed(ctx, s.fight.fallen)


def step(ctx: Ctx) -> None:
    """Do one stage that asks nobody: the end, a new round, a foe's turn, the turn of one who can do nothing."""
    if over(ctx.state):
        close(ctx)
    else:
        go_on(ctx)


def go_on(ctx: Ctx) -> None:
    """Do one stage of a combat that is not over."""
    s = ctx.state
    assert s.fight is not None
    if not s.fight.round:
        _begin(ctx)
    elif who := acting(s):
        play_by_rule(ctx, who)
    else:
        _end_round(ctx)
        if not over(s):
            _begin_round(ctx)


def play_by_rule(ctx: Ctx, who: str) -> None:
    """Play the turn of a foe, or let the turn pass of one who cannot act."""
    acts = able(ctx.state, who)
    if acts:
        foes.act(ctx, who)
    else:
        lapse(ctx, who)
    ctx.emit(TurnTaken(who, acts))


def step_odds(s: State) -> Odds:
    """Return every named roll of the next stage."""
    fight = s.fight
    if fight is None:
        return ()
    if over(s):
        return (flight.follow_chance(), flight.treachery_chance())
    if not fight.round:
        ties = tuple(tie(who) for group in _equals(s) for who in group)
        return (*ties, *traits.opening_odds(s), *traits.song_odds(s))
    who = acting(s)
    if not who:
        return traits.song_odds(s)
    if not able(s, who):
        return flight.morale_odds(s)
    return (*foes.odds(s, who), *flight.morale_odds(s))


def lapse(ctx: Ctx, who: str) -> None:
    """Let a turn pass of one who cannot act: it lost the action, runs in panic, has no action, or is not there."""
    s = ctx.state
    stance, one = s.stances[who], fighters.fighter(s, who)
    if stance.place != "in" or one.vitality <= 0 or not _has_action(s, stance, one):
        return
    if stance.lost:
        ctx.emit(TurnLost(who))
    else:
        flight.panic(ctx, who)


def turn_taken(ctx: Ctx) -> None:
    """End the turn of the fighter whose turn it is. Every own action ends with it."""
    if who := acting(ctx.state):
        ctx.emit(TurnTaken(who))


@on(wounds.Slain, flight.FoesRan, flight.PanicRan, foes.Snatched, spells.Befriended)
def after_loss(ctx: Ctx, _: Event) -> None:
    """Foes have become fewer: their morale may be Tested (T7.39)."""
    if ctx.state.fight is not None:
        flight.morale(ctx)


@on(
    wounds.Fell, flight.Fled, flight.PanicRan, wounds.Slain, flight.FoesRan, flight.FoesYielded, foes.Snatched,
    spells.Befriended,
)  # fmt: skip
def after_gap(ctx: Ctx, _: Event) -> None:
    """Somebody is gone: the back rank may have to close up, or an Elf no Dragon to keep away from (T7.14, T4.30)."""
    if ctx.state.fight is not None:
        ranks.close_ranks(ctx)


# --- the end ---


def close(ctx: Ctx, result: str = "") -> None:
    """End the combat: say who was defeated and who took part, and leave the foes that still stand where they are.

    Without a result, the field tells it. A game master may end it with "ended".
    """
    s = ctx.state
    assert s.fight is not None
    result = result or _result(s)
    if result in (LOST, PARTY_FLED):
        flight.abandon(ctx)
    defeated = _defeated(s)
    worth = tuple([s.foes[who].ml for who in defeated])
    pursuers = flight.followers(s) if result == PARTY_FLED else ()
    if pursuers and not ctx.succeeds(flight.follow_chance()):
        pursuers = ()
    whole = tuple([group for group in s.fight.groups if flight.left_whole(s, group)])
    traitors = flight.traitors(s)
    if traitors and not fighters.at_table(s) and ctx.succeeds(flight.treachery_chance()):
        ctx.emit(flight.Lurking(traitors))
    back, rounds, groups = s.fight.back, s.fight.round, s.fight.groups
    left = tuple(fighters.standing_foes(s))
    yielded = tuple([who for who in defeated if s.stances[who].place == flight.GAVE_UP])
    ctx.emit(FightEnded(result, groups, rounds, defeated, worth, _took_part(s), left, yielded, whole))
    ctx.pop(Fight)
    if pursuers:
        ctx.emit(flight.Followed(pursuers, back))


def _result(s: State) -> str:
    if fighters.standing_party(s):
        return WON
    gone = [row for row in s.stances.values() if row.side == fighters.PARTY and row.place in (flight.FLED, flight.RAN)]
    return PARTY_FLED if gone else LOST


def _defeated(s: State) -> tuple[str, ...]:
    return tuple([who for who, row in s.stances.items() if row.side == fighters.GROUP and is_defeated(s, who)])


def is_defeated(s: State, foe: str) -> bool:
    """Say whether a foe of the combat counts as defeated: slain, driven off, surrendered, panicked away, made to trust.

    A boss that ran in panic or came to trust is not (T7.40, T8.28, T20.14, T22.48).
    """
    row, one = s.stances[foe], s.foes[foe]
    if one.vitality <= 0 or row.place in (flight.FLED, flight.GAVE_UP):
        return True
    return row.place in (flight.RAN, flight.TRUSTS) and not one.boss


def _took_part(s: State) -> tuple[str, ...]:
    return tuple([w for w, row in s.stances.items() if row.side == fighters.PARTY and row.place != "stayed-away"])


# --- the frame ---


class Fight(Frame, tag="fights.fight"):
    """A combat goes on: it asks whose turn it is."""

    ask = "fight"

    def seat(self, s: State) -> str | None:
        who = acting(s)
        if not who or over(s) or not able(s, who):
            return None
        if who in s.characters:
            return PLAYER
        return MASTER if fighters.at_table(s) else None

    def about(self, s: State) -> dict[str, Any]:
        return {"who": acting(s), "round": s.fight.round if s.fight is not None else 0}

    def resume(self, ctx: Ctx) -> None:
        step(ctx)

    def odds(self, s: State) -> Odds:
        return step_odds(s)


# --- events ---


class FightOpened(Event, tag="fights.opened"):
    """A combat began."""

    groups: tuple[str, ...]
    foes: tuple[str, ...]
    ready: bool
    unaware: bool
    waiting: bool
    passage: bool
    road: bool
    way_out: bool
    back: str
    away: tuple[str, ...]

    def apply(self, s: State) -> None:
        tested = tuple([(name, cause) for name in self.groups if name in s.groups for cause in s.groups[name].tested])
        s.fight = Fighting(
            self.groups, tuple([self._began(s, name) for name in self.groups]), self.passage, self.road, self.way_out,
            self.unaware, self.back, tested=tested,
        )  # fmt: skip
        for who in list(s.stances):
            del s.stances[who]
        for who in s.party.order:
            if not s.characters[who].dead:
                place = "stayed-away" if who in self.away else "in"
                c = s.characters[who]
                still = wounds.is_fallen(c) and c.fell >= 0  # their bleeding was stopped after an earlier fight
                s.stances[who] = Stance(fighters.PARTY, "back", place, self.ready, bound=still)
        for foe in self.foes:
            s.stances[foe] = Stance(fighters.GROUP)
        for who, rank in ranks.drawn_up(s):
            s.stances[who] = replace(s.stances[who], rank=rank)

    def _began(self, s: State, name: str) -> int:
        """Return how many a group began with: all it was made of, or who is there of one at a table (T7.39)."""
        group = s.groups.get(name)
        if group is not None:
            return len(group.made) - group.parted
        return sum(s.foes[foe].group == name for foe in self.foes)

    def variant(self) -> str:
        if self.unaware:
            return UNAWARE
        return WAITING if self.waiting else "ready" if self.ready else ""

    def rules(self) -> tuple[str, ...]:
        if self.unaware:
            return ("T7.10",)
        return ("T7.11",) if self.waiting else () if self.ready else ("T7.5",)


class TiesSettled(Event, tag="fights.ties"):
    """Dice settled equal Courage for the whole combat (T7.3)."""

    ties: tuple[tuple[str, int], ...]

    def apply(self, s: State) -> None:
        for who, tie in self.ties:
            s.stances[who] = replace(s.stances[who], tie=tie)

    def rules(self) -> tuple[str, ...]:
        return ("T7.3",)


class RoundBegun(Event, tag="fights.round"):
    """A Combat Round began, its order fixed (T7.4); `fallen` will bleed at its end (T8.19)."""

    number: int
    order: tuple[str, ...]
    fallen: tuple[str, ...]

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, round=self.number, order=self.order, at=0, fallen=self.fallen)
        for who, stance in list(s.stances.items()):
            lost = "" if stance.lost == traits.ROUND else stance.lost
            if stance.defences or stance.guards or stance.seared or lost != stance.lost:
                s.stances[who] = replace(stance, defences=0, guards=False, seared=False, lost=lost)
            one = s.characters[who] if stance.side == fighters.PARTY else s.foes[who]
            if one.conditions and self.number > 1:
                _keep(s, one, _a_round_later(one.conditions))

    def rules(self) -> tuple[str, ...]:
        return ("T7.1", "T7.2") if self.number == 1 else ()


def _a_round_later(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    later = [replace(held, left=held.left - 1) if held.until == "rounds" else held for held in conditions]
    return tuple([held for held in later if held.until != "rounds" or held.left > 0])


def _keep(s: State, one: Character | Foe, conditions: tuple[Condition, ...]) -> None:
    if conditions == one.conditions:
        return
    if isinstance(one, Character):
        s.characters[one.id] = replace(one, conditions=conditions)
    else:
        s.foes[one.id] = replace(one, conditions=conditions)


class Joined(Event, tag="fights.joined"):
    """Characters who had withdrawn come into the combat (T6.14)."""

    who: tuple[str, ...]

    def apply(self, s: State) -> None:
        for one in self.who:
            s.stances[one] = replace(s.stances[one], place="in")

    def rules(self) -> tuple[str, ...]:
        return ("T6.14",)


class TurnTaken(Event, tag="fights.turn"):
    """A fighter's turn is over; `acted` says whether it was an own action."""

    who: str
    acted: bool = True

    def apply(self, s: State) -> None:
        fight = s.fight
        assert fight is not None
        s.fight = replace(fight, at=fight.at + 1)
        stance = s.stances[self.who]
        if self.acted and not stance.acted:
            s.stances[self.who] = replace(stance, acted=True)


class TurnLost(Event, tag="fights.lost"):
    """A fighter lost an own action (T7.42, T12.28, T12.29)."""

    who: str

    def apply(self, s: State) -> None:
        s.stances[self.who] = replace(s.stances[self.who], lost="")


class FightEnded(Event, tag="fights.ended"):
    """A combat ended: "won", "lost", "fled", or "ended" by the game master.

    `defeated` are foes, in listed order, and `worth` the Monster Level of each (T16.5); `took_part` are characters,
    fallen and fled ones too (T16.7); `left` are the foes that stand, and keep their wounds (T7.48). `yielded` are those
    of the defeated that surrendered, `whole` the groups that fled without loss (T14.17).
    """

    result: str
    groups: tuple[str, ...]
    rounds: int
    defeated: tuple[str, ...]
    worth: tuple[int, ...]
    took_part: tuple[str, ...]
    left: tuple[str, ...]
    yielded: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()

    def apply(self, s: State) -> None:
        fight = s.fight
        assert fight is not None
        for who, row in list(s.stances.items()):
            one = fighters.fighter(s, who)
            _keep(s, one, tuple([held for held in one.conditions if held.until not in ("combat", "rounds")]))
            if row.side == fighters.PARTY:
                _mark(s, who, row.hurt)
            elif who not in self.left and s.foes[who].group in self.groups:
                s.foes[who] = replace(s.foes[who], group=GONE)
        if self.result == WON:
            odd: dict[str, int] = {}
            for who, kind, shot in fight.shots:
                found, odd[kind] = divmod(shot + odd.get(kind, 0), FOUND_AGAIN)
                _give(s, who, kind, found)
            for who, arm in fight.thrown:
                s.characters[who] = replace(s.characters[who], weapons=(*s.characters[who].weapons, arm))
        for who in list(s.stances):
            del s.stances[who]
        # Who was threatened and is no more may leave a name to others, as a table's groups do (T7.30).
        still = {s.foes[foe].group for foe in self.left}
        for group in self.groups:
            if group not in still:
                tests.forget(s, tests.PARTY, flight.INTIMIDATE + group)
        s.fight = None
        s.party = replace(s.party, ready=False)

    def variant(self) -> str:
        return self.result

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "total": sum(self.worth), "number": len(self.defeated)}

    def rules(self) -> tuple[str, ...]:
        return ("T7.43",)


def _mark(s: State, who: str, hurt: bool) -> None:
    c = s.characters[who]
    fell = s.clock.turn if wounds.is_fallen(c) and c.fell < 0 else c.fell
    if (c.sore, c.fell) != (hurt, fell):
        s.characters[who] = replace(c, sore=hurt, fell=fell)


def _give(s: State, who: str, kind: str, pieces: int) -> None:
    if pieces:
        s.characters[who] = goods.more(s.characters[who], kind, pieces)


__all__ = [
    "AWARE", "GONE", "LOST", "PARTY_FLED", "UNAWARE", "WAITING", "WON", "Fight", "FightEnded", "FightOpened",
    "Joined", "RoundBegun", "TiesSettled", "TurnLost", "TurnTaken", "able", "acting", "awareness",
    "close", "found", "go_on", "is_defeated", "lapse", "open_fight", "order_of_round", "over", "play_by_rule",
    "step", "step_odds", "turn_taken", "turns_taken",
]  # fmt: skip
