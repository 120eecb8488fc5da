"""One game: its record, and every way it can end."""

from collections.abc import Callable
from statistics import median

import pytest

import plyground
from plyground.engine.game import Position
from plyground.engine.stop import Stop, Stopped
from plyground.engine.view import Turn
from plyground.matches import Agreement, Rules, play_game, read_time
from plyground.matches.clocks import TimeControl, Watch
from plyground.players.player import Answer, EnginePlayer, Forfeit, Player
from plyground.records.journal import lines_of, read_records
from plyground.records.record import Record
from tests.matches.players import (
    Scripted,
    chances,
    first_move,
    forfeiting,
    illegal,
    moves,
    resigning,
    sleeping,
    thinking,
)

OTHELLO = plyground.game("othello", size=4)


def two(
    black: Callable[[Position], Answer], white: Callable[[Position], Answer] = first_move
) -> dict[Turn, Scripted]:
    return {"black": Scripted(black), "white": Scripted(white)}


def test_a_game_between_engines_is_written_down_with_what_it_took() -> None:
    record = Record(OTHELLO)
    record.play("b1")
    with EnginePlayer("alphabeta:depth=2") as black, EnginePlayer("alphabeta:depth=3") as white:
        assert play_game(record, {"black": black, "white": white}) is record
    assert record.result == record.position.result()
    opening, *played = record.main_line()
    assert (opening.seconds, opening.evaluation) == (None, None)
    for node in played:
        assert node.seconds is not None
        assert node.seconds > 0
        assert node.cpu_seconds is not None
        assert node.evaluation is not None
        assert node.evaluation.depth in (2, 3)
        assert node.clock is None
    assert sum(node.cpu_seconds or 0 for node in played) == pytest.approx(
        black.cpu_seconds + white.cpu_seconds, abs=1e-3
    )
    assert read_records(lines_of(record)) == [record]


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        (illegal, "illegal_move", "black forfeits (illegal_move): it played 'z99': "),
        (forfeiting, "crashed", "black forfeits (crashed): it fell over"),
        (resigning, "resign", "black resigns"),
    ],
)
def test_a_player_that_fails_or_resigns_loses(
    answer: Callable[[Position], Answer], code: str, words: str
) -> None:
    record = play_game(Record(OTHELLO), two(answer))
    assert record.result is not None
    assert (record.result.winner, record.result.code) == ("white", code)
    assert words in record.result.reason
    assert read_records(lines_of(record)) == [record]


def test_the_other_side_loses_in_its_turn() -> None:
    record = play_game(Record(OTHELLO), two(first_move, illegal))
    assert record.result is not None
    assert (record.result.winner, record.moves) == ("black", record.moves[:1])


def test_a_move_that_takes_too_long_loses_on_time() -> None:
    rules = Rules(tolerance=0.01)
    players = two(sleeping(0.2))
    record = play_game(Record(OTHELLO), players, time=read_time("0.05"), rules=rules)
    assert record.result is not None
    assert (record.result.winner, record.result.code) == ("white", "time")
    assert "had 0.05 s" in record.result.reason
    assert record.moves == ()
    clock = players["black"].clocks[0]
    assert clock is not None
    assert clock.move == 0.05


def test_a_clock_runs_down_and_the_record_shows_it() -> None:
    record = play_game(Record(OTHELLO), two(sleeping(0.02)), time=read_time("100+0"))
    left = [node.clock for node in record.main_line()[::2]]
    assert all(clock is not None for clock in left)
    assert left == sorted(left, key=lambda clock: -(clock or 0))
    assert left[0] is not None
    assert left[0] < 99.99


def test_an_empty_clock_loses() -> None:
    rules = Rules(tolerance=0.01)
    record = play_game(Record(OTHELLO), two(sleeping(0.4)), time=read_time("1+0.001"), rules=rules)
    assert record.result is not None
    assert (record.result.winner, record.result.code) == ("white", "time")
    assert len(record.moves) <= 6


def test_an_engine_keeps_to_its_clock() -> None:
    record = Record(plyground.game("othello"))
    with EnginePlayer("search:threads=1") as black, EnginePlayer("random:seed=1") as white:
        players: dict[Turn, Player] = {"black": black, "white": white}
        play_game(record, players, time=read_time("0.02"), rules=Rules(tolerance=60))
    assert median(node.seconds or 0 for node in record.main_line()[::2]) < 0.5  # and not 1 second


def test_the_tolerance_and_the_increment_count() -> None:
    watch = Watch(read_time("1+0.5"), tolerance=0.1)
    assert watch.spend(0.25) == 1.25
    assert watch.spend(1.3) == 0.5  # a small overrun is forgiven, and the time is gone
    with pytest.raises(Forfeit, match=r"0\.70 s and had 0\.50 s"):
        watch.spend(0.7)


def test_a_move_may_take_its_time_and_the_tolerance_and_not_more() -> None:
    watch = Watch(read_time("0.5"), tolerance=0.25)
    assert [watch.spend(0.75), watch.spend(0.75)] == [None, None]
    with pytest.raises(Forfeit, match=r"0\.76 s and had 0\.50 s"):
        watch.spend(0.76)
    clock = watch.clock()
    assert clock is not None
    assert clock.move == 0.5


def test_clock_has_time_left_and_increment() -> None:
    watch = Watch(read_time("10+2"))
    assert watch.spend(4) == 8
    clock = watch.clock()
    assert clock is not None
    assert (clock.left, clock.increment, clock.move) == (8, 2, None)
    assert watch.spend(8.2) == 2, "a fifth of a second is the machine's"
    with pytest.raises(Forfeit):
        watch.spend(2.21)


def test_without_a_time_control_nothing_is_counted() -> None:
    watch = Watch(None)
    assert (watch.clock(), watch.spend(1e9)) == (None, None)


@pytest.mark.parametrize(
    ("text", "shown"),
    [(" 60+1 ", "60+1"), ("86400", "86400"), ("0.000001", "1e-06"), ("5+0", "5+0"), ("2.5", "2.5")],
)
def test_a_time_control_is_read_and_written(text: str, shown: str) -> None:
    assert str(read_time(text)) == shown


def test_missing_parts_of_a_time_control_are_none() -> None:
    assert read_time("0.5") == TimeControl(0.5, 0.0, 0.0)
    assert read_time("60+1") == TimeControl(None, 60.0, 1.0)
    with pytest.raises(AttributeError):
        read_time("0.5").move = 1.0  # type: ignore[misc]


def test_a_long_wrong_time_is_cut_after_forty_characters() -> None:
    with pytest.raises(ValueError, match=f"not '{'9' * 40}'"):
        read_time("9" * 41)


@pytest.mark.parametrize("text", ["86401", "86401+1", "0+1", "123456", "1.1234567", "1+1+1"])
def test_a_time_out_of_bounds_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="A time is seconds a move"):
        read_time(text)


@pytest.mark.parametrize("text", ["", "0", "fast", "1+", "-1", "1e9", "100000", "1:30", "nan"])
def test_a_wrong_time_is_reported(text: str) -> None:
    with pytest.raises(ValueError, match=r"such as 0\.5, or a clock"):
        read_time(text)


def test_game_at_the_ply_limit_is_a_draw_or_won_by_the_leader() -> None:
    drawn = play_game(Record(OTHELLO), two(first_move), rules=Rules(max_plies=3))
    assert (str(drawn.result), len(drawn.moves)) == ("draw: 3 plies were played", 3)
    score = drawn.position.score()
    assert score is not None
    assert score.black > score.white
    decided = play_game(Record(OTHELLO), two(first_move), rules=Rules(3, "score"))
    assert str(decided.result) == "black wins: 3 plies were played, and black leads"


def test_a_game_that_counts_no_points_has_no_leader_at_the_limit() -> None:
    record = play_game(Record(plyground.game("robogo")), two(first_move), rules=Rules(5, "score"))
    assert record.result is not None
    assert (record.result.winner, record.result.code) == (None, "adjudicated")


def test_game_is_adjudicated_if_both_players_agree() -> None:
    rules = Rules(win=Agreement(0.9, 4))
    record = play_game(Record(OTHELLO), two(thinking(0.05), thinking(0.95)), rules=rules)
    assert record.result is not None
    assert (record.result.winner, record.result.code) == ("white", "adjudicated")
    assert len(record.moves) == 4


def test_only_plies_in_a_row_count() -> None:
    rules = Rules(win=Agreement(0.9, 4))
    wavering = chances([0.95, 0.5, 0.95, 0.95, 0.95, 0.95])
    record = play_game(Record(OTHELLO), two(wavering, thinking(0.02)), rules=rules)
    assert len(record.moves) == 7


def test_an_even_game_is_ended_as_a_draw() -> None:
    rules = Rules(draw=Agreement(0.05, 6))
    record = play_game(Record(OTHELLO), two(thinking(0.52), thinking(0.48)), rules=rules)
    assert str(record.result) == "draw: both players evaluated the game as even for 6 plies"
    assert len(record.moves) == 6


@pytest.mark.parametrize("white", [thinking(0.95), first_move])
def test_players_that_disagree_or_report_nothing_play_on(
    white: Callable[[Position], Answer],
) -> None:
    rules = Rules(win=Agreement(0.9, 4), draw=Agreement(0.05, 4))
    record = play_game(Record(OTHELLO), two(thinking(0.95), white), rules=rules)
    assert record.result == record.position.result()


def go_to_the_end(players: dict[Turn, Scripted]) -> Record:
    """Black owns the board, except for a hopeless white stone."""
    go = plyground.game("go", size=5, komi=0.5)
    record = Record(go, "xxxxx/xxxxx/1x1x1/xxxxx/x1o1x b")
    return play_game(record, players)


def test_dead_stones_are_taken_off_before_go_is_counted() -> None:
    record = go_to_the_end(two(moves("pass"), moves("pass")))
    assert record.dead == ("C1",)
    assert record.result is not None
    assert (record.result.winner, record.result.margin) == ("black", 24.5)
    assert read_records(lines_of(record)) == [record]


class Counting(Scripted):
    """Counts by itself, arbitrarily."""

    def __init__(self, count: str) -> None:
        super().__init__(moves("pass"))
        self.count = count

    def final_score(self, _: Position) -> str:
        return self.count


def test_a_player_that_counts_otherwise_is_noted() -> None:
    record = go_to_the_end({"black": Counting("B+24.5"), "white": Counting("W+3")})
    assert record.result is not None
    assert record.result.winner == "black"
    assert record.info["disputed"] == {"white": "W+3"}
    agreed = go_to_the_end({"black": Counting("B+1"), "white": Counting("b+2")})
    assert "disputed" not in agreed.info


def test_play_continues_from_the_record_and_reports_every_move() -> None:
    record = Record(OTHELLO, "4/1ox1/1xo1/4 w")
    record.play(record.position.moves()[0])
    moves: list[str | None] = []
    play_game(record, two(first_move), on_move=lambda node: moves.append(node.move))
    assert tuple(moves) == record.moves[1:]


def test_players_are_notified_of_a_new_game() -> None:
    players = two(first_move)
    play_game(Record(OTHELLO), players)
    play_game(Record(OTHELLO), players)
    assert (players["black"].games, players["white"].games) == (2, 2)


# --- stopped ---------------------------------------------------------------------------------


def test_a_stopped_game_has_no_move_that_was_cut_short_and_can_go_on() -> None:
    stop, record = Stop(), Record(OTHELLO)

    def stops_at_the_third(position: Position) -> Answer:
        if position.ply == 2:
            stop.set()
        return first_move(position)

    with pytest.raises(Stopped):
        play_game(record, two(stops_at_the_third), stop=stop)
    assert len(record.moves) == 2
    assert record.result is None
    with pytest.raises(Stopped):
        play_game(record, two(first_move), stop=stop)
    assert len(record.moves) == 2
    assert play_game(record, two(first_move), stop=Stop()).result is not None


def test_a_player_that_fails_because_of_a_stop_does_not_lose() -> None:
    stop = Stop()

    def falls_over(position: Position) -> Answer:
        stop.set()
        return forfeiting(position)

    with pytest.raises(Stopped):
        play_game(Record(OTHELLO), two(falls_over), stop=stop)
    record = play_game(Record(OTHELLO), two(forfeiting), stop=Stop())
    assert record.result is not None
    assert record.result.winner == "white"


def test_players_without_stop_support_can_play() -> None:
    """A custom player written before stops existed."""

    class Old(Player):
        def choose(  # type: ignore[override]
            self, position: Position, *, clock: object = None, on_report: object = None
        ) -> Answer:
            del clock, on_report
            return first_move(position)

    players: dict[Turn, Player] = {"black": Old("old"), "white": Old("older")}
    assert play_game(Record(OTHELLO), players).result is not None
