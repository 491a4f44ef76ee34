"""What each book says of acts that the rules of betting do not allow. They are recorded and named, never refused."""

from typing import Final

from msgspec import Struct

from felt.note import Note, NoteKey, note
from hub.rules.articles.book import Rulebook
from hub.rules.betting import Act, Slip


class BettingClause(Struct, frozen=True):
    """One clause about an illegal act, in a sentence."""

    clause: str
    says: str


def _clause(clause: str, says: str) -> BettingClause:
    return BettingClause(clause, says)


_BFSP: Final = {
    Slip.OUT_OF_TURN: _clause("4.10", "chips put in out of turn stay in; a check out of turn binds to a check"),
    Slip.STRING: _clause("4.11", "only the chips of the first move count"),
    Slip.AFTER_FOLD: _clause("4.9.1", "a player who folded takes no more part"),
    Slip.CHECK_FACING_BET: _clause("4.9.2", "a check is possible only while nobody has bet"),
    Slip.BET_AFTER_BET: _clause("4.9.3", "a bet is possible only while nobody has bet"),
    Slip.NOTHING_TO_CALL: _clause("4.9.4", "a call answers a bet"),
    Slip.NOTHING_TO_RAISE: _clause("4.9.5", "a raise answers a bet"),
    Slip.UNDERCALL: _clause("4.13", "complete the call, or fold and lose the chips; it cannot become a raise"),
    Slip.UNDERBET: _clause("4.13", "complete the least bet, or fold and lose the chips; it cannot become a raise"),
    Slip.UNDERRAISE: _clause("4.13", "complete the least raise, or fold and lose the chips"),
    Slip.NOT_REOPENED: _clause("4.9.8", "an all-in below a full raise is no raise for those who have acted"),
}
_CLUB: Final = {
    Slip.AFTER_FOLD: _clause("21.2", "who said fold cannot think again: the hand is dead"),
    Slip.UNDERCALL: _clause("17.3", "complete the call, or fold; the chips stay in the pot"),
    Slip.UNDERBET: _clause("17.2", "a bet all the same: complete it, or fold and give up the chips"),
    Slip.UNDERRAISE: _clause(
        "17.5", "from half as much again it is a raise: complete it, or leave the chips and only call"
    ),
    Slip.STRING: _clause("21.1", "the word or the first move binds"),
}
_GPC: Final = {
    Slip.OUT_OF_TURN: _clause("53", "it stands if the action to that player does not change; a fold always; penalty"),
    Slip.STRING: _clause("56", "the first chips that touch the table count, at least the least bet"),
    Slip.CHECK_FACING_BET: _clause("55", "at most a call, or a fold; no raise"),
    Slip.NOTHING_TO_CALL: _clause("55", "a call of nothing is a check"),
    Slip.NOTHING_TO_RAISE: _clause("55", "a raise of nothing is a bet of at least the least"),
    Slip.UNDERCALL: _clause("51", "complete it to the full bet; whether a fold is allowed, the floor decides"),
    Slip.UNDERBET: _clause("52", "all who acted on it complete it to the least bet"),
    Slip.UNDERRAISE: _clause("43", "a raise is at least the largest one before; from half of it, it is completed"),
    Slip.NOT_REOPENED: _clause("47", "who has acted faces no full raise: at most a call"),
}
_SPORT: Final = {
    Slip.UNDERRAISE: _clause("2.7", "the least raise is the size of the last one"),
    Slip.NOT_REOPENED: _clause("2.7", "a short all-in does not reopen the betting for those who have acted"),
}
_PUB: Final = {Slip.OUT_OF_TURN: _clause("rules-9", "acting out of turn is forbidden")}
_TDA: Final = {Slip.OUT_OF_TURN: _clause("53", "a skipped player must speak before substantial action behind")}

SLIPS: Final[dict[str, dict[Slip, BettingClause]]] = {
    "bfsp": _BFSP,
    "club": _CLUB,
    "gpc": _GPC,
    "sport-poker": _SPORT,
    "pub": _PUB,
    "tda": _TDA,
}
"""The betting clauses of each book. A book that is silent is not listed: then the book it asks next is."""


_KEYS: Final = {slip: NoteKey[f"SLIP_{slip.name}"] for slip in Slip}


def slip_text(chain: tuple[Rulebook, ...], act: Act) -> str:
    """What was done, and the clause of the first book that speaks of it: `out of turn (gpc 53: ...)`."""
    if act.slip is None:
        return ""
    found = _clause_of(chain, act.slip)
    return str(act.slip) if found is None else f"{act.slip} ({found[0]} {found[1].clause}: {found[1].says})"


def slip_note(chain: tuple[Rulebook, ...], act: Act) -> Note | None:
    """What was done by its key; of the clause only its number, whose sentence is the book's own."""
    if act.slip is None:
        return None
    found = _clause_of(chain, act.slip)
    of: dict[str, str] = {} if found is None else {"clause": f"{found[0]} {found[1].clause}"}
    return note(_KEYS[act.slip], **of)


def _clause_of(chain: tuple[Rulebook, ...], slip: Slip) -> tuple[str, BettingClause] | None:
    """The first book that speaks of it, and its clause."""
    for book in chain:
        for known in (book.id, book.base.id if book.base is not None else book.id):
            found = SLIPS.get(known, {}).get(slip)
            if found is not None:
                return known, found
    return None
