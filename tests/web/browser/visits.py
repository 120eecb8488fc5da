"""People with browsers: each has cookies of its own, and a test fails if a page misbehaves."""

import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request

from tests.web.serving import Server

WAIT = 15_000.0  # milliseconds; a busy machine is no failure

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


class Visits:
    """Opens pages, and remembers whatever they do that they should not.

    That is: errors on the console (a violated content security policy is one), exceptions, and
    requests to any other machine.
    """

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._allowed: list[str] = []
        self.server = server
        self.faults: list[str] = []

    def open(self, path: str = "/", device: dict[str, Any] = DESKTOP, **options: Any) -> Page:
        """A page for a new visitor, without motion unless the options say so."""
        options = {"locale": "en-US", "reduced_motion": "reduce", **device, **options}
        context = self._browser.new_context(base_url=self.server.url, **options)
        context.set_default_timeout(WAIT)
        context.on("page", self._watch)
        context.on("request", self._check_request)
        self._contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    def allow(self, pattern: str) -> None:
        """A fault that this test provokes, such as an answer that says no."""
        self._allowed.append(pattern)

    def close(self) -> list[str]:
        """Close everything; what went wrong."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        allowed = "|".join(self._allowed)
        return [fault for fault in self.faults if not (allowed and re.search(allowed, fault))]

    def _watch(self, page: Page) -> None:
        page.on("console", self._check_console)
        page.on("pageerror", self._check_error)

    def _check_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _check_error(self, error: Error) -> None:
        self.faults.append(f"exception: {error}")

    def _check_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.server.url}/", "data:", f"blob:{self.server.url}/")):
            self.faults.append(f"elsewhere: {request.url}")
