"""The loop of every training: one generation after another, until a limit is reached."""

import contextlib
import time
from pathlib import Path
from typing import Any, Generic, TypeVar

from plyground.engine.stop import Stop
from plyground.train.progress import OnProgress, Progress
from plyground.train.run_folder import Run

AnyRun = TypeVar("AnyRun", bound=Run[Any])


class Generations(Generic[AnyRun]):
    """Works on a run until it is stopped, or a limit is reached."""

    def __init__(
        self,
        run: AnyRun,
        *,
        workers: int = 1,
        load: tuple[Path, ...] = (),
        on_progress: OnProgress | None = None,
        stop: Stop | None = None,
    ) -> None:
        self._run = run
        self._workers, self._load = workers, load
        self._notify = on_progress or (lambda _: None)
        self._stop = stop or Stop()
        self.progress = Progress()

    def run(
        self,
        *,
        generations: int | None = None,
        minutes: float | None = None,
        cpu_minutes: float | None = None,
    ) -> None:
        """Continues the run, up to this total number of generations or minutes.

        Processor minutes include this process and the workers it started.
        """
        with contextlib.closing(self._run.lock()):
            log = self._run.log()
            self._resume(log)
            spent = sum(row["seconds"] for row in log)
            begin = time.monotonic()
            generation = log[-1]["generation"] if log else 0
            while not self._stop.is_set():
                if generations is not None and generation >= generations:
                    return
                if minutes is not None and spent + time.monotonic() - begin >= 60 * minutes:
                    return
                if cpu_minutes is not None and self._cpu_minutes() >= cpu_minutes:
                    return
                if not self._do_generation(generation + 1):
                    return
                generation += 1

    def _cpu_minutes(self) -> float:
        """The processor time of the run so far."""
        return sum(float(row.get("cpu_seconds", 0)) for row in self._run.log()) / 60

    def _resume(self, log: list[dict[str, Any]]) -> None:
        """Reads the files of earlier generations."""
        raise NotImplementedError

    def _do_generation(self, number: int) -> bool:
        """One generation; False if it was stopped on the way."""
        raise NotImplementedError

    def _show(self, **changes: Any) -> None:
        for name, value in changes.items():
            setattr(self.progress, name, value)
        self._notify(self.progress)
