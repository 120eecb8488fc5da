"""The fault guard of browser tests: each kind of fault fails a test."""

import pytest
from playwright.sync_api import Error, Page

from tests.web.browser.tables import begin
from tests.web.browser.visits import House, Visits
from tests.web.serving import Server


@pytest.fixture
def page(visits: Visits) -> Page:
    """A real page, with the site's security policy."""
    return visits.open("/import/")


def test_an_orderly_page_has_no_fault(visits: Visits, page: Page) -> None:
    page.wait_for_load_state("networkidle")
    assert visits.close() == []


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("console.error('bad')", "error: bad"),
        ("setTimeout(() => { throw new Error('bad') })", "exception: bad"),
        (
            "const n = document.createElement('script'); n.text = '1'; document.body.append(n)",
            "Content Security Policy",
        ),
        ("document.body.setAttribute('style', 'color: red')", "Content Security Policy"),
        ("new Image().src = 'http://127.0.0.2:9/'", "elsewhere: http://127.0.0.2:9/"),
        ("fetch('/no/such/page/')", "404"),
    ],
)
def test_a_fault_is_noticed(visits: Visits, page: Page, script: str, fault: str) -> None:
    page.evaluate(f"() => {{ {script} }}")
    for _ in range(3000):
        if any(fault in found for found in visits.faults):
            break
        page.wait_for_timeout(20)
    assert any(fault in found for found in visits.faults), visits.faults
    visits.faults.clear()
    visits.close()


def test_expected_fault_is_ignored(visits: Visits, page: Page) -> None:
    visits.allow("status of 404")
    with page.expect_response("**/no/such/page/"):
        page.evaluate("fetch('/no/such/page/')")
    page.evaluate("fetch('/')")  # by now the console has it
    assert visits.close() == []


def test_a_page_can_not_reach_elsewhere(visits: Visits, page: Page) -> None:
    visits.allow("127.0.0.2|Policy|Fetch")
    with pytest.raises(Error, match="Failed to fetch"):
        page.evaluate("fetch('http://127.0.0.2:9/')")


def test_visitors_share_no_data(house: House, server: Server) -> None:
    for _ in range(2):
        visits = Visits(house, server)
        page = visits.open("/import/")
        assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
        assert "plyground" not in {cookie["name"] for cookie in page.context.cookies()}
        begin(page, "othello", opponent="person", size=4)
        page.evaluate("localStorage.setItem('a', 'b')")
        page.context.set_offline(True)
        assert visits.close() == []
