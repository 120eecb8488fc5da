"""A job in another process, as far as its row shows it."""

import time
from collections.abc import Callable

from plyground.web.engine.job import ENDS, EventData, Job, Wake
from plyground.web.engine.models import Search


class RemoteJob(Job):
    """Looks like a job to listeners. Of rapid events only the latest are known."""

    runs_here = False

    def __init__(self, row: Search) -> None:
        game: str = row.game_id  # type: ignore[attr-defined]
        super().__init__(row.kind, game, row.version, row.visitor, _elsewhere)
        self.id = row.pk
        self.when_left: Callable[[], None] | None = None
        self.feed(row)

    def touch(self) -> None:
        """A listener is about to start."""
        with self._lock:
            if self._alone is not None:
                self._alone = time.monotonic()

    def leave(self, wake: Wake) -> None:
        """Ends the listening; the job's process is notified when the last listener left."""
        super().leave(wake)
        if not self.listeners and not self.is_over and self.when_left is not None:
            self.when_left()

    def feed(self, row: Search | None) -> None:
        """The row was read again; None: the row is gone, and so is the job."""
        with self._lock:
            if self.is_over:
                return
            latest = (row.latest if row is not None else None) or {}
            is_end = row is None or row.state in ENDS
            if latest.get("name") and latest["number"] > self._last_number:
                self._last_number = latest["number"] - 1
                if is_end and latest["name"] in ENDS:
                    self._end(latest["name"], latest["data"])
                else:
                    self._add(latest["name"], latest["data"])
            if is_end:
                self._end("cancelled", "{}")
            elif row is not None:
                self.began = row.began


def _elsewhere(_job: Job) -> tuple[str, EventData]:
    raise RuntimeError("This job runs in another process.")
