"""Tests a game by playing random games, and reports every broken promise in plain words.

>>> import plyground
>>> print(check_game(plyground.game("othello", size=4), games=5))
othello: 5 random games, 60 different positions, no broken promise.
"""

import random
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from plyground.check.author import Author
from plyground.check.effects import comes_back
from plyground.check.laws import Laws
from plyground.check.report import Broken, CheckReport, Findings, Problem
from plyground.engine import registry
from plyground.engine.game import Game, Position
from plyground.engine.python_game import PythonSource
from plyground.engine.results import IllegalMove
from plyground.engine.simulate import MAX_PLIES

__all__ = ["CheckReport", "Problem", "check_file", "check_game"]

# the number of games played, and the number requested
Progress: TypeAlias = Callable[[int, int], None]

LONG = 200  # a game of more moves is suspicious, unless the time limit is lower
SHORT_GAMES = 400  # positions near the start that get every check after a problem was found
SHORT_SECONDS = 1.0
LOOKS = 0.05  # the share of positions that get every check


def check_file(
    path: str | Path,
    *,
    games: int = 2000,
    seed: int = 0,
    seconds: float = 5.0,
    progress: Progress | None = None,
) -> CheckReport:
    """Checks every game that a file registers; a ValueError says why the file cannot be loaded.

    >>> check_file("nowhere.py")
    Traceback (most recent call last):
        ...
    ValueError: There is no file 'nowhere.py' to load games from.
    """
    names = registry.load(path)
    share = seconds / len(names)
    reports = [
        check_game(registry.game(name), games=games, seed=seed, seconds=share, progress=progress)
        for name in names
    ]
    return CheckReport(
        ", ".join(names),
        sum(report.games for report in reports),
        sum(report.positions for report in reports),
        tuple(problem for report in reports for problem in report.problems),
        tuple(note for report in reports for note in report.notes),
    )


def check_game(
    game: Game,
    *,
    games: int = 2000,
    seed: int = 0,
    seconds: float = 5.0,
    symmetric: bool | None = None,
    progress: Progress | None = None,
) -> CheckReport:
    """Plays random games up to the number or time given, and reports broken promises.

    A class declares whether its colours are equivalent (`symmetric`). For a native game, the
    colours are compared only on request.

    >>> import plyground
    >>> check_game(plyground.game("go", size=3, komi=0), games=3, symmetric=True).ok
    True
    """
    check = _Check(game, time.monotonic() + seconds, symmetric)
    patience = seconds + max(seconds, 1.0)
    try:
        with _alarm(patience):
            check.run(games, seed, progress)
    except _TooLongError as stopped:
        what = f"was stopped after {patience:g} seconds: it never ends, or is far too slow"
        check.findings.add("hangs", check.describe_error(stopped, what), tuple(check.path))
    return check.report(games)


class _TooLongError(BaseException):
    """One call used up all the time.

    Not an Exception, so that an author's code does not catch it.
    """


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Interrupts work that never returns, if the system supports it."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class _Check:
    """The games of one check, and their findings."""

    def __init__(self, game: Game, deadline: float, symmetric: bool | None) -> None:
        self.game = game
        self.deadline = deadline
        self.seconds = deadline - time.monotonic()
        self.findings = Findings()
        self.played = 0
        self.cut = False  # by the time limit, in the middle of a game
        self.path: list[str] = []
        source = game._source  # noqa: SLF001 - of the same package
        self.author = Author(source, game) if isinstance(source, PythonSource) else None
        if symmetric is None:
            symmetric = self.author is not None and getattr(self.author.cls, "symmetric", True)
        self.laws = Laws(
            game, self.describe_error, forbids_by_past=self.author is None, symmetric=symmetric
        )

    def run(self, games: int, seed: int, progress: Progress | None) -> None:
        """Plays the games, each with separate random numbers, and looks for shorter ones."""
        self._play(games, seed, progress)
        if codes := self.findings.codes():
            self._look_at_short_games(random.Random(seed), codes)  # noqa: S311 - for games

    def _play(self, games: int, seed: int, progress: Progress | None) -> None:
        for number in range(games):
            dice = random.Random(f"{seed} {number}")  # noqa: S311 - for games
            self._note(self._play_game, dice)
            if self.cut:
                return
            self._note(self._reach_another_way, dice)
            self.played += 1
            if progress:
                progress(self.played, games)
            if self._late():
                return

    def report(self, games: int) -> CheckReport:
        """The report of this check, with the board of each problem."""
        notes = []
        if self.played < games:
            notes.append(f"The time limit was reached after {self.played} of {games} games.")
        if self.laws.colors_refused and not self.laws.colors_compared:
            notes.append("The colours were not compared: from_text() refuses swapped colours.")
        problems = tuple(replace(one, board=self._board(one.moves)) for one in self.findings.all())
        return CheckReport(self.game.name, self.played, self.laws.positions, problems, tuple(notes))

    def _board(self, moves: tuple[str, ...]) -> str:
        """The board after these moves; nothing if the game can't show it."""
        try:
            with _alarm(1.0):
                return self.game.start().play_all(moves).ascii()
        except (Exception, SystemExit, _TooLongError):  # noqa: BLE001 - an author's code may raise anything
            return ""

    def describe_error(self, error: BaseException, what: str | None = None) -> str:
        """What happened in the game, and the line if the author's code is at fault."""
        if self.author:
            return self.author.describe_error(error, what)
        return f"The core {what or f'raises {type(error).__name__}: {error}'}."

    def _look_at_short_games(self, dice: random.Random, codes: set[str]) -> None:
        """Looks for the same problems in the first positions, the nearest ones first."""
        if self.author is None:
            return
        found, self.findings = self.findings, Findings()
        self.laws.forget()
        end = time.monotonic() + min(SHORT_SECONDS, 0.4 * self.seconds)
        waiting: deque[tuple[str, ...]] = deque([()])
        known: set[str] = set()
        while waiting and len(known) < SHORT_GAMES and time.monotonic() < end:
            self.path = list(waiting.popleft())
            self._note(self._reach, known, waiting, dice)
        shorter, self.findings = self.findings, found
        for problem in shorter.all():
            if problem.code in codes:
                found.add(problem.code, problem.sentence, problem.moves)

    def _reach(self, known: set[str], waiting: deque[tuple[str, ...]], dice: random.Random) -> None:
        """Checks the position after the path, and notes the paths that go on from it."""
        assert self.author is not None
        own, position = self.author.first(), self.game.start()
        for move in self.path:
            own, position = self.author.play(own, move), position.play(move)
        self.author.check(own)
        text = position.to_text()
        if text in known:
            return
        known.add(text)
        self._look(position, own, dice)
        if position.result() is None:
            waiting.extend((*self.path, move) for move in position.moves())

    def _play_game(self, dice: random.Random) -> None:
        self.path = []
        own = self.author.first() if self.author else None
        position = self.game.start()
        seen: dict[str, int] = {}  # the ply of each position of this game
        while len(self.path) < MAX_PLIES:
            if self.author:
                self.author.check(own)
                if not getattr(self.author.cls, "repetition", None):
                    comes_back(position, seen, self.path)
                seen.setdefault(position.to_text(), len(self.path))
            self.laws.remember(position, self.path)
            over = position.result() is not None
            if over or not self.path or dice.random() < LOOKS:
                self._look(position, own, dice)
            if over:
                return
            if self._late():
                self.cut = True
                break
            position, own = self._step(position, own, dice)
        if not self.cut or (self.played == 0 and len(self.path) >= LONG):
            raise Broken("never_ends", f"A game has not ended after {len(self.path)} moves.")

    def _step(self, position: Position, own: Any, dice: random.Random) -> tuple[Position, Any]:
        moves = position.moves()
        if not moves:
            raise Broken("no_moves", "moves() is empty while result() is None.")
        self.laws.known.update(dict.fromkeys(moves))
        move = dice.choice(moves)
        if self.author:
            own = self.author.play(own, move)
        position = position.play(move)
        self.path.append(move)
        return position, own

    def _look(self, position: Position, own: Any, dice: random.Random) -> None:
        if self.author:
            self.author.check_closely(own)
        for law in self.laws.all(position, dice):
            if not self._late():
                self._note(law)

    def _reach_another_way(self, dice: random.Random) -> None:
        """Exchanges two moves of one side: if the text is the same, the keys must agree."""
        path = list(self.path)
        if len(path) < 3:
            return
        at = dice.randrange(len(path) - 2)
        path[at], path[at + 2] = path[at + 2], path[at]
        self.path = []
        position = self.game.start()
        for move in path[: at + 3]:
            try:
                position = position.play(move)
            except IllegalMove:
                return
            self.path.append(move)
            self.laws.remember(position, self.path)

    def _note(self, promise: Callable[..., None], *arguments: object) -> None:
        """Tests a promise, and notes it if it is broken."""
        try:
            promise(*arguments)
        except Broken as broken:
            self.findings.add(broken.code, broken.sentence, tuple(self.path))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an author's code may raise anything
            self.findings.add("raises", self.describe_error(error), tuple(self.path))

    def _late(self) -> bool:
        return time.monotonic() > self.deadline
