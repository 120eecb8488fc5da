"""Games written in Python, drawn with the same board."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.project import ROOT
from tests.web.browser.tables import Table, begin
from tests.web.browser.visits import House, Visits
from tests.web.conftest import check
from tests.web.serving import Server


@pytest.fixture(scope="module")
def python_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the example games."""
    files = [ROOT / "examples" / f"{name}.py" for name in ("tictactoe", "domineering")]
    arguments = [word for file in files for word in ("--load", str(file))]
    server = Server(tmp_path_factory.mktemp("python"), *arguments).start()
    yield server
    server.stop()
    check(server)


@pytest.fixture
def page(house: House, python_server: Server) -> Iterator[Page]:
    """Its home page."""
    visits = Visits(house, python_server)
    yield visits.open("/")
    assert visits.close() == []


def test_python_game_is_played_against_the_computer(page: Page) -> None:
    page.get_by_role("button", name="Play Tic-tac-toe").click()
    page.wait_for_url("**/games/*/")
    table = Table(page, "othello")  # its buttons are the same
    for _ in range(5):
        known = table.reply()
        if known["stage"] == "over":
            break
        table.acting(table.cell(known["view"]["moves"][0]["to"]).click)
    expect(table.status).to_have_text(re.compile("^(You win|You lose|A draw): "))


@pytest.mark.deep
def test_python_game_is_played_by_two_people(page: Page) -> None:
    begin(page, "domineering", opponent="person")
    for ply, move in enumerate(["a1", "b1", "a3", "c3", "h1", "d5", "g1"], 1):
        with page.expect_response("**/actions/") as answer:
            page.locator(f'[data-at="{move}"]').click()
        assert answer.value.json()["ply"] == ply
        last = answer.value.json()["view"]["last_move"]["to"]
        label = re.compile("last move")
        expect(page.locator(f'[data-at="{last}"]')).to_have_attribute("aria-label", label)


@pytest.mark.deep
def test_rules_of_a_python_game_are_shown(page: Page) -> None:
    page.get_by_role("link", name="Rules Tic-tac-toe").click()
    expect(page.get_by_role("main")).to_contain_text("Three in a row win")
