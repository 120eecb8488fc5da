"""Go's end at the service: the engine proposes, people decide, records keep it."""

from dataclasses import replace
from typing import Any

import pytest

from plyground.session.session import PERSON
from plyground.web.game_service.service import LocalGameService
from plyground.web.game_service.stored_game import StoredGame
from tests.web.stored_games import play, refusal, stage


@pytest.fixture
def service() -> LocalGameService:
    return LocalGameService()


# Black owns all except one white stone, which is dead in Black's territory.
_GO: dict[str, Any] = {"size": 5, "komi": 0.5}
_END = "2x2/1oxxx/2x2/xxx2/5 b passes=2"
_BEFORE = "2x2/1oxxx/2x2/xxx2/5 b"


def counting(service: LocalGameService, white: str = PERSON) -> StoredGame:
    stored = service.open(StoredGame("go", dict(_GO), _BEFORE, white=white))
    return play(service, stored, "pass", "pass")


def test_the_engine_proposes_dead_stones_and_people_decide(service: LocalGameService) -> None:
    stored = counting(service)
    assert (stored.dead, stage(service, stored), stored.result) == (("B4",), "counting", None)
    assert refusal(service, stored, "move", move="A1").code == "counting"
    assert refusal(service, stored, "draw").code == "counting"
    assert refusal(service, stored, "toggle", point="A1").code == "no_stone"
    assert refusal(service, stored, "toggle", point="x" * 100_000).code == "no_stone"
    alive = service.act(stored, "toggle", {"point": "b4"})
    assert alive.dead == ()
    score = service.picture(alive)["score"]
    assert score is not None
    assert score["shown"]
    over = service.act(service.act(alive, "toggle", {"point": "B4"}), "agree", {})
    assert over.result is not None
    assert (over.result["winner"], over.result["margin"], over.dead) == ("black", 24.5, ("B4",))


def test_a_count_taken_back_keeps_what_people_marked(service: LocalGameService) -> None:
    alive = service.act(counting(service), "toggle", {"point": "B4"})
    over = service.act(alive, "agree", {})
    assert over.result is not None
    again = service.act(over, "undo", {})
    assert (again.dead, again.result, stage(service, again)) == ((), None, "counting")
    fresh = LocalGameService()  # also without cached sessions
    assert fresh.act(over, "undo", {}) == again


def test_proposed_dead_stones_are_not_computed_again(
    service: LocalGameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = counting(service)
    asked: list[int] = []

    def dead_stones(_position: object, *, playouts: int) -> list[str]:
        asked.append(playouts)
        return []

    monkeypatch.setattr("plyground.web.game_service.territory.dead_stones", dead_stones)
    back = service.act(stored, "undo", {})
    assert service.act(back, "redo", {}).dead == ("B4",)
    assert LocalGameService().act(back, "move", {"move": "pass"}).dead == ("B4",)
    assert asked == []
    for size in (19, 25):
        play(service, service.open(StoredGame("go", {"size": size, "komi": 9.5})), "pass", "pass")
    assert asked[0] == 400 > asked[1] > 100, "people wait for it: a larger board gets fewer"


def test_playing_on_takes_passes_back(service: LocalGameService) -> None:
    stored = counting(service)
    on = service.act(stored, "play_on", {})
    assert (on.at, on.dead, stage(service, on)) == (0, (), "playing")
    assert service.act(service.act(on, "redo", {}), "redo", {}).dead == ("B4",)  # proposed again
    alone = counting(service, white="level:1")
    assert service.act(alone, "play_on", {}).at == 0


def test_two_computers_count_by_themselves(service: LocalGameService) -> None:
    stored = service.open(StoredGame("go", dict(_GO), _BEFORE, "level:1", "level:1"))
    for _ in range(2):
        stored = service.take(stored, {"move": "pass", "evaluation": None}, 0.1)
    assert stored.result is not None
    assert (stored.result["winner"], stored.dead, stage(service, stored)) == (
        "black",
        ("B4",),
        "over",
    )


def test_a_counted_record_is_imported_as_it_was(service: LocalGameService) -> None:
    over = service.act(counting(service), "agree", {})
    text = service.write(over, "jsonl", {"date": "2026-01-01"}).encode()
    [(stored, note)] = service.read(None, text, "game.jsonl")
    assert (stored.result, stored.dead, note) == (over.result, over.dead, "")
    picture = service.picture(stored)
    assert [mark["at"] for mark in picture["view"]["marks"] if mark["kind"] == "dead"] == [["B4"]]
    assert service.look(stored, stored.at)["view"] == picture["view"]
    assert service.look(stored, 0)["view"]["marks"] == []


def test_a_record_that_was_not_counted_is_counted_here(service: LocalGameService) -> None:
    text = service.write(replace(counting(service), dead=()), "jsonl", {}).encode()
    [(stored, _)] = service.read(None, text, "")
    assert (stored.dead, stored.result) == (("B4",), None)


def test_a_position_after_two_passes_is_counted_at_once(service: LocalGameService) -> None:
    stored = service.open(StoredGame("go", dict(_GO), _END))
    assert (stage(service, stored), stored.dead) == ("counting", ("B4",))
    assert service.act(stored, "agree", {}).result is not None
