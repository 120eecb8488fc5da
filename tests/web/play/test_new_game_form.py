"""The form of a new game: its choices, and its errors."""

import html
import re
from typing import Any

import pytest
from django.forms import Select
from django.test import Client

from plyground.web.games.models import Game
from plyground.web.play import game_choices
from plyground.web.play.new_game_form import OptionField, name_of
from tests.web.play.test_pages import GAMES, begin, text_of


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RATE", "off")


def refused(client: Client, name: str, **form: str) -> str:
    """The form's error messages."""
    before = Game.objects.count()
    answer = client.post(f"/play/{name}/", form)
    assert answer.status_code == 422
    assert Game.objects.count() == before
    return html.unescape(answer.content.decode())


@pytest.mark.parametrize(
    ("form", "seats"),
    [
        ({}, ("person", "level:2")),
        ({"opponent": "level:7", "colour": "white"}, ("level:7", "person")),
        ({"opponent": "person", "colour": "white"}, ("person", "person")),
        ({"opponent": "maximum"}, ("person", "maximum:seconds=3")),
        ({"opponent": "maximum", "seconds": "0.5"}, ("person", "maximum:seconds=0.5")),
        ({"opponent": "maximum:seconds=2"}, ("person", "maximum:seconds=2")),
        (
            {"opponent": "watch", "black_level": "level:1", "white_level": "level:8"},
            ("level:1", "level:8"),
        ),
        ({"opponent": "watch"}, ("level:2", "level:2")),
    ],
)
def test_form_decides_who_plays(
    client: Client, form: dict[str, str], seats: tuple[str, str]
) -> None:
    row = begin(client, "othello", **form)
    assert (row.black, row.white) == seats


@pytest.mark.parametrize("seconds", ["0.4", "31", "x", "3,threads=64"])
def test_time_of_the_strongest_opponent_is_limited(client: Client, seconds: str) -> None:
    answer = refused(client, "othello", opponent="maximum", seconds=seconds)
    assert "Give a number from 0.5 to 30." in answer


def test_random_colour_can_be_either(client: Client) -> None:
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
def test_clocks_are_read_from_the_form(client: Client, clock: dict[str, str], kept: Any) -> None:
    assert begin(client, "go", **clock).clock == kept


def test_options_handicap_and_strict_are_read_from_the_form(client: Client) -> None:
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
        (
            {"opponent": "search:seconds=99"},
            "The opponent must be a person, adaptive, level 1 to level 8, maximum, or a network.",
        ),
        ({"opponent": "watch", "white_level": "level:9"}, "Choose level 1 to level 8."),
        ({"colour": "red"}, "Choose black, white or random."),
        ({"clock": "9+9"}, "Choose one of the clocks offered."),
        ({"clock": "own", "minutes": "nan"}, "Give a number from 0.1 to 600."),
        ({"clock": "own", "minutes": "1", "increment": "-1"}, "Give a number from 0 to 600."),
        ({"position": "x" * 3000}, "That is too long for a position."),
    ],
)
def test_wrong_field_is_reported_beside_it(
    client: Client, form: dict[str, str], sentence: str
) -> None:
    page = refused(client, "go", **form)
    assert page.count(sentence) == 1
    assert 'aria-invalid="true"' in page
    assert "Please correct the marked fields." in page


def test_refused_form_keeps_the_choices(client: Client) -> None:
    page = refused(client, "go", size="13", opponent="level:5", komi="many", strict="yes")
    assert 'value="13" selected' in page
    assert 'value="level:5" selected' in page
    assert 'value="many"' in page
    assert re.search(r'name="strict" value="yes" checked', page)


def test_options_that_do_not_go_together_are_reported(client: Client) -> None:
    assert "handicap" in refused(client, "go", size="6", handicap="4")
    assert "renju" in refused(client, "gomoku", rule="renju", line="4")


def test_wrong_position_is_reported_beside_its_field(client: Client) -> None:
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


def test_wrong_link_is_reported(client: Client) -> None:
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


def test_get_request_to_the_form_url_redirects_to_the_form(client: Client) -> None:
    assert client.get("/play/go/")["Location"] == "/new/go/"
    for path in ("/new/chess/", "/rules/chess/", "/play/chess/"):
        assert client.get(path).status_code == 404
    assert client.post("/play/chess/").status_code == 404


def test_form_offers_every_option() -> None:
    """The game accepts every value that the form offers."""
    for name in GAMES:
        game = game_choices.describe(name)
        for option in game["options"]:
            field = OptionField(name, option)
            if not isinstance(field.widget, Select):
                continue
            for _heading, rows in field.groups:
                for value, label in rows:
                    assert label
                    assert field.clean(value).keys() <= {option["name"]}


def test_an_option_named_as_a_field_of_ours_keeps_its_own_name() -> None:
    assert name_of("clock") == "option_clock"
    assert name_of("moves") == "option_moves"
    assert name_of("size") == "size"


def test_rules_with_a_name_set_what_belongs_to_them(client: Client) -> None:
    """The form always sends every option; those that the rules set do not count."""
    form = {"rules": "japanese", "scoring": "area", "ko": "positional", "komi": "", "size": "9"}
    assert begin(client, "go", **form).options == {"size": 9, "rules": "japanese"}


def test_komi_of_the_form_counts_under_rules_with_a_name(client: Client) -> None:
    row = begin(client, "go", rules="chinese", komi="6.5")
    assert row.options == {"rules": "chinese", "komi": 6.5}


def test_options_that_rules_set_are_marked(client: Client) -> None:
    page = text_of(client, "/new/go/")
    marked = re.findall(r'data-field="(\w+)" data-set-by-rules', page)
    assert sorted(marked) == ["compensation", "ko", "scoring", "seki", "suicide"]
    assert '<option value="japanese">Japanese</option>' in page
