"""Counting in Go: who owns each point and which stones are dead, estimated by playouts."""

from typing import Literal, NamedTuple

from plyground import _core
from plyground.engine.actions import squares_of
from plyground.engine.base_position import core_state
from plyground.engine.game import Position
from plyground.engine.game_guide import guide_of
from plyground.engine.request import whole

PLAYOUTS = 400  # enough to be certain of settled points, in some hundredths of a second
_MOST_PLAYOUTS = 100_000
_MOST_SEED = 2**63

Part = Literal["stones", "territory", "dead", "prisoners", "komi"]


class CountRow(NamedTuple):
    """A part of a count in Go, with the points of each side."""

    part: Part
    black: float
    white: float


def needs_count(position: Position) -> bool:
    """Whether both sides have passed and dead stones must be marked before the count, as in Go.

    >>> import plyground
    >>> go = plyground.game("go", size=5).start()
    >>> needs_count(go.play("pass")), needs_count(go.play_all("pass pass"))
    (False, True)
    """
    result = position.result() if guide_of(position.game.name).marks_dead else None
    return result is not None and result.code == "two_passes"


def ownership(position: Position, *, playouts: int = PLAYOUTS, seed: int = 1) -> dict[str, float]:
    """Go: for every point, the estimated owner at the end, from White (-1.0) to Black (1.0).

    The estimate plays the game to its end many times from the current board, even if it is over.

    >>> import plyground
    >>> go = plyground.game("go", size=5)
    >>> owners = ownership(go.position("1x1xo/xxxxo/ooooo/5/1o1o1 b passes=2"))
    >>> len(owners), owners["A5"], owners["C5"], round(owners["E5"], 1)
    (25, 1.0, 1.0, -1.0)
    """
    return dict(_survey(position, playouts, seed).points)


def dead_stones(position: Position, *, playouts: int = PLAYOUTS, seed: int = 1) -> list[str]:
    """Go: the stones that are as good as captured, for `position.mark_dead`; whole groups.

    Use it when all borders are closed. While a fight is undecided, the result is a guess.

    >>> import plyground
    >>> dead_stones(plyground.game("go", size=5).position("2x2/1oxxx/2x2/xxx2/5 b passes=2"))
    ['B4']
    """
    return _survey(position, playouts, seed).dead


def counted(position: Position, *, playouts: int = PLAYOUTS, seed: int = 1) -> Position:
    """Go: the same position with the dead stones marked, so that its score is the final score.

    >>> import plyground
    >>> end = plyground.game("go", size=5, komi=0).position("2x2/1oxxx/2x2/xxx2/5 b passes=2")
    >>> end.score()
    Score(black=19.0, white=1.0, unit='points')
    >>> counted(end).score()
    Score(black=25.0, white=0.0, unit='points')
    """
    dead = dead_stones(position, playouts=playouts, seed=seed)
    return position.mark_dead(dead)


def owners_of(position: Position) -> dict[str, int]:
    """Go: the owner of every point in a finished game: 1 Black, -1 White, 0 nobody.

    Stones marked as dead belong to the other side.

    >>> import plyground
    >>> end = plyground.game("go", size=3).position("xx1/3/1oo b passes=2")
    >>> owners_of(end)["A3"], owners_of(end)["B1"], owners_of(end)["C3"]
    (1, -1, 0)
    """
    return dict(zip(squares_of(position.game), position.final_ownership(), strict=True))


def count_rows(position: Position) -> list[CountRow]:
    """Go: the parts of the score by the rules in force. Their sums are `position.score()`.

    >>> import plyground
    >>> go = plyground.game("go", size=5, komi=0.5, scoring="territory")
    >>> end = go.position("2x2/1oxxx/2x2/xxx2/5 b passes=2 dead=B4")
    >>> for row in count_rows(end):
    ...     print(row.part, row.black, row.white)
    territory 17 0
    dead 1 0
    prisoners 0 0
    komi 0 0.5
    """
    score, values = position.score(), position.game.values
    assert score is not None, "Go has a score"
    komi = float(str(values["komi"])) if score.black or score.white else 0.0
    owned = list(position.final_ownership())
    stones, dead = _stones(position)
    black, white = owned.count(1), owned.count(-1)
    points = CountRow("territory", black - stones[0], white - stones[1])
    last = CountRow("komi", 0, komi)
    if values["scoring"] == "area":
        return [CountRow("stones", stones[0], stones[1]), points, last]
    taken = CountRow("dead", dead[1], dead[0])
    return [points, taken, _prisoners(score.black, score.white - komi, points, taken), last]


def _stones(position: Position) -> tuple[tuple[int, int], tuple[int, int]]:
    """The stones of Black and White on the board: the living ones, and those marked as dead."""
    view = position.view()
    dead = {at for mark in view["marks"] if mark["kind"] == "dead" for at in mark["at"]}
    sides = [(piece["owner"], piece["at"] in dead) for piece in view["pieces"]]
    living, marked = (
        (sides.count(("black", is_dead)), sides.count(("white", is_dead)))
        for is_dead in (False, True)
    )
    return living, marked


def _prisoners(black: float, white: float, *others: CountRow) -> CountRow:
    """What remains of both scores without the other parts."""
    rest_of_black = black - sum(row.black for row in others)
    rest_of_white = white - sum(row.white for row in others)
    return CountRow("prisoners", round(rest_of_black), round(rest_of_white))


def expected_lead(position: Position, owners: dict[str, float]) -> float:
    """Go: Black's expected lead in points, with these expected owners; White's is negative.

    >>> import plyground
    >>> go = plyground.game("go", size=5, komi=0.5)
    >>> board = go.position("1x1xo/xxxxo/ooooo/5/1o1o1 b passes=2")
    >>> round(expected_lead(board, ownership(board)))
    -9
    """
    end = position
    while end.result() is None:  # passing changes nothing on the board
        end = end.play("pass")
    rows = {row.part: row for row in count_rows(end)}
    lead = sum(owners.values()) - float(str(position.game.values["komi"]))
    if "prisoners" in rows:  # every stone played fills a point that would count
        sides = [piece["owner"] for piece in position.view()["pieces"]]
        black = sides.count("black") + rows["prisoners"].white
        white = sides.count("white") + rows["prisoners"].black
        lead -= black - white
    return lead


def _survey(position: Position, playouts: int, seed: int) -> _core.Ownership:
    if not isinstance(position, Position):
        raise ValueError(f"Counting needs a position of Go, not {type(position).__name__}.")
    whole("playouts", playouts, 1, _MOST_PLAYOUTS)
    whole("seed", seed, 0, _MOST_SEED)
    return core_state(position).ownership(playouts, seed)
