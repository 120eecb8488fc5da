"""A game between people and computers, independent of the front end."""

from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.engine.results import IllegalMove
from plyground.players.player import Answer, Forfeit
from plyground.records.journal import load_records
from plyground.session import advice, saved_games, setup
from tests.terminal.seats import COUNTED, First, new_session, played, stage


def test_undo_takes_one_ply_back_between_people() -> None:
    session = new_session("othello", "f5 d6 c3")
    assert session.undo()
    assert played(session) == ("f5", "d6")
    assert session.redo()
    assert played(session) == ("f5", "d6", "c3")
    assert not session.redo()


def test_undo_takes_both_plies_back_against_the_computer() -> None:
    session = new_session("othello", "f5 d6 c3 d3", white=First())
    assert session.undo()
    assert played(session) == ("f5", "d6")
    assert session.redo()
    assert played(session) == ("f5", "d6", "c3", "d3")


def test_undo_before_the_computer_has_replied_takes_one_ply_back() -> None:
    session = new_session("othello", "f5 d6 c3", white=First())
    assert session.undo()
    assert played(session) == ("f5", "d6")


def test_nothing_to_undo_before_the_persons_first_move() -> None:
    session = new_session("othello", "f5", black=First())
    assert not session.undo()
    assert played(session) == ("f5",)


def test_a_move_after_undo_keeps_the_other_as_a_variation() -> None:
    session = new_session("othello", "f5 d6 c3")
    session.undo()
    session.play("c4")
    assert session.record.moves == ("f5", "d6", "c4")
    assert [node.move for node in session.record.current.parent.children] == ["c4", "c3"]  # type: ignore[union-attr]


def test_a_resignation_is_worded_for_the_person_and_can_be_undone() -> None:
    session = new_session("gomoku", "h8 h9", white=First())
    session.resign()
    assert session.result_text() == "You lose: black resigned."
    with pytest.raises(ValueError, match="over already"):
        session.resign()
    assert session.undo()
    assert stage(session) == "playing"
    assert played(session) == ("h8", "h9")


def test_a_resignation_of_the_computer_is_undone_with_the_move_that_led_to_it() -> None:
    session = new_session("gomoku", "h8 h9 h7", white=First())
    session.take(Answer(None))
    assert session.result_text() == "You win: white resigned."
    assert session.undo()
    assert played(session) == ("h8", "h9")


def test_a_computer_that_fails_loses() -> None:
    silent = new_session("gomoku", "h8", white=First())
    silent.take(Forfeit("no_answer", "It said nothing for 5 s."))
    assert silent.result_text() == "You win: It said nothing for 5 s."
    illegal = new_session("gomoku", "h8", white=First())
    illegal.take(Answer("h8"))
    assert illegal.record.result is not None
    assert illegal.record.result.code == "illegal_move"
    assert illegal.record.result.winner == "black"
    broken = new_session("gomoku", "h8", white=First())
    with pytest.raises(ZeroDivisionError):
        broken.take(ZeroDivisionError())


def test_the_rules_end_a_game() -> None:
    session = new_session("gomoku", "g7 j8 h7 i9 i7 h10 j7 k9 f7", white=First())
    assert stage(session) == "over"
    assert session.result_text() == "You win: five in a row."
    with pytest.raises(ValueError, match="game is over"):
        session.play("a1")
    assert session.undo()
    assert stage(session) == "playing"


def test_a_refused_move_changes_nothing() -> None:
    session = new_session("othello", "f5")
    with pytest.raises(IllegalMove):
        session.play("a1")
    assert session.record.moves == ("f5",)


def test_counting_marks_groups_and_agrees(tmp_path: Path) -> None:
    session = new_session("go", COUNTED, size=5, komi=0.5, folder=tmp_path)
    assert stage(session) == "counting"
    session.toggle("D4")
    assert session.dead == {"C4", "D4"}
    session.toggle("C4")
    assert session.dead == set()
    session.mark(["C4", "E3"])
    assert session.position.score() == plyground.engine.results.Score(25.0, 0.5, "points")
    with pytest.raises(ValueError, match="Only stones"):
        session.toggle("A5")
    session.agree()
    assert stage(session) == "over"
    assert session.result_text() == "black wins: two passes: black by 24.5."
    assert session.path is not None
    again = load_records(session.path)[0]
    assert again.dead == ("C4", "D4", "E3")
    assert again.result == session.record.result
    assert session.undo()
    assert stage(session) == "counting"
    assert session.dead == {"C4", "D4", "E3"}


def test_continuing_after_passes_gives_the_move_to_the_right_side() -> None:
    people = new_session("go", COUNTED, size=5)
    people.play_on()
    assert (stage(people), people.position.played[-1], people.position.turn) == (
        "playing",
        "A1",
        "white",
    )
    last = new_session("go", COUNTED, size=5, white=First())
    last.play_on()
    assert (last.position.turn, last.position.played[-1]) == ("black", "pass")
    first = new_session("go", "C3 C4 pass pass", size=5, white=First())
    first.play_on()
    assert (first.position.turn, first.position.played[-1]) == ("black", "C4")
    with pytest.raises(ValueError, match="no count to leave"):
        first.play_on()


def test_robogo_is_not_counted() -> None:
    assert new_session("robogo", "pass pass").stage == "over"


@pytest.mark.parametrize(
    ("game", "moves", "captured"),
    [
        ("go", "E6 E5 D5 J1 E4 H1 F5", {"black": 1, "white": 0}),
        ("robogo", "A1 B1 E5 A2", {"black": 0, "white": 1}),
        ("gomoku", "h8 h9", {"black": 0, "white": 0}),
        ("othello", "f5 d6", {"black": 0, "white": 0}),
        ("dobutsu", "b2b3 c4b3", {"black": 0, "white": 0}),
    ],
)
def test_captured_stones_are_counted(game: str, moves: str, captured: dict[str, int]) -> None:
    options: dict[str, Any] = {"size": 9} if game == "go" else {}
    assert new_session(game, moves, **options).captured() == captured


def test_every_move_is_in_the_file_at_once_and_the_game_goes_on_from_there(tmp_path: Path) -> None:
    session = new_session("othello", folder=tmp_path)
    assert session.path is None, "a game that nobody has begun leaves no file"
    for count, move in enumerate(["f5", "d6", "c3", "d3"], 1):
        session.play(move)
        (file,) = tmp_path.iterdir()
        assert len(load_records(file)[0].moves) == count
    session.undo()
    again = setup.resume_session(tmp_path)
    assert again is not None
    assert again.position == session.position
    instead = next(move for move in again.position.moves() if move != "d3")
    again.play(instead)
    third = setup.resume_session(tmp_path, "othello")
    assert third is not None
    assert third.record.moves == ("f5", "d6", "c3", instead)


def test_resuming_takes_the_last_unfinished_game_and_minds_no_strange_files(tmp_path: Path) -> None:
    first = new_session("othello", "f5", folder=tmp_path)
    second = new_session("gomoku", "h8", folder=tmp_path)
    finished = new_session("dobutsu", "b2b3", folder=tmp_path)
    finished.resign()
    (tmp_path / "zzz.jsonl").write_text("not a record\n")
    again = setup.resume_session(tmp_path)
    assert again is not None
    assert again.path == second.path
    other = setup.resume_session(tmp_path, but=second.path)
    assert other is not None
    assert other.path == first.path
    assert setup.resume_session(tmp_path, "dobutsu") is None
    assert setup.resume_session(tmp_path / "nowhere") is None


def test_a_game_that_waits_to_be_counted_can_be_resumed(tmp_path: Path) -> None:
    new_session("go", COUNTED, size=5, folder=tmp_path)
    again = setup.resume_session(tmp_path)
    assert again is not None
    assert stage(again) == "counting"


def test_the_players_of_a_resumed_game_are_the_same(tmp_path: Path) -> None:
    game = plyground.game("gomoku")
    session = setup.open_session(
        game, {"black": "person", "white": "random"}, seed=7, folder=tmp_path
    )
    session.play("h8")
    again = setup.resume_session(tmp_path)
    assert again is not None
    assert again.people == ["black"]
    assert again.players["white"] is not None
    assert again.players["white"].name == session.players["white"].name  # type: ignore[union-attr]
    same, different = (
        setup.open_session(game, {"black": "random", "white": "random"}, seed=seed).record.players
        for seed in (7, 8)
    )
    assert session.record.players["white"] == same["white"]
    assert len({*same.values(), *different.values()}) == 4, "each player has a seed of its own"


def test_a_full_disk_stops_no_game_and_is_shown_until_it_is_fixed(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    session = new_session("gomoku", "h8", folder=blocked / "games")
    assert session.record.moves == ("h8",)
    assert session.trouble == "The game is NOT saved: Not a directory."
    session.trouble = None
    session.play("h9")
    assert session.trouble is None, "once is enough"
    assert session.last_words() == "The game is NOT saved: Not a directory."
    blocked.unlink()
    session.play("h7")
    assert "saved; continue it with `plyground play --resume`" in session.last_words()
    assert session.path is not None
    assert load_records(session.path)[0].moves == ("h8", "h9", "h7")


def test_a_journal_error_does_not_crash_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new_session("gomoku", "h8", folder=tmp_path)

    def refuse(*_: object) -> None:
        raise ValueError("Another terminal plays this game.")

    monkeypatch.setattr("plyground.session.session.Journal.__init__", refuse)
    again = setup.resume_session(tmp_path)
    assert again is not None
    again.play("h9")
    again.resign()
    assert again.last_words() == "The game is NOT saved: Another terminal plays this game."
    assert session.path is not None
    assert load_records(session.path)[0].moves == ("h8",)


def test_two_terminals_do_not_write_the_same_game(tmp_path: Path) -> None:
    first = new_session("gomoku", "h8", folder=tmp_path)
    second = setup.resume_session(tmp_path)
    assert second is not None
    second.play("h9")
    first.play("a1")
    assert first.trouble is not None
    assert "NOT saved: Another program has written" in first.trouble
    assert first.path is not None
    assert load_records(first.path)[0].moves == ("h8", "h9")


def test_a_result_that_could_not_be_written_is_written_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new_session("go", COUNTED, size=5, folder=tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("plyground.session.session.Journal.finish", full)
        session.agree()
    assert "NOT saved: No space left on device" in session.last_words()
    session.finish(session.record.result, session.record.dead)
    assert session.last_words() == ""
    assert session.path is not None
    assert load_records(session.path)[0].result == session.record.result


def test_a_game_that_is_not_loaded_is_named(tmp_path: Path) -> None:
    new_session("othello", "f5", folder=tmp_path)
    assert saved_games.unloaded_game(tmp_path) is None
    head = '{"record":1,"game":"checkers","options":{},"players":{}}'
    (tmp_path / "99999999-checkers.jsonl").write_text(head + '\n{"node":1,"move":"a1"}\n')
    assert saved_games.unloaded_game(tmp_path) == "checkers"
    assert saved_games.unloaded_game(tmp_path, "checkers") == "checkers"
    assert saved_games.unloaded_game(tmp_path, "othello") is None
    assert setup.resume_session(tmp_path) is not None, "others still go on"


def test_undo_is_offered_only_if_possible() -> None:
    session = new_session("othello", "f5 d6 c3 d3", white=First())
    assert (session.can_undo, session.can_redo) == (True, False)
    session.undo()
    assert (session.can_undo, session.can_redo) == (True, True)
    session.undo()
    assert (session.can_undo, session.can_redo) == (False, True)
    session.resign()
    assert (session.can_undo, session.can_redo) == (True, False)


def test_the_score_of_go_is_shown_only_where_it_means_something() -> None:
    go = new_session("go", "C3", size=5)
    assert not go.shows_score()
    assert go.shows_score(evaluates=True)
    assert new_session("go", COUNTED, size=5).shows_score()
    assert new_session("othello").shows_score()


def test_a_rematch_changes_colours(tmp_path: Path) -> None:
    game = plyground.game("gomoku", size=9)
    session = setup.open_session(game, {"black": "person", "white": "random"})
    again = setup.rematch(session, tmp_path)
    assert again.people == ["white"]
    assert again.game == game


@pytest.mark.parametrize(
    ("black", "white", "expected"),
    [
        (None, None, ("person", "level:2")),
        ("person", None, ("person", "level:2")),
        (None, "person", ("level:2", "person")),
        ("level:4", None, ("level:4", "person")),
        (None, "level:4", ("person", "level:4")),
        ("person", "person", ("person", "person")),
        ("random", "level:1", ("random", "level:1")),
    ],
)
def test_seats_have_defaults(
    black: str | None, white: str | None, expected: tuple[str, str]
) -> None:
    assert tuple(setup.seats(black, white).values()) == expected


def test_saving_as_needs_a_known_ending_and_a_new_file(tmp_path: Path) -> None:
    record = new_session("go", "D4 Q16").record
    saved = saved_games.save_as(record, str(tmp_path / "game.sgf"))
    assert "B[dp]" in saved.read_text()
    with pytest.raises(ValueError, match=r"already a file game\.sgf"):
        saved_games.save_as(record, str(saved))
    with pytest.raises(ValueError, match=r"ends in one of .*\.sgf"):
        saved_games.save_as(record, str(tmp_path / "game.txt.doc"))
    with pytest.raises(ValueError, match=r"ends in one of .*\.jsonl"):
        saved_games.save_as(new_session("dobutsu", "b2b3").record, str(tmp_path / "game.sgf"))
    with pytest.raises(ValueError, match="can't be written"):
        saved_games.save_as(record, str(tmp_path / "no" / "such" / "game.sgf"))


@pytest.mark.parametrize("game", ["robogo", "gomoku", "go", "othello", "dobutsu", "connect_four"])
def test_a_hint_names_a_move_and_its_reasons(game: str) -> None:
    options = {"size": 9} if game in ("go", "gomoku") else {}
    position = plyground.game(game, **options).start()
    report = plyground.search(position, "search:nodes=2000")
    words = advice.hint_words(position, report)
    assert words.startswith(f"Try {report.move}: ")
    assert "winning chance" in words or "wins" in words or "loses" in words


def test_a_hint_says_when_it_wins() -> None:
    position = plyground.game("gomoku").start().play_all("g7 j8 h7 i9 i7 h10 j7 k9")
    report = plyground.search(position, "search:depth=2")
    assert "it wins at once" in advice.hint_words(position, report)
    assert "black wins in 1" in advice.evaluation_words(position, report)


def test_a_hint_says_what_is_gained() -> None:
    position = plyground.game("othello").start()
    words = advice.hint_words(position, plyground.search(position, "search:depth=8"))
    assert "It gains " in words
    assert "patterns" not in words  # it evaluates by it, but hints do not mention it
