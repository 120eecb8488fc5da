"""Boards as small JSON in a page."""

import json

from plyground.web.game_service import directory
from plyground.web.pages.pictures import packed


def test_equal_pieces_are_packed_together() -> None:
    view = directory.of("othello").describe("othello")["view"]
    assert json.loads(packed(view, hint={"to": "d3"})) == {
        "game": "othello",
        "shape": "squares",
        "columns": list("abcdefgh"),
        "rows": list("12345678"),
        "turn": "black",
        "ply": 0,
        "pieces": [["white", "disc", "d4 e5"], ["black", "disc", "e4 d5"]],
        "hint": {"to": "d3"},
    }
