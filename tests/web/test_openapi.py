"""The API as its document says it: every address is in it, and every answer is as it says."""

import json
import re
from typing import Any

import pytest
import schemathesis
from django.test import Client
from django.urls import URLPattern
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks as rules

from plyground.web import bodies, fields, openapi
from plyground.web.openapi import OPERATIONS
from plyground.web.urls import urlpatterns
from plyground.web.wishes import REFUSALS as WISHES
from plyground.words import REFUSALS
from tests.project import ROOT
from tests.web.serving import Server
from tests.web.visitor import Visitor

Data = dict[str, Any]

CHECKS = [
    not_a_server_error,
    rules.status_code_conformance,
    rules.content_type_conformance,
    rules.response_headers_conformance,
    rules.response_schema_conformance,
    rules.negative_data_rejection,
    rules.unsupported_method,
]
_FEW = 6
_STREAMS = ("follow_game", "follow_job")


def few(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )


# What is refused may also be too large, or come too fast.
_REFUSED = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 429]
_CONFIG = {"checks": {"negative_data_rejection": {"expected-statuses": _REFUSED}}}

schema = schemathesis.openapi.from_dict(
    json.loads(json.dumps(openapi.document())), config=schemathesis.Config.from_dict(_CONFIG)
)
about_games = schema.include(path_regex=r"\{game_id\}").exclude(operation_id=list(_STREAMS))


class Table:
    """A program with a token, and a game of its own."""

    def __init__(self, server: Server) -> None:
        self.url = server.url
        self.visitor = Visitor(server.port)
        self.headers = self.new_token()

    def new_token(self) -> dict[str, str]:
        answer = self.ask("POST", "/api/tokens/", {"label": "tests"})
        return {"Authorization": f"Bearer {answer['token']}"}

    def ask(self, method: str, path: str, body: Data, **headers: str) -> Data:
        kind = {"Content-Type": "application/json", "Cookie": ""}
        answer = self.visitor.ask(method, path, body, **kind, **headers)
        assert answer.status < 400, answer
        return answer.json

    def begin(self) -> str:
        wish = {"game": "dobutsu", "opponent": "person"}
        return str(self.ask("POST", "/api/games/", wish, **self.headers)["id"])


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    return Table(server)


def judge(case: "schemathesis.Case[Any]", table: Table, checks: list[Any] = CHECKS) -> None:
    _hurry(case.body)
    for name in [name for name in case.headers or {} if name.lower() == "host"]:
        del case.headers[name]  # who calls the server by another name has not come to its API
    revokes = "token_id" in case.operation.path  # perhaps the very token it comes with
    headers = table.new_token() if revokes else table.headers
    case.call_and_validate(base_url=table.url, headers=headers, checks=checks, timeout=30)


def _hurry(body: Any) -> None:
    """It is not about the search: what may take seconds takes a moment."""
    if not isinstance(body, dict):
        return
    seconds = body.get("seconds", 1 if "lines" in body else None)
    if isinstance(seconds, int | float) and 0.05 <= seconds <= 10:
        body["seconds"] = 0.05
    if body.get("player") in ("level:7", "level:8"):
        body["player"] = "level:2"


@schema.parametrize()
@few(_FEW)
def test_every_answer_is_as_the_document_says(case: "schemathesis.Case[Any]", table: Table) -> None:
    judge(case, table)


@about_games.parametrize()
@few(_FEW)
def test_so_it_is_with_a_game_that_is_there(case: "schemathesis.Case[Any]", table: Table) -> None:
    case.path_parameters["game_id"] = table.begin()
    if isinstance(case.body, dict) and "version" in case.body:
        case.body["version"] = 1
    judge(case, table, [check for check in CHECKS if check is not rules.negative_data_rejection])


def test_every_address_is_in_the_document_and_no_other() -> None:
    served = set()
    for row in urlpatterns:
        assert isinstance(row, URLPattern)
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(row.pattern))
        if path.startswith("/api/"):
            served.add(path)
    assert served == set(openapi.document()["paths"])


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_every_method_of_the_document_is_taken_and_no_other(
    client: Client, operation: openapi.Operation
) -> None:
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
def test_a_wrong_method_is_told_also_to_who_brings_nothing(
    path: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither token nor cookie: what is wrong is the method, and not that a page is old."""
    monkeypatch.setenv("PLYGROUND_RATE", "off")
    stranger = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    taken = {one.method.upper() for one in OPERATIONS if one.path == path}
    address = re.sub(r"\{\w+\}", "none", re.sub(r"\{(ply|token_id)\}", "1", path))
    for method in {"POST", "PUT", "PATCH", "DELETE", "OPTIONS"} - taken:
        answer = stranger.generic(method, address, b"a=b", content_type=kind)
        told = answer.status_code, answer.json()["error"]["code"]
        assert told == (405, "wrong_method"), method
        assert taken <= set(answer.headers["Allow"].split(", "))


@pytest.mark.usefixtures("database")
def test_a_page_that_is_old_learns_that_a_method_is_wrong_too() -> None:
    browser = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    browser.post("/play/dobutsu/", {"opponent": "person"})
    browser.cookies["plyground"] = "anything"
    assert browser.delete("/api/move/").json()["error"]["code"] == "wrong_method"
    assert browser.delete("/api/games/x/").json()["error"]["code"] == "old_page"


def test_operations_have_names_of_their_own_and_groups() -> None:
    assert len({one.name for one in OPERATIONS}) == len(OPERATIONS)
    assert {one.group for one in OPERATIONS} == set(openapi.GROUPS)


def test_what_a_field_table_refuses_its_schema_refuses_too() -> None:
    """And the other way round: one table, two readers."""
    import jsonschema_rs

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
    for body in (bodies.NEW_GAME, bodies.MOVE, bodies.ANALYSE, bodies.TOKEN):
        shape = fields.schema(body)
        usual: Data = {name: row.example for name, row in body.items() if row.required}
        for name in [*body, "other"]:
            for value in tried:
                given = {**usual, name: value}
                assert is_read(body, given) == jsonschema_rs.is_valid(shape, given), given


def is_read(body: bodies.Body, given: Data) -> bool:
    try:
        fields.read(body, given)
    except fields.Misread:
        return False
    return True


def test_the_page_tells_every_operation_in_both_languages(client: Client) -> None:
    for language in ("en", "ja"):
        page = client.get("/api/docs/", headers={"Accept-Language": language})
        assert page.status_code == 200
        text = page.content.decode()
        assert "<script>" not in text
        assert "style=" not in text
        for operation in OPERATIONS:
            assert f'id="op-{operation.name}"' in text
            assert operation.answer in ("", "Nothing", "Document") or (
                f'id="shape-{operation.answer}"' in text
            )
    assert client.get("/api/docs").headers["Location"] == "/api/docs/"


def test_every_code_is_documented() -> None:
    """Codes are promised to programs, so none may be there that nobody has written down."""
    web = ROOT / "src" / "plyground" / "web"
    said = re.compile(
        r"(?:Problem|failure|later|answer|_refuse|Refused|refuse|_who)\(\s*"
        r'(?:request,\s*)?(?:\d{3},\s*)?"([a-z_]+)"'
    )
    codes = set(REFUSALS) | set(WISHES) | {"bad_token", "no_token"}
    for file in web.rglob("*.py"):
        codes |= set(said.findall(file.read_text(encoding="utf-8")))
    assert {"stale", "no_such_token", "busy", "database"} <= codes
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert [code for code in sorted(codes) if f"`{code}`" not in page] == []
