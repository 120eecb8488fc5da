"""The figures and puzzles of docs/explanation/dobutsu.md, checked against the real tablebase."""

import json
import os

import pytest

import dobutsu_figures
import plyground
from dobutsu_puzzles import END, LONG, STRICT, forced
from plyground.engine.tablebase import Tablebase
from plyground.puzzles import puzzles
from plyground.records.journal import load_records
from tests.tablebase import test_whole

pytestmark = pytest.mark.deep


made, table = test_whole.made, test_whole.table  # the same tablebase, made only once


def test_the_figures_of_the_page_are_computed_anew(table: Tablebase) -> None:
    world = dobutsu_figures.look_at_all(table, os.cpu_count() or 1)
    lines = dobutsu_figures.lines(table, world)
    kept = json.loads(dobutsu_figures.FIGURES.read_text(encoding="utf-8"))
    found = json.loads(json.dumps(dobutsu_figures.figures(table, world, lines)))
    pieces = found["sample"].pop("pieces")
    assert pieces == pytest.approx(kept["sample"].pop("pieces"), abs=0.002)
    assert found["sample"].pop("turn") == pytest.approx(kept["sample"].pop("turn"), abs=0.002)
    assert found == kept
    records = [line.record(table) for line in lines]
    assert records == load_records(dobutsu_figures.LINES)


def test_every_puzzle_has_a_single_winning_move_at_every_turn(table: Tablebase) -> None:
    game = plyground.game("dobutsu")
    for puzzle in puzzles("dobutsu"):
        position = game.position(puzzle.position)
        assert table.value(position) == puzzle.plies
        until = END if puzzle.plies > LONG else 1
        assert forced(table, position, every=puzzle.plies <= STRICT, until=until), puzzle
        for left, move in zip(range(puzzle.plies, 0, -1), puzzle.line, strict=True):
            values = dict(table.moves(position))
            assert abs(values[move]) == left, (puzzle, move)
            if values[move] > until:
                assert sum(value > 0 for value in values.values()) == 1, (puzzle, move)
            position = position.play(move)
