"""The GTP server during a search: the end of the input, interrupts, lines, excluded moves."""

import re
import shlex
import sys
import time
from pathlib import Path

import pytest

import plyground
from plyground.players.player import EnginePlayer
from plyground.players.protocols.gtp.analysis import read_request
from plyground.players.protocols.gtp.command_table import Refused
from tests.conftest import deep_after
from tests.proc import wait_for_work
from tests.protocols.gtp_driver import COMMAND, PATIENCE, Engine
from tests.protocols.gtp_talk import Talk, go

BAD = Path(__file__).parent / "bad_gtp.py"
SLOW = ("--set", "size=9", "--player", "search:seconds=600")


def ends(engine: Engine, seconds: float = PATIENCE) -> list[str]:
    """The output before its end, which must come in time."""
    assert engine.process.stdout is not None
    begin = time.monotonic()
    rest = engine.process.stdout.read().decode().splitlines()
    assert engine.process.wait(seconds) == 0
    assert time.monotonic() - begin < seconds
    return rest


@pytest.mark.parametrize("last", deep_after(1, ["end of input", "quit\n", "7 quit # now\n"]))
def test_end_of_input_does_not_wait_for_a_long_search(last: str) -> None:
    with Engine(*COMMAND, *SLOW) as engine:
        engine.ask("name")
        engine.write("genmove b\n")
        if last.endswith("\n"):
            engine.write(last)
        else:
            assert engine.process.stdin is not None
            engine.process.stdin.close()
        rest = ends(engine)
    assert re.fullmatch("= [A-J][1-9]", rest[0])  # its best move so far
    assert rest[1:] == ([""] if last[0] == "e" else ["", f"={last[0].strip('q')}", ""])


def test_silent_program_does_not_keep_the_server_alive() -> None:
    command = shlex.join([sys.executable, str(BAD), "hangs"])
    with Engine(*COMMAND, "--set", "size=9", "--player", f"gtp:{command}") as engine:
        engine.write("genmove b\n")
        assert engine.process.stdin is not None
        engine.process.stdin.close()
        rest = ends(engine)
    assert rest[0].startswith("? ")
    assert rest[0].endswith("was ended.")


def test_commands_wait_for_their_turn_and_a_script_is_carried_out() -> None:
    with Engine(*COMMAND, "--set", "size=5", "--player", "search:seconds=0.3") as engine:
        begin = time.monotonic()
        engine.write("1 genmove b\n2 genmove w\n3 genmove b\n4 plyground-text\n")
        assert engine.process.stdin is not None
        engine.process.stdin.close()
        rest = [line for line in ends(engine) if line]
    assert [line[:2] for line in rest] == ["=1", "=2", "=3", "=4"]
    assert rest[3].count("x") == 2
    assert time.monotonic() - begin > 0.9  # nothing was interrupted


def test_interrupt_ends_only_the_search() -> None:
    with Engine(*COMMAND, *SLOW) as engine:
        assert engine.ask("known_command gogui-interrupt") == "true"
        engine.write("5 genmove b\n6 name\n")
        wait_for_work(engine.process)
        assert engine.is_quiet(0.3)
        engine.write("# interrupt\n")
        assert re.fullmatch("=5 [A-J][1-9]", engine.answer()[0])
        assert engine.answer() == ("=6 Plyground", [])
        engine.write("# interrupt\n")  # nothing to interrupt
        assert engine.ask("protocol_version") == "2"


def test_interrupt_right_after_a_command_is_not_lost() -> None:
    """It takes effect just after the answer before it, or before the next search begins."""
    with Engine(*COMMAND, *SLOW) as engine:
        for number in range(20):
            assert engine.ask("name") == "Plyground"
            engine.write(f"{number} reg_genmove b\n# interrupt\n")
            assert re.fullmatch(f"={number} [A-J][1-9]", engine.answer()[0])


# --- lines ----------------------------------------------------------------------------------------


def moves_of(answer: str) -> list[str]:
    """The moves of the last line of information."""
    last = [line for line in answer.splitlines() if "info " in line][-1]
    return re.findall(r"info move (\S+)", last)


@pytest.mark.parametrize(("game", "usual"), [("othello", 1), ("go", 10)])
def test_genmove_analyze_reports_several_lines(game: str, usual: int) -> None:
    talk = Talk(plyground.game(game), "search:nodes=400")
    answer = talk.ask("lz-genmove_analyze b 1 maxmoves 3")
    assert len(moves_of(answer)) == 3
    assert answer.splitlines()[-1] == f"play {moves_of(answer)[0]}"
    assert len(moves_of(talk.ask("lz-genmove_analyze w 1"))) == usual
    assert isinstance(talk.server.player, EnginePlayer)
    assert talk.server.player.lines == 1


def analysed(talk: Talk, command: str) -> list[str]:
    talk.raw(command)
    deadline = time.monotonic() + PATIENCE
    while "info " not in talk.out.getvalue() and time.monotonic() < deadline:
        time.sleep(0.02)
    output = talk.out.getvalue()
    talk.server.obey("")
    return moves_of(output)


def test_avoid_and_allow_restrict_the_moves() -> None:
    talk = Talk(plyground.game("othello"), "search:seconds=1")
    assert sorted(analysed(talk, "lz-analyze b 5")) == ["C4", "D3", "E6", "F5"]
    assert sorted(analysed(talk, "lz-analyze 5 avoid b D3,c4 20")) == ["E6", "F5"]
    assert sorted(analysed(talk, "kata-analyze b 5 allow b D3,F5 1")) == ["D3", "F5"]
    # Moves of the other side, or for no move at all, have no effect.
    assert len(analysed(talk, "lz-analyze b 5 avoid w D3,C4 20 avoid b C4 0")) == 4
    three = "lz-analyze b 5 maxmoves 1 avoid b D3 9 avoid b C4 9"
    assert analysed(talk, three)[0] in ("E6", "F5")
    assert len(analysed(talk, three)) == 1


@pytest.mark.parametrize(
    "words",
    ["foo bar", "b 50 foo true", "avoid b D4", "avoid x D4 3", "maxmoves", "avoid b , 3", "50 3 b"],
)
def test_wrong_analysis_arguments_are_refused(words: str) -> None:
    with pytest.raises(Refused, match="syntax error"):
        read_request(words.split(), "black")


def test_invalid_points_are_refused() -> None:
    talk = go()
    assert talk.refused("lz-analyze b 5 avoid b I5 3") == "syntax error"
    assert "for analysis" in talk.refused("lz-genmove_analyze b 5 avoid b A1 3")
    assert read_request(["b", "rootInfo", "true", "minmoves", "3"], "white").side == "black"


def test_lines_have_the_lcb_for_lizzie() -> None:
    for command, number in (("lz", r"[0-9]+"), ("kata", r"[01]\.[0-9]{6}")):
        answer = go(5).ask(f"{command}-genmove_analyze b 1")
        match = re.search(rf"winrate ({number}) .*?lcb ({number}) ", answer)
        assert match, answer
        assert match[1] == match[2]


def test_analysis_reuses_the_tree_of_the_last_one() -> None:
    """The same position again: the tree is reused, so the first report has more visits."""
    talk = Talk(plyground.game("go", size=9), "search:seconds=1")
    visits = []
    for _ in range(2):
        reports: list[int] = []
        talk.server.session.thinker.analyse(
            talk.server.session.board.position,
            lambda report, heard=reports: heard.append(report.lines[0].visits),  # type: ignore[misc]
            nodes=3000,
        )
        visits.append(reports[-1])
    assert visits[1] > visits[0]
