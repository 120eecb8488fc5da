"""A training in a browser: followed while it runs, viewed, replayed, and played against."""

import contextlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from plyground.train import browse
from tests.conftest import deep_after
from tests.train.runs import add_generation, make_run
from tests.web.browser.axe import violations
from tests.web.browser.visits import DESKTOP, PHONE, House, Visits
from tests.web.conftest import check
from tests.web.serving import Server


@pytest.fixture(scope="module")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose data folder will have a training."""
    server = Server(tmp_path_factory.mktemp("home")).start()
    yield server
    server.stop()
    check(server)


@pytest.fixture
def folder(lab_server: Server) -> Path:
    """Its folder of trainings, which is empty at first."""
    folder = lab_server.home / "training"
    shutil.rmtree(folder, ignore_errors=True)
    return folder


@pytest.fixture
def lab_visits(house: House, lab_server: Server) -> Iterator[Visits]:
    """Opens its pages."""
    visits = Visits(house, lab_server)
    yield visits
    assert visits.close() == []


def opened(visits: Visits, device: dict[str, Any] = DESKTOP) -> Page:
    """The page of a training, reached from the list."""
    page = visits.open("/lab/", device)
    page.get_by_role("link", name="mine").click()
    page.wait_for_url("**/lab/trainings/*/")
    expect(page.locator("[data-part='reading']")).not_to_be_empty()
    return page


def heat(page: Page) -> list[str]:
    """The heat map on the squares."""
    found: list[str] = page.locator(".board-heat :is(rect, circle)").evaluate_all(
        "(all) => all.map((one) =>"
        " ['x', 'cx', 'fill-opacity'].map((name) => one.getAttribute(name)).join(' '))"
    )
    return found


def test_a_training_is_followed_without_a_reload(lab_visits: Visits, folder: Path) -> None:
    run = make_run(folder / "mine", generations=1)
    with contextlib.closing(run.lock()):
        page = opened(lab_visits)
        page.evaluate("window.same = true")
        expect(page.locator("#study .state")).to_have_text("Running")
        expect(page.locator("[data-part='number']")).to_have_text("1")
        run.add_games(2, browse.games_of(run.folder, 1)[:3])
        expect(page.locator("#study")).to_contain_text("generation 2: 3 of 4 games")
        run.games_path(2).unlink()
        add_generation(run, 2)
        expect(page.locator("[data-part='number']")).to_have_text("2")  # the newest, as before
        expect(page.locator("#curves")).to_contain_text("against random: 70 % (50 % to 85 %)")
        expect(page.locator(".numbers tbody tr")).to_have_count(2)
    expect(page.locator("#study .state")).to_have_text("Stopped")
    expect(page.locator("#news")).to_have_text("The training was stopped.")
    assert page.evaluate("window.same")


def test_a_position_is_seen_by_each_generation(lab_visits: Visits, folder: Path) -> None:
    make_run(folder / "mine", generations=3)
    page = opened(lab_visits)
    reading = page.locator("[data-part='reading']")
    expect(reading).to_have_text(re.compile(r"^Generation 3 would play \w\d \(\d+ %\)\.$"))
    before = heat(page)
    assert before
    slider = page.get_by_role("slider", name="Generation")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "generation 0")
    expect(reading).to_have_text(re.compile(r"^Generation 0 would play"))
    assert heat(page) != before
    expect(page.locator(".chart .here").first).to_be_attached()
    page.get_by_role("radio", name="hours").check()
    page.get_by_role("button", name="One generation forward").click()
    expect(reading).to_have_text(re.compile(r"^Generation 1 would play"))


def test_games_are_replayed_with_the_advice_of_the_search(lab_visits: Visits, folder: Path) -> None:
    make_run(folder / "mine", generations=2)
    records = browse.games_of(folder / "mine", 2)
    searches = [[row[0] for row in record["rows"]] for record in records]
    number = next(at for at, kinds in enumerate(searches) if 2 in kinds)
    record, full = records[number], searches[number].index(2)
    page = opened(lab_visits)
    page.get_by_label("Position", exact=True).select_option("Games of generation 2")
    page.get_by_label("Game", exact=True).select_option(str(number))
    table = page.locator(".sight tbody")
    expect(table).to_contain_text(re.compile(rf"{record['moves'].split()[0]}\s*played"))
    for _ in range(full):
        page.get_by_role("button", name="One move forward").click()
    slider = page.get_by_role("slider", name="Move of the game")
    expect(slider).to_have_value(str(full))
    page.get_by_role("radio", name="what the search recommended").check()
    expect(table.locator("tr").first.locator("td").nth(1)).to_have_text(re.compile(r"\d+ %"))
    slider.focus()
    page.keyboard.press("End")
    expect(slider).to_have_value(str(len(record["moves"].split())))
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("link", name="Open on the analysis board").click()
    page.wait_for_url("**/analysis/?*")


def test_a_generation_is_played_against(lab_visits: Visits, folder: Path) -> None:
    make_run(folder / "mine", generations=1)
    page = opened(lab_visits)
    page.get_by_role("link", name="Play against generation 1").click()
    page.wait_for_url("**/new/gomoku/?*")
    expect(page.get_by_label("Opponent")).to_have_value("mcts:net=mine@0001,playouts=100")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*/")
    expect(page.locator("body")).to_contain_text("Network mine@0001, 100 playouts")
    page.get_by_role("gridcell", name=re.compile("^b2")).click()
    expect(page.get_by_role("gridcell", name=re.compile("white stone"))).to_have_count(1)


@pytest.mark.parametrize("device", deep_after(1, [DESKTOP, PHONE]))
def test_pages_of_trainings_have_no_violations(
    lab_visits: Visits, folder: Path, device: dict[str, Any]
) -> None:
    make_run(folder / "mine", generations=3)
    page = opened(lab_visits, device)
    page.get_by_label("Position", exact=True).select_option("Games of generation 2")
    page.locator(".numbers summary").click()
    expect(page.locator(".replay").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.deep
def test_the_lesson_has_no_violations(lab_visits: Visits) -> None:
    page = lab_visits.open("/learn/machine/")
    expect(page.locator(".sight:visible")).to_have_count(4)
    expect(page.locator("[data-part='situation']").last).not_to_be_empty()
    assert violations(page) == []


def test_the_lesson_shows_what_each_generation_would_play(lab_visits: Visits) -> None:
    page = lab_visits.open("/learn/machine/")
    last = page.locator(".sight").last
    expect(last.locator("[data-part='reading']")).to_have_text(re.compile("^Generation 0 "))
    last.get_by_role("slider", name="Generation").focus()
    page.keyboard.press("End")
    expect(last.locator("[data-part='reading']")).to_have_text(re.compile(r"would play d \("))
