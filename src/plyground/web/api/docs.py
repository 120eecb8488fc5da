"""The OpenAPI document, as JSON and as a page."""

import json
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from plyground.web.api.document import document as openapi_document
from plyground.web.api.document import parameters, shape_of
from plyground.web.api.operations import (
    GROUPS,
    OPERATIONS,
    REASONS,
    STREAM,
    Operation,
    statuses,
)
from plyground.web.api.schema import Schema
from plyground.web.contract.body import Text
from plyground.web.contract.values import Nothing

_INDENT = "  "


@dataclass(frozen=True)
class FieldRow:
    """A parameter or a field of a body, as a row of the page."""

    name: str
    kind: str
    required: bool
    description: str


@dataclass(frozen=True)
class Shown:
    """An operation as shown on the page."""

    name: str
    method: str
    path: str
    description: Text
    fields: list[FieldRow]
    answer: str
    stream: bool
    needs_name: bool
    status: int
    fails: list[tuple[int, Text]]


@require_safe
def document(_request: HttpRequest) -> HttpResponse:
    """The OpenAPI document."""
    return JsonResponse(openapi_document())


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The documentation page."""
    found = openapi_document()
    shapes: dict[str, Schema] = found["components"]["schemas"]
    groups = [
        {
            "name": name,
            "title": title,
            "operations": [_shown(one, shapes) for one in OPERATIONS if one.group == name],
        }
        for name, title in GROUPS.items()
    ]
    bodies = {one.body.__name__ for one in OPERATIONS if one.body is not None}
    hidden = bodies | {"ClockRequest", Nothing.__name__}
    outlines = [
        {"name": name, "text": outline(shape)}
        for name, shape in shapes.items()
        if name not in hidden
    ]
    values = {
        "about": found["info"]["description"],
        "groups": groups,
        "shapes": outlines,
        "address": f"{request.scheme}://{request.get_host()}",
    }
    return render(request, "api/api.html", values)


def _shown(operation: Operation, shapes: dict[str, Schema]) -> Shown:
    fields = [
        FieldRow(name, _kind(shape_of(row)), place == "path", str(row.description))
        for place, name, row in parameters(operation)
    ]
    if operation.body is not None:
        fields += _fields(shapes[operation.body.__name__], shapes)
    answer = operation.answer
    return Shown(
        operation.name,
        operation.method.upper(),
        operation.path,
        operation.description,
        fields,
        "" if answer is None or answer is Nothing else answer.__name__,
        STREAM in operation.kinds,
        operation.needs_name,
        operation.status,
        [(one, REASONS[one]) for one in statuses(operation)],
    )


def _fields(body: Schema, shapes: dict[str, Schema], within: str = "") -> list[FieldRow]:
    rows: list[FieldRow] = []
    for name, shape in body["properties"].items():
        description = shape["description"]
        if "default" in shape:
            default = _("The default is %(value)s.") % {"value": json.dumps(shape["default"])}
            description = f"{description} {default}"
        needed = name in body.get("required", ())
        inner = next((one for one in shape.get("anyOf", ()) if "$ref" in one), None)
        if inner is not None:
            within_it = shapes[inner["$ref"].rpartition("/")[2]]
            rows.append(FieldRow(within + name, _kind(within_it), needed, description))
            rows += _fields(within_it, shapes, f"{within}{name}.")
        else:
            rows.append(FieldRow(within + name, _kind(shape), needed, description))
    return rows


def _kind(shape: Schema) -> str:
    """The type of a value, in a few words."""
    if "anyOf" in shape:
        return ", ".join(_kind(one) for one in shape["anyOf"])
    if "enum" in shape:
        return ", ".join(str(one) for one in shape["enum"] if one is not None)
    kinds = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
    words = {
        "string": _("text"),
        "integer": _("whole number"),
        "number": _("number"),
        "boolean": _("true or false"),
        "array": _("list"),
        "object": _("object"),
    }
    kind = words[kinds[0]]
    if "minimum" in shape and "maximum" in shape and shape["maximum"] < 2**31 - 1:
        kind += f", {shape['minimum']:g} \N{EN DASH} {shape['maximum']:g}"
    return kind


def outline(shape: Schema, indent: str = "") -> str:
    r"""A schema in the form of an example.

    >>> outline({"type": "object", "properties": {"url": {"type": ["string", "null"]}}})
    '{\n  url: string | null\n}'
    """
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " | ".join(outline(one, indent) for one in shape["anyOf"])
    if "enum" in shape:
        return " | ".join(json.dumps(one) for one in shape["enum"])
    kinds = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
    return " | ".join(_outlined(kind, shape, indent) for kind in kinds)


def _outlined(kind: str, shape: Schema, indent: str) -> str:
    if kind == "array":
        return f"[{outline(shape['items'], indent)}, ...]"
    if kind == "object" and shape.get("properties"):
        deeper = indent + _INDENT
        rows = [
            f"{deeper}{name}: {outline(one, deeper)}" for name, one in shape["properties"].items()
        ]
        return "{\n" + "\n".join(rows) + f"\n{indent}}}"
    if kind == "object" and "additionalProperties" in shape:
        return f"{{name: {outline(shape['additionalProperties'], indent)}, ...}}"
    return kind
