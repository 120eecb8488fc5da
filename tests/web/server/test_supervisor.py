"""The parent of several processes: restarts, and when it gives up."""

import signal
import socket
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from plyground.web.server import supervisor

ANSWERS = "import os, sys, time; os.write(int(sys.argv[2]), b'+'); "
ENDS = "sys.exit()"
ENDS_LATER = "time.sleep(1)"  # when its readiness was noticed
LIVES = "time.sleep(60)"
FAILS = "import sys; sys.exit(3)"
MANY = 12  # more starts than the limit for giving up

Run = Callable[..., int]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a parent with these programs as children, the last one repeatedly; counts starts.

    After many starts, a signal ends it.
    """
    monkeypatch.delenv("PLYGROUND_PROCESSES", raising=False)
    start = subprocess.Popen
    announced: list[bool] = []

    def run(*programs: str, count: int = 1) -> int:
        started = 0

        def popen(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
            nonlocal started
            program = programs[min(started, len(programs) - 1)]
            started += 1
            if started == MANY:
                signal.raise_signal(signal.SIGTERM)
            return start([command[0], "-c", program, *command[3:]], **options)

        monkeypatch.setattr(subprocess, "Popen", popen)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            supervisor.Supervisor(listener, count, lambda: announced.append(True)).run()
        assert announced == [True]
        return started

    return run


def test_supervisor_fails_if_the_first_process_fails(run: Run) -> None:
    with pytest.raises(OSError, match="A process ended before it answered"):
        run(FAILS)


def test_processes_that_never_answer_are_given_up(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "_MOST_PAUSE", 0.02)
    with pytest.raises(OSError, match="keep ending before they answer"):
        run(ANSWERS + ENDS_LATER, FAILS)


def test_processes_that_answered_are_replaced_however_often_they_end(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No other process answers meanwhile, so the long pauses do not apply to them."""
    monkeypatch.setattr(supervisor, "_ALONE_PAUSE", 0.02)
    monkeypatch.setattr(supervisor, "_MOST_PAUSE", 600.0)
    assert run(ANSWERS + ENDS_LATER, ANSWERS + ENDS) == MANY


def test_supervisor_continues_while_a_process_answers(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "_MOST_PAUSE", 0.02)
    assert run(ANSWERS + LIVES, ANSWERS + ENDS_LATER, FAILS, count=2) == MANY


def test_restart_pauses_grow_while_a_process_answers(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that ends at once costs the others little."""
    pauses: list[float] = []
    pause = supervisor.Supervisor._pause

    def noted(self: supervisor.Supervisor, lived: float, *, answered: bool) -> float:
        pauses.append(pause(self, lived, answered=answered))
        return 0.0

    monkeypatch.setattr(supervisor.Supervisor, "_pause", noted)
    run(ANSWERS + LIVES, ANSWERS + ENDS_LATER, ANSWERS + ENDS, count=2)
    assert pauses[:6] == [1.0, 2.0, 4.0, 8.0, 10.0, 10.0]
