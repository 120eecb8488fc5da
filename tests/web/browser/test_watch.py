"""Watching a search: by mouse and keyboard, on desktop and phone, for every kind of search."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

import plyground
from plyground.web.study import watch_tour
from tests.conftest import deep_after
from tests.project import ROOT
from tests.web.browser.axe import violations
from tests.web.browser.visits import DESKTOP, PHONE, House, Visits
from tests.web.conftest import check
from tests.web.serving import Server

SMALL = {"game": "gomoku", "size": "3", "line": "3", "moves": "b2 b1 a2 c2 a1 c3"}
MIDDLE = {"game": "gomoku", "size": "3", "line": "3", "moves": "a2 a1 c1 b1"}
LARGE = {"game": "dobutsu", "moves": "b2b3 a4a3", "a": "minimax:depth=5"}
LARGE_NODES = 56_907
MINUS = "\N{MINUS SIGN}"
CUT = (
    "Cutoff. Black can already have a win for Black in 1 move elsewhere, and here White holds it to"
    " 0: Black will not come here. 1 move is left out."
)


def watch(visits: Visits, device: Any = DESKTOP, **query: str) -> Page:
    """The page of a link, with all its searches finished."""
    page = visits.open(f"/watch/?{urlencode(query)}", device=device)
    expect(page.locator("body")).to_have_attribute("data-ready", "")
    return page


def sentence(page: Page) -> Locator:
    return page.locator("#sentence")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Replay").get_by_role("button", name=name)


def fact(page: Page, name: str) -> Locator:
    row = page.locator("#node-details > div").filter(has=page.get_by_text(name, exact=True))
    return row.locator("dd")


def stones(page: Page) -> Locator:
    return page.locator("#board [data-kind=stone], #board .board-piece")


# Counts


def test_the_counts_are_those_of_the_engine(visits: Visits) -> None:
    specs = {"a": "minimax:depth=3", "b": "alphabeta:depth=3,order=on"}
    page = watch(visits, **MIDDLE, **specs)
    position = plyground.game("gomoku", size=3, line=3).start().play_all(MIDDLE["moves"])
    nodes = {which: plyground.search(position, spec).nodes for which, spec in specs.items()}
    button(page, "To the end").click()
    for which, count in nodes.items():
        counts = page.locator(f'[data-which="{which}"] .counts')
        expect(counts).to_have_text(f"{count} of {count} nodes")
    compared = page.locator("#compared")
    expect(compared).to_contain_text(f"visited {nodes['b']} nodes")
    expect(compared).to_contain_text(f"visited {nodes['a']}: ")


# By mouse


def test_a_search_is_replayed_by_mouse(visits: Visits) -> None:
    page = watch(visits, **SMALL, a="alphabeta:depth=3")
    expect(sentence(page)).to_have_text("The search begins. Black to move has 3 moves to look at.")
    button(page, "One step forward").click()
    expect(sentence(page)).to_have_text("After a3 the game is over: a win for Black in 1 move.")
    expect(page.locator("#result")).to_have_text("Black wins: 3 in a row.")
    button(page, "Next cutoff or proof").click()
    expect(sentence(page)).to_have_text(CUT)
    expect(page.locator("#left-out")).to_have_text("Left out: c1.")
    expect(fact(page, "Position")).to_have_text("b3")
    expect(fact(page, "Value")).to_have_text("0")
    expect(fact(page, "Black has secured")).to_have_text("a win for Black in 1 move")
    button(page, "One step back").click()
    expect(sentence(page)).to_have_text("Black takes the largest value after b3 a3: 0.")
    button(page, "To the beginning").click()
    expect(page.locator("#step")).to_have_text("Step 0 of 12")
    page.locator("#time").fill("12")
    expect(sentence(page)).to_contain_text("Black takes the largest value of all")


def test_a_node_is_chosen_by_a_click(visits: Visits) -> None:
    page = watch(visits, **SMALL, a="minimax:depth=3")
    canvas = page.locator("canvas")
    box = canvas.bounding_box()
    assert box is not None
    # The second row: a3, b3 and c1 in the widths of their leaves, one, two and two.
    canvas.click(position={"x": box["width"] * 0.4, "y": 85})
    expect(fact(page, "Position")).to_have_text("b3")
    expect(fact(page, "Value")).to_have_text("a win for White in 2 moves")
    canvas.click(position={"x": box["width"] * 0.1, "y": 85})
    expect(fact(page, "Position")).to_have_text("a3")


@pytest.mark.deep
def test_the_tree_can_be_zoomed_and_dragged(visits: Visits) -> None:
    page = watch(visits, **MIDDLE, a="minimax:depth=3")

    def scale() -> float:
        return float(page.evaluate("watching.panels[0].painting.view.scale"))

    def left() -> float:
        return float(page.evaluate("watching.panels[0].painting.view.x"))

    whole = scale()
    page.get_by_role("button", name="Larger").click()
    page.get_by_role("button", name="Larger").click()
    assert scale() == pytest.approx(whole * 2.56)
    box = page.locator("canvas").bounding_box()
    assert box is not None
    before = left()
    page.mouse.move(box["x"] + 300, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 100, box["y"] + 40, steps=4)
    page.mouse.up()
    assert left() == pytest.approx(before + 200 / scale(), rel=0.05)
    page.get_by_role("button", name="Whole tree").click()
    assert (scale(), left()) == (whole, 0)


# By keyboard


@pytest.mark.deep
def test_a_search_is_replayed_by_keyboard(visits: Visits) -> None:
    page = watch(visits, **SMALL, a="alphabeta:depth=3")
    page.keyboard.press("c")
    expect(sentence(page)).to_have_text(CUT)
    expect(page.locator("#live")).to_have_text(CUT)  # and it is announced
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_have_text("Step 7 of 12")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step")).to_have_text("Step 6 of 12")
    page.keyboard.press("End")
    expect(page.locator("#step")).to_have_text("Step 12 of 12")
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_have_text("Step 0 of 12")
    page.locator("#speed").select_option("300")
    page.locator("#speed").blur()
    page.keyboard.press(" ")
    expect(page.locator("#step")).to_have_text("Step 12 of 12")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_single_keys_can_be_switched_off(visits: Visits) -> None:
    page = watch(visits, **SMALL, a="alphabeta:depth=3")
    page.evaluate("localStorage.setItem('plyground.settings', JSON.stringify({ keys: false }))")
    page.keyboard.press("c")
    expect(page.locator("#step")).to_have_text("Step 0 of 12")
    page.keyboard.press("ArrowRight")  # this command cannot be triggered by mistake
    expect(page.locator("#step")).to_have_text("Step 1 of 12")


def test_the_tree_is_walked_as_a_list(visits: Visits) -> None:
    page = watch(visits, **SMALL, a="alphabeta:depth=3")
    page.keyboard.press("End")
    page.get_by_text("The tree as a list").click()
    tree = page.get_by_role("tree")
    chosen = tree.locator('[aria-selected="true"]')
    expect(chosen).to_have_text(re.compile("^start: a win for Black in 1 move"))
    chosen.focus()
    for key, text in (
        ("ArrowDown", "a3: a win for Black in 1 move, window from open to open"),
        ("ArrowDown", "b3: 0, window from a win for Black in 1 move to open, cut, 1 move left out"),
    ):
        page.keyboard.press(key)
        expect(chosen).to_have_text(text)
        expect(chosen).to_be_focused()
    expect(page.locator("#left-out")).to_have_text("Left out: c1.")
    page.keyboard.press("ArrowRight")
    expect(chosen).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowRight")
    expect(chosen).to_have_attribute("aria-level", "3")
    expect(fact(page, "Position")).to_have_text("b3 a3")
    page.keyboard.press("ArrowLeft")
    expect(chosen).to_have_text(re.compile("^b3: "))


@pytest.mark.deep
def test_the_canvas_is_walked_by_arrows(visits: Visits) -> None:
    page = watch(visits, **SMALL, a="minimax:depth=3")
    page.locator("canvas").focus()
    for key, place in (
        ("ArrowDown", "a3"),
        ("ArrowRight", "b3"),
        ("ArrowDown", "b3 a3"),
        ("ArrowRight", "b3 c1"),
        ("ArrowUp", "b3"),
        ("ArrowLeft", "a3"),
        ("ArrowLeft", "a3"),  # there is nothing before it
    ):
        page.keyboard.press(key)
        expect(fact(page, "Position")).to_have_text(place)
    expect(page.locator("canvas")).to_be_focused()


def test_the_other_search_is_looked_at(visits: Visits) -> None:
    page = watch(visits, **MIDDLE, a="minimax:depth=2", b="alphabeta:depth=2")
    expect(page.locator("#whose")).to_have_text("Minimax: depth 2")
    expect(page.locator('[data-which="a"]')).to_have_attribute("data-active", "")
    page.keyboard.press("o")
    expect(page.locator("#whose")).to_have_text("Alpha-beta: depth 2")
    expect(page.locator('[data-which="b"]')).to_have_attribute("data-active", "")
    expect(fact(page, "Black has secured")).to_be_visible()


# Texts on the page


def test_leaf_shows_its_terms(visits: Visits) -> None:
    page = watch(visits, game="othello", size="6", a="minimax:depth=1", at="1")
    table = page.get_by_role("table", name="What the evaluation adds up here")
    expect(table).to_be_visible()
    counted = [
        text.replace(MINUS, "-") for text in table.locator("td:last-child").all_inner_texts()
    ]
    value = fact(page, "Value").inner_text().replace(MINUS, "-")
    assert sum(map(float, counted)) == pytest.approx(float(value), abs=0.05)


def test_a_deepening_search_has_a_tree_for_each_depth(visits: Visits) -> None:
    page = watch(visits, **MIDDLE, a="deepening:depth=3")
    page.get_by_text("The tree as a list").click()
    page.keyboard.press("End")
    roots = page.get_by_role("tree").locator('[aria-level="1"]')
    expect(roots).to_have_count(3)
    expect(roots.nth(1)).to_have_text(re.compile("^depth 2: "))


def test_playouts_are_shown_one_by_one(visits: Visits) -> None:
    page = watch(visits, game="gomoku", size="3", line="3", a="mcts:playouts=30")
    expect(sentence(page)).to_contain_text("Nothing has been tried yet.")
    button(page, "One step forward").click()
    expect(sentence(page)).to_contain_text(re.compile("^Playout 1 went [a-c][1-3]"))
    table = page.get_by_role("table", name="Why the playout went this way")
    expect(table.locator("tbody tr")).to_have_count(1)
    parts = [float(one) for one in table.locator("tbody td").all_inner_texts()[:4]]
    assert sum(parts[:3]) == pytest.approx(parts[3], abs=0.03)
    button(page, "To the end").click()
    expect(page.locator(".counts")).to_have_text("30 of 30 playouts")


# Links and setting up


def test_a_link_holds_the_moment(visits: Visits) -> None:
    page = watch(visits, **SMALL, a="alphabeta:depth=3")
    page.keyboard.press("c")
    expect(page).to_have_url(re.compile(r"at=6\b"))
    page.reload()
    expect(sentence(page)).to_have_text(CUT)


def test_a_wrong_link_says_what_is_wrong(visits: Visits) -> None:
    visits.allow("status of 422")
    page = visits.open("/watch/?game=gomoku&moves=b2+b2&a=minimax:depth=3")
    expect(page.get_by_role("alert")).to_have_text("There is already a piece on b2.")
    page.get_by_label("Moves that led to the position").fill("b2")
    page.get_by_role("button", name="Run the search").click()
    expect(page.locator("body")).to_have_attribute("data-ready", "")


def test_another_position_is_played_and_searched(visits: Visits) -> None:
    page = watch(visits, **SMALL | {"moves": ""}, a="minimax:depth=1")
    page.get_by_text("Choose another position or search").click()
    board = page.locator("#place")
    moves = page.get_by_label("Moves that led to the position")
    board.locator('[data-at="b2"]').click()
    expect(moves).to_have_value("b2")
    expect(board.locator('[data-at="b2"]')).to_have_attribute(
        "aria-label", re.compile("black", re.IGNORECASE)
    )
    board.locator('[data-at="a1"]').click()
    expect(moves).to_have_value("b2 a1")
    page.get_by_role("button", name="Take back a move").click()
    expect(moves).to_have_value("b2")
    page.get_by_label("First search").select_option("ordered")
    page.locator("#field-a_n").fill("2")
    page.get_by_role("button", name="Run the search").click()
    expect(
        page.get_by_role("heading", name="Alpha-beta, good moves first: depth 2")
    ).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-ready", "")
    expect(sentence(page)).to_contain_text("White to move has 8 moves")


# Games written in Python


@pytest.fixture(scope="module")
def python_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an example game in Python."""
    file = str(ROOT / "examples" / "tictactoe.py")
    server = Server(tmp_path_factory.mktemp("python"), "--load", file).start()
    yield server
    server.stop()
    check(server)


@pytest.fixture
def python_visits(house: House, python_server: Server) -> Iterator[Visits]:
    """A way to open pages there."""
    visits = Visits(house, python_server)
    yield visits
    assert visits.close() == []


@pytest.mark.deep
def test_a_game_written_in_python_is_watched(python_visits: Visits) -> None:
    query = {"game": "tictactoe", "moves": "b2 a1"}
    page = watch(python_visits, **query, a="alphabeta:depth=3", b="mcts:playouts=40")
    plyground.load(ROOT / "examples" / "tictactoe.py")
    position = plyground.game("tictactoe").start().play_all("b2 a1")
    nodes = plyground.search(position, "alphabeta:depth=3").nodes
    button(page, "To the end").click()
    expect(page.locator('[data-which="a"] .counts')).to_have_text(f"{nodes} of {nodes} nodes")
    expect(page.locator('[data-which="b"] .counts')).to_have_text("40 of 40 playouts")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board [role=img]")).to_have_attribute(
        "aria-label", re.compile("^The board after ")
    )


# The tour


@pytest.mark.deep
@pytest.mark.parametrize(
    "device",
    [pytest.param(DESKTOP, id="service"), pytest.param(PHONE, id="phone")],
)
def test_the_tour_reaches_its_end(visits: Visits, device: dict[str, Any]) -> None:
    page = visits.open("/watch/", device=device)
    page.get_by_role("link", name="Take the tour").click()
    for number, step in enumerate(watch_tour.STEPS, 1):
        expect(page.get_by_role("heading", level=1)).to_have_text(str(step.title))
        expect(page.locator("body")).to_have_attribute("data-ready", "")
        last = number == len(watch_tour.STEPS)
        page.get_by_role("link", name="Now try it yourself" if last else "Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Watch the search")


# On a phone


def test_a_search_is_replayed_on_a_phone(visits: Visits) -> None:
    page = watch(visits, PHONE, **SMALL, a="minimax:depth=3", b="alphabeta:depth=3")
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    button(page, "The other search").tap()
    button(page, "Next cutoff or proof").tap()
    expect(sentence(page)).to_have_text(CUT)
    button(page, "One step forward").tap()
    expect(page.locator("#step")).to_have_text("Step 7 of 16")
    canvas = page.locator('[data-which="a"] canvas')
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    canvas.tap(position={"x": box["width"] * 0.1, "y": 85})
    expect(fact(page, "Position")).to_have_text("a3")


# Large trees


@pytest.fixture
def large(visits: Visits) -> Page:
    """A tree of more than 50,000 nodes, five moves deep."""
    page = watch(visits, **LARGE)
    assert page.evaluate("watching.panels[0].tape.count") == LARGE_NODES
    return page


_FRAMES = """async (work) => {
  const { painting } = watching.panels[0]
  const times = []
  let last = performance.now()
  const before = painting.frames
  const end = last + 2500
  while (performance.now() < end) {
    if (work === 'zoom') {
      const { layout, view, pixels } = painting
      const factor = view.scale > 8 * pixels / layout.total ? 1 / 64 : 1.15
      painting.look(layout.zoomed(view, factor, pixels * 0.4, pixels))
    }
    await new Promise(requestAnimationFrame)
    const now = performance.now()
    times.push(now - last)
    last = now
  }
  times.sort((one, two) => one - two)
  const middle = times[times.length >> 1]
  return { drawn: painting.frames - before, middle, boxes: painting.drawnBoxes }
}"""


@pytest.mark.deep
@pytest.mark.parametrize("work", ["play", "zoom"])
def test_a_large_tree_stays_fluid(large: Page, work: str) -> None:
    """Frames are measured with a wide margin, because other tests may run at the same time."""
    if work == "play":
        large.locator("#speed").select_option("5000")
        button(large, "Play").click()
    measured = large.evaluate(_FRAMES, work)
    print(f"{work}: {measured}")
    assert measured["drawn"] >= 15
    assert measured["middle"] < 150
    assert measured["boxes"] < 12_000


@pytest.mark.deep
def test_a_large_tree_costs_the_page_little(large: Page) -> None:
    button(large, "To the end").click()
    large.get_by_text("The tree as a list").click()
    assert large.locator("*").count() < 1500
    expect(large.locator(".counts")).to_have_text("56,907 of 56,907 nodes")


# Accessibility


@pytest.mark.deep
@pytest.mark.parametrize("device", deep_after(1, [DESKTOP, PHONE], ["service", "phone"]))
@pytest.mark.parametrize(
    "query",
    deep_after(
        1,
        [
            MIDDLE | {"a": "minimax:depth=3", "b": "alphabeta:depth=3", "at": "30"},
            SMALL | {"moves": "b2", "a": "mcts:playouts=60", "at": "40"},
            {"game": "othello", "a": "alphabeta:depth=2", "at": "2"},
        ],
        ["trees", "playouts", "leaf"],
    ),
)
def test_axe_finds_nothing(visits: Visits, query: dict[str, str], device: dict[str, Any]) -> None:
    page = watch(visits, device, **query)
    for summary in page.locator("summary").all():
        if summary.is_visible():
            summary.click()
    assert violations(page) == []


@pytest.mark.parametrize("path", ["/watch/tour/3/", "/watch/?game=go&a=minimax:depth=99"])
@pytest.mark.deep
def test_axe_finds_nothing_on_other_pages_of_watch(visits: Visits, path: str) -> None:
    visits.allow("status of 422")
    page = visits.open(path)
    if "tour" in path:
        expect(page.locator("body")).to_have_attribute("data-ready", "")
    assert violations(page) == []
