"""The `feltwire` command as a technician meets it: help, versions, faults in one line, a missing part named."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from felt.cli import app
from tests.project.rooms import ROOT

COMMAND = Path(sys.executable).parent / "feltwire"


def run(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The installed command, as a person types it."""
    return subprocess.run(
        [COMMAND, *arguments], cwd=cwd, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def group() -> TyperGroup:
    made = get_command(app)
    assert isinstance(made, TyperGroup)
    return made


def commands() -> list[str]:
    return list(group().commands)


def everything() -> dict[tuple[str, ...], Any]:
    """Every command, those of a group too, by its words."""
    found: dict[tuple[str, ...], Any] = {}
    for name, command in group().commands.items():
        found[(name,)] = command
        if isinstance(command, TyperGroup):
            found.update({(name, inner): below for inner, below in command.commands.items()})
    return found


def test_the_version_is_the_distributions() -> None:
    assert run("--version").stdout == f"feltwire {version('feltwire')}\n"


def test_help_names_every_command_with_a_whole_sentence() -> None:
    told = run("--help").stdout
    listed = told.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == commands()
    assert all(line.endswith(".") and not line.endswith("...") for line in listed)


@pytest.mark.parametrize("words", everything(), ids=" ".join)
def test_every_command_option_and_argument_is_explained(words: tuple[str, ...]) -> None:
    command = everything()[words]
    assert CliRunner().invoke(app, [*words, "--help"]).exit_code == 0
    assert command.help
    assert command.short_help
    assert [parameter.name for parameter in command.params if not parameter.help] == []


@pytest.mark.parametrize("words", everything(), ids=" ".join)
def test_help_says_no_word_of_the_programs_types(words: tuple[str, ...]) -> None:
    told = CliRunner().invoke(app, [*words, "--help"]).stdout
    assert re.findall(r"[<{][^>}]*[>}]|<", told) == []
    usage = told.partition("\n\n")[0].split()
    assert usage[0] == "Usage:"
    for argument in everything()[words].params:
        if argument.param_type_name == "argument":
            name = argument.metavar
            assert {name, f"{name}...", f"[{name}]", f"[{name}]..."} & set(usage)
            assert re.search(rf"^  {name}( |$)", told, re.MULTILINE)


@pytest.mark.parametrize("command", commands())
def test_help_loads_no_other_room(command: str) -> None:
    source = (
        "import sys; from typer.testing import CliRunner; from felt.cli import app\n"
        f"assert CliRunner().invoke(app, [{command!r}, '--help']).exit_code == 0\n"
        "rooms = {'hub', 'table_node', 'hardware', 'firmware_bridge', 'vision', 'cv2', 'numpy', 'paho', 'starlette'}\n"
        "sys.exit(', '.join(sorted(rooms & sys.modules.keys())) or 0)\n"
    )
    told = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (told.returncode, told.stderr) == (0, "")


def test_a_missing_package_is_named_with_what_installs_it() -> None:
    source = (
        "import sys; sys.modules['structlog'] = None\n"
        "from felt.cli.plainly import told_plainly\n"
        "with told_plainly('hub'):\n    import structlog\n"
    )
    told = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False, cwd=ROOT)
    assert "structlog is not installed; in Feltwire's folder: make setup, or pip install '.[hub]'" in told.stderr


def test_a_script_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    told = run("scenario", tmp_path / "nowhere.hand")
    assert told.returncode == 2
    assert "nowhere.hand" in told.stdout + told.stderr
    assert "Traceback" not in told.stderr


def test_init_writes_samples_that_fit_together(tmp_path: Path) -> None:
    told = run("init", "club", cwd=tmp_path)
    assert (told.returncode, told.stdout.splitlines()[:2]) == (0, ["club/hub.toml", "club/node.toml"])
    assert "feltwire deck enrol red --folder club" in told.stdout, "the deck that node.toml names"
    assert "feltwire hub club/hub.toml" in told.stdout
    assert "feltwire node --check club/node.toml" in told.stdout
    hub = tomllib.loads((tmp_path / "club" / "hub.toml").read_text(encoding="utf-8"))
    node = tomllib.loads((tmp_path / "club" / "node.toml").read_text(encoding="utf-8"))
    assert node["room"] == hub["room"]
    assert node["decks"] == ["red.deck"]
    assert node["table"] in [table["id"] for table in hub["tables"]]
    assert node["broker"]["port"] == hub["broker"]["port"]


def test_init_never_writes_over_a_file(tmp_path: Path) -> None:
    mine = tmp_path / "node.toml"
    mine.write_text("mine", encoding="utf-8")
    told = run("init", tmp_path)
    assert told.returncode == 2
    assert told.stderr == f"{tmp_path}: node.toml already there (name another folder)\n"
    assert mine.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "hub.toml").exists()


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    told = run("init", tmp_path / "file" / "below")
    assert told.returncode == 2
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("hub", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("node", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("node", "--check", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("hub", "odd.toml"), "odd.toml:1: unknown key 'tabels' (did you mean 'tables'?)"),
        (("node", "odd.toml"), "odd.toml:1: unknown key 'tabels'"),
        (("replay", "nowhere.db", "--hand", "t1-1"), "nowhere.db"),
    ],
)
def test_what_is_broken_outside_is_one_line_and_exit_code_2(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    (tmp_path / "odd.toml").write_text('tabels = "two"\n', encoding="utf-8")
    told = run(*arguments, cwd=tmp_path)
    lines = (told.stdout + told.stderr).splitlines()
    assert told.returncode == 2, lines
    assert len(lines) == 1
    assert words in lines[0]
