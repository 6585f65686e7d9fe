"""Tally: what a campaign of `tabletop` comes to, for the lab and for the history of games played."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from undercroft.engine import tally as _tally
from undercroft.engine.event import Event
from undercroft.engine.text import Texts, read_texts
from undercroft.rulebooks.tabletop import (
    aftermath,
    blows,
    creating,
    fights,
    gaining,
    meeting,
    pause,
    points,
    quests,
    traps,
    wounds,
)  # fmt: skip
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import State

WOUNDS, LOST = "wounds", "lost"


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.tabletop") / "text" / "tales.toml")


class Tally(_tally.Tally[State]):
    """Follows one campaign of `tabletop`."""

    tells = (
        creating.CharacterMade, creating.ReferenceJoined, quests.QuestOffered, quests.QuestAccepted,
        meeting.DungeonEntered, fights.FightOpened, fights.FightEnded, traps.TrapSprung, wounds.Fell, wounds.Died,
        gaining.LevelGained, aftermath.QuestFulfilled, aftermath.DungeonLeft, quests.Rewarded, quests.CameHome,
        pause.Retired, aftermath.PartyLost,
    )  # fmt: skip

    def __init__(self) -> None:
        self._counts = dict.fromkeys(("fights", "victories", "slain", "traps", "levels", "deeds", "silver"), 0)
        self._blow: dict[str, str] = {}
        """The kind that struck each character last."""
        self._falls: list[dict[str, Any]] = []
        self._rooms: set[tuple[int, str]] = set()
        """Each (adventure, room) that was entered."""

    def note(self, s: State, events: Iterable[Event[Any]]) -> None:
        for e in events:
            match e:
                case fights.FightEnded():
                    self._count("fights")
                    self._count("victories", e.result == fights.WON)
                case wounds.Slain():
                    self._count("slain")
                case traps.TrapSprung():
                    self._count("traps")
                case meeting.Entered():
                    self._rooms.add((s.adventure.number, e.room))
                case gaining.LevelGained():
                    self._count("levels")
                case points.DeedDone():
                    self._count("deeds")
                case quests.Rewarded():
                    self._count("silver", e.each * len(e.who))
                case blows.Blow() if e.target in s.characters and e.loss:
                    self._blow[e.target] = e.attacker.rpartition("-")[0]
                case wounds.Died():
                    self._fell(s, e)

    def _count(self, what: str, number: int = 1) -> None:
        self._counts[what] += number

    def _fell(self, s: State, e: wounds.Died) -> None:
        c = s.characters[e.who]
        killer = self._blow.get(e.who, "")
        name = content.monster(killer).name if killer in content.catalogue().monsters else WOUNDS
        adventure = s.party.completed + s.party.failed + 1
        self._falls.append({"name": c.name, "level": c.level, "adventure": adventure, "to": name})

    def facts(self, s: State) -> dict[str, Any]:
        lost = s.outcome is not None and s.outcome.code == LOST
        order = [*s.characters.values(), *s.retired.values()]
        return {
            "completed": s.party.completed, "failed": s.party.failed, **self._counts,
            "rooms": len(self._rooms), "deaths": len(self._falls),
            "killer": self._falls[-1]["to"] if self._falls and lost else "",
            "fell_to": sorted({fall["to"] for fall in self._falls}),
            "falls": self._falls,
            "party": [
                {
                    "name": c.name, "class": c.cls, "level": c.level, "ap": c.ap,
                    "state": "dead" if c.dead else "retired" if c.id in s.retired else "alive",
                }
                for c in order
            ],
        }  # fmt: skip

    def tale(self, s: State) -> list[str]:
        if s.outcome is None:
            return []
        code = s.outcome.code
        key = f"{code}.{'some' if s.party.completed else 'none'}"
        told = [_say(key, completed=s.party.completed, failed=s.party.failed)]
        told.append(_say("count", rooms=len(self._rooms), **self._counts))
        told += [_say("fell", **fall) for fall in self._falls]
        alive = tuple(f"{c.name} (Level {c.level})" for c in s.characters.values() if not c.dead and code != LOST)
        return [*told, _say("alive", who=alive)] if alive else told


def _say(key: str, **facts: Any) -> str:
    return _texts().get(f"tale.{key}", facts)
