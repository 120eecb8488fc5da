"""Puzzles on the server: pages, feedback on moves, daily puzzles, and solved ones."""

import datetime
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from plyground import puzzles
from plyground.puzzles import Claim, Puzzle
from plyground.puzzles.puzzle_file import read_file
from plyground.web.accounts import services as accounts_services
from plyground.web.engine import budget
from plyground.web.learn import progress, puzzle_views
from plyground.web.learn.models import Progress
from plyground.web.visitors.models import Account
from tests.project import ROOT
from tests.web.base.test_japanese import english
from tests.web.people import in_no_time, sign_up
from tests.web.serving import Server
from tests.web.visitor import Visitor

GAMES = puzzles.games()
FIRST = {game: puzzles.puzzles(game)[0] for game in GAMES}
DAY = datetime.date(2026, 11, 16)


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


def ask(client: Client, one: Puzzle, **command: Any) -> Any:
    """The answer of a puzzle to a command, as data."""
    path = f"/puzzles/{one.game}/{one.id}/answer/"
    return client.post(path, command, content_type="application/json").json()


def solve(client: Client, one: Puzzle) -> Any:
    """Plays all moves of the puzzle; returns the last answer."""
    return ask(client, one, moves=list(one.line[: one.asked : 2]))


def test_each_game_has_its_puzzle_of_the_day(client: Client) -> None:
    page = client.get("/puzzles/").content.decode()
    for game in GAMES:
        one = puzzles.daily(game, puzzle_views.today())
        assert f'href="/puzzles/{game}/{one.id}/"' in page
        assert f'href="/puzzles/{game}/"' in page
    assert "UTC" in page
    assert 'href="/puzzles/"' in client.get("/").content.decode()
    assert 'href="/puzzles/"' in client.get("/learn/").content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_of_a_game_are_listed_by_rating(client: Client, game: str) -> None:
    page = client.get(f"/puzzles/{game}/").content.decode()
    rows = puzzles.puzzles(game)
    places = [page.index(f'href="/puzzles/{game}/{one.id}/" title=') for one in rows]
    assert places == sorted(places)
    assert f"0 of {len(rows)} solved" in page
    assert page.count('class="plain puzzles"') == len({one.rating for one in rows})


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_by_its_hints(client: Client, game: str) -> None:
    one = FIRST[game]
    assert client.get(f"/puzzles/{game}/{one.id}/").status_code == 200
    moves: list[str] = []
    answer: dict[str, Any] = {"outcome": "right"}
    while answer["outcome"] == "right":
        moves.append(ask(client, one, moves=moves, command="hint")["move"])
        answer = ask(client, one, moves=moves)
        assert ("hints" in answer) == (answer["outcome"] == "right")
    assert answer["outcome"] == "done"
    assert answer["words"] == ("Right, captured!" if one.target else "Right, that wins!")
    assert len(moves) == one.moves
    row = progress.of(client.session["visitor"])[puzzle_views.key_of(one)]
    assert row.done
    assert (
        f"1 of {len(puzzles.puzzles(game))} solved"
        in client.get(f"/puzzles/{game}/").content.decode()
    )
    assert "solved" in client.get(f"/puzzles/{game}/{one.id}/").content.decode()


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_a_page_and_is_solved_by_its_line(client: Client, game: str) -> None:
    for one in puzzles.puzzles(game):
        assert client.get(f"/puzzles/{game}/{one.id}/").status_code == 200
        assert solve(client, one)["outcome"] == "done", one
        assert len(ask(client, one, command="solution")["views"]) == one.plies + 1
    assert "All solved!" in client.get(f"/puzzles/{game}/").content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_move_is_answered(client: Client, game: str) -> None:
    one = FIRST[game]
    right = puzzles.accepted(one)[0]
    wrong = next(move for move in reversed(puzzles.begin(one).moves()) if move not in right)
    answer = ask(client, one, moves=[wrong])
    assert answer["outcome"] == "wrong"
    assert answer["verdict"] in (
        "draws",
        "loses",
        "unclear",
        *(["slower"] * (one.claim == "quickest")),
    ) + (("escapes", "later") * (one.claim == "capture"))
    assert [view["last_move"]["text"] for view in answer["views"]] == [wrong, answer["reply"]]
    assert answer["reply"] in answer["words"] or answer["verdict"] in ("slower", "later")
    assert not Progress.objects.filter(visitor=client.session.get("visitor", "-")).exists()


@pytest.mark.parametrize("game", GAMES)
def test_the_solution_is_the_whole_line(client: Client, game: str) -> None:
    one = FIRST[game]
    answer = ask(client, one, command="solution")
    assert answer["moves"] == list(one.line)
    assert [view["last_move"]["text"] for view in answer["views"][1:]] == list(one.line)
    if one.claim == "capture":
        marks = [{mark["kind"] for mark in view["marks"]} for view in answer["views"]]
        assert ["target" in kinds for kinds in marks] == [True] * one.plies + [False]
    else:
        assert answer["views"][-1]["result"]["winner"] == one.side
    assert not any(view["moves"] for view in answer["views"])


def test_another_win_on_the_last_move_is_right(client: Client) -> None:
    one = next(row for row in puzzles.puzzles("dobutsu") if len(puzzles.accepted(row)[-1]) > 1)
    other = next(move for move in puzzles.accepted(one)[-1] if move != one.line[-1])
    assert ask(client, one, moves=[*one.line[:-1:2], other])["outcome"] == "done"
    page = client.get(f"/puzzles/dobutsu/{one.id}/").content.decode()
    assert "At each turn but the last, every other move draws or loses." in page


def test_claims_about_other_moves_match_the_proof() -> None:
    claims: tuple[Claim, ...] = ("only", "count", "quickest")
    answers = {
        (claim, asked): puzzle_views._claimed(replace(FIRST["dobutsu"], claim=claim, asked=asked))
        for claim in claims
        for asked in (1, 3)
    }
    assert all(
        ("fastest" in words) == (claim == "quickest") for (claim, _), words in answers.items()
    )
    assert all(("but the last" in words) == (asked == 3) for (_, asked), words in answers.items())
    assert puzzle_views._claimed(replace(FIRST["dobutsu"], asked=1, line=("b1a1",))) == ""
    assert "captures fastest" in puzzle_views._claimed(FIRST["go"])


def test_a_capture_speaks_of_the_capture_only(client: Client) -> None:
    """The winner of a Go puzzle's game is unknown; the stones are marked on every board."""
    one = next(row for row in puzzles.puzzles("go") if row.plies == 5)
    page = client.get(f"/puzzles/go/{one.id}/").content.decode()
    assert "to move: capture the marked stones in 3 moves." in page
    data = json.loads(page.split('id="lesson" type="application/json">')[1].split("</script>")[0])
    marks = {mark["kind"]: mark["at"] for mark in data["step"]["view"]["marks"]}
    assert one.target in marks["target"]
    first = ask(client, one, moves=[one.line[0]])
    assert first["outcome"] == "right"
    assert all(view["marks"][-1]["kind"] == "target" for view in first["views"])
    verdicts = set()
    for move in ("pass", *puzzles.begin(one).moves()[::12]):
        answer = ask(client, one, moves=[move])
        if move != one.line[0]:
            verdicts.add(answer["verdict"])
            assert "win" not in answer["words"]
    assert verdicts <= {"escapes", "later"}


def test_hints_come_in_stages(client: Client) -> None:
    one = next(row for row in puzzles.puzzles("dobutsu") if "*" not in row.line[0])
    page = client.get(f"/puzzles/dobutsu/{one.id}/").content.decode()
    data = json.loads(page.split('id="lesson" type="application/json">')[1].split("</script>")[0])
    area, piece = data["step"]["hints"]
    start, target = one.line[0][:2], one.line[0][2:4]
    assert target in area["at"]
    assert piece["at"] == [start]
    assert start in piece["words"]
    drop = next(row for row in puzzles.puzzles("dobutsu") if row.line[0].startswith("C*"))
    lesson = puzzle_views.lesson_of(drop)
    assert "chick" in puzzle_views.hints(lesson, [], data["step"]["view"])[1]["words"]


def test_puzzle_page_links_to_the_next_puzzle_and_to_watch(client: Client) -> None:
    one = FIRST["dobutsu"]
    page = client.get(f"/puzzles/dobutsu/{one.id}/").content.decode()
    assert f'href="/puzzles/dobutsu/{puzzles.puzzles("dobutsu")[1].id}/"' in page
    solve(client, puzzles.puzzles("dobutsu")[1])
    page = client.get(f"/puzzles/dobutsu/{one.id}/").content.decode()
    assert f'href="/puzzles/dobutsu/{puzzles.puzzles("dobutsu")[2].id}/"' in page
    assert "/watch/?game=dobutsu&amp;position=" in page
    for game in GAMES:
        query = puzzle_views._query(FIRST[game])
        form = {"opponent": "level:5", "colour": FIRST[game].side, **query}
        assert client.post(f"/play/{game}/", form).status_code == 302
        assert client.get("/watch/", {"game": game, **query}).status_code == 200


def test_days_in_a_row_are_counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def known(*days: int) -> dict[str, Any]:
        """A visitor who solved Dobutsu shogi's puzzles of these days, on these days."""
        rows = {}
        for day in (DAY - datetime.timedelta(back) for back in days):
            when = datetime.datetime.combine(day, datetime.time(12), datetime.UTC)
            one = puzzles.daily("dobutsu", day)
            rows[puzzle_views.key_of(one)] = Progress(done=True, changed=when)
        return rows

    found = [
        puzzle_views.streak(known(*days), DAY) for days in ((), (0,), (0, 1, 2), (1, 2), (2, 3))
    ]
    assert found == [0, 1, 3, 2, 0]
    late = known(1)
    next(iter(late.values())).changed += datetime.timedelta(1)
    assert puzzle_views.streak(late, DAY) == 0
    monkeypatch.setattr(puzzle_views, "today", datetime.datetime.now(datetime.UTC).date)
    solve(client, puzzles.daily("dobutsu", puzzle_views.today()))
    page = client.get("/puzzles/").content.decode()
    assert "1 day in a row" in page
    assert "Look again" in page


def test_an_answer_costs_engine_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: str) -> None:
        raise budget.NoTime(3)

    monkeypatch.setattr(budget, "require_engine_time", refuse)
    path = f"/puzzles/dobutsu/{FIRST['dobutsu'].id}/answer/"
    answer = client.post(path, {"moves": ["a1a2"]}, content_type="application/json")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3")


def test_malformed_requests_are_refused(client: Client) -> None:
    one = FIRST["dobutsu"]
    for command in (
        {"step": 1},
        {"moves": "a1"},
        {"moves": [1]},
        {"moves": ["x" * 101]},
        {"moves": ["a1a2"] * 41},
        {"command": "win"},
        {"command": ["solution"]},
    ):
        path = f"/puzzles/dobutsu/{one.id}/answer/"
        answer = client.post(path, command, content_type="application/json")
        assert answer.status_code == 400, command
        assert answer.json()["error"]["sentence"]
    assert ask(client, one, moves=["nonsense"])["outcome"] == "refused"
    assert ask(client, one, moves=[])["outcome"] == "open"
    for path in ("dobutsu/00000000", "dobutsu/..", "chess", "chess/00000000", "..%2Fgo"):
        assert client.get(f"/puzzles/{path}/").status_code == 404, path
    assert client.get(f"/puzzles/dobutsu/{one.id}/answer/").status_code == 405
    stranger = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    path = f"/puzzles/dobutsu/{one.id}/answer/"
    assert stranger.post(path, {}, content_type="application/json").status_code == 403


def test_solved_puzzles_move_with_the_account_and_can_be_deleted(client: Client) -> None:
    one = FIRST["dobutsu"]
    solve(client, one)
    account = sign_up(client)
    key = puzzle_views.key_of(one)
    assert progress.of(account.visitor)[key].done
    data = json.loads("".join(accounts_services.everything(account.visitor, account)))
    assert [row["lesson"] for row in data["lessons"]] == [key]
    accounts_services.delete(Account.objects.get(pk=account.pk))
    assert progress.of(account.visitor) == {}


def test_puzzles_are_translated(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    pages = [f"/puzzles/{one.game}/{one.id}/" for one in FIRST.values()]
    for path in ("/puzzles/", "/puzzles/dobutsu/", *pages):
        assert english(client.get(path).content.decode()) <= {"UTC"}, path
    one = FIRST["dobutsu"]
    assert ask(client, one, moves=[], command="hint")["words"].endswith("です。")
    with translation.override("ja"):
        assert "勝" in puzzle_views.task_words(one)


def test_python_game_can_have_puzzles(tmp_path: Path) -> None:
    """Its rules run in a separate process; its file of puzzles comes from a folder."""
    folder = tmp_path / "puzzles"
    folder.mkdir()
    line = "black\tonly\t1/1\t-\t2o/x2/xo1 b\ta3\t-\n"
    (folder / "tictactoe.txt").write_text(line, encoding="utf-8")
    (one,) = read_file(folder / "tictactoe.txt", "tictactoe")
    game = ("--load", str(ROOT / "examples" / "tictactoe.py"))
    server = Server(tmp_path / "home", *game, "--puzzles", str(folder)).start()
    try:
        person = Visitor(server.port)
        page = f"/puzzles/tictactoe/{one.id}/"
        for path in ("/", "/puzzles/", "/puzzles/tictactoe/", page):
            assert person.ask("GET", path).status == 200
        assert page in person.ask("GET", "/puzzles/").body.decode()
        wrong = person.ask("POST", f"{page}answer/", {"moves": ["c1"]}).json
        hint = person.ask("POST", f"{page}answer/", {"command": "hint"}).json
        walk = person.ask("POST", f"{page}answer/", {"command": "solution"}).json
        right = person.ask("POST", f"{page}answer/", {"moves": ["a3"]}).json
        assert (wrong["outcome"], hint["move"]) == ("wrong", "a3")
        assert [view["last_move"]["to"] for view in wrong["views"]] == ["c1", wrong["reply"]]
        assert (len(walk["views"]), right["outcome"]) == (2, "done")
        assert "1 of 1 solved" in person.ask("GET", "/puzzles/tictactoe/").body.decode()
    finally:
        server.stop()


def test_invalid_puzzle_folders_are_reported(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not a folder of puzzles"):
        puzzles.use([tmp_path / "none"])
    (tmp_path / "chess.txt").write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"chess\.txt, line 1: A puzzle has 7 columns"):
        puzzles.use([tmp_path])
