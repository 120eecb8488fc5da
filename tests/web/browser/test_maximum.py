"""The strongest opponent: chosen with its time by a slider."""

import re

from playwright.sync_api import Page, expect

from tests.web.browser.tables import Table


def test_the_strongest_opponent_takes_the_time_of_the_slider(page: Page) -> None:
    page.goto("/new/othello/?size=4")
    expect(page.get_by_label("Seconds a move")).to_be_hidden()
    page.get_by_label("Opponent").select_option("maximum")
    slider = page.get_by_label("Seconds a move")
    expect(slider).to_be_visible()
    slider.press("Home")
    expect(page.locator("output")).to_have_text("0.5")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*/")
    white = page.get_by_role("region", name=re.compile("^White: "))
    expect(white).to_contain_text("Maximum, 0.5 s a move")
    table = Table(page, "othello", size=4)
    table.play("c4")
    table.reply()
