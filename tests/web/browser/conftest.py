"""One browser per process, and pages that fail their test on errors."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.conftest import browser_path
from tests.web.browser.visits import WAIT, House, Visits
from tests.web.serving import Server

# Options for speed, and against connections to other hosts.
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # a tenth less CPU: separate processes per page are for untrusted sites
    "--renderer-process-limit=1",
]


@pytest.fixture(scope="package")
def house() -> Iterator[House]:
    """Debian's Chromium.

    It ends with this folder, because no other test can use an event loop meanwhile.
    """
    expect.set_options(timeout=WAIT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=_ARGUMENTS)
        yield House(browser)
        browser.close()


@pytest.fixture
def visits(house: House, server: Server) -> Iterator[Visits]:
    """Opens pages on the common server."""
    visits = Visits(house, server)
    yield visits
    assert visits.close() == []


@pytest.fixture
def own_visits(house: House, own_server: Server) -> Iterator[Visits]:
    """Opens pages on a server that the test may kill."""
    visits = Visits(house, own_server)
    yield visits
    assert visits.close() == []


@pytest.fixture
def page(visits: Visits) -> Page:
    """A blank page of a new visitor."""
    return visits.open()
