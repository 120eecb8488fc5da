"""The contract as an OpenAPI document, made from the table of operations and their types."""

import functools
import importlib.metadata
from typing import Any, TypeAlias

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from plyground.web.api.operations import (
    GROUPS,
    HEADERS,
    JSON,
    OPERATIONS,
    PARTS,
    QUERY,
    REASONS,
    Operation,
    Parameter,
    statuses,
)
from plyground.web.api.schema import Schema, components, named
from plyground.web.contract.body import Text
from plyground.web.contract.values import ENGINE_LEFT, ErrorAnswer

Part: TypeAlias = dict[str, object]  # of the document


def document() -> dict[str, Any]:
    """The document in the visitor's language."""
    return _document(get_language() or "en")


@functools.lru_cache(maxsize=8)
def _document(_language: str) -> dict[str, Any]:
    paths: dict[str, dict[str, Part]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _described(operation)
    about = _(
        "Play, analyse and follow board games from a program. Programs send a token; the pages of"
        " this site use the same URLs with a cookie."
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
        "tags": [
            {"name": name, "description": str(description)} for name, description in GROUPS.items()
        ],
        "paths": paths,
        "components": {
            "schemas": components(_types()),
            "headers": {name: _header(description) for name, description in HEADERS.items()},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME},
            },
        },
    }


def _types() -> list[type]:
    """All types that an operation takes or returns."""
    found: list[type | None] = [ErrorAnswer]
    for operation in OPERATIONS:
        found += [operation.body, operation.answer]
        found += [one for kinds in operation.events.values() for one in kinds]
    return [one for one in found if one is not None]


def _header(description: Text) -> Part:
    return {"description": str(description), "schema": {"type": "integer", "minimum": 0}}


def _described(operation: Operation) -> Part:
    names: list[Part] = [{"token": []}, {"cookie": []}]
    found: Part = {
        "operationId": operation.name,
        "tags": [operation.group],
        "summary": str(operation.description),
        "security": names if operation.needs_name else [{}, *names],
        "responses": _responses(operation),
    }
    if rows := _parameters(operation):
        found["parameters"] = rows
    if operation.body is not None:
        shape = components([operation.body])[operation.body.__name__]
        found["requestBody"] = {
            "required": bool(shape.get("required")),
            "content": {JSON: {"schema": named(operation.body)}},
        }
    if operation.events:
        found["x-events"] = {name: _event(kinds) for name, kinds in operation.events.items()}
    return found


def _event(kinds: tuple[type, ...]) -> Schema:
    """The data of an event: one shape, or one of several."""
    return named(kinds[0]) if len(kinds) == 1 else {"anyOf": [named(kind) for kind in kinds]}


def parameters(operation: Operation) -> list[tuple[str, str, Parameter]]:
    """Each parameter's location, name, and type."""
    parts = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    rows = [("path", name, PARTS[name]) for name in parts]
    return rows + [("query", name, QUERY[name]) for name in operation.query]


def _parameters(operation: Operation) -> list[Part]:
    return [
        {
            "name": name,
            "in": place,
            "required": place == "path",
            "description": str(row.description),
            "schema": shape_of(row),
        }
        for place, name, row in parameters(operation)
    ]


def shape_of(row: Parameter) -> Schema:
    """The schema of a parameter."""
    if row.pattern:
        return {"type": "string", "pattern": row.pattern}
    return {"type": "integer", "minimum": row.low, "maximum": row.high}


def _responses(operation: Operation) -> Part:
    answers: Part = {str(operation.status): _success(operation)}
    for status in statuses(operation):
        answer: Part = {"description": str(REASONS[status]), "headers": _headers(operation)}
        if status != 204:
            answer["content"] = {JSON: {"schema": named(ErrorAnswer)}}
        answers[str(status)] = answer
    return answers


def _success(operation: Operation) -> Part:
    shapes: Part = {kind: {"schema": {"type": "string"}} for kind in operation.kinds}
    if JSON in shapes:
        answer = operation.answer
        shapes[JSON] = {"schema": named(answer) if answer else {"type": "object"}}
    reason = str(REASONS[operation.status])
    return {"description": reason, "headers": _headers(operation), "content": shapes}


def _headers(operation: Operation) -> Part:
    names = [name for name in HEADERS if name != ENGINE_LEFT or operation.engine]
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
