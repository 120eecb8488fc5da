"""Writes the tables of README.md, from the records beside this file.

python experiments/othello/tables.py
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path

from plyground.lab import pairings, read_study
from plyground.lab.comparisons import Comparison, compare
from plyground.lab.margins import Margin, margin
from plyground.lab.ratings import Ratings, rate
from plyground.matches.stats import Estimate, estimate

HERE = Path(__file__).parent
DEPTHS = (5, 6)
RISK = 0.05

HOLDS, FAILS, OPEN = "holds", "does not hold", "not decided"
WEIGHTED = "10/4/5/7"
EVERYTHING = "everything"


@dataclass(frozen=True)
class Claim:
    """A conclusion: each pair's first player is better than its second."""

    title: str
    study: str
    pairs: tuple[tuple[str, str], ...]


CLAIMS = (
    Claim(
        "1. corners are best alone",
        "singles",
        (("corners", "stability"), ("corners", "mobility"), ("corners", "coins")),
    ),
    Claim(
        "1, however corners are counted",
        "corners",
        tuple(
            (corners, "stability")
            for corners in (
                "corners",
                "captured",
                "captured + possible",
                "captured + possible + unlikely",
            )
        ),
    ),
    Claim(
        "2. corners, stability, mobility, coins",
        "singles",
        (("corners", "stability"), ("stability", "mobility"), ("mobility", "coins")),
    ),
    Claim(
        "3. all four are better than any three",
        "without",
        tuple(
            (EVERYTHING, f"without {name}")
            for name in ("corners", "stability", "mobility", "coins")
        ),
    ),
    Claim(
        f"4. {WEIGHTED} is the best of four",
        "weightings",
        tuple((WEIGHTED, other) for other in ("6/1/2/3", "7/6/9/4", "9/3/4/5")),
    ),
    Claim(
        "5. weighted sums are better than the static board",
        "static",
        ((WEIGHTED, "static"), ("1/1/1/1", "static")),
    ),
)


class Found:
    """What one study found; all is seen from the player that is named first."""

    def __init__(self, study: str, depth: int) -> None:
        self.depth = depth
        folder = HERE / f"{study}-depth-{depth}"
        self._read, self._pairings = read_study(folder), pairings(folder)
        if not self._read.is_finished:
            raise ValueError(f"The study in {folder.name} is not finished.")

    @cached_property
    def ratings(self) -> Ratings:
        """Ratings of all players."""
        return rate(self._pairings)

    @cached_property
    def comparisons(self) -> dict[frozenset[str], Comparison]:
        """All who met, compared by all games, with Holm's correction, as in the report."""
        met = [(first, second) for first, second, _ in self._read.head["meetings"]]
        return {frozenset((one.first, one.second)): one for one in compare(self.ratings, met)}

    def share(self, first: str, second: str) -> Estimate:
        """The points of their own meeting."""
        points = [
            [one if pairing.first == first else 1 - one for one in pairing.played]
            for pairing in self._pairings
            if {pairing.first, pairing.second} == {first, second}
        ]
        return estimate([tuple(pair) for pair in points])

    def margins(self, player: str, others: Sequence[str] | None = None) -> Margin:
        """Discs a game against these others, or all; the games of an opening are one piece."""
        found: dict[int, list[float]] = defaultdict(list)
        for record in self._read.records:
            names = [record["first"], record["second"]]
            if player not in names:
                continue
            sign = 1 if names[0] == player else -1
            (other,) = set(names) - {player}
            if others is None or other in others:
                found[record["pair"]] += [sign * game["margin"] for game in record["games"]]
        means = [sum(one) / len(one) for one in found.values()]
        return margin([(mean, mean) for mean in means])

    def cells(self, player: str) -> Sequence[str]:
        """The player's share of all its points, and discs a game."""
        for rating in self.ratings.ratings:
            if rating.player == player:
                return percent(rating.tally.share), str(self.margins(player))
        return "—", "—"

    def verdict(self, first: str, second: str) -> str:
        """Whether the first is better, by the rule that README.md has."""
        one = self.comparisons[frozenset((first, second))]
        if one.corrected >= RISK:
            return OPEN
        return HOLDS if one.first == first else FAILS


@cache
def find(study: str, depth: int) -> Found:
    """A study, read once."""
    return Found(study, depth)


def together(verdicts: Sequence[str]) -> str:
    """The verdict on all of them.

    >>> together(["holds", "not decided"]), together(["holds", "does not hold", "not decided"])
    ('not decided', 'does not hold')
    """
    if FAILS in verdicts:
        return FAILS
    return OPEN if OPEN in verdicts else HOLDS


def percent(share: float) -> str:
    """A share, as the reports print it."""
    return f"{100 * share:.1f}%"


def chance(p: float) -> str:
    """A p-value; far below any limit its size says nothing more."""
    return "< 0.001" if p < 0.001 else f"{p:.2g}"


def row(*cells: str) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def standing(study: str) -> Iterator[str]:
    """The players of a study at both depths: share of the points, and discs a game."""
    found = [find(study, depth) for depth in DEPTHS]
    shown = ("points", "discs a game")
    yield row("player", *(f"depth {depth}: {what}" for depth in DEPTHS for what in shown))
    yield row("---", *["---:"] * len(shown) * len(DEPTHS))
    for rating in found[0].ratings.ratings:
        yield row(rating.player, *(cell for one in found for cell in one.cells(rating.player)))


def compared(study: str) -> Iterator[str]:
    """What the conclusions say of a study's players, comparison by comparison."""
    yield row("better", "worse", "depth", "Elo", "p", "points", "discs a game", "")
    yield row("---", "---", *["---:"] * 5, "---")
    pairs = dict.fromkeys(pair for claim in CLAIMS if claim.study == study for pair in claim.pairs)
    for first, second in pairs:
        for depth in DEPTHS:
            yield _comparison(find(study, depth), first, second)


def _comparison(found: Found, first: str, second: str) -> str:
    share = found.share(first, second)
    return row(
        *(first, second, str(found.depth)),
        str(found.ratings.difference(first, second)).replace(" Elo", ""),
        chance(found.comparisons[frozenset((first, second))].corrected),
        f"{percent(share.share)}, from {percent(share.low)} to {percent(share.high)}",
        str(found.margins(first, [second])),
        found.verdict(first, second),
    )


def verdicts() -> Iterator[str]:
    """Every conclusion, at each depth and at both."""
    yield row("conclusion", *(f"depth {depth}" for depth in DEPTHS), "verdict")
    yield row(*["---"] * 4)
    for claim in CLAIMS:
        by_depth = [
            together([find(claim.study, depth).verdict(*pair) for pair in claim.pairs])
            for depth in DEPTHS
        ]
        yield row(claim.title, *by_depth, f"**{together(by_depth)}**")


STUDIES = ("singles", "corners", "without", "weightings", "static")
TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "verdicts": verdicts,
    **{study: partial(standing, study) for study in STUDIES},
    **{f"{study} compared": partial(compared, study) for study in STUDIES},
}
_TABLE = re.compile(r"(<!-- (.+?) -->\n\n)(?:\|.*\n)*")


def filled(text: str) -> str:
    """A document with the tables that its comments name."""
    return _TABLE.sub(lambda found: found[1] + "\n".join([*TABLES[found[2]](), ""]), text)


if __name__ == "__main__":
    page = HERE / "README.md"
    page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
