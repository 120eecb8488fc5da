"""Othello's heuristics, against slow definitions and boards counted by hand."""

import random
import re
from collections.abc import Callable, Iterator

import pytest

import plyground
from tests.conftest import scaled
from tests.games.random_positions import othello_text
from tests.oracles.othello import DIRECTIONS, MARK, OTHER, Oracle, Square
from tests.project import ROOT

SIZES = (4, 6, 8)
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
STATIC = (
    (100, -20, 10, 5),
    (-20, -50, -2, -2),
    (10, -2, -1, -1),
    (5, -2, -1, -1),
)
# The kinds of squares in the order of the learned weights, as distances from the nearest edges.
KINDS = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3))
EXPOSED_KINDS = ((0, 1), (1, 1))


def terms(text: str, size: int = 8) -> dict[str, float]:
    """Every heuristic's value for a position."""
    position = plyground.game("othello", size=size).position(text)
    return {term.name: term.value for term in position.explain_score()}


# The slow definitions. Amounts are per side; a share compares them.


def share(amount: Callable[[Oracle, str], int], board: Oracle) -> float:
    black, white = amount(board, "black"), amount(board, "white")
    whole = abs(black) + abs(white)
    return 100 * (black - white) / whole if whole else 0.0


def discs(board: Oracle, side: str) -> list[Square]:
    return [square for square, cell in board.board.items() if cell == MARK[side]]


def empties(board: Oracle) -> list[Square]:
    return [square for square, cell in board.board.items() if cell == "."]


def around(board: Oracle, square: Square) -> list[Square]:
    column, row = square
    near = [(column + right, row + down) for right, down in DIRECTIONS]
    return [square for square in near if square in board.board]


def touches(board: Oracle, square: Square, cell: str) -> bool:
    return any(board.board[near] == cell for near in around(board, square))


def corners(board: Oracle) -> list[Square]:
    last = board.size - 1
    return [(0, 0), (last, 0), (0, last), (last, last)]


def coins(board: Oracle, side: str) -> int:
    return len(discs(board, side))


def mobility(board: Oracle, side: str) -> int:
    return len(board._placements(side))


def potential(board: Oracle, side: str) -> int:
    return sum(touches(board, square, MARK[OTHER[side]]) for square in empties(board))


def corners_captured(board: Oracle, side: str) -> int:
    return sum(board.board[corner] == MARK[side] for corner in corners(board))


def corners_possible(board: Oracle, side: str) -> int:
    return sum(corner in board._placements(side) for corner in corners(board))


def corners_unlikely(board: Oracle, side: str) -> int:
    return sum(
        board.board[corner] == "." and not touches(board, corner, MARK[OTHER[side]])
        for corner in corners(board)
    )


def all_corners(board: Oracle, side: str) -> int:
    return (
        8 * corners_captured(board, side)
        + 4 * corners_possible(board, side)
        - corners_unlikely(board, side)
    )


def line_through(board: Oracle, square: Square, axis: Square) -> list[Square]:
    steps = range(-board.size, board.size + 1)
    line = [(square[0] + axis[0] * step, square[1] + axis[1] * step) for step in steps]
    return [square for square in line if square in board.board]


def stable_discs(board: Oracle, side: str) -> set[Square]:
    """Adds discs that are safe along all axes until there are no more to add."""
    found: set[Square] = set()

    def safe(square: Square, axis: Square) -> bool:
        if all(board.board[other] != "." for other in line_through(board, square, axis)):
            return True
        ends = [(square[0] + sign * axis[0], square[1] + sign * axis[1]) for sign in (1, -1)]
        return any(end not in board.board or end in found for end in ends)

    while True:
        more = {
            square
            for square in discs(board, side)
            if square not in found and all(safe(square, axis) for axis in AXES)
        }
        if not more:
            return found
        found |= more


def unstable_discs(board: Oracle, side: str) -> set[Square]:
    enemy = OTHER[side]
    return {disc for square in board._placements(enemy) for disc in board._flips(square, enemy)}


def stability(board: Oracle, side: str) -> int:
    return len(stable_discs(board, side)) - len(unstable_discs(board, side))


def from_edges(board: Oracle, square: Square) -> Square:
    """The distances from the nearest edges, the smaller first."""
    column, row = (min(at, board.size - 1 - at) for at in square)
    return min(column, row), max(column, row)


def static(board: Oracle) -> int:
    def side_sum(side: str) -> int:
        kinds = [from_edges(board, square) for square in discs(board, side)]
        return sum(STATIC[row][column] for row, column in kinds)

    return side_sum("black") - side_sum("white")


# The learned heuristics: features by the slow definitions, weights read from the source.


def knots_of(size: int) -> list[list[float]]:
    source = (ROOT / "cpp/games/othello/phase_weights.hpp").read_text()
    table = re.search(rf"Knots knots_of_{size}{{(.*?)}};", source, re.DOTALL)
    assert table is not None
    rows = re.findall(r"Weights{([^}]*)}", table[1])
    return [[float(number) for number in row.split(",")] for row in rows]


def weights_at(size: int, empty: int) -> list[float]:
    """Linear interpolation between four stages at equal distances in empty squares."""
    knots = knots_of(size)
    apart = {4: 4, 6: 11, 8: 20}[size]
    low = min(empty // apart, 2)
    part = min(1.0, (empty - low * apart) / apart)
    return [a + part * (b - a) for a, b in zip(knots[low], knots[low + 1], strict=True)]


def difference(amount: Callable[[str], int]) -> int:
    return amount("black") - amount("white")


def place_features(board: Oracle) -> list[float]:
    open_corners = [corner for corner in corners(board) if board.board[corner] == "."]
    exposed = {near for corner in open_corners for near in around(board, corner)}

    def on_kind(kind: Square, among: set[Square]) -> int:
        return difference(
            lambda side: sum(
                square in among and from_edges(board, square) == kind
                for square in discs(board, side)
            )
        )

    everywhere = set(board.board)
    return [
        *(on_kind(kind, everywhere) for kind in KINDS),
        *(on_kind(kind, exposed) for kind in EXPOSED_KINDS),
    ]


def freedom_features(board: Oracle) -> list[float]:
    moves = difference(lambda side: mobility(board, side))
    both = mobility(board, "black") + mobility(board, "white")
    outer = difference(lambda side: sum(touches(board, disc, ".") for disc in discs(board, side)))
    return [moves / (both + 2), difference(lambda side: potential(board, side)), -outer]


def threat_features(board: Oracle) -> list[float]:
    signs = {"black": 1, "white": -1}
    sides = (board.turn, OTHER[board.turn])
    return [signs[side] * corners_possible(board, side) for side in sides]


LEARNED = ("squares", "freedom", "firm", "threats", "tempo")


def expected_terms(board: Oracle) -> dict[str, float]:
    groups: dict[str, list[float]] = {
        "squares": place_features(board),
        "freedom": freedom_features(board),
        "firm": [difference(lambda side: len(stable_discs(board, side)))],
        "threats": threat_features(board),
        "tempo": [1.0 if board.turn == "black" else -1.0],
    }
    weights = iter(weights_at(board.size, len(empties(board))))
    learned = {
        name: sum(next(weights) * feature for feature in features)
        for name, features in groups.items()
    }
    assert next(weights, None) is None
    return {
        "coins": share(coins, board),
        "mobility": share(mobility, board),
        "potential": share(potential, board),
        "corners": share(all_corners, board),
        "corners_captured": share(corners_captured, board),
        "corners_possible": share(corners_possible, board),
        "corners_unlikely": 0.0 - share(corners_unlikely, board),
        "stability": share(stability, board),
        "static": static(board),
        **learned,
    }


def played_text(rng: random.Random, size: int) -> str:
    """A position from random play."""
    position = plyground.game("othello", size=size).start()
    for _ in range(rng.randrange(size * size)):
        if position.result() is not None:
            break
        position = position.play(rng.choice(position.moves()))
    return position.to_text()


def samples(size: int, count: int) -> Iterator[str]:
    """Half of them from random play, half of them with random discs."""
    rng = random.Random(size)
    for _ in range(scaled(count // 2)):
        yield played_text(rng, size)
        yield othello_text(rng, {"size": size})


@pytest.mark.parametrize("size", SIZES)
def test_every_row_equals_its_slow_definition(size: int) -> None:
    for text in samples(size, 300):
        found = terms(text, size)
        patterns = found.pop("patterns")
        expected = expected_terms(Oracle(text, size=size))
        assert found == pytest.approx(expected, abs=1e-9), text
        if size < 8:  # for 8x8 their table is the only definition
            assert patterns == pytest.approx(sum(expected[row] for row in LEARNED), abs=1e-9), text


@pytest.mark.heavy
def test_the_pattern_heuristic_predicts_the_leader() -> None:
    """Late in a game they favour the side that wins with best play."""
    right, asked = 0, 0
    for seed in range(200):
        late = plyground.random_game(plyground.game("othello").start(), seed=seed, max_plies=46)
        if late.result() is not None:
            continue
        solved = plyground.search(late, "search:nodes=3000000")
        if solved.exact and solved.score != 0:
            asked += 1
            lead = terms(late.to_text(), 8)["patterns"] * (1 if late.turn == "black" else -1)
            right += (lead > 0) == (solved.score > 0)
    assert asked > 50
    assert right > 0.8 * asked


def exchanged(text: str) -> str:
    """The same board with colours and turn exchanged."""
    board, turn = text.split()
    return f"{board.translate(str.maketrans('xo', 'ox'))} {'w' if turn == 'b' else 'b'}"


@pytest.mark.parametrize("size", SIZES)
def test_exchanged_colours_give_the_opposite(size: int) -> None:
    for text in samples(size, 200):
        opposite = {name: -value for name, value in terms(exchanged(text), size).items()}
        assert terms(text, size) == pytest.approx(opposite, abs=1e-9), text


def turned(text: str, size: int) -> str:
    """The board turned by a right angle."""
    board = Oracle(text, size=size)
    cells = board.board
    board.board = {(size - 1 - row, column): cell for (column, row), cell in cells.items()}
    return board.to_text()


def mirrored(text: str, size: int) -> str:
    board = Oracle(text, size=size)
    cells = board.board
    board.board = {(size - 1 - column, row): cell for (column, row), cell in cells.items()}
    return board.to_text()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("change", [turned, mirrored])
def test_the_board_may_be_turned_and_mirrored(size: int, change: Callable[[str, int], str]) -> None:
    for text in samples(size, 200):
        assert terms(change(text, size), size) == pytest.approx(terms(text, size), abs=1e-9), text


@pytest.mark.parametrize("size", SIZES)
def test_the_start_is_even_but_for_the_turn(size: int) -> None:
    start = plyground.game("othello", size=size).start()
    assert {term.name for term in start.explain_score() if term.value != 0} == {
        "tempo",
        "patterns",  # which includes the turn
    }


def test_the_default_is_the_learned_patterns() -> None:
    rows = plyground.game("othello").start().explain_score()
    assert {row.name: row.weight for row in rows if row.weight} == {"patterns": 1.0}


def test_first_move_by_hand() -> None:
    # After f5 black has 4 discs of 5. White may play d6, f4 or f6; black could play c3, c4 or d3.
    values = terms("8/8/8/3ox3/3xxx2/8/8/8 w")
    assert values["coins"] == pytest.approx(100 * (4 - 1) / 5)
    assert values["mobility"] == pytest.approx(0)
    # White's disc touches c3 d3 e3 c4 c5; black's touch d3 e3 f3 c4 f4 g4 c5 g5 c6 d6 e6 f6 g6.
    assert values["potential"] == pytest.approx(100 * (5 - 13) / (5 + 13))
    # No disc is safe. White could flip d5, e4 and e5; black could flip d4.
    assert values["stability"] == pytest.approx(100 * (-3 + 1) / (3 + 1))
    # Black on e4, d5, e5 and f5 has four squares of weight -1, white one.
    assert values["static"] == -4 + 1


def test_corners_by_hand() -> None:
    # Black holds a1. White has b8 and Black c8: Black may capture a8. Neither side is near h1 and
    # h8.
    values = terms("x7/8/8/8/8/8/8/1ox5 b")
    assert values["corners_captured"] == 100
    assert values["corners_possible"] == 100
    # Unlikely: h1 and h8 for black; h1, h8 and a8 for white, with no black disc beside it.
    assert values["corners_unlikely"] == pytest.approx(100 * (3 - 2) / 5)
    assert values["corners"] == pytest.approx(100 * ((8 + 4 - 2) + 3) / ((8 + 4 - 2) + 3))


def test_corners_with_weights_of_both_signs_by_hand() -> None:
    # Black holds a1 and h1, white a8; h8 is empty with black on h7, and white may not take it.
    # Black: 8 + 8 - 1 for h8. White: 8.
    values = terms("x6x/8/8/8/8/8/7x/o7 b")
    assert values["corners"] == pytest.approx(100 * (15 - 8) / (15 + 8))


def test_stability_by_hand() -> None:
    # From the corner a1 black's edge is safe, and b2 isn't: its diagonal from a3 to c1 is open.
    # White's g8 stands between black's f8 and the empty h8.
    values = terms("xx6/xx6/8/8/8/8/8/5xo1 b")
    # Black: a1, b1, a2 stable, f8 not to be flipped. White: g8 can be flipped.
    assert values["stability"] == pytest.approx(100 * (3 + 1) / (3 + 1))
    board = Oracle("xx6/xx6/8/8/8/8/8/5xo1 b")
    assert stable_discs(board, "black") == {(0, 0), (1, 0), (0, 1)}
    assert unstable_discs(board, "white") == {(6, 7)}


def test_a_full_board_is_stable() -> None:
    values = terms("xxxx/xxxx/xxoo/oooo b", 4)
    assert values["stability"] == pytest.approx(100 * (10 - 6) / 16)
    assert values["coins"] == pytest.approx(100 * (10 - 6) / 16)
    assert values["mobility"] == values["potential"] == 0


@pytest.mark.parametrize(
    ("size", "square", "weight"),
    [(8, "d1", 5), (6, "a1", 100), (6, "c1", 10), (6, "b2", -50), (6, "c3", -1), (4, "b1", -20)],
)
def test_static_weights_count_from_the_edges(size: int, square: str, weight: int) -> None:
    board = Oracle(size=size)
    board.board = dict.fromkeys(board.board, ".")
    board.board["abcdefgh".index(square[0]), int(square[1]) - 1] = "x"
    assert terms(board.to_text(), size)["static"] == weight


def no_stable_disc_flips(text: str, size: int) -> None:
    position = plyground.game("othello", size=size).position(text)
    rng = random.Random(text)
    board = Oracle(text, size=size)
    for side in ("black", "white"):
        kept = stable_discs(board, side)
        end = position
        while end.result() is None:
            end = end.play(rng.choice(end.moves()))
        after = Oracle(end.to_text(), size=size)
        assert all(after.board[square] == MARK[side] for square in kept), text


@pytest.mark.parametrize("size", SIZES)
def test_stable_discs_are_never_flipped(size: int) -> None:
    rng = random.Random(size)
    for _ in range(60):
        no_stable_disc_flips(played_text(rng, size), size)
