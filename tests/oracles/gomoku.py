"""A slow, plain referee for Gomoku under the rules freestyle, exact and renju."""

import re
from collections.abc import Iterator

Point = tuple[int, int]  # column from the left, row from the bottom, both from 0
Stones = dict[Point, str]  # "x" or "o"; an empty point is simply missing

STEPS: tuple[Point, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))
LETTERS = "abcdefghijklmnopqrst"
STONE = {"black": "x", "white": "o"}
OTHER = {"black": "white", "white": "black"}
BLANKS = " \t\n\r\v\f"
# Rows of stones and one- or two-digit numbers of empty points, then the side to move.
TEXT = re.compile(r"((?:[xo/]|[1-9][0-9]?(?![0-9]))+) ([bw])")


class Oracle:
    """One game of Gomoku: the stones, whose turn it is, and the options."""

    def __init__(self, text: str | None = None, **options: object) -> None:
        """Start a game, or go on from a position text."""
        self.size, self.line, self.rule = _read_options(options)
        self.stones: Stones = {}
        self.turn = "black"
        self.points: dict[str, Point] = {
            f"{LETTERS[column]}{row + 1}": (column, row)
            for row in range(self.size)
            for column in range(self.size)
        }
        if text is not None:
            self._read_text(text)

    def copy(self) -> "Oracle":
        """Return an independent copy."""
        twin = Oracle(size=self.size, line=self.line, rule=self.rule)
        twin.stones = dict(self.stones)
        twin.turn = self.turn
        return twin

    def moves(self) -> list[str]:
        """List every legal move; none once the game is over."""
        if self.result() is not None:
            return []
        return list(self._placements())

    def refusal(self, move: str) -> str | None:
        """Say why a move is refused, or None if it is legal."""
        name = _read_move(move)
        if name is None:
            return "unreadable"
        if self.result() is not None:
            return "game_over"
        if name == "pass":
            return "must_not_pass"
        if name not in self.points:
            return "off_board"
        if self.points[name] in self.stones:
            return "occupied"
        return self._forbidden(self.points[name])

    def play(self, move: str) -> None:
        """Play a legal move in place."""
        name = _read_move(move)
        assert name is not None
        self.stones[self.points[name]] = STONE[self.turn]
        self.turn = OTHER[self.turn]

    def result(self) -> tuple[str | None, float | None, str] | None:
        """Return (winner, margin, code), or None while the game goes on."""
        # The player who has just moved counts first: only that player can have ended the game.
        for player in (OTHER[self.turn], self.turn):
            if self._has_won(player):
                return (player, None, "line")
        if len(self.stones) == self.size * self.size:
            return (None, None, "full_board")
        if next(self._placements(), None) is None:
            return (None, None, "no_moves")
        return None

    def score(self) -> tuple[float, float] | None:
        """Gomoku keeps no running score."""
        return None

    def to_text(self) -> str:
        """Write the position as one line."""
        rows = [self._row_text(row) for row in reversed(range(self.size))]
        return f"{'/'.join(rows)} {self.turn[0]}"

    def _placements(self) -> Iterator[str]:
        """Yield the empty points that the side to move may take, game over or not."""
        for name, point in self.points.items():
            if point not in self.stones and self._forbidden(point) is None:
                yield name

    def _forbidden(self, point: Point) -> str | None:
        """Renju's refusal code for the side to move on an empty point."""
        if self.rule != "renju" or self.turn != "black":
            return None
        return forbidden(self.stones, self.size, point)

    def _has_won(self, player: str) -> bool:
        """Look at every line of the board for a winning row of this player."""
        return any(
            self._wins(player, len(row_through(self.stones, point, step)))
            for point, stone in self.stones.items()
            if stone == STONE[player]
            for step in STEPS
        )

    def _wins(self, player: str, length: int) -> bool:
        """Say whether a row of this length wins."""
        if self.rule == "exact" or (self.rule == "renju" and player == "black"):
            return length == self.line
        return length >= self.line

    def _row_text(self, row: int) -> str:
        """Write one row, runs of empty points as numbers."""
        signs = "".join(self.stones.get((column, row), ".") for column in range(self.size))
        return re.sub(r"\.+", lambda run: str(len(run.group())), signs)

    def _read_text(self, text: str) -> None:
        """Set the stones and the side to move from a position text."""
        match = TEXT.fullmatch(text.strip(BLANKS))
        if match is None:
            raise ValueError(f"not a position: {text!r}")
        rows = match.group(1).split("/")
        if len(rows) != self.size:
            raise ValueError(f"{len(rows)} rows instead of {self.size}: {text!r}")
        for index, row_text in enumerate(rows):
            # Texts begin with the top row, which has the highest number.
            self._read_row(self.size - 1 - index, row_text)
        self.turn = "black" if match.group(2) == "b" else "white"

    def _read_row(self, row: int, row_text: str) -> None:
        """Set the stones of one row."""
        signs = re.sub(r"[0-9]+", lambda number: "." * int(number.group()), row_text)
        if len(signs) != self.size:
            raise ValueError(f"{len(signs)} points instead of {self.size}: {row_text!r}")
        for column, sign in enumerate(signs):
            if sign != ".":
                self.stones[(column, row)] = sign


def _read_options(options: dict[str, object]) -> tuple[int, int, str]:
    """Return size, line and rule, defaults filled in."""
    unknown = set(options) - {"size", "line", "rule"}
    size = int(str(options.get("size", 15)))
    line = int(str(options.get("line", 5)))
    rule = str(options.get("rule", "freestyle"))
    if unknown or not 3 <= size <= 20 or rule not in ("freestyle", "exact", "renju"):
        raise ValueError(f"bad options: {options!r}")
    if line < 1 or (rule == "renju" and line != 5):
        raise ValueError(f"bad line: {options!r}")
    return size, line, rule


def _read_move(move: str) -> str | None:
    """Return `pass` or a point's plain name (it may be off the board), or None if unreadable."""
    text = move.strip(BLANKS)
    if not text.isascii():
        return None
    text = text.lower()
    if text == "pass":
        return text
    if re.fullmatch(r"[a-z][0-9]+", text) is None:
        return None
    # h08 is h8, and a0 has no row; dropping leading zeros gives both results.
    return text[0] + text[1:].lstrip("0")


def row_through(stones: Stones, point: Point, step: Point) -> list[Point]:
    """List the unbroken row of one colour through a stone, along one line of the board."""
    ahead = _same_colour(stones, point, step)
    behind = _same_colour(stones, point, (-step[0], -step[1]))
    return [*reversed(behind), point, *ahead]


def _same_colour(stones: Stones, point: Point, step: Point) -> list[Point]:
    """List the stones of the point's colour that follow it one way without a break."""
    found: list[Point] = []
    following = _move_by(point, step, 1)
    while stones.get(following) == stones[point]:
        found.append(following)
        following = _move_by(following, step, 1)
    return found


def _move_by(point: Point, step: Point, times: int) -> Point:
    """Go some steps along a line."""
    return (point[0] + times * step[0], point[1] + times * step[1])


def forbidden(stones: Stones, size: int, new: Point) -> str | None:
    """Return why renju forbids Black this empty point, or None if Black may play there."""
    after: Stones = {**stones, new: "x"}
    lengths = [len(row_through(after, new, step)) for step in STEPS]
    if 5 in lengths:
        return None  # five wins, whatever else the move makes
    if max(lengths) > 5:
        return "forbidden_overline"
    if len(fours(after, size, new)) >= 2:
        return "forbidden_double_four"
    if len(open_threes(after, size, new)) >= 2:
        return "forbidden_double_three"
    return None


def fours(stones: Stones, size: int, new: Point) -> set[frozenset[Point]]:
    """Find all sets of four black stones with `new` that one more stone completes to exactly five.

    As sets, a straight four counts once although two points complete it, while x.xxx.x,
    xx.xx.xx and xxx.x.xxx with `new` in the middle part hold two fours in one line.
    """
    found: set[frozenset[Point]] = set()
    for step in STEPS:
        # Five in a row contain both points, so they are at most four steps apart.
        for gap in _empty_near(stones, size, new, step, reach=4):
            five = row_through({**stones, gap: "x"}, gap, step)
            if len(five) == 5 and new in five:
                found.add(frozenset(five) - {gap})
    return found


def open_threes(stones: Stones, size: int, new: Point) -> list[Point]:
    """List the directions in which black's `new` stone stands in an open three."""
    return [step for step in STEPS if _is_open_three(stones, size, new, step)]


def _is_open_three(stones: Stones, size: int, new: Point, step: Point) -> bool:
    """Say whether black may turn the row through `new` into a straight four next."""
    # Four in a row contain both points, so they are at most three steps apart.
    return any(
        _makes_straight_four(stones, size, new, gap, step)
        and forbidden(stones, size, gap) is None  # the same question again, one stone later
        for gap in _empty_near(stones, size, new, step, reach=3)
    )


def _makes_straight_four(stones: Stones, size: int, new: Point, gap: Point, step: Point) -> bool:
    """Say whether black on `gap` makes four with `new`, open at both ends for exactly five."""
    after: Stones = {**stones, gap: "x"}
    four = row_through(after, gap, step)
    if len(four) != 4 or new not in four:
        return False
    ends = (_move_by(four[0], step, -1), _move_by(four[-1], step, 1))
    return all(
        _is_empty(after, size, end) and len(row_through({**after, end: "x"}, end, step)) == 5
        for end in ends
    )


def _empty_near(
    stones: Stones, size: int, point: Point, step: Point, reach: int
) -> Iterator[Point]:
    """Yield the empty points of one line that are at most `reach` steps away."""
    for times in range(-reach, reach + 1):
        near = _move_by(point, step, times)
        if _is_empty(stones, size, near):
            yield near


def _is_empty(stones: Stones, size: int, point: Point) -> bool:
    """Say whether the point is on the board and holds no stone."""
    return 0 <= point[0] < size and 0 <= point[1] < size and point not in stones
