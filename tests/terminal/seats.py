"""Helpers of the terminal's tests: quick players, sessions, and a running application."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input

import plyground
from plyground.engine.game import Position
from plyground.engine.stop import Stop
from plyground.players.player import Answer, Clock, OnReport, Player
from plyground.records.record import Record
from plyground.session.session import Session
from plyground.terminal.full import PlayApp
from plyground.terminal.full.game import GameScreen

PASSING = "c4 b4 a1 d2 d4 d3 a2 c1 a4 a3 b1"  # Othello, size=4: then White must pass
COUNTED = "C3 C4 B4 D4 D3 E3 A1 pass pass"  # Go, size=5: then stones are counted
WAIT = 60.0  # seconds, for a busy machine


class First(Player):
    """Plays the first legal move, or a given one."""

    def __init__(self, *moves: str, resigns: bool = False, draws: bool = False) -> None:
        super().__init__("first")
        self.moves = list(moves)
        self.resigns, self.draws = resigns, draws

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,  # noqa: ARG002
        on_report: OnReport | None = None,  # noqa: ARG002
        stop: Stop | None = None,  # noqa: ARG002
    ) -> Answer:
        if self.resigns:
            return Answer(None)
        return Answer(self.moves.pop(0) if self.moves else position.moves()[0])

    def accepts_draw(self, position: Position) -> bool:  # noqa: ARG002
        return self.draws


class Slow(First):
    """Searches until it is stopped; before that it does not react for this many seconds."""

    def __init__(self, busy: float = 0.0) -> None:
        super().__init__()
        self.asked = self.answered = 0
        self._busy = busy

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> Answer:
        self.asked += 1
        time.sleep(self._busy)
        if on_report:
            on_report(plyground.search(position, "alphabeta:depth=1"))
        assert stop is not None
        assert stop.wait(WAIT)
        self.answered += 1
        return super().choose(position, clock=clock, on_report=on_report)


def new_session(
    game: str,
    *moves: str,
    black: Player | None = None,
    white: Player | None = None,
    position: str | None = None,
    folder: Path | None = None,
    **options: Any,
) -> Session:
    """A session after these moves, given as words or several words separated by spaces."""
    record = Record(plyground.game(game, **options), position)
    session = Session(record, {"black": None, "white": None}, folder=folder)
    for move in " ".join(moves).split():
        session.play(move)
    session.players = {"black": black, "white": white}
    return session


def stage(session: Session) -> str:
    """The current stage of a game."""
    return session.stage


def played(session: Session) -> tuple[str, ...]:
    """The moves that led to the current board."""
    return session.position.played


class Seat:
    """A person who uses the application."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def table(self) -> GameScreen:
        assert isinstance(self.app.screen, GameScreen), self.app.screen
        return self.app.screen

    @property
    def session(self) -> Session:
        return self.table.session

    def moves(self) -> tuple[str, ...]:
        """The moves of the game so far."""
        return self.session.record.moves

    def stage(self) -> str:
        """The current stage of the game."""
        return self.session.stage

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Types into the open entry."""
        self.app.screen.query_one(Input).value = text
        await self.pilot.pause()

    async def play(self, *moves: str) -> None:
        """Types moves in the entry, like a person at a keyboard."""
        for move in moves:
            await self.press("m")
            await self.type(move)
            await self.press("enter")

    async def click(self, at: str) -> None:
        """Clicks on a square of the board."""
        from plyground.terminal.full.board import Board

        board = self.table.query_one(Board)
        assert board.picture is not None
        await self.pilot.click(board, offset=board.picture.centre(at))
        await self.pilot.pause()

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(WAIT):
            while not true():
                await self.pilot.pause(0.01)

    def shown(self, what: str) -> str:
        """The text of a part of the screen."""
        return str(self.app.screen.query_one(what).render())

    def board(self) -> str:
        """The board as characters."""
        from plyground.terminal.full.board import Board

        picture = self.table.query_one(Board).picture
        assert picture is not None
        return "\n".join("".join(ink.char for ink in row) for row in picture.rows)


def on_screen(
    steps: Callable[[Seat], Awaitable[None]],
    session: Session | None = None,
    *,
    folder: Path,
    size: tuple[int, int] = (80, 24),
    theme: str | None = None,
    encoding: str = "utf-8",
    pace: float = 0.0,
) -> None:
    """Runs the application without a terminal, with a scripted user."""
    app = PlayApp(session, folder=folder, theme=theme, encoding=encoding, pace=pace)

    async def play() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(Seat(app, pilot))

    try:
        asyncio.run(play())
    finally:
        app.close()
