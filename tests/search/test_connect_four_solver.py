"""The solver of Connect Four against slow searches, and the whole game."""

import functools
import random

import pytest

import plyground
from plyground import Position
from tests.conftest import scaled
from tests.oracles.connect_four import Oracle

KNOWN = dict(
    zip("abcdefg", (-1, -1, 0, 1, 0, -1, -1), strict=True)
)  # values of the first moves for Black


def plain_value(oracle: Oracle) -> int:
    """Plies to the win or loss of the side to move, 0 for a draw: plain minimax with memory."""

    @functools.cache
    def value(text: str) -> int:
        here = Oracle(text, columns=oracle.width, rows=oracle.height, line=oracle.line)
        result = here.result()
        if result is not None:
            return 0 if result[0] is None else -1000  # the side that just moved has won
        best = -2000
        for move in here.moves():
            after = Oracle(text, columns=oracle.width, rows=oracle.height, line=oracle.line)
            after.play(move)
            reply = -value(after.to_text())
            best = max(best, reply - (reply > 0) + (reply < 0))
        return best

    found = value(oracle.to_text())
    return (1000 - abs(found)) * (1 if found > 0 else -1) if found else 0


def late_positions(count: int, empties: int, **options: int) -> list[Position]:
    """Unfinished positions of random games with this many empty squares."""
    game = plyground.game("connect_four", **options)
    squares = int(str(game.values["columns"])) * int(str(game.values["rows"]))
    found: list[Position] = []
    for seed in range(100_000):
        position = plyground.random_game(game.start(), seed, max_plies=squares - empties)
        if position.result() is None:
            found.append(position)
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize(
    ("options", "empties"),
    [
        ({}, 8),
        ({"columns": 4, "rows": 4}, 9),
        ({"columns": 5, "rows": 4, "line": 3}, 10),
        ({"columns": 8, "rows": 7, "line": 5}, 7),
        ({"columns": 4, "rows": 7}, 9),
    ],
    ids=str,
)
def test_a_search_knows_the_exact_distance(options: dict[str, int], empties: int) -> None:
    for position in late_positions(scaled(40), empties, **options):
        wanted = plain_value(Oracle(position.to_text(), **position.game.values))
        report = plyground.search(position, "search", seconds=60)
        assert report.exact, position
        assert (report.mate or 0) == wanted, position
        end = position.play_all(" ".join(report.pv))
        assert len(report.pv) == abs(wanted) or wanted == 0
        assert wanted == 0 or end.result() is not None


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({"columns": 4, "rows": 4}, 0),
        ({"columns": 5, "rows": 4}, 0),
        ({"columns": 5, "rows": 5}, 0),
        ({"columns": 6, "rows": 4}, -1),
        ({"columns": 4, "rows": 6}, 0),
        ({"columns": 4, "rows": 4, "line": 3}, 1),
    ],
    ids=str,
)
def test_small_boards_have_their_known_values(options: dict[str, int], value: int) -> None:
    # J. Tromp's table of sizes; lines of three win trivially.
    solution = plyground.solve(plyground.game("connect_four", **options).start())
    assert solution.margin == value
    assert solution.trusted_leaves > 0


def test_a_proof_without_trust_agrees() -> None:
    for position in late_positions(scaled(20), 10):
        trusted, followed = (plyground.solve(position, trust=trust) for trust in (True, False))
        assert trusted.margin == followed.margin, position
        assert followed.trusted_leaves == 0


def test_a_mirrored_position_is_worth_the_same() -> None:
    dice = random.Random(4)
    for position in late_positions(scaled(30), 18):
        rows, turn = position.to_text().split()
        mirrored = position.game.position(
            f"{'/'.join(row[::-1] for row in rows.split('/'))} {turn}"
        )
        spec = dice.choice(("search:seconds=60", "search:seconds=60,table=0"))
        reports = [plyground.search(each, spec) for each in (position, mirrored)]
        assert reports[0].score == reports[1].score, position
        assert reports[0].mate == reports[1].mate, position


def test_a_proof_that_runs_out_of_time_says_so() -> None:
    solution = plyground.solve(plyground.game("connect_four").start(), seconds=0.2)
    assert (solution.verdict, solution.line) == ("unknown", ())


@pytest.mark.parametrize(
    "column",
    [
        pytest.param("a", marks=pytest.mark.deep),
        *(pytest.param(column, marks=pytest.mark.endurance) for column in "bcd"),
    ],
)
def test_every_first_move_has_its_known_value(column: str) -> None:
    """Allen and Allis, 1988. The columns on the right mirror those on the left."""
    after = plyground.game("connect_four").start().play(column)
    assert plyground.solve(after).margin == -KNOWN[column]


@pytest.mark.deep
def test_the_whole_game_is_won_in_the_middle() -> None:
    solution = plyground.solve(plyground.game("connect_four").start())
    assert (solution.verdict, solution.line[0]) == ("win", "d")
    end = plyground.game("connect_four").start().play_all(" ".join(solution.line)).result()
    assert end is not None
    assert end.winner == "black"
