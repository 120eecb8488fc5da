"""PostgreSQL stops during a game and comes back: requests are refused, and nothing is lost."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.cluster import Cluster, cluster
from tests.web.serving import Server
from tests.web.visitor import Answer, Data, Visitor

WAIT = 60.0  # seconds; a busy machine must not fail the test


@pytest.fixture
def database() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


def is_refused(answer: Answer) -> bool:
    """Whether it is the sentence about the database."""
    if answer.status == 200:
        return False
    assert (answer.status, answer.headers["retry-after"]) == (503, "2"), answer
    error = answer.json["error"]
    assert error["code"] == "database"
    assert error["sentence"].startswith("The database does not answer now")
    return True


def played(visitor: Visitor, now: Data) -> Data:
    """A move as the page sends it: repeated until it is acknowledged."""
    end = time.monotonic() + WAIT
    move = now["view"]["moves"][0]["text"]
    while time.monotonic() < end:
        answer = visitor.act(now, "move", move=move)
        if answer.status == 409:
            return answer.json["state"]  # type: ignore[no-any-return]
        if not is_refused(answer):
            return answer.json
        time.sleep(0.2)
    raise AssertionError("the database does not come back")


@pytest.mark.deep
def test_games_survive_a_database_restart(tmp_path: Path, database: Cluster) -> None:
    server = Server(tmp_path / "home", "--database", database.url).start()
    visitor = Visitor(server.port)
    now = visitor.play(visitor.state(visitor.begin("gomoku")))
    against = visitor.play(visitor.state(visitor.begin("go", "level:8", size="19")))
    job = against["job"]["id"]
    with visitor.listen(job) as listener:
        events = iter(listener)
        heard = [next(events)]
        database.stop()
        assert is_refused(visitor.act(now, "move", move=now["view"]["moves"][0]["text"]))
        assert is_refused(visitor.ask("GET", f"/api/games/{now['id']}/"))
        page = visitor.ask("GET", f"/games/{now['id']}/")
        assert (page.status, page.headers["retry-after"]) == (503, "2")
        assert b"The database does not answer now" in page.body
        assert page.headers["content-type"].startswith("text/html")
        assert visitor.ask("GET", "/health/").status == 200
        # the search has ended meanwhile, unless the machine is busy: its move is stored
        time.sleep(2.0)
        database.start()
        heard += events
    _, name, data = heard[-1]
    assert (name, data["state"]["ply"]) == ("done", 2)
    after = played(visitor, now)
    assert after["ply"] == 2
    assert after["moves"][:1] == now["moves"]
    assert visitor.state(now["id"])["moves"] == after["moves"]
    again = visitor.play(data["state"])
    visitor.ask("POST", f"/api/jobs/{again['job']['id']}/hurry/")
    assert visitor.listen(again["job"]["id"]).last()[0] == "done"
    assert server.stop() == 0
    assert "Traceback" not in server.log
