"""OpenSpiel's own tests and algorithms on our games, and its games as referees of ours."""

import pickle
import random
from typing import Any

import pytest

import plyground
from tests.games.cases import load_examples, run_python

pytest.importorskip("pyspiel")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts, minimax
from open_spiel.python.observation import make_observation

from plyground.adapters import openspiel

load_examples()
for _example in ("tictactoe", "domineering"):
    openspiel.register(_example)

EVERY_GAME = [
    "plyground_othello(size=4)",
    "plyground_othello(size=6,margin=True)",
    "plyground_gomoku(size=5,line=4)",
    "plyground_go(size=4)",
    "plyground_go(size=5,max_plies=20)",
    "plyground_go(size=9,handicap=2,max_moves=20,komi=0.5,margin=True)",
    "plyground_robogo(size=4,line=3)",
    "plyground_robogo(size=5,line=4,captures=no,pass=no)",
    "plyground_dobutsu",
    "plyground_dobutsu(try=entry,hand=distinct)",
    "plyground_connect_four(columns=4,rows=4)",
    "plyground_tictactoe",
    "plyground_domineering(columns=4,rows=4)",
]


@pytest.mark.parametrize("text", EVERY_GAME)
def test_openspiel_random_simulation_passes(text: str) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("plyground_othello", "othello"),
        ("plyground_tictactoe", "tic_tac_toe"),
        ("plyground_connect_four", "connect_four"),
    ],
)
@pytest.mark.parametrize("seed", range(5))
def test_openspiel_plays_by_the_same_rules_and_numbers(ours: str, theirs: str, seed: int) -> None:
    dice = random.Random(seed)
    state = pyspiel.load_game(ours).new_initial_state()
    referee = pyspiel.load_game(theirs).new_initial_state()
    while not referee.is_terminal():
        assert state.legal_actions() == referee.legal_actions()
        assert state.current_player() == referee.current_player()
        action = dice.choice(referee.legal_actions())
        state.apply_action(action)
        referee.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == referee.returns()


def test_alpha_beta_solves_small_othello() -> None:
    margin = pyspiel.load_game("plyground_othello(size=4,margin=True)")
    value, action = minimax.alpha_beta_search(margin)
    assert value == -10
    assert action in margin.new_initial_state().legal_actions()


def test_alpha_beta_agrees_with_our_own_solver() -> None:
    small = pyspiel.load_game("plyground_robogo(size=3,line=3,pass=no)")
    value, action = minimax.alpha_beta_search(small)
    assert value == 1
    after = plyground.game("robogo", size=3, line=3, pass_="no").start()
    after = after.play(small.new_initial_state().action_to_string(action))
    assert plyground.solve(after).verdict == "loss"


def test_monte_carlo_finds_the_win() -> None:
    game = pyspiel.load_game("plyground_tictactoe")
    state = game.new_initial_state()
    for move in ("a3", "a2", "b3", "b2"):
        state.apply_action(state.string_to_action(move))
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2, 60, evaluator, random_state=np.random.RandomState(1))
    assert state.action_to_string(bot.step(state)) == "c3"


def test_players_and_returns() -> None:
    state = pyspiel.load_game("plyground_go(size=5,handicap=0,komi=0.5)").new_initial_state()
    assert (state.current_player(), state.returns()) == (0, [0, 0])
    state.apply_action(25)
    assert (state.current_player(), state.returns()) == (1, [0, 0])
    state.apply_action(25)
    assert (state.is_terminal(), state.returns()) == (True, [-1, 1])
    assert str(state).endswith("white wins: two passes: white by 0.5")


def test_an_illegal_action_is_explained_and_harms_nothing() -> None:
    state = pyspiel.load_game("plyground_othello").new_initial_state()
    with pytest.raises(plyground.IllegalMove, match="A disc on a1 flips nothing"):
        state.apply_action(0)
    with pytest.raises(ValueError, match="numbers 0 to 64, not 65"):
        state.apply_action(65)
    assert (state.history(), state.position.ply) == ([], 0)


def test_white_begins_with_a_handicap() -> None:
    game = pyspiel.load_game("plyground_go(size=9,handicap=2)")
    assert game.new_initial_state().current_player() == 1


def test_margin_is_the_return_if_requested() -> None:
    for text, value in [("margin=True", 7.5), ("margin=False", 1)]:
        game = pyspiel.load_game(f"plyground_go(size=3,komi=7.5,{text})")
        state = game.new_initial_state()
        for _ in range(2):
            state.apply_action(9)
        assert state.returns() == [-value, value]
        assert game.max_utility() == (25.5 if value > 1 else 1)


def test_a_long_game_is_a_draw() -> None:
    game = pyspiel.load_game("plyground_go(size=5,max_plies=3)")
    assert game.max_game_length() == 3
    state = game.new_initial_state()
    for action in range(3):
        state.apply_action(action)
    assert (state.is_terminal(), state.returns()) == (True, [0, 0])
    assert state.legal_actions() == []


def test_clones_and_pickles_keep_the_history() -> None:
    """A ko is only known from the earlier moves."""
    game = pyspiel.load_game("plyground_go(size=5)")
    state = game.new_initial_state()
    for move in ("B3", "C3", "A2", "D2", "B1", "C1", "C2", "B2"):
        state.apply_action(state.string_to_action(move))
    ko = state.position.explain("C2")
    assert ko is not None
    assert ko.code == "ko"
    for other in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert other.legal_actions() == state.legal_actions()
        assert "C2" not in other.position.moves()
        other.apply_action(25)
        assert other.position.played != state.position.played
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_pickle_is_read_in_a_new_process() -> None:
    data = pickle.dumps(pyspiel.load_game("plyground_othello(size=6)"))
    code = f"import pickle; print(pickle.loads({data!r}).num_distinct_actions())"
    assert run_python(code) == "37\n"


def test_an_observation_is_what_the_player_sees() -> None:
    game = pyspiel.load_game("plyground_othello(size=4)")
    state = game.new_initial_state()
    state.apply_action(1)
    observation = make_observation(game)
    assert game.observation_tensor_shape() == [5, 4, 4]
    for player in (0, 1):
        observation.set_from(state, player)
        assert observation.tensor.tolist() == state.observation_tensor(player)
        own, other, black, last, passed = observation.dict["observation"]
        discs = (own, other) if player == 0 else (other, own)
        assert [plane.sum() for plane in discs] == [4, 1]
        assert (black.mean(), last.argmax(), passed.sum()) == (1 - player, 1, 0)
    assert state.observation_string(0) == state.position.to_text()
    assert state.information_state_string(0) == "1"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("plyground_go(size=99)", "size can be a whole number from 2 to 25, not 99."),
        ("plyground_go(max_moves=0)", "max_moves can be a whole number from 1 to 99999 or none"),
        ("plyground_dobutsu(try=hard)", "try can be official or entry, not hard."),
        ("plyground_dobutsu(max_plies=-1)", "max_plies is a whole number from 1 on, not -1."),
    ],
)
def test_bad_parameters_are_reported(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        pyspiel.load_game(text)


def test_the_parameters_are_the_options() -> None:
    params: dict[str, Any] = pyspiel.load_game("plyground_go(size=9)").get_parameters()
    assert params.pop("max_plies") == 0
    assert params.pop("margin") is False
    assert params.pop("max_moves") == openspiel.NONE
    values = dict(plyground.game("go", size=9).values)
    assert values.pop("max_moves") is None
    assert params == values


def test_every_game_is_registered_and_the_process_ends_well() -> None:
    """Objects that OpenSpiel holds when the interpreter exits must survive that."""
    code = """
import pyspiel
from plyground.adapters import openspiel
game = pyspiel.load_game("plyground_dobutsu")
state = game.new_initial_state().clone()
print(*sorted(name for name in pyspiel.registered_names() if name.startswith("plyground_")))
"""
    names = ["connect_four", "dobutsu", "go", "gomoku", "othello", "robogo"]
    assert run_python(code).split() == [f"plyground_{name}" for name in names]
