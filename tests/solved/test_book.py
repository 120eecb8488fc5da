"""The book of solved games: its certificates, its opponent, its commands."""

import json
import random
import re
from pathlib import Path

import pytest

import plyground
from plyground.cli import main
from plyground.engine.game import Position
from plyground.solved import book
from plyground.solved import certificate as files
from plyground.solved.book import Row
from plyground.solved.certificate import WrongProof
from plyground.solved.opponent import Opponent
from tests.project import ROOT

WITH_FILE = [row for row in book.rows() if row.proof == "certificate"]
QUICK = [row for row in WITH_FILE if (row.size or 0) < 2_000]
PLAYED = ["gomoku-4x4-3", "gomoku-6x6-4", "gomoku-5x5-5", "robogo-4x4-3", "go-2x2", "othello-4x4"]


def run(*words: str) -> int:
    """The exit status of a command."""
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_rows_and_certificates_belong_together() -> None:
    assert len({row.name for row in book.rows()}) == len(book.rows())
    assert {row.path.name for row in WITH_FILE} == {path.name for path in book.FOLDER.iterdir()}
    assert sum(row.size or 0 for row in WITH_FILE) < 300_000
    for row in book.rows():
        assert row.rules.start().moves()
        assert (row.verdict is None) == (row.proof == "open") == (row.margin is None)


@pytest.mark.parametrize("row", QUICK, ids=lambda row: row.name)
def test_small_certificates_are_right(row: Row) -> None:
    certificate, checked = book.verify(row.name)
    assert certificate.answers
    assert checked.ends + checked.pairings > 0


@pytest.mark.deep
@pytest.mark.parametrize("row", WITH_FILE, ids=lambda row: row.name)
def test_certificates_can_be_made_again(row: Row, tmp_path: Path) -> None:
    book.verify(row.name)
    made = book.make(row.name)
    made.certificate.write(tmp_path / "again.proof")
    assert files.read(tmp_path / "again.proof") == book.read_certificate(row.name)
    assert made.nodes == row.nodes


def outcome(position: Position, side: str) -> float:
    result = position.result()
    assert result is not None
    if result.winner is None:
        return 0
    size = 1 if result.margin is None else result.margin
    return size if result.winner == side else -size


@pytest.mark.parametrize("name", PLAYED)
def test_nobody_gets_more_than_the_proof_says(name: str) -> None:
    certificate, dice = book.read_certificate(name), random.Random(name)
    for claim in certificate.claims:
        opponent = Opponent(certificate, claim.side)
        for _ in range(40):
            position, moves = opponent.start, list[str]()
            while position.result() is None:
                own = position.turn == claim.side
                move = opponent.reply(moves) if own else dice.choice(position.moves())
                position = position.play(move)
                moves.append(move)
            assert outcome(position, claim.side) >= claim.least


def test_a_side_without_a_claim_has_no_strategy() -> None:
    with pytest.raises(ValueError, match="no strategy for white"):
        Opponent(book.read_certificate("gomoku-4x4-3"), "white")


def test_another_file_under_the_name_of_a_row_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = book.find("gomoku-5x5-5").path.read_bytes()
    (tmp_path / "gomoku-4x4-3.proof").write_bytes(other)
    monkeypatch.setattr(book, "FOLDER", tmp_path)
    with pytest.raises(WrongProof, match="for another position"):
        book.verify("gomoku-4x4-3")


def test_the_book_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solved", "--json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == [row.name for row in book.rows()]
    assert run("solved") == 0
    text = capsys.readouterr().out
    assert "go-3x3" in text
    assert "win by 9" in text


def test_a_certificate_is_written_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.proof"
    words = ("gomoku", "--set", "size=4,line=3", "--moves", "b2 a1")
    assert run("solve", *words, "--certificate", str(file)) == 0
    assert run("solved", "verify", str(file)) == 0
    assert "black to move: win is right" in capsys.readouterr().out
    file.write_bytes(file.read_bytes()[:-20])
    assert run("solved", "verify", str(file)) == 1
    assert "not a whole certificate" in capsys.readouterr().err
    assert run("solve", *words, "--certificate", str(tmp_path / "a.txt")) == 2
    assert "ends with .proof" in capsys.readouterr().err


def test_a_row_is_made_and_verified_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.proof"
    assert run("solved", "make", "robogo-3x3-3", "--out", str(file)) == 0
    assert run("solved", "verify", "robogo-3x3-3", "--json") == 0
    shown = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert shown["verdict"] == "win"
    assert run("solved", "verify", "robogo-9x9-5") == 2
    assert "is an open question" in capsys.readouterr().err
    assert run("solved", "verify", "nowhere") == 2
    assert "The book has no row 'nowhere'" in capsys.readouterr().err


@pytest.mark.parametrize("size", [9, 19])
def test_lines_of_five_without_captures_are_a_draw_at_once(size: int) -> None:
    start = plyground.game("robogo", size=size, captures="no").start()
    solution = plyground.solve(start, nodes=1000)
    assert solution.verdict == "draw"
    answer = solution.reply(["A1"])
    assert answer in start.play("A1").moves()


def test_the_page_lists_the_book() -> None:
    text = (ROOT / "docs" / "explanation" / "solved.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z0-9-]+)` \| (?:draw|win|loss|\?)", text, re.MULTILINE)
    assert listed == [row.name for row in book.rows()]
