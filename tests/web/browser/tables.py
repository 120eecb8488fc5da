"""A game on a page as a person plays it: by mouse, by keyboard alone, or by touch."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from playwright.sync_api import Locator, Page, Response, expect

import plyground
from plyground.engine.view import FullMoveView

Means = Literal["mouse", "keys", "touch"]

_TABS = 60  # this many presses of Tab reach everything
_WAY = """(target) => {
  const here = document.activeElement
  if (target === here) return ''
  const back = target.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING
  return back ? 'Shift+Tab' : 'Tab'
}"""


def begin(page: Page, name: str, **form: Any) -> str:
    """Starts a game through the pages' form, and goes there; returns its id."""
    form_page = page.request.get("/import/")  # not rendered: only its token and cookie are needed
    found = re.search(r'name="csrf-token" content="([^"]+)"', form_page.text())
    assert found, form_page.text()
    token = found[1]
    fields: dict[str, str | float | bool] = {
        "csrfmiddlewaretoken": token,
        **{key: str(value) for key, value in form.items()},
    }
    headers = {"Referer": form_page.url}
    answer = page.request.post(f"/play/{name}/", form=fields, headers=headers, max_redirects=0)
    assert answer.status == 302, answer.text()
    path = answer.headers["location"]
    page.goto(path)
    return path.rstrip("/").rpartition("/")[2]


class Table:
    """A board on a page, and the same game beside it to interpret moves."""

    def __init__(self, page: Page, name: str, means: Means = "mouse", **options: Any) -> None:
        self.page = page
        self.means = means
        self.start = self.position = plyground.game(name, **options).start()
        self.confirms = False  # whether the page asks for confirmation

    # Reading

    @property
    def status(self) -> Locator:
        """The status sentence."""
        return self.page.locator('section[aria-label="Status of the game"] .text')

    @property
    def moves(self) -> Locator:
        """The moves of the list."""
        return self.page.locator('section[aria-labelledby="moves-title"] ol button')

    def cell(self, label: str) -> Locator:
        """A square or point. By CSS, because looking up roles takes much longer."""
        return self.page.locator(f'[role="grid"] [role="gridcell"][data-at="{label}"]')

    def button(self, name: str) -> Locator:
        """The button with this name, without its key."""
        return self.page.get_by_role("button", name=re.compile(rf"^{name}\b")).first

    def reply(self) -> dict[str, Any]:
        """Waits until no computer is to move and the page shows the game."""
        known = self.state()
        while known["to_move"] == "computer":
            self.page.wait_for_timeout(20)
            known = self.state()
        expect(self.moves).to_have_count(known["last_ply"])
        return known

    def follow(self, known: dict[str, Any]) -> None:
        """Plays moves from the page on the board beside it."""
        self.position = self.start
        for move in known["moves"][: known["ply"]]:
            self.position = self.position.play(move["text"])

    def state(self) -> dict[str, Any]:
        """The game from the server."""
        game_id = self.page.url.rstrip("/").rpartition("/")[2]
        answer = self.page.request.get(f"/api/games/{game_id}/")
        assert answer.ok, answer.text()
        known: dict[str, Any] = answer.json()
        return known

    # Actions

    def play(self, *texts: str) -> None:
        """Plays these moves in order, and waits for each."""
        for text in texts:
            answer = self.acting(partial(self.make, text))
            assert answer.ok, answer.text()
            self.position = self.position.play(text)
            self.see_last_move()

    def see_last_move(self) -> None:
        """Waits until the board shows the last move played."""
        last = self.position.view()["last_move"]
        if last is not None and last["to"] is not None:
            # A quick answer of the computer replaces the mark before the test can see it.
            answered = self.moves.nth(self.position.ply - self.start.ply)
            marked = self.cell(last["to"]).and_(self.page.locator('[aria-label*="last move"]'))
            expect(marked.or_(answered).first).to_be_attached()

    def acting(self, does: Callable[[], None]) -> Response:
        """The server's answer to an action."""
        with self.page.expect_response(re.compile(r"/actions/$")) as answer:
            does()
        return answer.value

    def make(self, text: str) -> None:
        """Makes a move with this table's input method."""
        move = self.parts(text)
        if move["kind"] == "pass":
            self.press(self.button("Pass"))
        elif move["kind"] == "drop":
            self.press(self.in_hand(str(move["piece"])))
            self.choose(str(move["to"]))
        else:
            for label in filter(None, (move["from"], move["to"])):
                self.choose(label)
            if self.confirms:
                self.choose(str(move["to"]))

    def parts(self, text: str) -> FullMoveView:
        """The parts of a move's text."""
        return next(move for move in self.position.view()["moves"] if move["text"] == text)

    def in_hand(self, kind: str) -> Locator:
        """The button of a piece in the mover's hand."""
        owner = self.position.turn
        return self.page.locator(f'button[data-owner="{owner}"][data-kind="{kind}"]')

    def press(self, button: Locator) -> None:
        """Presses a button."""
        if self.means == "touch":
            button.tap()
        elif self.means == "mouse":
            button.click()
        else:
            self.tab_to(button)
            self.page.keyboard.press("Enter")

    def choose(self, label: str) -> None:
        """Clicks or taps a point, or types its name and presses Enter."""
        if self.means == "keys":
            self.tab_to(self.page.locator('[role="grid"] [tabindex="0"]'))
            self.page.keyboard.type(label.lower())
            expect(self.cell(label)).to_be_focused()
            self.page.keyboard.press("Enter")
        elif self.means == "touch":
            self.cell(label).tap()
        else:
            self.cell(label).click()

    def tab_to(self, target: Locator) -> None:
        """Presses Tab, or Shift and Tab for earlier elements, until the target has the focus."""
        expect(target).to_be_visible()
        key = target.evaluate(_WAY)
        for _ in range(_TABS):
            if not key:
                return
            self.page.keyboard.press(key)
            key = target.evaluate(_WAY) and key
        raise AssertionError(f"{key} does not lead to {target}")

    def drag(self, start: Locator, to: str) -> None:
        """Drags a piece from the board or a hand to a square."""
        self.page.mouse.move(*centre(start))
        self.page.mouse.down()
        self.page.mouse.move(*centre(self.cell(to)), steps=4)
        self.page.mouse.up()


class Pair:
    """Two people at a game by link, each with a page."""

    def __init__(self, black: Page, white: Page, name: str, **options: Any) -> None:
        """Black begins the game, White takes the other seat."""
        begin(black, name, opponent="link", colour="black", **options)
        white.goto(invitation(black))
        white.get_by_role("button", name="Join game").click()
        rules = {key: value for key, value in options.items() if key not in ("clock", "strict")}
        self.black = Table(black, name, **rules)
        self.white = Table(white, name, **rules)
        expect(self.seat(black, "White")).to_contain_text("here")
        expect(self.seat(white, "Black")).to_contain_text("here")

    @property
    def tables(self) -> tuple[Table, Table]:
        """Both boards."""
        return self.black, self.white

    @staticmethod
    def seat(page: Page, side: str) -> Locator:
        """A page's text about the player of a side."""
        return page.get_by_role("region", name=re.compile(f"^{side}: "))

    def play(self, *texts: str) -> None:
        """Each side plays its moves on its own page, and waits for the other's."""
        for text in texts:
            mine, other = self.tables if self.black.position.turn == "black" else self.tables[::-1]
            mine.play(text)
            other.position = mine.position
            other.see_last_move()

    def see(self, ply: int) -> None:
        """Waits until both pages show this many moves."""
        for table in self.tables:
            expect(table.moves.and_(table.page.locator(":not([data-undone])"))).to_have_count(ply)


def invitation(page: Page) -> str:
    """The link of the invitation on a page."""
    field = page.get_by_label("Send this link to the person you want to play:")
    expect(field).to_have_value(re.compile("/join/"))
    return field.input_value()


def centre(node: Locator) -> tuple[float, float]:
    """The middle of a node."""
    box = node.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
