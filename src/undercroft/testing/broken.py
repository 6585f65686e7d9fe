"""The laws that the contract suite holds, by name, and the one exception that names the law broken."""

from __future__ import annotations

LAWS = {
    "plain": "What a game is made of is declared as numbers, words, tuples and records: no set, dict, list or float.",
    "raises": "Nothing a player does raises, whatever the dice show.",
    "ends": "A game ends, or somebody can always act; no agenda goes round and round.",
    "fork": "A fork has the digest of its original, and what it does leaves the original alone.",
    "undo": "An action taken back restores state, streams, order of rows and indexes; done again it gives the same.",
    "events": "The events alone, applied to the start, give the state again.",
    "replay": "The recorded text of every action, played in a second game, gives the same draws, events and digest.",
    "load": "A loaded save has the same digest, streams, lists, views and record, and goes on alike.",
    "text": "Each action's text is unique in the whole legal list and reads back as that action; so does its JSON.",
    "refused": "A refused action changes nothing: no field, no row, no draw, no journal entry.",
    "offered": "Whatever `refused` accepts stands in the list, as itself or within an open amount.",
    "exact": "A class that says it is exact offers nothing it would refuse.",
    "pure": "Lists, refusals, odds, views, scenes and looks draw nothing, write nothing, and say the same twice.",
    "kept": "What is kept between steps (remembered parts, `reads`) is what would be made afresh.",
    "odds": "Every named roll stood in the odds before, same figures, and its die decides success alone.",
    "nameless": "No success or failure hangs on a draw without a name.",
    "secrets": "Twins, whose digests differ by secrets alone, have equal views, scenes, looks, lists and odds.",
    "telling": "Twins refuse alike, but for the codes that the rulebook lists as telling.",
    "told": "Twins are told the same of a step, unless what was told is known afterwards.",
    "words": "Every event that a seat sees and every refusal has a sentence, with every place filled.",
}
"""What each law says."""


class ContractBroken(AssertionError):
    """A law was broken. `law` is its name; seed, step and record repeat the game up to there."""

    def __init__(self, law: str, what: str, *, rulebook: str, seed: int, step: int, doing: str, record: str) -> None:
        assert law in LAWS
        self.law = law
        self.what = what
        self.rulebook = rulebook
        self.seed = seed
        self.step = step
        self.doing = doing
        self.record = record
        at = f"{rulebook}, seed {seed}, step {step}" + (f", at {doing!r}" if doing else "")
        super().__init__(f"[{law}] {LAWS[law]}\n{at}: {what}\n\n{record}")
