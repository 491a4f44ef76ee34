"""Every kind of reader runs every case of the contract, and the room's page says so truly."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest

from firmware_bridge.reader.kinds import READER_KINDS
from hardware.board.kinds import TAGS_COUNTED
from tests.firmware_bridge import test_fuzz as fuzz
from tests.firmware_bridge.reader import test_contract as contract
from tests.firmware_bridge.reader.rigs import RIGS
from tests.project.rooms import ROOT

Test = Callable[..., Any]

CASES: Final[dict[str, tuple[Test, ...]]] = {
    "found at start": (contract.test_says_who_it_is, contract.test_a_port_held_by_another_is_waited_for),
    "no tag, one, two, nine, thirty tags": (contract.test_lists_as_many_as_it_says_it_can,),
    "its antennas told apart": (contract.test_antennas_are_told_apart,),
    "tags that cannot be told apart": (contract.test_what_cannot_be_told_apart_is_never_clean,),
    "unplugged in mid-sweep and plugged in again": (contract.test_pulled_in_mid_sweep_and_plugged_in_again,),
    "wrong device on the port": (contract.test_another_device_is_never_found,),
    "wrong baud rate": (contract.test_the_wrong_baud_rate_is_waited_out,),
    "half a frame": (contract.test_half_a_frame_is_a_timeout_and_the_next_look_is_right,),
    "wrong checksum": (contract.test_wrong_checksums_are_no_answers,),
    "silent, and back": (
        contract.test_silence_ends_in_the_readers_own_time,
        contract.test_back_within_one_timeout_and_one_sweep_once_the_line_is_clean,
    ),
    "busy": (contract.test_a_reader_busy_for_two_looks_is_no_loss,),
    "dead antenna": (contract.test_a_broken_antenna_is_a_fault_with_the_readers_name,),
    "late answers": (contract.test_a_late_look_is_never_taken_for_the_next,),
    "one byte at a time": (contract.test_bytes_one_at_a_time,),
    "bytes lost, spoilt and invented": (
        contract.test_bad_wires_never_invent_a_card,
        contract.test_any_bytes_end_in_a_fault_of_the_tree,
    ),
    "any bytes at all, without growing": (fuzz.test_any_bytes_into_a_driver,),
    "field off when idle and at the end": (
        contract.test_rest_and_close_switch_the_field_off,
        contract.test_closing_a_port_that_is_gone_is_quiet,
    ),
}
"""What each kind of reader must come through, and the tests that put it through it."""


def rigs_of(test: Test) -> list[object]:
    """The rigs that a test is run with."""
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize" and mark.args[0] == "make"]
    return [rig for mark in marks for rig in mark.args[1]]


def page_rows() -> list[tuple[str, str]]:
    """Case and tests, as the room's page has them."""
    text = (ROOT / "docs" / "rooms" / "firmware_bridge.md").read_text(encoding="utf-8")
    table = text.partition("| case | test |\n|---|---|\n")[2].partition("\n\n")[0]
    return [(case, names) for case, names in re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \|$", table)]


@pytest.mark.parametrize("case", CASES)
def test_every_rig_runs_the_case(case: str) -> None:
    for test in CASES[case]:
        assert rigs_of(test) == list(RIGS), test.__name__


def test_every_test_of_the_contract_is_a_case() -> None:
    """A test that is not for every kind is no part of the contract."""
    named = {test for tests in CASES.values() for test in tests}
    found = {test for name, test in vars(contract).items() if name.startswith("test_")}
    assert found - named == {contract.test_the_uart_of_these_tests_reads_its_own_rate}


def test_every_kind_has_a_rig_with_every_tag_that_a_board_may_give_it() -> None:
    assert {rig.kind for rig in RIGS} == set(READER_KINDS)
    assert {(rig.kind, str(rig.air)) for rig in RIGS} == {(str(kind), str(tags)) for kind, tags in TAGS_COUNTED}


def test_the_page_lists_the_cases_with_their_tests() -> None:
    assert page_rows() == [
        (case, ", ".join(f"`{test.__name__.removeprefix('test_')}`" for test in tests)) for case, tests in CASES.items()
    ]
