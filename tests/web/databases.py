"""Another database for Django in a test: SQLite or PostgreSQL, with empty tables."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connections

from plyground.web.base.database import read_database
from tests.web.cluster import postgresql


@contextmanager
def default_database(settings: dict[str, Any]) -> Iterator[None]:
    """Switches Django to another database, in every thread that begins meanwhile."""
    before = connections.settings["default"]
    configured = connections.configure_settings({"default": settings})["default"]
    _change_to(configured)
    try:
        yield
    finally:
        _change_to(before)


def _change_to(settings: dict[str, Any]) -> None:
    connections["default"].close()
    del connections["default"]
    connections.settings["default"] = settings


@contextmanager
def empty_tables(kind: str, folder: Path) -> Iterator[None]:
    """Tables in a database of this kind, sqlite or postgresql."""
    with ExitStack() as stack:
        url = stack.enter_context(postgresql()) if kind == "postgresql" else ""
        stack.enter_context(default_database(read_database(url, folder)))
        call_command("migrate", verbosity=0, interactive=False)
        yield
