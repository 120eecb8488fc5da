"""The report of a check, worded so that the author of a game can act on it."""

from dataclasses import dataclass

EXAMPLES = 3  # problems of each kind that a report shows
SHOWN_MOVES = 60


class Broken(Exception):  # noqa: N818 - a promise that does not hold is a finding, not an error of ours
    """Raised if a promise is broken; code and sentence as in a Problem."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True)
class Problem:
    """A broken promise: a stable code, a sentence, the moves that lead to it, and the board.

    >>> print(Problem("moves", "moves() lists 'a1' twice.", ("a2", "b2")))
    moves() lists 'a1' twice.
       after: a2 b2
    """

    code: str
    sentence: str
    moves: tuple[str, ...]
    board: str = ""

    def __str__(self) -> str:
        shown = " ".join(self.moves[:SHOWN_MOVES])
        more = f" ... ({len(self.moves)} moves)" if len(self.moves) > SHOWN_MOVES else ""
        where = f"after: {shown}{more}" if shown else "at the start"
        board = [f"      {line}" for line in self.board.splitlines()]
        return "\n".join([self.sentence, f"   {where}", *board])


@dataclass(frozen=True)
class CheckReport:
    """The size and findings of a check.

    >>> print(CheckReport("go", 10, 500, (), ()))
    go: 10 random games, 500 different positions, no broken promise.
    """

    name: str
    games: int
    positions: int
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether these games found no broken promise.

        >>> CheckReport("go", 1, 9, (Problem("turn", "turn is 3.", ()),), ()).ok
        False
        """
        return not self.problems and self.games > 0

    def __str__(self) -> str:
        verdict = "broken promises:" if self.problems else "no broken promise."
        head = f"{self.games} random games, {self.positions} different positions"
        return "\n".join(
            [
                f"{self.name}: {head}, {verdict}",
                *(f"{number}. {problem}" for number, problem in enumerate(self.problems, 1)),
                *self.notes,
            ]
        )


class Findings:
    """Collects problems. It keeps a few of each kind: those with the fewest moves."""

    def __init__(self) -> None:
        self._kinds: dict[str, list[Problem]] = {}

    def add(self, code: str, sentence: str, moves: tuple[str, ...]) -> None:
        """Adds a problem, unless there are enough better examples of its kind."""
        kept = [*self._kinds.get(code, []), Problem(code, sentence, moves)]
        shortest: dict[str, Problem] = {}
        for problem in sorted(kept, key=lambda problem: len(problem.moves)):
            shortest.setdefault(problem.sentence, problem)
        self._kinds[code] = list(shortest.values())[:EXAMPLES]

    def codes(self) -> set[str]:
        """The kinds of the problems."""
        return set(self._kinds)

    def all(self) -> tuple[Problem, ...]:
        """The problems, in the order in which their kinds were first found."""
        return tuple(problem for kind in self._kinds.values() for problem in kind)
