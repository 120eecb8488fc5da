"""Players that search in the background."""

import threading

import pytest

import plyground
from plyground.players.player import Answer, EnginePlayer
from plyground.terminal.thinking import Errands, Thinker
from tests.terminal.seats import WAIT, First, Slow

START = plyground.game("othello").start()


def ask(thinker: Thinker) -> tuple[threading.Event, list[object]]:
    arrived = threading.Event()
    heard: list[object] = []

    def take(answer: object) -> None:
        heard.append(answer)
        arrived.set()

    thinker.ask(START, lambda _: None, take)
    return arrived, heard


def test_an_answer_arrives() -> None:
    thinker = Thinker(First("f5"))
    arrived, heard = ask(thinker)
    assert arrived.wait(WAIT)
    assert heard == [Answer("f5")]
    thinker.close()


def test_an_error_arrives_as_one() -> None:
    class Broken(First):
        def choose(self, *_: object, **__: object) -> Answer:
            raise ZeroDivisionError

    thinker = Thinker(Broken())
    arrived, heard = ask(thinker)
    assert arrived.wait(WAIT)
    assert isinstance(heard[0], ZeroDivisionError)
    thinker.close()


@pytest.mark.parametrize("busy", [0.0, 0.1])
def test_a_cancelled_search_never_answers_and_its_player_is_stopped(
    busy: float,
) -> None:
    player = Slow(busy)
    thinker = Thinker(player)
    arrived, heard = ask(thinker)
    thinker.cancel()
    assert not thinker.is_busy
    thinker.close(WAIT)
    assert player.answered == player.asked <= 1
    assert heard == []
    assert not arrived.is_set()


def test_next_search_waits_for_the_stopped_one() -> None:
    player = Slow()
    thinker = Thinker(player)
    ask(thinker)
    while not player.asked:
        threading.Event().wait(0.001)
    _, heard = ask(thinker)  # cancels the first
    while player.asked < 2:
        threading.Event().wait(0.001)
    threading.Event().wait(0.1)
    assert player.answered == 1, "the second question must not be hurried by the first one's end"
    thinker.close(WAIT)
    assert heard == []


def test_a_real_search_is_cancelled_quickly() -> None:
    thinker = Thinker(EnginePlayer("search:seconds=600"))
    ask(thinker)
    thinker.cancel()
    thinker.close(WAIT)
    assert not thinker.is_busy


def test_background_tasks_are_run_and_awaited() -> None:
    errands = Errands()
    found: list[int | Exception] = []
    errands.run(lambda: 6 * 7, found.append)
    errands.close(WAIT)
    assert found == [42]


def test_failing_background_task_raises_its_error() -> None:
    errands = Errands()
    found: list[int | Exception] = []
    errands.run(lambda: 1 // 0, found.append)
    errands.close(WAIT)
    assert isinstance(found[0], ZeroDivisionError)
