"""A client for Plyground servers: `Client(url)`. It uses only Python's standard library.

    client = Client("http://localhost:8000")
    play = client.new_game("othello", opponent="level:3")
    while not play.wait().is_over:
        play.play(play.moves[0])

Errors are ApiError with the server's code and sentence. If the server asks the client to wait, the
client waits. If there is no answer, it repeats the request; no command is applied twice.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast, overload
from urllib.parse import quote

from .answers import Analysis, FullRules, GameRow, Move, Rules, State
from .play import Play, open_play
from .wire import ApiError, Data, Wire

__all__ = ["ApiError", "Client", "Play"]

OnReport = Callable[[Analysis], None]


class Client(Wire):
    """A server, with the token of its user. Without a token, the first game creates one.

    `patience` is how many seconds it waits and retries; `timeout` is the limit for one answer.
    """

    # Without a game

    @overload
    def rules(self, name: None = None) -> list[Rules]: ...

    @overload
    def rules(self, name: str) -> FullRules: ...

    def rules(self, name: str | None = None) -> list[Rules] | FullRules:
        """The rules of all games of the server, as a list; or of one game in full."""
        if name is not None:
            return cast(FullRules, self.ask("GET", f"/api/rules/{quote(name)}/"))
        return cast(list[Rules], self.ask("GET", "/api/rules/")["games"])

    def best_move(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        position: str | None = None,
        moves: Sequence[str] = (),
        player: str = "level:4",
        seconds: float | None = None,
    ) -> Move:
        """The move that a level would play on this board, and the board after it."""
        body = _board(game, options, position, moves) | {"player": player, "seconds": seconds}
        return cast(Move, self.ask("POST", "/api/move/", body, again=True))

    def analyse(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        position: str | None = None,
        moves: Sequence[str] = (),
        seconds: float = 1.0,
        depth: int | None = None,
        lines: int = 1,
        on_report: OnReport | None = None,
    ) -> Analysis:
        """The analysis of this board by a strong search; `on_report` receives interim results."""
        limits = {"seconds": seconds, "depth": depth, "lines": lines}
        body = _board(game, options, position, moves) | limits
        if on_report is None:
            return cast(Analysis, self.ask("POST", "/api/analyse/", body, again=True))
        for name, data in self.events("/api/analyse/", body):
            if name == "done":
                return cast(Analysis, data)
            if name == "thinking":
                on_report(cast(Analysis, data))
            elif name == "failed":
                raise ApiError(data.get("code", "fault"), data["sentence"], 422, data)
        raise ApiError("cancelled", "The search ended without an answer.", 503)

    def make_token(self, label: str) -> str:
        """Creates a token, which the client uses from now on. Keep it: it identifies you."""
        self.token = str(self.ask("POST", "/api/tokens/", {"label": label})["token"])
        return self.token

    # Games

    def new_game(
        self,
        game: str,
        *,
        opponent: str = "link",
        colour: str = "black",
        options: Mapping[str, Any] | None = None,
        position: str | None = None,
        moves: Sequence[str] = (),
        clock: Mapping[str, float] | None = None,
        strict: bool = False,
    ) -> Play:
        """Starts a game against a level, or by link; `Play.invite` is then for the other player."""
        self._be_somebody()
        settings = {"opponent": opponent, "colour": colour, "clock": clock, "strict": strict}
        body = _board(game, options, position, moves) | settings
        return Play(self, cast(State, self.ask("POST", "/api/games/", body)))

    def join(self, link: str) -> Play:
        """Takes the seat of an invitation, given its address or the last part of the address."""
        self._be_somebody()
        token = link.rstrip("/").rpartition("/")[2]
        found = self.ask("POST", f"/api/join/{quote(token)}/", {}, again=True)
        return self.open(found["id"])

    def open(self, game_id: str) -> Play:
        """Opens one of your games."""
        return open_play(self, game_id)

    def games(self, page: int = 1) -> list[GameRow]:
        """Your games, the latest first, 50 per page."""
        return cast(list[GameRow], self.ask("GET", f"/api/games/?page={page}")["games"])

    def _be_somebody(self) -> None:
        if self.token is None:
            self.make_token("plyground.client")


def _board(
    game: str, options: Mapping[str, Any] | None, position: str | None, moves: Sequence[str]
) -> Data:
    return {
        "game": game,
        "options": dict(options or {}),
        "position": position,
        "moves": list(moves),
    }
