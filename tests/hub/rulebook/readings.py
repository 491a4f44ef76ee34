"""For every clause that can be read in more than one way: a hand, and what each reading says of it."""

from typing import Final

from msgspec import Struct


class Case(Struct, frozen=True):
    """A hand up to the point where the readings part; `says` are the expectations of each reading, by its name."""

    book: str
    option: str
    hand: str
    says: dict[str, str]


_FOUR: Final = "seats 1-4\nbutton 4\nhand\n"
_FLOP: Final = "3 calls\n4 calls\n1 calls\n2 checks\nburn\nboard 9c 2d Jh\n"
_ACTED: Final = "board 9c 2d Jh\n1 checks\nanswer order-restored yes\n"
"""The flop is dealt over the wrong burn and checked on before somebody says that the order can be restored."""

_STUD: Final = """\
game stud
ante 10
bring-in 25
seats 1-3
hand
deal round
deal round
deal 1 up 9c
deal 2 up Jd
deal 3 up 4h
1 calls
2 calls
burn
deal 1 up Kc
deal 2 up 3d
deal 3 up 7h
1 checks
2 checks
3 checks
burn
deal 1 up 9d
deal 2 up Ts
deal 3 up 5c
1 checks
2 checks
3 checks
burn
deal 1 up 6h
deal 2 up 3c
deal 3 up As
1 checks
2 checks
3 checks
burn
deal round
"""

CASES: Final = (
    Case(
        "bfsp",
        "card-exposed-in-the-cut",
        f"{_FOUR}deal all\n3 calls\nnotice exposed-in-cut 4s\n",
        {
            "until-the-first-action": "expect only play-on exposed-in-cut bfsp:6.3.1",
            "at-any-time": "expect only misdeal exposed-in-cut bfsp:6.3.1",
        },
    ),
    Case(
        "bfsp",
        "flop-without-a-burn",
        "senses hole,board,muck\n"
        f"{_FOUR}deal all\n3 calls\n4 calls\n1 calls\n2 checks\nboard 9c 2d Jh\n1 checks\nnotice missing-burn\n",
        {
            "until-a-bet": "expect only fix missing-burn bfsp:6.6.2",
            "until-any-action": "expect only play-on missing-burn bfsp:6.4.6",
        },
    ),
    Case(
        "bfsp",
        "burn-too-many",
        f"{_FOUR}deal all\n3 calls\n4 calls\n1 calls\n2 checks\nburn\nburn\n",
        {
            "referee-where-restorable": f"{_ACTED}expect only floor extra-burn bfsp:6.4.6",
            "either-is-enough": f"{_ACTED}expect only play-on extra-burn bfsp:6.4.6",
            "both-are-needed": "answer order-restored no\nexpect only floor extra-burn bfsp:6.4.6",
        },
    ),
    Case(
        "bfsp",
        "absent-and-all-in-on-the-blind",
        "stacks 1=20000 2=150 3=20000 4=20000\nabsent 2\n" + _FOUR + "deal all\n",
        {
            "referee": "expect only floor absent-hand 2 bfsp:6.4.4",
            "dead": "expect only dead absent-hand 2 bfsp:6.4.4",
            "plays": "expect only warn absent-hand 2 bfsp:6.4.4",
        },
    ),
    Case(
        "bfsp",
        "not-dealt-in-found-late",
        f"{_FOUR}deal all\n3 calls\nnotice count 2 0\n",
        {
            "out-of-the-hand": "expect only dead seat-skipped 2 bfsp:6.3.8",
            "referee": "expect only floor seat-skipped 2 bfsp:6.3.8",
        },
    ),
    Case(
        "bfsp",
        "first-round-begins",
        f"{_FOUR}deal all\nnotice count 2 3\n",
        {
            "first-action": "expect only misdeal too-many-cards 2 bfsp:6.3.5",
            "cards-dealt": "expect only dead too-many-cards 2 bfsp:6.3.8",
        },
    ),
    Case(
        "bfsp",
        "whose-hand-dies",
        f"{_FOUR}deal all\n3 calls\nnotice hands-mixed 2\n",
        {
            "the-moved-one": "expect only dead hands-mixed 2 bfsp:4.9.1",
            "referee": "expect only floor hands-mixed 2 bfsp:4.9.1",
        },
    ),
    Case(
        "bfsp",
        "cards-at-an-empty-place",
        "seats 1,2,4\nbutton 4\nhand\ndeal 1 down\ndeal 2 down\ndeal 3 down\n",
        {
            "spoken-of": "expect only misdeal unentitled-hand 3 bfsp:6.3.4",
            "not-spoken-of": "expect only misdeal unentitled-hand 3 gpc:35",
        },
    ),
    Case(
        "bfsp",
        "seventh-card-after-a-bet",
        f"{_STUD}1 bets 100\nnotice seventh-up 2\n",
        {
            "player-chooses": "expect only fix seventh-up 2 bfsp:6.5.5\nexpect step choose-all-in 2",
            "all-in-to-the-end": "expect only fix seventh-up 2 bfsp:6.5.5\nexpect state betting-5",
        },
    ),
    Case(
        "bfsp",
        "deck-found-wrong-inside-a-hand",
        f"{_FOUR}deal all\n3 calls\nnotice foreign-card\n",
        {
            "finish-the-hand": "expect only fix foreign-card bfsp:6.2.3",
            "referee": "expect only floor foreign-card bfsp:6.2.3",
        },
    ),
    Case(
        "bfsp",
        "open-face-deal",
        "game ofc\nseats 1-2\nbutton 2\nhand\ndeal 1 up Kc\ndeal 2 up 4d\n",
        {
            "either": "expect none",
            "five-at-once": "expect ask order-restored\nanswer order-restored no\n"
            "expect only misdeal out-of-sequence bfsp:6.3.3",
        },
    ),
    Case(
        "club",
        "substantial-betting",
        f"{_FOUR}deal all\n3 folds\n4 folds\nnotice uncut\n",
        {
            "chips": "expect only misdeal uncut club:34.3.6",
            "any-action": "expect only play-on uncut club:34.1",
        },
    ),
    Case(
        "club",
        "one-card-face-up",
        f"{_FOUR}deal 1 down\ndeal 2 down\ndeal 3 up 7d\n",
        {
            "put-right": "expect only fix exposed-hole-card 3 club:34.3.7",
            "misdeal": "expect only misdeal exposed-hole-card 3 club:34.3.7",
        },
    ),
    Case(
        "club",
        "cards-at-an-empty-seat",
        "seats 1,2,4\nbutton 4\nhand\ndeal 1 down\ndeal 2 down\ndeal 3 down\n",
        {
            "no-ground": "expect only fix unentitled-hand 3 club:34.3.9",
            "misdeal": "expect only misdeal unentitled-hand 3 club:34.3.2",
        },
    ),
    Case(
        "club",
        "hand-laid-open",
        f"{_FOUR}deal all\n3 calls\nshows 4 Kh\n",
        {
            "face-up": "expect only dead own-hand-exposed 4 club:27.1.3",
            "face-down": "expect only dead own-hand-exposed 4 bfsp:7.1.5",
        },
    ),
    Case(
        "gpc",
        "substantial-action",
        f"{_FOUR}deal all\n3 folds\n4 calls\nnotice count 2 0\n",
        {
            "both": "expect only misdeal seat-skipped 2 gpc:35",
            "one": "expect only play-on seat-skipped 2 gpc:35",
        },
    ),
    Case(
        "gpc",
        "premature-flop",
        f"{_FOUR}deal all\n3 calls\nburn\nboard 9c 2d Jh\nexpect only fix premature-flop gpc:74\n"
        "take 9c\ntake 2d\ntake Jh\n4 folds\n1 calls\n2 checks\nreturn all\nstub shuffled\n",
        {"no-new-burn": "expect step deal-flop", "new-burn": "expect step burn"},
    ),
    Case(
        "gpc",
        "short-table",
        "seats 1,2\nbutton 1\nhand\n",
        {"balanced": "", "below-three": "too few players at this table"},
    ),
    Case(
        "gpc",
        "first-card-to-a-blind",
        f"{_FOUR}deal 1 up 7d\n",
        {
            "exposed": "expect only misdeal exposed-first-card 1 gpc:35",
            "wrong-seat": "expect only misdeal exposed-first-card 1 bfsp:6.3.6",
        },
    ),
    Case(
        "gpc",
        "first-card-to-a-blind",
        f"{_FOUR}deal 2 down\nnotice wrong-first-seat 2\n",
        {
            "exposed": "expect ask order-restored",
            "wrong-seat": "expect only misdeal wrong-first-seat gpc:35",
        },
    ),
    Case(
        "gpc",
        "who-draws",
        f"{_FOUR}deal all\n{_FLOP.replace('Jh', 'Jh 5s')}expect only fix four-card-flop gpc:39\n",
        {"floor": "expect step call-floor", "table": "expect step mix 9c 2d Jh 5s"},
    ),
    Case(
        "pub",
        "one-card-wrong",
        f"{_FOUR}deal all\nnotice count 2 1\n",
        {
            "put-right": "expect only fix too-few-cards 2 pub:special-5",
            "organiser": "expect only floor too-few-cards 2 pub:special-5",
        },
    ),
    Case(
        "pub",
        "cards-to-a-stranger",
        "seats 1,2,4\nbutton 4\nhand\ndeal all\nnotice count 3 2\n",
        {
            "counted": "expect only misdeal unentitled-hand 3 pub:special-5",
            "organiser": "expect only floor unentitled-hand 3 pub:special-5",
        },
    ),
    Case(
        "rrop",
        "first-card-off-the-deck",
        f"{_FOUR}deal 1 down\ndeal 2 up 7d\n",
        {
            "the-first": "expect only fix exposed-first-card 2 rrop:one-exposed-downcard",
            "the-first-two": "expect only misdeal exposed-first-card 2 rrop:misdeal",
        },
    ),
    Case(
        "tda",
        "another-back",
        f"{_FOUR}deal all\n3 calls\nnotice foreign-card\n",
        {
            "floor": "expect only floor foreign-card tda:35-E",
            "play-on": "expect only fix foreign-card tda:35-E",
            "refund": "expect only void foreign-card tda:35-E",
        },
    ),
)
