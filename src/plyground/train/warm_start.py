"""Games by one of our searches, from which the first networks of a run learn.

Such a player is better than random, so the network does not begin with random games.
"""

import random

from plyground import _core
from plyground.engine.game import Game, Position
from plyground.engine.report import Report
from plyground.engine.request import make_request
from plyground.engine.search import Memory, search
from plyground.engine.spec import Spec, read_spec
from plyground.matches.seats import check_players as check_seats
from plyground.matches.settings import Match
from plyground.train.self_play import (
    DRAWN,
    EXACT,
    FULL,
    GameRecord,
    Row,
    make_record,
    pack_policy,
    seed_of,
)
from plyground.train.settings import TrainSettings

_SEARCHES = ("mcts", "search", "alphabeta", "deepening")


def check_warm_start(text: str, game: Game) -> Spec:
    """The spec, if it can play the games of a warm start; a ValueError says why it cannot."""
    spec = read_spec(text)
    if spec.algorithm not in _SEARCHES:
        known = ", ".join(_SEARCHES)
        raise ValueError(f"warm_start can be {known}, not {spec.algorithm}.")
    make_request(game.start(), spec, 1, {}, own_evaluation=False)
    return spec


def check_players(settings: TrainSettings) -> None:
    """Checks that the specs in the settings can play; a ValueError says why one cannot."""
    if settings.warm_start:
        check_warm_start(settings.warm_start, settings.rules)
    for opponent in settings.opponents.split():
        check_seats(Match(settings.rules, opponent, opponent, 2))


class WarmPlayer:
    """Plays games by a spec. The first moves are drawn at random, for variety."""

    def __init__(self, settings: TrainSettings) -> None:
        self._settings = settings
        self._spec = check_warm_start(settings.warm_start, settings.rules)
        self._start = settings.rules.start()

    def play(
        self, generation: int, number: int, stop: _core.Stop | None = None
    ) -> GameRecord | None:
        """One game; None if it was stopped."""
        seed = seed_of(self._settings, generation, number)
        dice = random.Random(seed)  # noqa: S311 - for games
        drawn = dice.randint(0, self._settings.start_plies)
        memory, position = Memory(), self._start
        moves: list[str] = []
        rows: list[Row] = []
        while position.result() is None and len(moves) < self._settings.ply_bound:
            if stop is not None and stop.is_set():
                return None
            if len(moves) < drawn:
                move, row = dice.choice(position.moves()), (DRAWN, 0.5, 0.0, "")
            else:
                move, row = self._searched(position, memory)
            moves.append(move)
            rows.append(row)
            position = position.play(move)
        return make_record(self._start, generation, number, moves, rows)

    def _searched(self, position: Position, memory: Memory) -> tuple[str, Row]:
        legal = position.moves()
        # the others take time for each line
        lines = len(legal) if self._spec.algorithm == "mcts" else 1
        report = search(position, self._spec, lines=lines, memory=memory)
        assert report.move is not None
        kind = EXACT if report.exact else FULL
        policy = pack_policy(_policy(report, legal))
        return report.move, (kind, round(report.win_chance, 4), 1.0, policy)


def _policy(report: Report, legal: list[str]) -> list[float]:
    """The share of each move in the visits.

    The best move gets everything if visits have no information: if the search does not count them,
    or if the game itself chose the move, such as a pass on a settled board.
    """
    visits = {line.move: line.visits for line in report.lines}
    total = sum(visits.values())
    best = visits.get(report.move or "", 0)
    if total == 0 or report.exact or best < max(visits.values()):
        return [float(move == report.move) for move in legal]
    return [visits.get(move, 0) / total for move in legal]
