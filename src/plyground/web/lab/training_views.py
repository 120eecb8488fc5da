"""The page of a training: its curves, its games, and positions with its networks' evaluations."""

import contextlib
import math
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from plyground.session.session import SIDES
from plyground.train import browse
from plyground.train.browse import LogRow, RunOverview
from plyground.train.self_play import GameRecord
from plyground.web.base.client_address import address_of
from plyground.web.contract.study import (
    StudyRow,
    TrainingElo,
    TrainingGame,
    TrainingGames,
    TrainingPage,
    TrainingPoint,
    TrainingScore,
    TrainingState,
)
from plyground.web.engine import budget
from plyground.web.game_service.sessions import NetworkSeat
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.lab import live, sights, trainings
from plyground.web.lab.sights import Place
from plyground.web.lab.trainings import FoundRun
from plyground.web.pages import page_data
from plyground.web.play import api, errors, game_choices
from plyground.web.study.board_api import query_of
from plyground.web.visitors.visitors import visitor_of

_STATES = {
    "running": gettext_lazy("Running"),
    "stopped": gettext_lazy("Stopped"),
    "finished": gettext_lazy("Recorded"),
    "broken": gettext_lazy("Unreadable"),
}
_LARGEST = 10**6  # of a number in a query


def listed(request: HttpRequest) -> list[tuple[str, StudyRow]]:
    """The trainings for the list, each with its last day.

    Those that come with Plyground belong to a lesson instead.
    """
    shown = [run for run in trainings.index.of(request).values() if not run.is_ours]
    found = [(run, _look(run)) for run in shown]
    return [(_day(run).date().isoformat(), _row(run, known)) for run, known in found]


def _look(run: FoundRun) -> RunOverview:
    """The overview of a training.

    One that was just started here counts as running before it locks its folder.
    """
    known = run.look()
    begins = known.state == "stopped" and live.is_live(run.folder.name)
    return replace(known, state="running") if begins else known


def _found(request: HttpRequest, run_id: str) -> FoundRun:
    found = trainings.index.of(request).get(run_id)
    if found is None:
        raise Http404
    return found


# The page and its requests


@require_safe
@errors.telling
def training(request: HttpRequest, run_id: str) -> HttpResponse:
    """The page of a training."""
    run = _found(request, run_id)
    known = _look(run)
    row = _row(run, known)
    values: dict[str, object] = {
        "study": row,
        "in_lab": trainings.are_shown(request),
        "can_stop": live.is_offered(request) and live.is_live(run.folder.name),
    }
    if known.state != "broken":
        values["page_data"] = page_data.script(page_of(run), "page-data")
        values["playable"] = sights.is_playable(known.game)
    return render(request, "lab/training.html", values)


def page_of(run: FoundRun) -> TrainingPage:
    """The data for the page's code."""
    known = _look(run)
    playable = sights.is_playable(known.game)
    return {
        "state": _state(run, known, 0),
        "address": reverse("training", args=[run.id]),
        "opponent": _opponent(run, known.game) if playable else "",
        "play": _new_game(known) if playable else "",
    }


def _opponent(run: FoundRun, game: str) -> str:
    """The spec of a generation's network, with {} for its number, if its name can be found."""
    numbers = browse.networks(run.folder)
    first = browse.network_file(run.folder, numbers[0]) if numbers else None
    if first is None or not sights.is_found(first, game):
        return ""
    return NetworkSeat(f"{run.folder.name}@{{}}").spec


def _new_game(known: RunOverview) -> str:
    stored = StoredGame(known.game, dict(known.options or {}))
    query = query_of(stored)
    query.pop("game")
    return f"{reverse('new', args=[known.game])}?{urlencode(query)}"


@require_safe
@api.answering
def state(request: HttpRequest, run_id: str) -> HttpResponse:
    """The state of a training, with the points after the generation `after`."""
    run = _found(request, run_id)
    return JsonResponse(_state(run, _look(run), _number(request, "after")))


@require_safe
@api.answering
def games(request: HttpRequest, run_id: str) -> HttpResponse:
    """The first games of a generation."""
    run, generation = _found(request, run_id), _number(request, "generation")
    rows = [_listed_game(record) for record in browse.games_of(run.folder, generation)]
    return JsonResponse(TrainingGames(generation=generation, games=rows))


def _listed_game(record: GameRecord) -> TrainingGame:
    winner = next((side for side in SIDES if side == record["winner"]), None)
    return {"number": record["number"], "winner": winner, "plies": len(record["rows"])}


@require_safe
@api.answering
def seen(request: HttpRequest, run_id: str) -> HttpResponse:
    """A position of a training, evaluated by a generation's network."""
    run = _found(request, run_id)
    place = Place(*(_number(request, name) for name in ("generation", "game", "ply")))
    network = _number(request, "network") if "network" in request.GET else None
    with budget.engine_work(visitor_of(request), address_of(request)):
        return JsonResponse(sights.seen(run, place, network))


def _number(request: HttpRequest, name: str) -> int:
    """A number of the query; 0 if it is missing or invalid."""
    text = request.GET.get(name, "")
    return min(int(text), _LARGEST) if text.isascii() and text.isdigit() and len(text) < 9 else 0


# State


def _state(run: FoundRun, known: RunOverview, after: int) -> TrainingState:
    return {
        **_row(run, known),
        "points": [point for point in _points(run, known) if point["generation"] > after],
        "elos": _elos(run, known),
        "networks": browse.networks(run.folder),
        "played": browse.played(run.folder),
    }


def _elos(run: FoundRun, known: RunOverview) -> list[TrainingElo]:
    """The ratings of the run's networks, from the last line of the log that has some."""
    rows: list[Any] = next((row["elo"] for row in reversed(known.rows) if row.get("elo")), [])
    found: list[TrainingElo] = []
    with contextlib.suppress(LookupError, TypeError, ValueError, AttributeError):
        for row in rows:
            name, _at, number = row["player"].rpartition("@")
            if name == run.folder.name:
                elo, low, high = (_finite(row[key]) for key in ("elo", "low", "high"))
                found.append({"generation": int(number), "elo": elo, "low": low, "high": high})
    return sorted(found, key=lambda row: row["generation"])


def _points(run: FoundRun, known: RunOverview) -> Iterator[TrainingPoint]:
    """The curves; unreadable data of another version is left out."""
    games, seconds = 0, 0.0
    for row in known.rows:
        try:
            games += int(row.get("games", 0))
            seconds += _finite(row.get("seconds", 0.0))
            yield _point(run, row, games, seconds)
        except (LookupError, TypeError, ValueError, AttributeError):
            continue


def _point(run: FoundRun, row: LogRow, games: int, seconds: float) -> TrainingPoint:
    played, black, white = (int(row.get(name, 0)) for name in ("games", "black", "white"))
    share, low, high = browse.share_interval(black + (played - black - white) / 2, played)
    losses = {str(name): float(loss) for name, loss in (row.get("losses") or {}).items()}
    losses.pop("steps", None)
    scores = [_score(score, str(score["opponent"])) for score in row.get("scores") or []]
    # Scores against networks of the same training are part of its ratings.
    scores = [one for one in scores if not one["opponent"].startswith(f"{run.folder.name}@")]
    if row.get("gate"):
        scores.append(_score(row["gate"], ""))
    return {
        "generation": int(row["generation"]),
        "games": games,
        "hours": round(seconds / 3600, 5),
        "losses": {name: round(loss, 5) for name, loss in losses.items() if math.isfinite(loss)},
        "plies": round(_finite(row.get("plies", 0.0)), 2),
        "black": {"share": round(share, 4), "low": round(low, 4), "high": round(high, 4)},
        "scores": scores,
    }


def _score(score: LogRow, opponent: str) -> TrainingScore:
    """A score; an empty opponent is the best network so far."""
    return {
        "opponent": opponent,
        "games": int(score["games"]),
        "share": _finite(score["share"]),
        "low": _finite(score["low"]),
        "high": _finite(score["high"]),
    }


def _finite(value: Any) -> float:
    """A number that JSON can represent."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError
    return number


# Words


def _row(run: FoundRun, known: RunOverview) -> StudyRow:
    """A training's row in the list and on its page."""
    state = "finished" if run.is_ours and known.state == "stopped" else known.state
    share = known.games / known.of_games if known.of_games else 0.0
    details = (_("training"), _game(known), known.size, _when(run))
    return {
        "id": run.id,
        "url": reverse("training", args=[run.id]),
        "state": state,
        "label": str(_STATES[state]),
        "title": run.folder.name,
        "question": "",
        "details": " · ".join(filter(None, details)),
        "folder": run.label,
        "done": known.generation,
        "tasks": known.generation,
        "share": 1.0 if state == "finished" else round(min(1.0, share), 4),
        "progress": _progress(known),
        "standing": _standing(run, known),
        "trouble": known.trouble,
        "news": _news(known),
    }


def _game(known: RunOverview) -> str:
    try:
        return game_choices.title(known.game) if sights.is_playable(known.game) else known.game
    except ValueError:  # a game written in Python may fail
        return known.game


def _day(run: FoundRun) -> datetime:
    """The last day of work on it."""
    for name in ("log.jsonl", "settings.json"):
        if (stamp := browse.stamp_of(run.folder / name)) is not None:
            return datetime.fromtimestamp(stamp[1] / 1e9, UTC)
    return datetime.fromtimestamp(0, UTC)


def _when(run: FoundRun) -> str:
    return "" if run.is_ours else formats.date_format(_day(run).date(), "DATE_FORMAT")


def _progress(known: RunOverview) -> str:
    """Its progress."""
    if known.state == "broken":
        return ""
    count = {
        "generation": known.generation + 1,
        "count": known.generation,
        "games": known.games,
        "of": known.of_games,
    }
    if known.state == "running":
        return _("generation %(generation)s: %(games)s of %(of)s games") % count
    return ngettext("%(count)s generation", "%(count)s generations", known.generation) % count


def _standing(run: FoundRun, known: RunOverview) -> str:
    """The last score against an opponent."""
    for point in reversed(list(_points(run, known))):
        for score in point["scores"]:
            if score["opponent"]:
                return (
                    f"{score['share']:.0%} ({score['low']:.0%} to {score['high']:.0%}) of"
                    f" {score['games']} games against {score['opponent']}"
                    f" after generation {point['generation']}"
                )
    return ""


def _news(known: RunOverview) -> str:
    """The announcement when its state has changed."""
    if known.state == "running":
        return _("The training is running.")
    return _("The training was stopped.") if known.state == "stopped" else ""
