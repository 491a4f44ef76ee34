"""The fault tree: a broken wire, file or store raises; a dealing error never does.

Each fault also subclasses the built-in it resembles, and says what is wrong, where, and what would be right.
"""


class FeltFault(Exception):
    """Something outside the rules is broken: `what` is wrong, `where`, and the `remedy`."""

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        self.what = _sayable(what)
        self.where = _sayable(where)
        self.remedy = _sayable(remedy)
        text = f"{self.where}: {self.what}" if where else self.what
        super().__init__(f"{text} ({self.remedy})" if remedy else text)


def _sayable(text: str) -> str:
    """The text as it can be printed and sent: the name of a file may hold bytes that are no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


class BadInput(FeltFault, ValueError):
    """Text, bytes or a message from outside that cannot be what it claims to be."""


class ConfigFault(FeltFault, ValueError):
    """A configuration that cannot be used as it stands."""


class ScriptFault(FeltFault, ValueError):
    """A hand script that cannot be read: `where` is file and line."""


class LinkLost(FeltFault, ConnectionError):
    """A port, device or broker went away; try again by its stable name with growing delays."""


class LinkTimeout(FeltFault, TimeoutError):
    """A device did not answer in its time."""


class ProtocolFault(FeltFault, ValueError):
    """A device answered what its protocol does not allow, or refused a command."""


class StorageFault(FeltFault, OSError):
    """A ledger or outbox could not be written or read."""


class Unsupported(FeltFault, RuntimeError):
    """This machine or build lacks what was asked for."""
