"""Tasks: always the same results."""

from collections import Counter
from pathlib import Path

import pytest

import plyground
from plyground.lab import Experiment, Plan
from plyground.lab.parts import BATCH
from plyground.lab.plan import Task
from plyground.lab.work import run_task
from tests.lab.studies import LADDER, NODES, RANDOM, ROUND_ROBIN, TIMING, timeless

KINDS = [ROUND_ROBIN, LADDER, NODES, TIMING, RANDOM]
CHANCE = ROUND_ROBIN.replace('dice = "random"', 'dice = "random"\ntree = "mcts:playouts=20"')


def tasks(text: str) -> list[Task]:
    return list(Plan(Experiment.of(text)).missing())


@pytest.mark.parametrize("text", KINDS, ids=["round robin", "ladder", "nodes", "timing", "random"])
def test_a_plan_is_the_same_every_time(text: str) -> None:
    first, second = tasks(text), tasks(text)
    assert first == second
    ids = [task.id for task in first]
    assert len(set(ids)) == len(ids) > 1
    assert Plan(Experiment.of(text)).ids == tuple(ids)
    rest = list(Plan(Experiment.of(text)).missing({ids[0]}))
    assert rest == first[1:]


def test_the_same_seed_gives_the_same_records() -> None:
    first = [timeless(run_task(task)) for task in tasks(CHANCE)]
    second = [timeless(run_task(task)) for task in tasks(CHANCE)]
    assert first == second
    other = [timeless(run_task(task)) for task in tasks(CHANCE.replace("seed = 5", "seed = 6"))]
    assert first != other


def test_a_pair_is_one_opening_with_colours_changed() -> None:
    for task in tasks(ROUND_ROBIN):
        record = run_task(task)
        one, two = record["games"]
        opening = record["opening"]["moves"]
        assert (one["first"], two["first"]) == ("black", "white")
        for game in (one, two):
            moves = game["moves"].split()
            assert moves[:2] == opening
            assert len(moves) == game["plies"]
            result = plyground.game("othello", size=4).start().play_all(moves).result()
            assert result is not None
            assert result.winner == game["winner"]
            points = 0.5 if result.winner is None else float(result.winner == game["first"])
            assert game["points"] == points
            assert game["margin"] == pytest.approx((2 * points - 1) * (result.margin or 0))
            assert game["spent"]["first"]["moves"] + game["spent"]["second"]["moves"] == (
                len(moves) - len(opening)
            )


def test_pairs_come_in_turn_so_that_early_ends_are_balanced() -> None:
    met = [(task.data["first"], task.data["second"]) for task in tasks(ROUND_ROBIN)]
    assert len(set(met[:3])) == 3
    assert set(Counter(met).values()) == {2}
    openings = [str(task.data["opening"]) for task in tasks(ROUND_ROBIN)]
    assert len(set(openings[:3])) == 1  # the same for all who meet
    assert openings[0] != openings[3]


def test_different_meetings_use_different_seeds() -> None:
    text = ROUND_ROBIN.partition("greedy")[0] + "".join(f'{name} = "random"\n' for name in "abc")
    games = [run_task(task)["games"][0]["moves"] for task in tasks(text)[:3]]
    assert len(set(games)) == 3


def test_the_first_dobutsu_program_s_nodes_are_counted() -> None:
    found = {
        (record["player"], record["depth"]): record["nodes"]
        for record in map(run_task, tasks(NODES))
    }
    assert found == {
        ("minimax", 3): 145,
        ("minimax", 5): 9243,
        ("pruned", 3): 95,
        ("pruned", 5): 1258,
    }


def test_searches_are_timed_several_times() -> None:
    records = [run_task(task) for task in tasks(TIMING)]
    assert Counter(record["repeat"] for record in records) == {0: 3, 1: 3}
    assert [(record["case"], record["depth"]) for record in records[:3]] == [(0, 2), (0, 3), (1, 2)]
    assert all(record["spent"]["cpu_seconds"] > 0 for record in records)
    assert records[0]["title"] == "4x4, line 3"


def test_random_games_are_counted_by_length_captures_and_winner() -> None:
    records = [run_task(task) for task in tasks(RANDOM)]
    assert [record["games"] for record in records] == [BATCH, 120 - BATCH] * 4
    for record in records:
        count = record["games"]
        assert record["black"] + record["white"] + record["draw"] + record["unfinished"] == count
        assert len(record["plies"]) == len(record["captures"]) == count
        assert min(record["captures"]) >= 0
        assert min(record["plies"]) >= 2
    komi = {
        (record["options"]["size"], record["options"]["komi"]): record["black"]
        for record in records[::2]
    }
    assert komi[3, 0.5] > komi[3, 6.5]
    assert max(map(max, (record["captures"] for record in records))) > 0


def test_captures_are_counted_where_stones_stay_only() -> None:
    for game, counts in (("gomoku", True), ("othello", False), ("dobutsu", False)):
        text = f'name = "x"\nkind = "random"\ngame = "{game}"\ngames = 2\n'
        captures = run_task(tasks(text)[0])["captures"]
        assert captures == ([0, 0] if counts else None)


def test_python_games_can_be_studied() -> None:
    folder = Path(__file__).parents[2] / "examples"
    text = (
        'name = "x"\nkind = "round_robin"\ngame = "tictactoe"\nload = ["tictactoe.py"]\ngames = 2\n'
        'openings = "none"\n[players]\na = "alphabeta:depth=9"\nb = "random"\n'
    )
    experiment = Experiment.of(text, folder=folder)
    (task,) = Plan(experiment).missing()
    assert sum(game["points"] for game in run_task(task)["games"]) >= 1
    assert list(experiment.files) == ["tictactoe.py"]
