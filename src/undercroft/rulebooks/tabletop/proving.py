"""What is proven of a game (T22): its dungeon as it stands, or the ones that its seed would make for the party."""

from __future__ import annotations

from undercroft.engine.proof import Fault, Proof
from undercroft.rulebooks.tabletop import budgets, creation, dungeons, fighters, proof, quests
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.dungeons import Plan
from undercroft.rulebooks.tabletop.records import Ctx

ABROAD = ("road", "dungeon")


def prove(ctx: Ctx) -> Proof:
    """Prove the dungeon of the adventure under way; before one, a dungeon of each size that may still be accepted.

    Setting and theme are what was accepted, else drawn from the seed; the party is the reference party if nobody lives.
    """
    s = ctx.state
    if s.place.where in ABROAD:
        return proof.prove(s)
    faults: list[Fault] = []
    facts: list[object] = []
    for length in [s.inn.length] if s.inn.length else list(catalogue().lengths):
        dungeons.generate(ctx, _plan(ctx, length))
        found = proof.prove(ctx.state)
        faults += [Fault(f"the {length} dungeon", one.name, one.about) for one in found.faults]
        facts += found.facts
    return Proof(tuple(faults), tuple(facts))


def _plan(ctx: Ctx, length: str) -> Plan:
    s = ctx.state
    number = quests.number(s)
    levels = [c.level for c in fighters.living(s) or creation.reference_party()]
    level, rating = budgets.adventure_level(levels), budgets.party_rating(levels)
    setting = s.inn.setting if s.inn.length else _setting(ctx, number, length)
    return Plan(number, length, level, rating, setting, s.inn.theme, s.inn.quest)


def _setting(ctx: Ctx, number: int, length: str) -> str:
    return ctx.fresh(dungeons.STREAM, number, "setting", length).pick(list(catalogue().settings))
