"""Random records for the tests of notations: trees with remarks of every kind.

Hypothesis chooses a seed and the texts; the seed determines the rest, which is much faster than
having Hypothesis choose every number.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from hypothesis import strategies as st

import plyground
from plyground.engine.view import Turn
from plyground.records.record import Evaluation, Node, Record, outside_result

AWKWARD = ("]", "[", "\\", ":", "\n", "\\]", "a:b", "x\n\ny", " ", "\t", "(;", "\r\n", "日本", "é")

texts = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.lists(st.sampled_from(AWKWARD), max_size=5).map("".join),
)

_INFO = ("date", "event", "rules", "about", "result", "black", "time", "my own")
_FOREIGN = ("TR", "LB", "N", "BL", "WL", "V", "x y", "PL", "HA", "AB", "C", "absent")
_ENDS = ("none", "resign", "agreement", "crashed", "stated", "time", "unfinished", "rules")


@dataclass
class Author:
    """Creates random records."""

    dice: random.Random
    texts: list[str]

    def text(self) -> str:
        return self.dice.choice(self.texts)

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def seconds(self) -> float:
        return self.dice.choice([float(self.dice.randrange(5000)), self.dice.uniform(0, 5000), 0.0])

    def evaluation(self) -> Evaluation:
        return Evaluation(
            round(self.dice.uniform(-1e4, 1e4), self.dice.randrange(6)),
            self.dice.random(),
            self.dice.choice([None, -3, 0, 17]),
            self.chance(0.5),
            self.dice.randrange(60),
            self.dice.randrange(10**9),
            tuple(self.text() for _ in range(self.dice.randrange(3))),
        )

    def foreign(self) -> object:
        values: list[object] = [
            self.text(),
            [self.text()],
            [self.text(), "aa"],
            ["3"],
            ["B"],
            ["KM", "RU"],
            7,
        ]
        return self.dice.choice(values)

    def remarks(self) -> dict[str, Any]:
        known: dict[str, Any] = {}
        if self.chance(0.4):
            return known
        known["comment"] = self.text() if self.chance(0.7) else ""
        known["evaluation"] = self.evaluation() if self.chance(0.4) else None
        for name in ("seconds", "cpu_seconds", "clock"):
            known[name] = self.seconds() if self.chance(0.4) else None
        names = self.dice.sample(_FOREIGN, self.dice.choice([0, 0, 1, 3]))
        known["extra"] = {name: self.foreign() for name in names}
        return known

    def position(self, game: plyground.Game) -> str:
        """The text of some position of the game."""
        position = game.start()
        for _ in range(self.dice.randrange(12)):
            moves = position.moves()
            if not moves:
                break
            position = position.play(self.dice.choice(moves))
        return position.to_text()

    def record(self, game: plyground.Game, setups: bool, plies: int) -> Record:
        """A record with variations, set-ups, remarks, and a result."""
        record = Record(
            game,
            self.position(game) if self.chance(0.4) else None,
            players={"black": self.text(), "white": self.text()},
            info={name: self.text() for name in _INFO if self.chance(0.2)},
        )
        if self.chance(0.2):
            record.info["a number"] = 5
        for name, value in self.remarks().items():
            setattr(record.root, name, value)
        for _ in range(self.dice.randrange(plies + 1)):
            self.grow(record, setups)
        if self.chance(0.3):
            record.go_to(self.dice.choice([record.root, *record.main_line()]))
        self.finish(record)
        return record

    def grow(self, record: Record, setups: bool) -> None:
        """Adds a node: usually after the current one, sometimes anywhere."""
        parent: Node = record.end if self.chance(0.7) else self.dice.choice(record.nodes)
        moves = parent.position.moves()
        if setups and (self.chance(0.12) or not moves):
            text = "" if self.chance(0.5) else self.position(record.game)
            record.set_up(parent, text, **self.remarks())
        elif moves:
            record.add(parent, self.dice.choice(moves), **self.remarks())

    def finish(self, record: Record) -> None:
        end = self.dice.choice(_ENDS)
        if end == "rules":
            record.finish(record.position.result())
        elif end != "none":
            drawn = end in ("agreement", "unfinished")
            winner = None if drawn else cast(Turn, self.dice.choice(["black", "white"]))
            record.finish(outside_result(winner, end, self.text()))


@st.composite
def records(
    draw: st.DrawFn,
    games: Callable[[random.Random], plyground.Game],
    setups: bool = True,
    plies: int = 25,
) -> Record:
    """A record of one of the games."""
    dice = random.Random(draw(st.integers(0, 2**32)))
    author = Author(dice, draw(st.lists(texts, min_size=3, max_size=6)))
    return author.record(games(dice), setups, plies)
