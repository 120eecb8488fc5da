"""Presence in games by link, and races for a seat. On both databases."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connections
from django.http import Http404

from plyground.session.session import SIDES
from plyground.web.base import event_bus, processes
from plyground.web.base.ids import new_visitor
from plyground.web.base.models import Process
from plyground.web.engine import job as jobs_job
from plyground.web.engine.job import Job
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import clocks, invitations, presence, repository, state
from plyground.web.games import services as games_services
from plyground.web.games.models import Game, Presence
from plyground.web.play.job_work import reply_work
from tests.web.databases import empty_tables


@pytest.fixture(scope="module", params=["sqlite", "postgresql"], autouse=True)
def rows(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with empty_tables(request.param, tmp_path_factory.mktemp("rows")):
        yield request.param
        event_bus.close()
        processes.close()


@pytest.fixture
def game() -> Game:
    return repository.create(
        new_visitor(), directory.of("othello").open(StoredGame("othello")), seat="black"
    )


@pytest.fixture
def news(game: Game) -> Iterator["News"]:
    news = News()
    leave = event_bus.subscribe(f"game:{game.pk}", news.hear)
    yield news
    leave()


class News:
    """The events of the bus."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._more = threading.Condition()

    def hear(self, text: str) -> None:
        with self._more:
            self.texts.append(text)
            self._more.notify_all()

    def expect(self, *texts: str) -> None:
        """Waits for these events; no others may come before them."""
        with self._more:
            assert self._more.wait_for(lambda: len(self.texts) >= len(texts), 60), self.texts
            assert self.texts[: len(texts)] == list(texts)
            del self.texts[: len(texts)]


def there(game: Game) -> tuple[bool, bool, int]:
    found = presence.of(str(game.pk))
    return found["black"], found["white"], found["watchers"]


def test_player_is_present_until_the_last_page_closes(game: Game, news: News) -> None:
    assert there(game) == (False, False, 0)
    tickets = [presence.enter(str(game.pk), side) for side in ("black", "black", "white", "", "")]
    assert there(game) == (True, True, 2)
    seen = []
    for ticket in tickets:
        presence.leave(ticket)
        seen.append(there(game))
    assert seen == [
        (True, True, 2),
        (False, True, 2),
        (False, False, 2),
        (False, False, 1),
        (False, False, 0),
    ]
    news.expect(*["presence"] * 10)


def test_presence_in_another_game_is_not_counted(game: Game) -> None:
    ticket = presence.enter(new_game(), "white")
    assert there(game) == (False, False, 0)
    presence.leave(ticket)


def new_game() -> str:
    return str(
        repository.create(new_visitor(), directory.of("dobutsu").open(StoredGame("dobutsu"))).pk
    )


def test_presence_is_removed_after_a_database_outage(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticket = presence.enter(str(game.pk), "black")
    with monkeypatch.context() as away:
        away.setattr(presence, "_delete_late", fails)
        presence.leave(ticket)
    wait_until(lambda: there(game) == (False, False, 0))


def wait_until(is_so: Callable[[], bool]) -> None:
    """Waits up to a heartbeat of the process."""
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def fails() -> None:
    raise OperationalError("away")


def test_presence_in_a_deleted_game_is_no_error(game: Game) -> None:
    pk = str(game.pk)
    repository.delete(game)
    presence.leave(presence.enter(pk, "black"))
    assert presence.of(pk)["black"] is False


def test_presence_is_restored_after_a_process_was_taken_for_dead(game: Game, rows: str) -> None:
    if rows == "sqlite":
        assert not Presence.objects.exists(), "one process needs no rows"
        return
    ticket = presence.enter(str(game.pk), "white")
    Process.objects.filter(pk=processes.me()).delete()
    assert not Presence.objects.filter(game=game).exists()
    wait_until(lambda: there(game) == (False, True, 0))
    presence.leave(ticket)
    # It may just be being rewritten; then it is deleted after that, as in the next test.
    wait_until(lambda: there(game) == (False, False, 0))


def test_leaving_during_a_presence_rewrite_is_not_lost(
    game: Game, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticket = presence.enter(str(game.pk), "white")
    write = presence._write

    def leave_first(one: presence.Ticket) -> None:
        presence.leave(ticket)
        write(one)

    if rows == "sqlite":
        presence.leave(ticket)
    else:
        with monkeypatch.context() as race:
            race.setattr(presence, "_write", leave_first)
            presence._come_back()
    wait_until(lambda: there(game) == (False, False, 0))


# Joining and leaving


def at_once(count: int, work: Callable[[int], None]) -> list[BaseException | None]:
    """Runs several threads at a time, each with its own connection; returns how each ended."""
    ends: list[BaseException | None] = [None] * count
    start = threading.Barrier(count)

    def run(number: int) -> None:
        try:
            start.wait()
            work(number)
        except BaseException as error:  # noqa: BLE001 - reported to the test
            ends[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ends


def test_only_one_of_several_simultaneous_guests_gets_the_seat(game: Game, news: News) -> None:
    people = [new_visitor() for _ in range(8)]
    assert game.invite

    def come(number: int) -> None:
        invitations.join(str(game.invite), people[number], f"Person {number}")

    ends = at_once(len(people), come)
    assert sorted(type(end).__name__ for end in ends) == ["NoneType"] + ["Taken"] * 7
    found = Game.objects.get(pk=game.pk)
    winner = ends.index(None)
    assert (found.guest, found.names, found.version) == (
        people[winner],
        ["", f"Person {winner}"],
        2,
    )
    news.expect("2 white")


def test_game_is_deleted_when_both_leave_at_once(game: Game) -> None:
    guest = new_visitor()
    invitations.join(str(game.invite), guest)
    people = [game.visitor, guest]

    def go(number: int) -> None:
        invitations.leave(Game.objects.get(pk=game.pk), people[number])

    assert at_once(2, go) == [None, None]
    assert not Game.objects.filter(pk=game.pk).exists()


def test_owner_leaving_as_a_guest_joins_does_not_delete_the_game(game: Game) -> None:
    seen, guest = Game.objects.get(pk=game.pk), new_visitor()
    invitations.join(str(game.invite), guest)
    invitations.leave(seen, game.visitor)
    found = Game.objects.get(pk=game.pk)
    assert (found.visitor, found.guest, found.result["winner"]) == ("", guest, "white")


def test_leaving_in_two_tabs_counts_once(game: Game, news: News) -> None:
    guest = new_visitor()
    invitations.join(str(game.invite), guest)
    seen = [Game.objects.get(pk=game.pk) for _ in range(2)]
    for row in seen:
        invitations.leave(row, game.visitor)
    assert Game.objects.get(pk=game.pk).guest == guest
    news.expect("2 white", "3 black", "4 black")


def test_guest_with_too_many_games_is_refused(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = new_visitor()
    repository.create(guest, directory.of("dobutsu").open(StoredGame("dobutsu")))
    monkeypatch.setattr(repository, "MOST_GAMES", 1)
    with pytest.raises(repository.TooMany):
        invitations.join(str(game.invite), guest)
    assert Game.objects.get(pk=game.pk).guest == ""


def test_clocks_use_the_time_of_the_database(rows: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Different hosts answer the requests, whose own clocks are an hour or two off."""
    skew = iter(range(-7200, 999_999, 3600)) if rows == "postgresql" else itertools.repeat(0)
    wrong = SimpleNamespace(time=lambda: time.time() + next(skew), monotonic=time.monotonic)
    monkeypatch.setattr(clocks, "time", wrong)
    stored = directory.of("othello").open(StoredGame("othello"))
    clock: Any = {"seconds": 600, "increment": 0}
    row = repository.create(new_visitor(), stored, clock=clock, seat="black")
    row = invitations.join(str(row.invite), new_visitor())
    for side, move in itertools.islice(
        zip(itertools.cycle(SIDES), ("f5", "d6", "c3", "d3"), strict=False), 4
    ):
        found = repository.load(str(row.pk))
        assert found is not None
        row, stored = found
        stored, _note = games_services.perform(row, stored, "move", {"move": move}, None, side)
    assert stored.result is None
    now: Any = state.build(row, stored, viewer=row.visitor)["clock"]
    assert now["running"] == "black"
    assert all(570 < now[side] <= 600 for side in SIDES)
    assert games_services.perform(row, stored, "flag", {}, None, "white")[0].result is None


def test_clock_of_a_computer_uses_the_time_of_the_database(
    rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = 3600 if rows == "postgresql" else 0
    wrong = SimpleNamespace(time=lambda: time.time() - hour, monotonic=time.monotonic)
    monkeypatch.setattr(jobs_job, "time", wrong)
    stored = directory.of("dobutsu").open(StoredGame("dobutsu", white="level:1"))
    row = repository.create(new_visitor(), stored, clock={"seconds": 600, "increment": 0})
    for _ply in range(2):
        move = directory.of("dobutsu").picture(stored)["view"]["moves"][0]["text"]
        stored, _note = games_services.perform(row, stored, "move", {"move": move})
        job = Job("reply", str(row.pk), row.version, row.visitor, reply_work(row, stored, "white"))
        assert job.start()
        name, answer = job.work(job)
        data: Any = answer
        assert (name, data["state"]["result"]) == ("done", None)
        assert job.began is not None
        assert abs(job.began - time.time()) < 60
        row = Game.objects.get(pk=row.pk)
        stored = repository.read(row)
    assert stored.at == 4
    assert 570 < data["state"]["clock"]["white"] <= 600


def test_guest_who_left_can_not_rejoin(game: Game) -> None:
    guest = new_visitor()
    invitations.leave(invitations.join(str(game.invite), guest), guest)
    found = Game.objects.get(pk=game.pk)
    assert (found.guest, found.invite, found.result["winner"]) == ("", None, "black")
    with pytest.raises(Http404):
        invitations.join(str(game.invite), guest)


def test_at_shutdown_presence_is_cleared_at_once(
    game: Game, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tickets = [presence.enter(str(game.pk), side) for side in ("black", "")]
    with monkeypatch.context() as ending:
        ending.setattr(presence, "_closed", threading.Event())
        ending.setattr(presence, "_delete_late", fails)
        ending.setattr(event_bus, "publish", fails)
        presence.close()
        for ticket in tickets:
            presence.leave(ticket)
    if rows == "postgresql":
        assert Presence.objects.filter(game=game).count() == 2
        processes.close()
        assert not Presence.objects.filter(game=game).exists(), "they go with the process"
    for ticket in tickets:
        presence.leave(ticket)
