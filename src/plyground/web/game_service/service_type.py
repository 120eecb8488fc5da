"""The interface of game services, local or remote."""

from collections.abc import Callable
from typing import Protocol

from plyground.engine.stop import Stop
from plyground.engine.view import Turn, View
from plyground.learn.recording import Glance
from plyground.web.contract.boards import Analysis, Limits, NetworkAnswer, TerritoryData
from plyground.web.contract.boards import Position as BoardPosition
from plyground.web.contract.games import PositionValues
from plyground.web.contract.jobs import HintData, Progress, Thinking
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
from plyground.web.game_service.stored_game import StoredGame

OnThinking = Callable[[Thinking], None]
OnAnalysis = Callable[[Analysis], None]
OnProgress = Callable[[Progress], None]


class GameService(Protocol):
    """The rules' interface for the web. Stored games are plain data, answers are ready for JSON."""

    def describe(self, name: str) -> Description:
        """A game's description: title, rules, options, its first view."""

    def open(self, stored: StoredGame) -> StoredGame:
        """Checks a new game: options, first position, seats, and moves if there are any."""

    def picture(self, stored: StoredGame) -> Picture:
        """The current view and the possible commands."""

    def place(self, stored: StoredGame) -> Placed:
        """Only the turn and the length of the game, which is cheap."""

    def look(self, stored: StoredGame, ply: int) -> BoardPosition:
        """The view after this many plies."""

    def tablebase_values(self, stored: StoredGame, ply: int) -> PositionValues | None:
        """The perfect-play values after this many plies; None without a tablebase."""

    def territory(self, stored: StoredGame, ply: int, *, marked: bool) -> TerritoryData | None:
        """Go: who owns each point after this many plies, counted or estimated; otherwise None.

        `marked`: the players have marked the dead stones; otherwise the engine does.
        """

    def act(self, stored: StoredGame, action: str, command: CommandArguments) -> StoredGame:
        """The stored game after a command; Refused says why it is impossible."""

    def think(
        self,
        key: str,
        stored: StoredGame,
        clock: ClockLeft | None,
        on_report: OnThinking,
        stop: Stop,
    ) -> Chosen:
        """The answer of the computer to move; `stop` asks it to answer now."""

    def take(self, stored: StoredGame, answer: Chosen, seconds: float) -> StoredGame:
        """The stored game after a computer's answer."""

    def hint(self, stored: StoredGame, on_report: OnThinking, stop: Stop) -> HintData:
        """A move to try, and why."""

    def warn(self, stored: StoredGame, on_report: OnThinking, stop: Stop) -> Mistake | None:
        """The teacher's warning about the last move; None unless it is a large mistake."""

    def analyse(
        self, stored: StoredGame, limits: Limits, on_report: OnAnalysis, stop: Stop
    ) -> Analysis:
        """The analysis of the position, within the limits."""

    def watch(self, stored: StoredGame, spec: str, on_report: OnProgress, stop: Stop) -> Recording:
        """A recorded search of the position."""

    def glance(self, stored: StoredGame, lines: list[list[str]], spec: str) -> list[Glance]:
        """The view after each line of moves from here, and the terms of its evaluation."""

    def begin_task(self, task: TaskData) -> Judgement:
        """A step of a lesson before the first move."""

    def judge_task(self, task: TaskData, moves: list[str]) -> Judgement:
        """A step of a lesson after these moves of the person."""

    def show_move(self, task: TaskData, moves: list[str]) -> ShownMove:
        """The next move of a step of a lesson."""

    def study(self, stored: StoredGame) -> Looked:
        """The analysis board's data: the terms of the evaluation, perfect play."""

    def ask_network(self, stored: StoredGame, network: str) -> NetworkAnswer:
        """A network's answer about the position, from one evaluation."""

    def palette(self, name: str, options: Options) -> Palette:
        """The pieces for the position editor; None if positions cannot be composed."""

    def compose(
        self, name: str, options: Options, pieces: list[Piece], hands: list[Held], turn: Turn
    ) -> str:
        """The text of a composed position."""

    def read_trees(self, name: str, options: Options, text: str) -> list[GameTree]:
        """The games in a pasted text, each with its variations."""

    def write_tree(self, tree: GameTree, format_name: str) -> str:
        """A game with its variations in a notation."""

    def review(
        self, stored: StoredGame, effort: int, on_report: OnProgress, stop: Stop
    ) -> PlainReview:
        """The value of every move, in the form of `Review.plain`; reports have `done` and `of`."""

    def write_review(
        self,
        stored: StoredGame,
        format_name: str,
        info: dict[str, str],
        found: PlainReview,
        remarks: list[str],
    ) -> str:
        """The game in a notation, with its review: a remark for every move."""

    def game_summary(self, stored: StoredGame, found: PlainReview, side: Turn) -> Summary:
        """The summary of a side's game, from its review; see `learn.game_summary`."""

    def wants_draw(self, stored: StoredGame) -> bool:
        """Whether the computer that is not to move accepts a draw."""

    def write(self, stored: StoredGame, format_name: str, info: dict[str, str]) -> str:
        """The game in a notation."""

    def read(self, name: str | None, data: bytes, file_name: str) -> list[tuple[StoredGame, str]]:
        """The games in a text, each with the parts that could not be kept."""

    def demo(self, name: str) -> list[View]:
        """The views of a short example game."""

    def forget(self, key: str) -> None:
        """A game is over or gone: its players' memory is not needed any more."""
