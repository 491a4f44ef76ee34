"""The lock of packages that decks and fonts come from, and fetching them by the registries' own clients."""

import hashlib
import subprocess
import tempfile
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from felt.fault import BadInput

LOCK: Final = Path(__file__).with_name("decks.toml")

Role = Literal["training", "calibration", "evaluation"]


class Package(Struct, frozen=True, forbid_unknown_fields=True):
    """A package as it was when it was locked."""

    registry: Literal["npm", "debian"]
    name: str
    version: str
    sha256: str
    licence: str

    @property
    def file(self) -> str:
        """What the fetched package is kept as."""
        plain = self.name.strip("@").replace("/", "-")
        return f"{plain}-{self.version.replace(':', '-')}.{'tgz' if self.registry == 'npm' else 'deb'}"


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a deck's pictures lie in its package.

    `files`: one picture a card, `path` with {rank} and {suit} spelt by `ranks` (two to ace) and `suits` (c d h s).
    `numbered`: one picture a card, {number} 0 to 51, two to ace of each of `suits` in turn.
    `unlabelled` are ranks whose index is not the English letter: they are left out. `jumbo`: its index is a large one.
    `grid`: one drawing of `lines` rows, `columns` and `rows` naming ranks and suits; in a fifth row jokers and a back.
    """

    name: str
    package: str
    role: Role
    layout: Literal["files", "numbered", "grid"]
    path: str
    ranks: str = ""
    suits: str = ""
    columns: str = ""
    rows: str = ""
    lines: int = 4
    unlabelled: str = ""
    jumbo: bool = False
    back: str | None = None
    joker: str | None = None


class Lock(Struct, frozen=True, forbid_unknown_fields=True):
    """`decks.toml`."""

    package: list[Package]
    deck: list[Deck]

    def named(self, name: str) -> Package:
        """The package of that name; raises BadInput where there is none."""
        for package in self.package:
            if package.name == name:
                return package
        raise BadInput(what=f"no package is called {name}", remedy=f"{LOCK.name} lists them")


def locked() -> Lock:
    """The lock as it stands in the tree; raises BadInput where it does not hold together."""
    try:
        lock = msgspec.toml.decode(LOCK.read_bytes(), type=Lock)
    except msgspec.DecodeError as error:
        raise BadInput(
            what=f"{LOCK.name} does not read: {error}", remedy="fields are those of Package and Deck"
        ) from error
    for deck in lock.deck:
        lock.named(deck.package)
    return lock


def fetch(package: Package, store: Path) -> Path:
    """The package's file in `store`, fetched where it is not there yet; raises BadInput where its hash differs."""
    kept = store / package.file
    if not kept.exists():
        store.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=store) as folder:
            _fetch_into(Path(folder), package).replace(kept)
    verify(package, kept)
    return kept


def verify(package: Package, file: Path) -> None:
    """Raise BadInput unless `file` is the very package that was locked."""
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != package.sha256:
        raise BadInput(
            what=f"{package.name} {package.version} has the SHA-256 {found}; {LOCK.name} says {package.sha256}",
            where=str(file),
            remedy="remove the file and fetch it anew; if it differs again, the version is no longer what it was",
        )


def _fetch_into(folder: Path, package: Package) -> Path:
    if package.registry == "npm":
        command = ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
    else:
        command = ["apt-get", "download", "-q", f"{package.name}={package.version}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    fetched = [file for file in folder.iterdir() if file.suffix in {".tgz", ".deb"}]
    if done.returncode or len(fetched) != 1:
        raise BadInput(
            what=f"`{' '.join(command)}` fetched nothing: {done.stderr.strip()[-400:]}",
            remedy="npm and apt-get must reach their registries; for apt run `apt-get update` first",
        )
    return fetched[0]


def unpack(package: Package, file: Path, folder: Path) -> Path:
    """The folder with the package's files, unpacked where it is not there yet."""
    where = folder / Path(package.file).stem
    if where.exists():
        return where
    with tempfile.TemporaryDirectory(dir=folder) as fresh:
        if package.registry == "npm":
            command = ["tar", "-xzf", str(file.resolve()), "-C", fresh]
        else:
            command = ["dpkg-deb", "-x", str(file.resolve()), fresh]
        subprocess.run(command, check=True)
        Path(fresh).rename(where)
        Path(fresh).mkdir()
    return where


def evaluation_decks(art: Path) -> list[Path]:
    """The folders of rendered decks that were never shown to the reader and have all 52 faces.

    Raises BadInput where one is not there.
    """
    folders = [art / deck.name for deck in locked().deck if deck.role == "evaluation" and not deck.unlabelled]
    missing = [folder.name for folder in folders if not folder.is_dir()]
    if missing:
        raise BadInput(
            what=f"no rendered deck {', '.join(missing)}", where=str(art), remedy="`make decks` renders them"
        )
    return folders
