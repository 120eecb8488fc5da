"""Searches guided by a network: legal, repeatable, exact if they say so, on any thread."""

import shutil
from pathlib import Path

import numpy as np
import pytest

import plyground
from plyground.engine.network import find_network, measured
from plyground.engine.network_file import read_network, write_network
from plyground.engine.simulate import random_game
from tests.net.networks import random_network
from tests.project import ROOT

GAMES: tuple[tuple[str, dict[str, int]], ...] = (
    ("robogo", {"size": 5, "line": 4}),
    ("gomoku", {"size": 7, "line": 4}),
    ("go", {"size": 5}),
    ("othello", {"size": 6}),
    ("dobutsu", {}),
    ("connect_four", {}),
)


@pytest.fixture(autouse=True)
def networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("spec", ["mcts:playouts=20", "mcts:playouts=60,root=puct,batch=8"])
def test_whole_game_is_legal_and_repeatable(
    networks: Path, name: str, options: dict[str, int], spec: str
) -> None:
    game = plyground.game(name, **options)
    random_network(networks / "net.plynet", game)
    games = []
    for _ in range(2):
        position = game.start()
        for _ in range(12):
            if position.result() is not None:
                break
            report = plyground.search(position, f"{spec},net=net,seed=3")
            assert report.move in position.moves()
            position = position.play(report.move)
        games.append(position.played)
    assert games[0] == games[1]


@pytest.mark.parametrize("root", ["gumbel", "puct"])
@pytest.mark.parametrize("specialist", ["on", "off"])
def test_win_at_once_is_played_and_exact(networks: Path, root: str, specialist: str) -> None:
    game = plyground.game("connect_four")
    random_network(networks / "net.plynet", game)
    position = game.start().play_all("a b a b a b")
    spec = f"mcts:net=net,playouts=30,root={root},specialist={specialist}"
    report = plyground.search(position, spec)
    assert (report.move, report.exact, report.lines[0].mate) == ("a", True, 1)


def test_only_defence_is_found(networks: Path) -> None:
    game = plyground.game("connect_four")
    random_network(networks / "net.plynet", game)
    position = game.start().play_all("a b a b a")
    for spec in ("mcts:net=net,playouts=40", "mcts:net=net,playouts=40,root=puct"):
        assert plyground.search(position, f"{spec},specialist=off").move == "a"


def test_exact_results_agree_with_the_solver(networks: Path) -> None:
    game = plyground.game("connect_four", columns=4, rows=4)
    random_network(networks / "net.plynet", game)
    found = 0
    for seed in range(40):
        moves = random_game(game.start(), seed, max_plies=7).played
        position = game.start().play_all(" ".join(moves))
        if position.result() is not None:
            continue
        spec = "mcts:net=net,playouts=2000,root=puct,specialist=off,batch=4"
        report = plyground.search(position, spec)
        if report.exact:
            found += 1
            chance = {"win": 1.0, "draw": 0.5, "loss": 0.0}[plyground.solve(position).verdict]
            assert report.lines[0].win_chance == chance
    assert found > 20


def test_playouts_correct_a_network_that_knows_nothing(networks: Path) -> None:
    """Black owns the whole board: a playout counts it, and a random network does not know it."""
    game = plyground.game("go", size=5, komi=0.5)
    random_network(networks / "net.plynet", game)
    position = game.position("x1x1x/xxxxx/2xxx/xxxxx/x1x1x w")
    chances = {}
    for mix in (0, 0.5, 1):
        spec = f"mcts:net=net,playouts=20,root=puct,solver=off,batch=4,mix={mix}"
        chances[mix] = plyground.search(position, spec).lines[0].win_chance
        record = plyground.trace(position, f"{spec},seed=1")["playouts"]
        assert {row["mix"] for row in record if row["how"] == "played"} == {mix}
    assert chances[0] < 0.1 < chances[0.5] < chances[1]


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_threads_share_a_tree(networks: Path, threads: int) -> None:
    game = plyground.game("gomoku", size=9)
    random_network(networks / "net.plynet", game)
    spec = f"mcts:net=net,playouts=400,threads={threads},batch=8"
    report = plyground.search(game.start(), spec)
    assert report.nodes >= 400
    assert sum(line.visits for line in plyground.search(game.start(), spec, lines=81).lines) > 300


def test_tree_is_kept_from_move_to_move(networks: Path) -> None:
    game = plyground.game("gomoku", size=9)
    random_network(networks / "net.plynet", game)
    memory, position = plyground.Memory(), game.start()
    spec = "mcts:net=net,playouts=300,root=puct"
    for _ in range(4):
        report = plyground.search(position, spec, memory=memory)
        assert report.move is not None
        position = position.play(report.move)
    assert plyground.search(position, spec, memory=memory).lines[0].visits > 0


def test_search_ends_on_a_stop_and_at_its_time(networks: Path) -> None:
    game = plyground.game("gomoku", size=9)
    random_network(networks / "net.plynet", game)
    stop = plyground.Stop()
    stop.set()
    assert plyground.search(game.start(), "mcts:net=net,seconds=60", stop=stop).move is not None
    assert plyground.search(game.start(), "mcts:net=net,seconds=0.2").seconds < 20


def test_game_written_in_python_has_networks_too(networks: Path) -> None:
    plyground.load(ROOT / "examples" / "tictactoe.py")
    game = plyground.game("tictactoe")
    random_network(networks / "net.plynet", game)
    position = game.start()
    while position.result() is None:
        report = plyground.search(position, "mcts:net=net,playouts=50")
        assert report.move is not None
        position = position.play(report.move)


def test_network_can_be_the_evaluation_of_alpha_beta(networks: Path) -> None:
    game = plyground.game("connect_four")
    random_network(networks / "net.plynet", game)
    report = plyground.search(game.start(), "search:eval=net:net,depth=3")
    assert report.move in game.start().moves()
    other = plyground.search(game.start(), "alphabeta:eval=net:net,depth=3")
    plain = plyground.search(game.start(), "minimax:eval=net:net,depth=3")
    assert other.score == pytest.approx(plain.score)


def test_numbers_of_a_network_can_be_chosen(networks: Path) -> None:
    game = plyground.game("gomoku", size=9)
    file = read_network(random_network(networks / "plain.plynet", game))
    planes = np.stack([random_game(game.start(), seed, max_plies=9).planes() for seed in range(20)])
    write_network(networks / "net.plynet", measured(file, planes))
    kinds = {kind: find_network("net", "gomoku", kind) for kind in ("auto", "float", "int8")}
    assert kinds["int8"].core.uses_integers
    assert not kinds["float"].core.uses_integers
    values = {kind: net.evaluate([game.start()])[0][0] for kind, net in kinds.items()}
    assert values["float"].tolist() != values["int8"].tolist()
    assert values["float"].tolist() == pytest.approx(values["int8"].tolist(), abs=0.05)
    assert values["auto"].tolist() in (values["float"].tolist(), values["int8"].tolist())
    for kind in kinds:
        report = plyground.search(game.start(), f"mcts:net=net,playouts=20,numbers={kind}")
        assert report.move in game.start().moves()
    with pytest.raises(ValueError, match="plain was not prepared for 8-bit integers"):
        plyground.search(game.start(), "mcts:net=plain,playouts=5,numbers=int8")


def test_what_was_asked_before_is_remembered_and_the_same(networks: Path) -> None:
    """One judge searches repeatedly; another one starts afresh each time."""
    game = plyground.game("go", size=7)
    random_network(networks / "net.plynet", game)
    position = game.start()
    for ply in range(8):
        reports = [
            plyground.search(position, f"mcts:net={name},playouts=60,batch=4,root={root}", lines=9)
            for root in ("puct", "gumbel")
            for name in ("net", f"copy{ply}")
            if name == "net" or shutil.copy(networks / "net.plynet", networks / f"{name}.plynet")
        ]
        found = [[(line.move, line.visits, line.score) for line in each.lines] for each in reports]
        assert found[0] == found[1]
        assert found[2] == found[3]
        assert reports[0].move is not None
        position = position.play(reports[0].move)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("mcts:net=net,playouts=5,numbers=int4", "numbers can be auto or float or int8"),
        ("mcts:net=no such,playouts=5", "the name of a network"),
        ("mcts:net=missing,playouts=5", "There is no network 'missing'"),
        ("mcts:net=net,root=gumbel,seconds=1", "needs a number of playouts"),
        ("mcts:net=net", "needs a limit"),
        ("search:eval=net:missing,depth=2", "There is no network 'missing'"),
    ],
)
def test_bad_specs_get_a_sentence(networks: Path, spec: str, sentence: str) -> None:
    game = plyground.game("connect_four")
    random_network(networks / "net.plynet", game)
    with pytest.raises(ValueError, match=sentence):
        plyground.search(game.start(), spec)
