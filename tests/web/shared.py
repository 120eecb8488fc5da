"""A PostgreSQL for tests in this process: Django uses it meanwhile."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from django.core.management import call_command

from plyground.web.base import event_bus, processes
from plyground.web.base.database import read_database
from plyground.web.engine import budget
from tests.web.cluster import Cluster, cluster
from tests.web.databases import default_database

WAIT = 60.0  # seconds; a busy machine must not fail the test


@contextmanager
def shared_database(folder: Path) -> Iterator[Cluster]:
    """Empty tables on a separate cluster, with this process as one of its users."""
    budget.engine_time.cache_clear()
    usual, processes._EVERY = processes._EVERY, 0.2  # so that tests need not wait for a heartbeat
    with cluster() as made, default_database(read_database(made.url, folder)):
        call_command("migrate", verbosity=0, interactive=False)
        try:
            yield made
        finally:
            processes.close()
            event_bus.close()
            processes._EVERY = usual
            budget.engine_time.cache_clear()


def until(what: Callable[[], Any]) -> Any:
    """Its result, as soon as there is one."""
    end = monotonic() + WAIT
    while not (found := what()):
        assert monotonic() < end, "it never came to that"
        sleep(0.01)
    return found
