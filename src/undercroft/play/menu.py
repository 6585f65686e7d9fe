"""The list of actions: numbered, in the rulebook's order, kept short where it is wide."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

from undercroft.engine.action import Action, Offers, Open
from undercroft.engine.game import Game
from undercroft.play.draw import GAP
from undercroft.play.tell import first_chance
from undercroft.play.words import names

WIDTH = 78
"""Letters of a line that several actions share."""
WIDE = 6
"""Actions that begin with one word and still are all shown."""
SPLIT = 10
"""A wide list is parted by the second word if that leaves so many actions for each."""
LONG = 25
"""Actions of a list that was asked for; of more, those that differ in their last word alone share a line."""
MOST = 40
"""Lines that may come of it; more are summed up word by word, or several share a line."""
FEW = 12
"""Words that may stand in one place and still are all told, past the first."""
MANY = 60
"""Chances worked out for one list that nobody asked for."""
BETTER = "better"
"""What is said of an action that betters somebody: it is better than what there is now."""

_Numbered = tuple[int, Any, str]
Shown = dict[str, list[str]]
"""What a list showed of each group, numbers aside: the next list need not say it again."""
ALSO = ""
"""Under this word, the groups of housekeeping."""
ERRANDS, LOOKS = " ", "  "
"""Under these, what can be done in one go, and the reports."""


class _Menu:
    def __init__(self, game: Game[Any], offers: Offers, taken: Collection[str], before: Shown, counted: bool) -> None:
        self.game = game
        self.offers = offers
        self.taken = taken
        self.before = before
        self.counted = counted
        self.left = MANY
        self.lines: list[str] = []
        self.shown: Shown = {}
        self.printed: set[int] = set()
        """The numbers that stand before an action of their own, here or as before."""
        self.same: list[str] = []
        self.minor: list[str] = []

    def fold(self, group: list[_Numbered], begin: str) -> None:
        """Name a group of housekeeping by its word alone; what can be done anywhere is not named at all."""
        if any(_class(one).during for _, one, _ in group):
            self.minor.append(begin)

    def add(self, group: list[_Numbered], words: int) -> None:
        """Add actions whose first words are the same."""
        begin = " ".join(group[0][2].split(" ")[:words])
        at, last = group[0][0], group[-1][0]
        joined = GAP.join(f"{self.number(number)}{text}" for number, _, text in group)
        if len(group) <= WIDE or len(joined) <= WIDTH:
            said = [self.item(one, text) for _, one, text in group]
            lines = _packed([f"{self.number(number)}{text}" for number, text in enumerate(said, at)])
            self.printed.update(range(at, last + 1))
        else:
            parts = [list(each) for _, each in groupby(group, key=lambda one: one[2].split(" ")[: words + 1])]
            if words == 1 and len(parts) * SPLIT <= len(group):
                for part in parts:
                    self.add(part, 2)
                return
            call = f"list {begin}" if begin in self.taken or begin in self.offers else begin
            said = [text for _, _, text in group]
            lines = [self.summed(group, begin, call)]
        self.shown[begin] = said
        if (len(lines) > 1 or len(group) > len(lines) * WIDE) and self.before.get(begin) == said:
            self.same.append(f"{at}-{last} {begin}" if self.counted else begin)
        else:
            self.lines += lines

    def summed(self, group: list[_Numbered], begin: str, call: str) -> str:
        """Tell in one line how many actions begin with some words, and what to type to see them."""
        return f"{self.number(group[0][0], group[-1][0])}{begin} ... ({len(group)} ways; type '{call}' to list them)"

    def gather(self, group: list[_Numbered]) -> None:
        """Tell in one line several actions whose first two words are the same, and what the first of them costs."""
        at, first, text = group[0]
        begin = " ".join(text.split(" ")[:2])
        said = [text for _, _, text in group]
        notes = [*names(self.game, begin), self.game.costs(first), f"{len(group)} ways; type '{begin}' to list them"]
        line = f"{self.number(at, group[-1][0])}{begin} ... ({', '.join(filter(None, notes))})"
        self.shown[begin] = said
        if self.before.get(begin) == said:
            self.same.append(f"{at}-{group[-1][0]} {begin}" if self.counted else begin)
        else:
            self.lines.append(line)

    def number(self, at: int, last: int = 0) -> str:
        """Return what stands before an action, or before several; nothing where numbers do not count the list."""
        return (f"{at}-{last}. " if last else f"{at}. ") if self.counted else ""

    def item(self, one: Any, text: str) -> str:
        """Return one action with the names of its ids, its cost, its first chance, and whether it betters anybody."""
        if isinstance(one, Open):
            return text
        return _noted(text, [*names(self.game, text), self.game.costs(one), *self.hopes(one, text)])

    def hopes(self, one: Any, text: str) -> list[str]:
        """Return the first chance of an action, and whether it betters anybody."""
        notes = [BETTER] if one.betters(self.game.state) else []
        if self.left > 0:
            self.left -= 1
            odds = self.game.odds(one)
            notes = [first_chance(self.game, odds, text.split(" ", 1)[0]) if isinstance(odds, tuple) else "", *notes]
        return notes

    def alike(self, group: list[_Numbered]) -> str:
        """Tell in one line several actions that differ in their last word alone, and what is the same for all."""
        begin = group[0][2].rpartition(" ")[0]
        costs = [self.game.costs(one) for _, one, _ in group]
        same = len(set(costs)) == 1
        said = [
            self.number(at)
            + _noted(last, [*names(self.game, f"- {last}"), "" if same else cost, *self.hopes(one, text)])
            for (at, one, text), cost in zip(group, costs, strict=True)
            for last in (text.rpartition(" ")[2],)
        ]
        return f"{_noted(begin, [*names(self.game, begin), costs[0] if same else ''])}: {', '.join(said)}"


def menu_lines(
    game: Game[Any],
    offers: Offers,
    *,
    taken: Collection[str] = (),
    before: Shown | None = None,
    errands: Sequence[str] = (),
    looks: Sequence[str] = (),
    counted: bool = True,
) -> tuple[list[str], Shown, set[int]]:
    """Return the list, what it showed, and the numbers that stand in it alone.

    Actions with one first word share lines, and wide ones are summed up. Numbers count through the whole list, unless
    it is not `counted`. Housekeeping is folded into one line of its own, told when it changes; so are `errands` and
    `looks`, as they are typed. `taken` are words that mean something else when typed alone. Groups that the list
    `before` showed as they are now share one last line.
    """
    menu = _Menu(game, offers, taken, before or {}, counted)
    for (begin, _), each in groupby(_numbered(game, offers), key=_begin):
        group = list(each)
        if _class(group[0][1]).gathered and len(group) > 1 and not _is_minor(group[0][1]):
            menu.gather(group)
        elif all(_is_minor(one) for _, one, _ in group):
            menu.fold(group, begin)
        else:
            menu.add(group, 1)
    minor = []
    if menu.minor and menu.minor != menu.before.get(ALSO):
        minor = [f"Also: {', '.join(menu.minor)}; type a word to list its ways."]
    menu.shown[ALSO] = menu.minor
    menu.shown[ERRANDS] = list(errands)
    if not set(errands) <= set(menu.before.get(ERRANDS, ())):
        minor.append(f"In one go, until something happens: {', '.join(errands)}.")
    menu.shown[LOOKS] = list(dict.fromkeys(name.split(" ", 1)[0] for name in looks))
    if len(offers) and looks and menu.shown[LOOKS] != menu.before.get(LOOKS):
        minor.append(f"Reports, free: {', '.join(menu.shown[LOOKS])}.")
    same = [f"As before: {', '.join(menu.same)}."] if menu.same else []
    return menu.lines + same + minor, menu.shown, menu.printed


def _class(one: Any) -> type[Action[Any]]:
    return type(one.action if isinstance(one, Open) else one)


def _begin(one: _Numbered) -> tuple[str, str]:
    """Return the first word of an action, and the second where a line gathers all that share both."""
    first, _, rest = one[2].partition(" ")
    return first, rest.partition(" ")[0] if _class(one[1]).gathered else ""


def _is_minor(one: Any) -> bool:
    return _class(one).minor


def group_lines(
    game: Game[Any], offers: Offers, begin: str = "", *, counted: bool = True
) -> tuple[list[str], set[int]]:
    """Return all actions that begin with these letters, one on a line, and their numbers; many share lines, and very
    many are summed up by the words that come next, or else share lines under the word that begins them all.
    """
    menu = _Menu(game, offers, (), {}, counted)
    menu.left = len(offers)
    found = [(at, one, text) for at, one, text in _numbered(game, offers) if text.lower().startswith(begin.lower())]
    # A first word typed whole means no longer one.
    found = [one for one in found if f"{one[2]} ".lower().startswith(f"{begin} ".lower())] or found
    numbers = {at for at, _, _ in found}
    if len(found) <= LONG:
        return [f"{menu.number(at)}{menu.item(one, text)}" for at, one, text in found], numbers
    if not begin:
        return _all(menu, found)
    if _is_table(_kin(found)):
        return _crowd(menu, found), numbers
    size = len(begin.split())
    words = [text.split(" ") for _, _, text in found]
    heads = {" ".join(one[:size]) for one in words}
    if len(heads) > 1:
        return _packed([f"{menu.number(at)}{menu.item(one, text)}" for at, one, text in found]), numbers
    head = heads.pop()
    rests = [(one, text[size:]) for (_, one, _), text in zip(found, words, strict=True)]
    if 1 < len(_at([rest for _, rest in rests], 0)) <= len(found) // 2:
        return [_by_next_words(game, head, rests)], set()
    said = [f"{menu.number(at)}{menu.item(one, text).removeprefix(f'{head} ')}" for at, one, text in found]
    lines = [f"{head} ... ({len(found)} ways):", *_packed(said)]
    return ([_by_next_words(game, head, rests)], set()) if len(lines) > LONG else (lines, numbers)


def _all(menu: _Menu, found: list[_Numbered]) -> tuple[list[str], set[int]]:
    """Return the lines of a long list of everything, and the numbers in them; where the lines are very many, what takes
    several and begins with one word is summed up.
    """
    groups = [list(each) for _, each in groupby(found, _first)]
    told = [_crowd(menu, group) for group in groups]
    long = sum(map(len, told)) > MOST
    lines: list[str] = []
    numbers: set[int] = set()
    for group, said in zip(groups, told, strict=True):
        if long and len(said) > WIDE:
            begin = _first(group[0])
            lines.append(menu.summed(group, begin, f"list {begin}"))
        else:
            lines += said
            numbers.update(at for at, _, _ in group)
    return lines, numbers


def _first(one: _Numbered) -> str:
    return one[2].split(" ", 1)[0]


def _crowd(menu: _Menu, found: list[_Numbered]) -> list[str]:
    """Return the lines of a long list: what differs in the last word alone shares a line, and of what begins with one
    word, the lines with something better come first.
    """
    lines: list[str] = []
    for _, each in groupby(found, _first):
        told: list[tuple[bool, str]] = []
        for group in _kin(list(each)):
            (at, one, text), *others = group
            line = menu.alike(group) if others else f"{menu.number(at)}{menu.item(one, text)}"
            told.append((any(_betters(menu, one) for _, one, _ in group), line))
        lines += [line for _, line in sorted(told, key=lambda one: not one[0])]
    return lines


def _kin(found: list[_Numbered]) -> list[list[_Numbered]]:
    """Return actions with those together that differ in their last word alone; what two words or an amount still open
    make up stands by itself.
    """
    kin: dict[str, list[_Numbered]] = {}
    for one in found:
        begin = one[2].rpartition(" ")[0]
        kin.setdefault(one[2] if isinstance(one[1], Open) or " " not in begin else begin, []).append(one)
    return list(kin.values())


def _is_table(kin: list[list[_Numbered]]) -> bool:
    """Say whether the same last words, several, go with each of what comes before, and the lines are not too many."""
    ends = {tuple(text.rpartition(" ")[2] for _, _, text in group) for group in kin}
    return len(kin) <= MOST and len(ends) == 1 and len(ends.pop()) > 1


def _betters(menu: _Menu, one: Any) -> bool:
    return not isinstance(one, Open) and one.betters(menu.game.state)


def _noted(text: str, notes: list[str]) -> str:
    said = ", ".join(filter(None, notes))
    return f"{text} ({said})" if said else text


def _by_next_words(game: Game[Any], head: str, found: list[tuple[Any, list[str]]]) -> str:
    """Return a long list by the words that may come next, with the price that all have which share one. What may
    follow those words is told as far as it is few.
    """
    rests = [rest for _, rest in found]
    nexts = _at(rests, 0)
    prices: dict[str, set[str]] = {}
    for one, rest in found:
        if rest and not isinstance(one, Open):
            prices.setdefault(rest[0], set()).add(game.costs(one))
    same = {word: each.pop() for word, each in prices.items() if len(each) == 1}
    said = f"{head} ... ({len(rests)} ways). Type {head} and one of: {_choices(game, nexts, same)}"
    then = "; then"
    for place in range(1, max(map(len, rests))):
        words = _at(rests, place)
        if len(words) > FEW:
            break
        if len(words) == 1:
            then += f" {words[0]}"
            continue
        free = ", if you like," if any(len(one) <= place for one in rests) else ""
        said += f"{then}{free} one of: {_choices(game, words)}"
        then = "; then"
    return f"{said}."


def _at(rests: list[list[str]], place: int) -> list[str]:
    """Return the words that stand at a place, each once."""
    return list(dict.fromkeys(one[place] for one in rests if len(one) > place))


def _choices(game: Game[Any], words: list[str], notes: Mapping[str, str] = {}) -> str:
    """Return words, each with its name and what is noted of it."""
    said = ((word, ", ".join(filter(None, (_name(game, word), notes.get(word, ""))))) for word in words)
    return "; ".join(f"{word} ({note})" if note else word for word, note in said)


def _name(game: Game[Any], word: str) -> str:
    return next(iter(names(game, f"- {word}")), "")


def _numbered(game: Game[Any], offers: Offers) -> list[_Numbered]:
    return [
        (at, one, str(one))
        for at, one in enumerate(offers, 1)
        if not _class(one).unlisted and (isinstance(one, Open) or not one.moot(game.state))
    ]


def _packed(items: list[str]) -> list[str]:
    """Put as many items on each line as fit."""
    lines = [items[0]]
    for item in items[1:]:
        if len(lines[-1]) + len(GAP) + len(item) <= WIDTH:
            lines[-1] += GAP + item
        else:
            lines.append(item)
    return lines
