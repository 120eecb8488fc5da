"""Levels: players from a friendly beginner to a hard opponent, in every game.

All levels search a number of positions and never look at the time, so that a level is the same on
every machine. Levels 1 to 6 make human mistakes: they overlook moves, most easily those far from
the last one, they miss the best reply, and they misjudge a little. Levels 7 and 8 are the strong
search, and begin with moves of the game's book if there is one (`book=off` does not); level 8 plays
by the tablebase if there is one. With `up=40` a level plays 40 of 100 moves
like the next level. docs/explanation/levels.md has the parameters and their strength; `ladder` has
the differences.
"""

import math
import random
import time
from typing import Any

from plyground.books.finding import look_into_book
from plyground.engine.game import Position
from plyground.engine.game_guide import load_plugin
from plyground.engine.report import Report
from plyground.engine.request import playout_search
from plyground.engine.search import Memory, search
from plyground.engine.spec import LEVELS, Spec, read_spec
from plyground.engine.stop import Stop
from plyground.players.level.perfect import look_up
from plyground.players.level.playouts import by_playouts
from plyground.players.level.resigning import LevelResignation
from plyground.players.level.rows import EFFORTS, Row, levels_of, long_search, nodes_for, row_for
from plyground.players.level.thought import PASS, Look, choice, is_doomed, weigh, with_eyes
from plyground.players.player import Answer, Clock, OnReport, Player

_OPENING = 8  # the plies in which even strong levels vary
_NEARLY = 0.02  # the largest cost of that, in winning chance
_LINES = 4


class LevelPlayer(Player):
    """Plays at a level. With a seed, the answer depends only on the position and the move number.

    >>> import plyground
    >>> start = plyground.game("othello").start()
    >>> with LevelPlayer("level:2,seed=5") as player:
    ...     first, again = player.choose(start).move, player.choose(start).move
    >>> first == again, first in start.moves()
    (True, True)
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.spec = read_spec(text)
        if self.spec.algorithm != "level":
            raise ValueError(f"{text[:80]!r} is not a level; levels are level:1 to level:{LEVELS}.")
        self.level: int = self.spec.settings["level"]
        self._resignation = LevelResignation(self.spec)
        self._memory = Memory()

    def new_game(self) -> None:
        """Clears the transposition table and the tree."""
        self._memory = Memory()
        self._resignation.reset()

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> Answer:
        """The level's move; only levels 7 and 8 use the clock."""
        if position.result():
            raise ValueError("The game is over; there is nothing to play.")
        begin = time.process_time()
        report = self._look(position, clock, on_report, stop)
        self.cpu_seconds += time.process_time() - begin
        gives_up = self._resignation.is_due_at(position, report)
        return Answer(None if gives_up else report.move, report)

    def accepts_draw(self, position: Position) -> bool:
        """Agrees if it sees no advantage for itself; a friendly level also if it is small."""
        if position.result() or _has_just_begun(position):
            return False
        nodes = nodes_for(row_for(6, position), position)
        theirs = search(position, _full_search(position, 0, self.level), nodes=nodes).win_chance
        return theirs >= (0.4 if self.level <= 2 else 0.5)

    def _look(
        self,
        position: Position,
        clock: Clock | None,
        on_report: OnReport | None,
        stop: Stop | None,
    ) -> Report:
        seed = self.spec.settings.get("seed")
        seed_text = None if seed is None else f"{seed} {position.ply} {position.key}"
        dice = random.Random(seed_text)  # noqa: S311 - for games
        level = self._level_now(dice)
        known = look_up(position, dice) if level == LEVELS else None
        if known is None and level in EFFORTS and self.spec.settings.get("book") != "off":
            known = look_into_book(position, dice)
        if level in EFFORTS and known is None:
            limits = self._limits(position, level, clock)
            return self._search_long(position, level, dice, on_report, stop, limits)
        report = known or look(position, row_for(level, position), dice, stop)
        if on_report:
            on_report(report)
        return report

    def _level_now(self, dice: random.Random) -> int:
        """Its own level or, now and then, the next one."""
        up = self.spec.settings.get("up", 0)
        return min(LEVELS, self.level + 1) if up and 100 * dice.random() < up else self.level

    def _search_long(
        self,
        position: Position,
        level: int,
        dice: random.Random,
        on_report: OnReport | None,
        stop: Stop | None,
        limits: dict[str, Any],
    ) -> Report:
        last = search(
            position,
            _full_search(position, dice.getrandbits(32), level),
            lines=_lines(position),
            memory=self._memory,
            on_report=on_report,
            stop=stop,
            **limits,
        )
        return vary(last, dice)

    @staticmethod
    def _limits(position: Position, level: int, clock: Clock | None) -> dict[str, Any]:
        limits: dict[str, Any] = clock.limits() if clock else {}
        if not clock or level < LEVELS:
            limits["nodes"] = long_search(level, position)
            if position.runs_python:  # a node of such a game may take any amount of time
                most = EFFORTS[LEVELS if position.favours_monte_carlo else level] / 1e6
                limits["seconds"] = min(most, limits.get("seconds", math.inf))
        return limits


def _full_search(position: Position, seed: int, level: int) -> Spec:
    """The strong search of this game, with its own seed if it uses playouts.

    Only level 8 may use a tablebase.
    """
    if own := levels_of(position).search:
        return read_spec(f"{own},seed={seed}" if own.startswith("mcts:") else own)
    if position.favours_monte_carlo:
        return read_spec(playout_search(position, seed))
    return read_spec("search" if level == LEVELS else "search:tablebase=off")


def _has_just_begun(position: Position) -> bool:
    return position.origin is None and position.ply < _OPENING


def _lines(position: Position) -> int:
    """The number of lines to choose from."""
    return _LINES if _has_just_begun(position) else 1


def look(position: Position, row: Row, dice: random.Random, stop: Stop | None) -> Report:
    """The analysis of a position by a row of settings; the first line is its move."""
    begin = time.perf_counter()
    if ponder := levels_of(position).ponder:
        found: Look = load_plugin(ponder)(position, row, dice, stop)
    elif position.favours_monte_carlo:
        found = by_playouts(position, row, dice, stop)
    elif dice.random() < row.lapse:
        found = weigh(position, row, dice, stop)
    else:
        return _search_whole(position, row, dice, stop)
    chosen = choice(found.thoughts, row)
    if is_doomed(chosen.line) and not found.parries:  # there may be another way to play
        return _search_whole(position, row, dice, stop)
    others = sorted(found.thoughts, key=lambda thought: -thought.seems)
    rest = [thought.line for thought in others if thought is not chosen]
    return Report((chosen.line, *rest), found.depth, found.nodes, time.perf_counter() - begin)


def _search_whole(position: Position, row: Row, dice: random.Random, stop: Stop | None) -> Report:
    nodes = int(nodes_for(row, position) * dice.uniform(0.7, 1))
    whole = "search:table=1,tablebase=off" if row.lapse < 1 else "deepening:order=on"
    spec = with_eyes(whole, row)
    return vary(search(position, spec, lines=_lines(position), nodes=nodes, stop=stop), dice)


def vary(report: Report, dice: random.Random) -> Report:
    """The report with one of its almost equal best lines in front."""
    if report.mate is not None or report.move == PASS:
        return report
    equal = [
        line
        for line in report.lines
        if line.win_chance >= report.win_chance - _NEARLY
        and line.visits * 2 >= report.lines[0].visits
        and line.move != PASS
    ]
    chosen = dice.choice(equal)
    others = [line for line in report.lines if line is not chosen]
    return Report((chosen, *others), report.depth, report.nodes, report.seconds)
