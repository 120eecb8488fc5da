"""Recordings of searches: they match the engine, and every value of a node is correct."""

import json
from collections import Counter
from typing import Any, cast

import pytest

import plyground
from plyground.learn import watch
from tests.games.cases import load_examples

Data = dict[str, Any]

CASES: list[tuple[str, dict[str, object], str]] = [
    ("gomoku", {"size": 3, "line": 3}, "b2 a1 c3"),
    ("robogo", {"size": 5, "line": 4}, "c3 b2"),
    ("othello", {"size": 6}, ""),
    ("dobutsu", {}, "b2b3"),
    ("go", {"size": 4}, "B2"),
    ("tictactoe", {}, "b2"),
]
TREES = ["minimax:depth=2", "alphabeta:depth=3", "alphabeta:depth=3,order=on"]
PLAYOUTS = ["mcts:playouts=60,seed=3", "mcts:playouts=40,rave=off,priors=off,bias=off,policy=off"]


def position_of(name: str, options: dict[str, object], moves: str) -> plyground.Position:
    load_examples()
    return plyground.game(name, **options).start().play_all(moves)


def record(position: plyground.Position, spec: str, stop: plyground.Stop | None = None) -> Data:
    """A recording as plain data, because the tests read both kinds."""
    return cast(Data, watch.record(position, spec, stop))


def ids(case: object) -> str | None:
    return case if isinstance(case, str) and ":" in case else None


def parents(depths: list[int]) -> list[int]:
    path: list[int] = []
    found = []
    for node, depth in enumerate(depths):
        del path[depth:]
        found.append(path[-1] if path else -1)
        path.append(node)
    return found


def lines(found: Data) -> list[list[str]]:
    """The moves that lead to every node."""
    columns = found["columns"] if found["kind"] == "tree" else found["nodes"]
    above = parents(columns["depth"]) if found["kind"] == "tree" else columns["parent"]
    known: list[list[str]] = []
    for parent, move in zip(above, columns["move"], strict=True):
        known.append([] if parent < 0 else [*known[parent], found["moves"][move]])
    return known


@pytest.mark.parametrize("spec", TREES)
@pytest.mark.parametrize(("name", "options", "moves"), CASES, ids=lambda case: str(case)[:12])
def test_the_nodes_are_those_of_the_engine(
    name: str, options: dict[str, object], moves: str, spec: str
) -> None:
    position = position_of(name, options, moves)
    found = record(position, spec)
    report = plyground.search(position, spec)
    assert (found["searched"], found["move"]) == (report.nodes, report.move)
    assert (found["left_out"], found["stopped"]) == (0, False)
    assert {len(column) for column in found["columns"].values()} == {report.nodes}
    json.dumps(found, allow_nan=False)


def test_deepening_is_that_of_the_engine() -> None:
    for moves, options in (("", {"size": 6}), ("b2 a1 c3", {"size": 3, "line": 3})):
        game = "othello" if options == {"size": 6} else "gomoku"
        position = plyground.game(game, **options).start().play_all(moves)
        spec = "deepening:depth=5,order=on"
        found = record(position, spec)
        report = plyground.search(position, spec)
        assert (found["searched"], found["move"]) == (report.nodes, report.move)
        depths = [one["depth"] for one in found["passes"]]
        assert depths == list(range(1, report.depth + 1))
        roots = [one["begin"] for one in found["passes"]]
        assert [at for at, depth in enumerate(found["columns"]["depth"]) if depth == 0] == roots
        assert sum(one["searched"] for one in found["passes"]) == found["searched"]


@pytest.mark.parametrize(("name", "options", "moves"), CASES, ids=lambda case: str(case)[:12])
def test_a_leaf_is_the_sum_of_its_terms(name: str, options: dict[str, object], moves: str) -> None:
    position = position_of(name, options, moves)
    spec = "alphabeta:depth=2"
    found = record(position, spec)
    all_lines, columns = lines(found), found["columns"]
    leaves = [node for node, kind in enumerate(columns["kind"]) if kind & 3 == 1][:20]
    for node in leaves:
        (seen,) = watch.look(position, [all_lines[node]], spec)
        number, won, _plies = found["values"][columns["value"][node]]
        assert won == 0
        total = sum(term["value"] * term["weight"] for term in seen["terms"])
        assert total == pytest.approx(number, abs=1e-3)
        assert seen["view"]["ply"] == position.ply + len(all_lines[node])


def test_a_spec_with_its_own_evaluation_has_its_own_terms() -> None:
    position = plyground.game("othello").start()
    (seen,) = watch.look(position, [["d3"]], "alphabeta:depth=2,eval=corners*10+mobility")
    weights = {term["name"]: term["weight"] for term in seen["terms"]}
    assert weights == {"corners": 10.0, "mobility": 1.0}


def test_a_game_that_is_over_has_no_terms() -> None:
    position = plyground.game("gomoku", size=3, line=3).start().play_all("b2 a1 b1 a2")
    over, before = watch.look(position, [["b3"], []])
    assert over["terms"] == []
    result = over["view"]["result"]
    assert result is not None
    assert result["winner"] == "black"
    assert before["terms"]


def test_nodes_show_the_side_to_move_and_its_number_of_moves() -> None:
    position = plyground.game("gomoku", size=3, line=3).start()
    columns = record(position, "alphabeta:depth=3")["columns"]
    for depth, kind, offered, black in zip(
        columns["depth"], columns["kind"], columns["offered"], columns["black"], strict=True
    ):
        if kind & 3 == 0:
            assert offered == 9 - depth
            assert black == (depth % 2 == 0)


def test_wins_come_with_their_distance() -> None:
    position = plyground.game("gomoku", size=3, line=3).start().play_all("b2 a1 b1 a2")
    found = record(position, "minimax:depth=2")
    assert found["values"][found["columns"]["value"][0]] == (0, 1, 1)
    go = plyground.game("go", size=3, komi=0).start().play_all("B2 pass")
    known = record(go, "minimax:depth=1")["values"]
    assert (9.0, 1, None) in known  # a pass ends it: Black owns everything


# Monte Carlo


@pytest.mark.parametrize("spec", PLAYOUTS)
@pytest.mark.parametrize(("name", "options", "moves"), CASES, ids=lambda case: str(case)[:12])
def test_playouts_are_those_of_the_engine(
    name: str, options: dict[str, object], moves: str, spec: str
) -> None:
    position = position_of(name, options, moves)
    found = record(position, spec)
    report = plyground.search(position, spec, lines=100)
    assert (found["searched"], found["move"]) == (report.nodes, report.move)
    assert (found["left_out"], found["stopped"]) == (0, False)
    assert len(found["playouts"]["leaf"]) == report.nodes
    firsts = Counter(lines(found)[leaf][0] for leaf in found["playouts"]["leaf"] if leaf)
    visits = {line.move: line.visits for line in report.lines if line.visits}
    assert visits == dict(firsts)
    json.dumps(found, allow_nan=False)


def test_playout_records_every_step() -> None:
    position = plyground.game("robogo", size=5, line=4).start()
    found = record(position, "mcts:playouts=80,seed=5")
    known = lines(found)
    steps = found["steps"]
    at = 0
    for leaf, result in zip(found["playouts"]["leaf"], found["playouts"]["black"], strict=True):
        length = len(known[leaf]) + 1
        assert steps["mean"][at] is None  # the root was not chosen
        for step in range(at + 1, at + length):
            promise = steps["mean"][step] + steps["rave"][step] + steps["explore"][step]
            if steps["instead"][step] >= 0:
                assert promise >= steps["second"][step] - 1e-3
        if steps["proven"][at + length - 1] == 0:
            mine = found["nodes"]["black"][leaf] == 1
            assert steps["share"][at + length - 1] == pytest.approx(
                result if mine else 1 - result, abs=1e-3
            )
        at += length
    assert {len(column) for column in steps.values()} == {at}


def test_recording_does_not_change_the_search() -> None:
    position = plyground.game("othello").start()
    spec = "mcts:playouts=200,seed=11"
    plain = plyground.search(position, spec, lines=5)
    record(position, spec)
    again = plyground.search(position, spec, lines=5)
    assert plain.lines == again.lines
    assert record(position, spec) == record(position, spec)


def test_a_proven_root_ends_the_playouts() -> None:
    position = plyground.game("gomoku", size=3, line=3).start().play_all("b2 a1 b1 a2")
    found = record(position, "mcts:playouts=500")
    assert found["searched"] < 500
    assert not found["stopped"]


# Limits


def test_a_search_ends_at_the_most_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "MOST_SECONDS", 600.0)  # a busy machine must not fail the test
    found = record(plyground.game("gomoku", size=9).start(), "minimax:depth=4")
    assert found["searched"] == watch.MOST_NODES == len(found["columns"]["depth"])
    assert found["stopped"]
    assert found["columns"]["value"][0] == -1


def test_a_recording_can_be_stopped_before_it_begins() -> None:
    stop = plyground.Stop()
    stop.set()
    found = record(plyground.game("gomoku").start(), "minimax:depth=4", stop)
    assert found["stopped"]
    assert found["searched"] < watch.MOST_NODES


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("search:seconds=1", "algorithm"),
        ("level:3", "algorithm"),
        ("", "algorithm"),
        ("minimax", "depth"),
        ("minimax:depth=13", "depth"),
        ("alphabeta:depth=3,seconds=9", "setting"),
        ("alphabeta:depth=3,nodes=9", "setting"),
        ("alphabeta:deep=3", "unreadable"),
        ("mcts:seed=1", "playouts"),
        ("mcts:playouts=2001", "playouts"),
        ("mcts:playouts=9,threads=8", "setting"),
        ("mcts:playouts=9,memory=9999", "setting"),
    ],
)
def test_searches_that_can_not_be_watched_are_refused(spec: str, code: str) -> None:
    with pytest.raises(watch.Unwatchable) as refused:
        watch.read(spec)
    assert refused.value.code == code
    assert str(refused.value)


def test_an_unknown_heuristic_is_refused() -> None:
    with pytest.raises(ValueError, match="no heuristic"):
        record(plyground.game("othello").start(), "minimax:depth=1,eval=luck")
