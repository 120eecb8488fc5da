"""Every move has a number, and every number a move."""

import pickle
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground import Game, Position
from plyground.engine import registry
from plyground.engine.actions import Actions, seen
from tests.conftest import scaled
from tests.games.cases import every_game, run_python

HOOKED = """
import plyground

@plyground.register
class Odd:
    "Say a word; the third word ends it."

    name = "odd"
    turn = "black"
    {hook}

    def __init__(self, count=0):
        self.count = count

    def moves(self):
        return {moves}

    def play(self, move):
        return Odd(self.count + 1)

    def result(self):
        return "draw" if self.count == 3 else None

    def to_text(self):
        return str(self.count)

    @classmethod
    def from_text(cls, text):
        return cls(int(text))

    def board(self):
        return ["...", "..."]
"""


def positions(game: Game, seed: int) -> Iterator[Position]:
    position = game.start()
    yield position
    for move in plyground.random_game(position, seed, max_plies=400).played:
        position = position.play(move)
        yield position


def odd(folder: Path, moves: str, hook: str = "") -> Game:
    """A game defined here with the given moves and, optionally, a list of them."""
    file = folder / "odd.py"
    file.write_text(textwrap.dedent(HOOKED).format(moves=moves, hook=hook), encoding="utf-8")
    plyground.load(file)
    return plyground.game("odd")


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registry", registry.Registry())


@every_game
def test_numbers_and_moves_are_one_to_one(game: Game) -> None:
    actions = Actions(game)
    # a different game from the one that the numbers belong to
    for seed in range(10_000, 10_000 + scaled(3)):
        for position in positions(game, seed):
            texts = set(position.moves())
            numbers = actions.legal(position)
            assert len(numbers) == len(texts)
            assert numbers == sorted(numbers)
            assert {actions.move(number) for number in numbers} == texts
            assert {actions.number(text) for text in texts} == set(numbers)
            assert all(0 <= number < actions.count for number in numbers)


@every_game
def test_no_move_is_ever_without_a_number(game: Game) -> None:
    actions = Actions(game)
    for seed in range(20_000, 20_000 + scaled(300)):
        for move in plyground.random_game(game.start(), seed, max_plies=1_000).played:
            actions.number(move)


@pytest.mark.parametrize(
    ("name", "options", "count", "numbers"),
    [
        ("othello", {}, 65, {"a1": 0, "h1": 7, "a2": 8, "h8": 63, "pass": 64}),
        ("othello", {"size": 4}, 17, {"d4": 15, "pass": 16}),
        ("gomoku", {}, 225, {"a15": 0, "o15": 14, "a1": 210, "o1": 224}),
        ("go", {}, 362, {"A19": 0, "T19": 18, "J10": 8 + 9 * 19, "pass": 361}),
        ("robogo", {}, 82, {"A9": 0, "J1": 80, "pass": 81}),
        ("robogo", {"pass": "no"}, 81, {"J1": 80}),
        (
            "dobutsu",
            {},
            2 * 144 + 3 * 12,
            {"a4b4": 1, "b2b3": 7 * 12 + 4, "b3b4+": 144 + 49, "C*a4": 288, "G*c1": 323},
        ),
        ("dobutsu", {"hand": "distinct"}, 324, {"C*a4": 288, "E*a4": 300}),
        ("connect_four", {"columns": 5}, 5, {"a": 0, "e": 4}),
        ("tictactoe", {}, 9, {"a3": 0, "c1": 8}),
        ("domineering", {"columns": 3, "rows": 4}, 12, {"a4": 0, "b1": 10}),
    ],
)
def test_numbers_of_actions_are_stable(
    name: str, options: dict[str, object], count: int, numbers: dict[str, int]
) -> None:
    actions = Actions(plyground.game(name, **options))
    assert actions.count == count
    assert {text: actions.number(text) for text in numbers} == numbers
    assert [actions.move(number) for number in numbers.values()] == list(numbers)


def test_numbers_are_the_same_in_another_process() -> None:
    code = """
import plyground
from plyground.engine.actions import Actions
actions = Actions(plyground.game("dobutsu"))
print([actions.move(number) for number in range(actions.count)])
"""
    assert run_python(code, PYTHONHASHSEED="1") == run_python(code, PYTHONHASHSEED="2")


def test_equal_pieces_in_hand_share_a_number() -> None:
    position = plyground.game("dobutsu", hand="distinct").position("1l1/3/3/1L1[CC] b")
    assert position.moves().count("C*a1") == 2
    numbers = Actions(position.game).legal(position)
    assert len(numbers) == len(set(numbers)) == len(set(position.moves()))


def test_a_finished_game_has_no_numbers() -> None:
    go = plyground.game("go", size=5)
    assert Actions(go).legal(go.start().play_all("pass pass")) == []


@pytest.mark.parametrize("number", [-1, 65, 10**30])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"have the numbers 0 to 64, not {number}."):
        Actions(plyground.game("othello")).move(number)


def test_invalid_move_text_is_refused() -> None:
    with pytest.raises(ValueError, match="In go no move 'd4' has a number; moves are written"):
        Actions(plyground.game("go")).number("d4")


def test_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the moves of game\('othello'\), not of game\('go'\)"):
        Actions(plyground.game("othello")).legal(plyground.game("go").start())


def test_numbers_can_be_pickled() -> None:
    actions = Actions(plyground.game("dobutsu"))
    again = pickle.loads(pickle.dumps(actions))
    assert [again.move(n) for n in range(again.count)] == [
        actions.move(n) for n in range(actions.count)
    ]


@pytest.mark.usefixtures("fresh")
class TestGamesInPython:
    """What an author may declare, and what random games show."""

    def test_words_and_squares_get_different_actions(self, tmp_path: Path) -> None:
        moves = '["a1", "Na1", "a1b2q", "a1b2r", "O-O", "c9", "pass"]'
        actions = Actions(odd(tmp_path, moves))
        assert actions.count == 6 + 6 + 36 + 36 + 3
        order = ["a1", "Na1", "a1b2q", "a1b2r", "c9", "O-O", "pass"]  # c9 is not on the board
        numbers = [actions.number(move) for move in order]
        assert numbers == sorted(numbers)
        assert len(set(numbers)) == len(order)
        assert [actions.move(number) for number in numbers] == order

    def test_an_author_may_list_the_moves(self, tmp_path: Path) -> None:
        game = odd(tmp_path, '["yes", "no"]', 'actions = ("no", "perhaps", "yes")')
        actions = Actions(game)
        assert (actions.count, actions.legal(game.start())) == (3, [0, 2])
        assert actions.move(1) == "perhaps"

    def test_the_list_may_depend_on_the_options(self, tmp_path: Path) -> None:
        hook = """
    options = (plyground.Option("words", "How many.", "int", 2, low=1, high=9),)

    @classmethod
    def start(cls, words):
        return cls()

    @classmethod
    def actions(cls, words):
        return [f"word {at}" for at in range(words)]
"""
        odd(tmp_path, '["word 0"]', hook)
        assert Actions(plyground.game("odd", words=7)).move(6) == "word 6"

    @pytest.mark.parametrize(
        ("hook", "sentence"),
        [
            ("actions = []", "The actions of odd should be a list of strings"),
            ("actions = 'yes'", "The actions of odd should be a list of strings"),
            ("actions = lambda self: ['yes']", "The actions of odd should be a list of strings"),
            ("actions = ['yes', 'yes']", "The actions of odd name a move twice."),
        ],
    )
    def test_a_bad_list_is_refused(self, tmp_path: Path, hook: str, sentence: str) -> None:
        game = odd(tmp_path, '["yes"]', hook)
        with pytest.raises(ValueError, match=sentence):
            Actions(game)

    def test_a_move_that_is_not_listed_is_reported(self, tmp_path: Path) -> None:
        game = odd(tmp_path, '["yes", "no"]', 'actions = ["yes"]')
        with pytest.raises(
            ValueError, match=r"The move 'no' of odd has no number, because .* `actions`"
        ):
            Actions(game).legal(game.start())

    def test_too_many_numbers_are_refused(self, tmp_path: Path) -> None:
        game = odd(tmp_path, '["a1" * 8]')
        with pytest.raises(ValueError, match="would need 1679616 numbers; the limit is 262144"):
            Actions(game)

    def test_two_games_of_one_name_are_not_mixed_up(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = seen(odd(tmp_path, '["yes"]'))
        monkeypatch.setattr(registry, "_registry", registry.Registry())
        assert first.moves == {"yes"}
        assert seen(odd(tmp_path, '["no"]')).moves == {"no"}
