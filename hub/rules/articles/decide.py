"""Which article answers: the table's own book first, then the packs it names, then the floor."""

from msgspec import Struct

from felt.place import SeatNo
from felt.situation import Question
from hub.rules.articles.book import Article, Case, Rulebook, Term
from hub.rules.hand import Hand
from hub.rules.irregularity import Irregularity
from hub.rules.state import TableState


class Found(Struct, frozen=True):
    """The article that answers, and the terms that made it apply."""

    book: Rulebook
    article: Article


class Unknown(Struct, frozen=True):
    """Only a person can know what the book needs to know."""

    question: Question
    seat: SeatNo | None
    book: Rulebook
    term: str = ""


class Silent(Struct, frozen=True):
    """No book answers, or more than one article would: the floor's. `torn` are the clauses that all apply."""

    book: Rulebook
    torn: tuple[str, ...] = ()


Answer = Found | Unknown | Silent


def decide(chain: tuple[Rulebook, ...], state: TableState, hand: Hand, event: Irregularity) -> Answer:
    """Name the one article that answers `event`; a question first where the facts do not tell which."""
    for book in chain:
        articles = book.on(event.situation)
        if not articles:
            continue
        case = Case(state, hand, event, book)
        answer = _ask_book(book, articles, case)
        if answer is not None:
            return answer
    return Silent(chain[0])


def _ask_book(book: Rulebook, articles: tuple[Article, ...], case: Case) -> Answer | None:
    sure: list[Article] = []
    doubt: Unknown | None = None
    for article in articles:
        holds, unknown = _applies(article, case)
        if holds:
            sure.append(article)
        elif unknown is not None and doubt is None:
            doubt = unknown
    if len(sure) == 1:
        return Found(book, sure[0])
    if sure:
        return Silent(book, tuple(article.clause for article in sure))
    return doubt


def _applies(article: Article, case: Case) -> tuple[bool, Unknown | None]:
    """Whether all terms hold; the first question to ask when that hangs on something unknown."""
    unknown: Term | None = None
    for term in article.when:
        value = term.holds(case)
        if value is False:
            return False, None
        if value is None and unknown is None:
            unknown = term
    if unknown is None:
        return True, None
    if unknown.asks is None:
        return False, None
    return False, Unknown(unknown.asks, case.event.seat if unknown.of_seat else None, case.book, unknown.name)
