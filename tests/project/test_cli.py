"""The `feltwire` command as a technician meets it: help, versions, faults in one line, a missing part named."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

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


def test_the_version_is_the_distributions() -> None:
    assert run("--version").stdout == f"feltwire {version('feltwire')}\n"


def test_help_names_every_command_with_a_whole_sentence() -> None:
    told = run("--help").stdout
    listed = told.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == commands()
    assert all(line.endswith(".") and not line.endswith("...") for line in listed)


@pytest.mark.parametrize("command", commands())
def test_every_option_is_explained(command: str) -> None:
    told = CliRunner().invoke(app, [command, "--help"])
    assert told.exit_code == 0
    options = told.output.partition("Options:\n")[2].splitlines()
    assert options
    assert all(len(line.split("  ")) > 2 for line in options if line.lstrip().startswith("-"))


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
        "from felt import cli\n"
        "with cli._told_plainly('hub'):\n    import structlog\n"
    )
    told = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False, cwd=ROOT)
    assert "structlog is not installed; this command needs: pip install 'feltwire[hub]'" in told.stderr


def test_a_script_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    told = run("scenario", tmp_path / "nowhere.hand")
    assert told.returncode == 2
    assert "nowhere.hand" in told.stdout + told.stderr
    assert "Traceback" not in told.stderr
