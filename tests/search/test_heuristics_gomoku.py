"""Gomoku's heuristics and move order, against boards counted by hand and slow referees."""

import random

import pytest

import plyground
from tests.conftest import scaled
from tests.games.random_positions import gomoku_text
from tests.oracles.boards import Point, all_points, other
from tests.search.shapes import slow_shapes
from tests.search.stretches import Table, colours_exchanged, mirrored, nearest_first, turned

SETTINGS: list[dict[str, object]] = [
    {},
    {"rule": "exact"},
    {"rule": "renju"},
    {"size": 20},
    {"size": 9, "line": 4},
    {"size": 5, "line": 3},
    {"size": 3, "line": 3, "rule": "exact"},
    {"size": 8, "line": 7},
    {"size": 6, "line": 20},
]
QUIET_UNITS = {2: 1.0, 3: 1 / 8, 4: 1 / 64}


def values(position: plyground.Position) -> dict[str, float]:
    return {term.name: term.value for term in position.explain_score()}


def on_board(text: str, **options: object) -> dict[str, float]:
    size = text.count("/") + 1
    return values(plyground.game("gomoku", size=size, **options).position(text))


def samples(
    settings: dict[str, object], count: int
) -> list[tuple[plyground.Game, plyground.Position]]:
    """Dense boards, and sparse ones as in real games."""
    game = plyground.game("gomoku", **settings)
    rng = random.Random(f"gomoku heuristics {settings}")
    found = []
    for number in range(scaled(count)):
        if number % 2 == 0:
            position = game.position(gomoku_text(rng, settings))
        else:
            position = game.start()
            for _ in range(rng.randrange(40)):
                if position.result() is not None:
                    break
                position = position.play(rng.choice(position.moves()))
        found.append((game, position))
    return found


# The referee


def table_of(game: plyground.Game, position: plyground.Position) -> Table:
    exact_for = {"freestyle": (), "exact": ("black", "white"), "renju": ("black",)}
    line = int(str(game.values["line"]))
    return Table(position.to_text(), line, exact_for=exact_for[str(game.values["rule"])])


def slow_runs(table: Table, side: str) -> int:
    lengths = [length for length, _ in table.runs(side)]
    return sum(1000 if length >= table.line else length for length in lengths if length > 1)


def slow_run_count(table: Table, side: str, missing: int, ends: int) -> int:
    return table.runs(side).count((table.line - missing, ends))


def quiet(table: Table, side: str) -> float:
    counts = table.window_counts(side)
    sum_of_windows = sum(worth * counts[missing] for missing, worth in QUIET_UNITS.items())
    return sum_of_windows + table.open_stretches(side, 2) / 4


def slow_threats(table: Table) -> float:
    mover = table.turn
    enemy = other(mover)
    if table.completing(mover):
        value = 30.0
    elif len(table.completing(enemy)) > 1:
        value = -30.0
    else:
        value = 1 + quiet(table, mover) - quiet(table, enemy)
        if table.completing(enemy):
            value -= 3 if table.open_stretches(enemy, 1) else 1.5
        elif table.open_stretches(mover, 1):
            value += 10
    return value if mover == "black" else -value


def slow_values(table: Table) -> dict[str, float]:
    threats = slow_threats(table)
    found: dict[str, float] = {
        "shapes": slow_shapes(table) if table.line == 5 else threats,
        "threats": threats,
    }
    found["runs"] = slow_runs(table, "black") - slow_runs(table, "white")
    for missing, name in ((1, "fours"), (2, "threes"), (3, "twos")):
        for ends, prefix in ((2, "open"), (1, "half_open")):
            black, white = (
                slow_run_count(table, side, missing, ends) for side in ("black", "white")
            )
            found[f"{prefix}_{name}"] = black - white
    return found


@pytest.mark.parametrize("settings", SETTINGS)
def test_every_row_agrees_with_a_slow_count(settings: dict[str, object]) -> None:
    for game, position in samples(settings, 40):
        assert values(position) == slow_values(table_of(game, position)), position.to_text()


# Symmetry


@pytest.mark.parametrize("settings", [s for s in SETTINGS if s.get("rule") != "renju"])
def test_exchanging_colours_changes_the_sign(settings: dict[str, object]) -> None:
    for game, position in samples(settings, 40):
        exchanged = values(game.position(colours_exchanged(position.to_text())))
        assert exchanged == {name: -value for name, value in values(position).items()}


@pytest.mark.parametrize("settings", SETTINGS)
def test_turning_and_mirroring_the_board_changes_nothing(settings: dict[str, object]) -> None:
    for game, position in samples(settings, 40):
        text = position.to_text()
        for same in (turned(text), mirrored(text), turned(turned(text))):
            assert values(game.position(same)) == values(position)


# Boards counted by hand


def test_rows_and_weights() -> None:
    terms = plyground.game("gomoku").start().explain_score()
    assert {term.name: term.weight for term in terms if term.weight} == {"shapes": 1}
    assert [term.name for term in terms][:3] == ["shapes", "threats", "runs"]
    assert all(term.sentence.endswith(".") for term in terms)


def test_the_empty_board_is_worth_the_move() -> None:
    found = on_board("9/9/9/9/9/9/9/9/9 b")
    assert {name: value for name, value in found.items() if value and name != "shapes"} == {
        "threats": 1
    }


def test_runs_of_one_stone_do_not_count() -> None:
    assert on_board("9/9/9/3x5/9/5o3/9/9/9 b")["runs"] == 0


def test_runs_count_in_every_direction() -> None:
    # An L of black stones: a row of two, a column of two, and one diagonal of two.
    assert on_board("9/9/9/3xx4/3x5/9/9/9/9 w")["runs"] == 6
    # White's row of three subtracts three.
    assert on_board("9/9/9/3xx4/3x5/9/9/2ooo4/9 w")["runs"] == 3


def test_a_run_as_long_as_a_line_counts_a_thousand() -> None:
    assert on_board("9/9/9/1xxxxx3/9/9/9/9/9 w")["runs"] == 1000
    assert on_board("9/9/9/1xxxxxx2/9/9/9/9/9 w", rule="exact")["runs"] == 1000
    assert on_board("9/9/9/1xxxx4/9/9/9/9/9 w")["runs"] == 4


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("9/9/9/2xxxx3/9/9/9/9/9 w", "open_fours"),
        ("9/9/9/xxxx5/9/9/9/9/9 w", "half_open_fours"),
        ("9/9/9/2oxxxx2/9/9/9/9/9 w", "half_open_fours"),
        ("9/9/2x6/3x5/4x4/9/9/9/9 w", "open_threes"),
        ("x8/1x7/2x6/9/9/9/9/9/9 w", "half_open_threes"),
        ("9/9/9/9/9/9/9/4x4/4x4 w", "half_open_twos"),
        ("9/9/9/9/9/9/4x4/4x4/9 w", "open_twos"),
    ],
)
def test_runs_by_their_ends(text: str, row: str) -> None:
    counted = on_board(text)
    by_ends = {name: counted[name] for name in counted if "open" in name}
    assert by_ends[row] == 1
    assert sum(by_ends.values()) == 1


def test_names_follow_the_option_line() -> None:
    counted = on_board("7/7/2xxx2/7/7/7/7 w", line=4)
    assert counted["open_fours"] == 1
    assert counted["open_threes"] == 0


def test_a_run_between_enemies_is_nothing() -> None:
    counted = on_board("9/9/9/1oxxxxo2/9/9/9/9/9 b")
    assert not any(counted[name] for name in counted if "open_" in name)


def test_threats_of_a_lone_three() -> None:
    # Windows of Black's column of three on the edge row: one lacks two; two contain only two of the
    # stones, one only one. White to move has nothing.
    text = "x8/x8/x8/9/9/9/9/9/9 w"
    straight = 1 + 1 / 8 + 1 / 64
    # Horizontally, each stone has one row window; diagonally, the corner one each, the others one
    # each.
    single = 3 + 3
    assert on_board(text)["threats"] == straight + single / 64 - 1


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("9/9/9/2xxxx3/9/9/9/9/9 b", 30, 30),  # completes at once
        ("9/9/9/2xxxx3/9/9/9/9/9 w", 30, 30),  # two points, of which only one can be stopped
        ("9/9/9/xxxx5/9/9/9/9/9 b", 30, 30),
        ("9/9/9/xxxx5/9/9/9/9/9 w", 0, 10),  # white stops it
        ("9/9/9/1xx1xx3/9/9/9/9/9 b", 30, 30),  # with a gap
        ("9/9/9/3xxx3/9/9/9/9/9 b", 10, 20),  # an open four comes next
        ("9/9/9/2xx1x3/9/9/9/9/9 b", 10, 20),
        ("9/9/9/3xxx3/9/9/9/9/9 w", 0, 10),
    ],
)
def test_the_move_decides_what_a_threat_is_worth(text: str, least: float, most: float) -> None:
    assert least <= on_board(text)["threats"] <= most


def test_a_six_is_no_threat_where_lines_are_exact() -> None:
    text = "9/9/9/xx1xxx3/9/9/9/9/9 b"
    assert on_board(text)["threats"] == 30
    assert on_board(text, rule="exact")["threats"] < 30
    assert on_board(text, rule="renju")["threats"] < 30
    white = "9/9/9/oo1ooo3/9/9/9/9/9 w"
    assert on_board(white, rule="renju")["threats"] == -30


# The order of moves


def name_of(point: Point) -> str:
    column, row = point
    return f"{'abcdefghijklmnopqrst'[column - 1]}{row}"


@pytest.mark.parametrize("settings", SETTINGS)
def test_moves_come_nearest_first(settings: dict[str, object]) -> None:
    for game, position in samples(settings, 30):
        table = table_of(game, position)
        legal = set(position.moves())
        points = [point for point in all_points(table.size) if name_of(point) in legal]
        expected = [name_of(point) for _, point in nearest_first(points, table.board, table.size)]
        assert position.ordered_moves() == expected
        assert set(expected) == legal


def test_the_empty_board_begins_in_the_centre() -> None:
    ordered = plyground.game("gomoku").start().ordered_moves()
    assert ordered[:9] == ["h8", "g9", "h9", "i9", "g8", "i8", "g7", "h7", "i7"]
    assert len(ordered) == 225
