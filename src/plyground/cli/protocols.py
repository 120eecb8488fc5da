"""The commands that let other programs play with us, each in a protocol of the field."""

from typing import Annotated

import typer

from plyground import registry
from plyground.cli.arguments import Load, Settings, load_games, read_settings
from plyground.game import Game
from plyground.player import Player
from plyground.roster import make_player

app = typer.Typer()

PLAYER = "search:seconds=1"

PlayerSpec = Annotated[
    str, typer.Option("--player", metavar="SPEC", help="Who plays, where no clock says more.")
]
Played = Annotated[str, typer.Option("--game", metavar="GAME", help="The game to play.")]


@app.command()
def gtp(
    game: Played = "go",
    settings: Settings = None,
    player: PlayerSpec = PLAYER,
    load: Load = None,
) -> None:
    """Speak GTP, the Go Text Protocol: Go, Othello, Gomoku and Robogo."""
    from plyground.protocols.gtp.server import GtpServer

    played, who = seated(game, settings, player, load)
    GtpServer(who, played).serve()


@app.command()
def gomocup(
    game: Played = "gomoku",
    settings: Settings = None,
    player: PlayerSpec = PLAYER,
    load: Load = None,
) -> None:
    """Speak Gomocup's protocol, as a brain for Piskvork and tournaments of Gomoku."""
    from plyground.protocols.gomocup.server import GomocupServer

    played, who = seated(game, settings, player, load)
    GomocupServer(who, played).serve()


@app.command()
def uci(
    game: Played = "dobutsu",
    settings: Settings = None,
    player: PlayerSpec = PLAYER,
    load: Load = None,
) -> None:
    """Speak UCI for Dobutsu shogi, in the words of Fairy-Stockfish."""
    from plyground.protocols.uci.server import UciServer

    played, who = seated(game, settings, player, load)
    UciServer(who, played).serve()


@app.command()
def usi(
    game: Played = "dobutsu",
    settings: Settings = None,
    player: PlayerSpec = PLAYER,
    load: Load = None,
) -> None:
    """Speak USI for Dobutsu shogi, as programs of shogi do."""
    from plyground.protocols.uci.server import UsiServer

    played, who = seated(game, settings, player, load)
    UsiServer(who, played).serve()


@app.command()
def nboard(
    game: Played = "othello",
    settings: Settings = None,
    player: PlayerSpec = PLAYER,
    load: Load = None,
) -> None:
    """Speak NBoard 2 for Othello."""
    from plyground.protocols.nboard.server import NBoardServer

    played, who = seated(game, settings, player, load)
    NBoardServer(who, played).serve()


def seated(name: str, settings: Settings, player: str, load: Load) -> tuple[Game, Player]:
    """The game and the player that the arguments mean."""
    load_games(load)
    game = registry.game(name, **read_settings(settings))
    return game, make_player(player, game)
