"""Requests for searches: permissions, timing, and refusals."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from plyground.players.player import Forfeit
from plyground.web.base import limits
from plyground.web.base.limits import Shares
from plyground.web.contract.service import Chosen
from plyground.web.engine import budget
from plyground.web.engine.job import Job
from plyground.web.engine.pool import Pool
from plyground.web.game_service.service import LocalGameService, Refused
from plyground.web.games import repository
from plyground.web.games.models import Game
from plyground.web.play import jobs
from plyground.web.play.job_work import _speaking

Data = dict[str, Any]

WAIT = 60.0  # seconds; a busy machine must not fail the test


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    """A separate pool for this test."""
    own = Pool(2, charge=jobs._charge)
    monkeypatch.setattr(jobs, "shared_pool", lambda: own)
    yield own
    own.close()


pytestmark = pytest.mark.usefixtures("pool")


@pytest.fixture
def engine_budget(monkeypatch: pytest.MonkeyPatch) -> Shares:
    """A separate engine budget for this test."""
    engine_budget = Shares(120, 1)
    monkeypatch.setattr(budget, "engine_time", lambda: engine_budget)
    return engine_budget


def post(client: Client, path: str, command: Any) -> Any:
    return client.post(path, json.dumps(command), content_type="application/json")


def begin(client: Client, opponent: str, game: str = "dobutsu", **form: str) -> Data:
    answer = client.post(f"/play/{game}/", {"opponent": opponent, **form})
    game_id = answer.headers["Location"].strip("/").rpartition("/")[2]
    now: Data = client.get(f"/api/games/{game_id}/").json()
    return now


def act(client: Client, now: Data, action: str, **more: Any) -> Any:
    command = {"version": now["version"], "ply": now["ply"], "action": action, **more}
    return post(client, f"/api/games/{now['id']}/actions/", command)


def play(client: Client, now: Data) -> Data:
    after: Data = act(client, now, "move", move=now["view"]["moves"][0]["text"]).json()
    return after


def want(client: Client, now: Data, kind: object = "reply", **more: Any) -> Any:
    return post(
        client,
        "/api/jobs/",
        {"game": now["id"], "version": now["version"], "kind": kind, **more},
    )


def finished(pool: Pool, job_id: str) -> tuple[str, Data]:
    """Waits for the job's end."""
    job = pool.find(job_id)
    assert job is not None
    end = time.monotonic() + WAIT
    while not job.is_over:
        assert time.monotonic() < end, "it does not end"
        time.sleep(0.005)
    last = job.since(0)[0][-1]
    return last.name, json.loads(last.data)


def make_strict(now: Data) -> None:
    Game.objects.filter(pk=now["id"]).update(strict=True)


def test_hint_has_three_steps_and_changes_nothing(client: Client, pool: Pool) -> None:
    now = begin(client, "level:2", "gomoku")
    job = want(client, now, "hint").json()["job"]
    assert job["kind"] == "hint"
    client.post(f"/api/jobs/{job['id']}/hurry/")
    name, data = finished(pool, job["id"])
    hint = data["hint"]
    assert name == "done"
    assert hint["version"] == now["version"]
    assert hint["move"] in [move["text"] for move in now["view"]["moves"]]
    assert hint["to"] in hint["area"]
    assert hint["words"]["area"] == "Look here."
    assert hint["words"]["move"].startswith(f"Try {hint['move']}. ")
    assert hint["words"]["why"]
    assert want(client, now, "hint").json()["job"] == job, "it is not searched for twice"
    assert client.get(f"/api/games/{now['id']}/").json() == now


def test_there_is_no_hint_in_a_strict_game(client: Client) -> None:
    now = begin(client, "level:2")
    make_strict(now)
    answer = want(client, now, "hint")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "strict")


def test_there_is_no_hint_while_the_computer_is_to_move(client: Client) -> None:
    now = begin(client, "level:2", colour="white")
    answer = want(client, now, "hint")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_your_turn")


def test_there_is_no_reply_where_a_person_is_to_move(client: Client) -> None:
    answer = want(client, begin(client, "level:2"))
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "not_computers_turn")


@pytest.mark.parametrize("kind", ["", None, 5, ["reply"], "advice"])
def test_an_unknown_kind_is_refused_with_the_known_ones(client: Client, kind: object) -> None:
    answer = want(client, begin(client, "level:2"), kind)
    assert answer.status_code == 400
    assert answer.json()["error"]["sentence"] == "The kind of a search must be reply or hint."


def test_an_outdated_page_gets_the_current_state(client: Client) -> None:
    now = begin(client, "person")
    after = play(client, now)
    answer = want(client, now, "hint")
    assert (answer.status_code, answer.json()["state"]) == (409, after)


def test_job_for_a_game_of_others_is_refused(client: Client) -> None:
    now = begin(client, "level:2", colour="white")
    assert want(Client(SERVER_NAME="localhost"), now).status_code == 404


@pytest.mark.parametrize("command", [[], "reply", None, {}, {"game": 5}, {"game": {"a": 1}}])
def test_malformed_requests_get_a_sentence(client: Client, command: Any) -> None:
    answer = post(client, "/api/jobs/", command)
    assert answer.status_code in (400, 404)
    assert answer.json()["error"]["sentence"].endswith(".")


def test_a_full_queue_is_reported_and_the_move_stands(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Pool(1, most=0)
    monkeypatch.setattr(jobs, "shared_pool", lambda: full)
    after = play(client, begin(client, "level:2"))
    assert (after["ply"], after["to_move"], after["job"]) == (1, "computer", None)
    answer = want(client, after)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
    assert int(answer.headers["Retry-After"]) > 0


def test_an_empty_engine_budget_says_when_to_retry(client: Client, engine_budget: Shares) -> None:
    now = begin(client, "level:2", colour="white")
    row = repository.find(now["id"])
    assert row is not None
    engine_budget.visitors.spend(row.visitor, 150)
    answer = want(client, now)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (429, "no_engine_time")
    seconds = int(answer.headers["Retry-After"])
    assert 25 <= seconds <= 30
    assert f"in {seconds} seconds" in error["sentence"]
    assert want(client, now, "hint").status_code == 403, "what is refused anyway says so"


def test_a_search_is_charged_to_the_visitor_it_was_for(
    client: Client, pool: Pool, engine_budget: Shares
) -> None:
    now = begin(client, "level:7", colour="white")
    row = repository.find(now["id"])
    assert row is not None
    engine_budget.visitors.rate = 0.001  # otherwise it would refill while we wait
    engine_budget.visitors.spend(row.visitor, 119.99)
    assert finished(pool, want(client, now).json()["job"]["id"])[0] == "done"
    assert engine_budget.visitors.wait(row.visitor) > 0, "level 7 thinks for more than a hundredth"
    assert engine_budget.visitors.wait("somebody else") == 0


def test_engine_work_of_a_request_is_charged(client: Client, engine_budget: Shares) -> None:
    now = begin(client, "person", "go", size="9")
    row = repository.find(now["id"])
    assert row is not None
    engine_budget.visitors.rate = 0.001
    after = act(client, now, "move", move="pass").json()
    assert engine_budget.visitors.wait(row.visitor) == 0
    engine_budget.visitors.spend(row.visitor, 119.9999)
    counted = act(client, after, "move", move="pass").json()
    assert counted["stage"] == "counting"
    assert engine_budget.visitors.wait(row.visitor) > 0, "it has proposed dead stones"
    back = act(client, counted, "undo").json()
    for action in ({"action": "redo"}, {"action": "move", "move": "Pass "}):
        refused = act(client, back, **action)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "no_engine_time")
        assert int(refused.headers["Retry-After"]) > 0
    assert act(client, back, "draw").status_code == 200, "two people agree on their own"


def test_an_offer_of_a_draw_is_charged(client: Client, engine_budget: Shares) -> None:
    now = begin(client, "level:2", "gomoku")
    row = repository.find(now["id"])
    assert row is not None
    engine_budget.visitors.rate = 1e-6  # nothing refills during the test
    engine_budget.visitors.spend(row.visitor, 119.99999)
    assert act(client, now, "draw").status_code == 200
    assert act(client, now, "draw").status_code == 429


def test_an_address_has_engine_time_for_some_visitors(
    client: Client, engine_budget: Shares
) -> None:
    now = begin(client, "level:2", colour="white")
    client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    engine_budget.spend("another visitor", "192.0.2.7", 470)
    engine_budget.addresses.rate = 0.001
    assert want(client, now).status_code == 200
    other = begin(client, "level:2", colour="white")
    engine_budget.spend("another visitor", "192.0.2.7", 20)
    assert want(client, other).json()["error"]["code"] == "no_engine_time"
    client.defaults["REMOTE_ADDR"] = "192.0.2.8"
    assert want(client, other).status_code == 200


def test_number_of_listeners_to_a_search_is_limited(
    client: Client, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold = threading.Event()
    monkeypatch.setattr(LocalGameService, "think", lambda *_: hold.wait(WAIT) and {})
    job_id = want(client, begin(client, "level:2", colour="white")).json()["job"]["id"]
    job = pool.find(job_id)
    assert job is not None
    for _ in range(20):
        assert client.get(f"/api/jobs/{job_id}/events/").status_code == 200
        job.listen(list[bool]().append)
    assert client.get(f"/api/jobs/{job_id}/events/").status_code == 429
    job.cancel()
    hold.set()


def test_move_now_ends_the_search_with_a_move(
    client: Client, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ponder(_service: LocalGameService, *arguments: Any) -> Data:
        assert arguments[-1].wait(WAIT), "nobody said stop"
        return {"move": move, "evaluation": None}

    now = begin(client, "level:8", colour="white")
    move = now["view"]["moves"][0]["text"]
    monkeypatch.setattr(LocalGameService, "think", ponder)
    job_id = want(client, now).json()["job"]["id"]
    job = pool.find(job_id)
    assert job is not None
    assert not job.is_over
    assert client.post(f"/api/jobs/{job_id}/hurry/").status_code == 200
    name, data = finished(pool, job_id)
    assert (name, data["state"]["moves"][0]["text"]) == ("done", move)


def broken(error: Exception) -> Callable[..., Data]:
    def think(*_: Any) -> Data:
        raise error

    return think


def test_a_search_that_fails_leaves_the_game_alone(
    client: Client,
    pool: Pool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = begin(client, "level:2", colour="white")
    monkeypatch.setattr(LocalGameService, "think", broken(RuntimeError("secret details")))
    name, data = finished(pool, want(client, now).json()["job"]["id"])
    assert name == "failed"
    assert data == {"sentence": "The computer could not finish its search; try again."}
    assert "secret details" in caplog.text
    assert client.get(f"/api/games/{now['id']}/").json() == now


def test_refusals_of_the_service_keep_their_sentence(
    client: Client, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = begin(client, "level:2", colour="white")
    monkeypatch.setattr(LocalGameService, "think", broken(Refused("game_hangs", "It hangs.")))
    assert finished(pool, want(client, now).json()["job"]["id"]) == (
        "failed",
        {"sentence": "It hangs."},
    )


def test_computer_that_fails_loses_the_game(
    client: Client, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = begin(client, "level:2", colour="white")
    monkeypatch.setattr(LocalGameService, "think", broken(Forfeit("crashed", "It ended.")))
    name, data = finished(pool, want(client, now).json()["job"]["id"])
    assert name == "done"
    assert data["state"]["stage"] == "over"
    result = data["state"]["result"]
    assert (result["winner"], result["code"]) == ("white", "crashed")


def test_late_answer_is_dropped(
    client: Client, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = begin(client, "level:2", colour="white")
    right = LocalGameService.think

    def slow(service: LocalGameService, key: str, *rest: Any) -> Chosen:
        answer = right(service, key, *rest)
        Game.objects.filter(pk=now["id"]).update(version=9)  # another process was faster
        return answer

    monkeypatch.setattr(LocalGameService, "think", slow)
    assert finished(pool, want(client, now).json()["job"]["id"]) == ("cancelled", {})
    assert client.get(f"/api/games/{now['id']}/").json()["ply"] == 0


def test_search_of_a_deleted_game_ends(
    client: Client, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = begin(client, "level:2", colour="white")
    right = LocalGameService.think

    def slow(service: LocalGameService, key: str, *rest: Any) -> Chosen:
        answer = right(service, key, *rest)
        Game.objects.filter(pk=now["id"]).delete()
        return answer

    monkeypatch.setattr(LocalGameService, "think", slow)
    assert finished(pool, want(client, now).json()["job"]["id"]) == ("cancelled", {})
    assert repository.find(now["id"]) is None


def test_players_of_a_game_that_is_over_are_forgotten(
    client: Client, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten: list[str] = []
    monkeypatch.setattr(LocalGameService, "forget", lambda _service, key: forgotten.append(key))
    now = play(client, begin(client, "level:2"))
    _, data = finished(pool, now["job"]["id"])
    assert forgotten == []
    assert act(client, data["state"], "resign").json()["stage"] == "over"
    assert forgotten == [now["id"]]


def test_search_uses_the_language_of_its_visitor() -> None:
    with translation.override("ja"):
        work = _speaking(lambda _job: ("done", {"language": translation.get_language()}))
    assert translation.get_language() == "en"
    assert work(Job("hint", "g", 1, "me", work)) == ("done", {"language": "ja"})
    assert translation.get_language() == "en"


def test_a_wrong_setting_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("many", "0", "-1", "nan", "inf"):
        monkeypatch.setenv("PLYGROUND_WORKERS", text)
        with pytest.raises(ValueError, match="PLYGROUND_WORKERS is a number above 0, not"):
            limits.number("PLYGROUND_WORKERS", 2)
