"""Events between threads, and between processes that share PostgreSQL."""

import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from django.db import transaction

from plyground.web.base import event_bus
from tests.web.cluster import Cluster
from tests.web.shared import WAIT, shared_database, until

OTHER = """
import os, sys
os.environ["DATABASE_URL"] = sys.argv[1]
os.environ["PLYGROUND_HOME"] = sys.argv[2]
os.environ["DJANGO_SETTINGS_MODULE"] = "plyground.web.settings"
import django
django.setup()
from plyground.web.base import event_bus
event_bus.publish("game:far", "7 white")
"""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with shared_database(tmp_path_factory.mktemp("rows")) as made:
        yield made


class Ear:
    def __init__(self, topic: str) -> None:
        self.texts: list[str] = []
        self.leave = event_bus.subscribe(topic, self.texts.append)


def check_news() -> None:
    """A listener to a topic receives its events, in order, until it unsubscribes."""
    first, second, other = Ear("game:1"), Ear("game:1"), Ear("game:2")
    event_bus.publish("game:1", "2 black")
    event_bus.publish("game:1", "3")
    event_bus.publish("game:2")
    until(lambda: len(first.texts) == len(second.texts) == 2 and len(other.texts) == 1)
    assert first.texts == ["2 black", "3"]
    assert other.texts == [""]
    first.leave()
    event_bus.publish("game:1", "4")
    until(lambda: len(second.texts) == 3)
    assert first.texts == ["2 black", "3"]
    second.leave()
    other.leave()


@pytest.mark.usefixtures("rows")
def test_postgresql_events_go_through_the_database() -> None:
    assert event_bus.is_shared()
    check_news()
    assert event_bus.is_up()


def test_events_of_another_process_are_received(rows: Cluster, tmp_path: object) -> None:
    ear = Ear("game:far")
    subprocess.run([sys.executable, "-c", OTHER, rows.url, str(tmp_path)], check=True, timeout=60)
    until(lambda: ear.texts)
    assert ear.texts == ["7 white"]
    ear.leave()


@pytest.mark.usefixtures("rows")
def test_a_rolled_back_change_sends_no_event() -> None:
    ear = Ear("game:undone")
    with transaction.atomic():
        event_bus.publish("game:undone", "2")
        transaction.set_rollback(True)
    with transaction.atomic():
        event_bus.publish("game:undone", "3")
        assert ear.texts == []
    until(lambda: ear.texts)
    assert ear.texts == ["3"]
    ear.leave()


@pytest.mark.usefixtures("rows")
def test_failing_subscriber_does_not_block_others(caplog: pytest.LogCaptureFixture) -> None:
    heard = threading.Event()

    def fails(_text: str) -> None:
        raise ValueError("no")

    leaves = [
        event_bus.subscribe("game:bad", fails),
        event_bus.subscribe("game:bad", lambda _text: heard.set()),
    ]
    event_bus.publish("game:bad", "2")
    assert heard.wait(WAIT)
    until(lambda: "A listener could not handle an event" in caplog.text)
    for leave in leaves:
        leave()
