"""What answers look like, as JSON Schema. `openapi.py` puts them into the document."""

from typing import Any

from plyground.learn.grading import GRADES

Data = dict[str, Any]

TEXT: Data = {"type": "string"}
WHOLE: Data = {"type": "integer", "minimum": 0}
NUMBER: Data = {"type": "number"}
FLAG: Data = {"type": "boolean"}
SIDE: Data = {"type": "string", "enum": ["black", "white"]}
VALUE: Data = {"type": ["string", "number", "boolean", "null"]}


def named(name: str) -> Data:
    """The schema of this name, by reference."""
    return {"$ref": f"#/components/schemas/{name}"}


def some(schema: Data) -> Data:
    """The same, or null."""
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    more = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [*kinds, "null"], **more}


def many(schema: Data) -> Data:
    """A list of such."""
    return {"type": "array", "items": schema}


def thing(**parts: Data) -> Data:
    """An object with all of these; `from_` is `from`. More may be added one day."""
    names = {name.rstrip("_"): part for name, part in parts.items()}
    return {"type": "object", "properties": names, "required": list(names)}


def mapping(schema: Data) -> Data:
    """An object with any names, and such values."""
    return {"type": "object", "additionalProperties": schema}


_POINTS = many(TEXT)
_SIDES_FLAGS = thing(black=FLAG, white=FLAG)
_RESULT = thing(winner=some(SIDE), code=TEXT, sentence=TEXT)
_MOVE = thing(text=TEXT, kind=TEXT, from_=some(TEXT), to=some(TEXT), piece=some(TEXT))
_SCORE = thing(black=NUMBER, white=NUMBER, unit=TEXT, shown=FLAG)
_CAPTURED = thing(black=WHOLE, white=WHOLE)
_SEAT = thing(kind={"enum": ["person", "computer"]}, spec=TEXT, name=TEXT)
_CAN = (
    *("undo", "redo", "pass", "resign", "draw", "hint", "agree", "rematch"),
    *("accept", "decline"),
)

_VIEW = thing(
    game=TEXT,
    shape={"enum": ["squares", "points"]},
    columns=_POINTS,
    rows=_POINTS,
    pieces=many(thing(at=TEXT, owner=SIDE, kind=TEXT)),
    hands=many(thing(owner=SIDE, kind=TEXT, count=WHOLE)),
    moves=many(_MOVE),
    last_move=some(_MOVE),
    marks=many(thing(kind=TEXT, at=_POINTS)),
    turn=SIDE,
    ply=WHOLE,
)

_AID = thing(kind=TEXT, owner=some(SIDE), at=_POINTS, points=_POINTS, count={"type": "integer"})

_LINK = thing(
    invite=some(TEXT),
    joined=FLAG,
    present=_SIDES_FLAGS,
    watchers=WHOLE,
    offer=some(thing(kind={"enum": ["undo", "draw", "agree", "play_on", "rematch"]}, by=SIDE)),
    next=some(TEXT),
)

_STATE = thing(
    id=TEXT,
    version=WHOLE,
    ply=WHOLE,
    last_ply=WHOLE,
    game=thing(name=TEXT, title=TEXT, options=mapping(VALUE)),
    view=named("View"),
    aids=many(_AID),
    seats=thing(black=_SEAT, white=_SEAT),
    me=some(SIDE),
    people=many(SIDE),
    speaker=some(SIDE),
    stage={"enum": ["playing", "counting", "over"]},
    to_move={"enum": ["person", "other", "computer", None]},
    situation=TEXT,
    result=some(_RESULT),
    can=thing(**dict.fromkeys(_CAN, FLAG)),
    score=some(_SCORE),
    captured=some(_CAPTURED),
    moves=many(thing(ply=WHOLE, text=TEXT, side=SIDE)),
    clock=some(thing(black=NUMBER, white=NUMBER, running=some(SIDE), increment=NUMBER)),
    strict=FLAG,
    teacher=FLAG,
    truth=FLAG,
    dead=_POINTS,
    shared=some(TEXT),
    job=some(named("Job")),
    note=TEXT,
    link=some(_LINK),
)

_OPTION = thing(
    name=TEXT,
    type={"enum": ["int", "float", "choice"]},
    default=VALUE,
    choices=many(VALUE),
    low=some(NUMBER),
    high=some(NUMBER),
    may_be_none=FLAG,
    sentence=TEXT,
    allowed=TEXT,
)
_RULES = thing(
    name=TEXT,
    title=TEXT,
    sentence=TEXT,
    options=many(_OPTION),
    levels=many(thing(player=TEXT, title=TEXT)),
    formats=many(TEXT),
)
_LISTED = thing(
    id=TEXT,
    game=TEXT,
    options=mapping(VALUE),
    version=WHOLE,
    ply=WHOLE,
    over=FLAG,
    winner=some(SIDE),
    seats=thing(black=TEXT, white=TEXT),
    me=some(SIDE),
    changed=TEXT,
    url=TEXT,
)
_CHANCE: Data = {"type": "number", "minimum": 0, "maximum": 1}
_LINE = thing(
    move=TEXT,
    pv=_POINTS,
    score=NUMBER,
    win_chance=_CHANCE,
    mate=some({"type": "integer"}),
    exact=FLAG,
    depth=WHOLE,
)
_EVALUATION = thing(
    score=NUMBER,
    win_chance=_CHANCE,
    mate=some({"type": "integer"}),
    exact=FLAG,
    depth=WHOLE,
    nodes=WHOLE,
    pv=_POINTS,
)

_JUDGED = thing(
    ply=WHOLE,
    side=SIDE,
    move=TEXT,
    best=TEXT,
    best_line=_POINTS,
    refutation=_POINTS,
    chance_before=_CHANCE,
    chance=_CHANCE,
    score_before=NUMBER,
    score=NUMBER,
    mate=some({"type": "integer"}),
    exact=FLAG,
    loss=_CHANCE,
    grade={"enum": list(GRADES)},
    forced=FLAG,
    why=many(thing(name=TEXT, sentence=TEXT, gain=NUMBER)),
)


def _with(schema: Data, **parts: Data) -> Data:
    more = thing(**parts)
    return {
        **schema,
        "properties": {**schema["properties"], **more["properties"]},
        "required": [*schema["required"], *more["required"]],
    }


SCHEMAS: dict[str, Data] = {
    "Error": thing(error=thing(code=TEXT, sentence=TEXT, at=some(TEXT))),
    "State": _STATE,
    "View": _VIEW,
    "Job": thing(id=TEXT, kind={"enum": ["reply", "hint", "review"]}),
    "JobAnswer": thing(job=named("Job")),
    "Review": thing(review=some(thing(effort=WHOLE, moves=many(_JUDGED)))),
    "ReviewJob": thing(job=some(named("Job"))),
    "Position": thing(
        ply=WHOLE,
        view=named("View"),
        position=TEXT,
        aids=many(_AID),
        score=some(_SCORE),
        captured=some(_CAPTURED),
    ),
    "Truth": thing(
        ply=WHOLE,
        side=SIDE,
        value=some({"type": "integer"}),
        exact=FLAG,
        moves=many(
            thing(
                text=TEXT,
                value={"type": "integer"},
                exact=FLAG,
                words=thing(label=TEXT, spoken=TEXT),
            )
        ),
        sentence=TEXT,
    ),
    "Url": thing(url=TEXT),
    "Rematch": {
        **thing(url=some(TEXT)),
        "properties": {"url": some(TEXT), "state": named("State")},
    },
    "Seat": thing(id=TEXT, url=TEXT, side=some(SIDE)),
    "Views": thing(views=many(named("View"))),
    "Nothing": {"type": "object", "maxProperties": 0},
    "Rules": _RULES,
    "AllRules": thing(games=many(named("Rules"))),
    "FullRules": _with(_RULES, rules=TEXT, position=TEXT, view=named("View")),
    "Games": thing(games=many(_LISTED), page=WHOLE, pages=WHOLE, total=WHOLE),
    "NewToken": thing(token=TEXT, id=WHOLE, label=TEXT),
    "Tokens": thing(tokens=many(thing(id=WHOLE, label=TEXT, created=TEXT, used=some(TEXT)))),
    "Move": thing(
        move=TEXT,
        position=TEXT,
        turn=some(SIDE),
        result=some(_RESULT),
        evaluation=some(_EVALUATION),
        seconds=NUMBER,
    ),
    "Analysis": thing(lines=many(_LINE), nodes=WHOLE, seconds=NUMBER),
    "Document": {"type": "object"},
}
