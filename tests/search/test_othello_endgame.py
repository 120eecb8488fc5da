"""Othello's exact endgame solver, through the search that uses it."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

import pytest

import plyground
from plyground import Position
from tests.conftest import scaled

SOLVE = "search:nodes=1000000000"


@dataclass(frozen=True)
class Ending:
    """A line of the suite: its value, and every move that keeps it."""

    number: int
    empties: int
    score: int
    best: tuple[str, ...]
    position: Position


def suite() -> Iterator[Ending]:
    text = (
        resources.files("plyground.games.othello").joinpath("ffo.txt").read_text(encoding="utf-8")
    )
    for line in text.splitlines():
        if line and not line.startswith("#"):
            number, empties, score, best, position = line.split(maxsplit=4)
            yield Ending(
                int(number),
                int(empties),
                int(score),
                tuple(best.split(",")),
                plyground.game("othello").position(position),
            )


def endings(size: int, most: int, how_many: int) -> Iterator[Position]:
    """Random games with few empty squares left."""
    start = plyground.game("othello", size=size).start()
    for number in range(how_many):
        plies = size * size - 4 - random.Random(number).randint(1, most)
        position = plyground.random_game(start, 100 * size + number, max_plies=plies)
        if position.result() is None:
            yield position


def check_solved(position: Position, score: float) -> None:
    """The score is right and the search plays it out to the end."""
    report = plyground.search(position, SOLVE)
    assert report.exact, position
    assert report.score == score, position
    end = position.play_all(report.pv)
    while end.result() is None:
        end = end.play_all(plyground.search(end, SOLVE).pv)
    assert margin(end, position.turn) == score, position


def margin(position: Position, side: str) -> float:
    result = position.result()
    assert result is not None
    return (result.margin or 0) * (1 if result.winner == side else -1)


# The textbook search, which does not use the solver, is the referee.
@pytest.mark.parametrize(("size", "most"), [(4, 12), (6, 9), (8, 9)])
def test_endings_are_solved_as_alphabeta_solves_them(size: int, most: int) -> None:
    solved = 0
    for position in endings(size, most, scaled(60)):
        referee = plyground.search(position, "alphabeta:depth=30,order=on")
        assert referee.exact
        check_solved(position, referee.score)
        solved += 1
    assert solved > scaled(60) // 6


@pytest.mark.parametrize(("size", "left"), [(6, 13), (8, 13), (6, 16)])
def test_a_longer_ending_is_worth_what_its_best_reply_leaves(size: int, left: int) -> None:
    """Beyond the referee's depth: each move is an ending itself, and the best gives the value."""
    start = plyground.game("othello", size=size).start()
    for number in range(scaled(8)):
        position = plyground.random_game(start, 7000 + number, max_plies=size * size - 4 - left)
        if position.result() is not None:
            continue
        replies = [position.play(move) for move in position.moves()]
        values = [
            margin(reply, position.turn)
            if reply.result()
            else -plyground.search(reply, SOLVE).score
            for reply in replies
        ]
        check_solved(position, max(values))


# Endings with special cases.
@pytest.mark.parametrize(
    ("size", "text", "score"),
    [
        (4, "xxxx/xxxx/xxo1/xx2 w", -16),  # white must pass
        (4, "oooo/oooo/ooox/ooo1 b", -16),  # black passes, and the last square is white's
        (4, "xooo/oooo/oooo/ooo1 b", -8),  # one square along a diagonal
        (4, "xo2/4/4/4 b", 16),  # all discs taken: the empty squares count
    ],
)
def test_small_endings_by_hand(size: int, text: str, score: int) -> None:
    check_solved(plyground.game("othello", size=size).position(text), score)


def test_the_smallest_board_is_solved() -> None:
    check_solved(plyground.game("othello", size=4).start(), -10)


def test_the_suite_is_what_it_says() -> None:
    numbers = []
    for ending in suite():
        numbers.append(ending.number)
        assert 64 - len(ending.position.pieces()) == ending.empties
        assert set(ending.best) <= set(ending.position.moves())
        assert ending.score % 2 == 0
    assert numbers == list(range(40, 60))


def check_suite(first: int, last: int) -> None:
    for ending in suite():
        if first <= ending.number <= last:
            report = plyground.search(ending.position, SOLVE)
            assert (report.score, report.exact) == (ending.score, True), ending.number
            assert report.move in ending.best, ending.number


def test_the_first_of_the_suite_is_solved() -> None:
    check_suite(40, 40)


@pytest.mark.deep
def test_the_suite_is_solved() -> None:
    check_suite(41, 46)


def test_an_ending_too_long_for_its_budget_still_gets_a_move() -> None:
    hard = next(ending for ending in suite() if ending.number == 50).position
    report = plyground.search(hard, "search:nodes=20000")
    assert report.move in hard.moves()
    assert not report.exact
    again = plyground.search(hard, "search:nodes=20000")
    assert (again.move, again.score) == (report.move, report.score)
