"""`feltwire bench witness`: deals the hands on all cores and prints what was found, missed and made up."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from statistics import quantiles
from typing import Final

from msgspec import Struct

from felt.games import GAMES, game_named
from hardware.board import Board, board_file, load_board
from hardware.virtual.bench.noise import NoiseLevel, noise_named
from hardware.virtual.bench.score import CONFIDENCE, Tally, Terms, score_hand
from hardware.virtual.bench.table import BenchTable, bench_setup
from hardware.virtual.robot import ALL_MISTAKES, Rates

MIXED: Final = "mixed"
BATCH: Final = 100
"""Hands dealt at one table before the next table, of the next seed, begins."""


class WitnessPlan(Struct, frozen=True):
    """What to deal. `noise` and `board` are a name or a .toml file's path; `errors` the share of hands with a mistake.

    `game` is one that the tables deal, or `mixed`: each table deals another one.
    """

    hands: int = 1_000
    noise: str = NoiseLevel.TYPICAL
    errors: float = 0.05
    seed: int = 1
    rulebook: str = "bfsp"
    board: str = "nine-seat"
    game: str = "holdem"
    workers: int = 2


def play_batch(plan: WitnessPlan, seed: int, hands: int) -> Tally:
    """Deal `hands` at one table and score them."""
    board, game = _board(plan), _game(plan, seed)
    setup, rates = bench_setup(board, plan.rulebook, game), Rates(mistakes=plan.errors)
    table = BenchTable(board, setup, noise_named(plan.noise), rates, seed)
    tally, terms = Tally(), Terms(plan.rulebook, board.senses, game)
    for number in range(hands):
        score_hand(tally, table.play(), terms, f"seed {seed} hand {number + 1}")
    return tally


def _board(plan: WitnessPlan) -> Board:
    return load_board(board_file(plan.board))


def _game(plan: WitnessPlan, seed: int) -> str:
    """The game of the table of that seed."""
    return tuple(GAMES)[seed % len(GAMES)] if plan.game == MIXED else game_named(plan.game).id


def run_witness(plan: WitnessPlan, progress: Callable[[int], None] = lambda _: None) -> Tally:
    """Deal all hands, a table a batch, on `workers` processes."""
    seeds = range(plan.seed * 10_000, plan.seed * 10_000 + -(-plan.hands // BATCH))
    sizes = [min(BATCH, plan.hands - at * BATCH) for at in range(len(seeds))]
    total = Tally()
    with ProcessPoolExecutor(plan.workers) as pool:
        for tally in pool.map(play_batch, [plan] * len(seeds), seeds, sizes):
            total.add(tally)
            progress(total.hands)
    return total


def report_lines(plan: WitnessPlan, tally: Tally, took_s: float) -> list[str]:
    """What was found, for people."""
    lines = [
        f"{tally.hands} hands of {plan.game} under {plan.rulebook} on board {plan.board}, noise {plan.noise}, "
        f"seed {plan.seed}, {took_s:.0f} s on {plan.workers} processes",
        *([", ".join(f"{count} of {game}" for game, count in tally.games.items())] if len(tally.games) > 1 else []),
        "",
        *_mistake_lines(tally),
        "sensors: could be known by this board's sensors; said: they cannot know it, a person said it",
        "",
        *_false_lines(tally),
    ]
    if tally.examples:
        lines += ["", "to look at:", *(f"  {example}" for example in tally.examples[:20])]
    return lines


def _mistake_lines(tally: Tally) -> Iterator[str]:
    yield (
        f"{'mistake':<18}{'made':>6}{'sensors':>9}{'said':>6}{'ruled on':>10}{'recall':>9}{'wrong clause':>14}"
        "   knowable"
    )
    rows = [(mistake.value, tally.scores[mistake]) for mistake in ALL_MISTAKES if mistake in tally.scores]
    for name, score in (*rows, ("all", tally.total())):
        recall = f"{score.found / score.knowable:.2%}" if score.knowable else "-"
        known = f"{score.knowable / score.made:.0%}" if score.made else "-"
        yield (
            f"{name:<18}{score.made:>6}{score.sensed:>9}{score.told:>6}{score.found:>10}{recall:>9}"
            f"{score.wrong_clause:>14}{known:>11}"
        )
    yield "aim: recall 99.5 % of what the table can know, wrong clause 0"


def _false_lines(tally: Tally) -> Iterator[str]:
    bound = _bound(tally.false_misdeals, tally.hands)
    false, asked = tally.false_rulings.total(), tally.questions_in_clean.total()
    yield f"false misdeals: {tally.false_misdeals} in {tally.hands} hands{bound}   aim: 0"
    yield f"false rulings: {false}, {_per(false, tally.hands, 10_000):.1f} per 10,000 hands" + "".join(
        f"; {count} x {what}" for what, count in tally.false_rulings.most_common()
    )
    yield (
        f"questions in the {tally.clean} hands without a mistake: {_per(asked, tally.clean, 100):.2f} per 100"
        + "".join(f"; {count} x {what}" for what, count in tally.questions_in_clean.most_common())
        + "   aim: under 1"
    )
    yield f"mistake to ruling: {_times(tally.times_s)}"
    yield f"hands that only the floor could release: {tally.stuck}"


def main(plan: WitnessPlan, say: Callable[[str], None] = print) -> int:
    """Run, print, and return 1 when there was a false misdeal.

    Raises ConfigFault for a noise or board that is not known or has a mistake, BadInput for a game that is not dealt.
    """
    noise_named(plan.noise)
    bench_setup(_board(plan), plan.rulebook, _game(plan, plan.seed))
    began = time.monotonic()
    tally = run_witness(plan)
    for line in report_lines(plan, tally, time.monotonic() - began):
        say(line)
    return int(tally.false_misdeals > 0)


def _bound(seen: int, hands: int) -> str:
    return f" (95 %: fewer than {_per(CONFIDENCE, hands, 10_000):.1f} in 10,000)" if not seen and hands else ""


def _per(count: float, of: int, base: int) -> float:
    return base * count / of if of else 0.0


def _times(times_s: list[float]) -> str:
    if len(times_s) < 2:
        return "too few to tell"
    cuts = quantiles(times_s, n=100, method="inclusive")
    return f"p50 {cuts[49]:.1f} s, p99 {cuts[98]:.1f} s of table time"
