"""Ranks, reach and targets (T7.13 to T7.19, T4.27 to T4.30): who stands where, and who strikes at whom."""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.rulebooks.tabletop import blows, fighters
from undercroft.rulebooks.tabletop.blows import Means
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State, replace

ROOM_FRONT, PASSAGE_FRONT = 3, 2
"""Characters that the front rank holds in a room, and in a passage (T7.13)."""
FRONT, BACK = "front", "back"
RANKS_OF_FOES = 2
"""While there are fewer than so many foes for each front-rank character, all press the front (T7.16)."""
DRAGON, ELF = "dragon", "elf"


# --- ranks ---


def front_places(s: State) -> int:
    """Return how many characters the front rank holds here (T7.13)."""
    return PASSAGE_FRONT if s.fight is not None and s.fight.passage else ROOM_FRONT


def dragon_stands(s: State) -> bool:
    """Say whether a Dragon stands in the combat."""
    return any(s.foes[who].kind == DRAGON for who in fighters.standing_foes(s))


def held_back(s: State, c: Character) -> bool:
    """Say whether a character cannot come to blows: an Elf while a Dragon stands (T4.27, T4.30)."""
    return c.kin == ELF and dragon_stands(s)


def drawn_up(s: State) -> list[tuple[str, str]]:
    """Return each standing character's rank as a combat begins, in marching order: (id, rank) (T7.13)."""
    places = min(s.party.front, front_places(s))
    found: list[tuple[str, str]] = []
    for who in fighters.standing_party(s):
        stands_in_front = places > 0 and not held_back(s, s.characters[who])
        places -= stands_in_front
        found.append((who, FRONT if stands_in_front else BACK))
    return found


def marching(s: State) -> list[str]:
    """Return who can be targeted outside combat, in marching order: whoever is on their feet and not hidden."""
    up = [c for c in fighters.living(s) if c.vitality > 0 and fighters.condition(c, "hidden") is None]
    return [c.id for c in up]


def marching_behind(s: State) -> list[str]:
    """Return who would stand in the back rank if a combat began now (T7.13)."""
    up = [c.id for c in fighters.living(s) if c.vitality > 0]
    return up[min(s.party.front, ROOM_FRONT) :]


def close_ranks(ctx: Ctx) -> None:
    """Make the back rank the front rank when nobody stands there (T7.14); Elves stay away from a Dragon (T4.30)."""
    s = ctx.state
    for who, stance in s.stances.items():
        if stance.side != fighters.PARTY:
            break
        if stance.rank == FRONT and stance.place == "in" and s.characters[who].vitality > 0:
            return
    stepping = tuple([who for who in fighters.back(s) if not held_back(s, s.characters[who])])
    if stepping:
        ctx.emit(RanksClosed(stepping))


# --- whom a character can reach ---


def reach_refused(s: State, who: str, target: str, means: Means) -> Refusal | None:
    """Say why a character cannot strike a standing foe hand to hand, or None (T7.15, T7.19, T4.30)."""
    c = s.characters[who]
    if held_back(s, c):
        return Refusal("fight.dragon", {"who": who}, "T4.30")
    if s.stances[who].rank == BACK and not means.reach:
        return Refusal("fight.back_rank", {"who": who, "weapon": means.weapon}, "T7.15")
    return rear_refused(s, target, means)


def rear_refused(s: State, target: str, means: Means) -> Refusal | None:
    """Say why a foe in the rear cannot be struck hand to hand, or None (T7.19)."""
    if not means.reach and is_rear(s, target) and len(fighters.standing_foes(s)) > 1:
        return Refusal("fight.rear", {"target": target}, "T7.19")
    return None


def is_rear(s: State, foe: str) -> bool:
    """Say whether a foe keeps behind the others."""
    return "rear" in fighters.traits(s.foes[foe].kind)


# --- whom a foe strikes ---


def aim(s: State, foe: str, before: str = "") -> str:
    """Return whom a standing foe attacks (T7.16 to T7.18); "" if there is nobody it can target.

    `before` is whom it attacked first in this Combat Round, "" for its first attack.
    """
    exposed = fighters.exposed(s)
    if not exposed:
        return ""
    if "any-rank" in fighters.traits(s.foes[foe].kind):
        return min(exposed, key=lambda who: s.characters[who].vitality)
    stances = s.stances
    ahead = [who for who in exposed if stances[who].rank == FRONT]
    if not ahead:
        return _softest(s, exposed)
    at = fighters.standing_foes(s).index(foe)
    if before and stances[before].rank == FRONT:
        return ahead[(at + 1) % len(ahead)]
    if at < RANKS_OF_FOES * len(ahead) or len(ahead) == len(exposed):
        return ahead[at % len(ahead)]
    return _softest(s, [who for who in exposed if stances[who].rank == BACK])


def _softest(s: State, exposed: list[str]) -> str:
    return min(exposed, key=lambda who: fighters.protection(s, who))


def means_against(s: State, foe: str, target: str) -> Means | None:
    """Return what a foe strikes a target with: its bow at the back rank or from afar, or nothing (T11.39)."""
    hand = blows.hand(s, foe)
    bow = blows.missile(s, foe) if s.foes[foe].bow_dice else None
    if bow is not None and (s.stances[target].rank == BACK or not blows.in_range(s, hand)):
        return bow
    return hand if blows.in_range(s, hand) else None


# --- events ---


class RanksClosed(Event, tag="ranks.closed"):
    """The back rank became the front rank (T7.14)."""

    who: tuple[str, ...]

    def apply(self, s: State) -> None:
        for one in self.who:
            s.stances[one] = replace(s.stances[one], rank=FRONT)

    def rules(self) -> tuple[str, ...]:
        return ("T7.14",)


class Swapped(Event, tag="ranks.swapped"):
    """Two characters changed places (T7.27)."""

    who: str
    ally: str

    def apply(self, s: State) -> None:
        mine, theirs = s.stances[self.who], s.stances[self.ally]
        s.stances[self.who] = replace(mine, rank=theirs.rank)
        s.stances[self.ally] = replace(theirs, rank=mine.rank)

    def rules(self) -> tuple[str, ...]:
        return ("T7.27",)


class Stepped(Event, tag="ranks.stepped"):
    """A character stepped forward into a free front place (T7.27)."""

    who: str

    def apply(self, s: State) -> None:
        s.stances[self.who] = replace(s.stances[self.who], rank=FRONT)

    def rules(self) -> tuple[str, ...]:
        return ("T7.27",)


__all__ = [
    "BACK", "FRONT", "RanksClosed", "Stepped", "Swapped", "aim", "close_ranks", "dragon_stands", "drawn_up",
    "front_places", "held_back", "is_rear", "marching", "marching_behind", "means_against", "reach_refused",
    "rear_refused",
]  # fmt: skip
