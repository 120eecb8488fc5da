"""Robogo's specialist: lines forced in spite of captures, each checked by playing it out."""

from collections.abc import Mapping

import pytest

import plyground
from plyground import Position
from tests.conftest import scaled
from tests.search import plain

SPEC = "search:nodes=20000"
SEVEN: Mapping[str, object] = {"size": 7, "line": 4}
PLAIN: Mapping[str, object] = {"size": 6, "line": 4, "captures": "no"}

# Forced wins by threats, found in random games, with their plies.
WINS: list[tuple[Mapping[str, object], int, str]] = [
    (SEVEN, 3, "6x/x2x3/1o2x1o/o2x3/x3xoo/2ox1o1/3o1x1 w"),
    (SEVEN, 3, "2oox1o/7/2x2x1/3x1x1/6x/1oo4/2o4 b"),
    (SEVEN, 11, "2xox2/2x4/x5x/7/1o2o2/o3xo1/3o3 b"),
    (SEVEN, 13, "oxx1ox1/5o1/2x1o2/1o4x/1o2x1o/7/4x2 b"),
    ({}, 3, "3o1ox2/1x1xo4/x1x3x2/3o5/5ox2/6oo1/6xxx/ox2oo1o1/2ox2x2 w"),
    ({}, 9, "1oxo1o1oo/x8/1x4ox1/x2x2o1x/3x2x1o/oo7/xx5x1/3xo1x1o/1oo1xo3 b"),
    (PLAIN, 3, "2oo2/x4o/4o1/1xx3/1o2x1/3x2 b"),
    (PLAIN, 5, "o2ox1/2x1xx/x1oo2/1ox2o/3xo1/xoox1x w"),
    (PLAIN, 7, "x5/2ox1o/x3o1/2x3/1xo3/3oxo b"),
]

# In these the blocking stone is captured again, and then blocking would be suicide.
WINS_BY_CAPTURE: list[tuple[Mapping[str, object], int, str]] = [
    (SEVEN, 5, "7/7/7/7/2o4/x6/x1o4 b"),
    (SEVEN, 5, "2x4/o2x3/4o2/x6/7/2o4/x3o2 b"),
    (SEVEN, 5, "1xo4/7/xo1xo2/1ox3o/1x5/2x1o2/1xo4 b"),
    ({}, 5, "9/1x2xoo2/2x5o/2oo4o/3o3x1/9/2xx3oo/x2xx4/o2x3x1 w"),
    ({}, 7, "9/x2x3o1/3o2x2/2o1oxoox/x1x1x4/2oxo2x1/1xo1o1o2/4x2oo/7xx w"),
    ({}, 7, "x1x6/1x7/9/4o2xx/o1x2xx2/7o1/xooo4o/3o4o/1x7 b"),
]


def winning_move(position: Position) -> str | None:
    for move in position.moves():
        result = position.play(move).result()
        if result is not None and result.winner == position.turn:
            return move
    return None


def wins_by_force(position: Position, plies: int) -> bool:
    """Whether the search's own moves win within this many plies against every defence."""
    if plies < 1 or position.result() is not None:
        return False
    move = winning_move(position)
    if move is not None:
        return True
    move = plyground.search(position, SPEC).move
    assert move is not None
    after = position.play(move)
    if after.result() is not None:
        return False
    return all(wins_by_force(after.play(reply), plies - 2) for reply in after.moves())


def stones(position: Position) -> int:
    return len(position.view()["pieces"])


@pytest.mark.parametrize(("options", "plies", "text"), WINS + WINS_BY_CAPTURE)
def test_a_forced_line_is_found_and_holds(
    options: Mapping[str, object], plies: int, text: str
) -> None:
    position = plyground.game("robogo", **options).position(text)
    report = plyground.search(position, SPEC)
    assert report.mate is not None
    assert 0 < report.mate <= plies  # quiet moves may be quicker than threats alone
    assert (report.exact, len(report.pv)) == (True, report.mate)
    captured = False
    at = position
    for move in report.pv:
        after = at.play(move)
        captured |= stones(after) <= stones(at) and move != "pass"
        at = after
    last = at.result()
    assert last is not None
    assert last.winner == position.turn
    if (options, plies, text) in WINS_BY_CAPTURE:
        assert captured
    assert wins_by_force(position, plies)


def test_forced_line_is_not_found_without_the_specialist() -> None:
    """Without the specialist, the same number of nodes does not find it."""
    options, plies, text = WINS[5]
    position = plyground.game("robogo", **options).position(text)
    assert plyground.search(position, "search:nodes=2000").mate == plies
    alone = plyground.search(position, "search:nodes=2000,specialist=off").mate
    assert alone is None or alone < 0  # an estimate, cut short


# All moves that do not lose at once, and the number of black stones left after them.
ANSWERS = [
    ("9/9/9/9/oxxxx4/9/9/4o4/3o5 w", {"F5"}, 4),
    ("9/9/9/6o2/2xxx1xo1/6o2/9/9/9 w", {"F5"}, 3),  # the lone stone dies
    ("9/9/9/1ooo5/oxxx1x3/1ooo5/9/9/9 w", {"E5"}, 1),  # three die
    # Black's last stone would join a group without another liberty.
    ("xxxx1o3/xooo5/o8/9/9/9/9/9/9 w", {"E8", "E9"}, None),
]


@pytest.mark.parametrize(("text", "saving", "left"), ANSWERS)
def test_specialist_prevents_forced_wins(text: str, saving: set[str], left: int | None) -> None:
    position = plyground.game("robogo").position(text)
    holding = {move for move in position.moves() if winning_move(position.play(move)) is None}
    assert holding == saving
    move = plyground.search(position, SPEC).move
    assert move in saving
    board = position.play(move).to_text().split()[0]
    assert left is None or board.count("x") == left


@pytest.mark.parametrize(
    "options",
    [
        {"size": 5, "line": 3},
        {"size": 5, "line": 4},
        {"size": 5, "line": 4, "ko": "simple", "pass_": "no"},
        {"size": 5, "line": 4, "captures": "no"},
    ],
)
def test_specialist_reports_no_false_wins(options: Mapping[str, object]) -> None:
    game = plyground.game("robogo", **options)
    claims = 0
    for position in plain.random_positions(game, scaled(60), "false wins"):
        report = plyground.search(position, "search:nodes=300")
        if not report.exact or report.mate is None or report.mate < 0:
            continue
        claims += 1
        if report.mate <= 3:
            known = plyground.search(position, "alphabeta:depth=3").mate
            assert known is not None, position
            assert 0 < known <= report.mate, position
        if report.mate <= 7:
            assert wins_by_force(position, report.mate), position
    assert claims > 0
