"""One deck shown card by card: what is sure is taken, what is not is asked, and a mistake is taken back."""

from collections.abc import Sequence
from typing import Final

from felt.card import DECK, Card
from felt.fact import Share
from vision.enrolment.aside import Aside
from vision.enrolment.likeness import SAME, Print, apart, print_of, turned
from vision.enrolment.prints import LOOKS, Prints
from vision.picture import Picture
from vision.reading import Kind, Reading

SURE: Final = 0.9
"""The least confidence at which a card is taken without asking."""
AGAIN: Final = "Lift it off the felt before you show it again."


class Showing:
    """Takes one deck in; every method returns what to tell the person who shows it."""

    def __init__(self, prints: Prints, sure: Share = SURE) -> None:
        """`prints` may hold what was shown before: it goes on there."""
        self.prints = prints
        self.aside = Aside()
        """What was taken back or left out and still lies there; whoever sees the felt says what has left it."""
        self._sure = sure
        self._taken: list[Card] = []
        self._asked: Print | None = None

    @property
    def asking(self) -> bool:
        """True while a person is to say which card it is."""
        return self._asked is not None

    @property
    def done(self) -> bool:
        """True once every card was seen often enough."""
        return not self.prints.missing

    def show(self, card: Picture, reading: Reading) -> str:
        """A card lies still before the camera: take it, or ask; what to say, empty for nothing new."""
        if reading.kind is not Kind.FACE or self.asking:
            return ""
        look = print_of(card)
        if self.aside.find(look) is not None:
            return ""
        like = self._like(look)
        no_other = reading.card in self.prints or reading.confidence < self._sure
        if like and (reading.card in like or no_other):
            return self._once_more(like, reading.card, look)
        return self._new(reading, look, like)

    def show_again(self, card: Picture, reading: Reading) -> str:
        """The card that was shown before still lies there, this is one more look at it; what to say, as of `show`."""
        look = print_of(card)
        like = self._like(look)
        if not like or reading.kind is not Kind.FACE or self.asking or self.aside.find(look) is not None:
            return self.show(card, reading)
        return self._once_more(like, reading.card, look)

    def answer(self, text: str) -> str:
        """A person's line: a card's name, `-` for none, `u` to take the last card back; what to say."""
        word = text.strip()
        if word.lower() in ("u", "undo"):
            return self._undo()
        if self._asked is None:
            return "Nothing is asked. Lay a card down, or type u to take the last one back."
        if word == "-":
            self._leave_out(self._asked)
            return f"Left out. {AGAIN}"
        name = _card(word)
        if name is None:
            return f"{word!r} is no card: rank and suit, such as Kh, Td or 7c."
        look, self._asked = self._asked, None
        if name not in self.prints:
            return self._take(name, look)
        self.prints.remove(name)
        self._take(name, look)
        return f"{name} taken anew: what was kept of {name} before is dropped. {self._left()}"

    def _undo(self) -> str:
        if self._asked is not None:
            self._leave_out(self._asked)
            return f"Not asked any more. {AGAIN}"
        if not self._taken:
            return "Nothing was taken yet."
        last = self._taken.pop()
        self.aside.put(self.prints.looks(last))
        self.prints.remove(last)
        return f"{last} taken back. {AGAIN} {self._left()}"

    def _leave_out(self, look: Print) -> None:
        self.aside.put([look])
        self._asked = None

    def _take(self, name: Card, look: Print) -> str:
        self.prints.add(name, look)
        self._taken = [*(each for each in self._taken if each != name), name]
        return f"{name} taken. {self._left()}"

    def _left(self) -> str:
        missing = self.prints.missing
        return f"{len(missing)} left{': ' + ' '.join(missing) if 0 < len(missing) <= 13 else '.'}"

    def _new(self, reading: Reading, look: Print, like: Sequence[Card]) -> str:
        """A card that was not shown before: taken, or asked about."""
        name = reading.card
        if like:
            doubt = f"{name}, but it looks like {like[0]}, which was shown already"
        elif name in self.prints:
            doubt = f"{name} was shown already, and looks different"
        elif reading.confidence < self._sure:
            doubt = f"{name} perhaps"
        else:
            return self._take(name, look)
        self._asked = look
        return f"Which card is this? {doubt}. Type its name, such as Kh, or - to leave it out."

    def _once_more(self, like: Sequence[Card], name: Card, look: Print) -> str:
        """One more look at a card that was shown: at `name` if it is among those that look so, else at the likest."""
        known = name if name in like else like[0]
        if len(self.prints.looks(known)) < LOOKS:
            self.prints.add(known, look)
        return ""

    def _like(self, look: Print) -> list[Card]:
        """The cards that were shown and look just so, either way up, the likest first; seldom more than one."""
        either = (look, turned(look))
        levels = [(min(apart(seen, each) for each in either), card) for card, seen in self.prints.all()]
        return [card for unlike, card in sorted(levels) if unlike < SAME]


def _card(word: str) -> Card | None:
    name = word[:-1].upper().replace("10", "T") + word[-1:].lower()
    return Card(name) if name in DECK else None
