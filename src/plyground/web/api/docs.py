"""The API's document, as JSON and as a page."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from plyground.web.api import openapi
from plyground.web.api.openapi import GROUPS, OPERATIONS, REASONS, Operation
from plyground.web.api.schemas import SCHEMAS

Data = dict[str, Any]

_INDENT = "  "


@require_safe
def document(_request: HttpRequest) -> HttpResponse:
    """The document for programs."""
    return JsonResponse(openapi.document())


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The document for people."""
    found = openapi.document()
    groups = [
        {
            "name": name,
            "title": told,
            "operations": [
                _shown(one, found["paths"][one.path][one.method])
                for one in OPERATIONS
                if one.group == name
            ],
        }
        for name, told in GROUPS.items()
    ]
    shapes = [{"name": name, "text": outline(shape)} for name, shape in SCHEMAS.items()]
    values = {
        "about": found["info"]["description"],
        "groups": groups,
        "shapes": [shape for shape in shapes if shape["name"] not in ("Nothing", "Document")],
        "address": f"{request.scheme}://{request.get_host()}",
    }
    return render(request, "api/api.html", values)


def _shown(operation: Operation, described: Data) -> Data:
    """An operation as the page tells it."""
    fields = [
        {
            "name": one["name"],
            "kind": _kind(one["schema"]),
            "required": one["required"],
            "told": one["description"],
        }
        for one in described.get("parameters", [])
    ]
    if operation.body is not None:
        body = described["requestBody"]["content"][openapi.JSON]["schema"]
        fields += _fields(body)
    return {
        "name": operation.name,
        "method": operation.method.upper(),
        "path": operation.path,
        "told": operation.told,
        "fields": fields,
        "answer": operation.answer if operation.answer not in ("Nothing", "Document", "") else "",
        "stream": openapi.STREAM in operation.kinds,
        "needs_name": operation.needs_name,
        "status": operation.status,
        "fails": [{"status": one, "told": REASONS[one]} for one in openapi.statuses(operation)],
    }


def _fields(body: Data, within: str = "") -> list[Data]:
    rows = []
    for name, shape in body["properties"].items():
        told = shape["description"]
        if "default" in shape:
            usual = {"value": json.dumps(shape["default"])}
            told = f"{told} {_('Usually %(value)s.') % usual}"
        needed = name in body.get("required", ())
        rows.append({"name": within + name, "kind": _kind(shape), "required": needed, "told": told})
        if "properties" in shape:
            rows += _fields(shape, f"{within}{name}.")
    return rows


def _kind(shape: Data) -> str:
    """What a value may be, in a few words."""
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


def outline(shape: Data, indent: str = "") -> str:
    r"""A schema as people write down an example.

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


def _outlined(kind: str, shape: Data, indent: str) -> str:
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
