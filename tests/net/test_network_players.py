"""A network works wherever a player is accepted: every interface, tried with a small network."""

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

import plyground
from plyground import matches
from plyground.cli import main
from plyground.engine.game_guide import load_plugin, protocols
from plyground.learn import watch
from plyground.players.kinds import make_player
from plyground.records.record import Record
from plyground.session import setup
from plyground.terminal.prompt import Prompt
from tests.lab.studies import do_all, records
from tests.net.networks import random_network
from tests.project import ROOT
from tests.protocols.talking import OwnServer

GAMES = ("connect_four", "dobutsu", "go", "gomoku", "othello", "robogo")
SPEC = "mcts:net=mine@0007,playouts=12"
SPECS = (SPEC, f"{SPEC},root=puct,batch=4", "search:eval=net:mine@0007,depth=2")


@pytest.fixture(autouse=True)
def networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A network of every game, where `plyground nets add` puts it."""
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "home"))
    for name in GAMES:
        folder = tmp_path / "home" / "networks" / name
        folder.mkdir(parents=True)
        random_network(folder / "mine@0007.plynet", plyground.game(name))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


# Python


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", GAMES)
def test_search_and_player_take_a_network(name: str, spec: str) -> None:
    if name == "go" and spec.startswith("search"):
        spec += ",method=alphabeta"
    game = plyground.game(name)
    start = game.start()
    assert plyground.search(start, spec).move in start.moves()
    with plyground.analyse(start, spec) as analysis:
        assert list(analysis)[-1].move in start.moves()
    with plyground.make_player(spec, game) as player:
        assert player.choose(start).move in start.moves()
        assert player.accepts_draw(start) in (True, False)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("mcts:net=none,playouts=5", "There is no network 'none' for gomoku; .*mine@0007"),
        ("search:eval=net:none,depth=2", "There is no network 'none' for gomoku"),
    ],
)
def test_missing_network_is_noticed_before_the_game(spec: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make_player(spec, plyground.game("gomoku"))


LEARNED = """\
name = "learned"
    guide = plyground.GameGuide(
        levels=lambda game: LevelGuide(eyes="net:toe", search="mcts:net=toe", efforts={7: 90_000})
    )
"""
IMPORT = "import plyground\nfrom plyground.engine.game_guide import LevelGuide\n"


def test_levels_of_a_game_may_ask_a_network(networks: Path) -> None:
    path = networks / "learned.py"
    text = (ROOT / "tests" / "train" / "hexapawn.py").read_text()
    text = text.replace('name = "hexapawn"\n', LEARNED).replace("import plyground\n", IMPORT)
    path.write_text(text)
    plyground.load(path)
    game = plyground.game("learned")
    folder = networks / "home" / "networks" / "learned"
    random_network(folder / "toe.plynet", game)
    for level in (1, 4, 6, 7):
        with make_player(f"level:{level},seed=3", game) as player:
            assert player.choose(game.start()).move in game.start().moves()
    (folder / "toe.plynet").unlink()
    with pytest.raises(ValueError, match="There is no network 'toe' for learned"):
        make_player("level:7", game).choose(game.start())


# Matches and the laboratory


def test_match_takes_networks_in_processes_of_its_own() -> None:
    game = plyground.game("connect_four")
    match = matches.Match(game, SPEC, "random", 4)
    assert len(matches.run(match, concurrency=2).pairs()) == 2


def test_experiment_takes_networks(tmp_path: Path) -> None:
    text = f"""
name = "learned"
title = "Who is best?"
kind = "round_robin"
game = "connect_four"
games = 2

[players]
learned = "{SPEC}"
heuristic = "search:eval=net:mine@0007,depth=1"
dice = "random"
"""
    do_all(tmp_path / "study", text)
    assert len(records(tmp_path / "study")) == 3


# Protocols

TALKS: dict[str, tuple[Sequence[str], str]] = {
    "gtp": (("genmove b",), "= "),
    "gomocup": (("START 15", "INFO timeout_turn 1000", "BEGIN"), ""),
    "uci": (("uci", "ucinewgame", "position startpos", "go movetime 1000"), "bestmove "),
    "usi": (("usi", "isready", "usinewgame", "position startpos", "go byoyomi 1000"), "bestmove "),
    "nboard": (("nboard 2", "go"), "=== "),
}


@pytest.mark.parametrize("name", list(TALKS))
def test_protocol_servers_take_a_network(name: str) -> None:
    usual, row = protocols()[name]
    game = plyground.game(usual)
    lines, answer = TALKS[name]
    make = load_plugin(row.server)
    with OwnServer(lambda into, out: make(make_player(SPEC, game), game, into, out)) as server:
        server.send(*lines)
        if name == "gomocup":
            assert server.line() == "OK"
            x, y = map(int, server.until("")[-1].split(","))
            assert 0 <= x < 15
            assert 0 <= y < 15
            return
        found = server.until(answer)[-1]
        assert found.removeprefix(answer).strip()


# The terminal


def test_prompt_plays_against_a_network(networks: Path) -> None:
    players = setup.seats(None, SPEC)
    session = setup.open_session(plyground.game("connect_four"), players, folder=networks)
    answers = iter(["d", "c", "quit"])
    out = io.StringIO()
    Prompt(session, Console(file=out), lambda _: next(answers), networks).run()
    assert session.who("white") == "mcts:net=mine@0007"
    assert session.position.ply == 4
    assert "Goodbye" in out.getvalue()


def test_lists_of_players_offer_networks() -> None:
    offered = setup.network_players("gomoku")
    assert offered["mcts:net=mine@0007,playouts=100"] == "the network mine@0007"
    for spec in offered:
        make_player(spec, plyground.game("gomoku")).close()


def test_analysis_and_trace_take_a_network(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "analyse", "othello", "--player", SPEC, "--lines", "2", "--json")
    assert (status, len(json.loads(out.splitlines()[-1])["lines"])) == (0, 2)
    status, out, _ = run(capsys, "trace", "othello", "--player", SPEC)
    assert (status, len(json.loads(out)["playouts"])) == (0, 12)
    status, _, error = run(capsys, "play", "othello", "--plain", "--white", "mcts:net=no,nodes=5")
    assert (status, error.count("\n")) == (2, 1)
    assert "There is no network 'no' for othello" in error


# Watching


@pytest.mark.parametrize("root", ["gumbel", "puct"])
@pytest.mark.parametrize("name", GAMES)
def test_search_guided_by_a_network_can_be_watched(name: str, root: str) -> None:
    start = plyground.game(name).start()
    found = watch.record(start, f"mcts:net=mine@0007,playouts=40,root={root},specialist=off")
    assert found["kind"] == "playouts"
    assert found["move"] in start.moves()
    playouts, nodes, steps = found["playouts"], found["nodes"], found["steps"]
    assert len(playouts["leaf"]) == found["searched"] == 40
    assert len(nodes["parent"]) > 20
    assert set(playouts["how"]) <= {0, 1, 2}
    for how, opinion, black in zip(
        playouts["how"], playouts["opinion"], playouts["black"], strict=True
    ):
        assert (opinion is None) == (how != 2)
        assert opinion is None or abs(opinion - black) < 1e-3
    # A choice by PUCT has the best sum of value and exploration, or else the next best would be
    # taken.
    parts = zip(steps["mean"], steps["explore"], steps["second"], steps["instead"], strict=True)
    for mean, explore, second, instead in parts:
        if mean is not None and explore is not None and second is not None and instead >= 0:
            assert mean + explore >= second - 2e-4


def test_watched_search_finds_what_the_same_search_finds() -> None:
    start = plyground.game("connect_four").start().play_all("d d c")
    spec = "mcts:net=mine@0007,playouts=200,root=puct,specialist=off,seed=3"
    found = watch.record(start, spec)
    assert found["move"] == plyground.search(start, f"{spec},batch=1").move


# Records and reviews


def test_game_of_a_network_can_be_reviewed() -> None:
    from plyground.learn.review import review

    game = plyground.game("connect_four")
    record = Record(game, players={"black": SPEC, "white": "random"})
    with make_player(SPEC, game) as player:
        for _ in range(4):
            record.play(str(player.choose(record.current.position).move))
    assert len(review(record, effort=1).moves) == 4
