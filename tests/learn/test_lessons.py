"""Every included lesson can be solved, and has texts in two languages."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground.lab.toml_reader import Source
from plyground.learn import lessons
from plyground.learn.lessons import Lesson, Step, Words
from plyground.learn.lessons.goals import KINDS, REFUSED
from plyground.learn.lessons.playing import judge
from plyground.learn.lessons.reading import read_source
from tests.project import ROOT

ALL = [lesson for rows in lessons.lessons().values() for lesson in rows]
FILES = sorted(ROOT.glob("src/plyground/games/*/lessons/*.toml"))


def texts(lesson: Lesson) -> Iterator[Words]:
    """All texts of a lesson."""
    yield from (lesson.title, lesson.summary)
    for step in lesson.steps:
        yield step.words
        yield from (hint.words for hint in step.hints)
        yield from (remark.words for remark in step.wrong.values())
        yield from filter(None, (step.right, step.otherwise))


def path(step: Step) -> list[str]:
    """The moves that hints would show, in order."""
    moves: list[str] = []
    while judge(step.task, moves).outcome in ("open", "right"):
        move = lessons.solution(step.task, moves)
        assert move is not None
        moves.append(move)
    return moves


def test_every_game_has_enough_lessons() -> None:
    count = Counter(lesson.game for lesson in ALL)
    assert count["robogo"] + count["go"] >= 12
    assert min(count[game] for game in ("gomoku", "othello", "dobutsu")) >= 6
    titles = " ".join(lesson.title.text_in("en").lower() for lesson in ALL if lesson.game == "go")
    for word in ("liberties", "capture", "atari", "ko", "two eyes", "snapback", "ladders"):
        assert re.search(rf"\b{word}\b", titles), word


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.key)
def test_the_rules_agree_with_a_lesson(lesson: Lesson) -> None:
    source = Source.read(lesson.path)
    assert [fault.with_line(source) for fault in lessons.check(lesson)] == []
    plyground.game(lesson.game, **lesson.play)


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.key)
def test_each_path_reaches_its_end(lesson: Lesson) -> None:
    """By the moves that a page would show; moves listed as wrong do not count."""
    for step in lesson.steps:
        if step.is_reading:
            continue
        moves = path(step)
        assert judge(step.task, moves).outcome == "done"
        assert judge(step.task, []).outcome == "open"
        first = judge(step.task, []).seen[-1]
        for move in step.wrong:
            if first.explain(move) is None:
                assert judge(step.task, [move]).outcome == "wrong", move


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.key)
def test_every_text_is_translated(lesson: Lesson) -> None:
    for words in texts(lesson):
        assert set(words.texts) == {"en", "ja"}, words
        assert re.search("[\u3040-\u30ff\u4e00-\u9fff]", words.text_in("ja"))
        assert not re.search("[\u3040-\u30ff\u4e00-\u9fff]", words.text_in("en"))
        assert all(text.count("**") % 2 == 0 for text in words.texts.values())
    assert all(step.hints for step in lesson.steps if not step.is_reading)


def test_names_are_unique_and_every_file_is_read() -> None:
    assert len({lesson.key for lesson in ALL}) == len(ALL)
    assert sorted(lesson.path for lesson in ALL) == FILES
    assert all(lesson.path.parts[-3] == lesson.game for lesson in ALL)
    assert lessons.find("go", "ko") is not None
    assert lessons.find("go", "nothing") is None
    assert lessons.find("chess", "ko") is None


def test_lessons_are_listed_in_the_order_of_the_guides() -> None:
    assert list(lessons.lessons()) == [
        "robogo",
        "go",
        "gomoku",
        "othello",
        "dobutsu",
        "connect_four",
    ]


# Errors in a file

HEAD = "game = 'go'\noptions.size = 5\ntitle = 'T'\nsummary = 'S'\n"
STEP = "[[steps]]\nwords = 'W'\n"
HINT = "hints = [{ en = 'H' }]\n"


def wrong(text: str) -> str:
    """The errors of a lesson; empty for a good one."""
    path = Path("01-test.toml")
    try:
        source = Source(text, path.name)
        lesson = read_source(source, path)
    except ValueError as error:
        return str(error)
    return "\n".join(fault.with_line(source) for fault in lessons.check(lesson))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = ", "line 1: This is not TOML"),
        ("title = 'T'\n" + STEP, "game is missing"),
        (HEAD, "A lesson has from 1 to 40 steps"),
        (HEAD + "[[steps]]\n", "words is missing"),
        (HEAD + STEP + "move = 'A1'\n", "line 7: There is no key 'move' in a step"),
        (HEAD + STEP + "goal = 'checkmate'\n", "line 7: There is no goal 'checkmate'"),
        (HEAD + STEP + "goal = 'win in 9'\n", "takes a number from 1 to 5"),
        (HEAD + STEP + "goal = 'corner 2'\n", "takes no number"),
        (HEAD + STEP + "position = 'xyz'\n", "line 7: "),
        (HEAD + STEP + "position = '''\n. .\n.\nb'''\n", "different lengths"),
        (HEAD + STEP + "moves = 'A1 A1'\n", "line 7: There is already a piece on A1."),
        (HEAD + STEP + "accept = 'A9'\n" + HINT, "line 7: A9 is not legal"),
        (HEAD + STEP + "accept = 'a1'\n" + HINT, "line 7: The game writes a1 as A1"),
        (HEAD + STEP + "accept = 'A1'\n", "line 7: There is no hint"),
        (HEAD + STEP + "accept = ['A1', 'B1']\n" + HINT, "The opponent needs a reply"),
        (HEAD + STEP + "accept = ['A1', 'B1']\nreply = 'B1'\n" + HINT, "B1 is not legal"),
        (HEAD + STEP + "accept = 'A1'\nreply = 'A1'\n" + HINT, "the reply can't be played"),
        (HEAD + STEP + "accept = 'A1'\nreply = ['B1', 'C1']\n" + HINT, "more replies than turns"),
        (HEAD + STEP + "accept = 'A1'\ngoal = 'capture 1'\n" + HINT, "the goal is not reached"),
        (HEAD + STEP + "goal = 'capture 1'\n" + HINT, "line 7: No move reaches this goal."),
        (HEAD + STEP + "goal = 'moves 99'\n" + HINT, "line 7: Every move reaches this goal"),
        (HEAD + STEP + "goal = 'refused sucide'\n" + HINT, "No move is refused as 'sucide'"),
        (HEAD + STEP + "goal = 'refused ko'\n" + HINT, "No move reaches this goal."),
        (HEAD + STEP + "accept = 'A1'\nwrong.A1.en = 'no'\n" + HINT, "line 8: A1 is right here."),
        (HEAD + STEP + "accept = 'A1'\nwrong.Z1.en = 'no'\n" + HINT, "Z1 can't be played here"),
        (
            HEAD + STEP + "accept = 'A1'\nwrong.B1.en = 'no'\nwrong.B1.reply = 'B1'\n" + HINT,
            "After B1 the reply B1 can't be played.",
        ),
        (HEAD + STEP + "marks = 'A1 Z9'\n", "line 7: Z9 is not on this board."),
        (HEAD + STEP + "shows = 'stars'\n", "There is no aid 'stars'"),
        (HEAD + STEP + HINT, "This step has no task"),
        (HEAD + STEP + "moves = 'pass pass'\naccept = 'A1'\n" + HINT, "The game is over"),
        (HEAD.replace("go", "chess") + STEP, "There is no game called 'chess'"),
        (HEAD.replace("size = 5", "size = 99") + STEP, "size can be"),
        (HEAD + "[[steps]]\nwords.en = 'W'\nwords.xx = 'W'\n", "There is no key 'xx'"),
    ],
)
def test_mistakes_are_reported(text: str, message: str) -> None:
    assert message in wrong(text)


@pytest.mark.parametrize(
    "text",
    [
        HEAD + STEP,
        HEAD + STEP + "accept = 'A1 B1'\nreply = [{ A1 = 'B1', B1 = 'A1' }]\n" + HINT,
        HEAD + STEP + "goal = 'any'\n" + HINT,
    ],
)
def test_correct_lessons_have_no_faults(text: str) -> None:
    assert wrong(text) == ""


PAGE = (ROOT / "docs" / "how-to" / "lessons.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_can_be_done() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    assert wrong(example) == ""


def test_docs_list_every_goal() -> None:
    listed = re.findall(r"^\| `([a-z]+(?: in)?)(?: N| CODE)?` \|", PAGE, flags=re.MULTILINE)
    assert {*KINDS, REFUSED} <= set(listed)


# Doing a step


def test_moves_are_judged_one_after_the_other() -> None:
    lesson = lessons.find("go", "snapback")
    assert lesson is not None
    task = lesson.steps[1].task
    first, second = judge(task, ["D1"]), judge(task, ["d1", "D1"])
    assert (first.outcome, first.turn, len(first.seen)) == ("right", 1, 3)
    assert (second.outcome, second.turn) == ("done", 2)
    wrong = judge(task, ["D2"])
    assert (wrong.outcome, wrong.seen[-1].last_move) == ("wrong", "D1")  # which shows why
    assert judge(task, ["C1"]).outcome == "refused"
    assert judge(task, ["D2", "D1"]).outcome == "wrong"  # nothing follows


def test_a_proven_win_leaves_no_way_out() -> None:
    """After every answer of the other side, the next move of the solution wins."""
    lesson = lessons.find("robogo", "capture-to-win")
    assert lesson is not None
    task = lesson.steps[0].task
    position = task.start().play("D3")
    for answer in position.moves():
        after = position.play(answer)
        ends = [after.play(move).result() for move in after.moves()]
        assert any(end is not None and end.winner == "black" for end in ends), answer


PROVEN = [
    (lesson, number)
    for lesson in ALL
    for number, step in enumerate(lesson.steps)
    if step.task.needs_search
]


@pytest.mark.parametrize(("lesson", "number"), PROVEN, ids=lambda one: getattr(one, "key", one))
def test_wins_are_proven_by_a_second_method(lesson: Lesson, number: int) -> None:
    """The solver, which checks its own proofs, agrees with the search that judges the moves."""
    task = lesson.steps[number].task
    first = lessons.solution(task)
    assert first is not None
    solved = plyground.solve(task.start().play(first), nodes=2_000_000, memory=16)
    assert solved.verdict == "loss"


def test_tasks_are_plain_data() -> None:
    for lesson in ALL:
        for step in lesson.steps:
            answer = lessons.answer(step.task.plain(), [], "look")
            assert answer["outcome"] == "open"
            assert answer["views"][0]["columns"]
            assert (answer["turns"] == 0) == step.is_reading


def test_lessons_are_read_from_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(lessons.FOLDERS, "")
    (tmp_path / "01-mine.toml").write_text(HEAD + STEP, encoding="utf-8")
    try:
        lessons.use([tmp_path])
        assert lessons.lessons()["go"][-1].name == "mine"
        (tmp_path / "02-bad.toml").write_text("game = ", encoding="utf-8")
        with pytest.raises(ValueError, match=r"02-bad\.toml, line 1"):
            lessons.use([tmp_path])
        with pytest.raises(ValueError, match="is not a folder of lessons"):
            lessons.use([tmp_path / "none"])
    finally:
        monkeypatch.undo()
        lessons.lessons.cache_clear()
