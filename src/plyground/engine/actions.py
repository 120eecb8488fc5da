"""Numbers for moves, for programs that learn.

A number depends only on the game and its options. Moves with the same pattern of text have
consecutive numbers: first the moves that name one square and nothing else, in reading order of the
board; then the moves that name two squares, without other text first; then all others, shorter
texts first. Random games, which are the same on every machine, show which patterns a game has. The
author of a game written in Python can list the moves instead, in an attribute `actions`.
"""

import functools
import inspect
import itertools
import operator
import re
from collections.abc import Container, Hashable, Sequence
from typing import SupportsIndex, cast

from plyground.engine.base_position import core_state
from plyground.engine.game import Game, Position
from plyground.engine.sampling import Seen, sample_games

MOST = 1 << 18  # larger numbers are of no use
LABEL = re.compile(r"[A-Za-z]\d+")


class Actions:
    """The moves of a game as numbers from 0 to `count` - 1.

    >>> import plyground
    >>> actions = Actions(plyground.game("othello"))
    >>> actions.count, actions.number("f5"), actions.move(37), actions.number("pass")
    (65, 37, 'f5', 64)
    >>> actions.legal(plyground.game("othello").start())
    [19, 26, 37, 44]
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        listed = _listed(game)
        self._texts = _numbered(game) if listed is None else listed
        self._numbers = {text: number for number, text in enumerate(self._texts)}

    @property
    def count(self) -> int:
        """How many numbers there are. Some may never be legal."""
        return len(self._texts)

    def number(self, move: str) -> int:
        """The number of a move, given as `position.moves()` writes it.

        >>> import plyground
        >>> dobutsu = Actions(plyground.game("dobutsu"))
        >>> [dobutsu.number(move) for move in ("b2b3", "b3b4+", "C*a4")]
        [88, 193, 288]
        >>> dobutsu.number("z9")
        Traceback (most recent call last):
            ...
        ValueError: In dobutsu no move 'z9' has a number; moves are written as 'b2b3'.
        """
        try:
            return self._numbers[move]
        except (KeyError, TypeError):
            raise ValueError(
                f"In {self.game.name} no move {str(move)[:24]!r} has a number;"
                f" moves are written as {next(iter(self.game.start().moves()), 'pass')!r}."
            ) from None

    def move(self, number: SupportsIndex) -> str:
        """The text of the move with this number, legal or not.

        >>> import plyground
        >>> Actions(plyground.game("go", size=9)).move(81)
        'pass'
        """
        at = operator.index(number)
        if not 0 <= at < self.count:
            raise ValueError(
                f"The moves of {self.game.name} have the numbers 0 to {self.count - 1}, not {at}."
            )
        return self._texts[at]

    def legal(self, position: Position) -> list[int]:
        """The numbers of the legal moves, in order; none if the game is over."""
        if position.game != self.game:
            raise ValueError(f"These are the moves of {self.game!r}, not of {position.game!r}.")
        try:  # a set, because equal pieces in hand may give several moves with one text
            return sorted({self._numbers[move] for move in position.moves()})
        except KeyError as error:
            raise ValueError(
                f"The move {error.args[0]!r} of {self.game.name} has no number, because random"
                " play showed no such move. List every move of the game in the class attribute"
                " `actions`."
            ) from None


def seen(game: Game) -> Seen:
    """The moves and pieces seen in some random games.

    >>> import plyground
    >>> dobutsu = seen(plyground.game("dobutsu"))
    >>> dobutsu.on_board
    ('chick', 'elephant', 'giraffe', 'hen', 'lion')
    >>> dobutsu.in_hand
    ('chick', 'elephant', 'giraffe')
    """
    return _seen(cast(Hashable, game._source), game)  # noqa: SLF001


@functools.lru_cache(maxsize=32)
def _seen(source: Hashable, game: Game) -> Seen:  # two sources may share a name
    named = getattr(getattr(source, "cls", None), "kinds", {}).values()
    return sample_games(core_state(game.start()), named)


def squares_of(game: Game) -> list[str]:
    """The labels of all squares or points in reading order: from the top left, row by row.

    >>> import plyground
    >>> squares_of(plyground.game("dobutsu"))[:4]
    ['a4', 'b4', 'c4', 'a3']
    """
    view = game.start().view()
    return [column + row for row in view["rows"] for column in view["columns"]]


def _listed(game: Game) -> list[str] | None:
    """Every move, if the author of a game lists them; a class method receives the options."""
    listed = getattr(getattr(game._source, "cls", None), "actions", None)  # noqa: SLF001
    if listed is None:
        return None
    moves = listed(**game.values) if inspect.ismethod(listed) else listed
    if isinstance(moves, str) or not isinstance(moves, Sequence) or not moves:
        raise ValueError(
            f"The actions of {game.name} should be a list of strings, one for each move, or a"
            " class method that takes the options and returns such a list."
        )
    if len(set(moves)) < len(moves):
        raise ValueError(f"The actions of {game.name} name a move twice.")
    return [str(move) for move in moves]


def _numbered(game: Game) -> list[str]:
    """Every text with the pattern of a move from some random game, in the order of the numbers."""
    squares = squares_of(game)
    patterns = sorted({pattern_of(text, squares)[0] for text in seen(game).moves}, key=_place)
    count = sum(len(squares) ** (len(words) - 1) for words in patterns)
    if count > MOST:
        raise ValueError(
            f"The moves of {game.name} would need {count} numbers; the limit is {MOST}. List"
            " every move of the game in the class attribute `actions`."
        )
    return [
        "".join(part for pair in zip(words, (*named, ""), strict=True) for part in pair)
        for words in patterns
        for named in itertools.product(squares, repeat=len(words) - 1)
    ]


def pattern_of(text: str, squares: Container[str]) -> tuple[tuple[str, ...], list[str]]:
    """The text before, between and after the squares that a move names, and these squares.

    >>> pattern_of("C*a4", {"a3", "a4"})
    (('C*', ''), ['a4'])
    """
    words, named = [""], []
    rest = 0
    for label in LABEL.finditer(text):
        if label[0] in squares:
            words[-1] = text[rest : label.start()]
            words.append("")
            named.append(label[0])
            rest = label.end()
    words[-1] = text[rest:]
    return tuple(words), named


def _place(words: tuple[str, ...]) -> tuple[bool, int, int, tuple[str, ...]]:
    """The sort key of a pattern: squares alone first, words alone last."""
    return len(words) == 1, sum(map(len, words)), len(words), words
