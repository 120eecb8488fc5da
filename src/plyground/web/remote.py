"""The desk of a game written in Python: its code runs in processes of its own, never in ours.

There are two of them a game, so that whoever thinks keeps nobody from looking at the board. A game
that hangs, ends or breaks costs its process, and whoever asked gets a sentence.
"""

import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from plyground.stop import Stop
from plyground.view import Turn
from plyground.web.child import Broken, Child
from plyground.web.desk import OnReport, Refused
from plyground.web.facts import Data
from plyground.web.sheet import Sheet

_log = logging.getLogger(__name__)

QUICK = 5.0  # seconds
THINKING = 120.0
REVIEWING = 600.0
DEMO = 20.0
_AT_ONCE = 4  # processes that are started
_WISHED = ("move", "point")


class RemoteDesk:
    """A desk for one game, which its source brings. What it is like was asked before."""

    def __init__(self, source: str, description: Data, quick: Child | None = None) -> None:
        self._description = description
        self._quick = quick or Child(source)
        self._thinking = Child(source)

    def close(self) -> None:
        """Ends its processes."""
        self._quick.close()
        self._thinking.close()

    def describe(self, name: str) -> Data:  # noqa: ARG002 - there is one
        """As it was told when the game was found."""
        return self._description

    # Quick

    def open(self, sheet: Sheet) -> Sheet:
        """The sheet checked and written as the game writes it."""
        if len(sheet.people) < 2:
            self._thinking.warm()
        return _sheet(self._ask("open", sheet))

    def picture(self, sheet: Sheet) -> Data:
        """What there is to see and to do."""
        picture: Data = self._ask("picture", sheet)
        return picture

    def place(self, sheet: Sheet) -> Data:
        """Whose turn it is, and how far the game has come."""
        place: Data = self._ask("place", sheet)
        return place

    def look(self, sheet: Sheet, ply: int) -> Data:
        """What there was to see."""
        seen: Data = self._ask("look", sheet, ply)
        return seen

    def truth(self, sheet: Sheet, ply: int) -> None:
        """Only games of the core have tables."""

    def act(self, sheet: Sheet, action: str, wish: Data) -> Sheet:
        """The sheet after an action. What else a visitor sends is not for the other process."""
        texts = {name: wish[name] for name in _WISHED if isinstance(wish.get(name), str)}
        return _sheet(self._ask("act", sheet, action, texts))

    def take(self, sheet: Sheet, answer: Data, seconds: float) -> Sheet:
        """The sheet after a computer's answer."""
        return _sheet(self._ask("take", sheet, answer, seconds))

    def write(self, sheet: Sheet, format_name: str, info: Data) -> str:
        """The game in a notation."""
        return str(self._ask("write", sheet, format_name, info))

    def read(self, name: str | None, data: bytes, file_name: str) -> list[tuple[Sheet, str]]:
        """The games that a text holds."""
        found = self._ask("read", name, data, file_name)
        return [(_sheet(sheet), str(note)) for sheet, note in found]

    def _ask(self, call: str, *arguments: Any) -> Any:
        return self._quick.ask(call, *arguments, seconds=QUICK)

    # Thinking

    def think(
        self, key: str, sheet: Sheet, clock: Data | None, on_report: OnReport, stop: Stop
    ) -> Data:
        """The computer's answer."""
        answer: Data = self._thinking.ask(
            "think", key, sheet, clock, seconds=THINKING, on_report=on_report, stop=stop
        )
        return answer

    def hint(self, sheet: Sheet, on_report: OnReport, stop: Stop) -> Data:
        """A move to try."""
        hint: Data = self._thinking.ask(
            "hint", sheet, seconds=THINKING, on_report=on_report, stop=stop
        )
        return hint

    def warn(self, sheet: Sheet, on_report: OnReport, stop: Stop) -> Data | None:
        """What the teacher says of the last move."""
        told: Data | None = self._thinking.ask(
            "warn", sheet, seconds=THINKING, on_report=on_report, stop=stop
        )
        return told

    def analyse(self, sheet: Sheet, wish: Data, on_report: OnReport, stop: Stop) -> Data:
        """What a search says of the position."""
        found: Data = self._thinking.ask(
            "analyse", sheet, wish, seconds=THINKING, on_report=on_report, stop=stop
        )
        return found

    def watch(self, sheet: Sheet, spec: str, on_report: OnReport, stop: Stop) -> Data:
        """A search, recorded."""
        found: Data = self._thinking.ask(
            "watch", sheet, spec, seconds=DEMO, on_report=on_report, stop=stop
        )
        return found

    def glance(self, sheet: Sheet, lines: list[list[str]], spec: str) -> list[Data]:
        """What there is to see after these lines."""
        seen: list[Data] = self._ask("glance", sheet, lines, spec)
        return seen

    def teach(self, task: Data, moves: list[str], wish: str) -> Data:
        """A step of a lesson after these moves."""
        told: Data = self._ask("teach", task, moves, wish)
        return told

    def study(self, kind: str, wish: Data) -> Data:
        """What the analysis board asks for."""
        told: Data = self._ask("study", kind, wish)
        return told

    def review(self, sheet: Sheet, effort: int, on_report: OnReport, stop: Stop) -> Data:
        """What every move was worth."""
        found: Data = self._thinking.ask(
            "review", sheet, effort, seconds=REVIEWING, on_report=on_report, stop=stop
        )
        return found

    def write_review(
        self, sheet: Sheet, format_name: str, info: Data, found: Data, remarks: list[str]
    ) -> str:
        """The game in a notation, with its review."""
        return str(self._ask("write_review", sheet, format_name, info, found, remarks))

    def learnt(self, sheet: Sheet, found: Data, side: Turn) -> Data:
        """What a side may learn from a game."""
        told: Data = self._ask("learnt", sheet, found, side)
        return told

    def wants_draw(self, sheet: Sheet) -> bool:
        """Whether the computer agrees to a draw."""
        return bool(self._thinking.ask("wants_draw", sheet, seconds=DEMO))

    def demo(self, name: str) -> list[Data]:
        """The views of a short game."""
        views: list[Data] = self._thinking.ask("demo", name, seconds=DEMO)
        return views

    def forget(self, key: str) -> None:
        """Tells the process, if there is one; it keeps few players anyway."""
        if self._thinking.idle:
            with contextlib.suppress(Refused):  # a process that is gone has forgotten all
                self._thinking.ask("forget", key, seconds=QUICK)


def _sheet(answer: Any) -> Sheet:
    if not isinstance(answer, Sheet):
        raise Refused("game_fails", "The game's process answered with something else.")
    return answer


def discover(children: list[Child]) -> dict[str, RemoteDesk]:
    """A desk for every game that these processes bring; what is broken is told and left out."""
    desks: dict[str, RemoteDesk] = {}
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        found = list(pool.map(_games_of, children))
    for child, games in zip(children, found, strict=True):
        source = child.source
        quick: Child | None = child
        for name, description in games.items():
            if name in desks:
                _warn(source, f"there is already a game called {name!r}")
                continue
            desks[name] = RemoteDesk(source, description, quick)
            quick = None  # one process answers for one game
        if quick is not None:
            quick.close()
    return desks


def _games_of(child: Child) -> dict[str, Data]:
    games: dict[str, Data] = {}
    try:
        for name in child.names():
            games[name] = child.ask("describe", name, seconds=QUICK)
    except (Broken, ValueError) as error:
        if not child.closed:
            _warn(child.source, str(error).rstrip("."))
    return games


def _warn(source: str, sentence: str) -> None:
    _log.warning("The games of %s can't all be played here: %s.", Path(source).name, sentence)
