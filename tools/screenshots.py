"""Takes screenshots of every page: in phone and desktop sizes, with light and dark colours.

`python tools/screenshots.py [--only WORD] [FOLDER]`; the folder is build/screenshots unless named,
and `--only` takes the pages with this word in their names. The games on them are real, played by
the computer with a seed, so that two runs show the same.
"""

import argparse
import contextlib
import itertools
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.lab.studies import LADDER, NODES, RANDOM, ROUND_ROBIN, do_all  # noqa: E402
from tests.net.networks import random_network  # noqa: E402
from tests.web.serving import Server  # noqa: E402
from tests.web.tablebases import FIRST  # noqa: E402
from tests.web.tablebases import write as write_table  # noqa: E402

import plyground  # noqa: E402
import screenshot_visits as visits  # noqa: E402
from plyground import puzzles  # noqa: E402
from plyground.lab import Experiment, Study  # noqa: E402
from plyground.lab.work import run_task  # noqa: E402

SIZES = {390: 844, 1280: 800}
SCHEMES = ("light", "dark")
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
    """A page: how to reach it from home, and its name."""

    name: str
    go: Callable[[Page], None]
    language: str = "en-US"
    solved: bool = False  # on a server with a tablebase


def main() -> int:
    """Take all screenshots."""
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
        # All values are draws except those of some first moves, which is enough to show perfect
        # play.
        table = write_table(Path(home, "table", "dobutsu.values"), FIRST)
        nothing, studies = Path(home, "nothing"), Path(home, "studies")
        nothing.mkdir()
        solved = Server(
            Path(home, "solved"), "--tablebase", str(table), "--studies", str(nothing)
        ).start()
        network = Path(home, "networks", "go", "mine@0001.plynet")
        network.parent.mkdir(parents=True)
        random_network(network, plyground.game("go", size=9), spread=0.24)
        learned = Path(home, "trainings")
        copy_training(learned / "my-four")
        folders = ("--studies", str(studies), "--trainings", str(learned))
        server = Server(Path(home), *folders).start()
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
    """Take one scene at every size; the colours change on the same page."""
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
    """All pages."""
    yield Scene("home", visits.home)
    yield Scene("home-continue", visits.left_home)
    for name, (plies, options) in visits.GAMES.items():
        yield Scene(f"game-{name}", partial(visits.played, name=name, plies=plies, **options))
    yield Scene("game-go-19", lambda page: visits.played(page, "go", 60, size=19))
    yield Scene("game-counting", visits.counting)
    yield Scene("game-over", visits.game_over)
    yield Scene("game-hint", visits.hint)
    yield Scene("game-aids", visits.aids)
    yield Scene("game-looking", visits.looking)
    yield Scene("game-perfect", visits.perfect, solved=True)
    yield Scene("game-perfect-picked", visits.perfect_picked, solved=True)
    yield Scene("new-perfect", lambda page: visits.offered(page, "/new/dobutsu/"))
    for key, name in {
        "s": "settings",
        "e": "share",
        "i": "rules",
        "?": "keys",
        "g": "resign",
    }.items():
        yield Scene(f"dialog-{name}", partial(visits.dialog, key=key))
    yield Scene("dialog-options", visits.options_dialog)
    for name in visits.GAMES:
        yield Scene(f"rules-{name}", partial(visits.visit, path=f"/rules/{name}/"))
    yield Scene("link-waiting", visits.waiting)
    yield Scene("link-offer", partial(visits.by_link, action="draw"))
    yield Scene("link-their-turn", partial(visits.by_link, action=""))
    yield Scene("link-over", partial(visits.by_link, action="resign"))
    yield Scene("link-watched", visits.watched)
    yield Scene("join", visits.join)
    yield Scene("join-taken", visits.join_late)
    yield Scene("sign-in", lambda page: visits.visit(page, "/account/sign-in/"))
    yield Scene("sign-up", lambda page: visits.visit(page, "/account/sign-up/"))
    yield Scene("account", visits.account)
    yield Scene("lab", lambda page: visits.visit(page, "/lab/"))
    yield Scene("lab-ja", lambda page: visits.visit(page, "/lab/"), language="ja-JP")
    yield Scene("lab-empty", lambda page: visits.visit(page, "/lab/"), solved=True)
    for title in ("Who is best?", "chance", "Deeper", "foreign"):
        name = title.lower().strip("?").replace(" ", "-")
        yield Scene(f"study-{name}", partial(visits.study, title=title))
    yield Scene("study-ja", partial(visits.study, title="Who is best?"), language="ja-JP")
    yield Scene("training", visits.training)
    yield Scene("training-game", partial(visits.training, game=True))
    yield Scene("training-ja", visits.training, language="ja-JP")
    yield Scene("machine", visits.machine)
    yield Scene("machine-ja", visits.machine, language="ja-JP")
    yield Scene("analysis", lambda page: visits.visit(page, "/analysis/"))
    for name, moves in visits.ANALYSED.items():
        query = f"game={name}&moves={moves}"
        yield Scene(
            f"analysis-{name}", partial(visits.analysed, query=query), solved=name == "dobutsu"
        )
    yield Scene("analysis-ja", partial(visits.analysed, query="game=go&size=9"), language="ja-JP")
    yield Scene("analysis-tree", visits.variations)
    for shown in ("policy", "ownership"):
        yield Scene(f"analysis-{shown}", partial(visits.network_asked, shown=shown))
    yield Scene("analysis-network-ja", partial(visits.network_asked, shown=""), language="ja-JP")
    yield Scene("analysis-edit", visits.edited)
    yield Scene("analysis-wrong", lambda page: visits.visit(page, "/analysis/?game=go&moves=E5+E5"))
    yield Scene("watch", lambda page: visits.replay(page, "/watch/?at=40"))
    yield Scene("watch-ja", lambda page: visits.replay(page, "/watch/?at=40"), language="ja-JP")
    yield Scene("watch-cut", lambda page: visits.replay(page, "/watch/tour/3/"))
    yield Scene("watch-playouts", lambda page: visits.replay(page, "/watch/tour/8/"))
    yield Scene("watch-wide", lambda page: visits.replay(page, "/watch/tour/12/?at=9000"))
    for name, options in visits.REVIEWED.items():
        yield Scene(f"review-{name}", partial(visits.reviewed, name=name, **options))
    yield Scene("review-ja", partial(visits.reviewed, name="othello", size=6), language="ja-JP")
    yield Scene(
        "review-table", partial(visits.reviewed, name="othello", size=6, opens="#table summary")
    )
    yield Scene("puzzles", lambda page: visits.visit(page, "/puzzles/"))
    yield Scene("puzzles-ja", lambda page: visits.visit(page, "/puzzles/"), language="ja-JP")
    for name in puzzles.games():
        yield Scene(f"puzzle-list-{name}", partial(visits.visit, path=f"/puzzles/{name}/"))
        yield Scene(f"puzzle-{name}", partial(visits.puzzle, name=name))
    yield Scene("puzzle-wrong", partial(visits.puzzle, name="dobutsu", wrong=True))
    yield Scene("puzzle-escaped", partial(visits.puzzle, name="go", wrong=True), language="ja-JP")
    yield Scene("puzzle-captured", partial(visits.puzzle, name="go", solved=True))
    yield Scene("puzzle-solution", partial(visits.puzzle, name="dobutsu", key="v"))
    yield Scene(
        "puzzle-solved-ja", partial(visits.puzzle, name="dobutsu", solved=True), language="ja-JP"
    )
    for key, name in {"": "warned", "h": "better", "c": "after"}.items():
        yield Scene(f"teacher-{name}", partial(visits.taught, key=key))
    yield Scene("teacher-ja", partial(visits.taught, key=""), language="ja-JP")
    yield Scene("new", lambda page: visits.visit(page, "/new/go/"))
    yield Scene("new-wrong", lambda page: visits.visit(page, "/new/go/?size=99"))
    yield Scene("games", visits.games)
    yield Scene("games-none", lambda page: visits.visit(page, "/games/"))
    yield Scene("import", lambda page: visits.visit(page, "/import/"))
    yield Scene("shared", visits.shared)
    yield Scene("missing", lambda page: visits.visit(page, "/no/such/page/"))
    yield Scene("home-ja", visits.home, "ja-JP")
    yield Scene("game-ja", lambda page: visits.played(page, "dobutsu", 11), "ja-JP")
    yield Scene("join-ja", visits.join, "ja-JP")
    yield Scene("link-offer-ja", partial(visits.by_link, action="draw"), "ja-JP")
    yield Scene("rules-ja", lambda page: visits.visit(page, "/rules/go/"), "ja-JP")


# Studies and trainings for the Lab


def copy_training(folder: Path) -> None:
    """A training that comes with Plyground, under another name."""
    games = ROOT / "src" / "plyground" / "games"
    shutil.copytree(games / "connect_four" / "trainings" / "first-steps", folder)
    for network in (folder / "networks").iterdir():
        network.rename(network.with_name(network.name.replace("first-steps", folder.name)))


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


if __name__ == "__main__":
    sys.exit(main())
