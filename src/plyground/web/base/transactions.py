"""Transactions, one at a time if the database needs that."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

_turns = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction. SQLite lets one write at a time, and makes the others sleep and try again.

    So our threads take turns before they ask.
    """
    with _turns if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield
