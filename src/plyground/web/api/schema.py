"""The contract as JSON Schema: pydantic writes it, a little shorter than it would by itself."""

import functools
from collections.abc import Iterable
from typing import Any, cast

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core import core_schema
from typing_extensions import TypedDict

_REF = "#/components/schemas/{model}"

# What a schema of ours may have in it.
Schema = TypedDict(
    "Schema",
    {
        "$ref": str,
        "type": str | list[str],
        "enum": list[object],
        "anyOf": list["Schema"],
        "items": "Schema",
        "properties": dict[str, "Schema"],
        "additionalProperties": "Schema",
        "required": list[str],
        "description": str,
        "default": object,
        "minimum": float,
        "maximum": float,
        "maxProperties": int,
        "pattern": str,
    },
    total=False,
)


class _Generator(GenerateJsonSchema):
    """No titles, which repeat names; `type: [x, "null"]` instead of a choice of two schemas."""

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        found = super().generate_inner(schema)
        found.pop("title", None)
        return found

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - none is
        return False

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        inner = self.generate_inner(schema["schema"])
        if "type" not in inner:
            return super().nullable_schema(schema)
        kinds = inner["type"] if isinstance(inner["type"], list) else [inner["type"]]
        found = {**inner, "type": [*kinds, "null"]}
        if "enum" in inner:
            found["enum"] = [*inner["enum"], None]
        return found

    def union_schema(self, schema: core_schema.UnionSchema) -> JsonSchemaValue:
        found = super().union_schema(schema)
        parts = found.get("anyOf", [])
        if any(set(part) != {"type"} for part in parts):
            return found
        kinds = [part["type"] for part in parts]
        if "integer" in kinds and "number" in kinds:  # to Python, true and false are whole numbers
            kinds[kinds.index("integer")] = "boolean"
        return {"type": kinds}


@functools.cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """What checks and describes an answer."""
    return TypeAdapter(kind)


def components(kinds: Iterable[Any]) -> dict[str, Schema]:
    """The schemas of these types and of all that they name, each under its own name."""
    rows = list(dict.fromkeys(kinds))
    modes: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        (kind.__name__, "validation" if _is_request(kind) else "serialization", adapter(kind))
        for kind in rows
    ]
    _, found = TypeAdapter.json_schemas(modes, ref_template=_REF, schema_generator=_Generator)
    whole = found.get("$defs", {})
    for name, shape in whole.items():
        shape.pop("title", None)
        if name == "Nothing":
            shape["maxProperties"] = 0
    return cast(dict[str, Schema], dict(sorted(whole.items())))


def _is_request(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def named(kind: Any) -> Schema:
    """The schema of this type, by reference."""
    return {"$ref": _REF.format(model=kind.__name__)}
