"""Axe finds nothing wrong with any page, in light colours or dark."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import deep_after
from tests.web.browser.axe import violations
from tests.web.browser.tables import Table, begin
from tests.web.browser.visits import PHONE, Visits

GAMES: list[tuple[str, str, dict[str, Any]]] = [
    ("go", "E5 E6 D6 D5 pass pass", {"size": 9}),
    ("dobutsu", "b2b3 b4b3", {}),
    ("robogo", "E5 E6 D6 D5", {}),
    ("gomoku", "e5 e6 d6 d5", {"size": 9}),
    ("othello", "d3 c5", {}),
]


def test_a_flaw_is_found(page: Page) -> None:
    page.goto("/import/")
    page.evaluate("document.body.append(document.createElement('input'))")
    page.evaluate("document.querySelector('h1').style.color = '#999'")
    assert {rule.partition(":")[0] for rule in violations(page)} >= {"label", "color-contrast"}


@pytest.mark.parametrize(
    "path", deep_after(2, ["/", "/new/go/", "/games/", "/import/", "/api/docs/", "/no/such/page/"])
)
def test_pages_have_no_violations(visits: Visits, path: str) -> None:
    visits.allow("status of 404")
    assert violations(visits.open(path)) == []


@pytest.mark.deep
@pytest.mark.parametrize("path", ["/", "/new/othello/", "/api/docs/"])
def test_pages_on_a_phone_have_no_violations(visits: Visits, path: str) -> None:
    assert violations(visits.open(path, device=PHONE)) == []


@pytest.mark.deep
@pytest.mark.parametrize("game", [game for game, _, _ in GAMES])
def test_rules_have_no_violations(visits: Visits, game: str) -> None:
    page = visits.open(f"/rules/{game}/")
    expect(page.get_by_role("img").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize(
    ("game", "moves", "options"), deep_after(2, GAMES, [game for game, _, _ in GAMES])
)
def test_games_have_no_violations(
    page: Page, game: str, moves: str, options: dict[str, Any]
) -> None:
    """During a game; in Go, during the count."""
    begin(page, game, opponent="person", **options)
    table = Table(page, game, **options)
    table.play(*moves.split())
    assert violations(page) == []


@pytest.mark.deep
def test_finished_game_has_no_violations(page: Page) -> None:
    begin(page, "dobutsu", opponent="person")
    table = Table(page, "dobutsu")
    table.button("Resign").click()
    table.acting(page.get_by_role("dialog").get_by_role("button").first.click)
    expect(table.button("Rematch")).to_be_visible()
    assert violations(page) == []


@pytest.mark.deep
@pytest.mark.parametrize("key", ["s", "e", "i", "?", "g", "h"])
def test_dialogs_of_a_game_have_no_violations(page: Page, key: str) -> None:
    begin(page, "othello", opponent="person")
    page.keyboard.press(key)
    if key == "h":
        expect(page.get_by_role("button", name="Show the move")).to_be_visible()
    else:
        expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []


@pytest.mark.deep
def test_game_on_a_phone_with_all_aids_has_no_violations(visits: Visits) -> None:
    page = visits.open(device=PHONE)
    begin(page, "go", opponent="person", size=9)
    table = Table(page, "go", "touch", size=9)
    table.play("E5", "E6")
    table.button("Settings").tap()
    for switch in page.get_by_role("dialog").get_by_role("switch").all():
        switch.check()
    page.keyboard.press("Escape")
    assert violations(page) == []


@pytest.mark.deep
def test_lists_and_shared_games_have_no_violations(visits: Visits, page: Page) -> None:
    begin(page, "othello", opponent="person", size=4)
    table = Table(page, "othello", size=4)
    table.play("c4", "b4")
    game_id = page.url.rstrip("/").rpartition("/")[2]
    token = page.locator("meta[name=csrf-token]").get_attribute("content") or ""
    headers = {"X-CSRFToken": token, "Referer": page.url}
    answer = page.request.post(f"/api/games/{game_id}/share/", headers=headers, data={})
    shared = visits.open(answer.json()["url"])
    expect(shared.get_by_role("img").first).to_be_visible()
    assert violations(shared) == []
    for path in ("/", "/games/", f"/games/{game_id}/delete/"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert violations(page) == []
