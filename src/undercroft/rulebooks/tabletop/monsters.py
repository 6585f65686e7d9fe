"""Monsters (T11, T12): a Foe from its stat block, the templates, a game master's changes, gear, gifts and names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from undercroft.engine.chance import Chance, Spread
from undercroft.engine.errors import UnknownName, nearest, quoted
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import entries
from undercroft.rulebooks.tabletop.records import MASTER, Arm, Ctx, Event, Foe, State, replace

VETERAN, CHIEF = "veteran", "chief"
DIE = 6
LUCKY = 2
"""Faces of a d6 on which a Test of a monster's Strength or Agility succeeds (T11.3)."""
FIGURES: dict[str, tuple[int, int]] = {
    "courage": (1, 99), "vitality": (-100, 999), "vitality_max": (1, 999), "protection": (0, 99), "attack": (0, 99),
    "defence": (0, 99), "dice": (1, 20), "add": (-99, 99), "attacks": (1, 20), "resist": (0, 99), "ml": (0, 9999),
    "astral": (0, 999), "poison": (-20, 20), "poison_dice": (0, 20),
}  # fmt: skip
"""What a game master may change (T11.1), each with the bounds of what can be played.

The caps of T3.15 and T12.36 are those of characters and templates.
"""
PLAIN = ("vitality", "vitality_max")
"""Those of them that the players see in a fight."""


def from_block(kind: str, template: str = "", *, id: str = "", group: str = "", name: str = "") -> Foe:
    """Return a foe with the figures of its stat block, or of a Veteran or Chief of the kind (T11.2, T12.36, T12.37).

    `kind` is a content id (KeyError); UnknownName for a template that there is not.
    """
    block = content.monster(kind)
    plain = Foe(
        id=id or kind, kind=kind, group=group, name=name or block.name, courage=block.courage, vitality=block.vitality,
        vitality_max=block.vitality, protection=block.protection, attack=block.attack, defence=block.defence,
        dice=block.dice, add=block.add, attacks=block.attacks, resist=block.resist, ml=block.ml, astral=block.astral,
        poison=block.poison, poison_dice=block.poison_dice,
    )  # fmt: skip
    return templated(plain, template) if template else plain


def templated(foe: Foe, template: str) -> Foe:
    """Return the foe under a template: Vitality and ML rounded up, Attack, Defence and Courage capped."""
    known = content.catalogue().templates
    if template not in known:
        raise UnknownName(f"no template is called {quoted(template)}{nearest(template, known)}")
    change = known[template]
    vitality = _share(foe.vitality_max, change.vitality)
    return replace(
        foe, template=template, vitality=vitality, vitality_max=vitality, ml=_share(foe.ml, change.ml),
        attack=max(foe.attack, min(change.most_attack, foe.attack + change.attack)),
        defence=max(foe.defence, min(change.most_defence, foe.defence + change.defence)),
        courage=max(foe.courage, min(change.most_courage, foe.courage + change.courage)),
        add=foe.add + change.damage,
    )  # fmt: skip


def _share(figure: int, share: tuple[int, int]) -> int:
    times, over = share
    return -(-figure * times // over)


def changed(foe: Foe, changes: Mapping[str, int]) -> Foe:
    """Return the foe with a game master's figures (T11.1).

    UnknownName names the nearest figure; ValueError says the bounds. A new maximum of Vitality is the Vitality too, and
    Vitality above the maximum is the new maximum.
    """
    for field, value in changes.items():
        if field not in FIGURES:
            raise UnknownName(f"no figure is called {quoted(field)}{nearest(field, FIGURES)}")
        low, high = FIGURES[field]
        if not low <= value <= high:
            raise ValueError(f"{field}: {value} is not from {low} to {high}")
    grown = {"vitality": changes["vitality_max"]} if "vitality_max" in changes and "vitality" not in changes else {}
    made = replace(foe, **grown, **changes)
    return replace(made, vitality_max=max(made.vitality, made.vitality_max))


# --- gear and gifts ---


def outfits(kind: str) -> list[entries.Outfit]:
    """Return what groups of a kind may carry instead of their stat block's weapon (T11.12)."""
    return [one for one in content.catalogue().outfits.values() if one.monster == kind]


def geared(foe: Foe, outfit: entries.Outfit) -> Foe:
    """Return the foe with other weapons and armour; a template's damage stays on top (T11.11, T11.12)."""
    block = content.monster(foe.kind)
    arms = (outfit.weapon, outfit.bow) if outfit.bow else (outfit.weapon,)
    more = foe.add - block.add
    return replace(
        foe, arms=arms, dice=outfit.dice, add=outfit.add + more, bow_dice=outfit.bow_dice,
        bow_add=outfit.bow_add + more if outfit.bow_dice else 0,
        protection=foe.protection - block.protection + outfit.protection,
    )  # fmt: skip


def gift(face: int) -> str:
    """Return what a d6 lets a Kobold do once: the id of a spell, "snatch", or "" (T11.29)."""
    row = content.drawn(content.catalogue().kobold_magic, face)
    return "snatch" if row.snatch else row.spell


def muster(
    ctx: Ctx, group: str, kinds: Iterable[tuple[str, str]], *, boss: bool = False, listed: bool = False
) -> tuple[str, ...]:
    """Bring a group of (kind, template) pairs into being, in listed order, and return their ids.

    Gear is drawn once for all Orcs of the group and a gift for each Kobold, unless `listed` keeps to the stat blocks.
    `boss` marks the first of them.
    """
    wanted = list(kinds)
    gear = {} if listed else _draw_gear(ctx, {kind for kind, _ in wanted})
    foes: list[Foe] = []
    for at, (kind, template) in enumerate(wanted):
        foe = replace(from_block(kind, template, group=group), boss=boss and at == 0)
        if kind in gear:
            foe = geared(foe, gear[kind])
        if not listed and content.monster(kind).id == "kobold":
            foe = replace(foe, gift=gift(ctx.number(1, DIE)))
        foes.append(foe)
    ctx.emit(Mustered(group, named(foes, ctx.state)))
    return tuple(foe.id for foe in ctx.events[-1].foes)  # type: ignore[attr-defined]


def _draw_gear(ctx: Ctx, kinds: set[str]) -> dict[str, entries.Outfit]:
    return {
        kind: content.drawn({one.id: one for one in outfits(kind)}, ctx.number(1, DIE))
        for kind in sorted(kinds)
        if outfits(kind)
    }


def named(foes: Iterable[Foe], s: State) -> tuple[Foe, ...]:
    """Return foes with ids that are free and names that tell them apart: Orc 1, Orc 2, Goblin Chief."""
    foes = list(foes)
    taken = set(s.foes)
    found: list[Foe] = []
    for foe in foes:
        number = 1
        while f"{foe.kind}-{number}" in taken:
            number += 1
        taken.add(f"{foe.kind}-{number}")
        word = f"{foe.name} {foe.template.capitalize()}" if foe.template else foe.name
        alone = sum(other.kind == foe.kind for other in foes) == 1 and number == 1
        unique = foe.template and sum((o.kind, o.template) == (foe.kind, foe.template) for o in foes) == 1
        called = word if alone or unique else f"{word} {number}"
        found.append(replace(foe, id=f"{foe.kind}-{number}", name=called))
    return tuple(found)


# --- what else is known of a kind ---


def talk_number(s: State, group: str) -> int | None:
    """Return the adjustment to parley with a group, or None if it does not talk (T12.40)."""
    foes = s.foes.where(group)
    leader = next((foe for foe in foes if foe.boss or foe.template == CHIEF), None)
    asked = [leader] if leader is not None else foes
    numbers = [content.monster(foe.kind).talks for foe in asked]
    told = [number for number in numbers if number is not None]
    return max(told) if told and len(told) == len(numbers) else None


def spoils(foe: Foe) -> tuple[Arm, ...]:
    """Return the weapons that can be taken from a beaten foe: bought kinds, foreign-made or not (T11.4 to T11.7)."""
    block = content.monster(foe.kind)
    kinds = foe.arms or ((block.leaves,) if block.leaves else ())
    return tuple([Arm(kind, foreign=block.foreign) for kind in kinds])


def worn(foe: Foe) -> str:
    """Return the id of the armour that can be taken from a beaten foe; "" for none (T11.8, T11.9, T11.37)."""
    return content.monster(foe.kind).armour


def luck(name: str, foe: str, *, shown: bool = True) -> Chance:
    """Return the chance in a Test of a monster's Strength or Agility, which it does not have (T11.3)."""
    return Chance(name, LUCKY, DIE, about=foe, shown=shown)


def number_appearing(kind: str) -> Spread:
    """Return the usual number of a kind as one even draw (T11.2)."""
    block = content.monster(kind)
    return Spread("number", 1, block.number_high - block.number_low + 1, base=block.number_low - 1, about=kind)


# --- events ---


class Mustered(Event, tag="monsters.mustered"):
    """A group came into being: nobody is told, for it may be met later or never."""

    group: str
    foes: tuple[Foe, ...]

    def apply(self, s: State) -> None:
        for foe in self.foes:
            s.foes[foe.id] = foe

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


class Reshaped(Event, tag="monsters.reshaped"):
    """A game master changed a figure of a foe (T11.1, T23.14)."""

    foe: str
    figure: str
    was: int
    value: int

    def apply(self, s: State) -> None:
        s.foes[self.foe] = changed(s.foes[self.foe], {self.figure: self.value})

    def seen_by(self, s: State) -> tuple[str, ...] | None:
        return None if self.figure in PLAIN else (MASTER,)

    def rules(self) -> tuple[str, ...]:
        return ("T11.1", "T23.14")


__all__ = [
    "CHIEF", "FIGURES", "VETERAN", "Mustered", "Reshaped", "changed", "from_block", "geared", "gift", "luck", "muster",
    "named", "number_appearing", "outfits", "spoils", "talk_number", "templated", "worn",
]  # fmt: skip
