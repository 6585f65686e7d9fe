"""A competent player of `tabletop`: takes the reference party from adventure to adventure, and never stops by itself.

It sees views and the texts offered alone, and keeps only what a person would note down.
"""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.bots.offered import Offered
from undercroft.bots.tabletop_fight import choose_in_fight
from undercroft.bots.tabletop_gain import create, gain
from undercroft.bots.tabletop_items import sharpen
from undercroft.bots.tabletop_meet import before_foes
from undercroft.bots.tabletop_notes import Notes
from undercroft.bots.tabletop_rest import camp, health, is_hurt, mend, weary
from undercroft.bots.tabletop_room import best, room_deeds
from undercroft.bots.tabletop_shop import shop
from undercroft.bots.tabletop_way import explore, home
from undercroft.rulebooks.tabletop.views import TabletopView

PATIENCE = 25
"""Answers in a row that change nothing before the player does anything at all."""
QUALITIES = ("courage", "intelligence", "charisma", "agility", "strength")
MEMBERS = 4
"""So many the party is brought up to again."""
FRESH = 70
"""A party with a fulfilled quest and so much of its Vitality, in 100, looks at the rest of the dungeon too."""
CRYPT = "old-crypt"
DREADED = (CRYPT, "dragon-mountain")
"""Themes whose boss plain steel does not hurt, or nothing much (T22.15, T22.20)."""
GENTLE, NOVICE = "gentle", 2
"""The setting for a party with somebody whose Level, so many times, is still below the highest."""
OWN_WORDS = ("pay-over ", "train ", "name ", "order ", "front ")
"""Offers with a blank, which the player fills."""


class Competent:
    """Plays adventures of one size and setting to the end of the party."""

    def __init__(self, size: str = "short", setting: str = "normal") -> None:
        self._size, self._setting = size, setting
        self._notes = Notes()
        self._made = 0

    def choose(self, view: TabletopView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        o = Offered(offers)
        if self._idle(view):
            return self._anything(o, offers)
        text = self._choice(view, o)
        return text if text in o or text.startswith(OWN_WORDS) else self._anything(o, offers)

    def _idle(self, v: TabletopView) -> bool:
        n = self._notes
        now = (v.where, v.room, v.turn, v.party, v.foes, v.fight, v.ask, v.about.get("stage"), v.rooms)
        n.idle = n.idle + 1 if now == n.last else 0
        n.last = now
        return n.idle > PATIENCE

    def _anything(self, o: Offered, offers: Sequence[str]) -> str:
        sensible = o.first("attack", "fight", "travel", "go", "open", "depart", "wait")
        return sensible or next((text for text in offers if text != "end-campaign" and "<" not in text), offers[0])

    def _choice(self, v: TabletopView, o: Offered) -> str:
        match v.ask:
            case "creation":
                text = create(v, o, self._made)
                self._made += text.startswith("name ")
                return text
            case "gain":
                return gain(v, o)
            case "village":
                return self._village(v, o)
            case "road":
                return self._road(v, o)
            case "explore":
                return self._explore(v, o)
            case "fight":
                return self._fight(v, o)
        return ""

    def _fight(self, v: TabletopView, o: Offered) -> str:
        n = self._notes
        text = choose_in_fight(v, o, n)
        if text.startswith(("flee", "carry")):
            n.held[v.room] = n.held.get(v.room, 0) + 1
        return text

    def _village(self, v: TabletopView, o: Offered) -> str:
        if len(v.party) < MEMBERS and "recruit" in o:
            return "recruit"
        return o.any("quest") or shop(v, o, self._notes) or self._accept(v, o) or o.any("depart")

    def _accept(self, v: TabletopView, o: Offered) -> str:
        """Accept the quest; elsewhere if the theme offered is one to dread, and gently with novices in the party."""
        levels = [m.level for m in v.party if m.state != "dead"]
        setting = GENTLE if levels and min(levels) * NOVICE < max(levels) else self._setting
        plain = o.any(f"accept {self._size} {setting}", f"accept {self._size}")
        if v.offered_theme not in DREADED or (v.offered_theme == CRYPT and self._notes.silver):
            return plain
        ours = [text for text in o.all("accept") if text.startswith(f"accept {self._size} ") and len(text.split()) == 4]
        fitting = [text for text in ours if text.endswith(f" {setting}") and text.split()[2] not in DREADED]
        return fitting[-1] if fitting else plain

    def _road(self, v: TabletopView, o: Offered) -> str:
        self._notes.fleeing = False
        if v.foes:
            return before_foes(v, o, self._notes)
        if v.mishap and o.all("mishap"):
            return best(v, o.all("mishap"), QUALITIES.index(v.mishap))
        if o.all("pay"):
            return o.any("pay silver", "pay vitality") if health(v) < FRESH or not v.home else o.any("pay vitality")
        if text := mend(v, o) or o.any("take all") or o.first("take"):
            return text
        if is_hurt(v, self._notes) and not v.home and "camp" in o:
            return camp(v, o, self._notes)
        return o.any("travel")

    def _explore(self, v: TabletopView, o: Offered) -> str:
        n = self._notes
        if v.quest is not None and v.quest.number != n.adventure:
            n.begin(v.quest.number, v.room)
        n.fleeing = False
        if n.on_map is not None:
            n.goal = next((room.id for room in v.rooms if room.id not in n.on_map), "")
            n.on_map = None
        if v.foes:
            n.fought.add(v.room)
            return before_foes(v, o, n)
        n.held.pop(v.room, None)
        if v.light == 0 and (text := o.any("light lantern", "light torch")):
            return text
        return mend(v, o) or sharpen(v, o, n) or room_deeds(v, o, n) or self._on(v, o)

    def _on(self, v: TabletopView, o: Offered) -> str:
        """Go home with a quest done and little strength left; else rest if need be, and explore."""
        n = self._notes
        quest = v.quest
        done = quest is not None and (quest.fulfilled or quest.captive_with_us or bool(quest.carried))
        n.going_home = n.going_home or (done and health(v) < FRESH)
        if n.going_home and (text := home(v, o, n, through=False)):
            return text
        tired = is_hurt(v, n) or (weary(v) and "camp" in o)
        if tired and (text := camp(v, o, n)):
            return text
        if n.going_home and (text := home(v, o, n)):
            return text
        if text := explore(v, o, n):
            return text
        n.going_home = True
        return home(v, o, n)
