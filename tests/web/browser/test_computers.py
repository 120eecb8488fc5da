"""Games against the computer, and between two of them."""

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import deep_after
from tests.web.browser.tables import Table, begin
from tests.web.browser.visits import PHONE, Visits

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("go", {"size": 3}),
    ("dobutsu", {}),
    ("othello", {"size": 4}),
    ("gomoku", {"size": 4, "line": 3}),
    ("robogo", {"size": 4, "line": 3}),
]


@pytest.mark.parametrize(("game", "options"), deep_after(1, SMALL, [game for game, _ in SMALL]))
def test_a_game_against_the_computer_comes_to_its_end(
    visits: Visits, game: str, options: dict[str, Any]
) -> None:
    """The person plays the first legal move; in Go it passes as soon as the computer does."""
    page = visits.open(device=PHONE)
    begin(page, game, opponent="level:1", **options)
    table = Table(page, game, "touch", **options)
    for _ in range(60):
        known = table.reply()
        table.follow(known)
        if known["stage"] == "over":
            break
        if known["stage"] == "counting":
            answer = table.acting(table.button("Agree").tap)
        else:
            texts = [move["text"] for move in known["view"]["moves"]]
            done = game == "go" and "passed" in known["situation"]
            answer = table.acting(partial(table.make, "pass" if done else texts[0]))
        assert answer.ok, answer.text()
    assert known["stage"] == "over"
    expect(table.status).to_have_text(known["result"]["sentence"])
    assert known["result"]["sentence"].startswith(("You win", "You lose", "A draw"))
    expect(table.button("Rematch")).to_be_visible()


def test_home_starts_a_game_against_level_2_in_one_click(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play").first.click()
    page.wait_for_url("**/games/*/")
    table = Table(page, "go")
    known = table.state()
    assert known["seats"]["white"]["spec"].startswith("level:2")
    expect(table.status).to_have_text("Your turn.")
    table.cell(known["view"]["moves"][0]["to"]).click()
    expect(table.moves).to_have_count(2)
    expect(table.status).to_have_text("Your turn.")


def test_a_long_thought_is_shown_and_can_be_cut_short(page: Page) -> None:
    begin(page, "gomoku", opponent="level:8", size=15, rule="renju")
    table = Table(page, "gomoku", size=15, rule="renju")
    table.acting(partial(table.make, "h8"))
    shown = page.get_by_role("region", name="Status of the game").locator(".detail")
    expect(shown).to_contain_text("depth")
    table.button("Move now").click()
    expect(table.status).to_have_text("Your turn.")
    expect(table.moves).to_have_count(2)


def test_undo_stops_a_thought(page: Page) -> None:
    begin(page, "gomoku", opponent="level:8", size=15, rule="renju")
    table = Table(page, "gomoku", size=15, rule="renju")
    table.acting(partial(table.make, "h8"))
    expect(table.button("Move now")).to_be_visible()
    table.acting(table.button("Undo").click)
    expect(table.status).to_have_text("Your turn.")
    expect(table.button("Move now")).to_have_count(0)
    assert table.state()["ply"] == 0


def test_two_computers_are_watched(page: Page) -> None:
    begin(page, "othello", opponent="watch", black_level="level:1", white_level="level:1", size=4)
    table = Table(page, "othello", size=4)
    table.button("Pause").click()
    expect(page.get_by_text("Paused.")).to_be_visible()
    before = table.state()["ply"]
    table.button("One move").click()
    expect(table.moves).to_have_count(before + 1)
    page.keyboard.press("s")
    page.get_by_label("Two computers play").select_option("0")
    page.keyboard.press("Escape")
    table.button("Play").click()
    expect(table.status).to_have_text(re.compile(r" wins|^A draw"))
    assert table.state()["stage"] == "over"
    for name in ("Undo", "Hint", "Resign", "Draw"):
        expect(table.button(name)).not_to_be_enabled()
