"""One game played through a server."""

import functools
import time
from typing import Self, cast
from urllib.parse import quote, urljoin

from .answers import State
from .wire import LOST, PAUSES, SILENCE, ApiError, Wire


class Play:
    """A game that you play. `state` is the server's last answer."""

    def __init__(self, client: Wire, state: State) -> None:
        self.client = client
        self.state = state
        self._path = f"/api/games/{state['id']}/"

    @property
    def side(self) -> str | None:
        """Your side; None in a game in which you move for both sides or for none."""
        people = self.state["people"]
        side: str | None = self.state["me"] or (people[0] if len(people) == 1 else None)
        return side

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state["stage"] == "over")

    @property
    def is_my_turn(self) -> bool:
        """Whether you can move now; in a game by link, not before the other player has joined."""
        link = self.state["link"]
        here = link is None or link["joined"]
        return bool(here and self.state["to_move"] == "person")

    @property
    def moves(self) -> list[str]:
        """The legal moves; none if it is not your turn."""
        return [move["text"] for move in self.state["view"]["moves"]] if self.is_my_turn else []

    @property
    def played(self) -> list[str]:
        """The moves played, without those taken back."""
        return [move["text"] for move in self.state["moves"][: self.state["ply"]]]

    @functools.cached_property
    def start(self) -> str:
        """The position before the first move, as text."""
        return str(self.client.ask("GET", f"{self._path}at/0/")["position"])

    @property
    def invite(self) -> str | None:
        """The address to send to the other player, until a player has joined."""
        link = self.state["link"]
        return urljoin(self.client.url, link["invite"]) if link and link["invite"] else None

    @property
    def watch(self) -> str | None:
        """The address where anyone may watch the game, if there is one."""
        shared = self.state["shared"]
        return urljoin(self.client.url, shared) if shared else None

    # Commands

    def play(self, move: str) -> Self:
        """Plays a move. If the answer was lost, it retries without playing the move twice."""
        return self._act("move", move=move)

    def resign(self) -> Self:
        """Resigns the game."""
        return self._act("resign")

    def offer_draw(self) -> Self:
        """Offers a draw. A level answers at once, in `state["note"]`."""
        return self._act("draw")

    def take_back(self) -> Self:
        """Takes your last move back; in a game by link the other player has to accept."""
        return self._act("undo")

    def accept(self) -> Self:
        """Accepts the other player's offer."""
        return self._act("accept")

    def decline(self) -> Self:
        """Declines the offer, or withdraws your own."""
        return self._act("decline")

    def agree(self) -> Self:
        """In Go, agrees to the count of dead stones."""
        return self._act("agree")

    def toggle(self, point: str) -> Self:
        """Marks a stone as dead or alive during the count."""
        return self._act("toggle", point=point)

    def rematch(self) -> "Play | None":
        """Starts the same game again with colours changed; by link, None until both have asked."""
        found = self.client.ask("POST", self._path + "rematch/", {}, again=True)
        url = found["url"]
        return None if url is None else open_play(self.client, url.rstrip("/").rpartition("/")[2])

    def delete(self) -> None:
        """Deletes the game. An unfinished game by link is resigned."""
        self.client.ask("DELETE", self._path)

    def refresh(self) -> Self:
        """Fetches the current state."""
        self.state = cast(State, self.client.ask("GET", self._path))
        return self

    def _act(self, action: str, **more: str) -> Self:
        before = self.state
        body = {"version": before["version"], "ply": before["ply"], "action": action, **more}
        try:
            answer = self.client.ask("POST", self._path + "actions/", body, again=True)
            self.state = cast(State, answer)
        except ApiError as error:
            if error.code == "stale":
                self.state = error.answer["state"]
                if error.answer["tried"] and _happened(before, self.state, more.get("move")):
                    return self
            raise
        return self

    # Waiting

    def wait(self, seconds: float | None = None) -> Self:
        """Waits until you can act: move, answer an offer, count; or until the game ends.

        After this many seconds it stops waiting, even if there is nothing to do yet.
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
            except TimeoutError:  # there was no event for a long time, or the waiting time is over
                self.refresh()
            except (*LOST, ApiError) as error:
                if isinstance(error, ApiError) and error.status not in (429, 503):
                    raise
                time.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1
                self.refresh()
        return self

    def _is_wanted(self) -> bool:
        can, stage = self.state["can"], self.state["stage"]
        if stage == "over" or can["accept"]:
            return True
        return bool(can["agree"]) if stage == "counting" else self.is_my_turn

    def _follow_search(self) -> None:
        """Follows the computer's search, which only runs while a client listens."""
        body = {"game": self.state["id"], "kind": "reply", "version": self.state["version"]}
        try:
            job = self.client.ask("POST", "/api/jobs/", body, again=True)["job"]
            for name, data in self.client.events(f"/api/jobs/{job['id']}/events/"):
                if name == "done":
                    self.state = data["state"]
                    return
        except ApiError as error:
            if error.code not in ("stale", "no_such_job", "not_computers_turn"):
                raise
        self.refresh()

    def _follow_game(self, end: float | None) -> None:
        """Listens until a change concerns this player."""
        path = f"{self._path}events/?version={self.state['version']}"
        silence = SILENCE if end is None else min(SILENCE, max(0.1, end - time.monotonic()))
        for name, data in self.client.events(path, silence=silence):
            if name == "state":
                self.state = cast(State, data)
            elif name == "version" and data["version"] > self.state["version"]:
                self.refresh()
            elif name == "gone":
                raise ApiError("gone", "The game was deleted.", 404)
            if self._is_wanted() or (end is not None and time.monotonic() >= end):
                return
        time.sleep(PAUSES[0])  # the server has closed the stream
        self.refresh()


def open_play(client: Wire, game_id: str) -> Play:
    """Opens a game by its name."""
    return Play(client, cast(State, client.ask("GET", f"/api/games/{quote(game_id)}/")))


def _happened(before: State, now: State, move: str | None) -> bool:
    """Whether the state that came instead of an answer shows that the command was applied."""
    if move is None:
        return bool(now["version"] > before["version"])
    at = before["ply"]
    played = [one["text"] for one in now["moves"][: at + 1]]
    return len(played) == at + 1 and str(played[at]).lower() == move.strip().lower()
