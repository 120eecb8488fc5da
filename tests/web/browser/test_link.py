"""Two people in two browsers play by link, and a third one watches."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.web.browser.axe import violations
from tests.web.browser.tables import Pair, Table, begin, invitation
from tests.web.browser.visits import PHONE, Visits

WHOLE = "c4 b4 a1 d2 d4 d3 a2 c1 a4 a3 b1 pass d1"  # Othello on 16 squares, to its end
STREAM = re.compile(r"/events/\?version=\d+$")
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}"""


@pytest.fixture
def pair(visits: Visits) -> Pair:
    """Two people at a small game of Othello."""
    return Pair(visits.open(), visits.open(), "othello", size=4)


def watching(visits: Visits, table: Table) -> Page:
    """A spectator at the public page."""
    return visits.open(table.state()["shared"])


def answer(table: Table, name: str) -> None:
    """Presses a button of an offer when it appears."""
    button = table.page.get_by_role("region", name="Status of the game").get_by_role(
        "button", name=name
    )
    table.press(button)


def deal(mine: Table, button: str, other: Table, reply: str) -> None:
    """One side offers with a button, the other answers."""
    mine.press(mine.button(button))
    expect(mine.page.get_by_role("button", name="Withdraw")).to_be_visible()
    answer(other, reply)


def streams(page: Page, does: Callable[[], object]) -> int:
    """The number of streams that a page opens meanwhile."""
    found: list[Request] = []

    def notice(request: Request) -> None:
        if STREAM.search(request.url):
            found.append(request)

    page.on("request", notice)
    does()
    page.remove_listener("request", notice)
    return len(found)


def toast(page: Page) -> Locator:
    """The text of a short message."""
    return page.locator("#toast")


def test_invitation_admits_one_person(visits: Visits) -> None:
    visits.allow("status of 409")
    host, guest, late = visits.open(), visits.open(), visits.open()
    begin(host, "go", opponent="link", colour="white", size=9, clock="5+3")
    link = invitation(host)
    for page in (guest, late):
        page.goto(link)
        expect(page.get_by_role("definition").first).to_have_text("Black")
        expect(page.get_by_role("img")).to_be_visible()
    assert violations(guest) == []
    assert violations(host) == []
    host.get_by_role("button", name="Copy").click()
    expect(toast(host)).to_contain_text("link")
    guest.get_by_role("button", name="Join game").click()
    expect(guest.get_by_role("grid")).to_be_visible()
    expect(host.get_by_label("Send this link")).to_be_hidden()
    expect(toast(host)).to_have_text("Your opponent has joined.")
    late.get_by_role("button", name="Join game").click()
    expect(late.get_by_role("status")).to_contain_text("taken")
    assert violations(late) == []
    late.get_by_role("link", name="Watch the game").click()
    expect(Pair.seat(late, "White").get_by_role("timer")).to_have_text("5:00")


@pytest.mark.deep
def test_invitation_to_a_deleted_game_says_so(visits: Visits, page: Page) -> None:
    visits.allow("status of 404")
    begin(page, "go", opponent="link", size=9)
    link = invitation(page)
    page.goto(f"{page.url}delete/")
    page.get_by_role("button", name="Delete").click()
    guest = visits.open(link)
    expect(guest.get_by_text("This link no longer works.")).to_be_visible()


@pytest.mark.deep
def test_whole_game_is_played_with_a_spectator(visits: Visits, pair: Pair) -> None:
    watcher = watching(visits, pair.black)
    expect(pair.black.page.locator("#game-options")).to_contain_text("1 spectator")
    expect(watcher.locator("#company")).to_have_text("Black: here · White: here · 1 spectator")
    first, *rest = WHOLE.split()
    pair.play(first)
    expect(watcher.locator("#where")).to_have_text("Move 1 of 1")
    expect(pair.white.status).to_have_text("Your turn.")
    expect(pair.black.status).to_have_text("White to move: your opponent.")
    watcher.get_by_role("link", name="First position").click()
    pair.play(*rest[:2])
    expect(watcher.locator("#where")).to_have_text("Move 0 of 3")
    assert violations(watcher) == []
    watcher.get_by_role("link", name="Back to the game").click()
    check_powerless(watcher, pair.white)
    pair.play(*rest[2:])
    expect(watcher.locator("#where")).to_have_text("Move 13 of 13")
    expect(watcher.locator("#behind")).to_be_hidden()
    result = pair.black.state()["result"]
    sides = {"black": pair.black, "white": pair.white}
    for side, table in sides.items():
        expect(table.status).to_contain_text("You win" if result["winner"] == side else "You lose")
    expect(watcher.locator(".stands")).to_contain_text("wins")


def check_powerless(watcher: Page, table: Table) -> None:
    """A spectator has no playable board, and cannot move by a crafted request either."""
    expect(watcher.get_by_role("grid")).to_have_count(0)
    known = table.state()
    move = known["view"]["moves"][0]["text"]
    command = {"version": known["version"], "ply": known["ply"], "action": "move", "move": move}
    token = watcher.locator("meta[name=csrf-token]").get_attribute("content") or ""
    headers = {"X-CSRFToken": token, "Referer": watcher.url}
    path = f"/api/games/{known['id']}/actions/"
    assert watcher.request.post(path, data=command, headers=headers).status == 404
    assert table.state()["version"] == known["version"]


@pytest.mark.deep
def test_takeback_draw_and_rematch_need_consent(pair: Pair) -> None:
    """Takeback, draw and rematch; one side uses only the keyboard."""
    black, white = pair.tables
    white.means = "keys"
    pair.play("c4")
    deal(black, "Undo", white, "Decline")
    expect(toast(black.page)).to_have_text("Your opponent declined.")
    pair.see(1)
    deal(black, "Undo", white, "Accept")
    pair.see(0)
    expect(black.status).to_have_text("Your turn.")
    black.position = white.position = black.start
    pair.play("c4")
    see_offer_withdrawn(black, white)
    deal(black, "Draw", white, "Accept")
    for table in pair.tables:
        expect(table.status).to_contain_text("A draw")
    old = black.page.url
    answer(black, "Rematch")
    expect(black.status).to_have_text("You asked for a rematch.")
    answer(white, "Accept")
    for table in pair.tables:
        table.page.wait_for_url(lambda url: "/games/" in url and url != old)
    assert black.page.url == white.page.url
    expect(black.status).to_have_text("Black to move: your opponent.")
    pair.black, pair.white = white, black
    white.position = black.position = white.start
    pair.play("c4", "b4")


def see_offer_withdrawn(black: Table, white: Table) -> None:
    """An offer of a draw is announced and shown in the title, until it is withdrawn."""
    black.press(black.button("Draw"))
    expect(white.page.locator("#live")).to_contain_text("Your opponent offers a draw.")
    expect(white.page).to_have_title(re.compile("^●"))
    assert violations(white.page) == []
    answer(black, "Withdraw")
    expect(white.status).to_have_text("Your turn.")
    expect(white.page.get_by_role("button", name="Accept")).to_have_count(0)


@pytest.mark.deep
def test_both_agree_on_the_dead_stones(visits: Visits) -> None:
    phone = visits.open(device=PHONE)
    pair = Pair(visits.open(), phone, "go", size=9)
    pair.white.means, pair.white.confirms = "touch", True
    pair.play("E5", "C3", "pass", "pass")
    black, white = pair.tables
    black.acting(partial(black.choose, "C3"))
    expect(white.cell("C3")).to_have_attribute("aria-label", re.compile("dead"))
    answer(black, "Agree")
    expect(black.status).to_have_text("You agreed to this count.")
    expect(white.status).to_have_text("Your opponent agrees to this count.")
    assert violations(phone) == []
    answer(white, "Agree")
    expect(black.status).to_contain_text("You win")
    expect(white.status).to_contain_text("You lose")


@pytest.mark.deep
def test_resuming_a_second_time_needs_consent(visits: Visits) -> None:
    pair = Pair(visits.open(), visits.open(), "go", size=5)
    black, white = pair.tables
    pair.play("C3", "B2")
    before = black.position
    pair.play("pass", "pass")
    answer(white, "Play on")
    pair.see(2)
    black.position = white.position = before
    pair.play("pass", "pass")
    answer(white, "Play on")
    expect(white.status).to_have_text("You asked to play on.")
    expect(black.status).to_have_text("Your opponent wants to play on.")
    answer(black, "Accept")
    pair.see(2)
    expect(black.status).to_have_text("Your turn.")


@pytest.mark.deep
def test_page_has_one_stream_and_none_while_hidden(pair: Pair) -> None:
    black, white = pair.tables

    def come_and_play() -> None:
        white.page.reload()
        pair.play("c4")

    def come_back() -> None:
        black.page.evaluate(HIDE, False)
        black.position = white.position
        black.see_last_move()
        expect(pair.seat(white.page, "Black")).to_contain_text("here")

    assert streams(white.page, come_and_play) == 1
    black.page.evaluate(HIDE, True)
    expect(pair.seat(white.page, "Black")).to_contain_text("away")
    white.play("b4")
    expect(black.moves).to_have_count(1)
    assert streams(black.page, come_back) == 1
    pair.play("a1")
    check_lists(white.page)


def check_lists(page: Page) -> None:
    """The list of games and the home page show the turn."""
    page.goto("/games/")
    mine = page.get_by_role("listitem").filter(has_text="Your turn.")
    expect(mine).to_have_class(re.compile(r"\bturn\b"))
    assert violations(page) == []
    page.goto("/")
    expect(page.get_by_text("Your turn.")).to_be_visible()


@pytest.mark.deep
def test_game_continues_when_the_server_comes_back(own_visits: Visits) -> None:
    own_visits.allow("Failed to load resource|ERR_")
    pair = Pair(own_visits.open(), own_visits.open(), "othello", size=4)
    watcher = watching(own_visits, pair.black)
    pair.play("c4")
    own_visits.server.kill()
    for table in pair.tables:
        expect(table.status).to_have_text("No connection; trying again.")
    own_visits.server.start()
    expect(pair.white.status).to_have_text("Your turn.")
    pair.play("b4", "a1")
    expect(watcher.locator("#where")).to_have_text("Move 3 of 3")
    lose_the_network(*pair.tables)


def lose_the_network(black: Table, white: Table) -> None:
    """Changes during an outage appear when the network is back."""
    room = black.page.context
    room.set_offline(True)
    expect(black.status).to_have_text("No connection; trying again.")
    white.play("d2")
    room.set_offline(False)
    black.position = white.position
    black.see_last_move()
    black.play("d4")
