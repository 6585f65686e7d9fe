"""Adventure Points at the table: award (T23.20)."""

from __future__ import annotations

from typing import Any

from undercroft.engine.errors import BadUse, nearest, quoted
from undercroft.engine.toolkit import Answer, Asked, Cup, Tool, one_of, whole_in
from undercroft.rulebooks.tabletop import gains, parties, points, sheets
from undercroft.rulebooks.tabletop.catalogue import plain
from undercroft.rulebooks.tabletop.parties import Party
from undercroft.rulebooks.tabletop.records import Character, replace
from undercroft.rulebooks.tabletop.toolkit import arts
from undercroft.rulebooks.tabletop.toolkit.saying import listed

WAYS = ("enemies", "deed", "all")
MOST_ML, MOST_POINTS = 9999, 9999


def _award(asked: Asked, _: Cup) -> Answer:
    party = parties.find(asked.word(0))
    way = one_of(asked.word(1), "award", WAYS)
    rest = asked.words[2:]
    if way == "enemies":
        return _enemies(party, rest)
    wanted = 2 if way == "deed" else 1
    if len(rest) != wanted:
        raise BadUse(
            f"award {way} takes {'a name and a number' if way == 'deed' else 'one number'}: award PARTY {way} N"
        )
    number = whole_in(rest[-1], "N", 0, MOST_POINTS)
    living = _living(party)
    if way == "deed":
        return _deed(party, _member(party, rest[0]), number)
    lines = [f"{number} AP to {listed(c.name for c in living)}."]
    if points.generous(number):
        lines.append(f"That is more than {points.GENEROUS} AP for anything but enemies: take care.")
    figures: dict[str, Any] = {"each": number, "to": [c.name for c in living]}
    if points.generous(number):
        figures["warning"] = points.GENEROUS
    rules = ("T16.10", "T16.15") if points.generous(number) else ("T16.10",)
    return _written(party, {c.id: points.add(c, number) for c in living}, party.pool, lines, figures, rules)


def _deed(party: Party, c: Character, asked: int) -> Answer:
    """Give one character the points of a deed, as far as the adventure's limit allows (T16.14)."""
    number = points.within_deeds(c, asked)
    lines = [f"{number} AP to {c.name}."]
    figures: dict[str, Any] = {"each": number, "to": [c.name]}
    if number < asked:
        lines.append(
            f"Not {asked}: deeds give one character at most {points.DEEDS_MOST} AP in one adventure, and {c.deeds} "
            "of them were given before."
        )
        figures |= {"asked": asked, "most": points.DEEDS_MOST, "before": c.deeds}
    after = replace(points.add(c, number), deeds=c.deeds + number)
    return _written(party, {c.id: after}, party.pool, lines, figures, ("T16.10", "T16.14"))


def _enemies(party: Party, rest: tuple[str, ...]) -> Answer:
    if not rest:
        raise BadUse("award enemies needs the ML of each: award PARTY enemies 10,10,5")
    mls = [whole_in(one.strip(), "ML", 0, MOST_ML) for one in "".join(rest).split(",")]
    living = _living(party)
    each, pool = points.shared(sum(mls), party.pool, len(living))
    total = sum(mls) + party.pool
    lines = [
        (
            f"ML {' + '.join(map(str, mls))} = {sum(mls)}, with {party.pool} from the pool {total}; "
            f"{len(living)} share: {each} AP to each of {listed(c.name for c in living)}, {pool} into the pool."
        )
    ]
    figures = {
        "mls": mls, "sum": sum(mls), "pool_before": party.pool, "total": total, "sharers": len(living), "each": each,
        "to": [c.name for c in living], "pool": pool,
    }  # fmt: skip
    after = {c.id: points.add(c, each) for c in living}
    return _written(party, after, pool, lines, figures, ("T16.3", "T16.4", "T16.5", "T16.6", "T16.7"))


def _living(party: Party) -> list[Character]:
    living = [c for c in party.characters if not c.dead]
    if not living:
        raise BadUse("award: nobody of the party is alive (T16.7)")
    return living


def _member(party: Party, said: str) -> Character:
    found = next((c for c in party.characters if c.id == plain(said)), None)
    if found is None:
        names = [c.name for c in party.characters]
        raise BadUse(
            f"award deed: the party has no {quoted(said)}{nearest(said, names) or '; it has: ' + ', '.join(names)}"
        )
    return found


def _written(
    party: Party,
    after: dict[str, Character],
    pool: int,
    lines: list[str],
    figures: dict[str, Any],
    rules: tuple[str, ...],
) -> Answer:
    """Tell what each has now and who gains a Level, and write sheets and pool where they are files.

    Points come from adventures: whoever gets them has been away since the last rest.
    """
    after = {who: arts.away(c) for who, c in after.items()}
    figures["now"] = []
    for c in after.values():
        level = points.level_of(c.ap)
        gain = gains.due(c)
        lines.append(f"{c.name}: {c.ap} AP" + (f", gains Level {level} (now {c.level})." if gain else "."))
        figures["now"].append({"name": c.name, "ap": c.ap, **({"gains": level, "level": c.level} if gain else {})})
    files = [
        (file.path, sheets.changed(file, after[file.character.id]))
        for file in party.files
        if file.character.id in after
    ]
    if party.path and pool != party.pool:
        files.append((party.path, parties.pooled(party, pool)))
    if not files:
        lines.append("The party is not in files: nothing is written.")
    elif pool and not party.path:
        lines.append("There is no party file to keep the pool in: mind it yourself.")
    return Answer(tuple(lines), figures, rules, files=tuple(files))


TOOLS = (
    Tool(
        "award", "PARTY enemies|deed|all WORD...",
        "Add Adventure Points: award PARTY enemies 10,10,5, or deed NAME N, or all N; PARTY is a party's file, sheets "
        "parted by commas, or reference.", ("T23.20",), _award,
    ),
)  # fmt: skip
