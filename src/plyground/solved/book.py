"""The book of solved games: every value that is known, who first knew it, and our proof of it."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from plyground.engine import registry
from plyground.engine.game import Game
from plyground.engine.options import show
from plyground.engine.solution import solve
from plyground.solved import certificate as files
from plyground.solved.certificate import Certificate, WrongProof
from plyground.solved.checker import Checked, check
from plyground.solved.export import make_certificate

FOLDER = Path(__file__).parent / "certificates"
_ROWS = Path(__file__).parent / "book.json"

Proof = Literal["certificate", "solve", "tablebase", "literature", "open"]


@dataclass(frozen=True)
class Row:
    """A position whose value is known, or an open question.

    `proof` says what Plyground has: a certificate, a proof by `solve` that is too long for a
    certificate in this package, a tablebase, or only the literature. `margin` is from the point of
    view of the side to move; None if the value is unknown.
    """

    name: str
    game: str
    options: Mapping[str, Any]
    verdict: str | None
    margin: float | None
    known: str
    proof: Proof
    nodes: int | None = None
    seconds: float | None = None

    @property
    def path(self) -> Path:
        """The file of its certificate, which exists only if `proof` says so."""
        return FOLDER / f"{self.name}.proof"

    @property
    def rules(self) -> Game:
        """The game with its options."""
        return registry.game(self.game, **self.options)

    @property
    def settings(self) -> str:
        """The options as on the command line."""
        return " ".join(f"{name}={show(value)}" for name, value in self.options.items())

    @property
    def size(self) -> int | None:
        """The size of its certificate in bytes."""
        return self.path.stat().st_size if self.proof == "certificate" else None


@cache
def rows() -> tuple[Row, ...]:
    """All rows, in the order of the book."""
    return tuple(Row(**row) for row in json.loads(_ROWS.read_text(encoding="utf-8")))


def find(name: str) -> Row:
    """The row of this name; a ValueError lists the names."""
    for row in rows():
        if row.name == name:
            return row
    names = ", ".join(row.name for row in rows())
    raise ValueError(f"The book has no row {name[:60]!r}. Its rows are: {names}.")


def read_certificate(name: str) -> Certificate:
    """The certificate of a row; a ValueError if it has none."""
    row = find(name)
    if row.proof != "certificate":
        has = "is an open question" if row.verdict is None else "has no certificate"
        raise ValueError(f"{name} {has}.")
    return files.read(row.path)


def verify(name: str) -> tuple[Certificate, Checked]:
    """Checks the certificate of a row; WrongProof if it does not show the value of the row."""
    row, certificate = find(name), read_certificate(name)
    if certificate.start() != row.rules.start():
        raise WrongProof(f"The certificate of {name} is for another position.")
    if (certificate.verdict, certificate.margin) != (row.verdict, row.margin):
        raise WrongProof(f"The certificate of {name} claims another value than the book.")
    return certificate, check(certificate)


@dataclass(frozen=True)
class Made:
    """A proof that was made again, and its cost in processor seconds."""

    certificate: Certificate
    nodes: int
    seconds: float


def make(name: str, memory: int = 1024) -> Made:
    """Solves the position of a row again and makes its certificate."""
    row = find(name)
    start = row.rules.start()
    begin = time.process_time()
    solution = solve(start, memory=memory, trust=bool(start.winning_sets()))
    seconds = time.process_time() - begin
    return Made(make_certificate(start, solution), solution.nodes, seconds)
