"""Long wins by forcing moves on large boards: solved, played to the end, and certified."""

import random
from pathlib import Path

import pytest

import plyground
from plyground.engine.game import Position
from plyground.solved.checker import check
from plyground.solved.export import make_certificate

FILE = Path(__file__).parents[1] / "search" / "gomoku_vcf.txt"
LINES = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]


def position_of(line: str) -> Position:
    options, text, *_ = (part.strip() for part in line.split("|"))
    return plyground.game("gomoku", **dict(one.split("=") for one in options.split())).position(
        text
    )


@pytest.mark.parametrize("line", LINES[::5])
def test_a_forced_win_has_a_certificate(line: str) -> None:
    start = position_of(line)
    solution = plyground.solve(start, nodes=100_000)
    assert (solution.verdict, solution.trusted_leaves) == ("win", 1)
    end = start.play_all(solution.line).result()
    assert end is not None
    assert end.winner == start.turn
    checked = check(make_certificate(start, solution))
    leaves_replies_out = bool(start.winning_sets())  # not in renju
    assert checked.ends > 0
    assert (checked.passes > 0) == leaves_replies_out or checked.ends == 1


def test_a_forced_win_is_played_against_any_defence() -> None:
    start, dice = position_of(LINES[0]), random.Random(3)
    solution = plyground.solve(start, nodes=100_000)
    for _ in range(10):
        position, moves = start, list[str]()
        while (result := position.result()) is None:
            reply = solution.reply(moves) if position.turn == start.turn else None
            moves.append(reply or dice.choice(position.moves()))
            position = position.play(moves[-1])
        assert result.winner == start.turn


def test_without_trust_every_line_is_replayed() -> None:
    solution = plyground.solve(position_of(LINES[0]), nodes=3_000, trust=False)
    assert solution.trusted_leaves == 0
