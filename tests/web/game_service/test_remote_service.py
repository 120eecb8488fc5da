"""Games written in Python play like any other, in processes that may hang, break or be killed."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.engine import registry
from plyground.engine.stop import Stop
from plyground.session.session import PERSON
from plyground.web.contract.jobs import Thinking
from plyground.web.contract.service import Chosen, ClockLeft
from plyground.web.game_service import game_process, remote_service
from plyground.web.game_service.game_process import Child
from plyground.web.game_service.remote_service import RemoteGameService, discover
from plyground.web.game_service.service import GameService, LocalGameService, Refused
from plyground.web.game_service.stored_game import StoredGame
from tests.project import ROOT

EXAMPLES = [str(ROOT / "examples" / f"{name}.py") for name in ("tictactoe", "domineering")]
NASTY = Path(__file__).parents[1] / "nasty.py"
_PATIENCE = 60.0  # seconds; a busy machine must not fail the test


def line(words: str) -> int:
    """The line of this text in the file of nasty games."""
    lines = NASTY.read_text(encoding="utf-8").splitlines()
    return 1 + next(number for number, text in enumerate(lines) if words in text)


def processes(source: str) -> set[int]:
    """The processes of a source, and their children."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            state = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except OSError:  # it ended meanwhile
            continue
        if source.encode() in words and state != "Z":
            found.add(int(folder.name))
    return found


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + _PATIENCE
    while not holds():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def examples() -> Iterator[dict[str, RemoteGameService]]:
    found = discover([Child(example) for example in EXAMPLES])
    yield found
    for service in found.values():
        service.close()


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The nasty games under a unique name."""
    path = tmp_path_factory.mktemp("games") / "nasty.py"
    path.write_text(NASTY.read_text(encoding="utf-8"), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def nasty(source: str) -> Iterator[dict[str, RemoteGameService]]:
    found = discover([Child(source)])
    yield found
    for service in found.values():
        service.close()
    wait_until(lambda: not processes(source))  # including those that a game has forked


@pytest.fixture
def hanging(source: str) -> Path:
    """A file that appears when a move of the nasty games hangs."""
    path = Path(source).with_suffix(".hanging")
    path.unlink(missing_ok=True)
    return path


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter time limits, for tests that wait for them."""
    monkeypatch.setattr(remote_service, "QUICK", 1.5)
    monkeypatch.setattr(game_process, "_GRACE", 0.5)


def same(one: Any, two: Any) -> bool:
    """Whether both are the same as JSON."""
    return bool(json.loads(json.dumps(one)) == json.loads(json.dumps(two)))


def think(service: GameService, stored: StoredGame) -> Chosen:
    return service.think("key", stored, None, lambda _: None, Stop())


# Playing


@pytest.mark.parametrize("name", ["tictactoe", "domineering"])
def test_a_whole_game_against_a_level(examples: dict[str, RemoteGameService], name: str) -> None:
    service = examples[name]
    stored = service.open(StoredGame(name, black=PERSON, white="level:3,seed=4"))
    picture = service.picture(stored)
    while picture["stage"] == "playing":
        if picture["to_move"] == "person":
            stored = service.act(stored, "move", {"move": picture["view"]["moves"][0]["text"]})
        else:
            stored = service.take(stored, think(service, stored), 0.25)
        picture = service.picture(stored)
    assert picture["stage"] == "over"
    assert picture["result"] is not None
    assert picture["result"]["reason"] in (
        "three in a row",
        "no room for black",
        "no room for white",
        "the board is full",
    )
    assert stored.result == picture["result"]
    assert all(step.seconds == 0.25 for step in stored.moves[1::2])


def test_a_game_process_answers_like_the_local_service(
    examples: dict[str, RemoteGameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registry", registry.Registry())
    registry.load(EXAMPLES[1])
    here, there = LocalGameService(), examples["domineering"]
    services_ = (here, there)
    stored = StoredGame("domineering", {"rows": 5}, black=PERSON, white="level:2,seed=1")
    opened, also = (service.open(stored) for service in services_)
    assert opened == also
    for action in ("move", "undo", "redo"):
        opened, also = (service.act(opened, action, {"move": "d2"}) for service in services_)
        assert opened == also
    assert think(here, opened)["move"] == think(there, opened)["move"]
    for call, *arguments in (
        ("describe", "domineering"),
        ("picture", opened),
        ("look", opened, 0),
        ("write", opened, "jsonl", {"date": "2026-01-01"}),
        ("wants_draw", here.act(opened, "undo", {})),
        ("demo", "domineering"),
    ):
        one, two = (getattr(service, call)(*arguments) for service in services_)
        assert same(one, two), call
    text = here.write(opened, "jsonl", {}).encode() + b"\n"
    assert there.read(None, text, "") == here.read(None, text, "")
    assert there.read(None, text, "")[0][0].moves[0].text == "d2"


@pytest.mark.parametrize(
    ("command", "code"),
    [({"move": "z"}, "unreadable"), ({"move": "\ud800\0"}, "unreadable"), ({"move": 7}, "no_text")],
)
def test_a_refusal_keeps_its_code(
    examples: dict[str, RemoteGameService], command: Any, code: str
) -> None:
    service = examples["domineering"]
    with pytest.raises(Refused) as caught:
        service.act(service.open(StoredGame("domineering")), "move", command)
    assert caught.value.code == code
    with pytest.raises(
        ValueError, match="rows can be a whole number from 2 to 12, not 99"
    ) as plain:
        service.open(StoredGame("domineering", {"rows": 99}))
    assert not isinstance(plain.value, Refused)


def test_unknown_fields_of_a_command_are_not_passed_on(
    examples: dict[str, RemoteGameService],
) -> None:
    service = examples["tictactoe"]
    deep: Any = "x"
    for _ in range(5000):
        deep = [deep]
    before = service.open(StoredGame("tictactoe"))
    more = {"~stored": "x" * 20, "odd": {"~bytes": 5}, "deep": deep, "point": 5}
    command: Any = {"move": "b2", **more}
    assert service.act(before, "move", command).at == 1


def test_a_hint_says_where_and_reports(examples: dict[str, RemoteGameService]) -> None:
    service = examples["tictactoe"]
    stored = service.open(StoredGame("tictactoe"))
    for move in ("a1", "c3", "b1", "c2"):
        stored = service.act(stored, "move", {"move": move})
    reports: list[Thinking] = []
    hint = service.hint(stored, reports.append, Stop())
    assert (hint["move"], hint["mate"], "c1" in hint["area"]) == ("c1", 1, True)
    assert reports
    assert reports[-1]["side"] == "black"


def test_teacher_warns_in_a_game_process(examples: dict[str, RemoteGameService]) -> None:
    service = examples["tictactoe"]
    stored = service.open(StoredGame("tictactoe"))
    for move in ("a1", "b2", "a2", "c3"):  # White does not see a3
        stored = service.act(stored, "move", {"move": move})
    warning = service.warn(stored, lambda _data: None, Stop())
    assert warning is not None
    assert (warning["better"][0], warning["answer"], warning["loses"]) == ("a3", ["a3"], 2)
    stored = service.act(stored, "move", {"move": "a3"})
    found = service.review(stored, 3, lambda _data: None, Stop())
    summary = service.game_summary(stored, found, "white")
    assert (summary["cause"], summary["lesson"]) == ("block", None)


def test_move_now_ends_a_search(examples: dict[str, RemoteGameService]) -> None:
    service = examples["domineering"]
    stored = service.open(StoredGame("domineering", {"columns": 12, "rows": 12}, black="level:8"))
    stop = Stop()
    clock: ClockLeft = {"left": 5000.0, "increment": 0.0}
    answer = service.think("key", stored, clock, lambda _: stop.set(), stop)
    assert re.fullmatch("[a-l]1?[0-9]", answer["move"] or "")
    assert stop.is_set()


def test_viewing_a_game_does_not_wait_for_its_search(
    examples: dict[str, RemoteGameService],
) -> None:
    service = examples["domineering"]
    stored = service.open(StoredGame("domineering", {"columns": 12, "rows": 12}, black="level:8"))
    began, stop = threading.Event(), Stop()
    answers: list[Any] = []

    def ponder() -> None:
        clock: ClockLeft = {"left": 5000.0, "increment": 0.0}
        answers.append(service.think("key", stored, clock, lambda _: began.set(), stop))

    thinker = threading.Thread(target=ponder)
    thinker.start()
    assert began.wait(_PATIENCE)
    assert service.picture(stored)["to_move"] == "computer"
    assert not answers
    stop.set()
    thinker.join(_PATIENCE)
    assert answers


def test_search_goes_on_after_its_process_was_killed(
    examples: dict[str, RemoteGameService],
) -> None:
    service = examples["domineering"]
    stored = service.open(StoredGame("domineering", {"columns": 12, "rows": 12}, black="level:8"))
    stop = Stop()
    killed: set[int] = set()

    def kill_or_stop(_: Thinking) -> None:
        process = service._thinking._process
        assert process is not None
        pid = process._process.pid
        if not killed:
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        elif pid not in killed:
            stop.set()

    clock: ClockLeft = {"left": 5000.0, "increment": 0.0}
    assert service.think("key", stored, clock, kill_or_stop, stop)["move"]
    assert killed


def test_game_whose_process_is_killed_while_it_loads_is_found(tmp_path: Path) -> None:
    file = tmp_path / "once.py"
    game = Path(EXAMPLES[0]).read_text(encoding="utf-8")
    file.write_text(
        "import os, pathlib, signal\n"
        f"mark = pathlib.Path({str(tmp_path / 'mark')!r})\n"
        "if not mark.exists():\n"
        "    mark.touch()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        f"{game}",
        encoding="utf-8",
    )
    found = discover([Child(str(file))])
    try:
        assert list(found) == ["tictactoe"]
    finally:
        for service in found.values():
            service.close()


# Misbehaving


def test_game_code_runs_in_another_process(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:secret@nowhere/games")
    found = discover([Child(source)])
    title = found["nasty"].describe("nasty")["title"]
    for service in found.values():
        service.close()
    assert title.startswith("Nasty in ")
    assert str(os.getpid()) not in title
    assert "secret" not in title
    assert "plyground_game_nasty" not in sys.modules


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        ("exit", "game_ended", "ended without an answer"),
        ("shut", "game_ended", "ended without an answer"),
        ("garbage", "game_ended", "ended without an answer"),
        ("hang", "game_hangs", "did not answer in time"),
        ("spin", "game_hangs", "did not answer in time"),
        ("fail", "game_fails", f"nasty.py, line {line(chr(34) + 'fail')}: KeyError: 'nothing'"),
        ("leave", "game_fails", f"nasty.py, line {line(chr(34) + 'leave')}: SystemExit: enough"),
        ("interrupt", "game_fails", f"nasty.py, line {line('raise error')}: KeyboardInterrupt"),
        ("odd", "game_fails", "Odd"),
        ("memory", "game_fails", f"nasty.py, line {line(chr(34) + 'memory')}: MemoryError"),
        ("recurse", "game_fails", "RecursionError"),
    ],
)
def test_a_crash_of_a_game_process_is_reported(
    nasty: dict[str, RemoteGameService],
    request: pytest.FixtureRequest,
    move: str,
    code: str,
    words: str,
) -> None:
    if code == "game_hangs":  # the others must have time to restart, also on a busy machine
        request.getfixturevalue("hurried")
    service = nasty["nasty"]
    stored = service.open(StoredGame("nasty"))
    with pytest.raises(Refused) as caught:
        service.act(stored, "move", {"move": move})
    assert (caught.value.code, words in caught.value.sentence) == (code, True), caught.value
    assert service.act(stored, "move", {"move": "good"}).at == 1  # and the next one is answered


@pytest.mark.parametrize("move", ["nan", "large"])
def test_positions_that_can_not_be_shown_are_reported(
    nasty: dict[str, RemoteGameService], move: str
) -> None:
    service = nasty["nasty"]
    stored = service.act(service.open(StoredGame("nasty")), "move", {"move": move})
    with pytest.raises(Refused, match="The game returned"):
        service.picture(stored)


@pytest.mark.parametrize("move", ["print", "write", "fork"])
def test_output_and_children_of_a_game_process_do_no_harm(
    nasty: dict[str, RemoteGameService], move: str, capfd: pytest.CaptureFixture[str]
) -> None:
    service = nasty["nasty"]
    assert service.act(service.open(StoredGame("nasty")), "move", {"move": move}).at == 1
    assert capfd.readouterr() == ("", "")


def test_characters_that_databases_refuse_are_replaced(nasty: dict[str, RemoteGameService]) -> None:
    service = nasty["nasty"]
    stored = service.act(service.open(StoredGame("nasty")), "move", {"move": "null"})
    assert stored.result is not None
    assert stored.result["reason"] == "a ? and a \\u0000"


def test_game_title_is_always_text(nasty: dict[str, RemoteGameService]) -> None:
    assert nasty["sleeper"].describe("sleeper")["title"] == "5"


def test_value_error_of_a_game_keeps_its_message(nasty: dict[str, RemoteGameService]) -> None:
    service = nasty["nasty"]
    with pytest.raises(ValueError, match=r"^Not on a Sunday\.$") as caught:
        service.act(service.open(StoredGame("nasty")), "move", {"move": "wrong"})
    assert not isinstance(caught.value, Refused)


@pytest.mark.usefixtures("hurried")
def test_number_of_requests_waiting_for_a_hanging_game_is_limited(
    nasty: dict[str, RemoteGameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_process, "_MOMENT", 0.1)
    monkeypatch.setattr(remote_service, "QUICK", 2.0)
    service = nasty["nasty"]
    stored = service.open(StoredGame("nasty"))
    codes: list[str] = []

    def hang() -> None:
        with pytest.raises(Refused) as caught:
            service.act(stored, "move", {"move": "hang"})
        codes.append(caught.value.code)

    threads = [threading.Thread(target=hang) for _ in range(8)]
    for thread in threads:
        thread.start()
    wait_until(lambda: codes == ["game_busy"] * 5)
    for thread in threads:
        thread.join(_PATIENCE)
    assert "game_hangs" in codes
    assert service.picture(stored)["stage"] == "playing"


def test_hanging_search_is_ended_by_a_stop(
    nasty: dict[str, RemoteGameService], hanging: Path
) -> None:
    service = nasty["sleeper"]
    stored = service.open(StoredGame("sleeper", black="level:6"))
    stop = Stop()

    def stop_it() -> None:
        wait_until(hanging.exists)
        stop.set()

    threading.Thread(target=stop_it).start()
    with pytest.raises(Refused, match="did not answer in time"):
        service.think("key", stored, None, lambda _: None, stop)
    assert service.picture(stored)["to_move"] == "computer"  # and the game is unchanged


def test_a_waiting_job_obeys_a_stop(nasty: dict[str, RemoteGameService], hanging: Path) -> None:
    """Two questions for a computer that hangs: the second was not even sent."""
    service = nasty["sleeper"]
    stored = service.open(StoredGame("sleeper", black="level:6"))
    first, second = Stop(), Stop()
    codes: list[str] = []

    def ask(stop: Stop) -> None:
        with pytest.raises(Refused) as caught:
            service.think("key", stored, None, lambda _: None, stop)
        codes.append(caught.value.code)

    threads = [threading.Thread(target=ask, args=(stop,)) for stop in (first, second)]
    threads[0].start()
    wait_until(hanging.exists)
    threads[1].start()
    time.sleep(0.7)  # it waits longer than a moment
    second.set()
    threads[1].join(_PATIENCE)
    assert codes == ["game_busy"]
    first.set()
    threads[0].join(_PATIENCE)
    assert codes == ["game_busy", "game_hangs"]


@pytest.mark.usefixtures("hurried")
def test_search_of_a_game_process_times_out(
    nasty: dict[str, RemoteGameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_service, "THINKING", 1.5)
    service = nasty["sleeper"]
    with pytest.raises(Refused, match="did not answer in time"):
        think(service, service.open(StoredGame("sleeper", black="level:6")))


def test_waiting_request_is_refused_when_the_service_closes(source: str) -> None:
    service = discover([Child(source)])["nasty"]
    stored = service.open(StoredGame("nasty"))
    threading.Timer(0.3, service.close).start()
    with pytest.raises(Refused) as caught:
        service.act(stored, "move", {"move": "hang"})
    assert caught.value.code == "game_ended"
    with pytest.raises(Refused, match="ended without an answer"):
        service.picture(stored)


def test_processes_end_with_a_server_that_is_killed(source: str, tmp_path: Path) -> None:
    own = tmp_path / "nasty.py"
    own.write_text(Path(source).read_text(encoding="utf-8"), encoding="utf-8")
    code = f"""
from plyground.web.game_service.game_process import Child
from plyground.web.game_service.remote_service import discover
from plyground.web.game_service.stored_game import StoredGame
service = discover([Child({str(own)!r})])["nasty"]
stored = service.open(StoredGame("nasty"))
print("ready", flush=True)
service.act(stored, "move", {{"move": "spin"}})
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        time.sleep(0.3)  # so that it loops forever
        assert processes(str(own))
        server.send_signal(signal.SIGKILL)
    wait_until(lambda: not processes(str(own)))


def test_the_thinker_is_ready_when_a_game_begins(source: str) -> None:
    found = discover([Child(source)])
    service = found["nasty"]
    try:
        service.open(StoredGame("nasty"))
        assert not service._thinking.idle  # two people need no player
        service.open(StoredGame("nasty", white="level:1"))
        wait_until(lambda: service._thinking.idle)
        service.forget("nobody")
    finally:
        for one in found.values():
            one.close()
