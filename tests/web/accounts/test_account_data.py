"""Personal data: tokens, the download of everything, and deletion."""

import asyncio
import json
import re
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from plyground.web.accounts import services as accounts_services
from plyground.web.games.models import Game, Move
from plyground.web.visitors import tokens
from tests.web.people import (
    PASSWORD,
    another,
    by_link,
    in_no_time,
    name_in,
    refused,
    sees,
    sign_in,
    sign_up,
)
from tests.web.play.test_pages import begin, text_of


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


# Tokens, and stored data


def whole(answer: Any) -> str:
    """The complete file, which is generated while it is sent."""

    async def parts() -> list[bytes]:
        return [part async for part in answer.streaming_content]

    return b"".join(asyncio.run(parts())).decode()


def test_a_token_is_shown_once(client: Client) -> None:
    account = sign_up(client)
    answer = client.post("/account/tokens/", {"label": "my <bot>"})
    found = re.search(r'value="(ply_[\w-]+)"', answer.content.decode())
    assert found is not None
    assert found[1] not in str(client.session.items()), "no cookie carries it"
    assert "Choose another name" in refused(client, "/account/tokens/", {"label": "my <bot>"})
    assert tokens.find(found[1]) == account.visitor
    listed = text_of(client, "/account/")
    assert "my <bot>" in listed
    assert found[1] not in listed
    (row,) = tokens.of(account.visitor)
    another().post(f"/account/tokens/{row.id}/revoke/")  # other visitors cannot
    assert tokens.find(found[1]) is not None
    client.post(f"/account/tokens/{row.id}/revoke/")
    assert tokens.find(found[1]) is None


def test_a_token_needs_a_name_and_there_are_not_many(client: Client) -> None:
    account = sign_up(client)
    for label in ("", " \0 ", "x" * 61):
        assert "so that you recognise it" in refused(client, "/account/tokens/", {"label": label})
    for number in range(tokens.MOST):
        tokens.create(account.visitor, str(number))
    page = refused(client, "/account/tokens/", {"label": " one  more "})
    assert "no more can be kept" in page
    assert 'value="one more"' in page  # in its stored form


def test_all_stored_data_can_be_downloaded(client: Client) -> None:
    account, other = sign_up(client), secrets.token_urlsafe(9)
    row = begin(client, "dobutsu", opponent="person")
    Move.objects.create(game=row, ply=1, text="b2b3", seconds=1.5)
    Game.objects.filter(pk=row.pk).update(at=1)
    by_link(other, account.visitor)
    tokens.create(account.visitor, "bot")
    answer = client.get("/account/data/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="plyground-data.json"'
    text = whole(answer)
    data = json.loads(text)
    assert data["account"]["name"] == account.name
    assert [one["label"] for one in data["tokens"]] == ["bot"]
    assert [one["side"] for one in data["games"]] == [None, "black"]
    assert data["games"][0]["moves"] == [{"text": "b2b3", "seconds": 1.5, "clock": None}]
    assert other not in text
    assert account.visitor not in text
    assert account.password not in text


def test_data_download_reads_a_few_games_at_a_time(client: Client) -> None:
    """Otherwise a visitor with many games would use up the memory."""
    visitor = name_in(client)
    Game.objects.bulk_create(
        Game(visitor=visitor, name="dobutsu", black="person", white="person") for _ in range(44)
    )
    parts = list(accounts_services.everything(visitor, None))
    assert [part.count('"id"') for part in parts] == [0, 20, 20, 5, 0]
    found = [game["id"] for game in json.loads("".join(parts))["games"]]
    assert len(set(found)) == 45
    assert json.loads(whole(client.get("/account/data/"))) == json.loads("".join(parts))
    begun = accounts_services.everything(visitor, None)
    start = [next(begun), next(begun)]
    accounts_services.forget_visitor(visitor)  # in mid-download
    assert len(json.loads("".join([*start, *begun]))["games"]) == 20


def test_visitor_without_games_has_no_data(client: Client) -> None:
    empty: dict[str, object] = {
        "account": None,
        "tokens": [],
        "lessons": [],
        "puzzles": [],
        "games": [],
    }
    assert json.loads(whole(client.get("/account/data/"))) == empty
    assert client.head("/account/data/").content == b""
    assert client.get("/account/delete/").status_code == 404
    assert "My data" in text_of(client, "/account/")


# Deleting


def rows_with(*words: str) -> list[str]:
    """Every row of every table that contains one of these."""
    return [
        f"{model.__name__} {row}"
        for model in apps.get_models(include_auto_created=True)
        for row in model._base_manager.values()
        if any(word in repr(row) for word in words)
    ]


def test_deleting_an_account_leaves_no_row_behind(client: Client) -> None:
    account = sign_up(client)
    row = begin(client, "dobutsu", opponent="person")
    Move.objects.create(game=row, ply=1, text="b2b3")
    with_other = by_link(secrets.token_urlsafe(9), account.visitor, names=[account.name, "Bo"])
    earlier = by_link(secrets.token_urlsafe(9), "", names=[account.name, "Bo"], result={})
    alone = by_link(account.visitor, "")
    tokens.create(account.visitor, "bot")
    assert len(rows_with(account.visitor, account.name)) >= 4
    form = {"whose": account.name, "old": "not this"}
    page = refused(client, "/account/delete/", form)
    assert "The password is wrong." in page
    assert sees(client, row)
    answer = client.post("/account/delete/", form | {"old": PASSWORD}, follow=True)
    assert "Everything was deleted." in answer.content.decode()
    assert rows_with(account.visitor, account.name) == []
    for left in (with_other, earlier):
        left.refresh_from_db()
        assert (left.guest, left.names) == ("", ["", "Bo"])
    assert with_other.result["winner"] == "white"  # a player who leaves resigns
    assert not Game.objects.filter(pk__in=[row.pk, alone.pk]).exists()
    assert not Move.objects.filter(game_id=row.pk).exists()
    assert sign_in(client, account.name).status_code == 422


def test_game_is_deleted_when_its_last_player_is_deleted() -> None:
    first, second = secrets.token_urlsafe(9), secrets.token_urlsafe(9)
    row = by_link(first, second)
    accounts_services.forget_visitor(first)
    assert Game.objects.filter(pk=row.pk, visitor="", guest=second).exists()
    accounts_services.forget_visitor(second)
    assert not Game.objects.filter(pk=row.pk).exists()
    assert rows_with(first, second) == []


def test_forgetting_the_empty_visitor_deletes_no_game(client: Client) -> None:
    row = by_link(name_in(client), "")
    accounts_services.forget_visitor("")
    assert Game.objects.filter(pk=row.pk).exists()


def test_visitor_without_account_can_delete_everything(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    assert "All games and tokens of this browser are deleted" in text_of(client, "/account/delete/")
    for path in ("sign-out/", "sign-out/everywhere/"):  # from an old page
        client.post(f"/account/{path}")
        assert sees(client, row)
    answer = client.post("/account/delete/", {"whose": "Ann", "old": PASSWORD})
    assert answer.headers["Location"] == "/account/delete/"
    assert sees(client, row)
    client.post("/account/delete/", {"whose": ""})
    assert rows_with(row.visitor) == []
    assert "My data" in text_of(client, "/account/")
