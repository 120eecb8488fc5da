"""A slow referee for Robogo, lines with Go's captures."""

import copy

from . import boards
from .boards import Board, Point


class Oracle:
    """A game of Robogo that keeps every earlier board and scans the whole board for everything."""

    def __init__(self, text: str | None = None, **options: object) -> None:
        """Start a game, or continue from a position's text with a new history."""
        self.size = boards.take_number(options, "size", 9, 3, 19)
        self.line = boards.take_number(options, "line", 5, 1, 19)
        self.captures = boards.take_choice(options, "captures", ("yes", "no")) == "yes"
        self.ko_rule = boards.take_choice(options, "ko", ("positional", "simple"))
        self.pass_allowed = boards.take_choice(options, "pass", ("yes", "no")) == "yes"
        boards.refuse_leftovers(options)

        self.board: Board = {}
        self.turn = "black"
        self.passes = 0
        self.ko: Point | None = None
        # Only a position read from text needs this: otherwise the history determines the ko.
        self.barred: Point | None = None
        if text is not None:
            self._read(text)
        self.history: boards.History = [(self.board, self.turn)]

    def copy(self) -> "Oracle":
        """Make an independent copy."""
        # A board is never changed, only replaced, so both may share them.
        twin = copy.copy(self)
        twin.history = list(self.history)
        return twin

    # Playing

    def moves(self) -> list[str]:
        """List the legal moves, the pass (if there is one) last."""
        if self.result() is not None:
            return []
        placements = [boards.name_of(point) for point in self._legal_points()]
        return [*placements, "pass"] if self.pass_allowed else placements

    def _legal_points(self) -> list[Point]:
        points = boards.all_points(self.size)
        return [point for point in points if self._placement_refusal(point) is None]

    def refusal(self, move: str) -> str | None:
        """Say why a move is not legal, None if it is."""
        if not boards.is_pass(move) and not boards.is_point(move):
            return "unreadable"
        if self.result() is not None:
            return "game_over"
        if boards.is_pass(move):
            return None if self.pass_allowed else "must_not_pass"
        point = boards.find_point(move, self.size)
        return "off_board" if point is None else self._placement_refusal(point)

    def _placement_refusal(self, point: Point) -> str | None:
        if point in self.board:
            return "occupied"
        if not self.captures:
            return None
        after, _ = self._placed(point)
        if not boards.liberties(after, point, self.size):
            return "suicide"
        opponent = boards.other(self.turn)
        if point == self.barred or boards.repeats(self.history, after, opponent, self.ko_rule):
            return "ko"
        return None

    def _placed(self, point: Point) -> tuple[Board, set[Point]]:
        """Compute a placement: the board after it and the captured stones."""
        if not self.captures:
            return {**self.board, point: self.turn}, set()
        return boards.place(self.board, point, self.turn, self.size)

    def play(self, move: str) -> None:
        """Play a legal move."""
        point = None if boards.is_pass(move) else boards.find_point(move, self.size)
        self.ko = self.barred = None
        if point is None:
            self.passes += 1
        else:
            self.board, captured = self._placed(point)
            self.ko = boards.ko_point(self.board, point, captured, self.size)
            self.passes = 0
        self.turn = boards.other(self.turn)
        self.history.append((self.board, self.turn))

    # Ending and counting

    def result(self) -> tuple[str | None, float | None, str] | None:
        """Tell winner, margin (there is none) and how the game ended, None if it goes on."""
        # A line can only arise by its owner's placement, which ends the game at once. So it makes
        # no difference that this checks the whole board for both sides, the last mover first.
        for side in (boards.other(self.turn), self.turn):
            if boards.longest_line(self.board, side) >= self.line:
                return side, None, "line"
        draw = self._draw()
        return None if draw is None else (None, None, draw)

    def _draw(self) -> str | None:
        if self.passes >= 2:
            return "two_passes"
        if not self.pass_allowed and len(self.board) == self.size**2:
            return "full_board"
        if not self.pass_allowed and not self._legal_points():
            return "no_moves"
        if self.captures and self.ko_rule == "simple" and self._times_seen() >= 3:
            return "repetition"
        return None

    def _times_seen(self) -> int:
        return self.history.count((self.board, self.turn))

    def score(self) -> tuple[float, float]:
        """Measure each side's longest line."""
        black = boards.longest_line(self.board, "black")
        return float(black), float(boards.longest_line(self.board, "white"))

    # Text

    def to_text(self) -> str:
        """Write the position in one line."""
        words = [boards.board_text(self.board, self.size), self.turn[0]]
        if self.passes:
            words.append(f"passes={self.passes}")
        if self.captures and self.ko is not None:
            words.append(f"ko={boards.name_of(self.ko)}")
        return " ".join(words)

    def _read(self, text: str) -> None:
        self.board, self.turn, words = boards.read_position(text, self.size)
        self.passes = int(words.get("passes", "0"))
        self.ko = self.barred = boards.find_point(words.get("ko", ""), self.size)
        # One check instead of many: the parsed text must read the same when written again.
        if self.passes > 2 or self.to_text() != text:
            raise ValueError(f"not a position's text: {text}")
