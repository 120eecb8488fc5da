"""The pages without a browser: what they offer, what forms may say, and what is refused."""

import contextlib
import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from plyground.web import demos, desks, guide, lessons, terms
from plyground.web.desk import Refused
from plyground.web.models import Game
from plyground.web.pictures import packed
from plyground.web.wishes import refuse

GAMES = ["go", "gomoku", "othello", "robogo", "dobutsu"]


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RATE", "off")


def text_of(client: Client, path: str, status: int = 200) -> str:
    """A page, with what it escapes read back."""
    answer = client.get(path)
    assert answer.status_code == status, answer.content[:500]
    return html.unescape(answer.content.decode())


def begin(client: Client, name: str, **form: str) -> Game:
    """A game begun by the form; its row."""
    answer = client.post(f"/play/{name}/", form)
    assert answer.status_code == 302, html.unescape(answer.content.decode())
    return Game.objects.get(pk=answer["Location"].split("/")[2])


def refused(client: Client, name: str, **form: str) -> str:
    """What the form says when something is wrong with it."""
    before = Game.objects.count()
    answer = client.post(f"/play/{name}/", form)
    assert answer.status_code == 422
    assert Game.objects.count() == before
    return html.unescape(answer.content.decode())


# Home


def test_home_has_a_card_a_game(client: Client) -> None:
    page = text_of(client, "/")
    for name in GAMES:
        assert f'action="/play/{name}/"' in page
        assert guide.sentence(name) in page
        assert f'href="/new/{name}/"' in page
    assert "Continue" not in page


def test_one_click_plays_against_level_2(client: Client) -> None:
    for name in GAMES:
        row = begin(client, name)
        assert (row.black, row.white) == ("person", "level:2")


def test_one_click_on_go_is_a_small_board(client: Client) -> None:
    """The card's own form says so; a request that says nothing gets the rules' default."""
    card = text_of(client, "/").split('action="/play/go/"')[1].split("</form>")[0]
    assert 'name="size" value="9"' in card
    assert begin(client, "go", size="9").options == {"size": 9}
    assert begin(client, "go").options == {}


def test_home_goes_on_with_the_last_game(client: Client) -> None:
    begin(client, "othello", opponent="person")
    assert "Continue" not in text_of(client, "/"), "nothing was played yet"
    row = begin(client, "othello", opponent="person")
    now = client.get(f"/api/games/{row.pk}/").json()
    wish = {"version": now["version"], "ply": 0, "action": "move", "move": "d3"}
    assert client.post(f"/api/games/{row.pk}/actions/", wish, "application/json").status_code == 200
    page = text_of(client, "/")
    assert page.count("Continue") == 1
    assert f'href="/games/{row.pk}/"' in page
    assert "White to move." in page
    assert f"/games/{row.pk}/" not in text_of(Client(SERVER_NAME="localhost"), "/")


def test_a_game_that_its_rules_refuse_by_now_spoils_no_page(client: Client) -> None:
    row = begin(client, "othello", opponent="person")
    wish = {"version": 1, "ply": 0, "action": "move", "move": "f5"}
    client.post(f"/api/games/{row.pk}/actions/", wish, "application/json")
    assert "Continue" in text_of(client, "/")
    row.moves.update(text="a1")  # as if the rules had been others
    page = text_of(client, "/")
    assert 'action="/play/othello/"' in page
    assert "Continue" not in page
    assert f"/games/{row.pk}/delete/" in text_of(client, "/games/")


def test_a_game_that_fails_leaves_the_others_alone(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one written in Python may; its code can hang or raise whatever it likes."""

    def fails(name: str) -> dict[str, Any]:
        if name == "gomoku":
            raise Refused("game_fails", "gomoku.py, line 3: <b>no</b>")
        return desks.of(name).describe(name)

    monkeypatch.setattr(guide, "describe", fails)
    answer = client.get("/").content.decode()
    assert "gomoku.py, line 3: &lt;b&gt;no&lt;/b&gt;" in answer
    assert 'action="/play/gomoku/"' not in answer
    assert 'action="/play/go/"' in answer
    assert 'value="gomoku"' not in client.get("/import/").content.decode()
    for path in ("/new/gomoku/", "/rules/gomoku/"):
        assert "gomoku.py, line 3" in text_of(client, path, 422)


@pytest.mark.parametrize("name", GAMES)
def test_demonstrations_are_games_that_can_be_played(name: str) -> None:
    views = demos.views(name)
    assert 10 < demos.first_ply(name) + 10 < len(views)
    assert [view["ply"] for view in views] == list(range(len(views)))
    assert demos.first_view(name)["pieces"] == views[demos.first_ply(name)]["pieces"]


def test_the_demonstration_is_served(client: Client) -> None:
    assert client.get("/api/demos/go/").json()["views"] == demos.views("go")
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

    monkeypatch.setattr(desks, "of", lambda _: Hangs())
    for _ in range(2):
        with contextlib.suppress(Refused):
            assert demos.views(code) == [{"pieces": [], "moves": []}]
    assert len(calls) == asked


# A new game


@pytest.mark.parametrize(
    ("form", "seats"),
    [
        ({}, ("person", "level:2")),
        ({"opponent": "level:7", "colour": "white"}, ("level:7", "person")),
        ({"opponent": "person", "colour": "white"}, ("person", "person")),
        (
            {"opponent": "watch", "black_level": "level:1", "white_level": "level:8"},
            ("level:1", "level:8"),
        ),
        ({"opponent": "watch"}, ("level:2", "level:2")),
    ],
)
def test_who_plays(client: Client, form: dict[str, str], seats: tuple[str, str]) -> None:
    row = begin(client, "othello", **form)
    assert (row.black, row.white) == seats


def test_random_colours_are_both(client: Client) -> None:
    seen = {begin(client, "dobutsu", colour="random").black for _ in range(40)}
    assert seen == {"person", "level:2"}


@pytest.mark.parametrize(
    ("clock", "kept"),
    [
        ({}, None),
        ({"clock": "none"}, None),
        ({"clock": "3+2"}, {"seconds": 180, "increment": 2}),
        ({"clock": "own", "minutes": "0,5", "increment": ""}, {"seconds": 30, "increment": 0}),
    ],
)
def test_clocks(client: Client, clock: dict[str, str], kept: Any) -> None:
    assert begin(client, "go", **clock).clock == kept


def test_options_handicap_and_strict(client: Client) -> None:
    row = begin(client, "go", size="13", handicap="3", komi="0.5", strict="yes", max_moves="")
    assert row.options == {"size": 13, "handicap": 3, "komi": 0.5}
    assert row.strict
    assert not begin(client, "go").strict


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"size": "26"}, "Give a whole number from 2 to 25."),
        ({"size": "nine"}, "Give a whole number from 2 to 25."),
        ({"komi": "1e9"}, "Give a number from -625 to 625."),
        ({"scoring": "luck"}, "Choose one of the values offered."),
        ({"handicap": "1"}, "Choose one of the values offered."),
        ({"opponent": "search:seconds=99"}, "The opponent is a person, or level 1 to level 8."),
        ({"opponent": "watch", "white_level": "level:9"}, "Choose level 1 to level 8."),
        ({"colour": "red"}, "Choose black, white or random."),
        ({"clock": "9+9"}, "Choose one of the clocks offered."),
        ({"clock": "own", "minutes": "nan"}, "Give a number from 0.1 to 600."),
        ({"clock": "own", "minutes": "1", "increment": "-1"}, "Give a number from 0 to 600."),
        ({"position": "x" * 3000}, "That is too long for a position."),
    ],
)
def test_a_wrong_field_says_so_beside_it(
    client: Client, form: dict[str, str], sentence: str
) -> None:
    page = refused(client, "go", **form)
    assert page.count(sentence) == 1
    assert 'aria-invalid="true"' in page
    assert "Please look at what is marked below." in page


def test_what_was_chosen_is_kept_beside_what_is_wrong(client: Client) -> None:
    page = refused(client, "go", size="13", opponent="level:5", komi="many", strict="yes")
    assert 'value="13" selected' in page
    assert 'value="level:5" selected' in page
    assert 'value="many"' in page
    assert re.search(r'name="strict" value="yes" checked', page)


def test_options_that_do_not_go_together_are_told(client: Client) -> None:
    assert "handicap" in refused(client, "go", size="6", handicap="4")
    assert "renju" in refused(client, "gomoku", rule="renju", line="4")


def test_a_wrong_position_is_told_beside_it(client: Client) -> None:
    page = refused(client, "othello", position="what is this")
    field = page.split('data-field="position"')[1]
    assert 'class="wrong"' in field
    assert "<details open>" in page
    over = refused(client, "gomoku", position="xxxxx4/9/9/9/9/9/9/9/oooo5 w", size="9")
    assert "In this position the game is over already." in over


def test_a_link_to_a_position_fills_the_form_in(client: Client) -> None:
    position = "1xo2/x1xo1/1xo2/5/5 w"
    page = text_of(client, f"/new/go/?size=5&position={position}")
    assert f'value="{position}"' in page
    assert '"pieces":[["black","stone","B5 A4 C4 B3"],' in page
    row = begin(client, "go", size="5", position=position, opponent="person")
    assert client.get(f"/api/games/{row.pk}/").json()["view"]["turn"] == "white"


def test_a_wrong_link_says_so(client: Client) -> None:
    assert "Give a whole number from 2 to 25." in text_of(client, "/new/go/?size=99")
    assert 'class="wrong"' in text_of(client, "/new/dobutsu/?position=lion")
    assert (
        "<script>alert"
        not in client.get("/new/go/?size=<script>alert(1)</script>").content.decode()
    )


def test_the_form_begins_small_but_a_position_has_the_rules_own_size(client: Client) -> None:
    assert 'value="9" selected' in text_of(client, "/new/go/")
    empty = "/".join(["19"] * 19) + " b"
    assert 'value="19" selected' in text_of(client, f"/new/go/?position={empty}")


def test_looking_at_the_address_of_a_form_shows_it(client: Client) -> None:
    assert client.get("/play/go/")["Location"] == "/new/go/"
    for path in ("/new/chess/", "/rules/chess/", "/play/chess/"):
        assert client.get(path).status_code == 404
    assert client.post("/play/chess/").status_code == 404


def test_every_option_can_be_asked_for() -> None:
    """Whatever the form offers for an option, the game takes."""
    for name in GAMES:
        game = guide.describe(name)
        for option in game["options"]:
            field = terms._option_field(name, option, {}, {})
            for _heading, rows in field.groups:
                for value, label in rows:
                    assert label
                    terms._option(option, value)


def test_an_option_named_as_a_field_of_ours_keeps_its_own_name() -> None:
    assert terms.name_of({"name": "clock"}) == "option_clock"
    assert terms.name_of({"name": "size"}) == "size"


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


def test_only_unfinished_games_on_wish(client: Client) -> None:
    first, second = (begin(client, "othello", opponent="person") for _ in range(2))
    now = {"version": 1, "ply": 0, "action": "resign"}
    client.post(f"/api/games/{first.pk}/actions/", now, "application/json")
    every, only = text_of(client, "/games/"), text_of(client, "/games/?show=open")
    assert first.pk in every
    assert "by resignation" in every
    assert first.pk not in only
    assert second.pk in only


def test_games_of_others_are_not_there(client: Client) -> None:
    row = begin(client, "go")
    stranger = Client(SERVER_NAME="localhost")
    begin(stranger, "go")
    for path in ("", "delete/", "download/sgf/"):
        assert stranger.get(f"/games/{row.pk}/{path}").status_code == 404
    assert stranger.post(f"/games/{row.pk}/delete/").status_code == 404
    assert Game.objects.filter(pk=row.pk).exists()
    assert row.pk not in text_of(stranger, "/games/")


def test_a_game_that_nobody_knows_any_more_can_still_be_deleted(client: Client) -> None:
    row = begin(client, "go")
    Game.objects.filter(pk=row.pk).update(name="gone")
    page = text_of(client, "/games/")
    assert "There is no game called 'gone' here." in page
    assert client.get(f"/games/{row.pk}/").status_code == 422
    assert client.post(f"/games/{row.pk}/delete/").status_code == 302


# Rules


@pytest.mark.parametrize("name", GAMES)
def test_rules_have_pictures_from_real_positions(client: Client, name: str) -> None:
    page = text_of(client, f"/rules/{name}/")
    frames = [frame for lesson in lessons.LESSONS[name] for frame in lesson.frames]
    assert 3 <= len(lessons.LESSONS[name]) <= 6
    assert page.count("data-view=") == len(frames)
    assert desks.of(name).describe(name)["rules"] in page
    bare = text_of(client, f"/rules/{name}/?bare=1")
    assert bare.startswith("<article")
    assert bare.count("data-view=") == len(frames)


@pytest.mark.parametrize("name", GAMES)
def test_what_pictures_point_at_is_on_their_boards(name: str) -> None:
    for lesson, shown in zip(lessons.LESSONS[name], lessons.of(guide.describe(name)), strict=True):
        for frame, row in zip(lesson.frames, shown["frames"], strict=True):
            picture = json.loads(row["picture"])
            labels = {c + r for c in picture["columns"] for r in picture["rows"]}
            assert {*frame.area.split(), *filter(None, [frame.to, frame.came])} <= labels


def test_pictures_show_what_their_sentences_say() -> None:
    """What the words of the lessons claim of their boards, asked of the rules."""

    def after(game: str, title: str) -> dict[str, Any]:
        lesson = next(one for one in lessons.LESSONS[game] if str(one.title) == title)
        picture: dict[str, Any] = json.loads(lessons._picture(game, lesson, lesson.frames[-1]))
        return picture

    assert [mark["kind"] for mark in after("gomoku", "Five in a row")["marks"]] == ["line"]
    assert "line" in [mark["kind"] for mark in after("robogo", "Five in a row")["marks"]]
    assert {"kind": "forbidden", "at": ["e4"]} in after("gomoku", "Renju")["marks"]
    assert {"kind": "ko", "at": ["C4"]} in after("go", "Ko")["marks"]
    assert all(piece[0] == "black" for piece in after("go", "Capture")["pieces"])
    discs = {piece[0]: len(piece[2].split()) for piece in after("othello", "The end")["pieces"]}
    assert discs == {"black": 10, "white": 6}
    assert ["black", "hen", "a4"] in after("dobutsu", "The hen")["pieces"]
    assert {"kind": "try", "at": ["a4"]} in after("dobutsu", "The try")["marks"]


# Errors


def test_errors_are_pages_with_a_way_home_and_json_for_code(client: Client) -> None:
    page = text_of(client, "/nowhere/", 404)
    assert 'href="/"' in page
    assert "There is nothing here." in page
    answer = client.get("/api/nowhere/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_a_form_from_elsewhere_is_refused(database: None) -> None:  # noqa: ARG001
    client = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    answer = client.post("/play/go/", {"opponent": "person"})
    assert answer.status_code == 403
    assert "reload the page" in answer.content.decode()
    assert client.post("/api/games/x/share/").json()["error"]["code"] == "old_page"


def test_a_fault_of_ours_is_told_without_internals(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> list[str]:
        raise RuntimeError("secret internals")

    monkeypatch.setattr("plyground.web.desks.names", broken)
    client.raise_request_exception = False
    for path in ("/", "/api/demos/go/"):
        answer = client.get(path)
        assert answer.status_code == 500
        assert b"secret internals" not in answer.content
        assert b"Your games are safe" in answer.content


# Languages


def test_the_language_can_be_changed(client: Client) -> None:
    assert '<html lang="en">' in text_of(client, "/games/?page=2")
    answer = client.post("/language/", {"language": "ja", "next": "/games/?page=2"})
    assert answer["Location"] == "/games/?page=2"
    assert '<html lang="ja">' in text_of(client, "/games/")
    elsewhere = client.post("/language/", {"language": "en", "next": "http://example.org/"})
    assert "example.org" not in elsewhere["Location"]


def test_equal_pieces_are_packed_together() -> None:
    view = desks.of("othello").describe("othello")["view"]
    assert json.loads(packed(view, hint={"to": "d3"})) == {
        "game": "othello",
        "shape": "squares",
        "columns": list("abcdefgh"),
        "rows": list("12345678"),
        "turn": "black",
        "ply": 0,
        "pieces": [["white", "disc", "d4 e5"], ["black", "disc", "e4 d5"]],
        "hint": {"to": "d3"},
    }
