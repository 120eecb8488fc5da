"""The interface of game services, local or remote."""

from collections.abc import Callable
from typing import Protocol

from plyground.engine.stop import Stop
from plyground.engine.view import Turn
from plyground.web.contract.boards import Limits
from plyground.web.game_service.analysis_data import Data
from plyground.web.game_service.stored_game import StoredGame

OnReport = Callable[[Data], None]


class GameService(Protocol):
    """What the web asks of the rules. Stored games are plain data, answers are ready for JSON."""

    def describe(self, name: str) -> Data:
        """A game for people who choose one: title, rules, options, its first view."""

    def open(self, stored: StoredGame) -> StoredGame:
        """A new game checked: options, first position, seats, and moves if there are any."""

    def picture(self, stored: StoredGame) -> Data:
        """What there is to see and to do now."""

    def place(self, stored: StoredGame) -> Data:
        """Of that only whose turn it is and how far the game has come, which costs little."""

    def look(self, stored: StoredGame, ply: int) -> Data:
        """What there was to see after so many plies."""

    def tablebase_values(self, stored: StoredGame, ply: int) -> Data | None:
        """What perfect play makes of the position after so many plies; None without a table."""

    def act(self, stored: StoredGame, action: str, command: Data) -> StoredGame:
        """The stored game after an action; Refused says why it can't be done."""

    def think(
        self, key: str, stored: StoredGame, clock: Data | None, on_report: OnReport, stop: Stop
    ) -> Data:
        """The answer of the computer that is to move; `stop` asks it to answer now."""

    def take(self, stored: StoredGame, answer: Data, seconds: float) -> StoredGame:
        """The stored game after a computer's answer."""

    def hint(self, stored: StoredGame, on_report: OnReport, stop: Stop) -> Data:
        """A move to try, and why."""

    def warn(self, stored: StoredGame, on_report: OnReport, stop: Stop) -> Data | None:
        """What the teacher says of the last move; None unless it is a large mistake."""

    def analyse(self, stored: StoredGame, limits: Limits, on_report: OnReport, stop: Stop) -> Data:
        """What a search says of the position: as far as the limits allow."""

    def watch(self, stored: StoredGame, spec: str, on_report: OnReport, stop: Stop) -> Data:
        """A search of the position, recorded to be watched."""

    def glance(self, stored: StoredGame, lines: list[list[str]], spec: str) -> list[Data]:
        """The view after each line of moves from here, and the terms of its evaluation."""

    def teach(self, task: Data, moves: list[str], command: str) -> Data:
        """A step of a lesson after these moves of a person's; see `lessons.answer`."""

    def study(self, kind: str, command: Data) -> Data:
        """What the analysis board asks for; see `analysis_service.py`."""

    def review(self, stored: StoredGame, effort: int, on_report: OnReport, stop: Stop) -> Data:
        """What every move was worth, as `Review.plain` has it; reports have `done` and `of`."""

    def write_review(
        self, stored: StoredGame, format_name: str, info: Data, found: Data, remarks: list[str]
    ) -> str:
        """The game in a notation, with its review: a remark for every move."""

    def game_summary(self, stored: StoredGame, found: Data, side: Turn) -> Data:
        """What a side may learn from a game, by its review; see `learn.after`."""

    def wants_draw(self, stored: StoredGame) -> bool:
        """Whether the computer that is not to move agrees to a draw."""

    def write(self, stored: StoredGame, format_name: str, info: Data) -> str:
        """The game in a notation."""

    def read(self, name: str | None, data: bytes, file_name: str) -> list[tuple[StoredGame, str]]:
        """The games that a text holds, each with what could not be kept."""

    def demo(self, name: str) -> list[Data]:
        """The views of a short game to look at."""

    def forget(self, key: str) -> None:
        """A game is over or gone: what its players learnt is not needed any more."""
