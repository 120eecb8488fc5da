"""A stored game as plain data, between the database and the rules."""

import base64
import json
import re
from dataclasses import dataclass, field, replace
from typing import Any, Self

from plyground.engine.options import Value
from plyground.engine.results import Result
from plyground.engine.view import ResultView, Turn
from plyground.players.player import Player
from plyground.records.record import Node, Record
from plyground.session.session import PERSON, SIDES, Session
from plyground.web.contract.boards import Evaluation as EvaluationData
from plyground.web.contract.values import LONGEST_MOVE
from plyground.web.game_service.analysis_data import evaluation_data, result_data, thought_of

MOST_MOVES = 5000  # the longest game: several times the longest real ones
MOST_LETTERS = LONGEST_MOVE
_MOST_WORDS = 400  # characters of a foreign sentence
_LONGEST_NAME = 60

# as written by JSON; after an even number of backslashes
_NULL = re.compile(r"((?<!\\)(?:\\\\)*)\\u0000")


@dataclass(frozen=True)
class Step:
    """A move with its time, the clock after it, and its player's evaluation."""

    text: str
    seconds: float | None = None
    clock: float | None = None
    evaluation: EvaluationData | None = None


@dataclass(frozen=True)
class StoredGame:
    """A stored game. Moves from `at` on were taken back.

    `dead` are the stones marked as dead, during the count and afterwards.
    """

    game: str
    options: dict[str, Value] = field(default_factory=dict)
    start: str | None = None
    black: str = PERSON
    white: str = PERSON
    moves: tuple[Step, ...] = ()
    at: int = 0
    result: ResultView | None = None
    dead: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # names of players from elsewhere, Black's and White's

    def seat(self, side: Turn) -> str:
        """The player of this side: a person, or a spec."""
        return self.black if side == "black" else self.white

    def name(self, side: Turn) -> str:
        """The name of a person on this side; empty if unknown, and for computers."""
        if not self.names or self.seat(side) != PERSON:
            return ""
        return dict(zip(SIDES, self.names, strict=False)).get(side, "")

    @property
    def people(self) -> list[Turn]:
        """The sides played by people."""
        return [side for side in SIDES if self.seat(side) == PERSON]

    def swapped(self) -> Self:
        """The same seats with colours changed, and nothing played."""
        turned = replace(self, black=self.white, white=self.black, names=self.names[::-1])
        return replace(turned, moves=(), at=0, result=None, dead=())

    def cut(self, ply: int) -> Self:
        """The game after this many plies, without later moves."""
        return replace(self, moves=self.moves[:ply], at=ply, result=None, dead=())

    def key(self) -> tuple[object, ...]:
        """The part of the game that matters to the rules; equal keys mean the same session."""
        texts = tuple([step.text for step in self.moves])
        options, result = tuple(self.options.items()), tuple((self.result or {}).items())
        seats = (self.black, self.white)
        return self.game, options, self.start, seats, texts, self.at, result, self.dead


def session_of(stored: StoredGame, record: Record) -> Session:
    """The session of a stored game, on a new record; ValueError for an illegal move."""
    record.play_all([step.text for step in stored.moves])
    line = record.main_line()
    for node, step in zip(line, stored.moves, strict=True):
        node.seconds, node.clock = step.seconds, step.clock
        if step.evaluation is not None:
            node.evaluation = thought_of(step.evaluation)
    record.go_to(line[stored.at - 1] if stored.at else record.root)
    if stored.result is not None:
        record.finish(Result(**stored.result), stored.dead)
    players = {side: None if seat == PERSON else Player(seat) for side, seat in _seats(stored)}
    session = Session(record, players)
    if session.stage == "counting":
        session.mark(stored.dead)
    return session


def _seats(stored: StoredGame) -> list[tuple[Turn, str]]:
    return [(side, stored.seat(side)) for side in SIDES]


def stored_game_of(session: Session, before: StoredGame, *, played: bool = False) -> StoredGame:
    """The stored game of a session that began with another stored game.

    Data of earlier moves stays; `played` means that the last move is new.
    """
    record = session.record
    line = record.main_line()
    if len(line) > MOST_MOVES:
        raise ValueError(f"A game can have at most {MOST_MOVES} moves here.")
    at = len(list(record.current.line()))
    new = at - 1 if played else _parting(line, before)
    end = new + 1 if played else len(line)
    steps = [
        _step(node) if new <= i < end or i >= len(before.moves) else before.moves[i]
        for i, node in enumerate(line)
    ]
    if [step for step in steps if len(step.text) > MOST_LETTERS]:
        raise ValueError(f"A move's text can have at most {MOST_LETTERS} letters here.")
    dead = sorted(session.dead) if session.stage == "counting" else record.dead
    result = None if record.result is None else result_data(record.result)
    return replace(before, moves=tuple(steps), at=at, result=result, dead=tuple(dead))


def _parting(line: list[Node], before: StoredGame) -> int:
    """The index at which a line departs from a stored game."""
    same = 0
    while same < min(len(line), len(before.moves)) and line[same].move == before.moves[same].text:
        same += 1
    return same


def _step(node: Node) -> Step:
    thought = None
    if node.evaluation is not None:
        thought = evaluation_data(node.evaluation)
    return Step(node.move or "", node.seconds, node.clock, thought)


def stored_game_of_record(record: Record) -> tuple[StoredGame, str]:
    """A foreign record as a stored game between two people, and what could not be kept.

    Stored games have no variations and no positions set up in mid-game: the main line is kept, from
    the last such position on.
    """
    line = record.main_line()
    begin = max((i + 1 for i, node in enumerate(line) if node.setup), default=0)
    start = line[begin - 1].setup if begin else record.start
    moves = tuple(Step(node.move, node.seconds) for node in line[begin:] if node.move is not None)
    notes = []
    if len(record.nodes) > len(line) + 1:
        notes.append("variations")
    if begin:
        notes.append("setup")
    result = record.result if record.current is record.end else None
    known: ResultView | None = None
    if result is not None:
        known = {**result_data(result), "reason": _clean(result.reason)}
    stored = StoredGame(
        record.game.name, dict(record.game.changed), start, moves=moves, at=len(moves)
    )
    names = tuple(_name(record.players[side]) for side in SIDES)
    stored = replace(stored, result=known, dead=tuple(record.dead))
    return replace(stored, names=names if any(names) else ()), ",".join(notes)


def _name(player: str) -> str:
    return "" if player == PERSON else _clean(player)[:_LONGEST_NAME].strip()


def _clean(text: str) -> str:
    """A foreign text without characters that databases refuse, limited to a sentence's length."""
    return text[:_MOST_WORDS].encode("utf-8", "replace").decode().replace("\0", "?")


# Between processes


def packed(message: object) -> bytes:
    """A message as one line of JSON; it may contain stored games and bytes.

    Null characters and lone surrogates, which databases refuse, are removed.

    >>> unpacked(packed(["act", StoredGame("go", moves=(Step("E5"),), at=1)]))[1].moves[0].text
    'E5'
    """
    text = json.dumps(
        message, default=_plain, allow_nan=False, ensure_ascii=False, separators=(",", ":")
    )
    return _NULL.sub(r"\1?", text).encode("utf-8", "replace") + b"\n"


def unpacked(line: bytes) -> Any:
    """The message of a line; ValueError if it is invalid."""
    try:
        return json.loads(line, object_hook=_restored)
    except (TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"That is not a message: {error}") from None


def _plain(value: object) -> object:
    if isinstance(value, StoredGame):
        return {"~stored": list(vars(value).values())}
    if isinstance(value, Step):
        return list(vars(value).values())
    if isinstance(value, bytes):
        return {"~bytes": base64.b64encode(value).decode()}
    raise TypeError(f"{type(value).__name__} is not plain data")


def _restored(found: dict[str, Any]) -> Any:
    if "~stored" in found:
        stored = StoredGame(*found["~stored"])
        moves = tuple(Step(*step) for step in stored.moves)  # type: ignore[misc]
        return replace(stored, moves=moves, dead=tuple(stored.dead), names=tuple(stored.names))
    if "~bytes" in found:
        return base64.b64decode(found["~bytes"])
    return found
