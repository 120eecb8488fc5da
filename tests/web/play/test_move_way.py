"""The cost of a person's move: statements and replays. On both databases."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.web.game_service import directory
from plyground.web.games import repository, rows
from plyground.web.games.models import Game
from plyground.web.play import jobs
from plyground.web.visitors.models import Account
from tests.web.databases import empty_tables
from tests.web.shared import shared_database

sys.path.append(str(Path(__file__).parents[3] / "bench"))

from loads import moves as bench
from loads.moves import Player
from loads.way import Way, watched

Data = dict[str, Any]

MOST_STATEMENTS = 3
MOST_CALLS = (
    400  # of the package's functions, 865 to 4375 before; about 350 with a job on PostgreSQL
)
CLOCK = "5+3"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"], autouse=True)
def database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Empty tables; if processes share them, this is one of those."""
    folder = tmp_path_factory.mktemp("way")
    tables = shared_database if request.param == "postgresql" else None
    with tables(folder) if tables else empty_tables("sqlite", folder):
        jobs.shared_pool.cache_clear()
        jobs._sharing.cache_clear()
        yield request.param
        jobs.close()
        jobs.shared_pool.cache_clear()
        jobs._sharing.cache_clear()


@pytest.fixture
def player() -> Player:
    return Player()


def begin(player: Player, opponent: str, length: int) -> Data:
    """A game after this many moves, which come faster than the server allows anyone to play."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_RATE", "off")
        return player.begin(opponent, length)


def move(player: Player, now: Data) -> tuple[Way, Data]:
    """Plays any move, measured."""
    text = bench._move(now, random.Random(1))
    with watched() as way:
        after = player.play(now, text)
    assert after["ply"] == now["ply"] + 1
    return way, after


def forget_sessions() -> None:
    """As in a process that has just started, or that has no cached game."""
    directory._local._sessions.clear()


@pytest.mark.parametrize("opponent", bench.OPPONENTS)
@pytest.mark.parametrize("length", bench.LENGTHS)
def test_a_move_takes_three_statements_and_no_replay(
    player: Player, opponent: str, length: int
) -> None:
    now = begin(player, opponent, length)
    for _ in range(2):
        way, after = move(player, now)
        assert len(way.statements) <= MOST_STATEMENTS, way.statements
        assert (way.replays, way.plays) == (0, 1)
        now = player.await_reply(after)
    assert way.own_calls < MOST_CALLS


@pytest.mark.parametrize("opponent", bench.OPPONENTS)
def test_game_unknown_to_the_process_is_replayed_once(player: Player, opponent: str) -> None:
    now = player.begin(opponent, 20)
    forget_sessions()
    way, _after = move(player, now)
    assert (way.replays, way.plays) == (1, 21)
    assert len(way.statements) <= MOST_STATEMENTS, way.statements


def test_account_adds_no_statements_to_a_move(player: Player) -> None:
    player.sign_up()
    now = player.begin("person", 3)
    way, _after = move(player, now)
    assert len(way.statements) <= MOST_STATEMENTS, way.statements
    Account.objects.update(stamp=99)  # logged out everywhere
    with pytest.raises(SystemExit, match="404"):
        player.play(_after, bench._move(_after, random.Random(1)))


@pytest.mark.parametrize("opponent", bench.OPPONENTS)
def test_clock_adds_no_statements_to_a_move(player: Player, opponent: str, database: str) -> None:
    form = {"opponent": opponent, "colour": "black", "size": "9", "clock": CLOCK}
    now = player.state(bench._id_of(player.form("/play/go/", **form)))
    assert now["clock"] is not None
    for _ in range(3):
        way, after = move(player, now)
        assert len(way.statements) <= MOST_STATEMENTS, (database, way.statements)
        now = player.await_reply(after)


def test_a_move_by_link_takes_three_statements(player: Player) -> None:
    url = player.form("/play/go/", opponent="link", colour="black", size="9")
    now = player.state(bench._id_of(url))
    row = Game.objects.get(pk=now["id"])
    guest = Player()
    guest.ask("POST", f"/api/join/{row.invite}/")
    now = player.state(str(row.pk))
    for mover in (player, guest, player):
        way, _after = move(mover, mover.state(str(row.pk)))
        assert len(way.statements) <= MOST_STATEMENTS, way.statements
        assert (way.replays, way.plays) == (0, 1)


def test_floats_are_stored_exactly(player: Player) -> None:
    now = player.begin("person", 2)
    row, stored = found(now)
    exact = 0.1 + 0.2
    row.moves.filter(ply=1).update(seconds=exact, clock=1 / 3, evaluation={"score": 2 / 3})
    first = found(now)[1].moves[0]
    assert (first.seconds, first.clock, first.evaluation) == (exact, 1 / 3, {"score": 2 / 3})
    assert found(now)[1].moves[1] == stored.moves[1]


def found(now: Data) -> tuple[Game, Any]:
    loaded = repository.load(now["id"])
    assert loaded is not None
    return loaded


def test_loaded_row_equals_the_row_of_django(player: Player) -> None:
    now = player.begin("level:1", 4)
    usual = Game.objects.get(pk=now["id"])
    loaded = rows.load(now["id"])
    assert loaded is not None
    for field in Game._meta.concrete_fields:
        mine, theirs = (getattr(one, field.attname) for one in (loaded.row, usual))
        assert mine == theirs, field.name
        assert type(mine) is type(theirs), field.name
