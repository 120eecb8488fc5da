"""The notebook runs, and the output of its cells is visible."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import plyground
from plyground.engine.board_picture import board_svg
from plyground.lab import read_study
from plyground.lab.report import report
from tests.games.cases import EVERY_GAME
from tests.project import ROOT

NOTEBOOK = ROOT / "examples" / "notebook.ipynb"
SVG = "{http://www.w3.org/2000/svg}"


def pieces_in(picture: str) -> int:
    """The circles with the size and fill of a piece."""
    circles = ET.fromstring(picture).iter(f"{SVG}circle")
    return sum(one.get("stroke") == "#16181b" for one in circles)


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_a_picture_shows_every_piece_of_every_game(game: Any) -> None:
    position = plyground.random_game(game.start(), seed=1)
    for shown in (game.start(), position):
        view = shown.view()
        assert pieces_in(board_svg(view)) == len(view["pieces"])


def test_a_picture_says_who_moves_what_is_held_and_how_it_ended() -> None:
    start = plyground.game("dobutsu").start()
    assert ">black to move</text>" in start._repr_svg_()
    assert ">black holds 1 chick</text>" in start.play("b2b3")._repr_svg_()
    won = plyground.game("connect_four").start().play_all("d c d c d c d")
    assert ">black wins: four in a row</text>" in won._repr_svg_()


def test_a_record_is_shown_where_play_stands() -> None:
    record = plyground.Record(plyground.game("othello", size=4))
    record.play("b1")
    assert record._repr_svg_() == record.position._repr_svg_()


def test_a_report_of_a_search_is_a_table_of_its_lines() -> None:
    found = plyground.search(plyground.game("othello").start(), "alphabeta:depth=2", lines=2)
    rows = list(ET.fromstring(found._repr_html_()).iter("tr"))
    assert [row[0].text for row in rows] == ["move", *(line.move for line in found.lines)]


def test_a_report_of_a_study_is_its_page() -> None:
    shown = report(read_study(ROOT / "experiments" / "othello" / "singles-depth-6"))._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;!DOCTYPE html')
    assert shown.count("<") == 2


def test_the_notebook_is_kept_without_outputs() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert len(cells) > 10
    assert all(not cell.get("outputs") for cell in cells)


@pytest.mark.deep
def test_the_notebook_runs_in_jupyter(tmp_path: Path) -> None:
    import nbclient
    import nbformat

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=600, resources=resources).execute()
    outputs = [each for cell in notebook.cells for each in cell.get("outputs", ())]
    kinds = [kind for each in outputs for kind in each.get("data", {})]
    assert kinds.count("image/svg+xml") == 2
    assert kinds.count("text/html") >= 6
