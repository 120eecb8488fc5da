"""Tools around a board: territory, candidates, drawings, looks, the loupe, the names of sides."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import deep_after
from tests.web.browser.axe import violations
from tests.web.browser.tables import begin
from tests.web.browser.test_board_page import LYING, play
from tests.web.browser.visits import DESKTOP, PHONE, Visits

END = "2x2/1oxxx/2x2/xxx2/5 b"  # Black owns all, except one dead white stone


def ready(page: Page) -> None:
    expect(page.get_by_role("grid")).to_be_visible()


@pytest.mark.parametrize("device", deep_after(1, [DESKTOP, PHONE, LYING]))
def test_territory_is_estimated_and_counted_as_a_table(visits: Visits, device: Any) -> None:
    page = visits.open(device=device)
    game_id = begin(page, "go", opponent="person", size=5, komi=0.5, position=END)
    ready(page)
    button = page.get_by_role("button", name=re.compile("^Territory"))
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    box = page.locator("#territory")
    expect(box).to_contain_text("Estimate: Black leads by")
    expect(page.locator(".board-owners > *")).to_have_count(17)  # without living stones
    assert violations(page) == []
    button.click()
    expect(box).to_be_hidden()
    play(page, game_id, "pass", "pass")
    expect(box.locator("tbody tr")).to_have_count(4)
    expect(box.locator("tbody tr").last).to_have_text("Sum250.5")
    page.locator('[role=gridcell][data-at="B4"]').click()  # alive now: nobody owns much
    expect(box.locator("tbody tr").first).to_have_text("Stones81")
    assert violations(page) == []


def test_candidates_drawings_and_comments_on_the_analysis_board(visits: Visits) -> None:
    page = visits.open("/analysis/?game=gomoku&size=3&line=3&moves=b2+a1+b1+a2")
    ready(page)
    expect(page.locator(".board-candidate").first).to_be_visible()
    cell = page.locator('[role=gridcell][data-at="c2"]').bounding_box()
    goal = page.locator('[role=gridcell][data-at="c3"]').bounding_box()
    assert cell
    assert goal
    page.mouse.move(cell["x"] + 20, cell["y"] + 20)
    page.mouse.down(button="right")
    page.mouse.move(goal["x"] + 20, goal["y"] + 20)
    page.mouse.up(button="right")
    page.mouse.down(button="right")
    page.mouse.up(button="right")
    expect(page.locator(".board-drawn path")).to_have_count(1)
    expect(page.locator(".board-drawn circle")).to_have_count(1)
    page.get_by_role("textbox", name="Comment").fill("The point.")
    expect(page.locator("#tree .remark")).to_have_count(1)
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".board-drawn > *")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"moves=b2\+a1\+b1$"))
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-ready", re.compile(r"\d"))
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("textbox", name="Comment")).to_have_value("The point.")
    expect(page.locator(".board-drawn > *")).to_have_count(2)
    page.get_by_role("button", name="Evaluate the whole line").click()
    expect(page.locator("#sweep")).to_be_hidden()
    expect(page.locator("#course")).to_have_attribute("aria-label", re.compile("5 of 5"))
    assert violations(page) == []


def test_looks_are_chosen_and_kept(visits: Visits) -> None:
    page = visits.open()
    begin(page, "dobutsu", opponent="person")
    ready(page)
    expect(page.locator("#seat-b")).to_contain_text("Blue")
    expect(page.locator("#status .text")).to_have_text("Blue to move.")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Board").select_option("slate")
    page.get_by_role("combobox", name="Pieces").select_option("plain")
    page.get_by_label("Volume").fill("0.3")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".board-letter").first).to_have_text("G")
    page.reload()
    ready(page)
    expect(page.locator("html")).to_have_attribute("data-board", "slate")
    expect(page.locator(".board-letter")).to_have_count(8)
    assert page.evaluate("JSON.parse(localStorage['plyground.settings']).volume") == 0.3


def test_loupe_shows_the_points_under_a_finger(visits: Visits) -> None:
    page = visits.open(device=PHONE)
    begin(page, "go", opponent="person", size=19)
    ready(page)
    cell = page.locator('[role=gridcell][data-at="K10"]').bounding_box()
    assert cell
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *by: float) -> None:
        at = [{"x": cell["x"] + 5 + step, "y": cell["y"] + 5 - step} for step in by]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", 0)
    for step in range(0, 40, 5):
        touch("touchMove", step)
    expect(page.locator(".board-loupe")).to_be_visible()
    touch("touchEnd")
    expect(page.locator(".board-loupe")).to_be_hidden()
