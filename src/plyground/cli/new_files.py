"""The files that `plyground new` writes; `$name`, `$title` and `$type` are the game's names."""

GAME = '''\
"""$title: plyground check $name.py; plyground play $name --load $name.py"""

from dataclasses import dataclass

import plyground

SIZE = 4  # rows and columns
LINE = 3  # stones in a line that win
# The names of the squares, as the board is read: from the top left.
SQUARES = [f"{column}{row}" for row in range(SIZE, 0, -1) for column in "abcd"[:SIZE]]


@plyground.register
@dataclass(frozen=True)  # a position never changes
class $type:
    """Take turns to place stones. Three in a line win; a full board is a draw."""

    # The rules in a paragraph are above. The name is that of commands and files.
    name = "$name"
    title = "$title"
    # The board can be turned and mirrored. Remove this line if it can't.
    symmetries = "square"

    # The fields make up a position: here the board, as one text, and the side to move.
    squares: str = "." * (SIZE * SIZE)
    turn: str = "black"  # Black begins in every game

    def moves(self) -> list[str]:
        """The legal moves, as texts. It is called only while the game is not over."""
        return [name for name, square in zip(SQUARES, self.squares, strict=True) if square == "."]

    def play(self, move: str) -> "$type":
        """The position after a legal move, as a new object."""
        at = SQUARES.index(move)
        stone, turn = ("x", "white") if self.turn == "black" else ("o", "black")
        return $type(self.squares[:at] + stone + self.squares[at + 1 :], turn)

    def result(self) -> tuple[str, str] | None:
        """None while the game goes on, then the winner or "draw", and the reason."""
        for stone, side in (("x", "black"), ("o", "white")):
            if any(self.has_line(stone, at) for at in range(SIZE * SIZE)):
                return side, "three in a line"
        return None if "." in self.squares else ("draw", "the board is full")

    def has_line(self, stone: str, at: int) -> bool:
        """Whether a line of these stones begins here."""
        y, x = divmod(at, SIZE)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(y + down * n, x + right * n) for n in range(LINE)]
            if all(0 <= v < SIZE and 0 <= u < SIZE for v, u in line) and all(
                self.squares[v * SIZE + u] == stone for v, u in line
            ):
                return True
        return False

    def board(self) -> list[str]:
        """Rows from the top: "x" for Black's stones, "o" for White's, "." for empty squares."""
        return [self.squares[row : row + SIZE] for row in range(0, SIZE * SIZE, SIZE)]

    def to_text(self) -> str:
        """The position as one line of text. It must contain everything that the rules need."""
        return plyground.board_text(self.board(), self.turn)

    @classmethod
    def from_text(cls, text: str) -> "$type":
        """The position of a text; a text that is none raises ValueError with a sentence."""
        rows, turn = plyground.read_board(text, SIZE, SIZE)
        return cls("".join(rows), turn)

    # Optional: evaluate(), explain(move), score(), hands(), marks() and more. The page "A game of
    # your own, in Python" of the documentation lists them.
'''

TEST = '''\
"""Tests of $title: run `pytest test_$name.py`."""

from pathlib import Path

import plyground
from plyground.check import check_file

FILE = Path(__file__).with_name("$name.py")
plyground.load(FILE)


def test_random_games_break_no_promise() -> None:
    report = check_file(FILE, games=50)
    assert report.ok, str(report)


def test_three_in_a_line_win() -> None:
    end = plyground.game("$name").start().play_all("a1 a2 b1 b2 c1")
    result = end.result()
    assert result is not None
    assert (result.winner, result.reason) == ("black", "three in a line")


def test_occupied_square_is_refused() -> None:
    position = plyground.game("$name").start().play("a1")
    assert str(position.explain("a1")) == "There is already a piece on a1."
'''

LESSON = '''\
# A lesson: `plyground lessons check $lesson --load $name.py`
game = "$name"
title.en = "Three in a line"
summary.en = "Place stones, and line up three of them."

[[steps]]
goal = "any"
words.en = "You play Black. Place a stone on any square."
right.en = "Now it is White's turn."
hints = [{ en = "The middle has the most neighbours.", at = "b2" }]

[[steps]]
position = """
. . . .
. o o .
. . . .
x x . .
b
"""
goal = "win"
words.en = "Three in a line win. You have two: add the third."
right.en = "Three in a line: you win."
otherwise.en = "That is not three in a line yet."
hints = [{ en = "Look at the lowest row.", at = "c1" }]
'''
