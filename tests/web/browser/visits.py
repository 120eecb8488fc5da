"""Visitors with browsers: each has separate cookies, and a test fails on any error of a page."""

import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request

from tests.web.serving import Server

WAIT = 60_000.0  # milliseconds; a busy machine must not fail the test

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@dataclass
class House:
    """A browser with reusable contexts, because a new one takes a second."""

    browser: Browser
    rooms: dict[str, list[BrowserContext]] = field(default_factory=dict)


class Visits:
    """Opens pages, and records their errors.

    These are errors on the console (including violations of the content security policy),
    exceptions, and requests to other hosts.
    """

    def __init__(self, house: House, server: Server) -> None:
        self._house = house
        self._rooms: list[tuple[str, BrowserContext]] = []
        self._allowed: list[str] = []
        self.server = server
        self.faults: list[str] = []

    def open(self, path: str = "", device: dict[str, Any] = DESKTOP, **options: Any) -> Page:
        """A page for a new visitor, blank without a path; without animations by default."""
        base = self.server.url
        options = {"locale": "en-US", "reduced_motion": "reduce", **device, **options}
        kind = repr((base, sorted(options.items())))
        spare = self._house.rooms.get(kind)
        room = spare.pop() if spare else self._house.browser.new_context(base_url=base, **options)
        room.set_default_timeout(WAIT)
        room.on("page", self._watch)
        room.on("request", self._check_request)
        self._rooms.append((kind, room))
        page = room.pages[0] if room.pages else room.new_page()
        self._watch(page)
        if path:
            page.goto(path)
        return page

    def allow(self, pattern: str) -> None:
        """A fault that the test provokes, such as a refusal."""
        self._allowed.append(pattern)

    def close(self) -> list[str]:
        """Ends every visit; returns the errors."""
        for kind, room in self._rooms:
            self._leave(kind, room)
        self._rooms.clear()
        allowed = "|".join(self._allowed)
        return [fault for fault in self.faults if not (allowed and re.search(allowed, fault))]

    def _leave(self, kind: str, room: BrowserContext) -> None:
        """Cleans a context for the next visitor, without cookies and stored data."""
        room.set_offline(False)
        first, *others = room.pages
        for page in others:
            page.close()
        first.unroute_all()
        if first.url.startswith(self.server.url):
            first.evaluate("localStorage.clear(), sessionStorage.clear()")
        first.goto("about:blank")
        room.clear_cookies()
        room.remove_listener("page", self._watch)
        room.remove_listener("request", self._check_request)
        first.remove_listener("console", self._check_console)
        first.remove_listener("pageerror", self._check_error)
        self._house.rooms.setdefault(kind, []).append(room)

    def _watch(self, page: Page) -> None:
        page.on("console", self._check_console)
        page.on("pageerror", self._check_error)

    def _check_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _check_error(self, error: Error) -> None:
        self.faults.append(f"exception: {error}")

    def _check_request(self, request: Request) -> None:
        ours = (f"{self.server.url}/", f"blob:{self.server.url}/", "data:", "about:")
        if not request.url.startswith(ours):
            self.faults.append(f"elsewhere: {request.url}")
