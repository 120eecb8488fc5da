"""The file of a network: a round trip, and error sentences for damaged files."""

import random
from pathlib import Path

import pytest

import plyground
from plyground.engine.network import find_network, load_network, network_files
from plyground.engine.network_file import read_network, write_network
from tests.net.networks import random_network


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return random_network(tmp_path / "small.plynet", plyground.game("connect_four"))


def test_file_is_read_back_as_it_was_written(path: Path, tmp_path: Path) -> None:
    network = read_network(path)
    write_network(tmp_path / "again.plynet", network)
    assert (tmp_path / "again.plynet").read_bytes() == path.read_bytes()
    assert network.header.planes == tuple(plyground.game("connect_four").start().plane_names)


def test_every_damaged_file_is_refused_with_a_sentence(path: Path, tmp_path: Path) -> None:
    content = path.read_bytes()
    damaged, dice = tmp_path / "damaged.plynet", random.Random(1)
    for _ in range(60):
        at, bit = dice.randrange(len(content)), 1 << dice.randrange(8)
        damaged.write_bytes(content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :])
        with pytest.raises(ValueError, match=r"is damaged|is not a network"):
            load_network(damaged)
    for length in (0, 5, 12, 40, len(content) // 2, len(content) - 1):
        damaged.write_bytes(content[:length])
        with pytest.raises(ValueError, match=r"is damaged|is not a network"):
            load_network(damaged)


def test_wrong_number_of_weights_is_refused(path: Path, tmp_path: Path) -> None:
    network = read_network(path)
    short = type(network)(network.header, network.weights[:-4])
    write_network(tmp_path / "short.plynet", short)
    with pytest.raises(ValueError, match="can't be used"):
        load_network(tmp_path / "short.plynet")


def test_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="can't be read: No such file"):
        load_network(tmp_path / "none.plynet")


def test_networks_are_found_by_name(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(path.parent))
    assert network_files("connect_four")["small"] == path
    assert find_network("small", "connect_four").header.channels == 8
    with pytest.raises(ValueError, match=r"no network 'other' for connect_four; .*small"):
        find_network("other", "connect_four")
    with pytest.raises(ValueError, match=r"no network '\.\./small'"):
        find_network("../small", "connect_four")


def test_network_of_another_game_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(path.parent))
    start = plyground.game("gomoku").start()
    with pytest.raises(ValueError, match="plays connect_four, not gomoku"):
        plyground.search(start, "mcts:net=small,playouts=10")


def test_network_with_other_planes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random_network(tmp_path / "plain.plynet", plyground.game("gomoku", size=7))
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    start = plyground.game("gomoku", size=15, rule="renju").start()
    with pytest.raises(ValueError, match="planes"):
        plyground.search(start, "mcts:net=plain,playouts=10")
