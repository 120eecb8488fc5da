"""The pages without a browser: their content, and their errors."""

import contextlib
import gzip
import html
import json
from typing import Any, NoReturn

import pytest
from django.test import Client

from plyground.web.game_service import directory
from plyground.web.game_service.commands import refuse
from plyground.web.game_service.service import Refused
from plyground.web.games.models import Game
from plyground.web.play import demos

GAMES = ["go", "gomoku", "othello", "robogo", "dobutsu", "connect_four"]


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RATE", "off")


def text_of(client: Client, path: str, status: int = 200) -> str:
    """The text of a page, unescaped."""
    answer = client.get(path)
    assert answer.status_code == status, answer.content[:500]
    return html.unescape(answer.content.decode())


def begin(client: Client, name: str, **form: str) -> Game:
    """A game started with the form; its row."""
    answer = client.post(f"/play/{name}/", form)
    assert answer.status_code == 302, html.unescape(answer.content.decode())
    return Game.objects.get(pk=answer["Location"].split("/")[2])


# Begin


def test_default_opponent_is_level_2(client: Client) -> None:
    for name in GAMES:
        row = begin(client, name)
        assert (row.black, row.white) == ("person", "level:2")


def test_card_of_go_begins_on_a_small_board(client: Client) -> None:
    """The card's own form says so; a request without a size gets the rules' default."""
    card = text_of(client, "/").split('action="/play/go/"')[1].split("</form>")[0]
    assert 'name="size" value="9"' in card
    assert begin(client, "go", size="9").options == {"size": 9}
    assert begin(client, "go").options == {}


def test_stored_game_refused_by_its_rules_breaks_no_page(client: Client) -> None:
    row = begin(client, "othello", opponent="person")
    command = {"version": 1, "ply": 0, "action": "move", "move": "f5"}
    client.post(f"/api/games/{row.pk}/actions/", command, "application/json")
    assert "Continue" in text_of(client, "/")
    row.moves.update(text="a1")  # as if the rules had changed
    page = text_of(client, "/")
    assert 'action="/play/othello/"' in page
    assert "Continue" not in page
    assert f"/games/{row.pk}/delete/" in text_of(client, "/games/")


@pytest.mark.parametrize("name", GAMES)
def test_demonstrations_are_games_that_can_be_played(name: str) -> None:
    views = demos.views(name)
    assert 10 < demos.first_ply(name) + 10 < len(views)
    assert [view["ply"] for view in views] == list(range(len(views)))
    assert demos.first_view(name)["pieces"] == views[demos.first_ply(name)]["pieces"]


def test_the_demonstration_is_served(client: Client) -> None:
    assert client.get("/api/demos/go/").json()["views"] == demos.views("go")
    packed = client.get("/api/demos/go/", headers={"Accept-Encoding": "gzip"})
    assert json.loads(gzip.decompress(packed.content))["views"] == demos.views("go")
    assert client.get("/api/demos/chess/").status_code == 404


@pytest.mark.parametrize(("code", "asked"), [("game_hangs", 1), ("game_busy", 2)])
def test_a_game_that_hangs_while_it_is_shown_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch, code: str, asked: int
) -> None:
    calls = []

    class Hangs:
        def describe(self, _: str) -> dict[str, Any]:
            return {"view": {"pieces": [], "moves": ["a1"]}}

        def demo(self, name: str) -> list[Any]:
            calls.append(name)
            raise refuse(code)

    monkeypatch.setattr(directory, "of", lambda _: Hangs())
    for _ in range(2):
        with contextlib.suppress(Refused):
            first: list[Any] = [{"pieces": [], "moves": []}]
            assert demos.views(code) == first
    assert len(calls) == asked


# My games


def test_my_games_are_listed_paged_and_deleted(client: Client) -> None:
    assert "You have not played here yet." in text_of(client, "/games/")
    rows = [begin(client, "dobutsu", opponent="person") for _ in range(21)]
    page = text_of(client, "/games/")
    assert page.count("data-delete") == 20
    assert "Page 1 of 2" in page
    assert text_of(client, "/games/?page=2").count("data-delete") == 1
    assert text_of(client, "/games/?page=many").count("data-delete") == 20
    assert rows[0].pk not in page
    assert rows[-1].pk in page
    assert "Delete this game?" in text_of(client, f"/games/{rows[3].pk}/delete/")
    assert client.post(f"/games/{rows[3].pk}/delete/")["Location"] == "/games/"
    assert not Game.objects.filter(pk=rows[3].pk).exists()
    assert client.get(f"/games/{rows[3].pk}/").status_code == 404


def test_a_filter_shows_only_unfinished_games(client: Client) -> None:
    first, second = (begin(client, "othello", opponent="person") for _ in range(2))
    now = {"version": 1, "ply": 0, "action": "resign"}
    client.post(f"/api/games/{first.pk}/actions/", now, "application/json")
    every, only = text_of(client, "/games/"), text_of(client, "/games/?show=open")
    assert first.pk in every
    assert "by resignation" in every
    assert first.pk not in only
    assert second.pk in only


def test_games_of_others_are_not_found(client: Client) -> None:
    row = begin(client, "go")
    stranger = Client(SERVER_NAME="localhost")
    begin(stranger, "go")
    for path in ("", "delete/", "download/sgf/"):
        assert stranger.get(f"/games/{row.pk}/{path}").status_code == 404
    assert stranger.post(f"/games/{row.pk}/delete/").status_code == 404
    assert Game.objects.filter(pk=row.pk).exists()
    assert row.pk not in text_of(stranger, "/games/")


def test_stored_game_of_an_unknown_kind_can_be_deleted(client: Client) -> None:
    row = begin(client, "go")
    Game.objects.filter(pk=row.pk).update(name="gone")
    page = text_of(client, "/games/")
    assert "There is no game called 'gone' here." in page
    assert client.get(f"/games/{row.pk}/").status_code == 422
    assert client.post(f"/games/{row.pk}/delete/").status_code == 302


def test_a_program_that_does_not_answer_is_asked_once_for_a_page(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [begin(client, name, opponent="person") for name in ("robogo", "robogo", "gomoku")]
    asked = []
    right = directory.of

    class Hangs:
        def picture(self, _stored: object) -> None:
            asked.append("robogo")
            raise refuse("game_hangs")

    monkeypatch.setattr(directory, "of", lambda name: Hangs() if name == "robogo" else right(name))
    page = text_of(client, "/games/")
    assert asked == ["robogo"]
    assert page.count("did not answer in time") % 2 == 0 < page.count("did not answer in time")
    assert page.count("data-delete") == len(rows)


# Errors


def test_errors_are_pages_for_people_and_json_for_code(client: Client) -> None:
    page = text_of(client, "/nowhere/", 404)
    assert 'href="/"' in page
    assert "There is nothing here." in page
    answer = client.get("/api/nowhere/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_requests_of_page_code_fail_as_json(client: Client) -> None:
    answer = client.get("/shared/none/at/3/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    for path in ("/shared/none/", "/join/none/"):
        page = text_of(client, path, 404)
        assert "This link no longer works." in page
        assert "sign in if it is yours" not in page
    answer = client.post("/api/join/none/", {}, "application/json")
    assert answer.json()["error"]["sentence"] == "This link no longer works."


def test_sign_in_is_suggested_only_for_missing_games(client: Client) -> None:
    page = text_of(client, "/games/none/", 404)
    assert "sign in if it is yours" in page
    assert 'class="button primary" href="/account/sign-in/?next=%2Fgames%2Fnone%2F"' in page
    other = text_of(client, "/nowhere/", 404)
    assert "There is nothing here.</p>" in other
    assert 'class="button primary" href="/"' in other


def test_a_wrong_method_is_reported_with_a_sentence(client: Client) -> None:
    answer = client.put("/games/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert "does not support this request method" in html.unescape(answer.content.decode())
    answer = client.get("/api/games/none/actions/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert answer.json()["error"]["code"] == "wrong_method"


def test_head_requests_get_the_headers_of_the_page(client: Client) -> None:
    row = begin(client, "go", opponent="person")
    for path in ("/", "/new/go/", "/rules/go/", "/games/", f"/games/{row.pk}/", "/import/"):
        head, page = client.head(path), client.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head["Content-Type"] == page["Content-Type"]
    assert client.head(f"/games/{row.pk}/delete/").status_code == 200
    assert client.head("/play/go/")["Location"] == "/new/go/"
    assert Game.objects.filter(pk=row.pk).exists()


def test_form_of_another_site_is_refused(database: None) -> None:  # noqa: ARG001
    client = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    answer = client.post("/play/go/", {"opponent": "person"})
    assert answer.status_code == 403
    assert "reload the page" in answer.content.decode()
    assert client.post("/api/games/x/share/").json()["error"]["code"] == "old_page"


def test_an_internal_error_is_reported_without_internals(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> NoReturn:
        raise RuntimeError("secret internals")

    for name in ("names", "has"):
        monkeypatch.setattr(f"plyground.web.game_service.directory.{name}", broken)
    client.raise_request_exception = False
    for path in ("/", "/api/demos/go/"):
        answer = client.get(path)
        assert answer.status_code == 500
        assert b"secret internals" not in answer.content
        assert b"Your games are safe" in answer.content
