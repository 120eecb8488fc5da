"""Robogo's heuristics and move order, against boards counted by hand and slow referees."""

import random

import pytest

import plyground
from tests.conftest import scaled
from tests.games.random_positions import robogo_text
from tests.oracles import boards
from tests.search.stretches import (
    STRAIGHT,
    Table,
    colours_exchanged,
    mirrored,
    nearest_first,
    turned,
)

SETTINGS: list[dict[str, object]] = [
    {},
    {"size": 5, "line": 4},
    {"size": 5, "line": 4, "captures": "no", "pass": "no"},
    {"size": 3, "line": 3},
    {"size": 6, "line": 6, "ko": "simple"},
    {"size": 13, "line": 5},
    {"size": 19, "line": 5, "captures": "no"},
    {"size": 4, "line": 9},
]


def values(position: plyground.Position) -> dict[str, float]:
    return {term.name: term.value for term in position.explain_score()}


def read(text: str, **options: object) -> plyground.Position:
    return plyground.game("robogo", size=text.count("/") + 1, **options).position(text)


def samples(
    settings: dict[str, object], count: int
) -> list[tuple[plyground.Game, plyground.Position]]:
    """Dense boards, and sparse ones as in real games."""
    game = plyground.game("robogo", **settings)
    rng = random.Random(f"robogo heuristics {settings}")
    found = []
    for number in range(scaled(count)):
        if number % 2 == 0:
            position = game.position(robogo_text(rng, settings))
        else:
            position = game.start()
            for _ in range(rng.randrange(30)):
                if position.result() is not None:
                    break
                position = position.play(rng.choice(position.moves()))
        found.append((game, position))
    return found


def without_words(position: plyground.Position) -> str:
    """The stones and the side to move: the other words may name points or are irrelevant here."""
    return " ".join(position.to_text().split(" ")[:2])


# The referee


def slow_liberties(table: Table, side: str) -> int:
    stones = {point for point, owner in table.board.items() if owner == side}
    return len({near for near in boards.border(stones, table.size) if near not in table.board})


def slow_atari(table: Table, side: str) -> int:
    stones = [point for point, owner in table.board.items() if owner == side]
    groups = {frozenset(boards.connected(table.board, point, table.size)) for point in stones}
    return sum(len(boards.liberties(table.board, min(group), table.size)) == 1 for group in groups)


def slow_lines(table: Table, side: str) -> float:
    counts = table.window_counts(side)
    return sum(counts[missing] / 4.0 ** (missing - 1) for missing in (1, 2, 3, 4))


def slow_threats(table: Table) -> int:
    mover = table.turn
    enemy = boards.other(mover)
    sign = 1 if mover == "black" else -1
    if table.completing(mover):
        return 2 * sign
    if table.completing(enemy):
        return -2 * sign if len(table.completing(enemy)) > 1 else 0
    return sign if table.open_stretches(mover, 1) else 0


def slow_values(position: plyground.Position) -> dict[str, float]:
    options = position.game.values
    table = Table(position.to_text(), int(str(options["line"])), STRAIGHT)
    board = list(table.board.values())

    def difference(of: dict[str, float]) -> float:
        return of["black"] - of["white"]

    sides = ("black", "white")
    captures = options["captures"] == "yes"
    return {
        "stones": difference({side: board.count(side) for side in sides}),
        "lines": difference({side: slow_lines(table, side) for side in sides}),
        "threats": slow_threats(table),
        "atari": -difference({side: slow_atari(table, side) for side in sides}) if captures else 0,
        "liberties": (
            difference({side: slow_liberties(table, side) for side in sides}) if captures else 0
        ),
        "line": difference({side: boards.longest_line(table.board, side) for side in sides}),
    }


@pytest.mark.parametrize("settings", SETTINGS)
def test_every_row_agrees_with_a_slow_count(settings: dict[str, object]) -> None:
    for _, position in samples(settings, 80):
        assert values(position) == slow_values(position), position.to_text()


# Symmetry


@pytest.mark.parametrize("settings", SETTINGS)
def test_exchanging_colours_changes_the_sign(settings: dict[str, object]) -> None:
    for game, position in samples(settings, 40):
        exchanged = values(game.position(colours_exchanged(without_words(position))))
        assert exchanged == {name: -value for name, value in values(position).items()}


@pytest.mark.parametrize("settings", SETTINGS)
def test_turning_and_mirroring_the_board_changes_nothing(settings: dict[str, object]) -> None:
    for game, position in samples(settings, 40):
        text = without_words(position)
        for same in (turned(text), mirrored(text), turned(turned(text))):
            assert values(game.position(same)) == values(position)


# Boards counted by hand


def test_rows_and_weights() -> None:
    terms = plyground.game("robogo").start().explain_score()
    assert {term.name: term.weight for term in terms} == {
        "stones": 1,
        "lines": 2,
        "threats": 5,
        "atari": 0.5,
        "liberties": 0,
        "line": 0,
    }
    assert all(term.sentence.endswith(".") and term.value == 0 for term in terms)


def test_a_lone_stone_in_the_corner() -> None:
    # One row and one column of five are still possible for Black, each lacking four stones.
    assert values(read("9/9/9/9/9/9/9/9/x8 w")) == {
        "stones": 1,
        "lines": 2 / 64,
        "threats": 0,
        "atari": 0,
        "liberties": 2,
        "line": 1,
    }


@pytest.mark.parametrize(
    ("text", "atari", "liberties"),
    [
        ("5/5/5/5/ox3 w", 1, 2 - 1),
        ("5/5/5/o1o2/x1xo1 b", -2, 1 - 5),  # two groups, one last liberty
        ("5/5/oo3/xxo2/1xo2 b", -1, 1 - 5),  # one group around it
    ],
)
def test_groups_and_their_liberties(text: str, atari: int, liberties: int) -> None:
    counted = values(read(text, line=4))
    assert (counted["atari"], counted["liberties"]) == (atari, liberties)
    counted = values(read(text, line=4, captures="no"))
    assert (counted["atari"], counted["liberties"]) == (0, 0)


def test_lines_by_what_they_lack() -> None:
    # The row lacks one stone, or two further to the right; the three columns lack three each.
    assert values(read("xxx2/5/5/5/5 w", line=4))["lines"] == 1 + 1 / 4 + 3 / 16
    # White's stone blocks Black's row; its own column lacks three.
    assert values(read("xxxo1/5/5/5/5 w", line=4))["lines"] == 3 / 16 - 1 / 16


@pytest.mark.parametrize(
    ("text", "threats"),
    [
        ("5/5/1xxx1/5/5 b", 2),
        ("5/5/1xxx1/5/5 w", 2),
        ("5/5/xxx2/5/5 b", 2),
        ("5/5/xxx2/5/5 w", 0),
        ("5/5/xx1x1/5/5 b", 2),
        ("5/5/1xx2/5/5 b", 1),
        ("5/5/1xx2/5/5 w", 0),
        ("5/5/1xx2/5/ooo2 b", 0),  # too late for it
        ("x4/1x3/2x2/5/5 b", 0),  # no line
    ],
)
def test_the_move_decides_what_a_threat_is_worth(text: str, threats: int) -> None:
    assert values(read(text, line=4))["threats"] == threats


# The order of moves


def ordered(position: plyground.Position) -> list[str]:
    return position.ordered_moves()


@pytest.mark.parametrize("settings", SETTINGS)
def test_moves_come_nearest_first_up_to_a_third_of_the_width(settings: dict[str, object]) -> None:
    for game, position in samples(settings, 40):
        size = int(str(game.values["size"]))
        board, _, _ = boards.read_position(position.to_text(), size)
        legal = position.moves()
        points = [point for point in boards.all_points(size) if boards.name_of(point) in legal]
        ranked = nearest_first(points, board, size)
        most = max(1, size // 3) if board else 0
        near = [pair for pair in ranked if pair[0] <= most] or ranked
        expected = [boards.name_of(point) for _, point in near]
        assert ordered(position) == expected + ["pass"] * ("pass" in legal), position.to_text()


def test_rings_around_a_stone() -> None:
    moves = ordered(read("9/9/9/9/9/9/9/9/x8 w"))
    assert moves[:8] == ["A2", "B2", "B1", "A3", "B3", "C3", "C2", "C1"]
    assert moves[8:] == ["A4", "B4", "C4", "D4", "D3", "D2", "D1", "pass"]


def test_on_the_empty_board_the_centre_is_enough() -> None:
    assert ordered(plyground.game("robogo").start()) == ["E5", "pass"]
    assert ordered(plyground.game("robogo", **{"pass": "no"}).start()) == ["E5"]
    assert ordered(plyground.game("robogo", size=4, line=3).start()) == ["C2", "pass"]


def test_farther_points_stay_where_no_nearer_one_is_legal() -> None:
    moves = ordered(read("3/3/3 b ko=B2", line=3))
    assert moves == ["A3", "B3", "C3", "A2", "C2", "A1", "B1", "C1", "pass"]


def test_a_finished_game_has_no_moves_to_order() -> None:
    assert ordered(read("xxxx1/5/5/5/ooo2 w", line=4)) == []
