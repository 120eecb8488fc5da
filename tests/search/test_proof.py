"""Proofs: solved values, replayed strategies, and unknown results."""

import math
import time
from collections.abc import Sequence
from typing import Any, Protocol

import pytest

import plyground
from plyground import Position
from tests.conftest import scaled
from tests.games.cases import load_examples
from tests.search import plain

load_examples()


class Proof(Protocol):
    """What a test needs to replay a proof."""

    def reply(self, moves: Sequence[str]) -> str | None: ...


Solved = tuple[str, dict[str, Any], str, float]

SMALL: list[Solved] = [
    ("gomoku", {"size": 3, "line": 3}, "draw", 0),
    ("gomoku", {"size": 4, "line": 3}, "win", 1),
    ("robogo", {"size": 3, "line": 3}, "win", 1),
    ("robogo", {"size": 3, "line": 3, "ko": "simple"}, "win", 1),
    ("robogo", {"size": 3, "line": 3, "captures": "no"}, "draw", 0),
    ("robogo", {"size": 4, "line": 3}, "win", 1),
    ("robogo", {"size": 4, "line": 3, "captures": "no"}, "win", 1),
    ("othello", {"size": 4}, "loss", -10),
    ("go", {"size": 2}, "loss", -5.5),
    ("go", {"size": 2, "komi": 0}, "win", 1),
    ("go", {"size": 2, "komi": 1}, "draw", 0),
    ("go", {"size": 2, "komi": 0, "ko": "situational"}, "win", 1),
    ("tictactoe", {}, "draw", 0),
]
LARGER: list[Solved] = [
    ("gomoku", {"size": 4, "line": 4}, "draw", 0),
    ("gomoku", {"size": 5, "line": 5}, "draw", 0),
    ("gomoku", {"size": 6, "line": 6}, "draw", 0),
    ("go", {"size": 2, "komi": 0, "ko": "simple"}, "draw", 0),
]
DEEP: list[Solved] = [
    ("gomoku", {"size": 5, "line": 4}, "draw", 0),
    ("gomoku", {"size": 6, "line": 4}, "win", 1),
    ("gomoku", {"size": 6, "line": 5}, "draw", 0),
    ("gomoku", {"size": 7, "line": 4}, "win", 1),
    ("robogo", {"size": 5, "line": 4, "captures": "no"}, "draw", 0),
    ("robogo", {"size": 5, "line": 4, "captures": "no", "pass": "no"}, "draw", 0),
    ("robogo", {"size": 4, "line": 4}, "win", 1),
    ("robogo", {"size": 5, "line": 4}, "win", 1),
    ("go", {"size": 3, "komi": 0}, "win", 9),
]


def start_of(case: Solved) -> Position:
    return plyground.game(case[0], **case[1]).start()


def grade(position: Position, side: str) -> float:
    """A finished game from one side's point of view: its margin, or 1, 0, -1."""
    result = position.result()
    assert result is not None, "the game is not over"
    if result.winner is None:
        return 0.0
    size = 1.0 if result.margin is None else result.margin
    return size if result.winner == side else -size


def check_line(start: Position, line: Sequence[str], margin: float) -> None:
    position = start
    for move in line:
        position = position.play(move)
    assert grade(position, start.turn) == margin


class Replay:
    """Plays one side's strategy against every reply and keeps its worst result.

    A position counts as visited only if it was visited with the same positions before it.
    """

    def __init__(self, proof: Proof, owner: str) -> None:
        self.proof = proof
        self.owner = owner
        self.worst = math.inf
        self.met: set[tuple[int, frozenset[tuple[int, int]]]] = set()

    def walk(self, position: Position, moves: list[str], past: dict[int, int]) -> None:
        if position.result() is not None:
            self.worst = min(self.worst, grade(position, self.owner))
            return
        name = (position.key, frozenset(past.items()))
        if name in self.met:
            return
        self.met.add(name)
        behind = past | {position.key: past.get(position.key, 0) + 1}
        for move in self.choices(position, moves):
            self.walk(position.play(move), [*moves, move], behind)

    def choices(self, position: Position, moves: list[str]) -> list[str]:
        if position.turn != self.owner:
            return position.moves()
        reply = self.proof.reply(moves)
        assert reply is not None, f"no reply after {moves}"
        return [reply]


@pytest.mark.parametrize("case", SMALL + LARGER, ids=str)
def test_small_games_are_solved(case: Solved) -> None:
    start = start_of(case)
    proof = plyground.solve(start)
    assert (proof.verdict, proof.margin) == case[2:]
    assert proof.lower == proof.upper == case[3]
    assert 0 < proof.checked_nodes < proof.nodes
    check_line(start, proof.line, case[3])


@pytest.mark.deep
@pytest.mark.parametrize("case", DEEP, ids=str)
def test_larger_boards_are_solved(case: Solved) -> None:
    start = start_of(case)
    proof = plyground.solve(start, seconds=900, memory=1024)
    assert (proof.verdict, proof.margin) == case[2:]
    check_line(start, proof.line, case[3])


@pytest.mark.parametrize("specialist", [True, False])
@pytest.mark.parametrize("case", SMALL, ids=str)
def test_proofs_can_be_replayed(case: Solved, specialist: bool) -> None:
    start = start_of(case)
    proof = plyground.solve(start, trust=False, specialist=specialist)
    assert (proof.verdict, proof.margin) == case[2:]
    assert proof.trusted_leaves == 0
    other = "white" if start.turn == "black" else "black"
    counts_margin = start.counts_margin
    if counts_margin or case[3] >= 0:
        mine = Replay(proof, start.turn)
        mine.walk(start, [], {})
        assert mine.worst == case[3]
    if counts_margin or case[3] <= 0:
        theirs = Replay(proof, other)
        theirs.walk(start, [], {})
        assert theirs.worst == -case[3]


@pytest.mark.heavy
def test_games_are_solved_without_specialists() -> None:
    """Every line of the proof goes on until the board is full."""
    start = plyground.game("gomoku", size=4, line=4).start()
    proof = plyground.solve(start, trust=False)
    assert (proof.verdict, proof.trusted_leaves) == ("draw", 0)
    assert proof.checked_nodes > 10_000


def test_replies_go_on_where_a_specialist_was_trusted() -> None:
    start = plyground.game("gomoku", size=5, line=5).start()
    proof = plyground.solve(start)
    assert proof.verdict == "draw"
    assert proof.trusted_leaves > 0
    for seed in range(scaled(10)):
        for owner in ("black", "white"):
            position = start
            while position.result() is None:
                if position.turn == owner:
                    move = proof.reply(position.played)
                    assert move is not None
                else:
                    move = plyground.random_game(position, seed, max_plies=1).last_move
                    assert move is not None
                position = position.play(move)
            assert grade(position, owner) >= 0


def test_check_rejects_false_proofs() -> None:
    """Superko misleads the first, fast method of search; the values are still right."""
    rejected = 0
    for ko in ("positional", "situational"):
        proof = plyground.solve(plyground.game("go", size=2, komi=0, ko=ko).start())
        assert (proof.verdict, proof.margin) == ("win", 1)
        rejected += proof.rejected
    assert rejected > 0


# Games, the number of random plies at first, and the number of positions to compare.
RANDOM: list[tuple[str, dict[str, Any], int, int]] = [
    ("gomoku", {"size": 4, "line": 4}, 8, 40),
    ("gomoku", {"size": 5, "line": 4}, 15, 30),
    ("gomoku", {"size": 4, "line": 3, "rule": "exact"}, 6, 20),
    ("gomoku", {"size": 5, "line": 5, "rule": "renju"}, 16, 20),
    ("robogo", {"size": 3, "line": 3}, 8, 30),
    ("robogo", {"size": 3, "line": 3, "pass": "no"}, 8, 30),
    ("robogo", {"size": 3, "line": 3, "ko": "simple"}, 8, 20),
    ("robogo", {"size": 4, "line": 3, "captures": "no"}, 9, 30),
    ("go", {"size": 2, "komi": 0}, 12, 30),
    ("go", {"size": 2, "komi": 0, "ko": "situational"}, 12, 30),
    ("go", {"size": 2, "komi": 0, "scoring": "territory", "suicide": "yes"}, 12, 20),
    ("othello", {"size": 4}, 4, 30),
    ("othello", {"size": 6}, 22, 10),
    ("othello", {"size": 8}, 50, 10),
    ("domineering", {"columns": 5, "rows": 5}, 4, 5),
    ("connect_four", {"columns": 4, "rows": 4}, 6, 20),
    ("connect_four", {"columns": 5, "rows": 4, "line": 3}, 6, 10),
    ("connect_four", {}, 30, 20),
]


@pytest.mark.parametrize("trust", [True, False])
@pytest.mark.parametrize("case", RANDOM, ids=str)
def test_proof_agrees_with_a_full_search(
    case: tuple[str, dict[str, Any], int, int], trust: bool
) -> None:
    """Alpha-beta to the end without a table is slow but certain, and uses the same past."""
    name, options, plies, count = case
    game = plyground.game(name, **options)
    compared = 0
    for seed in range(50 * count):
        position = plyground.random_game(game.start(), seed, max_plies=plies)
        if position.result() is not None:
            continue
        full = plyground.search(position, "alphabeta:depth=200", nodes=200_000)
        if not full.exact:
            continue
        proof = plyground.solve(position, trust=trust)
        value = full.score
        if not position.counts_margin:
            value = math.copysign(1, value) if value else 0.0
        assert proof.margin == value, position
        check_line(position, proof.line, value)
        compared += 1
        if compared == scaled(count):
            return
    assert compared >= scaled(count) / 4, "too few positions could be compared"


def test_mates_in_dobutsu_are_proven() -> None:
    game = plyground.game("dobutsu")
    found = 0
    for position in plain.random_positions(game, scaled(300), "proofs"):
        mate = plyground.search(position, "alphabeta:depth=5").mate
        if mate is None:
            continue
        found += 1
        proof = plyground.solve(position, nodes=2_000_000)
        assert proof.verdict == ("win" if mate > 0 else "loss"), position
        check_line(position, proof.line, 1 if mate > 0 else -1)
    assert found > 0


def test_proof_that_reaches_its_limits_is_unknown() -> None:
    start = plyground.game("gomoku").start()
    for proof in (
        plyground.solve(start, nodes=1000),
        plyground.solve(start, seconds=0.001),
        plyground.solve(start, memory=1, nodes=3000),
    ):
        assert proof.verdict == "unknown"
        assert proof.margin is None
        assert (proof.lower, proof.upper) == (-math.inf, math.inf)
        assert proof.line == ()
        assert proof.reply([]) is None


def test_no_proof_without_room_for_its_strategy() -> None:
    start = plyground.game("gomoku", size=6, line=4).start()
    proof = plyground.solve(start, memory=1, nodes=3_000_000)
    assert proof.verdict == "unknown"


def test_a_finished_game_needs_no_proof() -> None:
    won = plyground.game("gomoku", size=4, line=3).start().play_all("a1 a2 b1 b2 c1")
    proof = plyground.solve(won)
    assert (proof.verdict, proof.margin, proof.line) == ("loss", -1, ())
    drawn = plyground.game("go", size=2, komi=0).start().play_all("pass pass")
    proof = plyground.solve(drawn)
    assert (proof.verdict, proof.margin, proof.line) == ("draw", 0, ())


def test_positions_off_the_proof_have_no_reply() -> None:
    start = plyground.game("gomoku", size=4, line=3).start()
    proof = plyground.solve(start)
    first = proof.reply([])
    assert first == proof.line[0]
    assert proof.reply(["z9"]) is None
    assert proof.reply([first]) is None  # the loser has no strategy
    assert proof.reply(proof.line) is None  # over
    stray = next(move for move in start.moves() if move != first)
    assert proof.reply([stray, first]) is None


@pytest.mark.parametrize("name", ["go", "robogo", "othello"])
def test_a_proof_as_a_player_keeps_to_its_time(name: str) -> None:
    """If a millisecond is too short for any proof, there is still a move in time."""
    start = plyground.game(name).start()
    begin = time.monotonic()
    report = plyground.search(start, "proof:seconds=0.001")
    assert report.move in start.moves()
    assert not report.exact
    assert time.monotonic() - begin < 20  # a busy machine must not fail the test


def test_proof_player_reports_exact_results() -> None:
    report = plyground.search(plyground.game("gomoku", size=4, line=3).start(), "proof:seconds=20")
    assert (report.exact, report.win_chance, report.score) == (True, 1.0, 10_000.0)
    assert report.mate == len(report.pv)
