"""A whole game in Python. Try it: plyground play tictactoe --load examples/tictactoe.py"""

from dataclasses import dataclass

import plyground

SQUARES = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]  # as read, from the top left
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


@plyground.register
@dataclass(frozen=True)
class TicTacToe:
    """Take turns to mark squares. Three in a row win; a full board is a draw."""

    name = "tictactoe"
    title = "Tic-tac-toe"
    squares: str = "." * 9
    turn: str = "black"

    def moves(self) -> list[str]:
        return [SQUARES[at] for at in range(9) if self.squares[at] == "."]

    def play(self, move: str) -> "TicTacToe":
        at = SQUARES.index(move)
        stone, turn = ("x", "white") if self.turn == "black" else ("o", "black")
        return TicTacToe(self.squares[:at] + stone + self.squares[at + 1 :], turn)

    def result(self) -> tuple[str, str] | None:
        for line in LINES:
            stones = "".join(self.squares[int(at)] for at in line)
            if stones in ("xxx", "ooo"):
                return "black" if stones == "xxx" else "white", "three in a row"
        return None if "." in self.squares else ("draw", "the board is full")

    def board(self) -> list[str]:
        return [self.squares[:3], self.squares[3:6], self.squares[6:]]

    def to_text(self) -> str:
        return plyground.board_text(self.board(), self.turn)

    @classmethod
    def from_text(cls, text: str) -> "TicTacToe":
        rows, turn = plyground.read_board(text, rows=3, columns=3)
        return cls("".join(rows), turn)
