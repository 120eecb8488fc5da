"""The API as an OpenAPI document, from one table of operations."""

import functools
import importlib.metadata
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from plyground.web.api import bodies
from plyground.web.api.bodies import Body
from plyground.web.api.fields import Text, schema
from plyground.web.api.schemas import SCHEMAS, named
from plyground.web.visitors.api_auth import ENGINE_LEFT

Data = dict[str, Any]

JSON, STREAM, PAGE = "application/json", "text/event-stream", "text/html"


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked for."""

    method: str
    path: str
    name: str
    group: str
    told: Text
    answer: str = "Nothing"  # a schema's name; empty: no JSON
    status: int = 200
    body: Body | None = None
    loose: bool = False  # the body may have other fields as well
    fails: tuple[int, ...] = ()  # besides what every operation may answer
    needs_name: bool = False  # a token, an account or a cookie
    kinds: tuple[str, ...] = (JSON,)
    query: tuple[str, ...] = ()
    engine: bool = False  # takes engine time


GROUPS: dict[str, Text] = {
    "boards": _("Board in, move out"),
    "rules": _("What can be played"),
    "tokens": _("Tokens"),
    "games": _("Games"),
    "searches": _("Searches"),
    "about": _("About this API"),
}

_GAME = "/api/games/{game_id}/"
_JOB = "/api/jobs/{job_id}/"

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        *("post", "/api/move/", "move", "boards"),
        _("The move that a level would play on a board, and the board after it. Nothing is kept."),
        answer="Move",
        body=bodies.MOVE,
        fails=(422,),
        engine=True,
    ),
    Operation(
        *("post", "/api/analyse/", "analyse", "boards"),
        _(
            "What a strong search says of a board. With Accept: text/event-stream it tells what it"
            " has found so far: thinking, several times, then done."
        ),
        answer="Analysis",
        body=bodies.ANALYSE,
        fails=(422,),
        kinds=(JSON, STREAM),
        engine=True,
    ),
    Operation(
        *("get", "/api/rules/", "list_rules", "rules"),
        _("Every game that can be played here, its options and levels."),
        answer="AllRules",
    ),
    Operation(
        *("get", "/api/rules/{name}/", "get_rules", "rules"),
        _("One game, with its rules in words and its first position."),
        answer="FullRules",
        fails=(404, 422),
    ),
    Operation(
        *("get", "/api/demos/{name}/", "get_demo", "rules"),
        _("A short game to look at."),
        answer="Views",
        fails=(404, 422),
    ),
    Operation(
        *("post", "/api/tokens/", "make_token", "tokens"),
        _(
            "A new token, which is told only now. Who brings nothing is somebody new from now on;"
            " who brings a token or a cookie gets another token for the same games."
        ),
        answer="NewToken",
        status=201,
        body=bodies.TOKEN,
    ),
    Operation(
        *("get", "/api/tokens/", "list_tokens", "tokens"),
        _("Your tokens, but for the tokens themselves."),
        answer="Tokens",
        needs_name=True,
    ),
    Operation(
        *("delete", "/api/tokens/{token_id}/", "revoke_token", "tokens"),
        _("Revokes a token."),
        fails=(404,),
        needs_name=True,
    ),
    Operation(
        *("get", "/api/games/", "list_games", "games"),
        _("Your games, the latest first, 50 a page."),
        answer="Games",
        needs_name=True,
        query=("page",),
    ),
    Operation(
        *("post", "/api/games/", "begin_game", "games"),
        _("Begins a game: against a level, or against a person, whom link.invite lets in."),
        answer="State",
        status=201,
        body=bodies.NEW_GAME,
        fails=(422,),
        needs_name=True,
    ),
    Operation(
        *("get", _GAME, "get_game", "games"), _("The state of a game."), "State", fails=(404,)
    ),
    Operation(
        *("delete", _GAME, "leave_game", "games"),
        _("Deletes a game. One by link is resigned, and goes when both have left it."),
        fails=(404, 422),
        needs_name=True,
    ),
    Operation(
        *("get", _GAME + "at/{ply}/", "get_position", "games"),
        _("The position after so many moves."),
        answer="Position",
        fails=(404, 422),
    ),
    Operation(
        *("get", _GAME + "truth/", "get_truth", "games"),
        _(
            "What the position, or that after ply moves, is worth with best play, and each of its"
            " moves: n wins in n plies, -n loses in so many, 0 is a draw. Where a table is here."
        ),
        answer="Truth",
        fails=(403, 404, 422),
        query=("ply",),
    ),
    Operation(
        *("post", _GAME + "actions/", "act", "games"),
        _(
            "Plays a move, or does something else. It names the version it was made from, so that"
            " nothing happens twice: 409 tells the state as it is now."
        ),
        answer="State",
        body=bodies.ACT,
        loose=True,
        fails=(404, 409, 422),
    ),
    Operation(
        *("get", _GAME + "events/", "follow_game", "games"),
        _(
            "The game as it goes on: state, version, presence and gone, as server-sent events. The"
            " first comes at once unless version is the current one."
        ),
        answer="",
        fails=(404, 422),
        kinds=(STREAM,),
        query=("version",),
    ),
    Operation(
        *("post", _GAME + "rematch/", "rematch", "games"),
        _("The same again, colours changed. By link both have to ask; url is null until then."),
        answer="Rematch",
        body=bodies.REMATCH,
        loose=True,
        fails=(404, 409, 422),
    ),
    Operation(
        *("post", _GAME + "fork/", "fork", "games"),
        _("A new game that begins with the first moves of this one."),
        answer="Url",
        body=bodies.FORK,
        loose=True,
        fails=(404, 409, 422),
    ),
    Operation(
        *("post", _GAME + "share/", "share", "games"),
        _("A page on which anyone may look at the game."),
        answer="Url",
        fails=(404, 422),
    ),
    Operation(
        *("get", _GAME + "review/", "get_review", "games"),
        _("What every move of the game was worth, if it has been reviewed; else null."),
        answer="Review",
        fails=(403, 404, 422),
    ),
    Operation(
        *("post", _GAME + "review/", "ask_review", "games"),
        _("A search that reviews the game. Asking again gives the same one; null: it is done."),
        answer="ReviewJob",
        body=bodies.REVIEW,
        loose=True,
        fails=(403, 404, 422),
        engine=True,
    ),
    Operation(
        *("post", "/api/join/{token}/", "join", "games"),
        _("Takes the seat that an invitation is for. Who has no name yet gets one in a cookie."),
        answer="Seat",
        fails=(404, 409, 422),
    ),
    Operation(
        *("post", "/api/jobs/", "ask_job", "searches"),
        _("A search for the computer's reply, or for a hint. Asking again gives the same one."),
        answer="JobAnswer",
        body=bodies.JOB,
        loose=True,
        fails=(404, 409, 422),
        engine=True,
    ),
    Operation(
        *("get", _JOB + "events/", "follow_job", "searches"),
        _("What a search tells: queued, thinking, then done, failed or cancelled."),
        answer="",
        fails=(204, 404),
        kinds=(STREAM,),
    ),
    Operation(
        *("post", _JOB + "hurry/", "hurry_job", "searches"),
        _("The search ends with the best it has."),
        fails=(404,),
    ),
    Operation(
        *("delete", _JOB, "cancel_job", "searches"),
        _("The answer is not wanted any more."),
        fails=(404,),
    ),
    Operation(
        *("get", "/api/openapi.json", "get_document", "about"),
        _("This document."),
        answer="Document",
    ),
    Operation(
        *("get", "/api/docs/", "get_docs", "about"),
        _("The same for people."),
        answer="",
        kinds=(PAGE,),
    ),
)

REASONS: dict[int, Text] = {
    200: _("Done."),
    201: _("It is made."),
    204: _("The search is over, and all of it was told."),
    400: _("The request is malformed; error.at names the field."),
    401: _("A token is missing or not known."),
    403: _("Not allowed: a request from a page needs its X-CSRFToken, a hint your turn."),
    404: _("There is no such thing of yours."),
    409: _("The game has gone on meanwhile: state is how it is now. Or the seat is taken."),
    413: _("More than 64 KB."),
    422: _("The rules, or the terms of the game, say no."),
    429: _("Too much or too fast; Retry-After says how long to wait."),
    503: _("Too many searches wait, or the database does not answer; Retry-After."),
}

_PARTS: dict[str, tuple[Data, Text]] = {
    "game_id": ({"type": "string", "pattern": "^[A-Za-z0-9_-]{1,24}$"}, _("The id of the game.")),
    "job_id": ({"type": "string", "pattern": "^[A-Za-z0-9_-]{1,32}$"}, _("The id of the search.")),
    "name": ({"type": "string", "pattern": "^[a-z0-9_]{1,64}$"}, _("The game's name.")),
    "token": (
        {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,24}$"},
        _("The last part of an invitation's address."),
    ),
    "token_id": (
        {"type": "integer", "minimum": 1, "maximum": 2**31 - 1},
        _("The id of the token, not the token itself."),
    ),
    "ply": (
        {"type": "integer", "minimum": 0, "maximum": 5000},
        _("After how many moves; 0 is the beginning."),
    ),
}
_QUERY: dict[str, tuple[Data, Text]] = {
    "ply": _PARTS["ply"],
    "page": ({"type": "integer", "minimum": 1, "maximum": 10_000}, _("Which page.")),
    "version": (
        {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
        _("The version that is known already."),
    ),
}
_HEADERS: dict[str, Text] = {
    "RateLimit-Limit": _("How many such requests may come at once."),
    "RateLimit-Remaining": _("How many of them are left."),
    "RateLimit-Reset": _("In how many seconds all of them are back."),
    ENGINE_LEFT: _("Seconds of engine time that are left, as of the beginning of the request."),
}


def document() -> Data:
    """The document in the visitor's language."""
    return _document(get_language() or "en")


@functools.lru_cache(maxsize=8)
def _document(_language: str) -> Data:
    paths: dict[str, Data] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _described(operation)
    about = _(
        "Play, analyse and follow board games by program. Programs bring a token; pages of this"
        " site use the same addresses with a cookie."
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Plyground",
            "version": importlib.metadata.version("plyground"),
            "description": str(about),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": str(told)} for name, told in GROUPS.items()],
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "headers": {name: _header(told) for name, told in _HEADERS.items()},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME},
            },
        },
    }


def _header(told: Text) -> Data:
    return {"description": str(told), "schema": {"type": "integer", "minimum": 0}}


def _described(operation: Operation) -> Data:
    names: list[Data] = [{"token": []}, {"cookie": []}]
    found: Data = {
        "operationId": operation.name,
        "tags": [operation.group],
        "summary": str(operation.told),
        "security": names if operation.needs_name else [{}, *names],
        "responses": _responses(operation),
    }
    if parameters := _parameters(operation):
        found["parameters"] = parameters
    if operation.body is not None:
        content = {JSON: {"schema": schema(operation.body, loose=operation.loose)}}
        needed = any(row.required for row in operation.body.values())
        found["requestBody"] = {"required": needed, "content": content}
    return found


def _parameters(operation: Operation) -> list[Data]:
    parts = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    rows = [("path", name, *_PARTS[name]) for name in parts]
    rows += [("query", name, *_QUERY[name]) for name in operation.query]
    return [
        {
            "name": name,
            "in": place,
            "required": place == "path",
            "description": str(told),
            "schema": shape,
        }
        for place, name, shape, told in rows
    ]


def statuses(operation: Operation) -> list[int]:
    """What may be answered besides success."""
    found = {401, 429, 503, *operation.fails}
    if operation.body is not None or operation.query:
        found.add(400)
    if operation.method != "get":
        found |= {400, 403, 413}
    return sorted(found)


def _responses(operation: Operation) -> Data:
    answers: Data = {str(operation.status): _success(operation)}
    for status in statuses(operation):
        answers[str(status)] = {"description": str(REASONS[status]), "headers": _headers(operation)}
        if status != 204:
            answers[str(status)]["content"] = {JSON: {"schema": named("Error")}}
    return answers


def _success(operation: Operation) -> Data:
    shapes = {kind: {"schema": {"type": "string"}} for kind in operation.kinds}
    if operation.answer:
        shapes[JSON] = {"schema": named(operation.answer)}
    reason = str(REASONS[operation.status])
    return {"description": reason, "headers": _headers(operation), "content": shapes}


def _headers(operation: Operation) -> Data:
    names = [name for name in _HEADERS if name != ENGINE_LEFT or operation.engine]
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
