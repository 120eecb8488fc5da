"""Whole games against real programs: the boards agree after every move, and so do the counts."""

import pytest

import plyground
from plyground.engine.counting import counted
from plyground.engine.game import Game, Position
from plyground.players.kinds import make_player
from plyground.players.player import EnginePlayer, Player
from plyground.players.protocols.gtp.client import GtpPlayer
from tests.conftest import deep_after, system_part
from tests.protocols.gtp_driver import stones


def our_stones(position: Position) -> dict[str, str]:
    """The stones on our board, by names that are common to both programs."""
    pieces = position.view()["pieces"]
    return {piece["at"].upper(): "X" if piece["owner"] == "black" else "O" for piece in pieces}


def play(game: Game, theirs: GtpPlayer, ours: Player, *, they_begin: bool) -> Position:
    """Plays a whole game; after every move the program's board is compared with ours."""
    position = game.start()
    plies = 0
    theirs._start()
    while not position.result():
        theirs_turn = (position.turn == "black") == they_begin
        answer = (theirs if theirs_turn else ours).choose(position)
        assert answer.move is not None, "nobody resigns here"
        position = position.play(answer.move)
        theirs.put(position)
        assert stones(theirs.tell("showboard")) == our_stones(position), position
        plies += 1
        assert plies < 400
    return position


def margin(position: Position) -> float:
    score = position.score()
    assert score is not None
    return score.black - score.white


def read_score(text: str | None) -> float:
    """B+3.5 as 3.5, W+3.5 as -3.5."""
    assert text is not None
    return 0.0 if text == "0" else float(text[2:]) * {"B": 1, "W": -1}[text[0]]


@pytest.mark.parametrize(
    ("they_begin", "seed", "options"),
    deep_after(
        1,
        [
            (False, 3, {"komi": 5.5, "handicap": 3}),
            (True, 1, {"komi": 7.5}),
            (False, 2, {"komi": 0.5}),
        ],
    ),
)
def test_go_against_gnugo(they_begin: bool, seed: int, options: dict[str, float]) -> None:
    command = (
        f"{system_part('gnugo')} --mode gtp --level 1 --chinese-rules --never-resign --seed {seed}"
    )
    game = plyground.game("go", size=9, **options)
    ours = EnginePlayer(f"mcts:playouts=400,seed={seed},resign=off")
    with GtpPlayer(command, game) as gnugo, ours:
        end = play(game, gnugo, ours, they_begin=they_begin)
        theirs = read_score(gnugo.final_score(end))
        if handicap := options.get("handicap"):
            theirs += handicap  # by its Chinese rules White gets a point for each of these stones
        assert margin(counted(end)) == theirs
        dead = gnugo.final_dead(end)
        assert dead is not None
        assert margin(end.mark_dead(dead)) == theirs


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(10, 30))
def test_many_games_against_gnugo(seed: int) -> None:
    test_go_against_gnugo(seed % 2 == 0, seed, {"komi": 7.5})


def test_territory_as_gnugo_counts_it() -> None:
    """In territory scoring, a stone in one's own area costs a point, so prisoners must agree."""
    command = (
        f"{system_part('gnugo')} --mode gtp --level 1 --japanese-rules --never-resign --seed 4"
    )
    game = plyground.game("go", size=9, komi=6.5, scoring="territory", ko="simple")
    with (
        GtpPlayer(command, game) as gnugo,
        EnginePlayer("mcts:playouts=400,seed=4,resign=off") as ours,
    ):
        end = play(game, gnugo, ours, they_begin=True)
        dead = gnugo.final_dead(end)
        assert dead is not None
        assert margin(end.mark_dead(dead)) == read_score(gnugo.final_score(end))


def test_gnugo_receives_a_position() -> None:
    """A board from a text is set up stone by stone."""
    game = plyground.game("go", size=9)
    position = game.position("9/2x3o2/9/4x4/3xo4/4o4/2o3x2/9/9 w")
    with GtpPlayer(f"{system_part('gnugo')} --mode gtp --level 1", game) as gnugo:
        answer = gnugo.choose(position)
        assert answer.move is not None
        after = position.play(answer.move)
        gnugo.put(after)
        assert stones(gnugo.tell("showboard")) == our_stones(after)
        gnugo.put(position)  # undone
        assert stones(gnugo.tell("showboard")) == our_stones(position)


def test_gnugo_refuses_what_we_refuse() -> None:
    """Ko and suicide."""
    game = plyground.game("go", size=5)
    position = game.start().play_all("B3 D4 C4 D2 C2 E3 A1 C3 D3")
    with GtpPlayer(f"{system_part('gnugo')} --mode gtp", game) as gnugo:
        gnugo._start()
        gnugo.put(position)
        assert position.explain("C3") is not None
        with pytest.raises(ValueError, match="illegal move"):
            gnugo.tell("play white C3")


@pytest.mark.parametrize("they_begin", [True, False])
def test_othello_against_rhino(they_begin: bool) -> None:
    """It passes without a command, and reports only its own passes."""
    game = plyground.game("othello")
    rhino = GtpPlayer(system_part("gtp-rhino"), game)
    spec = f"random:seed={5 + they_begin}"  # a weak player has to pass often
    with rhino, make_player(spec, game) as ours:
        end = play(game, rhino, ours, they_begin=they_begin)
        result = end.result()
        assert result is not None
        assert read_score(rhino.final_score(end)) == _difference(end)


def _difference(position: Position) -> float:
    """In discs; rhino does not count the empty squares."""
    pieces = position.view()["pieces"]
    return float(sum(1 if piece["owner"] == "black" else -1 for piece in pieces))


def test_rhino_takes_moves_back() -> None:
    game = plyground.game("othello")
    with GtpPlayer(system_part("gtp-rhino"), game) as rhino:
        rhino._start()
        for moves in ("f5 d6 c3 d3", "f5 d6", "f5 f6 e6", "", "c4"):
            position = game.start().play_all(moves)
            rhino.put(position)
            assert stones(rhino.tell("showboard")) == our_stones(position)
