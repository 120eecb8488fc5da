"""The service: stored games and commands in, stored games and pictures out."""

import json
from dataclasses import replace
from typing import Any

import pytest

from plyground.engine import registry
from plyground.session.session import PERSON
from plyground.web.game_service.service import LocalGameService, Refused
from plyground.web.game_service.stored_game import Step, StoredGame
from tests.web.stored_games import opened, play, refusal, stage, steps, texts

Data = dict[str, Any]


@pytest.fixture
def service() -> LocalGameService:
    return LocalGameService()


# Opening


@pytest.mark.parametrize("name", registry.native())
def test_a_game_is_described_and_opened_as_json(service: LocalGameService, name: str) -> None:
    described = json.loads(json.dumps(service.describe(name), allow_nan=False))
    assert described["name"] == name
    assert described["view"]["moves"]
    assert "jsonl" in described["formats"]
    stored = opened(service, name)
    picture = json.loads(json.dumps(service.picture(stored), allow_nan=False))
    assert (picture["stage"], picture["to_move"], picture["people"]) == (
        "playing",
        "person",
        ["black", "white"],
    )


def test_opening_normalises_moves_and_options(service: LocalGameService) -> None:
    options: Data = {"size": "9", "komi": "6.5"}
    stored = service.open(
        StoredGame("go", options, "9/9/9/9/9/9/9/9/9 w", moves=steps("e5 PASS"), at=2)
    )
    assert stored.options == {"size": 9}
    assert (stored.start, texts(stored)) == ("9/9/9/9/9/9/9/9/9 w", ["E5", "pass"])


@pytest.mark.parametrize(
    ("stored", "sentence"),
    [
        (StoredGame("go", {"size": 99}), "size can be a whole number from 2 to 25, not 99"),
        (StoredGame("go", {"colour": 1}), "colour"),
        (StoredGame("go", start="nonsense"), "not 'nonsense'"),
        (StoredGame("go", moves=steps("A1 A1"), at=2), "There is already a piece on A1"),
        (StoredGame("go", at=1), "no such move"),
        (StoredGame("go", at=-1), "no such move"),
        (StoredGame("chess"), "There is no game called 'chess'"),
        (StoredGame("go", black="gtp:sh -c true"), "A player must be a person"),
        (StoredGame("go", white="search:seconds=99"), "A player must be a person"),
        (StoredGame("go", white="level:9"), "level"),
    ],
)
def test_a_stored_game_that_can_not_be_opened_is_reported(
    service: LocalGameService, stored: StoredGame, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        service.open(stored)


def test_number_of_moves_is_limited(
    service: LocalGameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.web.game_service.stored_game.MOST_MOVES", 2)
    stored = opened(service, "othello", "f5 d6")
    with pytest.raises(ValueError, match="at most 2 moves"):
        play(service, stored, "c3")


def test_finished_position_has_a_result(service: LocalGameService) -> None:
    stored = service.open(StoredGame("gomoku", {"size": 5}, "xxxxx/oooo1/5/5/5 w"))
    assert stored.result is not None
    assert (stored.result["winner"], stage(service, stored)) == ("black", "over")
    assert refusal(service, stored, "move", move="a1").code == "game_over"
    assert refusal(service, stored, "undo").code == "nothing_to_undo"
    assert refusal(service, stored, "resign").code == "over_already"


def test_handicap_lets_white_begin(service: LocalGameService) -> None:
    stored = service.open(
        StoredGame("go", {"size": 9, "handicap": 2}, black="level:1", white=PERSON)
    )
    picture = service.picture(stored)
    assert (picture["view"]["turn"], picture["to_move"]) == ("white", "person")
    assert len(picture["view"]["pieces"]) == 2


# Acting


@pytest.mark.parametrize(
    ("action", "command", "code"),
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
def test_a_refused_command_has_a_code(
    service: LocalGameService, action: str, command: Data, code: str
) -> None:
    stored = opened(service, "othello")
    refused = refusal(service, stored, action, **command)
    assert refused.code == code
    assert refused.sentence.endswith(".")
    assert len(refused.sentence) < 300
    assert play(service, stored, "f5").at == 1  # and nothing is broken


def test_a_refused_move_says_where(service: LocalGameService) -> None:
    assert refusal(service, opened(service, "othello"), "move", move="d4").at == "d4"


def test_moves_taken_back_can_be_played_again(service: LocalGameService) -> None:
    stored = play(service, opened(service, "othello"), "f5", "d6", "c3")
    back = service.act(service.act(stored, "undo", {}), "undo", {})
    assert (back.at, texts(back)) == (1, ["f5", "d6", "c3"])
    picture = service.picture(back)
    assert (picture["can_redo"], picture["view"]["ply"]) == (True, 1)
    assert service.act(back, "redo", {}).at == 2
    same = play(service, back, "d6")
    assert (same.at, texts(same)) == (2, ["f5", "d6", "c3"])
    other = play(service, back, "f6")
    assert (other.at, texts(other)) == (2, ["f5", "f6"])
    again = service.act(other, "undo", {})
    assert texts(play(service, again, "d6")) == ["f5", "d6"]  # later moves are forgotten


def test_against_the_computer_both_plies_are_taken_back(service: LocalGameService) -> None:
    stored = opened(service, "othello", "f5 d6 c3 d3", white="level:1")
    back = service.act(stored, "undo", {})
    assert back.at == 2
    assert service.act(back, "redo", {}).at == 4
    first = opened(service, "othello", "f5", black="level:1")
    assert refusal(service, first, "undo").code == "nothing_to_undo"  # the person has not moved


def test_data_of_earlier_moves_is_kept(service: LocalGameService) -> None:
    thought: Any = {"score": 1.5, "win_chance": 0.6, "mate": None, "exact": False, "depth": 3}
    known = Step("f5", 1.25, 58.0, thought | {"nodes": 9, "pv": ["f5", "d6"]})
    stored = service.open(StoredGame("othello", moves=(known,), at=1))
    assert play(service, stored, "d6").moves[0] == known
    assert service.act(stored, "undo", {}).moves[0] == known
    timed = replace(stored, moves=(replace(known, clock=7.0),))  # the same for the rules
    assert play(service, timed, "d6").moves[0].clock == 7.0
    text = service.write(stored, "jsonl", {})
    assert "58" in text
    assert service.read(None, text.encode(), "")[0][0].moves[0].seconds == 1.25


def test_resignation_can_be_taken_back(service: LocalGameService) -> None:
    stored = play(service, opened(service, "othello"), "f5")
    over = service.act(stored, "resign", {})
    assert over.result is not None
    assert (over.result["winner"], over.result["code"]) == ("black", "resign")
    assert service.act(over, "undo", {}) == stored
    watched = opened(service, "othello", black="level:1", white="level:1")
    assert refusal(service, watched, "resign").code == "watching"


def test_the_person_resigns_even_when_the_computer_is_to_move(service: LocalGameService) -> None:
    over = service.act(opened(service, "othello", black="level:1"), "resign", {})
    assert over.result is not None
    assert over.result["winner"] == "black"


def test_a_draw_is_agreed_once(service: LocalGameService) -> None:
    over = service.act(opened(service, "othello"), "draw", {})
    assert over.result is not None
    assert (over.result["winner"], over.result["code"]) == (None, "agreement")
    assert refusal(service, over, "draw").code == "over_already"


def test_forced_pass_is_the_only_move_in_othello(service: LocalGameService) -> None:
    stored = service.open(StoredGame("othello", {"size": 4}, "xo2/4/4/4 w"))
    picture = service.picture(stored)
    assert (picture["must_pass"], picture["can_pass"], picture["stage"]) == (True, True, "playing")
    assert refusal(service, stored, "move", move="d4").code == "must_pass"
    after = service.picture(play(service, stored, "pass"))
    assert (after["passed"], after["must_pass"]) == (True, False)


# Looking, reading, writing


def test_an_earlier_position_is_looked_at(service: LocalGameService) -> None:
    stored = play(service, opened(service, "othello"), "f5", "d6")
    assert service.look(stored, 0)["view"]["ply"] == 0
    last = service.look(stored, 1)["view"]["last_move"]
    assert last is not None
    assert last["text"] == "f5"
    for ply in (-1, 3):
        with pytest.raises(Refused, match="no such move"):
            service.look(stored, ply)


@pytest.mark.parametrize("name", registry.native())
def test_every_notation_is_written_and_read_back(service: LocalGameService, name: str) -> None:
    stored = opened(service, name)
    for _ in range(6):
        moves = [move["text"] for move in service.picture(stored)["view"]["moves"]]
        stored = play(service, stored, [move for move in moves if move != "pass"][-1])
    for format_name in service.describe(name)["formats"]:
        text = service.write(stored, format_name, {"date": "2026-01-01"})
        [(back, note)] = service.read(name, text.encode(), "")
        assert (back.game, texts(back), note) == (name, texts(stored), ""), format_name
    with pytest.raises(Refused, match="is written as"):
        service.write(stored, "docx", {})


def test_omitted_variations_are_noted(service: LocalGameService) -> None:
    [(stored, note)] = service.read(None, b"(;GM[1]SZ[9];B[ee](;W[cc])(;W[gg]))", "")
    assert (texts(stored), note) == (["E5", "C7"], "variations")


@pytest.mark.parametrize("data", [b"", b"\0\xff\xfe", b"hello", b"(;GM[1]SZ[99])", b'{"record":1}'])
def test_input_without_a_game_is_reported(service: LocalGameService, data: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        service.read(None, data, "")


def test_reading_a_game_runs_no_other_code(
    service: LocalGameService, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w').close()\n", encoding="utf-8")
    monkeypatch.setattr(registry, "_registry", registry.Registry())
    monkeypatch.setenv(registry.SETTING, str(trap))
    record = b'{"record":1,"game":"trap","options":{},"players":{"black":"","white":""}}\n'
    for ask in (
        lambda: service.read(None, record, ""),
        lambda: service.describe("trap"),
        lambda: service.open(StoredGame("trap")),
    ):
        with pytest.raises(ValueError, match="trap"):
            ask()
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    "stored",
    [
        StoredGame("othello", white="level:1"),
        StoredGame("othello", moves=steps("f5"), at=1, white="level:1"),
        StoredGame("go", {"size": 5}, moves=steps("pass pass"), at=2),
        StoredGame("gomoku", {"size": 5}, "xxxxx/oooo1/5/5/5 w"),
    ],
)
def test_place_agrees_with_picture(service: LocalGameService, stored: StoredGame) -> None:
    place, picture = service.place(stored), service.picture(stored)
    assert place == {name: picture[name] for name in ("turn", "stage", "people", "to_move")}
    assert place["turn"] == picture["view"]["turn"]
