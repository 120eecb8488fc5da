"""The laboratory: lists studies, follows running ones, shows reports."""

import asyncio
import base64
import functools
import hashlib
import math
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from plyground.lab.browse import Overview
from plyground.lab.record_file import RECORDS, open_records, records_file
from plyground.lab.report.markdown import to_markdown
from plyground.lab.report.page import style as page_style
from plyground.lab.report.page import style_within, to_fragment, to_html
from plyground.web.base.handler import Awaited, in_thread
from plyground.web.contract.study import InlineReport, Studies, StudyRow
from plyground.web.game_service import directory
from plyground.web.lab import studies, training_views, trainings
from plyground.web.play import errors, game_choices

PAGE, WORDS = "report.html", "report.md"
_MOMENT = 0.4  # seconds that a page waits for its report; a slower one is loaded later

_KINDS = {
    "round_robin": gettext_lazy("round robin"),
    "gauntlet": gettext_lazy("gauntlet"),
    "ablation": gettext_lazy("ablation"),
    "grid": gettext_lazy("grid of weights"),
    "ladder": gettext_lazy("ladder"),
    "sprt": gettext_lazy("sequential test"),
    "nodes": gettext_lazy("node counts"),
    "timing": gettext_lazy("timing"),
    "random": gettext_lazy("random games"),
    "tuning": gettext_lazy("tuning of weights"),
}
_STATES = {
    "running": gettext_lazy("Running"),
    "stopped": gettext_lazy("Stopped"),
    "finished": gettext_lazy("Complete"),
    "broken": gettext_lazy("Unreadable"),
}


# The list


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every study and training in a row: running ones first, then the latest."""
    found = _all(request)
    return render(request, "lab/lab.html", {"studies": found, "key": _key(found)})


@require_safe
def index_state(request: HttpRequest) -> HttpResponse:
    """The same for the page's own code: the ids, and the states."""
    found = _all(request)
    return JsonResponse(Studies(key=_key(found), studies=found))


def _all(request: HttpRequest) -> list[StudyRow]:
    shows_studies, shows_trainings = studies.are_shown(request), trainings.are_shown(request)
    if not (shows_studies or shows_trainings):
        raise Http404
    rows = training_views.listed(request) if shows_trainings else []
    if shows_studies:
        known = [(one, one.look()) for one in studies.index.all().values()]
        rows += [
            (look.dates[-1] if look.dates else "", _study_row(one, look)) for one, look in known
        ]
    rows.sort(key=lambda row: row[1]["folder"])
    rows.sort(key=lambda row: row[0], reverse=True)
    rows.sort(key=lambda row: row[1]["state"] != "running")
    return [row for _date, row in rows]


def _key(found: list[StudyRow]) -> str:
    """A key that changes with the set or the order of the studies."""
    return hashlib.sha256(" ".join(one["id"] for one in found).encode()).hexdigest()[:16]


def _let_in(request: HttpRequest) -> None:
    """Others get 404, as if there were no such page."""
    if not studies.are_shown(request):
        raise Http404


def _found(request: HttpRequest, study_id: str) -> studies.Found:
    _let_in(request)
    found = studies.index.all().get(study_id)
    if found is None:
        raise Http404
    return found


# A study


@require_safe
def study(request: HttpRequest, study_id: str) -> HttpResponse:
    """The state of a study, and its report; a slow one is loaded by the page's code."""
    found = _found(request, study_id)
    known = found.look()
    values = {
        "study": _study_row(found, known),
        "style": _style()[1],
        "has_report": known.kind != "",
    }
    if values["has_report"]:
        try:
            made = studies.service.ask(found, runs=known.state == "running").result(_MOMENT)
            values["report"] = _inline(made)
        except (NotYet, studies.Busy):
            pass
    return render(request, "lab/study.html", values)


@require_safe
def state(request: HttpRequest, study_id: str) -> HttpResponse:
    """The state of a study, for the page's own code."""
    found = _found(request, study_id)
    return JsonResponse(_study_row(found, found.look()))


@require_safe
def report(request: HttpRequest, study_id: str) -> HttpResponse:
    """The report as a part of a page."""

    def shown(made: studies.Report) -> HttpResponse:
        return HttpResponse(render_to_string("lab/study_report.html", _inline(made)))

    return _reported(request, _found(request, study_id), shown)


@require_safe
def download(request: HttpRequest, study_id: str, file: str) -> HttpResponse:
    """The report as a separate page or as Markdown, from the current records; or the records."""
    found = _found(request, study_id)
    if file not in (PAGE, WORDS, RECORDS):
        raise Http404
    known = found.look()
    if known.state == "broken":  # the file may be something else, which was not meant to be shown
        return errors.answer(request, 422, "malformed", found.without_folder(known.trouble))
    if file == RECORDS:
        return _records(request, found)
    return _reported(request, found, functools.partial(_file, request, found.id, file))


def _file(request: HttpRequest, name: str, file: str, made: studies.Report) -> HttpResponse:
    if made.document is None:
        return errors.answer(request, 422, "malformed", made.trouble)
    if file == WORDS:
        response = HttpResponse(to_markdown(made.document), "text/markdown; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.md"'
        return response
    response = HttpResponse(to_html(made.document))
    response.headers["Content-Security-Policy"] = _policy()
    response.headers["Content-Disposition"] = f'inline; filename="{name}.html"'
    return response


@functools.cache
def _policy() -> str:
    """The policy allows the page's one style sheet by its digest, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(page_style().encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'; sandbox"
    )


def _records(request: HttpRequest, found: studies.Found) -> HttpResponse:
    """The records as plain text, even if they are packed."""
    try:
        with open_records(records_file(found.folder)) as file:
            content = file.read(studies.MOST_BYTES + 1)
    except (OSError, ValueError):  # deleted or damaged meanwhile
        raise Http404 from None
    if len(content) > studies.MOST_BYTES:
        sentence = _("The records are too large to download here; see the folder %(name)s.")
        return errors.answer(request, 413, "too_large", sentence % {"name": found.label})
    response = HttpResponse(content, "application/jsonl; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{found.id}.jsonl"'
    return response


@require_safe
def style(_request: HttpRequest) -> HttpResponse:
    """The style of a report within a page; its address changes with its content."""
    response = HttpResponse(_style()[0], "text/css; charset=utf-8")
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@functools.cache
def _style() -> tuple[str, str]:
    text = style_within(".report")
    return text, hashlib.sha256(text.encode()).hexdigest()[:12]


# Pending reports


def _reported(
    request: HttpRequest, found: studies.Found, answer: Callable[[studies.Report], HttpResponse]
) -> HttpResponse:
    """The answer, at once if the report is ready; no thread waits for a pending one."""
    try:
        coming = studies.service.ask(found, runs=found.look().state == "running")
    except studies.Busy:
        sentence = _("Too many reports are being created just now; please try again in a moment.")
        response = errors.answer(request, 503, "busy", sentence)
        response.headers["Retry-After"] = "5"
        return response
    if coming.done():
        return answer(coming.result())
    return Awaited(functools.partial(_later, coming, answer, translation.get_language()))


async def _later(
    coming: Future[studies.Report],
    answer: Callable[[studies.Report], HttpResponse],
    language: str | None,
) -> HttpResponse:
    """A disconnecting client does not stop the report, because others may wait for it."""
    made = await asyncio.shield(asyncio.wrap_future(coming))

    def speak() -> HttpResponse:
        with translation.override(language):
            return answer(made)

    return await in_thread(speak)


def _inline(made: studies.Report) -> InlineReport:
    return {"done": made.done, "trouble": made.trouble, "body": to_fragment(made.blocks)}


# Words


def _study_row(found: studies.Found, known: Overview) -> StudyRow:
    """A study's row on pages."""
    share = known.done / known.tasks if known.tasks else 0.0
    return {
        "id": found.id,
        "url": reverse("study", args=[found.id]),
        "state": known.state,
        "label": str(_STATES[known.state]),
        "title": known.title or found.label,
        "question": known.question,
        "details": " · ".join(filter(None, (_kind(known), _game(known), _when(known)))),
        "folder": found.label,
        "done": known.done,
        "tasks": known.tasks,
        "share": round(1.0 if known.state == "finished" else share, 4),
        "progress": _progress(known),
        "standing": known.standing if known.done else "",
        "trouble": found.without_folder(known.trouble),
        "news": _news(known),
    }


def _kind(known: Overview) -> str:
    return str(_KINDS.get(known.kind, known.kind))


def _game(known: Overview) -> str:
    try:
        return game_choices.title(known.game) if known.game in directory.names() else known.game
    except ValueError:  # a game written in Python may fail
        return known.game


def _when(known: Overview) -> str:
    """The first and the last day of work on it."""
    days = []
    for text in (known.dates[0], known.dates[-1]) if known.dates else ():
        try:
            days.append(formats.date_format(date.fromisoformat(text), "DATE_FORMAT"))
        except ValueError:
            days.append(text)
    return " \N{EN DASH} ".join(dict.fromkeys(days))


def _progress(known: Overview) -> str:
    """Its progress, and the estimated time left."""
    if known.state == "broken":
        return ""
    count = {"done": known.done, "tasks": known.tasks}
    if known.kind == "sprt":
        progress = _("%(done)s of at most %(tasks)s pairs") % count
    else:
        progress = ngettext(
            "%(done)s of %(tasks)s task", "%(done)s of %(tasks)s tasks", known.tasks
        )
        progress %= count
    if known.seconds_left is None:
        return progress
    return f"{progress} · {_left(known.seconds_left)}"


def _left(seconds: float) -> str:
    minutes = math.ceil(seconds / 60)
    if minutes <= 1:
        return _("less than a minute left")
    if minutes < 120:
        return _("about %(minutes)s minutes left") % {"minutes": minutes}
    return _("about %(hours)s hours left") % {"hours": math.ceil(minutes / 60)}


def _news(known: Overview) -> str:
    """The announcement when its state has changed."""
    if known.state == "running":
        return _("The study is running.")
    if known.state == "finished":
        return _("The study is complete.")
    return _("The study was stopped.") if known.state == "stopped" else ""
