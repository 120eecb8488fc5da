"""One contract for every game: what a front end, a search or a reader of texts may rely on.

To add a game, add its line to tests/games/cases.py.
"""

import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import plyground
from plyground import Game, IllegalMove, Position, registry
from plyground.view import FullMoveView, View
from plyground.words import REFUSALS
from tests.conftest import SCALE
from tests.games.cases import NATIVE, WRITTEN_IN_PYTHON, games, name_of, sample
from tests.project import ROOT

EVERY_GAME = games(NATIVE + WRITTEN_IN_PYTHON)
NATIVE_GAMES = games(NATIVE)
ONE_OF_EACH = games([(name, {}) for name in ("othello", "gomoku", "go", "robogo", "dobutsu")])

NONSENSE = (
    "",
    " ",
    "?",
    "zz9",
    "a0",
    "a999",
    "a1a1a1",
    "-1",
    "passs",
    "\N{SNOWMAN}",
    "a1\0",
    "e" * 99,
)

BAD_VALUES = ("no such value", "", "-", b"9", 10**30, float("nan"), float("inf"), ())

every_game = pytest.mark.parametrize("game", EVERY_GAME)
native_games = pytest.mark.parametrize("game", NATIVE_GAMES)


def facts(position: Position) -> tuple[object, ...]:
    """All that a position tells about itself."""
    return (
        position.to_text(),
        position.turn,
        position.key,
        position.ply,
        position.last_move,
        position.played,
        position.moves(),
        position.result(),
        position.score(),
        position.view(),
        position.ascii(),
    )


# Positions are values


@every_game
def test_nothing_changes_a_position(game: Game) -> None:
    for position in sample(game)[:6]:
        before = facts(position)
        for move in position.moves()[:20]:
            position.play(move)
        for word in NONSENSE:
            position.explain(word)
        plyground.random_game(position, 1)
        plyground.random_games(position, 1, 1)
        plyground.perft(position, 1)
        pickle.dumps(position)
        position.view()["moves"].clear()
        position.moves().clear()
        assert facts(position) == before


@every_game
def test_the_attributes_of_a_position_are_read_only(game: Game) -> None:
    position: Any = game.start()
    for name in ("turn", "key", "ply", "last_move", "played", "score"):
        with pytest.raises(AttributeError):
            setattr(position, name, None)


def test_a_position_stays_with_its_game() -> None:
    position: Any = plyground.game("go").start()
    with pytest.raises(AttributeError):
        position.game = plyground.game("gomoku")


@every_game
def test_equal_texts_are_equal_positions(game: Game) -> None:
    by_text: dict[str, Position] = {}
    for position in sample(game):
        again = game.position(position.to_text())
        assert again == position
        assert hash(again) == hash(position)
        assert again.key == position.key
        assert 0 <= position.key < 2**64
        for text, other in by_text.items():
            same = text == position.to_text()
            assert (other == position) == same
            assert (other.key == position.key) == same
        by_text[position.to_text()] = position
    assert game.start() != game.start().to_text()
    assert len(set(sample(game))) == len(by_text)


def test_positions_of_different_games_differ() -> None:
    starts = [parameter.values[0].start() for parameter in EVERY_GAME]
    for index, start in enumerate(starts):
        assert [start == other for other in starts].count(True) == 1, starts[index]


def test_keys_are_the_same_in_every_process() -> None:
    code = """
import sys
from tests.games.cases import NATIVE, WRITTEN_IN_PYTHON, games, sample
for parameter in games(NATIVE + WRITTEN_IN_PYTHON):
    print(*[position.key for position in sample(parameter.values[0])])
"""
    here = [[p.key for p in sample(parameter.values[0])] for parameter in EVERY_GAME]
    for seed in ("1", "2"):
        there = run_python(code, PYTHONHASHSEED=seed)
        assert [[int(key) for key in line.split()] for line in there.splitlines()] == here


# Moves


@every_game
def test_what_is_listed_can_be_played(game: Game) -> None:
    for position in sample(game):
        for move in position.moves():
            assert position.explain(move) is None
            after = position.play(move)
            assert after.last_move == move
            assert after.ply == position.ply + 1
            assert after.played == (*position.played, move)
            assert after.game == game
            assert position.play(f" {move.swapcase()} ") == after


@every_game
def test_what_is_not_listed_is_refused_with_a_reason(game: Game) -> None:
    every_move = sorted({move for position in sample(game) for move in position.moves()})
    for position in sample(game):
        legal = position.moves()
        for word in (*NONSENSE, "pass", *every_move[:: max(1, len(every_move) // 40)]):
            refusal = position.explain(word)
            if refusal is None:  # in other words, one of the moves
                assert position.play(word).last_move in legal
                continue
            assert word not in legal
            assert refusal.code in REFUSALS
            assert str(refusal) == refusal.sentence
            assert refusal.sentence.endswith(".")
            assert "\n" not in refusal.sentence
            with pytest.raises(IllegalMove) as caught:
                position.play(word)
            assert (caught.value.refusal, caught.value.code) == (refusal, refusal.code)
            assert pickle.loads(pickle.dumps(caught.value)).refusal == refusal


@every_game
def test_a_game_is_over_when_there_are_no_moves(game: Game) -> None:
    ends = 0
    for position in sample(game):
        result = position.result()
        assert (result is None) == bool(position.moves())
        if result is None:
            continue
        ends += 1
        assert result.winner in ("black", "white", None)
        assert result.reason
        assert str(result).startswith(f"{result.winner} wins: " if result.winner else "draw: ")
        # What was legal before is now refused, and for this reason only.
        start_move = next(move for move in game.start().moves() if move != "pass")
        refusal = position.explain(start_move)
        assert refusal is not None
        assert refusal.code == "game_over"
    assert ends > 0


@every_game
def test_several_moves_can_be_played_at_once(game: Game) -> None:
    for position in sample(game)[-2:]:
        assert game.start().play_all(position.played) == position
        assert game.start().play_all(" ".join(position.played)) == position
        assert game.start().play_all(",".join(position.played)).played == position.played


@every_game
@pytest.mark.parametrize("word", [None, 1, b"a1", ["a1"]])
def test_a_move_that_is_no_text_is_a_value_error(game: Game, word: Any) -> None:
    for method in (game.start().play, game.start().explain, game.position):
        with pytest.raises(ValueError, match="is a text, not"):
            method(word)


# Texts and pickles


@every_game
def test_a_text_is_one_line_that_gives_the_position_back(game: Game) -> None:
    for position in sample(game):
        text = position.to_text()
        assert text.isascii()
        assert text.isprintable()
        again = game.position(text)
        assert again.to_text() == text
        assert again.turn == position.turn
        assert (again.ply, again.last_move, again.played) == (0, None, ())
        assert again.score() == position.score()
        assert game.position(f"  {text} ") == position
        assert set(position.moves()) <= set(again.moves())


@every_game
def test_a_repr_is_python_that_gives_the_position_back(game: Game) -> None:
    for position in sample(game):
        assert eval(repr(position), {"game": plyground.game}) == position


@every_game
def test_a_pickle_keeps_the_past(game: Game) -> None:
    for position in sample(game):
        again = pickle.loads(pickle.dumps(position))
        assert facts(again) == facts(position)
    from_text = game.position(sample(game)[1].to_text())
    later = from_text.play(from_text.moves()[0])
    again = pickle.loads(pickle.dumps(later))
    assert facts(again) == facts(later)
    assert again.ply == 1
    assert facts(copy.deepcopy(later)) == facts(later)


@every_game
def test_a_game_can_be_pickled_and_compared(game: Game) -> None:
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert hash(again) == hash(game)
    assert repr(again) == repr(game)
    assert again != game.name


@pytest.mark.parametrize(
    "game",
    games(
        [
            ("go", {"size": 2, "komi": 0}),
            ("go", {"size": 3}),
            ("go", {"size": 3, "ko": "situational", "suicide": "yes"}),
            ("robogo", {"size": 3, "line": 3, "pass": "no"}),
        ]
    ),
)
def test_superko_still_refuses_after_a_pickle(game: Game) -> None:
    found = 0
    for seed in range(300):
        position = game.start()
        for move in plyground.random_game(position, seed).played:
            position = position.play(move)
            barred = set(game.position(position.to_text()).moves()) - set(position.moves())
            if position.result() is None and barred:
                found += 1
                again = pickle.loads(pickle.dumps(position))
                assert again.moves() == position.moves()
                for point in barred:
                    refusal = again.explain(point)
                    assert refusal is not None
                    assert refusal.code == "ko"
    assert found > 5  # superko did forbid what the text alone would allow


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        (plyground.game("dobutsu"), "c1c2 a4a3 c2c1 a3a4 " * 2),
        (plyground.game("dobutsu", try_="entry"), "c1c2 a4a3 c2c1 a3a4 " * 2),
    ],
)
def test_repetitions_are_counted_through_a_pickle(game: Game, moves: str) -> None:
    position = game.start()
    for move in moves.split():
        assert position.result() is None
        position = pickle.loads(pickle.dumps(position)).play(move)
    result = position.result()
    assert result is not None
    assert (result.winner, result.code) == (None, "repetition")
    assert game.position(position.to_text()).result() is None  # a text has no past


def test_repetitions_of_a_game_written_in_python_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Shuffle:
        name, turn, repetition = "shuffle", "black", "draws"

        def __init__(self, at: int = 0) -> None:
            self.at = at

        def moves(self) -> list[str]:
            return ["a1" if self.at else "b1"]

        def play(self, move: str) -> "Shuffle":
            return Shuffle(int(move == "b1"))

        def result(self) -> None:
            return None

        def to_text(self) -> str:
            return str(self.at)

        @classmethod
        def from_text(cls, text: str) -> "Shuffle":
            return cls(int(text))

        def board(self) -> list[str]:
            return [".x" if self.at else "x."]

    monkeypatch.setattr(registry, "_registry", registry.Registry())
    plyground.register(Shuffle)
    position = plyground.game("shuffle").start()
    for move in ("b1", "a1", "b1", "a1"):
        assert position.result() is None
        position = pickle.loads(pickle.dumps(position)).play(move)
    assert str(position.result()) == "draw: the same position for the third time"
    assert position.moves() == []


def test_marks_of_dead_stones_are_pickled() -> None:
    end = plyground.game("go", size=5).start().play_all("c3 a1 pass pass").mark_dead(["a1"])
    again = pickle.loads(pickle.dumps(end))
    assert facts(again) == facts(end)
    assert again.score() != again.mark_dead([]).score()


# Views


@every_game
def test_a_view_is_complete_plain_and_true(game: Game) -> None:
    for position in sample(game):
        view = position.view()
        assert set(view) == set(View.__annotations__)
        assert json.loads(json.dumps(view, allow_nan=False)) == view
        assert view["game"] == game.name
        assert view["shape"] in ("squares", "points")
        assert (view["turn"], view["ply"]) == (position.turn, position.ply)
        check_board(view)
        check_moves(view, position)
        check_ending(view, position)


def labels_of(view: View) -> set[str]:
    return {column + row for row in view["rows"] for column in view["columns"]}


def check_board(view: View) -> None:
    labels = labels_of(view)
    assert len(labels) == len(view["rows"]) * len(view["columns"])
    squares = [piece["at"] for piece in view["pieces"]]
    assert len(set(squares)) == len(squares)
    assert set(squares) <= labels
    for piece in view["pieces"]:
        assert set(piece) == {"at", "owner", "kind"}
        assert piece["owner"] in ("black", "white")
        assert piece["kind"].isalpha()
    for hand in view["hands"]:
        assert set(hand) == {"owner", "kind", "count"}
        assert hand["owner"] in ("black", "white")
        assert hand["kind"].isalpha()
        assert hand["count"] > 0
    for mark in view["marks"]:
        assert set(mark) == {"kind", "at"}
        assert mark["kind"] in ("star", "ko", "line", "dead", "forbidden", "try")
        assert mark["at"]
        assert set(mark["at"]) <= labels


def check_moves(view: View, position: Position) -> None:
    assert [move["text"] for move in view["moves"]] == position.moves()
    occupied = {piece["at"]: piece for piece in view["pieces"]}
    for move in view["moves"]:
        check_move(move, view)
        to, source = move["to"], move["from"]
        if move["kind"] == "capture" and source is not None and to is not None:
            assert occupied[to]["owner"] != view["turn"]
        elif move["kind"] != "capture":
            assert to not in occupied
        if source is not None:
            assert occupied[source]["owner"] == view["turn"]
    last = view["last_move"]
    assert (last["text"] if last else None) == position.last_move
    if last:
        check_move(last, view)


def check_move(move: FullMoveView, view: View) -> None:
    assert set(move) == {"text", "from", "to", "kind", "piece"}
    labels = labels_of(view)
    if move["kind"] == "pass":
        assert (move["from"], move["to"], move["piece"]) == (None, None, None)
        return
    assert move["kind"] in ("place", "move", "capture", "drop")
    assert move["to"] in labels
    assert move["from"] is None or move["from"] in labels
    assert (move["from"] is not None) == (move["kind"] == "move") or move["kind"] == "capture"
    assert move["piece"]


def check_ending(view: View, position: Position) -> None:
    result, score = position.result(), position.score()
    assert (view["result"] is None) == (result is None)
    if view["result"] and result:
        assert set(view["result"]) == {"winner", "margin", "code", "reason"}
        assert dict(view["result"]) == vars(result)
    assert (view["scores"] is None) == (score is None)
    if view["scores"] and score:
        assert dict(view["scores"]) == vars(score)


@every_game
def test_a_board_in_ascii_shows_every_piece(game: Game) -> None:
    for position in sample(game):
        text, view = position.ascii(), position.view()
        assert text.isascii()
        assert str(position) == text
        header, *lines = text.splitlines()
        assert header.split() == view["columns"]
        board = lines[: len(view["rows"])]
        assert [line.split()[0] for line in board] == view["rows"]
        shown = "".join(line.partition(" ")[2] if line[0] != " " else line for line in board)
        letters = [letter for letter in shown if letter.isalpha()]
        assert len(letters) == len(view["pieces"])
        last = view["last_move"]
        assert ("(" in text) == (last is not None and last["to"] is not None)
        ending = str(position.result()) if position.result() else f"{position.turn} to move"
        assert lines[-1] == ending


# Counting and random play


@every_game
def test_random_games_are_played_by_the_rules_and_repeatable(game: Game) -> None:
    for position in sample(game)[:4]:
        for seed in (0, 7, -1, 2**64 + 7):
            end = plyground.random_game(position, seed)
            assert end.result() is not None
            assert end.played[: position.ply] == position.played
            assert facts(plyground.random_game(position, seed)) == facts(end)
            first = plyground.random_games(position, 1, seed)
            result = end.result()
            assert result is not None
            wins = (first.black_wins, first.white_wins, first.draws)
            assert wins == tuple(int(result.winner == w) for w in ("black", "white", None))
            assert (first.games, first.unfinished) == (1, 0)
            assert first.plies == end.ply - position.ply
    replayed = game.start().play_all(plyground.random_game(game.start(), 3).played)
    assert facts(replayed) == facts(plyground.random_game(game.start(), 3))
    assert plyground.random_game(game.start(), 7) == plyground.random_game(game.start(), 2**64 + 7)


@every_game
def test_many_random_games_add_up(game: Game) -> None:
    many = plyground.random_games(game.start(), 5, seed=2)
    assert many.black_wins + many.white_wins + many.draws + many.unfinished == many.games == 5
    assert many == plyground.random_games(game.start(), 5, seed=2)
    short = plyground.random_games(game.start(), 5, seed=2, max_plies=1)
    assert (short.unfinished, short.plies) == (5, 5)
    assert plyground.random_games(game.start(), 0).games == 0
    with pytest.raises(ValueError, match="negative"):
        plyground.random_games(game.start(), -1)


def leaves(position: Position) -> int:
    """Perft 1 by the list of moves; a game that is over is a leaf for ever in Othello alone."""
    return len(position.moves()) or int(position.game.name == "othello")


@every_game
def test_perft_counts_the_moves_that_are_listed(game: Game) -> None:
    for position in sample(game):
        result = position.result()
        if result is not None and result.code == "repetition":
            continue  # perft ignores it, by custom
        assert plyground.perft(position, 0) == 1
        assert plyground.perft(position, 1) == leaves(position)
        followers = [position.play(move) for move in position.moves()]
        results = [follower.result() for follower in followers]
        if any(result is not None and result.code == "repetition" for result in results):
            continue
        expected = sum(map(leaves, followers)) if followers else leaves(position)
        assert plyground.perft(position, 2) == expected
        if followers:
            assert sum(plyground.divide(position, 2).values()) == expected
        without = [move for move in position.moves() if move != "pass"]
        if result is None:
            assert plyground.perft(position, 1, passes=False) == len(without)


@every_game
def test_a_bad_depth_is_a_value_error(game: Game) -> None:
    for depth in (-1, 1001, 10**30):
        with pytest.raises(ValueError, match="A depth is a whole number from 0 to 1000"):
            plyground.perft(game.start(), depth)
    with pytest.raises(ValueError, match="at least 1"):
        plyground.divide(game.start(), 0)


def ticks_during(work: Callable[[], object]) -> int:
    """How often this thread gets its turn while another one works."""
    thread = threading.Thread(target=work)
    ticks = 0
    thread.start()
    while thread.is_alive():
        time.sleep(0.002)
        ticks += 1
    return ticks


def long_enough(work: Callable[[int], object], sizes: list[int]) -> int:
    """The first size that keeps this machine busy for a while."""
    for size in sizes:
        began = time.perf_counter()
        work(size)
        if time.perf_counter() - began > 0.15:
            return size
    raise AssertionError("this machine is too quick for the test")


@pytest.mark.parametrize("game", ONE_OF_EACH)
@pytest.mark.parametrize("kind", ["perft", "random_games"])
def test_long_work_leaves_other_threads_their_turn(game: Game, kind: str) -> None:
    start = game.start()

    def work(size: int) -> None:
        if kind == "perft":
            plyground.perft(start, size)
        else:
            plyground.random_games(start, size)

    size = long_enough(work, list(range(2, 20)) if kind == "perft" else [4**n for n in range(15)])
    # With the interpreter's lock held all the while it would be one or two.
    assert ticks_during(lambda: work(size)) >= 10


def run_python(code: str, **settings: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        env=os.environ | settings,
        check=True,
    )
    return done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize(
    "work",
    [
        "plyground.perft(plyground.game('othello').start(), 30)",
        "plyground.perft(plyground.game('gomoku').start(), 30)",
        "plyground.perft(plyground.game('go').start(), 30)",
        "plyground.perft(plyground.game('robogo').start(), 30)",
        "plyground.perft(plyground.game('dobutsu').start(), 30)",
        "plyground.perft(plyground.game('connect_four').start(), 30)",
        "plyground.random_games(plyground.game('go').start(), 10**12)",
        "plyground.random_games(plyground.game('connect_four').start(), 10**12)",
    ],
)
def test_a_keyboard_interrupt_ends_long_work(work: str) -> None:
    code = (
        "import plyground, tests.games.cases as cases\n"
        "cases.load_examples()\n"
        "print('ready', flush=True)\n"
        f"{work}\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=30 / min(1.0, SCALE))  # runs with smaller samples are slow ones
        finally:
            process.kill()
        assert process.stderr.read().strip().endswith("KeyboardInterrupt")


# Options


@every_game
def test_options_are_described_and_their_errors_say_what_is_allowed(game: Game) -> None:
    for option in game.options:
        assert option.sentence.endswith((".", "?"))
        assert plyground.game(game.name, **{option.name: option.default}) == plyground.game(
            game.name
        )
        assert plyground.game(game.name, **{option.name + "_": option.default}).changed == {}
        for bad in BAD_VALUES:
            with pytest.raises(ValueError, match=f"^{option.name} can be ") as caught:
                plyground.game(game.name, **{option.name: bad})
            assert f"can be {option.allowed}, not" in str(caught.value)
    with pytest.raises(ValueError, match=f"^{game.name} has no option 'colour'") as caught:
        plyground.game(game.name, colour="red")
    for option in game.options:
        assert option.name in str(caught.value)


def test_words_of_python_can_be_options() -> None:
    assert plyground.game("dobutsu", try_="entry").values["try"] == "entry"
    assert plyground.game("dobutsu", **{"try": "entry"}) == plyground.game("dobutsu", try_="entry")
    assert plyground.game("robogo", pass_="no").values["pass"] == "no"
    assert plyground.game("robogo", pass_=False) == plyground.game("robogo", **{"pass": "no"})
    assert "pass" not in plyground.game("robogo", pass_="no").start().moves()
    with pytest.raises(ValueError, match=r"^try can be official or entry, not never.$"):
        plyground.game("dobutsu", try_="never")


@every_game
def test_a_game_describes_itself(game: Game) -> None:
    assert plyground.games()[game.name] == plyground.game(game.name)
    assert game.title
    assert game.rules.endswith(".")
    assert "\n" not in game.rules
    assert repr(game) == repr(plyground.game(game.name, **game.changed))
    assert name_of(game).startswith(game.name)
