"""The contract suite: it plays a rulebook at random and holds the laws that every rulebook keeps (`LAWS`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from undercroft.engine.action import Action, Offers, Open
from undercroft.engine.game import Game
from undercroft.engine.record import read, replay
from undercroft.engine.rulebook import Rulebook, find
from undercroft.engine.streams import Stream, derive
from undercroft.engine.world import World
from undercroft.testing import laws, probes
from undercroft.testing.case import Case, Ledger, digest
from undercroft.testing.forcing import force_dice
from undercroft.testing.plain import check_plain
from undercroft.testing.report import Report

Scout = Callable[[Game[Any], Offers, Stream], Any]
"""Given a game, what the seat asked may do, and dice of the suite: one of the offers, or None for a random one."""

SPARSE = 5
"""Without `thorough`, forks, undo, saves, twins and previews are held at every fifth step, forced dice at every
tenth."""
TRIES = 60
"""Amounts drawn for an open action before another is taken."""
OUT_OF_TURN = 6
"""One action in so many is looked for with a seat that is not asked."""
RARE = 50
"""One draw of a kind in so many may give a rare one."""
LEAST = 25
"""Actions played from each moment of a record, at least."""


def check_rulebook(
    rulebook: str | Rulebook[Any],
    *,
    seeds: Iterable[int] = range(20),
    steps: int = 500,
    records: Sequence[str] = (),
    thorough: bool = False,
    options: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    scout: Scout | None = None,
    luck: Collection[str] = (),
    rare: Collection[str] = (),
) -> Report:
    """Play random legal games, one a seed, and hold every law; ContractBroken names the first that is broken.

    The kind of action is drawn first, then its targets and amounts, for the seat asked and now and then for another;
    a game goes on for `steps` actions or to its end, and where something outlives a run every second game starts from
    what the last one left. `records` are recorded games: play also starts from moments along them, another moment for
    each seed, so that deep places are reached. `options` may be several, taken in turn. `scout` may choose instead of
    chance. `rare` lists codes of actions to be taken seldom, such as giving up. `luck` lists codes of events whose
    coming may hang on a nameless draw because a rule says so. The costly laws are held at some steps, with `thorough`
    at every step. The suite's own dice come from the seed alone.
    """
    book = find(rulebook) if isinstance(rulebook, str) else rulebook
    check_plain(book)
    plan = Plan(book, Report(book), 1 if thorough else SPARSE, scout, luck, rare)
    variants = [options or {}] if options is None or isinstance(options, Mapping) else list(options)
    world: World | None = None
    seeds = tuple(seeds)
    for at, seed in enumerate(seeds):
        play = Play.new(plan, seed, variants[at % len(variants)], world if at % 2 else None)
        play.run(steps)
        _twins_differ(play)
        plan.report.games += 1
        world = _world(play.case) or world
    for text in records:
        for seed, game in zip(seeds, _moments(book, text, len(seeds)), strict=False):
            play = Play(plan, seed, game, game.fork())
            play.run(max(LEAST, steps // max(1, len(seeds))))
            plan.report.moments += 1
    return plan.report


def _twins_differ(play: Play) -> None:
    for seat, differing in play.plan.twins.items():
        same = len(differing) - sum(differing)
        if 2 * same > len(differing):
            play.case.fail("secrets", f"of {len(differing)} twins dealt for {seat}, {same} are no different")


def _world(case: Case) -> World | None:
    with case.guard("taking what outlives the run"):
        return case.game.world() if case.game.book.keep(case.game.state) is not None else None


def _moments(book: Rulebook[Any], text: str, count: int) -> list[Game[Any]]:
    """Return that many moments spread evenly along a record."""
    record = read(text)
    total = len(record.steps)
    wanted = [max(1, total * (at + 1) // (count + 1)) for at in range(count)]
    forks: dict[int, Game[Any]] = {}

    def keep(game: Game[Any], _: Any) -> None:
        if game.turns in wanted:
            forks[game.turns] = game.fork()
            forks[game.turns].ranked = False  # so that undo can be held

    replay(record, book=book, each=keep)
    return [forks[at].fork() for at in wanted if at in forks]


class Plan:
    """What all plays of one check share."""

    def __init__(
        self,
        book: Rulebook[Any],
        report: Report,
        every: int,
        scout: Scout | None,
        luck: Collection[str],
        rare: Collection[str],
    ) -> None:
        self.book = book
        self.report = report
        self.every = every
        self.scout = scout
        self.luck = luck
        self.rare = frozenset(rare)
        self.pool = probes.Pool()
        self.twins: dict[str, list[int]] = {}
        """By seat, for each twin dealt, whether it differs."""


class Play:
    """One game under the laws, with what is kept in step beside it: the folded state, and a replay."""

    def __init__(self, plan: Plan, seed: int, game: Game[Any], beside: Game[Any]) -> None:
        self.plan = plan
        self.case = Case(game, seed, plan.report)
        self.beside = beside
        self.folded = game.state.copy()
        self.tally = plan.book.tally()
        self.dice = derive(seed, plan.book.name, "contract", game.turns)

    @classmethod
    def new(cls, plan: Plan, seed: int, options: Mapping[str, Any], world: World | None) -> Play:
        """Begin a game."""
        bare = Case(Game(plan.book, seed, options, world=world, bare=True), seed, plan.report)
        with bare.guard("starting"):
            games = [Game(plan.book, seed, options, world=world) for _ in range(2)]
        return cls(plan, seed, *games)

    def run(self, steps: int) -> None:
        """Play to the end, or so many actions."""
        case = self.case
        game = case.game
        if digest(self.beside) != digest(game):
            case.fail("replay", "a second game of the same seed starts otherwise")
        game.watch(Ledger(case))
        tried: list[Action[Any]] = []
        for at in range(1, steps + 1):
            case.step, case.doing = at, ""
            found = probes.lists(case)
            if game.outcome is not None:
                laws.check_end(case, found, tried)
                break
            tried = self._step(found, at)
        laws.check_events(case, self.folded)
        laws.check_load(case, probes.lists(case))
        laws.check_tally(case, self.tally)
        if digest(self.beside) != digest(game):
            case.fail("replay", "the replay kept beside the game ends in another state")
        case.report.ended[game.outcome.code if game.outcome is not None else ""] += 1
        game.watch(None)

    def _step(self, found: probes.Lists, at: int) -> list[Action[Any]]:
        case, plan, dice = self.case, self.plan, self.dice
        costly = (at + case.seed) % plan.every == 0
        probes.check_texts(case, found)
        if costly or case.small:
            probes.check_previews(case, found)
        tried = probes.check_refusals(case, found, plan.pool, dice)
        plan.pool.add(found, dice)
        action = self._choose(found)
        case.doing = f"{action.seat}: {action}" if action.seat else str(action)
        loaded = None
        if costly:
            laws.check_fork_and_undo(case, action)
            laws.check_twins(case, [*tried, action], action, plan.twins)
            loaded = laws.check_load(case, found)
        if (at + case.seed) % (2 * plan.every) == 0:
            force_dice(case, action, dice, plan.luck)
        self._act(action)
        if loaded is not None:
            laws.check_loaded_goes_on(case, loaded, action)
        if costly or case.small:
            laws.check_events(case, self.folded)
        return tried

    def _act(self, action: Action[Any]) -> None:
        case, game = self.case, self.case.game
        drawn = game.streams.draws
        with case.guard():
            step = game.act(action)
        if not step.accepted:
            case.fail("offered", f"the list offers {action}, and it is refused: {step.refusals[0].code}")
        case.report.steps += 1
        case.report.actions[action.tag()] += 1
        laws.fold(case, self.folded, step)
        with case.guard("in the tally"):
            self.tally.note(game.state, step.all_events)
        case.tick("replay")
        with case.guard("in the replay kept beside the game"):
            again = self.beside.act(str(action), action.seat or None)
        draws = game.streams.draws - drawn
        if not again.accepted:
            case.fail("replay", f"the replay refuses it: {again.refusals[0].code}")
        if len(again.all_events) != len(step.all_events) or self.beside.streams.state() != game.streams.state():
            case.fail("replay", f"the replay makes other events or draws ({len(step.all_events)} and {draws} here)")
        if case.small and digest(self.beside) != digest(game):
            case.fail("replay", "the replay gives another state")
        laws.check_words(case, step)

    def _kind(self, kinds: list[type]) -> type:
        """Draw two kinds of action and take the one met less often; one that is to be rare, once in RARE times."""
        dice, met = self.dice, self.plan.report.actions
        usual = [kind for kind in kinds if kind.tag() not in self.plan.rare]  # type: ignore[attr-defined]
        if usual and len(usual) < len(kinds) and dice.below(RARE):
            kinds = usual
        one, other = dice.pick(kinds), dice.pick(kinds)
        return one if met[one.tag()] <= met[other.tag()] else other  # type: ignore[attr-defined]

    def _choose(self, found: probes.Lists) -> Action[Any]:
        """Draw the kind of action first, then its targets, then its amount."""
        case, game, dice = self.case, self.case.game, self.dice
        asked = game.asked
        if not len(found.get(asked, ())):
            case.fail("ends", f"{asked or 'nobody'} is asked, and can do nothing")
        others = [seat for seat, offers in found.items() if seat != asked and len(offers)]
        seat = dice.pick(others) if others and dice.below(OUT_OF_TURN) == 0 else asked
        offers = list(found[seat])
        if self.plan.scout is not None and seat == asked:
            wanted = self.plan.scout(game, found[seat], dice)
            if wanted is not None:
                offers = [wanted]
        for _ in range(TRIES):
            kinds: dict[type, list[Any]] = {}
            for one in offers:
                kinds.setdefault(type(one.action) if isinstance(one, Open) else type(one), []).append(one)
            drawn: Action[Any] | Open = dice.pick(kinds[self._kind(list(kinds))])
            if not isinstance(drawn, Open):
                return drawn
            action = probes.amounts(drawn, dice)[0]
            if probes.check_one(case, found, action) is None:
                return action
        plain: list[Action[Any]] = [one for one in found[asked] if not isinstance(one, Open)]
        if not plain:
            case.fail("ends", f"{asked} can name amounts alone, and {TRIES} of them were refused")
        return dice.pick(plain)
