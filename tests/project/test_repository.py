"""The tree itself: no large file, no word of one machine, locks that cover what is declared, packages introduced."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project.rooms import ROOT, module_files

LARGEST = 2 * 1024 * 1024
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ("requirements.lock", "requirements-dev.lock")

# Written in pieces, so that this file does not find itself.
OF_ONE_MACHINE = ("/" + "work/", "/" + "root/", "/" + "tmp/team", "/" + "home/")
REGISTRY_HOSTS = ("pypi" + ".org", "python" + "hosted", "npm" + "js.org", "deb." + "debian.org", "pi" + "wheels.org")


def tracked() -> list[Path]:
    """The files that a clone holds or will hold."""
    run = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return [path for name in run.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def texts() -> Iterator[tuple[Path, str]]:
    for path in tracked():
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def locked(lock: str) -> dict[str, str]:
    """Version by package of a lock file."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return {canonicalize_name(name): version for name, version in re.findall(r"(?m)^([\w.-]+)==([^\s;]+)", text)}


def test_no_file_is_large() -> None:
    assert not [str(path.relative_to(ROOT)) for path in tracked() if path.stat().st_size > LARGEST]


def test_the_top_level_holds_the_agreed_folders_only() -> None:
    tops = {path.relative_to(ROOT).parts[0] for path in tracked() if path.parent != ROOT}
    agreed = {"felt", "firmware_bridge", "vision", "table_node", "hub", "hardware", "tests", "docs", ".ci"}
    assert tops <= agreed


@pytest.mark.parametrize("words", [OF_ONE_MACHINE, REGISTRY_HOSTS], ids=["machine paths", "registry hosts"])
def test_no_file_speaks_of_one_machine(words: tuple[str, ...]) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {word}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        for word in words
        if word in line
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("lock", "extras"),
    [("requirements.lock", ("node", "hub")), ("requirements-dev.lock", ("node", "vision", "hub", "dev"))],
)
def test_the_lock_covers_what_is_declared(lock: str, extras: tuple[str, ...]) -> None:
    project = PYPROJECT["project"]
    declared = [*project["dependencies"], *PYPROJECT["dependency-groups"]["build"]]
    for extra in extras:
        declared += project["optional-dependencies"][extra]
    versions = locked(lock)
    missing = [
        text
        for text in declared
        if not Requirement(text).specifier.contains(
            versions.get(canonicalize_name(Requirement(text).name), ""), prereleases=True
        )
    ]
    assert not missing, f"{lock} is behind pyproject.toml: run `make lock`"


def test_both_locks_hold_the_same_versions() -> None:
    small, large = (locked(lock) for lock in LOCKS)
    assert small.items() <= large.items()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_version_has_hashes(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"(?m)^(?=[\w.-]+==)", text)[1:]
    assert entries
    assert not [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry]


def test_every_package_introduces_itself() -> None:
    packages = [
        path for name, path in module_files().items() if path.name == "__init__.py" and not name.startswith("tests")
    ]
    silent = [
        str(p.relative_to(ROOT)) for p in packages if not ast.get_docstring(ast.parse(p.read_text(encoding="utf-8")))
    ]
    assert not silent


def test_every_package_of_a_room_has_an_init() -> None:
    folders = {path.parent for path in module_files().values()}
    assert not [str(folder.relative_to(ROOT)) for folder in folders if not (folder / "__init__.py").exists()]


def test_no_test_is_skipped_or_excused() -> None:
    marks = re.compile(r"pytest\.(skip|xfail|importorskip)\b|mark\.(skip|skipif|xfail)\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path, text in texts()
        if path.suffix == ".py" and path != Path(__file__)
        for number, line in enumerate(text.splitlines(), 1)
        if marks.search(line)
    ]
    assert not found


def _left(body: ast.AST) -> Iterator[int]:
    """The lines at which a function is left before its end, functions inside it aside."""
    for child in ast.iter_child_nodes(body):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.Return):
            yield child.lineno
        yield from _left(child)


def test_no_test_passes_by_leaving_early() -> None:
    """A test that leaves when a program is missing has checked nothing, and says that it passed."""
    assert not [
        f"{path.relative_to(ROOT)}:{line}"
        for path in tracked()
        if path.suffix == ".py" and path.name.startswith("test_")
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name.startswith("test_")
        for line in _left(each)
    ]
