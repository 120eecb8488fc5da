"""Games by link: inviting, waiting, the next game, long names, and being logged out."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import violations
from tests.web.browser.tables import Pair, Table, begin, invitation
from tests.web.browser.test_accounts import sign_up
from tests.web.browser.visits import PHONE, Visits
from tests.web.people import new_name

LONG = "W" * 19  # and the next ten ports, which no other test has

WIDE = """[...document.querySelectorAll('main p, main h1, main h2')]
  .filter((node) => node.getBoundingClientRect().right > 391).map((node) => node.textContent)"""


def status(page: Page) -> Table:
    return Table(page, "othello", size=4)


@pytest.mark.deep
def test_home_links_to_an_invitation(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Invite a friend to Othello").click()
    form = page.get_by_role("dialog")
    expect(form.get_by_label("Opponent")).to_have_value("link")
    expect(form.get_by_label("Opponent")).to_be_focused()
    assert violations(page) == []
    form.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*/")
    invitation(page)
    expect(page.get_by_text("This address works only on this computer.")).to_be_visible()
    expect(page.get_by_role("region", name="White: Nobody yet")).to_be_visible()
    assert violations(page) == []


@pytest.mark.deep
def test_an_invitation_can_be_cancelled(visits: Visits, page: Page) -> None:
    visits.allow("status of 404")
    begin(page, "othello", opponent="link", size=4)
    link = invitation(page)
    expect(status(page).status).to_have_text(
        re.compile("^Nobody has taken.+first move meanwhile.$")
    )
    page.get_by_role("button", name="Cancel the invitation").click()
    question = page.get_by_role("dialog")
    question.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Cancel the invitation").click()
    question.get_by_role("button", name="Cancel the invitation").click()
    page.wait_for_url("**/games/")
    page.goto(link)
    expect(page.get_by_text("This link no longer works.")).to_be_visible()


@pytest.mark.deep
def test_spectator_follows_to_the_rematch(visits: Visits) -> None:
    black, white = visits.open(), visits.open()
    begin(black, "othello", opponent="link", colour="black", size=4)
    watcher = visits.open(Table(black, "othello", size=4).state()["shared"])
    expect(watcher.locator("#seats")).to_have_text("Black: a guest · White: nobody yet")
    expect(watcher.locator("#company")).to_have_text("Black: here · 1 spectator")
    white.goto(invitation(black))
    white.get_by_role("button", name="Join game").click()
    expect(watcher.locator("#seats")).to_have_text("Black: a guest · White: a guest")
    white.get_by_role("button", name="Resign").click()
    white.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(watcher.locator(".stands")).to_contain_text("Black wins")
    black.get_by_role("button", name="Rematch").click()
    white.get_by_role("button", name="Accept").click()
    link = watcher.get_by_role("link", name="Watch the next game")
    expect(watcher.get_by_text("The players have started another game.")).to_be_visible()
    assert violations(watcher) == []
    link.click()
    expect(watcher.locator(".stands")).to_have_text("Black to move.")


@pytest.mark.deep
def test_signed_out_visitor_is_asked_to_sign_in(visits: Visits) -> None:
    visits.allow("status of 404")
    pair = Pair(visits.open(), visits.open(), "othello", size=4)
    page = pair.black.page
    page.context.clear_cookies(name="plyground")
    pair.black.choose("c4")
    expect(pair.black.status).to_have_text("You are signed out here, or this game is gone.")
    assert violations(page) == []
    here = re.escape(page.url.removeprefix(visits.server.url)).replace("/", "%2F")
    page.get_by_role("region", name="Status of the game").get_by_role(
        "button", name="Sign in"
    ).click()
    expect(page).to_have_url(re.compile(f"/account/sign-in/.next={here}$"))


@pytest.mark.deep
def test_a_long_name_is_not_wider_than_a_phone(visits: Visits) -> None:
    owner, guest = visits.open(device=PHONE), visits.open(device=PHONE)
    name = LONG + new_name()[-10:]
    sign_up(owner, name)
    begin(owner, "othello", opponent="link", size=4)
    link, shared = invitation(owner), Table(owner, "othello", size=4).state()["shared"]
    guest.goto(link)
    expect(guest.get_by_text(name)).to_be_visible()
    fits(guest)
    guest.get_by_role("button", name="Join game").click()
    expect(guest.get_by_role("region", name=f"Black: {name}")).to_be_visible()
    fits(guest)
    for path in (shared, "/games/"):
        guest.goto(path)
        expect(guest.get_by_text(name).first).to_be_visible()
        fits(guest)
    for path in ("/games/", "/account/", "/"):
        owner.goto(path)
        fits(owner)


def fits(page: Page) -> None:
    """Nothing is wider than the phone, and no text is cut off."""
    page.wait_for_load_state("load")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, page.url
    assert page.evaluate(WIDE) == [], page.url
