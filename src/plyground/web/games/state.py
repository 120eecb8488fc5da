"""The state of a game in the form that clients get."""

from django.urls import reverse

from plyground.engine.view import Turn, other
from plyground.session.session import PERSON
from plyground.web.contract.games import Can, Clock, JobRef, Link, MoveRow, SeatView, State
from plyground.web.contract.service import Picture, ViewerPicture
from plyground.web.engine import tablebases
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import clocks, consent, invitations, presence, repository, seats, sentences
from plyground.web.games.clocks import read_times
from plyground.web.games.models import Game

_NOTHING: Can = {
    "undo": False,
    "redo": False,
    "pass": False,
    "resign": False,
    "draw": False,
    "hint": False,
    "agree": False,
    "rematch": False,
    "accept": False,
    "decline": False,
}


def build(
    row: Game,
    stored: StoredGame,
    job: JobRef | None = None,
    note: str = "",
    since: float | None = None,
    viewer: str | None = "",
) -> State:
    """The state in the contract's form; `since` is the start of the job's search.

    `viewer` is the visitor it is for, or None for a spectator. Only in a game by link do the people
    see different states, so otherwise the viewer need not be known.
    """
    picture = seen_by(row, directory.of(row.name).picture(stored), viewer)
    view, me = picture["view"], picture["me"]
    result = picture["result"]
    watches = viewer is None or bool(row.seat and me is None)
    return {
        # spectators need no address of the other player
        "id": (row.share or "") if watches else row.pk,
        "version": row.version,
        "ply": stored.at,
        "last_ply": len(stored.moves),
        "game": {**picture["game"], "title": sentences.title(picture["game"]["title"])},
        "view": {**view, "moves": []} if watches else view,
        "aids": [] if row.strict else picture["aids"],
        "seats": {
            "black": _seat(row, stored, "black", me, watched=viewer is None),
            "white": _seat(row, stored, "white", me, watched=viewer is None),
        },
        "me": me,
        "people": picture["people"],
        "speaker": picture["speaker"],
        "stage": picture["stage"],
        "to_move": picture["to_move"],
        "situation": sentences.situation(picture),
        "result": result
        and {
            "winner": result["winner"],
            "code": result["code"],
            "sentence": sentences.result_sentence(picture),
        },
        "can": {**_NOTHING} if watches else _can(row, stored, picture),
        "score": picture["score"],
        "captured": picture["captured"],
        "moves": _moves(stored, view["turn"]),
        "clock": _clock(row, stored, picture, job, since),
        "strict": row.strict,
        "rated": row.rated,
        "teacher": row.teacher,
        "tablebase": tablebases.known(row.name) and tablebases.is_open(row),
        "dead": list(stored.dead),
        "shared": reverse("shared", args=[row.share]) if row.share else None,
        "job": None if watches else job,
        "note": note,
        "link": _link(row, picture) if row.seat else None,
    }


def seen_by(row: Game, picture: Picture, viewer: str | None) -> ViewerPicture:
    """The service's picture from the point of view of a player or a spectator."""
    me = seats.side_of(row, viewer or "")
    if not row.seat and viewer is not None:
        return {**picture, "me": None, "waits": False}
    mover = picture["to_move"]
    if mover == "person" and picture["turn"] != me:
        mover = "other"
    waits = bool(row.seat) and not row.guest
    return {
        **picture,
        "me": me,
        "people": [] if me is None else [me],
        "speaker": me,
        "to_move": mover,
        "waits": waits,
    }


def _seat(row: Game, stored: StoredGame, side: Turn, me: Turn | None, *, watched: bool) -> SeatView:
    spec = stored.seat(side)
    if row.seat:
        free = side == seats.free_side(row)
        name = stored.name(side) or sentences.name_by_link(side, me, free=free)
    else:
        # Only relevant for a person: otherwise it is None. A spectator is somebody else.
        alone = stored.black != stored.white and not watched
        name = stored.name(side) or sentences.seat_name(spec, alone=alone)
    return {"kind": "person" if spec == PERSON else "computer", "spec": spec, "name": name}


def _link(row: Game, picture: ViewerPicture) -> Link:
    """The data about the other side: presence, and offers."""
    there = presence.of(str(row.pk))
    me = picture["me"]
    invites = me == row.seat and not row.guest and picture["stage"] != "over"
    offered = invitations.challenge_of(row) if invites else None
    return {
        "invite": reverse("join", args=[row.invite]) if invites and row.invite else None,
        "joined": consent.is_complete(row),
        "present": {"black": there["black"], "white": there["white"]},
        "watchers": there["watchers"],
        "offer": consent.standing(row),
        "next": _next(row, me) if row.successor else None,
        "computer": (offered and offered.computer) or None,
        "wait": invitations.computer_wait(offered) if offered else 0.0,
    }


def _next(row: Game, me: Turn | None) -> str | None:
    """The address of the rematch; spectators get its public address."""
    if me is not None:
        return reverse("game", args=[row.successor])
    made = repository.find(row.successor)
    return reverse("shared", args=[made.share]) if made is not None and made.share else None


def _can_by_link(row: Game, stored: StoredGame, picture: ViewerPicture, me: Turn) -> Can:
    """What one of the two players may do or offer."""
    offer = consent.standing(row)
    answers = offer is not None and offer["by"] != me

    def can_offer(kind: str) -> bool:
        return consent.can_offer(row, stored, picture, kind, me)

    return {
        **_NOTHING,
        "undo": can_offer("undo"),
        "draw": can_offer("draw"),
        "agree": can_offer("agree"),
        "rematch": can_offer("rematch"),
        "pass": picture["can_pass"] and picture["to_move"] == "person",
        "resign": picture["stage"] != "over" and consent.is_complete(row),
        "accept": answers,
        "decline": answers,
    }


def _can(row: Game, stored: StoredGame, picture: ViewerPicture) -> Can:
    if picture["me"] is not None:
        return _can_by_link(row, stored, picture, picture["me"])
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
        "accept": False,
        "decline": False,
    }


def _moves(stored: StoredGame, turn: Turn) -> list[MoveRow]:
    """Every move with its side. Sides alternate, so the side to move now determines all others."""
    at, sides = stored.at, (other(turn), turn)
    return [
        {"ply": ply, "text": step.text, "side": sides[(ply - at) % 2]}
        for ply, step in enumerate(stored.moves, 1)
    ]


def with_job(
    row: Game, stored: StoredGame, now: State, job: JobRef | None, since: float | None = None
) -> State:
    """The state with a reply in progress, perhaps since just now."""
    return {**now, "job": job, "clock": _clock(row, stored, now, job, since)}


def _clock(
    row: Game,
    stored: StoredGame,
    picture: ViewerPicture | State,
    job: JobRef | None,
    since: float | None,
) -> Clock | None:
    """A person's clock runs from the beginning of the turn, a computer's while it searches."""
    if row.clock is None:
        return None
    now = clocks.now_in(row)
    began = row.turn_began
    if picture["to_move"] == "computer":
        began = None if job is None else since or now
    times = read_times(row.clock, stored, picture["view"]["turn"], began, now)
    return {
        "black": max(0.0, times.black),
        "white": max(0.0, times.white),
        "running": times.running,
        "increment": row.clock["increment"],
    }
