"""Hands that went wrong in any way: correct ones with lines lost, doubled, swapped or put in from elsewhere."""

from random import Random
from typing import Final

from felt.card import DECK
from felt.fault import ScriptFault
from felt.script import Script, Stage, parse_script
from felt.situation import Question, Situation
from tests.hands.clean import clean_script
from tests.hands.clean_stud import clean_open_face, clean_stud

_STRAY: Final = (
    "hand",
    "end",
    "closed",
    "done",
    "burn",
    "deal {seat} down",
    "deal {seat} up {card}",
    "seen {seat} {card}",
    "shows {seat} {card}",
    "board {card}",
    "board {card} {other}",
    "board ??",
    "turns board {card}",
    "muck {seat}",
    "muck {seat} 1",
    "muck {seat} by dealer",
    "muck board",
    "muck stub",
    "moves {card} muck stub",
    "moves {card} muck seat{seat}",
    "moves {card} seat{seat} seat{else}",
    "moves {card} burn board",
    "take {card}",
    "return all",
    "stub shuffled",
    "stub cut",
    "stub dropped",
    "stub mixed muck,burns",
    "stub exposed {card}",
    "shuffled",
    "cut",
    "deck 51",
    "deck 53 twice {card}",
    "wait 90s",
    "break",
    "leaves {seat}",
    "back {seat}",
    "joins {seat}",
    "level 200/400",
    "overrule let it be",
    "pushed {seat}",
    "notice {situation}",
    "notice {situation} {seat}",
    "notice count {seat} {number}",
    "notice count muck {number}",
    "answer {question} yes",
    "answer {question} no",
    "answer {question} {seat} {number}",
    "{seat} folds",
    "{seat} folds keeping 1",
    "{seat} checks",
    "{seat} raises 900",
    "{seat} all-in",
)


_GAMES: Final = (clean_script, clean_script, clean_stud, clean_open_face)
"""Half of the hands are of flop games, the others of stud and open-face."""


def mangled_script(seed: int, book: str) -> Script:
    """A script that the stage can play; how many mistakes it has grows with the seed's luck."""
    rng = Random(seed)
    text = _GAMES[seed % len(_GAMES)](seed, book)
    head, _, body = text.partition("\ntracker ")
    lines = body.split("\n")
    terms = [line for line in lines if line == "machine" or line.startswith("senses")]
    events = [line for line in lines[1:] if line and line not in terms and not line.startswith("expect")]
    for _ in range(rng.randint(1, 8)):
        _mistake(rng, events)
    top = [*head.split("\n"), f"tracker {rng.choice(['full', 'full', 'rounds', 'none'])}", *terms]
    return _playable(top, events)


def _mistake(rng: Random, events: list[str]) -> None:
    at = rng.randrange(len(events))
    match rng.choice(["lose", "double", "swap", "stray", "stray", "stray"]):
        case "lose":
            if len(events) > 1:
                del events[at]
        case "double":
            events.insert(at, events[at])
        case "swap":
            other = rng.randrange(len(events))
            events[at], events[other] = events[other], events[at]
        case _:
            card, other_card = rng.sample(DECK, 2)
            seat, other_seat = rng.sample(range(1, 11), 2)
            words = {
                "seat": seat,
                "else": other_seat,
                "card": card,
                "other": other_card,
                "situation": rng.choice(list(Situation)),
                "question": rng.choice(list(Question)),
                "number": rng.randint(0, 6),
            }
            events.insert(at, rng.choice(_STRAY).format(**words))


def _playable(top: list[str], events: list[str]) -> Script:
    """Leaves out the lines that cannot have happened on a table."""
    while True:
        script = parse_script("\n".join([*top, *events, ""]), "mangled")
        stage = Stage(script)
        try:
            for statement in script.statements:
                stage.play(statement)
        except ScriptFault as fault:
            line = int(fault.where.rpartition(":")[2])
            del events[line - 1 - len(top)]
        else:
            return script
