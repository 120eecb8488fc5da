"""Reviews on the web, without a browser: the job, storage, pages, boards, files."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

import plyground
from plyground import Record
from plyground.engine.stop import Stop
from plyground.learn.review import Judged, Review, review
from plyground.records import notation
from plyground.web.base.limits import Shares
from plyground.web.contract.jobs import Progress
from plyground.web.contract.study import ReviewBoard, ReviewBoards, ReviewPage
from plyground.web.engine import budget
from plyground.web.engine.job import Job
from plyground.web.engine.pool import Pool
from plyground.web.game_service.game_process import Child
from plyground.web.game_service.remote_service import discover
from plyground.web.game_service.service import LocalGameService, Refused
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import kept_reviews, models, repository
from plyground.web.play import jobs
from plyground.web.play.job_work import resumed_work
from plyground.web.study import review_sentences
from plyground.web.study import review_views as pages
from tests.project import ROOT
from tests.web.contract_fit import assert_fits
from tests.web.engine.test_job_views import finished

Data = dict[str, Any]

# White overlooks an open three at move 6.
MOVES = ["e5", "e6", "d5", "f6", "c5", "a9", "f5", "g5", "b5"]


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    """A separate pool for this test."""
    own = Pool(2, charge=jobs._charge)
    monkeypatch.setattr(jobs, "shared_pool", lambda: own)
    yield own
    own.close()


def stored_game_of(moves: list[str] = MOVES, **more: Any) -> StoredGame:
    steps = tuple(map(Step, moves))
    return LocalGameService().open(
        StoredGame("gomoku", {"size": 9}, moves=steps, at=len(steps), **more)
    )


def game_of(client: Client, moves: list[str] = MOVES, **more: Any) -> str:
    """A game of this visitor with these moves."""
    client.post("/play/dobutsu/", {"opponent": "person"})  # a visitor who has played has a name
    visitor = models.Game.objects.order_by("-created")[0].visitor
    return str(repository.create(visitor, stored_game_of(moves), **more).pk)


def ask(client: Client, game: str, **command: Any) -> Any:
    path = f"/api/games/{game}/review/"
    return client.post(path, json.dumps(command), content_type="application/json")


def reviewed(client: Client, pool: Pool, game: str) -> Review:
    """The game's review, made with little effort."""
    job = ask(client, game, effort=5).json()["job"]
    assert finished(pool, job["id"]) == ("done", {})
    return Review.of(client.get(f"/api/games/{game}/review/").json()["review"])


def script(page: str, name: str) -> Data:
    text = page.partition(f'<script id="{name}" type="application/json">')[2]
    data: Data = json.loads(text.partition("</script>")[0])
    return data


# The job


def test_a_review_is_made_and_kept(client: Client, pool: Pool) -> None:
    game = game_of(client)
    assert client.get(f"/api/games/{game}/review/").json() == {"review": None}
    job = ask(client, game, effort=5).json()["job"]
    assert job["kind"] == "review"
    assert finished(pool, job["id"]) == ("done", {})
    running = pool.find(job["id"])
    assert running is not None
    events = [json.loads(event.data) for event in running.since(0)[0] if event.name == "progress"]
    assert events
    assert all(0 < event["done"] <= event["of"] == 10 for event in events)
    found = Review.of(client.get(f"/api/games/{game}/review/").json()["review"])
    record = Record(plyground.game("gomoku", size=9))
    record.play_all(MOVES)
    assert found == review(record, effort=5), "it is the same everywhere"
    assert ask(client, game, effort=5).json() == {"job": None}, "it need not be made again"
    assert ask(client, game, effort=6).json()["job"] is not None, "unless with more effort"


def test_a_repeated_request_gets_the_same_job_and_can_stop_it(client: Client, pool: Pool) -> None:
    game = game_of(client)
    first = ask(client, game, effort=8).json()["job"]
    assert ask(client, game, effort=8).json()["job"] == first
    assert client.delete(f"/api/jobs/{first['id']}/").status_code == 200
    assert finished(pool, first["id"]) == ("cancelled", {})
    assert client.get(f"/api/games/{game}/review/").json() == {"review": None}


def test_review_outlives_a_closed_page(client: Client, pool: Pool) -> None:
    job_id = ask(client, game_of(client), effort=8).json()["job"]["id"]
    job = pool.find(job_id)
    assert job is not None
    job._alone = time.monotonic() - 60.0  # a minute ago
    assert not job.is_abandoned(30.0)
    assert job.is_abandoned(3.0)
    job.cancel()


def test_review_of_a_dead_process_is_taken_over(client: Client, pool: Pool) -> None:
    game = game_of(client, MOVES[:3])
    version = models.Game.objects.get(pk=game).version
    job = Job("review", game, version, "", resumed_work("review", game, version, "en"))
    pool.submit(job)
    assert finished(pool, job.id) == ("done", {})
    assert models.Review.objects.get(pk=game).version == version


@pytest.mark.parametrize("effort", [0, 9, "5", 2.5, True])
@pytest.mark.usefixtures("pool")
def test_a_wrong_effort_is_refused_with_the_range(client: Client, effort: object) -> None:
    answer = ask(client, game_of(client), effort=effort)
    assert answer.status_code == 400
    assert answer.json()["error"]["sentence"] == "The effort can be a whole number from 1 to 8."


@pytest.mark.usefixtures("pool")
def test_games_that_can_not_be_reviewed_get_a_reason(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = ask(client, game_of(client, []))
    assert (nothing.status_code, nothing.json()["error"]["code"]) == (422, "no_moves")
    with monkeypatch.context() as patch:
        patch.setattr(pages, "_MOST_MOVES", 8)
        answer = ask(client, game_of(client))
        found = answer.status_code, answer.json()["error"]["sentence"]
        assert found == (422, "A game of at most 8 moves can be reviewed.")
    strict = game_of(client, MOVES[:4], strict=True)
    assert ask(client, strict).status_code == 403
    page = client.get(f"/games/{strict}/review/")
    assert page.status_code == 403
    assert "can be reviewed when it is over" in page.content.decode()
    others = Client(SERVER_NAME="localhost")
    game = game_of(client)
    assert ask(others, game).status_code == 404
    assert others.get(f"/games/{game}/review/").status_code == 404


@pytest.mark.usefixtures("pool")
def test_a_review_costs_engine_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    engine_budget = Shares(120, 1)
    monkeypatch.setattr(budget, "engine_time", lambda: engine_budget)
    game = game_of(client)
    visitor = models.Game.objects.get(pk=game).visitor
    budget.charge(visitor, "", 500)
    answer = ask(client, game)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "no_engine_time")


# Storage


def test_a_game_that_has_changed_has_no_review_any_more(client: Client, pool: Pool) -> None:
    game = game_of(client, MOVES[:-1])
    assert len(reviewed(client, pool, game).moves) == 8
    now = client.get(f"/api/games/{game}/").json()
    command = {"version": now["version"], "ply": now["ply"], "action": "undo"}
    client.post(f"/api/games/{game}/actions/", json.dumps(command), content_type="application/json")
    assert client.get(f"/api/games/{game}/review/").json() == {"review": None}


def test_a_review_of_another_version_is_made_again(client: Client, pool: Pool) -> None:
    game = game_of(client, MOVES[:3])
    reviewed(client, pool, game)
    row = models.Game.objects.get(pk=game)
    kept = models.Review.objects.get(pk=game)
    kept.data = {**kept.data, "format": 0}
    kept.save()
    assert kept_reviews.of(row, repository.read(row)) is None
    assert len(reviewed(client, pool, game).moves) == 3


def test_a_review_made_before_dead_stones_were_agreed_on_is_made_again(client: Client) -> None:
    game = game_of(client)
    row = models.Game.objects.get(pk=game)
    stored = repository.read(row)
    plain: Any = review(Record(plyground.game("gomoku", size=9)), effort=1).plain()
    kept_reviews.keep(row, plain)
    before = replace(stored, moves=(), at=0)
    assert kept_reviews.of(row, before) is not None
    row.version += 1
    assert kept_reviews.of(row, before) is not None
    assert kept_reviews.of(row, replace(before, dead=("e5",))) is None


# Pages


def test_a_page_without_a_review_asks_for_one(client: Client) -> None:
    game = game_of(client)
    page = client.get(f"/games/{game}/review/").content.decode()
    assert script(page, "asks") == {"start": f"/api/games/{game}/review/"}
    assert "The game is being reviewed" in page
    empty = client.get(f"/games/{game_of(client, [])}/review/").content.decode()
    assert "No move has been played in this game." in empty


def test_page_shows_the_review_without_scripts(client: Client, pool: Pool) -> None:
    game = game_of(client)
    found = reviewed(client, pool, game)
    page = client.get(f"/games/{game}/review/").content.decode()
    worst = found.mistakes()[0]
    assert "Move 6: White a9" in page
    assert f"{worst.best} was better" in page
    assert page.index("Move 6: White a9") < page.index("All moves as a table")
    for side in ("black", "white"):
        assert f"<td>{round(found.accuracy(side) or 0)}%</td>" in page
    data = script(page, "page-data")
    assert_fits(ReviewPage, data)
    assert [move["text"] for move in data["moves"]] == MOVES
    assert [move["chance"] for move in data["moves"]] == [
        pytest.approx(move.black_chance) for move in found.moves
    ]
    assert data["query"] == {"game": "gomoku", "size": "9"}
    assert client.get("/analysis/", {**data["query"], "moves": "e5 e6"}).status_code == 200
    assert client.get("/watch/", {**data["query"], "moves": "e5 e6"}).status_code == 200


def test_own_mistakes_come_first_against_the_computer(client: Client, pool: Pool) -> None:
    game = game_of(client, [*MOVES[:6], "i1", "f5", "b5"])  # both miss f5 or b5
    models.Game.objects.filter(pk=game).update(white="level:2")
    found = reviewed(client, pool, game)
    sides = [move.side for move in found.mistakes()]
    assert set(sides) == {"black", "white"}
    page = client.get(f"/games/{game}/review/").content.decode()
    assert script(page, "page-data")["person"] == "black"
    mine, _, others = page.partition("of your opponent</summary>")
    assert "Your mistakes, the largest first" in mine
    listed = [part.count('<li><a href="?ply=') for part in (mine, others)]
    assert listed == [sides.count("black"), sides.count("white")]


def test_review_page_is_translated(client: Client, pool: Pool) -> None:
    game = game_of(client, MOVES[:3])
    reviewed(client, pool, game)
    page = client.get(f"/games/{game}/review/", headers={"accept-language": "ja"}).content.decode()
    assert '<html lang="ja">' in page
    assert "黒" in page


def test_shared_game_shows_its_review(client: Client, pool: Pool) -> None:
    game = game_of(client)
    url = client.post(f"/api/games/{game}/share/").json()["url"]
    other = Client(SERVER_NAME="localhost")
    assert "has not been reviewed yet" in other.get(f"{url}review/").content.decode()
    assert f"{url}review/" not in other.get(url).content.decode()
    reviewed(client, pool, game)
    assert f'href="{url}review/"' in other.get(url).content.decode()
    page = other.get(f"{url}review/").content.decode()
    data = script(page, "page-data")
    assert game not in page, "who only looks need not know the other address"
    assert (data["fork"], data["again"]) == ("", "")
    assert other.get(f"{data['boards']}6/").json()["better"]
    assert other.get(f"{url}review/sgf/").status_code == 200


# Boards


def test_boards_show_the_better_move_and_its_line(client: Client, pool: Pool) -> None:
    game = game_of(client)
    worst = reviewed(client, pool, game).mistakes()[0]
    path = f"/games/{game}/review/at/"
    seen = client.get(f"{path}6/").json()
    assert_fits(ReviewBoard, seen)
    assert seen["view"]["last_move"]["to"] == "a9"
    assert seen["better"] == {"from": None, "to": worst.best}
    assert client.get(f"{path}9/").json()["better"] is None
    assert client.get(f"{path}0/").json()["view"]["turn"] == "black"
    lines = {"better": worst.best_line, "answer": worst.refutation}
    for name, moves in lines.items():
        boards = client.get(f"{path}6/", {"line": name}).json()
        assert_fits(ReviewBoards, boards)
        views = boards["views"]
        assert tuple(view["last_move"]["text"] for view in views) == moves
    wrong = client.get(f"{path}10/")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (404, "no_such_ply")


# Files


def test_files_hold_the_review(client: Client, pool: Pool) -> None:
    game = game_of(client)
    found = reviewed(client, pool, game)
    assert client.get(f"/games/{game_of(client)}/review/sgf/").status_code == 404, "it has none"
    for name in ("sgf", "jsonl"):
        answer = client.get(f"/games/{game}/review/{name}/")
        assert f"review-{time.strftime('%Y')}" in answer.headers["Content-Disposition"]
        record = notation.read(answer.content)[0]
        comments = [node.comment for node in record.main_line()]
        assert comments[5].startswith("Move 6: White a9 ??. A blunder: ")
        assert all(node.evaluation is not None for node in record.main_line())
        assert len(record.nodes) > len(found.moves) + 1, "the better lines are variations"
    assert client.get(f"/games/{game}/review/moves/").status_code == 404
    assert client.get(f"/games/{game}/review/kif/").status_code == 404


# Games in Python


def test_a_game_written_in_python_is_reviewed_in_its_process() -> None:
    service = discover([Child(str(ROOT / "examples" / "tictactoe.py"))])["tictactoe"]
    try:
        moves = tuple(map(Step, ("a1", "b2", "a2", "c3", "a3")))
        stored = service.open(StoredGame("tictactoe", moves=moves, at=5))
        progress: list[Progress] = []
        found = service.review(stored, 7, progress.append, Stop())
        assert Review.of(found).moves[3].best == "a3"
        assert progress[-1] == {"done": 6, "of": 6}
        text = service.write_review(stored, "jsonl", {}, found, list("abcde"))
        comments = [json.loads(line).get("comment") for line in text.splitlines()]
        assert [one for one in comments if one] == list("abcde")
        stopped = Stop()
        stopped.set()
        with pytest.raises(Refused) as no:
            service.review(stored, 7, progress.append, stopped)
        assert no.value.code == "stopped"
    finally:
        service.close()


# Words


def test_unproven_values_are_not_shown_as_proven() -> None:
    sure = Judged(
        *(8, "white", "a1", "b1", ("b1",), ("c1",), 0.4, 0.0, -1.0, -6.0),
        mate=None,
        exact=True,
        loss=0.4,
        grade="blunder",
    )
    assert review_sentences.stands(sure) == "With best play Black wins by 6."
    words = review_sentences.of_move(replace(sure, chance=0.001, exact=False))
    assert words["verdict"] == "A blunder: the winning chance falls from 40% to 1%."
    assert words["stands"] == "Black stands better: 99%."


def test_a_move_that_only_loses_by_more_is_reported() -> None:
    move = Judged(
        *(8, "white", "a1", "b1", ("b1",), (), 0.0, 0.0, -2.0, -6.0),
        mate=None,
        exact=True,
        loss=0,
        grade="good",
    )
    words = review_sentences.of_move(move)
    assert words["verdict"] == "It does not change who wins, but gives away 4."
    assert words["better"] == "b1 was better."
