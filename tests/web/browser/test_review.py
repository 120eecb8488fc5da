"""The review of a game for a user: waiting for it, stepping through it, retrying."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

import plyground
from plyground import Record
from plyground.records import notation
from tests.web.browser.axe import violations
from tests.web.browser.visits import PHONE, Visits

# White overlooks an open three at move 6.
MOVES = ["e5", "e6", "d5", "f6", "c5", "a9", "f5", "g5", "b5"]
SEEN = """() => {
  const count = document.querySelector('#count')
  if (count) new MutationObserver(() => sessionStorage.setItem('seen', count.textContent))
    .observe(count, { childList: true })
}"""


def bring(page: Page) -> None:
    """An imported game."""
    record = Record(plyground.game("gomoku", size=9))
    record.play_all(MOVES)
    page.locator("textarea").fill(notation.write([record], "sgf"))
    page.locator("main form .primary").click()
    page.wait_for_url(re.compile(r"/games/[\w-]+/$"))


def at(page: Page, ply: int) -> None:
    expect(page.locator("#where")).to_have_text(re.compile(rf"\b{ply}\b.*\b9\b"))
    expect(page.locator("#graph")).to_have_attribute("aria-valuenow", str(ply))


def stop_before_the_server_answers(page: Page) -> None:
    """The review is cancelled when its job is known, and there is no other message."""
    waiting: list[Route] = []
    page.route("**/api/games/*/review/", lambda route: waiting.append(route))  # noqa: PLW0108
    page.get_by_role("button", name="Review it again, deeper").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#says")).to_have_text("The review was stopped.")
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        waiting[0].continue_()
    expect(page.locator("#says")).to_have_text("The review was stopped.")
    expect(page.get_by_role("button", name="Review it again, deeper")).to_be_visible()
    page.unroute_all()


def test_a_game_is_reviewed_and_walked_through(visits: Visits) -> None:
    page = visits.open("/import/")
    bring(page)
    page.get_by_role("button", name="Review").click()
    page.wait_for_url(re.compile(r"/review/$"))
    page.reload()  # the same search goes on
    page.evaluate(SEEN)
    expect(page.locator("#graph")).to_be_visible(timeout=60_000)
    assert re.fullmatch(r"\d+ of 10 positions", page.evaluate("sessionStorage.seen"))
    at(page, 6)
    assert violations(page) == []

    # By mouse.
    head, verdict = page.locator("#head"), page.locator("#verdict")
    expect(head).to_have_text("Move 6: White a9")
    expect(verdict).to_contain_text("A blunder: the winning chance falls from ")
    expect(page.locator("#better")).to_contain_text(re.compile("[bf]5 was better"))
    expect(page.locator("#board .board-hint")).to_have_count(1)
    page.get_by_role("button", name="Show the better line").click()
    expect(page.locator("#line")).to_have_text(re.compile(r"^Better: [bf]5 \(1 of \d\)$"))
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator("#line")).to_have_text(re.compile(r"^Better: \w\d \w\d \(2 of \d\)$"))
    page.get_by_role("button", name="Show what can follow").click()
    expect(page.locator("#line")).to_have_text(re.compile(r"^What can follow: [bf]5 \(1 of \d\)$"))
    page.get_by_role("button", name="Show what can follow").click()
    expect(page.locator("#line")).to_be_hidden()
    chart = page.locator("#chance")
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": box["width"] - 9, "y": 20})
    at(page, 9)
    chart.click(position={"x": 9, "y": 20})
    expect(head).to_have_text("The beginning")
    page.locator(".mistakes a").first.click()
    at(page, 6)
    page.get_by_text("All moves as a table").click()
    row = page.get_by_role("row").filter(has_text="a9")
    expect(row).to_contain_text("blunder")
    row.get_by_role("link").click()

    # By keyboard.
    page.keyboard.press("ArrowRight")
    at(page, 7)
    expect(page.locator("#live")).to_contain_text("Move 7: Black f5")
    page.keyboard.press("n")
    at(page, 6)
    page.keyboard.press("b")
    expect(page.locator("#live")).to_contain_text("Better: ")
    page.keyboard.press("Escape")
    expect(page.locator("#line")).to_be_hidden()
    page.locator("#graph").focus()
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("ArrowUp")
    at(page, 1)
    expect(page.locator("#graph")).to_have_attribute(
        "aria-valuetext", re.compile("^Move 1: Black e5")
    )

    # Deeper, but cancelled.
    stop_before_the_server_answers(page)
    page.get_by_role("button", name="Review it again, deeper").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#says")).to_have_text("The review was stopped.")
    assert violations(page) == []

    # A retry, and the same position on other pages.
    page.locator(".mistakes a").first.click()
    moves = re.compile(r"\?game=gomoku&size=9&moves=e5\+e6\+d5\+f6\+c5$")
    expect(page.get_by_role("link", name="Watch the search here")).to_have_attribute("href", moves)
    analysis = page.get_by_role("link", name="Analyse", exact=True)
    expect(analysis).to_have_attribute("href", re.compile(r"/analysis/game/[\w-]+/\?ply=6$"))
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_url(re.compile(r"/games/[\w-]+/$"))
    expect(page.locator("#list")).to_contain_text("c5")
    expect(page.locator("#status")).to_contain_text("Your turn.")


@pytest.mark.deep
def test_a_review_fits_a_phone_and_can_be_shown_to_others(visits: Visits) -> None:
    page = visits.open("/import/", device=PHONE, locale="ja")
    bring(page)
    game = page.url.split("/")[4]
    token = page.locator('meta[name="csrf-token"]').get_attribute("content") or ""
    headers = {"X-CSRFToken": token}
    page.request.post(f"/api/games/{game}/review/", data={"effort": 4}, headers=headers)
    page.goto(f"{page.url}review/")
    expect(page.locator("#graph")).to_be_visible(timeout=60_000)
    at(page, 6)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    chart = page.locator("#chance")
    box = chart.bounding_box()
    assert box is not None
    chart.tap(position={"x": box["width"] - 9, "y": 20})
    at(page, 9)
    page.locator("[data-to=before]").tap()
    at(page, 6)
    answer = page.request.post(f"/api/games/{game}/share/", headers=headers)
    other = visits.open(f"{answer.json()['url']}review/", device=PHONE)
    at(other, 6)
    expect(other.locator("#board .board-hint")).to_have_count(1)
    assert violations(other) == []
    other.get_by_role("button", name="Try again from here").tap()
    other.wait_for_url(re.compile(r"/games/[\w-]+/$"))
    expect(other.locator("#status")).to_contain_text("Your turn.")
