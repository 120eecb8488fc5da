"""The GTP server: golden transcripts, points, moves out of turn, and arbitrary input."""

import io
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground
from plyground.engine import registry
from plyground.engine.view import Turn
from plyground.players.player import EnginePlayer
from plyground.players.protocols.command_table import listing
from plyground.players.protocols.gtp.board import turned
from plyground.players.protocols.gtp.points import from_vertex, to_vertex
from plyground.players.protocols.gtp.server import COMMANDS, GtpServer
from tests.project import ROOT
from tests.protocols.gtp_talk import Talk, go

GOLDEN = sorted((Path(__file__).parent / "golden").glob("gtp_*.txt"))


def read_golden(path: Path) -> tuple[str, list[tuple[str, list[str]]]]:
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    talk: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith(">"):
            talk.append((line[2:], []))
        else:
            assert line.startswith("<")
            talk[-1][1].append(line[2:])
    return head.removeprefix("# "), talk


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_transcript_matches(path: Path) -> None:
    head, talk = read_golden(path)
    game, _, spec = head.partition(", ")
    name, *settings = game.split()
    options = dict(setting.split("=") for setting in settings)
    lines = "".join(f"{command}\n" for command, _ in talk).encode()
    out = io.StringIO()
    server = GtpServer(EnginePlayer(spec), plyground.game(name, **options), io.BytesIO(lines), out)
    server.serve()
    expected = [line for _, answer in talk for line in answer]
    assert [line.rstrip() for line in out.getvalue().splitlines()] == expected
    assert len(talk) > 10


def test_required_commands_are_implemented() -> None:
    required = (
        "protocol_version name version known_command list_commands quit boardsize clear_board"
    )
    assert set(required.split()) | {"komi", "play", "genmove"} <= set(COMMANDS)
    talk = go()
    assert talk.ask("list_commands").split() == list(COMMANDS)
    for name in COMMANDS:
        assert talk.ask(f"known_command {name}") == "true"
    assert len(talk.ask("help").splitlines()) == len(COMMANDS)


def test_every_command_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "protocols.md").read_text(encoding="utf-8")
    assert listing(COMMANDS) in page


def test_games_without_points_are_refused() -> None:
    with pytest.raises(ValueError, match="dobutsu is another kind"):
        Talk(plyground.game("dobutsu"))


# --- points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["go", "othello", "gomoku", "robogo"])
def test_vertices_are_written_and_read_back(name: str) -> None:
    game = plyground.game(name)
    moves = game.start().moves()
    vertices = [to_vertex(game, move) for move in moves]
    assert [from_vertex(game, vertex.lower()) for vertex in vertices] == moves
    assert not any(vertex.startswith("I") for vertex in vertices)


def test_gtp_vertices_skip_the_letter_i() -> None:
    talk = Talk(plyground.game("gomoku", size=20))
    talk.ask("play b J20")
    assert talk.server.session.board.position.last_move == "i20"
    talk.ask("play w U1")
    assert talk.server.session.board.position.last_move == "t1"
    assert talk.refused("play b I1") == "syntax error"
    assert talk.refused("play b V1") == "illegal move"


def test_python_game_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registry", registry.Registry())
    plyground.load(ROOT / "examples" / "tictactoe.py")
    game = plyground.game("tictactoe")
    talk = Talk(game)
    moves = game.start().moves()
    talk.ask(f"play b {moves[0].swapcase()}")
    assert talk.ask("genmove w").lower() in [move.lower() for move in moves[1:]]
    assert talk.server.session.board.position.ply == 2
    listed = talk.ask("list_games").splitlines()
    assert listed[:4] == ["Go", "Othello", "Gomoku", "Robogo"]
    assert listed[-1] == game.title
    talk.ask("set_game go")
    talk.ask(f"set_game {game.title}")
    assert talk.server.session.board.game.name == "tictactoe"


# --- moves in any order ---------------------------------------------------------------------------


def test_side_can_move_several_times_in_a_row() -> None:
    talk = go()
    for vertex in ("A1", "B1", "C1"):
        talk.ask(f"play w {vertex}")
    assert talk.text == "5/5/5/5/ooo2 b"
    assert talk.ask("genmove w") not in ("pass", "resign")


def test_superko_survives_passes_and_moves_out_of_turn() -> None:
    talk = go()
    for vertex in ("B3", "C4", "C2"):
        talk.ask(f"play b {vertex}")
    for vertex in ("E3", "D4", "D2", "C3"):
        talk.ask(f"play w {vertex}")
    talk.ask("play b D3")
    assert talk.text == "5/2xo1/1x1xo/2xo1/5 w ko=C3"
    assert talk.refused("play w C3") == "illegal move"
    for command in ("b pass", "w pass", "b pass", "w pass"):
        talk.ask(f"play {command}")
    assert talk.refused("play w C3") == "illegal move"
    talk.ask("play b A1")
    talk.ask("play w C3")
    assert talk.text.startswith("5/2xo1/1xo1o/2xo1/x4 b")


def test_play_goes_on_after_two_passes() -> None:
    talk = go()
    for command in ("b C3", "w pass", "b pass"):
        talk.ask(f"play {command}")
    assert talk.server.session.board.position.result() is not None
    talk.ask("play w B2")
    assert talk.text == "5/5/2x2/1o3/5 b"
    for command in ("b pass", "w pass", "w pass", "b pass"):
        talk.ask(f"play {command}")
    talk.ask("play b D4")
    assert talk.text.split()[:2] == ["5/3x1/2x2/1o3/5", "w"]


def test_a_pass_out_of_turn_changes_nothing() -> None:
    talk = go()
    talk.ask("play b C3")
    before = talk.text
    talk.ask("play b pass")
    assert talk.text == before
    talk.ask("undo")
    assert talk.text == before
    talk.ask("undo")
    assert talk.text == "5/5/5/5/5 b"


def test_passes_can_be_left_out_in_othello() -> None:
    game = plyground.game("othello", size=4)
    position = next(after for after in _random_positions(game) if after.moves() == ["pass"])
    move = position.play("pass").moves()[0]
    with_pass = Talk(game)
    with_pass.ask(f"plyground-position {position.to_text()}")
    with_pass.ask(f"play {position.turn} pass")
    with_pass.ask(f"play {position.play('pass').turn} {move}")
    without_pass = Talk(game)
    without_pass.ask(f"plyground-position {position.to_text()}")
    without_pass.ask(f"play {position.play('pass').turn} {move}")
    assert with_pass.text == without_pass.text


def _random_positions(game: plyground.Game) -> Iterator[plyground.Position]:
    for seed in range(1000):
        dice, position = random.Random(seed), game.start()
        while not position.result():
            yield position
            position = position.play(dice.choice(position.moves()))


@given(st.data())
def test_turned_gives_the_turn_and_keeps_the_board(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["go", "gomoku", "robogo", "othello"]))
    size = 4 if name == "othello" else 3
    position = plyground.game(name, size=size).start()
    for _ in range(data.draw(st.integers(0, 12))):
        if position.result():
            break
        position = position.play(data.draw(st.sampled_from(position.moves())))
    sides: tuple[Turn, Turn] = ("black", "white")
    for colour in sides:
        after = turned(position, colour)
        assert after.to_text().split()[0] == position.to_text().split()[0]
        result = position.result()
        if result is None or result.code == "two_passes":
            assert after.turn == colour
            assert after.result() is None


@given(
    st.lists(st.tuples(st.sampled_from("bw"), st.sampled_from(["A1", "A2", "B1", "C2", "pass"])))
)
def test_undo_takes_back_exactly_what_was_played(moves: list[tuple[str, str]]) -> None:
    talk = go(3)
    texts = []
    for colour, vertex in moves:
        before = talk.text
        if talk.raw(f"play {colour} {vertex}").startswith("="):
            texts.append(before)
        else:
            assert talk.text == before
    for text in reversed(texts):
        talk.ask("undo")
        assert talk.text == text
    assert talk.refused("undo") == "cannot undo"


def test_komi_in_mid_game_keeps_the_game() -> None:
    talk = go()
    for command in ("b C3", "w C2", "b B2", "w pass"):
        talk.ask(f"play {command}")
    before = talk.text
    talk.ask("komi -3.5")
    assert talk.text == before
    assert talk.server.session.board.game.values["komi"] == -3.5
    for _ in range(4):
        talk.ask("undo")
    assert talk.text == "5/5/5/5/5 b"


# --- input of any kind ----------------------------------------------------------------------------

_PROTOCOL = (
    "b w black WHITE pass resign A1 b2 C3 D9 T19 Z99 I5 0 1 2 5 9 -1 1.5 1e9 nan inf # dead alive"
    " seki none absolute canadian byoyomi interval maxmoves ownership true go othello"
)
_WORDS_OF_THE_PROTOCOL = _PROTOCOL.split()
_WORDS = st.one_of(
    st.sampled_from(_WORDS_OF_THE_PROTOCOL),
    st.text(max_size=8),
    st.integers().map(str),
)
_SIZES = st.integers(2, 6).map(lambda size: f"boardsize {size}")
_LINES = st.one_of(
    st.builds(
        lambda number, name, words: f"{number}{name} {' '.join(words)}",
        st.sampled_from(["", "", "7 ", "00012 ", "-3 "]),
        st.sampled_from(sorted(set(COMMANDS) - {"quit", "boardsize", "set_game"})),
        st.lists(_WORDS, max_size=4),
    ),
    _SIZES,
    st.sampled_from(["set_game othello", "set_game Gomoku", "set_game robogo", "set_game go"]),
    st.text(max_size=40),
)


def _is_command(line: str) -> bool:
    cleaned = line.partition("#")[0].replace("\t", " ")
    return bool("".join(letter for letter in cleaned if letter >= " " and letter != "\x7f").strip())


@given(st.lists(_LINES, max_size=15))
def test_random_commands_are_answered(lines: list[str]) -> None:
    lines = [line.replace("\n", " ").replace("\r", " ") for line in lines]
    lines = [
        "boardsize 4",
        *lines,
        "boardsize 4",
        "clear_board",
        "play b B2",
        "99 genmove w",
        "quit",
    ]
    data = "".join(line + "\n" for line in lines).encode("utf-8", "replace")
    out = io.StringIO()
    player = EnginePlayer("alphabeta:depth=1,resign=off")
    GtpServer(player, plyground.game("go", size=4), io.BytesIO(data), out).serve()
    output = out.getvalue()
    assert output.endswith("\n\n")
    answers = output.split("\n\n")[:-1]
    assert len(answers) == sum(map(_is_command, lines))
    assert all(answer[:1] in "=?" and answer for answer in answers)
    assert "internal error" not in output
    assert output.isascii()
    assert answers[-2].startswith("=99 ")


@given(st.binary(max_size=300))
def test_random_bytes_do_not_end_the_server(data: bytes) -> None:
    out = io.StringIO()
    lines = io.BytesIO(data + b"\n77 name\n")
    GtpServer(EnginePlayer("alphabeta:depth=1"), plyground.game("go", size=3), lines, out).serve()
    assert out.getvalue().endswith("=77 Plyground\n\n") or b"quit" in data
    assert "internal error" not in out.getvalue()


def test_endless_line_does_not_end_the_server() -> None:
    out = io.StringIO()
    lines = io.BytesIO(b"x" * 3_000_000 + b"\nname\n")
    GtpServer(EnginePlayer("alphabeta:depth=1"), plyground.game("go", size=3), lines, out).serve()
    assert out.getvalue() == "? unknown command\n\n= Plyground\n\n"
