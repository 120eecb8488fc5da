"""Reviews of games: the value of every move, compared with exact values if they are known."""

import json
import time
from pathlib import Path

import pytest

import plyground
from plyground import Record
from plyground.cli import main
from plyground.engine import registry
from plyground.engine.game import Game, Position
from plyground.engine.simulate import random_game
from plyground.engine.stop import Stop
from plyground.learn.grading import grade
from plyground.learn.review import Judged, Review, Stopped, annotate, nodes, review
from plyground.learn.review.judging import game_of
from plyground.records import notation
from plyground.records.record import outside_result
from tests.project import ROOT

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}
# By two players of level 3, up to a full board.
OTHELLO = (
    "c4e3f6c5d3c2f3c3f2e6d2e1c1f4f5d1f1g4g5e2h4h3h2f7d6h5h6g6g3c6h7g2e8g8d7c8h1g1d8f8"
    "b6b5a6e7b4b3a3b2a2a7a8a1b1a4b7a5c7b8h8g7"
)


def played(game: Game, moves: str) -> Record:
    record = Record(game)
    record.play_all(moves.split())
    return record


def at_random(game: Game, seed: int, most: int = 400) -> Record:
    record = Record(game)
    record.play_all(random_game(game.start(), seed, max_plies=most).played)
    return record


def blunder() -> Record:
    """Black makes three in a row, White ignores it, and Black makes an open four."""
    game = plyground.game("gomoku", size=9)
    return played(game, "e5 e6 d5 f6 c5 a9 f5 g5 b5")


def before(record: Record, move: Judged) -> Position:
    start, moves = game_of(record)
    return start.play_all(moves[: move.ply - 1])


# Exact values


@pytest.mark.parametrize("seed", range(6))
def test_small_games_are_judged_by_their_exact_values(seed: int) -> None:
    game = plyground.game("gomoku", size=3, line=3)
    record = at_random(game, seed)
    for move in review(record, effort=7).moves:
        position = before(record, move)
        best = POINTS[plyground.solve(position).verdict]
        after = position.play(move.move)
        result = after.result()
        if result is not None:
            worth = 0.5 if result.winner is None else 1.0
        else:
            worth = 1 - POINTS[plyground.solve(after).verdict]
        assert (move.chance_before, move.chance) == (best, worth), move
        assert move.loss == best - worth


@pytest.mark.parametrize("seed", range(4))
def test_proven_values_are_correct(seed: int) -> None:
    """Also the margin: a proven win by some margin does not exclude a win by more."""
    record = at_random(plyground.game("othello", size=6), seed)
    exact = 0
    for move in review(record, effort=3).moves[-12:]:
        after = before(record, move).play(move.move)
        if after.result() is None and move.exact:
            reply = plyground.search(after, "alphabeta", depth=30)
            assert reply.exact
            assert move.score == -reply.score
            exact += 1
        if move.grade == "best":
            assert move.best == move.move
    assert exact


def test_the_move_that_lost_the_game_is_found() -> None:
    found = review(blunder(), effort=5)
    worst = found.mistakes()[0]
    assert (worst.ply, worst.side, worst.move, worst.grade) == (6, "white", "a9", "blunder")
    assert worst.best in ("b5", "f5")
    assert worst.chance < 0.1
    assert worst.refutation[0] in ("b5", "f5")
    assert found.moves[-1].mate == 1
    black, white = found.accuracy("black"), found.accuracy("white")
    assert black is not None
    assert white is not None
    assert black > white
    assert found.counts("white")["blunder"] >= 1


# Every game


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("othello", {"size": 6}),
        ("dobutsu", {}),
        ("gomoku", {"size": 9}),
        ("robogo", {"size": 7}),
        ("go", {"size": 5}),
    ],
)
def test_a_review_agrees_with_itself(name: str, options: dict[str, int]) -> None:
    record = at_random(plyground.game(name, **options), 5, 60)
    found = review(record, effort=3)
    assert tuple(move.move for move in found.moves) == record.moves
    for move in found.moves:
        position = before(record, move)
        assert move.side == position.turn
        assert move.loss == pytest.approx(max(0.0, move.chance_before - move.chance), abs=2e-4)
        by_less = move.best != move.move and move.chance == move.chance_before
        assert move.grade == ("good" if by_less else grade(move.loss))
        assert not by_less or move.score_before > move.score
        assert move.best_line[0] == move.best
        assert position.play_all(move.best_line).ply == position.ply + len(move.best_line)
        position.play(move.move).play_all(move.refutation)
        if move.best == move.move:
            assert (move.loss, move.why) == (0, ())
        assert move.forced == (len(position.moves()) == 1)
        assert all(reason.gain > 0 for reason in move.why)
    assert Review.of(json.loads(json.dumps(found.plain()))) == found
    assert review(record, effort=3) == found, "the same game has the same review"
    graded = [move for move in found.moves if not move.forced]
    counts = [found.counts("black"), found.counts("white")]
    assert sum(sum(one.values()) for one in counts) == len(graded)
    losses = [move.loss for move in found.mistakes()]
    assert losses == sorted(losses, reverse=True)


def test_without_choices_there_is_no_accuracy() -> None:
    game = plyground.game("othello", size=4)
    record = Record(game, "xxxo/xxxo/xxxo/x2o w")
    while not record.position.result():
        record.play(record.position.moves()[0])
    found = review(record)
    forced = [move for move in found.moves if move.forced]
    assert forced
    assert all((move.loss, move.grade) == (0, "best") for move in forced)
    sides = {move.side for move in found.moves if not move.forced}
    assert {"black", "white"} - sides == {
        side for side in ("black", "white") if found.accuracy(side) is None
    }


def test_a_game_written_in_python_is_reviewed_too() -> None:
    with registry.inside():
        registry.load(ROOT / "examples" / "tictactoe.py")
        record = played(registry.game("tictactoe"), "a1 b2 a2 c3 a3")
        found = review(record)
    assert [move.grade for move in found.moves if move.side == "black"][-1] == "best"
    assert found.moves[3].grade == "blunder"
    assert found.moves[3].best == "a3"


# Ends and beginnings


def test_a_game_that_was_resigned_is_judged_by_its_board() -> None:
    record = played(plyground.game("gomoku", size=9), "e5 e6 d5 f6 c5 a9")
    record.finish(outside_result("white", "resign"))
    last = review(record, effort=5).moves[-1]
    assert last.side == "white"
    assert last.chance < 0.1, "black resigned, and stood to win all the same"


def test_the_stones_agreed_to_be_dead_decide() -> None:
    game = plyground.game("go", size=3, komi=0)
    record = Record(game, "3/xxx/1o1 b passes=1")
    record.play("pass")
    assert review(record, effort=3).moves[-1].score == 5
    record.finish(record.current.position.mark_dead(["B1"]).result(), ["B1"])
    assert review(record, effort=3).moves[-1].score == 9


def test_a_game_begins_after_the_last_position_that_was_set_up() -> None:
    game = plyground.game("gomoku", size=5, line=4)
    record = played(game, "a1")
    node = record.set_up(record.end, "5/5/1xx2/5/5 w")
    node = record.add(node, "d3")
    record.add(node, "a5")
    found = review(record, effort=3)
    assert [(move.side, move.move) for move in found.moves] == [("white", "d3"), ("black", "a5")]
    annotate(record, found)
    assert record.end.comment


def test_a_record_without_moves_has_an_empty_review() -> None:
    found = review(Record(plyground.game("dobutsu")))
    assert (found.moves, found.accuracy("black"), found.mistakes()) == ((), None, [])


# Running


def test_a_review_reports_progress_and_can_be_stopped() -> None:
    progress: list[tuple[int, int]] = []
    review(blunder(), effort=1, on_progress=lambda done, of: progress.append((done, of)))
    assert progress == [(done, 10) for done in range(1, 11)]
    stop = Stop()

    def enough(done: int, _of: int) -> None:
        if done == 3:
            stop.set()

    with pytest.raises(Stopped):
        review(blunder(), on_progress=enough, stop=stop)


def test_a_long_game_on_a_large_board_gets_less_a_position() -> None:
    start = plyground.game("go", size=19).start()
    assert nodes(5, start) < nodes(7, start) < nodes(8, start)
    record = at_random(start.game, 1, 40)
    begin = time.process_time()
    review(record, effort=8, most=0.5)
    assert time.process_time() - begin < 30, "in full it takes minutes"


@pytest.mark.parametrize("effort", [0, 9, 2.5, True, None])
def test_a_wrong_effort_is_refused_with_the_range(effort: object) -> None:
    with pytest.raises(ValueError, match="effort can be a whole number from 1 to 8"):
        review(blunder(), effort=effort)  # type: ignore[arg-type]


def test_sixty_moves_of_othello_take_less_than_half_a_minute() -> None:
    record = Record(plyground.game("othello"))
    start = record.root.position
    record.play_all(start.play_all(OTHELLO).played)
    assert len(record.moves) == 60
    begin = time.monotonic()
    found = review(record, effort=5)
    assert time.monotonic() - begin < 30
    assert found.moves[-1].exact


def test_data_of_another_version_is_refused() -> None:
    data = review(blunder(), effort=1).plain()
    with pytest.raises(ValueError, match="another version"):
        Review.of({**data, "format": 0})


# Files


def test_sgf_holds_the_whole_review() -> None:
    record = blunder()
    found = review(record, effort=5)
    annotate(record, found)
    back = notation.read(notation.write([record], "sgf"))[0]
    assert back.moves == record.moves
    for node, move in zip(back.main_line(), found.moves, strict=True):
        assert f"{move.side.capitalize()} {move.move}" in node.comment
        assert node.evaluation is not None
        assert node.evaluation.win_chance == move.chance
    worst = found.mistakes()[0]
    parent = back.main_line()[worst.ply - 2]
    assert [child.move for child in parent.children] == [worst.move, worst.best]
    assert f"{worst.best} was better" in parent.children[0].comment
    line, node = [], parent.children[1]
    while True:
        line.append(node.move)
        if not node.children:
            break
        node = node.children[0]
    assert tuple(line) == worst.best_line


def test_kif_and_json_hold_it_too_and_ggf_the_evaluations() -> None:
    dobutsu = at_random(plyground.game("dobutsu"), 3, 12)
    found = review(dobutsu, effort=2)
    annotate(dobutsu, found, [f"remark {move.ply}" for move in found.moves])
    for name in ("kif", "jsonl"):
        back = notation.read(notation.write([dobutsu], name))[0]
        assert [node.comment for node in back.main_line()] == [
            f"remark {move.ply}" for move in found.moves
        ]
        assert len(back.nodes) == len(dobutsu.nodes)
    othello = at_random(plyground.game("othello"), 3, 12)
    judged = review(othello, effort=2)
    annotate(othello, judged)
    back = notation.read(notation.write([othello], "ggf"))[0]
    thoughts = [node.evaluation for node in back.main_line()]
    assert [thought and thought.score for thought in thoughts] == [
        pytest.approx(move.score, abs=0.01) for move in judged.moves
    ]


def test_earlier_comments_are_kept() -> None:
    record = blunder()
    record.main_line()[0].comment = "as always"
    annotate(record, review(record, effort=1))
    assert record.main_line()[0].comment.startswith("as always\nBlack e5: ")


def test_the_review_of_another_game_is_refused() -> None:
    other = played(plyground.game("gomoku", size=9), "e5 e6 d5 f6 c5 a9 f5 g5 b4")
    with pytest.raises(ValueError, match="of another game"):
        annotate(other, review(blunder(), effort=1))


# At the prompt


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["review", *arguments])
    output = capsys.readouterr()
    code = ended.value.code
    assert isinstance(code, int)
    return code, output.out, output.err


def test_command_prints_and_writes_the_review(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source, out = tmp_path / "game.sgf", tmp_path / "reviewed.sgf"
    source.write_text(notation.write([blunder()], "sgf"), encoding="utf-8")
    code, output, _ = run(capsys, str(source), "--effort", "5", "--out", str(out))
    assert code == 0
    assert "6. White a9 ??: a blunder" in output
    assert "9 moves in" in output
    assert "a blunder" in notation.read(out.read_bytes())[0].main_line()[5].comment
    code, output, _ = run(capsys, str(source), "--effort", "2", "--json")
    assert len(Review.of(json.loads(output)).moves) == 9
    code, _, wrong = run(capsys, str(source), "--out", str(out))
    assert (code, "--force replaces it" in wrong) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["none.sgf"], "can't be read"),
        (["game.moves", "--effort", "9"], "effort"),
        (["game.moves", "--number", "3"], "Games in game.moves: 1; there is no"),
        (["game.moves", "--out", "x.doc"], "There is no notation for"),
        (["game.moves", "--out", "x.moves"], "can't hold comments"),
        (["game.moves", "--out", "x.kif"], "kif can't hold a game of Gomoku"),
        (["game.moves", "--set", "size=9"], "--set needs --game"),
        (["bad.sgf"], "bad.sgf"),
    ],
)
def test_mistakes_are_reported(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.moves").write_text(notation.write([blunder()], "moves"), encoding="utf-8")
    Path("bad.sgf").write_text("(;GM[1]SZ[9];B[zz])", encoding="utf-8")
    code, _, wrong = run(capsys, *arguments)
    assert code == 2
    assert sentence in wrong
    assert "Traceback" not in wrong
    assert "reviewing" not in wrong, "the error comes before any search"
