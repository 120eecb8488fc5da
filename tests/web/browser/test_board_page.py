"""The page of a board in all its modes: visible parts, feedback on moves, links between modes."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.conftest import deep_after
from tests.web.browser.axe import violations
from tests.web.browser.tables import Table, begin
from tests.web.browser.visits import DESKTOP, PHONE, Visits

LYING: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
ZOOMED: dict[str, Any] = {"viewport": {"width": 640, "height": 400}}  # 1280 by 800 at 200 %
DEVICES = {"phone": PHONE, "lying": LYING, "zoomed": ZOOMED, "desktop": DESKTOP}
# The parts of these elements beyond the edges of the window.
_BEYOND = """(names) => names.filter((name) => {
  const box = document.querySelector(name).getBoundingClientRect()
  const [right, low] = [document.documentElement.clientWidth, innerHeight]
  const outside = box.left < -1 || box.top < -1 || box.right > right + 1 || box.bottom > low + 1
  return !box.height || outside
})"""
# Clicks a point; returns the number of new stones shown at once, and the milliseconds.
_PUT = """(label) => {
  const count = () => document.querySelectorAll('#board .board-stone').length
  const [before, from] = [count(), performance.now()]
  document.querySelector(`[role=gridcell][data-at="${label}"]`).click()
  return [count() - before, performance.now() - from]
}"""


def play(page: Page, game_id: str, *moves: str) -> None:
    """Plays moves without the board, and shows them."""
    token = page.locator("meta[name=csrf-token]").get_attribute("content") or ""
    headers = {"X-CSRFToken": token, "Referer": page.url}
    state = page.request.get(f"/api/games/{game_id}/").json()
    for move in moves:
        body = {"version": state["version"], "ply": state["ply"], "action": "move", "move": move}
        url = f"/api/games/{game_id}/actions/"
        state = page.request.post(url, data=body, headers=headers).json()
    page.reload()


@pytest.mark.parametrize("device", deep_after(3, ["lying", "phone", "zoomed", "desktop"]))
def test_board_seats_and_buttons_are_in_sight(visits: Visits, device: str) -> None:
    page = visits.open(device=DEVICES[device])
    for game in ("go", "dobutsu"):
        begin(page, game, opponent="person")
        expect(page.get_by_role("grid")).to_be_visible()
        seen = ["#board svg", "#seat-t", "#seat-b", "#controls", "#status .text"]
        assert page.evaluate(_BEYOND, seen) == [], game
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, game


def test_board_is_in_the_first_answer_where_it_stays(page: Page) -> None:
    for game in ("go", "othello", "dobutsu", "connect_four"):
        begin(page, game, opponent="level:1", colour="white" if game == "dobutsu" else "black")
        first = page.request.get(page.url).text()
        drawn = re.search(r'<svg class="board-svg[^>]* viewBox="([\d .]+)"', first)
        assert drawn, game
        expect(page.get_by_role("grid")).to_be_visible()
        expect(page.locator("#board .board-svg")).to_have_count(1)
        assert page.locator("#board .board-svg").get_attribute("viewBox") == drawn[1], game


def test_game_review_and_analysis_keep_the_place(visits: Visits) -> None:
    page = visits.open()
    game_id = begin(page, "connect_four", opponent="person")
    play(page, game_id, *["d", "e", "d", "e", "d", "c", "d"])
    expect(page.get_by_role("link", name="Review", exact=True)).to_be_visible()
    Table(page, "connect_four").moves.nth(3).click()
    page.get_by_role("link", name="Analyse", exact=True).click()
    page.wait_for_url(f"**/analysis/game/{game_id}/?ply=4")
    current = page.locator("#tree [aria-current]")
    expect(current).to_have_text("4 e")
    page.locator('[role=gridcell][data-at="a1"]').click()
    expect(current).to_have_text("5 a")
    assert violations(page) == []
    page.get_by_role("link", name="Game", exact=True).click()
    page.wait_for_url(f"**/games/{game_id}/?ply=4")
    expect(page.locator("#list [aria-current]")).to_have_text("e")
    page.go_back()
    expect(current).to_have_text("5 a")
    expect(page.get_by_role("meter", name="Winning chance for Black")).to_be_visible()


def test_own_move_is_drawn_before_the_server_answers(visits: Visits) -> None:
    visits.allow("status of 422")
    page = visits.open()
    begin(page, "go", opponent="person", size=9)
    table = Table(page, "go", size=9)
    waiting: list[Route] = []
    page.route("**/actions/", lambda route: waiting.append(route))  # noqa: PLW0108
    count, milliseconds = page.evaluate(_PUT, "E5")
    assert count == 1
    assert milliseconds < 50
    expect(table.moves).to_have_count(0)
    error = {"code": "x", "sentence": "Not here.", "at": "E5"}
    while not waiting:
        page.wait_for_timeout(10)
    waiting[0].fulfill(status=422, json={"error": error, "state": None})
    expect(page.get_by_text("Not here.").first).to_be_visible()
    expect(page.locator("#board .board-stone")).to_have_count(0)
    page.unroute("**/actions/")
    table.play("E5")
    # An occupied point is refused without a request.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table.cell("E5").click()
    expect(page.get_by_text("There is already a piece on E5.").first).to_be_visible()
    assert [url for url in asked if url.endswith("/actions/")] == []


def test_computer_takes_a_moment_unless_it_is_to_answer_at_once(visits: Visits) -> None:
    page = visits.open(reduced_motion="no-preference")
    begin(page, "othello", opponent="level:1", size=4)
    table = Table(page, "othello", size=4)
    page.evaluate(
        """() => {
          const list = document.querySelector('#list')
          globalThis.times = []
          const seen = new MutationObserver(() => times.push(performance.now()))
          seen.observe(list, { childList: true })
        }"""
    )
    before = page.evaluate("performance.now()")
    table.cell("c4").click()
    expect(table.moves).to_have_count(2)
    assert page.evaluate("times.at(-1)") - before >= 600
    table.button("Settings").click()
    instant = page.get_by_role("switch", name="The computer answers at once")
    instant.click()
    expect(instant).to_be_checked()


def test_menu_has_the_same_words_on_a_phone(visits: Visits) -> None:
    words = ["Play", "Lobby", "Puzzles", "Learn", "Analysis", "Watch", "Lab", "My games"]
    for device in (PHONE, DESKTOP):
        page = visits.open("/", device=device)
        menu = page.get_by_role("button", name="Menu")
        links = page.get_by_role("navigation", name="Main").get_by_role("link")
        if device is PHONE:
            expect(links.first).to_be_hidden()
            menu.tap()
        expect(links.first).to_be_visible()
        assert [word for word in links.all_text_contents() if word != "Lab"] == [
            word for word in words if word != "Lab"
        ]
        assert violations(page) == []
        page.get_by_role("link", name="Watch", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Watch")
        page.get_by_role("button", name=re.compile("^Watch Othello")).click()
        page.wait_for_url("**/games/*/")


def test_puzzles_and_lessons_lead_to_the_analysis_board(page: Page) -> None:
    for path, first in (("/puzzles/", ".daily-words a"), ("/learn/", ".lessons a")):
        page.goto(path)
        page.locator(first).first.click()
        page.get_by_role("link", name="Analyse this position").click()
        page.wait_for_url(re.compile(r"/analysis/\?game="))
        expect(page.get_by_role("grid")).to_be_visible()
