"""Wandering encounters (T22.33 to T22.35): who comes upon the party as time passes, or because it was heard."""

from __future__ import annotations

from undercroft.engine.chance import Chance
from undercroft.rulebooks.tabletop import budgets, encounters, fighters
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import Ctx, Event, Foe, Group, Lot, State, replace

SORT, ROAD = "wandering", "road"
COMES, DIE = 1, 6
"""In 6 that somebody comes when it is checked (T22.33)."""
MOST = 3
"""Wandering encounters in one adventure (T22.35)."""
AWARE = "aware"
STREAM = "dungeon"


def chance() -> Chance:
    """Return the chance that a check brings somebody (T22.33)."""
    return Chance(SORT, COMES, DIE)


def can_come(s: State) -> bool:
    """Say whether anybody can come at all: in a dungeon, and no more than three times (T22.35)."""
    return s.place.where == "dungeon" and s.adventure.wandered < MOST


def odds(s: State) -> tuple[Chance, ...]:
    """Return the roll of a check made now."""
    return (chance(),) if can_come(s) else ()


def check(ctx: Ctx) -> bool:
    """Roll whether somebody comes upon the party, and let them come (T22.33)."""
    if not can_come(ctx.state) or not ctx.succeeds(chance()):
        return False
    come(ctx, SORT)
    return True


def come(ctx: Ctx, sort: str) -> None:
    """Bring a wandering or road group upon the party, aware; the same one each time the seed is played (T22.32)."""
    s = ctx.state
    row = s.adventure
    number = sum(group.sort == sort for group in s.groups.values()) + 1
    stream = ctx.fresh(STREAM, row.number, sort, number)
    theme = content.theme(row.theme)
    came = encounters.enemies(stream, theme, row.level, sort, budgets.budget(row.rating, sort, row.setting))
    new = encounters.group(stream, f"{sort[0]}{number}", sort, s.place.room, came)
    ctx.emit(WanderersCame(replace(new.group, mood=AWARE), new.foes))


class WanderersCame(Event, tag="wandering.came"):
    """A group came upon the party."""

    group: Group
    foes: tuple[Foe, ...]

    def told(self, s: State, seat: str) -> WanderersCame:
        if fighters.sees_all(s, seat):
            return self
        return replace(
            self, group=replace(self.group, lot=Lot()), foes=tuple(replace(one, gift="") for one in self.foes)
        )

    def apply(self, s: State) -> None:
        s.groups[self.group.id] = self.group
        for foe in self.foes:
            s.foes[foe.id] = foe
        if self.group.sort == SORT:
            s.adventure = replace(s.adventure, wandered=s.adventure.wandered + 1)

    def variant(self) -> str:
        return "" if self.group.sort == SORT else self.group.sort

    def facts(self) -> dict[str, object]:
        return {"foes": tuple(foe.id for foe in self.foes), "number": len(self.foes)}

    def rules(self) -> tuple[str, ...]:
        return ("T22.33",) if self.group.sort == SORT else ("T22.32",)
