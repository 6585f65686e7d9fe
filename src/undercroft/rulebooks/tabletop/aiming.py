"""Aiming (T7.15, T7.19 to T7.21, T8.12, T8.15, T8.16): whom a character can strike or shoot at, and with what."""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.engine.errors import nearest
from undercroft.rulebooks.tabletop import blows, fighters, flight, goods, ranks, weapons
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State, replace


def targets(s: State) -> list[str]:
    """Return the foes that can be attacked: those that stand unhidden, and those that trust (T20.14, T20.18)."""
    trusting = [w for w, row in s.stances.items() if row.place == flight.TRUSTS and s.foes[w].vitality > 0]
    return [*fighters.exposed_foes(s), *trusting]


def no_target(s: State, enemy: str) -> Refusal | None:
    """Say that there is no such foe to attack, with the nearest name, or None."""
    there = targets(s)
    if enemy in there:
        return None
    return Refusal("fight.no_foe", {"target": enemy, "near": nearest(enemy, there) or "."})


def strike_refused(s: State, c: Character, enemy: str) -> Refusal | None:
    """Say why a character cannot attack a foe with the weapon wielded, or None (T7.15, T7.19, T7.20, T8.32)."""
    means = blows.hand(s, c.id)
    if content.weapon(means.weapon).missile:
        return Refusal("fight.not_hand", {"who": c.id, "weapon": means.weapon}, "T7.20")
    return no_target(s, enemy) or blow_refused(s, c, enemy, means)


def blow_refused(s: State, c: Character, enemy: str, means: blows.Means) -> Refusal | None:
    """Say why a foe that is there cannot be struck hand to hand, or None (T7.15, T7.19, T8.32)."""
    if not blows.in_range(s, means):
        return Refusal("fight.far", {"target": enemy}, "T8.32")
    return ranks.reach_refused(s, c.id, enemy, means)


def ammunition(s: State, c: Character, enemy: str) -> str:
    """Return the goods that a shot at a foe uses: plain pieces, or silvered ones if plain do nothing or are gone.

    "" if there are none (T8.15, T12.30).
    """
    arm = weapons.in_hand(c)
    plain = content.weapon(arm.kind).ammunition if arm is not None else ""
    if not plain:
        return ""
    foe = s.foes.get(enemy)
    words = (plain, goods.SILVERED + plain)
    if foe is not None and fighters.immune(foe.kind, "plain-blows"):
        words = words[::-1]
    for word in words:
        if goods.count(c, word):
            return word
    return ""


def shot(s: State, c: Character, enemy: str) -> blows.Means | None:
    """Return what a character shoots at a foe, the ammunition counted; None without a missile weapon in hand."""
    means = blows.missile(s, c.id)
    if means is None or not ammunition(s, c, enemy).startswith(goods.SILVERED):
        return means
    return replace(means, searing=True)


def shot_refused(s: State, c: Character, enemy: str) -> Refusal | None:
    """Say why a character cannot shoot at a foe, or None (T6.6, T7.21, T8.12, T8.15, T8.16)."""
    means = blows.missile(s, c.id)
    if means is None:
        return Refusal("fight.no_missile", {"who": c.id}, "T7.21")
    return no_target(s, enemy) or volley_refused(s, c, enemy, means)


def volley_refused(s: State, c: Character, enemy: str, means: blows.Means) -> Refusal | None:
    """Say why a foe that is there cannot be shot at, or None (T6.6, T8.12, T8.15, T8.16)."""
    if means.weapon in s.stances[c.id].empty:
        return Refusal("fight.unloaded", {"who": c.id, "weapon": means.weapon}, "T8.16")
    if not ammunition(s, c, enemy):
        return Refusal("fight.no_ammunition", {"who": c.id, "weapon": means.weapon}, "T8.15")
    return aim_refused(s, c, enemy, means)


def aim_refused(s: State, c: Character, enemy: str, means: blows.Means) -> Refusal | None:
    """Say why a missile cannot be aimed at a foe, or None: darkness, or too far (T6.6, T8.12, T8.32)."""
    if fighters.in_dark(s, c.id):
        return Refusal("fight.dark", {"who": c.id}, "T6.6")
    if not blows.in_range(s, means):
        return Refusal("fight.far", {"target": enemy}, "T8.12")
    return None


def shoot(ctx: Ctx, c: Character, enemy: str) -> None:
    """Spend the ammunition and shoot."""
    s = ctx.state
    means, spent = blows.missile(s, c.id), ammunition(s, c, enemy)
    assert means is not None
    if spent.startswith(goods.SILVERED):
        means = replace(means, searing=True)
    ctx.emit(Loosed(c.id, spent, means.weapon if content.weapon(means.weapon).reload else ""))
    blows.strike(ctx, c.id, enemy, means)


def reload_refused(s: State, c: Character) -> Refusal | None:
    """Say why there is nothing to reload, or None."""
    arm = weapons.in_hand(c)
    if arm is None or not content.weapon(arm.kind).reload:
        return Refusal("fight.nothing_to_load", {"who": c.id}, "T8.16")
    if arm.kind in s.stances[c.id].empty:
        return None
    return Refusal("fight.loaded", {"who": c.id, "weapon": arm.kind}, "T8.16")


# --- events ---


class Loosed(Event, tag="aiming.loosed"):
    """A piece of ammunition was spent; `empties` is the crossbow that must then be loaded, or "" (T8.15, T8.16)."""

    who: str
    ammunition: str
    empties: str

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.characters[self.who] = goods.less(s.characters[self.who], self.ammunition)
        key = (self.who, self.ammunition)
        spent = {(who, kind): pieces for who, kind, pieces in s.fight.shots}
        spent[key] = spent.get(key, 0) + 1
        s.fight = replace(s.fight, shots=tuple([(*pair, pieces) for pair, pieces in spent.items()]))
        if self.empties:
            stance = s.stances[self.who]
            s.stances[self.who] = replace(stance, empty=(*stance.empty, self.empties))


__all__ = [
    "Loosed", "aim_refused", "ammunition", "blow_refused", "no_target", "reload_refused", "shoot", "shot",
    "shot_refused", "strike_refused", "targets", "volley_refused",
]  # fmt: skip
