"""Searches from a page's point of view: over HTTP, from a server in a separate process."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.serving import Server
from tests.web.visitor import Data, Visitor


@pytest.fixture
def visitor(server: Server) -> Visitor:
    return Visitor(server.port)


def thinking_game(visitor: Visitor, *, long: bool = True) -> Data:
    """A game in which the computer has just begun to search for its first move, for 2 s if long.

    On a large board of Go the eighth level takes about that long.
    """
    begun = (
        visitor.begin("go", "level:8", size="19") if long else visitor.begin("othello", "level:7")
    )
    now = visitor.play(visitor.state(begun))
    assert now["to_move"] == "computer"
    assert now["job"]["kind"] == "reply"
    return now


def job_of(now: Data) -> str:
    job: str = now["job"]["id"]
    return job


def test_stream_reports_the_search_and_ends_with_the_move(visitor: Visitor) -> None:
    now = thinking_game(visitor, long=False)
    with visitor.listen(job_of(now)) as listener:
        headers = listener.response.headers
        events = list(listener)
    assert headers["Content-Type"] == "text/event-stream"
    assert headers["X-Accel-Buffering"] == "no"
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    numbers = [number for number, _, _ in events]
    assert numbers == sorted(set(numbers))
    *before, (_, name, data) = events
    assert {kind for _, kind, _ in before} == {"thinking"}
    last = before[-1][2]
    assert last["side"] == "white"
    assert last["depth"] > 1
    assert last["pv"][0] == last["move"]
    assert 0 <= last["win_chance"] <= 1
    assert name == "done"
    after = data["state"]
    assert (after["ply"], after["version"]) == (2, now["version"] + 1)
    assert (after["to_move"], after["job"]) == ("person", None)
    assert after["situation"] == "Your turn."
    assert visitor.state(now["id"]) == after, "and so it is on disk"


def test_late_listener_gets_all_unseen_events(visitor: Visitor) -> None:
    now = thinking_game(visitor, long=False)
    end = visitor.listen(job_of(now)).last()
    late = list(visitor.listen(job_of(now)))
    assert [name for _, name, _ in late][-2:] == ["thinking", "done"]
    assert late[-1][1:] == end
    assert list(visitor.listen(job_of(now), after=late[0][0])) == late[1:]
    with visitor.listen(job_of(now), after=late[-1][0]) as listener:
        assert listener.response.status == 204, "a browser does not come back after that"


def test_two_listeners_get_the_same_events(visitor: Visitor) -> None:
    now = thinking_game(visitor, long=False)
    ends: list[tuple[str, Data]] = []
    threads = [
        threading.Thread(target=lambda: ends.append(visitor.listen(job_of(now)).last()))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends[0] == ends[1]
    assert ends[0][0] == "done"


def test_a_cancelled_search_ends_the_stream_and_changes_nothing(visitor: Visitor) -> None:
    now = thinking_game(visitor)
    with visitor.listen(job_of(now)) as listener:
        events = iter(listener)
        next(events)
        assert visitor.ask("DELETE", f"/api/jobs/{job_of(now)}/").status == 200
        assert [name for _, name, _ in events][-1] == "cancelled"
    after = visitor.state(now["id"])
    assert (after["ply"], after["version"]) == (1, now["version"])
    assert (after["to_move"], after["job"]) == ("computer", None)


def test_reply_can_be_requested_again_after_a_cancellation(visitor: Visitor) -> None:
    now = thinking_game(visitor, long=False)
    visitor.ask("DELETE", f"/api/jobs/{job_of(now)}/")
    answer = visitor.want(now, "reply")
    assert answer.status == 200
    job = answer.json["job"]
    assert job["id"] != job_of(now)
    name, data = visitor.listen(job["id"]).last()
    assert (name, data["state"]["ply"]) == ("done", 2)


def test_a_hurried_search_ends_with_a_move(visitor: Visitor) -> None:
    now = thinking_game(visitor)
    with visitor.listen(job_of(now)) as listener:
        events = iter(listener)
        next(events)
        assert visitor.ask("POST", f"/api/jobs/{job_of(now)}/hurry/").status == 200
        *_, (_, name, data) = events
    assert (name, data["state"]["ply"]) == ("done", 2)


def test_asking_again_gets_the_same_job(visitor: Visitor) -> None:
    now = thinking_game(visitor)
    assert visitor.want(now, "reply").json["job"] == now["job"]
    assert visitor.state(now["id"])["job"] == now["job"]
    visitor.ask("DELETE", f"/api/jobs/{job_of(now)}/")


def test_taking_back_cancels_the_reply(visitor: Visitor) -> None:
    now = thinking_game(visitor)
    with visitor.listen(job_of(now)) as listener:
        after = visitor.act(now, "undo").json
        assert (after["ply"], after["job"]) == (0, None)
        assert listener.last()[0] == "cancelled"
    assert visitor.state(now["id"])["ply"] == 0
    again = visitor.play(after)
    assert visitor.ask("POST", f"/api/jobs/{job_of(again)}/hurry/").status == 200
    assert visitor.listen(job_of(again)).last()[1]["state"]["ply"] == 2


def test_other_visitors_can_not_listen_or_cancel(visitor: Visitor, server: Server) -> None:
    now = thinking_game(visitor)
    stranger = Visitor(server.port)
    stranger.begin("othello")
    path = f"/api/jobs/{job_of(now)}/"
    answers = [
        stranger.ask("GET", f"{path}events/"),
        stranger.ask("POST", f"{path}hurry/"),
        stranger.ask("DELETE", path),
        visitor.ask("GET", "/api/jobs/none/events/"),
    ]
    assert [answer.status for answer in answers] == [404] * 4
    assert {answer.json["error"]["code"] for answer in answers} == {"no_such_job"}
    assert visitor.state(now["id"])["job"] == now["job"], "it goes on"
    visitor.ask("DELETE", path)


def test_two_computers_play_move_by_move(visitor: Visitor) -> None:
    game = visitor.begin("dobutsu", "watch", black_level="level:1", white_level="level:2")
    now = visitor.state(game)
    for ply in range(3):
        assert (now["ply"], now["to_move"], now["job"]) == (ply, "computer", None)
        job = visitor.want(now, "reply").json["job"]
        name, data = visitor.listen(job["id"]).last()
        assert name == "done"
        now = data["state"]


def test_only_one_of_two_simultaneous_moves_is_played(visitor: Visitor) -> None:
    now = visitor.state(visitor.begin("gomoku"))
    moves = [move["text"] for move in now["view"]["moves"]]
    for turn in range(5):
        answers: list[Any] = []
        start = threading.Barrier(2)

        def race(
            move: str, now: Data = now, answers: list[Any] = answers, start: Any = start
        ) -> None:
            start.wait()
            answers.append(visitor.act(now, "move", move=move))

        threads = [threading.Thread(target=race, args=(moves[2 * turn + i],)) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        won, lost = sorted(answers, key=lambda answer: answer.status)
        assert (won.status, lost.status) == (200, 409)
        assert lost.json["error"]["code"] == "stale"
        assert lost.json["state"]["ply"] == turn + 1
        now = visitor.state(now["id"])
        assert now["moves"] == won.json["moves"]


@pytest.fixture
def other_server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("other"), **request.param).start()
    yield server
    server.stop()


@pytest.mark.parametrize("other_server", [{"PLYGROUND_ABANDONED": "0.4"}], indirect=True)
def test_search_is_cancelled_when_its_page_closes(other_server: Server) -> None:
    visitor = Visitor(other_server.port)
    now = thinking_game(visitor)
    with visitor.listen(job_of(now)) as listener:
        next(iter(listener))
    end = time.monotonic() + 60
    while visitor.state(now["id"])["job"]:  # the search would take 2 seconds and finish
        assert time.monotonic() < end, "it goes on"
        time.sleep(0.02)
    assert visitor.listen(job_of(now)).last()[0] == "cancelled"
    assert visitor.state(now["id"])["ply"] == 1


def test_game_continues_after_a_kill_during_a_search(own_server: Server) -> None:
    visitor = Visitor(own_server.port)
    now = thinking_game(visitor)
    with visitor.listen(job_of(now)) as listener:
        next(iter(listener))
        own_server.restart()
    after = visitor.state(now["id"])
    assert after == {**now, "job": None}, "as it was acknowledged"
    assert visitor.ask("GET", f"/api/jobs/{job_of(now)}/events/").status == 404
    job = visitor.want(after, "reply").json["job"]["id"]
    visitor.ask("POST", f"/api/jobs/{job}/hurry/")
    name, data = visitor.listen(job).last()
    assert (name, data["state"]["ply"]) == ("done", 2)


def test_ctrl_c_during_a_search_ends_streams_and_server(own_server: Server) -> None:
    visitor = Visitor(own_server.port)
    games = [thinking_game(visitor) for _ in range(3)]
    listeners = [visitor.listen(job_of(now)) for now in games]
    begin = time.monotonic()
    assert own_server.stop() == 0
    assert time.monotonic() - begin < 20
    assert [listener.last()[0] for listener in listeners] == ["cancelled"] * 3
    for listener in listeners:
        listener.close()
    assert own_server.log == ""
