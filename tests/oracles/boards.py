"""What the oracles of Go and Robogo share: points, stones, captures, repeated boards, text."""

import re
import string

Point = tuple[int, int]
"""Column from the left and row from the bottom, both counted from 1."""

Board = dict[Point, str]
"""The stones: point to "black" or "white". An empty point is simply missing."""

History = list[tuple[Board, str]]
"""Every board so far with its side to move; the last entry is the present one."""

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # no I, as usual in Go
SYMBOLS = {"black": "x", "white": "o"}
SIDES = {"b": "black", "w": "white"}


def other(side: str) -> str:
    """Name the opponent of a side."""
    return "white" if side == "black" else "black"


# Options


def take_choice(options: dict[str, object], name: str, values: tuple[str, ...]) -> str:
    """Take an option with listed values out of the options; the first value is the default."""
    value = str(options.pop(name, values[0]))
    if value not in values:
        raise ValueError(f"{name}={value} is not one of {', '.join(values)}")
    return value


def take_number(options: dict[str, object], name: str, default: int, low: int, high: int) -> int:
    """Take an integer out of the options."""
    value = int(str(options.pop(name, default)))
    if not low <= value <= high:
        raise ValueError(f"{name}={value} is not in {low}..{high}")
    return value


def refuse_leftovers(options: dict[str, object]) -> None:
    """Refuse unused options: a misspelt one must not pass for a default."""
    if options:
        raise ValueError(f"unknown options: {', '.join(options)}")


# Points and moves in text


def name_of(point: Point) -> str:
    """Write a point in Go's notation, such as `D4`."""
    column, row = point
    return f"{COLUMNS[column - 1]}{row}"


def is_pass(move: str) -> bool:
    """Tell whether a move's text is a pass."""
    # ASCII matters: otherwise the long s of old prints would match an s.
    return re.fullmatch("pass", stripped(move), re.IGNORECASE | re.ASCII) is not None


def is_point(move: str) -> bool:
    """Tell whether a move's text has the form of a point, on the board or not."""
    return re.fullmatch("[A-Za-z][0-9]+", stripped(move)) is not None


def find_point(move: str, size: int) -> Point | None:
    """Find the point that a text names; None if it is not on the board."""
    if not is_point(move):
        return None
    for point in all_points(size):
        column, row = name_of(point)[0], name_of(point)[1:]
        # Digits are compared as text, because a row may be too long for a number.
        if stripped(move)[0].upper() == column and stripped(move)[1:].lstrip("0") == row:
            return point
    return None


def stripped(text: str) -> str:
    """Strip the spaces around a move."""
    return text.strip(string.whitespace)


# Points and stones on the board


def all_points(size: int) -> list[Point]:
    """List the points, rows from the top, each from left to right."""
    return [(column, row) for row in range(size, 0, -1) for column in range(1, size + 1)]


def neighbours(point: Point, size: int) -> list[Point]:
    """List the adjacent points, two to four of them."""
    column, row = point
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [(c, r) for c, r in around if 1 <= c <= size and 1 <= r <= size]


def connected(board: Board, point: Point, size: int) -> set[Point]:
    """Flood from a point over all points of its kind: a group of stones, or an empty region."""
    found = {point}
    to_visit = [point]
    while to_visit:
        for near in neighbours(to_visit.pop(), size):
            if near not in found and board.get(near) == board.get(point):
                found.add(near)
                to_visit.append(near)
    return found


def border(points: set[Point], size: int) -> set[Point]:
    """Collect the points outside a set that touch it."""
    return {near for point in points for near in neighbours(point, size)} - points


def liberties(board: Board, point: Point, size: int) -> set[Point]:
    """Collect the empty points next to a stone's group."""
    return {near for near in border(connected(board, point, size), size) if near not in board}


def without(board: Board, points: set[Point]) -> Board:
    """Copy a board with some stones removed."""
    return {point: side for point, side in board.items() if point not in points}


def place(board: Board, point: Point, side: str, size: int) -> tuple[Board, set[Point]]:
    """Place a stone and capture the enemy groups that it leaves without liberties.

    Returns the new board and the captured stones. The new stone's own group may have no liberties:
    the game decides what that means.
    """
    after = {**board, point: side}
    captured: set[Point] = set()
    for near in neighbours(point, size):
        if after.get(near) == other(side) and not liberties(after, near, size):
            captured |= connected(after, near, size)
    return without(after, captured), captured


def ko_point(after: Board, point: Point, captured: set[Point], size: int) -> Point | None:
    """Find the point where recapturing would be an ordinary ko, given the board after a move."""
    if len(captured) != 1 or connected(after, point, size) != {point}:
        return None
    # The point just emptied touches the stone, so it is among the liberties.
    return next(iter(captured)) if len(liberties(after, point, size)) == 1 else None


def repeats(history: History, after: Board, turn: str, rule: str) -> bool:
    """Tell whether a placement with this resulting board and turn breaks the ko rule."""
    if rule == "positional":
        return any(board == after for board, _ in history)
    if rule == "situational":
        return (after, turn) in history
    # Simple: the last entry is the present board, the one before it precedes the opponent's move.
    return len(history) >= 2 and history[-2][0] == after


def longest_line(board: Board, side: str) -> int:
    """Measure a side's longest unbroken line, horizontal or vertical."""
    longest = 0
    for column, row in board:
        for step_column, step_row in ((1, 0), (0, 1)):
            length = 0
            while board.get((column + length * step_column, row + length * step_row)) == side:
                length += 1
            longest = max(longest, length)
    return longest


# Boards in text


def board_text(board: Board, size: int) -> str:
    """Write the stones as rows from the top, a number for a run of empty points."""
    rows = []
    for row in range(size, 0, -1):
        points = [(column, row) for column in range(1, size + 1)]
        symbols = "".join(SYMBOLS[board[point]] if point in board else "." for point in points)
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), symbols))
    return "/".join(rows)


def read_board(text: str, size: int) -> Board:
    """Read the stones from rows of text."""
    rows = [re.sub("[0-9]+", lambda run: "." * int(run.group()), row) for row in text.split("/")]
    if len(rows) != size or any(len(row) != size or set(row) - set("xo.") for row in rows):
        raise ValueError(f"not a board of size {size}: {text}")
    sides = {symbol: side for side, symbol in SYMBOLS.items()}
    symbols = dict(zip(all_points(size), "".join(rows), strict=True))
    return {point: sides[symbol] for point, symbol in symbols.items() if symbol in sides}


def read_position(text: str, size: int) -> tuple[Board, str, dict[str, str]]:
    """Read a position's text: the stones, the side to move and the `key=value` words."""
    rows, side, *words = text.split(" ")
    pairs = [re.fullmatch("([a-z]+)=([0-9A-Z,]+)", word) for word in words]
    if side not in SIDES or None in pairs:
        raise ValueError(f"not a position's text: {text}")
    return read_board(rows, size), SIDES[side], {pair[1]: pair[2] for pair in pairs if pair}
