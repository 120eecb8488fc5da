"""`plyground convert`: files in, files out, and its messages."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import plyground
from plyground.cli.convert import app, convert
from plyground.records import notation
from plyground.records.notation import losses
from plyground.records.record import Record, outside_result
from tests.notation.sgf_files import KGS, SABAKI

SGF = "(;SZ[9];B[ee]C[well];W[cc](;B[gg])(;B[cg]))"


def run(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(SGF, encoding="utf-8")
    return path


def test_file_is_converted_and_read_back(game: Path, tmp_path: Path) -> None:
    lines, back = tmp_path / "game.jsonl", tmp_path / "back.sgf"
    assert run(game, lines) == (0, "", "")
    assert run(lines, back) == (0, "", "")
    records = notation.read(SGF)
    assert notation.read(lines.read_bytes(), name="game.jsonl") == records
    assert notation.read(back.read_bytes()) == records
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "back.sgf",
        "game.jsonl",
        "game.sgf",
    ]


def test_losses_are_reported(game: Path, tmp_path: Path) -> None:
    code, out, err = run(game, tmp_path / "game.moves")
    assert (code, out) == (0, "")
    assert err == "plyground: moves leaves out 1 variation, 1 comment.\n"
    assert (tmp_path / "game.moves").read_text() == "go size=9 komi=0 | E5 C7 G3\n"


def test_losses_of_many_games_are_summarised(tmp_path: Path) -> None:
    many = tmp_path / "many.sgf"
    many.write_text(f"{SGF}(;SZ[5];B[aa]){SGF * 12}", encoding="utf-8")
    _, _, err = run(many, tmp_path / "many.moves")
    lines = err.splitlines()
    assert lines[0] == "plyground: game 1: moves leaves out 1 variation, 1 comment."
    assert lines[1].startswith("plyground: game 3: ")
    assert lines[-1] == "plyground: 3 more games are affected."
    assert len(lines) == 11


def test_standard_input_and_output_can_be_used() -> None:
    result = CliRunner().invoke(app, ["-", "-", "--to", "ggf"], input="f5d6c3\n")
    assert result.exit_code == 0
    assert result.stdout.endswith("*]B[f5]W[d6]B[c3];)\n")
    wrong = CliRunner().invoke(app, ["-", "-", "--to", "ggf"], input="f5f5\n")
    assert str(wrong.exception).startswith("standard input, line 1: There is already a piece")


def test_nothing_is_overwritten(game: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.jsonl"
    there.write_text("precious", encoding="utf-8")
    with pytest.raises(ValueError, match=r"there\.jsonl exists; --force replaces it\."):
        run(game, there)
    assert there.read_text(encoding="utf-8") == "precious"
    run(game, there, "--force")
    assert notation.read(there.read_bytes(), "jsonl") == notation.read(SGF)


def test_a_failure_leaves_no_file(game: Path, tmp_path: Path) -> None:
    for to in ("kif", "othello"):
        with pytest.raises(ValueError, match=f"{to} can't hold a game of Go; these can: jsonl"):
            run(game, tmp_path / "out", "--to", to)
    game.write_text("(;SZ[9];B[ee];W[ee])", encoding="utf-8")
    with pytest.raises(ValueError, match=r"game\.sgf, line 1, column 15: There is already a piece"):
        run(game, tmp_path / "out.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["game.sgf"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["out"], "Name the notation with --to; the notations are: jsonl, ggf, sgf"),
        (["-"], "Name the notation with --to"),
        (["out", "--to", "pgn"], "There is no notation for 'pgn'"),
        (["out.jsonl", "--from", "pgn"], "There is no notation for 'pgn'"),
        (["out.jsonl", "--set", "size=9"], "--set needs --game"),
        (["out.jsonl", "--game", "chess"], "There is no game called 'chess'"),
        (["out.jsonl", "--from", "jsonl"], "line 1: This is not a line of JSON."),
    ],
)
def test_wrong_arguments_are_reported(game: Path, arguments: list[str], sentence: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as wrong:
        run(game, *arguments)
    assert sentence in str(wrong.value)


def test_unreadable_and_unwritable_files_are_reported(game: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"none\.sgf can't be read: no such file or directory\.$"):
        run(tmp_path / "none.sgf", tmp_path / "out.jsonl")
    with pytest.raises(ValueError, match=r"can't be read: is a directory\.$"):
        run(tmp_path, tmp_path / "out.jsonl", "--from", "sgf")
    missing = tmp_path / "none" / "out.jsonl"
    with pytest.raises(ValueError) as wrong:  # noqa: PT011 - the message is compared below
        run(game, missing)
    assert str(wrong.value) == f"{missing} can't be written: no such file or directory."
    with pytest.raises(ValueError, match=r"can't be written: it is a folder\.$"):
        run(game, tmp_path, "--to", "sgf", "--force")
    assert [path.name for path in tmp_path.iterdir()] == ["game.sgf"]


def test_bad_games_can_be_left_out(tmp_path: Path) -> None:
    many = tmp_path / "many.sgf"
    many.write_text(f"{SGF}\n(;SZ[9];B[ee];W[ee])\n{SGF}\n(;SZ[99])", encoding="utf-8")
    with pytest.raises(ValueError, match=r"many\.sgf, game 2 of 4, line 2, column 15: There is"):
        run(many, tmp_path / "good.jsonl")
    assert not (tmp_path / "good.jsonl").exists()
    code, out, err = run(many, tmp_path / "good.jsonl", "--skip-bad")
    assert (code, out) == (0, "")
    reasons = err.replace(f"plyground: left out: {many}, ", "").splitlines()
    assert reasons == [
        "game 2 of 4, line 2, column 15: There is already a piece on E5.",
        "game 4 of 4, line 4, column 3: size can be a whole number from 2 to 25, not 99.",
    ]
    assert notation.read((tmp_path / "good.jsonl").read_bytes(), "jsonl") == notation.read(SGF * 2)
    many.write_text("(;SZ[99])" * 30, encoding="utf-8")
    with pytest.raises(ValueError, match=r"many\.sgf, game 1 of 30, line 1, column 3: size"):
        run(many, tmp_path / "none.jsonl", "--skip-bad")
    many.write_text("(;SZ[99])" * 30 + SGF, encoding="utf-8")
    _, _, err = run(many, tmp_path / "one.jsonl", "--skip-bad")
    assert err.splitlines()[10:] == ["plyground: left out 20 more games."]


def test_an_encoding_can_be_named(tmp_path: Path) -> None:
    old = tmp_path / "old.sgf"
    old.write_bytes("(;PB[本因坊]SZ[9];B[aa])".encode("euc_jp"))
    run(old, tmp_path / "new.jsonl", "--encoding", "EUC-JP")
    (record,) = notation.read((tmp_path / "new.jsonl").read_bytes(), "jsonl")
    assert record.players["black"] == "本因坊"
    with pytest.raises(
        ValueError, match=r"There is no encoding 'klingon'; the encodings include utf-8, "
    ):
        run(old, tmp_path / "other.jsonl", "--encoding", "klingon")


@pytest.mark.parametrize("code", ["resign", "time", "no_answer"])
def test_no_loss_is_reported_if_there_is_none(tmp_path: Path, code: str) -> None:
    record = Record(plyground.game("othello"), players={"black": "Ada", "white": "Bob"})
    record.play("f5")
    record.finish(outside_result("black", code, "white gives up, in words of its own"))
    (tmp_path / "a.jsonl").write_text(notation.write([record], "jsonl"), encoding="utf-8")
    assert run(tmp_path / "a.jsonl", tmp_path / "a.ggf") == (0, "", "")


def test_losses_are_described_in_good_english() -> None:
    record = Record(plyground.game("othello"))
    record.play("f5", seconds=1.0, extra={"implied": True, "TR": ["aa"]})
    one = losses(record, Record(record.game))
    record.play("d6", seconds=2.0, clock=3.0)
    record.finish(outside_result("white", "resign"))
    two = losses(record, Record(record.game))
    assert one == ["1 move", "1 time of a move", "1 foreign remark"]
    assert two == ["2 moves", "1 clock", "2 times of moves", "1 foreign remark", "the result"]


def test_small_losses_are_reported_too() -> None:
    record, other = Record(plyground.game("othello")), Record(plyground.game("othello"))
    record.play("f5", seconds=1.25)
    other.play("f5", seconds=1.2)
    assert losses(record, other) == ["details of remarks"]


def test_empty_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match="There is no game in"):
        run(tmp_path / "none.jsonl", tmp_path / "out.sgf")


def test_the_game_can_be_named(game: Path, tmp_path: Path) -> None:
    run(game, tmp_path / "out.jsonl", "--game", "robogo", "--set", "line=4")
    (record,) = notation.read((tmp_path / "out.jsonl").read_bytes(), "jsonl")
    assert record.game == plyground.game("robogo", line=4)


def test_options_lost_in_a_list_of_moves_are_reported(tmp_path: Path) -> None:
    record = Record(plyground.game("dobutsu", try_="entry"))
    record.play("b2b3")
    (tmp_path / "a.jsonl").write_text(notation.write([record], "jsonl"), encoding="utf-8")
    _, _, err = run(tmp_path / "a.jsonl", tmp_path / "a.usi")
    assert err == "plyground: usi leaves out options of the game.\n"


def test_files_of_other_programs_are_converted(tmp_path: Path) -> None:
    """Files of other programs through every notation that holds them, and back."""
    for number, text in enumerate((KGS, SABAKI)):
        path = tmp_path / f"{number}.sgf"
        path.write_text(text, encoding="utf-8")
        run(path, tmp_path / f"{number}.jsonl")
        run(tmp_path / f"{number}.jsonl", path, "--force")
        assert notation.read(path.read_bytes()) == notation.read(text)


def test_convert_is_a_command() -> None:
    commands = typer.main.get_command(app)
    assert commands.name == "convert"
    assert convert.__doc__
