"""The lines of an analysis as data: threats are named in games of five in a row, and only there."""

import plyground
from plyground.web.contract.boards import Analysis
from plyground.web.game_service.analysis_data import analysed
from tests.web.contract_fit import assert_fits


def test_a_win_by_threats_names_them() -> None:
    position = plyground.game("gomoku").start().play_all("h8 a1 i8 a2 h9 c15 h10 h11")
    found = analysed(position, plyground.search(position, "search:nodes=100000"))
    assert_fits(Analysis, found)
    (line,) = found["lines"]
    threats = line["threats"]
    assert line["mate"] == len(line["pv"]) == len(threats)
    assert all(threats[:-1:2])  # only threats force the replies
    assert threats[-1] == ""  # the five


def test_a_line_without_threats_has_no_such_field() -> None:
    for name in ("gomoku", "othello"):
        position = plyground.game(name).start()
        found = analysed(position, plyground.search(position, "search:depth=1", lines=2))
        assert_fits(Analysis, found)
        assert all("threats" not in line for line in found["lines"])
