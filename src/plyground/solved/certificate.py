"""The file of a proof: a header in JSON and one answer on each line, compressed."""

import json
import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.engine import registry
from plyground.engine.game import Position

FORMAT = "plyground proof 1"
_KEYS = ("game", "options", "position", "moves", "verdict", "margin", "claims")


class WrongProof(ValueError):  # noqa: N818 - the name says what is wrong, as IllegalMove does
    """A certificate that does not prove what it claims; the text says why."""


@dataclass(frozen=True)
class Claim:
    """This side gets at least this result: 1 for a win, 0 for a draw, or a margin."""

    side: str
    least: float


@dataclass(frozen=True)
class Certificate:
    """The content of a certificate: a value, and a strategy for each side that needs one."""

    game: str
    options: dict[str, Any]
    position: str | None
    moves: list[str]
    verdict: str
    margin: float
    claims: list[Claim]
    answers: list[str]

    def start(self) -> Position:
        """The position whose value it proves."""
        game = registry.game(self.game, **self.options)
        first = game.start() if self.position is None else game.position(self.position)
        return first.play_all(self.moves)

    def head(self) -> dict[str, Any]:
        """Everything except the answers, for JSON."""
        claims = [{"side": claim.side, "least": claim.least} for claim in self.claims]
        return {key: getattr(self, key) for key in _KEYS} | {"claims": claims}

    def write(self, path: Path) -> None:
        """Writes the compressed file."""
        lines = [json.dumps({"format": FORMAT} | self.head()), *self.answers, "end"]
        path.write_bytes(lzma.compress("\n".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))


def check_suffix(path: Path) -> None:
    """A ValueError if this is no name for a certificate."""
    if path.suffix != ".proof":
        raise ValueError(f"The name of a certificate ends with .proof, unlike {path.name!r}.")


def read(path: Path) -> Certificate:
    """Reads a certificate; WrongProof if the file is damaged."""
    try:
        lines = lzma.decompress(path.read_bytes()).decode().split("\n")
        head = json.loads(lines[0])
        if head.pop("format") != FORMAT or set(head) != set(_KEYS):
            raise ValueError("another format")
        claims = [Claim(one["side"], float(one["least"])) for one in head.pop("claims")]
        found = Certificate(**head, claims=claims, answers=lines[1:-1])
    except (lzma.LZMAError, EOFError, ValueError, KeyError, TypeError, UnicodeDecodeError) as error:
        raise WrongProof(f"{path.name} is not a whole certificate: {error}") from None
    if lines[-1] != "end":
        raise WrongProof(f"{path.name} is cut short.")
    return found
