"""What SGF's reader and writer share about nodes: points, stones, clocks, values."""

import re

from plyground.engine.game import Game
from plyground.engine.game_guide import SgfGuide, guide_of
from plyground.engine.view import Turn
from plyground.records.notation.grid import EMPTY, Grid, labels, point_label
from plyground.records.notation.sgf.text import Properties, blaming, simple_text_of
from plyground.records.record import Evaluation

SIDES: dict[str, Turn] = {"B": "black", "W": "white"}
CLOCKS: dict[Turn, str] = {"black": "BL", "white": "WL"}
STONES = {"AB": "x", "AW": "o", "AE": EMPTY}
SETUP = (*STONES, "PL")


def sgf_of(game: Game | str) -> SgfGuide:
    """The SGF guide of a game; that of Go if its guide has none."""
    name = game if isinstance(game, str) else game.name
    return guide_of(name).sgf or SgfGuide("1", is_named=False)


def seconds_of(text: str) -> float | None:
    """The time left on a clock; None if it is not a number."""
    return float(text) if re.fullmatch(r"\s*-?\d{1,9}(\.\d{1,9})?\s*", text) else None


def value_of(evaluation: Evaluation | None, side: Turn | None) -> str | None:
    """SGF's value of a node: positive is good for Black."""
    if evaluation is None or side is None:
        return None
    score = evaluation.score if side == "black" else -evaluation.score
    return f"{score:.6g}"


def place(game: Game, grid: Grid, properties: Properties) -> None:
    """Places and removes stones on a board, by AB, AW and AE."""
    for name, sign in STONES.items():
        with blaming(name):
            grid.put(read_points(game, properties.get(name, [])), sign)


def player_of(properties: Properties) -> Turn | None:
    """The side to move, by PL; FF[1] numbered the players."""
    word = simple_text_of(properties.get("PL", [""])[0]).lower()[:1]
    return {"b": "black", "w": "white", "1": "black", "2": "white"}.get(word)  # type: ignore[return-value]


def set_up(game: Game, text: str, properties: Properties, first: Turn | None) -> str:
    """The text of a position after stones were placed or removed in mid-game."""
    grid = Grid.of(text)
    place(game, grid, properties)
    grid.turn = player_of(properties) or first or grid.turn
    grid.without("passes", "ko", "dead")
    return grid.to_text()


def read_points(game: Game, values: list[str]) -> list[tuple[int, int]]:
    """A list of points, which may include rectangles."""
    points: list[tuple[int, int]] = []
    for value in values:
        first, colon, last = simple_text_of(value).partition(":")
        (left, top) = read_point(game, first)
        (right, bottom) = read_point(game, last) if colon else (left, top)
        columns = range(min(left, right), max(left, right) + 1)
        rows = range(min(top, bottom), max(top, bottom) + 1)
        points += [(column, row) for row in rows for column in columns]
        if len(points) > len(labels(game)[0]) ** 2:
            raise ValueError("A list of points is larger than the board.")
    return points


_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def read_point(game: Game, text: str) -> tuple[int, int]:
    """Column and row from the top left: two letters, or in Othello also a label such as `f5`."""
    size = len(labels(game)[0])
    word = text.strip().lower()
    if sgf_of(game).own_labels and re.fullmatch(r"[a-h][1-8]", word):
        word = word[0] + _LETTERS[int(word[1]) - 1]
    if not re.fullmatch(r"[a-z]{2}", word):
        raise ValueError(f"A point is two letters, such as dd, not {text[:20]!r}.")
    column, row = (_LETTERS.index(letter) for letter in word)
    if column >= size or row >= size:
        raise ValueError(f"The point {word} is not on a board of {size} by {size}.")
    return column, row


def write_point(game: Game, column: int, row: int) -> str:
    """Two letters; in Othello, as its programs do, the game's label of the square."""
    if sgf_of(game).own_labels:
        return point_label(game, column, row)
    return _LETTERS[column] + _LETTERS[row]


def stones_put(game: Game, before: Grid, after: Grid) -> Properties:
    """The stones to place or remove to turn one board into another."""
    properties: Properties = {}
    for name, sign in STONES.items():
        there = set(before.points(sign))
        points = [point for point in after.points(sign) if point not in there]
        if points:
            properties[name] = [write_point(game, *point) for point in points]
    return properties
