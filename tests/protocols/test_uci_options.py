"""Options of UCI: those of our server, and those that a spec sets in another program."""

import shlex
import sys
from typing import BinaryIO, TextIO

import pytest

import plyground
from plyground.games.dobutsu.uci.client import UciPlayer, UsiPlayer
from plyground.games.dobutsu.uci.offered import read_offer
from plyground.games.dobutsu.uci.options import Options
from plyground.games.dobutsu.uci.server import UciServer, preferred
from plyground.players.kinds import make_player
from plyground.players.player import EnginePlayer, Unplayable
from tests.protocols.talking import OwnServer

GAME = plyground.game("dobutsu")
SERVER = [sys.executable, "-m", "plyground", "uci"]


def make(lines: BinaryIO, out: TextIO) -> UciServer:
    return UciServer(EnginePlayer("search:seconds=1"), GAME, lines, out)


# --- our server ------


@pytest.mark.parametrize(
    ("elo", "level"), [(800, 1), (899, 1), (900, 2), (1200, 3), (2099, 7), (2100, 8), (2200, 8)]
)
def test_uci_elo_selects_a_level(elo: int, level: int) -> None:
    options = Options("uci")
    assert options.level == 8
    options.set("name Level value 4")
    options.set(f"name UCI_Elo value {elo}")
    assert options.level == level
    options.set("name Level value 4")  # the last one counts
    assert options.level == 4


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("name Clear Hash", "Clear Hash"),
        ("name  clear   hash  value  now", "Clear Hash"),
        ("name Clear_Hash", "Clear Hash"),
        ("name Hash value 8", "Hash"),
        ("NAME usi_elo VALUE 1000", "UCI_Elo"),
    ],
)
def test_option_names_can_have_spaces(text: str, name: str) -> None:
    assert Options("uci").set(text) == name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name Skill Level value 3", "There is no option 'Skill Level'; the options are: UCI_Var"),
        ("name UCI_Elo value 100", "UCI_Elo can be a whole number from 800 to 2200, not '100'."),
        ("name", "Set an option with: setoption name NAME value VALUE."),
        ("Hash 3", "Set an option with: setoption name NAME value VALUE."),
    ],
)
def test_invalid_options_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as wrong:
        Options("uci").set(text)
    assert sentence in str(wrong.value)


def test_searchmoves_keeps_the_level() -> None:
    with OwnServer(make) as engine:
        engine.send("setoption name UCI_LimitStrength value true")
        engine.send("setoption name UCI_Elo value 800")
        for move in GAME.start().moves():
            engine.send(f"go movetime 2000 searchmoves {move}")
            heard = engine.until("bestmove")
            assert heard[-1].split()[1] == move
            # A search of two seconds would have gone deep, and reported it.
            assert all(int(line.split()[2]) <= 4 for line in heard[:-1]), heard
        engine.send("setoption name Level value 7", "go searchmoves b1a2")
        assert engine.until("bestmove")[-1].split()[1] == "b1a2"


def test_lines_that_a_level_did_not_search_get_a_short_search() -> None:
    position = GAME.position("gl1/2E/3/ELG[CC] b")
    assert preferred(position, None, ["a1b2", "c3b4", "b1b2"]) == "c3b4"  # it takes the lion


# --- another program ------

PROGRAM = """
import sys
heard = []
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word in ("uci", "usi"):
        print("option name UCI_Variant type combo default chess var chess var dobutsu")
        print("option name Skill Level type spin default 9 min 0 max 20")
        print("option name Clear Hash type button")
        print("option name Style type combo default a var a var b c")
        print("option name Own Book type check default true")
        print("option name Log type string default")
        print(word + "ok", flush=True)
    elif word == "setoption":
        heard.append(line.strip())
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove b2b3" if heard == {commands!r} else "bestmove a1a1", flush=True)
"""


def test_options_are_set_before_the_first_game() -> None:
    options = {
        "skill level": "5",
        "Own Book": "FALSE",
        "Style": "b c",
        "Clear Hash": "",
        "Log": "x",
    }
    commands = [
        "setoption name UCI_Variant value dobutsu",
        "setoption name Skill Level value 5",
        "setoption name Own Book value false",
        "setoption name Style value b c",
        "setoption name Clear Hash",
        "setoption name Log value x",
    ]
    command = shlex.join([sys.executable, "-c", PROGRAM.format(commands=commands)])
    with UciPlayer(command, GAME, options=options) as player:
        assert player.choose(GAME.start()).move == "b2b3"


@pytest.mark.parametrize("kind", [UciPlayer, UsiPlayer])
@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("Treads", "2", "it has no option 'Treads'; its options are: UCI_Variant, Skill Level"),
        ("Skill Level", "21", "Skill Level can be a whole number from 0 to 20, not '21'."),
        ("Skill Level", "high", "Skill Level can be a whole number from 0 to 20, not 'high'."),
        ("Own Book", "2", "Own Book can be true or false, not '2'."),
        ("Style", "c", "Style can be a or b c, not 'c'."),
    ],
)
def test_unsettable_options_do_not_lose_the_game(
    kind: type[UciPlayer], name: str, value: str, sentence: str
) -> None:
    command = shlex.join([sys.executable, "-c", PROGRAM.format(commands=[])])
    with kind(command, GAME, options={name: value}) as player, pytest.raises(Unplayable) as wrong:
        player.choose(GAME.start())
    assert sentence in str(wrong.value)


def test_a_spec_names_the_options() -> None:
    spec = f"uci(Threads=2,Skill Level=5,start=7):{shlex.join(SERVER)}"
    with make_player(spec, GAME) as player:
        assert isinstance(player, UciPlayer)
        assert player.options == {"Threads": "2", "Skill Level": "5"}
        assert player.start_seconds == 7
    with pytest.raises(ValueError, match="UCI_Variant is always dobutsu"):
        make_player(f"uci(UCI_Variant=chess):{shlex.join(SERVER)}", GAME)


@pytest.mark.parametrize("line", ["", "option", "option name x", "id name y", "option name type"])
def test_malformed_option_lines_are_ignored(line: str) -> None:
    assert read_offer(line) is None
