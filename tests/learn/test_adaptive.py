"""The adaptive opponent becomes about as strong as its opponent, in simulation and on the board."""

import random

import pytest

import plyground
from plyground.engine.spec import LEVELS, read_spec
from plyground.learn import adaptive
from plyground.players.level import LevelPlayer

GAMES = ("othello", "gomoku", "robogo", "dobutsu", "go", "connect_four", "a game of one's own")


def season(game: str, elo: float, games: int, dice: random.Random) -> list[tuple[str, float]]:
    """A person of this strength plays a series against an opponent that adapts."""
    played: list[tuple[str, float]] = []
    for _ in range(games):
        spec = adaptive.opponent(game, played)
        won = dice.random() < adaptive.chance(elo, adaptive.strength(game, spec))
        played.append((spec, float(won)))
    return played


@pytest.mark.parametrize("game", GAMES)
def test_games_become_even_after_a_while_at_any_strength(game: str) -> None:
    """A simulated person of any strength within the ladder's wins 40 to 60 of 100 games."""
    top = adaptive.elos(game)[-1]
    for share in (0.0, 0.3, 0.65, 1.0):
        elo, dice = share * top, random.Random(f"{game} {share}")
        scores = [score for _ in range(40) for _, score in season(game, elo, 24, dice)[12:]]
        assert 0.4 <= sum(scores) / len(scores) <= 0.6, (elo, sum(scores) / len(scores))


def test_steps_are_small_and_go_the_right_way() -> None:
    specs = [adaptive.level_of("othello", elo) for elo in range(-500, 2500, 25)]
    strengths = [adaptive.strength("othello", spec) for spec in specs]
    assert strengths == sorted(strengths)
    assert specs[0] == "level:1,up=0"
    assert specs[-1] == "level:8,up=0"
    for elo in range(0, 1690, 25):
        found = adaptive.strength("othello", adaptive.level_of("othello", elo))
        assert found == pytest.approx(elo, abs=3)


def test_the_opponent_never_becomes_far_stronger_at_once() -> None:
    won = adaptive.opponent("othello", [("level:2", 1.0)])
    lost = adaptive.opponent("othello", [("level:2", 0.0)])
    assert adaptive.strength("othello", won) < adaptive.elos("othello")[1] + 260
    assert lost == "level:1,up=0"


def test_cheaper_of_equal_levels_plays() -> None:
    assert adaptive.level_of("robogo", 5000) == "level:7,up=0"  # level 8 is no stronger there


def test_wins_make_the_opponent_stronger_and_later_games_count_more() -> None:
    even = adaptive.estimate("othello", [])
    assert adaptive.estimate("othello", [("level:2", 1.0)]) > even
    assert adaptive.estimate("othello", [("level:2", 0.0)]) < even
    risen = adaptive.estimate("othello", [("level:3", 0.0)] * 5 + [("level:3", 1.0)] * 5)
    fallen = adaptive.estimate("othello", [("level:3", 1.0)] * 5 + [("level:3", 0.0)] * 5)
    assert risen > fallen
    long_ago = [("level:1", 0.0)] * 300
    assert adaptive.estimate("othello", long_ago + [("level:5", 1.0)] * adaptive.GAMES) > 900


def test_strength_between_two_levels_plays_as_either() -> None:
    """With a seed level:3,up=50 plays the moves of levels 3 and 4, both of them often."""
    position = plyground.game("dobutsu").start().play_all("b2b3")
    as_next = 0
    with LevelPlayer("level:3,up=50") as player:
        for seed in range(200):
            as_next += player._level_now(random.Random(seed)) == 4
        assert player.choose(position).move in position.moves()
    assert 70 < as_next < 130
    with LevelPlayer("level:3") as plain:
        assert {plain._level_now(random.Random(seed)) for seed in range(20)} == {3}


def test_a_wrong_share_is_reported() -> None:
    with pytest.raises(ValueError, match="up can be a whole number from 0 to 99, not '100'"):
        read_spec("level:3,up=100")
    assert adaptive.strength("othello", f"level:{LEVELS},up=50") == adaptive.elos("othello")[-1]
