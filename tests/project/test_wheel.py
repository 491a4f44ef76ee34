"""The distribution holds every file that the product needs, and nothing of the tests."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.project.rooms import PACKAGES, ROOT
from tests.project.test_repository import tracked

SHIPPED = tuple(package for package in PACKAGES if package != "tests")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of what git holds, so that the build leaves nothing in the tree."""
    folder = tmp_path_factory.mktemp("wheel")
    for path in tracked():
        copy = folder / "source" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--wheel-dir", folder, folder / "source"], check=True, capture_output=True)
    (built,) = folder.glob("feltwire-*.whl")
    return built


def test_every_file_of_a_room_is_in_the_wheel(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {str(path.relative_to(ROOT)) for path in tracked() if path.relative_to(ROOT).parts[0] in SHIPPED}
    assert wanted <= held, sorted(wanted - held)


def test_no_test_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if "dist-info" not in name} == set(SHIPPED)


def test_the_licence_is_in_the_wheel(wheel: Path) -> None:
    assert any(name.endswith("licenses/LICENSE") for name in zipfile.ZipFile(wheel).namelist())
