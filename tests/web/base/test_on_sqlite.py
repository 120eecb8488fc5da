"""Without PostgreSQL there is one process: events stay in it, and it has no row.

These tests have their own file, because tests of PostgreSQL switch the database for a whole file.
"""

import pytest

from plyground.web.base import event_bus, processes
from plyground.web.base.models import Process
from tests.web.base.test_event_bus import check_news

pytestmark = pytest.mark.usefixtures("database")


def test_sqlite_events_stay_in_the_process() -> None:
    assert not event_bus.is_shared()
    check_news()


def test_process_on_sqlite_has_a_name_but_no_row() -> None:
    name = processes.me()
    assert name == processes.me()
    assert not Process.objects.filter(pk=name).exists()
