"""Go's heuristics: boards counted by hand, slow referees, symmetry, and move order."""

import functools
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

import plyground
from tests.games.random_positions import go_text
from tests.oracles import boards
from tests.oracles.boards import Board, Point
from tests.search.plain import in_order

SIZES = {2: 20, 5: 120, 9: 120, 10: 20, 19: 8, 25: 2}
SIGNS = {"black": 1, "white": -1}


def read(text: str, **options: object) -> plyground.Position:
    """A position on a board as large as the text says."""
    return plyground.game("go", size=text.count("/") + 1, **options).position(text)


def values(position: plyground.Position) -> dict[str, float]:
    return {term.name: term.value for term in position.explain_score()}


def random_texts(seed: int) -> list[str]:
    """Boards with random stones; a large board needs many of them for a fast referee."""
    rng = random.Random(seed)
    sizes = [size for size, count in SIZES.items() for _ in range(count)]
    return [go_text(rng, {"size": size}) for size in sizes] + played_texts(rng)


def played_texts(rng: random.Random) -> list[str]:
    """Boards from random play, which have many more empty points."""
    texts = []
    for _ in range(60):
        position = plyground.game("go", size=9).start()
        for _ in range(rng.randint(0, 60)):
            if position.result() is None:
                position = position.play(rng.choice(position.moves()))
        texts.append(position.to_text())
    return texts


@functools.cache
def texts() -> list[str]:
    """The boards of this file."""
    return random_texts(3)


def board_of(text: str) -> tuple[Board, int]:
    size = text.count("/") + 1
    return boards.read_position(text, size)[0], size


# Slow referees: black's advantage on a board


def groups(board: Board, size: int) -> list[tuple[str, set[Point], set[Point]]]:
    """Every group's side, stones and liberties."""
    found = {frozenset(boards.connected(board, point, size)) for point in board}
    return [
        (board[min(group)], set(group), boards.border(set(group), size) - set(board))
        for group in found
    ]


def regions(board: Board, size: int) -> list[tuple[set[Point], set[str]]]:
    """Every empty region with the sides that touch it."""
    empty = [point for point in boards.all_points(size) if point not in board]
    found = {frozenset(boards.connected(board, point, size)) for point in empty}
    return [
        (set(region), {board[point] for point in boards.border(set(region), size)})
        for region in found
    ]


def stones(board: Board, _size: int) -> float:
    return sum(SIGNS[side] for side in board.values())


def area(board: Board, size: int) -> float:
    surrounded = sum(
        len(region) * SIGNS[next(iter(sides))]
        for region, sides in regions(board, size)
        if len(sides) == 1
    )
    return stones(board, size) + surrounded


def liberties(board: Board, size: int) -> float:
    return sum(
        SIGNS[side] * len(group) * min(len(free), 8) for side, group, free in groups(board, size)
    )


def atari(board: Board, size: int) -> float:
    return -sum(
        SIGNS[side] * len(group) for side, group, free in groups(board, size) if len(free) == 1
    )


def influence(board: Board, size: int) -> float:
    """Adds all paths of up to five steps from a stone, each step passing a quarter on."""
    total = {point: Fraction(0) for point in boards.all_points(size)}
    wave = {point: Fraction(SIGNS.get(board.get(point, ""), 0)) for point in total}
    for _ in range(6):
        for point, strength in wave.items():
            total[point] += strength
        wave = {
            point: sum((wave[near] for near in boards.neighbours(point, size)), Fraction(0)) / 4
            for point in wave
        }
    undecided = [region for region, sides in regions(board, size) if len(sides) == 2]
    claims = [
        max(Fraction(-1), min(Fraction(1), total[at])) for region in undecided for at in region
    ]
    return float(sum(claims, Fraction(0)))


def komi(_board: Board, _size: int) -> float:
    return -6.5


REFEREES: dict[str, Callable[[Board, int], float]] = {
    "area": area,
    "liberties": liberties,
    "stones": stones,
    "atari": atari,
    "influence": influence,
    "komi": komi,
}


def test_heuristics_are_the_documented_ones() -> None:
    assert list(values(plyground.game("go").start())) == list(REFEREES)


@pytest.mark.parametrize("name", REFEREES)
def test_every_row_agrees_with_a_slow_referee(name: str) -> None:
    for text in texts():
        assert values(read(text))[name] == REFEREES[name](*board_of(text)), text


# By hand


def test_an_empty_board() -> None:
    assert values(read("3/3/3 b", komi=0)) == dict.fromkeys(REFEREES, 0.0)


def test_a_lone_stone_has_the_whole_board() -> None:
    found = values(read("3/1x1/3 w"))
    assert found["area"] == 9
    assert found["stones"] == 1
    assert found["liberties"] == 4
    assert found["influence"] == 0  # everything is settled


def test_area_and_komi_of_the_worked_example() -> None:
    # Black holds three stones and three points, White two stones and one point.
    found = values(read("xo1/1xo/2x b"))
    assert found["area"] == 6 - 3
    assert found["komi"] == -6.5


def test_a_groups_liberties_count_for_each_of_its_stones() -> None:
    # Two black stones share six liberties; the white one in the corner has two.
    assert values(read("5/1xx2/5/5/4o b"))["liberties"] == 2 * 6 - 2
    # A row of five in the middle has twelve liberties, of which eight count.
    assert values(read("7/7/7/1xxxxx1/7/7/o6 b"))["liberties"] == 5 * 8 - 2


def test_stones_in_atari() -> None:
    # The two white stones at the left edge can only escape to the right; Black's stones are safe.
    assert values(read("xx3/ox3/o4/x4/5 b"))["atari"] == 2
    assert values(read("oo3/xo3/x4/o4/5 b"))["atari"] == -2


def test_influence_fades_by_a_quarter_a_step() -> None:
    # Every point of the middle column is equally near to both.
    assert values(read("3/x1o/3 b"))["influence"] == 0
    # At the last point the neighbours, x and o, cancel out. Paths of two steps add a sixteenth of
    # the far x, twice; paths of four steps half a sixteenth of it.
    assert values(read("xx/o1 b"))["influence"] == 2 / 16 + 1 / 32


@pytest.mark.parametrize("komi", [-3, 0, 7, 6.5])
def test_area_and_komi_are_the_running_score(komi: float) -> None:
    rng = random.Random(11)
    for text in texts()[::10]:
        position = read(text, komi=komi)
        stone = rng.choice([piece["at"] for piece in position.view()["pieces"]] or [""])
        for marked in [position, position.mark_dead([stone])] if stone else [position]:
            found, score = values(marked), marked.score()
            assert score is not None
            assert found["area"] + found["komi"] == score.black - score.white, marked.to_text()


# Symmetry


def negated(found: dict[str, float]) -> dict[str, float]:
    return {name: -value for name, value in found.items()}


def test_exchanging_colours_exchanges_signs() -> None:
    for text in texts():
        rows, side, *_ = text.split(" ")
        exchanged = rows.translate(str.maketrans("xo", "ox")) + " " + {"b": "w", "w": "b"}[side]
        assert values(read(exchanged, komi=-6.5)) == negated(values(read(text))), text


def turned(board: Board, size: int) -> Board:
    """A quarter turn."""
    return {(row, size + 1 - column): side for (column, row), side in board.items()}


def mirrored(board: Board, size: int) -> Board:
    return {(size + 1 - column, row): side for (column, row), side in board.items()}


def test_turning_and_mirroring_change_nothing() -> None:
    for text in texts():
        board, size = board_of(text)
        for _ in range(4):
            board = turned(board, size)
            for image in (board, mirrored(board, size)):
                moved = read(f"{boards.board_text(image, size)} b")
                assert values(moved) == values(read(text)), text


# Order


def rank(position: plyground.Position, board: Board, size: int, move: str) -> int:
    """Captures, escapes from atari, contact, the rest, the pass."""
    point = boards.find_point(move, size)
    if point is None:
        return 4
    captures = boards.place(board, point, position.turn, size)[1]
    if captures:
        return 0
    near = [at for at in boards.neighbours(point, size) if at in board]
    own = [at for at in near if board[at] == position.turn]
    if any(len(boards.liberties(board, at, size)) == 1 for at in own):
        return 1
    return 2 if near else 3


def test_the_order_of_moves() -> None:
    seen = set()
    for text in texts():
        position = read(text)
        board, size = board_of(text)
        ranks = {move: rank(position, board, size, move) for move in position.moves()}
        assert in_order(position) == sorted(position.moves(), key=ranks.__getitem__), text
        seen |= set(ranks.values())
    assert seen == {0, 1, 2, 3, 4}
