"""One contract for every game: what a front end, a search or a reader of texts may rely on."""

import copy
import pickle
from typing import Any

import pytest

import plyground
from plyground import Game, IllegalMove, Position, _core
from plyground.engine import registry
from plyground.engine.messages import REFUSALS
from plyground.engine.python_game import PythonSource
from plyground.engine.results import Score
from tests.broken_games import like_good, raiser
from tests.games.cases import (
    EVERY_GAME,
    NATIVE,
    every_game,
    everything_of,
    games,
    name_of,
    run_python,
    sample,
)

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


def test_every_game_of_the_core_is_under_the_contract() -> None:
    assert {name for name, _ in NATIVE} == {game.name for game in _core.games()}


# Positions are values


@every_game
def test_nothing_changes_a_position(game: Game) -> None:
    for position in sample(game)[:6]:
        before = everything_of(position)
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
        assert everything_of(position) == before


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
def test_every_listed_move_is_legal(game: Game) -> None:
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
def test_unlisted_moves_are_refused_with_a_reason(game: Game) -> None:
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
        # Moves that were legal before are now refused, only for this reason.
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
def test_move_that_is_not_text_is_a_value_error(game: Game, word: Any) -> None:
    for method in (game.start().play, game.start().explain, game.position):
        with pytest.raises(ValueError, match="is a string, not"):
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
        assert everything_of(again) == everything_of(position)
    from_text = game.position(sample(game)[1].to_text())
    later = from_text.play(from_text.moves()[0])
    again = pickle.loads(pickle.dumps(later))
    assert everything_of(again) == everything_of(later)
    assert again.ply == 1
    assert everything_of(copy.deepcopy(later)) == everything_of(later)


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
    assert found > 5  # superko did forbid a move that the text alone would allow


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


def written(**changes: object) -> Game:
    """A game written in Python, with some of its attributes replaced."""
    return Game(PythonSource(like_good(**changes)), {})


def test_unhashable_positions_can_be_played() -> None:
    hashed, not_hashed = written().start(), written(__hash__=None).start()
    assert plyground.perft(not_hashed, 4) == plyground.perft(hashed, 4) > 0
    found = [plyground.search(start, "minimax:depth=4") for start in (hashed, not_hashed)]
    assert found[0].score == found[1].score
    assert not_hashed.play_all("a1 a2 b1").result() == hashed.play_all("a1 a2 b1").result()
    assert str(hashed.play_all("a1 a2 b1").result()) == "black wins: two in a row"


def test_an_error_while_hashing_is_not_lost() -> None:
    with pytest.raises(ZeroDivisionError):
        written(__hash__=raiser(ZeroDivisionError())).start()


def test_a_python_game_shows_its_score_and_hands() -> None:
    start = written(
        score=lambda _: (1, 2.5, "stones"), hands=lambda _: [("white", "cat", 3)]
    ).start()
    assert start.score() == Score(1.0, 2.5, "stones")
    assert start.view()["hands"] == [{"owner": "white", "kind": "cat", "count": 3}]
    assert written(score=lambda _: (1, 2)).start().score() == Score(1.0, 2.0, "points")
    assert written(score=lambda _: None).start().score() is None


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"result": lambda _: 1}, TypeError, r"result\(\) must be None, 'black'"),
        ({"result": lambda _: "red"}, ValueError, "must name a side 'black' or 'white', not 'red'"),
        ({"hands": lambda _: [("red", "cat", 3)]}, ValueError, "'black' or 'white', not 'red'"),
    ],
)
def test_wrong_answers_of_a_python_game_are_reported(
    changes: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        written(**changes).start().view()


def test_a_game_written_in_python_has_65536_moves_at_most() -> None:
    start = written(moves=lambda _: list(map(str, range(65_537)))).start()
    with pytest.raises(ValueError, match="at most 65536 different moves"):
        start.moves()


def test_marks_of_dead_stones_are_pickled() -> None:
    end = plyground.game("go", size=5).start().play_all("c3 a1 pass pass").mark_dead(["a1"])
    again = pickle.loads(pickle.dumps(end))
    assert everything_of(again) == everything_of(end)
    assert again.score() != again.mark_dead([]).score()


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
    assert plyground.all_games()[game.name] == plyground.game(game.name)
    assert game.title
    assert game.rules.endswith(".")
    assert "\n" not in game.rules
    assert repr(game) == repr(plyground.game(game.name, **game.changed))
    assert name_of(game).startswith(game.name)
