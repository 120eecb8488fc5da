"""A slow, plain referee for Connect Four: lists of discs that grow upwards."""

import itertools
import re

OTHER = {"black": "white", "white": "black"}
DISC = {"black": "x", "white": "o"}
BLANKS = " \t\n\r\v\f"
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Oracle:
    """One game: each column's discs from the bottom up, and whose turn it is."""

    def __init__(self, text: str | None = None, **options: object) -> None:
        """Start a game, or go on from a position text."""
        self.width = int(str(options.pop("columns", 7)))
        self.height = int(str(options.pop("rows", 6)))
        self.line = int(str(options.pop("line", 4)))
        assert not options, f"unknown options: {options}"
        self.columns: list[list[str]] = [[] for _ in range(self.width)]
        self.turn = "black"
        if text is not None:
            self._read_text(text)

    def moves(self) -> list[str]:
        """List every legal move; none once the game is over."""
        if self.result() is not None:
            return []
        return [name for name in self._names() if len(self._column(name)) < self.height]

    def refusal(self, move: str) -> str | None:
        """Say why a move is refused, or None if it is legal."""
        word = move.strip(BLANKS)
        is_pass = re.fullmatch("pass", word, re.IGNORECASE | re.ASCII) is not None
        if not is_pass and re.fullmatch("[A-Za-z][0-9]*|[0-9]", word) is None:
            return "unreadable"
        if self.result() is not None:
            return "game_over"
        if is_pass:
            return "must_not_pass"
        name = self._name(word)
        if name is None:
            return "off_board"
        return "column_full" if len(self._column(name)) == self.height else None

    def play(self, move: str) -> None:
        """Play a legal move in place."""
        name = self._name(move.strip(BLANKS))
        assert name is not None
        self._column(name).append(DISC[self.turn])
        self.turn = OTHER[self.turn]

    def result(self) -> tuple[str | None, float | None, str] | None:
        """Return (winner, margin, code), or None while the game goes on."""
        for player in ("black", "white"):
            if self.has_won(player):
                return (player, None, "line")
        full = all(len(column) == self.height for column in self.columns)
        return (None, None, "full_board") if full else None

    def score(self) -> tuple[float, float] | None:
        """Nothing is counted."""
        return None

    def to_text(self) -> str:
        """Write the position as one line."""
        rows = []
        for row in reversed(range(self.height)):
            signs = "".join(self._at(column, row) or "." for column in range(self.width))
            rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), signs))
        return f"{'/'.join(rows)} {self.turn[0]}"

    def has_won(self, player: str) -> bool:
        """Look along every line that fits the board."""
        squares = itertools.product(range(self.width), range(self.height))
        return any(
            all(
                self._at(column + by * across, row + by * up) == DISC[player]
                for by in range(self.line)
            )
            for column, row in squares
            for across, up in STEPS
        )

    def _at(self, column: int, row: int) -> str | None:
        """The disc on a square; None if it is empty or off the board."""
        if not (0 <= column < self.width and 0 <= row < len(self.columns[column])):
            return None
        return self.columns[column][row]

    def _names(self) -> str:
        return "abcdefgh"[: self.width]

    def _name(self, word: str) -> str | None:
        """The letter of the column that a letter, a number or one of its squares names."""
        if word in "0123456789":
            return self._names()[int(word) - 1] if 1 <= int(word) <= self.width else None
        column, row = word[0].lower(), word[1:]
        # as texts, because a number may be very long
        rows = ["", *map(str, range(1, self.height + 1))]
        is_there = column in self._names() and (row == "" or row.lstrip("0") in rows[1:])
        return column if is_there else None

    def _column(self, name: str) -> list[str]:
        return self.columns[self._names().index(name)]

    def _read_text(self, text: str) -> None:
        board, side = text.split(" ")
        self.turn = {"b": "black", "w": "white"}[side]
        rows = [re.sub("[0-9]", lambda run: "." * int(run.group()), r) for r in board.split("/")]
        assert [len(row) for row in rows] == [self.width] * self.height, text
        for row in reversed(rows):
            for column, sign in zip(self.columns, row, strict=True):
                if sign != ".":
                    column.append(sign)
        assert self.to_text() == text, "a disc hangs in the air"
