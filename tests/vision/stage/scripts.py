"""Short scripts, each with one thing happening."""

from felt.card import Card
from felt.fact import Face
from vision.stage.field import Pose
from vision.stage.script import CardNo, Glint, Move, Reach, Script, Toss

FIRST = CardNo(0)
SECOND = CardNo(1)
BODY = Pose(640, 900)
HOME = Pose(700, 800)


def laid(card: str, at: Pose, *, began_s: float = 0.2, took_s: float = 0.2, number: CardNo = FIRST) -> Move:
    """Comes from the stub and lies face up."""
    return Move(number, began_s, began_s + took_s, at, Face.UP)


def script(
    *moves: Move,
    cards: tuple[str, ...] = ("Kh", "7c"),
    length_s: float = 2.0,
    reaches: tuple[Reach, ...] = (),
    tosses: tuple[Toss, ...] = (),
    glints: tuple[Glint, ...] = (),
) -> Script:
    """A script of cards numbered in order."""
    named = {CardNo(number): Card(card) for number, card in enumerate(cards)}
    return Script(named, length_s, moves, reaches, tosses, glints)


def hand_over(at: Pose, began_s: float, ended_s: float) -> Reach:
    """The dealer's hand lies over a point from `began_s` to `ended_s`."""
    path = ((began_s - 0.2, HOME), (began_s, at), (ended_s, at), (ended_s + 0.2, HOME))
    return Reach(BODY, path)
