"""The path of a request through the package: modules, calls, plays of the rules, SQL statements."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

# SQLite begins a transaction by a statement, PostgreSQL does not.
_BOUNDARY = ("BEGIN", "SAVEPOINT", "RELEASE")
_SERVICE = "plyground/web/game_service/service.py"
_PLAY = "plyground/engine/game.py", "Position.play"
_REPLAY = "plyground/records/record.py", "Record.play_all"


@dataclass
class Way:
    """What happened in this thread during a request."""

    statements: list[str] = field(default_factory=list)  # without those that begin a transaction
    begins: int = 0
    calls: int = 0  # calls of Python functions, including resumed generators
    own_calls: int = 0  # those of the package
    modules: list[str] = field(default_factory=list)  # modules of the package, in order of entry
    plays: int = 0  # moves played by the rules
    replays: int = 0  # times that a game was replayed from its beginning
    asked: list[str] = field(default_factory=list)  # calls of the game service


class _Counter:
    """Notes calls and statements of a thread."""

    def __init__(self) -> None:
        self.way = Way()
        self._places: dict[CodeType, tuple[str, str] | None] = {}
        self._depth = 0  # active calls of the service

    def profile(self, frame: FrameType, event: str, _: object) -> None:
        """For `sys.setprofile`."""
        if event not in ("call", "return"):
            return
        code = frame.f_code
        if code not in self._places:
            self._places[code] = _place(code)
        place = self._places[code]
        self.way.calls += event == "call"
        if place is not None:
            self._note(place, entered=event == "call")

    def _note(self, place: tuple[str, str], *, entered: bool) -> None:
        file, name = place
        is_asked = file == _SERVICE and name.startswith("LocalGameService.")
        if not entered:
            self._depth -= is_asked
            return
        way = self.way
        way.own_calls += 1
        way.plays += place == _PLAY
        way.replays += place == _REPLAY
        if is_asked and not self._depth:
            way.asked.append(name.partition(".")[2])
        self._depth += is_asked
        if file not in way.modules:
            way.modules.append(file)

    def execute(self, run: Callable[..., Any], sql: str, *more: Any) -> Any:
        """For `connection.execute_wrapper`."""
        if sql.lstrip().upper().startswith(_BOUNDARY):
            self.way.begins += 1
        else:
            self.way.statements.append(sql)
        return run(sql, *more)


@contextmanager
def watched() -> Iterator[Way]:
    """Counts the work of this thread inside the context; Django must be set up."""
    from django.db import connection

    counter = _Counter()
    with connection.execute_wrapper(counter.execute):
        sys.setprofile(counter.profile)
        try:
            yield counter.way
        finally:
            sys.setprofile(None)


def _place(code: CodeType) -> tuple[str, str] | None:
    """File and name of a function of the package; None for any other."""
    parts = Path(code.co_filename).parts
    if "plyground" not in parts or "site-packages" in parts or "bench" in parts:
        return None
    at = len(parts) - parts[::-1].index("plyground") - 1
    return "/".join(parts[at:]), code.co_qualname
