"""Two people play by link in two browsers, while the server's processes are killed one by one."""

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.web.browser.tables import Table, begin
from tests.web.browser.visits import House, Visits
from tests.web.browser.witness import Witness, recounting
from tests.web.cluster import postgresql
from tests.web.serving import Server

_PATIENCE = 60_000.0  # milliseconds; a move may have to wait for a process to start


@pytest.fixture
def crowd(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visits]:
    """Browsers in front of two processes that share a PostgreSQL."""
    home = tmp_path_factory.mktemp("crowd")
    with postgresql() as database:
        server = Server(home, "--workers", "2", "--database", database).start()
        visits = Visits(house, server)
        # The browser logs every connection that is cut.
        visits.allow(r"net::ERR_|status of 409|status of 50\d")
        try:
            yield visits
            assert visits.close() == []
        finally:
            server.stop()


class Killer(threading.Thread):
    """Kills one process after the other, at random moments, a number of times."""

    def __init__(self, server: Server, kills: int, dice: random.Random) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.wanted = kills
        self.kills = 0
        self.dice = dice
        self.rest = threading.Event()
        self.game_on = threading.Event()  # a browser does not retry its first page

    def run(self) -> None:
        """The killing."""
        while self.kills < self.wanted and not self.rest.wait(self.dice.uniform(0.3, 2.5)):
            children = self.server.children()
            if len(children) < 2 or not self.game_on.is_set():
                continue  # one at a time: another process takes over
            os.kill(self.dice.choice(children), signal.SIGKILL)
            self.kills += 1
        self.rest.wait(1.0)  # until the parent has noticed the last one


class Player:
    """A person at a page, and the moves that the server has acknowledged."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.table = Table(page, "othello")
        self.witness = Witness(name, self.table)
        self.acknowledged: dict[int, str] = {}
        page.on("response", self._note)

    def _note(self, answer: Response) -> None:
        if answer.url.endswith("/actions/") and answer.status == 200:
            command: dict[str, Any] = answer.request.post_data_json or {}
            if command.get("action") == "move":
                self.acknowledged[command["ply"] + 1] = command["move"]

    def sees(self, ply: int) -> None:
        """Waits until the page shows this many moves."""
        expect(self.table.moves, self.page.url).to_have_count(ply, timeout=_PATIENCE)


def seat_two(black: Player, white: Player) -> None:
    """A new game by link."""
    black.acknowledged.clear()
    white.acknowledged.clear()
    begin(black.page, "othello", opponent="link", colour="black")
    white.page.goto(black.table.state()["link"]["invite"])
    white.page.get_by_role("button", name="Join game").click()
    expect(white.page.get_by_role("grid")).to_be_visible()


def play_whole_game(players: tuple[Player, Player], dice: random.Random) -> list[str]:
    """Random moves to the end, each seen on both pages before the next; returns the moves."""
    played: list[str] = []
    position = players[0].table.start
    while position.result() is None:
        mover = players[position.turn == "white"]
        move = dice.choice([one["text"] for one in position.view()["moves"]])
        mover.table.position = position
        mover.witness.note("plays", move, "as move", len(played) + 1)
        mover.table.make(move)
        played.append(move)
        position = position.play(move)
        for player in players:
            player.sees(len(played))
    return played


def check_game(players: tuple[Player, Player], played: list[str]) -> None:
    """Acknowledged moves are stored, once, and there are no others."""
    known = players[0].table.state()
    assert [row["text"] for row in known["moves"]] == played
    assert known["stage"] == "over"
    acknowledged = players[0].acknowledged | players[1].acknowledged
    assert {ply: played[ply - 1] for ply in acknowledged} == acknowledged
    # If a move's answer was lost with its process, the stream reports it instead.
    assert len(acknowledged) > len(played) // 2


def play_among_kills(visits: Visits, kills: int, seed: int) -> int:
    """Whole games until this many processes were killed; returns the number of games."""
    dice = random.Random(seed)
    players = Player(visits.open(), "black"), Player(visits.open(), "white")
    killer = Killer(visits.server, kills, random.Random(seed + 1))
    killer.start()
    games = 0
    begin_time = time.monotonic()
    try:
        while killer.is_alive() or not games:
            with recounting([player.witness for player in players], visits.server):
                seat_two(*players)
                killer.game_on.set()
                played = play_whole_game(players, dice)
                killer.game_on.clear()
                check_game(players, played)
            games += 1
            assert time.monotonic() - begin_time < 120 + 30 * kills, "this does not come to an end"
    finally:
        killer.rest.set()
        killer.join()
    assert killer.kills == kills == visits.server.log.count("SIGKILL")
    return games


@pytest.mark.deep
def test_a_game_by_link_survives_the_death_of_its_processes(crowd: Visits) -> None:
    play_among_kills(crowd, kills=6, seed=7)


@pytest.mark.parametrize(
    ("kills", "games"),
    [
        pytest.param(40, 1, marks=pytest.mark.deep),
        pytest.param(200, 6, marks=pytest.mark.endurance),
    ],
)
def test_no_move_is_lost_or_doubled_in_many_kills(crowd: Visits, kills: int, games: int) -> None:
    assert play_among_kills(crowd, kills, seed=8) >= games
