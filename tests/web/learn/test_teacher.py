"""The teacher on the server: warnings instead of replies, adaptive opponents, game summaries."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

import plyground
from plyground.engine.stop import Stop
from plyground.learn import lessons
from plyground.learn.game_summary import KINDS
from plyground.session import advice
from plyground.web.contract.jobs import WarningWords
from plyground.web.engine.pool import Pool
from plyground.web.game_service.service import LocalGameService
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import repository, seats, teacher
from plyground.web.games.models import Game
from plyground.web.learn import summary_views
from plyground.web.learn.models import Progress
from plyground.web.pages import page_data
from plyground.web.play import jobs

Data = dict[str, Any]

WAIT = 60.0  # seconds; a busy machine must not fail the test
# White has four in a row, and Black can stop it only on g5.
FOUR = plyground.game("gomoku", size=9).start().play_all("b5 c5 e6 d5 e7 e5 f7 f5").to_text()


@pytest.fixture(autouse=True)
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    """A separate pool for this test, and a fast adviser."""
    own = Pool(2, charge=jobs._charge)
    monkeypatch.setattr(jobs, "shared_pool", lambda: own)
    monkeypatch.setattr(advice, "EFFORT", 20_000)
    yield own
    own.close()


def post(client: Client, path: str, command: Any) -> Any:
    return client.post(path, json.dumps(command), content_type="application/json")


def begin(client: Client, **form: str) -> Data:
    form = {"size": "9", "opponent": "level:1", "teacher": "yes", "position": FOUR, **form}
    answer = client.post("/play/gomoku/", form)
    assert answer.status_code == 302, answer.content
    game_id = answer.headers["Location"].strip("/").rpartition("/")[2]
    now: Data = client.get(f"/api/games/{game_id}/").json()
    return now


def act(client: Client, now: Data, action: str, **more: Any) -> Any:
    command = {"version": now["version"], "ply": now["ply"], "action": action, **more}
    return post(client, f"/api/games/{now['id']}/actions/", command)


def want(client: Client, now: Data, kind: str = "reply", **more: Any) -> Data:
    command = {"game": now["id"], "version": now["version"], "kind": kind, **more}
    job: Data = post(client, "/api/jobs/", command).json()["job"]
    return job


def end_of(pool: Pool, job: Data) -> tuple[str, Data]:
    """The end of a job."""
    found, end = pool.find(job["id"]), time.monotonic() + WAIT
    assert found is not None
    while not found.is_over and time.monotonic() < end:
        time.sleep(0.01)
    latest = found.latest
    assert latest is not None
    return latest.name, json.loads(latest.data)


def test_a_mistake_causes_a_warning_instead_of_a_reply(client: Client, pool: Pool) -> None:
    now = begin(client)
    assert now["teacher"]
    moved = act(client, now, "move", move="a9").json()
    name, data = end_of(pool, moved["job"])
    assert name == "done"
    assert data["state"]["ply"] == 1
    assert data["state"]["version"] == moved["version"]
    warning = data["warning"]
    assert warning["move"] == "a9"
    assert warning["answer"]["to"] == warning["better"]["to"] == "g5"
    assert warning["words"]["text"] == "Careful: after a9 White can win in 1 move."
    assert warning["words"]["answer"] == "White would answer g5. Take it back?"
    assert warning["words"]["better"].startswith("g5 is better.")
    # A repeated request gets the same warning; going on gets the reply.
    assert end_of(pool, want(client, moved))[1]["warning"] == warning
    name, data = end_of(pool, want(client, moved, anyway=True))
    assert (name, data["state"]["ply"], "warning" in data) == ("done", 2, False)


def test_hinted_move_is_answered_without_a_warning(client: Client, pool: Pool) -> None:
    now = begin(client)
    hint = end_of(pool, want(client, now, "hint"))[1]["hint"]
    assert hint["move"] == "g5"
    moved = act(client, now, "move", move=hint["move"]).json()
    name, data = end_of(pool, moved["job"])
    assert (name, data["state"]["ply"]) == ("done", 2)


def test_without_a_teacher_there_are_no_warnings(client: Client, pool: Pool) -> None:
    now = begin(client, teacher="")
    assert not now["teacher"]
    moved = act(client, now, "move", move="a9").json()
    assert end_of(pool, moved["job"])[1]["state"]["ply"] == 2


def test_move_now_skips_the_warning() -> None:
    stored = StoredGame("gomoku", {"size": 9}, FOUR, white="level:1", moves=(Step("a9"),), at=1)
    hurry = Stop()
    assert LocalGameService().warn(stored, lambda _data: None, hurry) is not None
    hurry.set()
    assert LocalGameService().warn(stored, lambda _data: None, hurry) is None


def test_teacher_can_be_switched_on_during_a_game(client: Client, pool: Pool) -> None:
    now = begin(client, teacher="")
    on = act(client, now, "teacher", on=True).json()
    assert on["teacher"]
    assert on["version"] == now["version"] + 1
    assert b'id="teacher-status"' in client.get(f"/games/{now['id']}/").content
    moved = act(client, on, "move", move="a9").json()
    assert "warning" in end_of(pool, moved["job"])[1]
    off = act(client, moved, "teacher", on=False).json()  # and the reply comes
    assert not off["teacher"]
    assert end_of(pool, off["job"])[1]["state"]["ply"] == 2
    assert b'id="teacher-status"' not in client.get(f"/games/{now['id']}/").content


@pytest.mark.parametrize(
    "form", [{"opponent": "person"}, {"opponent": "link"}, {"strict": "yes"}, {"clock": "3+2"}]
)
def test_teacher_is_refused_where_there_is_none(client: Client, form: dict[str, str]) -> None:
    now = begin(client, teacher="", **form)
    answer = act(client, now, "teacher", on=True)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "no_teacher"
    assert "only against the computer" in answer.json()["error"]["sentence"]


def test_forms_and_programs_get_the_reason_for_no_teacher(client: Client) -> None:
    client.get("/")
    answer = client.post(
        "/play/gomoku/", {"opponent": "level:1", "teacher": "yes", "strict": "yes"}
    )
    assert answer.status_code == 422
    assert b"The teacher is available only against the computer" in answer.content
    kept = begin(client, opponent="person")  # the switch is hidden there
    assert not kept["teacher"]
    assert act(client, begin(client), "teacher", on="yes").status_code == 422
    command = {"game": "gomoku", "opponent": "person", "teacher": True}
    refused = post(client, "/api/games/", command)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "no_teacher")
    made = post(client, "/api/games/", {**command, "opponent": "adaptive"})
    assert made.json()["teacher"]
    assert made.json()["seats"]["white"]["spec"] == "level:2,up=0"


def test_a_rematch_keeps_the_teacher(client: Client) -> None:
    now = begin(client)
    over = act(client, now, "resign").json()
    url = post(client, f"/api/games/{now['id']}/rematch/", {"version": over["version"]}).json()[
        "url"
    ]
    again = client.get(f"/api{url}").json()
    assert again["teacher"]
    assert again["people"] == ["white"]


# Adaptive


def finished(visitor: str, opponent: str, winner: str, **more: Any) -> None:
    """A finished game of a visitor."""
    result: Any = {
        "winner": winner,
        "margin": None,
        "code": more.pop("code", "line"),
        "reason": "x",
    }
    moves = tuple(map(Step, more.pop("moves", "d3 c3").split()))
    options = more.pop("options", {})
    stored = StoredGame(
        "othello", options, None, "person", opponent, moves, len(moves), result=result
    )
    repository.create(visitor, stored)


def test_adaptive_opponent_follows_the_results(client: Client) -> None:
    client.post("/play/othello/", {"opponent": "adaptive"})
    row = Game.objects.get(pk=client.get("/api/games/").json()["games"][0]["id"])
    assert row.white == "level:2,up=0"
    asked = StoredGame("othello", {}, white="level:2,up=0")
    for _ in range(4):
        finished(row.visitor, "level:3", "black")
    # Games do not count that broke, were resigned at once or were played on another board.
    finished(row.visitor, "level:1", "white", code="crashed")
    finished(row.visitor, "level:1", "white", code="resign", moves="d3")
    finished(row.visitor, "level:1", "white", options={"size": 6})
    found = seats.adapted(asked, row.visitor)
    assert found.white.startswith(("level:3,", "level:4,"))
    assert found.black == "person"
    for _ in range(8):
        finished(row.visitor, "level:3", "white")
    assert seats.adapted(asked, row.visitor).white.startswith(("level:1,", "level:2,"))
    assert seats.adapted(StoredGame("othello", {}, white="level:5"), row.visitor).white == "level:5"


def test_a_rematch_adapts_again(client: Client) -> None:
    answer = client.post("/play/othello/", {"opponent": "adaptive"})
    game_id = answer.headers["Location"].strip("/").rpartition("/")[2]
    now = client.get(f"/api/games/{game_id}/").json()
    assert now["seats"]["white"]["name"] == "Adaptive: level 2"
    over = act(client, now, "resign").json()
    finished(Game.objects.get(pk=game_id).visitor, "level:2,up=0", "white")
    command = {"version": over["version"]}
    url = post(client, f"/api/games/{game_id}/rematch/", command).json()["url"]
    assert client.get(f"/api{url}").json()["seats"]["black"]["spec"] == "level:1,up=0"


def test_form_offers_the_adaptive_opponent(client: Client) -> None:
    page = client.get("/new/othello/?opponent=adaptive&teacher=yes").content.decode()
    assert '<option value="adaptive" selected>Adaptive: about as strong as you</option>' in page
    assert "Warns before a large mistake" in page


# After the game


def test_summary_has_three_sentences(client: Client, pool: Pool) -> None:
    now = begin(client)
    moved = act(client, now, "move", move="a9").json()
    state = end_of(pool, want(client, moved, anyway=True))[1]["state"]
    over = state if state["stage"] == "over" else act(client, state, "resign").json()
    address = f"/games/{now['id']}/summary/"
    assert client.get(address).json() == {"sentences": []}
    job = post(client, f"/api/games/{now['id']}/review/", {"effort": 3}).json()["job"]
    assert end_of(pool, job)[0] == "done"
    summary = client.get(address).json()
    how, what, then = summary["sentences"]
    assert re.search(
        r"was move 1, a9: it lowered your winning chance from [0-9]+% to [0-9]+%\.$", how
    )
    assert what == "What cost you most: you let the other side win at once."
    assert then == "Next lesson: “Stop a four”."
    assert summary["url"] == "/learn/gomoku/block/"
    Progress.objects.create(
        visitor=Game.objects.get(pk=over["id"]).visitor, lesson="gomoku/block", done=True
    )
    assert client.get(address).json()["sentences"][2].startswith("Repeat the lesson")
    assert Client(SERVER_NAME="localhost").get(address).status_code == 404


def test_summary_suggests_a_game_after_all_lessons(client: Client) -> None:
    now = begin(client, position="", size="5", line="4")
    row = Game.objects.get(pk=now["id"])
    nothing: Any = {"lesson": None, "cause": None, "worst": None, "accuracy": 99.6}
    assert summary_views._how(nothing).startswith("You played with an accuracy of 100%, without")
    assert summary_views._what(nothing).startswith("No kind of mistake")
    stored = repository.read(row)
    text, url = summary_views._next(row, stored, nothing, row.visitor)
    first = lessons.lessons()["gomoku"][0]
    assert (text, url) == (
        f"Next lesson: “{first.title.text_in('en')}”.",
        "/learn/gomoku/five/",
    )
    for lesson in lessons.lessons()["gomoku"]:
        Progress.objects.create(visitor=row.visitor, lesson=lesson.key, done=True)
    row.result = {"winner": "black"}
    text, url = summary_views._next(row, stored, nothing, row.visitor)
    assert text == "Next: a game against level 2."
    assert url.startswith("/new/gomoku/?")
    assert "opponent=level%3A2" in url
    assert client.get(url).status_code == 200


def warned(**more: Any) -> WarningWords:
    """The page's data about a mistake; the computer plays White."""
    warning: Any = {
        "loss": 0.25,
        "before": 0.6,
        "chance": 0.35,
        "move": "h8",
        "reply": None,
        "parts": None,
        "wins": None,
        "loses": None,
        "answer": ["g7"],
        "better": ["a1", "b2", "c3", "d4", "e5"],
    }
    return teacher.warning_data(warning | more, "white")["words"]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Careful: h8 lowers your winning chance from 60% to 35%."),
        ({"wins": 1, "loses": 2}, "Careful: you can win at once, but not with h8."),
        ({"loses": 2}, "Careful: after h8 White can win in 1 move."),
        ({"loses": 6, "wins": 5}, "Careful: after h8 White can win in 3 moves."),
        ({"wins": 3}, "Careful: you can win in 2 moves, but not with h8."),
    ],
)
def test_warning_names_the_worst_consequence(values: Data, sentence: str) -> None:
    assert warned(**values)["text"] == sentence


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (["g7"], "White would answer g7. Take it back?"),
        (["pass"], "Take it back?"),
        ([], "Take it back?"),
    ],
)
def test_warning_names_the_answer_if_there_is_one(answer: list[str], sentence: str) -> None:
    assert warned(answer=answer)["answer"] == sentence


def test_the_better_move_is_reported_with_three_that_are_expected() -> None:
    assert warned()["better"] == "a1 is better. Then expect: b2 c3 d4."
    assert warned(better=["a1"])["better"] == "a1 is better."


def test_every_cause_has_a_sentence() -> None:
    assert set(summary_views.CAUSES) == set(KINDS)


def test_the_page_of_a_game_has_the_words_of_its_own_code() -> None:
    """In Japanese, the texts of all pages would be too large."""
    with translation.override("ja"):
        every, own = page_data.words(), page_data.words("game")
    for text in ("Show me", "Play on", "Thinking…"):
        assert f'"{text}":' in own
    assert '"Seldom tried":' in every
    assert '"Seldom tried":' not in own
