"""The commands that speak a protocol of other programs: gtp, gomocup, uci, usi, nboard."""

from collections.abc import Callable
from typing import Annotated

import typer

from plyground.cli.arguments import (
    Load,
    Settings,
    TableFile,
    load_games,
    read_settings,
    use_table,
)
from plyground.engine import registry
from plyground.engine.game_guide import Plugin, load_plugin, protocols
from plyground.players.kinds import make_player

app = typer.Typer()

PLAYER = "search:seconds=1"

PlayerSpec = Annotated[
    str,
    typer.Option(
        "--player", metavar="SPEC", help="The player; a clock of the protocol overrides its limits."
    ),
]
Played = Annotated[str, typer.Option("--game", metavar="GAME", help="The game to play.")]


def _command(server: Plugin, usual: str) -> Callable[..., None]:
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
        # Imported only when used, so that the other commands start quickly.
        load_plugin(server)(make_player(player, played), played).serve()

    return serve


for _name, (_game, _row) in protocols().items():
    app.command(_name, help=_row.sentence)(_command(_row.server, _game))
