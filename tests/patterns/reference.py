"""A slow evaluation by patterns, computed from the view of a position, and random tables."""

import random
from array import array
from pathlib import Path

from plyground import Game, Position
from plyground.engine.actions import squares_of
from plyground.engine.pattern_file import PatternFile, PatternHeader, write_patterns
from plyground.engine.pattern_layout import PatternLayout, layout_for

EXTRA_VALUES = 32


def codes_of(position: Position, layout: PatternLayout) -> list[int]:
    """The content of each square, and the extras."""
    names = dict.fromkeys(squares_of(position.game), "nothing")
    taken: dict[str, int] = {}  # pieces in each column
    for piece in position.view()["pieces"]:
        owner = "own" if piece["owner"] == position.turn else "other"
        names[piece["at"]] = f"{owner} {piece['kind']}"
        taken[piece["at"][0]] = taken.get(piece["at"][0], 0) + 1
    if "next" in layout.contents:
        for column in position.columns:
            if taken.get(column, 0) < len(position.rows):
                names[f"{column}{taken.get(column, 0) + 1}"] = "next"
    codes = [layout.contents.index(name) for name in names.values()]
    return codes + [_extra(position, name) for name in layout.extras]


def _extra(position: Position, name: str) -> int:
    if name in ("own moves", "other moves"):
        text = position.to_text()
        if name == "other moves":
            other = "white" if position.turn == "black" else "black"
            text = text.replace(f" {position.turn[0]}", f" {other[0]}")
        moves = position.game.position(text).moves()
        return sum(move != "pass" for move in moves)
    held = {
        f"{'own' if hand['owner'] == position.turn else 'other'} {hand['kind']} in hand": hand[
            "count"
        ]
        for hand in position.view()["hands"]
    }
    return min(EXTRA_VALUES - 1, held.get(name, 0))


def slow_sum(position: Position, header: PatternHeader, weights: "array[int]") -> float:
    """The sum for the side to move."""
    layout = header.layout
    codes = codes_of(position, layout)
    pieces = sum(code != 0 for code in codes[: layout.squares])
    block = pieces * layout.stages // (layout.squares + 1)
    if layout.by_turn:
        block = 2 * block + (position.turn == "white")
    values = [
        len(layout.contents) if slot < layout.squares else EXTRA_VALUES
        for slot in range(len(codes))
    ]
    begins, size = [], 0
    for pattern in layout.patterns:
        begins.append(size)
        each = 1
        for slot in pattern.places[0]:
            each *= values[slot]
        size += each
    total = 0
    for begin, pattern in zip(begins, layout.patterns, strict=True):
        for place in pattern.places:
            index = 0
            for slot in reversed(place):
                index = index * values[slot] + codes[slot]
            total += weights[block * size + begin + index]
    return total * header.unit


def count_weights(layout: PatternLayout) -> int:
    """The number of weights of a table."""
    count = 0
    for pattern in layout.patterns:
        each = 1
        for slot in pattern.places[0]:
            each *= len(layout.contents) if slot < layout.squares else EXTRA_VALUES
        count += each
    return count * layout.stages * (2 if layout.by_turn else 1)


def random_table(
    path: Path, game: Game, seed: int = 1, *, meaning: str = "odds"
) -> "tuple[PatternHeader, array[int]]":
    """Writes a table with random weights."""
    layout = layout_for(game)
    dice = random.Random(seed)
    some = array("h", (dice.randint(-900, 900) for _ in range(9973)))
    count = count_weights(layout)
    weights = (some * (count // len(some) + 1))[:count]
    header = PatternHeader(game.name, dict(game.values), layout, meaning, 2.0**-10)
    write_patterns(path, PatternFile(header, weights.tobytes()))
    return header, weights
