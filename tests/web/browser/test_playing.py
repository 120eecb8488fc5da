"""What a person can do during a game, besides moving."""

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import deep_after
from tests.web.browser.tables import Table, begin, centre
from tests.web.browser.visits import PHONE, Visits


@pytest.fixture
def othello(page: Page) -> Table:
    """A game of two people on a small board."""
    begin(page, "othello", opponent="person", size=4)
    return Table(page, "othello", size=4)


def test_moves_are_taken_back_and_played_again(othello: Table) -> None:
    othello.play("c4", "b4")
    expect(othello.button("Redo")).to_be_disabled()
    othello.acting(othello.button("Undo").click)
    expect(othello.cell("b4")).to_have_attribute("aria-label", re.compile("^b4, empty"))
    othello.acting(lambda: othello.page.keyboard.press("u"))
    expect(othello.button("Undo")).to_be_disabled()
    expect(othello.moves).to_have_count(2)  # still there, to be redone
    othello.acting(lambda: othello.page.keyboard.press("r"))
    othello.acting(lambda: othello.page.keyboard.press("Control+Shift+z"))
    expect(othello.cell("b4")).to_have_attribute("aria-label", "b4, white disc, last move")
    assert othello.state()["ply"] == 2


@pytest.mark.deep
def test_undo_takes_both_plies_back_against_the_computer(page: Page) -> None:
    begin(page, "gomoku", opponent="level:1")
    table = Table(page, "gomoku")
    table.play("h8")
    expect(table.status).to_have_text("Your turn.")
    expect(table.moves).to_have_count(2)
    table.acting(table.button("Undo").click)
    expect(table.cell("h8")).to_have_attribute("aria-label", re.compile("^h8, empty"))
    assert table.state()["ply"] == 0


def test_a_hint_comes_in_three_stages(page: Page) -> None:
    begin(page, "gomoku", opponent="person", size=9)
    table = Table(page, "gomoku", size=9)
    table.play("c3", "c7", "d3", "d7", "e3", "e7", "f3", "f7")
    page.keyboard.press("h")
    expect(table.status).to_have_text("Look here.")
    table.button("Show the move").click()
    expect(table.status).to_have_text(re.compile(r"^Try (b3|g3)\. It wins at once\."))
    table.button("Why").click()
    expect(table.button("Why")).to_have_count(0)
    detail = page.get_by_role("region", name="Status of the game").locator(".detail")
    expect(detail).not_to_be_empty()
    table.button("Close").click()
    expect(table.status).to_have_text("Black to move.")


def test_board_can_be_turned(othello: Table) -> None:
    cells = othello.page.get_by_role("gridcell")
    expect(cells.first).to_have_attribute("data-at", "a1")
    othello.button("Flip").click()
    expect(cells.first).to_have_attribute("data-at", "d4")
    othello.play("c4")  # and is continued as before
    othello.page.keyboard.press("Alt+f")
    expect(cells.first).to_have_attribute("data-at", "a1")


def test_white_player_sees_the_board_from_whites_side(page: Page) -> None:
    begin(page, "dobutsu", opponent="level:1", colour="white")
    expect(page.get_by_role("gridcell").first).to_have_attribute("data-at", "c1")
    expect(Table(page, "dobutsu").status).to_have_text("Your turn.")


def test_resigning_is_asked_twice(othello: Table) -> None:
    page = othello.page
    othello.button("Resign").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert othello.state()["stage"] == "playing"
    othello.button("Resign").click()
    answer = othello.acting(page.get_by_role("dialog").get_by_role("button").first.click)
    assert answer.ok
    expect(othello.status).to_have_text("White wins: by resignation.")


@pytest.mark.deep
def test_two_people_agree_on_a_draw(othello: Table) -> None:
    othello.button("Draw").click()
    othello.acting(othello.page.get_by_role("dialog").get_by_role("button").first.click)
    expect(othello.status).to_have_text("A draw: both sides agreed.")


def test_the_computer_answers_an_offer(page: Page) -> None:
    begin(page, "othello", opponent="level:1", size=4)
    table = Table(page, "othello", size=4)
    table.button("Draw").click()
    sure = page.get_by_role("dialog")
    expect(sure).to_contain_text("the game ends in a draw")
    answer = table.acting(sure.get_by_role("button", name="Offer a draw").click)
    assert answer.ok
    assert answer.json()["note"] or answer.json()["stage"] == "over"


def test_rematch_changes_colours(othello: Table) -> None:
    page = othello.page
    begin(page, "othello", opponent="level:1", size=4)
    first = page.url
    othello.button("Resign").click()
    othello.acting(page.get_by_role("dialog").get_by_role("button").first.click)
    expect(othello.status).to_have_text("You lose: by resignation.")
    othello.button("Rematch").click()
    page.wait_for_url(lambda url: url != first)
    assert othello.state()["people"] == ["white"]


@pytest.mark.parametrize(
    ("game", "moves", "tried", "sentence"),
    [
        ("othello", [], ["a1"], "flip at least one disc"),
        ("dobutsu", [], ["b1", "b3"], ""),
    ],
)
def test_a_refused_move_says_why(
    visits: Visits, page: Page, game: str, moves: list[str], tried: list[str], sentence: str
) -> None:
    visits.allow("status of 422")
    begin(page, game, opponent="person")
    table = Table(page, game)
    table.play(*moves)
    for label in tried[:-1]:
        table.choose(label)
    answer = table.acting(lambda: table.choose(tried[-1]))
    assert answer.status == 422
    error = answer.json()["error"]
    assert sentence in error["sentence"]
    expect(page.get_by_text(error["sentence"]).first).to_be_visible()
    assert table.state()["ply"] == len(moves)


def test_pieces_are_dragged_on_the_board_and_from_the_hand(visits: Visits) -> None:
    page = visits.open(reduced_motion="no-preference")
    begin(page, "dobutsu", opponent="person")
    table = Table(page, "dobutsu")
    for text in ["b2b3", "b4b3", "C*b2", "C*a3", "b2b3"]:
        move = table.parts(text)
        start = table.cell(move["from"]) if move["from"] else table.in_hand(str(move["piece"]))
        answer = table.acting(partial(table.drag, start, str(move["to"])))
        assert answer.ok, answer.text()
        table.position = table.position.play(text)
        table.see_last_move()
    expect(table.status).to_have_text("Blue wins: the lion was taken.")


@pytest.mark.parametrize(
    ("game", "moves", "left"),
    deep_after(
        1, [("go", "B1 A1 A2 C3", 3), ("othello", "d3 c5 d6", 7), ("dobutsu", "b2b3 b4b3 C*b2", 7)]
    ),
)
def test_animated_pieces_reach_their_places(
    visits: Visits, game: str, moves: str, left: int
) -> None:
    """Captured stones disappear, flipped discs stay, dropped pieces have landed."""
    page = visits.open(reduced_motion="no-preference")
    options: dict[str, Any] = {"size": 9} if game == "go" else {}
    begin(page, game, opponent="person", **options)
    table = Table(page, game, **options)
    table.play(*moves.split())
    layers = page.locator("#board svg > g")
    expect(layers.nth(2).locator("> *")).to_have_count(left)  # the pieces
    expect(layers.last.locator("> *")).to_have_count(0)  # pieces in motion


def test_drag_off_the_board_changes_nothing(page: Page) -> None:
    begin(page, "dobutsu", opponent="person")
    table = Table(page, "dobutsu")
    table.drag(table.cell("b2"), "b2")
    page.mouse.move(*centre(table.cell("b2")))
    page.mouse.down()
    page.mouse.move(2, 2, steps=3)
    page.mouse.up()
    assert table.state()["ply"] == 0
    table.play("b2b3")


def test_large_board_on_a_phone_asks_for_confirmation(visits: Visits) -> None:
    page = visits.open(device=PHONE)
    begin(page, "gomoku", opponent="person", size=15)
    table = Table(page, "gomoku", "touch", size=15)
    table.choose("h8")  # selected, not played
    expect(page.get_by_role("button", name=re.compile("h8"))).to_be_visible()
    assert table.state()["ply"] == 0
    table.choose("g7")  # another choice
    answer = table.acting(lambda: table.choose("g7"))
    assert answer.json()["moves"][0]["text"] == "g7"
    table.position = table.position.play("g7")
    table.choose("h8")
    table.acting(page.get_by_role("button", name=re.compile("h8")).tap)
    table.position = table.position.play("h8")
    table.see_last_move()


def test_arrows_walk_over_the_board(othello: Table) -> None:
    page = othello.page
    othello.tab_to(page.get_by_role("grid").locator('[tabindex="0"]'))
    page.keyboard.press("Control+Home")
    expect(othello.cell("a1")).to_be_focused()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(othello.cell("c4")).to_be_focused()
    othello.acting(lambda: page.keyboard.press("Space"))
    expect(othello.cell("c4")).to_have_attribute("aria-label", "c4, black disc, last move")
    expect(othello.cell("c4")).to_be_focused()


def test_moves_are_announced(othello: Table) -> None:
    live = othello.page.locator("#live")
    othello.play("c4")
    expect(live).to_contain_text(re.compile(r"Black,? c4", re.IGNORECASE))


def test_list_of_moves_shows_earlier_positions(othello: Table) -> None:
    page = othello.page
    othello.play("c4", "b4", "a1")
    othello.moves.first.click()
    expect(othello.status).to_have_text("You are looking at move 1 of 3.")
    expect(othello.cell("c4")).to_have_attribute("aria-label", re.compile("last move"))
    page.keyboard.press("ArrowRight")
    expect(othello.status).to_have_text("You are looking at move 2 of 3.")
    page.keyboard.press("Home")
    expect(othello.status).to_have_text("You are looking at the beginning.")
    page.keyboard.press("End")
    expect(othello.status).to_have_text("White to move.")
    othello.moves.nth(1).click()
    first = page.url
    othello.button("Play from here").click()
    page.wait_for_url(lambda url: url != first)
    assert [move["text"] for move in othello.state()["moves"]] == ["c4", "b4"]


def test_a_strict_game_has_no_help(page: Page) -> None:
    begin(page, "othello", opponent="person", size=4, strict="on")
    table = Table(page, "othello", size=4)
    table.play("c4")
    for name in ("Undo", "Redo", "Hint"):
        expect(table.button(name)).not_to_be_enabled()
    for key in "urh":
        page.keyboard.press(key)
    known = table.state()
    assert (known["ply"], known["strict"], known["aids"]) == (1, True, [])


def test_a_flag_falls(page: Page) -> None:
    begin(page, "othello", opponent="person", size=4, clock="own", minutes="0.1", increment="0")
    table = Table(page, "othello", size=4)
    table.play("c4", "b4")  # the first moves are free
    expect(page.get_by_role("timer").first).to_be_visible()
    expect(table.status).to_have_text("White wins: the time is up.", timeout=60_000)


def test_a_double_click_is_one_move(visits: Visits, othello: Table) -> None:
    visits.allow("status of (409|422)")
    othello.acting(othello.cell("c4").dblclick)
    expect(othello.status).to_have_text("White to move.")
    known = othello.state()
    assert (known["ply"], known["version"]) == (1, 2)


class TestCounting:
    """The end in Go: the computer proposes, people decide."""

    MOVES = "C3 D3 C2 D2 C4 D4 C1 D1 C5 D5 pass A3 pass pass"

    @pytest.fixture
    def go(self, page: Page) -> Table:
        begin(page, "go", opponent="person", size=5, komi="0.5")
        table = Table(page, "go", size=5, komi=0.5)
        table.play(*self.MOVES.split())
        expect(table.cell("A3")).to_have_attribute("aria-label", "A3, white stone, dead")
        return table

    def test_a_group_is_marked_and_unmarked(self, go: Table) -> None:
        assert go.acting(go.cell("A3").click).json()["dead"] == []
        expect(go.cell("A3")).to_have_attribute("aria-label", "A3, white stone")
        assert sorted(go.acting(go.cell("D2").click).json()["dead"]) == [
            "D1",
            "D2",
            "D3",
            "D4",
            "D5",
        ]
        go.acting(go.cell("D5").click)
        go.acting(go.cell("A3").click)
        go.acting(go.button("Agree").click)
        expect(go.status).to_have_text("Black wins by 4.5: both passed.")

    @pytest.mark.deep
    def test_play_resumes_after_counting(self, go: Table) -> None:
        go.acting(go.button("Play on").click)
        expect(go.status).to_contain_text("to move")
        assert go.state()["stage"] == "playing"
        go.acting(go.cell("A4").click)
        assert go.state()["stage"] == "playing"
