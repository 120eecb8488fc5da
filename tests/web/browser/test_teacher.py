"""The teacher on the page of a game: warnings, takebacks, and the summary."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import plyground
from tests.conftest import deep_after
from tests.web.browser.axe import violations
from tests.web.browser.tables import Means, Table, begin
from tests.web.browser.visits import DESKTOP, PHONE, Visits

# White has four in a row, and Black can stop it only on g5.
FOUR = plyground.game("gomoku", size=9).start().play_all("b5 c5 e6 d5 e7 e5 f7 f5")


def begin_game(page: Page, means: Means = "mouse", **form: Any) -> Table:
    """A game with a teacher, in which a mistake is close."""
    begin(
        page, "gomoku", size=9, opponent="level:1", teacher="yes", position=FOUR.to_text(), **form
    )
    table = Table(page, "gomoku", means, size=9)
    table.start = table.position = FOUR
    return table


def says(page: Page) -> Locator:
    return page.get_by_role("region", name="Status of the game").locator(".detail")


@pytest.mark.parametrize(
    ("device", "means"), deep_after(1, [(DESKTOP, "mouse"), (DESKTOP, "keys"), (PHONE, "touch")])
)
def test_a_mistake_is_warned_of_and_taken_back(
    visits: Visits, device: dict[str, Any], means: Means
) -> None:
    page = visits.open(device=device)
    table = begin_game(page, means)
    expect(page.locator("#teacher-status")).to_have_text(re.compile("^The teacher is on"))
    table.play("a9")
    warned = "Careful: after a9 White can win in 1 move."
    expect(table.status).to_have_text(warned)
    expect(says(page)).to_have_text("White would answer g5. Take it back?")
    expect(page.locator("#live")).to_have_text(re.compile("Careful: after a9"))
    if means == "mouse":
        assert violations(page) == []
        page.reload()  # the question stays
        expect(table.status).to_have_text(warned)
    table.press(table.button("Show me"))
    expect(says(page)).to_have_text(re.compile(r"^g5 is better\."))
    expect(table.cell("a9")).to_have_attribute("aria-label", re.compile("^a9, empty"))
    if means == "mouse":  # on the current board, the question is there again
        page.keyboard.press("Escape")
        expect(says(page)).to_have_text("White would answer g5. Take it back?")
        expect(table.button("Show me")).to_be_visible()
    if means == "keys":
        table.acting(lambda: page.keyboard.press("u"))
    else:
        table.acting(lambda: table.press(table.button("Take back")))
    expect(table.status).to_have_text("Your turn.")
    assert table.state()["ply"] == 0
    # The teacher never warns against a hint, because both use the same search.
    table.position = FOUR
    page.keyboard.press("Alt+h")
    expect(table.status).to_have_text("Look here.")
    table.press(table.button("Show the move"))
    expect(table.status).to_have_text(re.compile(r"^Try g5\."))
    table.acting(lambda: table.make("g5"))  # the reply may be there at once
    assert table.reply()["ply"] == 2


@pytest.mark.deep
def test_summary_is_shown_after_playing_on(page: Page) -> None:
    table = begin_game(page)
    table.play("a9")
    expect(table.status).to_have_text(re.compile("^Careful"))
    page.keyboard.press("c")
    if table.reply()["stage"] != "over":  # level 1 does not see everything
        table.button("Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    summary = page.get_by_role("list", name="What to learn next")
    expect(summary.get_by_role("listitem")).to_have_count(3)
    expect(summary).to_contain_text("the largest mistake was move 1, a9")
    expect(summary).to_contain_text("you let the other side win at once")
    assert violations(page) == []
    summary.get_by_role("link", name="Next lesson:").click()
    expect(page).to_have_url(re.compile("/learn/gomoku/block/$"))


def test_teacher_is_switched_on_and_off_during_a_game(page: Page) -> None:
    begin(page, "gomoku", size=9, opponent="adaptive")
    expect(page.get_by_role("region", name="White: Adaptive: level 2")).to_be_visible()
    expect(page.locator("#teacher-status")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator("#teacher-status")).to_be_visible()
    expect(Table(page, "gomoku").status).to_have_text("Your turn.")
    page.keyboard.press("s")
    page.get_by_role("dialog").get_by_role("switch", name="Teacher").click()
    expect(page.locator("#teacher-status")).to_have_count(0)


@pytest.mark.deep
def test_warnings_are_translated(visits: Visits) -> None:
    page = visits.open(locale="ja-JP")
    table = begin_game(page)
    table.make("a9")
    expect(page.locator("#status .text")).to_contain_text("a9 のあと、白は 1 手で勝てます。")
    expect(page.locator("#status .detail")).to_contain_text("白は g5 と応じるでしょう。")
    expect(page.get_by_role("button", name="見せてください")).to_be_visible()
