"""Games survive reloads, second tabs, lost networks and killed servers."""

import re
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.tables import Table, begin
from tests.web.browser.visits import Visits


def opened(page: Page, **form: str) -> Table:
    """A game of Othello on a small board."""
    begin(page, "othello", **{"opponent": "person", "size": "4", **form})
    return Table(page, "othello", size=4)


def test_a_reload_changes_nothing(page: Page) -> None:
    table = opened(page)
    table.play("c4", "b4")
    page.reload()
    table.see_last_move()
    expect(table.moves).to_have_count(2)
    table.play("a1")


def test_my_games_lists_continues_and_deletes(page: Page) -> None:
    table = opened(page)
    table.play("c4", "b4")
    here = page.url
    page.get_by_role("link", name="My games").click()
    page.get_by_role("link", name=re.compile("Continue")).first.click()
    page.wait_for_url(here)
    table.see_last_move()
    table.play("a1")
    page.get_by_role("link", name="My games").click()
    page.get_by_role("link", name=re.compile("^Delete")).first.click()
    page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    page.get_by_role("link", name=re.compile("^Delete")).first.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name=re.compile("Continue"))).to_have_count(0)
    assert page.request.get(here).status == 404


@pytest.mark.deep
def test_home_offers_to_continue(page: Page) -> None:
    table = opened(page)
    table.play("c4")
    here = page.url
    page.get_by_role("link", name="Plyground").first.click()
    page.get_by_role("link", name=re.compile("Continue")).first.click()
    page.wait_for_url(here)
    table.see_last_move()


def test_games_belong_to_their_visitor(visits: Visits, page: Page) -> None:
    opened(page)
    visits.allow("status of 404")
    stranger = visits.open()
    answer = stranger.goto(page.url)
    assert answer is not None
    assert answer.status == 404
    expect(stranger.get_by_role("grid")).to_have_count(0)


def test_a_second_tab_follows(page: Page) -> None:
    table = opened(page)
    other = Table(page.context.new_page(), "othello", size=4)
    other.page.goto(page.url)
    table.play("c4")
    other.position = table.position
    other.see_last_move()
    other.play("b4")
    table.position = other.position
    table.see_last_move()


@pytest.mark.deep
def test_only_one_of_two_racing_tabs_moves(visits: Visits, page: Page) -> None:
    visits.allow("status of 409")
    table = opened(page)
    late = Table(page.context.new_page(), "othello", size=4)
    late.page.goto(page.url)
    held: list[Route] = []
    late.page.route("**/actions/", lambda route: held.append(route))  # noqa: PLW0108
    with late.page.expect_request("**/actions/"):
        late.cell("a2").click()
    table.play("c4")
    with late.page.expect_response("**/actions/") as answer:
        held[0].continue_()
    assert answer.value.status == 409
    late.position = table.position
    late.see_last_move()
    expect(late.cell("a2")).to_have_attribute("aria-label", re.compile("^a2, empty"))
    assert [move["text"] for move in table.state()["moves"]] == ["c4"]


def test_a_lost_network_comes_back(visits: Visits, page: Page) -> None:
    visits.allow("ERR_INTERNET_DISCONNECTED")
    table = opened(page)
    table.play("c4")
    page.context.set_offline(True)
    table.choose("b4")
    expect(table.status).to_have_text("No connection; trying again.")
    expect(table.cell("c4")).to_have_attribute("aria-label", re.compile("black disc"))
    page.context.set_offline(False)
    table.position = table.position.play("b4")
    table.see_last_move()
    expect(table.status).to_have_text("Black to move.")
    table.play("a1")


def test_a_killed_server_has_what_it_acknowledged(own_visits: Visits) -> None:
    own_visits.allow("ERR_")
    table = opened(own_visits.open())
    table.play("c4", "b4")
    own_visits.server.kill()
    table.choose("a1")
    expect(table.status).to_have_text("No connection; trying again.")
    own_visits.server.start()
    table.position = table.position.play("a1")
    table.see_last_move()
    expect(table.status).to_have_text("White to move.")
    table.play("d2")


@pytest.mark.deep
def test_a_server_killed_while_it_thinks_thinks_again(own_visits: Visits) -> None:
    own_visits.allow("ERR_|status of 404")
    page = own_visits.open()
    begin(page, "gomoku", opponent="level:8", size="15", rule="renju")
    table = Table(page, "gomoku", size=15, rule="renju")
    for text in ("h8",):
        table.acting(partial(table.make, text))
    expect(table.button("Move now")).to_be_visible()
    own_visits.server.restart()
    expect(table.button("Move now")).to_be_visible()
    table.button("Move now").click()
    expect(table.status).to_have_text("Your turn.")
    expect(table.moves).to_have_count(2)
    assert table.state()["moves"][0]["text"] == "h8"
