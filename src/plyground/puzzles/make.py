"""Makes puzzles: plays games and examines their positions."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from plyground.engine.game import Game, Position
from plyground.players.kinds import make_player
from plyground.puzzles import begin, captures, counts, mates
from plyground.puzzles.judges import finder
from plyground.puzzles.puzzle_file import Puzzle
from plyground.puzzles.symmetry import outline, way

MOST = 10_000  # puzzles per batch
LONGEST = 99  # plies
_OPENING = 2  # the largest number of random plies
_LONGEST = 200  # plies of a game
_LEVELS = (2, 3, 4, 5)
_CAPTURES = 0.2  # the largest number of puzzles that begin with a capture
_BARREN = 1000  # consecutive games without a new puzzle, after which it stops


@dataclass(frozen=True)
class PuzzleRequest:
    """A request: this many puzzles of a game, with plies from `least` to `most`."""

    game: Game
    count: int
    seed: int = 1
    least: int = 3
    most: int = 5

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST:
            raise ValueError(f"The number of puzzles can be 1 to {MOST}, not {self.count}.")
        low = 1 if _by_counting(self.game) else 3
        if not low <= self.least <= self.most <= LONGEST:
            raise ValueError(
                f"Puzzles of {self.game.name} have from {low} to {LONGEST} plies,"
                f" not {self.least}-{self.most}."
            )


def usual(game: Game) -> tuple[int, int]:
    """The default plies of a game's puzzles.

    >>> import plyground
    >>> usual(plyground.game("othello")), usual(plyground.game("gomoku"))
    ((7, 12), (3, 5))
    """
    return (7, 12) if _by_counting(game) else (3, 5)


def _by_counting(game: Game) -> bool:
    """Whether its puzzles are endings. In Go these are too long to be proven."""
    return counts.suits(game) and not captures.suits(game)


@dataclass
class Collection:
    """The puzzles so far. Puzzles of other files are known but not counted."""

    request: PuzzleRequest
    known: Iterable[Puzzle] = ()
    found: list[Puzzle] = field(default_factory=list)
    _seen: set[object] = field(default_factory=set)
    _lengths: Counter[int] = field(default_factory=Counter)
    _captures: int = 0

    def __post_init__(self) -> None:
        for one in self.known:
            self._seen |= _marks(one)

    @property
    def is_full(self) -> bool:
        """Whether there are enough puzzles."""
        return len(self.found) >= self.request.count

    def wants(self, plies: int) -> bool:
        """Whether there is room for one more of this length: each length has the same share."""
        wanted = range(self.request.least, self.request.most + 1)
        share = -(-self.request.count // -(-len(wanted) // 2))
        return plies in wanted and self._lengths[plies] < share

    def take(self, one: Puzzle) -> bool:
        """Takes a puzzle, unless it is an image of another, or there are enough like it."""
        captures = _kind(begin(one), one.line[0]) == "capture"
        room = max(1, round(self.request.count * _CAPTURES))
        marks = _marks(one)
        if marks & self._seen or (captures and self._captures >= room):
            return False
        self._seen |= marks
        self._lengths[one.plies] += 1
        self._captures += captures
        self.found.append(one)
        return True


def _marks(one: Puzzle) -> set[object]:
    """Keys that no two puzzles share: of the position, and of the points of the solution.

    They are equal for all images under symmetry.
    """
    position = begin(one)
    solution = one.line[: one.asked]
    marks: set[object] = {outline(position)}
    return marks | ({way(position, solution)} if len(solution) > 1 else set())


def _kind(position: Position, move: str) -> str:
    return next(row["kind"] for row in position.view()["moves"] if row["text"] == move)


def games(game: Game, seed: int) -> Iterator[list[Position]]:
    """Games without end, each as its positions; the same seed gives the same games."""
    number = 0
    while True:
        dice = random.Random(f"{seed} {number}")  # noqa: S311 - for games
        yield _play(game, dice)
        number += 1


def _play(game: Game, dice: random.Random) -> list[Position]:
    """A game between two levels, after some random plies."""
    players = {
        side: make_player(
            f"level:{dice.choice(_LEVELS)},seed={dice.getrandbits(32)},resign=off", game
        )
        for side in ("black", "white")
    }
    position, seen, opening = game.start(), list[Position](), dice.randint(0, _OPENING)
    while position.result() is None and position.ply < _LONGEST:
        move = (
            dice.choice(position.moves())
            if position.ply < opening
            else players[position.turn].choose(position).move
        )
        if move is None:
            break
        position = position.play(move)
        seen.append(position)
    return seen


def make(
    request: PuzzleRequest,
    known: Iterable[Puzzle] = (),
    on_progress: Callable[[int, int], None] = lambda *_: None,
) -> Iterator[Puzzle]:
    """Yields puzzles as they are found, until there are enough or games give no more new ones.

    `on_progress` receives the numbers of games played and puzzles found.

    >>> import plyground
    >>> gomoku = plyground.game("gomoku", size=9)
    >>> [one.plies for one in make(PuzzleRequest(gomoku, 1, seed=1, least=3, most=3))]
    [3]
    """
    collection = Collection(request, known)
    barren = 0
    for number, seen in enumerate(games(request.game, request.seed), 1):
        one = _from_game(seen, collection)
        barren = 0 if one else barren + 1
        if one:
            yield one
        on_progress(number, len(collection.found))
        if collection.is_full or barren >= _BARREN:
            return


def _from_game(seen: list[Position], collection: Collection) -> Puzzle | None:
    """At most one puzzle per game, preferably a long one, because others would look similar."""
    request = collection.request
    rows: Iterable[Puzzle | None]
    if captures.suits(request.game):
        rows = chain.from_iterable(
            captures.look(position, request.most, collection.wants) for position in seen
        )
    elif counts.suits(request.game):
        rows = (counts.look(position, request.least, request.most) for position in seen)
    else:
        judge = finder(request.game)
        rows = (mates.look(position, judge, request.most, collection.wants) for position in seen)
    return next((one for one in rows if one is not None and collection.take(one)), None)
