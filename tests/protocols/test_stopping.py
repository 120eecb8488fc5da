"""A stop reaches external programs exactly once and immediately, by a command of their protocol."""

import shlex
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import plyground
from plyground import Clock, Stop
from plyground.games.dobutsu.uci.client import UciPlayer, UsiPlayer
from plyground.games.gomoku.gomocup.client import GomocupPlayer
from plyground.games.othello.nboard.client import NBoardPlayer
from plyground.players.player import Forfeit
from plyground.players.protocols.external import ExternalPlayer
from plyground.players.protocols.gtp.client import GtpPlayer
from plyground.players.protocols.program import Program, split_command

PATIENCE = 60.0  # seconds; a busy machine must not fail the test
KINDS: dict[str, tuple[type[ExternalPlayer], str]] = {
    "uci": (UciPlayer, "dobutsu"),
    "usi": (UsiPlayer, "dobutsu"),
    "gtp": (GtpPlayer, "go"),
    "nboard": (NBoardPlayer, "othello"),
}
# Logs its input to a file. It searches until a line with the last argument in it arrives.
SCRIPT = """
import sys
kept, replies, ends, last = open(sys.argv[1], "a"), eval(sys.argv[2]), sys.argv[3], sys.argv[4]
thinking = False
for line in sys.stdin:
    print(line, end="", file=kept, flush=True)
    word = line.split()[0] if line.split() else ""
    thinking = thinking or word == "go"
    if thinking and ends in line:
        thinking = False
        print(last.replace("LINE", line.strip().replace("ping", "pong")), flush=True)
    elif word in replies:
        print(replies[word].replace("LINE", line.strip().replace("ping", "pong")), flush=True)
"""


@contextmanager
def soon() -> Iterator[None]:
    begin = time.monotonic()
    yield
    assert time.monotonic() - begin < PATIENCE


def ours(kind: str, game: plyground.Game) -> ExternalPlayer:
    """Our own server with a search that would take an hour."""
    more = ["--set", "size=9"] if kind == "gtp" else []
    command = [sys.executable, "-m", "plyground", kind, *more, "--player", "search:seconds=3600"]
    deep = {"depth": "40"} if kind == "nboard" else None
    return KINDS[kind][0](shlex.join(command), game, options=deep)


def game_of(kind: str) -> plyground.Game:
    name = KINDS[kind][1]
    return plyground.game(name, size=9) if name == "go" else plyground.game(name)


def clock_of(kind: str) -> Clock | None:
    """UCI and USI always send a time; the others use the time of the server's player."""
    return Clock(move=3600) if kind in ("uci", "usi") else None


def script(folder: Path, replies: dict[str, str], ends: str, last: str) -> tuple[str, Path]:
    kept = folder / "heard"
    words = [sys.executable, "-c", SCRIPT, str(kept), repr(replies), ends, last]
    return shlex.join(words), kept


@pytest.mark.parametrize("kind", KINDS)
def test_stop_before_or_during_a_search_reaches_the_program(kind: str) -> None:
    game, threads = game_of(kind), threading.active_count()
    start, clock = game.start(), clock_of(kind)
    with ours(kind, game) as player:
        for delay in (None, 0.3, 0.0):
            stop = Stop()
            timer = threading.Timer(delay or 0.0, stop.set)
            if delay is None:
                stop.set()
            else:
                timer.start()
            with soon():
                assert player.choose(start, clock=clock, stop=stop).move in start.moves()
        pid = player._program.pid if player._program else 0
        assert pid
        fresh, answers = Stop(), list[str | None]()
        thread = threading.Thread(
            target=lambda: answers.append(player.choose(start, clock=clock, stop=fresh).move)
        )
        thread.start()
        thread.join(0.5)
        assert thread.is_alive(), "the stop of an earlier question is not for this one"
        fresh.set()
        thread.join(PATIENCE)
        assert answers[0] in start.moves()
        assert player._program is not None
        assert player._program.pid == pid, "it never had to be ended"
    timer.join()
    assert threading.active_count() == threads


def test_stop_is_sent_once_and_after_the_command(tmp_path: Path) -> None:
    replies = {"uci": "option name UCI_Variant type combo var dobutsu\nuciok", "isready": "readyok"}
    command, kept = script(tmp_path, replies, "stop", "info depth 1\nbestmove b2b3")
    game = plyground.game("dobutsu")
    with UciPlayer(command, game) as player:
        for number in range(3):
            stop = Stop()
            if number:
                stop.set()
            else:
                threading.Timer(0.2, stop.set).start()
            with soon():
                assert player.choose(game.start(), stop=stop).move == "b2b3"
            stop.set()
    heard = [line.split()[0] for line in kept.read_text().splitlines()]
    assert heard[-10:] == ["position", "go", "stop"] * 3 + ["quit"]


def test_late_stop_does_not_end_the_next_search(
    tmp_path: Path,
) -> None:
    replies = {"uci": "option name UCI_Variant type combo var dobutsu\nuciok", "isready": "readyok"}
    command, kept = script(tmp_path, replies, "go", "bestmove b2b3")
    game = plyground.game("dobutsu")
    with UciPlayer(command, game) as player:
        stop = Stop()
        assert player.choose(game.start(), stop=stop).move == "b2b3"
        stop.set()
        assert player.choose(game.start(), stop=Stop()).move == "b2b3"
    assert "stop" not in kept.read_text()


@pytest.mark.parametrize("reports", [True, False])
def test_nboard_program_that_stops_without_a_move_plays_its_last_report(
    tmp_path: Path, reports: bool
) -> None:
    """Its last report is its move; without a report it is asked again, and takes its time."""
    search = "search F5D6 1.50 0 9\n" if reports else ""
    command, kept = script(tmp_path, {"ping": "LINE", "go": search}, "ping", "LINE")
    if not reports:
        answering = f"""
import sys
kept, asked = open({str(kept)!r}, "a"), 0
for line in sys.stdin:
    print(line, end="", file=kept, flush=True)
    if line.startswith("ping"):
        print(line.replace("ping", "pong"), end="", flush=True)
    elif line.startswith("go"):
        asked += 1
        if asked == 2:
            print("=== F5/1.5/0.1", flush=True)
"""
        command = shlex.join([sys.executable, "-c", answering])
    game = plyground.game("othello")
    with NBoardPlayer(command, game) as player, soon():
        stop = Stop()
        threading.Timer(0.2, stop.set).start()
        answer = player.choose(game.start(), stop=stop)
    assert answer.move == "f5"
    heard = [line.split()[0] for line in kept.read_text().splitlines()]
    assert heard[heard.index("go") :] == ["go", "ping", *([] if reports else ["go"]), "quit"]


def test_programs_without_a_stop_command_finish_their_search(tmp_path: Path) -> None:
    gomoku = plyground.game("gomoku")
    command, kept = script(tmp_path, {"START": "OK", "BEGIN": "7,7"}, "no such", "")
    with GomocupPlayer(command, gomoku) as player, soon():
        stop = Stop()
        stop.set()
        assert player.choose(gomoku.start(), stop=stop).move == "h8"
    assert "STOP" not in kept.read_text().upper()

    go = plyground.game("go", size=9)
    bad = Path(__file__).parent / "bad_gtp.py"
    with GtpPlayer(shlex.join([sys.executable, str(bad), "plain"]), go) as plain, soon():
        assert plain.choose(go.start(), stop=stop).move == "E5"


def test_a_program_that_cannot_be_stopped_is_ended_by_closing_it() -> None:
    go = plyground.game("go", size=9)
    bad = Path(__file__).parent / "bad_gtp.py"
    stop, threads = Stop(), threading.active_count()
    stop.set()
    with GtpPlayer(shlex.join([sys.executable, str(bad), "hangs"]), go) as player, soon():
        timer = threading.Timer(0.3, player.close)
        timer.start()
        with pytest.raises(Forfeit, match="was ended"):
            player.choose(go.start(), stop=stop)
    timer.join()
    assert threading.active_count() == threads


def test_waking_a_reader_loses_no_line() -> None:
    echo = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
    program = Program(split_command(shlex.join([sys.executable, "-c", echo])))
    deadline = time.monotonic() + PATIENCE
    try:
        program.wake()
        program.wake()
        program.send("one", deadline)
        assert [program.line(deadline), program.line(deadline)] == [None, "one"]
        threading.Timer(0.1, program.wake).start()
        assert program.line(deadline) is None
        program.send("two", deadline)
        assert program.line(deadline) == "two"
    finally:
        program.close()
    program.wake()
