"""Computers at the desk: who thinks, when, and how it is stopped."""

import json
import time
from typing import Any

import pytest

from plyground import registry
from plyground.sitting.session import PERSON
from plyground.stop import Stop
from plyground.web.desk import LocalDesk, Refused
from plyground.web.sheet import Sheet, packed, unpacked
from tests.web.sheets import opened, play

Data = dict[str, Any]


@pytest.fixture
def desk() -> LocalDesk:
    return LocalDesk()


def think(desk: LocalDesk, sheet: Sheet, **more: Any) -> Data:
    given: Data = {"clock": None, "on_report": lambda _: None, "stop": Stop(), **more}
    return desk.think("key", sheet, given["clock"], given["on_report"], given["stop"])


@pytest.mark.parametrize("name", registry.native())
def test_a_level_answers_and_its_answer_is_taken(desk: LocalDesk, name: str) -> None:
    sheet = opened(desk, name, black="level:3,seed=1")
    reports: list[Data] = []
    answer = json.loads(json.dumps(think(desk, sheet, on_report=reports.append)))
    after = desk.take(sheet, answer, 0.12345)
    assert (after.at, after.moves[0].seconds) == (1, 0.123)
    assert json.loads(json.dumps(reports))[-1]["move"] == answer["move"]
    assert unpacked(packed(after)) == after


def test_a_computer_may_resign(desk: LocalDesk) -> None:
    over = desk.take(opened(desk, "othello", black="level:1"), {"move": None}, 0.1)
    assert over.result is not None
    assert (over.result["winner"], over.result["code"]) == ("white", "resign")


@pytest.mark.parametrize("moves", ["f5", "f5 d6"])
def test_nobody_thinks_for_a_person(desk: LocalDesk, moves: str) -> None:
    sheet = opened(desk, "othello", moves, black="level:1" if len(moves) < 3 else PERSON)
    for ask in (think, lambda desk, sheet: desk.take(sheet, {"move": "c3"}, 0.1)):
        with pytest.raises(Refused, match="No computer is to move"):
            ask(desk, sheet)


def test_each_side_has_a_player_of_its_own(desk: LocalDesk) -> None:
    seats = {"black": "level:1,seed=1", "white": "level:1,seed=1"}
    sheet = opened(desk, "othello", **seats)
    sheet = desk.take(sheet, think(desk, sheet), 0.1)
    think(desk, sheet)
    assert [side for _, side, _ in desk._players] == ["black", "white"]
    desk.forget("key")
    assert not desk._players


def test_few_players_are_kept() -> None:
    desk = LocalDesk(players=3)
    sheet = opened(desk, "dobutsu", black="level:1")
    for number in range(5):
        desk.think(str(number), sheet, None, lambda _: None, Stop())
    assert [key for key, _, _ in desk._players] == ["2", "3", "4"]


def test_stop_is_asked_for_and_left_alone(desk: LocalDesk) -> None:
    stop = Stop()
    think(desk, opened(desk, "dobutsu", black="level:1"), stop=stop)
    assert not stop.is_set()
    begin = time.monotonic()
    sheet = opened(desk, "go", black="level:8")
    answer = think(
        desk,
        sheet,
        clock={"left": 9000.0, "increment": 0.0},
        on_report=lambda _: stop.set(),
        stop=stop,
    )
    assert answer["move"]
    assert time.monotonic() - begin < 20


def test_a_hint_has_its_three_parts(desk: LocalDesk) -> None:
    sheet = opened(desk, "gomoku", "h8 a1 i8 a2 j8 a3 k8 a4", options={"size": 15})
    hint = json.loads(json.dumps(desk.hint(sheet, lambda _: None, Stop())))
    assert (hint["move"], hint["mate"], hint["to"] in hint["area"]) == (hint["to"], 1, True)
    over = play(desk, sheet, hint["move"])
    with pytest.raises(Refused, match="The game is over"):
        desk.hint(over, lambda _: None, Stop())


def test_a_computer_that_is_lost_agrees_to_a_draw(desk: LocalDesk) -> None:
    lost = opened(desk, "gomoku", "h8 a1 i8 c1 j8 e1 k8 g1", white="level:3")
    assert desk.wants_draw(lost)
    won = opened(desk, "gomoku", "a1 h8 c1 i8 e1 j8 g1 k8", white="level:3")
    assert not desk.wants_draw(won)
    with pytest.raises(Refused):
        desk.wants_draw(opened(desk, "gomoku"))
