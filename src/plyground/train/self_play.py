"""Self-play games of a network, as records from which the next one learns.

A record is one line of JSON:

    generation, number    identify the game; both together give its seed
    moves                 the moves, separated by spaces
    winner, margin        "black", "white" or null; the margin, if the game counts
    rows                  for each move: how it was chosen (0 randomly, 1 by a quick search, 2 by a
                          full one, 3 by one that found the exact value), the mover's share of the
                          point by the search, the surprise of the search, and its recommendation
                          (2 and 3 only): a number from 0 to 65535 for each legal move,
                          little-endian, in base64

A game may end when its result is proven; then the winner is that of best play.
"""

import base64
import hashlib
import math
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypedDict

from plyground import _core
from plyground.engine import tablebase
from plyground.engine.game import Position
from plyground.engine.network import load_network
from plyground.train.settings import TrainSettings

DRAWN, QUICK, FULL, EXACT = 0, 1, 2, 3
Row = tuple[int, float, float, str]


class GameRecord(TypedDict):
    """A self-play game, from its line."""

    generation: int
    number: int
    moves: str
    winner: str | None
    margin: float | None
    rows: list[Row]


def seed_of(settings: TrainSettings, generation: int, number: int) -> int:
    """The seed of one game: the same in every process, and on every machine."""
    text = f"{settings.seed} {generation} {number}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def make_plan(settings: TrainSettings, seed: int) -> _core.SelfPlayPlan:
    """The core's settings for one game."""
    plan = _core.SelfPlayPlan()
    plan.visits, plan.quick_visits = settings.visits, settings.quick_visits
    plan.full_share, plan.random_plies = settings.full_share, settings.random_plies
    plan.chance, plan.decided = settings.chance, settings.decided
    plan.random_starts, plan.start_plies = settings.random_starts, settings.start_plies
    plan.temperature, plan.half_life = settings.temperature, math.sqrt(settings.squares)
    plan.most_plies, plan.seed = settings.ply_bound, seed
    plan.stops_proven = settings.ends_proven_games
    search = plan.search
    search.considered = settings.considered if settings.root == "gumbel" else 0
    search.value_scale, search.rescale_values = settings.value_scale, settings.rescale_values
    search.noise_share, search.forced_visits = settings.noise, settings.forced_visits
    search.mix = settings.mix
    search.guided_specialist = settings.specialist
    search.memory_mb = 16
    return plan


class SelfPlayer:
    """Plays games with one network."""

    def __init__(self, settings: TrainSettings, network: Path) -> None:
        self._settings = settings
        self._start = settings.rules.start()
        self._network = load_network(network, numbers=settings.numbers)
        self._exact = ExactValues(settings)

    def play(
        self, generation: int, number: int, stop: _core.Stop | None = None
    ) -> GameRecord | None:
        """One game; None if it was stopped."""
        plan = make_plan(self._settings, seed_of(self._settings, generation, number))
        stop = stop or _core.Stop()
        played = self._network.play_alone(self._start, plan, stop)
        if stop.is_set():
            return None
        moves = [row.move for row in played]
        return make_record(
            self._start, generation, number, moves, self._exact.corrected(moves, map(_row, played))
        )


class ExactValues:
    """Replaces the searches' values by those of the game's tablebase, if requested."""

    def __init__(self, settings: TrainSettings) -> None:
        self._start = settings.rules.start()
        self._table = tablebase.find(settings.game) if settings.tablebase else None

    def corrected(self, moves: list[str], rows: Iterable[Row]) -> list[Row]:
        """The rows of a game, corrected by the tablebase."""
        if self._table is None:
            return list(rows)
        position, found = self._start, []
        for move, row in zip(moves, rows, strict=True):
            report = self._table.report(position) if row[0] in (FULL, EXACT) else None
            known = report is not None and report.exact
            found.append((EXACT, report.win_chance, *row[2:]) if report and known else row)
            position = position.play(move)
        return found


def make_record(
    start: Position, generation: int, number: int, moves: list[str], rows: list[Row]
) -> GameRecord:
    """The record of a game that has ended, or whose last search has proven the result."""
    end = start.play_all(" ".join(moves))
    result = end.result()
    winner: str | None = result.winner if result else None
    if result is None and rows and rows[-1][0] == EXACT:
        before = start.play_all(" ".join(moves[:-1]))
        winner = winner_of(before.turn, rows[-1][1])
    return {
        "generation": generation,
        "number": number,
        "moves": " ".join(moves),
        "winner": winner,
        "margin": result.margin if result else None,
        "rows": rows,
    }


def winner_of(turn: str, share: float) -> str | None:
    """The winner if the side to move gets this share of the point.

    >>> winner_of("white", 0.0), winner_of("white", 0.5)
    ('black', None)
    """
    if share == 0.5:
        return None
    return turn if share > 0.5 else "white" if turn == "black" else "black"


def _row(row: _core.SelfPlayRow) -> Row:
    if not row.searched:
        return DRAWN, 0.5, 0.0, ""
    kind = EXACT if row.proven else FULL if row.full else QUICK
    policy = "" if kind == QUICK else pack_policy(row.policy)
    return kind, round(row.share, 4), round(row.surprise, 4), policy


def pack_policy(policy: list[float]) -> str:
    """Probabilities as text.

    >>> unpack_policy(pack_policy([0.25, 0.75, 0.0]))
    (16384, 49151, 0)
    """
    whole = [round(min(1.0, max(0.0, share)) * 65535) for share in policy]
    return base64.b64encode(struct.pack(f"<{len(whole)}H", *whole)).decode()


def unpack_policy(text: str) -> tuple[int, ...]:
    """The probabilities in such a text, in units of 1/65535."""
    packed = base64.b64decode(text)
    return struct.unpack(f"<{len(packed) // 2}H", packed)


def read_record(fields: Mapping[str, Any]) -> GameRecord:
    """Checks a record from a file; a ValueError if it is invalid."""
    try:
        rows = [(int(row[0]), float(row[1]), float(row[2]), str(row[3])) for row in fields["rows"]]
        if len(rows) != len(str(fields["moves"]).split()):
            raise ValueError
        return {
            "generation": int(fields["generation"]),
            "number": int(fields["number"]),
            "moves": str(fields["moves"]),
            "winner": fields["winner"],
            "margin": fields["margin"],
            "rows": rows,
        }
    except (KeyError, TypeError, ValueError, IndexError):
        raise ValueError("A line is not a self-play game.") from None
