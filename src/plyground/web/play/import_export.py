"""Importing, downloading and sharing games."""

import base64
import binascii
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from plyground.engine.view import View
from plyground.session.session import PERSON, SIDES
from plyground.session.setup import OPPONENT
from plyground.web.base import limits
from plyground.web.base.client_address import address_of
from plyground.web.base.transactions import writing
from plyground.web.contract.boards import SharedPosition
from plyground.web.contract.games import State
from plyground.web.contract.service import Picture
from plyground.web.engine import budget, tablebases
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import consent, kept_reviews, repository, seats, state
from plyground.web.games import sentences as games_sentences
from plyground.web.games.models import Game
from plyground.web.games.owners import own_game
from plyground.web.pages import page_data
from plyground.web.pages.first_drawing import first_drawing
from plyground.web.pages.pictures import packed
from plyground.web.play import api, errors, game_choices, jobs
from plyground.web.visitors.visitors import visitor_of, welcome

_MOST_GAMES = 100
_PATIENCE = 5.0  # seconds to wait for a turn
_SOON = 5
# waiting and reading requests occupy threads that others need
_places = threading.BoundedSemaphore(4)
_turns = threading.BoundedSemaphore(2)
_TYPES = {"sgf": "application/x-go-sgf", "jsonl": "application/jsonl"}


def formats(name: str) -> list[dict[str, str]]:
    """The notations for downloading a game."""
    known = game_choices.describe(name)["formats"]
    return [
        {"name": one, "sentence": _(row["sentence"]), "extension": row["extension"]}
        for one, row in known.items()
    ]


def import_losses(note: str) -> str:
    """The parts that an import could not keep, in words."""
    sentences = {
        "variations": _("The record has variations; only its main line was kept."),
        "setup": _("The record sets up a position in mid-game; the game starts there."),
    }
    return " ".join(sentences.get(code, code) for code in note.split(",") if code)


# Import


class Busy(Exception):  # noqa: N818 - not for long
    """Too many games are being read now."""


@contextmanager
def turn() -> Iterator[None]:
    """Two imports at a time, because they may take seconds, and others are playing meanwhile."""
    if not _places.acquire(blocking=False):
        raise Busy
    try:
        if not _turns.acquire(timeout=_PATIENCE):
            raise Busy
        try:
            yield
        finally:
            _turns.release()
    finally:
        _places.release()


@require_http_methods(["GET", "HEAD", "POST"])
def import_games(request: HttpRequest) -> HttpResponse:
    """Imports games from a text or a file; if there are several, asks which."""
    names = [(name, game_choices.title(name)) for name in _readable()]
    if request.method != "POST":
        return render(request, "play/import.html", {"names": names, "game": "", "text": ""})
    text, name = request.POST.get("text", ""), request.POST.get("game", "")
    shown: dict[str, object] = {"names": names, "game": name, "text": text}
    try:
        with turn():
            return _import(request, name, shown)
    except Busy:
        return _not_now(request, shown)
    except repository.TooMany:
        shown["wrong"] = games_sentences.too_many()
    except budget.NoTime as no:
        shown["wrong"] = games_sentences.no_engine_time(no.wait)
    except ValueError as error:
        shown["wrong"] = errors.sentence_of(error)
    return render(request, "play/import.html", shown, status=422)


def _import(request: HttpRequest, name: str, shown: dict[str, object]) -> HttpResponse:
    data, file_name = _given(request)
    with budget.engine_work(visitor_of(request), address_of(request)):  # it counts dead stones
        found = _read(name, data, file_name)
    chosen = _chosen(request, found)
    if chosen is None:
        shown |= {"found": _choices(found), "packed": _pack(data), "file_name": file_name}
        return render(request, "play/import.html", shown)
    return _keep(request, chosen)


def _not_now(request: HttpRequest, shown: dict[str, object]) -> HttpResponse:
    """The form again, to be tried later."""
    shown["wrong"] = games_sentences.busy_reading(_SOON)
    response = render(request, "play/import.html", shown, status=503)
    response.headers["Retry-After"] = str(_SOON)
    return response


def _readable() -> list[str]:
    """Every game except those written in Python that fail now."""
    names = []
    for name in directory.names():
        try:
            game_choices.describe(name)
        except Refused:
            continue
        names.append(name)
    return names


def _given(request: HttpRequest) -> tuple[bytes, str]:
    """The input: a file, the text, or the text from before the question which games."""
    again = request.POST.get("packed", "")
    if again:
        return _unpack(again), request.POST.get("file_name", "")[:200]
    upload = request.FILES.get("file")
    if upload is not None and upload.size:
        return upload.read(), (upload.name or "")[:200]
    data = request.POST.get("text", "").encode()
    if not data.strip():
        raise ValueError(_("Paste a game or choose a file first."))
    return data, ""


def _too_large() -> str:
    return _("That is too large: at most 2 megabytes can be imported at once.")


def _pack(data: bytes) -> str:
    """Compresses the text, so that it can go to the page and back."""
    return base64.b64encode(zlib.compress(data, 6)).decode()


def _unpack(text: str) -> bytes:
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.b64decode(text, validate=True), limits.FILE_BYTES + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise ValueError(_("Please choose the file again.")) from None
    if len(data) > limits.FILE_BYTES:
        raise ValueError(_too_large())
    return data


def _read(name: str, data: bytes, file_name: str) -> list[tuple[StoredGame, str]]:
    """The games in the text. A named game determines the service that reads."""
    if name and not directory.has(name):
        raise ValueError(_("There is no such game here."))
    found = _by(name, data, file_name)
    if not found:
        raise ValueError(_("The text has no game."))
    wrong = {stored.game for stored, _note in found} - {name}
    if name and wrong:
        other = _(", ").join(
            game_choices.title(one) for one in sorted(wrong) if one in directory.names()
        )
        raise ValueError(
            _("This is a record of another game: %(game)s. Choose it, or “Find out”.")
            % {"game": other or min(wrong)}
        )
    return found


def _by(name: str, data: bytes, file_name: str) -> list[tuple[StoredGame, str]]:
    if not name:
        return directory.read(data, file_name)
    return directory.of(name).read(name, data, file_name)


def _chosen(
    request: HttpRequest, found: list[tuple[StoredGame, str]]
) -> list[tuple[StoredGame, str]] | None:
    """The games to import; None if the visitor still has to choose."""
    if len(found) == 1:
        return found
    if "packed" not in request.POST:
        return None
    if "all" in request.POST:
        return found
    wanted = set(request.POST.getlist("keep"))
    chosen = [one for number, one in enumerate(found) if str(number) in wanted]
    if not chosen:
        raise ValueError(_("No game was chosen."))
    return chosen


def _choices(found: list[tuple[StoredGame, str]]) -> list[dict[str, object]]:
    rows = []
    for number, (stored, note) in enumerate(found):
        row: dict[str, object] = {
            "number": number,
            "title": game_choices.title(stored.game),
            "plies": len(stored.moves),
            "note": import_losses(note),
        }
        if stored.result:
            picture = directory.of(stored.game).picture(stored)
            row["result"] = games_sentences.result_sentence(picture)
        rows.append(row)
    return rows


def _keep(request: HttpRequest, chosen: list[tuple[StoredGame, str]]) -> HttpResponse:
    visitor = welcome(request)
    with writing():  # all of them or none
        rows = [
            repository.create(visitor, stored, note=note) for stored, note in chosen[:_MOST_GAMES]
        ]
    if len(rows) == 1:
        return redirect("game", rows[0].pk)
    return redirect(f"{reverse('games')}?imported={len(rows)}")


# Download


@require_safe
@errors.telling
def download(request: HttpRequest, game_id: str, format_name: str) -> HttpResponse:
    """A visitor's own game as a file."""
    row = own_game(request, game_id)
    if row is None:
        raise Http404
    return _file(row, format_name)


@require_safe
@errors.telling
def shared_download(_request: HttpRequest, token: str, format_name: str) -> HttpResponse:
    """A shared game as a file."""
    return _file(shared_row(token), format_name)


def _file(row: Game, format_name: str) -> HttpResponse:
    known = game_choices.describe(row.name)["formats"]
    if format_name not in known:
        raise Http404
    info = {"date": f"{row.created:%Y-%m-%d}"}
    text = directory.of(row.name).write(repository.read(row), format_name, info)
    return as_file(row, format_name, text)


def as_file(row: Game, format_name: str, text: str, kind_of: str = "") -> HttpResponse:
    """A game's text as a download, with a descriptive file name."""
    ending = game_choices.describe(row.name)["formats"][format_name]["extension"]
    kind = _TYPES.get(format_name, "text/plain")
    name = f"plyground-{row.name}-{kind_of}{row.created:%Y%m%d-%H%M}.{ending}"
    safe = "".join(
        char if char.isascii() and (char.isalnum() or char in "-.") else "-" for char in name
    )
    return HttpResponse(
        text.encode(),
        headers={
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Disposition": f'attachment; filename="{safe}"',
        },
    )


# Shared


def shared_row(token: str) -> Game:
    """The game of a sharing link."""
    row = repository.find_shared(token)
    if row is None or not directory.has(row.name):
        raise Http404
    return row


@require_safe
@errors.telling
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A shared game, at the move in the query."""
    return render(request, "play/shared.html", shared_values(request, token))


def shared_values(request: HttpRequest, token: str) -> dict[str, object]:
    """What the page of a shared game shows."""
    row = shared_row(token)
    stored = repository.read(row)
    last = len(stored.moves[: stored.at])
    ply = _ply(request.GET.get("ply", ""), last)
    # Spectators see it continue: the state is the starting point for the page's code.
    now = state.build(row, stored, jobs.running(row), since=jobs.since(row), viewer=None)
    seen = _view(stored, now, ply, last)
    return {
        "state": now,
        "page_data": page_data.script(now, "state"),
        "token": token,
        "title": game_choices.title(row.name),
        "name": row.name,
        "seats": _players(now) if row.seat else seats.players_for_spectators(stored),
        "result": now["situation"],
        "date": row.created,
        "ply": ply,
        "last": last,
        "before": max(0, ply - 1),
        "after": min(last, ply + 1),
        "rows": _rows(now),
        "picture": packed(seen),
        "drawing": first_drawing(seen),
        "formats": formats(row.name),
        "no_review": now["stage"] != "over" or kept_reviews.of(row, stored) is None,
        "no_analysis": not tablebases.is_open(row),
        "analysis_url": reverse("analysis_shared", args=[token]),
    }


def _rows(now: State) -> list[list[dict[str, object] | None]]:
    """The moves in rows of two, for pages without scripts; a gap comes first if White begins."""
    shown: list[dict[str, object] | None] = [
        {"ply": move["ply"], "name": games_sentences.move_name(move["text"])}
        for move in now["moves"][: now["ply"]]
    ]
    if shown and now["moves"][0]["side"] == "white":
        shown.insert(0, None)
    return [shown[at : at + 2] for at in range(0, len(shown), 2)]


def _players(now: State) -> str:
    return seats.sides(*(now["seats"][side]["name"] for side in SIDES))


def _ply(text: str, last: int) -> int:
    known = text.isascii() and text.isdigit() and len(text) < 6
    return min(int(text), last) if known else last


def _view(stored: StoredGame, picture: Picture | State, ply: int, last: int) -> View:
    """The board after this many plies; the last one with the current count."""
    if ply == last:
        return picture["view"]
    return directory.of(stored.game).look(stored, ply)["view"]


@require_safe
@api.answering
def shared_look(request: HttpRequest, token: str, ply: int) -> HttpResponse:  # noqa: ARG001
    """A position of a shared game, for the page's code."""
    stored = repository.read(shared_row(token))
    if ply > stored.at:
        raise Http404
    picture = directory.of(stored.game).picture(stored)
    view = _view(stored, picture, ply, stored.at)
    return JsonResponse(SharedPosition(ply=ply, view={**view, "moves": []}))


@require_POST
@errors.telling
def shared_play(request: HttpRequest, token: str) -> HttpResponse:
    """Starts the visitor's own game with these moves, against the default opponent."""
    row = shared_row(token)
    stored = repository.read(row)
    consent.require_fair(visitor_of(request), row.name)
    cut = stored.cut(_ply(request.POST.get("ply", ""), stored.at))
    service = directory.of(row.name)
    picture = service.picture(replace(cut, black=PERSON, white=PERSON))
    if picture["stage"] != "playing":
        raise Refused("game_over", _("The game is over."))
    mine = picture["view"]["turn"] == "black"
    opened = service.open(seats.seated(cut, *((PERSON, OPPONENT) if mine else (OPPONENT, PERSON))))
    return redirect("game", repository.create(welcome(request), opened).pk)
