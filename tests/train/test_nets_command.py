"""The commands about networks."""

import dataclasses
import json
import sys
from pathlib import Path

import pytest

import plyground
from plyground.cli import main
from plyground.engine.network_file import NetworkFile, read_network, write_network
from tests.net.networks import random_network


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "home"))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


def test_networks_are_added_listed_shown_and_compared(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = plyground.game("connect_four", columns=4, rows=4)
    for seed, name in enumerate(("one", "two")):
        random_network(home / "from" / f"{name}.plynet", game, seed)
    status, out, _ = run(capsys, "nets", "add", str(home / "from"))
    assert status == 0
    assert "one for connect_four" in out
    _, out, _ = run(capsys, "nets", "list", "--json")
    ours = [row["network"] for row in json.loads(out) if row["path"].startswith(str(home))]
    assert ours == ["one", "two"]
    _, out, _ = run(capsys, "nets", "show", "connect_four", "two")
    assert "2x8" in out
    words = ("connect_four", "one", "two", "--set", "columns=4,rows=4", "--games", "2")
    status, out, _ = run(capsys, "nets", "compare", *words, "--playouts", "4")
    assert status == 0
    assert "2 games" in out or "of 2" in out


def test_bad_networks_get_a_sentence(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = home / "bad.plynet"
    bad.write_text("nothing")
    status, _, error = run(capsys, "nets", "add", str(bad))
    assert (status, error.count("\n")) == (2, 1)
    assert "is not a network of Plyground" in error
    status, _, error = run(capsys, "nets", "show", "connect_four", "missing")
    assert status == 2
    assert "There is no network 'missing'" in error
    assert not (home / "home").exists()


def test_damaged_networks_do_not_hide_the_others(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home / "home" / "training" / "run" / "networks"
    folder.mkdir(parents=True)
    path = random_network(folder / "run@0001.plynet", plyground.game("othello"))
    (folder / "run@0002.plynet").write_bytes(path.read_bytes()[:-7])
    (folder / "run@0003.plynet").write_text("nothing")
    status, out, error = run(capsys, "nets", "list")
    assert (status, error.count("\n")) == (0, 2)
    assert "is damaged" in error
    assert "is not a network" in error
    assert "run@0001" in out
    status, _, error = run(capsys, "nets", "show", "othello", "run@0002")
    assert (status, error.count("\n")) == (2, 1)
    assert "is damaged: its checksum is wrong" in error
    status, out, _ = run(capsys, "nets", "list", "dobutsu")
    assert "There is no network for dobutsu yet" in out


def test_networks_of_games_that_are_not_loaded_are_listed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = plyground.game("othello", size=4)
    path = random_network(home / "own.plynet", game)
    file = read_network(path)
    header = dataclasses.replace(file.header, game="a_game_of_mine")
    write_network(path, NetworkFile(header, file.weights))
    assert run(capsys, "nets", "add", str(home / "own.plynet"))[0] == 0
    _, out, _ = run(capsys, "nets", "list", "a_game_of_mine", "--json")
    assert [row["network"] for row in json.loads(out)] == ["own"]


def test_adding_replaces_nothing_unless_told_so(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = plyground.game("othello", size=4)
    first = random_network(home / "a" / "net.plynet", game, 1)
    second = random_network(home / "b" / "deeper" / "net.plynet", game, 2)
    assert run(capsys, "nets", "add", str(first))[0] == 0
    assert run(capsys, "nets", "add", str(first))[0] == 0  # the same file is no conflict
    kept = home / "home" / "networks" / "othello" / "net.plynet"
    status, _, error = run(capsys, "nets", "add", str(home / "b"))
    assert (status, error.count("\n")) == (2, 1)
    assert "Another network net for othello exists; --force replaces it." in error
    assert kept.read_bytes() == first.read_bytes()
    assert run(capsys, "nets", "add", str(home / "b"), "--force")[0] == 0
    assert kept.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("my net.plynet", None, "the name 'my net' can't be used"),
        ("bad.plynet", b"PLYNET1\n", "damaged"),
        ("none", None, "There is no file that ends in .plynet"),
    ],
)
def test_nothing_is_added_unless_all_can_be(
    home: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes | None,
    sentence: str,
) -> None:
    folder = home / "from"
    folder.mkdir()
    if name.endswith(".plynet"):
        game = plyground.game("othello", size=4)
        random_network(folder / "a.plynet", game)
        path = random_network(folder / name, game)
        path.write_bytes(content or path.read_bytes())
    status, _, error = run(capsys, "nets", "add", str(folder))
    assert (status, error.count("\n")) == (2, 1)
    assert sentence in error
    assert not (home / "home").exists()


def test_two_files_of_one_name_are_not_added(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, seed in (("a", 1), ("b", 2)):
        random_network(home / "from" / folder / "net.plynet", plyground.game("othello"), seed)
    status, _, error = run(capsys, "nets", "add", str(home / "from"))
    assert status == 2
    assert "have the same name" in error
    assert not (home / "home").exists()


def test_network_that_does_not_fit_the_board_gets_a_sentence(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    random_network(home / "plain.plynet", plyground.game("gomoku", size=7))
    random_network(home / "four.plynet", plyground.game("connect_four"))
    run(capsys, "nets", "add", str(home / "plain.plynet"), str(home / "four.plynet"))
    words = ("gomoku", "plain", "plain", "--set", "rule=renju", "--games", "2")
    status, _, error = run(capsys, "nets", "compare", *words)
    assert (status, error.count("\n")) == (2, 1)
    assert "The network plain expects the planes" in error
    status, _, error = run(capsys, "nets", "show", "gomoku", "four")
    assert (status, error.count("\n")) == (2, 1)
    assert "There is no network 'four' for gomoku; the networks are: plain" in error


def test_export_without_its_library_is_a_sentence(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    monkeypatch.delitem(sys.modules, "plyground.engine.onnx_export", raising=False)
    random_network(home / "net.plynet", plyground.game("othello"))
    run(capsys, "nets", "add", str(home / "net.plynet"))
    words = ("nets", "export", "othello", "net", "--onnx", str(home / "net.onnx"))
    status, _, error = run(capsys, *words)
    assert (status, error.count("\n")) == (2, 1)
    assert 'pip install "plyground[onnx]"' in error
    assert not (home / "net.onnx").exists()
