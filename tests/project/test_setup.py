"""The set-up scripts beside stand-ins for Python, apt and the machine: what they say, do, and when they stop."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.project.rooms import ROOT

TOOLS = ("sh", "cat", "cksum", "rm", "dirname", "uname", "mkdir", "chmod", "env", "id")
VENV_PYTHON = """#!/bin/sh
case "$1" in
-V) echo "Python 3.12.1" ;;
-m) echo "$*" >>"$LOG" ;;
esac
"""
PYTHON = f"""#!/bin/sh
case "$*" in
"-c import venv, ensurepip") exit "${{NO_VENV:-0}}" ;;
*maxsize*) exit "${{IS_32_BIT:-0}}" ;;
*version_info*) exit "${{TOO_OLD:-0}}" ;;
"-m venv .venv")
    echo "$*" >>"$LOG"
    mkdir -p .venv/bin
    cat >.venv/bin/python <<'END'
{VENV_PYTHON}END
    chmod +x .venv/bin/python ;;
esac
"""


@dataclass
class Machine:
    """A folder with the project's set-up files, and a PATH on which only named stand-ins stand."""

    folder: Path

    @property
    def bin(self) -> Path:
        return self.folder / "bin"

    @property
    def project(self) -> Path:
        return self.folder / "project"

    def put(self, name: str, script: str) -> None:
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(script, encoding="utf-8")
        path.chmod(0o755)

    def run(self, script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.bin / "sh", self.project / ".ci" / script, *arguments],
            env={"PATH": str(self.bin), "LOG": str(self.log), **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def logged(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.bin.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found
        (made.bin / tool).symlink_to(found)
    made.project.mkdir()
    shutil.copytree(ROOT / ".ci", made.project / ".ci")
    for name in ("pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, made.project)
    made.put("uname", '#!/bin/sh\ncase "$1" in -s) echo "${SYSTEM:-Linux}" ;; -m) echo "${MACHINE:-aarch64}" ;; esac\n')
    made.put("python3", PYTHON)
    return made


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        (
            {"TOO_OLD": "1"},
            "no Python 3.11, 3.12 or 3.13 was found (looked for python3): "
            "install one with: apt install python3 python3-venv",
        ),
        ({"NO_VENV": "1"}, "this Python cannot make a virtual environment: install it with: apt install python3-venv"),
        (
            {"IS_32_BIT": "1"},
            "this Python is a 32-bit build, which is not supported: install the 64-bit Raspberry Pi OS or Debian.",
        ),
        (
            {"SYSTEM": "Darwin"},
            "this platform (Darwin aarch64) is not supported: Feltwire runs on 64-bit Linux, x86_64 or aarch64.",
        ),
        (
            {"MACHINE": "armv7l"},
            "this platform (Linux armv7l) is not supported: Feltwire runs on 64-bit Linux, x86_64 or aarch64.",
        ),
    ],
)
def test_what_a_machine_lacks_is_said_in_one_sentence(
    machine: Machine, environment: dict[str, str], sentence: str
) -> None:
    run = machine.run("setup.sh", "run", **environment)
    assert (run.returncode, run.stderr, run.stdout) == (2, f"feltwire: {sentence}\n", "")
    assert machine.logged() == []


def test_set_up_installs_from_the_lock_with_hashes_then_the_project(machine: Machine) -> None:
    assert machine.run("setup.sh", "run").returncode == 0
    made, packages, project = machine.logged()
    assert made == "-m venv .venv"
    assert "--require-hashes" in packages
    assert packages.endswith("-r requirements.lock")
    assert "--no-build-isolation" in project
    assert project.endswith("--editable .")


def test_a_second_set_up_does_nothing(machine: Machine) -> None:
    machine.run("setup.sh", "dev")
    before = machine.logged()
    for what in ("dev", "run"):
        again = machine.run("setup.sh", what)
        assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert machine.logged() == before


def test_the_demo_set_up_is_not_enough_for_the_tests(machine: Machine) -> None:
    machine.run("setup.sh", "run")
    machine.run("setup.sh", "dev")
    assert [line.split()[-1] for line in machine.logged() if "--require-hashes" in line] == [
        "requirements.lock",
        "requirements-dev.lock",
    ]


@pytest.mark.parametrize("name", ["requirements-dev.lock", "pyproject.toml"])
def test_a_changed_lock_installs_again(machine: Machine, name: str) -> None:
    machine.run("setup.sh", "dev")
    path = machine.project / name
    path.write_text(path.read_text(encoding="utf-8") + "# one more line\n", encoding="utf-8")
    before = len(machine.logged())
    machine.run("setup.sh", "dev")
    assert any("--require-hashes" in line for line in machine.logged()[before:])


def test_a_moved_folder_installs_again(machine: Machine) -> None:
    machine.run("setup.sh", "dev")
    machine.project.rename(machine.folder / "elsewhere")
    (machine.project).symlink_to(machine.folder / "elsewhere")
    before = len(machine.logged())
    subprocess.run(
        [machine.bin / "sh", machine.folder / "elsewhere" / ".ci" / "setup.sh", "dev"],
        env={"PATH": str(machine.bin), "LOG": str(machine.log)},
        check=True,
        capture_output=True,
    )
    assert any("--editable" in line for line in machine.logged()[before:])


def test_an_interrupted_install_is_not_taken_for_done(machine: Machine) -> None:
    machine.run("setup.sh", "dev")
    broken = machine.project / ".venv" / "bin" / "python"
    whole = broken.read_text(encoding="utf-8")
    broken.write_text(whole.replace("-m) echo", '-m) [ "$2 $3" = "pip --version" ] || exit 1; echo'), encoding="utf-8")
    lock = machine.project / "requirements-dev.lock"
    lock.write_text(lock.read_text(encoding="utf-8") + "# one more line\n", encoding="utf-8")
    failed = machine.run("setup.sh", "dev")
    assert failed.returncode == 2
    assert "could not be installed" in failed.stderr
    broken.write_text(whole, encoding="utf-8")
    before = len(machine.logged())
    assert machine.run("setup.sh", "dev").returncode == 0
    assert any("--require-hashes" in line for line in machine.logged()[before:])


NEEDED = "mosquitto chromium gcc libc6-dev gcc-avr avr-libc simavr libsimavr-dev libelf-dev systemd openssl"
APT = f"apt-get install -y --no-install-recommends {NEEDED}"


def test_the_tests_programs_are_not_installed_twice(machine: Machine) -> None:
    for program in ("mosquitto", "chromium", "cc", "avr-gcc", "simavr", "systemd-analyze", "openssl"):
        machine.put(program, "#!/bin/sh\n")
    run = machine.run("system.sh")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_without_leave_the_one_line_is_printed(machine: Machine) -> None:
    machine.put("apt-get", '#!/bin/sh\necho "$*" >>"$LOG"\n')
    machine.put("id", "#!/bin/sh\necho 1000\n")
    machine.put("sudo", "#!/bin/sh\nexit 1\n")
    run = machine.run("system.sh")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"feltwire: the tests need {NEEDED}; install with: sudo {APT}\n"
    assert machine.logged() == []


@pytest.mark.parametrize("user", ["0", "1000"])
def test_with_leave_they_are_installed_and_it_is_said(machine: Machine, user: str) -> None:
    machine.put("apt-get", '#!/bin/sh\necho "apt-get $*" >>"$LOG"\n')
    machine.put("id", f"#!/bin/sh\necho {user}\n")
    machine.put("sudo", '#!/bin/sh\nshift\nexec "$@"\n')
    machine.put("true", "#!/bin/sh\n")
    run = machine.run("system.sh")
    assert run.returncode == 0, run.stderr
    assert run.stdout == f"feltwire: the tests need {NEEDED}; installing through apt: {APT}\n"
    assert machine.logged()[-1].startswith(APT)


def test_a_failed_install_stops_before_any_test(machine: Machine) -> None:
    machine.put("mosquitto", "#!/bin/sh\n")
    machine.put("apt-get", "#!/bin/sh\nexit 100\n")
    machine.put("id", "#!/bin/sh\necho 0\n")
    run = machine.run("system.sh")
    assert run.returncode == 2
    assert "apt could not install chromium" in run.stderr


def test_continuous_integration_runs_make_test_and_nothing_else(tmp_path: Path) -> None:
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    (tmp_path / "Makefile").write_text("test:\n\t@echo all of it; exit 3\n", encoding="utf-8")
    run = subprocess.run(
        ["bash", tmp_path / ".ci" / "run"],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        env={"PATH": os.environ["PATH"], "CI": "true"},
    )
    assert run.stdout == "all of it\n"
    assert run.returncode == 2
