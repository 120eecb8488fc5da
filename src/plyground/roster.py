"""Every kind of player by its spec: a level, a search of ours, or an external program.

EXTERNAL = PROTOCOL [ "(" SETTING { "," SETTING } ")" ] ":" COMMAND
SETTING  = ( "start" | "move" ) "=" SECONDS
"""

import importlib
import re
from typing import cast

from plyground.game import Game
from plyground.level import LevelPlayer
from plyground.player import EnginePlayer, Player
from plyground.protocols.external import ExternalPlayer
from plyground.spec import read_spec

# Where the client of each protocol is; it is imported when it is asked for.
CLIENTS = {
    "gtp": ("plyground.protocols.gtp.client", "GtpPlayer"),
    "gomocup": ("plyground.protocols.gomocup.client", "GomocupPlayer"),
    "uci": ("plyground.protocols.uci.client", "UciPlayer"),
    "usi": ("plyground.protocols.uci.client", "UsiPlayer"),
    "nboard": ("plyground.protocols.nboard.client", "NBoardPlayer"),
}
_EXTERNAL = re.compile(rf"({'|'.join(CLIENTS)})(?:\(([^()]*)\))?:(.*)", re.DOTALL)
_SETTINGS = {"start": "start_seconds", "move": "move_seconds"}
_SECONDS = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?")


def make_player(text: str, game: Game) -> Player:
    """The player of this spec, for this game; a ValueError says what is wrong with the spec.

    >>> import plyground
    >>> make_player("level:2", plyground.game("othello")).name
    'level:2'
    >>> make_player("gtp(speed=3):gnugo", plyground.game("go"))
    Traceback (most recent call last):
        ...
    ValueError: In 'gtp(speed=3):gnugo' a setting is start=SECONDS or move=SECONDS, not 'speed=3'.
    """
    if match := _EXTERNAL.fullmatch(text.strip()):
        module, name = CLIENTS[match[1]]
        client = cast(type[ExternalPlayer], getattr(importlib.import_module(module), name))
        return client(match[3].strip(), game, **_read_settings(text, match[2] or ""))
    spec = read_spec(text)
    return LevelPlayer(text) if spec.algorithm == "level" else EnginePlayer(text)


def is_external(text: str) -> bool:
    """Whether the spec names an external program.

    >>> is_external("gtp:gnugo --mode gtp"), is_external("level:3")
    (True, False)
    """
    return _EXTERNAL.fullmatch(text.strip()) is not None


def _read_settings(text: str, settings: str) -> dict[str, float]:
    given: dict[str, float] = {}
    for setting in filter(None, settings.split(",")):
        name, _, value = (part.strip() for part in setting.partition("="))
        if name not in _SETTINGS or not _SECONDS.fullmatch(value) or not float(value):
            raise ValueError(
                f"In {text[:80]!r} a setting is start=SECONDS or move=SECONDS, not {setting!r}."
            )
        given[_SETTINGS[name]] = float(value)
    return given
