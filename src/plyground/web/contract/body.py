"""Reads requests: pydantic models, with our own sentence for each error."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from annotated_types import MaxLen
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    Strict,
    ValidationError,
    ValidatorFunctionWrapHandler,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, ErrorDetails, core_schema

Text = str | Promise  # translated to the visitor's language when it is shown

_UNFIT = re.compile("[\0\ud800-\udfff]")  # characters that databases and answers cannot contain
_TEXT = "^[^\\x00]*$"
_LONGEST_VALUE = 200


class Misread(ValueError):  # noqa: N818 - says what the request is
    """A request that does not match its model: the field, and a sentence."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name
        self.sentence = sentence


@dataclass(frozen=True, eq=False, repr=False)
class Description:
    """The text about a field for people; `wrong` replaces the default error sentence.

    A field is `needed` if the document says so although the view reports it when it is missing. Two
    are never equal, because a comparison would translate them before the language is known.
    """

    text: Text
    example: object = None
    wrong: Text = ""
    needed: bool = False

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return handler(source)


@dataclass(frozen=True)
class Letters:
    """A text with at most this many letters."""

    longest: int = 200

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        plain = core_schema.str_schema(
            strict=True, max_length=self.longest, pattern=_TEXT, regex_engine="python-re"
        )
        return core_schema.no_info_before_validator_function(_fit, plain)


@dataclass(frozen=True)
class Cut(Letters):
    """A text cut to a number of letters; the code that uses it reports errors in it."""

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(
            lambda text: text[: self.longest], core_schema.str_schema(strict=True)
        )

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"type": "string", "maxLength": self.longest, "pattern": _TEXT}


@dataclass(frozen=True)
class AnyText:
    """Any text; a value that is not a text counts as empty. `choices` are the meaningful ones."""

    choices: tuple[str, ...] = ()

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            lambda value: value if isinstance(value, str) else ""
        )

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"type": "string", **({"enum": list(self.choices)} if self.choices else {})}


@dataclass(frozen=True)
class OneOf:
    """One of these texts, or a text with a pattern, like the example."""

    choices: tuple[str, ...]
    pattern: str = ""
    example: str = ""

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        listed = core_schema.literal_schema(list(self.choices))
        if not self.pattern:
            return listed
        other = core_schema.str_schema(pattern=f"^{self.pattern}$", strict=True)
        return core_schema.union_schema([listed, other], mode="left_to_right")


@dataclass(frozen=True)
class Between:
    """A number in a range; an integer if the field is an int."""

    low: float
    high: float

    def __get_pydantic_core_schema__(
        self, source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        if float in _kinds(source):
            plain = core_schema.float_schema(
                strict=True, ge=self.low, le=self.high, allow_inf_nan=False
            )
            return core_schema.no_info_before_validator_function(_number, plain)
        whole = core_schema.int_schema(strict=True, ge=int(self.low), le=int(self.high))
        return core_schema.no_info_before_validator_function(_whole, whole)


@dataclass(frozen=True)
class Lenient:
    """An invalid value is read as this one: the view that uses it reports the error.

    Such requests are about a game, and the view first checks whether the game has changed.
    """

    instead: object = None
    keeps_null: bool = False  # null is an invalid value, which differs from a missing one

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self._read, handler(source))

    def _read(self, value: object, read: ValidatorFunctionWrapHandler) -> object:
        try:
            return read(value)
        except ValidationError:
            return self.instead


def _fit(value: object) -> object:
    if isinstance(value, str) and _UNFIT.search(value):
        raise ValueError
    return value


def _whole(value: object) -> object:
    """JSON has one kind of number: 2.0 is an integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _number(value: object) -> object:
    return math.inf if isinstance(value, int) and abs(value) > 2**62 else value


def _value(value: object) -> object:
    """An option of a game, which the game itself checks."""
    if isinstance(value, str):
        if len(value) > _LONGEST_VALUE or _UNFIT.search(value):
            raise ValueError
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError
    elif value is not None and not isinstance(value, int):
        raise ValueError
    return value


@dataclass(frozen=True)
class _PlainValue:
    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(_value)

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"type": ["string", "number", "boolean", "null"], "maxLength": _LONGEST_VALUE}


Line = Annotated[str, Letters()]
Flag = Annotated[bool, Strict()]
Value = Annotated[str | int | float | None, _PlainValue()]


class Body(BaseModel):
    """The body of a request. A null field is the same as a missing one."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    @model_validator(mode="before")
    @classmethod
    def _drop_null(cls, given: object) -> object:
        if not isinstance(given, dict):
            return given
        found = {}
        for key, value in given.items():
            if key not in cls.model_fields:
                found[_printed(str(key))] = value  # pydantic cannot even refuse some names
            elif value is not None or _keeps_null(cls.model_fields[key]):
                found[key] = value
        return found

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        found = handler.resolve_ref_schema(handler(schema))
        properties = found.get("properties", {})
        for name, field in cls.model_fields.items():
            description = _found(field, Description) or Description("")
            needed = field.is_required() or description.needed
            properties[name] = shape = nullable(properties[name], not needed)
            shape["description"] = str(description.text)
            if description.example is not None:
                shape["examples"] = [description.example]
            if shape.get("default") in (None, "", [], {}):
                shape.pop("default", None)
            if description.needed:
                found.setdefault("required", []).append(name)
        found["additionalProperties"] = cls.model_config.get("extra") == "ignore"
        return found


class LooseBody(Body):
    """A body that may have other fields, which are ignored."""

    model_config = ConfigDict(extra="ignore")


AnyBody = TypeVar("AnyBody", bound=Body)


def nullable(shape: JsonSchemaValue, optional: bool) -> JsonSchemaValue:
    """The schema of a field, which may be null if it may be missing."""
    if optional and "anyOf" in shape:
        first, *others = shape["anyOf"]
        return {**shape, "anyOf": [nullable(first, optional), *others]}
    if not optional or "type" not in shape:
        return shape
    kinds = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
    shape = {**shape, "type": [*(kind for kind in kinds if kind != "null"), "null"]}
    if "enum" in shape:
        shape["enum"] = [*shape["enum"], None]
    return shape


def read(model: type[AnyBody], given: object) -> AnyBody:
    """The request, checked; Misread names the field that is wrong, missing or unknown.

    >>> class Clock(Body):
    ...     seconds: Annotated[float, Between(0, 10)] = 1.0
    >>> read(Clock, {}).seconds
    1.0
    >>> read(Clock, {"seconds": 11})
    Traceback (most recent call last):
        ...
    plyground.web.contract.body.Misread: seconds must be a number from 0 to 10.
    """
    try:
        return model.model_validate(given)
    except ValidationError as error:
        rows = error.errors(include_url=False, include_context=False, include_input=False)
        raise _misread(model, [(row["loc"], row) for row in rows]) from None


_Rows = list[tuple[tuple[int | str, ...], ErrorDetails]]


def _misread(model: type[BaseModel], rows: _Rows, inside: str = "") -> Misread:
    """The first error: unknown names, then the fields in order."""
    for place, row in rows:
        if row["type"] == "extra_forbidden" and len(place) == 1:
            values = {"name": inside + str(place[0])}
            values["names"] = ", ".join(model.model_fields)
            if not model.model_fields:
                return Misread("", gettext("There is no field %(name)s here.") % values)
            return Misread(
                "", gettext("There is no field %(name)s. The fields are: %(names)s.") % values
            )
    place, row = rows[0]
    name = str(place[0])
    field = model.model_fields[name]
    within = _model_of(field.annotation)
    if within is not None and len(place) > 1:
        deeper = [(place[1:], row) for place, row in rows if place[0] == name]
        return _misread(within, deeper, f"{inside}{name}.")
    description = _found(field, Description)
    if row["type"] == "missing" and not (description and description.wrong):
        return Misread(inside + name, gettext("%(name)s is missing.") % {"name": inside + name})
    return Misread(inside + name, _sentence(inside + name, field))


def _model_of(annotation: Any) -> type[BaseModel] | None:
    return next((kind for kind in _kinds(annotation) if _is_model(kind)), None)


def _is_model(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _kinds(annotation: Any) -> list[Any]:
    """The types of a field, except None."""
    if get_origin(annotation) is Annotated:
        return _kinds(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return [one for part in get_args(annotation) for one in _kinds(part)]
    return [] if annotation is type(None) else [annotation]


def _keeps_null(field: FieldInfo) -> bool:
    lenient = _found(field, Lenient)
    return lenient is not None and lenient.keeps_null


_Marker = TypeVar("_Marker")


def _found(field: FieldInfo, kind: type[_Marker]) -> _Marker | None:
    """The annotations of this kind on a field, at any level."""
    return next(
        (one for one in (*field.metadata, *_marks(field.annotation)) if isinstance(one, kind)), None
    )


def _marks(annotation: Any) -> Iterable[object]:
    if get_origin(annotation) is Annotated:
        kind, *marks = get_args(annotation)
        yield from marks
        yield from _marks(kind)
    elif get_origin(annotation) in (Union, UnionType, list):
        for part in get_args(annotation):
            yield from _marks(part)


def _sentence(name: str, field: FieldInfo) -> str:
    """The allowed values of a field, from its type."""
    if (description := _found(field, Description)) is not None and description.wrong:
        return str(description.wrong) % {"name": name}
    between = _found(field, Between)
    letters, most = _found(field, Letters), _found(field, MaxLen)
    values = {
        "name": name,
        "low": f"{between.low:.15g}" if between else "",
        "high": f"{between.high:.15g}" if between else "",
        "longest": str(letters.longest) if letters else "",
        "most": str(most.max_length) if most else "",
    }
    kind = _kinds(field.annotation)[0]
    choices = _found(field, OneOf)
    if choices is not None or get_origin(kind) is Literal:
        listed = choices.choices if choices else get_args(kind)
        others = [choices.example] if choices and choices.pattern else []
        values["choices"] = ", ".join([*listed, *others])
        return gettext("%(name)s must be one of: %(choices)s.") % values
    plain = BaseModel if _is_model(kind) else get_origin(kind) or kind
    return str(_SENTENCES[plain]) % values


_SENTENCES: dict[object, Text] = {
    str: _("%(name)s must be a text of at most %(longest)s characters."),
    int: _("%(name)s must be a whole number from %(low)s to %(high)s."),
    float: _("%(name)s must be a number from %(low)s to %(high)s."),
    bool: _("%(name)s must be true or false."),
    list: _("%(name)s must be a list of at most %(most)s texts."),
    BaseModel: _("%(name)s must be a JSON object."),
    dict: _("%(name)s must be a JSON object with names and plain values."),
}


def _printed(text: str) -> str:
    """A name from a request, shortened and safe to show."""
    return text[:40].encode("ascii", "backslashreplace").decode()
