"""Flight (T7.30 to T7.37, T7.39 to T7.41, T8.26 to T8.28): morale, intimidation, panic, fleeing, and who follows."""

from __future__ import annotations

from undercroft.engine.chance import Chance, Odds
from undercroft.rulebooks.tabletop import blows, fighters, monsters, ranks, tests, wounds
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Foe, State, replace

CROWD = 5
"""The adjustment to intimidate goes no further than this either way (T7.30)."""
BURDEN = 3
"""Adjustment of the Test to flee for who carries an ally (T7.35)."""
BOLD = 10
"""Foes with more Courage than this may follow (T7.37)."""
HELD = ("asleep", "stuck", "panicked")
"""Conditions under which a foe neither strikes at one who flees (T7.34) nor comes after them (T7.37)."""
MINDLESS = {"mindless", "construct"}
"""Traits of those who follow nobody (T7.37)."""
FOLLOWS, TREACHERY, DIE = 2, 2, 6
"""Faces of a d6 on which foes follow (T7.37), and on which Goblins that ran wait for the party once more (T7.41)."""
TWO = 2
"""Members from which a group has a morale that can break (T7.39)."""
HALF, CHIEF, THREAT = "half", "chief", "threat"
FLED, RAN, GAVE_UP, VANISHED, TRUSTS = "fled", "ran", "gave-up", "vanished", "trusts"
INTIMIDATE = "intimidate:"
LURKERS = "lurkers"
"""The group that treacherous Goblins form (T7.41)."""


# --- fear in foes ---


def frightenable(s: State, group: str = "") -> list[str]:
    """Return the standing foes, or those of a group, that can be frightened, awake and in listed order (T7.33)."""
    return [
        who
        for who in fighters.standing_foes(s)
        if group in ("", s.foes[who].group)
        and not fighters.immune(s.foes[who].kind, "fright")
        and not fighters.under(s, who, "asleep")
    ]


def bravest(s: State, group: str = "") -> str:
    """Return the one with the highest Courage of those that can be frightened; "" for none (T7.46)."""
    return max(frightenable(s, group), key=lambda who: fighters.courage(s, who), default="")


def nerve_chance(s: State, foe: str, name: str, adjustment: int = 0) -> Chance:
    """Return the chance that a foe keeps its nerve: a Test of its Courage (T11.3)."""
    return tests.of_value(fighters.courage(s, foe), adjustment, name=name, about=foe)


def keeps_nerve(ctx: Ctx, foe: str, name: str, adjustment: int = 0) -> bool:
    """Test a foe's Courage."""
    s = ctx.state
    chance = nerve_chance(s, foe, name, adjustment)
    return tests.roll(ctx, chance, foe, "courage", fighters.courage(s, foe), 0, adjustment)


def causes(s: State) -> list[tuple[str, str]]:
    """Return the groups whose morale is to be Tested now, each with a cause it was not Tested for before (T7.39)."""
    fight = s.fight
    if fight is None:
        return []
    standing = fighters.standing_foes(s)
    found: list[tuple[str, str]] = []
    for group, began in zip(fight.groups, fight.began, strict=True):
        if began < TWO:
            continue
        left = [who for who in standing if s.foes[who].group == group]
        if 2 * len(left) <= began:
            found.append((group, HALF))
        if _lost_chief(s, group, left):
            found.append((group, CHIEF))
    return [one for one in found if one not in fight.tested]


def _lost_chief(s: State, group: str, left: list[str]) -> bool:
    chiefs = [who for who, row in s.stances.items() if row.side == fighters.GROUP and _is_chief(s.foes[who], group)]
    return bool(chiefs) and not any(who in left for who in chiefs)


def _is_chief(foe: Foe, group: str) -> bool:
    return foe.template == monsters.CHIEF and foe.group == group


def morale(ctx: Ctx) -> None:
    """Test the morale of the foes for each cause that has come up (T7.39)."""
    for group, cause in causes(ctx.state):
        if foe := bravest(ctx.state, group):
            ctx.emit(MoraleAsked(cause, group))
            if not keeps_nerve(ctx, foe, "morale"):
                _run(ctx, [foe for foe in frightenable(ctx.state, group) if _free(ctx.state, foe)], cause)


def _free(s: State, foe: str) -> bool:
    """Say whether a foe can leave its place (T8.29)."""
    return not fighters.under(s, foe, "stuck")


def _run(ctx: Ctx, foes: list[str], cause: str, who: str = "") -> None:
    if foes:
        ctx.emit(FoesRan(tuple(foes), cause, who))


def morale_odds(s: State) -> Odds:
    """Return the Test of each foe that may come to be asked for its nerve."""
    if s.fight is None:
        return ()
    several = [group for group, began in zip(s.fight.groups, s.fight.began, strict=True) if began >= TWO]
    return tuple(nerve_chance(s, foe, "morale") for group in several for foe in frightenable(s, group))


# --- intimidation ---


def threat_adjustment(s: State) -> int:
    """Return how much harder many foes make it to intimidate: foes less characters, -5 to +5 (T7.30)."""
    more = len(fighters.standing_foes(s)) - len(fighters.standing_party(s))
    return max(-CROWD, min(CROWD, more))


def threat_odds(s: State, who: str) -> Odds:
    """Return the two Tests of an intimidation (T7.30, T7.31)."""
    own = tests.chance(s, s.characters[who], "courage", threat_adjustment(s), name="intimidate", about=who)
    foe = bravest(s)
    return (own, nerve_chance(s, foe, "cowed", _cowardice(s, foe))) if foe else (own,)


def _cowardice(s: State, foe: str) -> int:
    return content.monster(s.foes[foe].kind).cowardice


def intimidate(ctx: Ctx, who: str) -> None:
    """Test the character's Courage, then the bravest foe's; if that fails, they flee or surrender (T7.30 to T7.32)."""
    s = ctx.state
    assert s.fight is not None
    ctx.emit(Threatened(who, s.fight.groups))
    if not tests.passes(ctx, s.characters[who], "courage", threat_adjustment(s), name="intimidate", about=who):
        return
    foe = bravest(s)
    if foe and not keeps_nerve(ctx, foe, "cowed", _cowardice(s, foe)):
        _cow(ctx, who)


def _cow(ctx: Ctx, who: str) -> None:
    s = ctx.state
    assert s.fight is not None
    # Who has no way out surrenders, if it ever does; animals fight on (T12.38).
    held = [foe for foe in frightenable(s) if not can_run(s, foe)]
    yielding = tuple([foe for foe in held if surrenders(s, foe)])
    _run(ctx, [foe for foe in frightenable(s) if foe not in held], THREAT, who)
    if yielding:
        ctx.emit(FoesYielded(yielding, who))


def surrenders(s: State, foe: str) -> bool:
    """Say whether a foe is one that can surrender (T12.38)."""
    kind = s.foes[foe].kind
    return not content.monster(kind).animal and not fighters.immune(kind, "surrender")


# --- panic ---


def can_run(s: State, who: str) -> bool:
    """Say whether a panicked fighter can leave: it is not stuck, and there is a way out (T8.26, T8.29)."""
    if not _free(s, who):
        return False
    return who in s.characters or s.fight is None or s.fight.way_out


def panic(ctx: Ctx, who: str) -> None:
    """Let a panicked fighter run, or cower if it cannot (T8.26 to T8.28)."""
    ctx.emit(PanicRan(who) if can_run(ctx.state, who) else Cowered(who))


# --- characters that flee ---


def flee_chance(s: State, who: str, ally: str = "") -> Chance:
    """Return the chance of the Test to flee (T7.34, T7.35)."""
    return tests.chance(s, s.characters[who], "agility", BURDEN if ally else 0, name="flee", about=who)


def pursuer(s: State) -> str:
    """Return the first standing foe that can strike at one who flees; "" for none (T7.34)."""
    return next((who for who in fighters.standing_foes(s) if not held(s.foes[who])), "")


def held(foe: Foe) -> bool:
    """Say whether a foe is asleep, stuck or cowering."""
    return any(one.kind in HELD for one in foe.conditions)


def parting_means(s: State, foe: str, who: str) -> blows.Means | None:
    """Return what a foe strikes with at one who flees; None if it sees or reaches nobody (T8.32, T11.39, T20.18)."""
    return ranks.means_against(s, foe, who) if foe and who in fighters.exposed(s) else None


def flee_odds(s: State, who: str, ally: str = "") -> Odds:
    """Return every roll of an attempt to flee."""
    foe = pursuer(s)
    means = parting_means(s, foe, who)
    blow = blows.odds(s, foe, who, means, undefended=True) if means is not None else ()
    return (flee_chance(s, who, ally), *blow)


def flee(ctx: Ctx, who: str, ally: str = "") -> None:
    """Test Agility to get away; on a failure a foe strikes first, undefended (T7.34)."""
    s = ctx.state
    away = tests.passes(ctx, s.characters[who], "agility", BURDEN if ally else 0, name="flee", about=who)
    foe = pursuer(s)
    means = None if away else parting_means(s, foe, who)
    if means is not None:
        blows.strike(ctx, foe, who, means, undefended=True)
    if fighters.standing(s, who):
        ctx.emit(Fled(who, ally, s.fight.back if s.fight is not None else ""))


# --- what comes of a flight, when the combat is over ---


def abandon(ctx: Ctx) -> None:
    """Those left fallen where nobody stands any more are dead (T7.36)."""
    s = ctx.state
    if any(row.place in (FLED, RAN) for row in s.stances.values() if row.side == fighters.PARTY):
        for c in left_behind(s):
            ctx.emit(wounds.Died(c.id, "left"))


def left_behind(s: State) -> list[Character]:
    """Return the characters that lie fallen in the combat, alive."""
    return [
        s.characters[who]
        for who, row in s.stances.items()
        if row.side == fighters.PARTY and row.place == "in" and wounds.is_fallen(s.characters[who])
    ]


def followers(s: State) -> tuple[str, ...]:
    """Return the foes that would follow the party that fled, off the road (T7.37, T7.47)."""
    if s.fight is None or s.fight.road:
        return ()
    return tuple([who for who in fighters.standing_foes(s) if would_follow(s, s.foes[who])])


def would_follow(s: State, foe: Foe) -> bool:
    """Say whether a foe is one that follows: bold, not mindless, and free to go (T7.37)."""
    mindless = MINDLESS & set(fighters.traits(foe.kind))
    return not mindless and not held(foe) and fighters.courage(s, foe.id) > BOLD


def follow_chance() -> Chance:
    """Return the chance that bold foes follow (T7.37)."""
    return Chance("follow", FOLLOWS, DIE)


def treachery_chance() -> Chance:
    """Return the chance that Goblins that ran will lie in wait; it is rolled in secret (T7.41)."""
    return Chance("treachery", TREACHERY, DIE, shown=False)


def traitors(s: State) -> tuple[str, ...]:
    """Return the treacherous foes that fled, panicked or not, or surrendered, alive (T7.41, T8.26, T22.48)."""
    return tuple(
        [
            who
            for who, row in s.stances.items()
            if row.side == fighters.GROUP
            and (row.place in (FLED, GAVE_UP) or (row.place == RAN and not s.foes[who].boss))
            and s.foes[who].ml > 0
            and content.monster(s.foes[who].kind).treacherous
        ]
    )


def left_whole(s: State, group: str) -> bool:
    """Say whether a group fled without loss: every one of those that were made ran off, alive (T14.17)."""
    here = [who for who, row in s.stances.items() if row.side == fighters.GROUP and s.foes[who].group == group]
    gone = [who for who in here if s.foes[who].vitality > 0 and s.stances[who].place in (FLED, RAN, VANISHED)]
    whole = len(s.groups[group].made) if group in s.groups else len(here)
    return 0 < len(gone) == whole


# --- events ---


def _leave(s: State, who: str, place: str) -> None:
    s.stances[who] = replace(s.stances[who], place=place)


class MoraleAsked(Event, tag="flight.morale"):
    """The foes' morale is Tested for a cause: "half" of them are gone, or their "chief" (T7.39)."""

    cause: str
    group: str

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, tested=(*s.fight.tested, (self.group, self.cause)))
        if self.group in s.groups:
            group = s.groups[self.group]
            s.groups[self.group] = replace(group, tested=(*group.tested, self.cause))

    def variant(self) -> str:
        return self.cause

    def rules(self) -> tuple[str, ...]:
        return ("T7.39",)


class FoesRan(Event, tag="flight.foes_ran"):
    """Foes fled for a cause: "half", "chief", or "threat" by a character (T7.40)."""

    foes: tuple[str, ...]
    cause: str
    who: str

    def apply(self, s: State) -> None:
        for foe in self.foes:
            _leave(s, foe, FLED)

    def rules(self) -> tuple[str, ...]:
        return ("T7.31",) if self.cause == THREAT else ("T7.39",)


class FoesYielded(Event, tag="flight.foes_yielded"):
    """Foes without a way out surrendered to a character's threat (T7.31)."""

    foes: tuple[str, ...]
    who: str

    def apply(self, s: State) -> None:
        for foe in self.foes:
            _leave(s, foe, GAVE_UP)

    def rules(self) -> tuple[str, ...]:
        return ("T7.31",)


class Threatened(Event, tag="flight.threat"):
    """A character tries to intimidate the foes (T7.30)."""

    who: str
    groups: tuple[str, ...]

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, intimidated=True)
        for group in self.groups:
            tests.Attempted(tests.PARTY, INTIMIDATE + group).apply(s)

    def rules(self) -> tuple[str, ...]:
        return ("T7.30",)


class PanicRan(Event, tag="flight.panic"):
    """A panicked fighter ran from the combat (T8.27, T8.28)."""

    who: str

    def apply(self, s: State) -> None:
        _leave(s, self.who, RAN)

    def rules(self) -> tuple[str, ...]:
        return ("T8.26",)


class Cowered(Event, tag="flight.cowered"):
    """A panicked fighter could not flee, and cowered (T8.26)."""

    who: str

    def rules(self) -> tuple[str, ...]:
        return ("T8.26",)


class Fled(Event, tag="flight.fled"):
    """A character fled to the room they came from, perhaps with a fallen ally (T7.34, T7.35)."""

    who: str
    ally: str
    room: str

    def apply(self, s: State) -> None:
        _leave(s, self.who, FLED)
        if self.ally:
            _leave(s, self.ally, FLED)

    def variant(self) -> str:
        return "carrying" if self.ally else ""

    def rules(self) -> tuple[str, ...]:
        return ("T7.35",) if self.ally else ("T7.34",)


class Followed(Event, tag="flight.followed"):
    """Foes follow the party that fled; a new combat begins in the room it fled to, the party ready (T7.37)."""

    foes: tuple[str, ...]
    room: str

    def rules(self) -> tuple[str, ...]:
        return ("T7.37",)


class Lurking(Event, tag="flight.lurking"):
    """Goblins that ran lie in wait for the party's next camp, or its way out, and are worth nothing more (T7.41)."""

    foes: tuple[str, ...]

    def apply(self, s: State) -> None:
        for foe in self.foes:
            s.foes[foe] = replace(s.foes[foe], group=LURKERS, ml=0)

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


__all__ = [
    "FLED", "GAVE_UP", "LURKERS", "RAN", "TRUSTS", "VANISHED", "Cowered", "Fled", "FoesRan", "FoesYielded",
    "Followed", "Lurking", "MoraleAsked", "PanicRan", "Threatened", "abandon", "bravest", "can_run", "causes",
    "flee", "flee_chance", "flee_odds", "follow_chance", "followers", "frightenable", "intimidate", "keeps_nerve",
    "left_behind", "left_whole", "morale", "morale_odds", "nerve_chance", "panic", "parting_means", "pursuer",
    "surrenders", "threat_adjustment", "threat_odds", "traitors", "treachery_chance", "would_follow",
]  # fmt: skip
