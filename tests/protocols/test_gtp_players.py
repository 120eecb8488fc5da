"""The GTP server and its player: clocks, resignation, counting, files."""

import re
from pathlib import Path

import pytest

import plyground
from plyground.players.kinds import make_player
from plyground.players.player import Answer, Clock, Forfeit, OnReport, Player
from plyground.players.protocols.gtp.time import Clocks
from tests.protocols.gtp_talk import Talk, go

# --- players --------------------------------------------------------------------------------------


class Listener(Player):
    """Plays the first legal move, and remembers its clocks."""

    def __init__(self) -> None:
        super().__init__("listener")
        self.clocks: list[Clock | None] = []
        self.games = 0

    def new_game(self) -> None:
        self.games += 1

    def choose(
        self,
        position: plyground.Position,
        *,
        clock: Clock | None = None,
        on_report: OnReport | None = None,
        stop: plyground.Stop | None = None,
    ) -> Answer:
        del on_report, stop
        self.clocks.append(clock)
        return Answer(position.moves()[0])


def test_the_clock_reaches_the_player() -> None:
    listener = Listener()
    talk = Talk(plyground.game("go", size=5), listener)
    talk.ask("genmove b")
    talk.ask("time_settings 300 0 0")
    talk.ask("genmove w")
    talk.ask("time_left b 42.5 0")
    talk.ask("genmove b")
    talk.ask("time_settings 0 10 5")
    talk.ask("genmove b")
    talk.ask("time_left w 8 2")
    talk.ask("genmove w")
    talk.ask("time_settings 0 10 0")
    talk.ask("genmove w")
    first, main, left, period, part, none = listener.clocks
    assert first is None
    assert main == Clock(300)
    assert left == Clock(42.5)
    assert period == Clock(move=1.8)
    assert part == Clock(move=3.6)
    assert none is None


def test_clocks_count_off_what_was_spent() -> None:
    clocks = Clocks()
    clocks.set("absolute", 10)
    clocks.spend("black", 4)
    assert clocks.clock("black") == Clock(6)
    assert clocks.clock("white") == Clock(10)
    clocks.set("canadian", 5, 10, 2)
    clocks.spend("black", 6)  # one second of the period is also gone
    assert clocks.clock("black") == Clock(move=0.9 * 9 / 2)
    clocks.spend("black", 3)
    assert clocks.clock("black") == Clock(move=0.9 * 6)
    clocks.spend("black", 3)  # both moves are played: another period
    assert clocks.clock("black") == Clock(move=0.9 * 5)
    clocks.set("byoyomi", 0, 10, 3)
    clocks.spend("black", 7)
    assert clocks.clock("black") == Clock(move=9)
    for _ in range(10):
        clocks.spend("black", 25)
    assert clocks.clock("black") == Clock(move=9)


def test_extreme_clocks_are_accepted() -> None:
    talk = go(5)
    talk.ask("time_settings 999999999 999999999 1")
    assert talk.ask("genmove b")
    talk.ask("time_left w 0 0")
    assert talk.ask("genmove w")
    talk.ask("time_left w -5 3")
    assert talk.ask("genmove w")


def test_a_move_that_is_only_asked_about_costs_no_time() -> None:
    listener = Listener()
    talk = Talk(plyground.game("go", size=5), listener)
    talk.ask("time_settings 300 0 0")
    talk.ask("reg_genmove b")
    talk.ask("reg_genmove b")
    talk.ask("genmove b")
    talk.ask("genmove b")
    whole, again, still, less = (clock.left for clock in listener.clocks if clock)
    assert whole == again == still == 300
    assert less < 300


def test_player_is_notified_of_a_new_game() -> None:
    listener = Listener()
    talk = Talk(plyground.game("go"), listener)
    for command in ("boardsize 5", "clear_board", "set_game othello"):
        talk.ask(command)
    assert listener.games == 3


class Hopeless(Listener):
    """Resigns at once."""

    def choose(self, *_: object, **__: object) -> Answer:
        return Answer(None)


def test_resignation_is_answered_and_can_be_undone() -> None:
    talk = Talk(plyground.game("gomoku"), Hopeless())
    assert talk.ask("genmove w") == "resign"
    assert talk.ask("final_score") == "B+R"
    talk.ask("undo")
    assert talk.refused("final_score") == "cannot score"
    assert talk.ask("lz-genmove_analyze b 10").endswith("play resign")


def test_levels_can_be_played_against() -> None:
    game = plyground.game("go", size=7)
    talk = Talk(game, make_player("level:1,seed=3", game))
    for colour in "bwbw":
        assert talk.ask(f"genmove {colour}") != "resign"
    assert talk.server.session.board.position.ply == 4


class Broken(Listener):
    """Always fails."""

    def choose(self, *_: object, **__: object) -> Answer:
        raise Forfeit("crashed", "The program\nended.")


def test_a_player_that_fails_is_an_error_and_the_server_goes_on() -> None:
    talk = Talk(plyground.game("go", size=5), Broken())
    assert talk.refused("genmove b") == "The program ended."
    assert talk.ask("play b C3") == ""


# --- the count -----------------------------------------------------------------------------------


class Passing(Listener):
    """Always passes."""

    def choose(self, *_: object, **__: object) -> Answer:
        return Answer("pass")


def test_cleaning_up_takes_dead_stones_before_it_passes() -> None:
    talk = Talk(plyground.game("go", size=5), Passing())
    talk.ask("plyground-position 2x2/1oxxx/2x2/xxx2/5 b passes=2")
    played = []
    while "o" in talk.text:
        played.append(talk.ask("kgs-genmove_cleanup b"))
        assert played[-1] != "pass"
        assert len(played) <= 4
    assert talk.ask("kgs-genmove_cleanup b") == "pass"
    assert talk.ask("final_score") == "B+18.5"


def test_stones_and_points_have_one_status_each() -> None:
    talk = go(5)
    talk.ask("plyground-position 2xo1/1xxoo/xxoo1/ooo2/1o1o1 b passes=2")
    lists = {
        status: talk.ask(f"final_status_list {status}").split()
        for status in ("alive", "dead", "seki", "black_territory", "white_territory")
    }
    stones = lists["alive"] + lists["dead"] + lists["seki"]
    assert sorted(stones) == sorted(
        piece["at"] for piece in talk.server.session.board.position.view()["pieces"]
    )
    assert len(set(lists["black_territory"]) & set(lists["white_territory"])) == 0
    alive = len(lists["alive"]) + len(lists["black_territory"]) + len(lists["white_territory"])
    assert alive == 25


# --- files ----------------------------------------------------------------------------------------


def test_sgf_is_written_and_read_back(tmp_path: Path) -> None:
    talk = go(9, komi=5.5)
    for command in ("b E5", "w C3", "b G7", "w pass", "b C7"):
        talk.ask(f"play {command}")
    text = talk.text
    file = tmp_path / "a game.sgf"
    file.write_text(talk.ask("printsgf"), encoding="utf-8")
    other = go(19, suicide="yes")
    other.ask(f"loadsgf {file}")
    assert other.text == text
    values = other.server.session.board.game.values
    assert (values["size"], values["komi"], values["suicide"]) == (9, 5.5, "yes")
    other.ask("undo")
    assert other.played == ["E5", "C3", "G7", "pass"]
    other.ask(f"loadsgf {file} 3")
    assert other.played == ["E5", "C3"]
    other.ask(f"loadsgf {file} 1")
    assert other.played == []


@pytest.mark.parametrize(
    ("komi", "points"), [("3.75", 7.5), ("6.3", 6.5), ("7.25", 7.5), ("-0.5", -0.5), ("7", 7.0)]
)
def test_komi_is_understood_alike_in_commands_and_files(
    komi: str, points: float, tmp_path: Path
) -> None:
    played, loaded = go(9), go(9)
    played.ask(f"komi {komi}")
    (tmp_path / "a.sgf").write_text(f"(;GM[1]SZ[9]KM[{komi}])", encoding="ascii")
    loaded.ask(f"loadsgf {tmp_path / 'a.sgf'}")
    assert played.server.session.board.game.values["komi"] == points
    assert loaded.server.session.board.game.values["komi"] == points


def test_sgf_holds_all_moves_played(tmp_path: Path) -> None:
    talk = go(9)
    talk.ask("set_free_handicap C3 G7 E5")
    for command in ("w C7", "w D7", "b pass", "w pass", "b E7", "b pass", "b G3", "w resign"):
        talk.ask(f"play {command}")
    talk.ask("komi 0.5")
    answer = talk.ask("printsgf")
    assert "HA[3]" in answer
    assert "RE[B+R]" in answer
    moves = re.findall(r";([BW])\[([a-z]*)\]", answer)
    assert " ".join(map("".join, moves)) == "Wcc Wdc B W Bec Bgg"
    (tmp_path / "a.sgf").write_text(answer, encoding="utf-8")
    other = go(19)
    other.ask(f"loadsgf {tmp_path / 'a.sgf'}")
    assert other.text.split()[0] == talk.text.split()[0]
    assert re.findall(r";([BW])\[([a-z]*)\]", other.ask("printsgf")) == moves
    assert "HA[3]" in other.ask("printsgf")
    assert "PL[" not in other.ask("printsgf")


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    talk = go()
    talk.ask("play b C3")
    (tmp_path / "bad.sgf").write_text("(;GM[1]SZ[5];B[zz])", encoding="ascii")
    (tmp_path / "chess.sgf").write_text("(;GM[3];B[aa])", encoding="ascii")
    for name in ("bad.sgf", "missing.sgf", ""):
        assert talk.refused(f"loadsgf {tmp_path / name}") == "cannot load file"
    assert talk.text == "5/5/2x2/5/5 w"


def test_printsgf_is_one_answer() -> None:
    talk = go()
    talk.ask("play b C3")
    assert "\n\n" not in talk.raw("printsgf").removesuffix("\n\n")


def test_printsgf_has_the_counted_result_of_a_finished_game() -> None:
    talk = go()
    for line in ("play b C3", "play w pass", "play b pass"):
        assert "RE[" not in talk.ask("printsgf")
        talk.ask(line)
    answer = talk.ask("final_score")
    assert f"RE[{answer}]" in talk.ask("printsgf")
