"""Buying and selling (T5.20, T9.22, T10.11, T10.18): prices, and what a purchase makes of a character."""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import armour, classes, goods, loads
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.entries import Kit, Weapon
from undercroft.rulebooks.tabletop.records import Arm, Character, replace

DEALER, DEALER_FOREIGN = 2, 4
"""A dealer pays the half of a price, and the fourth part for foreign-made weapons (T10.11)."""
CHARM_TIMES, CHARM_OVER = 4, 5
"""The Ring of Charm takes one fifth off prices (T10.18)."""
MOST_LOTS = 1000
"""Of one purchase."""


def price(word: str, lots: int = 1, *, charmed: bool = False) -> int:
    """Return the price of so many lots; haggling changes nothing, the ring alone does (T10.18)."""
    return lots * reduced(goods.known(word).price, charmed=charmed)


def reduced(one: int, *, charmed: bool) -> int:
    """Return a price, a fifth lower and rounded up to the next silver where the ring charms (T10.18)."""
    return -(-one * CHARM_TIMES // CHARM_OVER) if charmed else one


def buy_refused(c: Character, word: str, lots: int = 1, *, charmed: bool = False) -> Refusal | None:
    """Say no to a purchase: not sold, no such number, too little silver, or too heavy."""
    found = goods.ware(word)
    if found is None or not found.price:
        near = nearest(word, goods.sold()) or "."
        return Refusal("trade.unknown", {"thing": quoted(word), "near": near}, "T5.20")
    if not 1 <= lots <= MOST_LOTS:
        return Refusal("trade.number", {"most": MOST_LOTS})
    cost = price(word, lots, charmed=charmed)
    if cost > c.silver:
        return Refusal("trade.silver", {"who": c.id, "thing": word, "price": cost, "silver": c.silver})
    return loads.carry_refused(c, bought(c, word, lots, charmed=charmed))


def most_lots(c: Character, word: str, *, charmed: bool = False) -> int:
    """Return the most lots of a ware that a character can pay for and carry."""
    found, each = goods.known(word), price(word, charmed=charmed)
    had = 0 if isinstance(found.entry, Weapon) else goods.count(c, word)
    carats = sum(jewel.carats for jewel in c.jewels)
    before = loads.load(c)
    most = max(before, loads.capacity(c))
    rest = before - loads.coin_load(c.silver, carats) - found.load(had)

    def carried(lots: int) -> bool:
        return rest + loads.coin_load(c.silver - lots * each, carats) + found.load(had + lots * found.lot) <= most

    low, high = 0, min(MOST_LOTS, c.silver // each)
    if carried(high):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if carried(middle) else (low, middle)
    return low


def bought(c: Character, word: str, lots: int = 1, *, charmed: bool = False) -> Character:
    """Return the character after a purchase."""
    paid = replace(c, silver=c.silver - price(word, lots, charmed=charmed))
    return goods.add(paid, word, lots * goods.known(word).lot)


def dealer_price(word: str) -> int:
    """Return what a dealer pays for one lot in good order; nothing for what acid has eaten (T10.11)."""
    found = goods.known(word)
    return 0 if found.eaten else found.price // DEALER


def arm_price(arm: Arm) -> int:
    """Return what a dealer pays for a weapon: less if foreign-made, nothing if broken (T10.11)."""
    if arm.broken:
        return 0
    listed = goods.known(goods.SILVERED + arm.kind if arm.silvered else arm.kind).price
    return listed // (DEALER_FOREIGN if arm.foreign else DEALER)


def exchange_refused(c: Character, word: str, *, charmed: bool = False) -> Refusal | None:
    """Say no to a new suit for the one worn: no suit, not sold, not for the class, on already, too dear, too heavy."""
    entry = armour.suit(word)
    if entry is None or not goods.known(word).price:
        near = nearest(word, suits()) or "."
        return Refusal("trade.no_suit", {"thing": quoted(word), "near": near}, "T10.9")
    if refusal := classes.use_refused(c, entry):
        return refusal
    if armour.worn(c) == word:
        return Refusal("trade.worn", {"who": c.id, "thing": word}, "T10.9")
    cost, back = price(word, charmed=charmed), dealer_price(armour.worn(c))
    if cost - back > c.silver:
        facts = {"who": c.id, "price": cost, "back": back, "silver": c.silver}
        return Refusal("trade.exchange_silver", facts, "T10.11")
    return loads.carry_refused(c, exchanged(c, word, cost - back))


def exchanged(c: Character, word: str, cost: int) -> Character:
    """Return the character in a new suit, that much silver the poorer; the one worn before is gone (T10.9)."""
    return replace(c, armour=word, eaten=0, silver=c.silver - cost)


def suits() -> list[str]:
    """Return the words of the suits of armour that are sold."""
    return [word for word in goods.sold() if armour.suit(word) is not None]


def sold(c: Character, word: str, lots: int = 1) -> Character:
    """Return the character after selling so many spare lots of a bought kind; ValueError if there are not so many."""
    found = goods.known(word)
    return replace(goods.remove(c, word, lots * found.lot), silver=c.silver + lots * dealer_price(word))


def sold_arm(c: Character, place: int) -> Character:
    """Return the character after selling the weapon at a place."""
    return replace(goods.without_arm(c, place), silver=c.silver + arm_price(c.weapons[place]))


def kit_things(kit: Kit) -> tuple[tuple[str, int], ...]:
    """Return all that a kit holds, its pack too, as words and numbers of lots."""
    pack = kit_things(content.catalogue().kits[kit.pack]) if kit.pack else ()
    own = [*((weapon, 1) for weapon in kit.weapons), *(((kit.armour, 1),) if kit.armour else ())]
    return (*pack, *own, *((word, pieces // goods.known(word).lot) for word, pieces in kit.pieces))
