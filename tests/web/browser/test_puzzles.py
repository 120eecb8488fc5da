"""Puzzles as a visitor solves them, only with the page: by mouse, keyboard and touch."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from plyground import puzzles as puzzle_index
from plyground.puzzles import Puzzle
from tests.conftest import deep_after
from tests.web.browser.axe import violations
from tests.web.browser.tables import Means, Table
from tests.web.browser.visits import DESKTOP, PHONE, Visits

WAYS: dict[str, tuple[Means, dict[str, Any]]] = {
    "dobutsu": ("touch", PHONE),
    "othello": ("keys", DESKTOP),
    "go": ("touch", PHONE),
    "robogo": ("keys", DESKTOP),
}


class Solver:
    """A user on the page of a puzzle."""

    def __init__(self, page: Page, one: Puzzle, means: Means) -> None:
        self.page = page
        self.one = one
        self.hands = Table(page, one.game, means, **one.options)
        self.begin()

    def begin(self) -> None:
        self.hands.position = puzzle_index.begin(self.one)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{name}"))

    @property
    def feedback(self) -> Locator:
        return self.page.locator("#feedback")

    def course(self, outcome: str) -> None:
        expect(self.page.locator("#course")).to_have_attribute("data-outcome", outcome)

    def make(self, move: str) -> str:
        """Makes a move, and waits for its answer if it was right; returns the result."""
        with self.page.expect_response(re.compile(r"/answer/$")) as answer:
            self.hands.make(move)
        outcome = str(answer.value.json()["outcome"])
        self.course(outcome)
        return outcome

    def solve(self) -> None:
        """Plays all moves of the puzzle."""
        for ply in range(0, self.one.asked, 2):
            assert self.make(self.one.line[ply]) == (
                "done" if ply + 1 == self.one.asked else "right"
            )
            self.hands.position = self.hands.position.play_all(self.one.line[ply : ply + 2])
        expect(self.page.get_by_role("heading", name="Solved!")).to_be_visible()


@pytest.mark.parametrize("game", deep_after(1, puzzle_index.games()))
def test_a_puzzle_from_the_first_wrong_move_to_the_next_puzzle(visits: Visits, game: str) -> None:
    one, following = puzzle_index.puzzles(game)[:2]
    means, device = WAYS.get(game, ("mouse", DESKTOP))
    page = visits.open(f"/puzzles/{game}/{one.id}/", device=device)
    solver = Solver(page, one, means)
    solver.course("open")
    right = puzzle_index.accepted(one)[0]
    wrong = next(move for move in solver.hands.position.moves() if move not in right)
    assert solver.make(wrong) == "wrong"
    refusal = re.compile("Not this one|Try another move|Find the quickest")
    expect(solver.feedback).to_contain_text(refusal)
    expect(page.locator("#live")).to_contain_text(refusal)
    solver.hands.press(solver.button("Try again"))
    solver.course("open")
    for words in ("Look at this part", "", f"The move is {one.line[0]}."):
        before = solver.feedback.text_content() or ""
        solver.hands.press(solver.button("Hint"))
        expect(solver.feedback).not_to_have_text(before)
        expect(solver.feedback).to_contain_text(words)
    solver.begin()
    solver.solve()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Next puzzle").last.click()
    page.wait_for_url(f"**/puzzles/{game}/{following.id}/")
    page.goto(f"/puzzles/{game}/")
    first = page.get_by_role("link", name=re.compile("^Puzzle 1 "))
    expect(first).to_have_accessible_name(re.compile("solved"))
    expect(page.locator(".done-bar")).to_contain_text("1 of ")


@pytest.mark.deep
def test_the_solution_is_walked_through_by_keys_and_buttons(page: Page) -> None:
    one = puzzle_index.puzzles("dobutsu")[0]
    page.goto(f"/puzzles/dobutsu/{one.id}/")
    expect(page.get_by_role("grid")).to_be_visible()
    page.keyboard.press("v")
    feedback = page.locator("#feedback")
    expect(feedback).to_contain_text(f"Move 1 of {len(one.line)}.")
    page.keyboard.press("ArrowRight")
    expect(feedback).to_contain_text("Move 2 of")
    expect(page.locator("#live")).to_contain_text("Move 2 of")
    page.get_by_role("button", name=f"Blue {one.line[-1]}").click()
    expect(feedback).to_contain_text(f"Move {len(one.line)} of")
    page.get_by_role("button", name="Previous move").click()
    expect(feedback).to_contain_text(f"Move {len(one.line) - 1} of")
    page.keyboard.press("Home")
    expect(feedback).to_have_text("The position of the puzzle.")
    assert violations(page) == []
    page.keyboard.press("u")
    expect(page.locator("#walk")).to_be_hidden()
    Solver(page, one, "mouse").solve()
    page.keyboard.press("Alt+n")
    page.wait_for_url(f"**/{puzzle_index.puzzles('dobutsu')[1].id}/")


@pytest.mark.deep
def test_the_solution_moves_by_itself_where_motion_is_welcome(visits: Visits) -> None:
    one = puzzle_index.puzzles("dobutsu")[0]
    page = visits.open(f"/puzzles/dobutsu/{one.id}/", reduced_motion="no-preference")
    page.get_by_role("button", name="Solution").click()
    expect(page.locator("#feedback")).to_contain_text(f"Move {len(one.line)} of {len(one.line)}.")
    expect(page.get_by_role("button", name="Try again")).not_to_have_attribute(
        "aria-disabled", "true"
    )


def test_puzzle_restarts_while_an_answer_is_pending(visits: Visits) -> None:
    one = next(row for row in puzzle_index.puzzles("dobutsu") if row.asked == 5)
    page = visits.open(f"/puzzles/dobutsu/{one.id}/", reduced_motion="no-preference")
    solver = Solver(page, one, "mouse")
    assert solver.make(one.line[0]) == "right"
    solver.hands.position = solver.hands.position.play_all(one.line[:2])
    with page.expect_response(re.compile(r"/answer/$")):
        solver.hands.make(one.line[2])
    page.keyboard.press("Alt+u")  # within half a second, before the answer is on the board
    solver.course("open")
    solver.begin()
    assert solver.make(one.line[0]) == "right"


@pytest.mark.deep
def test_daily_puzzles_are_reached_from_home(visits: Visits) -> None:
    page = visits.open("/", device=PHONE)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile("^Today"))).to_be_visible()
    expect(page.locator("main svg").first).to_be_visible()
    assert violations(page) == []
    name = re.compile(f"^All {len(puzzle_index.puzzles('dobutsu'))} Dobutsu shogi")
    page.get_by_role("link", name=name).click()
    expect(page.locator("main svg").first).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Next unsolved").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/games/*/")
    expect(page.get_by_role("grid")).to_be_visible()


@pytest.mark.deep
def test_puzzles_are_translated(visits: Visits) -> None:
    one = puzzle_index.puzzles("dobutsu")[0]
    page = visits.open(f"/puzzles/dobutsu/{one.id}/", locale="ja")
    expect(page.locator("#text")).to_contain_text("引き分けか負けです")
    page.keyboard.press("v")
    expect(page.locator("#feedback")).to_contain_text("手目。")
    page.goto("/puzzles/")
    expect(page.get_by_role("heading", name=re.compile("^今日"))).to_be_visible()
