"""The other pages: choosing, rules, settings, languages."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.conftest import deep_after
from tests.web.browser.tables import Table, begin
from tests.web.browser.visits import PHONE, Visits

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def test_home_shows_every_game_and_plays_at_once(page: Page) -> None:
    page.goto("/")
    for title in ("Robogo", "Gomoku", "Go", "Othello", "Dobutsu shogi"):
        expect(page.get_by_role("button", name=f"Play {title}", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play Othello").click()
    page.wait_for_url("**/games/*/")
    expect(Table(page, "othello").status).to_have_text("Your turn.")


def weights(page: Page, path: str) -> dict[str, int]:
    """The compressed bytes of everything that a page loads, by URL."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108
    page.goto(path, wait_until="networkidle")
    return {
        answer.url: int(answer.headers["content-length"])
        for answer in answers
        if answer.headers["content-type"] != "text/event-stream"
    }


def test_first_visits_are_small(visits: Visits) -> None:
    """At most 12 requests and 120 KB a page."""
    home = visits.open()
    loaded = [weights(home, "/")]
    begin(home, "go", opponent="level:1")
    game = visits.open(storage_state=home.context.storage_state())
    loaded.append(weights(game, home.url))
    expect(game.get_by_role("gridcell").first).to_be_visible()
    for page in loaded:
        assert 5 <= len(page) <= 12, page
        assert 20_000 < sum(page.values()) <= 120_000, page


def test_home_works_without_scripts(visits: Visits) -> None:
    page = visits.open("/", java_script_enabled=False)
    page.get_by_role("link", name="Options Othello").click()
    page.get_by_label("Opponent").select_option("person")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*/")


def test_options_are_behind_one_button(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Options Othello").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Opponent").select_option("person")
    form.get_by_label("Size").select_option("4")
    form.get_by_label("Clock").select_option("5+3")
    form.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*/")
    table = Table(page, "othello", size=4)
    expect(page.get_by_role("timer").first).to_have_text(re.compile("5:00"))
    table.play("c4")


def test_a_wrong_form_says_what_is_wrong(visits: Visits, page: Page) -> None:
    visits.allow("status of 422")
    page.goto("/new/go/?size=99")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Size")).to_have_attribute("aria-invalid", "true")


@pytest.mark.deep
def test_boards_at_home_move_unless_they_are_stopped(visits: Visits) -> None:
    page = visits.open(reduced_motion="no-preference")
    with page.expect_response("**/api/demos/*/"):
        page.goto("/")
    stop = page.get_by_role("button", name=re.compile("animations"))
    stop.click()
    expect(stop).to_have_attribute("aria-pressed", "true")


def test_rules_are_one_key_away(page: Page) -> None:
    begin(page, "go", opponent="person", size=9)
    page.keyboard.press("i")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img").first).to_be_visible()
    expect(dialog).to_contain_text("liberties")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_key_list_opens_and_closes(page: Page) -> None:
    begin(page, "go", opponent="person", size=9)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Take back")
    dialog.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_settings_are_switches_and_are_kept(page: Page) -> None:
    begin(page, "othello", opponent="person", size=4)
    table = Table(page, "othello", size=4)
    expect(table.cell("c4")).to_have_attribute("aria-label", re.compile("legal move"))
    table.button("Settings").click()
    dialog = page.get_by_role("dialog")
    for name in ("Mark the legal moves", "Confirm every move"):
        dialog.get_by_role("switch", name=name).click()
    dialog.get_by_label("Colours").select_option("dark")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(table.cell("c4")).to_have_attribute("aria-label", "c4, empty")
    table.confirms = True
    table.play("c4")
    table.button("Settings").click()
    names = page.get_by_role("dialog").get_by_role("switch")
    for name in ("flip", "moves each side"):
        expect(names.and_(page.get_by_label(name))).to_be_visible()
    for name in ("Liberties", "Threats", "Attacked"):
        expect(page.get_by_role("switch", name=name)).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "moves", "switch", "at", "words"),
    deep_after(
        2,
        [
            ("go", "E5", "Liberties", "E5", "4 liberties"),
            ("dobutsu", "", "Attacked", "b3", "attacked by blue"),
            ("robogo", "E5", "Liberties", "E5", "4 liberties"),
            ("gomoku", "c3 c7 d3 d7 e3 e7 f3 f7", "Threats", "b3", "black wins here"),
            ("othello", "", "discs that a move would flip", "d3", "flips 1 disc"),
        ],
    ),
)
def test_aids_are_switched_on(
    page: Page, game: str, moves: str, switch: str, at: str, words: str
) -> None:
    options: dict[str, Any] = {} if game in ("othello", "dobutsu") else {"size": 9}
    begin(page, game, opponent="person", **options)
    table = Table(page, game, **options)
    table.play(*moves.split())
    expect(table.cell(at)).not_to_have_attribute("aria-label", re.compile(words))
    table.button("Settings").click()
    page.get_by_role("switch", name=switch).click()
    page.keyboard.press("Escape")
    expect(table.cell(at)).to_have_attribute("aria-label", re.compile(words))


def test_pages_are_translated(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.get_by_role("heading", level=1)).to_have_text(JAPANESE)
    begin(page, "othello", opponent="person", size=4)
    expect(page.locator("#status .text")).to_have_text(JAPANESE)
    expect(page.locator('[data-at="c4"]')).to_have_attribute("aria-label", JAPANESE)
    for path in ("/games/", "/import/", "/rules/go/", "/new/go/"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(JAPANESE)
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_missing_page_links_to_home(visits: Visits, page: Page) -> None:
    visits.allow("status of 404")
    page.goto("/no/such/page/")
    page.get_by_role("main").get_by_role("link").first.click()
    page.wait_for_url(visits.server.url + "/")


def test_nothing_is_wider_than_a_phone(visits: Visits) -> None:
    page = visits.open(device=PHONE)
    begin(page, "go", opponent="person", size=19)
    here = page.url
    for path in ("/", here, "/games/", "/import/", "/rules/dobutsu/", "/new/go/"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


@pytest.mark.parametrize("language", deep_after(1, ["ja-JP", "en-US"]))
def test_game_page_is_small(visits: Visits, language: str) -> None:
    """Everything that a browser loads, compressed, without the game's own data."""
    page = visits.open(locale=language)
    begin(page, "go", opponent="person", size=19)
    loaded = weights(page, page.url)
    data = (page.locator("#state").text_content() or "").encode()
    assert len(loaded) > 5
    assert sum(loaded.values()) - len(data) <= 150_000, loaded
