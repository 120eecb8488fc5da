"""Checks that the data of a page matches the contract, key for key."""

from typing import Any, cast

import jsonschema_rs

from plyground.web.api import schema


def assert_fits(kind: Any, data: object) -> None:
    """Fails if a key is missing, has another type, or is unknown to the contract."""
    shapes = cast(dict[str, dict[str, Any]], schema.components([kind]))
    for shape in shapes.values():
        if "properties" in shape:
            shape["additionalProperties"] = False
    jsonschema_rs.validate({**schema.named(kind), "components": {"schemas": shapes}}, data)
