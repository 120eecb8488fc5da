"""An opponent of about your own strength, which it estimates from the latest games.

Neighbouring levels differ by about 200 Elo, which is three points of four games. So an adaptive
opponent plays each move either as one level or, with a certain probability, as the next:
`level:3,up=40`.
"""

import functools
import math
from collections.abc import Iterable, Sequence

from plyground.engine.spec import LEVELS, read_spec
from plyground.players.level import ladder

STEP = 120.0  # Elo from level to level in a game without measurements
GAMES = 30  # the number of latest games to use

_FADES = 0.93  # the weight of a game relative to the next one
_SPREAD = 1000.0  # Elo: the prior spread of people around their first opponent
_STRIDE = 250.0  # Elo: the largest change from one opponent to the next
_BEGINS = 2  # the level of the first opponent
_SCALE = math.log(10) / 400


@functools.cache
def elos(game: str) -> tuple[float, ...]:
    """The strength of a game's levels, from level 1 on, none weaker than the one before.

    >>> elos("a game of one's own")[:3], elos("othello")[:3]
    ((0.0, 120.0, 240.0), (0.0, 217.4, 461.0))
    """
    rungs = ladder.rungs(game)
    found: list[float] = []
    for level in range(1, LEVELS + 1):
        elo = rungs[level].elo if level in rungs else STEP * (level - 1)
        found.append(max([float(elo), *found[-1:]]))
    return tuple(found)


@functools.lru_cache(2000)
def strength(game: str, spec: str) -> float:
    """The Elo of a level, also of one that sometimes plays as the next.

    >>> round(strength("othello", "level:2")), round(strength("othello", "level:2,up=50"))
    (217, 339)
    """
    settings = read_spec(spec).settings
    level, share = int(settings["level"]), float(settings.get("up", 0)) / 100
    known = elos(game)
    own, above = known[level - 1], known[min(level, LEVELS - 1)]
    return own + share * (above - own)


def estimate(game: str, played: Sequence[tuple[str, float]]) -> float:
    """A person's strength from these games, the latest last: the opponents, and the points.

    This is the most likely Elo, with a prior around the first opponent, and with more weight for
    later games.

    >>> round(estimate("othello", [])) == round(strength("othello", "level:2"))
    True
    >>> estimate("othello", [("level:2", 1.0)]) > estimate("othello", [("level:2", 0.5)])
    True
    """
    begin = elos(game)[_BEGINS - 1]
    latest = played[-GAMES:]
    rows = [
        (strength(game, spec), score, _FADES ** (len(latest) - 1 - i))
        for i, (spec, score) in enumerate(latest)
    ]
    low, high = begin - 6 * _SPREAD, begin + 6 * _SPREAD
    while high - low > 0.1:  # the slope decreases everywhere, so it has one zero
        middle = (low + high) / 2
        low, high = (middle, high) if _slope(middle, begin, rows) > 0 else (low, middle)
    return (low + high) / 2


def _slope(elo: float, begin: float, rows: Iterable[tuple[float, float, float]]) -> float:
    """The derivative of the log likelihood."""
    prior = (begin - elo) / _SPREAD**2
    return prior + sum(weight * _SCALE * (score - chance(elo, o)) for o, score, weight in rows)


def chance(elo: float, opponent: float) -> float:
    """The expected share of the points against an opponent.

    >>> chance(200, 200), round(chance(400, 200), 2)
    (0.5, 0.76)
    """
    return 1 / (1 + 10 ** ((opponent - elo) / 400))


def opponent(game: str, played: Sequence[tuple[str, float]]) -> str:
    """The next opponent after these games, the latest last.

    >>> opponent("othello", []), opponent("othello", [("level:2", 1.0)])
    ('level:2,up=0', 'level:3,up=3')
    """
    elo = estimate(game, played)
    if played:
        last = strength(game, played[-1][0])
        elo = max(last - _STRIDE, min(elo, last + _STRIDE))
    return level_of(game, elo)


def level_of(game: str, elo: float) -> str:
    """The level nearest to this strength, as a spec; it has `up` even if that is 0.

    >>> level_of("othello", 217.4), level_of("othello", 300), level_of("othello", 9999)
    ('level:2,up=0', 'level:2,up=34', 'level:8,up=0')
    """
    known = elos(game)
    level = max(1, sum(one <= elo for one in known))
    level = known.index(known[level - 1]) + 1  # the first of equal ones, which costs least
    if level == LEVELS or elo <= known[0] or known[level] <= known[level - 1]:
        return f"level:{level},up=0"
    share = (elo - known[level - 1]) / (known[level] - known[level - 1])
    level, up = divmod(round(100 * (level + share)), 100)
    return f"level:{level},up={up}"


def is_adaptive(spec: str) -> bool:
    """Whether a level was chosen this way; only such a level has `up`.

    >>> is_adaptive("level:3,up=0"), is_adaptive("level:3")
    (True, False)
    """
    return spec.startswith("level:") and ",up=" in spec
