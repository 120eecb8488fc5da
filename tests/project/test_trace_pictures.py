"""The pictures of searches match the searches, and the page describes them in the same words."""

import re

import pytest

import trace_pictures
from tests.project import ROOT

PAGE = (ROOT / "docs" / "explanation" / "how-searches-work.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["minimax.svg", "alphabeta.svg", "mcts.svg"])
def test_a_picture_shows_the_search(name: str) -> None:
    drawn = trace_pictures.pictures()[name]
    kept = (trace_pictures.FOLDER / name).read_text(encoding="utf-8")
    assert drawn == kept, "python tools/trace_pictures.py draws them anew"


def test_the_page_counts_as_the_pictures_do() -> None:
    minimax, alphabeta = (
        trace_pictures.summary(trace_pictures.searched(f"{name}:depth=2,eval=static"))
        for name in ("minimax", "alphabeta")
    )
    assert f"a tree of {minimax['nodes']} positions" in PAGE
    assert f"Alpha-beta: {alphabeta['nodes']} positions" in PAGE
    assert minimax["skipped"] == 0
    assert alphabeta["nodes"] + alphabeta["skipped"] == minimax["nodes"]
    monte_carlo = trace_pictures.played(trace_pictures.MONTE_CARLO, at_least=1)
    visits = {node.move: int(node.label.split(":")[0]) for node in monte_carlo.children}
    found = re.search(r"40 playouts\. (\d+) went to a2, (\d+) to c4, (\d+) to d3", PAGE)
    assert found is not None
    assert [int(each) for each in found.groups()] == [visits["a2"], visits["c4"], visits["d3"]]
