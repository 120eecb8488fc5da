"""Plays one game between two players to its end, and records it."""

import time as clock_time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from plyground.engine.counting import dead_stones, needs_count
from plyground.engine.game import Position
from plyground.engine.results import IllegalMove, Result
from plyground.engine.stop import Stop, Stopped, check_stop
from plyground.engine.view import Turn, other
from plyground.matches.clocks import TOLERANCE, TimeControl, Watch
from plyground.players.player import Answer, Forfeit, Player
from plyground.records.record import Evaluation, Node, Record, outside_result

OnMove = Callable[[Node], None]

MAX_PLIES = 1000
_RESIGN = "resign"


@dataclass(frozen=True)
class Agreement:
    """Both players have agreed for this many plies in a row.

    >>> print(Agreement(0.99, 6))
    0.99:6
    """

    chance: float
    plies: int

    def __str__(self) -> str:
        return f"{self.chance:g}:{self.plies}"


@dataclass(frozen=True)
class Rules:
    """When to end a game that its own rules would continue.

    After `max_plies` it is a draw or, with `at_limit="score"`, won by the leader in a game that
    counts points. `win`: both players give one side at least this chance. `draw`: both players see
    a game no further from even than this. Players that report no chances are never judged by them.
    """

    max_plies: int = MAX_PLIES
    at_limit: Literal["draw", "score"] = "draw"
    win: Agreement | None = None
    draw: Agreement | None = None
    tolerance: float = TOLERANCE


@runtime_checkable
class CountsItself(Protocol):
    """A player that counts a finished game of Go itself, as GTP programs do."""

    def final_score(self, position: Position) -> str | None:
        """A result such as B+3.5, W+0.5 or 0; None if it cannot say."""


def play_game(
    record: Record,
    players: Mapping[Turn, Player],
    *,
    time: TimeControl | None = None,
    rules: Rules | None = None,
    on_move: OnMove | None = None,
    stop: Stop | None = None,
) -> Record:
    """Plays from the record's current position until there is a result, and returns the record.

    A player that resigns, runs out of time, plays an illegal move or raises Forfeit loses; the
    result says why. Dead stones are removed at the end of a game of Go. A set `stop` raises
    Stopped; the current move is dropped, and the record can be continued.

    >>> import plyground
    >>> from plyground.players.player import EnginePlayer
    >>> record = Record(plyground.game("dobutsu"))
    >>> players = {"black": EnginePlayer("search:depth=6"), "white": EnginePlayer("random:seed=1")}
    >>> print(play_game(record, players).result)
    black wins: lion captured
    """
    check_stop(stop)
    rules = rules or Rules()
    for player in players.values():
        player.new_game()
    watches = {side: Watch(time, rules.tolerance) for side in players}
    judge = _Judge(rules)
    while (result := judge.verdict(record.current.position)) is None:
        side = record.current.position.turn
        try:
            node = _move(record, players[side], watches[side], stop)
        except Forfeit as forfeit:
            result = outside_result(other(side), forfeit.code, _forfeit_reason(side, forfeit))
            break
        judge.hear(side, node.evaluation)
        if on_move:
            on_move(node)
    _finish(record, result, players)
    return record


def _forfeit_reason(side: Turn, forfeit: Forfeit) -> str:
    if forfeit.code == _RESIGN:
        return f"{side} resigns"
    return f"{side} forfeits ({forfeit.code}): {forfeit.sentence}"


def _move(record: Record, player: Player, watch: Watch, stop: Stop | None) -> Node:
    """Requests a move and plays it; resignation counts as a forfeit."""
    position = record.current.position
    cpu, begin = player.cpu_seconds, clock_time.perf_counter()
    answer = _answer(player, position, watch, stop)
    seconds = clock_time.perf_counter() - begin
    left = watch.spend(seconds)
    if answer.move is None:
        raise Forfeit(_RESIGN, "it resigns")
    try:
        return record.play(
            answer.move,
            seconds=round(seconds, 6),
            cpu_seconds=round(player.cpu_seconds - cpu, 6),
            clock=None if left is None else round(left, 6),
            evaluation=Evaluation.of(answer.report),
        )
    except IllegalMove as refused:
        played = f"it played {answer.move[:40]!r}"
        raise Forfeit("illegal_move", f"{played}: {refused.sentence}") from None


def _answer(player: Player, position: Position, watch: Watch, stop: Stop | None) -> Answer:
    """The player's answer; raises Stopped if it was cut short."""
    if stop is None:
        return player.choose(position, clock=watch.clock())
    if stop.is_set():
        raise Stopped
    try:
        answer = player.choose(position, clock=watch.clock(), stop=stop)
    except Forfeit:
        if not stop.is_set():
            raise
    if stop.is_set():
        raise Stopped
    return answer


class _Judge:
    """Ends games by their own rules and by those of the match."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        longest = max((rule.plies for rule in (rules.win, rules.draw) if rule), default=1)
        # Black's chance, as reported by the side that moved
        self._chances: deque[float] = deque(maxlen=longest)

    def hear(self, side: Turn, evaluation: Evaluation | None) -> None:
        """Notes the winning chance that the mover reported."""
        if evaluation is None:
            self._chances.clear()
        else:
            chance = evaluation.win_chance
            self._chances.append(chance if side == "black" else 1 - chance)

    def verdict(self, position: Position) -> Result | None:
        """The result of the game, if it has ended."""
        return position.result() or self._agreed() or self._at_limit(position)

    def _agreed(self) -> Result | None:
        win, draw = self._rules.win, self._rules.draw
        if win and (last := self._last(win.plies)):
            reason = f"both players agreed for {win.plies} plies"
            if min(last) >= win.chance:
                return outside_result("black", "adjudicated", reason)
            if max(last) <= 1 - win.chance:
                return outside_result("white", "adjudicated", reason)
        last = self._last(draw.plies) if draw else []
        if draw and last and max(abs(chance - 0.5) for chance in last) <= draw.chance:
            reason = f"both players evaluated the game as even for {draw.plies} plies"
            return outside_result(None, "adjudicated", reason)
        return None

    def _last(self, plies: int) -> list[float]:
        return list(self._chances)[-plies:] if len(self._chances) >= plies else []

    def _at_limit(self, position: Position) -> Result | None:
        if position.ply < self._rules.max_plies:
            return None
        limit = f"{self._rules.max_plies} plies were played"
        score = position.score() if self._rules.at_limit == "score" else None
        if score is None or not position.counts_margin or score.black == score.white:
            return outside_result(None, "adjudicated", limit)
        leader: Turn = "black" if score.black > score.white else "white"
        return outside_result(leader, "adjudicated", f"{limit}, and {leader} leads")


def _finish(record: Record, result: Result, players: Mapping[Turn, Player]) -> None:
    position = record.current.position
    if not needs_count(position):
        record.finish(result)
        return
    dead = dead_stones(position)
    counted = position.mark_dead(dead).result()
    assert counted is not None, "marks do not resume a game"
    record.finish(counted, dead)
    _note_other_counts(record, counted, players)


def _note_other_counts(record: Record, counted: Result, players: Mapping[Turn, Player]) -> None:
    """Notes a player's count if it differs, although our count decides."""
    for side, player in players.items():
        if not isinstance(player, CountsItself):
            continue
        theirs = player.final_score(record.current.position)
        if theirs is not None and _winner(theirs) != counted.winner:
            record.info.setdefault("disputed", {})[side] = theirs


def _winner(score: str) -> Turn | None:
    sides: dict[str, Turn] = {"B": "black", "W": "white"}
    return sides.get(score.strip()[:1].upper())
