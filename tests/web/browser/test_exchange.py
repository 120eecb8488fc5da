"""Exchanging games: import, download, links, pictures."""

import struct
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from plyground.web.game_service.service import LocalGameService
from tests.conftest import deep_after
from tests.web.browser.tables import Table, begin
from tests.web.browser.visits import Visits

SGF = "(;GM[1]SZ[9]PB[<mark>Ada</mark>]PW[White];B[ee];W[gc];B[cg])"


def saved(page: Page, name: str, kind: str = "link") -> Path:
    """The download of a link or button in the open dialog."""
    target = page.get_by_role("dialog").get_by_role(
        "link" if kind == "link" else "button", name=name
    )
    with page.expect_download() as download:
        target.click()
    return Path(download.value.path()).rename(
        Path(download.value.path()).with_name(download.value.suggested_filename)
    )


@pytest.mark.parametrize(
    ("game", "moves"),
    deep_after(
        1,
        [
            ("go", "E5 G7 pass"),
            ("dobutsu", "b2b3 b4b3 C*b2"),
            ("othello", "f5 d6"),
            ("gomoku", "h8 i9"),
        ],
    ),
)
def test_every_format_downloads_and_is_read_back(page: Page, game: str, moves: str) -> None:
    options: dict[str, Any] = {"size": 9} if game == "go" else {}
    begin(page, game, opponent="person", **options)
    table = Table(page, game, **options)
    table.play(*moves.split())
    table.button("Share").click()
    links = page.get_by_role("dialog").locator("a[download]")
    names = links.all_text_contents()
    assert "JSONL" in names
    for name in names:
        file = saved(page, name)
        ((stored, _notes),) = LocalGameService().read(game, file.read_bytes(), file.name)
        assert " ".join(step.text for step in stored.moves) == moves, name


def test_pictures_are_drawings_and_pixels(page: Page) -> None:
    begin(page, "othello", opponent="person", size=4)
    table = Table(page, "othello", size=4)
    table.play("c4")
    table.button("Share").click()
    drawing = saved(page, "SVG", "button").read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
    assert "url(http" not in drawing
    pixels = saved(page, "PNG", "button").read_bytes()
    assert pixels.startswith(b"\x89PNG")
    assert struct.unpack(">I", pixels[16:20]) == (1200,)


@pytest.mark.deep
def test_a_link_shows_the_game_to_others(visits: Visits, page: Page) -> None:
    begin(page, "othello", opponent="person", size=4)
    table = Table(page, "othello", size=4)
    table.play("c4", "b4", "a1")
    table.button("Share").click()
    page.get_by_role("button", name="To this game").click()
    stranger = visits.open(page_link(page))
    where = stranger.locator("#where")
    expect(where).to_have_text("Move 3 of 3")
    stranger.get_by_role("link", name="One move back").click()
    expect(where).to_have_text("Move 2 of 3")
    stranger.keyboard.press("Home")
    stranger.get_by_role("link", name="One move forward").click()
    expect(where).to_have_text("Move 1 of 3")
    stranger.get_by_role("button", name="Play from here").click()
    stranger.wait_for_url("**/games/*/")
    own = Table(stranger, "othello", size=4)
    expect(own.status).to_have_text("Your turn.")
    assert own.state()["moves"][0]["text"] == "c4"
    assert table.state()["ply"] == 3


def page_link(page: Page) -> str:
    """The link shown on the page."""
    field = page.locator("#link")
    expect(field).to_be_visible()
    return field.input_value()


@pytest.mark.deep
def test_a_link_to_a_position_begins_a_game_there(visits: Visits, page: Page) -> None:
    begin(page, "othello", opponent="person", size=4)
    table = Table(page, "othello", size=4)
    table.play("c4")
    table.button("Share").click()
    page.get_by_role("button", name="To this position").click()
    stranger = visits.open(page_link(page))
    stranger.get_by_label("Opponent").select_option("person")
    stranger.get_by_role("button", name="Start the game").click()
    stranger.wait_for_url("**/games/*/")
    expect(stranger.get_by_role("grid").locator('[data-at="c4"]')).to_have_attribute(
        "aria-label", "c4, black disc"
    )


def test_a_pasted_record_becomes_a_game(page: Page) -> None:
    page.goto("/games/")
    page.get_by_role("link", name="Import", exact=True).click()
    page.get_by_label("Record").fill(SGF)
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/games/*/")
    table = Table(page, "go", size=9)
    expect(table.moves).to_have_count(3)
    expect(table.cell("C3")).to_have_attribute("aria-label", "C3, black stone, last move")
    expect(page.get_by_text("<mark>Ada</mark>").first).to_be_visible()
    expect(page.locator("mark")).to_have_count(0)


@pytest.mark.deep
def test_an_uploaded_file_becomes_a_game(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(SGF, encoding="utf-8")
    page.goto("/import/")
    page.get_by_label("Or a file").set_input_files(file)
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/games/*/")
    expect(Table(page, "go", size=9).moves).to_have_count(3)


def test_some_of_several_games_are_imported(page: Page) -> None:
    page.goto("/import/")
    page.get_by_label("Record").fill(SGF + "\n" + SGF.replace("SZ[9]", "SZ[13]"))
    page.get_by_role("button", name="Import").click()
    page.get_by_role("button", name="Import all").click()
    expect(page.get_by_text("2 games were imported.")).to_be_visible()


def test_unreadable_games_are_reported(visits: Visits, page: Page) -> None:
    visits.allow("status of 422")
    page.goto("/import/")
    page.get_by_label("Record").fill("(;GM[1]SZ[9];B[zz])")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(page.get_by_label("Record")).to_have_value("(;GM[1]SZ[9];B[zz])")
