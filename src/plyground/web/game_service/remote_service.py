"""The service of a game written in Python, whose code runs only in separate processes.

There are two processes per game, so that a search does not block viewing the board. A game that
hangs, exits or fails only affects its own process, and the caller gets a sentence.
"""

import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from plyground.engine.stop import Stop
from plyground.engine.view import Turn, View
from plyground.learn.recording import Glance
from plyground.web.contract.boards import Analysis, Limits, NetworkAnswer
from plyground.web.contract.boards import Position as BoardPosition
from plyground.web.contract.jobs import HintData
from plyground.web.contract.rules import Description
from plyground.web.contract.service import (
    Chosen,
    ClockLeft,
    CommandArguments,
    GameTree,
    Held,
    Judgement,
    Looked,
    Mistake,
    Palette,
    Picture,
    Piece,
    Placed,
    PlainReview,
    Recording,
    ShownMove,
    Summary,
    TaskData,
)
from plyground.web.contract.values import Options
from plyground.web.game_service.commands import refuse
from plyground.web.game_service.game_process import Broken, Child
from plyground.web.game_service.service import Refused
from plyground.web.game_service.service_type import OnAnalysis, OnProgress, OnThinking
from plyground.web.game_service.stored_game import StoredGame

_log = logging.getLogger(__name__)

QUICK = 5.0  # seconds
THINKING = 120.0
REVIEWING = 600.0
DEMO = 20.0
_AT_ONCE = 4  # processes that are started


class RemoteGameService:
    """A service for one game of a source. Its description was already read."""

    def __init__(self, source: str, description: Description, quick: Child | None = None) -> None:
        self._description = description
        self._quick = quick or Child(source)
        self._thinking = Child(source)

    def close(self) -> None:
        """Ends its processes."""
        self._quick.close()
        self._thinking.close()

    def describe(self, name: str) -> Description:  # noqa: ARG002 - there is one
        """The description that the game's process gave at its start."""
        return self._description

    # Fast calls

    def open(self, stored: StoredGame) -> StoredGame:
        """The stored game, checked and in the game's own notation."""
        if len(stored.people) < 2:
            self._thinking.warm()
        return _stored(self._ask("open", stored))

    def picture(self, stored: StoredGame) -> Picture:
        """The current view and the possible commands."""
        picture: Picture = self._ask("picture", stored)
        return picture

    def place(self, stored: StoredGame) -> Placed:
        """The side to move, and the length of the game."""
        place: Placed = self._ask("place", stored)
        return place

    def look(self, stored: StoredGame, ply: int) -> BoardPosition:
        """An earlier view."""
        seen: BoardPosition = self._ask("look", stored, ply)
        return seen

    def tablebase_values(self, stored: StoredGame, ply: int) -> None:
        """Only games of the core have tablebases."""

    def territory(self, stored: StoredGame, ply: int, *, marked: bool) -> None:
        """Only Go is counted so."""

    def act(self, stored: StoredGame, action: str, command: CommandArguments) -> StoredGame:
        """The stored game after a command. Other fields stay in this process."""
        known = {"move": command.get("move"), "point": command.get("point")}
        texts = {name: text for name, text in known.items() if isinstance(text, str)}
        return _stored(self._ask("act", stored, action, texts))

    def take(self, stored: StoredGame, answer: Chosen, seconds: float) -> StoredGame:
        """The stored game after a computer's answer."""
        return _stored(self._ask("take", stored, answer, seconds))

    def write(self, stored: StoredGame, format_name: str, info: dict[str, str]) -> str:
        """The game in a notation."""
        return str(self._ask("write", stored, format_name, info))

    def read(self, name: str | None, data: bytes, file_name: str) -> list[tuple[StoredGame, str]]:
        """The games that a text holds."""
        found = self._ask("read", name, data, file_name)
        return [(_stored(stored), str(note)) for stored, note in found]

    def _ask(self, call: str, *arguments: Any) -> Any:
        return self._quick.ask(call, *arguments, seconds=QUICK)

    # Searches

    def think(
        self,
        key: str,
        stored: StoredGame,
        clock: ClockLeft | None,
        on_report: OnThinking,
        stop: Stop,
    ) -> Chosen:
        """The computer's answer."""
        answer: Chosen = self._thinking.ask(
            "think", key, stored, clock, seconds=THINKING, on_report=on_report, stop=stop
        )
        return answer

    def hint(self, stored: StoredGame, on_report: OnThinking, stop: Stop) -> HintData:
        """A move to try."""
        hint: HintData = self._thinking.ask(
            "hint", stored, seconds=THINKING, on_report=on_report, stop=stop
        )
        return hint

    def warn(self, stored: StoredGame, on_report: OnThinking, stop: Stop) -> Mistake | None:
        """The teacher's warning about the last move."""
        warning: Mistake | None = self._thinking.ask(
            "warn", stored, seconds=THINKING, on_report=on_report, stop=stop
        )
        return warning

    def analyse(
        self, stored: StoredGame, limits: Limits, on_report: OnAnalysis, stop: Stop
    ) -> Analysis:
        """The analysis of the position."""
        found: Analysis = self._thinking.ask(
            "analyse", stored, limits, seconds=THINKING, on_report=on_report, stop=stop
        )
        return found

    def watch(self, stored: StoredGame, spec: str, on_report: OnProgress, stop: Stop) -> Recording:
        """A recorded search."""
        found: Recording = self._thinking.ask(
            "watch", stored, spec, seconds=DEMO, on_report=on_report, stop=stop
        )
        return found

    def glance(self, stored: StoredGame, lines: list[list[str]], spec: str) -> list[Glance]:
        """The boards after these lines."""
        seen: list[Glance] = self._ask("glance", stored, lines, spec)
        return seen

    def begin_task(self, task: TaskData) -> Judgement:
        """A step of a lesson before the first move."""
        found: Judgement = self._ask("begin_task", task)
        return found

    def judge_task(self, task: TaskData, moves: list[str]) -> Judgement:
        """A step of a lesson after these moves."""
        found: Judgement = self._ask("judge_task", task, moves)
        return found

    def show_move(self, task: TaskData, moves: list[str]) -> ShownMove:
        """The next move of a step of a lesson."""
        found: ShownMove = self._ask("show_move", task, moves)
        return found

    def study(self, stored: StoredGame) -> Looked:
        """A position of the analysis board."""
        found: Looked = self._ask("study", stored)
        return found

    def ask_network(self, stored: StoredGame, network: str) -> NetworkAnswer:
        """A network's answer about the position."""
        found: NetworkAnswer = self._ask("ask_network", stored, network)
        return found

    def palette(self, name: str, options: Options) -> Palette:
        """The pieces for the position editor."""
        found: Palette = self._ask("palette", name, options)
        return found

    def compose(
        self, name: str, options: Options, pieces: list[Piece], hands: list[Held], turn: Turn
    ) -> str:
        """The text of a composed position."""
        return str(self._ask("compose", name, options, pieces, hands, turn))

    def read_trees(self, name: str, options: Options, text: str) -> list[GameTree]:
        """The games in a pasted text."""
        found: list[GameTree] = self._ask("read_trees", name, options, text)
        return found

    def write_tree(self, tree: GameTree, format_name: str) -> str:
        """A game with its variations in a notation."""
        return str(self._ask("write_tree", tree, format_name))

    def review(
        self, stored: StoredGame, effort: int, on_report: OnProgress, stop: Stop
    ) -> PlainReview:
        """The value of every move."""
        if stop.is_set():  # a short review could be finished before the process was notified
            raise refuse("stopped")
        found: PlainReview = self._thinking.ask(
            "review", stored, effort, seconds=REVIEWING, on_report=on_report, stop=stop
        )
        return found

    def write_review(
        self,
        stored: StoredGame,
        format_name: str,
        info: dict[str, str],
        found: PlainReview,
        remarks: list[str],
    ) -> str:
        """The game in a notation, with its review."""
        return str(self._ask("write_review", stored, format_name, info, found, remarks))

    def game_summary(self, stored: StoredGame, found: PlainReview, side: Turn) -> Summary:
        """The summary of a side's game."""
        summary: Summary = self._ask("game_summary", stored, found, side)
        return summary

    def wants_draw(self, stored: StoredGame) -> bool:
        """Whether the computer agrees to a draw."""
        return bool(self._thinking.ask("wants_draw", stored, seconds=DEMO))

    def demo(self, name: str) -> list[View]:
        """The views of a short game."""
        views: list[View] = self._thinking.ask("demo", name, seconds=DEMO)
        return views

    def forget(self, key: str) -> None:
        """Notifies the process, if there is one; it keeps few players anyway."""
        if self._thinking.idle:
            with contextlib.suppress(Refused):  # a process that is gone has no players
                self._thinking.ask("forget", key, seconds=QUICK)


def _stored(answer: Any) -> StoredGame:
    if not isinstance(answer, StoredGame):
        raise Refused("game_fails", "The game's process gave an unexpected answer.")
    return answer


def discover(children: list[Child]) -> dict[str, RemoteGameService]:
    """A service for every game of these processes; broken ones are logged and left out."""
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
            quick = None  # one process per game
        if quick is not None:
            quick.close()
    return services


def _games_of(child: Child) -> dict[str, Description]:
    games: dict[str, Description] = {}
    try:
        for name in child.names():
            games[name] = child.ask("describe", name, seconds=QUICK)
    except (Broken, ValueError) as error:
        if not child.closed:
            _warn(child.source, str(error).rstrip("."))
    return games


def _warn(source: str, sentence: str) -> None:
    _log.warning("The games of %s can't all be played here: %s.", Path(source).name, sentence)
