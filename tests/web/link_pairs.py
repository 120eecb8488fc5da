"""Two people at a game by link, without a browser and without a server."""

from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from plyground.web.games.models import Game

Data = dict[str, Any]


def somebody() -> Client:
    return Client(SERVER_NAME="localhost")


@dataclass
class Player:
    """A player of a game."""

    client: Client
    game: str
    now: Data = field(default_factory=dict)

    def look(self) -> Data:
        answer = self.client.get(f"/api/games/{self.game}/")
        assert answer.status_code == 200, answer.content
        self.now = answer.json()
        return self.now

    def ask(self, action: str, **more: Any) -> tuple[int, Data]:
        """Sends a command, based on the current game unless `more` says otherwise."""
        now = self.look()
        command = {"version": now["version"], "ply": now["ply"], "action": action, **more}
        answer = self.client.post(
            f"/api/games/{self.game}/actions/", command, content_type="application/json"
        )
        return answer.status_code, answer.json()

    def do(self, action: str, **more: Any) -> Data:
        status, data = self.ask(action, **more)
        assert status == 200, data
        return data

    def refusal(self, action: str, **more: Any) -> str:
        status, data = self.ask(action, **more)
        assert status == 422, data
        code: str = data["error"]["code"]
        assert data["error"]["sentence"]
        return code

    def play(self, move: str = "") -> Data:
        return self.do("move", move=move or self.look()["view"]["moves"][0]["text"])

    def rematch(self, **command: Any) -> Data:
        answer = self.client.post(
            f"/api/games/{self.game}/rematch/", command, content_type="application/json"
        )
        assert answer.status_code == 200, answer.content
        data: Data = answer.json()
        return data

    @property
    def row(self) -> Game:
        return Game.objects.get(pk=self.game)


def host(game: str = "othello", **form: str) -> Player:
    """The player who starts a game by link, as Black."""
    client = somebody()
    answer = client.post(f"/play/{game}/", {"opponent": "link", **form})
    assert answer.status_code == 302, answer.content
    return Player(client, answer["Location"].strip("/").rpartition("/")[2])


def guest_of(player: Player) -> Player:
    """The player who takes the other seat."""
    client = somebody()
    answer = client.post(player.look()["link"]["invite"])
    assert answer.status_code == 302, answer.content
    assert answer["Location"] == f"/games/{player.game}/"
    return Player(client, player.game)


def pair(game: str = "othello", **form: str) -> tuple[Player, Player]:
    first = host(game, **form)
    return first, guest_of(first)
