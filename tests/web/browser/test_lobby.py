"""The lobby, a rated game and its spectators, with two and three browsers at once."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import violations
from tests.web.browser.visits import DESKTOP, PHONE, Visits


def choose(page: Page, *, computer: bool = False) -> None:
    page.goto("/lobby/")
    page.get_by_label("Game", exact=True).select_option("othello:8")
    page.get_by_label("Your colour").select_option("black")
    if computer:
        page.get_by_role("switch", name="If no one joins").check()


def test_challenge_appears_at_once_and_is_accepted_and_watched(visits: Visits) -> None:
    black, white, third = visits.open(), visits.open("/lobby/"), visits.open("/lobby/")
    expect(white.get_by_text("No challenge is open.")).to_be_visible()
    choose(black)
    assert violations(black) == []
    black.get_by_role("switch", name="Rated").check()
    black.get_by_role("button", name="Create a challenge").click()
    black.wait_for_url("**/games/*/")
    accept = white.get_by_role("button", name=re.compile("^Accept: Othello"))
    expect(accept).to_be_visible()  # without a reload
    expect(third.get_by_text("Rated").first).to_be_visible()
    assert violations(white) == []
    accept.click()
    white.wait_for_url("**/games/*/")
    expect(third.get_by_text("No challenge is open.")).to_be_visible()
    expect(black.get_by_role("region", name=re.compile("^White: "))).to_be_visible()
    third.get_by_role("link", name="Watch", exact=True).last.click()
    third.wait_for_url("**/shared/*/")
    expect(third.locator("#company")).to_contain_text("Black: here · White: here")
    white.get_by_text("Greet your opponent").click()
    white.get_by_role("button", name="Good luck!").click()
    expect(black.locator("#toast")).to_have_text("White says: Good luck!")
    assert violations(black) == []


def test_computer_takes_the_seat_on_request(visits: Visits) -> None:
    page = visits.open(device=PHONE)
    choose(page, computer=True)
    page.get_by_role("button", name="Find an opponent").click()
    page.wait_for_url("**/games/*/")
    expect(page.get_by_text("If no one joins, the computer takes the seat")).to_be_visible()
    page.get_by_role("button", name="Play the computer now").click()
    expect(page.locator("#invite")).to_have_count(0)


@pytest.mark.deep
@pytest.mark.parametrize("path", ["/lobby/", "/profile/", "/tv/"])
def test_pages_of_people_have_no_violations(visits: Visits, path: str) -> None:
    for device in (DESKTOP, PHONE):
        assert violations(visits.open(path, device=device)) == []
