"""Regrouping as an own action (T7.25, T7.27, T25 "Combat"): another weapon, the shield, another place in the ranks."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Refusal
from undercroft.engine.errors import nearest
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import classes, fighters, fights, goods, ranks, weapons
from undercroft.rulebooks.tabletop.armour import SHIELD
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State, replace
from undercroft.rulebooks.tabletop.turns import OwnAction, no_ally


class Switch(OwnAction, tag="turns.switch"):
    """Change weapons; `unarmed` is bare hands (T7.25)."""

    text = "switch {weapon}"
    order = 15
    weapon: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Switch]:
        c = s.characters.get(fights.acting(s))
        if c is None:
            return []
        return [cls(word) for word in dict.fromkeys([*weapons.words(c), weapons.UNARMED])]

    def place(self, c: Character) -> int:
        """Return the place of the weapon meant, -1 for bare hands or none such."""
        return weapons.place_of(c, self.weapon)

    def unfit(self, s: State, c: Character) -> Refusal | None:
        if fighters.condition(c, "small-shape"):
            return Refusal("fight.small", {"who": c.id}, "T13.62")
        place = self.place(c)
        if self.weapon == weapons.UNARMED:
            return Refusal("fight.in_hand", {"who": c.id, "weapon": self.weapon}, "T7.25") if c.wielded < 0 else None
        if refusal := weapons.broken_refused(c, self.weapon):
            return refusal
        if place < 0:
            held = [arm.kind for arm in c.weapons if not arm.broken]
            return Refusal("fight.no_weapon", {"who": c.id, "weapon": self.weapon, "near": nearest(self.weapon, held)})
        if place == c.wielded:
            return Refusal("fight.in_hand", {"who": c.id, "weapon": self.weapon}, "T7.25")
        return weapons.wield_refused(c, place)

    def do(self, ctx: Ctx, c: Character) -> None:
        ctx.emit(Switched(c.id, self.weapon, self.place(c)))


class Shield(OwnAction, tag="turns.shield"):
    """Take up or put down a shield (T7.25)."""

    text = "shield {how}"
    order = 16
    how: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Shield]:
        return [cls("on"), cls("off")]

    def unfit(self, s: State, c: Character) -> Refusal | None:
        if self.how not in ("on", "off"):
            return Refusal("fight.on_or_off", {"said": self.how})
        if self.how == "off":
            return None if c.shield else Refusal("fight.no_shield", {"who": c.id}, "T7.25")
        if c.shield or not goods.count(c, SHIELD):
            return Refusal("fight.no_shield", {"who": c.id}, "T7.25")
        if refusal := classes.use_refused(c, content.armour(SHIELD)):
            return refusal
        arm = weapons.in_hand(c)
        if arm is not None and content.weapon(arm.kind).hands > 1:
            return Refusal("fight.two_hands", {"who": c.id, "weapon": arm.kind}, "T9.21")
        return None

    def do(self, ctx: Ctx, c: Character) -> None:
        ctx.emit(ShieldMoved(c.id, self.how == "on"))


class Swap(OwnAction, tag="turns.swap"):
    """Change places with a standing ally of the other rank (T7.27)."""

    text = "swap {ally}"
    order = 18
    needs_freedom = True
    ally: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Swap]:
        return [cls(who) for who in fighters.standing_party(s)]

    def unfit(self, s: State, c: Character) -> Refusal | None:
        if refusal := no_ally(self.ally, fighters.standing_party(s)):
            return refusal
        if fighters.under(s, self.ally, "stuck"):
            return Refusal("fight.stuck", {"who": self.ally}, "T8.29")
        mine, theirs = s.stances[c.id].rank, s.stances[self.ally].rank
        if mine == theirs:
            return Refusal("fight.same_rank", {"who": c.id, "ally": self.ally}, "T7.27")
        stepping = c if mine == ranks.BACK else s.characters[self.ally]
        if ranks.held_back(s, stepping) or ranks.held_back(s, c):
            return Refusal("fight.dragon", {"who": stepping.id}, "T4.30")
        return None

    def do(self, ctx: Ctx, c: Character) -> None:
        ctx.emit(ranks.Swapped(c.id, self.ally))


class Step(OwnAction, tag="turns.step"):
    """Step forward into a free front place (T7.27)."""

    text = "step"
    order = 19
    needs_freedom = True

    def unfit(self, s: State, c: Character) -> Refusal | None:
        if s.stances[c.id].rank == ranks.FRONT:
            return Refusal("fight.in_front", {"who": c.id}, "T7.27")
        if ranks.held_back(s, c):
            return Refusal("fight.dragon", {"who": c.id}, "T4.30")
        if len(fighters.front(s)) >= ranks.front_places(s):
            return Refusal("fight.no_place", {"places": ranks.front_places(s)}, "T7.13")
        return None

    def do(self, ctx: Ctx, c: Character) -> None:
        ctx.emit(ranks.Stepped(c.id))


# --- events ---


class Switched(Event, tag="turns.switched"):
    """A character changed weapons; `place` is -1 for bare hands (T7.25)."""

    who: str
    weapon: str
    place: int

    def apply(self, s: State) -> None:
        s.characters[self.who] = replace(s.characters[self.who], wielded=self.place)

    def rules(self) -> tuple[str, ...]:
        return ("T7.25",)


class ShieldMoved(Event, tag="turns.shield"):
    """A shield was taken up from the pack, or put away there (T7.25)."""

    who: str
    on: bool

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        c = goods.less(c, SHIELD) if self.on else goods.more(c, SHIELD)
        s.characters[self.who] = replace(c, shield=self.on)

    def variant(self) -> str:
        return "on" if self.on else "off"

    def rules(self) -> tuple[str, ...]:
        return ("T7.25",)
