"""The bodies of requests: one table says what is allowed, what is told, and what the schema is."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Data = dict[str, Any]
Text = str | Promise  # in the visitor's language, once it is told

_UNFIT = re.compile("[\0\ud800-\udfff]")  # what no database and no answer can carry
_TEXT = "^[^\\x00]*$"


class Misread(ValueError):  # noqa: N818 - says what the request is
    """A body that is not as the table says: the field, and a sentence."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name
        self.sentence = sentence


@dataclass(frozen=True)
class Field:
    """One field of a body. Where it is not required, null is the same as nothing."""

    kind: str  # text, whole, number, flag, texts, object or values
    told: Text
    required: bool = False
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    longest: int = 200  # letters of a text
    most: int = 0  # texts of a list
    fields: "Mapping[str, Field]" = field(default_factory=dict)
    usual: Any = None  # what is meant where nothing is said
    example: Any = None

    def read(self, name: str, value: Any) -> Any:
        """The value, or Misread."""
        if self.kind == "object" and isinstance(value, dict):
            return read(self.fields, value, name)
        fits = getattr(self, f"_{self.kind}")
        if not fits(name, value):
            raise Misread(name, self._sentence(name))
        return int(value) if self.kind == "whole" else value

    def _text(self, _name: str, value: Any) -> bool:
        fits = isinstance(value, str) and len(value) <= self.longest and not _UNFIT.search(value)
        return fits and (not self.choices or value in self.choices)

    def _whole(self, name: str, value: Any) -> bool:
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        return whole and self._number(name, value)

    def _number(self, _name: str, value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        return low <= value <= high and value not in (-math.inf, math.inf)

    def _flag(self, _name: str, value: Any) -> bool:
        return isinstance(value, bool)

    def _texts(self, name: str, value: Any) -> bool:
        if not isinstance(value, list) or len(value) > self.most:
            return False
        return all(self._text(name, one) for one in value)

    def _object(self, _name: str, _value: Any) -> bool:
        return False  # or it would have been read

    def _values(self, _name: str, value: Any) -> bool:
        """Options of a game: the game itself judges them."""
        if not isinstance(value, dict) or len(value) > self.most:
            return False
        return all(self._text("", key) and _is_value(one) for key, one in value.items())

    def _sentence(self, name: str) -> str:
        values = {"name": name, "low": _shown(self.low), "high": _shown(self.high)}
        values |= {"longest": str(self.longest), "most": str(self.most)}
        if self.choices:
            values["choices"] = ", ".join(self.choices)
            return gettext("%(name)s can be: %(choices)s.") % values
        return str(_SENTENCES[self.kind]) % values

    def schema(self) -> Data:
        """What JSON Schema says of it."""
        found: Data = {**getattr(self, f"_{self.kind}_schema")(), "description": str(self.told)}
        if not self.required:
            found["type"] = [found["type"], "null"]
            if "enum" in found:
                found["enum"] = [*found["enum"], None]
        if self.usual is not None:
            found["default"] = self.usual
        if self.example is not None:
            found["examples"] = [self.example]
        return found

    def _text_schema(self) -> Data:
        if self.choices:
            return {"type": "string", "enum": list(self.choices)}
        return {"type": "string", "maxLength": self.longest, "pattern": _TEXT}

    def _whole_schema(self) -> Data:
        return {**self._number_schema(), "type": "integer"}

    def _number_schema(self) -> Data:
        bounds = {"minimum": self.low, "maximum": self.high}
        return {
            "type": "number",
            **{name: value for name, value in bounds.items() if value is not None},
        }

    def _flag_schema(self) -> Data:
        return {"type": "boolean"}

    def _texts_schema(self) -> Data:
        return {"type": "array", "items": self._text_schema(), "maxItems": self.most}

    def _object_schema(self) -> Data:
        return schema(self.fields)

    def _values_schema(self) -> Data:
        values = {"type": ["string", "number", "boolean", "null"], "maxLength": 200}
        return {"type": "object", "additionalProperties": values, "maxProperties": self.most}


_SENTENCES = {
    "text": _("%(name)s is a text of at most %(longest)s letters."),
    "whole": _("%(name)s is a whole number from %(low)s to %(high)s."),
    "number": _("%(name)s is a number from %(low)s to %(high)s."),
    "flag": _("%(name)s is true or false."),
    "texts": _("%(name)s is a list of at most %(most)s texts."),
    "object": _("%(name)s is a JSON object."),
    "values": _("%(name)s is a JSON object with names and plain values."),
}


def _is_value(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= 200 and not _UNFIT.search(value)
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, bool | int)


def _shown(number: float | None) -> str:
    return "" if number is None else f"{number:.15g}"


def read(fields: Mapping[str, Field], given: Data, within: str = "") -> Data:
    """All fields of a body, checked; Misread names the one that is wrong, missing or none of ours.

    >>> read({"seconds": Field("number", "How long.", low=0, high=10, usual=1.0)}, {})
    {'seconds': 1.0}
    """
    inside = f"{within}." if within else ""
    for name in given:
        if name not in fields:
            values = {"name": _printed(inside + name), "names": ", ".join(fields)}
            if not fields:
                raise Misread("", gettext("There is no field %(name)s here.") % values)
            raise Misread("", gettext("There is no field %(name)s; there are: %(names)s.") % values)
    found: Data = {}
    for name, row in fields.items():
        value = given.get(name)
        if value is not None:
            found[name] = row.read(inside + name, value)
        elif row.required:
            raise Misread(inside + name, gettext("%(name)s is missing.") % {"name": inside + name})
        else:
            found[name] = row.usual
    return found


def _printed(text: str) -> str:
    """A name somebody gave, short and fit to be told."""
    return text[:40].encode("ascii", "backslashreplace").decode()


def schema(fields: Mapping[str, Field], *, loose: bool = False) -> Data:
    """The JSON Schema of a body; a loose one may have other fields as well, which mean nothing."""
    found: Data = {
        "type": "object",
        "properties": {name: row.schema() for name, row in fields.items()},
        "additionalProperties": loose,
    }
    if needed := [name for name, row in fields.items() if row.required]:
        found["required"] = needed
    return found
