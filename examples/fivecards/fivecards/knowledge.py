"""What a seat knows: view, scene and looks; and what it does not: secrets, and the same visit with other secrets."""

from __future__ import annotations

from fivecards.altar import TASTES
from fivecards.catalogue import catalogue
from fivecards.records import POINTS, Ctx, Event, State, awake, replace
from fivecards.rooms import exits, locked
from fivecards.views import CardView, FiveView
from undercroft.engine import view as _view

GRAVES = "graves"


def view(s: State, seat: str) -> FiveView:
    """Return what the seat knows (the Game Master: everything)."""
    master = seat == "gm"
    cards = tuple(
        CardView(key, card.slot, card.kind if card.up or master else "", card.heard)
        for key, card in ((key, s.cards[key]) for key in s.cards.keys_where(s.hero.room))
    )
    return FiveView(
        seat=seat, room=s.hero.room, cards=cards, exits=tuple((room, locked(s, room)) for room in exits(s)),
        health=s.hero.health, points=s.hero.points, coins=s.hero.coins, key=s.hero.key, idol=s.hero.idol,
        turn=s.house.turn, candle=s.house.candle, wolf=awake(s), altar_coins=s.altar.coins, names=s.altar.names,
        taste=s.house.taste if s.house.tasted or master else 0, graves=tuple((k, g.how) for k, g in s.graves.items()),
    )  # fmt: skip


def scene(v: FiveView) -> _view.Scene:
    """Return the panels of a view."""
    rooms, kinds = catalogue().rooms, catalogue().kinds
    cards = []
    for card in v.cards:
        lines = (kinds[card.kind].line,) if card.kind else ()
        heard = (f"heard: {card.heard}",) if card.heard else ()
        cards.append(_view.Card(f"{card.slot} ({card.id})", kinds[card.kind].name if card.kind else "", lines + heard))
    bag = tuple(name for name, held in (("the key", v.key), ("the idol", v.idol)) if held)
    meters = (
        _view.Meter("health", v.health, max(entry.health for entry in catalogue().levels.values())),
        _view.Meter("action points", v.points, POINTS),
    )
    sheet = (
        ("coins", str(v.coins)),
        ("world turns of candle", str(v.candle)),
        ("coins on the altar", str(v.altar_coins)),
        ("the altar takes", f"multiples of {v.taste}" if v.taste else "who knows"),
    )
    doors = tuple(rooms[room].name + (" (locked)" if shut else "") for room, shut in v.exits)
    return _view.Scene(
        title=rooms[v.room].name.capitalize(),
        summary=f"You stand in {rooms[v.room].name}." + (" The wolf is awake." if v.wolf else ""),
        panels=(
            _view.Five("cards", "Cards", tuple(cards)),
            _view.Meters("hero", "You", meters),
            _view.Sheet("purse", "The visit", sheet),
            _view.Listing("bag", "You carry", bag),
            _view.Listing("doors", "Doors", doors),
        ),
        looks=(GRAVES,),
    )


def look(s: State, name: str) -> _view.AnyPanel | None:
    """Return the report of earlier visits."""
    if name != GRAVES:
        return None
    rows = tuple(_view.Row((str(run), grave.how, grave.name)) for run, grave in s.graves.items())
    return _view.Roster(GRAVES, "Earlier visits", ("visit", "end", "name"), rows)


def secrets(s: State, seat: str) -> frozenset[str]:
    """Return names of what is hidden: face-down cards, and the altar's taste."""
    if seat == "gm":
        return frozenset()
    hidden = [f"card {key}" for key, card in s.cards.items() if not card.up and card.heard != "breath"]
    return frozenset(hidden if s.house.tasted else [*hidden, "taste"])


def redeal(ctx: Ctx, seat: str) -> None:
    """Let the hidden cards of each room change places, and the altar its taste; what was heard stays."""
    s = ctx.state
    hidden = secrets(s, seat)
    moved: list[tuple[int, str]] = []
    for room in catalogue().rooms:
        keys = [key for key in s.cards.keys_where(room) if f"card {key}" in hidden]
        kinds = [s.cards[key].kind for key in keys]
        moved += zip(keys, kinds[1:] + kinds[:1], strict=True)
    taste = sum(TASTES) - s.house.taste if "taste" in hidden else s.house.taste
    ctx.emit(Redealt(tuple(moved), taste))


class Redealt(Event, tag="house.redealt"):
    """What is hidden was dealt anew: it happens in twins alone, never in a game."""

    hidden = True
    kinds: tuple[tuple[int, str], ...]
    taste: int

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()

    def apply(self, s: State) -> None:
        for key, kind in self.kinds:
            s.cards[key] = replace(s.cards[key], kind=kind)
        s.house = replace(s.house, taste=self.taste)
