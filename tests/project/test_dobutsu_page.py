"""docs/explanation/dobutsu.md: every line is legal and every table matches the figures."""

import json

import pytest

import dobutsu_page
import plyground
from dobutsu_figures import FIGURES, LINES, fit, owned, terms
from plyground.puzzles import puzzles
from plyground.records.journal import load_records
from plyground.records.record import Record

KNOWN = json.loads(FIGURES.read_text(encoding="utf-8"))
RECORDS = load_records(LINES)
VALUES = {int(value): count for value, count in KNOWN["by_value"].items()}


def test_the_counts_are_those_of_the_solved_game() -> None:
    assert KNOWN["over"] == 147_317_599
    assert KNOWN["over"] + sum(VALUES.values()) == 246_803_167
    assert sum(count for value, count in VALUES.items() if value % 2) == 56_474_473
    assert sum(count for value, count in VALUES.items() if value and not value % 2) == 40_328_395
    assert (VALUES[0], max(VALUES)) == (2_682_700, 173)
    firsts = {one["move"]: one["value"] for one in KNOWN["first_moves"]}
    assert firsts == {"b2b3": -76, "b1a2": -78, "b1c2": -78, "c1c2": -78}


@pytest.mark.parametrize(("record", "line"), list(zip(RECORDS, KNOWN["lines"], strict=True)))
def test_lines_match_their_length_and_result(record: Record, line: dict[str, object]) -> None:
    result = record.root.position.play_all(record.moves).result()
    assert result is not None
    assert len(record.moves) == line["plies"]
    assert (result.winner, result.code) == (line["winner"], line["code"])
    assert record.start == line["position"]
    assert record.result == result


@pytest.mark.parametrize("record", RECORDS, ids=["start", "longest"])
def test_every_move_of_a_line_is_one_ply_nearer_to_the_end(record: Record) -> None:
    nodes = [node for node in record.current.line() if node.move is not None]
    left = []
    for node in nodes:
        assert node.evaluation is not None
        assert node.evaluation.exact
        left.append(abs(node.evaluation.mate or 0))
    assert left == list(range(len(nodes), 0, -1))


def test_the_lines_are_the_78_and_the_173_plies_of_the_solved_game() -> None:
    assert [len(record.moves) for record in RECORDS] == [78, 173]
    assert RECORDS[0].start is None


def test_the_page_has_the_figures_and_the_lines() -> None:
    page = dobutsu_page.PAGE.read_text(encoding="utf-8")
    assert dobutsu_page.filled(page, dobutsu_page.blocks(KNOWN, RECORDS)) == page
    for record in RECORDS:
        assert " ".join(record.moves) in " ".join(page.split())


def test_puzzle_records_match_the_puzzles() -> None:
    records = load_records(dobutsu_page.PUZZLES)
    assert records == dobutsu_page.puzzle_records()
    assert [len(record.moves) for record in records] == [one.plies for one in puzzles("dobutsu")]
    assert {record.result.winner for record in records if record.result} == {"black"}
    assert {record.start for record in records} >= set(dobutsu_page.SHOWN)


def test_page_without_a_placeholder_is_refused() -> None:
    with pytest.raises(ValueError, match="0 places for b"):
        dobutsu_page.filled("<!-- a --><!-- end -->", {"b": "c"})


def test_pieces_are_counted_for_both_sides() -> None:
    start = plyground.game("dobutsu").start().to_text()
    assert terms(start) == [0] * 7
    assert owned(start) == 3


def test_fit_recovers_the_weights() -> None:
    rows = [[own] for own in (-1, 0, 1) for _ in range(2)]
    points = [0.25, 0.25, 0.5, 0.5, 0.75, 0.75]
    turn, worth = fit(rows, points)
    assert turn == pytest.approx(0, abs=0.001)
    assert worth == pytest.approx(1.099, abs=0.001)  # the logarithm of 3
