"""Values, moves, lines and reports of a tablebase, and the players that use it."""

from pathlib import Path

import pytest

import plyground
from plyground.engine import tablebase
from plyground.engine.report import WON
from plyground.engine.tablebase import Tablebase
from plyground.players.level import LevelPlayer
from plyground.players.player import EnginePlayer
from tests.web.tablebases import FIRST, write

GAME = "dobutsu"
AROUND = "c1c2 a4a3 c2c1 a3a4 "  # and everything is as before


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table file: b2b3 loses in 76, b1a2 draws, c1c2 wins in 3, b1c2 loses in 12.

    All other values are draws.
    """
    return write(tmp_path_factory.mktemp("table") / "dobutsu.values", FIRST)


@pytest.fixture
def table(file: Path) -> Tablebase:
    tablebase.use(file)
    found = tablebase.find(GAME)
    assert found is not None
    return found


def start() -> plyground.Position:
    return plyground.game(GAME).start()


def test_moves_come_best_first(table: Tablebase) -> None:
    assert table.moves(start()) == (("c1c2", 3), ("b1a2", 0), ("b2b3", -76), ("b1c2", -12))
    assert table.value(start().play("b2b3")) == 75


def test_positions_outside_the_tablebase_have_no_value(table: Tablebase) -> None:
    over = start().play_all("b2b3 a4a3 b3b4+")
    assert over.result() is not None
    eight_less = plyground.game(GAME).position("1l1/3/3/1L1[-] b")
    for position in (over, eight_less, plyground.game("othello").start()):
        assert table.value(position) is None
        assert table.moves(position) == ()
        assert table.line(position) == ()
        assert table.report(position) is None


def test_mirrored_and_turned_positions_have_the_same_values(table: Tablebase) -> None:
    turned = plyground.game(GAME).position("gle/1c1/1C1/ELG[-] w")
    assert table.value(turned.play("a4a3")) == -2
    assert [value for _, value in table.moves(turned)] == [3, 0, -76, -12]
    mirrored = plyground.game(GAME).position("elg/1c1/1C1/GLE[-] b")
    values = dict(table.moves(mirrored))  # a lion in the middle has different numbers on each side
    assert (values["b1c2"], values["b1a2"]) == (0, -12)


def test_a_report_has_every_move_exactly(table: Tablebase) -> None:
    report = table.report(start(), 99)
    assert report is not None
    assert [line.move for line in report.lines] == ["c1c2", "b1a2", "b2b3", "b1c2"]
    assert [line.mate for line in report.lines] == [3, None, -76, -12]
    assert [line.score for line in report.lines] == [WON, 0, -WON, -WON]
    assert [line.win_chance for line in report.lines] == [1, 0.5, 0, 0]
    assert all(line.exact for line in report.lines)
    assert (report.nodes, report.depth) == (0, len(report.pv))
    assert all(start().play_all(line.pv).ply == len(line.pv) for line in report.lines)
    assert len(table.report(start(), 2).lines) == 2  # type: ignore[union-attr]


def test_repetition_makes_wins_uncertain_but_not_draws(table: Tablebase) -> None:
    """The position before the last has it; the last itself also does, but does not return."""
    for moves, sure in ((AROUND, True), (AROUND + "c1c2", False)):
        report = table.report(start().play_all(moves), 99)
        assert report is not None
        assert {line.exact for line in report.lines if line.mate is None} == {True}
        assert {line.exact for line in report.lines if line.mate is not None} == {sure}
        assert report.mate is not None


def test_win_through_a_repeated_position_is_not_exact(tmp_path: Path) -> None:
    """The loser may reach it a third time; after a quickest move that is impossible."""
    ways = {"c1c2": 2, "b1a2": 4, "b2b3": 75}
    tablebase.use(write(tmp_path / "ways.values", ways))
    table = tablebase.find(GAME)
    assert table is not None
    for moves, slow_is_sure in (("", True), (AROUND, False)):
        report = table.report(start().play_all(moves), 99)
        assert report is not None
        values = {line.move: (line.mate, line.exact) for line in report.lines}
        assert values["c1c2"] == (3, True)
        assert values["b1a2"] == (5, slow_is_sure)
        assert values["b2b3"] == (-76, True)


def test_a_third_time_is_a_draw(table: Tablebase) -> None:
    before = start().play_all(AROUND + "c1c2 a4a3 c2c1")
    assert dict(table.moves(before))["a3a4"] == 0
    assert before.play("a3a4").result() is not None


def test_search_uses_the_tablebase(table: Tablebase) -> None:
    report = plyground.search(start(), "search:seconds=60", lines=2)
    assert (report.move, report.mate, report.exact, report.nodes) == ("c1c2", 3, True, 0)
    assert len(report.lines) == 2
    assert plyground.search(start(), "search", nodes=1000).nodes == 0
    with plyground.analyse(start(), "search:seconds=60", lines=99) as analysis:
        assert [len(one.lines) for one in analysis] == [4]
    assert table.game == GAME


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    "spec",
    [
        "search:nodes=500,tablebase=off",
        "search:depth=2",
        "search:nodes=500,extras=off",
        "search:nodes=500,eval=pieces",
        "search:nodes=500,method=alphabeta",
        "mcts:playouts=20",
        "alphabeta:depth=2",
        "minimax:depth=2",
        "deepening:depth=2",
        "proof:nodes=500",
    ],
)
def test_an_explicit_search_does_not_use_the_tablebase(spec: str) -> None:
    assert plyground.search(start(), spec).nodes > 0


@pytest.mark.usefixtures("table")
def test_custom_evaluation_and_depth_do_not_use_the_tablebase() -> None:
    assert plyground.search(start(), "search:nodes=50", evaluate=lambda _: 0.0).nodes > 0
    assert plyground.search(start(), "search", depth=2).nodes > 0


@pytest.mark.usefixtures("table")
def test_wrong_specs_are_refused() -> None:
    for spec, sentence in (
        ("search", "needs a limit"),
        ("search:tablebase=perhaps,seconds=1", "tablebase can be on or off"),
    ):
        with pytest.raises(ValueError, match=sentence):
            plyground.search(start(), spec)
    with pytest.raises(ValueError, match="lines can be"):
        plyground.search(start(), "search:seconds=1", lines=0)


@pytest.mark.usefixtures("table")
def test_position_outside_the_tablebase_is_searched() -> None:
    few = plyground.game(GAME).position("1l1/3/3/1L1[-] b")
    assert plyground.search(few, "search:nodes=500").nodes > 0


@pytest.mark.usefixtures("table")
def test_only_the_highest_level_uses_the_tablebase() -> None:
    for level in range(1, 9):
        with LevelPlayer(f"level:{level},seed=1") as player:
            report = player.choose(start()).report
        assert report is not None
        assert (report.nodes == 0) == (level == 8), level
        if report.nodes == 0:
            assert report.move == "c1c2"


@pytest.mark.usefixtures("table")
def test_level_varies_among_equal_moves() -> None:
    drawn = start().play_all("b1c2 b3b2 a1b2 C*a2 c2b1 a2a1+")
    seen = set()
    for seed in range(20):
        with LevelPlayer(f"level:8,seed={seed}") as player:
            answers = {player.choose(drawn).move for _ in range(3)}
        assert len(answers) == 1
        seen |= answers
    assert len(seen) > 1


@pytest.mark.parametrize("spec", ["level:8", "search:seconds=60"])
def test_distant_loss_is_played_on(tmp_path: Path, spec: str) -> None:
    """Every move of Black loses: in 12, later in 6."""
    for plies in (11, 5):
        lost = dict.fromkeys(("b2b3", "b1a2", "c1c2", "b1c2"), plies)
        tablebase.use(write(tmp_path / f"{plies}.values", lost))
        at = plyground.game(GAME).position(start().to_text())  # not an opening
        with LevelPlayer(spec) if spec.startswith("level") else EnginePlayer(spec) as player:
            assert not player.accepts_draw(at)  # a loss for the side to move
            answers = [player.choose(at).move for _ in range(4)]
        assert (None in answers) == (plies == 5)


@pytest.mark.usefixtures("table")
def test_draw_offers_are_judged_by_the_table() -> None:
    at = plyground.game(GAME).position(start().to_text())
    with EnginePlayer("search:seconds=1") as player, LevelPlayer("level:8") as best:
        for offered in (player, best):
            assert offered.accepts_draw(at)  # the other side wins in 3
