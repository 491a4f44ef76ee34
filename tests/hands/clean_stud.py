"""Random correct hands of stud and open-face from a seed, as scripts; no code of the rules is used for the order."""

from random import Random
from typing import Final

from felt.card import DECK, RANKS
from felt.place import SeatNo

_SUITS: Final = "cdhs"
_BRING_IN: Final = 25


class _Seat:
    def __init__(self, seat: SeatNo, stack: int) -> None:
        self.seat = seat
        self.stack = stack
        self.put = 0
        self.folded = False
        self.acted = False
        self.up: list[str] = []

    def pay(self, chips: int) -> None:
        paid = min(chips, self.stack)
        self.stack -= paid
        self.put += paid


def _open_worth(seat: _Seat) -> tuple[list[int], list[int], list[int]]:
    """The sizes of the groups of equal ranks, their ranks; then the suits of the cards in that order (bfsp 4.5)."""
    ranks = [RANKS.index(card[0]) for card in seat.up]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    order = sorted(seat.up, key=lambda card: (ranks.count(RANKS.index(card[0])), RANKS.index(card[0]), _suit(card)))
    return [count for count, _ in groups], [rank for _, rank in groups], [_suit(card) for card in reversed(order)]


def _suit(card: str) -> int:
    return _SUITS.index(card[1])


class _Stud:
    def __init__(self, rng: Random, seats: list[SeatNo], *, named: bool, seen: bool) -> None:
        self._seen = named and seen
        self._rng = rng
        self._deck = list(DECK)
        rng.shuffle(self._deck)
        self._named = named
        self._seats = [_Seat(seat, rng.choice([30, 60, 400, 20_000])) for seat in seats]
        self._bet = 0
        self.stacks = " ".join(f"{each.seat}={each.stack}" for each in self._seats)
        self.lines = ["hand"]

    def _live(self) -> list[_Seat]:
        return [each for each in self._seats if not each.folded]

    def _able(self) -> list[_Seat]:
        return [each for each in self._live() if each.stack > 0]

    def play(self, ante: int) -> list[str]:
        for each in self._seats:
            each.pay(ante)
            each.put = 0
        self._deal_third()
        self._bring_in()
        for street in range(4, 8):
            if len(self._live()) < 2 or len(self._deck) < len(self._live()) + 2:
                break
            self._street(street)
        self._finish()
        return self.lines

    def _card(self, seat: _Seat, face: str) -> None:
        card = self._deck.pop()
        if face == "up":
            seat.up.append(card)
        shown = face == "up" and self._named
        self.lines.append(f"deal {seat.seat} {face}" + (f" {card}" if shown else " ??" if face == "up" else ""))

    def _deal_third(self) -> None:
        if self._rng.random() < 0.5:
            self.lines += ["deal round"] * 2
            self._deck = self._deck[2 * len(self._seats) :]
        else:
            for _ in range(2):
                for each in self._seats:
                    self._card(each, "down")
        for each in self._seats:
            self._card(each, "up")

    def _bring_in(self) -> None:
        low = min(self._seats, key=lambda each: (RANKS.index(each.up[0][0]), _suit(each.up[0])))
        order = self._from(low)[1:]
        self._bet = 0
        if low.stack > 0:
            low.pay(_BRING_IN)
            low.acted = True
            self._bet = _BRING_IN
            order.append(low)
        self._betting(order, 1)

    def _from(self, first: _Seat) -> list[_Seat]:
        at = self._seats.index(first)
        return self._seats[at:] + self._seats[:at]

    def _street(self, street: int) -> None:
        self.lines.append("burn")
        self._deck.pop()
        for each in self._live():
            self._card(each, "down" if street == 7 else "up")
        self._bet = 0
        for each in self._seats:
            each.put, each.acted = 0, False
        self._betting(self._from(max(self._live(), key=_open_worth)), street - 2)

    def _betting(self, order: list[_Seat], number: int) -> None:
        """One round; where the table sees everything its picture must show the round open, then closed."""
        if self._seen and any(self._to_act(each) for each in order):
            self.lines.append(f"expect state betting-{number}")
        while len(self._live()) > 1:
            waiting = [each for each in order if self._to_act(each)]
            if not waiting:
                short = len(self._deck) < len(self._live()) + 2
                if self._seen and not (number == 4 and short):
                    self.lines.append("expect state " + ("showdown" if number == 5 else "between"))
                return
            self._act(waiting[0])
            at = order.index(waiting[0])
            order = order[at + 1 :] + order[: at + 1]

    def _to_act(self, each: _Seat) -> bool:
        if each.folded or not each.stack:
            return False
        others = [other for other in self._live() if other is not each]
        if not any(other.stack for other in others) and each.put >= max(other.put for other in others):
            return False
        return not each.acted or each.put < self._bet

    def _act(self, each: _Seat) -> None:
        owed, choice = self._bet - each.put, self._rng.random()
        each.acted = True
        others = any(other.stack for other in self._live() if other is not each)
        if owed > 0 and choice < 0.3:
            each.folded = True
            self.lines.append(f"{each.seat} folds")
        elif choice > 0.9 and others and each.stack > owed + 50:
            each.pay(owed + 50)
            self.lines.append(f"{each.seat} {'raises' if self._bet else 'bets'} {each.put}")
            self._bet = each.put
        elif owed >= each.stack:
            each.pay(each.stack)
            self.lines.append(f"{each.seat} all-in")
        else:
            each.pay(owed)
            self.lines.append(f"{each.seat} {'calls' if owed > 0 else 'checks'}")

    def _finish(self) -> None:
        self.lines += [f"pushed {self._live()[0].seat}", "end"]


def clean_stud(seed: int, book: str) -> str:
    """A hand of stud that no rulebook has anything to say about: short stacks, folds, open cards named or not."""
    rng = Random(seed)
    seats = [SeatNo(seat) for seat in sorted(rng.sample(range(1, 9), rng.randint(2, 6)))]
    ante = rng.choice([0, 10])
    senses = rng.choice(
        [[], [], ["senses hole,board,burn,muck"], ["senses hole"], ["senses none"], ["senses hole,faces"]]
    )
    by_suit = book in ("bfsp", "club", "gpc", "pub", "sport-poker")
    stud = _Stud(rng, seats, named=by_suit and rng.random() < 0.7, seen=not senses)
    lines = stud.play(ante)
    head = [f"rulebook {book}", "game stud", "seats " + ",".join(map(str, seats)), f"bring-in {_BRING_IN}"]
    head += ([f"ante {ante}"] if ante else []) + [f"stacks {stud.stacks}", "tracker full", *senses]
    return "\n".join([*head, *lines, "expect none", ""])


def clean_open_face(seed: int, book: str) -> str:
    """A hand of open-face: five each at once or one by one, fantasy for some, three each until thirteen lie."""
    rng = Random(seed)
    seats = [SeatNo(seat) for seat in sorted(rng.sample(range(1, 7), rng.randint(2, 3)))]
    button = rng.choice(seats)
    order = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
    fantasy = {seat for seat in seats if rng.random() < 0.2}
    lines = ["hand"]
    if rng.random() < 0.5 and not fantasy:
        lines += ["deal all"] if rng.random() < 0.3 else ["deal round"] * 5
    else:
        lines += [
            f"deal {seat} {'down' if seat in fantasy else 'up ??'}"
            for seat in order
            for _ in range(14 if seat in fantasy else 5)
        ]
    for _ in range(4):
        for seat in order:
            if seat not in fantasy:
                lines += [f"deal {seat} {rng.choice(['down', 'up ??'])}"] * 3
                lines += [f"muck {seat} 1"] if rng.random() < 0.7 else []
    lines.append("end")
    senses = rng.choice([[], [], ["senses hole,faces"], ["senses none"]])
    head = [
        f"rulebook {book}",
        "game ofc",
        "seats " + ",".join(map(str, seats)),
        f"button {button}",
        "tracker full",
        *senses,
    ]
    return "\n".join([*head, *lines, "expect none", ""])
