"""How to reach the pages in `screenshots.py`, each from the home page.

The games on them are real, played by the computer with a seed, so that two runs show the same.
"""

import secrets
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.browser.tables import begin

import plyground
from plyground import puzzles
from plyground.players.kinds import make_player

GOOD = "level:5,seed=7"
WEAK = "level:1,seed=7"
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "robogo": (18, {}),
    "gomoku": (20, {}),
    "go": (34, {"size": 9}),
    "othello": (24, {}),
    "dobutsu": (14, {}),
}


def texts(name: str, plies: int, white: str = GOOD, **options: Any) -> list[str]:
    """The first moves of a game between a strong player and another, always the same."""
    position = plyground.game(name, **options).start()
    moves: list[str] = []
    with make_player(GOOD, position.game) as black, make_player(white, position.game) as other:
        while len(moves) < plies and position.result() is None:
            move = (other if len(moves) % 2 else black).choose(position).move
            if move is None:
                break
            position = position.play(move)
            moves.append(move)
    return moves


def played(page: Page, name: str, plies: int, opponent: str = "level:2", **options: Any) -> None:
    """A game in progress, seen by the side to move."""
    game_id = begin(page, name, opponent="person", **options)
    moves = texts(name, plies, **options)
    act(page, game_id, *moves)
    if opponent != "person":
        colour = "white" if len(moves) % 2 else "black"
        url = post(page, game_id, "fork/", opponent=opponent, colour=colour)["url"]
        page.goto(url)
    expect(page.get_by_role("grid")).to_be_visible()


def act(page: Page, game_id: str, *moves: str) -> None:
    """Play moves without the board."""
    state = page.request.get(f"/api/games/{game_id}/").json()
    for move in moves:
        known = {"version": state["version"], "ply": state["ply"]}
        state = post(page, game_id, "actions/", action="move", move=move, **known)
    page.reload()


def post(page: Page, game_id: str, what: str, **body: Any) -> dict[str, Any]:
    """The server's answer to a page's request."""
    token = page.locator("meta[name=csrf-token]").get_attribute("content") or ""
    headers = {"X-CSRFToken": token, "Referer": page.url}
    answer = page.request.post(f"/api/games/{game_id}/{what}", data=body, headers=headers)
    assert answer.ok, answer.text()
    data: dict[str, Any] = answer.json()
    return data


def home(page: Page) -> None:
    """The home page."""
    page.goto("/")


def account(page: Page) -> None:
    """A new account, with a token created just now."""
    visit(page, "/account/sign-up/")
    page.locator("[name=name]").fill(f"Ann.{secrets.token_hex(3)}")
    for field in ("password", "again"):
        page.locator(f"[name={field}]").fill("four green horses")
    page.locator("form.account .primary").click()
    visit(page, "/account/")
    page.locator("[name=label]").fill("my bot")
    page.locator("[name=label]").press("Enter")
    expect(page.locator("#token")).to_be_visible()


def replay(page: Page, path: str) -> None:
    """A search to watch, at the step of the link."""
    page.goto(path)
    page.wait_for_selector("body[data-ready]")
    page.wait_for_timeout(500)  # for the board


def visit(page: Page, path: str) -> None:
    """The page of a URL."""
    page.goto(path)


def puzzle(
    page: Page, name: str, key: str = "h", *, wrong: bool = False, solved: bool = False
) -> None:
    """The first puzzle of a game with its first hint, or as requested."""
    one = puzzles.puzzles(name)[0]
    page.goto(f"/puzzles/{name}/{one.id}/")
    expect(page.get_by_role("grid")).to_be_visible()
    right = [list(row) for row in puzzles.accepted(one)]
    others = [move for move in puzzles.begin(one).moves() if move not in right[0]]
    for move in [others[0]] if wrong else [row[0] for row in right] if solved else []:
        page.evaluate(_PLAYED, move)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(300)
    if not wrong and not solved:
        page.keyboard.press(key)
        expect(page.locator("#feedback")).to_be_visible()


_PLAYED = """(move) => document.querySelector('#board')
.dispatchEvent(new CustomEvent('play', {detail: {move}}))"""


def study(page: Page, title: str) -> None:
    """A study of the laboratory with its report."""
    page.goto("/lab/")
    page.get_by_role("link", name=title).click()
    page.wait_for_url("**/lab/*-*/")
    if title != "foreign":
        expect(page.locator("#report .report")).to_be_visible()


def training(page: Page, *, game: bool = False) -> None:
    """A training: the start as its last network sees it, or a self-play game."""
    page.goto("/lab/")
    page.get_by_role("link", name="my-four").click()
    page.wait_for_url("**/lab/trainings/*/")
    if game:
        page.locator("[data-part='from']").select_option(index=2)
        for _ in range(9):
            page.locator("[data-step='1']").click()
        page.locator("input[value='search']").check()
    expect(page.locator("[data-part='situation']")).not_to_be_empty()


def machine(page: Page) -> None:
    """The lesson on how a machine learns, with later generations."""
    page.goto("/learn/machine/")
    for reading in page.locator("[data-part='reading']").all():
        expect(reading).not_to_be_empty()


def left_home(page: Page) -> None:
    """The home page, for a visitor with an unfinished game."""
    played(page, "othello", 12)
    page.goto("/")


def counting(page: Page) -> None:
    """A game of Go during the count."""
    played(page, "go", 40, opponent="person", size=9)
    act(page, _id(page), "pass", "pass")
    expect(page.get_by_role("button", name="Agree")).to_be_visible()


def game_over(page: Page) -> None:
    """A finished game."""
    moves = texts("gomoku", 200, white=WEAK)
    act(page, begin(page, "gomoku", opponent="person"), *moves)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def reviewed(page: Page, name: str, opens: str = "", **options: Any) -> None:
    """The review of a whole game, at its largest mistake; a part of it may be opened."""
    game_id = begin(page, name, opponent="person", **options)
    act(page, game_id, *texts(name, 120, white=WEAK, **options))
    page.goto(f"/games/{game_id}/review/")
    expect(page.locator("#graph")).to_be_visible(timeout=120_000)
    if opens:
        page.locator(opens).click()


def hint(page: Page) -> None:
    """A hint with all its details."""
    played(page, "othello", 20)
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Why?").click()


def aids(page: Page) -> None:
    """A board with liberties."""
    played(page, "go", 30, size=9)
    page.keyboard.press("s")
    page.get_by_role("switch", name="Liberties").check()
    page.keyboard.press("Escape")


def looking(page: Page) -> None:
    """An earlier position of a game."""
    played(page, "dobutsu", 14)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()


def perfect(page: Page) -> None:
    """The values of the first moves with perfect play."""
    begin(page, "dobutsu", opponent="level:2")
    page.get_by_role("switch", name="Perfect play").check()
    expect(page.locator("#perfect-value")).not_to_be_empty()


def perfect_picked(page: Page) -> None:
    """The same with a piece in hand."""
    perfect(page)
    page.get_by_role("grid").locator('[data-at="b1"]').click()


def offered(page: Page, path: str) -> None:
    """A page that offers to build the tablebase."""
    visit(page, path)
    expect(page.locator("[data-tablebase] button")).to_be_visible()


def dialog(page: Page, key: str) -> None:
    """A dialog that opens with a key."""
    played(page, "othello", 12)
    page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_be_visible()


def options_dialog(page: Page) -> None:
    """The dialog with the options of a new game."""
    page.get_by_role("link", name="Options Go", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def games(page: Page) -> None:
    """The list of games."""
    for name, (plies, options) in GAMES.items():
        played(page, name, plies, opponent="person", **options)
    page.goto("/games/")


def shared(page: Page) -> None:
    """A shared game."""
    played(page, "go", 30, opponent="person", size=9)
    page.goto(post(page, _id(page), "share/")["url"])


# By link. The other player is a page of another visitor.

CLOCK = {"size": 9, "clock": "5+3"}


def waiting(page: Page) -> None:
    """A game by link before the other player joins."""
    begin(page, "go", opponent="link", colour="black", **CLOCK)
    expect(page.locator("#invite")).to_be_visible()


def _guest(page: Page, path: str) -> Page:
    """Another visitor, who joins by a link."""
    browser = page.context.browser
    assert browser is not None
    guest = browser.new_context(base_url=_origin(page)).new_page()
    guest.goto(path)
    return guest


def _origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def by_link(page: Page, action: str) -> None:
    """Black's page after some moves; then White moves, offers or resigns."""
    waiting(page)
    game_id = _id(page)
    guest = _guest(page, page.locator("#invite-link").input_value())
    guest.get_by_role("button", name="Join game").click()
    guest.wait_for_url("**/games/**")
    for number, move in enumerate(texts("go", 13, size=9)):
        act(guest if number % 2 else page, game_id, move)
    if action:
        act(guest, game_id, "G2")
        state = guest.request.get(f"/api/games/{game_id}/").json()
        known = {"version": state["version"], "ply": state["ply"]}
        post(guest, game_id, "actions/", action=action, **known)
    page.wait_for_timeout(300)
    expect(page.get_by_role("grid")).to_be_visible()


REVIEWED: dict[str, dict[str, Any]] = {
    "othello": {"size": 6},
    "dobutsu": {},
    "gomoku": {"size": 15},
    "robogo": {"size": 9},
    "go": {"size": 9},
}
ANALYSED = {
    "robogo": "E5+E6+D6+D5",
    "gomoku": "h8+i9+h9+h7",
    "go": "Q16+D4+Q4+D16+C3",
    "othello": "d3+c5",
    "dobutsu": "",
}
VARIATIONS = """(;SZ[9];B[ee]C[In the middle.](;W[ef];B[df](;W[dg];B[eg])(;W[cf]C[Too far.]))
(;W[dd](;B[cc])(;B[gg];W[gc])))"""


def analysed(page: Page, query: str) -> None:
    """A position with lines of the engine."""
    page.goto(f"/analysis/?{query}")
    expect(page.locator("#lines li")).to_have_count(3)


def variations(page: Page) -> None:
    """A pasted game, in one of its variations, with the terms of the evaluation."""
    page.goto("/analysis/?game=go&size=9&komi=0")
    page.locator("summary", has_text="Paste a game").click()
    page.locator("#text").fill(VARIATIONS)
    page.get_by_role("button", name="Show it").click()
    page.locator("#tree button", has_text="C4").click()
    page.locator("summary", has_text="What the evaluation").click()
    expect(page.locator("#lines li")).to_have_count(3)


def network_asked(page: Page, shown: str) -> None:
    """A network's input, beside the search."""
    page.goto("/analysis/?game=go&size=9&moves=E5+C3+G6")
    page.locator("#network-box summary").click()
    page.locator("#network-map").select_option(shown)
    expect(page.locator("#network-moves li")).to_have_count(8)
    expect(page.locator("#lines li")).to_have_count(3)


def edited(page: Page) -> None:
    """A position in the editor that is invalid."""
    page.goto("/analysis/?game=dobutsu")
    page.locator("summary", has_text="Edit the position").click()
    page.get_by_label("Black chick").last.select_option("2")
    page.get_by_role("button", name="Use this position").click()
    expect(page.locator("#edit-wrong")).to_be_visible()


def taught(page: Page, key: str) -> None:
    """A mistake that the teacher warns about; the better move, or the summary after the game."""
    four = plyground.game("gomoku", size=9).start().play_all("b5 c5 e6 d5 e7 e5 f7 f5")
    start = {"position": four.to_text(), "size": 9}
    page.goto("/")
    begin(page, "gomoku", opponent="level:1", teacher="yes", **start)
    page.get_by_role("grid").locator('[data-at="a9"]').click()
    expect(page.locator("#status")).to_have_attribute("data-tone", "warn")
    if key:
        page.keyboard.press(key)
        expect(page.locator("#status")).not_to_have_attribute("data-tone", "warn")
    if key == "c":
        _end_taught(page)


def _end_taught(page: Page) -> None:
    """Ends the game unless it is over, and waits for the summary."""
    while page.request.get(f"/api/games/{_id(page)}/").json()["to_move"] == "computer":
        page.wait_for_timeout(50)
    if page.request.get(f"/api/games/{_id(page)}/").json()["stage"] != "over":
        page.keyboard.press("g")
        page.locator("#ask-yes").click()
    expect(page.locator("#teacher-summary li")).to_have_count(3)


def watched(page: Page) -> None:
    """A game by link, seen by a spectator."""
    host = _guest(page, "/")
    by_link(host, action="")
    page.goto(host.request.get(f"/api/games/{_id(host)}/").json()["shared"])
    expect(page.locator("#company")).to_contain_text("1 ")


def join(page: Page) -> None:
    """An invitation."""
    host = _guest(page, "/")
    waiting(host)
    page.goto(host.locator("#invite-link").input_value())


def join_late(page: Page) -> None:
    """An invitation that another player has accepted."""
    host = _guest(page, "/")
    waiting(host)
    link = host.locator("#invite-link").input_value()
    _guest(page, link).get_by_role("button", name="Join game").click()
    page.goto(link)
    expect(page.get_by_role("status")).to_be_visible()


def _id(page: Page) -> str:
    return page.url.rstrip("/").rpartition("/")[2]
