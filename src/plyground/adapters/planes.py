"""A position as feature planes, the input of neural networks."""

import numpy as np
import numpy.typing as npt

from plyground.engine.actions import seen, squares_of
from plyground.engine.game import Game, Position
from plyground.engine.view import Turn, View

FULL = 127  # larger numbers of equal pieces in hand count as this many

Board = npt.NDArray[np.int8]


class Planes:
    """The planes of a game. `names` describes each plane, `shape` is rows, columns, planes.

    A piece is a 1 on its square, in the plane of its kind and owner: "own" is the observing side. A
    plane of a hand holds the number of its pieces on every square. The other planes show whether
    the observing side is Black, the square of the last move, and whether that move was a pass. The
    board is never turned, so a number of `Actions` means the same for both sides.

    >>> import plyground
    >>> planes = Planes(plyground.game("othello", size=4))
    >>> planes.shape, planes.names
    ((4, 4, 5), ('own disc', 'other disc', 'black', 'last move', 'passed'))
    """

    def __init__(self, game: Game) -> None:
        random = seen(game)
        kinds, held, passes = random.on_board, random.in_hand, "pass" in random.moves
        self._kinds = {kind: at for at, kind in enumerate(kinds)}
        self._held = {kind: at for at, kind in enumerate(held, 2 * len(kinds))}
        owners = ("own", "other")
        self.names = (
            *(f"{owner} {kind}" for owner in owners for kind in kinds),
            *(f"{owner} {kind} in hand" for owner in owners for kind in held),
            *("black", "last move", *["passed"] * passes),
        )
        self._extra = 2 * (len(kinds) + len(held))
        self._passes = passes
        view = game.start().view()
        self.shape = len(view["rows"]), len(view["columns"]), len(self.names)
        places = np.ndindex(self.shape[:2])
        self._at = dict(zip(squares_of(game), places, strict=True))

    @property
    def most(self) -> Board:
        """The largest value of each element."""
        most = np.ones(self.shape, np.int8)
        most[:, :, 2 * len(self._kinds) : self._extra] = FULL
        return most

    def of(self, position: Position, side: Turn) -> Board:
        """The position from one side's point of view.

        >>> import plyground
        >>> start = plyground.game("othello", size=4).start()
        >>> Planes(start.game).of(start, "black")[:, :, 0].tolist()
        [[0, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
        """
        board = np.zeros(self.shape, np.int8)
        view = position.view()
        for piece in view["pieces"]:
            plane = self._plane(self._kinds, piece["kind"])
            other = len(self._kinds) * (piece["owner"] != side)
            board[(*self._at[piece["at"]], plane + other)] = 1
        for hand in view["hands"]:
            plane = self._plane(self._held, hand["kind"])
            other = len(self._held) * (hand["owner"] != side)
            board[:, :, plane + other] = min(hand["count"], FULL)
        board[:, :, self._extra] = side == "black"
        self._mark_last(board, view)
        return board

    def _mark_last(self, board: Board, view: View) -> None:
        last = view["last_move"]
        if last is not None and last["to"] is not None:
            board[(*self._at[last["to"]], self._extra + 1)] = 1
        if self._passes:
            board[:, :, self._extra + 2] = last is not None and last["kind"] == "pass"

    def _plane(self, planes: dict[str, int], kind: str) -> int:
        if kind not in planes:
            known = ", ".join(planes) or "none"
            raise ValueError(
                f"There is no plane for the piece {kind!r}, because random play produced only"
                f" {known}."
            )
        return planes[kind]
