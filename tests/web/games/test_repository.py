"""Games as rows: uniqueness, transactions, and races. On both databases."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, connections, transaction
from django.http import Http404

from plyground.web.base.ids import new_id
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import repository
from plyground.web.games import services as games_services
from plyground.web.games.models import Game, Move
from tests.web.databases import empty_tables
from tests.web.stored_games import steps, texts

RESULT: Any = {"winner": "black", "margin": 3.5, "code": "two_passes", "reason": "é 碁 🙂"}
THOUGHT: Any = {
    "score": 1.5,
    "win_chance": 0.75,
    "mate": None,
    "exact": True,
    "depth": 3,
    "nodes": 9,
}

_BACK = (("undo", ""), ("undo", ""))
_BACK_AND_FORTH = (
    *(("move", "f5"), ("move", "d6"), *_BACK),
    *(("move", "d3"), ("move", "c3"), *_BACK),
)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"], autouse=True)
def rows(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with empty_tables(request.param, tmp_path_factory.mktemp("rows")):
        yield request.param


@pytest.fixture
def visitor() -> str:
    return new_id()


def begin(visitor: str, moves: str = "", **more: Any) -> tuple[Game, StoredGame]:
    played = steps(moves)
    stored = directory.of("othello").open(StoredGame("othello", moves=played, at=len(played)))
    row = repository.create(visitor, stored, **more)
    return row, stored


def again(row: Game) -> Game:
    found = repository.find(str(row.pk))
    assert found is not None
    return found


def write(row: Game, before: StoredGame, after: StoredGame) -> None:
    repository.write(row, before, after, began=1.5)


def at_once(count: int, work: Callable[[int], None]) -> list[BaseException | None]:
    """Does the same in several threads, each with its own connection."""
    start = threading.Barrier(count)
    ends: list[BaseException | None] = [None] * count

    def run(number: int) -> None:
        try:
            start.wait()
            work(number)
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test checks it
            ends[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ends


def test_tests_use_the_expected_database(rows: str) -> None:
    assert connections["default"].vendor == rows


def test_a_stored_game_survives_the_database(visitor: str) -> None:
    moves = (Step("F5", 1.25, 58.5, THOUGHT | {"pv": ["F5"]}), Step("d6"))
    stored = StoredGame("go", {"size": 9, "komi": 6.5}, "9/9 b", "level:2", "person", moves, 1)
    stored = replace(stored, result=RESULT, dead=("A1", "B2"))
    row = repository.create(
        visitor, stored, strict=True, clock={"seconds": 60, "increment": 2}, note="n"
    )
    found = again(row)
    assert repository.read(found) == stored
    assert (found.strict, found.clock, found.note, found.version) == (
        True,
        {"seconds": 60, "increment": 2},
        "n",
        1,
    )
    assert found.turn_began is not None


@pytest.mark.parametrize("name", ["", "\0", "x" * 25, "../etc", "é", "a b", "a\n", "nosuchgame"])
def test_invalid_id_finds_no_game(name: str) -> None:
    assert repository.find(name) is None
    assert repository.find_shared(name) is None


def test_shared_game_is_found_by_its_token(visitor: str) -> None:
    row, _ = begin(visitor)
    Game.objects.filter(pk=row.pk).update(share="token-1_" + str(row.pk)[:8])
    found = repository.find_shared("token-1_" + str(row.pk)[:8])
    assert found is not None
    assert found.pk == row.pk
    other, _ = begin(visitor)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=other.pk).update(share=found.share)


def test_a_ply_is_played_once(visitor: str) -> None:
    row, _ = begin(visitor, "f5")
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.create(game=row, ply=1, text="d3")
    assert texts(repository.read(again(row))) == ["f5"]


def test_moves_are_deleted_with_their_game(visitor: str) -> None:
    row, _ = begin(visitor, "f5 d6")
    other, stored = begin(visitor, "f5")
    key = row.pk
    row.delete()
    assert not Move.objects.filter(game_id=key).exists()
    assert repository.read(again(other)) == stored


def test_a_move_without_its_game_is_not_kept(visitor: str) -> None:
    row, stored = begin(visitor, "f5")
    after = directory.of("othello").act(stored, "move", {"move": "d6"})
    again(row).delete()
    with pytest.raises(repository.Stale):
        write(row, stored, after)
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.create(game_id=row.pk, ply=1, text="f5")
    assert not Move.objects.filter(game_id=row.pk).exists()


def test_write_increments_the_version(visitor: str) -> None:
    row, stored = begin(visitor)
    after = directory.of("othello").act(stored, "move", {"move": "f5"})
    before = row.changed
    write(row, stored, after)
    found = again(row)
    assert (row.version, found.version, found.at, found.turn_began) == (2, 2, 1, 1.5)
    assert found.changed > before
    assert repository.read(found) == after


def test_a_write_with_an_old_version_changes_nothing(visitor: str) -> None:
    row, stored = begin(visitor)
    late = again(row)
    service = directory.of("othello")
    first, second = (service.act(stored, "move", {"move": move}) for move in ("f5", "d3"))
    write(row, stored, first)
    with pytest.raises(repository.Stale):
        write(late, stored, second)
    assert late.version == 1
    assert repository.read(again(row)) == first


def test_only_changed_fields_are_written(visitor: str) -> None:
    thought: Any = {**THOUGHT, "pv": ["f5", "d6"]}
    opened = directory.of("othello").open(
        StoredGame("othello", moves=(Step("f5", 1.0, None, thought), *steps("d6 c3")), at=3)
    )
    row = repository.create(visitor, opened)

    def keys() -> list[int]:
        return list(Move.objects.filter(game=row).order_by("ply").values_list("pk", flat=True))

    first = keys()
    commands = (("move", "d3", 3), ("undo", "", 4), ("undo", "", 4), ("move", "c4", 2))
    for action, move, kept in commands:
        stored = repository.read(row)
        write(row, stored, directory.of("othello").act(stored, action, {"move": move}))
        assert keys()[:kept] == first[:kept], action
        first = keys()
    assert texts(repository.read(row)) == ["f5", "d6", "c4"]


def test_a_game_without_result_is_unfinished(visitor: str) -> None:
    row, stored = begin(visitor)
    unfinished = Game.objects.filter(visitor=visitor, result__isnull=True)
    assert unfinished.count() == 1
    over = directory.of("othello").act(stored, "resign", {})
    write(row, stored, over)
    assert unfinished.count() == 0
    write(row, over, directory.of("othello").act(over, "undo", {}))
    assert unfinished.count() == 1


def test_new_game_beyond_the_limit_is_refused_and_none_is_deleted(
    visitor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "MOST_GAMES", 3)
    made = [begin(visitor)[0] for _ in range(3)]
    stored = repository.read(made[0])
    write(made[0], stored, directory.of("othello").act(stored, "resign", {}))
    with pytest.raises(repository.TooMany):
        begin(visitor)
    begin(new_id())  # other games are not affected
    assert Game.objects.filter(visitor=visitor).count() == 3
    repository.delete(made[1])
    begin(visitor)
    left = set(Game.objects.filter(visitor=visitor).values_list("pk", flat=True))
    assert {made[0].pk, made[2].pk} < left


def test_outdated_row_is_read_again(visitor: str) -> None:
    row, stored = begin(visitor, "f5 d6 c3")
    old = again(row)
    service = directory.of("othello")
    back = service.act(service.act(service.act(stored, "undo", {}), "undo", {}), "undo", {})
    write(row, stored, back)
    other = service.act(back, "move", {"move": "d3"})
    write(row, back, other)
    assert repository.read(old) == other
    assert old.version == 3
    row.delete()
    with pytest.raises(Http404):
        repository.read(old)


def test_game_can_be_deleted_while_a_move_is_written(visitor: str) -> None:
    row, stored = begin(visitor, "f5")
    after = directory.of("othello").act(stored, "move", {"move": "d6"})
    written = threading.Event()

    def work(number: int) -> None:
        if number:
            written.wait()
            repository.delete(row)
            return
        with transaction.atomic():
            write(again(row), stored, after)
            written.set()
            time.sleep(0.3)  # so that the other one waits for us

    assert at_once(2, work) == [None, None]
    assert repository.find(str(row.pk)) is None
    assert not Move.objects.filter(game=row.pk).exists()
    repository.delete(row)  # it has no effect


def test_only_one_of_several_simultaneous_moves_is_written(visitor: str) -> None:
    row, stored = begin(visitor)
    moves = ["f5", "d3", "c4", "e6"] * 2

    def play(number: int) -> None:
        games_services.perform(again(row), stored, "move", {"move": moves[number]})

    ends = at_once(len(moves), play)
    assert sorted(type(end).__name__ for end in ends) == ["NoneType"] + ["Stale"] * 7
    found = again(row)
    assert (found.version, found.at) == (2, 1)
    assert texts(repository.read(found)) == [moves[ends.index(None)]]


def test_concurrent_reader_sees_a_whole_state(visitor: str) -> None:
    row, stored = begin(visitor)
    states: dict[int, StoredGame] = {1: stored}
    seen: list[tuple[int, StoredGame]] = []
    done = threading.Event()

    def work(number: int) -> None:
        if number:
            while not done.is_set():
                found = again(row)
                now = repository.read(found)
                seen.append((found.version, now))
            return
        now, service = stored, directory.of("othello")
        try:
            for action, move in _BACK_AND_FORTH * 4:
                after = service.act(now, action, {"move": move})
                states[row.version + 1] = after
                write(row, now, after)
                now = after
        finally:
            done.set()

    assert at_once(3, work) == [None] * 3
    assert seen
    assert all(states[version] == now for version, now in seen)


def test_games_created_at_once_are_all_stored(visitor: str) -> None:
    def one(_: int) -> None:
        begin(visitor, "f5 d6")

    assert at_once(6, one) == [None] * 6
    assert Game.objects.filter(visitor=visitor).count() == 6
    assert Move.objects.filter(game__visitor=visitor).count() == 12
