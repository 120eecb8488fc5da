"""Makes any kind of player from its spec: a level, a search, an external program.

EXTERNAL = PROTOCOL [ "(" SETTING { "," SETTING } ")" ] ":" COMMAND
SETTING  = ( "start" | "move" ) "=" SECONDS | NAME "=" VALUE

Other names than `start` and `move` are options of the program, if its protocol supports options.
"""

import re
from collections.abc import Callable

from plyground.engine.game import Game
from plyground.engine.game_guide import load_plugin, protocols
from plyground.engine.network import check_networks
from plyground.engine.spec import ALGORITHMS, ORIGINALS, read_spec
from plyground.players.level import LevelPlayer
from plyground.players.maximum import MaximumPlayer
from plyground.players.player import EnginePlayer, Player
from plyground.players.protocols.external import ClientSettings, ExternalPlayer

_KINDS: dict[str, Callable[[str], Player]] = {"level": LevelPlayer, "maximum": MaximumPlayer}
_EXTERNAL = re.compile(r"([a-z]+)(?:\(([^()]*)\))?:(.*)", re.DOTALL)
_SECONDS = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?")


def make_player(text: str, game: Game) -> Player:
    """The player for this spec and game; a ValueError says what is wrong with the spec.

    >>> import plyground
    >>> make_player("level:2", plyground.game("othello")).name
    'level:2'
    >>> make_player("gtp(speed=3):sh", plyground.game("go"))
    Traceback (most recent call last):
        ...
    ValueError: A setting of gtp is start=SECONDS or move=SECONDS, not 'speed'.
    >>> make_player("person", plyground.game("go"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: In 'person' there is no player 'person'; the players are: random, level, maximum, \
search, mcts, proof, minimax, alphabeta, deepening, original-robogo, original-gomoku, \
original-dobutsu, original-othello; and programs by gtp:COMMAND, gomocup:COMMAND, ...
    """
    if match := _match_external(text):
        client: type[ExternalPlayer] = load_plugin(protocols()[match[1]][1].client)
        player = client(match[3].strip(), game, **_read_settings(text, match[2] or ""))
        player.name = text.strip()  # with its settings
        return player
    name = text.strip().partition(":")[0]
    if name not in (*ALGORITHMS, *ORIGINALS):
        raise ValueError(_unknown(text, name))
    spec = read_spec(text)
    check_networks(spec, game)
    return _KINDS.get(spec.algorithm, EnginePlayer)(text)


def _unknown(text: str, name: str) -> str:
    known = ", ".join([*ALGORITHMS, *ORIGINALS])
    programs = ", ".join(f"{protocol}:COMMAND" for protocol in protocols())
    return (
        f"In {text[:80]!r} there is no player {name[:40]!r};"
        f" the players are: {known}; and programs by {programs}."
    )


def is_external(text: str) -> bool:
    """Whether the spec names an external program.

    >>> is_external("gtp:gnugo --mode gtp"), is_external("level:3")
    (True, False)
    """
    return _match_external(text) is not None


def _match_external(text: str) -> re.Match[str] | None:
    """The parts of a spec of an external program: protocol, settings and command."""
    match = _EXTERNAL.fullmatch(text.strip())
    # our own players come first, because they are requested far more often
    if match is None or match[1] in ALGORITHMS:
        return None
    return match if match[1] in protocols() else None


def _read_settings(text: str, settings: str) -> ClientSettings:
    """The time limits, and all other settings by name for the client to check."""
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
