"""Random hands without a fault: legal betting, right deal, right streets, as hand scripts from a seed."""

from random import Random
from typing import Final

from msgspec import Struct

from felt.card import DECK
from felt.games import blind_seats, deal_order, first_to_act, game_named
from felt.place import SeatNo
from felt.situation import Sense

SMALL: Final = 100
BIG: Final = 200
STREETS: Final = (("flop", 3), ("turn", 1), ("river", 1))


class Player(Struct):
    """One seat of the hand; `put` is what lies before it in this round."""

    seat: SeatNo
    stack: int
    put: int = 0
    folded: bool = False
    acted: bool = False
    may_raise: bool = True

    @property
    def able(self) -> bool:
        """Still has a decision to make when it comes to it."""
        return not self.folded and self.stack > 0

    def pay(self, chips: int) -> None:
        """Put chips in, at most the stack."""
        paid = min(chips, self.stack)
        self.stack -= paid
        self.put += paid


class CleanHand:
    """Plays one hand by the rules of betting and writes down what happens."""

    def __init__(
        self, rng: Random, seats: tuple[SeatNo, ...], button: SeatNo, stacks: dict[SeatNo, int], game: str
    ) -> None:
        self._rng = rng
        self._game = game_named(game)
        self._button = button
        self._seats = seats
        self._players = {seat: Player(seat, stacks[seat]) for seat in seats}
        self._small, self._big = blind_seats(seats, button)
        self._bet = 0
        self._step = BIG
        self._tight = rng.random()
        self._shown: set[SeatNo] = set()
        self._lifted: dict[SeatNo, list[str]] = {}
        self._start = dict(stacks)
        self.lines: list[str] = []

    def left_with(self) -> dict[SeatNo, int] | None:
        """The stacks after the hand; None when nobody who only listens could tell."""
        put = {seat: self._start[seat] - player.stack for seat, player in self._players.items()}
        left = [player.seat for player in self._in_hand()]
        winner = left[0]
        if len(left) > 1:
            told = {int(line.split()[1]) for line in self.lines if line.startswith("pushed")}
            if len(told) != 1:
                return None
            winner = SeatNo(told.pop())
        beyond = [seat for seat in left if put[seat] > put[winner]] if len(left) > 1 else []
        if len(beyond) > 1:
            return None
        reach = put[winner] if len(left) > 1 else max(put.values())
        after = {seat: player.stack for seat, player in self._players.items()}
        after[winner] += sum(min(chips, reach) for chips in put.values())
        after[(beyond or [winner])[0]] += sum(max(0, chips - reach) for chips in put.values())
        return after if all(after.values()) else None

    def play(self, *, tracker: str, ante: int) -> list[str]:
        """The event lines of the hand, from `hand` to `end`."""
        self._open(ante)
        deck: list[str] = list(DECK)
        self._rng.shuffle(deck)
        self._lift(deck)
        self._round(0, tracker)
        for street, (_, cards) in enumerate(STREETS, start=1):
            if len(self._in_hand()) == 1:
                break
            self._table_all_in(deck, tracker)
            self._street([deck.pop() for _ in range(cards)], tracker)
            self._next_round()
            self._lift(deck)
            self._round(street, tracker)
        self._finish(deck)
        return self.lines

    def _open(self, ante: int) -> None:
        rng = self._rng
        ready = rng.choice([[], ["shuffled", "cut"], ["shuffled", "riffled", "cut"]])
        check = rng.choice([[], [], ["deck 52"]])
        self.lines += rng.choice([[*ready, "hand", *check], ["hand", *check, *ready]])
        one_by_one = [f"deal {seat} down" for seat in deal_order(self._seats, self._button)]
        rounds = self._game.hole_cards
        self.lines += rng.choice([["deal all"], ["deal round"] * rounds, one_by_one * rounds])
        for player in self._players.values():
            player.pay(ante)
            player.put = 0
        if self._small is not None:
            self._players[self._small].pay(SMALL)
        self._players[self._big].pay(BIG)
        self._bet = BIG

    def _in_hand(self) -> list[Player]:
        return [player for player in self._players.values() if not player.folded]

    def _next_round(self) -> None:
        self._bet, self._step = 0, BIG
        for player in self._players.values():
            player.put, player.acted, player.may_raise = 0, False, True

    def _round(self, street: int, tracker: str) -> None:
        order = first_to_act(self._game, street, self._seats, self._button)
        if self._betting_needed():
            while True:
                waiting = [self._players[seat] for seat in order if self._to_act(self._players[seat])]
                if not waiting or len(self._in_hand()) == 1:
                    break
                self._act(waiting[0], tracker)
                turn = order.index(waiting[0].seat)
                order = order[turn + 1 :] + order[: turn + 1]
        if tracker == "rounds" and len(self._in_hand()) > 1:
            self.lines.append("closed")

    def _table_all_in(self, deck: list[str], tracker: str) -> None:
        """With nobody left to act the live hands may be shown before the board is run out."""
        if tracker == "full" and not self._betting_needed() and not self._shown and self._rng.random() < 0.6:
            for player in self._in_hand():
                self._show(player, deck)

    def _show(self, player: Player, deck: list[str]) -> None:
        if player.seat not in self._shown:
            self._shown.add(player.seat)
            known = self._lifted.get(player.seat, [])
            names = known + [deck.pop() for _ in range(self._game.hole_cards - len(known))]
            self.lines += [f"shows {player.seat} {name}" for name in names]

    def _lift(self, deck: list[str]) -> None:
        """A player takes a card off the table to look at it, and puts it back."""
        player = self._rng.choice(self._in_hand())
        if self._rng.random() < 0.15 and player.seat not in self._lifted and player.seat not in self._shown:
            name = deck.pop()
            self._lifted[player.seat] = [name]
            self.lines += [f"moves {name} seat{player.seat} aside", f"moves {name} aside seat{player.seat}"]

    def _street(self, cards: list[str], tracker: str) -> None:
        """Burn and board, at once or card by card; now and then the burn comes before the last word of the round."""
        rng = self._rng
        early = tracker == "full" and rng.random() < 0.05 and self.lines[-1].endswith(("calls", "checks"))
        self.lines.insert(len(self.lines) - early, "burn")
        self.lines += [f"board {card}" for card in cards] if rng.random() < 0.2 else ["board " + " ".join(cards)]

    def _betting_needed(self) -> bool:
        """Two who can bet, or one who still has to answer a bet."""
        able = [player for player in self._in_hand() if player.able]
        return len(able) > 1 or any(player.put < self._highest() for player in able)

    def _highest(self) -> int:
        return max(player.put for player in self._players.values())

    def _to_act(self, player: Player) -> bool:
        if not player.able:
            return False
        alone = not any(other.able for other in self._in_hand() if other is not player)
        if alone and player.put >= self._highest():
            return False
        return not player.acted or player.put < self._bet

    def _act(self, player: Player, tracker: str) -> None:
        owed = self._bet - player.put
        choice = self._rng.random()
        others = any(other.able for other in self._in_hand() if other is not player)
        if (owed > 0 and choice < 0.15 + 0.45 * self._tight) or choice < 0.02:
            player.folded = True
            said = word = "folds"
        elif player.may_raise and others and choice > 0.85:
            said = word = self._raise(player)
        elif owed >= player.stack:
            player.pay(player.stack)
            said = word = "all-in"
        else:
            said = word = "calls" if owed > 0 else "checks"
            player.pay(owed)
        player.acted = True
        player.may_raise = False
        if tracker == "full":
            seen_first = word == "folds" and self._rng.random() < 0.1
            self.lines += [f"muck {player.seat}"] if seen_first else []
            self.lines.append(f"{player.seat} {said}")
        elif word == "folds":
            self.lines.append(f"muck {player.seat}")
        if word == "folds" and self._rng.random() < 0.05:
            self.lines += [f"leaves {player.seat}", f"back {player.seat}"]
        if self._rng.random() < 0.02:
            self.lines.append("wait 40s")

    def _raise(self, player: Player) -> str:
        """A full bet or raise, or all-in for whatever it comes to; less than a full raise reopens nothing."""
        least = self._bet + self._step
        whole = player.put + player.stack
        if whole <= least or self._rng.random() < 0.2:
            player.pay(player.stack)
            if whole >= least:
                self._reopen(whole)
            self._bet = max(self._bet, whole)
            return "all-in"
        to = min(whole - 1, least + 50 * self._rng.randrange(0, 12))
        word = f"raises {to}" if self._bet else f"bets {to}"
        player.pay(to - player.put)
        self._reopen(to)
        return word

    def _reopen(self, to: int) -> None:
        self._step = to - self._bet
        self._bet = to
        for player in self._players.values():
            player.may_raise = True

    def _finish(self, deck: list[str]) -> None:
        rng = self._rng
        left = self._in_hand()
        if len(left) > 1:
            winner, *others = rng.sample(left, len(left))
            for player in [winner, *(other for other in others if rng.random() < 0.5)]:
                self._show(player, deck)
            left = [winner]
        elif rng.random() < 0.15:
            self._show(left[0], deck)
        self.lines += rng.choice([[], ["muck stub"]])
        self.lines += rng.choice([[], [f"pushed {left[0].seat}"], [f"pushed {left[0].seat}"] * 2])
        if rng.random() < 0.3:
            held = [player.seat for player in self._in_hand()]
            board = ["muck board"] if any(line.startswith("board") for line in self.lines) else []
            self.lines += [
                *board,
                *(f"muck {seat}{rng.choice(['', ' by dealer'])}" for seat in rng.sample(held, len(held))),
            ]
        self.lines.append("end")


def clean_script(seed: int, book: str) -> str:
    """A script of one hand, or of a few with deep stacks, that a rulebook has nothing to say about."""
    rng = Random(seed)
    seats = tuple(SeatNo(seat) for seat in sorted(rng.sample(range(1, 11), rng.randint(2, 10))))
    dead_button = rng.random() < 0.15 and 2 < len(seats) < 10
    empty = [SeatNo(seat) for seat in range(1, 11) if seat not in seats]
    button = rng.choice(empty if dead_button else seats)
    game = rng.choice(["holdem"] * 4 + ["omaha4", "omaha5" if len(seats) <= 8 else "omaha4"])
    tracker = rng.choice(["full"] * 4 + ["rounds", "none"])
    ante = rng.choice([0, 0, 25])
    hands = 1 if dead_button else rng.choice([1, 1, 3])
    shortest = rng.choice([60_000, 50]) if hands > 1 else 50
    stacks = {seat: rng.choice([rng.randint(shortest, shortest + 2_000), 60_000]) for seat in seats}
    lines = [f"rulebook {book}", f"game {game}", "seats " + ",".join(map(str, seats)), f"button {button}"]
    lines += [f"ante {ante}"] if ante else []
    lines += ["stacks " + " ".join(f"{seat}={chips}" for seat, chips in stacks.items()), f"tracker {tracker}"]
    lines += rng.choice([[], ["machine"]])
    some = [sense for sense in Sense if rng.random() < 0.6]
    lines += rng.choice([[], [], ["senses " + (",".join(some) or "none")]])
    machine = "machine" in lines
    known = True
    for _ in range(hands):
        hand = CleanHand(rng, seats, button, stacks, game)
        played = hand.play(tracker=tracker, ante=ante)
        left = hand.left_with() if known else None
        known = left is not None
        stacks = left or {seat: rng.choice([rng.randint(300, 2_000), 60_000]) for seat in seats}
        if machine and "shuffled" in played and "riffled" not in played:
            played.insert(played.index("shuffled") + 1, "riffled")
        if rng.random() < 0.2 and not any(word in played for word in ("shuffled", "deck 52")):
            played.remove("end")
        lines += played
        button = min((seat for seat in seats if seat > button), default=seats[0])
    return "\n".join([*lines, "expect none", ""])
