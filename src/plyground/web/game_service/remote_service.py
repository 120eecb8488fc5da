"""The service of a game written in Python, whose code runs in separate processes only.

There are two of them a game, so that whoever thinks keeps nobody from looking at the board. A game
that hangs, ends or breaks costs its process, and whoever asked gets a sentence.
"""

import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from plyground.engine.stop import Stop
from plyground.engine.view import Turn
from plyground.web.contract.boards import Limits
from plyground.web.game_service.analysis_data import Data
from plyground.web.game_service.game_process import Broken, Child
from plyground.web.game_service.service import OnReport, Refused
from plyground.web.game_service.stored_game import StoredGame

_log = logging.getLogger(__name__)

QUICK = 5.0  # seconds
THINKING = 120.0
REVIEWING = 600.0
DEMO = 20.0
_AT_ONCE = 4  # processes that are started
_WISHED = ("move", "point")


class RemoteGameService:
    """A service for one game, which its source brings. What it is like was asked before."""

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

    def open(self, stored: StoredGame) -> StoredGame:
        """The stored game checked and written as the game writes it."""
        if len(stored.people) < 2:
            self._thinking.warm()
        return _stored(self._ask("open", stored))

    def picture(self, stored: StoredGame) -> Data:
        """What there is to see and to do."""
        picture: Data = self._ask("picture", stored)
        return picture

    def place(self, stored: StoredGame) -> Data:
        """Whose turn it is, and how far the game has come."""
        place: Data = self._ask("place", stored)
        return place

    def look(self, stored: StoredGame, ply: int) -> Data:
        """What there was to see."""
        seen: Data = self._ask("look", stored, ply)
        return seen

    def tablebase_values(self, stored: StoredGame, ply: int) -> None:
        """Only games of the core have tables."""

    def act(self, stored: StoredGame, action: str, command: Data) -> StoredGame:
        """The stored game after an action. Whatever else was sent stays here."""
        texts = {name: command[name] for name in _WISHED if isinstance(command.get(name), str)}
        return _stored(self._ask("act", stored, action, texts))

    def take(self, stored: StoredGame, answer: Data, seconds: float) -> StoredGame:
        """The stored game after a computer's answer."""
        return _stored(self._ask("take", stored, answer, seconds))

    def write(self, stored: StoredGame, format_name: str, info: Data) -> str:
        """The game in a notation."""
        return str(self._ask("write", stored, format_name, info))

    def read(self, name: str | None, data: bytes, file_name: str) -> list[tuple[StoredGame, str]]:
        """The games that a text holds."""
        found = self._ask("read", name, data, file_name)
        return [(_stored(stored), str(note)) for stored, note in found]

    def _ask(self, call: str, *arguments: Any) -> Any:
        return self._quick.ask(call, *arguments, seconds=QUICK)

    # Thinking

    def think(
        self, key: str, stored: StoredGame, clock: Data | None, on_report: OnReport, stop: Stop
    ) -> Data:
        """The computer's answer."""
        answer: Data = self._thinking.ask(
            "think", key, stored, clock, seconds=THINKING, on_report=on_report, stop=stop
        )
        return answer

    def hint(self, stored: StoredGame, on_report: OnReport, stop: Stop) -> Data:
        """A move to try."""
        hint: Data = self._thinking.ask(
            "hint", stored, seconds=THINKING, on_report=on_report, stop=stop
        )
        return hint

    def warn(self, stored: StoredGame, on_report: OnReport, stop: Stop) -> Data | None:
        """What the teacher says of the last move."""
        told: Data | None = self._thinking.ask(
            "warn", stored, seconds=THINKING, on_report=on_report, stop=stop
        )
        return told

    def analyse(self, stored: StoredGame, limits: Limits, on_report: OnReport, stop: Stop) -> Data:
        """What a search says of the position."""
        found: Data = self._thinking.ask(
            "analyse", stored, limits, seconds=THINKING, on_report=on_report, stop=stop
        )
        return found

    def watch(self, stored: StoredGame, spec: str, on_report: OnReport, stop: Stop) -> Data:
        """A search, recorded."""
        found: Data = self._thinking.ask(
            "watch", stored, spec, seconds=DEMO, on_report=on_report, stop=stop
        )
        return found

    def glance(self, stored: StoredGame, lines: list[list[str]], spec: str) -> list[Data]:
        """What there is to see after these lines."""
        seen: list[Data] = self._ask("glance", stored, lines, spec)
        return seen

    def teach(self, task: Data, moves: list[str], command: str) -> Data:
        """A step of a lesson after these moves."""
        told: Data = self._ask("teach", task, moves, command)
        return told

    def study(self, kind: str, command: Data) -> Data:
        """What the analysis board asks for."""
        told: Data = self._ask("study", kind, command)
        return told

    def review(self, stored: StoredGame, effort: int, on_report: OnReport, stop: Stop) -> Data:
        """What every move was worth."""
        found: Data = self._thinking.ask(
            "review", stored, effort, seconds=REVIEWING, on_report=on_report, stop=stop
        )
        return found

    def write_review(
        self, stored: StoredGame, format_name: str, info: Data, found: Data, remarks: list[str]
    ) -> str:
        """The game in a notation, with its review."""
        return str(self._ask("write_review", stored, format_name, info, found, remarks))

    def game_summary(self, stored: StoredGame, found: Data, side: Turn) -> Data:
        """What a side may learn from a game."""
        told: Data = self._ask("game_summary", stored, found, side)
        return told

    def wants_draw(self, stored: StoredGame) -> bool:
        """Whether the computer agrees to a draw."""
        return bool(self._thinking.ask("wants_draw", stored, seconds=DEMO))

    def demo(self, name: str) -> list[Data]:
        """The views of a short game."""
        views: list[Data] = self._thinking.ask("demo", name, seconds=DEMO)
        return views

    def forget(self, key: str) -> None:
        """Tells the process, if there is one; it keeps few players anyway."""
        if self._thinking.idle:
            with contextlib.suppress(Refused):  # a process that is gone has forgotten all
                self._thinking.ask("forget", key, seconds=QUICK)


def _stored(answer: Any) -> StoredGame:
    if not isinstance(answer, StoredGame):
        raise Refused("game_fails", "The game's process answered with something else.")
    return answer


def discover(children: list[Child]) -> dict[str, RemoteGameService]:
    """A service for every game that these processes bring; what is broken is told and left out."""
    services: dict[str, RemoteGameService] = {}
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        found = list(pool.map(_games_of, children))
    for child, games in zip(children, found, strict=True):
        source = child.source
        quick: Child | None = child
        for name, description in games.items():
            if name in services:
                _warn(source, f"there is already a game called {name!r}")
                continue
            services[name] = RemoteGameService(source, description, quick)
            quick = None  # one process answers for one game
        if quick is not None:
            quick.close()
    return services


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
