"""Games of a network against itself, as records from which the next one learns.

A record is one line of JSON:

    generation, number    which game it is; both together give its seed
    moves                 the moves, with blanks between
    winner, margin        "black", "white" or null; by how much, where the game counts
    rows                  for each move: how it was chosen (0 drawn from the policy, 1 by a quick
                          search, 2 by a full one), the mover's share of the point as the search saw
                          it, how surprising the search was, and what it recommends: a number from
                          0 to 65535 for each legal move, little-endian, in base64 (full ones only)
"""

import base64
import hashlib
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

from plyground import _core
from plyground.engine.network import load_network
from plyground.train.settings import TrainSettings

DRAWN, QUICK, FULL = 0, 1, 2
Row = tuple[int, float, float, str]


class GameRecord(TypedDict):
    """A game of self-play as its line has it."""

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
    """What the core has to know for one game."""
    plan = _core.SelfPlayPlan()
    plan.visits, plan.quick_visits = settings.visits, settings.quick_visits
    plan.full_share, plan.random_plies = settings.full_share, settings.random_plies
    plan.most_plies, plan.seed = settings.ply_bound, seed
    plan.search.considered = settings.considered
    plan.search.guided_specialist = settings.specialist
    plan.search.memory_mb = 16
    return plan


class SelfPlayer:
    """Plays games with one network."""

    def __init__(self, settings: TrainSettings, network: Path) -> None:
        self._settings = settings
        self._start = settings.rules.start()
        self._network = load_network(network)

    def play(
        self, generation: int, number: int, stop: _core.Stop | None = None
    ) -> GameRecord | None:
        """One game; None if it was stopped."""
        plan = make_plan(self._settings, seed_of(self._settings, generation, number))
        stop = stop or _core.Stop()
        rows = self._network.play_alone(self._start, plan, stop)
        if stop.is_set():
            return None
        end = self._start.play_all(" ".join(row.move for row in rows))
        result = end.result()
        return {
            "generation": generation,
            "number": number,
            "moves": " ".join(row.move for row in rows),
            "winner": result.winner if result else None,
            "margin": result.margin if result else None,
            "rows": [_row(row) for row in rows],
        }


def _row(row: _core.SelfPlayRow) -> Row:
    if not row.searched:
        return DRAWN, 0.5, 0.0, ""
    policy = pack_policy(row.policy) if row.full else ""
    return FULL if row.full else QUICK, round(row.share, 4), round(row.surprise, 4), policy


def pack_policy(policy: list[float]) -> str:
    """Probabilities as text.

    >>> unpack_policy(pack_policy([0.25, 0.75, 0.0]))
    (16384, 49151, 0)
    """
    whole = [round(min(1.0, max(0.0, share)) * 65535) for share in policy]
    return base64.b64encode(struct.pack(f"<{len(whole)}H", *whole)).decode()


def unpack_policy(text: str) -> tuple[int, ...]:
    """The probabilities of such a text, in parts of 65535."""
    packed = base64.b64decode(text)
    return struct.unpack(f"<{len(packed) // 2}H", packed)


def read_record(fields: Mapping[str, Any]) -> GameRecord:
    """A record that was read from a file; a ValueError if it can't be one."""
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
        raise ValueError("A line is not a game of self-play.") from None
