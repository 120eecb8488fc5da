"""The puzzles of Dobutsu: each claim is true, by the rules and by our own search."""

from collections import Counter

import pytest

import plyground
from dobutsu_puzzles import mirrored
from plyground.puzzles import Puzzle, puzzles

DOBUTSU = plyground.game("dobutsu")
ALL = puzzles("dobutsu")
SHORT = 7  # plies that a plain search covers at once


def kind(puzzle: Puzzle) -> str:
    """The kind of its first move."""
    moves = DOBUTSU.position(puzzle.position).view()["moves"]
    return next(move["kind"] for move in moves if move["text"] == puzzle.line[0])


def test_every_length_has_puzzles() -> None:
    counts = Counter(puzzle.plies for puzzle in ALL)
    assert len(ALL) >= 60
    assert all(counts[plies] >= 7 for plies in (3, 5, 7, 9, 11))
    assert sum(count for plies, count in counts.items() if plies >= 13) >= 8


def test_puzzles_differ_and_few_begin_with_a_capture() -> None:
    boards = {min(puzzle.position, mirrored(puzzle.position)) for puzzle in ALL}
    kinds = Counter(map(kind, ALL))
    assert len(boards) == len(ALL)
    assert kinds["capture"] <= len(ALL) / 5
    assert kinds["drop"] >= len(ALL) / 4


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.position)
def test_line_wins_in_the_stated_plies(puzzle: Puzzle) -> None:
    position = DOBUTSU.position(puzzle.position)
    result = position.play_all(puzzle.line).result()
    assert position.turn == "black"
    assert len(puzzle.line) == puzzle.plies
    assert result is not None
    assert result.winner == "black"
    assert DOBUTSU.start().play_all(puzzle.played).to_text() == puzzle.position


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.position)
def test_leading_game_repeats_no_position(puzzle: Puzzle) -> None:
    position, texts = DOBUTSU.start(), set[str]()
    for move in puzzle.played:
        texts.add(position.to_text())
        position = position.play(move)
    assert len({*texts, position.to_text()}) == len(puzzle.played) + 1


@pytest.mark.parametrize(
    "puzzle", [one for one in ALL if one.plies <= SHORT], ids=lambda puzzle: puzzle.position
)
def test_plain_search_finds_only_the_solution(puzzle: Puzzle) -> None:
    position = DOBUTSU.position(puzzle.position)
    report = plyground.search(position, f"alphabeta:depth={puzzle.plies}")
    assert (report.mate, report.move) == (puzzle.plies, puzzle.line[0])
    for move in position.moves():
        if move == puzzle.line[0]:
            continue
        after = position.play(move)
        if after.result() is None:
            answer = plyground.search(after, f"alphabeta:depth={puzzle.plies - 1}")
            assert answer.mate is None or answer.mate > 0, move


@pytest.mark.parametrize(
    "puzzle", [one for one in ALL if SHORT < one.plies <= 11], ids=lambda puzzle: puzzle.position
)
def test_default_player_solves_puzzles_of_middle_length(puzzle: Puzzle) -> None:
    report = plyground.search(DOBUTSU.position(puzzle.position), "search:nodes=3000000")
    assert report.move == puzzle.line[0]
    assert report.mate is not None
    assert report.mate >= puzzle.plies
