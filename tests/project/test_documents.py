"""What the documents say exists does exist: files, make targets, commands and their options, a page for each room."""

import re
from pathlib import Path

import pytest

from felt.script import parse_script
from hub.scenario import run_script
from hub.scenario.report import Verdict
from tests.project.rooms import ROOT, load_plan
from tests.project.test_cli import commands, everything

DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
PART_OF_ANOTHER = (
    "felt.cli",
    "hardware.virtual.bench",
    "hardware.virtual.demo",
    "table_node.__main__",
    "table_node.enrolment",
    "hub.__main__",
    "hub.config",
    "vision.calibrating",
    "vision.sighting",
    "vision.recogniser",
    "vision.evaluation",
    "vision.train",
    "vision.trial",
    "vision.process",
    "vision.watch",
    "vision.enrolment",
    "tests",
)


@pytest.fixture(params=DOCUMENTS, ids=NAMES)
def document(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def code_of(text: str) -> str:
    """Only what stands in code: fenced blocks and `spans`."""
    return "\n".join(re.findall(r"```\w*\n(.*?)```", text, re.DOTALL) + re.findall(r"`([^`\n]+)`", text))


def test_every_link_leads_to_a_file(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    inside = [target for target in targets if "://" not in target]
    assert not [target for target in inside if not (document.parent / target).exists()]


def test_every_make_target_exists(document: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"(?m)^([a-z-]+):", makefile))
    named = set(re.findall(r"(?m)(?:^|\s)make ([a-z-]+)", code_of(document.read_text(encoding="utf-8"))))
    assert named <= targets


def test_every_command_and_option_exists(document: Path) -> None:
    code = code_of(document.read_text(encoding="utf-8"))
    for words in re.findall(r"feltwire ([a-z]+[^\n|&;\"\]]*)", code):
        first, *others = words.split()
        known = everything()
        assert (first,) in known, f"feltwire {words}"
        command = known.get((first, *others[:1]), known[(first,)])
        options = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        assert set(re.findall(r"(?<!\S)--[a-z-]+", words)) <= options, f"feltwire {words}"


def test_every_hand_script_holds(document: Path) -> None:
    for text in re.findall(r"```text\n(rulebook .*?)```", document.read_text(encoding="utf-8"), re.DOTALL):
        report = run_script(parse_script(text, document.name))
        assert report.verdict is Verdict.HELD, report


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert not [name for name in commands() if f"feltwire {name}" not in readme]


def test_every_room_has_a_page() -> None:
    rooms = [room for room in load_plan().rooms if room not in PART_OF_ANOTHER]
    assert not [room for room in rooms if not (ROOT / "docs" / "rooms" / f"{room.replace('.', '-')}.md").exists()]


def test_the_changelog_is_by_date() -> None:
    headings = re.findall(r"(?m)^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert headings
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", heading) for heading in headings)
    assert headings == sorted(headings, reverse=True)
