"""The answers of the API against its document, with many examples that schemathesis makes."""

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks as rules

from plyground.web.api.document import document
from tests.web.api.test_openapi import Table, table

__all__ = ["table"]  # a fixture

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
    json.loads(json.dumps(document())), config=schemathesis.Config.from_dict(_CONFIG)
)
about_games = schema.include(path_regex=r"\{game_id\}").exclude(operation_id=list(_STREAMS))


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


@pytest.mark.deep
@schema.parametrize()
@few(_FEW)
def test_random_requests_get_documented_answers(
    case: "schemathesis.Case[Any]", table: Table
) -> None:
    judge(case, table)


@pytest.mark.deep
@about_games.parametrize()
@few(_FEW)
def test_random_requests_about_a_game_get_documented_answers(
    case: "schemathesis.Case[Any]", table: Table
) -> None:
    case.path_parameters["game_id"] = table.begin()
    if isinstance(case.body, dict) and "version" in case.body:
        case.body["version"] = 1
    judge(case, table, [check for check in CHECKS if check is not rules.negative_data_rejection])


@pytest.mark.deep
@schema.parametrize()
@few(150)
def test_long_run_of_random_requests_gets_documented_answers(
    case: "schemathesis.Case[Any]", table: Table
) -> None:
    judge(case, table)
