"""Searches that record themselves, replayed node by node."""

import json
import math
from typing import Any

import pytest

import plyground
from plyground import Position
from tests.conftest import scaled
from tests.games.cases import every_game
from tests.search import plain

Node = dict[str, Any]
KEYS = {"parent", "move", "alpha", "beta", "value", "kind", "cut", "moves", "black", "why"}


class Replay:
    """Runs the search again in Python, along the recorded nodes, and compares every step."""

    def __init__(self, tree: dict[str, Any], depth: int, *, prunes: bool, ordered: bool) -> None:
        self.nodes: list[Node] = tree["nodes"]
        self.depth = depth
        self.prunes = prunes
        self.ordered = ordered
        self.next = 0

    def run(self, position: Position) -> float:
        value = self._visit(position, None, None, -math.inf, math.inf, 0)
        assert self.next == len(self.nodes)
        return value

    def _visit(
        self,
        position: Position,
        parent: int | None,
        move: str | None,
        alpha: float,
        beta: float,
        ply: int,
    ) -> float:
        here = self.next
        self.next += 1
        node = self.nodes[here]
        assert set(node) == KEYS
        assert (node["parent"], node["move"]) == (parent, move)
        assert node["alpha"] == (alpha if math.isfinite(alpha) else None)
        assert node["beta"] == (beta if math.isfinite(beta) else None)
        value = self._value(position, here, alpha, beta, ply)
        assert node["value"] == pytest.approx(value)
        return float(node["value"])

    def _value(self, position: Position, here: int, alpha: float, beta: float, ply: int) -> float:
        node = self.nodes[here]
        final = plain.final_value(position, ply)
        if final is not None or ply == self.depth:
            assert node["kind"] == ("leaf" if final is None else "over")
            assert not node["cut"]
            return plain.default_opinion(position) if final is None else final
        assert node["kind"] == "inner"
        return self._best(position, here, alpha, beta, ply)

    def _best(self, position: Position, here: int, alpha: float, beta: float, ply: int) -> float:
        black = position.turn == "black"
        best = -math.inf if black else math.inf
        for move in plain.in_order(position) if self.ordered else position.moves():
            value = self._visit(position.play(move), here, move, alpha, beta, ply + 1)
            best = max(best, value) if black else min(best, value)
            if not self.prunes:
                continue
            alpha, beta = (max(alpha, best), beta) if black else (alpha, min(beta, best))
            if beta <= alpha:
                assert self.nodes[here]["cut"]
                return best
        assert not self.nodes[here]["cut"]
        return best


@every_game
@pytest.mark.parametrize("spec", ["minimax", "alphabeta", "alphabeta:order=on"])
def test_a_trace_replays(game: plyground.Game, spec: str) -> None:
    for position in plain.random_positions(game, scaled(4), "trace"):
        depth = plain.depth_that_fits(position, 150, 4)
        tree = plyground.trace(position, spec, depth=depth)
        assert json.loads(json.dumps(tree, allow_nan=False)) == tree
        replay = Replay(
            tree, depth, prunes=spec.startswith("alphabeta"), ordered=spec.endswith("order=on")
        )
        value = replay.run(position)
        report = plyground.search(position, spec, depth=depth)
        assert plain.value_of(position, report.lines[0]) == pytest.approx(value)
        assert (tree["move"], tree["searched"]) == (report.move, report.nodes)
        assert (tree["left_out"], len(tree["nodes"])) == (0, report.nodes)
        assert tree["game"] == game.name
        assert plyground.game(tree["game"], **tree["options"]) == game
        assert game.position(tree["position"]) == position
        assert tree["spec"] == spec


def test_a_trace_cuts_somewhere() -> None:
    start = plyground.game("dobutsu").start()
    nodes = plyground.trace(start, "alphabeta:depth=4")["nodes"]
    cut = [number for number, node in enumerate(nodes) if node["cut"]]
    assert cut
    full = plyground.trace(start, "minimax:depth=4")["nodes"]
    assert len(full) > len(nodes)
    assert not any(node["cut"] for node in full)
    assert all(node["alpha"] is None and node["beta"] is None for node in full)
    for number in cut:
        values = [node["value"] for node in nodes if node["parent"] == number]
        node = nodes[number]
        assert node["beta"] is None or node["alpha"] is None or node["alpha"] < node["beta"]
        assert node["value"] == values[-1]  # the child whose value was too good


@pytest.mark.parametrize("most", [1, 2, 7, 100, 10_000])
def test_a_trace_keeps_its_bound(most: int) -> None:
    start = plyground.game("dobutsu").start()
    full = plyground.trace(start, "alphabeta:depth=5")
    bounded = plyground.trace(start, "alphabeta:depth=5", most=most)
    assert bounded["nodes"] == full["nodes"][:most]
    assert len(bounded["nodes"]) + bounded["left_out"] == bounded["searched"] == full["searched"]
    assert bounded["move"] == full["move"]


def test_stopped_trace_has_what_was_recorded() -> None:
    start = plyground.game("dobutsu").start()
    tree = plyground.trace(start, "minimax:depth=5", nodes=100)
    full = plyground.trace(start, "minimax:depth=5")
    assert tree["searched"] == 100
    assert tree["move"] in start.moves()
    assert tree["nodes"][0]["value"] is None
    known = [node["value"] for node in tree["nodes"] if node["value"] is not None]
    assert known
    for node, same in zip(tree["nodes"], full["nodes"], strict=False):
        assert node["move"] == same["move"]
        assert node["value"] in (None, same["value"])
    assert len(tree["nodes"]) == 100


def test_a_trace_of_a_game_that_is_over() -> None:
    over = plyground.game("go", size=3).position("3/xxx/1o1 b passes=2")
    tree = plyground.trace(over, "alphabeta:depth=3")
    assert tree["move"] is None
    assert [node["kind"] for node in tree["nodes"]] == ["over"]
    json.dumps(tree, allow_nan=False)


@pytest.mark.parametrize("most", [0, -1, 1_000_001])
def test_bound_outside_its_range_is_refused(most: int) -> None:
    with pytest.raises(ValueError, match=f"from 1 to 1000000 nodes, not {most}"):
        plyground.trace(plyground.game("othello").start(), "minimax:depth=1", most=most)


@pytest.mark.parametrize("spec", ["deepening:depth=3", "search:depth=3", "random"])
def test_only_a_search_at_one_depth_can_be_traced(spec: str) -> None:
    with pytest.raises(ValueError, match="minimax"):
        plyground.trace(plyground.game("othello").start(), spec)


def test_a_cut_says_why() -> None:
    tree = plyground.trace(plyground.game("othello").start(), "alphabeta:depth=4")
    cuts = [node for node in tree["nodes"] if node["cut"]]
    assert cuts
    for node in tree["nodes"]:
        assert (node["why"] is not None) == node["cut"]
    for node in cuts:
        assert ("white already has" in node["why"]) == (
            node["beta"] is not None and node["value"] >= node["beta"]
        )


def test_trace_of_playouts_holds_their_paths() -> None:
    start = plyground.game("othello", size=6).start()
    tree = plyground.trace(start, "mcts:playouts=120,seed=4")
    assert json.loads(json.dumps(tree, allow_nan=False)) == tree
    nodes, playouts = tree["nodes"], tree["playouts"]
    assert (tree["searched"], tree["left_out"], len(playouts)) == (120, 0, 120)
    assert nodes[0] == {"parent": None, "move": None, "black": False}
    for playout in playouts:
        path = playout["path"]
        assert [nodes[node]["parent"] for node in path] == [None, *path[:-1]]
        assert len(playout["shares"]) == len(playout["proven"]) == len(path)
        assert len(playout["choices"]) == len(path) - 1
        line = [nodes[node]["move"] for node in path[1:]]
        assert start.play_all(line).turn == ("white" if nodes[path[-1]]["black"] else "black")
    met = {node for playout in playouts for node in playout["path"]}
    assert met == set(range(len(nodes)))


def test_a_trace_of_playouts_keeps_its_bound() -> None:
    start = plyground.game("othello", size=6).start()
    full = plyground.trace(start, "mcts:playouts=120,seed=4")
    bounded = plyground.trace(start, "mcts:playouts=120,seed=4", most=20)
    kept = len(bounded["playouts"])
    assert bounded["playouts"] == full["playouts"][:kept]
    assert kept + bounded["left_out"] == bounded["searched"] == 120
    assert 20 <= len(bounded["nodes"]) <= 21
    assert bounded["move"] == full["move"]
