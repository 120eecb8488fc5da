"""Every kind of player by its spec: a level, a search of ours, or an external program.

EXTERNAL = PROTOCOL [ "(" SETTING { "," SETTING } ")" ] ":" COMMAND
SETTING  = ( "start" | "move" ) "=" SECONDS | NAME "=" VALUE

Names besides `start` and `move` are options of the program, where its protocol can set some.
"""

import importlib
import re
from typing import cast

from plyground.game import Game
from plyground.level import LevelPlayer
from plyground.player import EnginePlayer, Player
from plyground.protocols.external import ClientSettings, ExternalPlayer
from plyground.spec import ALGORITHMS, ORIGINALS, read_spec

# Where the client of each protocol is; it is imported when it is asked for.
CLIENTS = {
    "gtp": ("plyground.protocols.gtp.client", "GtpPlayer"),
    "gomocup": ("plyground.protocols.gomocup.client", "GomocupPlayer"),
    "uci": ("plyground.protocols.uci.client", "UciPlayer"),
    "usi": ("plyground.protocols.uci.client", "UsiPlayer"),
    "nboard": ("plyground.protocols.nboard.client", "NBoardPlayer"),
}
_EXTERNAL = re.compile(rf"({'|'.join(CLIENTS)})(?:\(([^()]*)\))?:(.*)", re.DOTALL)
_SECONDS = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?")


def make_player(text: str, game: Game) -> Player:
    """The player of this spec, for this game; a ValueError says what is wrong with the spec.

    >>> import plyground
    >>> make_player("level:2", plyground.game("othello")).name
    'level:2'
    >>> make_player("gtp(speed=3):sh", plyground.game("go"))
    Traceback (most recent call last):
        ...
    ValueError: A setting of gtp is start=SECONDS or move=SECONDS, not 'speed'.
    >>> make_player("person", plyground.game("go"))
    Traceback (most recent call last):
        ...
    ValueError: In 'person' there is no player 'person'; the players are: random, level, search, \
mcts, proof, minimax, alphabeta, deepening, original-robogo, original-gomoku, original-dobutsu, \
original-othello; and programs by gtp:COMMAND, gomocup:COMMAND, uci:COMMAND, usi:COMMAND, \
nboard:COMMAND.
    """
    if match := _EXTERNAL.fullmatch(text.strip()):
        module, name = CLIENTS[match[1]]
        client = cast(type[ExternalPlayer], getattr(importlib.import_module(module), name))
        player = client(match[3].strip(), game, **_read_settings(text, match[2] or ""))
        player.name = text.strip()  # with its settings
        return player
    name = text.strip().partition(":")[0]
    if name not in (*ALGORITHMS, *ORIGINALS):
        raise ValueError(_unknown(text, name))
    spec = read_spec(text)
    return LevelPlayer(text) if spec.algorithm == "level" else EnginePlayer(text)


def _unknown(text: str, name: str) -> str:
    known = ", ".join([*ALGORITHMS, *ORIGINALS])
    programs = ", ".join(f"{protocol}:COMMAND" for protocol in CLIENTS)
    return (
        f"In {text[:80]!r} there is no player {name[:40]!r};"
        f" the players are: {known}; and programs by {programs}."
    )


def is_external(text: str) -> bool:
    """Whether the spec names an external program.

    >>> is_external("gtp:gnugo --mode gtp"), is_external("level:3")
    (True, False)
    """
    return _EXTERNAL.fullmatch(text.strip()) is not None


def _read_settings(text: str, settings: str) -> ClientSettings:
    """The time-outs, and all else by name for the client to judge."""
    given = ClientSettings()
    options: dict[str, str] = {}
    for setting in filter(None, settings.split(",")):
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not name or not equals:
            raise ValueError(f"In {text[:80]!r} a setting is NAME=VALUE, not {setting.strip()!r}.")
        if name == "start":
            given["start_seconds"] = _seconds(text, name, value)
        elif name == "move":
            given["move_seconds"] = _seconds(text, name, value)
        else:
            options[name] = value
    if options:
        given["options"] = options
    return given


def _seconds(text: str, name: str, value: str) -> float:
    if not _SECONDS.fullmatch(value) or not float(value):
        raise ValueError(f"In {text[:80]!r} {name} is a number of seconds, not {value!r}.")
    return float(value)
