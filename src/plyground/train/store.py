"""The folder of a network's training: that of any run, and its games.

    games/0007.jsonl             the games of generation 7, a line each
    networks/NAME@0007.plynet    the network that generation 7 made

A finished game is kept however the process ends.
"""

import json
from pathlib import Path

from plyground.engine.network_file import ENDING, NetworkFile, write_network
from plyground.train.run_folder import Run, append_lines, read_lines, written
from plyground.train.self_play import GameRecord, read_record
from plyground.train.settings import TrainSettings


class TrainingRun(Run[TrainSettings]):
    """The training of a network on disk."""

    ending = ENDING
    parts = ("games", "networks")

    def games_path(self, generation: int) -> Path:
        """The file of a generation's games."""
        return self.folder / "games" / f"{generation:04}.jsonl"

    def games(self, generation: int) -> list[GameRecord]:
        """The finished games of a generation. An incomplete line is left out, and removed."""
        return read_lines(self.games_path(generation), read_record)

    def add_games(self, generation: int, games: list[GameRecord]) -> None:
        """Stores finished games."""
        lines = "".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games)
        append_lines(self.games_path(generation), lines)

    def add_network(self, generation: int, network: NetworkFile) -> None:
        """Stores the network of a generation."""
        with written(self.network_path(generation)) as path:
            write_network(path, network)
