"""Lessons on the server: pages, steps, feedback on moves, and progress."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from plyground.learn import lessons
from plyground.web.accounts import services as accounts_services
from plyground.web.engine import budget
from plyground.web.learn import progress
from plyground.web.learn.models import Progress
from plyground.web.visitors.models import Account
from tests.project import ROOT
from tests.web.people import in_no_time, sign_in, sign_up
from tests.web.serving import Server
from tests.web.visitor import Visitor

ALL = [lesson for rows in lessons.lessons().values() for lesson in rows]


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


def ask(client: Client, lesson: str, **command: Any) -> Any:
    """The answer of a lesson to a command, as data."""
    answer = client.post(f"/learn/{lesson}/answer/", command, content_type="application/json")
    return answer.json()


def visitor_of(client: Client) -> str:
    return str(client.session["visitor"])


def test_all_lessons_are_listed(client: Client) -> None:
    page = client.get("/learn/").content.decode()
    for lesson in ALL:
        assert f'href="/learn/{lesson.game}/{lesson.name}/"' in page
    assert "Play level 1 now" in page
    assert 'href="/learn/"' in client.get("/").content.decode()


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.key)
def test_each_lesson_is_done_by_its_hints(client: Client, lesson: lessons.Lesson) -> None:
    """From the first step to the last, with the server's own hints."""
    assert client.get(f"/learn/{lesson.key}/").status_code == 200
    for number, step in enumerate(lesson.steps):
        seen = client.get(f"/learn/{lesson.key}/steps/{number}/").json()
        assert (seen["number"], seen["reading"]) == (number, step.is_reading)
        moves: list[str] = []
        answer: dict[str, Any] = {"outcome": "right"}
        while answer["outcome"] == "right":
            if not step.is_reading:
                help_ = ask(client, lesson.key, step=number, moves=moves, command="hint")
                moves.append(help_["move"])
            answer = ask(client, lesson.key, step=number, moves=moves)
        assert answer["outcome"] == "done"
    row = progress.of(visitor_of(client))[lesson.key]
    assert (row.step, row.done) == (len(lesson.steps), True)
    assert "(done)" in client.get("/learn/").content.decode()


def test_moves_get_their_comments(client: Client) -> None:
    lesson = "go/capture"
    right = ask(client, lesson, step=0, moves=["D3"])
    assert (right["outcome"], right["words"]) == ("done", "You captured the stone.")
    wrong = ask(client, lesson, step=4, moves=["G5"])
    assert (wrong["outcome"], wrong["words"][:20]) == ("wrong", "That stone had two l")
    other = ask(client, lesson, step=4, moves=["A7"])
    assert other["words"].startswith("Nothing was taken.")
    refused = ask(client, lesson, step=0, moves=["D4"])
    assert (refused["outcome"], refused["at"]) == ("refused", "D4")
    assert refused["words"] == "There is already a piece on D4."
    no = ask(client, "go/suicide", step=0, moves=["D4"])
    assert no["outcome"] == "done"
    assert no["words"].startswith("A stone on D4 would have no liberties")


def test_wrong_moves_are_shown_with_their_answer(client: Client) -> None:
    answer = ask(client, "go/snapback", step=1, moves=["D2"])
    assert [view["last_move"]["to"] for view in answer["views"]] == ["D2", "D1"]
    on = ask(client, "go/snapback", step=1, moves=["D1"])
    assert (on["outcome"], on["words"]) == ("right", "Right. Go on.")


def test_a_proof_costs_engine_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[float] = []
    monkeypatch.setattr(budget, "charge", lambda *who: spent.append(who[-1]))
    assert ask(client, "go/capture", step=0, moves=["D3"])["outcome"] == "done"
    assert spent == []
    assert ask(client, "gomoku/open-four", step=0, moves=["c5"])["outcome"] == "right"
    assert len(spent) == 1

    def refuse(*_: str) -> None:
        raise budget.NoTime(3)

    monkeypatch.setattr(budget, "require_engine_time", refuse)
    command = {"step": 0, "moves": ["c5"]}
    answer = client.post(
        "/learn/gomoku/open-four/answer/", command, content_type="application/json"
    )
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3")


def test_malformed_requests_are_refused(client: Client) -> None:
    for command in (
        {},
        {"step": "1"},
        {"step": True},
        {"step": 99},
        {"step": -1},
        {"step": 0, "moves": "D3"},
        {"step": 0, "moves": [1]},
        {"step": 0, "moves": ["x" * 101]},
        {"step": 0, "moves": ["D3"] * 41},
        {"step": 0, "command": "win"},
    ):
        answer = client.post("/learn/go/capture/answer/", command, content_type="application/json")
        assert answer.status_code == 400, command
        assert answer.json()["error"]["sentence"]
    assert ask(client, "go/capture", step=0, moves=["nonsense"])["outcome"] == "refused"
    assert ask(client, "go/capture", step=0, moves=[])["outcome"] == "open"
    for path in ("/learn/go/none/", "/learn/chess/capture/", "/learn/go/capture/steps/99/"):
        assert client.get(path).status_code == 404
    assert client.get("/learn/go/capture/steps/99/").json()["error"]["code"] == "not_found"
    assert client.get("/learn/go/capture/answer/").status_code == 405
    assert not Progress.objects.filter(visitor=client.session.get("visitor", "-")).exists()


def test_form_of_another_site_is_refused(database: None) -> None:  # noqa: ARG001
    client = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    answer = client.post("/learn/go/capture/answer/", {"step": 0}, content_type="application/json")
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "old_page"


def test_lesson_resumes_at_the_saved_step(client: Client) -> None:
    ask(client, "go/capture", step=0, moves=["D3"])
    ask(client, "go/capture", step=1, moves=["E3"])
    page = client.get("/learn/go/capture/").content.decode()
    data = json.loads(page.split('id="lesson" type="application/json">')[1].split("<")[0])
    assert (data["reached"], data["step"]["number"]) == (2, 2)
    assert "2 of 5 steps" in client.get("/learn/").content.decode()
    ask(client, "go/capture", step=0, moves=["D3"])  # once more
    assert progress.of(visitor_of(client))["go/capture"].step == 2


def test_the_first_level_is_one_click_away(client: Client) -> None:
    page = client.get("/learn/go/scoring/").content.decode()
    assert 'action="/play/go/"' in page
    answer = client.post("/play/go/", {"opponent": "level:1", "size": "9"})
    game = client.get(answer.headers["Location"])
    assert game.status_code == 200
    for lesson in ALL:
        form = {"opponent": "level:1", **{key: str(value) for key, value in lesson.play.items()}}
        assert client.post(f"/play/{lesson.game}/", form).status_code == 302


def test_lesson_progress_moves_with_the_account_and_can_be_deleted(client: Client) -> None:
    ask(client, "go/capture", step=0, moves=["D3"])
    account = sign_up(client)
    assert progress.of(account.visitor)["go/capture"].step == 1
    data = json.loads("".join(accounts_services.everything(account.visitor, account)))
    assert [(row["lesson"], row["step"]) for row in data["lessons"]] == [("go/capture", 1)]
    other = Client(SERVER_NAME="localhost")
    for step, move in enumerate(("D3", "E3")):
        ask(other, "go/capture", step=step, moves=[move])
    ask(other, "go/ko", step=0, moves=["D4"])
    before = visitor_of(other)
    sign_in(other, account.name)
    known = progress.of(account.visitor)
    assert {key: row.step for key, row in known.items()} == {"go/capture": 2, "go/ko": 1}
    assert progress.of(before) == {}
    accounts_services.delete(Account.objects.get(pk=account.pk))
    assert progress.of(account.visitor) == {}


def test_lessons_are_translated(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    with translation.override("ja"):
        page = client.get("/learn/").content.decode()
        assert "石を取る" in page
        assert client.get("/learn/go/capture/steps/0/").json()["words"].startswith("呼吸点")
        assert ask(client, "go/capture", step=0, moves=["D3"])["words"] == "取れました。"


def test_python_game_can_have_lessons(tmp_path: Path) -> None:
    """Its rules run in a separate process; a lesson for it comes from a folder."""
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "01-three.toml").write_text(
        "game = 'tictactoe'\ntitle = 'Three'\nsummary = 'In a row'\n"
        "[[steps]]\nwords = 'Win!'\nmoves = 'a1 b1 a2 b2'\ngoal = 'win'\nhints = [{ en = 'up' }]\n",
        encoding="utf-8",
    )
    game = ("--load", str(ROOT / "examples" / "tictactoe.py"))
    folder = ("--lessons", str(tmp_path / "lessons"))
    server = Server(tmp_path / "home", *game, *folder).start()
    try:
        person = Visitor(server.port)
        assert b"Three" in person.ask("GET", "/learn/").body
        assert person.ask("GET", "/learn/tictactoe/three/").status == 200
        address = "/learn/tictactoe/three/answer/"
        hint = person.ask("POST", address, {"step": 0, "command": "hint"}).json
        wrong = person.ask("POST", address, {"step": 0, "moves": ["c3"]}).json
        right = person.ask("POST", address, {"step": 0, "moves": ["a3"]}).json
        refused = person.ask("POST", address, {"step": 0, "moves": ["a1"]}).json
        assert (hint["move"], wrong["outcome"], right["outcome"]) == ("a3", "wrong", "done")
        assert refused["outcome"] == "refused"
        assert "(done)" in person.ask("GET", "/learn/").body.decode()
    finally:
        server.stop()
