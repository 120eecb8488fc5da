"""Networks: players that have learned, as one more evaluator for the searches.

`mcts:net=NAME` and `search:eval=net:NAME` name a network by its file's name without the ending. A
network belongs to a game; one with the same planes serves every board size.
"""

import functools
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground import _core
from plyground.engine.base_position import core_state
from plyground.engine.game import Game, Position
from plyground.engine.network_file import ENDING, NetworkFile, NetworkHeader, read_network
from plyground.engine.policy_layout import layout_of
from plyground.paths import data_folder, game_folder, training_folders

SETTING = "PLYGROUND_NETWORKS"  # more folders, looked into first
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@-]{0,79}")


@dataclass(frozen=True, eq=False)
class Network:
    """A network that can be asked.

    Its file is read once; `judge` prepares it for a game with its options.
    """

    name: str
    path: Path
    header: NetworkHeader
    core: _core.Network

    def judge(self, position: Position) -> _core.Judge:
        """The network as a judge of this position's game; a ValueError if it knows another one."""
        game = position.game
        if game.name != self.header.game:
            raise ValueError(f"The network {self.name} plays {self.header.game}, not {game.name}.")
        return _judge(self, game)

    def play_alone(
        self, start: Position, plan: _core.SelfPlayPlan, stop: _core.Stop | None = None
    ) -> list[_core.SelfPlayRow]:
        """A game against itself from a position, with what its searches recommend."""
        return core_state(start).self_play(self.judge(start), plan, stop or _core.Stop())

    def evaluate(self, positions: list[Position]) -> Any:
        """Values, policies, scores and ownerships of positions of one game, as numpy arrays."""
        import numpy as np

        return self.core.evaluate(np.stack([position.planes() for position in positions]))


@functools.lru_cache(maxsize=32)
def _judge(network: Network, game: Game) -> _core.Judge:
    return core_state(game.start()).judge(network.core, list(layout_of(game).texts))


def load_network(path: Path, name: str | None = None, *, whole_numbers: bool = False) -> Network:
    """The network of a file; `whole_numbers` computes with 8-bit integers, where it can."""
    file = read_network(path)
    return Network(
        name or path.name.removesuffix(ENDING),
        path,
        file.header,
        _core_of(path, file, whole_numbers),
    )


def _core_of(path: Path, file: NetworkFile, whole_numbers: bool) -> _core.Network:
    header = file.header
    try:
        return _core.Network(
            planes=len(header.planes),
            blocks=header.blocks,
            channels=header.channels,
            head_channels=header.head_channels,
            hidden=header.hidden,
            policy_planes=header.policy_planes,
            policy_extras=header.policy_extras,
            has_score=header.has_score,
            has_ownership=header.has_ownership,
            weights=file.weights,
            half=header.numbers == "float16",
            largest_inputs=list(header.largest_inputs) if whole_numbers else [],
        )
    except (ValueError, TypeError) as error:
        raise ValueError(f"The network {path} can't be used: {error}") from None


def folders(game: str) -> Iterator[Path]:
    """Where networks of a game are looked for, in this order."""
    for folder in os.environ.get(SETTING, "").split(os.pathsep):
        if folder:
            yield Path(folder)
    yield data_folder() / "networks" / game
    packaged = game_folder(game)
    for runs in (*training_folders(), packaged / "trainings"):
        yield from sorted(runs.glob("*/networks"))
    if (packaged / "networks").is_dir():
        yield packaged / "networks"


def network_files(game: str) -> dict[str, Path]:
    """Every network of a game by its name; of equal names the first counts."""
    found: dict[str, Path] = {}
    for folder in folders(game):
        for path in sorted(folder.glob(f"*{ENDING}")):
            found.setdefault(path.name.removesuffix(ENDING), path)
    return found


def find_network(name: str, game: str) -> Network:
    """The network with a name; a ValueError lists those there are."""
    if NAME.fullmatch(name):
        for folder in folders(game):
            path = folder / f"{name}{ENDING}"
            if path.is_file():
                return _loaded(name, path, path.stat().st_mtime_ns)
    known = ", ".join(network_files(game)) or "none yet"
    raise ValueError(f"There is no network {name[:80]!r} for {game}; the networks are: {known}.")


@functools.lru_cache(maxsize=8)
def _loaded(name: str, path: Path, _changed: int) -> Network:
    return load_network(path, name)
