"""What a competent player of `tabletop` reckons before and in a fight: blows by their mean, round by round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from undercroft.rulebooks.tabletop.views import FoeView, MemberView, TabletopView

PARTS = 400
"""Chances of a blow are told in so many parts."""
HUNDRED = 100
LONGEST = 40
"""Combat Rounds that are reckoned ahead."""
OUT = ("asleep", "stuck", "panicked", "trusting")
"""Conditions in which a foe strikes nobody."""
NOBODY: Mapping[str, str] = {}
FEARLESS = ("undead", "mindless", "construct", "terror")
"""Traits of foes that are never frightened (T7.33)."""
UNSLEEPING = ("undead", "mindless", "construct")
"""Traits of foes that are never put to sleep, nor made friends (T12.22 to T12.24)."""
BOSS = 4
"""A boss resists so much better (T22.48)."""
STINGS = ((8, 3, 10), (4, 2, 7), (1, 1, 4))
"""From which Level on Wasp's Sting has which strength, and its Astral (T20.19, T20.26)."""
SAVING = 2
"""Astral that a wand of level 2 saves (T19.17)."""


def landing(attack: int, defence: int) -> int:
    """Return the chance that a blow lands against one Defence roll, in 400 parts; Defence 0 for none."""
    return PARTS // 20 + (max(1, min(18, attack)) - 1) * (20 - min(18, defence))


@cache
def harm(dice: int, add: int, protection: int) -> int:
    """Return the mean damage that gets through Protection, in hundredths."""
    rolls = [max(0, sum(faces) + add - protection) for faces in product(range(1, 7), repeat=dice)]
    return HUNDRED * sum(rolls) // len(rolls)


def standing(v: TabletopView) -> list[MemberView]:
    """Return who stands and is there, in marching order."""
    return [m for m in v.party if m.state == "standing" and (v.fight is None or m.rank != "away")]


def awake(v: TabletopView) -> list[FoeView]:
    """Return the foes that can strike."""
    return [foe for foe in v.foes if not any(word in OUT for word in foe.conditions)]


def strikes(m: MemberView, foe: FoeView, silver: Mapping[str, str] = NOBODY) -> int:
    """Return the mean damage of a member's blow at a foe, in hundredths; `silver` tells who has which silvered arm."""
    defence = 0 if m.shoots or "asleep" in foe.conditions else foe.defence
    through = harm(*m.damage, foe.protection)
    if m.shoots and "bony" in foe.traits:
        through //= 2
    if "unearthly" in foe.traits and not hurts_ghosts(m, silver):
        return 0
    return landing(m.attack, defence) * through // PARTS


def hurts_ghosts(m: MemberView, silver: Mapping[str, str]) -> bool:
    """Say whether what a member wields is silvered (T12.30)."""
    if m.shoots:
        return any(word == "silvered-arrows" for word, _ in m.goods)
    return bool(m.wielded) and silver.get(m.id) == m.wielded


def resisted(foe: FoeView) -> int:
    """Return in how many of 20 a foe resists a spell (T12.35)."""
    return max(0, min(18, foe.resist + (BOSS if foe.boss else 0)))


def sting(m: MemberView, foe: FoeView, astral: int) -> tuple[int, int]:
    """Return the mean damage of a Magician's strongest Wasp's Sting at a foe, in hundredths, and its Astral."""
    if m.cls != "magician":
        return 0, 0
    saved = SAVING if m.wand_level >= SAVING else 0
    for level, strength, price in STINGS:
        if m.level >= level and astral >= max(1, price - saved):
            whole = HUNDRED * strength * 9 // 2
            return whole * (40 - resisted(foe)) // 40, max(1, price - saved)
    return 0, 0


def suffers(m: MemberView, foe: FoeView, *, defends: bool) -> int:
    """Return the mean damage of a foe's blow at a member, in hundredths."""
    return landing(foe.attack, m.defence if defends else 0) * harm(*foe.damage, m.protection) // PARTS


@dataclass(frozen=True)
class Forecast:
    """How a fight goes if both sides only strike: Combat Rounds, and what is left of the party."""

    rounds: int
    won: bool
    loss: int
    """Of the party's present Vitality, in 100."""
    fallen: int


def forecast(
    v: TabletopView, *, ready: bool = True, silver: Mapping[str, str] = NOBODY, stings: bool = False
) -> Forecast:
    """Reckon the fight ahead with everybody there; a party that is not ready loses a round.

    With `stings` Magicians sting as long as their Astral lasts.
    """
    members = standing(v)
    ours = _Ours(v, members, silver, {m.id: m.astral if stings else 0 for m in members})
    life = {m.id: HUNDRED * m.vitality for m in members}
    foes = {foe.id: HUNDRED * foe.vitality for foe in v.foes}
    begin = sum(life.values()) or 1
    rounds = 0
    while rounds < LONGEST and any(left > 0 for left in foes.values()) and any(left > 0 for left in life.values()):
        rounds += 1
        if ready or rounds > 1:
            ours.act(life, foes)
        _theirs(v, members, life, foes)
    left = sum(max(0, one) for one in life.values())
    won = not any(one > 0 for one in foes.values())
    return Forecast(rounds, won, HUNDRED * (begin - left) // begin, sum(one <= 0 for one in life.values()))


def ranks(members: list[MemberView], life: dict[str, int]) -> tuple[list[MemberView], list[MemberView]]:
    """Return front and back rank of those who stand; the back steps forward when the front is gone (T7.14)."""
    there = [m for m in members if life[m.id] > 0]
    front = [m for m in there if m.rank == "front"]
    return (front, [m for m in there if m.rank != "front"]) if front else (there, [])


@dataclass
class _Ours:
    """The party's side of a fight that is reckoned."""

    view: TabletopView
    members: list[MemberView]
    silver: Mapping[str, str]
    astral: dict[str, int]

    def act(self, life: dict[str, int], foes: dict[str, int]) -> None:
        """Let everybody strike, shoot or sting once: the foe that is nearest to falling."""
        front, back = ranks(self.members, life)
        for m in (*front, *back):
            there = [foe for foe in self.view.foes if foes[foe.id] > 0]
            if not there:
                return
            target = min(there, key=lambda foe: foes[foe.id])
            blow = strikes(m, target, self.silver) if m in front or m.shoots else 0
            pain, cost = sting(m, target, self.astral[m.id])
            if pain > blow:
                self.astral[m.id] -= cost
            foes[target.id] -= max(blow, pain)


def _theirs(v: TabletopView, members: list[MemberView], life: dict[str, int], foes: dict[str, int]) -> None:
    front, back = ranks(members, life)
    if not front:
        return
    struck: set[str] = set()
    able = awake(v)
    for place, foe in enumerate(foe for foe in v.foes if foes[foe.id] > 0):
        if foe not in able:
            continue
        for blow in range(foe.attacks):
            if place >= 2 * len(front) and back:
                target = min(back, key=lambda m: m.protection)
            else:
                target = front[(place + blow) % len(front)]
            life[target.id] -= suffers(target, foe, defends=target.id not in struck)
            struck.add(target.id)


def frightens(v: TabletopView, m: MemberView) -> int:
    """Return the chance that a member's threat drives all foes off, in 400 parts (T7.30 to T7.32)."""
    fearful = [foe for foe in v.foes if not any(one in FEARLESS for one in foe.traits)]
    if not fearful:
        return 0
    crowd = max(-5, min(5, len(v.foes) - len(standing(v))))
    own = max(0, min(18, m.qualities[0] - crowd))
    bravest = max(fearful, key=lambda foe: foe.courage)
    keeps = max(0, min(18, bravest.courage - (5 if bravest.kind == "goblin" else 0)))
    return own * (20 - keeps) * len(fearful) // len(v.foes)
