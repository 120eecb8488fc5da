"""The desk: sheets and wishes in, sheets and pictures out. Nothing here needs Django."""

import json
from dataclasses import replace
from typing import Any

import pytest

from plyground import registry
from plyground.sitting.session import PERSON
from plyground.web.desk import LocalDesk, Refused
from plyground.web.sheet import Sheet, Step
from tests.web.sheets import opened, play, refusal, stage, steps, texts

Data = dict[str, Any]


@pytest.fixture
def desk() -> LocalDesk:
    return LocalDesk()


# Opening


@pytest.mark.parametrize("name", registry.native())
def test_a_game_is_described_and_opened_as_json(desk: LocalDesk, name: str) -> None:
    told = json.loads(json.dumps(desk.describe(name), allow_nan=False))
    assert told["name"] == name
    assert told["view"]["moves"]
    assert "jsonl" in told["formats"]
    sheet = opened(desk, name)
    picture = json.loads(json.dumps(desk.picture(sheet), allow_nan=False))
    assert (picture["stage"], picture["to_move"], picture["people"]) == (
        "playing",
        "person",
        ["black", "white"],
    )


def test_opening_writes_everything_as_we_do(desk: LocalDesk) -> None:
    options: Data = {"size": "9", "komi": "6.5"}
    sheet = desk.open(Sheet("go", options, "9/9/9/9/9/9/9/9/9 w", moves=steps("e5 PASS"), at=2))
    assert sheet.options == {"size": 9}
    assert (sheet.start, texts(sheet)) == ("9/9/9/9/9/9/9/9/9 w", ["E5", "pass"])


@pytest.mark.parametrize(
    ("sheet", "sentence"),
    [
        (Sheet("go", {"size": 99}), "size can be a whole number from 2 to 25, not 99"),
        (Sheet("go", {"colour": 1}), "colour"),
        (Sheet("go", start="nonsense"), "this is 'nonsense'"),
        (Sheet("go", moves=steps("A1 A1"), at=2), "There is already a piece on A1"),
        (Sheet("go", at=1), "no such move"),
        (Sheet("go", at=-1), "no such move"),
        (Sheet("chess"), "There is no game called 'chess'"),
        (Sheet("go", black="gtp:sh -c true"), "A seat is a person's"),
        (Sheet("go", white="search:seconds=99"), "A seat is a person's"),
        (Sheet("go", white="level:9"), "level"),
    ],
)
def test_what_can_not_be_opened_is_said(desk: LocalDesk, sheet: Sheet, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        desk.open(sheet)


def test_a_game_has_an_end(desk: LocalDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.web.sheet.MOST_MOVES", 2)
    sheet = opened(desk, "othello", "f5 d6")
    with pytest.raises(ValueError, match="at most 2 moves"):
        play(desk, sheet, "c3")


def test_a_position_that_is_over_has_a_result(desk: LocalDesk) -> None:
    sheet = desk.open(Sheet("gomoku", {"size": 5}, "xxxxx/oooo1/5/5/5 w"))
    assert sheet.result is not None
    assert (sheet.result["winner"], stage(desk, sheet)) == ("black", "over")
    assert refusal(desk, sheet, "move", move="a1").code == "game_over"
    assert refusal(desk, sheet, "undo").code == "nothing_to_undo"
    assert refusal(desk, sheet, "resign").code == "over_already"


def test_handicap_lets_white_begin(desk: LocalDesk) -> None:
    sheet = desk.open(Sheet("go", {"size": 9, "handicap": 2}, black="level:1", white=PERSON))
    picture = desk.picture(sheet)
    assert (picture["view"]["turn"], picture["to_move"]) == ("white", "person")
    assert len(picture["view"]["pieces"]) == 2


# Acting


@pytest.mark.parametrize(
    ("action", "wish", "code"),
    [
        ("dance", {}, "no_such_action"),
        ("", {}, "no_such_action"),
        ("__class__", {}, "no_such_action"),
        ("move", {}, "no_text"),
        ("move", {"move": None}, "no_text"),
        ("move", {"move": 5}, "no_text"),
        ("move", {"move": ["f5"]}, "no_text"),
        ("move", {"move": ""}, "unreadable"),
        ("move", {"move": "x" * 1_000_000}, "unreadable"),
        ("move", {"move": "\0\ud800<script>"}, "unreadable"),
        ("move", {"move": "z99"}, "off_board"),
        ("move", {"move": "d4"}, "occupied"),
        ("move", {"move": "a1"}, "no_flip"),
        ("move", {"move": "pass"}, "must_not_pass"),
        ("undo", {}, "nothing_to_undo"),
        ("redo", {}, "nothing_to_redo"),
        ("toggle", {}, "no_text"),
        ("toggle", {"point": "d4"}, "not_counting"),
        ("agree", {}, "not_counting"),
        ("play_on", {}, "not_counting"),
    ],
)
def test_a_wish_that_can_not_be_granted_has_a_code(
    desk: LocalDesk, action: str, wish: Data, code: str
) -> None:
    sheet = opened(desk, "othello")
    refused = refusal(desk, sheet, action, **wish)
    assert refused.code == code
    assert refused.sentence.endswith(".")
    assert len(refused.sentence) < 300
    assert play(desk, sheet, "f5").at == 1  # and nothing is broken


def test_a_refused_move_says_where(desk: LocalDesk) -> None:
    assert refusal(desk, opened(desk, "othello"), "move", move="d4").at == "d4"


def test_moves_taken_back_can_be_played_again(desk: LocalDesk) -> None:
    sheet = play(desk, opened(desk, "othello"), "f5", "d6", "c3")
    back = desk.act(desk.act(sheet, "undo", {}), "undo", {})
    assert (back.at, texts(back)) == (1, ["f5", "d6", "c3"])
    picture = desk.picture(back)
    assert (picture["can_redo"], picture["view"]["ply"]) == (True, 1)
    assert desk.act(back, "redo", {}).at == 2
    same = play(desk, back, "d6")
    assert (same.at, texts(same)) == (2, ["f5", "d6", "c3"])
    other = play(desk, back, "f6")
    assert (other.at, texts(other)) == (2, ["f5", "f6"])
    again = desk.act(other, "undo", {})
    assert texts(play(desk, again, "d6")) == ["f5", "d6"]  # what came after it is forgotten


def test_against_the_computer_both_plies_are_taken_back(desk: LocalDesk) -> None:
    sheet = opened(desk, "othello", "f5 d6 c3 d3", white="level:1")
    back = desk.act(sheet, "undo", {})
    assert back.at == 2
    assert desk.act(back, "redo", {}).at == 4
    first = opened(desk, "othello", "f5", black="level:1")
    assert refusal(desk, first, "undo").code == "nothing_to_undo"  # the person has done nothing


def test_what_is_known_of_earlier_moves_stays(desk: LocalDesk) -> None:
    thought = {"score": 1.5, "win_chance": 0.6, "mate": None, "exact": False, "depth": 3}
    known = Step("f5", 1.25, 58.0, {**thought, "nodes": 9, "pv": ["f5", "d6"]})
    sheet = desk.open(Sheet("othello", moves=(known,), at=1))
    assert play(desk, sheet, "d6").moves[0] == known
    assert desk.act(sheet, "undo", {}).moves[0] == known
    timed = replace(sheet, moves=(replace(known, clock=7.0),))  # the same to the rules
    assert play(desk, timed, "d6").moves[0].clock == 7.0
    text = desk.write(sheet, "jsonl", {})
    assert "58" in text
    assert desk.read(None, text.encode(), "")[0][0].moves[0].seconds == 1.25


def test_resigning_and_taking_it_back(desk: LocalDesk) -> None:
    sheet = play(desk, opened(desk, "othello"), "f5")
    over = desk.act(sheet, "resign", {})
    assert over.result is not None
    assert (over.result["winner"], over.result["code"]) == ("black", "resign")
    assert desk.act(over, "undo", {}) == sheet
    watched = opened(desk, "othello", black="level:1", white="level:1")
    assert refusal(desk, watched, "resign").code == "watching"


def test_the_person_resigns_even_when_the_computer_is_to_move(desk: LocalDesk) -> None:
    over = desk.act(opened(desk, "othello", black="level:1"), "resign", {})
    assert over.result is not None
    assert over.result["winner"] == "black"


def test_a_draw_is_agreed_once(desk: LocalDesk) -> None:
    over = desk.act(opened(desk, "othello"), "draw", {})
    assert over.result is not None
    assert (over.result["winner"], over.result["code"]) == (None, "agreement")
    assert refusal(desk, over, "draw").code == "over_already"


def test_othello_must_pass(desk: LocalDesk) -> None:
    sheet = desk.open(Sheet("othello", {"size": 4}, "xo2/4/4/4 w"))
    picture = desk.picture(sheet)
    assert (picture["must_pass"], picture["can_pass"], picture["stage"]) == (True, True, "playing")
    assert refusal(desk, sheet, "move", move="d4").code == "must_pass"
    after = desk.picture(play(desk, sheet, "pass"))
    assert (after["passed"], after["must_pass"]) == (True, False)


# Looking, reading, writing


def test_an_earlier_position_is_looked_at(desk: LocalDesk) -> None:
    sheet = play(desk, opened(desk, "othello"), "f5", "d6")
    assert desk.look(sheet, 0)["view"]["ply"] == 0
    assert desk.look(sheet, 1)["view"]["last_move"]["text"] == "f5"
    for ply in (-1, 3):
        with pytest.raises(Refused, match="no such move"):
            desk.look(sheet, ply)


@pytest.mark.parametrize("name", registry.native())
def test_every_notation_comes_back(desk: LocalDesk, name: str) -> None:
    sheet = opened(desk, name)
    for _ in range(6):
        moves = [move["text"] for move in desk.picture(sheet)["view"]["moves"]]
        sheet = play(desk, sheet, [move for move in moves if move != "pass"][-1])
    for format_name in desk.describe(name)["formats"]:
        text = desk.write(sheet, format_name, {"date": "2026-01-01"})
        [(back, note)] = desk.read(name, text.encode(), "")
        assert (back.game, texts(back), note) == (name, texts(sheet), ""), format_name
    with pytest.raises(Refused, match="is written as"):
        desk.write(sheet, "docx", {})


def test_variations_are_left_out_and_told(desk: LocalDesk) -> None:
    [(sheet, note)] = desk.read(None, b"(;GM[1]SZ[9];B[ee](;W[cc])(;W[gg]))", "")
    assert (texts(sheet), note) == (["E5", "C7"], "variations")


@pytest.mark.parametrize("data", [b"", b"\0\xff\xfe", b"hello", b"(;GM[1]SZ[99])", b'{"record":1}'])
def test_what_is_no_game_is_said(desk: LocalDesk, data: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        desk.read(None, data, "")


def test_reading_runs_nobodys_code(
    desk: LocalDesk, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w').close()\n", encoding="utf-8")
    monkeypatch.setattr(registry, "_registry", registry.Registry())
    monkeypatch.setenv(registry.SETTING, str(trap))
    record = b'{"record":1,"game":"trap","options":{},"players":{"black":"","white":""}}\n'
    for ask in (
        lambda: desk.read(None, record, ""),
        lambda: desk.describe("trap"),
        lambda: desk.open(Sheet("trap")),
    ):
        with pytest.raises(ValueError, match="trap"):
            ask()
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    "sheet",
    [
        Sheet("othello", white="level:1"),
        Sheet("othello", moves=steps("f5"), at=1, white="level:1"),
        Sheet("go", {"size": 5}, moves=steps("pass pass"), at=2),
        Sheet("gomoku", {"size": 5}, "xxxxx/oooo1/5/5/5 w"),
    ],
)
def test_a_place_is_what_a_picture_says_of_it(desk: LocalDesk, sheet: Sheet) -> None:
    place, picture = desk.place(sheet), desk.picture(sheet)
    assert place == {name: picture[name] for name in ("turn", "stage", "people", "to_move")}
    assert place["turn"] == picture["view"]["turn"]
