"""The rules in pictures: boards from real positions, each with a sentence."""

import functools
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from plyground.web import desks
from plyground.web.pictures import packed
from plyground.web.sheet import Sheet, Step

Data = dict[str, Any]
Words = str | Promise


@dataclass(frozen=True)
class Frame:
    """A board: where it begins, what is played there, what is pointed at."""

    start: str | None = None
    moves: str = ""
    area: str = ""  # points, with blanks between
    to: str = ""
    came: str = ""  # with `to`: an arrow
    label: Words = ""


@dataclass(frozen=True)
class Lesson:
    """A sentence and the boards that show it."""

    title: Words
    sentence: Words
    frames: tuple[Frame, ...]
    options: dict[str, Any] = field(default_factory=dict)


_SMALL = {"size": 5}
_BEFORE, _AFTER = _("Before"), _("After")

_TAKEN = Lesson(
    _("Capture"),
    _(
        "Take the last liberty of a group, and the whole group comes off. Black plays D3: the white"
        " stone is gone."
    ),
    (
        Frame("5/1xx2/1xo2/2x2/5 b", to="D3", label=_BEFORE),
        Frame("5/1xx2/1xo2/2x2/5 b", "D3", label=_AFTER),
    ),
    _SMALL,
)
_SUICIDE = Lesson(
    _("No suicide"),
    _(
        "A stone may not be put where it would have no liberty, unless it takes something off:"
        " white may not play A1."
    ),
    (Frame("5/5/1xx2/x4/1x3 w", area="A1"),),
    _SMALL,
)

LESSONS: dict[str, tuple[Lesson, ...]] = {
    "go": (
        Lesson(
            _("Liberties"),
            _(
                "The empty points next to a stone, along the lines, are its liberties. This one has"
                " four."
            ),
            (Frame("5/5/2x2/5/5 w", area="B3 D3 C2 C4"),),
            _SMALL,
        ),
        Lesson(
            _("Groups"),
            _(
                "Stones of one colour joined along the lines are a group and share their liberties:"
                " these three have seven."
            ),
            (Frame("5/5/1xx2/2x2/5 w", area="A3 B4 C4 D3 D2 C1 B2"),),
            _SMALL,
        ),
        _TAKEN,
        _SUICIDE,
        Lesson(
            _("Ko"),
            _(
                "White takes a stone with B4. Black may not take back at once: that would bring the"
                " same board back, and so on for ever. Black plays elsewhere first."
            ),
            (
                Frame("1xo2/x1xo1/1xo2/5/5 w", to="B4", label=_BEFORE),
                Frame("1xo2/x1xo1/1xo2/5/5 w", "B4", area="C4", label=_AFTER),
            ),
            _SMALL,
        ),
        Lesson(
            _("The end"),
            _(
                "When both pass the game is over. Dead stones come off; then a side's stones and"
                " the points it surrounds are counted, and white gets komi for going second. Here"
                " black has 15 points, white 10 and komi."
            ),
            (Frame("1xo2/1xo2/xxxo1/1x1xo/1xxxo b", area="A5 A4 A2 A1 C2"),),
            _SMALL,
        ),
    ),
    "gomoku": (
        Lesson(
            _("Five in a row"),
            _("Five stones in an unbroken line win: along a row, a column or a diagonal."),
            (
                Frame("9/9/5x3/3oxo3/2oxo4/2xo5/9/9/9 b", to="b3", label=_BEFORE),
                Frame("9/9/5x3/3oxo3/2oxo4/2xo5/9/9/9 b", "b3", label=_AFTER),
            ),
            {"size": 9},
        ),
        Lesson(
            _("Four"),
            _("Four in a row with a free end must be stopped at once: white has to play g5."),
            (Frame("9/9/4o4/3o5/1oxxxx3/9/5o3/9/9 w", to="g5"),),
            {"size": 9},
        ),
        Lesson(
            _("Open three"),
            _(
                "Three in a row with both ends free is a threat: one more stone makes a four that"
                " can't be stopped at both ends."
            ),
            (Frame("9/9/3o5/9/3xxx3/4o4/9/9/9 w", area="b5 c5 g5 h5"),),
            {"size": 9},
        ),
        Lesson(
            _("Two threats at once"),
            _("Who makes two threats with one stone wins, for only one can be stopped."),
            (Frame("9/4x4/4x4/4x4/5xx2/2o1o4/3o1o3/9/9 b", to="e5"),),
            {"size": 9},
        ),
        Lesson(
            _("Renju"),
            _(
                "Black begins and would win too easily. In renju black may not make two open"
                " threes, two fours, or more than five in a row: e4 is forbidden here."
            ),
            (Frame("9/9/9/4x4/4x4/5xx1o/9/9/9 b"),),
            {"size": 9, "rule": "renju"},
        ),
    ),
    "othello": (
        Lesson(
            _("Where to play"),
            _(
                "A disc must enclose at least one disc of the other side, in a straight line,"
                " between itself and another of your own. Black may begin on one of four squares."
            ),
            (Frame(area="d3 c4 f5 e6"),),
        ),
        Lesson(
            _("Flipping"),
            _("What is enclosed is flipped. Black plays d3, and the disc on d4 turns black."),
            (Frame(to="d3", label=_BEFORE), Frame(moves="d3", label=_AFTER)),
        ),
        Lesson(
            _("All directions at once"),
            _("A disc flips in every direction in which it encloses something."),
            (
                Frame("8/1x1x1x2/2ooo3/1xo1ox2/8/8/8/8 b", to="d4", label=_BEFORE),
                Frame("8/1x1x1x2/2ooo3/1xo1ox2/8/8/8/8 b", "d4", label=_AFTER),
            ),
        ),
        Lesson(
            _("Corners"),
            _(
                "A disc in a corner can never be flipped. The square next to an empty corner is a"
                " dangerous one: it may give the corner away."
            ),
            (Frame("x7/1o6/2ox4/3xo3/3xo3/5o2/6o1/8 w", area="a1 h8 g7"),),
        ),
        Lesson(
            _("The end"),
            _(
                "Who has no move passes. When neither side can move the game is over, and more"
                " discs win: ten to six for black."
            ),
            (Frame("xxxx/xxoo/xxoo/xxoo b"),),
            {"size": 4},
        ),
    ),
    "robogo": (
        Lesson(
            _("Five in a row"),
            _("Five stones in a row or a column win. Black plays F5 and has won."),
            (
                Frame("9/9/9/2oo5/1xxxx4/2o1o4/9/9/9 b", to="F5", label=_BEFORE),
                Frame("9/9/9/2oo5/1xxxx4/2o1o4/9/9/9 b", "F5", label=_AFTER),
            ),
        ),
        Lesson(
            _("Not diagonally"),
            _("A diagonal line is worth nothing."),
            (Frame("9/9/6x2/5x3/4x4/3x1oo2/2x1oo3/9/9 w", area="C3 D4 E5 F6 G7"),),
        ),
        _TAKEN,
        _SUICIDE,
        Lesson(
            _("A capture opens a line"),
            _(
                "The white stone on F5 stops black's four. Black takes it off with F4, and can then"
                " play on F5."
            ),
            (
                Frame("9/9/9/4ox3/oxxxxox2/1oo1o4/9/9/9 b", to="F4", label=_BEFORE),
                Frame("9/9/9/4ox3/oxxxxox2/1oo1o4/9/9/9 b", "F4", area="F5", label=_AFTER),
            ),
        ),
    ),
    "dobutsu": (
        Lesson(
            _("The board"),
            _(
                "Each side has a lion, a giraffe, an elephant and a chick. The dots on a piece show"
                " where it can step."
            ),
            (Frame(),),
        ),
        Lesson(
            _("How they move"),
            _("Every animal steps one square. The marked squares are in its reach."),
            (
                Frame(
                    "2l/3/1L1/3[-] b",
                    area="a1 b1 c1 a2 c2 a3 b3 c3",
                    label=_("Lion: any direction"),
                ),
                Frame("2l/3/1G1/L2[-] b", area="b1 a2 c2 b3", label=_("Giraffe: straight")),
                Frame("2l/3/1E1/1L1[-] b", area="a1 c1 a3 c3", label=_("Elephant: diagonally")),
                Frame("2l/3/1C1/L2[-] b", area="b3", label=_("Chick: ahead")),
                Frame(
                    "2l/3/1+C1/L2[-] b",
                    area="b1 a2 c2 a3 b3 c3",
                    label=_("Hen: not diagonally back"),
                ),
            ),
        ),
        Lesson(
            _("Take and drop"),
            _(
                "A piece you take goes to your hand. Instead of moving you may drop it on any empty"
                " square; it is yours now."
            ),
            (
                Frame(came="b2", to="b3", label=_("Black takes the chick")),
                Frame(moves="b2b3 c4b3", area="c3", label=_("…and may drop it later")),
                Frame(moves="b2b3 c4b3 C*c3", label=_("Dropped")),
            ),
        ),
        Lesson(
            _("The hen"),
            _("A chick that moves onto the last rank becomes a hen. One that is dropped does not."),
            (
                Frame("2l/C2/3/1L1[-] b", came="a3", to="a4", label=_BEFORE),
                Frame("2l/C2/3/1L1[-] b", "a3a4+", label=_AFTER),
            ),
        ),
        Lesson(
            _("Catch the lion"),
            _("Take the other side's lion and you have won."),
            (
                Frame("1l1/1G1/c2/1L1[-] b", came="b3", to="b4", label=_BEFORE),
                Frame("1l1/1G1/c2/1L1[-] b", "b3b4", label=_AFTER),
            ),
        ),
        Lesson(
            _("The try"),
            _("You also win when your lion reaches the far rank and can't be taken there."),
            (
                Frame("3/L2/2l/1E1[-] b", came="a3", to="a4", label=_BEFORE),
                Frame("3/L2/2l/1E1[-] b", "a3a4", label=_AFTER),
            ),
        ),
    ),
}


def rules(game: Data) -> list[str]:
    """The rules as paragraphs."""
    return [part.strip() for part in gettext(game["rules"]).split("\n\n") if part.strip()]


def of(game: Data) -> list[Data]:
    """The lessons of a game, ready to draw; a game without any has its first board."""
    name = game["name"]
    if name not in LESSONS:
        frame = {"picture": packed(game["view"]), "label": ""}
        return [{"title": "", "sentence": gettext("The board at the start."), "frames": [frame]}]
    return [
        {
            "title": str(lesson.title),
            "sentence": str(lesson.sentence),
            "frames": [
                {"picture": picture, "label": str(frame.label)}
                for frame, picture in zip(lesson.frames, pictures, strict=True)
            ],
        }
        for lesson, pictures in zip(LESSONS[name], _pictures(name), strict=True)
    ]


@functools.lru_cache(maxsize=16)
def _pictures(name: str) -> list[list[str]]:
    return [[_picture(name, lesson, frame) for frame in lesson.frames] for lesson in LESSONS[name]]


def _picture(name: str, lesson: Lesson, frame: Frame) -> str:
    steps = tuple(Step(move) for move in frame.moves.split())
    sheet = Sheet(name, lesson.options, frame.start, moves=steps, at=len(steps))
    view = desks.of(name).picture(sheet)["view"]
    if not frame.area and not frame.to:
        return packed(view)
    hint: Data = {"area": frame.area.split()}
    if frame.to:
        hint |= {"to": frame.to, "from": frame.came or None}
    return packed(view, hint=hint)
