"""The teacher: it warns about large mistakes but never about hints; and the summary afterwards."""

import random
from collections.abc import Iterator

import pytest

import plyground
from plyground.engine.game import Position
from plyground.engine.game_guide import guide_of, native_guides
from plyground.engine.report import Report
from plyground.learn import lessons
from plyground.learn.game_summary import KINDS, cause, summarise
from plyground.learn.grading import MISTAKE
from plyground.learn.review import review
from plyground.learn.teacher import warning
from plyground.records.record import Record
from plyground.session import advice
from plyground.session.advice import advise
from tests.games.cases import load_examples

GAMES = [
    ("othello", {"size": 6}),
    ("gomoku", {"size": 9}),
    ("robogo", {}),
    ("dobutsu", {}),
    ("go", {"size": 5}),
]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fast adviser: the test does not depend on its depth."""
    monkeypatch.setattr(advice, "EFFORT", 8_000)


def on_the_way(name: str, options: dict[str, int], count: int) -> Iterator[Position]:
    """Positions of games with arbitrary moves."""
    dice = random.Random(f"teacher {name}")
    game = plyground.game(name, **options)
    position = game.start()
    for _ in range(count):
        for _ in range(dice.randrange(1, 4)):
            if position.result() is None:
                position = position.play(dice.choice(position.moves()))
        if position.result() is not None:
            position = game.start()
        yield position


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_hints_never_cause_warnings_and_warnings_are_deterministic(
    name: str, options: dict[str, int]
) -> None:
    for position in on_the_way(name, options, 8):
        report = advise(position)
        assert advise(position).lines == report.lines
        assert report.move is not None
        assert warning(position, report.move, advise) is None


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_only_large_mistakes_cause_warnings(name: str, options: dict[str, int]) -> None:
    dice = random.Random(f"mistakes {name}")
    warned = 0
    for position in on_the_way(name, options, 10):
        move = dice.choice(position.moves())
        mistake = warning(position, move, advise)
        if mistake is None:
            continue
        warned += 1
        assert mistake["move"] == move != mistake["better"][0]
        near = mistake["wins"] is not None and mistake["wins"] <= 3
        assert mistake["loss"] >= MISTAKE or near or mistake["loses"] == 2
        assert mistake["before"] == pytest.approx(mistake["chance"] + mistake["loss"])
        position.play(mistake["better"][0])
        position.play_all([move, *mistake["answer"]])  # every move of the line is legal
    assert warned or name == "go"


def test_biased_search_finds_no_mistakes() -> None:
    """Both moves are searched from the same distance.

    Otherwise every move would seem to lose something.
    """
    start = plyground.game("gomoku", size=9).start()

    def flatter(position: Position) -> Report:
        line = advise(position).lines[0]
        chance = 0.75 if position.ply % 2 == 0 else 0.55
        worth = type(line)(line.move, 0.0, chance, None, exact=False, pv=line.pv)
        return Report((worth,), 1, 1, 0.0)

    best = advise(start).move
    other = next(move for move in start.moves() if move != best)
    assert warning(start, other, flatter) is None


def test_an_only_move_is_no_mistake() -> None:
    def nobody(_position: Position) -> Report:
        raise AssertionError("there is nothing to ask")

    game = plyground.game("othello", size=4)
    position = next(
        found
        for found in on_the_way("othello", {"size": 4}, 100)
        if found.result() is None and len(found.moves()) == 1
    )
    assert position.game == game
    assert warning(position, position.moves()[0], nobody) is None


def test_an_immediate_loss_causes_a_warning_even_in_lost_games() -> None:
    game = plyground.game("gomoku", size=9)
    position = game.start().play_all("b5 c5 a1 d5 i1 e5 i9 f5")  # Black is losing anyway
    mistake = warning(position, "a9", advise)
    assert mistake is not None
    assert mistake["loses"] == 2
    assert mistake["answer"] == ["g5"]
    assert mistake["reply"] == {"move": "g5", "from": None, "to": "g5", "piece": "stone"}


def test_a_game_written_in_python_has_a_teacher_too() -> None:
    load_examples()
    start = plyground.game("tictactoe").start()
    position = start.play_all("a1 b2 a2")  # white has to stop a3
    mistake = warning(position, "c3", advise)
    assert mistake is not None
    assert mistake["better"][0] == "a3"
    assert mistake["answer"][0] == "a3"


# After the game


def played(name: str, moves: str, **options: int) -> Record:
    record = Record(plyground.game(name, **options))
    record.play_all(moves.split())
    return record


def test_the_costliest_kind_of_mistake_selects_the_lesson() -> None:
    game = plyground.game("gomoku", size=9)
    four = game.start().play_all("b5 c5 e6 d5 e7 e5 f7 f5")
    record = Record(game, four.to_text())
    record.play_all(["a9", "g5"])
    found = review(record, effort=5)
    summary = summarise(record, found, "black")
    assert cause(four, found.moves[0]) == "block"
    assert (summary["cause"], summary["lesson"], summary["count"], summary["mistakes"]) == (
        "block",
    ) * 2 + (
        1,
        1,
    )
    assert (summary["worst"]["ply"], summary["worst"]["move"], summary["worst"]["best"]) == (
        1,
        "a9",
        "g5",
    )
    assert 0 <= summary["accuracy"] < 50


def test_without_mistakes_the_summary_names_none() -> None:
    record = played("gomoku", "e5", size=9)
    summary = summarise(record, review(record, effort=5), "black")
    assert summary["worst"] is None
    assert (summary["cause"], summary["lesson"], summary["count"]) == (None, None, 0)


def test_missed_win_is_summarised() -> None:
    record = played("gomoku", "e5 e4 e6 d4 e7 f4 e8 d6 i1 e9", size=9)  # black misses e9
    summary = summarise(record, review(record, effort=5), "black")
    assert summary["cause"] == "win"
    assert summary["lesson"] == "five"


def test_given_corner_is_summarised() -> None:
    given = 0
    for seed in range(30):
        dice, record = random.Random(seed), played("othello", "", size=6)
        while record.end.position.result() is None:
            record.play(dice.choice(record.end.position.moves()))
        summary = summarise(record, review(record, effort=2), "black")
        given += summary["cause"] in ("corner", "missed_corner")
        if summary["cause"] is not None:
            assert summary["lesson"] == guide_of("othello").lessons_on[summary["cause"]]
        if given > 2:
            return
    raise AssertionError("games at random give corners away")


def test_every_suggested_lesson_exists() -> None:
    guides = native_guides()
    missing = [
        f"{game}/{name}"
        for game, guide in guides.items()
        for name in guide.lessons_on.values()
        if lessons.find(game, name) is None
    ]
    assert missing == []
    assert {kind for guide in guides.values() for kind in guide.lessons_on} == set(KINDS)
    for game in lessons.lessons():
        assert "other" in guides[game].lessons_on  # so that there is always something to learn
