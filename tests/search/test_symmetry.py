"""Positions with the colours exchanged have the same value for the side to move."""

import re

import pytest

import plyground
from plyground import Report
from tests.games.cases import games
from tests.search import plain

SYMMETRIC = games(
    [
        ("othello", {}),
        ("othello", {"size": 6}),
        ("gomoku", {}),
        ("gomoku", {"size": 6, "line": 4, "rule": "exact"}),
        ("go", {"size": 5, "komi": 0}),
        ("go", {"size": 3, "komi": 0, "scoring": "territory"}),
        ("robogo", {}),
        ("robogo", {"size": 4, "line": 3}),
        ("dobutsu", {}),
        ("tictactoe", {}),
        ("connect_four", {}),
    ]
)


def exchanged(text: str) -> str:
    """The text with Black's and White's stones, turn and prisoners exchanged."""
    board, turn, *words = text.split()
    board = board.translate(str.maketrans("xo", "ox"))
    words = [re.sub(r"^(prisoners)=(\d+),(\d+)$", r"\1=\3,\2", word) for word in words]
    return " ".join([board, turn.translate(str.maketrans("bw", "wb")), *words])


def turned(text: str) -> str:
    """Dobutsu: the board turned around and the sides exchanged, because pieces have a direction."""
    board, hands, turn = re.fullmatch(r"(.*)\[(.*)\] ([bw])", text).groups()  # type: ignore[union-attr]
    squares = re.findall(r"\+?[A-Za-z]|[0-9/]", board)
    held = sorted(hands.swapcase()) if hands != "-" else ["-"]
    return f"{''.join(reversed(squares)).swapcase()}[{''.join(held)}] {'w' if turn == 'b' else 'b'}"


def check_same(ours: Report, theirs: Report) -> None:
    assert len(ours.lines) == len(theirs.lines)
    for line, other in zip(ours.lines, theirs.lines, strict=True):
        assert line.score == pytest.approx(other.score)
        assert line.win_chance == pytest.approx(other.win_chance)
        assert (line.mate, line.exact) == (other.mate, other.exact)


@pytest.mark.parametrize("game", SYMMETRIC)
def test_exchanged_colours_only_change_signs(game: plyground.Game) -> None:
    mirror = turned if game.name == "dobutsu" else exchanged
    for position in plain.random_positions(game, plain.how_many(game, 100), "symmetry"):
        here = game.position(position.to_text())
        there = game.position(mirror(position.to_text()))
        assert there.turn != here.turn
        for term, other in zip(here.explain_score(), there.explain_score(), strict=True):
            assert term.value == pytest.approx(-other.value), (term, here, there)
        depth = plain.depth_that_fits(here, 500, 4)
        for spec in ("minimax", "alphabeta", "alphabeta:order=on"):
            ours = plyground.search(here, spec, depth=depth)
            theirs = plyground.search(there, spec, depth=depth)
            check_same(ours, theirs)
            if mirror is exchanged:
                assert (ours.pv, ours.nodes) == (theirs.pv, theirs.nodes)
        check_same(
            *(plyground.search(side, "minimax:depth=1", lines=1000) for side in (here, there))
        )
