"""A new game follows docs/explanation/learning.md: check, train, play, watch and serve."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.web.contract.boards import NetworkAnswer
from tests.project import ROOT
from tests.web.contract_fit import assert_fits
from tests.web.serving import Server
from tests.web.visitor import Visitor

pytestmark = pytest.mark.deep
GAME = ROOT / "tests" / "train" / "hexapawn.py"
LOAD = ("--load", str(GAME))
SMALL = "games=40,visits=8,quick_visits=4,blocks=1,channels=8,batch=32"


def run(home: Path, *words: str, typed: str = "") -> str:
    """The output of a command, which must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", "plyground", *words],
        env={**os.environ, "PLYGROUND_HOME": str(home)},
        input=typed,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a trained network of the game."""
    home = tmp_path_factory.mktemp("home")
    words = ("hexapawn", *LOAD, "--name", "mine", "--generations", "3", "--with", SMALL)
    run(home, "train", *words)
    return home


def test_game_keeps_its_promises(home: Path) -> None:
    assert "hexapawn" in run(home, "check", str(GAME)).lower()


def test_networks_are_listed_without_the_game(home: Path) -> None:
    rows = json.loads(run(home, "nets", "list", "hexapawn", "--json"))
    assert [row["network"] for row in rows] == [f"mine@000{number}" for number in range(4)]
    shown = run(home, "nets", "show", "hexapawn", "mine@0003", *LOAD)
    assert "own stone" in shown


def test_network_is_played_against_in_the_terminal(home: Path) -> None:
    words = ("hexapawn", *LOAD, "--plain", "--white", "mcts:net=mine@0003,playouts=50")
    printed = run(home, "play", *words, typed="b1b2\nquit\n")
    assert "The game is saved" in printed
    spec = "mcts:net=mine@0003,playouts=20"
    assert "of 4" in run(home, "match", "hexapawn", spec, "random", *LOAD, "--games", "4")


def test_network_is_asked_in_the_browser(home: Path) -> None:
    server = Server(home, *LOAD).start()
    try:
        me = Visitor(server.port)
        page = me.ask("GET", "/analysis/?game=hexapawn").body.decode()
        assert '<optgroup label="mine"><option>mine@0003</option>' in page
        command = {"game": "hexapawn", "moves": ["b1b2"], "network": "mine@0003"}
        answer = me.ask("POST", "/analysis/network/", command)
        assert_fits(NetworkAnswer, answer.json)
        assert {row["move"] for row in answer.json["moves"]} == {"a3b2", "c3b2", "a3a2", "c3c2"}
    finally:
        server.stop()
