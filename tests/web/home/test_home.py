"""The home page, the rules of each game, and the language."""

import json
from typing import Any

import pytest
from django.test import Client

from plyground.engine.game_guide import guide_of
from plyground.web.contract.rules import Description
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.learn import rules_guide
from plyground.web.play import game_choices
from tests.web.play.test_pages import GAMES, begin, text_of


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RATE", "off")


# Home


def test_home_has_a_card_a_game(client: Client) -> None:
    page = text_of(client, "/")
    for name in GAMES:
        assert f'action="/play/{name}/"' in page
        assert game_choices.sentence(name) in page
        assert f'href="/new/{name}/"' in page
    assert "Continue" not in page


def test_home_offers_to_continue_the_last_game(client: Client) -> None:
    begin(client, "othello", opponent="person")
    assert "Continue" not in text_of(client, "/"), "nothing was played yet"
    row = begin(client, "othello", opponent="person")
    now = client.get(f"/api/games/{row.pk}/").json()
    command = {"version": now["version"], "ply": 0, "action": "move", "move": "d3"}
    assert (
        client.post(f"/api/games/{row.pk}/actions/", command, "application/json").status_code == 200
    )
    page = text_of(client, "/")
    assert page.count("Continue") == 1
    assert f'href="/games/{row.pk}/"' in page
    assert "White to move." in page
    assert f"/games/{row.pk}/" not in text_of(Client(SERVER_NAME="localhost"), "/")


def test_failing_game_does_not_hide_the_others(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code of a game written in Python can hang or raise anything."""

    def fails(name: str) -> Description:
        if name == "gomoku":
            raise Refused("game_fails", "gomoku.py, line 3: <b>no</b>")
        return directory.of(name).describe(name)

    monkeypatch.setattr(game_choices, "describe", fails)
    answer = client.get("/").content.decode()
    assert "gomoku.py, line 3: &lt;b&gt;no&lt;/b&gt;" in answer
    assert 'action="/play/gomoku/"' not in answer
    assert 'action="/play/go/"' in answer
    assert 'value="gomoku"' not in client.get("/import/").content.decode()
    for path in ("/new/gomoku/", "/rules/gomoku/"):
        assert "gomoku.py, line 3" in text_of(client, path, 422)


# Rules


@pytest.mark.parametrize("name", GAMES)
def test_rules_have_pictures_from_real_positions(client: Client, name: str) -> None:
    page = text_of(client, f"/rules/{name}/")
    figures = guide_of(name).figures
    frames = [frame for figure in figures for frame in figure.frames]
    assert 3 <= len(figures) <= 6
    assert page.count("data-view=") == len(frames)
    assert directory.of(name).describe(name)["rules"] in page
    bare = text_of(client, f"/rules/{name}/?bare=1")
    assert bare.startswith("<article")
    assert bare.count("data-view=") == len(frames)


@pytest.mark.parametrize("name", GAMES)
def test_marks_of_pictures_are_on_their_boards(name: str) -> None:
    for lesson, shown in zip(
        guide_of(name).figures, rules_guide.of(game_choices.describe(name)), strict=True
    ):
        for frame, row in zip(lesson.frames, shown["frames"], strict=True):
            picture = json.loads(row["picture"])
            labels = {c + r for c in picture["columns"] for r in picture["rows"]}
            assert {*frame.area.split(), *filter(None, [frame.to, frame.came])} <= labels


def test_pictures_show_what_their_sentences_say() -> None:
    """The claims of the lessons about their boards are checked by the rules."""

    def after(game: str, title: str) -> dict[str, Any]:
        lesson = next(one for one in guide_of(game).figures if one.title == title)
        picture: dict[str, Any] = json.loads(rules_guide._picture(game, lesson, lesson.frames[-1]))
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


# Languages


def test_the_language_can_be_changed(client: Client) -> None:
    assert '<html lang="en">' in text_of(client, "/games/?page=2")
    answer = client.post("/language/", {"language": "ja", "next": "/games/?page=2"})
    assert answer["Location"] == "/games/?page=2"
    assert '<html lang="ja">' in text_of(client, "/games/")
    elsewhere = client.post("/language/", {"language": "en", "next": "http://example.org/"})
    assert "example.org" not in elsewhere["Location"]
