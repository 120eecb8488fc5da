"""PettingZoo's own tests on every game, and what they do not cover."""

import copy
import pickle
import random
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import plyground
from tests.games.cases import load_examples, name_of

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, render_test, seed_test

from plyground.adapters import pettingzoo as adapter

CASES: list[tuple[str, dict[str, Any]]] = [
    ("othello", {"size": 4}),
    ("othello", {"size": 6}),
    ("gomoku", {"size": 5, "line": 4}),
    ("go", {"size": 4}),
    ("go", {"size": 9, "handicap": 2, "max_moves": 40}),
    ("robogo", {"size": 4, "line": 3}),
    ("robogo", {"size": 5, "line": 4, "captures": "no", "pass_": "no"}),
    ("dobutsu", {}),
    ("dobutsu", {"try_": "entry", "hand": "distinct"}),
    ("connect_four", {"columns": 4, "rows": 4}),
    ("tictactoe", {}),
    ("domineering", {"columns": 4, "rows": 4}),
]

# PettingZoo gives these warnings for its own board games too, unless it knows their names.
REMARKS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "We recommend agents to be named in the format <descriptor>_<number>",
    "Action mask numpy array is all zeros",
)


def cases() -> Iterator[Any]:
    load_examples()
    for name, options in CASES:
        make = partial(adapter.env, name, **options)
        yield pytest.param(make, id=name_of(plyground.game(name, **options)))


every_env = pytest.mark.parametrize("make", list(cases()))


@every_env
def test_pettingzoo_api_test_passes(make: Callable[..., Any]) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        api_test(make(), num_cycles=300)
    unknown = [str(one.message) for one in warned if not str(one.message).startswith(REMARKS)]
    assert unknown == []


@every_env
def test_pettingzoo_seed_test_passes(make: Callable[..., Any]) -> None:
    seed_test(make, num_cycles=100)


@every_env
def test_pettingzoo_render_test_passes(
    make: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    render_test(make, {"ansi": lambda board: "to move" in board or ":" in board})
    assert "to move" in capsys.readouterr().out  # for the mode human


@every_env
@pytest.mark.parametrize("seed", range(3))
def test_a_game_ends_as_the_rules_say(make: Callable[..., Any], seed: int) -> None:
    """The moves played by number, replayed by text, give the same result and rewards."""
    dice = random.Random(seed)
    env = make()
    env.reset()
    raw = env.unwrapped
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        assert not truncation
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        if termination:
            assert legal == []
            rewards[agent] = reward
            assert info["result"] == str(raw.position.result())
        else:
            assert agent == raw.position.turn
            assert {raw.actions.move(at) for at in legal} == set(raw.position.moves())
            other = "white" if agent == "black" else "black"
            assert not env.observe(other)["action_mask"].any()
        env.step(None if termination else dice.choice(legal))
    again = plyground.game(raw.game.name, **raw.game.values).start().play_all(raw.position.played)
    result = again.result()
    assert result is not None
    value = {"black": 1.0, "white": -1.0, None: 0.0}[result.winner]
    assert rewards == {"black": value, "white": -value}


def test_a_long_game_is_truncated() -> None:
    env = adapter.env("go", size=5, max_plies=7)
    env.reset()
    steps = 0
    for _ in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        assert (reward, termination) == (0, False)
        assert truncation == (steps >= 7)
        assert observation["action_mask"].any() != truncation
        env.step(None if truncation else int(observation["action_mask"].argmax()))
        steps += 1
    assert steps == 7 + 2  # both agents are removed at the end


def test_a_game_that_ends_on_the_last_ply_allowed_is_not_truncated() -> None:
    env = adapter.env("go", size=5, max_plies=2)
    env.reset()
    env.step(25)
    env.step(25)
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    assert env.rewards == {"black": -1.0, "white": 1.0}  # the komi decides


def test_white_begins_with_a_handicap() -> None:
    env = adapter.env("go", size=9, handicap=3)
    env.reset()
    assert env.agent_selection == "white"
    own, other = (env.observe("white")["observation"][:, :, at].sum() for at in (0, 1))
    assert (own, other) == (0, 3)


def test_an_illegal_move_loses() -> None:
    env = adapter.env("othello")
    env.reset()
    env.step(19)
    env.step(0)
    assert set(env.terminations.values()) == {True}
    assert env.rewards == {"black": 0, "white": -1}
    env.reset()
    assert env.observe("black")["action_mask"].sum() == 4


def test_the_raw_environment_explains_an_illegal_move() -> None:
    env = adapter.raw_env("othello")
    env.reset()
    before = env.position
    with pytest.raises(plyground.IllegalMove, match="A disc on a1 flips nothing"):
        env.step(0)
    with pytest.raises(ValueError, match="numbers 0 to 64, not 65"):
        env.step(65)
    with pytest.raises(ValueError, match="black must move; None is not an action"):
        env.step(None)
    assert env.position is before
    assert env.agent_selection == "black"


def test_step_before_reset_or_out_of_range_is_refused() -> None:
    env = adapter.env("othello")
    with pytest.raises(AssertionError, match="reset"):
        env.step(19)
    env.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(65)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"game": "chess"}, "There is no game called 'chess'"),
        ({"game": "go", "size": 99}, "size can be a whole number from 2 to 25, not 99."),
        ({"game": "go", "sise": 9}, "go has no option 'sise'"),
        ({"render_mode": "rgb_array"}, "render_mode can be human, ansi or None"),
        ({"max_plies": 0}, "max_plies is a whole number from 1 on, not 0."),
        ({"max_plies": 1.5}, "max_plies is a whole number from 1 on, not 1.5."),
    ],
)
def test_bad_settings_are_reported(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        adapter.env(**settings)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copy_is_independent(copied: Callable[[Any], Any]) -> None:
    env = adapter.raw_env("dobutsu")
    env.reset()
    env.step(env.actions.number("b2b3"))
    other = copied(env)
    other.step(other.actions.legal(other.position)[0])
    assert env.position.played == ("b2b3",)
    assert other.position.ply == 2
    assert env.agent_selection == "white"
    assert other.agent_selection == "black"


def test_a_reset_in_mid_game_begins_anew() -> None:
    env = adapter.env("tictactoe")
    for _ in range(2):
        env.reset()
        for number in (0, 3, 1, 4, 2):
            env.step(number)
        assert env.rewards == {"black": 1.0, "white": -1.0}
        env.step(None)  # only one agent is removed


def test_metadata_describes_the_environment() -> None:
    env = adapter.env("gomoku", size=7)
    assert env.metadata["name"] == str(env) == "plyground_gomoku_v0"
    assert env.metadata["render_modes"] == ["human", "ansi"]
    assert env.metadata["is_parallelizable"] is False
    assert env.possible_agents == ["black", "white"]
