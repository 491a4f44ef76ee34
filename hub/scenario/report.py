"""What came of running a script: a line for each expectation, every ruling, and how the file stands."""

from enum import StrEnum

from msgspec import Struct

from felt.situation import Kind, Situation


class Verdict(StrEnum):
    """How a file stands: all held, something did not, its book is not built, or it cannot be read."""

    HELD = "held"
    FAILED = "failed"
    NOT_YET = "not yet"
    UNREADABLE = "unreadable"


class Checked(Struct, frozen=True):
    """One expectation. `found` says what was there instead when it did not hold."""

    line: int
    text: str
    held: bool
    found: str = ""


class Given(Struct, frozen=True):
    """One ruling, as `--json` prints it. `line` is that of the statement after which it came."""

    file: str
    line: int
    kind: Kind
    situation: Situation
    seat: int | None
    clause: str
    book: str
    steps: tuple[str, ...]


class Understood(Struct, frozen=True):
    """What the hub understood after one line, for `--explain`."""

    line: int
    text: str
    said: tuple[str, ...]


class Report(Struct, frozen=True):
    """One script's run. `why` says why it is not yet or unreadable, in one sentence."""

    file: str
    verdict: Verdict
    checked: tuple[Checked, ...] = ()
    rulings: tuple[Given, ...] = ()
    understood: tuple[Understood, ...] = ()
    why: str = ""

    @property
    def failures(self) -> tuple[Checked, ...]:
        """The expectations that did not hold."""
        return tuple(check for check in self.checked if not check.held)
