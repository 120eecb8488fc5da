"""The command `train` with bad input: a sentence, and no files. Needs no PyTorch."""

from pathlib import Path

import pytest

import plyground
from plyground.cli import main
from tests.net.networks import random_network


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "There is no game called 'chess'"),
        (("go", "--set", "size=3000"), "size"),
        (("go", "--with", "visits=0"), "visits can be from 1"),
        (("go", "--with", "no=1"), "has no setting 'no=1'"),
        (("go", "--with", "numbers=int4"), "numbers can be auto or float or int8"),
        (("go", "--with", "warm_start=nobody"), "there is no player 'nobody'"),
        (("go", "--with", "warm_start=random"), "warm_start can be mcts"),
        (("go", "--with", "warm_start=search:eval=net:other"), "plays othello, not go"),
        (("go", "--with", "opponents=level:99"), "can be a whole number from 1 to"),
    ],
)
def test_bad_input_gets_a_sentence_and_makes_nothing(
    home: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    random_network(home / "other.plynet", plyground.game("othello"))
    with pytest.raises(SystemExit) as ended:
        main(["train", *words])
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert not (home / "home").exists()
