"""Books in use: images of positions, values from later positions, variety, files."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

import plyground
from plyground import Game
from plyground.books.book import Book, load
from plyground.books.book_file import BookMove, Contents, read_book, write_book
from plyground.books.finding import file_name, find, path_of
from plyground.engine.symmetry import square_images
from plyground.players.kinds import make_player
from plyground.players.level import LevelPlayer
from tests.games.cases import ONE_OF_EACH

OTHELLO = plyground.game("othello", size=6)
HEAD = "plyground book 1\ngame: othello size=6\nsearch: search:nodes=100\nlines: 2\n\n"


def book_of(positions: Mapping[str, tuple[BookMove, ...]], game: Game = OTHELLO) -> Book:
    searched = {tuple(moves.split()): rows for moves, rows in positions.items()}
    return Book(Contents(game, "search:nodes=100", 2, searched))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_a_position_and_its_images_have_one_key(game: Game) -> None:
    """The images are made from the text of the board, without the code under test."""
    book = book_of({}, game)
    position = plyground.random_game(game.start(), 3, max_plies=2)
    assert book.key(position) != book.key(position.play(position.moves()[0]))
    if game.name != "gomoku":
        return
    labels = [column + row for row in position.rows for column in position.columns]
    keys = set()
    for image in square_images(game.start()):
        turned = [labels[image[labels.index(move)]] for move in position.played]
        keys.add(book.key(game.start().play_all(turned)))
    assert len(keys) == 1


def test_moves_are_found_in_every_image() -> None:
    book = book_of({"c2": (BookMove("d2", 0.6), BookMove("b2", 0.4))})
    start = OTHELLO.start()
    found = {
        first: [(row.move, row.chance) for row in book.moves(start.play(first))]
        for first in start.moves()
    }
    assert found["c2"] == [("d2", 0.6), ("b2", 0.4)]
    assert found == {
        "c2": [("d2", 0.6), ("b2", 0.4)],
        "b3": [("b4", 0.6), ("b2", 0.4)],
        "e4": [("e3", 0.6), ("e5", 0.4)],
        "d5": [("c5", 0.6), ("e5", 0.4)],
    }
    for first, rows in found.items():
        assert {move for move, _ in rows} <= set(start.play(first).moves())


def test_a_value_comes_from_the_best_reply() -> None:
    start = OTHELLO.start()
    book = book_of({"": (BookMove("c2", 0.9),), "c2": (BookMove("d2", 0.7), BookMove("b2", 0.2))})
    assert all(row.chance == pytest.approx(0.3) for row in book.moves(start))
    assert book.line(start)[1:] == (book.moves(start.play(book.line(start)[0]))[0].move,)
    assert len(book.moves(start, images=False)) == 1


def test_proven_ends_are_counted_in_plies() -> None:
    lost = {"": (BookMove("c2", 0.5),), "c2": (BookMove("d2", 0.0, True, -8),)}
    (won,) = book_of(lost).moves(OTHELLO.start(), images=False)
    assert (won.chance, won.proven, won.mate) == (1.0, True, 9)
    one_wins = {"": (BookMove("c2", 0.5),), "c2": (BookMove("d2", 1.0, True, 7),)}
    (loses,) = book_of(one_wins).moves(OTHELLO.start(), images=False)
    assert (loses.chance, loses.proven, loses.mate) == (0.0, True, -8)


def test_a_loss_is_not_proven_by_the_replies_in_the_book_alone() -> None:
    """The search had another reply, which the book does not follow."""
    positions = {
        "": (BookMove("c2", 0.5),),
        "c2": (BookMove("d2", 0.4),),
        "c2 d2": (BookMove("e3", 1.0, True, 5),),
    }
    (row,) = book_of(positions).moves(OTHELLO.start(), images=False)
    assert not row.proven
    assert row.chance == pytest.approx(0.99)


def test_variety_costs_little_and_a_quick_win_is_always_played() -> None:
    start, dice = plyground.game("gomoku", size=9).start(), random.Random(1)
    rows = (BookMove("e5", 0.55), BookMove("e6", 0.54), BookMove("a1", 0.5))
    book = book_of({"": rows}, start.game)
    reports = [book.report(start, dice) for _ in range(60)]
    chosen = {report.move for report in reports if report}
    assert "e5" in chosen
    assert chosen > {"e5"}
    assert not chosen & {"a1", "a9", "i1", "i9"}
    wins = (BookMove("e6", 1.0, True, 9), BookMove("e5", 1.0, True, 7), BookMove("a1", 0.99))
    won = book_of({"": wins}, start.game)
    assert {won.report(start, dice).move for _ in range(20)} == {"e5"}  # type: ignore[union-attr]


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    rows = (BookMove("c2", 0.512), BookMove("d2", 0.0, True, -8), BookMove("e3", 0.5, True))
    written = Contents(OTHELLO, "search:nodes=100", 3, {(): rows, ("c2",): (BookMove("d2", 0.1),)})
    write_book(tmp_path / "a.book", written)
    assert read_book(tmp_path / "a.book") == written


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "is not a book of Plyground"),
        ("plyground book 1\ngame: othello\n", "lacks the line 'search'"),
        (HEAD + "c2 d2 0.5\n", "line 6: A colon is missing"),
        (HEAD + "c2 : d2\n", "line 6: A move is followed by its chance"),
        (HEAD + "c2 : d2 1001\n", "not .d2 1001"),
        (HEAD + ": c2 500\n: c2 500\n", "line 7: This position came before"),
        (HEAD + "a1 : d2 500\n", "a move that can't be played"),
        (HEAD + "c2 : a1 500\n", "a move that can't be played"),
        (HEAD.replace("lines: 2", "lines: x"), "lines is a number from 1 to 99, not 'x'"),
        (HEAD.replace("othello", "chess"), "chess"),
    ],
)
def test_a_bad_file_gets_a_sentence(tmp_path: Path, text: str, wrong: str) -> None:
    (tmp_path / "a.book").write_text(text)
    with pytest.raises(ValueError, match=wrong):
        load(tmp_path / "a.book")


def test_our_own_book_is_found_and_a_bad_one_is_skipped(home: Path) -> None:
    assert path_of(OTHELLO).is_relative_to(home)
    assert find(OTHELLO) is None
    path_of(OTHELLO).parent.mkdir(parents=True)
    path_of(OTHELLO).write_text(HEAD + ": c2 500\n")
    found = find(OTHELLO)
    assert found is not None
    assert find(OTHELLO) is found
    path_of(OTHELLO).write_text("nothing")
    assert find(OTHELLO) is None


@pytest.mark.parametrize("spec", ["level:7,seed=1", "level:8,seed=1", "maximum:nodes=50"])
def test_strong_players_play_from_the_book(home: Path, spec: str) -> None:
    assert home.is_dir()
    path_of(OTHELLO).parent.mkdir(parents=True)
    path_of(OTHELLO).write_text(HEAD + "c2 : b2 500\n")
    position = OTHELLO.start().play("c2")
    with make_player(spec, OTHELLO) as player:
        report = player.choose(position).report
        assert report is not None
        assert (report.move, report.nodes) == ("b2", 0)
    with make_player(f"{spec},book=off", OTHELLO) as player:
        report = player.choose(position, clock=None).report
        assert report is not None
        assert report.nodes > 0


@pytest.mark.parametrize("level", range(1, 7))
def test_other_levels_ignore_the_book(home: Path, level: int) -> None:
    assert home.is_dir()
    position = OTHELLO.start().play("c2")
    with LevelPlayer(f"level:{level},seed=1") as player:
        before = player.choose(position).report
        path_of(OTHELLO).parent.mkdir(parents=True)
        path_of(OTHELLO).write_text(HEAD + "c2 : b2 500\n")
        after = player.choose(position).report
    assert before is not None
    assert after is not None
    assert (before.lines, before.nodes) == (after.lines, after.nodes)


@pytest.mark.parametrize("game", ["othello", "robogo"])
def test_books_that_come_with_plyground_are_whole(game: str) -> None:
    from plyground.paths import games_folder

    files = list((games_folder() / game / "books").glob("*.book"))
    assert files
    for file in files:
        book = load(file)
        assert file.name == file_name(book.game)
        assert file.stat().st_size < 200_000
        assert len(book) >= 20
        report = book.report(book.game.start(), random.Random(1))
        assert report is not None
        assert report.move in book.game.start().moves()
