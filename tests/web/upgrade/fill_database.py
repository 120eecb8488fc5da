"""Fills an empty database through the pages and the API, and prints the expected content.

It uses nothing of our code but URLs, so an older version can run it too. That is how the `.sql.gz`
files beside it were made, by version 0.1 (commit 93a27b5):

    export DATABASE_URL=... DJANGO_SETTINGS_MODULE=plyground.web.settings
    python fill_database.py > KIND.json

then `sqlite3 FILE .dump` and `pg_dump --inserts --no-owner`, without comments and settings.
"""

import json
import sys
import time
from typing import Any

import django
from django.core.management import call_command
from django.test import Client

PASSWORD = "four green horses"
GOMOKU = ["e5", "e6", "d5", "f6", "c5", "a9", "f5", "g5", "b5"]  # Black wins
LESSON = "go/capture"


class Person:
    """A user with a browser and with a token, which can also read."""

    def __init__(self) -> None:
        self.browser = Client(SERVER_NAME="localhost")
        # a visitor who has played has a name
        self.browser.post("/play/dobutsu/", {"opponent": "person"})
        self.token = ""

    def post(self, path: str, **body: Any) -> Any:
        """The server's answer, which must not be a refusal."""
        answer = self.browser.post(path, json.dumps(body), content_type="application/json")
        assert answer.status_code < 300, (path, answer.content)
        return answer.json()

    def begin(self, name: str, **choices: Any) -> Any:
        """The state of a new game."""
        return self.post("/api/games/", game=name, **choices)

    def act(self, state: Any, action: str, **more: Any) -> Any:
        """The state of a game after an action."""
        known = {"version": state["version"], "ply": state["ply"], "action": action}
        return self.post(f"/api/games/{state['id']}/actions/", **known, **more)

    def take_token(self, label: str) -> None:
        """From now on a program may act for this person."""
        self.token = self.post("/api/tokens/", label=label)["token"]


def over(ada: Person) -> str:
    """A finished game of Gomoku with a clock and a review."""
    clock = {"seconds": 600, "increment": 5}
    state = ada.begin("gomoku", options={"size": 9}, opponent="person", clock=clock)
    for move in GOMOKU:
        state = ada.act(state, "move", move=move)
    review = f"/api/games/{state['id']}/review/"
    ada.post(review, effort=5)
    until = time.monotonic() + 60
    while ada.browser.get(review).json()["review"] is None:
        assert time.monotonic() < until
        time.sleep(0.1)
    return str(state["id"])


def taken_back(ada: Person) -> str:
    """A game whose last move was taken back."""
    state = ada.begin("othello", opponent="person")
    for move in ("d3", "c3", "c4"):
        state = ada.act(state, "move", move=move)
    return str(ada.act(state, "undo")["id"])


def counted(ada: Person) -> str:
    """A game of Go with dead stones that both sides agreed on."""
    state = ada.begin("go", options={"size": 5}, opponent="person")
    for move in ("c3", "c2", "b2", "d3", "pass", "pass"):
        state = ada.act(state, "move", move=move)
    state = ada.act(state, "toggle", point="c2")
    return str(ada.act(state, "agree")["id"])


def by_link(ada: Person, bob: Person) -> tuple[str, str]:
    """A game by link with an offered draw, and one without a second player yet."""
    state = ada.begin("dobutsu", opponent="link", colour="black")
    invitation = state["link"]["invite"].rstrip("/").rpartition("/")[2]
    bob.post(f"/api/join/{invitation}/")
    state = ada.browser.get(f"/api/games/{state['id']}/").json()
    state = ada.act(state, "move", move=state["view"]["moves"][0]["text"])
    ada.act(state, "draw")
    ada.post(f"/api/games/{state['id']}/share/")
    waiting = ada.begin("robogo", opponent="link")
    return str(state["id"]), str(waiting["id"])


def learn(ada: Person) -> None:
    """The first step of a lesson."""
    assert ada.post(f"/learn/{LESSON}/answer/", step=0, moves=["D3"])["outcome"] == "done"


def summary(state: Any) -> Any:
    """The stored parts of a game, from its state."""
    names = ("game", "moves", "ply", "result", "seats", "stage", "version", "dead", "score")
    return {name: state[name] for name in names}


def grades(answer: Any) -> Any:
    """The grades of a review."""
    return [[row["move"], row["grade"], row["best"]] for row in answer["review"]["moves"]]


def main() -> None:
    """Two people: Ada with an account, and Bob with a cookie."""
    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    ada, bob = Person(), Person()
    finished = over(ada)
    form = {"name": "Ada", "password": PASSWORD, "again": PASSWORD}
    assert ada.browser.post("/account/sign-up/", form).status_code == 302
    linked, waiting = by_link(ada, bob)
    games = [finished, taken_back(ada), counted(ada), linked, waiting]
    learn(ada)
    ada.take_token("Ada's program")
    bob.take_token("Bob's program")
    held = {
        "tokens": {"ada": ada.token, "bob": bob.token},
        "finished": finished,
        "linked": linked,
        "shared": ada.browser.get(f"/api/games/{linked}/").json()["shared"],
        "games": {game: summary(ada.browser.get(f"/api/games/{game}/").json()) for game in games},
        "review": grades(ada.browser.get(f"/api/games/{finished}/review/").json()),
    }
    json.dump(held, sys.stdout, indent=1, sort_keys=True)


if __name__ == "__main__":
    main()
