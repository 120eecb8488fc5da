"""Building a book: what is searched next, stopping, continuing; the command."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import plyground
from plyground import cli
from plyground.books.book import Book, load
from plyground.books.book_file import BookMove, Contents
from plyground.books.build import Plan, build, next_position
from plyground.engine.stop import Stop

SMALL = plyground.game("robogo", size=4, line=3)
PLAN = Plan("search:nodes=300", 3)
COMMAND = ("book", "robogo", "build", "--set", "size=4,line=3", "--search", "search:nodes=300")


def book_of(positions: Mapping[str, tuple[BookMove, ...]]) -> Book:
    searched = {tuple(moves.split()): rows for moves, rows in positions.items()}
    return Book(Contents(plyground.game("othello"), "search:nodes=100", 2, searched))


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        cli.main(list(words))
    return int(end.value.code or 0)


def test_the_best_line_is_followed_until_another_move_costs_less() -> None:
    start = {"": (BookMove("f5", 0.5),)}
    assert next_position(book_of(start)).played == ("c4",)  # type: ignore[union-attr]
    near = {**start, "c4": (BookMove("c3", 0.52), BookMove("e3", 0.49))}
    assert len(next_position(book_of(near)).played) == 2  # type: ignore[union-attr]
    lost = {"": (BookMove("f5", 0.5),), "c4": (BookMove("c3", 0.9), BookMove("e3", 0.1))}
    following = next_position(book_of(lost))
    assert following is not None
    assert following.played[-1] == "c3"


def test_a_book_is_stopped_and_continued_to_the_same_book(tmp_path: Path) -> None:
    whole, parts, stop = tmp_path / "whole.book", tmp_path / "parts.book", Stop()
    build(SMALL, whole, PLAN, 8)

    def stop_at_three(done: int, _: object) -> None:
        if done == 3:
            stop.set()

    assert len(build(SMALL, parts, PLAN, 8, stop=stop, on_progress=stop_at_three)) == 3
    assert len(load(parts)) == 3
    assert len(build(SMALL, parts, PLAN, 8)) == 8
    assert parts.read_text() == whole.read_text()


def test_a_book_is_continued_only_with_the_same_settings(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    build(SMALL, path, PLAN, 1)
    with pytest.raises(ValueError, match="Continue it with the same settings"):
        build(SMALL, path, Plan("search:nodes=400", 3), 2)
    with pytest.raises(ValueError, match="Continue it with the same settings"):
        build(plyground.game("robogo"), path, PLAN, 2)


def test_a_proof_finds_the_winner(tmp_path: Path) -> None:
    game = plyground.game("gomoku", size=4, line=3)
    book = build(game, tmp_path / "a.book", Plan("search:depth=1", 2, 100_000), 1)
    best = book.moves(game.start())[0]
    assert (best.chance, best.proven) == (1.0, True)


def test_the_command_builds_shows_and_continues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = ("--book", str(tmp_path / "a.book"))
    assert run(*COMMAND, *file, "--positions", "3") == 0
    assert "3 positions up to" in capsys.readouterr().out
    assert run(*COMMAND, *file, "--positions", "4") == 0
    answer = capsys.readouterr()
    assert "4 positions up to" in answer.out
    assert "3 of 4 positions" in answer.err
    assert run("book", "robogo", "show", "--set", "size=4,line=3", *file, "--json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert [sorted(row) for row in rows] == [["chance", "line", "mate", "move", "proven"]] * len(
        rows
    )
    assert rows[0]["line"][0] == rows[0]["move"]
    assert run("book", "robogo", "show", "--set", "size=4,line=3", *file, "--moves", "A1 A4") == 0
    assert "The book does not have this position." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("robogo", "burn"), "build or show, not 'burn'"),
        (("robogo", "build", "--moves", "E5"), "--moves is for `show`"),
        (
            ("robogo", "build", "--search", "search:seconds=1"),
            "a limit in nodes, depth or playouts",
        ),
        (("robogo", "build", "--search", "level:3"), "A book is searched by search, mcts"),
        (("gomoku", "show", "--set", "size=3"), "There is no book of"),
        (("gomoku", "show", "--book", "nowhere.book"), "can't be read"),
    ],
)
def test_wrong_use_gets_a_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("book", *words) == 2
    assert sentence in capsys.readouterr().err
