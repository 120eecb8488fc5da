"""Networks as ONNX files: onnxruntime agrees with the core."""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest

import plyground
from plyground.cli import main
from plyground.engine.network import find_network
from plyground.engine.network_file import NetworkFile, write_network
from plyground.engine.onnx_export import layer_sizes
from plyground.engine.policy_layout import layout_of
from plyground.train.running import Trainer
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun
from tests.net.networks import header_for, random_network
from tests.project import ROOT

pytestmark = pytest.mark.deep
CASES: tuple[tuple[str, dict[str, Any], dict[str, int]], ...] = (
    ("go", {"size": 9}, {"blocks": 4, "channels": 32}),
    ("go", {"size": 5}, {"blocks": 2, "channels": 16}),
    ("othello", {}, {"blocks": 3, "channels": 8}),
    ("dobutsu", {}, {"blocks": 1, "channels": 8}),
    ("connect_four", {"columns": 5, "rows": 4}, {"blocks": 2, "channels": 8}),
    ("gomoku", {"size": 15, "rule": "renju"}, {"blocks": 2, "channels": 8}),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    return tmp_path


def usual_network(path: Path, game: plyground.Game, numbers: str, **shape: int) -> None:
    """A network whose numbers stay near 1 from layer to layer, as in a trained one."""
    header = dataclasses.replace(header_for(game, **shape), numbers=numbers)
    dice = np.random.default_rng(1)
    layers = [
        dice.normal(0, 1 / np.sqrt(inputs), (inputs + 1) * outputs)
        for inputs, outputs in layer_sizes(header)
    ]
    kind = "<f2" if numbers == "float16" else "<f4"
    write_network(path, NetworkFile(header, np.concatenate(layers).astype(kind).tobytes()))


def export(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["nets", "export", *words])
    return int(ended.value.code or 0)


def some_positions(game: plyground.Game) -> list[plyground.Position]:
    ends = (plyground.random_game(game.start(), seed=seed, max_plies=3 * seed) for seed in range(8))
    return [end for end in ends if end.result() is None]


def assert_agrees(path: Path, name: str, game: plyground.Game) -> None:
    """The file and the core agree on some positions."""
    network, positions = find_network(name, game.name), some_positions(game)
    planes = np.stack([position.planes() for position in positions])
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    found = session.run(None, {"planes": np.ascontiguousarray(planes.transpose(0, 3, 1, 2))})
    outputs = dict(zip([one.name for one in session.get_outputs()], found, strict=True))
    core = dict(
        zip(("value", "policy", "score", "ownership"), network.core.evaluate(planes), strict=True)
    )
    assert set(outputs) == {each for each, numbers in core.items() if numbers is not None}
    for each, numbers in outputs.items():
        ours = core[each]
        assert ours is not None
        np.testing.assert_allclose(ours.reshape(numbers.shape), numbers, atol=1e-4, err_msg=each)


@pytest.mark.parametrize(("name", "options", "shape"), CASES)
@pytest.mark.parametrize("numbers", ["float32", "float16"])
def test_onnxruntime_agrees_with_the_core(
    home: Path, name: str, options: dict[str, Any], shape: dict[str, int], numbers: str
) -> None:
    game = plyground.game(name, **options)
    usual_network(home / "net.plynet", game, numbers, **shape)
    assert export(name, "net", "--onnx", str(home / "net.onnx")) == 0
    assert_agrees(home / "net.onnx", "net", game)
    notes = {row.key: row.value for row in onnx.load(home / "net.onnx").metadata_props}
    assert tuple(json.loads(notes["planes"])) == game.start().plane_names
    assert tuple(json.loads(notes["moves"])) == layout_of(game).texts
    assert json.loads(notes["options"]) == dict(game.values)


def test_network_is_exported_for_another_board(home: Path) -> None:
    random_network(home / "net.plynet", plyground.game("go", size=9))
    assert export("go", "net", "--onnx", str(home / "net.onnx"), "--set", "size=7") == 0
    assert_agrees(home / "net.onnx", "net", plyground.game("go", size=7))


@pytest.mark.parametrize(
    ("name", "options", "load"),
    [
        ("othello", {"size": 4}, ()),
        ("connect_four", {}, ()),
        ("tictactoe", {}, (ROOT / "examples" / "tictactoe.py",)),
    ],
)
def test_trained_network_agrees_too(
    home: Path, name: str, options: dict[str, Any], load: Sequence[Path]
) -> None:
    for file in load:
        plyground.load(file)
    game = plyground.game(name, **options)
    settings = TrainSettings(
        *(name, dict(game.values)), games=12, visits=4, blocks=2, channels=16, batch=32
    )
    run = TrainingRun.open(home / "home" / "training" / "run", settings)
    Trainer(run, load=tuple(load)).run(generations=2)
    words = [word for file in load for word in ("--load", str(file))]
    assert export(name, "run@0002", "--onnx", str(home / "run.onnx"), *words) == 0
    assert_agrees(home / "run.onnx", "run@0002", game)


def test_file_that_is_there_is_not_replaced(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    random_network(home / "net.plynet", plyground.game("othello"))
    (home / "net.onnx").write_text("precious")
    assert export("othello", "net", "--onnx", str(home / "net.onnx")) == 2
    assert "--force replaces it" in capsys.readouterr().err
    assert (home / "net.onnx").read_text() == "precious"
    assert export("othello", "net", "--onnx", str(home / "net.onnx"), "--force") == 0
    assert onnx.load(home / "net.onnx").producer_name == "plyground"
