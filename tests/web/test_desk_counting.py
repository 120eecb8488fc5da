"""Go's end at the desk: the engine proposes, people decide, records keep it."""

from dataclasses import replace
from typing import Any

import pytest

from plyground.sitting.session import PERSON
from plyground.web.desk import LocalDesk
from plyground.web.sheet import Sheet
from tests.web.sheets import play, refusal, stage


@pytest.fixture
def desk() -> LocalDesk:
    return LocalDesk()


# Black owns all but one stone of white's, which is dead in black's land.
_GO: dict[str, Any] = {"size": 5, "komi": 0.5}
_END = "2x2/1oxxx/2x2/xxx2/5 b passes=2"
_BEFORE = "2x2/1oxxx/2x2/xxx2/5 b"


def counting(desk: LocalDesk, white: str = PERSON) -> Sheet:
    sheet = desk.open(Sheet("go", dict(_GO), _BEFORE, white=white))
    return play(desk, sheet, "pass", "pass")


def test_the_engine_proposes_dead_stones_and_people_decide(desk: LocalDesk) -> None:
    sheet = counting(desk)
    assert (sheet.dead, stage(desk, sheet), sheet.result) == (("B4",), "counting", None)
    assert refusal(desk, sheet, "move", move="A1").code == "counting"
    assert refusal(desk, sheet, "draw").code == "counting"
    assert refusal(desk, sheet, "toggle", point="A1").code == "no_stone"
    assert refusal(desk, sheet, "toggle", point="x" * 100_000).code == "no_stone"
    alive = desk.act(sheet, "toggle", {"point": "b4"})
    assert alive.dead == ()
    assert desk.picture(alive)["score"]["shown"]
    over = desk.act(desk.act(alive, "toggle", {"point": "B4"}), "agree", {})
    assert over.result is not None
    assert (over.result["winner"], over.result["margin"], over.dead) == ("black", 24.5, ("B4",))


def test_a_count_taken_back_keeps_what_people_marked(desk: LocalDesk) -> None:
    alive = desk.act(counting(desk), "toggle", {"point": "B4"})
    over = desk.act(alive, "agree", {})
    assert over.result is not None
    again = desk.act(over, "undo", {})
    assert (again.dead, again.result, stage(desk, again)) == ((), None, "counting")
    fresh = LocalDesk()  # and so it is where nothing is remembered
    assert fresh.act(over, "undo", {}) == again


def test_what_was_proposed_is_not_thought_about_again(
    desk: LocalDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = counting(desk)
    asked: list[int] = []

    def dead_stones(_position: object, *, playouts: int) -> list[str]:
        asked.append(playouts)
        return []

    monkeypatch.setattr("plyground.web.dead.dead_stones", dead_stones)
    back = desk.act(sheet, "undo", {})
    assert desk.act(back, "redo", {}).dead == ("B4",)
    assert LocalDesk().act(back, "move", {"move": "pass"}).dead == ("B4",)
    assert asked == []
    for size in (19, 25):
        play(desk, desk.open(Sheet("go", {"size": size, "komi": 9.5})), "pass", "pass")
    assert asked[0] == 400 > asked[1] > 100, "people wait for it: a larger board gets fewer"


def test_playing_on_takes_passes_back(desk: LocalDesk) -> None:
    sheet = counting(desk)
    on = desk.act(sheet, "play_on", {})
    assert (on.at, on.dead, stage(desk, on)) == (0, (), "playing")
    assert desk.act(desk.act(on, "redo", {}), "redo", {}).dead == ("B4",)  # proposed again
    alone = counting(desk, white="level:1")
    assert desk.act(alone, "play_on", {}).at == 0


def test_two_computers_count_by_themselves(desk: LocalDesk) -> None:
    sheet = desk.open(Sheet("go", dict(_GO), _BEFORE, "level:1", "level:1"))
    for _ in range(2):
        sheet = desk.take(sheet, {"move": "pass", "evaluation": None}, 0.1)
    assert sheet.result is not None
    assert (sheet.result["winner"], sheet.dead, stage(desk, sheet)) == ("black", ("B4",), "over")


def test_a_counted_record_is_imported_as_it_was(desk: LocalDesk) -> None:
    over = desk.act(counting(desk), "agree", {})
    text = desk.write(over, "jsonl", {"date": "2026-01-01"}).encode()
    [(sheet, note)] = desk.read(None, text, "game.jsonl")
    assert (sheet.result, sheet.dead, note) == (over.result, over.dead, "")
    picture = desk.picture(sheet)
    assert [mark["at"] for mark in picture["view"]["marks"] if mark["kind"] == "dead"] == [["B4"]]
    assert desk.look(sheet, sheet.at)["view"] == picture["view"]
    assert desk.look(sheet, 0)["view"]["marks"] == []


def test_a_record_that_was_not_counted_is_counted_here(desk: LocalDesk) -> None:
    text = desk.write(replace(counting(desk), dead=()), "jsonl", {}).encode()
    [(sheet, _)] = desk.read(None, text, "")
    assert (sheet.dead, sheet.result) == (("B4",), None)


def test_a_position_after_two_passes_is_counted_at_once(desk: LocalDesk) -> None:
    sheet = desk.open(Sheet("go", dict(_GO), _END))
    assert (stage(desk, sheet), sheet.dead) == ("counting", ("B4",))
    assert desk.act(sheet, "agree", {}).result is not None
