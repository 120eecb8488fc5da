"""The service's computer players: which one searches, when, and how it is stopped."""

import json
import time
from typing import Any

import pytest

from plyground.engine import registry
from plyground.engine.stop import Stop
from plyground.session.session import PERSON
from plyground.web.contract.service import Chosen
from plyground.web.game_service.service import LocalGameService, Refused
from plyground.web.game_service.stored_game import StoredGame, packed, unpacked
from tests.web.stored_games import opened, play

Data = dict[str, Any]


@pytest.fixture
def service() -> LocalGameService:
    return LocalGameService()


def think(service: LocalGameService, stored: StoredGame, **more: Any) -> Chosen:
    given: Data = {"clock": None, "on_report": lambda _: None, "stop": Stop(), **more}
    return service.think("key", stored, given["clock"], given["on_report"], given["stop"])


@pytest.mark.parametrize("name", registry.native())
def test_a_level_answers_and_its_answer_is_taken(service: LocalGameService, name: str) -> None:
    stored = opened(service, name, black="level:3,seed=1")
    reports: list[Data] = []
    answer = json.loads(json.dumps(think(service, stored, on_report=reports.append)))
    after = service.take(stored, answer, 0.12345)
    assert (after.at, after.moves[0].seconds) == (1, 0.123)
    assert json.loads(json.dumps(reports))[-1]["move"] == answer["move"]
    assert unpacked(packed(after)) == after


def test_a_computer_may_resign(service: LocalGameService) -> None:
    over = service.take(
        opened(service, "othello", black="level:1"), {"move": None, "evaluation": None}, 0.1
    )
    assert over.result is not None
    assert (over.result["winner"], over.result["code"]) == ("white", "resign")


@pytest.mark.parametrize("moves", ["f5", "f5 d6"])
def test_the_computer_does_not_move_for_a_person(service: LocalGameService, moves: str) -> None:
    stored = opened(service, "othello", moves, black="level:1" if len(moves) < 3 else PERSON)
    for ask in (
        think,
        lambda service, stored: service.take(stored, {"move": "c3", "evaluation": None}, 0.1),
    ):
        with pytest.raises(Refused, match="No computer is to move"):
            ask(service, stored)


def test_each_side_has_a_player_of_its_own(service: LocalGameService) -> None:
    seats = {"black": "level:1,seed=1", "white": "level:1,seed=1"}
    stored = opened(service, "othello", **seats)
    stored = service.take(stored, think(service, stored), 0.1)
    think(service, stored)
    assert [side for _, side, _ in service._players] == ["black", "white"]
    service.forget("key")
    assert not service._players


def test_few_players_are_kept() -> None:
    service = LocalGameService(players=3)
    stored = opened(service, "dobutsu", black="level:1")
    for number in range(5):
        service.think(str(number), stored, None, lambda _: None, Stop())
    assert [key for key, _, _ in service._players] == ["2", "3", "4"]


def test_stop_ends_the_search_and_is_not_changed(service: LocalGameService) -> None:
    stop = Stop()
    think(service, opened(service, "dobutsu", black="level:1"), stop=stop)
    assert not stop.is_set()
    begin = time.monotonic()
    stored = opened(service, "go", black="level:8")
    answer = think(
        service,
        stored,
        clock={"left": 9000.0, "increment": 0.0},
        on_report=lambda _: stop.set(),
        stop=stop,
    )
    assert answer["move"]
    assert time.monotonic() - begin < 20


def test_a_hint_has_its_three_parts(service: LocalGameService) -> None:
    stored = opened(service, "gomoku", "h8 a1 i8 a2 j8 a3 k8 a4", options={"size": 15})
    hint = json.loads(json.dumps(service.hint(stored, lambda _: None, Stop())))
    assert (hint["move"], hint["mate"], hint["to"] in hint["area"]) == (hint["to"], 1, True)
    over = play(service, stored, hint["move"])
    with pytest.raises(Refused, match="The game is over"):
        service.hint(over, lambda _: None, Stop())


def test_losing_computer_accepts_a_draw(service: LocalGameService) -> None:
    lost = opened(service, "gomoku", "h8 a1 i8 c1 j8 e1 k8 g1", white="level:3")
    assert service.wants_draw(lost)
    won = opened(service, "gomoku", "a1 h8 c1 i8 e1 j8 g1 k8", white="level:3")
    assert not service.wants_draw(won)
    with pytest.raises(Refused):
        service.wants_draw(opened(service, "gomoku"))
