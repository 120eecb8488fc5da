"""The contract as an OpenAPI document, made from the table of operations and their types."""

import functools
import importlib.metadata

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from pydantic.json_schema import JsonSchemaValue

from plyground.web.contract.body import Text
from plyground.web.contract.operations import (
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
from plyground.web.contract.schema import components, named
from plyground.web.contract.values import ENGINE_LEFT, ErrorAnswer


def document() -> JsonSchemaValue:
    """The document in the visitor's language."""
    return _document(get_language() or "en")


@functools.lru_cache(maxsize=8)
def _document(_language: str) -> JsonSchemaValue:
    paths: dict[str, JsonSchemaValue] = {}
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
            "schemas": components(_types()),
            "headers": {name: _header(told) for name, told in HEADERS.items()},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME},
            },
        },
    }


def _types() -> list[type]:
    """Whatever an operation takes or answers."""
    found: list[type | None] = [ErrorAnswer]
    for operation in OPERATIONS:
        found += [operation.body, operation.answer]
        found += [one for kinds in operation.events.values() for one in kinds]
    return [one for one in found if one is not None]


def _header(told: Text) -> JsonSchemaValue:
    return {"description": str(told), "schema": {"type": "integer", "minimum": 0}}


def _described(operation: Operation) -> JsonSchemaValue:
    names: list[JsonSchemaValue] = [{"token": []}, {"cookie": []}]
    found: JsonSchemaValue = {
        "operationId": operation.name,
        "tags": [operation.group],
        "summary": str(operation.told),
        "security": names if operation.needs_name else [{}, *names],
        "responses": _responses(operation),
    }
    if parameters := _parameters(operation):
        found["parameters"] = parameters
    if operation.body is not None:
        shape = components([operation.body])[operation.body.__name__]
        found["requestBody"] = {
            "required": bool(shape.get("required")),
            "content": {JSON: {"schema": named(operation.body)}},
        }
    if operation.events:
        found["x-events"] = {name: _event(kinds) for name, kinds in operation.events.items()}
    return found


def _event(kinds: tuple[type, ...]) -> JsonSchemaValue:
    """The data of an event: one shape, or one of several."""
    return named(kinds[0]) if len(kinds) == 1 else {"anyOf": [named(kind) for kind in kinds]}


def _parameters(operation: Operation) -> list[JsonSchemaValue]:
    parts = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    rows = [("path", name, PARTS[name]) for name in parts]
    rows += [("query", name, QUERY[name]) for name in operation.query]
    return [
        {
            "name": name,
            "in": place,
            "required": place == "path",
            "description": str(row.told),
            "schema": _parameter(row),
        }
        for place, name, row in rows
    ]


def _parameter(row: Parameter) -> JsonSchemaValue:
    if row.pattern:
        return {"type": "string", "pattern": row.pattern}
    return {"type": "integer", "minimum": row.low, "maximum": row.high}


def _responses(operation: Operation) -> JsonSchemaValue:
    answers: JsonSchemaValue = {str(operation.status): _success(operation)}
    for status in statuses(operation):
        answers[str(status)] = {"description": str(REASONS[status]), "headers": _headers(operation)}
        if status != 204:
            answers[str(status)]["content"] = {JSON: {"schema": named(ErrorAnswer)}}
    return answers


def _success(operation: Operation) -> JsonSchemaValue:
    shapes: JsonSchemaValue = {kind: {"schema": {"type": "string"}} for kind in operation.kinds}
    if JSON in shapes:
        answer = operation.answer
        shapes[JSON] = {"schema": named(answer) if answer else {"type": "object"}}
    reason = str(REASONS[operation.status])
    return {"description": reason, "headers": _headers(operation), "content": shapes}


def _headers(operation: Operation) -> JsonSchemaValue:
    names = [name for name in HEADERS if name != ENGINE_LEFT or operation.engine]
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
