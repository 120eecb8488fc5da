"""Games by other players for training the first networks."""

from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.train.samples import Reader
from plyground.train.self_play import DRAWN, EXACT, read_record, unpack_policy
from plyground.train.settings import TrainSettings
from plyground.train.warm_start import WarmPlayer, check_players
from plyground.train.worker import Player
from tests.net.networks import random_network


@pytest.mark.parametrize("spec", ["mcts:playouts=40", "search:nodes=300", "alphabeta:depth=2"])
def test_records_are_legal_and_repeat(spec: str) -> None:
    settings = TrainSettings("connect_four", warm_start=spec)
    games = [WarmPlayer(settings).play(1, 5) for _ in range(2)]
    assert games[0] is not None
    assert games[0] == games[1]
    record = read_record(games[0])
    assert settings.rules.start().play_all(record["moves"]).result() is not None
    learned = [row for row in record["rows"] if row[0] != DRAWN]
    assert len(Reader(settings).read(record)) == len(learned) > 0


def test_visits_become_the_policy() -> None:
    settings = TrainSettings("connect_four", warm_start="mcts:playouts=200", start_plies=1)
    record = WarmPlayer(settings).play(1, 0)
    assert record is not None
    samples = Reader(settings).read(record)
    early = samples.policy[0].astype(float)
    assert early.sum() == pytest.approx(1, abs=0.01)
    assert (early > 0.01).sum() > 1


def test_last_word_of_the_game_becomes_the_policy() -> None:
    """Go's search passes on a settled board, whatever its visits went to."""
    settings = TrainSettings("go", {"size": 5}, warm_start="mcts:playouts=200", start_plies=4)
    record = WarmPlayer(settings).play(1, 0)
    assert record is not None
    passes = [row for move, row in zip(record["moves"].split(), record["rows"], strict=True)
              if move == "pass"]  # fmt: skip
    assert len(passes) >= 2
    assert all(unpack_policy(row[3])[-1] == 65535 for row in passes)


def test_first_generations_only_are_warm(tmp_path: Path) -> None:
    settings = TrainSettings("connect_four", warm_start="mcts:playouts=20", start_plies=1)
    network = random_network(tmp_path / "net.plynet", settings.rules)
    player = Player(settings)
    surprises = []
    for generation in (1, 2):
        task = {"generation": generation, "network": str(network), "numbers": [0]}
        (game,) = player.answer(task)["games"]
        rows = [row for row in game["rows"] if row[0] not in (DRAWN, EXACT)]
        surprises.append({row[2] for row in rows} == {1.0})
    assert surprises == [True, False]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"warm_start": "nobody"}, "there is no player 'nobody'"),
        ({"warm_start": "random"}, "warm_start can be mcts, search"),
        ({"warm_start": "mcts"}, "needs a limit"),
        ({"warm_start": "mcts:net=othello,playouts=9"}, "plays othello, not connect_four"),
        ({"opponents": "level:1 mcts:net=othello,playouts=9"}, "plays othello, not connect_four"),
        ({"opponents": "level:99"}, "level can be a whole number"),
    ],
)
def test_player_that_cannot_play_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], sentence: str
) -> None:
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    random_network(tmp_path / "othello.plynet", plyground.game("othello"))
    with pytest.raises(ValueError, match=sentence):
        check_players(TrainSettings("connect_four", **changes))
