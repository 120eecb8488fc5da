"""What a page is told of a game: what the desk sees, who sits where, and sentences about it."""

import time
from typing import Any

from django.urls import reverse

from plyground.sitting.session import PERSON, SIDES
from plyground.view import Turn, other
from plyground.web import desks, words
from plyground.web.clocks import read_times
from plyground.web.models import Game
from plyground.web.sheet import Sheet

Data = dict[str, Any]


def build(
    row: Game, sheet: Sheet, job: Data | None = None, note: str = "", since: float | None = None
) -> Data:
    """The state as docs/web.md describes it; `since` is when the search of the job began."""
    picture = desks.of(row.name).picture(sheet)
    view, people = picture["view"], picture["people"]
    result = picture["result"]
    return {
        "id": row.pk,
        "version": row.version,
        "ply": sheet.at,
        "last_ply": len(sheet.moves),
        "game": {**picture["game"], "title": words.title(picture["game"]["title"])},
        "view": view,
        "aids": [] if row.strict else picture["aids"],
        "seats": {side: _seat(sheet, side) for side in SIDES},
        "people": people,
        "speaker": picture["speaker"],
        "stage": picture["stage"],
        "to_move": picture["to_move"],
        "situation": words.situation(picture),
        "result": result
        and {
            "winner": result["winner"],
            "code": result["code"],
            "sentence": words.told(picture),
        },
        "can": _can(row, picture),
        "score": picture["score"],
        "captured": picture["captured"],
        "moves": _moves(sheet, view["turn"]),
        "clock": _clock(row, sheet, picture, job, since),
        "strict": row.strict,
        "dead": list(sheet.dead),
        "shared": reverse("shared", args=[row.share]) if row.share else None,
        "job": job,
        "note": note,
    }


def _seat(sheet: Sheet, side: Turn) -> Data:
    spec = sheet.seat(side)
    kind = "person" if spec == PERSON else "computer"
    name = sheet.name(side) or words.seat_name(spec, alone=len(sheet.people) == 1)
    return {"kind": kind, "spec": spec, "name": name}


def _can(row: Game, picture: Data) -> Data:
    playing, person = picture["stage"] == "playing", picture["to_move"] == "person"
    someone = bool(picture["people"])
    return {
        "undo": someone and picture["can_undo"] and not row.strict,
        "redo": someone and picture["can_redo"] and not row.strict,
        "pass": picture["can_pass"] and person,
        "resign": someone and picture["stage"] != "over",
        "draw": playing and person,
        "hint": playing and person and not row.strict,
        "agree": someone and picture["stage"] == "counting",
        "rematch": picture["stage"] == "over",
    }


def _moves(sheet: Sheet, turn: Turn) -> list[Data]:
    """Every move with its side. Sides take turns, so the one to move now tells all others."""
    return [
        {
            "ply": ply,
            "text": step.text,
            "side": turn if (ply - sheet.at) % 2 else other(turn),
        }
        for ply, step in enumerate(sheet.moves, 1)
    ]


def with_job(
    row: Game, sheet: Sheet, now: Data, job: Data | None, since: float | None = None
) -> Data:
    """The state with a reply that is thought about, perhaps since just now."""
    return now | {"job": job, "clock": _clock(row, sheet, now, job, since)}


def _clock(
    row: Game, sheet: Sheet, picture: Data, job: Data | None, since: float | None
) -> Data | None:
    """A person's clock runs from the beginning of the turn, a computer's while it searches."""
    if row.clock is None:
        return None
    now = time.time()
    began = row.turn_began
    if picture["to_move"] == "computer":
        began = None if job is None else since or now
    times = read_times(row.clock, sheet, picture["view"]["turn"], began, now)
    return {
        "black": max(0.0, times.black),
        "white": max(0.0, times.white),
        "running": times.running,
        "increment": row.clock["increment"],
    }
