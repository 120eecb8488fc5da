"""The lesson on how a machine learns, and trainings started from its page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from plyground.web.contract.study import MachinePage
from plyground.web.lab import live, machine, training_views, trainings
from plyground.web.lab.trainings import FoundRun
from plyground.web.pages import page_data
from plyground.web.play import errors, game_choices


@require_safe
@errors.telling
def lesson(request: HttpRequest) -> HttpResponse:
    """Chapters with boards; on this machine also a training to watch."""
    runs = _recorded(request)
    chapters = [chapter for chapter in machine.CHAPTERS if chapter.game in runs]
    page: MachinePage = {
        "trainings": {game: training_views.page_of(run) for game, run in runs.items()},
        "chapters": [
            {
                "key": key,
                "training": chapter.game,
                "network": chapter.network,
                "place": {
                    "generation": chapter.place.generation,
                    "game": chapter.place.number,
                    "ply": chapter.place.ply,
                },
            }
            for key, chapter in enumerate(chapters, 1)
        ],
    }
    values = {
        "chapters": chapters,
        "page_data": page_data.script(page, "page-data"),
        "live": _live() if live.is_offered(request) else None,
    }
    return render(request, "lab/machine.html", values)


def _recorded(request: HttpRequest) -> dict[str, FoundRun]:
    """The recorded trainings of the lesson, by game."""
    found = trainings.index.of(request).values()
    ours = [run for run in found if run.is_ours and run.folder.name == machine.RUN]
    return {run.look().game: run for run in ours}


def _live() -> dict[str, object]:
    """The available training, the reason that there is none, or the running one."""
    now = live.current()
    return {
        "why_not": live.why_not(),
        "games": [
            (game, game_choices.title(game) if not options else "")
            for game, options in machine.GAMES.items()
        ],
        "running": now.run if now else "",
        "minutes": live.MINUTES,
    }


@require_POST
@errors.telling
def begin(request: HttpRequest) -> HttpResponse:
    """Starts a training, for people on this machine; others get 404."""
    if not live.is_offered(request):
        raise Http404
    folder = live.begin(request.POST.get("game", "")).resolve()
    trainings.index.forget()
    return redirect("training", trainings.run_id(folder))


@require_POST
@errors.telling
def stop(request: HttpRequest, run_id: str) -> HttpResponse:
    """Stops a training that was started here."""
    run = trainings.index.of(request).get(run_id)
    if run is None or not live.is_offered(request):
        raise Http404
    live.stop(run.folder.name)
    return redirect("training", run_id)
