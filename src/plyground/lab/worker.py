"""A worker process that carries out tasks of a study: `python -m plyground.lab.worker`.

It uses the protocol of `plyground.matches.worker`.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plyground.engine import registry
from plyground.lab.plan import Task
from plyground.lab.work import run_task, why
from plyground.matches.worker import serve


@contextlib.contextmanager
def _prepared(load: list[str]) -> Iterator[None]:
    for file in load:
        registry.load(Path(file))
    yield


def answer(_: None, task: dict[str, Any]) -> dict[str, Any]:
    """The record of a task, or why there is none."""
    try:
        return {"record": run_task(Task(**task))}
    except Exception as error:  # noqa: BLE001 - a game in Python, or a program, may do anything
        return {"error": why(error)}


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        serve(_prepared, answer)
