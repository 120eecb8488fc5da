"""Tokens: what they allow, and how they are stored."""

import datetime
import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from plyground.web.base.ids import new_visitor
from plyground.web.games.models import Game
from plyground.web.visitors import tokens
from plyground.web.visitors.models import Account, Token
from tests.web.visitor import Answer

Data = dict[str, Any]


class Program(Client):
    """A program: it keeps no cookies, and is checked like a browser."""

    def __init__(self, token: str = "") -> None:
        super().__init__(SERVER_NAME="localhost", enforce_csrf_checks=True)
        self.token = token

    def ask(self, method: str, path: str, body: Data | None = None) -> Answer:
        self.cookies.clear()
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = self.generic(
            method,
            path,
            b"" if body is None else json.dumps(body),
            content_type="application/json",
            headers=headers,
        )
        return Answer(answer.status_code, dict(answer.headers.items()), answer.content)

    def be_somebody(self) -> "Program":
        self.token = self.ask("POST", "/api/tokens/", {"label": "me"}).json["token"]
        return self


@pytest.fixture
def program(database: None) -> Program:  # noqa: ARG001 - its requests need the tables
    return Program().be_somebody()


@pytest.mark.usefixtures("database")
def test_a_token_is_found_and_only_its_digest_is_kept() -> None:
    visitor = new_visitor()
    token = tokens.create(visitor, "bot")
    assert token.startswith("ply_")
    assert tokens.find(token) == visitor
    row = Token.objects.get(visitor=visitor)
    assert token not in (row.digest, row.label)
    assert row.used == datetime.datetime.now(datetime.UTC).date()


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    "token", ["", "ply_", "ply_" + "x" * 32, "ply_" + "\0" * 32, "x" * 10_000, "ply_ü" + "x" * 31]
)
def test_an_unknown_token_belongs_to_no_visitor(token: str) -> None:
    assert tokens.find(token) is None


@pytest.mark.usefixtures("database")
def test_a_token_of_another_visitor_can_not_be_revoked() -> None:
    mine, yours = new_visitor(), new_visitor()
    token = tokens.create(mine, "bot")
    number = tokens.of(mine)[0].id
    assert not tokens.revoke(yours, number)
    assert not tokens.revoke("", number)
    assert not tokens.revoke(mine, 10**30)
    assert tokens.find(token) == mine
    assert tokens.revoke(mine, number)
    assert tokens.find(token) is None


@pytest.mark.usefixtures("database")
def test_unused_tokens_of_unknown_visitors_are_deleted() -> None:
    """Anyone may create tokens, so unused ones must not stay forever."""
    people = {name: new_visitor() for name in ("stranger", "user", "owner", "guest", "account")}
    made = {name: tokens.create(visitor, "bot") for name, visitor in people.items()}
    tokens.find(made["user"])
    Game.objects.create(visitor=people["owner"], guest=people["guest"], name="go", seat="black")
    Account.objects.create(name=new_visitor(), visitor=people["account"])
    soon = timezone.now() + datetime.timedelta(days=6)
    tokens.prune(soon)
    assert tokens.of(people["stranger"]), "it may still be used"
    assert tokens.prune(soon + datetime.timedelta(days=2)) >= 1
    assert [name for name, visitor in people.items() if not tokens.of(visitor)] == ["stranger"]


@pytest.mark.usefixtures("database")
def test_number_of_tokens_is_limited() -> None:
    visitor = new_visitor()
    for number in range(tokens.MOST):
        tokens.create(visitor, str(number))
    with pytest.raises(tokens.TooManyTokens):
        tokens.create(visitor, "one more")
    assert len(tokens.of(visitor)) == tokens.MOST


def test_a_program_needs_no_cookie_and_gets_none(program: Program) -> None:
    for method, path, body in [
        ("POST", "/api/games/", {"game": "dobutsu", "opponent": "person"}),
        ("GET", "/api/games/", None),
        ("GET", "/api/tokens/", None),
        ("POST", "/api/tokens/", {"label": "another"}),
    ]:
        answer = program.ask(method, path, body)
        assert answer.status < 300, answer
        assert not program.cookies


def test_second_token_opens_the_same_games(program: Program) -> None:
    command = {"game": "dobutsu", "opponent": "person"}
    game = program.ask("POST", "/api/games/", command).json["id"]
    again = program.ask("POST", "/api/tokens/", {"label": "second"}).json["token"]
    assert Program(again).ask("GET", f"/api/games/{game}/").status == 200


def test_a_token_gives_no_access_to_games_of_others(program: Program) -> None:
    command = {"game": "dobutsu", "opponent": "person"}
    now = program.ask("POST", "/api/games/", command).json
    path, other = f"/api/games/{now['id']}/", Program().be_somebody()
    move = {"version": 1, "ply": 0, "action": "move", "move": now["view"]["moves"][0]["text"]}
    for method, where, body in [
        ("GET", path, None),
        ("GET", path + "at/0/", None),
        ("POST", path + "actions/", move),
        ("POST", path + "share/", {}),
        ("POST", path + "rematch/", {}),
        ("POST", path + "fork/", {}),
        ("POST", "/api/jobs/", {"game": now["id"], "kind": "hint", "version": 1}),
        ("DELETE", path, None),
    ]:
        assert other.ask(method, where, body).status == 404, where
    assert program.ask("GET", path).json["version"] == 1
    assert other.ask("GET", "/api/games/").json["total"] == 0


def test_a_revoked_or_wrong_token_is_reported(program: Program) -> None:
    [row] = program.ask("GET", "/api/tokens/").json["tokens"]
    other = Program().be_somebody()
    assert other.ask("DELETE", f"/api/tokens/{row['id']}/").json["error"]["code"] == "no_such_token"
    assert program.ask("DELETE", f"/api/tokens/{row['id']}/").status == 200
    for token in (program.token, "ply_x", "\x7f"):
        answer = Program(token).ask("GET", "/api/rules/")
        assert answer.status == 401
        assert answer.json["error"]["code"] == "bad_token"
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="plyground"'


@pytest.mark.parametrize("path", ["/api/games/", "/api/tokens/"])
@pytest.mark.usefixtures("database")
def test_a_request_without_token_is_refused_with_a_hint(path: str) -> None:
    answer = Program().ask("GET", path)
    assert (answer.status, answer.json["error"]["code"]) == (401, "no_token")


@pytest.mark.usefixtures("database")
def test_request_of_another_site_is_refused() -> None:
    """A browser sends cookies by itself, but not our token, and JSON only after a preflight."""
    browser = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    browser.get("/")
    visitor = Client(SERVER_NAME="localhost")
    visitor.post("/play/dobutsu/", {"opponent": "person"})
    browser.cookies = visitor.cookies
    for kind in ("text/plain", "application/json"):
        answer = browser.post("/api/tokens/", '{"label": "stolen"}', content_type=kind)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "old_page")
    stranger = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    answer = stranger.post("/api/tokens/", '{"label": "x"}', content_type="text/plain")
    assert answer.status_code == 403
    assert "application/json" in answer.json()["error"]["sentence"]


@pytest.mark.parametrize(
    "body",
    [
        *({}, {"label": ""}, {"label": "  "}, {"label": 5}, {"label": "x" * 61}),
        *({"label": "a\0"}, {"label": "\ud800"}, {"label": None}),
        {"label": "x", "visitor": "somebody"},
    ],
)
@pytest.mark.usefixtures("database")
def test_label_is_a_short_text(body: Data) -> None:
    answer = Program().ask("POST", "/api/tokens/", body)
    assert (answer.status, answer.json["error"]["code"]) == (400, "malformed")
