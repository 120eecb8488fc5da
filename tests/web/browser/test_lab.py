"""The laboratory in a browser, while a study really runs in another process."""

import contextlib
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import deep_after
from tests.lab.studies import ROUND_ROBIN, do_all
from tests.web.browser.axe import violations
from tests.web.browser.visits import PHONE, House, Visits
from tests.web.conftest import check
from tests.web.serving import Server

LONG = 120_000.0  # milliseconds that a study may take on a busy machine

SLOW = """\
name = "slow"
title = "Which of two?"
question = "One looks at more positions than the other."
kind = "round_robin"
game = "othello"
games = 20
openings = "random:4"

[players]
more = "search:nodes=400,resign=off"
less = "search:nodes=50,resign=off"
"""


@pytest.fixture(scope="module")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that shows a folder of studies."""
    folder = tmp_path_factory.mktemp("lab") / "studies"
    folder.mkdir()
    server = Server(tmp_path_factory.mktemp("home"), "--studies", str(folder)).start()
    yield server
    server.stop()
    check(server)


@pytest.fixture
def folder(lab_server: Server) -> Path:
    """Its folder of studies, which is empty at first."""
    folder = Path(lab_server.arguments[1])
    for study in folder.iterdir():
        shutil.rmtree(study)
    return folder


@pytest.fixture
def lab_visits(house: House, lab_server: Server) -> Iterator[Visits]:
    """Opens its pages."""
    visits = Visits(house, lab_server)
    yield visits
    assert visits.close() == []


class Run:
    """`plyground lab run` in another process, which continues on command.

    So the page has time to update, however fast or slow the machine is.
    """

    def __init__(self, file: Path, folder: Path) -> None:
        file.write_text(SLOW, encoding="utf-8")
        command = ["-m", "plyground", "lab", "run", str(file), "--out", str(folder)]
        self._records = folder / "records.jsonl"
        self.process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL)

    def go_on(self, more: int) -> None:
        """Continues until there are this many more records, or all."""
        end = self._count() + more
        self.process.send_signal(signal.SIGCONT)
        until = time.monotonic() + LONG / 1000
        while self._count() < end:
            assert time.monotonic() < until, "it does not go on"
            assert self.process.poll() is None, "it has ended"
            time.sleep(0.005)
        self.process.send_signal(signal.SIGSTOP)

    def _count(self) -> int:
        try:
            return self._records.read_bytes().count(b'\n{"number"')
        except FileNotFoundError:
            return 0

    def finish(self) -> int:
        """Waits for its exit status."""
        self.process.send_signal(signal.SIGCONT)
        return self.process.wait(LONG / 1000)

    def close(self) -> None:
        """Ends it, if it has not ended."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.finish()


def tab_to(page: Page, role: str, name: str) -> None:
    """Moves there by keyboard."""
    wanted = page.get_by_role(role, name=name).first  # type: ignore[arg-type]
    for _ in range(40):
        if wanted.evaluate("(node) => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} can't be reached by keyboard")


@pytest.mark.deep
def test_a_study_is_followed_from_its_first_task_to_the_last_without_a_reload(
    lab_visits: Visits, folder: Path, tmp_path: Path
) -> None:
    page = lab_visits.open("/lab/")
    expect(page.locator("#empty")).to_be_visible()
    page.evaluate("window.same = true")
    with contextlib.closing(Run(tmp_path / "slow.toml", folder / "slow")) as run:
        run.go_on(1)
        row = page.locator("li.study")
        expect(row).to_contain_text("Running")
        expect(page.locator("#empty")).to_be_hidden()
        bar = row.get_by_role("progressbar", name="Progress")
        expect(bar).to_have_attribute("aria-valuetext", re.compile(r"^\d+ of 10 tasks"))
        assert page.evaluate("window.same")
        tab_to(page, "link", "Which of two?")
        page.keyboard.press("Enter")
        page.wait_for_url("**/lab/slow-*/")
        follow(page, run)


def follow(page: Page, run: Run) -> None:
    """The page of a study: its report is updated on request, and at the end."""
    page.evaluate("window.same = true")
    report = page.locator("#report .made")
    expect(report).to_contain_text("Not complete", timeout=LONG)
    update = page.get_by_role("button", name="Update the report")
    expect(update).to_be_hidden()
    before = report.get_attribute("data-done") or ""
    run.go_on(2)
    expect(update).to_be_visible()
    expect(report).to_have_attribute("data-done", before)
    page.wait_for_timeout(2000)  # an older report than this is current enough
    tab_to(page, "button", "Update the report")
    page.keyboard.press("Enter")
    expect(report).not_to_have_attribute("data-done", before, timeout=LONG)
    assert page.evaluate("document.activeElement.id") == "report"
    assert run.finish() == 0
    expect(page.locator("#study .state")).to_have_text("Complete")
    expect(report).to_contain_text("Complete: all 10 tasks were done.", timeout=LONG)
    expect(page.locator("#news")).to_have_text("The study is complete.")
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuetext", "10 of 10 tasks")
    expect(update).to_be_hidden()
    expect(page.locator("#study .standing")).to_have_text(re.compile(r"^more \d+"))
    assert page.evaluate("window.same")


def test_a_hidden_page_sends_no_requests(lab_visits: Visits, folder: Path) -> None:
    do_all(folder / "robin", ROUND_ROBIN)
    page = lab_visits.open("/lab/")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    hide = (
        "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable:"
        " true }); document.dispatchEvent(new Event('visibilitychange')) }"
    )
    page.evaluate(hide, True)
    page.wait_for_timeout(300)  # the earlier request
    asked.clear()
    page.wait_for_timeout(3000)
    assert asked == []
    with page.expect_request("**/lab/state/"):
        page.evaluate(hide, False)


def test_lost_server_is_reported_and_found_again(lab_visits: Visits, folder: Path) -> None:
    do_all(folder / "robin", ROUND_ROBIN)
    lab_visits.allow("ERR_INTERNET_DISCONNECTED")
    page = lab_visits.open("/lab/")
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible(timeout=60_000)
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden(timeout=60_000)


@pytest.mark.deep
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    lab_visits: Visits, folder: Path
) -> None:
    do_all(folder / "robin", ROUND_ROBIN)
    (folder / "foreign").mkdir(exist_ok=True)
    (folder / "foreign" / "records.jsonl").write_text("{}\n", encoding="utf-8")
    page = lab_visits.open("/lab/", device=PHONE)
    names = ("Who is best?", "studies/foreign")
    found = [page.get_by_role("link", name=name).get_attribute("href") or "" for name in names]
    for path in ("/lab/", *found):
        page.goto(path)
        if path == found[0]:
            expect(page.locator("#report .report")).to_be_visible()
        assert violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


def test_the_report_on_a_page_of_its_own_is_styled_and_runs_nothing(
    lab_visits: Visits, folder: Path
) -> None:
    """A policy that blocked its styles would be an error on the console."""
    do_all(folder / "robin", ROUND_ROBIN)
    page = lab_visits.open("/lab/")
    page.get_by_role("link", name="Who is best?").click()
    page.get_by_role("link", name="report.html").click()
    page.wait_for_url("**/report.html")
    expect(page.get_by_role("heading", name="Who is best?")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).maxWidth") == "960px"
    page.goto("/lab/")


@pytest.mark.deep
def test_a_report_is_dark_where_the_site_is(lab_visits: Visits, folder: Path) -> None:
    do_all(folder / "robin", ROUND_ROBIN)
    page = lab_visits.open("/lab/")
    page.get_by_role("link", name="Who is best?").click()
    expect(page.locator("#report .report svg").first).to_be_visible()
    color = "getComputedStyle(document.querySelector('.report svg .f0, .report svg .s0')).stroke"
    light = page.evaluate(color)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate(color) != light


@pytest.mark.parametrize("letters", deep_after(1, ["0.15em", "0"], ["a wide font", "this font"]))
@pytest.mark.parametrize("language", deep_after(1, ["ja-JP", "en-US"]))
def test_the_header_is_one_line_on_every_screen(
    lab_visits: Visits, language: str, letters: str
) -> None:
    page = lab_visits.open("/lab/", locale=language)
    page.evaluate("(space) => document.documentElement.style.letterSpacing = space", letters)
    for width in (320, 360, 390, 600, 641, 768, 833, 1024):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.locator(".top").evaluate("(top) => top.offsetHeight") < 60, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cut = "(all) => all.filter((a) => a.scrollWidth > a.clientWidth).map((a) => a.innerText)"
        if letters == "0":
            assert page.locator(".top nav a:not(.me)").evaluate_all(cut) == [], width
        menu = page.get_by_role("button", name="Menu" if language == "en-US" else "メニュー")
        if menu.is_visible():
            menu.click()
        leads = page.locator(".top, .bottom").locator("a[href='/lab/'], a[href='/import/']")
        shown = leads.evaluate_all(
            "(all) => all.filter((a) => a.offsetWidth).map((a) => a.pathname)"
        )
        assert {"/lab/", "/import/"} <= set(shown), width
        page.keyboard.press("Escape")
