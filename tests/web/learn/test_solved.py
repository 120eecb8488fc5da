"""The pages of solved games: the list, and a game against a proof."""

import re

from django.test import Client
from django.utils import translation

from plyground.solved import book
from tests.web.base.test_japanese import english


def test_every_value_is_on_the_page(client: Client) -> None:
    page = client.get("/learn/solved/").content.decode()
    for row in book.rows():
        if row.proof == "certificate":
            assert f"<code>{row.name}</code>" in page
    assert "Black wins by 9" in page
    assert "an open question" in page
    assert "/learn/solved/" in client.get("/learn/").content.decode()


def follow(client: Client, page: str, move: str) -> str:
    """The page after a move."""
    found = re.search(rf'href="(\?side=[^"]*)">{move}</a>', page)
    assert found is not None, f"{move} cannot be played"
    address = found[1].replace("&amp;", "&")
    return client.get(f"/learn/solved/gomoku-4x4-3/{address}").content.decode()


def test_the_proof_wins_against_a_visitor(client: Client) -> None:
    page = client.get("/learn/solved/gomoku-4x4-3/?side=white").content.decode()
    for _ in range(6):
        if "You lose" in page:
            break
        assert "It is your move." in page
        first = re.search(r'<li><a class="button small" href="[^"]*">([a-d][1-4])</a>', page)
        assert first is not None
        page = follow(client, page, first[1])
    assert "You lose: 3 in a row." in page
    assert 'class="board-link"' not in page


def test_wrong_addresses_get_a_sentence(client: Client) -> None:
    assert client.get("/learn/solved/nothing/").status_code == 404
    assert client.get("/learn/solved/robogo-9x9-5/").status_code == 404
    assert client.get("/learn/solved/gomoku-4x4-3/?side=black").status_code == 404
    wrong = client.get("/learn/solved/gomoku-4x4-3/?side=white&moves=z9")
    assert wrong.status_code == 422
    assert "z9" in wrong.content.decode()


def test_both_sides_of_a_draw_can_be_played(client: Client) -> None:
    page = client.get("/learn/solved/gomoku-5x5-5/?side=black").content.decode()
    assert "Beat the proof as White" in page
    after = client.get("/learn/solved/gomoku-5x5-5/?side=black&moves=c3").content.decode()
    assert after.count("<li>") > 20


def test_the_pages_are_in_japanese(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    with translation.override("ja"):
        names = {word for row in book.rows() for word in re.findall("[A-Za-z]+", row.known)}
        codes = {word for row in book.rows() for word in re.findall("[a-z]+", row.name)}
        page = client.get("/learn/solved/").content.decode()
        assert english(page) <= names | codes | {"plyground", "solved", "verify", "all", "solve"}
        page = client.get("/learn/solved/gomoku-4x4-3/?side=white").content.decode()
        assert english(page) <= codes
