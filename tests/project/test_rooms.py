"""Every import stays inside what `[tool.rooms]` allows; and the check finds what it must find."""

import pytest

from tests.project.rooms import ROOT, Import, Plan, complaints, imports_of, load_plan

PLAN = Plan(
    rooms={
        "felt": ["msgspec"],
        "felt.wire": ["felt", "paho"],
        "hub": ["felt"],
        "hub.__main__": ["felt", "felt.wire", "hub", "hub.*"],
        "hub.rules": ["felt"],
        "table_node": ["felt", "felt.wire"],
        "tests": ["*"],
    },
    without={"hub.rules": ["random"]},
)
KNOWN = frozenset(
    {"felt", "felt.card", "felt.wire", "felt.wire.mqtt", "hub", "hub.rules", "hub.rules.hand", "hub.floor"}
)


def told(module: str, source: str, *, file: str | None = None) -> list[str]:
    path = file or module.replace(".", "/") + ".py"
    found = imports_of(module, source, path, KNOWN)
    return [complaint for one in found if (complaint := PLAN.complaint(one))]


def test_every_import_is_allowed() -> None:
    found = complaints()
    assert not found, "\n".join(found)


def test_no_room_may_import_the_tests() -> None:
    assert [room for room, allowed in load_plan().rooms.items() if "tests" in allowed or "*" in allowed] == ["tests"]


def test_node_and_hub_are_strangers() -> None:
    rooms = load_plan().rooms
    node = [name for room in rooms if room.startswith("table_node") for name in rooms[room]]
    hub = [name for room in rooms if room.startswith("hub") for name in rooms[room]]
    assert not [name for name in node if name.startswith("hub")]
    assert not [name for name in hub if name.startswith("table_node")]


def test_the_plan_governs_every_package_that_ships() -> None:
    tops = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert {room.partition(".")[0] for room in load_plan().rooms} == tops


def test_a_forbidden_import_is_named_with_file_line_and_what_is_allowed() -> None:
    assert told("table_node.witness", "import json\nfrom hub.rules import Hand\n") == [
        "table_node/witness.py:2: table_node.witness imports hub.rules of hub.rules; "
        "room table_node may import table_node, felt, felt.wire"
    ]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("felt.card", "import yaml"),
        ("felt.card", "def f():\n    import hub"),
        ("felt.card", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import hub.rules.hand"),
        ("felt.card", "from felt import wire"),
        ("felt.card", "from . import wire"),
        ("felt.card", "from .wire import mqtt"),
        ("felt.card", "import importlib\nimportlib.import_module('hub.rules')"),
        ("felt.card", "from importlib import import_module\nimport_module('hub' + '.rules')"),
        ("felt.card", "import tests.project"),
        ("hub.rules.hand", "import random"),
        ("hub.rules.hand", "from felt.wire.mqtt import Mqtt"),
        ("hub.config", "import hub.rules.hand"),
        ("elsewhere.part", "import json"),
    ],
)
def test_what_is_not_allowed_is_found(module: str, source: str) -> None:
    assert len(told(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("felt.card", "import re, os.path\nfrom collections import abc"),
        ("felt.card", "import msgspec.json"),
        ("felt.card", "from felt import card"),
        ("felt.card", "from . import place"),
        ("felt.wire.mqtt", "from ..card import parse_card\nimport paho.mqtt.client"),
        ("hub.rules.hand", "from hub.rules import hand\nfrom felt.card import Card"),
        ("hub.__main__", "from hub import floor\nimport hub.rules, hub.config, felt.wire.mqtt"),
        ("tests.hub.test_x", "import anything, hub.rules"),
    ],
)
def test_what_is_allowed_is_let_be(module: str, source: str) -> None:
    assert told(module, source) == []


def test_a_relative_import_of_a_package_is_counted_from_the_package() -> None:
    found = list(imports_of("felt.wire", "from .mqtt import Mqtt", "felt/wire/__init__.py", KNOWN))
    assert found == [Import("felt.wire", "felt.wire.mqtt", "felt/wire/__init__.py", 1)]
