"""The command line in a separate process, as a user runs it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground import bench, cli
from plyground.engine import registry
from plyground.engine.game_guide import BenchGuide, GameGuide, RulesSpeed, guide_of
from plyground.games.go import bench as go_bench
from plyground.games.othello import bench as othello_bench
from plyground.games.othello import endings
from plyground.games.robogo import bench as robogo_bench

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games played here are saved here."""
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path))


def plyground(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "plyground", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )


def last_line(*arguments: str) -> str:
    done = plyground(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def test_games_lists_every_game() -> None:
    listed = plyground("games").stdout
    for name in ("robogo", "gomoku", "go", "othello", "dobutsu", "connect_four"):
        assert name in listed


def test_games_as_json_have_options_with_types_ranges_and_defaults() -> None:
    games = {game["name"]: game for game in json.loads(plyground("games", "--json").stdout)}
    options = {option["name"]: option for option in games["go"]["options"]}
    assert options["size"]["type"] == "int"
    assert (options["size"]["low"], options["size"]["high"]) == (2, 25)
    assert options["komi"]["default"] == 6.5
    assert options["ko"]["choices"] == ["positional", "situational", "simple"]
    assert options["max_moves"]["default"] is None
    assert games["dobutsu"]["rules"]


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["othello", "--depth", "7"], "55092"),
        (["othello", "--depth", "6", "--set", "size=6"], "7604"),
        (["go", "--depth", "4", "--set", "size=4", "--no-pass"], "43576"),
        (["go", "--depth", "2", "--set", "size=9"], "6643"),
        (["dobutsu", "--depth", "6", "--set", "try=entry,hand=distinct"], "72100"),
        (["robogo", "--depth", "6", "--set", "size=3", "--set", "line=3,pass=no"], "52000"),
        (["gomoku", "--depth", "2"], "50400"),
        (["dobutsu", "--depth", "1", "--position", "gle/1c1/1C1/ELG[-] w"], "4"),
        (["othello", "--depth", "0"], "1"),
    ],
)
def test_perft_prints_the_count_on_the_last_line(arguments: list[str], count: str) -> None:
    assert last_line("perft", *arguments) == count


def test_divide_adds_up() -> None:
    lines = plyground("perft", "dobutsu", "--depth", "5", "--divide").stdout.splitlines()
    assert sum(int(line.rpartition(": ")[2]) for line in lines[:-1]) == int(lines[-1]) == 8122


def test_show_draws_the_board_and_lists_the_moves() -> None:
    shown = plyground("show", "othello", "--set", "size=4", "--moves", "b1").stdout
    assert "1  .(x). ." in shown
    assert "text: 1x2/1xx1/1xo1/4 w" in shown
    assert "moves: a1 c1 a3" in shown
    assert "score: black 4, white 1 discs" in shown


def test_show_as_json_is_the_view() -> None:
    view = json.loads(plyground("show", "dobutsu", "--moves", "b2b3", "--json").stdout)
    assert view["hands"] == [{"owner": "black", "kind": "chick", "count": 1}]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "chess"], "the games are: robogo, gomoku"),
        (["show", "go", "--set", "size=99"], "from 2 to 25"),
        (["show", "go", "--set", "colour=red"], "its options are: size, komi"),
        (["show", "go", "--set", "size"], "NAME=VALUE"),
        (["show", "go", "--set", "size=9", "--set", "handicap=1"], "handicap can be"),
        (["show", "go", "--set", "size=5", "--set", "handicap=2"], "handicap can be 0 only"),
        (["show", "go", "--set", "komi=6.3"], "one half"),
        (["show", "gomoku", "--set", "rule=renju,line=4"], "line"),
        (["show", "othello", "--moves", "f5 a1"], "flips nothing"),
        (["show", "othello", "--position", "nonsense"], "side to move"),
        (["perft", "othello"], "depth"),
        (["perft", "othello", "--depth", "many"], "--depth"),
        (["perft", "othello", "--depth", "-1"], "from 0 to 200"),
        (["perft", "othello", "--depth", "0", "--divide"], "at least 1"),
        (["play", "othello", "--black", "martian"], "A player is a person or a spec"),
        (["show", "tictactoe", "--load", "nowhere.py"], "nowhere.py"),
        (["check", "nowhere.py"], "nowhere.py"),
        (["juggle"], "juggle"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(arguments: list[str], words: str) -> None:
    done = plyground(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_written_in_python_works_with_every_command() -> None:
    load = ["--load", str(EXAMPLES / "tictactoe.py")]
    assert last_line("perft", "tictactoe", "--depth", "5", *load) == "15120"
    assert "tictactoe" in plyground("games", *load).stdout
    assert "black to move" in plyground("show", "tictactoe", *load).stdout
    played = plyground("play", "tictactoe", "--white", "random", *load, text="b2\nquit\n")
    assert "Goodbye" in played.stdout


def test_an_error_in_a_loaded_game_is_reported_with_its_line(tmp_path: Path) -> None:
    source = (EXAMPLES / "tictactoe.py").read_text()
    broken = tmp_path / "broken.py"
    broken.write_text(source.replace("def moves(self)", "def moves(self, surprise)"))
    raising = tmp_path / "raising.py"
    raising.write_text("import plyground\n\nplyground.game('ludo')\n")
    for file, words in ((raising, "raising.py, line 3: ValueError"), (broken, "surprise")):
        done = plyground("show", "tictactoe", "--load", str(file))
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr


def test_check_is_content_with_the_examples() -> None:
    for example in ("tictactoe.py", "domineering.py"):
        done = plyground("check", str(EXAMPLES / example), "--games", "200")
        assert done.returncode == 0, done.stdout + done.stderr


def test_play_by_pipe_explains_bad_input_and_goes_on() -> None:
    moves = "g7\nz99\nrubbish\ng7\nj8\nh7\ni9\ni7\nh10\nj7\nk9\nf7\n"
    output = plyground(
        "play", "gomoku", "--black", "person", "--white", "person", text=moves
    ).stdout
    assert "z99 is not on this board." in output
    assert "This is not a valid move" in output
    assert "There is already a piece on g7." in output
    assert "black wins: five in a row." in output


def test_play_chooses_game_and_opponent_by_menu() -> None:
    output = plyground(
        "play", text="9\ndobutsu\nsize=4\n\n\n\nb2b3\nundo\nmoves\nrules\ntext\nresign\n"
    ).stdout
    assert "Please answer with a number" in output
    assert "level:1: Friendly beginner" in output
    assert "dobutsu has no option 'size'" in output
    assert "black>" in output
    assert "gle/1c1/1C1/ELG[-] b" in output
    assert "You lose: black resigned." in output


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ("person\n", "black>"),
        ("level:1\nwhite\n", "white>"),
        ("watch\n", r" wins: |A draw: "),  # the levels play a different game each time
    ],
)
def test_play_takes_either_side_two_people_or_none(answers: str, message: str) -> None:
    output = plyground("play", text=f"othello\nsize=4\n{answers}").stdout
    assert re.search(message, output)


def test_play_words_the_result_for_the_person() -> None:
    end = "gl1/1C1/3/ELG[Ce] b"
    output = plyground(
        "play", "dobutsu", "--white", "random", "--position", end, text="b3b4+\n"
    ).stdout
    assert "You win: lion captured." in output


def test_two_random_players_finish_a_game() -> None:
    arguments = ["--black", "random", "--white", "random", "--seed", "3"]
    first = plyground("play", "robogo", *arguments)
    assert first.returncode == 0
    assert first.stdout == plyground("play", "robogo", *arguments).stdout


def test_help_names_every_command() -> None:
    output = plyground("--help").stdout
    for command in ("games", "show", "perft", "play", "check", "bench"):
        assert command in output


def test_bench_measures_every_promise() -> None:
    promised = list(bench.promises())
    assert {name for name, _ in promised} == set(registry.native())
    othello = next(promise for name, promise in promised if name == "othello")
    measured = bench.measure("othello", othello, repeats=1)
    assert measured.per_second > 0
    assert measured.position_bytes == 24


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_play_draws_in_any_encoding(encoding: str) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "plyground",
            "play",
            "robogo",
            "--set",
            "size=5",
            "--white",
            "random",
        ],
        input=b"C3\nquit\n",
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    board = done.stdout.decode(encoding)
    assert ("●" if encoding == "utf-8" else "x") in board


def test_check_without_games_is_refused() -> None:
    example = str(EXAMPLES / "tictactoe.py")
    for limits in (["--games", "0"], ["--seconds", "-1"]):
        assert plyground("check", example, *limits).returncode == 2


def test_analyse_streams_reports_as_json_and_the_last_is_final() -> None:
    done = plyground("analyse", "othello", "--depth", "4", "--lines", "2", "--json")
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [report["depth"] for report in reports] == [1, 2, 3, 4]
    wanted = {"move", "score", "win_chance", "mate", "exact", "pv", "depth", "nodes", "seconds"}
    assert wanted <= reports[-1].keys()
    assert len(reports[-1]["lines"]) == 2


def test_analyse_a_finished_game_says_so() -> None:
    done = plyground("analyse", "go", "--set", "size=5", "--moves", "pass pass", "--depth", "2")
    assert done.stdout == "The game is over.\n"


def test_trace_prints_one_json_object() -> None:
    tree = json.loads(plyground("trace", "dobutsu", "--player", "alphabeta:depth=3").stdout)
    assert tree["searched"] == len(tree["nodes"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--player", "alphabta:depth=3"], "the players are: random, level, maximum, search"),
        (["--player", "alphabeta:depht=3"], "it takes: depth="),
        (["--player", "alphabeta"], "needs a limit: depth"),
        (["--player", "alphabeta:depth=3,eval=luck"], "its heuristics are: coins"),
        (["--depth", "0"], "from 1 to 200"),
        (["--seconds", "-1"], "above 0"),
        (["--lines", "0"], "from 1 to 1000"),
    ],
)
def test_a_bad_search_is_refused_in_one_sentence(arguments: list[str], words: str) -> None:
    done = plyground("analyse", "othello", *arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr


def test_the_signature_has_a_line_a_game() -> None:
    lines = plyground("signature").stdout.splitlines()
    assert {line.split()[0] for line in lines} == set(registry.native())


def test_measuring_against_an_unknown_library_is_refused() -> None:
    done = plyground("bench", "search", "--against", "abacus")
    assert done.returncode == 2
    assert "openspiel" in done.stderr


def test_a_searching_player_can_be_played_against() -> None:
    arguments = ["--set", "size=3,line=3", "--white", "alphabeta:depth=2"]
    output = plyground("play", "gomoku", *arguments, text="b2\na1\nquit\n").stdout
    assert "white plays" in output


def test_solve_prints_value_line_and_effort() -> None:
    done = plyground("solve", "gomoku", "--set", "size=4,line=3")
    assert done.returncode == 0, done.stderr
    value, line, effort = done.stdout.splitlines()
    assert value == "black to move: win"
    assert line.startswith("line: ")
    assert "nodes" in effort


def test_solve_in_json() -> None:
    done = plyground("solve", "othello", "--set", "size=4", "--json")
    output = json.loads(done.stdout)
    assert (output["verdict"], output["margin"]) == ("loss", -10.0)
    assert output["checked_nodes"] > 0


def test_solve_says_unknown_honestly() -> None:
    done = plyground("solve", "dobutsu", "--nodes", "1000")
    assert done.returncode == 0
    assert done.stdout.startswith("unknown: not proven within the limits")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seconds", "0"], "seconds"),
        (["--seconds", "nan"], "seconds"),
        (["--nodes", "-5"], "nodes"),
        (["--memory", "0"], "memory"),
    ],
)
def test_a_bad_limit_of_solve_is_reported(arguments: list[str], words: str) -> None:
    done = plyground("solve", "go", *arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr


def test_the_version_is_shown() -> None:
    assert plyground("--version").stdout == f"{cli.VERSION}\n"


# In this process: situations that are hard to produce from outside, and smaller measurements


def called(*arguments: str) -> int:
    with pytest.raises(SystemExit) as done:
        cli.main(list(arguments))
    assert isinstance(done.value.code, int)
    return done.value.code


def raising(error: BaseException) -> Callable[..., Any]:
    def app(*_: object, **__: object) -> None:
        raise error

    return lambda _: app


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 141, ""),
        (MemoryError(), 2, "plyground: There is not enough memory; use fewer megabytes.\n"),
        (ValueError("a sentence\n  on two lines"), 2, "plyground: a sentence on two lines\n"),
        (FileNotFoundError("no such file"), 2, "plyground: no such file\n"),
    ],
)
def test_exit_codes_say_how_a_command_ended(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    sentence: str,
) -> None:
    monkeypatch.setattr(cli, "make_app", raising(error))
    assert called("games") == code
    assert capsys.readouterr().err == sentence


def test_a_mistake_of_our_own_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    # otherwise it may be a loaded game's mistake
    monkeypatch.setattr(registry._registry, "loaded", {})
    monkeypatch.setattr(cli, "make_app", raising(KeyError("ours")))
    with pytest.raises(KeyError, match="ours"):
        cli.main(["games"])


def test_version_option_runs_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert called("--version", "games") == 0
    assert capsys.readouterr().out == f"{cli.VERSION}\n"


def test_bench_measures_the_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    promises = [
        ("othello", RulesSpeed("perft 3", "leaves/s", 3, 1.0)),
        ("othello", RulesSpeed("games", "games/s", 2, 1.0)),
        ("go", RulesSpeed("moves", "moves/s", 2, 1e18, {"size": 5})),
    ]
    monkeypatch.setattr(bench, "promises", lambda: iter(promises))
    assert called("bench", "rules", "--json") == 0
    output = json.loads(capsys.readouterr().out)
    assert output["build"] == bench.build()
    assert [rate["work"] for rate in output["rates"]] == ["perft 3", "games", "moves"]
    assert [rate["ratio"] >= 1 for rate in output["rates"]] == [True, True, False]
    assert called("bench", "rules") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["othello", "othello", "go", "build:"]


def test_bench_measures_the_textbook_searches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    guides = {}
    for name in ("othello", "dobutsu"):
        measured = guide_of(name).bench.searches
        shallow = [replace(row, spec=re.sub("depth=[89]", "depth=3", row.spec)) for row in measured]
        guides[name] = GameGuide(bench=BenchGuide(searches=tuple(shallow)))
    monkeypatch.setattr(bench, "native_guides", lambda: guides)
    monkeypatch.setattr(bench, "AT_LEAST", 0.001)
    assert called("bench", "search", "--json") == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["work"] for row in rows] == [
        "othello, coin parity, alphabeta:depth=3",
        "dobutsu, minimax, minimax:depth=3",
    ]
    assert all(row["nodes_per_second"] > row["nodes"] > 0 for row in rows)
    assert called("bench", "search") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert called("bench", "search", "--against", "chess") == 2
    assert "against openspiel, not 'chess'" in capsys.readouterr().err


def test_bench_measures_the_strong_searches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(go_bench, "SIZE", 5)
    monkeypatch.setattr(go_bench, "LIGHT", 10)
    monkeypatch.setattr(othello_bench, "time_to_depth", float)
    monkeypatch.setattr(robogo_bench, "TIMED", [(4, 3, 2, 7)])
    assert called("bench", "strong", "--seconds", "0.01", "--json") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["unit"] for row in rows] == [
        *("s", "playouts/s"),  # Robogo, Gomoku
        *("playouts/s", "playouts/s", "times"),  # Go
        *("playouts/s", "nodes/s", "times", "times"),  # Othello
    ]
    assert rows[0]["kept"] is True
    assert rows[0]["work"] == "robogo 4x4 line 3 depth 2 (the original: 7 s)"
    assert rows[2]["work"] == "go Monte Carlo 5x5"
    assert (rows[8]["figure"], rows[8]["kept"]) == (0.5, False)
    assert called("bench", "strong", "--seconds", "0.01") == 0
    assert "at least 1  MISSED" in capsys.readouterr().out


# Four empty points; Black loses by two with its best move.
ENDING = "2xxxxxx/oxxxxxxx/ooxx1xxx/oxxxooxx/ooxxxoox/ooxoxo1o/ooxooxoo/oooooooo b"


@pytest.mark.parametrize(("score", "code", "word"), [(-2.0, 0, "right"), (2.0, 1, "WRONG")])
def test_bench_solves_endings_and_says_which_are_wrong(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    score: float,
    code: int,
    word: str,
) -> None:
    suite = [endings.Ending(number, 4, score, ("e3",), ENDING) for number in (39, 40, 45)]
    monkeypatch.setattr(endings, "endings", lambda: iter(suite))
    assert called("bench", "ffo") == code
    solved, total = capsys.readouterr().out.splitlines()
    assert solved.startswith(f"FFO 40 (4 empty): -2 e3 {word}, ")
    assert total.startswith("total ")
    assert called("bench", "ffo", "--first", "45", "--last", "45", "--json") == code
    output = json.loads(capsys.readouterr().out)
    assert (output["number"], output["score"], output["right"]) == (45, -2.0, code == 0)
