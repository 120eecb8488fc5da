"""Reads the analysis lines that Leela Zero and KataGo print."""

import math
import re

from plyground.engine.game import Position
from plyground.engine.report import Line, Report
from plyground.players.protocols.gtp.points import from_vertex

_MOST_LINES = 50
_MOST_MOVES = 60
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,18})?(e-?[0-9]{1,2})?")


def read_info(position: Position, text: str, seconds: float) -> Report | None:
    """The report of a line such as `info move D4 visits 10 winrate 4656 ... pv D4 Q16`, if any.

    >>> import plyground
    >>> start = plyground.game("go").start()
    >>> report = read_info(start, "info move D4 visits 10 winrate 4656 order 0 pv D4 Q16", 1.0)
    >>> report.move, report.win_chance, report.nodes, report.pv
    ('D4', 0.4656, 10, ('D4', 'Q16'))
    >>> read_info(start, "information: none", 1.0)
    """
    parts = re.split(r"(?:^|\s)info\s+", text)[1 : _MOST_LINES + 1]
    lines = [line for part in parts if (line := _read_line(position, part.split())) is not None]
    if not lines:
        return None
    return Report(tuple(lines), 0, sum(line.visits for line in lines), seconds)


def _read_line(position: Position, words: list[str]) -> Line | None:
    """One move; None if it is not legal here or the line has no winning chance."""
    if "pv" not in words:
        return None
    at = words.index("pv")
    pairs = dict(zip(words[0:at:2], words[1:at:2], strict=False))
    try:
        move = from_vertex(position.game, pairs["move"])
        chance = _chance(pairs["winrate"])
        visits = round(_number(pairs.get("visits", "0")))
        lead = pairs.get("scoreLead", pairs.get("scoreMean"))
        score = chance - 0.5 if lead is None else _number(lead)
    except (KeyError, ValueError):
        return None
    if position.explain(move) is not None:
        return None
    pv = _legal(position, words[at + 1 :]) or (move,)
    return Line(move, score, chance, None, exact=False, pv=pv, visits=max(0, visits))


def _number(word: str) -> float:
    if not _NUMBER.fullmatch(word):
        raise ValueError(word)
    return float(word)


def _chance(word: str) -> float:
    """An integer counts hundredths of a percent; a number with a point is from 0 to 1."""
    value = _number(word) / (1 if "." in word or "e" in word else 10_000)
    if not math.isfinite(value):
        raise ValueError(word)
    return min(1.0, max(0.0, value))


def _legal(position: Position, vertices: list[str]) -> tuple[str, ...]:
    """The moves of a variation as far as they are legal."""
    moves: list[str] = []
    for vertex in vertices[:_MOST_MOVES]:
        try:
            position = position.play(from_vertex(position.game, vertex))
        except ValueError:
            break
        moves.append(position.last_move or "")
    return tuple(moves)
