"""Takes pictures of every page: on a phone and on a desk, in light colours and dark.

`python tools/screenshots.py [--only WORD] [FOLDER]`; the folder is build/screenshots unless named,
and `--only` takes the pages whose name holds the word. The games on them are real ones, played by
the computer from a seed, so that two runs show the same.
"""

import argparse
import contextlib
import itertools
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.lab.studies import LADDER, NODES, RANDOM, ROUND_ROBIN, do_all  # noqa: E402
from tests.web.browser.tables import begin  # noqa: E402
from tests.web.serving import Server  # noqa: E402
from tests.web.tablebases import FIRST  # noqa: E402
from tests.web.tablebases import write as write_table  # noqa: E402

import plyground  # noqa: E402
from plyground import puzzles  # noqa: E402
from plyground.lab import Experiment, Study  # noqa: E402
from plyground.lab.work import run_task  # noqa: E402
from plyground.players.kinds import make_player  # noqa: E402

SIZES = {390: 844, 1280: 800}
SCHEMES = ("light", "dark")
GOOD = "level:5,seed=7"
WEAK = "level:1,seed=7"
RUNNING = """
name = "running"
title = "Deeper, and how much better?"
question = "Three depths meet each other from many openings. Each should beat the one below."
kind = "round_robin"
game = "othello"
games = 40
openings = "random:4"
options = { size = 6 }

[players]
one = "alphabeta:depth=1"
two = "alphabeta:depth=2"
three = "alphabeta:depth=3"
"""


@dataclass(frozen=True)
class Scene:
    """A page, how to get there from home, and what it is called."""

    name: str
    go: Callable[[Page], None]
    language: str = "en-US"
    solved: bool = False  # on a server that has a table of perfect play


def main() -> int:
    """Take them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=ROOT / "build" / "screenshots", type=Path)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        print("chromium is not installed.", file=sys.stderr)
        return 1
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        written_studies(Path(home, "studies")),
        sync_playwright() as playwright,
    ):
        # All is drawn but for some first moves: enough to see what perfect play looks like.
        table = write_table(Path(home, "table", "dobutsu.values"), FIRST)
        nothing, studies = Path(home, "nothing"), Path(home, "studies")
        nothing.mkdir()
        solved = Server(
            Path(home, "solved"), "--tablebase", str(table), "--studies", str(nothing)
        ).start()
        server = Server(Path(home), "--studies", str(studies)).start()
        flags = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        for scene in scenes():
            if arguments.only in scene.name:
                take(browser, solved if scene.solved else server, scene, arguments.folder)
        browser.close()
        server.stop()
        solved.stop()
    return 0


def take(browser: Browser, server: Server, scene: Scene, folder: Path) -> None:
    """One scene at every size; the colours are changed on the same page."""
    for width, height in SIZES.items():
        context = browser.new_context(
            base_url=server.url,
            viewport={"width": width, "height": height},
            is_mobile=width < 600,
            has_touch=width < 600,
            locale=scene.language,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto("/")
        scene.go(page)
        page.wait_for_load_state("networkidle")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(
                path=folder / f"{scene.name}-{width}-{scheme}.png",
                full_page=not page.get_by_role("dialog").count(),
            )
        print(f"{scene.name}, {width}", flush=True)
        context.close()


def scenes() -> Iterator[Scene]:
    """Every page that there is."""
    yield Scene("home", _stay)
    yield Scene("home-continue", _left_home)
    for name, (plies, options) in GAMES.items():
        yield Scene(f"game-{name}", partial(played, name=name, plies=plies, **options))
    yield Scene("game-go-19", lambda page: played(page, "go", 60, size=19))
    yield Scene("game-counting", _counting)
    yield Scene("game-over", _over)
    yield Scene("game-hint", _hint)
    yield Scene("game-aids", _aids)
    yield Scene("game-looking", _looking)
    yield Scene("game-perfect", _perfect, solved=True)
    yield Scene("game-perfect-picked", _perfect_picked, solved=True)
    yield Scene("new-perfect", lambda page: _offered(page, "/new/dobutsu/"))
    for key, name in {
        "s": "settings",
        "e": "share",
        "i": "rules",
        "?": "keys",
        "g": "resign",
    }.items():
        yield Scene(f"dialog-{name}", partial(_dialog, key=key))
    yield Scene("dialog-options", _options)
    for name in GAMES:
        yield Scene(f"rules-{name}", partial(_visit, path=f"/rules/{name}/"))
    yield Scene("link-waiting", _waiting)
    yield Scene("link-offer", partial(_by_link, action="draw"))
    yield Scene("link-their-turn", partial(_by_link, action=""))
    yield Scene("link-over", partial(_by_link, action="resign"))
    yield Scene("link-watched", _watched)
    yield Scene("join", _join)
    yield Scene("join-taken", _join_late)
    yield Scene("sign-in", lambda page: _visit(page, "/account/sign-in/"))
    yield Scene("sign-up", lambda page: _visit(page, "/account/sign-up/"))
    yield Scene("account", _account)
    yield Scene("lab", lambda page: _visit(page, "/lab/"))
    yield Scene("lab-ja", lambda page: _visit(page, "/lab/"), language="ja-JP")
    yield Scene("lab-empty", lambda page: _visit(page, "/lab/"), solved=True)
    for title in ("Who is best?", "chance", "Deeper", "foreign"):
        name = title.lower().strip("?").replace(" ", "-")
        yield Scene(f"study-{name}", partial(_study, title=title))
    yield Scene("study-ja", partial(_study, title="Who is best?"), language="ja-JP")
    yield Scene("analysis", lambda page: _visit(page, "/analysis/"))
    for name, moves in ANALYSED.items():
        query = f"game={name}&moves={moves}"
        yield Scene(f"analysis-{name}", partial(_analysed, query=query), solved=name == "dobutsu")
    yield Scene("analysis-ja", partial(_analysed, query="game=go&size=9"), language="ja-JP")
    yield Scene("analysis-tree", _variations)
    yield Scene("analysis-edit", _edited)
    yield Scene("analysis-wrong", lambda page: _visit(page, "/analysis/?game=go&moves=E5+E5"))
    yield Scene("watch", lambda page: _replay(page, "/watch/?at=40"))
    yield Scene("watch-ja", lambda page: _replay(page, "/watch/?at=40"), language="ja-JP")
    yield Scene("watch-cut", lambda page: _replay(page, "/watch/tour/3/"))
    yield Scene("watch-playouts", lambda page: _replay(page, "/watch/tour/8/"))
    yield Scene("watch-wide", lambda page: _replay(page, "/watch/tour/12/?at=9000"))
    for name, options in REVIEWED.items():
        yield Scene(f"review-{name}", partial(_reviewed, name=name, **options))
    yield Scene("review-ja", partial(_reviewed, name="othello", size=6), language="ja-JP")
    yield Scene("review-table", partial(_reviewed, name="othello", size=6, opens="#table summary"))
    yield Scene("puzzles", lambda page: _visit(page, "/puzzles/"))
    yield Scene("puzzles-ja", lambda page: _visit(page, "/puzzles/"), language="ja-JP")
    for name in puzzles.games():
        yield Scene(f"puzzle-list-{name}", partial(_visit, path=f"/puzzles/{name}/"))
        yield Scene(f"puzzle-{name}", partial(_puzzle, name=name))
    yield Scene("puzzle-wrong", partial(_puzzle, name="dobutsu", wrong=True))
    yield Scene("puzzle-escaped", partial(_puzzle, name="go", wrong=True), language="ja-JP")
    yield Scene("puzzle-captured", partial(_puzzle, name="go", solved=True))
    yield Scene("puzzle-solution", partial(_puzzle, name="dobutsu", key="v"))
    yield Scene("puzzle-solved-ja", partial(_puzzle, name="dobutsu", solved=True), language="ja-JP")
    for key, name in {"": "warned", "h": "better", "c": "after"}.items():
        yield Scene(f"teacher-{name}", partial(_taught, key=key))
    yield Scene("teacher-ja", partial(_taught, key=""), language="ja-JP")
    yield Scene("new", lambda page: _visit(page, "/new/go/"))
    yield Scene("new-wrong", lambda page: _visit(page, "/new/go/?size=99"))
    yield Scene("games", _games)
    yield Scene("games-none", lambda page: _visit(page, "/games/"))
    yield Scene("import", lambda page: _visit(page, "/import/"))
    yield Scene("shared", _shared)
    yield Scene("missing", lambda page: _visit(page, "/no/such/page/"))
    yield Scene("home-ja", _stay, "ja-JP")
    yield Scene("game-ja", lambda page: played(page, "dobutsu", 11), "ja-JP")
    yield Scene("join-ja", _join, "ja-JP")
    yield Scene("link-offer-ja", partial(_by_link, action="draw"), "ja-JP")
    yield Scene("rules-ja", lambda page: _visit(page, "/rules/go/"), "ja-JP")


GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "robogo": (18, {}),
    "gomoku": (20, {}),
    "go": (34, {"size": 9}),
    "othello": (24, {}),
    "dobutsu": (14, {}),
}


def texts(name: str, plies: int, white: str = GOOD, **options: Any) -> list[str]:
    """The first moves of a game between a good player and another, always the same."""
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
    """A game in the middle, seen by the one who is to move."""
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
    """What the server answers to a request as the page makes it."""
    token = page.locator("meta[name=csrf-token]").get_attribute("content") or ""
    headers = {"X-CSRFToken": token, "Referer": page.url}
    answer = page.request.post(f"/api/games/{game_id}/{what}", data=body, headers=headers)
    assert answer.ok, answer.text()
    data: dict[str, Any] = answer.json()
    return data


def _stay(page: Page) -> None:
    page.goto("/")


def _account(page: Page) -> None:
    """Somebody new, with a token that was made just now."""
    _visit(page, "/account/sign-up/")
    page.locator("[name=name]").fill(f"Ann.{secrets.token_hex(3)}")
    for field in ("password", "again"):
        page.locator(f"[name={field}]").fill("four green horses")
    page.locator("form.account .primary").click()
    _visit(page, "/account/")
    page.locator("[name=label]").fill("my bot")
    page.locator("[name=label]").press("Enter")
    expect(page.locator("#token")).to_be_visible()


def _replay(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_selector("body[data-ready]")
    page.wait_for_timeout(500)  # for the board


def _visit(page: Page, path: str) -> None:
    page.goto(path)


def _puzzle(
    page: Page, name: str, key: str = "h", *, wrong: bool = False, solved: bool = False
) -> None:
    """The first puzzle of a game with its first hint, or as the rest says."""
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


# The Lab


@contextlib.contextmanager
def written_studies(folder: Path) -> Iterator[None]:
    """Studies of several kinds: complete, stopped, foreign, and one that seems to run."""
    for name, text in {"robin": ROUND_ROBIN, "nodes": NODES, "chance": RANDOM}.items():
        do_all(folder / name, text)
    foreign = folder / "foreign"
    foreign.mkdir()
    (foreign / "records.jsonl").write_text('{"hello": 1}\n', encoding="utf-8")
    with Study(folder / "stopped", Experiment.of(LADDER)) as study:
        _do_some(study, 1)
    with Study(folder / "deep" / "running", Experiment.of(RUNNING)) as study:
        _do_some(study, 17)
        yield


def _do_some(study: Study, count: int) -> None:
    for task in itertools.islice(study.plan.missing(study.done), count):
        study.add(run_task(task))


def _study(page: Page, title: str) -> None:
    page.goto("/lab/")
    page.get_by_role("link", name=title).click()
    page.wait_for_url("**/lab/*-*/")
    if title != "foreign":
        expect(page.locator("#report .report")).to_be_visible()


def _left_home(page: Page) -> None:
    played(page, "othello", 12)
    page.goto("/")


def _counting(page: Page) -> None:
    played(page, "go", 40, opponent="person", size=9)
    act(page, _id(page), "pass", "pass")
    expect(page.get_by_role("button", name="Agree")).to_be_visible()


def _over(page: Page) -> None:
    moves = texts("gomoku", 200, white=WEAK)
    act(page, begin(page, "gomoku", opponent="person"), *moves)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def _reviewed(page: Page, name: str, opens: str = "", **options: Any) -> None:
    """The review of a whole game, at its largest mistake; something on it may be opened."""
    game_id = begin(page, name, opponent="person", **options)
    act(page, game_id, *texts(name, 120, white=WEAK, **options))
    page.goto(f"/games/{game_id}/review/")
    expect(page.locator("#graph")).to_be_visible(timeout=120_000)
    if opens:
        page.locator(opens).click()


def _hint(page: Page) -> None:
    played(page, "othello", 20)
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Why?").click()


def _aids(page: Page) -> None:
    played(page, "go", 30, size=9)
    page.keyboard.press("s")
    page.get_by_role("switch", name="Liberties").check()
    page.keyboard.press("Escape")


def _looking(page: Page) -> None:
    played(page, "dobutsu", 14)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()


def _perfect(page: Page) -> None:
    begin(page, "dobutsu", opponent="level:2")
    page.get_by_role("switch", name="Perfect play").check()
    expect(page.locator("#perfect-value")).not_to_be_empty()


def _perfect_picked(page: Page) -> None:
    _perfect(page)
    page.get_by_role("grid").locator('[data-at="b1"]').click()


def _offered(page: Page, path: str) -> None:
    _visit(page, path)
    expect(page.locator("[data-table] button")).to_be_visible()


def _dialog(page: Page, key: str) -> None:
    played(page, "othello", 12)
    page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_be_visible()


def _options(page: Page) -> None:
    page.get_by_role("link", name="Options Go", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def _games(page: Page) -> None:
    for name, (plies, options) in GAMES.items():
        played(page, name, plies, opponent="person", **options)
    page.goto("/games/")


def _shared(page: Page) -> None:
    played(page, "go", 30, opponent="person", size=9)
    page.goto(post(page, _id(page), "share/")["url"])


# By link. The other person is a page of another visitor.

CLOCK = {"size": 9, "clock": "5+3"}


def _waiting(page: Page) -> None:
    begin(page, "go", opponent="link", colour="black", **CLOCK)
    expect(page.locator("#invite")).to_be_visible()


def _guest(page: Page, path: str) -> Page:
    """Somebody else, who comes by a link."""
    browser = page.context.browser
    assert browser is not None
    guest = browser.new_context(base_url=_origin(page)).new_page()
    guest.goto(path)
    return guest


def _origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def _by_link(page: Page, action: str) -> None:
    """Black's page after some moves; then white moves, offers or resigns."""
    _waiting(page)
    game_id = _id(page)
    guest = _guest(page, page.locator("#invite-link").input_value())
    guest.get_by_role("button", name="Take the seat").click()
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


def _analysed(page: Page, query: str) -> None:
    """A position with lines of the engine."""
    page.goto(f"/analysis/?{query}")
    expect(page.locator("#lines li")).to_have_count(3)


def _variations(page: Page) -> None:
    """A pasted game, in one of its variations, with what the evaluation adds up."""
    page.goto("/analysis/?game=go&size=9&komi=0")
    page.locator("summary", has_text="Paste a game").click()
    page.locator("#text").fill(VARIATIONS)
    page.get_by_role("button", name="Show it").click()
    page.locator("#tree button", has_text="C4").click()
    page.locator("summary", has_text="What the evaluation").click()
    expect(page.locator("#lines li")).to_have_count(3)


def _edited(page: Page) -> None:
    """A position that is put together, and is none."""
    page.goto("/analysis/?game=dobutsu")
    page.locator("summary", has_text="Edit the position").click()
    page.get_by_label("Black chick").last.select_option("2")
    page.get_by_role("button", name="Use this position").click()
    expect(page.locator("#edit-wrong")).to_be_visible()


def _taught(page: Page, key: str) -> None:
    """A mistake that the teacher warns of; the better move, or what to learn after the game."""
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


def _watched(page: Page) -> None:
    host = _guest(page, "/")
    _by_link(host, action="")
    page.goto(host.request.get(f"/api/games/{_id(host)}/").json()["shared"])
    expect(page.locator("#company")).to_contain_text("1 ")


def _join(page: Page) -> None:
    host = _guest(page, "/")
    _waiting(host)
    page.goto(host.locator("#invite-link").input_value())


def _join_late(page: Page) -> None:
    host = _guest(page, "/")
    _waiting(host)
    link = host.locator("#invite-link").input_value()
    _guest(page, link).get_by_role("button", name="Take the seat").click()
    page.goto(link)
    expect(page.get_by_role("status")).to_be_visible()


def _id(page: Page) -> str:
    return page.url.rstrip("/").rpartition("/")[2]


if __name__ == "__main__":
    sys.exit(main())
