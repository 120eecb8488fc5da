"""The commands that let other programs play with us, each in a protocol of the field."""

from collections.abc import Callable
from importlib import import_module
from typing import Annotated

import typer

from plyground import registry
from plyground.cli.arguments import (
    Load,
    Settings,
    TableFile,
    load_games,
    read_settings,
    use_table,
)
from plyground.roster import make_player

app = typer.Typer()

PLAYER = "search:seconds=1"

PlayerSpec = Annotated[
    str, typer.Option("--player", metavar="SPEC", help="Who plays, where no clock says more.")
]
Played = Annotated[str, typer.Option("--game", metavar="GAME", help="The game to play.")]


# Each protocol: where its server is, the game it begins with, and what it is for.
PROTOCOLS = {
    "gtp": (
        "plyground.protocols.gtp.server:GtpServer",
        "go",
        "Speak GTP, the Go Text Protocol: Go, Othello, Gomoku and Robogo.",
    ),
    "gomocup": (
        "plyground.protocols.gomocup.server:GomocupServer",
        "gomoku",
        "Speak Gomocup's protocol, as a brain for Piskvork and tournaments of Gomoku.",
    ),
    "uci": (
        "plyground.protocols.uci.server:UciServer",
        "dobutsu",
        "Speak UCI for Dobutsu shogi, in the words of Fairy-Stockfish.",
    ),
    "usi": (
        "plyground.protocols.uci.server:UsiServer",
        "dobutsu",
        "Speak USI for Dobutsu shogi, as programs of shogi do.",
    ),
    "nboard": (
        "plyground.protocols.nboard.server:NBoardServer",
        "othello",
        "Speak NBoard 2 for Othello.",
    ),
}


def _command(server: str, usual: str) -> Callable[..., None]:
    def serve(
        game: Played = usual,
        settings: Settings = None,
        player: PlayerSpec = PLAYER,
        table_file: TableFile = None,
        load: Load = None,
    ) -> None:
        load_games(load)
        use_table(table_file, game)
        played = registry.game(game, **read_settings(settings))
        module, _, name = server.partition(":")
        # Imported when it is asked for, so that the other commands start quickly.
        getattr(import_module(module), name)(make_player(player, played), played).serve()

    return serve


for _name, (_server, _game, _sentence) in PROTOCOLS.items():
    app.command(_name, help=_sentence)(_command(_server, _game))
