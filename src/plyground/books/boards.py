"""Positions without regard to symmetry: one key for all images of a position."""

import re

from plyground.engine.actions import Actions
from plyground.engine.game import Game, Position
from plyground.engine.symmetry import Image, images

Key = tuple[str, ...]

_NAMES_A_POINT = re.compile(r"[A-Za-z][0-9]")


class Boards:
    """The images of a game's board.

    >>> import plyground
    >>> othello = plyground.game("othello")
    >>> boards, start = Boards(othello), othello.start()
    >>> keys = {boards.key(start.play(move)) for move in start.moves()}
    >>> len(keys)
    1
    """

    def __init__(self, game: Game) -> None:
        self._actions = Actions(game)
        self._images = images(self._actions)
        self._place = {at: number for number, at in enumerate(_squares(game))}

    def key(self, position: Position) -> Key:
        """The same for all images of a position, and different for all others."""
        return self.turned(position)[0]

    def turned(self, position: Position) -> tuple[Key, list[Image]]:
        """The key, and the images of the board that lead to it."""
        pieces = [
            (self._place[piece["at"]], f"{piece['owner'][0]}{piece['kind']}")
            for piece in position.pieces()
        ]
        rest = _beside_the_board(position.to_text())
        # a point named beside the board, such as that of a ko, is not turned
        allowed = self._images[:1] if _NAMES_A_POINT.search(rest) else self._images
        boards = [
            tuple(sorted((image.squares[at], kind) for at, kind in pieces)) for image in allowed
        ]
        first = min(boards)
        key = (rest, *(f"{at}{kind}" for at, kind in first))
        return key, [image for image, board in zip(allowed, boards, strict=True) if board == first]

    def to_key(self, move: str, image: Image) -> int:
        """The number of a move on the board of the key."""
        return image.actions[self._actions.number(move)]

    def from_key(self, number: int, image: Image) -> str:
        """The inverse of to_key()."""
        return self._actions.move(image.actions.index(number))


def _squares(game: Game) -> list[str]:
    start = game.start()
    return [column + row for row in start.rows for column in start.columns]


def _beside_the_board(text: str) -> str:
    """The hands and all words after the rows: the side to move, and what the rules need.

    >>> _beside_the_board("gle/1c1/1C1/ELG[C] b"), _beside_the_board("3/3/3 w passes=1")
    ('[C] b', ' w passes=1')
    """
    rows, space, words = text.partition(" ")
    _, bracket, hands = rows.partition("[")
    return bracket + hands + space + words
