"""Programs behind our server, and games that a program does not support."""

import re
import shlex
import sys
from pathlib import Path

import pytest

import plyground
from plyground.cli import main
from plyground.players.kinds import make_player
from plyground.players.player import Unplayable
from plyground.players.protocols.gtp.client import GtpPlayer
from tests.protocols.gtp_driver import COMMAND
from tests.protocols.gtp_talk import Talk

BAD = Path(__file__).parent / "bad_gtp.py"
GO = plyground.game("go", size=5)


def ours(game: plyground.Game) -> GtpPlayer:
    """Our own server as a program."""
    options = [f"--set={name}={value}" for name, value in game.changed.items()]
    spec = ["--player", "alphabeta:depth=1,resign=off"]
    command = [*COMMAND, "--game", game.name, *options, *spec]
    return GtpPlayer(shlex.join(command), game, start_seconds=60)


def bad(how: str) -> str:
    return shlex.join([sys.executable, str(BAD), how])


def test_program_switches_games_or_refuses() -> None:
    othello = plyground.game("othello", size=4)
    with ours(GO) as there:
        there.choose(GO.start())
        assert there.choose(othello.start()).move in othello.start().moves()
        with pytest.raises(Unplayable, match="dobutsu is another kind"):
            there.choose(plyground.game("dobutsu").start())
        assert there.choose(GO.start()).move in GO.start().moves()


def test_a_program_of_one_game_is_not_asked_for_another() -> None:
    with GtpPlayer(bad("plain"), GO) as knows_go:
        assert knows_go.choose(GO.start()).move == "E5"
        with pytest.raises(Unplayable, match="has no set_game, so it can't play Othello"):
            knows_go.choose(plyground.game("othello").start())
        assert knows_go.choose(GO.start()).move == "E5"


def test_othello_board_that_gtp_can_not_describe_is_unplayable() -> None:
    othello = plyground.game("othello", size=6)
    position = othello.position("6/6/2ox2/2xo2/6/6 w")
    with (
        GtpPlayer(bad("plain"), othello) as plain,
        pytest.raises(Unplayable, match="GTP can't describe an Othello board"),
    ):
        plain.choose(position)


def test_a_bridge_refuses_a_game_that_its_program_does_not_play() -> None:
    talk = Talk(GO, GtpPlayer(bad("plain"), GO))
    try:
        assert "has no set_game, so it can't play Othello" in talk.refused("set_game othello")
        assert talk.ask("genmove b") == "E5"
        assert talk.text.endswith("w")
    finally:
        talk.server.player.close()


def test_bridge_to_another_protocol_keeps_its_game() -> None:
    gomoku = plyground.game("gomoku")
    script = "import sys\nfor line in sys.stdin: print('OK', flush=True)"
    player = make_player("gomocup:" + shlex.join([sys.executable, "-c", script]), gomoku)
    talk = Talk(gomoku, player)
    try:
        assert re.search(r"gomoku|Gomoku", talk.refused("set_game go"))
        assert talk.ask("boardsize 20") == ""
    finally:
        player.close()


def test_the_program_starts_with_the_board_not_with_the_first_move() -> None:
    player = ours(GO)
    talk = Talk(GO, player)
    try:
        talk.ask("clear_board")
        assert player._program is not None
    finally:
        player.close()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gtp(speed=3):sh", "A setting of gtp is start=SECONDS or move=SECONDS, not 'speed'."),
        ("gtp(start=soon):sh", "start is a number of seconds, not 'soon'"),
        ("gtp(start=0):sh", "start is a number of seconds, not '0'"),
        ("gtp(start):sh", "a setting is NAME=VALUE, not 'start'"),
        ("gtp(=3):sh", "a setting is NAME=VALUE, not '=3'"),
        ("person", "there is no player 'person'"),
        ("person", "and programs by gtp:COMMAND, gomocup:COMMAND, uci:COMMAND"),
    ],
)
def test_wrong_specs_are_reported(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        make_player(text, GO)


def test_settings_reach_the_client() -> None:
    player = make_player("gtp(start=3, move=4.5):sh", GO)
    assert isinstance(player, GtpPlayer)
    assert (player.start_seconds, player.move_seconds, player.options) == (3.0, 4.5, {})


def test_a_wrong_player_of_the_server_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["gtp", "--player", "person"])
    assert "programs by gtp:COMMAND" in capsys.readouterr().err
