"""Players with our own search: answers, clocks, stops, resignation, draws."""

import pickle
import threading
import time

import pytest

import plyground
from plyground.engine.report import Report
from plyground.engine.stop import Stop
from plyground.players.kinds import make_player
from plyground.players.maximum import MaximumPlayer
from plyground.players.player import Answer, Clock, EnginePlayer, Forfeit, Player

QUICK = ["random", "alphabeta:depth=2", "deepening:depth=2", "search:nodes=500", "mcts:playouts=50"]


@pytest.mark.parametrize("spec", QUICK)
@pytest.mark.parametrize("name", ["robogo", "gomoku", "go", "othello", "dobutsu", "connect_four"])
def test_a_player_answers_with_a_legal_move(name: str, spec: str) -> None:
    position = plyground.game(name).start()
    with EnginePlayer(spec) as player:
        for _ in range(3):
            move = player.choose(position).move
            assert move in position.moves()
            position = position.play(move)
        assert player.cpu_seconds > 0


@pytest.mark.parametrize("name", ["gomoku", "go", "connect_four"])
def test_maximum_plays_the_strong_search_of_the_game_within_its_limits(name: str) -> None:
    position = plyground.game(name).start()
    report = make_player("maximum:nodes=200,book=off", position.game).choose(position).report
    assert report is not None
    assert report.move == plyground.search(position, "search:nodes=200").move
    assert 0 < report.nodes <= 200


def test_maximum_is_given_a_second_unless_it_names_a_limit() -> None:
    player = MaximumPlayer("maximum:threads=2,resign=off")
    spec = player.search_for(plyground.game("othello").start())
    assert (spec.algorithm, dict(spec.settings)) == ("search", {"threads": 2, "seconds": 1})


def test_reports_come_during_the_search() -> None:
    reports: list[Report] = []
    player = EnginePlayer("deepening:depth=4")
    answer = player.choose(plyground.game("othello").start(), on_report=reports.append)
    assert [report.depth for report in reports] == [1, 2, 3, 4]
    assert answer.report == reports[-1]


def test_a_spec_without_a_limit_gets_one() -> None:
    assert EnginePlayer("search").spec.settings["seconds"] == 1


@pytest.mark.parametrize("clock", [Clock(2.0), Clock(2.0, 0.1), Clock(move=0.1), Clock(60, 1, 0.1)])
def test_a_clock_goes_before_the_time_of_the_spec(clock: Clock) -> None:
    player = EnginePlayer("search:seconds=30")
    begin = time.monotonic()
    player.choose(plyground.game("othello").start(), clock=clock)
    assert time.monotonic() - begin < 20


def test_a_clock_that_has_run_out_still_gets_an_answer() -> None:
    answer = EnginePlayer("search:seconds=30").choose(
        plyground.game("gomoku").start(), clock=Clock(0.0)
    )
    assert answer.move is not None


def test_stop_ends_the_search_with_a_move() -> None:
    player, stop = EnginePlayer("search:seconds=60"), Stop()
    position, answers = plyground.game("othello").start(), []
    thread = threading.Thread(target=lambda: answers.append(player.choose(position, stop=stop)))
    begin = time.monotonic()
    thread.start()
    stop.set()
    thread.join()
    assert time.monotonic() - begin < 20
    assert answers[0].move in position.moves()
    # The next search is not cut short by the last stop.
    assert player.choose(position, clock=Clock(move=0.2)).report.seconds > 0.1  # type: ignore[union-attr]


def test_a_game_that_is_over_has_no_answer() -> None:
    over = plyground.game("go", size=5).start().play_all("pass pass")
    with pytest.raises(ValueError, match="The game is over"):
        EnginePlayer("search:nodes=100").choose(over)


def lost_position() -> plyground.Position:
    """Othello, almost full: White has lost, with several moves to go."""
    return plyground.game("othello", size=4).position("xxxx/xxxx/xox1/x3 w")


def moves_until_resignation(player: Player, most: int = 6) -> int | None:
    position = lost_position()
    for times in range(1, most + 1):
        if player.choose(position).move is None:
            return times
    return None


def test_player_resigns_after_three_hopeless_moves() -> None:
    assert moves_until_resignation(EnginePlayer("search:nodes=2000")) == 3


def test_player_does_not_resign_if_switched_off() -> None:
    assert moves_until_resignation(EnginePlayer("search:nodes=2000,resign=off")) is None


def test_new_game_resets_the_count_of_hopeless_moves() -> None:
    player = EnginePlayer("search:nodes=2000")
    player.choose(lost_position())
    player.choose(lost_position())
    player.new_game()
    assert moves_until_resignation(player) == 3


def test_draw_is_accepted_only_by_the_losing_side() -> None:
    player = EnginePlayer("search:nodes=2000")
    # The side to move offers: White, losing, in vain; Black, winning, with success.
    assert not player.accepts_draw(lost_position())
    winning = plyground.game("othello", size=4).position("xxxx/xxxx/xox1/x3 b")
    assert player.accepts_draw(winning)
    assert not player.accepts_draw(plyground.game("go", size=5).start().play_all("pass pass"))


def test_a_forfeit_travels_between_processes() -> None:
    forfeit = pickle.loads(pickle.dumps(Forfeit("no_answer", "It did not answer.")))
    assert (forfeit.code, str(forfeit)) == ("no_answer", "It did not answer.")
    assert Answer(None).report is None
