"""The real tablebase: built by the command, stopped and resumed, verified, and used in games."""

import fcntl
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground import Position, _core
from plyground.engine import tablebase
from plyground.engine.tablebase import Tablebase, figures
from plyground.engine.tablebase.file import check_whole
from plyground.engine.tablebase.part import part_of
from plyground.engine.tablebase.verify import DEPTH, Mismatch, verify
from plyground.players.level import LevelPlayer
from plyground.players.player import Clock, EnginePlayer, Player
from tests.conftest import scaled

pytestmark = pytest.mark.deep

GAME = "dobutsu"
GAMES = 100  # against each opponent
MAX_PLIES = 300
COMMAND = [sys.executable, "-m", "plyground", "solve", GAME, "--all", "--json", "--out"]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The tablebase and the command's output; parallel test processes share one."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "whole"
    folder.mkdir(exist_ok=True)
    output = folder / "output.json"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not output.exists():
            output.write_text(_make(folder / "dobutsu.table"), encoding="utf-8")
    return folder / "dobutsu.table", json.loads(output.read_text(encoding="utf-8"))


def _make(out: Path) -> str:
    """Runs the command until it solves, interrupts it, and lets it continue to the end."""
    part = part_of(out)
    with subprocess.Popen(
        [*COMMAND, str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as first:
        assert first.stderr is not None
        while "solving" not in (line := first.stderr.readline()):
            assert line, "it ended too soon"
        time.sleep(1)
        first.send_signal(signal.SIGINT)
        assert first.wait() == 130
        assert "the same command continues" in first.stderr.read()
    assert part.exists()
    assert not out.exists()
    done = subprocess.run([*COMMAND, str(out)], capture_output=True, text=True, check=True)
    assert f"Continuing from {part}." in done.stderr
    assert not part.exists()
    return done.stdout


@pytest.fixture
def table(made: tuple[Path, dict[str, Any]]) -> Iterator[Tablebase]:
    tablebase.use(made[0])
    found = tablebase.find(GAME)
    assert found is not None
    yield found
    tablebase.use(None)


def test_every_count_is_as_known(made: tuple[Path, dict[str, Any]]) -> None:
    path, output = made
    known = figures.known(GAME)
    assert output["by_value"] == {str(value): count for value, count in known.by_value.items()}
    assert (output["reachable"], output["over"]) == (246_803_167, 147_317_599)
    assert output["open"] == 99_485_568
    assert (output["wins"], output["losses"], output["draws"]) == (
        56_474_473,
        40_328_395,
        2_682_700,
    )
    assert (output["longest"], output["start"]) == (173, -78)
    assert path.stat().st_size == output["bytes"] <= 64 << 20
    assert output["memory"] < 1 << 30
    check_whole(path)


def test_first_moves_have_their_known_values(table: Tablebase) -> None:
    start = plyground.game(GAME).start()
    assert table.value(start) == -78
    assert dict(table.moves(start)) == {"b2b3": -76, "b1a2": -78, "b1c2": -78, "c1c2": -78}
    line = table.line(start)
    assert len(line) == 78
    result = start.play_all(line).result()
    assert result is not None
    assert result.winner == "white"


def test_a_sample_is_right(table: Tablebase) -> None:
    samples = scaled(40_000)
    found = verify(table, samples=samples, seed=random.randrange(1 << 30), threads=2)
    assert found.samples == samples
    assert found.decided > samples // 2


def test_one_wrong_byte_is_found(table: Tablebase, tmp_path: Path) -> None:
    dice = random.Random(5)
    with table.path.open("rb") as file:
        file.seek(4096)
        values = bytearray(file.read())
    for _ in range(50):
        number = dice.randrange(len(values))
        right = values[number]
        values[number] = dice.choice([value for value in range(174) if value != right])
        with pytest.raises(Mismatch):
            verify(Tablebase(GAME, tmp_path, values), numbers=[number], depth=DEPTH)
        values[number] = right


def test_probes_from_many_threads(table: Tablebase) -> None:
    game, dice = plyground.game(GAME), random.Random(7)
    size = _core.tablebase_size(GAME)
    positions = [game.position(table.text(dice.randrange(size))) for _ in range(scaled(20_000))]

    def ask(position: Position) -> tuple[object, ...]:
        return table.value(position), table.moves(position)

    alone = [ask(position) for position in positions]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, positions)) == alone


def test_mirror_images_and_both_sides_have_the_same_value(table: Tablebase) -> None:
    game, dice = plyground.game(GAME), random.Random(8)
    for _ in range(scaled(5000)):
        text = table.text(dice.randrange(_core.tablebase_size(GAME)))
        board, hands = text.split("[")[0], text.split("[")[1].split("]")[0]
        rows = [squares(row) for row in board.split("/")]
        mirrored = "/".join("".join(reversed(row)) for row in rows)
        turned = "/".join("".join(reversed(row)) for row in reversed(rows)).swapcase()
        swapped = "".join(sorted(hands.swapcase(), key=lambda kind: (kind.islower(), kind)))
        values = {
            table.value(game.position(other))
            for other in (text, f"{mirrored}[{hands}] b", f"{turned}[{swapped}] w")
        }
        assert len(values) == 1, text


def squares(row: str) -> list[str]:
    """The pieces and gaps of a row, one by one."""
    found: list[str] = []
    for sign in row:
        if found and found[-1] == "+":
            found[-1] += sign
        else:
            found.append(sign)
    return found


OPPONENTS = ["random", *(f"level:{level}" for level in range(1, 9))]


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_perfect_play_never_loses_its_value(table: Tablebase, opponent: str) -> None:
    """Half of the games begin at the start, the others at random; colours alternate."""
    dice = random.Random(f"{opponent} {random.randrange(1 << 30)}")
    outcomes = {"kept": 0, "drawn": 0, "gained": 0, "lost": 0}
    for number in range(scaled(GAMES)):
        outcomes[play(table, opponent, number, dice)] += 1
    assert sum(outcomes.values()) == scaled(GAMES)
    assert outcomes["kept"] > 0, outcomes
    if opponent in ("random", "level:1"):
        assert outcomes["gained"] > 0, outcomes


def play(table: Tablebase, opponent: str, number: int, dice: random.Random) -> str:
    """Plays one game; every move of the perfect side must keep its exact value."""
    position = beginning(table, from_start=number % 4 < 2, dice=dice)
    mine = "black" if number % 2 == 0 else "white"
    first: int | None = None
    with LevelPlayer("level:8,resign=off") as perfect, player_of(opponent) as other:
        while not position.result() and position.ply < MAX_PLIES:
            if position.turn != mine:
                position = position.play(move_of(other, position))
                continue
            value = table.value(position)
            assert value is not None
            move = move_of(perfect, position)
            keeps(table, position, move, value)
            first = value if first is None else first
            position = position.play(move)
    result = position.result()
    winner = result.winner if result else None
    if winner is not None and winner != mine:
        assert first is None or first < 0, (position.origin, position.played)
        return "lost"
    first = first or 0
    if first > 0:
        assert winner == mine, (position.origin, position.played)
        return "kept"
    return "gained" if winner == mine else "drawn"


def keeps(table: Tablebase, position: Position, move: str, value: int) -> None:
    """By the rules and the values of positions only, not by the tablebase's values of moves."""
    after = position.play(move)
    where = (position.origin, after.played)
    if result := after.result():
        reached = 0 if result.winner is None else 1 if result.winner == position.turn else -1
    else:
        theirs = table.value(after)
        assert theirs is not None
        reached = 0 if theirs == 0 else -theirs + (1 if theirs < 0 else -1)
    if value >= 0:
        assert reached == value, where
    else:
        assert reached == value or reached >= 0, where  # a third occurrence saves the losing side


def beginning(table: Tablebase, *, from_start: bool, dice: random.Random) -> Position:
    game = plyground.game(GAME)
    if from_start:
        return game.start()
    return game.position(table.text(dice.randrange(_core.tablebase_size(GAME))))


def player_of(name: str) -> Player:
    return EnginePlayer(name) if name == "random" else LevelPlayer(f"{name},resign=off")


def move_of(player: Player, position: Position) -> str:
    move = player.choose(position, clock=Clock(move=0.02)).move
    assert move is not None
    return move
