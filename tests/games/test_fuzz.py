"""Garbage in any text never crashes or hangs a game: it is refused, or it makes sense."""

import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import plyground
from plyground import Game, Position
from plyground.engine.messages import REFUSALS
from tests.conftest import scaled
from tests.games.cases import NATIVE, WRITTEN_IN_PYTHON, everything_of, games, sample
from tests.oracles import go

every_game = pytest.mark.parametrize("game", games(NATIVE + WRITTEN_IN_PYTHON))

# Any text, including lone surrogates and NUL.
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)
LETTERS = "xobwXOBWCEGLceglh+[]-/=,.*@ \t\n\0abcjtpasskomine0123456789\u0663\ud800\u2603"
# The characters of positions and moves, in random order.
LIKELY_TEXT = st.text(st.sampled_from(LETTERS), max_size=120)
NUMBERS = st.sampled_from(
    ["0", "00", "01", "-1", "1e9", "255", "256", "65536", "2147483648", "9" * 19, "9" * 400, "0x9"]
)
WORDS = st.sampled_from(
    [
        *("passes=1", "passes=2", "passes=3", "passes=-1", "passes=", "passes=1 passes=1"),
        *("prisoners=1,2", "prisoners=1", "prisoners=-1,5", "prisoners=99999999999,0"),
        *("ko=a1", "ko=A1", "ko=Z99", "ko=pass", "ko=", "stones=1", "stones=9999999999"),
        *("entered=1", "entered=2", "ply=3", "=", "==", "x=1", "\0=\0"),
    ]
)


@pytest.fixture(autouse=True, scope="module")
def no_hanging() -> Iterator[None]:
    """Ends this module with an error if a text hangs a game."""
    if sys.platform == "win32":
        yield
        return

    def ring(*_: object) -> None:
        raise TimeoutError("a game hangs")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(600)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A good text with a few characters replaced, inserted, removed, moved or repeated."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        stop = draw(st.integers(at, min(len(text), at + 4)))
        piece = draw(
            st.one_of(st.sampled_from(LETTERS), NUMBERS, WORDS.map(" {} ".format), st.just(""))
        )
        again = text[at:stop] * draw(st.sampled_from([0, 0, 1, 2, 50]))
        text = text[:at] + piece + again + text[stop:]
    return text


def make_sense(game: Game, position: Position) -> None:
    """An accepted text is a position that works in every way."""
    text = position.to_text()
    again = game.position(text)
    assert again.to_text() == text
    assert again.key == position.key
    assert again.turn in ("black", "white")
    assert (position.result() is None) == bool(position.moves())
    assert len(position.view()["moves"]) == len(position.moves())
    assert position.ascii().isascii()
    for move in position.moves()[:2]:
        after = position.play(move)
        assert game.position(after.to_text()).to_text() == after.to_text()
    end = plyground.random_game(position, 1, max_plies=30)
    assert game.position(end.to_text()).to_text() == end.to_text()


def read(game: Game, text: str) -> Position | None:
    """The position of a text, or None if it is refused with a printable sentence."""
    try:
        position = game.position(text)
    except ValueError as error:
        sentence = str(error)
    else:
        make_sense(game, position)
        return position
    assert 0 < len(sentence) < 500
    sentence.encode()  # with a lone surrogate it could not be shown
    return None


@every_game
@settings(max_examples=scaled(60))
@given(text=st.one_of(ANY_TEXT, LIKELY_TEXT))
def test_any_text_is_a_position_or_a_value_error(game: Game, text: str) -> None:
    read(game, text)


@every_game
@settings(max_examples=scaled(120))
@given(data=st.data())
def test_a_damaged_text_is_a_position_or_a_value_error(game: Game, data: st.DataObject) -> None:
    good = data.draw(st.sampled_from(sample(game))).to_text()
    read(game, data.draw(damaged(good)))


@every_game
def test_a_very_long_text_is_refused(game: Game) -> None:
    text = game.start().to_text()
    for long in ("x" * 10**6, "/" * 10**6, " " * 10**6 + "x", text + " ko=a1" * 10**5, "9" * 10**6):
        assert read(game, long) is None
    assert read(game, text + " " * 10**6) in (None, game.start())
    board, turn = text.split()[:2]
    assert read(game, f"{board}{'/1' * 10**5} {turn}") is None


@every_game
def test_a_huge_number_is_refused(game: Game) -> None:
    board, turn = game.start().to_text().split()[:2]
    rows = board.count("/") + 1
    for number in ("0", "99", "256", "65536", str(2**31), str(2**32), str(2**64), "9" * 3000, "-1"):
        assert read(game, f"{'/'.join([number] * rows)} {turn}") is None
        assert read(game, f"{board} {turn} stones={number}{2**64}") is None
        assert read(game, f"{board} {turn} prisoners=-{number},{number}") is None


@every_game
@settings(max_examples=scaled(60))
@given(data=st.data())
def test_any_text_is_a_move_or_has_a_known_reason(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(sample(game)))
    moves = position.moves() or game.start().moves()
    nearly = st.sampled_from(moves).flatmap(damaged)
    word = data.draw(st.one_of(ANY_TEXT, LIKELY_TEXT, nearly, NUMBERS.map("a{}".format)))
    refusal = position.explain(word)
    if refusal is None:
        assert position.play(word).last_move in position.moves()
        return
    assert refusal.code in REFUSALS
    assert len(refusal.sentence) < 300
    refusal.sentence.encode()
    with pytest.raises(plyground.IllegalMove):
        position.play(word)


@every_game
def test_a_very_long_move_is_refused(game: Game) -> None:
    for word in ("a" * 10**6, "a" + "9" * 10**6, "a1" * 10**5, "\0" * 10**6, "\ud800" * 10**5):
        refusal = game.start().explain(word)
        assert refusal is not None
        assert refusal.code in ("unreadable", "off_board", "cannot_reach")
        assert len(refusal.sentence) < 300


@every_game
@settings(max_examples=scaled(30))
@given(text=st.one_of(ANY_TEXT, LIKELY_TEXT))
@example(text="\ud800")
def test_any_text_of_moves_is_played_or_a_value_error(game: Game, text: str) -> None:
    try:
        position = game.start().play_all(text)
    except ValueError:
        return
    assert bool(position.played) == bool(text.replace(",", " ").split())
    replayed = game.start()
    for move in position.played:
        assert move in replayed.moves()
        replayed = replayed.play(move)
    assert everything_of(replayed) == everything_of(position)


@every_game
@settings(max_examples=scaled(30))
@given(data=st.data())
def test_any_value_of_an_option_is_read_or_a_value_error(game: Game, data: st.DataObject) -> None:
    values = st.one_of(ANY_TEXT, NUMBERS, st.integers(), st.floats(), st.booleans(), st.none())
    names = st.one_of(st.sampled_from([option.name for option in game.options] or ["x"]), ANY_TEXT)
    given_options = data.draw(st.dictionaries(names, values, max_size=4))
    try:
        other = plyground.game(game.name, **given_options)
    except ValueError:
        return
    assert other.start().moves()
    assert plyground.game(game.name, **other.values) == other


@settings(max_examples=scaled(40))
@given(
    points=st.lists(st.one_of(ANY_TEXT, st.sampled_from(["c3", "A1", "e5", "pass"])), max_size=5)
)
def test_any_text_marks_dead_stones_or_is_a_value_error(points: list[str]) -> None:
    end = plyground.game("go", size=5).position("2x2/2x2/xxx2/4o/3oo b passes=2")
    oracle = go.Oracle(end.to_text(), **end.game.values)
    try:
        marked = end.mark_dead(points)
    except ValueError as error:
        str(error).encode()
        with pytest.raises(ValueError, match="no stone at"):
            oracle.mark_dead(points)
        return
    oracle.mark_dead(points)
    score = marked.score()
    assert score is not None
    assert (score.black, score.white) == oracle.score()
