"""The commands about networks."""

import json
from pathlib import Path

import pytest

import plyground
from plyground.cli import main
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
    assert [row["network"] for row in json.loads(out)] == ["one", "two"]
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
