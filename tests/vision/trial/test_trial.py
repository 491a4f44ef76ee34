"""A trial end to end with readers that are right, wrong and silent; and what its report says of them."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from felt.card import DECK, Card
from felt.cli import app
from tests.vision.stage.scripts import SECOND, laid, script
from tests.vision.tracking.fakes import TruthReader, deck, reading
from vision.enrolment import LOOKS, Prints
from vision.enrolment.gallery import Gallery, likest
from vision.finder.felt import FeltFinder
from vision.picture import POKER, Picture
from vision.picture_file import read_picture
from vision.reading import Kind, Reader, Reading
from vision.recogniser import GlancingReader
from vision.stage import LIGHTS, Deck, Stage
from vision.stage.field import BOARD_AT
from vision.trial.__main__ import Decks, main, tasks
from vision.trial.hands import Played, follow
from vision.trial.report import counted, so_far, told
from vision.trial.sheet import slip_sheet
from vision.trial.shown import shown


class Always:
    """A reader that says one thing of every card."""

    def __init__(self, answer: Reading) -> None:
        self._answer = answer

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        return [self._answer for _ in cards]


def played(reader: Reader) -> Played:
    two = script(laid("Kh", BOARD_AT[0]), laid("7c", BOARD_AT[3], number=SECOND), length_s=1.6)
    stage = Stage(two, deck(), LIGHTS["even"], 1)
    if isinstance(reader, TruthReader):
        reader.shot = list(Stage(two, deck(), LIGHTS["even"], 1).shots())[-1]
    finder = FeltFinder(stage.plane, POKER, stage.empty)
    return follow(stage, finder, reader, seed=1, deck="drawn", light="even")


def test_a_reader_that_knows_is_right_of_both_cards() -> None:
    hand = played(TruthReader())
    count = counted([hand])
    assert (count.right, count.wrong, count.unread) == (2, 0, 0)
    assert len(hand.frame_ms) == 48
    assert hand.slips == ()


def test_a_reader_that_says_one_name_of_all_is_wrong_once_and_never_sure_of_two() -> None:
    hand = played(Always(reading(Kind.FACE, Card("Kh"), 0.9)))
    count = counted([hand])
    assert count.settled == 2
    assert count.wrong <= 1


def test_whoever_stops_a_trial_knows_what_it_came_to() -> None:
    hand = played(TruthReader())
    assert so_far([hand, hand], 200) == "2 of 200 hands: 4 right, 0 wrong, 0 unread"


def test_a_reader_that_knows_nothing_leaves_both_unread() -> None:
    even = Reading(reading(Kind.FACE).kinds, np.full(13, 1 / 13, np.float32), np.full(4, 0.25, np.float32))
    count = counted([played(Always(even))])
    assert (count.right, count.wrong, count.unread) == (0, 0, 2)


def test_a_wrong_name_is_on_the_sheet_with_what_the_card_was() -> None:
    hand = played(Always(reading(Kind.FACE, Card("2s"))))
    assert {(slip.said, slip.truth) for slip in hand.slips} <= {("2s", "Kh"), ("2s", "7c")}
    assert hand.slips
    assert slip_sheet(hand.slips).shape[0] > 136


def test_the_report_names_decks_lights_bounds_and_costs() -> None:
    words = told([played(TruthReader())])
    for expected in ("1 hands", "drawn", "even", "100.00 (34.24-100.00)", "0.00 (0.00-65.76)", "ms median", "ms mean"):
        assert expected in words  # 2 of 2 by Wilson: 1 / (1 + 1.96**2 / 2) = 0.3424


def test_hands_go_round_decks_and_lights_and_seeds_do_not_meet() -> None:
    decks = [Path("a"), Path("b")]
    on = partial(tasks, 20, decks=decks, known=Decks.STRANGE, machine="fastest")
    first, second = list(on(7)), list(on(8))
    assert {(task.deck, task.light) for task in first} == {(deck, light) for deck in decks for light in LIGHTS}
    assert len({task.seed for task in [*first, *second]}) == 40


def test_a_deck_is_shown_with_every_card_under_its_own_name() -> None:
    prints = shown(deck(), 1)
    assert prints.missing == ()
    assert {len(prints.looks(card)) for card in prints.cards} == {LOOKS}
    firsts = Gallery(Prints("firsts", {card: prints.looks(card)[:1] for card in prints.cards}))
    itself = [card for card in DECK if likest(firsts.distances(prints.looks(card)[1]))[0] == card]
    assert len(itself) > 40  # the drawn deck's cards look much alike; under another card's name hardly any would be


def test_a_sheet_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing"):
        slip_sheet([])


@pytest.fixture
def one_slip(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """A trial whose one hand has a wrong card; the deck of each hand, and who read it."""
    hand, asked = played(Always(reading(Kind.FACE, Card("2s")))), list[tuple[str, str]]()

    def play(_seed: int, dealt: Deck, _light: str, by: Reader) -> Played:
        assert isinstance(by, GlancingReader)
        asked.append((dealt.name, by.network))
        return hand

    monkeypatch.setattr("vision.trial.__main__.play", play)
    monkeypatch.setattr("vision.trial.__main__.strangers", lambda folder: ([folder], []))
    monkeypatch.setattr("vision.trial.__main__.load_deck", lambda _: deck())
    monkeypatch.setattr("vision.trial.__main__.workers", ThreadPoolExecutor)
    return asked


@pytest.mark.parametrize(("machine", "network"), [("opencv", "OpenCV"), ("onnxruntime", "ONNX Runtime")])
def test_a_trial_is_read_by_whom_it_was_told_and_its_sheet_is_where_it_was_told(
    one_slip: list[tuple[str, str]], machine: str, network: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "mine.png"
    assert main(1, 7, tmp_path, Decks.STRANGE, sheet=sheet, machine=machine) == 0
    assert one_slip == [("drawn", network)]
    told = capsys.readouterr().out
    assert told.startswith(f"read by {network} on one thread")
    assert f"the wrong ones: {sheet}" in told
    assert read_picture(sheet).shape[0] > 136
    assert list(tmp_path.iterdir()) == [sheet]


@pytest.mark.usefixtures("one_slip")
def test_a_trials_sheet_that_cannot_be_written_is_told_after_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(1, 7, tmp_path, Decks.STRANGE, sheet=tmp_path / "nowhere" / "mine.png", machine="fastest") == 1
    told = capsys.readouterr()
    assert "1 hands" in told.out
    assert "nowhere/mine.png: cannot be written" in told.err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], (200, 7, "build/decks/art", "wrong-cards.png", "fastest")),
        (["--hands", "3", "--seed", "0", "--decks", "d", "--sheet", "s.png", "--reader", "opencv"],
         (3, 0, "d", "s.png", "opencv")),
    ],
)  # fmt: skip
def test_all_that_the_command_is_told_reaches_the_trial(
    words: list[str], expected: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []

    def deal(hands: int, seed: int, decks: Path, _known: Decks, *, sheet: Path, machine: str) -> int:
        heard.extend((hands, seed, str(decks), str(sheet), machine))
        return 0

    monkeypatch.setattr("vision.trial.__main__.main", deal)
    assert CliRunner().invoke(app, ["vision", "eval", "--virtual", *words]).exit_code == 0
    assert tuple(heard) == expected
