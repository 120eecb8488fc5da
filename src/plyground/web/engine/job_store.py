"""Jobs as rows, so that processes that share PostgreSQL see each other's jobs.

There is one write when a job is requested and one when it is over; more only if there are listeners
in another process. Rows of finished jobs are deleted after a minute.
"""

import datetime
import json
import re
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.http import Http404

from plyground.web.base import event_bus, processes
from plyground.web.engine.job import Event, Job
from plyground.web.engine.models import Search
from plyground.web.engine.pool import Full
from plyground.web.games.models import Game

Condition = tuple[str, list[Any]]

LIVE = ("queued", "running", "settling")
TAKEN_UP = "taken"  # published by a job's new owner, so that listeners answer at once

_KEPT = datetime.timedelta(seconds=60)  # a finished job can still be found by late listeners
_LOST = datetime.timedelta(seconds=5)  # a row without a job in its own process
_LEAP = 1_000_000  # the gap between the event numbers of a job and of the same job begun again
_NAME = re.compile(r"[\w-]{1,32}", re.ASCII)

_ENTER = """
INSERT INTO web_search
    (id, kind, game_id, version, visitor, origin, language, owner_id, state, changed)
SELECT %s, %s, %s, %s, %s, %s, %s, %s, 'queued', now()
WHERE set_config('synchronous_commit', 'off', true) = 'off'
AND (SELECT count(*) FROM web_search WHERE state IN ('queued', 'running', 'settling')) < %s
AND (SELECT count(*) FROM web_search WHERE state IN ('queued', 'running', 'settling')
     AND origin = %s AND origin <> '') < %s
AND {condition}
ON CONFLICT DO NOTHING
"""


def hurry_commit() -> None:
    """Lets the current transaction commit without waiting for the disk.

    If the database crashes just then, a row may show a finished job as running. It is taken over
    like any orphan, and the game has gone on.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit TO off")


def topic(job_id: str) -> str:
    """The topic of a job's events."""
    return f"job:{job_id}"


def enter(job: Job, language: str, most: int, condition: Condition = ("true", [])) -> bool:
    """Records that this process runs the job; not if there is one for the same key.

    Nor if there are `most` jobs, or half as many from one address; or if the `condition`, SQL with
    its arguments, is false. Raises Http404 if the game is gone.
    """
    sql, arguments = condition
    row = (job.kind, job.game, job.version, job.visitor, job.origin, language)
    try:
        with connection.cursor() as cursor:
            bounds = (most, job.origin, -(-most // 2))
            cursor.execute(
                _ENTER.format(condition=sql),
                [job.id, *row, processes.me(), *bounds, *arguments],
            )
            return bool(cursor.rowcount)
    except IntegrityError:
        if not Game.objects.filter(pk=job.game).exists():
            raise Http404 from None
        raise Full from None  # this process was declared dead, and is not back yet


def find(job_id: str) -> Search | None:
    """The row of a job."""
    return Search.objects.filter(pk=job_id).first() if _NAME.fullmatch(job_id) else None


def live(kind: str, game: str, version: int) -> Search | None:
    """The row of a waiting or running job for this key."""
    return Search.objects.filter(kind=kind, game=game, version=version, state__in=LIVE).first()


def answered(kind: str, game: str, version: int) -> Search | None:
    """The row of a recently finished job for this key."""
    return Search.objects.filter(kind=kind, game=game, version=version, state="done").first()


def remove(job_id: str) -> None:
    """Deletes the row of a job that never began."""
    Search.objects.filter(pk=job_id, owner=processes.me()).delete()


def write(job: Job) -> bool:
    """Records the state of a job of this process, and notifies listeners in other processes.

    False if the job no longer belongs to this process.
    """
    latest = job.latest  # before the state: the publisher of the end waits until both are there
    values: dict[str, object] = {"state": job.state, "began": job.began, "changed": Now()}
    if latest is not None:
        values["latest"] = vars_of(latest)
    own = Search.objects.filter(pk=job.id, owner=processes.me(), state__in=LIVE)
    is_own = bool(own.update(**values))
    if is_own:
        event_bus.publish(topic(job.id), "news")
    return is_own


def vars_of(event: Event) -> dict[str, object]:
    """An event in the format of a row."""
    return {"number": event.number, "name": event.name, "data": event.data}


def end(job_id: str) -> None:
    """Ends a job whose process does not respond."""
    with transaction.atomic():
        row = Search.objects.select_for_update().filter(pk=job_id, state__in=LIVE).first()
        if row is not None:
            _close(row)


def orphans(known: list[str], most: int) -> list[Search]:
    """Jobs without a process: it is gone or dead, or this one has lost them."""
    dead = Q(owner__isnull=True)
    if processes.is_sure():
        dead |= Q(owner__in=processes.dead())
    lost = Q(owner=processes.me(), changed__lt=Now() - _LOST) & ~Q(pk__in=known)
    return list(Search.objects.filter(dead | lost, state__in=LIVE).order_by("changed")[:most])


def claim(row: Search) -> bool:
    """Takes over an orphaned job; False if another process was faster.

    Or if its process has come back meanwhile.
    """
    number = ((row.latest or {}).get("number", 0) // _LEAP + 1) * _LEAP
    latest = {"number": number, "name": "", "data": "{}"}
    owner: str | None = row.owner_id  # type: ignore[attr-defined]
    same = Search.objects.filter(pk=row.pk, owner=owner, state__in=LIVE)
    if owner not in (None, processes.me()):
        same = same.filter(owner__in=processes.dead())
    taken = same.update(
        owner=processes.me(), state="queued", began=None, latest=latest, changed=Now()
    )
    row.latest = latest
    return bool(taken)


def reclaim(known: list[str]) -> set[str]:
    """After this process was declared dead: those of its jobs that it still owns."""
    Search.objects.filter(pk__in=known, owner__isnull=True, state__in=LIVE).update(
        owner=processes.me()
    )
    mine = Search.objects.filter(pk__in=known, owner=processes.me())
    return set(mine.values_list("pk", flat=True))


def strays(known: list[str]) -> set[str]:
    """Those of these jobs that others have taken over or ended, so that they are not ours."""
    foreign = Q(owner__isnull=False) & ~Q(owner=processes.me())
    rows = Search.objects.filter(foreign | ~Q(state__in=LIVE), pk__in=known)
    return set(rows.values_list("pk", flat=True))


def outdated(known: list[Job]) -> set[str]:
    """Those of these jobs whose games have gone on; a row may be lost, see `hurry_commit`."""
    games = Game.objects.filter(pk__in={job.game for job in known})
    versions = dict(games.values_list("pk", "version"))
    return {job.id for job in known if versions.get(job.game) != job.version}


def release() -> None:
    """This process ends: its running jobs are for others to take over."""
    Search.objects.filter(owner=processes.me(), state__in=LIVE).update(owner=None)


def prune() -> None:
    """Deletes jobs that have been over for long."""
    Search.objects.exclude(state__in=LIVE).filter(changed__lt=Now() - _KEPT).delete()


def _close(row: Search) -> None:
    number = (row.latest or {}).get("number", 0) + 1
    latest = {"number": number, "name": "cancelled", "data": json.dumps({})}
    Search.objects.filter(pk=row.pk).update(state="cancelled", latest=latest, changed=Now())
    event_bus.publish(topic(row.pk), "news")
