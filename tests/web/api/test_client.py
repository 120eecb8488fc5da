"""The client against a real server: whole games, lost answers, and a bot."""

import importlib.util
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from plyground.client import ApiError, Client, Play
from plyground.client.answers import Analysis
from tests.project import ROOT
from tests.web.serving import Server

Data = dict[str, Any]


@pytest.fixture
def api(server: Server) -> Client:
    return Client(server.url)


def test_client_imports_only_the_standard_library() -> None:
    """So that the folder can be copied to machines without the engine."""
    for file in (ROOT / "src" / "plyground" / "client").glob("*.py"):
        text = file.read_text(encoding="utf-8")
        found = re.findall(r"^\s*(?:from|import) (\w+|\.\w+)", text, flags=re.MULTILINE)
        assert set(found) <= {*sys.stdlib_module_names, ".wire", ".play", ".answers"}


def test_rules_and_a_move_need_no_token(api: Client) -> None:
    games = {game["name"]: game for game in api.rules()}
    assert {"go", "othello", "dobutsu"} <= set(games)
    assert api.rules("othello")["position"] == "8/8/8/3ox3/3xo3/8/8/8 b"
    found = api.best_move("othello", position="8/8/8/3ox3/3xo3/8/8/8 b", player="level:1")
    assert found["move"] in ("d3", "c4", "f5", "e6")
    assert found["turn"] == "white"
    assert api.token is None


def test_analysis_streams_what_it_finds(api: Client) -> None:
    reports: list[Analysis] = []
    board: Data = {
        "options": {"size": 9},
        "moves": ["e5", "a1", "e6", "a2", "e7", "a3", "e8", "a4"],
    }
    end = api.analyse("gomoku", seconds=0.3, lines=2, on_report=reports.append, **board)
    assert end["lines"][0]["move"] in ("e9", "e4")
    assert end["lines"][0]["mate"] == 1
    assert reports
    assert api.analyse("gomoku", seconds=0.3, **board)["lines"][0]["win_chance"] == 1


def test_a_whole_game_against_a_level(api: Client) -> None:
    play = api.new_game("dobutsu", opponent="level:1", colour="white")
    assert play.side == "white"
    assert api.token is not None
    while not play.wait().is_over:
        play.play(play.moves[0])
    result = play.state["result"]
    assert result is not None
    assert result["sentence"]
    assert api.open(play.state["id"]).is_over
    assert api.games()[0]["id"] == play.state["id"]
    play.delete()
    with pytest.raises(ApiError) as refused:
        play.refresh()
    assert (refused.value.status, refused.value.code) == (404, "no_such_game")


def test_a_whole_game_by_link_with_offers(server: Server) -> None:
    host, guest = Client(server.url), Client(server.url)
    mine = host.new_game("othello", options={"size": 4})
    assert mine.invite is not None
    assert not mine.is_my_turn, "nobody has come yet"
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(mine.wait, 30)
        yours = guest.join(mine.invite)
        assert waiting.result().is_my_turn
    assert (mine.side, yours.side) == ("black", "white")
    mine.play(mine.moves[0]).offer_draw()
    assert yours.wait(30).state["can"]["accept"]
    yours.decline()
    together(lambda: to_the_end(mine), lambda: to_the_end(yours))
    assert mine.state["moves"] == yours.state["moves"]
    mine_ended, yours_ended = mine.state["result"], yours.state["result"]
    assert mine_ended is not None
    assert yours_ended is not None
    assert mine_ended["winner"] == yours_ended["winner"]
    assert mine.rematch() is None
    again = yours.rematch()
    assert again is not None
    assert again.side == "black"


def together(*calls: Callable[[], None]) -> None:
    """Runs all at once; fails if one fails or does not end."""
    faults: list[BaseException] = []

    def run(call: Callable[[], None]) -> None:
        try:
            call()
        except BaseException as error:  # noqa: BLE001 - raised again below
            faults.append(error)

    threads = [threading.Thread(target=run, args=(call,), daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 90
    while any(thread.is_alive() for thread in threads) and not faults and time.monotonic() < end:
        time.sleep(0.02)
    if faults:
        raise faults[0]
    assert not any(thread.is_alive() for thread in threads), "they play on and on"


def to_the_end(play: Play) -> None:
    while not play.wait(60).is_over:
        if play.is_my_turn:
            play.play(play.moves[0])


def test_waiting_ends_after_a_timeout(api: Client) -> None:
    play = api.new_game("othello")
    begin = time.monotonic()
    assert not play.wait(0.5).is_my_turn, "nobody has come"
    assert 0.4 < time.monotonic() - begin < 15


def test_waiting_for_a_game_that_is_deleted_ends(api: Client) -> None:
    play = api.new_game("othello")
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(play.wait, 30)
        time.sleep(0.3)
        api.open(play.state["id"]).delete()
        with pytest.raises(ApiError) as gone:
            waiting.result()
    assert gone.value.status == 404


def test_refusals_have_codes_and_nothing_changes(api: Client) -> None:
    play = api.new_game("go", options={"size": 9}, opponent="person")
    play.play("E5")
    with pytest.raises(ApiError, match="already a piece on E5") as refused:
        play.play("E5")
    assert (refused.value.code, refused.value.status) == ("occupied", 422)
    assert play.refresh().state["ply"] == 1
    with pytest.raises(ApiError) as wrong:
        api.best_move("go", options={"size": 900})
    assert wrong.value.status == 422
    for name in ("no such game", "\0", "a/b", ""):
        with pytest.raises(ApiError) as unknown:
            api.join(name or "x")
        assert unknown.value.status == 404
    with pytest.raises(ValueError, match="looks like http"):
        Client("ftp://x")


def test_outdated_state_is_refreshed(api: Client) -> None:
    play = api.new_game("go", options={"size": 9}, opponent="person")
    old = api.open(play.state["id"])
    play.play("E5")
    with pytest.raises(ApiError) as refused:
        old.play("D4")
    assert refused.value.code == "stale"
    assert old.played == ["E5"]
    assert old.play("D4").played == ["E5", "D4"]


class Gap:
    """A server that forwards requests, but loses answers or asks clients to wait."""

    def __init__(self, to: Client) -> None:
        self.to = to
        self.lose = 0  # this many answers to changes are lost
        self.later = 0  # this many requests are refused for a while
        self.asked = 0
        gap = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                gap.answer(self)

            def log_message(self, *_: Any) -> None:
                """Logs nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        self.asked += 1
        body = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        if self.later:
            self.later -= 1
            request.send_response(503)
            request.send_header("Retry-After", "0.05")
            request.end_headers()
            return
        try:
            status, data = 200, self.to.ask("POST", request.path, body)
        except ApiError as error:
            status, data = error.status, error.answer
        if self.lose:
            self.lose -= 1
            request.close_connection = True
            return
        request.send_response(status)
        request.end_headers()
        request.wfile.write(json.dumps(data).encode())

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def gap(api: Client) -> Iterator[Gap]:
    gap = Gap(api)
    yield gap
    gap.close()


def through(gap: Gap, play: Play) -> Play:
    return Play(Client(f"http://127.0.0.1:{gap.server.server_port}", gap.to.token), play.state)


def test_a_move_whose_answer_is_lost_is_played_once(api: Client, gap: Gap) -> None:
    play = api.new_game("go", options={"size": 9}, opponent="person")
    remote = through(gap, play)
    gap.lose = 1
    assert remote.play("e5").played == ["E5"]
    assert gap.asked == 2
    assert play.refresh().state["version"] == 2, "it was played once"
    gap.lose = 2
    assert remote.resign().is_over


def test_lost_answer_does_not_hide_a_different_move(api: Client, gap: Gap) -> None:
    play = api.new_game("go", options={"size": 9}, opponent="person")
    remote = through(gap, play)
    play.play("C3")
    gap.lose = 1
    with pytest.raises(ApiError) as refused:
        remote.play("E5")
    assert refused.value.code == "stale"
    assert remote.played == ["C3"]


def test_the_client_waits_as_retry_after_says(api: Client, gap: Gap) -> None:
    play = api.new_game("go", options={"size": 9}, opponent="person")
    gap.later = 2
    assert through(gap, play).play("E5").played == ["E5"]
    assert gap.asked == 3


def test_requests_that_create_something_are_not_retried(gap: Gap) -> None:
    remote = Client(f"http://127.0.0.1:{gap.server.server_port}")
    gap.lose = 1
    with pytest.raises(ApiError) as lost:
        remote.make_token("once")
    assert lost.value.code == "lost"
    assert gap.asked == 1


def test_client_gives_up_after_its_timeout() -> None:
    nobody = Client("http://127.0.0.1:9", patience=0.3)
    begin = time.monotonic()
    with pytest.raises(ApiError) as lost:
        nobody.rules()
    assert lost.value.code == "lost"
    assert time.monotonic() - begin < 20


def test_game_continues_after_a_server_restart(own_server: Server) -> None:
    client, other = Client(own_server.url), Client(own_server.url)
    play = client.new_game("othello", colour="white")
    assert play.invite is not None
    friend = other.join(play.invite)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(play.wait, 60)
        time.sleep(0.3)  # now it is listening
        own_server.restart()
        friend.play("d3")
        assert waiting.result().played == ["d3"]


def bot() -> Any:
    spec = importlib.util.spec_from_file_location("bot", ROOT / "examples" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_is_short() -> None:
    assert len((ROOT / "examples" / "bot.py").read_text(encoding="utf-8").splitlines()) < 90


def test_two_bots_play_a_whole_game_of_go(server: Server) -> None:
    """One searches here, the other lets the server search; they count at the end."""
    module, host, guest = bot(), Client(server.url), Client(server.url)
    mine = host.new_game("go", options={"size": 5})
    yours = guest.join(str(mine.invite))
    here, there = module.think_here("mcts:playouts=60,seed=1"), module.think_there(guest, "level:1")
    together(lambda: module.play_on(mine, here), lambda: module.play_on(yours, there))
    assert mine.state["result"] is not None
    assert mine.refresh().state["moves"] == yours.refresh().state["moves"]


def test_the_bot_plays_from_the_command_line(server: Server) -> None:
    command = [sys.executable, str(ROOT / "examples" / "bot.py"), server.url]
    options = ["--game", "dobutsu", "--opponent", "level:1", "--spec", "search:nodes=2000"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert re.search(r"You (win|lose)|draw", done.stdout)


def bot_error(*arguments: str) -> str:
    """The output of a bot that cannot continue: one sentence."""
    command = [sys.executable, str(ROOT / "examples" / "bot.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    return line


def test_bot_reports_errors_in_a_sentence(server: Server) -> None:
    play = Client(server.url).new_game("othello")
    seat = str(play.invite)
    Client(server.url).join(seat)
    assert "(seat_taken)" in bot_error(seat)
    assert "(no_such_game)" in bot_error(server.url, "--game", "tiddlywinks")
    assert "does not answer" in bot_error("http://127.0.0.1:9")
    assert "looks like http" in bot_error("ftp://127.0.0.1")
    assert "(bad_token)" in bot_error(server.url, "--token", "ply_none")
    level = ("--game", "dobutsu", "--opponent", "level:1", "--spec", "guess")
    assert "guess" in bot_error(server.url, *level)
