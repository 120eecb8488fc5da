"""A log of two pages and their server, printed if a test fails that is hard to observe."""

import contextlib
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Error, Page

from tests.web.browser.tables import Table
from tests.web.serving import Server

_KEPT = 120  # lines per page
_LINES = 20  # of the server's log
_MOMENT = 5_000.0  # milliseconds for requests of a failing test
_CLOCK = time.monotonic()


class Witness:
    """Records the requests, events and texts of a page, with times."""

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self._table = table
        self._lines: deque[str] = deque(maxlen=_KEPT)
        self._watch(table.page)

    def _watch(self, page: Page) -> None:
        page.on("request", lambda one: self.note(">", one.method, one.url, one.post_data or ""))
        page.on("response", lambda one: self.note("<", one.status, one.request.method, one.url))
        page.on("requestfailed", lambda one: self.note("x", one.failure, one.method, one.url))
        page.on("console", lambda one: self.note("console", one.type, one.text))
        page.on("pageerror", lambda one: self.note("exception", one))

    def note(self, *words: object) -> None:
        """A line with its time; repeated requests are left out."""
        line = " ".join(map(str, words))
        if "/static/" not in line:
            self._lines.append(f"{time.monotonic() - _CLOCK:9.3f} {line}")

    def tell(self) -> list[str]:
        """The page's display, the server's state of its game, and the log."""
        return [
            f"-- {self.name} at {self._table.page.url}, {time.monotonic() - _CLOCK:.3f}",
            f"the page shows {self._shown()}",
            f"the server says {self._known()}",
            *self._lines,
        ]

    def _shown(self) -> str:
        table = self._table
        try:
            board = table.page.get_by_role("grid").get_attribute("aria-label", timeout=_MOMENT)
            status = table.status.inner_text(timeout=_MOMENT)
            return f"{table.moves.count()} moves, {status!r}, {board!r}"
        except Error as error:
            return f"nothing: {str(error).splitlines()[0]}"

    def _known(self) -> str:
        path = f"/api/games/{self._table.page.url.rstrip('/').rpartition('/')[2]}/"
        try:
            answer = self._table.page.request.get(path, timeout=_MOMENT)
            state: dict[str, Any] = answer.json()
        except (Error, ValueError) as error:
            return f"nothing: {str(error).splitlines()[0]}"
        names = ("version", "ply", "stage", "to_move", "error")
        return str({name: state.get(name) for name in names})


@contextlib.contextmanager
def recounting(witnesses: Sequence[Witness], server: Server) -> Iterator[None]:
    """A failure inside prints the log, and the state of the server."""
    try:
        yield
    except Exception as error:
        lines = [line for witness in witnesses for line in witness.tell()]
        ended = server.process.poll() if server.process is not None else "stopped"
        lines += [f"-- the server has ended with {ended}; children: {server.children()}"]
        error.add_note("\n".join([*lines, *server.log.splitlines()[-_LINES:]]))
        raise
