"""The API matches its OpenAPI document: every URL is in it, and answers match it.

`test_openapi_deep.py` makes many more requests.
"""

import re
from typing import Any, cast

import jsonschema_rs
import pytest
from django.test import Client
from django.urls import URLPattern

from plyground.engine.messages import REFUSALS
from plyground.web.api import operations, schema
from plyground.web.api.document import document as openapi_document
from plyground.web.api.operations import OPERATIONS, Operation
from plyground.web.contract import requests
from plyground.web.contract.body import Body, LooseBody, Misread, read
from plyground.web.contract.values import Nothing
from plyground.web.game_service.commands import REFUSALS as COMMANDS
from plyground.web.play.urls import FORMER
from plyground.web.urls import urlpatterns
from tests.project import ROOT
from tests.web.serving import Server
from tests.web.visitor import Answer, Visitor

Data = dict[str, Any]

ANSWERED_AT_ONCE = [one for one in OPERATIONS if one.kinds != (operations.STREAM,)]
WRONG = {"no": ["field", "is like this"]}


class Table:
    """A program with a token, and its own game."""

    def __init__(self, server: Server) -> None:
        self.url = server.url
        self.visitor = Visitor(server.port)
        self.headers = self.new_token()

    def new_token(self) -> dict[str, str]:
        answer = self.ask("POST", "/api/tokens/", {"label": "tests"})
        return {"Authorization": f"Bearer {answer['token']}"}

    def answer(self, method: str, path: str, body: Data | None, **headers: str) -> Answer:
        kind = {"Content-Type": "application/json", "Cookie": ""}
        return self.visitor.ask(method, path, body, **kind, **headers)

    def ask(self, method: str, path: str, body: Data, **headers: str) -> Data:
        answer = self.answer(method, path, body, **headers)
        assert answer.status < 400, answer
        return answer.json

    def begin(self) -> str:
        command = {"game": "dobutsu", "opponent": "person"}
        return str(self.ask("POST", "/api/games/", command, **self.headers)["id"])


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    return Table(server)


def answers_as_documented(answer: Answer, operation: Operation) -> None:
    """Checks that status, type, headers and body of an answer are documented."""
    document = openapi_document()
    responses = document["paths"][operation.path][operation.method]["responses"]
    assert str(answer.status) in responses, answer
    kind = answer.headers["content-type"].partition(";")[0]
    shape = responses[str(answer.status)]["content"][kind]["schema"]
    for name in responses[str(answer.status)]["headers"]:
        value = int(answer.headers.get(name.lower(), "0"))
        assert jsonschema_rs.is_valid(document["components"]["headers"][name]["schema"], value)
    if kind == operations.JSON:
        whole = {**shape, "components": document["components"]}
        jsonschema_rs.validate(whole, answer.json)


def usual_body(operation: Operation, game: str) -> Data:
    """The document's example, without a long search."""
    if operation.body is None:
        return {}
    shape = schema_of(operation.body)
    rows = shape["properties"]
    body = {
        name: [*rows[name].get("examples", ()), *rows[name].get("enum", ()), game][0]
        for name in shape.get("required", ())
    }
    return {**body, "seconds": 0.05} if operation.engine and "seconds" in rows else body


def schema_of(body: type[Body]) -> Data:
    return cast(Data, schema.components([body])[body.__name__])


def address(operation: Operation, game: str) -> str:
    parts = {"game_id": game, "name": "othello", "ply": "0", "token_id": "2147483647"}
    return re.sub(r"\{(\w+)\}", lambda part: parts.get(part[1], "none"), operation.path)


@pytest.mark.parametrize("operation", ANSWERED_AT_ONCE, ids=lambda one: one.name)
def test_answers_match_the_document(table: Table, operation: Operation) -> None:
    """With and without an existing game, and with each field of the body wrong."""
    for game in ("none", table.begin()):
        request = operation.method.upper(), address(operation, game)
        usual = usual_body(operation, game)
        answer = table.answer(*request, usual if operation.body else None, **table.headers)
        answers_as_documented(answer, operation)
        for name in operation.body.model_fields if operation.body else ():
            answer = table.answer(*request, {**usual, name: WRONG}, **table.headers)
            answers_as_documented(answer, operation)
            assert issubclass(operation.body or Body, LooseBody) or answer.status >= 400


def test_document_lists_exactly_the_api_urls() -> None:
    served = set()
    rows = [row for app in urlpatterns for row in app.url_patterns]
    for row in rows:
        assert isinstance(row, URLPattern)
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(row.pattern))
        if path.startswith("/api/") and row not in FORMER:
            served.add(path)
    assert served == set(openapi_document()["paths"])


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_urls_accept_exactly_the_documented_methods(client: Client, operation: Operation) -> None:
    path = re.sub(r"\{(ply|token_id)\}", "1", operation.path)
    path = re.sub(r"\{\w+\}", "none", path)
    answer = client.put(path)
    assert answer.status_code == 405
    error = answer.json()["error"]
    assert (error["code"], error["at"]) == ("wrong_method", None)
    taken = {one.method.upper() for one in OPERATIONS if one.path == operation.path}
    assert taken == set(answer.headers["Allow"].split(", ")) - {"HEAD"}


@pytest.mark.parametrize("path", sorted({one.path for one in OPERATIONS}))
@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
@pytest.mark.usefixtures("database")
def test_a_wrong_method_is_reported_without_token_and_cookie(
    path: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without token and cookie: the error is the method, not an old page."""
    monkeypatch.setenv("PLYGROUND_RATE", "off")
    stranger = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    taken = {one.method.upper() for one in OPERATIONS if one.path == path}
    address = re.sub(r"\{\w+\}", "none", re.sub(r"\{(ply|token_id)\}", "1", path))
    for method in {"POST", "PUT", "PATCH", "DELETE", "OPTIONS"} - taken:
        answer = stranger.generic(method, address, b"a=b", content_type=kind)
        found = answer.status_code, answer.json()["error"]["code"]
        assert found == (405, "wrong_method"), method
        assert taken <= set(answer.headers["Allow"].split(", "))


@pytest.mark.usefixtures("database")
def test_wrong_method_is_reported_to_an_outdated_page() -> None:
    browser = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    browser.post("/play/dobutsu/", {"opponent": "person"})
    browser.cookies["plyground"] = "anything"
    assert browser.delete("/api/move/").json()["error"]["code"] == "wrong_method"
    assert browser.delete("/api/games/x/").json()["error"]["code"] == "old_page"


def test_operations_have_unique_names_and_groups() -> None:
    assert len({one.name for one in OPERATIONS}) == len(OPERATIONS)
    assert {one.group for one in OPERATIONS} == set(operations.GROUPS)


def test_models_and_schemas_accept_the_same_values() -> None:
    """And vice versa: one description, two readers."""
    tried: list[Any] = [
        None,
        True,
        0,
        1,
        1.5,
        2.0,
        -1,
        11,
        1e300,
        "",
        "level:4",
        "black",
        "x" * 3000,
    ]
    tried += ["\0", [], ["d3"], ["d3", 1], ["x"] * 2001, {}, {"size": 9}, {"a": []}, {"seconds": 5}]
    models: tuple[type[Body], ...] = (
        *(requests.NewGame, requests.MoveRequest, requests.AnalyseRequest),
        requests.TokenRequest,
    )
    for body in models:
        components = {"schemas": schema.components([body])}
        shape = {**schema.named(body), "components": components}
        rows = schema_of(body)
        usual = {name: rows["properties"][name]["examples"][0] for name in rows["required"]}
        for name in [*body.model_fields, "other"]:
            for value in tried:
                given = {**usual, name: value}
                assert is_read(body, given) == jsonschema_rs.is_valid(shape, given), given


def is_read(body: type[Body], given: Data) -> bool:
    try:
        read(body, given)
    except Misread:
        return False
    return True


def test_api_page_lists_every_operation_in_both_languages(client: Client) -> None:
    for language in ("en", "ja"):
        page = client.get("/api/docs/", headers={"Accept-Language": language})
        assert page.status_code == 200
        text = page.content.decode()
        assert "<script>" not in text
        assert "style=" not in text
        for operation in OPERATIONS:
            assert f'id="op-{operation.name}"' in text
            assert operation.answer in (None, Nothing) or (
                f'id="shape-{operation.answer.__name__}"' in text
            )
    assert client.get("/api/docs").headers["Location"] == "/api/docs/"


def test_every_code_is_documented() -> None:
    """Programs rely on codes, so every code must be documented."""
    web = ROOT / "src" / "plyground" / "web"
    pattern = re.compile(
        r"(?:Problem|failure|later|answer|_refuse|Refused|refuse|_who)\(\s*"
        r'(?:request,\s*)?(?:\d{3},\s*)?"([a-z_]+)"'
    )
    codes = set(REFUSALS) | set(COMMANDS) | {"bad_token", "no_token"}
    for file in web.rglob("*.py"):
        codes |= set(pattern.findall(file.read_text(encoding="utf-8")))
    assert {"stale", "no_such_token", "busy", "database"} <= codes
    page = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    assert [code for code in sorted(codes) if f"`{code}`" not in page] == []
