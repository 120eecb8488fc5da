"""Networks: trained players, as one more evaluator for the searches.

`mcts:net=NAME` and `search:eval=net:NAME` name a network by its file name without the ending. A
network belongs to one game; a network with the same planes serves every board size.
"""

import contextlib
import functools
import math
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plyground import _core
from plyground.engine.base_position import core_state
from plyground.engine.game import Game, Position
from plyground.engine.network_file import (
    ENDING,
    SCORE_SCALE,
    NetworkFile,
    NetworkHeader,
    read_header,
    read_network,
)
from plyground.engine.policy_layout import layout_of
from plyground.engine.spec import NETWORK, Spec
from plyground.paths import data_folder, games_folder, training_folders

SETTING = "PLYGROUND_NETWORKS"  # additional folders, searched first
NUMBERS = (
    "auto",
    "float",
    "int8",
)  # arithmetic; auto: whichever is faster on this processor
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@-]{0,79}")
_SHOWN = 20  # number of names in an error sentence
_UNKNOWN = -8.0  # the logit of a move that is not in the policy, as in the core


@dataclass(frozen=True)
class NetworkAnswer:
    """The answer of a network alone about one position, for the side to move."""

    win: float  # probabilities that add up to 1
    draw: float
    loss: float
    moves: tuple[tuple[str, float], ...]  # every legal move with its probability, the largest first
    score: float | None  # the expected margin for the side to move
    # of each square from the top left: 1 own, -1 the other side's
    ownership: tuple[float, ...] | None


@dataclass(frozen=True, eq=False)
class Network:
    """A network ready for use.

    Its file is read once; `judge` prepares it for a game with its options.
    """

    name: str
    path: Path
    header: NetworkHeader
    core: _core.Network

    def judge(self, position: Position) -> _core.Judge:
        """The network as a judge of this position's game; ValueError if it is of another game."""
        return _judge(self, position.game)

    def answer(self, position: Position) -> NetworkAnswer:
        """The network's answer about an unfinished position, from one evaluation without search."""
        self.judge(position)  # a ValueError says why it cannot
        moves = list(dict.fromkeys(position.moves()))
        if not moves:
            raise ValueError("The game is over; networks evaluate only unfinished games.")
        state = core_state(position)
        rows, columns, _ = state.planes_shape()
        found = self.core.answer(state.planes(), rows, columns)
        shares = sorted(
            zip(moves, _shares(found.policy, moves, position.game), strict=True),
            key=lambda row: -row[1],
        )
        header = self.header
        return NetworkAnswer(
            *(found.win, found.draw, found.loss),
            moves=tuple(shares),
            score=SCORE_SCALE * found.score if header.has_score else None,
            ownership=tuple(found.ownership) if header.has_ownership else None,
        )

    def play_alone(
        self, start: Position, plan: _core.SelfPlayPlan, stop: _core.Stop | None = None
    ) -> list[_core.SelfPlayRow]:
        """A self-play game from a position, with the recommendations of its searches."""
        return core_state(start).self_play(self.judge(start), plan, stop or _core.Stop())

    def evaluate(self, positions: list[Position]) -> Any:
        """Values, policies, scores and ownerships of positions of one game, as numpy arrays."""
        import numpy as np

        return self.core.evaluate(np.stack([position.planes() for position in positions]))


def _shares(policy: list[float], moves: list[str], game: Game) -> list[float]:
    """The probability of each of these moves."""
    slots = layout_of(game).slots
    logits = [policy[slots[move]] if move in slots else _UNKNOWN for move in moves]
    most = max(logits)
    parts = [math.exp(logit - most) for logit in logits]
    whole = sum(parts)
    return [part / whole for part in parts]


@functools.lru_cache(maxsize=32)
def _judge(network: Network, game: Game) -> _core.Judge:
    header, start = network.header, game.start()
    if game.name != header.game:
        raise ValueError(f"The network {network.name} plays {header.game}, not {game.name}.")
    if (names := start.plane_names) != header.planes:
        raise ValueError(
            f"The network {network.name} expects the planes {_listed(header.planes)}; with"
            f" these options {game.name} has {_listed(names)}."
        )
    try:
        return core_state(start).judge(network.core, list(layout_of(game).texts))
    except ValueError as error:
        raise ValueError(f"The network {network.name} can't play this. {error}") from None


def _listed(names: tuple[str, ...]) -> str:
    return f"({', '.join(names)})"


def load_network(path: Path, name: str | None = None, *, numbers: str = "auto") -> Network:
    """The network in a file, with the given arithmetic (one of NUMBERS)."""
    file = read_network(path)
    name = name or path.name.removesuffix(ENDING)
    if numbers == "int8" and not file.header.largest_inputs:
        raise ValueError(f"The network {name} was not prepared for 8-bit integers.")
    return Network(name, path, file.header, _core_of(path, file, numbers))


def measured(file: NetworkFile, planes: Any) -> NetworkFile:
    """The network with the largest inputs of its layers, for computing with 8-bit integers.

    `planes` are typical positions, a float32 array as `evaluate` takes it.
    """
    largest = _core_of(Path("new"), file, "float").measure_inputs(planes)
    return replace(file, header=replace(file.header, largest_inputs=tuple(largest)))


def make_core(
    file: NetworkFile, inputs: Iterable[float] = (), kernel: str | None = None
) -> _core.Network:
    """Makes a network of the core.

    With the largest `inputs` of its layers it computes with integers.
    """
    header = file.header
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
        largest_inputs=list(inputs),
        kernel=kernel,
    )


def _core_of(path: Path, file: NetworkFile, numbers: str) -> _core.Network:
    try:
        # a named kernel computes with integers even if that is slower
        kernel = _core.network_kernels()[-1] if numbers == "int8" else None
        return make_core(file, () if numbers == "float" else file.header.largest_inputs, kernel)
    except (ValueError, TypeError) as error:
        raise ValueError(f"The network {path} can't be used: {error}") from None


def networks_in(spec: Spec) -> list[str]:
    """The names of the networks that a spec uses.

    >>> from plyground.engine.spec import read_spec
    >>> networks_in(read_spec("mcts:net=mine,playouts=9")), networks_in(read_spec("search"))
    (['mine'], [])
    """
    terms = [name for name, _ in spec.settings.get("eval", ()) if name.startswith(NETWORK)]
    own = [spec.settings["net"]] if "net" in spec.settings else []
    return own + [name.removeprefix(NETWORK) for name in terms]


def check_networks(spec: Spec, game: Game) -> None:
    """Raises ValueError if a network of the spec is missing or does not fit the game."""
    for name in networks_in(spec):
        find_network(name, game.name).judge(game.start())


# The folders that it searches


@dataclass(frozen=True)
class KnownNetwork:
    """A network's file, of which only the header was read; or why it cannot be read."""

    name: str
    path: Path
    header: NetworkHeader | None
    trouble: str = ""


def folders(game: str | None = None) -> Iterator[Path]:
    """The folders with networks of a game, or of all games, in search order."""
    for folder in os.environ.get(SETTING, "").split(os.pathsep):
        if folder:
            yield Path(folder)
    yield from sorted((data_folder() / "networks").glob(game or "*"))
    for runs in training_folders():
        yield from sorted(runs.glob("*/networks"))
    yield from sorted(games_folder().glob(f"{game or '*'}/networks"))


def _recorded(game: str) -> list[Path]:
    """Networks of the trainings that come with Plyground.

    Lessons name them, but lists leave them out.
    """
    return sorted(games_folder().glob(f"{game}/trainings/*/networks"))


def known_networks() -> list[KnownNetwork]:
    """Every network of all games, and the files that are not valid networks."""
    found = []
    for folder in dict.fromkeys(folders()):
        for path in sorted(folder.glob(f"*{ENDING}")):
            if NAME.fullmatch(path.name.removesuffix(ENDING)):
                with contextlib.suppress(OSError):  # the file has just disappeared
                    found.append(_known(path, path.stat().st_mtime_ns))
    return found


@functools.lru_cache(maxsize=4096)
def _known(path: Path, _changed: int) -> KnownNetwork:
    name = path.name.removesuffix(ENDING)
    try:
        return KnownNetwork(name, path, read_header(path))
    except ValueError as error:
        return KnownNetwork(name, path, None, str(error))


def network_files(game: str) -> dict[str, Path]:
    """Every network of a game by its name; if names are equal, the first counts."""
    found: dict[str, Path] = {}
    for one in known_networks():
        if one.header is not None and one.header.game == game:
            found.setdefault(one.name, one.path)
    return found


def latest_networks(game: str) -> list[str]:
    """The networks of a game, with only the last generation of each training run.

    A run names its networks NAME@0001, NAME@0002 and so on.
    """
    runs = {name.rpartition("@")[0] or name: name for name in sorted(network_files(game))}
    return list(runs.values())


def find_network(name: str, game: str, numbers: str = "auto") -> Network:
    """The network with this name; a ValueError lists the available ones."""
    other = ""
    known_folders = (*folders(game), *_recorded(game)) if NAME.fullmatch(name) else ()
    for folder in known_folders:
        path = folder / f"{name}{ENDING}"
        if path.is_file():
            network = _loaded(name, path, path.stat().st_mtime_ns, numbers)
            if network.header.game == game:
                return network
            other = network.header.game
    if other:
        raise ValueError(f"The network {name} plays {other}, not {game}.")
    known = list(network_files(game))
    shown = ", ".join(known[:_SHOWN]) + ("" if len(known) <= _SHOWN else " ...")
    raise ValueError(
        f"There is no network {name[:80]!r} for {game}; the networks are: {shown or 'none yet'}."
    )


@functools.lru_cache(maxsize=8)
def _loaded(name: str, path: Path, _changed: int, numbers: str) -> Network:
    try:
        return load_network(path, name, numbers=numbers)
    except ValueError as error:  # visitors of a server should not see its folders
        raise ValueError(str(error).replace(str(path), name)) from None
