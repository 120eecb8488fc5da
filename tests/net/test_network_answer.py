"""The answer of a network alone: the numbers of the core, by move and by square."""

import dataclasses
from pathlib import Path

import pytest

import plyground
from plyground.engine.network import known_networks, latest_networks, load_network, network_files
from plyground.engine.network_file import (
    SCORE_SCALE,
    NetworkFile,
    read_network,
    write_network,
)
from tests.net.networks import random_network
from tests.project import ROOT

np = pytest.importorskip("numpy", reason="numpy comes with the extras")


@pytest.fixture(autouse=True)
def networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "moves"), [("go", "e5 d4"), ("othello", "f5"), ("dobutsu", ""), ("connect_four", "d")]
)
def test_answer_says_what_the_core_computes(networks: Path, name: str, moves: str) -> None:
    game = plyground.game(name)
    network = load_network(random_network(networks / "net.plynet", game))
    position = game.start().play_all(moves)
    answer = network.answer(position)
    value, policy, score, ownership = network.evaluate([position])
    assert [answer.win, answer.draw, answer.loss] == pytest.approx(value[0].tolist())
    shares = dict(answer.moves)
    assert set(shares) == set(position.moves())
    assert sum(shares.values()) == pytest.approx(1)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)
    judge = network.judge(position)
    first, second = list(shares)[:2]
    logits = policy[0][judge.action(first)] - policy[0][judge.action(second)]
    assert shares[first] / shares[second] == pytest.approx(float(np.exp(logits)), rel=1e-4)
    has = position.extra_targets
    assert (answer.score is not None) == ("score" in has)
    if answer.score is not None:
        assert answer.score == pytest.approx(SCORE_SCALE * float(score[0]))
    if answer.ownership is None:
        assert "ownership" not in has
    else:
        assert list(answer.ownership) == pytest.approx(ownership[0].reshape(-1).tolist())


def test_game_written_in_python_is_answered_too(networks: Path) -> None:
    plyground.load(ROOT / "examples" / "tictactoe.py")
    game = plyground.game("tictactoe")
    network = load_network(random_network(networks / "net.plynet", game))
    answer = network.answer(game.start())
    assert len(answer.moves) == 9
    with pytest.raises(ValueError, match="The game is over"):
        network.answer(game.start().play_all("a1 b1 a2 b2 a3"))


def test_other_planes_are_refused_by_name(networks: Path) -> None:
    network = load_network(random_network(networks / "net.plynet", plyground.game("gomoku")))
    renju = plyground.game("gomoku", rule="renju").start()
    with pytest.raises(ValueError, match=r"network net expects the planes \(.*has \(.*forbidden"):
        network.answer(renju)
    with pytest.raises(ValueError, match="plays gomoku, not othello"):
        network.answer(plyground.game("othello").start())


def test_networks_are_listed_by_their_game_and_run(networks: Path) -> None:
    games = {"white": "other"}
    for name in ("mine@0001", "mine@0012", "mine@0002", "solo", "white", "no name"):
        path = random_network(networks / f"{name}.plynet", plyground.game("connect_four"))
        file = read_network(path)
        header = dataclasses.replace(file.header, game=games.get(name, "my_game"))
        write_network(path, NetworkFile(header, file.weights))
    (networks / "broken.plynet").write_text("nothing")
    assert set(network_files("my_game")) == {"mine@0001", "mine@0002", "mine@0012", "solo"}
    assert latest_networks("my_game") == ["mine@0012", "solo"]
    assert list(network_files("other")) == ["white"]
    broken = [known for known in known_networks() if known.header is None]
    assert [known.name for known in broken] == ["broken"]
    assert "is not a network" in broken[0].trouble


def test_network_needs_no_library_to_be_asked(networks: Path) -> None:
    from tests.games.cases import run_python

    random_network(networks / "net.plynet", plyground.game("othello"))
    code = """
import sys
sys.modules["numpy"] = None
import plyground
from plyground.engine.network import find_network
start = plyground.game("othello").start()
print(len(find_network("net", "othello").answer(start).moves))
print(plyground.search(start, "mcts:net=net,playouts=5").move in start.moves())
"""
    assert run_python(code) == "4\nTrue\n"
