"""The training samples of a record: results, exact values, and those of later searches."""

import random
from collections.abc import Iterator

import pytest

from plyground.train.samples import Reader, Sampler, Samples, Window
from plyground.train.self_play import DRAWN, EXACT, FULL, QUICK, GameRecord, Row, pack_policy
from plyground.train.settings import TrainSettings


def record(moves: str, rows: list[Row], winner: str | None) -> GameRecord:
    return {
        "generation": 1,
        "number": 7,
        "moves": moves,
        "winner": winner,
        "margin": None,
        "rows": rows,
    }


EVEN = pack_policy([1 / 7] * 7)
ROWS: list[Row] = [
    (DRAWN, 0.5, 0.0, ""),
    (FULL, 0.4, 0.1, EVEN),
    (QUICK, 0.7, 0.0, ""),
    (FULL, 0.2, 0.1, EVEN),
]


def test_share_is_that_of_the_search_without_a_horizon() -> None:
    samples = Reader(TrainSettings("connect_four")).read(record("d d d d", ROWS, "black"))
    assert samples.share.tolist() == pytest.approx([0.4, 0.2], abs=1e-3)
    assert samples.value.tolist() == [[0, 0, 1], [0, 0, 1]]


def test_values_of_later_searches_fade_with_the_distance() -> None:
    reader = Reader(TrainSettings("connect_four", value_horizon=1.0))
    samples = reader.read(record("d d d d", ROWS, "black"))
    last = 0.5 * 0.2 + 0.5 * 0.0  # White loses
    quick = 0.5 * 0.7 + 0.5 * (1 - last)
    first = 0.5 * 0.4 + 0.5 * (1 - quick)
    assert samples.share.tolist() == pytest.approx([first, last], abs=1e-3)


def test_exact_value_goes_before_the_result() -> None:
    """White was winning, and lost by a mistake: earlier positions are judged by the proof."""
    rows: list[Row] = [*ROWS[:3], (EXACT, 1.0, 0.1, EVEN)]
    reader = Reader(TrainSettings("connect_four", value_horizon=1.0))
    samples = reader.read(record("d d d d", rows, "black"))
    assert samples.value.tolist() == [[0, 0, 1], [1, 0, 0]]
    quick = 0.5 * 0.7 + 0.5 * 0.0
    assert samples.share.tolist() == pytest.approx([0.5 * 0.4 + 0.5 * (1 - quick), 1], abs=1e-3)


@pytest.mark.parametrize(("repeats", "share"), [(1.0, 0.9), (0.5, 0.75), (0.0, 0.5)])
def test_repeated_positions_count_less(repeats: float, share: float) -> None:
    """The same position nine times, and another one."""
    settings = TrainSettings("connect_four", repeats=repeats, surprise=0, symmetries=False)
    reader, window = Reader(settings), Window(100)
    same = record("d", [(FULL, 0.5, 0.1, EVEN)], "black")
    other = record("a d", [(DRAWN, 0.5, 0.0, ""), (FULL, 0.5, 0.1, EVEN)], "white")
    for each in (*[same] * 9, other):
        window.add(reader.read(each))
    planes = Sampler(settings, settings.rules, window.joined(), 1).batch(4000)["planes"]
    empty = (planes[:, :2].sum((1, 2, 3)) == 0).mean()  # no stones yet
    assert empty == pytest.approx(share, abs=0.03)


def test_game_that_was_broken_off_is_owned_by_nobody() -> None:
    reader = Reader(TrainSettings("go", {"size": 5}))
    even = [(FULL, 0.5, 0.1, pack_policy([1 / count] * count)) for count in (26, 25)]
    broken_off = reader.read(record("c3 d4", even, None))
    over = reader.read(record("c3 pass pass", [*even, (QUICK, 0.5, 0.0, "")], "black"))
    window = Window(100)
    window.add(broken_off)
    window.add(over)
    owners = window.joined().owners
    assert not owners[:2].any()
    assert owners[2].tolist() == [1] * 25
    assert owners[3].tolist() == [-1] * 25


@pytest.mark.parametrize(
    ("moves", "policy"), [("d d d z", EVEN), ("d d d d", pack_policy([0.5, 0.5]))]
)
def test_game_against_the_rules_is_named(moves: str, policy: str) -> None:
    rows: list[Row] = [*ROWS[:3], (FULL, 0.2, 0.1, policy)]
    with pytest.raises(ValueError, match=r"Game 7 of generation 1 is damaged: .* Remove its line"):
        Reader(TrainSettings("connect_four")).read(record(moves, rows, "black"))


def games_of(dice: random.Random) -> list[Samples]:
    """Some games of one or two positions, identified by their weights."""
    reader = Reader(TrainSettings("connect_four"))
    found = []
    for _ in range(9):
        plies = dice.choice((2, 4))
        rows: list[Row] = [
            (kind, share, dice.random(), its) for kind, share, _, its in ROWS[:plies]
        ]
        found.append(reader.read(record(" ".join("d" * plies), rows, "black")))
    return found


def test_window_of_a_run_that_goes_on_is_the_same() -> None:
    dice = random.Random(4)
    generations = [games_of(dice) for _ in range(30)]
    whole = Window(20)
    for games in generations:
        for samples in games:
            whole.add(samples)
    asked = []

    def newest_first() -> Iterator[list[Samples]]:
        for games in reversed(generations):
            asked.append(games)
            yield games

    filled = Window(20)
    filled.fill(newest_first(), whole.total)
    assert (filled.total, filled.size) == (whole.total, whole.size)
    assert filled.joined().weight.tolist() == whole.joined().weight.tolist()
    assert len(filled.joined()) == len(whole.joined())
    assert len(asked) < 25
