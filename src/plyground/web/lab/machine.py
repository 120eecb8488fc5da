"""The lesson on how a machine learns: its chapters, on two recorded trainings."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from plyground.engine.options import Value
from plyground.web.lab.sights import Place

RUN = "first-steps"  # the recorded training of each game
# The games of the lesson, with their options; tic-tac-toe is Gomoku on a small board.
GAMES: dict[str, dict[str, Value]] = {"gomoku": {"size": 3, "line": 3}, "connect_four": {}}


@dataclass(frozen=True)
class Chapter:
    """A few sentences, and a position for the networks of a training."""

    game: str
    network: int  # the generation shown first
    place: Place
    title: str | Promise
    texts: tuple[str | Promise, ...]

    @property
    def first(self) -> bool:
        """Whether this chapter explains the board."""
        return self is CHAPTERS[0]


CHAPTERS = (
    Chapter(
        "gomoku",
        0,
        Place(),
        _("It begins with nothing"),
        (
            _(
                "This network has never seen a game of tic-tac-toe. It knows the rules, but not"
                " what a good move is: its numbers are random. So it likes all squares about"
                " equally well, and thinks that either side may win."
            ),
            _(
                "Move the slider. With best play tic-tac-toe is a draw, whatever the first move:"
                " which generation finds that out?"
            ),
        ),
    ),
    Chapter(
        "gomoku",
        0,
        Place(2, 6, 4),
        _("It plays against itself"),
        (
            _(
                "To learn, it plays games against itself. Before a move it looks a few moves"
                " ahead: a search that the network guides. Here the search found b2, which"
                " threatens to win in two places at once. The first network has no idea of that."
                " The table compares the two."
            ),
            _(
                "Then the network learns to predict what its search found. With a better network,"
                " the next search finds more. That is the whole idea."
            ),
        ),
    ),
    Chapter(
        "gomoku",
        1,
        Place(2, 9, 7),
        _("The end of a game is understood first"),
        (
            _(
                "Near the end the result of a game says most about a position, so this is where"
                " the network learns first who will win. Step back through the game: how many"
                " moves before the end does it notice? Later generations notice earlier."
            ),
        ),
    ),
    Chapter(
        "connect_four",
        0,
        Place(),
        _("The same for a larger game"),
        (
            _(
                "Nothing in this is special to tic-tac-toe: the same program learns Connect Four."
                " With best play the first player wins, but only by starting in the middle. Move"
                " the slider, and see when the network finds out."
            ),
            _("Play against the first generation, and then against the last."),
        ),
    ),
)
