"""What a competent player of `tabletop` does in a village: sells, has things named, lodges, trains, buys."""

from __future__ import annotations

from collections.abc import Iterator

from undercroft.bots.offered import Offered
from undercroft.bots.tabletop_items import handles
from undercroft.bots.tabletop_notes import BLADES, SILVERED, Notes
from undercroft.bots.tabletop_room import AGILITY, CHARISMA, INTELLIGENCE, JUNK, sound
from undercroft.rulebooks.tabletop.views import MemberView, TabletopView

KEPT = (
    "healing-potion", "key-of-opening", "heros-belt", "potion-of-strength", "potion-of-agility", "weapon-ointment",
    "ointment-of-sleep", "ointment-of-fear", "ointment-of-weakness", "ring-of-charm",
)  # fmt: skip
"""Beginnings of the names of magic items that are not sold with the rest: what heals, opens, wins a hard fight, or
makes things cheaper."""
RING, CHARMED = "ring-of-charm", 600
"""A purse that is worth the ring: it takes a fifth off a purchase trip, and brings 80 silver less afterwards (T10.18,
T13.32, T13.67)."""
TOOLS = ("lockpicks", "crowbar", "rope", "grappling-hook")
SUPPLIES = {"bandage": 3, "torch": 3, "ration": 5}
"""Pieces that each member should have when the party sets out."""
WATER = "vial-of-holy-water"
SPIKES = 20
ARROWS = 40
ARMOUR = ("travelling-clothes", "padded-coat", "leather-armour", "mail-shirt", "scale-armour", "knightly-armour")
"""From the least Protection to the most."""
BEST = ("sword", "morning-star")
"""Of these each of the front has one, and a silvered one when there is silver for it."""
BOWS = ("short-bow", "longbow")
PURSE = 25
"""Silver for each member that is not spent on what can wait."""
MODEST = 200
"""Silver from which casters sleep apart to get all their Astral back."""
TRAINING = 49
MOST_DEALS = 150
"""Deals of one visit."""
SPARE = 8
"""Load that should be free for treasure and the next suit; who has less sells what can be done without."""
FLASKS, FLASKS_MOST = 2, 8
"""Healing potions that are bought before the dearest armour, and in all."""
BEHIND = {"elf": 1, "magician": 2}
"""Classes that march behind the others."""
FRONT, FRONT_MOST = 2, 3
"""Members in the front rank: two, so that the one does not stand for all; three if so many strike (T7.13)."""
SAVES = 2
"""A wand of this level saves Astral in its Magician's hand, and is better there than a sling (T19.17)."""
RICH = 700
"""Silver that is kept when Astral is trained: the next armour, and potions."""
WEALTHY = 1500
"""Silver from which arms are silvered: plain steel does not hurt every foe (T12.30, T12.31)."""


Wish = tuple[str, MemberView, bool]
"""A ware, for whom, and whether at any cost."""


def purse(v: TabletopView) -> int:
    """Return the silver of all."""
    return sum(m.silver for m in v.party)


def shop(v: TabletopView, o: Offered, n: Notes) -> str:
    """Return the next deal of this visit, or an empty text when all is done."""
    n.deals += 1
    if n.deals > MOST_DEALS:
        return ""
    return (
        _marching(v, o)
        or _named(v, o)
        or _handy(v, o)
        or _sold(v, o)
        or _charm(v, o)
        or _rested(v, o)
        or _bought(v, o, n)
    )


# --- who goes first ---


def _marching(v: TabletopView, o: Offered) -> str:
    """Let those who strike march before those who shoot, and these before those who cast."""
    row = sorted(v.party, key=lambda m: BEHIND.get(m.cls, 0))
    if row != list(v.party) and o.all("order"):
        return "order " + " ".join(m.id for m in row)
    wanted = max(FRONT, min(FRONT_MOST, sum(m.cls not in BEHIND for m in v.party)))
    if wanted != sum(m.rank == "front" for m in v.party) and len(v.party) >= wanted and o.all("front"):
        return f"front {wanted}"
    return ""


# --- to silver ---


def _named(v: TabletopView, o: Offered) -> str:
    """Have the sage name what nobody knows; somebody else pays if need be."""
    for m in v.party:
        for handle, known, _ in m.items:
            if not known and purse(v) >= 40:
                return o.any(f"identify {handle} of {m.id}") or _collect(v, o, m, 10)
    return ""


def _sold(v: TabletopView, o: Offered) -> str:
    for m in v.party:
        jewels = {kind for kind, _ in m.jewels}
        magic = {handle for handle, known, spent in m.items if known and (spent or not handle.startswith(KEPT))}
        spare = {arm for arm in m.weapons if not _keeps(m, arm)}
        suits = {word for word, _ in m.goods if word.startswith("eaten-") or (word in ARMOUR and not _fits(v, word))}
        shields = {"shield"} if m.shield or m.cls in ("elf", "magician") else set()
        junk = set(JUNK) if m.capacity - m.load < SPARE else set()
        for thing in sorted((*jewels, *magic, *spare, *suits, *shields, *junk)):
            if not _wears(m, thing, o) and (text := f"sell {thing} of {m.id}") in o:
                return text
    return ""


def _charm(v: TabletopView, o: Offered) -> str:
    """Put the Ring of Charm on before much is bought, or sell it where there is little to spend."""
    for m in v.party:
        for handle in handles(m, RING):
            return o.any(f"use {handle} {m.id}") if purse(v) >= CHARMED else o.any(f"sell {handle} of {m.id}")
    return ""


def _wears(m: MemberView, thing: str, o: Offered) -> bool:
    """Say whether a thing found is better armour than what is worn."""
    return thing in ARMOUR and f"wear {thing} {m.id}" in o and ARMOUR.index(thing) > _worn(m)


def _fits(v: TabletopView, suit: str) -> list[MemberView]:
    """Return who would be better off in a suit of armour."""
    return [m for m in v.party if may_wear(m, suit) and _worn(m) < ARMOUR.index(suit) and not count(m, suit)]


def may_wear(m: MemberView, suit: str) -> bool:
    """Say whether a class may wear a suit (T10.2 to T10.7)."""
    most = {"magician": 0, "elf": 2, "warrior": 5}.get(m.cls, 4)
    return ARMOUR.index(suit) <= most


def _worn(m: MemberView) -> int:
    return ARMOUR.index(m.armour) if m.armour in ARMOUR else 0


def _keeps(m: MemberView, arm: str) -> bool:
    """Say whether a weapon is still wanted: the one in hand, a blade beside a bow, the wand."""
    if not sound(m, arm):
        return False
    if arm in (m.wielded, "wand") or (m.cls not in BEHIND and arm == _spare(m)):
        return True
    return (m.cls, arm) in (("elf", "sword"), ("magician", "sling"))


def _spare(m: MemberView) -> str:
    """Return the best weapon for when the one in hand breaks (T8.17), or an empty text."""
    return next((arm for arm in reversed(BLADES) if sound(m, arm) > (arm == m.wielded)), "")


# --- the week's rest ---


def _rested(v: TabletopView, o: Offered) -> str:
    for m in v.party:
        owed = 2 * m.astral < m.astral_max or (m.astral < m.astral_max and purse(v) > MODEST)
        if owed and o.all("lodging") and any(text.startswith(f"lodging {m.id} ") for text in o.all("lodging")):
            text = f"lodging {m.id} private"
            if text in o:
                return text
            if purse(v) >= 21 and (move := _collect(v, o, m, 21)):
                return move
        if text := o.any(f"repair {m.id}"):
            return text
        if (
            m.cls == "magician"
            and m.qualities[INTELLIGENCE] + m.qualities[CHARISMA] >= 24
            and (text := o.any(f"enchant {m.id}"))
        ):
            return text
        if m.cls == "magician" and not m.wand_level and (text := o.any(f"new-wand {m.id}")):
            return text
    return ""


# --- what is bought ---


def _bought(v: TabletopView, o: Offered, n: Notes) -> str:
    prices = dict(v.prices)
    for ware, m, must in wishes(v, n):
        price, text = prices.get(ware), f"buy {ware} for {m.id}"
        if price is None or text in n.heavy or purse(v) < price + (0 if must else PURSE * len(v.party)):
            continue
        if text in o:
            n.note_silver(m.id, ware, len(m.broken))
            return text
        if m.silver >= price:
            n.heavy.add(text)
            continue
        if m.silver < price and (text := _collect(v, o, m, price)):
            return text
    return _trained(v, o)


def wishes(v: TabletopView, n: Notes) -> Iterator[Wish]:
    """Return what the party would buy, most wanted first."""
    everybody = [m for m in v.party if m.state != "dead"]
    if not everybody:
        return
    front = [m for m in everybody if m.cls not in ("elf", "magician")]
    for ware, pieces in SUPPLIES.items():
        for m in everybody:
            if count(m, ware) < pieces and m.capacity - m.load > 2:
                yield ware, m, True
    bearer = max(everybody, key=lambda m: m.capacity - m.load)
    if sum(count(m, "iron-spikes") for m in everybody) < SPIKES:
        yield "iron-spikes", bearer, True
    for m in everybody:
        if m.shoots and "bow" in m.wielded and count(m, "arrows") < ARROWS:
            yield "arrows", m, True
    for m in front:
        if not m.shield and not count(m, "shield"):
            yield "shield", m, True
        if not any(sound(m, arm) for arm in BLADES):
            yield "short-sword", m, True
    for m in front:
        if not _spare(m):
            yield "short-sword", m, False
    nimble = max(everybody, key=lambda m: (m.qualities[AGILITY], m.capacity))
    for tool in TOOLS:
        if not any(count(m, tool) for m in everybody):
            yield tool, nimble if tool == "lockpicks" else bearer, False
    if v.offered_theme == "old-crypt":
        for m in everybody:
            if count(m, WATER) < 2:
                yield WATER, m, False
    for m in everybody:
        if m.shoots and "bow" in m.wielded and count(m, "silvered-arrows") < ARROWS // 2 and purse(v) > RICH:
            yield "silvered-arrows", m, False
    yield from _better(everybody, front, v)
    if purse(v) > WEALTHY:
        for m in front:
            if m.wielded in BEST and not n.has_silver(m.id, m.wielded, len(m.broken)):
                yield SILVERED + m.wielded, m, False


def _better(everybody: list[MemberView], front: list[MemberView], v: TabletopView) -> Iterator[Wish]:
    """Return better armour and arms, the cheapest step first, and potions."""
    yield from _suits(front, "mail-shirt")
    yield from _arms(everybody, front)
    held = sum(handle.startswith("healing") for m in everybody for handle, _, _ in m.items)
    if held < FLASKS:
        yield from ((ware, (front or everybody)[0], False) for ware in v.potions)
    for suit in ("scale-armour", "knightly-armour"):
        yield from _suits(front, suit)
    if held < FLASKS_MOST:
        yield from ((ware, everybody[-1], False) for ware in v.potions)


def _suits(front: list[MemberView], suit: str) -> Iterator[Wish]:
    for m in front:
        if may_wear(m, suit) and _worn(m) < ARMOUR.index(suit) and not count(m, suit):
            yield suit, m, False


def _arms(everybody: list[MemberView], front: list[MemberView]) -> Iterator[Wish]:
    for m in everybody:
        if m.cls == "elf":
            if _worn(m) < ARMOUR.index("leather-armour"):
                yield "leather-armour", m, False
            if not sound(m, "longbow"):
                yield "longbow", m, False
        if m.cls == "magician" and "sling" not in m.weapons and m.wand_level < SAVES:
            yield "sling", m, False
            yield "sling-stones", m, False
    for m in front:
        arm = "morning-star" if m.cls == "warrior" else "sword"
        if not sound(m, arm):
            yield arm, m, False


def count(m: MemberView, word: str) -> int:
    """Return how many pieces of a thing a member has."""
    return dict(m.goods).get(word, 0)


def _collect(v: TabletopView, o: Offered, m: MemberView, price: int, *, part: bool = False) -> str:
    """Let the richest of the others hand over what is missing; less than that only if a `part` is of use too."""
    missing = price - m.silver
    givers = sorted((one for one in v.party if one.id != m.id and one.silver), key=lambda one: -one.silver)
    for giver in givers:
        way = f" from {giver.id} to {m.id}"
        if offer := next((text for text in o.all("pay-over") if text.endswith(way)), ""):
            most = int(offer.partition(">")[0].rpartition("-")[2])
            laden = most < min(missing, giver.silver)
            return "" if laden and not part else f"pay-over {min(missing, most)}{way}"
    return ""


def _trained(v: TabletopView, o: Offered) -> str:
    """Turn what silver is left into Astral, by as many points as are paid for at once (T18.6, T18.9)."""
    for m in v.party:
        offer = next((text for text in o.all("train") if text.startswith(f"train {m.id} ")), "")
        wanted = (purse(v) - RICH) // TRAINING
        if m.cls != "magician" or wanted <= 0:
            continue
        if offer:
            return f"train {m.id} {min(wanted, m.silver // TRAINING)}"
        return _collect(v, o, m, wanted * TRAINING, part=True)
    return ""


# --- in hand ---


def _handy(v: TabletopView, o: Offered) -> str:
    """Put on and take in hand what is best."""
    for m in v.party:
        suits = [word for word, _ in m.goods if word in ARMOUR and ARMOUR.index(word) > _worn(m)]
        for suit in sorted(suits, key=ARMOUR.index, reverse=True):
            if (text := f"wear {suit} {m.id}") in o:
                return text
        for suit in (word for word, _ in m.goods if word in ARMOUR and ARMOUR.index(word) <= _worn(m)):
            for other in _fits(v, suit):
                if (text := f"give {suit} from {m.id} to {other.id}") in o:
                    return text
        if text := _best_arm(m, o):
            return text
        if m.cls not in ("elf", "magician") and not m.shield and (text := f"equip shield {m.id}") in o:
            return text
    return ""


def _best_arm(m: MemberView, o: Offered) -> str:
    if m.cls == "magician":
        wanted = ["wand"] if m.wand_level >= SAVES else ["sling"] if count(m, "sling-stones") else []
    else:
        wanted = list(reversed(BOWS if m.cls == "elf" else BLADES))
    held = [arm for arm in wanted if sound(m, arm)]
    if not held:
        return ""
    # Only a silvered one that is not in hand yet is offered under that name.
    return o.any(f"equip {SILVERED}{held[0]} {m.id}", *([f"equip {held[0]} {m.id}"] if m.wielded != held[0] else []))
