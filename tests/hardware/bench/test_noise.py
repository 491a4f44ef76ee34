"""Each noise of the bench is as strong as its number says, and moves what it is named for and nothing else."""

import random
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest

from felt.card import DECK
from felt.clock import Nanos, seconds
from felt.fact import CardArrived, Face
from felt.fault import ConfigFault
from felt.ids import DeviceId, Uid
from felt.place import BURN, MUCK, STUB, Place, SeatNo, seat_place
from firmware_bridge.reading import AntennaNo, AntennaRead
from hardware.board import ReaderKind, ReaderPlan, load_board, shipped_board
from hardware.virtual.bench.noise import NOISES, NoiseLevel, SensorNoise, noise_named
from hardware.virtual.bench.senses import LOOK_S, Fidgets, Lay, NoisyCamera, NoisyReader
from hardware.virtual.bench.table import BenchTable, bench_setup
from hardware.virtual.field import Field
from hardware.virtual.robot import Rates
from vision.sighting import Sighting

SEAT, BESIDE = seat_place(SeatNo(1)), seat_place(SeatNo(2))
PLAN = ReaderPlan(
    DeviceId("west"),
    ReaderKind.PEPPER_C1_MUX,
    {AntennaNo(1): SEAT, AntennaNo(2): BESIDE, AntennaNo(3): MUCK, AntennaNo(4): BURN},
)
CARDS = {Uid(f"E0040150{number:08X}"): card for number, card in enumerate(DECK)}
LOOKS = 8_000


class Clock:
    """Time that the sensors' own looks move."""

    def __init__(self) -> None:
        self.at = Nanos(0)

    def now(self) -> Nanos:
        return self.at

    def wall(self) -> Nanos:
        return self.at

    async def sleep(self, delay_s: float) -> None:
        raise AssertionError("nobody waits here")


class Rig:
    """One reader and one camera over cards that a test lays."""

    def __init__(self, noise: SensorNoise) -> None:
        self.clock = Clock()
        self.field = Field(self.clock, CARDS)
        self.lay = Lay(self.field, noise, random.Random("lay"))
        fidgets = Fidgets(noise, random.Random("players"))
        self.reader = NoisyReader(PLAN, self.lay, fidgets, noise, random.Random("west"))
        self.camera = NoisyCamera(
            DeviceId("cam"), self.lay, fidgets, in_view=(SEAT,), printed=CARDS, noise=noise, rng=random.Random("cam")
        )

    def put(self, place: Place, count: int, face: Face = Face.DOWN) -> list[Uid]:
        uids = [uid for uid in CARDS if self.field.card(uid).place == STUB][:count]
        for uid in uids:
            self.field.move(uid, place, face)
        return uids

    def look(self) -> AntennaRead:
        self.clock.at = self.reader.due
        return self.reader.look()

    def looks(self, count: int = LOOKS) -> list[AntennaRead]:
        return [self.look() for _ in range(count)]

    def frames(self, count: int) -> list[Sighting]:
        seen = []
        for _ in range(count):
            self.clock.at = self.camera.due
            seen += self.camera.look()
        return seen


def share(reads: list[AntennaRead], antenna: int, uids: list[Uid]) -> float:
    """Of the looks at an antenna times the cards, those that read one."""
    at = [read for read in reads if read.antenna == antenna]
    return sum(uid in read.uids for read in at for uid in uids) / (len(at) * len(uids))


def near(wanted: float, draws: int) -> object:
    """Within five standard deviations of a share of so many draws."""
    return pytest.approx(wanted, abs=5 * sqrt(wanted * (1 - wanted) / draws))


def test_without_noise_every_card_is_read_in_every_look_and_nowhere_else() -> None:
    rig = Rig(SensorNoise())
    uids = rig.put(SEAT, 2)
    reads = rig.looks(400)
    assert (share(reads, 1, uids), share(reads, 2, uids)) == (1.0, 0.0)
    assert all(read.clean for read in reads)


@pytest.mark.parametrize(("cards", "missed"), [(1, 0.04), (2, 0.05), (5, 0.08)])
def test_each_card_more_over_an_antenna_is_missed_more(cards: int, missed: float) -> None:
    """0.04 for a lone card and 0.01 more for each further one."""
    rig = Rig(SensorNoise(missed=0.04, missed_per_card=0.01))
    uids = rig.put(SEAT, cards)
    assert 1 - share(rig.looks(), 1, uids) == near(missed, LOOKS // 4 * cards)


def test_an_unclean_look_misses_twice_as_much_and_says_so() -> None:
    rig = Rig(SensorNoise(missed=0.1, unclean=0.3))
    uids = rig.put(SEAT, 1)
    reads = rig.looks()
    unclean = [read for read in reads if not read.clean]
    assert len(unclean) / LOOKS == near(0.3, LOOKS)
    assert 1 - share(unclean, 1, uids) == near(0.2, len(unclean) // 4)
    assert 1 - share([read for read in reads if read.clean], 1, uids) == near(0.1, LOOKS // 4)


def test_bleed_is_read_by_the_antennas_beside_and_by_no_other() -> None:
    rig = Rig(SensorNoise(bleed=0.05))
    uids = rig.put(BESIDE, 2)
    reads = rig.looks()
    assert share(reads, 2, uids) == 1.0
    assert share(reads, 1, uids) == near(0.05, LOOKS // 2)
    assert share(reads, 3, uids) == near(0.05, LOOKS // 2)
    assert share(reads, 4, uids) == 0.0


def test_a_fresh_card_is_read_late_and_never_later_than_the_number() -> None:
    waits = []
    for seed in range(40):
        rig = Rig(SensorNoise(late_s=2.0))
        rig.lay._random.seed(seed)
        (uid,) = rig.put(SEAT, 1)
        read = next(read for read in rig.looks(400) if uid in read.uids)
        waits.append(read.ended / 1e9)
    sweep = len(PLAN.antennas) * LOOK_S
    assert max(waits) <= 2.0 + 2 * sweep
    assert sum(waits) / 40 == pytest.approx(1.0, abs=0.5)  # uniform over 2 s: 5 deviations of 2 / sqrt(12 * 40) s


def test_burns_go_unseen_where_the_number_says_and_other_cards_never() -> None:
    rig = Rig(SensorNoise(burn_unseen=0.5))
    unseen = 0
    for _ in range(400):
        (uid,) = rig.put(BURN, 1)
        unseen += not any(uid in read.uids for read in rig.looks(8))
        rig.field.move(uid, STUB, Face.DOWN)
    assert unseen / 400 == near(0.5, 400)
    uids = rig.put(SEAT, 40)
    assert share(rig.looks(8), 1, uids) == 1.0


def test_dead_tags_answer_nowhere_until_the_next_hand() -> None:
    rig = Rig(SensorNoise(dead=0.2))
    dead = 0
    uids = rig.put(SEAT, 52)
    for _ in range(100):
        rig.lay.new_hand()
        reads = rig.looks(4)
        assert {uid for uid in uids if not any(uid in read.uids for read in reads)} == rig.lay.dead
        dead += len(rig.lay.dead)
    assert dead / 5_200 == near(0.2, 5_200)


def test_a_lifted_hand_is_read_by_no_antenna_and_comes_back() -> None:
    rig = Rig(SensorNoise(lift_every_s=5.0, lift_s=4.0, bleed=0.5))
    rig.put(SEAT, 2)
    reads = rig.looks(4 * LOOKS)
    home, beside = ([bool(read.uids) for read in reads if read.antenna == antenna] for antenna in (1, 2))
    lifted = [at for at in range(len(home) - 1) if not home[at] and not home[at + 1]]
    # One lift may end and another begin between two looks, one time in fifty at the most; bleed would be three in four.
    assert sum(beside[at] for at in lifted) <= len(lifted) / 50
    assert home.count(False) / len(home) == pytest.approx(2 / 7, abs=0.06)  # 5 s on the felt, 2 s of a lift on average


def test_a_lifted_hand_lies_nowhere_for_a_camera_to_see() -> None:
    rig = Rig(SensorNoise(lift_every_s=0.001, lift_s=600.0))
    rig.put(SEAT, 1, Face.UP)
    assert rig.frames(3)
    assert not any(read.uids for read in rig.looks(40) if read.antenna == 1)
    rig.camera.due = rig.clock.at
    assert rig.frames(30) == []


def test_a_tilted_hand_is_half_read_at_home_and_half_beside() -> None:
    rig = Rig(SensorNoise(tilt_every_s=0.001, tilt_s=600.0))
    uids = rig.put(SEAT, 2)
    rig.looks(400)
    reads = rig.looks()
    assert share(reads, 1, uids) == near(0.5, LOOKS // 2)
    assert share(reads, 2, uids) == near(0.5, LOOKS // 2)


def test_what_lies_over_a_card_hides_it_from_the_camera_for_a_while() -> None:
    clear, covered = Rig(SensorNoise()), Rig(SensorNoise(occluded=0.2, occluded_s=3.0))
    for rig in (clear, covered):
        rig.put(SEAT, 1, Face.UP)
    seen, less = len(clear.frames(6_000)), len(covered.frames(6_000))
    # A card is told every 0.3 s. One look in five meets a cover of 1.5 s on the average, rounded up to frames of 0.1 s.
    assert less / seen == pytest.approx(0.3 / (0.3 + 0.25 * 1.55), abs=0.03)


def test_a_wrong_label_names_any_card_of_the_deck() -> None:
    rig = Rig(SensorNoise(mislabelled=0.25))
    (uid,) = rig.put(SEAT, 1, Face.UP)
    labels = [sighting.card for sighting in rig.frames(6_000)]
    wrong = [label for label in labels if label != CARDS[uid]]
    assert len(wrong) / len(labels) == near(0.25 * 51 / 52, len(labels))
    assert len(set(wrong)) > 40


def test_stamps_of_two_devices_drift_apart_within_the_number_and_never_run_backwards() -> None:
    rig = Rig(SensorNoise(skew_s=0.4))
    rig.put(SEAT, 1, Face.UP)
    reads = rig.looks()
    truth = Rig(SensorNoise()).looks()
    off = [skewed.ended - true.ended for skewed, true in zip(reads, truth, strict=True)]
    slack = seconds(LOOK_S)  # the card's own frames, which the empty table has not got
    assert min(off) >= 0
    assert all(one.ended <= two.began < two.ended for one, two in pairwise(reads))
    assert max(off) - min(off) > slack
    stamps = [sighting.ended % seconds(0.1) for sighting in rig.frames(2_000)]
    assert max(stamps) > seconds(0.01)


@pytest.mark.parametrize(("doubled", "copies"), [(0.0, 0), (1.0, 1)])
def test_every_fact_of_the_node_may_come_twice(doubled: float, copies: int) -> None:
    board = load_board(shipped_board("six-max"))
    table = BenchTable(board, bench_setup(board, "bfsp"), SensorNoise(doubled=doubled), Rates(mistakes=0.0), 4)
    table.play()
    hand = table._state.hand
    assert hand is not None
    arrived = [entry.fact for entry in table._state.journal if isinstance(entry.fact, CardArrived)]
    assert len(arrived) == (1 + copies) * len({(fact.ref, fact.place, fact.between) for fact in arrived})


def test_typical_is_the_noise_that_the_aims_are_set_for_and_harsh_is_worse_in_everything() -> None:
    typical, harsh = NOISES[NoiseLevel.TYPICAL], NOISES[NoiseLevel.HARSH]
    assert (typical.missed, typical.bleed, typical.burn_unseen) == (0.02, 0.01, 0.03)
    for field in SensorNoise.__struct_fields__:
        mild, bad = getattr(typical, field), getattr(harsh, field)
        assert 0 < (bad if field.endswith("every_s") else mild) < (mild if field.endswith("every_s") else bad), field


def test_a_noise_of_ones_own_is_a_file_and_a_mistake_in_it_is_named(tmp_path: Path) -> None:
    own = tmp_path / "cellar.toml"
    own.write_text("missed = 0.3\nskew_s = 0.2\n")
    assert noise_named(str(own)) == SensorNoise(missed=0.3, skew_s=0.2)
    own.write_text("mised = 0.3\n")
    with pytest.raises(ConfigFault, match="did you mean 'missed'"):
        noise_named(str(own))
    own.write_text("missed = 30\n")
    with pytest.raises(ConfigFault, match="missed"):
        noise_named(str(own))
    with pytest.raises(ConfigFault, match="typical"):
        noise_named("dreadful")
