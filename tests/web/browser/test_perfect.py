"""Perfect play on the page of a solved game: values on squares, and the offer to compute them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.browser.axe import violations
from tests.web.browser.tables import Table, begin
from tests.web.browser.visits import PHONE, House, Visits
from tests.web.serving import Server
from tests.web.tablebases import FIRST, write


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a tablebase: some first moves win or lose, the rest are drawn."""
    home = tmp_path_factory.mktemp("solved")
    write(home / "tablebases" / "dobutsu.values", FIRST)
    server = Server(home).start()
    yield server
    server.stop()
    assert "Traceback" not in server.log, server.log


@pytest.fixture
def solved_visits(house: House, solved: Server) -> Iterator[Visits]:
    """Opens pages there."""
    visits = Visits(house, solved)
    yield visits
    assert visits.close() == []


def switch(page: Page) -> Locator:
    return page.get_by_role("switch", name="Perfect play")


def says(page: Page) -> Locator:
    return page.get_by_role("region", name="Perfect play").locator("#perfect-value")


def labels(page: Page) -> list[str]:
    """The values on the board and on the hands."""
    return sorted(page.locator(".board-worth text").all_text_contents())


@pytest.mark.deep
def test_values_stand_on_the_squares_and_are_spoken(solved_visits: Visits) -> None:
    page = solved_visits.open()
    begin(page, "dobutsu", opponent="person")
    table = Table(page, "dobutsu")
    assert labels(page) == []
    switch(page).check()
    expect(says(page)).to_have_text("Blue wins in 3 moves with best play.")
    assert labels(page) == ["D", "L 76", "W 3"]  # the lion's better move
    expect(table.cell("c1")).to_have_attribute("aria-label", re.compile(r"\bwins in 3 moves$"))
    expect(table.cell("b1")).to_have_attribute("aria-label", re.compile(r"\bdraws$"))
    table.choose("b1")
    assert labels(page) == ["D", "L 12"]
    expect(table.cell("c2")).to_have_attribute("aria-label", re.compile(r"\bloses in 12 moves$"))
    table.choose("b1")
    assert labels(page) == ["D", "L 76", "W 3"]
    assert page.locator(".board-best text").all_text_contents() == ["W 3"]
    page.keyboard.press("Alt+v")
    expect(says(page)).to_be_empty()
    assert labels(page) == []
    switch(page).click()
    expect(says(page)).not_to_be_empty()
    page.keyboard.press("v")  # the switch has the focus, and is not a text field
    expect(says(page)).to_be_empty()
    expect(table.cell("c1")).to_have_attribute("aria-label", re.compile("can move$"))


@pytest.mark.deep
def test_values_are_hidden_until_the_new_ones_arrive(solved_visits: Visits) -> None:
    page = solved_visits.open()
    begin(page, "dobutsu", opponent="person")
    table = Table(page, "dobutsu")
    switch(page).check()
    expect(says(page)).not_to_be_empty()
    held: list[Route] = []
    page.route(re.compile(r"/tablebase/\?ply=1"), lambda route: held.append(route))  # noqa: PLW0108
    table.play("c1c2")
    assert labels(page) == []
    expect(says(page)).to_be_empty()
    table.play("a4a3")  # nothing waits for them
    expect(says(page)).to_have_text("A draw with best play.")
    assert held
    for route in held:
        route.continue_()
    page.wait_for_timeout(200)
    expect(says(page)).to_have_text("A draw with best play.")  # late answers are not shown
    page.unroute_all()
    page.keyboard.press("Home")
    expect(says(page)).to_have_text("Blue wins in 3 moves with best play.")
    assert "W 3" in labels(page)
    page.keyboard.press("ArrowRight")
    expect(says(page)).to_have_text("Orange wins in 5 moves with best play.")


def test_the_switch_is_kept_and_is_kept_out_of_games_between_people(solved_visits: Visits) -> None:
    page = solved_visits.open()
    begin(page, "dobutsu", opponent="person")
    switch(page).check()
    begin(page, "dobutsu", opponent="level:1")
    expect(switch(page)).to_be_checked()
    expect(says(page)).not_to_be_empty()
    page.keyboard.press("s")
    page.get_by_role("switch", name="Sounds").uncheck()  # another setting does not change it
    page.reload()
    expect(switch(page)).to_be_checked()
    begin(page, "dobutsu", opponent="link", colour="black")
    expect(page.locator("#invite")).to_be_visible()
    expect(switch(page)).to_be_hidden()
    assert labels(page) == []


@pytest.mark.deep
@pytest.mark.parametrize("phone", [False, True], ids=["service", "phone"])
def test_axe_finds_nothing(solved_visits: Visits, phone: bool) -> None:
    page = solved_visits.open(device=PHONE) if phone else solved_visits.open()
    begin(page, "dobutsu", opponent="person")
    switch(page).check()
    expect(says(page)).not_to_be_empty()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.deep
def test_the_table_is_made_and_stopped_from_the_page(own_visits: Visits) -> None:
    """Real building, but only for a moment: it is stopped, and restarted from another page."""
    page = own_visits.open("/new/dobutsu/")
    page.get_by_role("button", name="Compute it").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_text("Perfect play is being computed").first).to_be_visible()
    expect(page.get_by_role("status").get_by_text("being computed")).to_have_count(1)
    assert violations(page) == []
    begin(page, "dobutsu", opponent="person")  # it continues, whatever happens on the page
    expect(switch(page)).to_be_hidden()
    press = "button => (button.click(), button.getAttribute('aria-disabled'))"
    assert page.get_by_role("button", name="Stop").evaluate(press) == "true"  # until it has stopped
    expect(page.get_by_role("button", name="Go on")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Go on")).to_be_enabled()
    assert violations(page) == []
    # The tablebase arrives: the page finds it without a reload.
    folder = own_visits.server.home / "tablebases"
    (folder / "dobutsu.table.part").unlink()  # it is large
    write(folder / "dobutsu.values", FIRST)
    page.get_by_role("button", name="Go on").click()
    ready = page.get_by_role("status").filter(has_text="Perfect play is ready.")
    expect(ready).to_have_count(1)  # screen readers get it, too
    expect(page.locator("p", has_text="Perfect play is ready.")).to_be_visible()
    switch(page).check()
    expect(says(page)).to_have_text("Blue wins in 3 moves with best play.")
