"""GTP programs as players: the commands they get, and whole games against our own server."""

import shlex
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground
from plyground.engine.game import Game, Position
from plyground.engine.report import Report
from plyground.players.player import Clock, EnginePlayer, Forfeit, Player, Unplayable
from plyground.players.protocols.gtp.client import GtpPlayer, Refusal
from plyground.players.protocols.gtp.reports import read_info
from plyground.players.protocols.program import Program, Silent
from tests.protocols.gtp_driver import COMMAND


class Ear(GtpPlayer):
    """A client whose program is a list of the lines sent to it."""

    def __init__(
        self, game: Game, *, known: str = "", answers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(sys.executable, game)
        self.heard: list[str] = []
        self.answers = {"list_commands": known, **(answers or {})}
        self.greet()
        self.heard.clear()

    def tell(self, command: str) -> str:
        self.heard.append(command)
        answer = self.answers.get(command, "")
        if answer.startswith("?"):
            raise Refusal(answer)
        return answer

    def commands_for(self, position: Position) -> list[str]:
        self.heard.clear()
        self.put(position)
        return self.heard


GO = plyground.game("go", size=9, komi=7.5)


def test_a_position_is_sent_once() -> None:
    ear = Ear(GO)
    start = GO.start()
    assert ear.commands_for(start) == ["boardsize 9", "clear_board", "komi 7.5"]
    assert ear.commands_for(start.play("D4")) == ["play black D4"]
    assert ear.commands_for(start.play_all("D4 E5 pass")) == ["play white E5", "play black pass"]
    assert ear.commands_for(start.play_all("D4 E5 pass")) == []


def test_moves_are_taken_back() -> None:
    ear = Ear(GO)
    start = GO.start()
    ear.put(start.play_all("D4 E5 C3"))
    assert ear.commands_for(start.play_all("D4 F6")) == ["undo", "undo", "play white F6"]
    assert ear.commands_for(start) == ["undo", "undo"]


def test_a_program_without_undo_begins_anew() -> None:
    ear = Ear(GO, known="boardsize clear_board play genmove komi")
    start = GO.start()
    ear.put(start.play_all("D4 E5"))
    again = ["boardsize 9", "clear_board", "komi 7.5", "play black D4"]
    assert ear.commands_for(start.play("D4")) == again


def test_a_new_game_begins_anew() -> None:
    ear = Ear(GO)
    ear.put(GO.start())
    ear.begin_game()
    assert ear.commands_for(GO.start())[1] == "clear_board"


def test_other_options_begin_anew() -> None:
    ear = Ear(GO)
    ear.put(GO.start())
    other = plyground.game("go", size=13, komi=0)
    assert ear.commands_for(other.start()) == ["boardsize 13", "clear_board", "komi 0"]


def test_handicap_stones_are_sent() -> None:
    game = plyground.game("go", size=9, handicap=2)
    assert Ear(game).commands_for(game.start().play("E5"))[3:] == [
        "set_free_handicap G7 C3",
        "play white E5",
    ]
    fixed = Ear(game, known="boardsize fixed_handicap", answers={"fixed_handicap 2": "C3 G7"})
    assert fixed.commands_for(game.start())[-1] == "fixed_handicap 2"
    elsewhere = Ear(game, known="boardsize fixed_handicap", answers={"fixed_handicap 2": "A1 G7"})
    with pytest.raises(ValueError, match="other points"):
        elsewhere.put(game.start())


def test_a_position_from_a_text_is_sent_stone_by_stone() -> None:
    position = plyground.game("go", size=3).position("xo1/3/2o w").play("B2")
    assert Ear(position.game).commands_for(position)[3:] == [
        "play black A3",
        "play white B3",
        "play white C1",
        "play white B2",
    ]
    ours = Ear(position.game, known="plyground-position")
    assert ours.commands_for(position)[-2:] == ["plyground-position xo1/3/2o w", "play white B2"]
    othello = plyground.game("othello", size=4).position("4/1ox1/1xo1/4 w")
    with pytest.raises(ValueError, match="can't describe an Othello board"):
        Ear(othello.game).put(othello)


def test_refused_othello_passes_are_left_out() -> None:
    game = plyground.game("othello", size=4)
    position = _with_pass(game)
    passed = position.play("pass")
    ear = Ear(game, answers={f"play {position.turn} pass": "? syntax error"})
    ear.put(passed)
    assert ear.heard[-1] == f"play {position.turn} pass"
    after = passed.play(passed.moves()[0])
    assert ear.commands_for(after) == [f"play {passed.turn} {after.played[-1].upper()}"]
    assert "clear_board" in ear.commands_for(position)  # its undo may count differently


def _with_pass(game: Game) -> Position:
    waiting = [game.start()]
    for position in waiting:
        if position.moves() == ["pass"]:
            return position
        waiting += [position.play(move) for move in position.moves()]
    raise AssertionError


def test_gomoku_vertices_skip_the_letter_i() -> None:
    game = plyground.game("gomoku")
    ear = Ear(game, answers={"genmove white": "J8"})
    position = game.start().play("i9")
    assert ear.commands_for(position)[-1] == "play black J9"
    assert ear.ask(position, None, None).move == "i8"


@pytest.mark.parametrize(
    ("clock", "commands"),
    [
        (Clock(300), ["time_settings 300 0 0", "time_left black 300 0"]),
        (Clock(59.7, 1), ["time_settings 59 0 0", "time_left black 59 0"]),
        (Clock(move=5.5), ["time_settings 0 5 1", "time_left black 5 1"]),
        (Clock(move=0.2), ["time_settings 0 1 1", "time_left black 1 1"]),
        (Clock(), []),
    ],
)
def test_clocks_are_sent(clock: Clock, commands: list[str]) -> None:
    ear = Ear(GO, answers={"genmove black": "D4"})
    ear.put(GO.start())
    ear.heard.clear()
    assert ear.ask(GO.start(), clock, None).move == "D4"
    assert ear.heard == [*commands, "genmove black"]


def test_a_clock_is_set_once_a_game() -> None:
    ear = Ear(GO, answers={"genmove black": "D4", "genmove white": "E5"})
    ear.ask(GO.start(), Clock(300), None)
    ear.ask(GO.start().play("D4"), Clock(290), None)
    assert [line for line in ear.heard if line.startswith("time_s")] == ["time_settings 300 0 0"]
    assert "time_left white 290 0" in ear.heard


def test_score_and_dead_stones_are_read() -> None:
    end = GO.start().play_all("D4 pass pass")
    answers = {"final_score": "W+2.5 (upper bound: 3)", "final_status_list dead": "D4 E4\nA1"}
    counting = _Started(GO, answers=answers)
    assert counting.final_score(end) == "W+2.5"
    assert counting.final_dead(end) == ["D4", "E4", "A1"]
    refusing = _Started(GO, answers={"final_score": "? cannot score"})
    assert refusing.final_score(end) is None
    assert refusing.final_dead(end) == []


class _Started(Ear):
    def _start(self) -> None:
        """It is already running."""


class Loud(_Started):
    """Reports its thoughts."""

    MOVES = (
        "info move D4 visits 20 winrate 0.61 scoreLead 2.5 order 0 pv D4",
        "info move pass visits 2 winrate 0.1 order 1 pv pass",
        "info move A99 visits 1 winrate 0 pv A99",
    )
    LINES = (
        "info move D4 visits 5 winrate 5300 prior 0 order 0 pv D4 E5 D4",
        " ".join(MOVES),
        "info nonsense",
        "play D4",
    )

    def _talk(self, command: str, hear: Callable[[str], None]) -> str:
        assert command == "lz-genmove_analyze black 30"
        for line in self.LINES:
            hear(line)
        return "\n".join(self.LINES)


def test_analysis_lines_of_a_program_become_reports() -> None:
    reports: list[Report] = []
    loud = Loud(GO, known="lz-genmove_analyze")
    answer = loud.ask(GO.start(), None, reports.append)
    assert [report.win_chance for report in reports] == [0.53, 0.61]
    assert reports[0].pv == ("D4", "E5")  # as far as it is legal
    assert [line.move for line in reports[1].lines] == ["D4", "pass"]
    assert reports[1].score == 2.5
    assert reports[1].nodes == 22
    assert answer.move == "D4"
    assert answer.report is reports[1]


@given(st.text())
def test_random_analysis_lines_are_read(text: str) -> None:
    read_info(GO.start(), f"info move D4 visits {text} winrate {text} pv {text}", 1.0)
    read_info(GO.start(), text, 1.0)


class Babbler(GtpPlayer):
    """A program that prints anything, and then nothing."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(sys.executable, GO)
        self.lines = lines

    def _start(self) -> None:
        self.greet()

    def _running(self) -> Any:
        return Program.__new__(Quiet)

    def send(self, line: str) -> None:
        assert "\n" not in line

    def line(self) -> str:
        if not self.lines:
            raise Silent
        return self.lines.pop(0)


class Quiet(Program):
    def cpu_seconds(self) -> float:
        return 0.0


_LINES = st.one_of(
    st.text(max_size=20), st.sampled_from(["", "=", "= ", "= D4", "? no", "= resign"])
)


@given(st.lists(_LINES, max_size=30))
def test_random_answers_have_a_known_outcome(lines: list[str]) -> None:
    try:
        move = Babbler(lines).choose(GO.start()).move
        outcome = "resigned" if move is None else "moved"
    except Forfeit as loss:
        outcome = loss.code
    except Unplayable:
        outcome = "not played"
    known = ("resigned", "moved", "illegal_move", "misunderstood", "no_answer", "not played")
    assert outcome in known


def test_dobutsu_is_refused() -> None:
    with pytest.raises(ValueError, match="dobutsu is another kind"):
        GtpPlayer(sys.executable, plyground.game("dobutsu"))


# --- against our own server -----------------------------------------------------------------------


def ours(game: Game, spec: str = "alphabeta:depth=1,resign=off") -> GtpPlayer:
    options = [f"--set={name}={value}" for name, value in game.changed.items()]
    command = [*COMMAND, "--game", game.name, *options, "--player", spec]
    return GtpPlayer(shlex.join(command), game, move_seconds=60, start_seconds=60)


def played(start: Position, black: Player, white: Player, *, aloud: bool = False) -> Position:
    position, reports = start, 0

    def hear(_: Report) -> None:
        nonlocal reports
        reports += 1

    while not position.result():
        mover = black if position.turn == "black" else white
        move = mover.choose(position, on_report=hear if aloud else None).move
        assert move is not None
        position = position.play(move)
    assert not aloud or reports >= position.ply
    return position


WHOLE_GAMES = [
    plyground.game("go", size=5, komi=0.5),
    plyground.game("go", size=7, handicap=2),
    plyground.game("othello", size=6),
    plyground.game("gomoku", size=12),
    plyground.game("robogo", size=6, line=4),
]


@pytest.mark.parametrize("game", WHOLE_GAMES, ids=repr)
def test_whole_games_through_client_and_server(game: Game) -> None:
    """The program plays the same moves as the same player in this process."""
    spec = "alphabeta:depth=1,resign=off"
    with ours(game, spec) as there, EnginePlayer(spec) as here:
        end = played(game.start(), there, here, aloud=game.name == "othello")
        assert end.result() is not None
        there.put(end)
        assert there.tell("plyground-text") == end.to_text()
        alone = played(game.start(), here, here)
        assert end.played == alone.played


def test_a_position_from_a_text_through_client_and_server() -> None:
    game = plyground.game("othello", size=4)
    with ours(game) as there:
        answer = there.choose(game.position("4/1ox1/1xo1/4 w"))
        assert answer.move in game.position("4/1ox1/1xo1/4 w").moves()


@pytest.fixture
def two() -> Iterator[tuple[GtpPlayer, GtpPlayer]]:
    game = plyground.game("gomoku", size=9)
    with ours(game, "search:seconds=0.3") as first, ours(game, "search:seconds=0.3") as second:
        yield first, second


def test_two_engines_at_once(two: tuple[GtpPlayer, GtpPlayer]) -> None:
    """Both search at the same time, each in its own game, without interference."""
    positions = [
        plyground.game("gomoku", size=9).start().play_all(moves)
        for moves in ("e5 a1 e6 a2 e7 a3 e8 a9", "e5 d4 f5 d5 g5 d6 a9 d7 a8")
    ]
    answers: dict[int, str | None] = {}

    def think(number: int) -> None:
        for _ in range(3):
            answers[number] = two[number].choose(positions[number]).move

    threads = [threading.Thread(target=think, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers[0] in ("e4", "e9")
    assert answers[1] in ("d3", "d8")


@pytest.mark.deep
def test_game_continues_after_a_kill_during_a_search() -> None:
    """Killed with signal 9 during a search, it is restarted, gets the game, and answers."""
    game = plyground.game("go", size=9)
    position = game.start().play_all("E5 C3 G7")
    with ours(game, "search:seconds=2") as there:
        there._start()
        there.put(position)
        first = there._program
        assert first is not None
        killer = threading.Timer(0.5, first._process.kill)
        killer.start()
        answer = there.choose(position)
        killer.join()
        assert answer.move is not None
        assert there._program is not first


def test_a_wrong_option_is_reported() -> None:
    game = plyground.game("othello")
    with (
        ours(game, "no-such-player") as nobody,
        pytest.raises(Unplayable, match="there is no player 'no-such-player'"),
    ):
        nobody.choose(game.start())
