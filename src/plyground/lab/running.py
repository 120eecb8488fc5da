"""Runs a study: the missing tasks, several at a time, each recorded when it ends."""

import contextlib
import functools
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from plyground.engine.stop import Stop, check_stop
from plyground.lab.plan import Task
from plyground.lab.standing import Failure, Standing
from plyground.lab.store import Study
from plyground.matches.crew import Crew, Worker

MAX_FAILURES = 3  # then the remaining tasks are not tried
MAX_WORKERS = 256

OnProgress = Callable[[Standing], None]
Outcome = tuple[str, Mapping[str, Any]]  # a task's id, and its answer: a record or an error


def run(
    study: Study,
    *,
    workers: int = 1,
    cluster: str | None = None,
    on_progress: OnProgress | None = None,
    stop: Stop | None = None,
) -> Standing:
    r"""Runs the missing tasks of a study and returns its standing.

    Separate processes or the workers of a Dask cluster do the tasks. `on_progress` is called once
    before the first task and after each. If `stop` is set, or the caller is interrupted, the
    current tasks are dropped; the study can be continued at any time.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from plyground.lab import Experiment, rows
    >>> lines = ('name = "short"', 'kind = "random"', 'game = "othello"', "games = 20")
    >>> folder = Path(tempfile.mkdtemp())
    >>> with Study(folder, Experiment.of("\n".join(lines))) as study:
    ...     run(study).is_finished
    True
    >>> rows(folder)[0]["games"]
    20
    """
    check_stop(stop)
    if not 1 <= workers <= MAX_WORKERS:
        raise ValueError(f"There are from 1 to {MAX_WORKERS} workers, not {workers}.")
    standing = Standing(study.experiment, len(study.plan.ids))
    for name in study.plan.ids:
        if name in study.done:
            standing.take(study.done[name])
    notify = on_progress or (lambda _: None)
    notify(standing)
    if not standing.is_finished:
        _work(study, standing, workers, cluster, notify, stop or Stop())
    return standing


def _work(
    study: Study,
    standing: Standing,
    workers: int,
    cluster: str | None,
    notify: OnProgress,
    stop: Stop,
) -> None:
    tasks = study.plan.missing(frozenset(study.done))
    if cluster is None:
        outcomes = _by_processes(study, tasks, workers, stop)
    else:
        from plyground.lab import worker  # also a large import, so only when it is needed
        from plyground.lab.cluster import by_cluster

        asked = ((task.id, asdict(task)) for task in tasks)
        do = functools.partial(worker.answer, None)
        outcomes = by_cluster(cluster, asked, study.experiment.load, stop, do)
    with contextlib.closing(outcomes):
        for name, answer in outcomes:
            _take(study, standing, name, answer)
            notify(standing)
            if standing.is_finished or len(standing.failures) >= MAX_FAILURES:
                return


def _take(study: Study, standing: Standing, name: str, answer: Mapping[str, Any]) -> None:
    if "record" not in answer:
        standing.failures.append(Failure(name, str(answer["error"])))
    elif study.add(answer["record"]):
        standing.take(answer["record"])


def _by_processes(
    study: Study, tasks: Iterator[Task], workers: int, stop: Stop
) -> Generator[Outcome, None, None]:
    first = {"load": [str(file) for file in study.experiment.load]}
    asked = (asdict(task) for task in tasks)
    crew = Crew(workers, asked, lambda: Worker("plyground.lab.worker", first))
    with crew, stop.calling(crew.stop):
        for task, answer in crew.outcomes():
            yield task["id"], answer
