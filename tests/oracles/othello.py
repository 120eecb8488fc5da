"""A slow, plain referee for Othello, for comparison with the fast rules."""

import re

Square = tuple[int, int]  # column from the left, row from the top, both counted from 0

MARK = {"black": "x", "white": "o"}
OTHER = {"black": "white", "white": "black"}
SIDE = {"b": "black", "w": "white"}
COLUMNS = "abcdefgh"
BLANKS = " \t\r\n\v\f"
DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


def read_size(options: dict[str, object]) -> int:
    """The board's size from the options; an unknown option is an error."""
    unknown = set(options) - {"size"}
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    size = int(str(options.get("size", 8)))
    if size not in (4, 6, 8):
        raise ValueError(f"size must be 4, 6 or 8, not {size}")
    return size


def read_row(text: str) -> list[str]:
    """The cells of one row: `x`, `o` or `.`, with a number for a run of empty cells."""
    if not re.fullmatch(r"([xo]|[1-9][0-9]*)+", text):
        raise ValueError(f"bad row: {text!r}")
    cells: list[str] = []
    for part in re.findall(r"[xo]|[0-9]+", text):
        cells += [part] if part in "xo" else ["."] * int(part)
    return cells


def write_row(cells: list[str]) -> str:
    """The inverse of read_row."""
    return re.sub(r"\.+", lambda run: str(len(run.group())), "".join(cells))


class Oracle:
    """A position: a dictionary of cells and the side to move."""

    def __init__(self, text: str | None = None, **options: object) -> None:
        self.size = read_size(options)
        self.turn = "black"
        self.board: dict[Square, str] = {}
        self._found: dict[str, list[Square]] = {}  # each side's placements on this board
        if text is None:
            self._set_up()
        else:
            self._read_text(text)

    def _set_up(self) -> None:
        """Four discs in the centre, white top left and bottom right."""
        for square in self._squares():
            self.board[square] = "."
        low, high = self.size // 2 - 1, self.size // 2
        self.board[low, low] = self.board[high, high] = "o"
        self.board[high, low] = self.board[low, high] = "x"

    def _read_text(self, text: str) -> None:
        words = text.split()
        if len(words) != 2 or words[1] not in SIDE:
            raise ValueError(f"bad position: {text!r}")
        rows = [read_row(row) for row in words[0].split("/")]
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise ValueError(f"not a board of size {self.size}: {text!r}")
        for column, row in self._squares():
            self.board[column, row] = rows[row][column]
        self.turn = SIDE[words[1]]

    def copy(self) -> "Oracle":
        """A copy that can be played on without changing this position."""
        other = Oracle(size=self.size)
        other.board = dict(self.board)
        other.turn = self.turn
        return other

    def moves(self) -> list[str]:
        """All legal moves: placements, or `pass` if there is none; nothing after the end."""
        if self._over():
            return []
        return [self._name(square) for square in self._placements(self.turn)] or ["pass"]

    def refusal(self, move: str) -> str | None:
        """Why the move is refused, or None if it is legal."""
        name = self._read_move(move)
        if name is None:
            return "unreadable"
        if self._over():
            return "game_over"
        if name == "pass":
            return "must_not_pass" if self._placements(self.turn) else None
        squares = self._named_squares()
        if name not in squares:
            return "off_board"
        if self.board[squares[name]] != ".":
            return "occupied"
        if not self._placements(self.turn):
            return "must_pass"
        return None if self._flips(squares[name], self.turn) else "no_flip"

    def play(self, move: str) -> None:
        """Play a legal move in place."""
        name = self._read_move(move)
        if name is None:
            raise ValueError(f"unreadable: {move!r}")
        if name != "pass":
            square = self._named_squares()[name]
            for changed in [square, *self._flips(square, self.turn)]:
                self.board[changed] = MARK[self.turn]
        self._found = {}
        self.turn = OTHER[self.turn]

    def result(self) -> tuple[str | None, float | None, str] | None:
        """Winner, margin and code once neither side can move."""
        if not self._over():
            return None
        black, white, empty = self._count("x"), self._count("o"), self._count(".")
        code = "no_moves" if empty else "full_board"
        if black == white:
            return None, 0.0, code
        winner = "black" if black > white else "white"
        return winner, float(abs(black - white) + empty), code

    def score(self) -> tuple[float, float] | None:
        """The discs of black and of white."""
        return float(self._count("x")), float(self._count("o"))

    def to_text(self) -> str:
        """The position as one line."""
        numbers = range(self.size)
        rows = [write_row([self.board[column, row] for column in numbers]) for row in numbers]
        return "/".join(rows) + " " + self.turn[0]

    def _read_move(self, move: str) -> str | None:
        """`pass` or a point as `f5`, on the board or not; None if it is neither."""
        move = move.strip(BLANKS)
        if re.fullmatch(r"[Pp][Aa][Ss][Ss]", move):
            return "pass"
        point = re.fullmatch(r"([A-Za-z])([0-9]+)", move)
        if point is None:
            return None
        # The row stays text: a number of any length is then just a name that no square has.
        return point[1].lower() + (point[2].lstrip("0") or "0")

    def _squares(self) -> list[Square]:
        return [(column, row) for row in range(self.size) for column in range(self.size)]

    def _named_squares(self) -> dict[str, Square]:
        return {self._name(square): square for square in self._squares()}

    def _name(self, square: Square) -> str:
        return f"{COLUMNS[square[0]]}{square[1] + 1}"

    def _count(self, cell: str) -> int:
        return list(self.board.values()).count(cell)

    def _over(self) -> bool:
        return not self._placements("black") and not self._placements("white")

    def _placements(self, side: str) -> list[Square]:
        """The empty squares where the side would flip at least one disc."""
        if side not in self._found:
            empty = [square for square in self._squares() if self.board[square] == "."]
            self._found[side] = [square for square in empty if self._flips(square, side)]
        return self._found[side]

    def _flips(self, square: Square, side: str) -> list[Square]:
        """The discs flipped by the side's disc on this square, in all eight directions."""
        return [
            turned
            for direction in DIRECTIONS
            for turned in self._flips_towards(square, direction, side)
        ]

    def _flips_towards(self, square: Square, direction: Square, side: str) -> list[Square]:
        """The unbroken run of enemy discs in one direction, if an own disc closes it."""
        run: list[Square] = []
        column, row = square[0] + direction[0], square[1] + direction[1]
        while self.board.get((column, row)) == MARK[OTHER[side]]:
            run.append((column, row))
            column, row = column + direction[0], row + direction[1]
        return run if self.board.get((column, row)) == MARK[side] else []
