"""Games for the tests of `plyground check`: a good one, and some that break one promise each."""

import random
from collections.abc import Callable
from typing import Any

import plyground
from plyground import Game
from plyground.check import CheckReport, check_game
from plyground.engine.python_game import PythonSource

SQUARES = ["a2", "b2", "a1", "b1"]


class Good:
    """Stones on a board of two by two; two adjacent ones side by side win. A correct game."""

    name = "good"

    def __init__(self, squares: str = "....", turn: str = "black") -> None:
        self.squares = squares
        self.turn = turn

    def moves(self) -> Any:
        return [SQUARES[at] for at in range(4) if self.squares[at] == "."]

    def play(self, move: str) -> Any:
        at = SQUARES.index(move)
        stone, turn = ("x", "white") if self.turn == "black" else ("o", "black")
        return type(self)(self.squares[:at] + stone + self.squares[at + 1 :], turn)

    def result(self) -> Any:
        for row in self.rows():
            if row in ("xx", "oo"):
                return "black" if row == "xx" else "white", "two in a row"
        return None if "." in self.squares else "draw"

    def rows(self) -> list[str]:
        return [self.squares[:2], self.squares[2:]]

    def board(self) -> Any:
        return self.rows()

    def to_text(self) -> Any:
        return plyground.board_text(self.rows(), self.turn)

    @classmethod
    def from_text(cls, text: str) -> Any:
        rows, turn = plyground.read_board(text, 2, 2)
        return cls("".join(rows), turn)


def like_good(**changes: object) -> type[Good]:
    """The good game with some attributes replaced."""
    return type("LikeGood", (Good,), changes)


def check(cls: type[Any], *, games: int = 60, seconds: float = 5.0) -> CheckReport:
    return check_game(Game(PythonSource(cls), {}), games=games, seconds=seconds)


def from_words(answer: Callable[[str], Any]) -> Any:
    """A from_text() made from a function of only the text."""
    return classmethod(lambda _cls, text: answer(text))


def raiser(error: BaseException) -> Any:
    def raises(*_: object) -> None:
        raise error

    return raises


def scrambled(good: Good) -> list[str]:
    return random.sample(Good.moves(good), good.squares.count("."))


class RedTurn(Good):
    def __init__(self, squares: str = "....", turn: str = "black") -> None:
        super().__init__(squares, turn if squares.count(".") > 2 else "red")


class HiddenBan(Good):
    """The last square may not be answered above or below, but the text does not say so."""

    banned = ""

    def moves(self) -> Any:
        return [move for move in super().moves() if move != self.banned] or super().moves()

    def play(self, move: str) -> Any:
        after = super().play(move)
        after.banned = move[0] + ("1" if move[1] == "2" else "2")
        return after


class HiddenWin(Good):
    """The first player to take a1 wins, but the text does not show it."""

    winner: str | None = None

    def play(self, move: str) -> Any:
        after = super().play(move)
        after.winner = self.winner or (self.turn if move == "a1" else None)
        return after

    def result(self) -> Any:
        return self.winner if "." not in self.squares else None


class KeyByPath(Good):
    path = 0

    def play(self, move: str) -> Any:
        after = super().play(move)
        after.path = self.path * 5 + SQUARES.index(move) + 1
        return after

    def key(self) -> int:
        return self.path


class MutatingMoves(Good):
    def moves(self) -> Any:
        moves = super().moves()
        self.squares = "x" + self.squares[1:]
        return moves


class MutatingResult(Good):
    def result(self) -> Any:
        result = super().result()
        self.turn = "white"
        return result


class MutatingPlay(Good):
    def play(self, move: str) -> Any:
        after = super().play(move)
        self.squares = after.squares
        return after


class ListsTooMuch(Good):
    def moves(self) -> Any:
        return [*super().moves(), "c9"]


class GoesRound(Good):
    def moves(self) -> Any:
        return ["pass"]

    def play(self, move: str) -> Any:  # noqa: ARG002 - there is only one
        return type(self)(self.squares, "white" if self.turn == "black" else "black")


class NeverEnds(Good):
    """Counts its passes, so that no position comes back."""

    passed = 0

    def moves(self) -> Any:
        return ["pass"]

    def play(self, move: str) -> Any:  # noqa: ARG002 - there is only one
        after = type(self)(self.squares, "white" if self.turn == "black" else "black")
        after.passed = self.passed + 1
        return after

    def to_text(self) -> Any:
        return f"{super().to_text()} {self.passed}"

    @classmethod
    def from_text(cls, text: str) -> Any:
        board, _, passed = text.rpartition(" ")
        read = super().from_text(board)
        if passed != str(int(passed)):
            raise ValueError("A position ends with the number of passes.")
        read.passed = int(passed)
        return read


class WhiteWinsDraws(Good):
    def result(self) -> Any:
        result = super().result()
        return ("white", "it is full") if result == "draw" else result


class WhiteMayNotTakeA1(Good):
    def moves(self) -> Any:
        moves = super().moves()
        free = [move for move in moves if self.turn == "black" or move != "a1"]
        return free or moves


class GrowingBoard(Good):
    def board(self) -> Any:
        return [*self.rows(), ".."] if self.squares.count(".") < 3 else self.rows()


class Explains(Good):
    def explain(self, word: str) -> str:
        return {"a1": "It is taken."}[word]


class SplitsBlindly(Good):
    @classmethod
    def from_text(cls, text: str) -> Any:
        turn = text.split(" ")[1]
        return cls(Good.from_text(text).squares, "black" if turn == "b" else "white")


class AcceptsTooMuch(Good):
    """Reads an empty text as a board without squares."""

    @classmethod
    def from_text(cls, text: str) -> Any:
        return cls(" ", "black") if not text else Good.from_text(text)
