"""The analysis board by mouse and keyboard, on desktop and phone, with the engine running."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

import plyground
from plyground.records import notation
from tests.conftest import deep_after
from tests.net.networks import random_network
from tests.project import ROOT
from tests.web.browser.axe import violations
from tests.web.browser.visits import DESKTOP, PHONE, House, Visits
from tests.web.conftest import check
from tests.web.serving import Server

SGF = "(;SZ[9];B[ee]C[first](;W[ef];B[aa])(;W[dd](;B[cc])(;B[gg])))"
# Black wins at once at b3; the engine proves it.
SMALL = {"game": "gomoku", "size": "3", "line": "3", "moves": "b2 a1 b1 a2"}


def study(visits: Visits, device: Any = DESKTOP, language: str = "en-US", **query: str) -> Page:
    """The page of a link, when it is ready."""
    page = visits.open(f"/analysis/?{urlencode(query)}", device=device, locale=language)
    expect(page.locator("body")).to_have_attribute("data-ready", re.compile(r"\d+"))
    return page


def at(page: Page, point: str) -> Locator:
    return page.locator(f'#board [data-at="{point}"]')


def moves(page: Page) -> Locator:
    return page.locator("#tree button")


def now(page: Page) -> Locator:
    return page.locator("#tree [aria-current]")


def unfold(page: Page, words: str) -> None:
    page.locator("summary", has_text=words).click()


def test_a_line_is_played_branched_and_kept(visits: Visits) -> None:
    """By mouse: moves, another move, deleting, promoting, a reload, and axe in between."""
    page = study(visits, **SMALL | {"moves": ""})
    page.get_by_role("switch", name="Engine").uncheck()
    for point in ("b2", "a1", "c3"):
        at(page, point).click()
        expect(at(page, point)).to_have_attribute("aria-label", re.compile("stone"))
    expect(moves(page)).to_have_text(["1 b2", "2 a1", "3 c3"])
    expect(page).to_have_url(re.compile(r"moves=b2\+a1\+c3"))
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="One move back").click()
    expect(now(page)).to_have_text("1 b2")
    expect(page.locator("#situation")).to_have_text("White to move.")
    at(page, "c1").click()
    expect(moves(page)).to_have_text(["1 b2", "2 a1", "2 c1", "3 c3"])
    expect(page.get_by_role("group", name="Variation")).to_have_text("2 c1")
    expect(page).to_have_url(re.compile(r"moves=b2\+c1$"))
    page.reload()
    expect(now(page)).to_have_text("2 c1")
    expect(moves(page)).to_have_count(4)
    page.get_by_role("switch", name="Engine").uncheck()
    page.get_by_role("button", name="Make it the main line").click()
    expect(moves(page)).to_have_text(["1 b2", "2 c1", "2 a1", "3 c3"])
    moves(page).nth(2).click()
    page.get_by_role("button", name="Delete from here").click()
    expect(moves(page)).to_have_text(["1 b2", "2 c1"])
    page.get_by_role("button", name="Bring it back").click()
    expect(moves(page)).to_have_count(4)
    expect(now(page)).to_have_text("2 a1")
    visits.allow("status of 422")
    at(page, "b2").click()  # there is a stone
    expect(page.locator(".board-bubble")).to_have_text("There is already a piece on b2.")
    unfold(page, "What the evaluation sees here")
    expect(page.locator("#terms tbody tr").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.deep
def test_a_pasted_game_is_walked_by_keys(visits: Visits) -> None:
    """SGF with variations, shown as a tree, navigated without a mouse, and saved again."""
    page = study(visits, game="go", size="9", komi="0")
    page.get_by_role("switch", name="Engine").uncheck()
    unfold(page, "Paste a game or a position")
    visits.allow("status of 422")
    page.locator("#text").fill("(;SZ[9];B[ee];W[ee])")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#paste-wrong")).to_have_text(re.compile("already a piece on E5"))
    page.locator("#text").fill(SGF)
    page.get_by_role("button", name="Show it").click()
    expect(moves(page)).to_have_text(["1 E5❝", "2 E4", "2 D6", "3 C7", "3 G3", "3 A9"])
    page.locator("#moves-title").click()
    page.keyboard.press("Home")  # a pasted game opens at its last move
    page.keyboard.press("ArrowRight")
    expect(page.locator("#comment")).to_have_value("first")
    expect(page.locator("#live")).to_have_text("Black E5. first")
    for key, text in (
        ("ArrowRight", "2 E4"),
        ("ArrowDown", "2 D6"),
        ("ArrowRight", "3 C7"),
        ("ArrowUp", "3 G3"),
        ("Home", ""),
        ("End", "3 G3"),  # along the last navigated line
        ("ArrowLeft", "2 D6"),
    ):
        page.keyboard.press(key)
        expect(now(page)).to_have_count(1 if text else 0)
        if text:
            expect(now(page)).to_have_text(text)
    expect(page.locator("#live")).to_have_text(re.compile("Variation 2 of 2"))
    page.keyboard.press("m")
    expect(moves(page)).to_have_text(["1 E5❝", "2 D6", "2 E4", "3 A9", "3 C7", "3 G3"])
    unfold(page, "Save and share")
    with page.expect_download() as made:
        page.get_by_role("button", name="SGF").click()
    record = notation.read(made.value.path().read_bytes())[0]
    assert record.moves == ("E5", "D6", "C7")
    assert len(record.nodes) == 7
    assert record.root.children[0].comment == "first"
    expect(page.locator("#watch")).to_have_attribute(
        "href", re.compile(r"/watch/\?game=go.*E5\+D6")
    )


def test_engine_shows_its_lines_and_stops_in_a_hidden_page(visits: Visits) -> None:
    """Proven lines, the bar, the best line drawn and played; and the page hidden."""
    page = study(visits, **SMALL)
    lines = page.locator("#lines li")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("Black wins in 1 move")
    expect(lines.first.locator(".chip")).to_have_text("proven")
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuetext", "Black 100%, White 0%.")
    expect(page.locator(".board-plan-number").first).to_have_text("1")
    expect(page.locator("#study")).to_have_attribute("data-engine", "idle")
    assert violations(page) == []
    page.keyboard.press("5")
    expect(lines).to_have_count(5)
    page.keyboard.press("h")
    expect(page.locator("#live")).to_have_text(re.compile("^Black to move. b3: Black wins in 1"))
    page.keyboard.press("l")
    expect(page.locator(".board-plan-number")).to_have_count(0)
    lines.first.get_by_role("button", name="b3").click()
    expect(page.locator("#situation")).to_have_text("Black wins: 3 in a row.")
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuenow", "100")
    page.goto("/analysis/?game=go&size=9")
    state = page.locator("#study")
    expect(lines).to_have_count(3)
    expect(state).to_have_attribute("data-engine", "searching")
    hide(page, hidden=True)
    expect(state).to_have_attribute("data-engine", "idle")
    hide(page, hidden=False)
    with page.expect_request("**/api/analyse/"):
        expect(state).to_have_attribute("data-engine", "searching")
    with page.expect_event("requestfailed", lambda request: "analyse" in request.url):
        at(page, "E5").click()  # the search of the earlier position is cancelled
    page.keyboard.press("a")
    expect(page.get_by_role("switch", name="Engine")).not_to_be_checked()
    expect(lines).to_have_count(0)


def hide(page: Page, *, hidden: bool) -> None:
    """The browser's event when another tab becomes active."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }""",
        hidden,
    )


@pytest.mark.deep
def test_moves_of_the_opening_book_are_played_by_a_click(visits: Visits) -> None:
    page = study(visits, game="othello")
    page.get_by_role("switch", name="Engine").uncheck()
    book = page.get_by_role("region", name="Opening book")
    expect(book.locator("li")).to_have_count(1)  # the four first moves are images of each other
    expect(book.locator("b").first).to_have_text(re.compile(r"^\d\d%$"))
    second = book.locator(".pv button").nth(1)
    expect(second).to_be_visible()
    second.click()
    expect(moves(page)).to_have_count(2)
    expect(book.locator("li").nth(1)).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}?game=othello&size=6")
    expect(page.locator("body")).to_have_attribute("data-ready", re.compile(r"\d+"))
    expect(book).to_be_hidden()


@pytest.mark.deep
def test_a_position_is_edited(visits: Visits) -> None:
    """Pieces, hands and the side to move; an invalid position is refused; also by keyboard."""
    page = study(visits, game="dobutsu", moves="b2b3")
    page.get_by_role("switch", name="Engine").uncheck()
    unfold(page, "Edit the position")
    expect(page.locator("#edit")).to_have_attribute("data-on", "")
    page.keyboard.press("Delete")  # the moves are hidden now
    expect(moves(page)).to_have_text(["1 b2b3"])
    page.get_by_role("button", name="Clear the board").click()
    page.get_by_role("radio", name="Blue lion").check()
    at(page, "b1").click()
    page.get_by_role("radio", name="Orange hen").check()
    at(page, "a3").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Blue chick").last.select_option("2")
    visits.allow("status of 422")
    page.get_by_role("button", name="Use this position").click()
    expect(page.locator("#edit-wrong")).to_have_text(re.compile("at most two chicks"))
    assert violations(page) == []
    page.get_by_label("Blue chick").last.select_option("1")
    page.get_by_role("radio", name="Orange lion").check()
    at(page, "c4").click()
    page.get_by_label("Side to move").select_option("white")
    page.get_by_role("button", name="Use this position").click()
    expect(page.locator("#situation")).to_have_text("Orange to move.")
    text = plyground.game("dobutsu").position("2l/+c2/3/1L1[C] w").to_text()
    expect(page).to_have_url(re.compile(re.escape(urlencode({"position": text}))))
    expect(at(page, "a3")).to_have_attribute("aria-label", re.compile("hen"))


@pytest.mark.parametrize("language", deep_after(1, ["ja-JP", "en-US"]))
def test_analysis_board_fits_a_phone(visits: Visits, language: str) -> None:
    page = study(visits, PHONE, language, game="othello", size="6", moves="b3")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator("#lines li").first).to_be_visible()
    point = page.evaluate(
        "JSON.parse(document.querySelector('#page-data').textContent).board.view.moves[0].to"
    )
    at(page, point).tap()
    expect(moves(page)).to_have_count(2)
    assert violations(page) == []


@pytest.fixture(scope="module")
def network_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with networks for Go."""
    networks = tmp_path_factory.mktemp("networks")
    for name in ("mine@0001", "mine@0002"):
        random_network(networks / f"{name}.plynet", plyground.game("go", size=5), blocks=1)
    home = tmp_path_factory.mktemp("network")
    server = Server(home, PLYGROUND_NETWORKS=str(networks)).start()
    yield server
    server.stop()
    check(server)


@pytest.mark.deep
@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_a_network_sees_is_shown(house: House, network_server: Server, device: Any) -> None:
    """Moves as a heat map and a list, value, ownership; another network; a game against it."""
    visits = Visits(house, network_server)
    page = study(visits, device, game="go", size="5", moves="C3")
    page.get_by_role("switch", name="Engine").uncheck()
    warm, owned = page.locator(".board-heat circle"), page.locator(".board-owners *")
    expect(warm).to_have_count(0)
    unfold(page, "What a network sees")
    expect(page.locator("#network-value")).to_have_text(re.compile("Black wins .*, White wins"))
    expect(page.locator("#network-moves li")).to_have_count(8)
    expect(warm.first).to_be_attached()
    before = page.locator("#network-value").inner_text()
    assert violations(page) == []
    page.locator("#network-map").select_option("ownership")
    expect(warm).to_have_count(0)
    expect(owned.first).to_be_attached()
    page.locator("#network").select_option("mine@0001")
    expect(page.locator("#network-value")).not_to_have_text(before)
    page.locator("#network-map").select_option("policy")
    page.get_by_role("button", name="Turn the board").click()
    expect(warm.first).to_be_attached()
    page.locator("#network-moves button").first.click()
    expect(moves(page)).to_have_count(2)
    expect(page.locator("#network-moves li")).to_have_count(8)
    link = page.locator("#network-play").get_attribute("href") or ""
    assert "opponent=mcts%3Anet%3Dmine%400001%2Cplayouts%3D100" in link
    page.locator("#network-box summary").click()  # a collapsed section is not on the board
    expect(warm).to_have_count(0)
    assert visits.close() == []


@pytest.mark.deep
def test_without_networks_the_page_says_how_to_get_one(
    house: House, network_server: Server
) -> None:
    visits = Visits(house, network_server)
    page = study(visits, game="dobutsu")
    unfold(page, "What a network sees")
    expect(page.locator("#network-box")).to_contain_text("plyground train dobutsu --minutes 20")
    assert violations(page) == []
    assert visits.close() == []


@pytest.fixture(scope="module")
def python_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an example game in Python."""
    file = str(ROOT / "examples" / "domineering.py")
    server = Server(tmp_path_factory.mktemp("python"), "--load", file).start()
    yield server
    server.stop()
    check(server)


@pytest.mark.deep
def test_a_game_written_in_python_is_analysed(house: House, python_server: Server) -> None:
    visits = Visits(house, python_server)
    page = study(visits, game="domineering", moves="d2 a4")
    expect(page.locator("#lines li")).to_have_count(3)
    at(page, "f4").click()
    expect(moves(page)).to_have_text(["1 d2", "2 a4", "3 f4"])
    unfold(page, "Edit the position")
    page.get_by_role("radio", name="White stone").check()
    at(page, "a1").click()
    page.get_by_role("button", name="Use this position").click()
    expect(page).to_have_url(re.compile("position="))
    expect(at(page, "a1")).to_have_attribute("aria-label", re.compile("white", re.IGNORECASE))
    unfold(page, "Paste a game or a position")
    page.locator("#text").fill("a1 b1 a3")
    page.get_by_role("button", name="Show it").click()
    expect(moves(page)).to_have_text(["1 a1", "2 b1", "3 a3"])
    assert visits.close() == []
