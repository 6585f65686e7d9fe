"""Setting a visit up (F1): what earlier visits left, the taste, and the deal."""

from __future__ import annotations

import msgspec

from fivecards.altar import TASTES
from fivecards.catalogue import catalogue, level
from fivecards.records import SLOTS, Altar, Card, Ctx, Event, Grave, Hero, House, InRoom, Options, State
from undercroft.engine.errors import SaveError
from undercroft.engine.world import World


class Left(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a World of this rulebook holds."""

    altar: Altar
    graves: tuple[tuple[int, Grave], ...]


def read_left(world: World) -> Left:
    """Return what earlier visits left; SaveError if the world is damaged: it may come from a file."""
    try:
        return msgspec.convert(world.tables, Left)
    except msgspec.ValidationError as error:
        raise SaveError(f"the world is damaged: {error}") from None


def start(ctx: Ctx, options: Options, world: World | None) -> None:
    """Deal the house and begin in the porch."""
    left = read_left(world) if world is not None else Left(Altar(), ())
    deal: list[tuple[int, Card]] = []
    for room, entry in catalogue().rooms.items():
        kinds = ctx.sample(entry.deck, len(SLOTS), "deal")
        for slot, kind in zip(SLOTS, kinds, strict=True):
            deal.append((len(deal) + 1, Card(room, slot, kind)))
    taste = ctx.pick(TASTES, "deal")
    run = world.run + 1 if world is not None else 1
    figures = level(options.difficulty)
    house = House(run, options.difficulty, candle=figures.candle, taste=taste)
    ctx.emit(Dealt(house, Hero(health=figures.health), left.altar, left.graves, tuple(deal)))
    ctx.push(InRoom())


class Dealt(Event, tag="house.dealt"):
    """A visit began."""

    house: House
    hero: Hero
    altar: Altar
    graves: tuple[tuple[int, Grave], ...]
    cards: tuple[tuple[int, Card], ...]

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()

    def apply(self, s: State) -> None:
        s.house, s.hero, s.altar = self.house, self.hero, self.altar
        for run, grave in self.graves:
            s.graves[run] = grave
        for key, card in self.cards:
            s.cards[key] = card
