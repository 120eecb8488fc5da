"""Refusals of moves, results of games, and running scores."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from plyground.engine.view import Turn


@dataclass(frozen=True)
class Refusal:
    """Why a move is illegal: a stable code, its arguments, and a sentence.

    >>> import plyground
    >>> plyground.game("othello").start().explain("a1").code
    'no_flip'
    """

    code: str
    args: Mapping[str, str] = field(hash=False)
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class IllegalMove(ValueError):  # noqa: N818 - the name says what happened, as in python-chess
    """An illegal move; `code` and `sentence` say why. The position does not change.

    >>> import plyground
    >>> plyground.game("go").start().play("Z99")
    Traceback (most recent call last):
        ...
    plyground.engine.results.IllegalMove: Z99 is not on this board.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[Refusal]]:
        return IllegalMove, (self.refusal,)

    @property
    def code(self) -> str:
        """The stable code of the refusal."""
        return self.refusal.code

    @property
    def sentence(self) -> str:
        """The refusal in words."""
        return self.refusal.sentence


@dataclass(frozen=True)
class Result:
    """The result of a game: the winner (None: a draw), the margin if it counts, and the reason.

    >>> import plyground
    >>> go = plyground.game("go", size=9).start()
    >>> result = go.play_all("pass pass").result()
    >>> result.winner, result.margin, result.reason
    ('white', 6.5, 'two passes: white by 6.5')
    """

    winner: Turn | None
    margin: float | None
    code: str
    reason: str

    def __str__(self) -> str:
        return f"{self.winner} wins: {self.reason}" if self.winner else f"draw: {self.reason}"


@dataclass(frozen=True)
class Term:
    """The value of one heuristic: Black's advantage, and the heuristic's default weight.

    >>> import plyground
    >>> coins = plyground.game("othello").start().play("f5").explain_score()[0]
    >>> coins.name, coins.value
    ('coins', 60.0)
    """

    name: str
    sentence: str
    value: float
    weight: float


@dataclass(frozen=True)
class Score:
    """A running score for both sides.

    >>> import plyground
    >>> plyground.game("othello").start().score()
    Score(black=2.0, white=2.0, unit='discs')
    """

    black: float
    white: float
    unit: str
