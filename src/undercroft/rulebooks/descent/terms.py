"""The words of the rules that can be asked about: what they mean, their other names, which rules tell of them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from undercroft.engine.text import Texts, read_texts

RULES = {
    "strength": "D3.1 D18.1",
    "agility": "D3.2 D13.2",
    "wits": "D3.3",
    "stamina": "D3.4",
    "attributes": "D3.6",
    "attack": "D12.4 D12.5",
    "bonus": "D4.12",
    "defence": "D12.4 D12.5",
    "protection": "D12.9 D12.14",
    "damage": "D12.7 D12.8",
    "health": "D3.7 D6.19 D6.15",
    "ceiling": "D3.10 D3.12 D3.13",
    "mana": "D3.5 D6.21",
    "experience": "D4.1 D4.2",
    "level": "D4.4 D4.10 D4.12",
    "rank": "D2.16 D12.11 D12.12",
    "standing": "D2.13",
    "senseless": "D2.13 D12.6",
    "fallen": "D2.13 D2.15 D17.4 D17.6",
    "raise": "D17.3 D17.4",
    "reader": "D2.6 D2.7",
    "caster": "D2.8",
    "party": "D2.3",
    "turn": "D12.3",
    "round": "D12.1",
    "guard": "D12.15",
    "cover": "D12.16",
    "band": "D7.26 D11.9",
    "wandering": "D9.1 D9.2 D9.3",
    "condition": "D12.23",
    "bribe": "D14.5 D14.6 D14.7",
    "goodwill": "D14.15",
    "flight": "D13.1 D13.2 D13.8",
    "helper": "D14.17",
    "special": "D31.15",
    "bestiary": "D31.15",
    "step": "D6.1 D6.2 D6.3",
    "clock": "D6.1 D6.4",
    "meal": "D6.7 D6.11",
    "ration": "D6.7 D6.15",
    "hall": "D7.3",
    "junction": "D7.4 D9.4",
    "dead-end": "D7.5 D7.6",
    "room": "D7.11 D7.27",
    "door": "D7.12 D11.6",
    "secret-door": "D10.1 D10.8",
    "search": "D10.3 D10.5",
    "listen": "D11.4 D11.10",
    "sneak": "D11.12 D11.17 D11.20",
    "stair": "D8.1 D8.6",
    "map": "D8.3 D8.7",
    "floor": "D7.10",
    "chest": "D19.4 D19.6 D19.8",
    "trap": "D19.6 D19.11",
    "vault": "D20.1 D20.12",
    "tumbler-wall": "D20.6 D20.8 D20.10",
    "lock-plate": "D21.2 D21.4 D21.8",
    "living-statue": "D22.1",
    "bath-of-fates": "D23.1",
    "spell": "D25.7 D25.10 D25.12",
    "page": "D25.6 D25.8",
    "book": "D25.3 D25.5",
    "king": "D29.2 D29.6 D29.8",
    "quest": "D30.1 D30.4",
    "store": "D28.5 D28.6 D28.10",
    "counter": "D28.5 D28.10",
    "gold": "D18.4",
    "coins": "D18.4",
    "item": "D18.1 D18.8",
    "pack": "D18.1 D18.2",
    "bottle": "D24.1 D24.16",
    "scroll": "D24.1 D24.7",
    "lantern": "D24.4 D24.15",
    "charm": "D24.8",
    "weapon": "D12.7 D12.13 D18.5",
    "armour": "D12.9",
    "shield": "D12.9 D18.5",
    "gear": "D18.2 D18.6",
    "repair": "D16.2 D16.3",
    "hone": "D16.4",
    "effect": "D26.1",
    "practice": "D1.17",
    "courtyard": "D6.27",
    "guide": "D31.1",
    "ending": "D30.11",
}
"""Of each word the rules that say it with figures."""


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.descent") / "text" / "terms.toml")


def meaning(word: str) -> str:
    """Return what a word of the rules means; empty if it is none."""
    return _texts().get(f"term.{word}") if word in RULES else ""


def proper(word: str) -> str:
    """Return the word of the rules that another one stands for; empty if it stands for none."""
    key = f"alias.{word}"
    return _texts().get(key) if key in _texts() else ""
