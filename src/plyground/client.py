"""Playing through a Plyground server: `Client(url)`. It needs nothing but Python itself.

    client = Client("http://localhost:8000")
    play = client.new_game("othello", opponent="level:3")
    while not play.wait().is_over:
        play.play(play.moves[0])

What goes wrong is an ApiError with the server's code and sentence. Where the server says that
waiting helps, the client waits; where nobody answers, it asks again, and nothing happens twice.
"""

import functools
import http.client
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self
from urllib.parse import quote, urljoin, urlsplit

Data = dict[str, Any]
OnReport = Callable[[Data], None]

_LOST = (OSError, http.client.HTTPException)
_PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)  # seconds before it is tried again
_SILENCE = 45.0  # seconds after which a stream that says nothing is taken for dead


class ApiError(Exception):
    """A refusal: a code that stays, a sentence, the HTTP status, and the whole answer."""

    def __init__(self, code: str, sentence: str, status: int, answer: Data | None = None) -> None:
        super().__init__(f"{sentence} ({code})")
        self.code = code
        self.sentence = sentence
        self.status = status
        self.answer = answer or {}


class Client:
    """A server, and who asks it. Without a token one is made when the first game needs it.

    `patience` is for how many seconds it waits and asks again; `timeout` for an answer.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = 60.0,
        timeout: float = 75.0,
        language: str = "en",
    ) -> None:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"The address of a server looks like http://HOST:PORT, not {url!r}.")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.token = token
        self._patience = patience
        self._timeout = timeout
        self._language = language
        self._parts = parts

    # What needs no game

    def rules(self, name: str | None = None) -> Any:
        """Every game that can be played there, as a list; or one of them in full."""
        if name is not None:
            return self.ask("GET", f"/api/rules/{quote(name)}/")
        return self.ask("GET", "/api/rules/")["games"]

    def best_move(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        position: str | None = None,
        moves: Sequence[str] = (),
        player: str = "level:4",
        seconds: float | None = None,
    ) -> Data:
        """The move a level would play on this board, and the board after it."""
        wish = _board(game, options, position, moves) | {"player": player, "seconds": seconds}
        return self.ask("POST", "/api/move/", wish, again=True)

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
    ) -> Data:
        """What a strong search says of this board; `on_report` hears what it has found so far."""
        limits = {"seconds": seconds, "depth": depth, "lines": lines}
        wish = _board(game, options, position, moves) | limits
        if on_report is None:
            return self.ask("POST", "/api/analyse/", wish, again=True)
        for name, data in self.events("/api/analyse/", wish):
            if name == "done":
                return data
            if name == "thinking":
                on_report(data)
            elif name == "failed":
                raise ApiError(data.get("code", "fault"), data["sentence"], 422, data)
        raise ApiError("cancelled", "The search ended without an answer.", 503)

    def make_token(self, label: str) -> str:
        """A new token, which the client uses from now on. Keep it: it is who you are."""
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
    ) -> "Play":
        """A new game against a level, or by link; `Play.invite` is then for the other player."""
        self._be_somebody()
        terms = {"opponent": opponent, "colour": colour, "clock": clock, "strict": strict}
        wish = _board(game, options, position, moves) | terms
        return Play(self, self.ask("POST", "/api/games/", wish))

    def join(self, link: str) -> "Play":
        """Takes the seat that an invitation is for: its address, or the last part of it."""
        self._be_somebody()
        token = link.rstrip("/").rpartition("/")[2]
        found = self.ask("POST", f"/api/join/{quote(token)}/", {}, again=True)
        return self.open(found["id"])

    def open(self, game_id: str) -> "Play":
        """A game of one's own."""
        return Play(self, self.ask("GET", f"/api/games/{quote(game_id)}/"))

    def games(self, page: int = 1) -> list[Data]:
        """One's own games, the latest first, 50 a page."""
        games: list[Data] = self.ask("GET", f"/api/games/?page={page}")["games"]
        return games

    def _be_somebody(self) -> None:
        if self.token is None:
            self.make_token("plyground.client")

    # Asking

    def ask(self, method: str, path: str, body: Data | None = None, *, again: bool = False) -> Data:
        """The server's answer, or ApiError. `again`: asking twice does the same as asking once.

        An error that comes after a lost answer says so: `answer["tried"]`.
        """
        again = again or method in ("GET", "DELETE")
        end, tried = time.monotonic() + self._patience, False
        for attempt in range(10**6):
            pause = _PAUSES[min(attempt, len(_PAUSES) - 1)]
            try:
                status, headers, data = self._send(method, path, body)
            except _LOST as error:
                if not again or time.monotonic() + pause > end:
                    raise ApiError("lost", f"The server does not answer: {error}", 0) from error
                tried = True
            else:
                if status < 400:
                    return data
                wait = float(headers.get("Retry-After") or 0)
                if not wait or time.monotonic() + wait > end:
                    raise _error(status, data, tried)
                pause = wait
            time.sleep(pause)
        raise AssertionError("time is up long before that")

    def _send(self, method: str, path: str, body: Data | None) -> tuple[int, Any, Data]:
        connection = self._connect(self._timeout)
        try:
            connection.request(method, path, _encoded(body), self._headers())
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        return response.status, response.headers, _decoded(text)

    def events(
        self, path: str, body: Data | None = None, *, silence: float = _SILENCE
    ) -> Iterator[tuple[str, Data]]:
        """Server-sent events, until the stream ends or breaks: their names and data.

        Now and then an empty name says that the server is still there. Where not even that comes
        for so many seconds, it is a TimeoutError.
        """
        connection = self._connect(silence)
        try:
            accept = {"Accept": "text/event-stream"}
            method = "GET" if body is None else "POST"
            connection.request(method, path, _encoded(body), self._headers() | accept)
            response = connection.getresponse()
            if response.status >= 400:
                raise _error(response.status, _decoded(response.read()), False)
            name = ""
            for line in response:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if not field and value:
                    yield "", {}
                elif field == "event":
                    name = value
                elif field == "data":
                    yield name, _decoded(value.encode())
        finally:
            connection.close()

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=timeout)
        return http.client.HTTPConnection(host, port, timeout=timeout)

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept-Language": self._language}
        return headers | ({"Authorization": f"Bearer {self.token}"} if self.token else {})


class Play:
    """A game one plays. `state` is what the server last said; docs/web.md describes it."""

    def __init__(self, client: Client, state: Data) -> None:
        self.client = client
        self.state = state
        self._path = f"/api/games/{state['id']}/"

    @property
    def side(self) -> str | None:
        """One's own side; None in a game in which one moves both, or none."""
        people = self.state["people"]
        side: str | None = self.state["me"] or (people[0] if len(people) == 1 else None)
        return side

    @property
    def is_over(self) -> bool:
        """Whether the game is."""
        return bool(self.state["stage"] == "over")

    @property
    def is_my_turn(self) -> bool:
        """Whether one can move now; in a game by link not before the other player has come."""
        link = self.state["link"]
        here = link is None or link["joined"]
        return bool(here and self.state["to_move"] == "person")

    @property
    def moves(self) -> list[str]:
        """The legal moves; none where it is not one's turn."""
        return [move["text"] for move in self.state["view"]["moves"]] if self.is_my_turn else []

    @property
    def played(self) -> list[str]:
        """The moves that stand on the board."""
        return [move["text"] for move in self.state["moves"][: self.state["ply"]]]

    @functools.cached_property
    def start(self) -> str:
        """The position before the first move, as text."""
        return str(self.client.ask("GET", f"{self._path}at/0/")["position"])

    @property
    def invite(self) -> str | None:
        """The address to send to the other player, until somebody has come."""
        link = self.state["link"]
        return urljoin(self.client.url, link["invite"]) if link and link["invite"] else None

    @property
    def watch(self) -> str | None:
        """The address under which anyone may look at the game, if there is one."""
        shared = self.state["shared"]
        return urljoin(self.client.url, shared) if shared else None

    # Doing

    def play(self, move: str) -> Self:
        """Plays a move. If the answer was lost it is asked for again, and not played twice."""
        return self._act("move", move=move)

    def resign(self) -> Self:
        """Gives the game up."""
        return self._act("resign")

    def offer_draw(self) -> Self:
        """Offers a draw; a level answers at once, and `state["note"]` says what."""
        return self._act("draw")

    def take_back(self) -> Self:
        """Takes one's last move back; by link the other player has to accept."""
        return self._act("undo")

    def accept(self) -> Self:
        """Accepts what the other player offers."""
        return self._act("accept")

    def decline(self) -> Self:
        """Declines it, or withdraws one's own offer."""
        return self._act("decline")

    def agree(self) -> Self:
        """Agrees to the count of dead stones, in Go."""
        return self._act("agree")

    def toggle(self, point: str) -> Self:
        """Marks a stone as dead or alive, while stones are counted."""
        return self._act("toggle", point=point)

    def rematch(self) -> "Play | None":
        """The same again, colours changed; by link None until both have asked."""
        found = self.client.ask("POST", self._path + "rematch/", {}, again=True)
        url = found["url"]
        return None if url is None else self.client.open(url.rstrip("/").rpartition("/")[2])

    def delete(self) -> None:
        """Deletes the game; one by link that is not over is resigned."""
        self.client.ask("DELETE", self._path)

    def refresh(self) -> Self:
        """Asks for the state as it is now."""
        self.state = self.client.ask("GET", self._path)
        return self

    def _act(self, action: str, **more: str) -> Self:
        before = self.state
        wish = {"version": before["version"], "ply": before["ply"], "action": action, **more}
        try:
            self.state = self.client.ask("POST", self._path + "actions/", wish, again=True)
        except ApiError as error:
            if error.code == "stale":
                self.state = error.answer["state"]
                if error.answer["tried"] and _happened(before, self.state, more.get("move")):
                    return self
            raise
        return self

    # Waiting

    def wait(self, seconds: float | None = None) -> Self:
        """Waits until there is something to do: to move, to answer an offer, to count, or the end.

        After so many seconds it gives up waiting: then there may be nothing to do yet.
        """
        end = None if seconds is None else time.monotonic() + seconds
        failures = 0
        while not self._is_wanted() and (end is None or time.monotonic() < end):
            try:
                if self.state["to_move"] == "computer":
                    self._follow_search()
                else:
                    self._follow_game(end)
                failures = 0
            except TimeoutError:  # nothing was said for long, or for as long as one waits
                self.refresh()
            except (*_LOST, ApiError) as error:
                if isinstance(error, ApiError) and error.status not in (429, 503):
                    raise
                time.sleep(_PAUSES[min(failures, len(_PAUSES) - 1)])
                failures += 1
                self.refresh()
        return self

    def _is_wanted(self) -> bool:
        can, stage = self.state["can"], self.state["stage"]
        if stage == "over" or can["accept"]:
            return True
        return bool(can["agree"]) if stage == "counting" else self.is_my_turn

    def _follow_search(self) -> None:
        """Listens to the computer's thinking, which goes on only while somebody does."""
        wish = {"game": self.state["id"], "kind": "reply", "version": self.state["version"]}
        try:
            job = self.client.ask("POST", "/api/jobs/", wish, again=True)["job"]
            for name, data in self.client.events(f"/api/jobs/{job['id']}/events/"):
                if name == "done":
                    self.state = data["state"]
                    return
        except ApiError as error:
            if error.code not in ("stale", "no_such_job", "not_computers_turn"):
                raise
        self.refresh()

    def _follow_game(self, end: float | None) -> None:
        """Listens until something has changed that is for us."""
        path = f"{self._path}events/?version={self.state['version']}"
        silence = _SILENCE if end is None else min(_SILENCE, max(0.1, end - time.monotonic()))
        for name, data in self.client.events(path, silence=silence):
            if name == "state":
                self.state = data
            elif name == "version" and data["version"] > self.state["version"]:
                self.refresh()
            elif name == "gone":
                raise ApiError("gone", "The game was deleted.", 404)
            if self._is_wanted() or (end is not None and time.monotonic() >= end):
                return
        time.sleep(_PAUSES[0])  # the server has closed the stream
        self.refresh()


def _board(
    game: str, options: Mapping[str, Any] | None, position: str | None, moves: Sequence[str]
) -> Data:
    return {
        "game": game,
        "options": dict(options or {}),
        "position": position,
        "moves": list(moves),
    }


def _happened(before: Data, now: Data, move: str | None) -> bool:
    """Whether the state that came instead of an answer shows that our wish had been granted."""
    if move is None:
        return bool(now["version"] > before["version"])
    at = before["ply"]
    played = [one["text"] for one in now["moves"][: at + 1]]
    return len(played) == at + 1 and str(played[at]).lower() == move.strip().lower()


def _error(status: int, data: Data, tried: bool) -> ApiError:
    error = data.get("error") or {}
    code = str(error.get("code", "unreadable"))
    sentence = str(error.get("sentence", f"The server answered with {status}."))
    return ApiError(code, sentence, status, data | {"tried": tried})


def _encoded(body: Data | None) -> bytes | None:
    return None if body is None else json.dumps(body).encode()


def _decoded(text: bytes) -> Data:
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
