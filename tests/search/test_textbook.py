"""Fixed-depth searches against plain minimax, and against published counts."""

import math
from typing import Any

import pytest

import plyground
from plyground import Line, Position, Report
from plyground._core import WIN_VALUE
from tests.conftest import scaled
from tests.games.cases import EVERY_GAME, EXAMPLES, every_game
from tests.search import plain

# Depth and nodes from Dobutsu's start: minimax, alpha-beta, alpha-beta with ordered moves.
PUBLISHED = [
    (3, 145, 95, 48),
    (5, 9_243, 1_258, 601),
    (7, 734_353, 23_484, 8_200),
    (9, 62_520_789, 356_065, 84_720),
]
MINIMAX = "minimax:depth={depth},repetition=off"
ALPHABETA = "alphabeta:depth={depth},eval=pieces,list=original,repetition=off"
ORDERED = ALPHABETA + ",order=on"


def cells() -> list[Any]:
    rows = []
    for depth, *counts in PUBLISHED:
        for spec, nodes in zip((MINIMAX, ALPHABETA, ORDERED), counts, strict=True):
            marks = [pytest.mark.deep] if nodes > 10_000_000 else []
            rows.append(pytest.param(spec.format(depth=depth), nodes, marks=marks))
    return rows


@pytest.mark.parametrize(("spec", "nodes"), cells())
def test_published_node_counts(spec: str, nodes: int) -> None:
    start = plyground.game("dobutsu", try_="entry", hand="distinct").start()
    assert plyground.search(start, spec).nodes == nodes


def value_of(line: Line) -> tuple[float, float, int | None]:
    return line.score, line.win_chance, line.mate


def check_line(position: Position, line: Line, every_move: bool) -> None:
    """The line is legal and its end is as reported; proven, if every move was searched."""
    end = position.play_all(line.pv)
    assert line.move == line.pv[0]
    assert 0 <= line.win_chance <= 1
    if line.mate is None:
        return
    result = end.result()
    assert result is not None
    assert len(line.pv) == abs(line.mate)
    assert (result.winner == position.turn) == (line.mate > 0)
    assert line.win_chance == (1 if line.mate > 0 else 0)
    if position.counts_margin:
        assert abs(line.score) == result.margin
    else:
        assert line.exact or not every_move


def check_report(
    position: Position, report: Report, depth: int, *, every_move: bool = True
) -> None:
    assert report.depth == depth
    assert report.move in position.moves()
    assert (report.score, report.win_chance, report.mate) == value_of(report.lines[0])
    for line in report.lines:
        check_line(position, line, every_move)


def check_pruning(position: Position, depth: int) -> None:
    full = plyground.search(position, "minimax", depth=depth)
    check_report(position, full, depth)
    pruned = plyground.search(position, "alphabeta", depth=depth)
    check_report(position, pruned, depth)
    assert value_of(pruned.lines[0]) == value_of(full.lines[0]), (position, depth)
    assert pruned.nodes <= full.nodes
    assert pruned.exact or not full.exact

    reordered = plyground.search(position, "minimax:order=on", depth=depth)
    ordered = plyground.search(position, "alphabeta:order=on", depth=depth)
    keeps_all = position.game.name != "robogo"  # whose order leaves far points out
    check_report(position, ordered, depth, every_move=keeps_all)
    assert value_of(ordered.lines[0]) == value_of(reordered.lines[0]), (position, depth)
    if keeps_all:
        assert value_of(ordered.lines[0]) == value_of(full.lines[0]), (position, depth)
        assert reordered.nodes == full.nodes


@every_game
def test_pruning_and_order_change_no_value(game: plyground.Game) -> None:
    for position in plain.random_positions(game, plain.how_many(game, 300), "pruning"):
        check_pruning(position, plain.depth_that_fits(position, 800, 5))


@pytest.mark.heavy
@every_game
def test_pruning_in_large_trees(game: plyground.Game) -> None:
    """Trees large enough that wide boards, too, are searched deeper than one ply."""
    nodes = 4_000 if game.name in EXAMPLES else 60_000
    for position in plain.random_positions(game, plain.how_many(game, 4), "large trees"):
        check_pruning(position, plain.depth_that_fits(position, nodes, 5))


@pytest.mark.deep
@every_game
def test_pruning_over_a_thousand_positions(game: plyground.Game) -> None:
    for position in plain.random_positions(game, plain.how_many(game, 1000), "a thousand"):
        check_pruning(position, plain.depth_that_fits(position, 800, 5))


@every_game
def test_pruning_with_a_random_evaluation_changes_no_value(game: plyground.Game) -> None:
    for position in plain.random_positions(game, plain.how_many(game, 40), "whim"):
        depth = plain.depth_that_fits(position, 250, 4)
        full, pruned, ordered = (
            plyground.search(position, spec, depth=depth, evaluate=plain.whim)
            for spec in ("minimax", "alphabeta", "alphabeta:order=on")
        )
        assert value_of(pruned.lines[0]) == value_of(full.lines[0]), (position, depth)
        if game.name != "robogo":
            assert value_of(ordered.lines[0]) == value_of(full.lines[0]), (position, depth)


@every_game
@pytest.mark.parametrize("evaluate", [None, plain.whim], ids=["heuristics", "whim"])
def test_minimax_is_minimax(game: plyground.Game, evaluate: plain.Evaluate | None) -> None:
    opinion = evaluate or plain.default_opinion
    for position in plain.random_positions(game, scaled(12), f"plain {evaluate is None}"):
        depth = plain.depth_that_fits(position, 200, 4)
        found = plain.minimax(position, depth, opinion)
        report = plyground.search(position, "minimax", depth=depth, evaluate=evaluate)
        assert plain.value_of(position, report.lines[0]) == pytest.approx(found.value, rel=1e-9)
        assert report.nodes == found.nodes
        proven_win = abs(found.value) >= WIN_VALUE and not position.counts_margin
        assert report.exact == (proven_win or not found.guessed)
        # The best line ends where the value comes from.
        end = position.play_all(report.pv)
        at_end = plain.minimax(end, 0, opinion, ply=len(report.pv)).value
        assert at_end == pytest.approx(found.value, rel=1e-9)


@pytest.mark.parametrize("game", [case for case in EVERY_GAME if case.values[0].name == "robogo"])
def test_robogo_leaves_far_points_out_when_ordered(game: plyground.Game) -> None:
    for position in plain.random_positions(game, scaled(30), "near"):
        depth = plain.depth_that_fits(position, 150, 3)
        found = plain.minimax(position, depth, plain.whim, plain.in_order)
        for spec in ("minimax:order=on", "alphabeta:order=on"):
            report = plyground.search(position, spec, depth=depth, evaluate=plain.whim)
            assert plain.value_of(position, report.lines[0]) == found.value
            if spec == "minimax:order=on":
                assert report.nodes == found.nodes


def test_unsearched_moves_are_not_proven() -> None:
    """An omitted move might have won: here the near moves draw, and the far one wins in three."""
    game = plyground.game("robogo", size=3, line=3, captures="no", pass_="no")
    position = game.position("oxx/2x/2o w")
    full = plyground.search(position, "alphabeta:depth=6")
    assert (full.move, full.mate, full.exact) == ("A1", 3, True)
    assert "A1" not in plain.in_order(position)
    near = plyground.search(position, "alphabeta:depth=6,order=on")
    assert near.move != "A1"
    assert not near.exact


def test_even_score_is_never_minus_zero() -> None:
    """White's even score is 0.0 like Black's; a minus would be visible to people."""
    game = plyground.game("tictactoe")
    for position in (game.start(), game.start().play("b2")):
        assert str(plyground.search(position, "alphabeta:depth=2").score) == "0.0"


@every_game
def test_several_lines_are_the_best_moves_with_their_values(game: plyground.Game) -> None:
    for position in plain.random_positions(game, scaled(10), "lines"):
        depth = plain.depth_that_fits(position, 150, 3)
        expected: dict[str, float] = {}
        for move in position.moves():
            after = position.play(move)
            expected[move] = plain.minimax(after, depth - 1, plain.whim, ply=1).value
        sign = 1 if position.turn == "black" else -1
        best = sorted((expected[move] for move in position.moves()), key=lambda v: -sign * v)
        for count in (2, 3, 1000):
            for spec in ("minimax", "alphabeta"):
                report = plyground.search(
                    position, spec, depth=depth, lines=count, evaluate=plain.whim
                )
                check_report(position, report, depth)
                values = [plain.value_of(position, line) for line in report.lines]
                assert values == best[:count]
                assert values == [expected[line.move] for line in report.lines]
                moves = sorted(line.move for line in report.lines)
                assert count < len(best) or moves == sorted(position.moves())


@every_game
def test_deepening_ends_where_alphabeta_does(game: plyground.Game) -> None:
    for position in plain.random_positions(game, plain.how_many(game, 30), "deepening"):
        depth = plain.depth_that_fits(position, 800, 4)
        straight = plyground.search(position, "alphabeta", depth=depth)
        deepened = plyground.search(position, "deepening", depth=depth)
        if deepened.depth == depth:
            assert value_of(deepened.lines[0]) == value_of(straight.lines[0])
        else:  # it stopped early, because there is nothing left to find
            assert deepened.exact
            assert value_of(deepened.lines[0]) == value_of(straight.lines[0])
        check_report(position, deepened, deepened.depth)


def test_the_original_list_changes_the_order_alone() -> None:
    game = plyground.game("dobutsu", hand="distinct")  # that list distinguishes equal pieces
    for position in plain.random_positions(game, scaled(200), "original"):
        fresh = game.position(position.to_text())
        full = plyground.search(fresh, "minimax:depth=3")
        for spec in ("alphabeta:depth=3,list=original", "minimax:depth=3,list=original,order=on"):
            report = plyground.search(fresh, spec)
            check_report(fresh, report, 3)
            assert value_of(report.lines[0]) == value_of(full.lines[0])
            assert spec.startswith("alphabeta") or report.nodes == full.nodes


def test_the_original_list_keeps_the_past() -> None:
    """A draw by repetition does not depend on the order of the moves."""
    uneven = plyground.game("dobutsu").position("gle/3/1C1/ELG[C] b")
    position = uneven.play_all("c1c2 a4a3 c2c1 a3a4 c1c2 a4a3 c2c1")
    for order in ("", ",list=original"):
        spec = f"alphabeta:depth=1,eval=pieces{order}"
        lines = plyground.search(position, spec, lines=100).lines
        assert {line.move: line.score for line in lines}["a3a4"] == 0, spec


def test_the_original_list_heeds_an_evaluation_in_python() -> None:
    start = plyground.game("dobutsu").start()
    for spec in ("alphabeta:depth=1", "alphabeta:depth=1,list=original"):
        report = plyground.search(start, spec, evaluate=lambda _: 3.5)
        assert report.score == 3.5


@pytest.mark.parametrize("opinion", [math.inf, -math.inf, 1e300, -1e300])
def test_an_evaluation_beyond_all_bounds_is_no_proof(opinion: float) -> None:
    start = plyground.game("dobutsu").start()
    report = plyground.search(start, "alphabeta:depth=2", evaluate=lambda _: opinion)
    assert report.mate is None
    assert not report.exact
    assert abs(report.score) < WIN_VALUE


def test_an_evaluation_that_is_no_number_is_reported() -> None:
    start = plyground.game("dobutsu").start()
    for spec in ("minimax:depth=2", "alphabeta:depth=2"):
        with pytest.raises(ValueError, match="not NaN"):
            plyground.search(start, spec, evaluate=lambda _: math.nan)
