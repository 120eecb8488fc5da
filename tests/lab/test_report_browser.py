"""Reports in a browser: readable on phone and desktop, in light and dark themes, and in print."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from plyground.lab import Written
from plyground.lab.report import report, to_html
from tests.conftest import browser_path
from tests.lab import handmade
from tests.web.browser.axe import violations

LONG = "a player whose name is much longer than any chart has room for, alphabeta:depth=7"
MET = {
    ("deep", "shallow"): [(1.0, 1.0), (1.0, 0.0), (0.0, 1.0)] * 4,
    ("deep", LONG): [(1.0, 1.0)] * 12,
    ("shallow", LONG): [(1.0, 0.5), (0.0, 1.0)] * 6,
}
NODES = [
    handmade.count(player, 0, depth, base**depth)
    for player, base in (("minimax", 9), ("alphabeta", 4), (LONG, 3))
    for depth in (2, 4, 6, 8)
]
STUDIES = {
    "round robin": handmade.contest("round_robin", MET),
    "nodes": handmade.study(
        "nodes",
        NODES,
        players=dict.fromkeys(("minimax", "alphabeta", LONG), "minimax"),
        cases=[handmade.case(depths=[2, 4, 6, 8])],
        tasks=99,
    ),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; it ends with this file, because its event loop cannot be shared."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


def opened(browser: Browser, folder: Path, study: Written, width: int) -> tuple[Page, list[str]]:
    """The report's page, with its requests and error messages."""
    file = folder / "report.html"
    file.write_text(to_html(report(study)), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800})
    messages: list[str] = []
    page.on("request", lambda request: messages.append(request.url))
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.goto(file.as_uri())
    return page, messages


@pytest.mark.parametrize(("name", "width"), [("round robin", 360), ("nodes", 1280)])
def test_a_page_is_readable_and_asks_for_nothing(
    browser: Browser, tmp_path: Path, name: str, width: int
) -> None:
    page, messages = opened(browser, tmp_path, STUDIES[name], width)
    try:
        assert messages == [(tmp_path / "report.html").as_uri()]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("svg").count() >= 1
        assert page.evaluate(_OUTSIDE) == []
        assert violations(page) == []
    finally:
        page.close()


def test_colours_follow_the_screen_and_paper_is_white(browser: Browser, tmp_path: Path) -> None:
    page, _ = opened(browser, tmp_path, STUDIES["nodes"], 800)
    try:
        colors = []
        for scheme, medium in (("light", "screen"), ("dark", "screen"), ("dark", "print")):
            page.emulate_media(color_scheme=scheme, media=medium)  # type: ignore[arg-type]
            colors.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert colors == ["rgb(255, 255, 255)", "rgb(22, 24, 27)", "rgb(255, 255, 255)"]
    finally:
        page.close()


# The texts that extend beyond their chart, with a tolerance of one point for italics.
_OUTSIDE = """[...document.querySelectorAll("svg text")].filter((text) => {
  const own = text.getBoundingClientRect();
  const chart = text.closest("svg").getBoundingClientRect();
  return own.left < chart.left - 1 || own.right > chart.right + 1
    || own.top < chart.top - 1 || own.bottom > chart.bottom + 1;
}).map((text) => text.textContent)"""
