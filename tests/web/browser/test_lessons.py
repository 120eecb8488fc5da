"""Lessons as a new user takes them: only with the page, by mouse, keyboard and touch."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from plyground.learn import lessons
from plyground.learn.lessons import Lesson
from tests.conftest import deep_after
from tests.web.browser.axe import violations
from tests.web.browser.tables import Means, Table, centre
from tests.web.browser.visits import PHONE, Visits

ALL = [lesson for rows in lessons.lessons().values() for lesson in rows]
TRIED = [lesson for lesson in ALL if lesson.key in ("go/ko", "robogo/block", "dobutsu/drop")]
MOVE = re.compile(r"The move is (\S+?)\.$|The move is: (pass)\.$")


class Pupil:
    """A user on the page of a lesson, who asks for every hint."""

    def __init__(self, page: Page, lesson: Lesson, means: Means) -> None:
        self.page = page
        self.lesson = lesson
        self.hands = Table(page, lesson.game, means, **lesson.options)
        page.goto(f"/learn/{lesson.key}/")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{name}"))

    @property
    def feedback(self) -> Locator:
        return self.page.locator("#feedback")

    def course(self, outcome: str) -> None:
        expect(self.page.locator("#course")).to_have_attribute("data-outcome", outcome)

    def helped(self) -> str:
        """The move that the page shows after its other hints."""
        hints = 0
        while not (found := MOVE.search(self.feedback.text_content() or "")):
            before = self.feedback.text_content() or ""
            self.hands.press(self.button("Hint"))
            expect(self.feedback).not_to_have_text(before)
            hints += 1
            assert hints < 6
        return str(found[1] or found[2])

    def make(self, move: str) -> None:
        """Makes the shown move by pressing points and pieces."""
        if move == "pass":
            self.hands.press(self.button("Pass"))
        elif re.fullmatch(r"[a-z]", move):  # a column: any square of it will do
            self.hands.choose(f"{move}{self.lesson.options.get('rows', 6)}")
        elif found := re.fullmatch(r"([CEG])\*(\w\d)", move):
            kinds = {"C": "chick", "E": "elephant", "G": "giraffe"}
            hand = f'button[data-owner="black"][data-kind="{kinds[found[1]]}"]'
            self.hands.press(self.page.locator(hand))
            self.hands.choose(found[2])
        elif found := re.fullmatch(r"([a-c]\d)([a-c]\d)\+?", move):
            self.hands.choose(found[1])
            self.hands.choose(found[2])
        else:
            self.hands.choose(move)

    def step(self, number: int) -> None:
        """Does one step, whatever its task."""
        count = len(self.lesson.steps)
        expect(self.page.locator("#where")).to_have_text(f"Step {number + 1} of {count}")
        if not self.lesson.steps[number].is_reading:
            self.course("open")
            outcome = "open"
            while outcome != "done":
                move = self.helped()
                with self.page.expect_response(re.compile(r"/answer/$")) as answer:
                    self.make(move)
                answered = answer.value.json()
                outcome = answered["outcome"]
                assert outcome in ("right", "done"), (self.lesson.key, number, move, answered)
                self.course(outcome)
        if number + 1 < count or self.lesson.steps[number].is_reading:
            self.hands.press(self.button("Next"))

    def end(self) -> None:
        """All steps in order, to the end of the lesson."""
        for number in range(len(self.lesson.steps)):
            self.step(number)
        expect(self.page.get_by_role("heading", name="Lesson done!")).to_be_visible()


@pytest.mark.parametrize(
    ("lesson", "means", "device"),
    deep_after(
        1,
        [(TRIED[0], "mouse", {}), (TRIED[1], "touch", PHONE), (TRIED[2], "keys", {})],
        ["mouse", "touch", "keys"],
    ),
)
def test_a_lesson_from_its_beginning_to_its_end(
    visits: Visits, lesson: Lesson, means: Means, device: dict[str, Any]
) -> None:
    page = visits.open(device=device) if device else visits.open()
    Pupil(page, lesson, means).end()
    assert violations(page) == []


@pytest.mark.deep
@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.key)
def test_each_lesson_reaches_its_end_on_the_page_alone(page: Page, lesson: Lesson) -> None:
    Pupil(page, lesson, "mouse").end()


def test_a_wrong_move_is_shown_explained_and_tried_again(page: Page) -> None:
    pupil = Pupil(page, lesson_of("go/snapback"), "mouse")
    pupil.step(0)
    pupil.hands.choose("D2")
    pupil.course("wrong")
    expect(pupil.feedback).to_have_text("White connects on D1, and is safe.")
    expect(pupil.hands.cell("D1")).to_have_attribute("aria-label", re.compile("white stone"))
    assert violations(page) == []
    pupil.button("Try again").click()
    pupil.course("open")
    expect(pupil.hands.cell("D1")).to_have_attribute("aria-label", re.compile("empty"))
    pupil.hands.choose("D1")
    pupil.course("right")
    expect(pupil.feedback).to_have_text("Right. Go on.")
    pupil.hands.choose("D1")
    pupil.course("done")
    page.keyboard.press("Alt+n")
    expect(page.locator("#where")).to_have_text("Step 3 of 3")
    expect(page.locator("#text")).to_be_focused()


def test_refusals_of_the_rules_appear_beside_the_point(page: Page) -> None:
    pupil = Pupil(page, lesson_of("go/capture"), "mouse")
    pupil.hands.choose("D4")
    expect(page.locator(".board-bubble")).to_have_text("There is already a piece on D4.")
    pupil.course("open")
    page.keyboard.press("Alt+n")  # which has to wait
    expect(pupil.feedback).to_contain_text("First make the right move")


def test_hints_come_in_stages_and_point(page: Page) -> None:
    pupil = Pupil(page, lesson_of("go/capture"), "mouse")
    for words in ("to the left, to the right and above", "Below it is the last", "The move is D3."):
        page.keyboard.press("h")
        expect(pupil.feedback).to_contain_text(words)
        expect(page.locator("#live")).to_contain_text(words)
    expect(pupil.hands.cell("D3")).to_have_attribute("aria-label", re.compile("hint"))
    expect(pupil.button("Hint")).to_have_attribute("aria-disabled", "true")
    assert violations(page) == []


def test_progress_is_kept_and_the_first_level_is_next(visits: Visits) -> None:
    page = visits.open("/learn/")
    page.get_by_role("link", name=re.compile("Five in a row.*The aim of Robogo")).click()
    pupil = Pupil(page, lesson_of("robogo/five"), "mouse")
    pupil.step(0)
    pupil.step(1)
    page.reload()
    expect(page.locator("#where")).to_have_text("Step 3 of 4")
    for number in (2, 3):
        pupil.step(number)
    expect(page.get_by_role("link", name="Next lesson: Stop them")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_text("1 of 6 lessons done")).to_be_visible()
    page.goto("/learn/robogo/five/")
    for _ in range(3):
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Play level 1 now").click()
    page.wait_for_url("**/games/*/")
    expect(page.get_by_role("region", name=re.compile("^White: "))).to_contain_text("level 1")
    expect(page.get_by_text("The teacher is on.")).to_be_visible()


def test_pieces_are_dragged(page: Page) -> None:
    pupil = Pupil(page, lesson_of("dobutsu/catch"), "mouse")
    cell = pupil.hands.cell("b3")
    page.mouse.move(*centre(cell))
    page.mouse.down()
    page.mouse.move(*centre(pupil.hands.cell("b4")), steps=4)
    page.mouse.up()
    pupil.course("done")


@pytest.mark.deep
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visits: Visits, scheme: str) -> None:
    for device in ({}, PHONE):
        page = visits.open("/learn/", **({"device": device} if device else {}), color_scheme=scheme)
        expect(page.locator("main svg").first).to_be_visible()
        assert violations(page) == []
        page.goto("/learn/go/liberties/")
        expect(page.get_by_role("grid")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.deep
def test_lessons_are_translated(visits: Visits) -> None:
    page = visits.open("/learn/go/capture/", locale="ja")
    expect(page.locator("#text")).to_contain_text("呼吸点がなくなった石は")
    expect(page.locator("#text strong")).to_have_text("取られて")


def lesson_of(key: str) -> Lesson:
    """The lesson with this name."""
    found = lessons.find(*key.split("/"))
    assert found is not None
    return found
