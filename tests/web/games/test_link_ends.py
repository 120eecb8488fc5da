"""The end of games by link: counting, rematches, and clocks that clients cannot set."""

import time

import pytest

from plyground.web.base.limits import Shares
from plyground.web.engine import budget
from plyground.web.games import repository
from plyground.web.games.models import Game
from tests.web.link_pairs import Player, pair

pytestmark = pytest.mark.usefixtures("database", "unhurried")


def count(black: Player, white: Player) -> None:
    """Both pass, so that stones are counted."""
    for player, move in ((black, "c3"), (white, "g7"), (black, "pass"), (white, "pass")):
        player.play(move)


# Counting


def test_dead_stones_need_both_players() -> None:
    black, white = pair("go", size="9")
    count(black, white)
    assert black.look()["stage"] == "counting"
    assert black.refusal("draw") == "counting"
    now = black.do("agree")
    assert (now["stage"], now["link"]["offer"]["kind"]) == ("counting", "agree")
    white.do("toggle", point="c3")
    assert black.look()["link"]["offer"] is None, "it was agreed on other stones"
    white.do("agree")
    over = black.do("agree")
    assert over["stage"] == "over"
    assert "C3" in over["dead"]


def test_either_player_can_resume_after_two_passes() -> None:
    black, white = pair("go", size="9")
    count(black, white)
    white.do("agree")
    now = white.do("play_on")
    assert (now["stage"], now["ply"], now["link"]["offer"]) == ("playing", 2, None)


def test_resuming_a_second_time_needs_both_players() -> None:
    black, white = pair("go", size="9")
    count(black, white)
    white.do("play_on")
    assert white.refusal("play_on") == "not_counting"
    for player in (black, white):
        player.play("pass")
    asked = white.do("play_on")
    assert (asked["stage"], asked["link"]["offer"]) == (
        "counting",
        {"kind": "play_on", "by": "white"},
    )
    assert white.refusal("accept") == "no_offer"
    black.do("decline")
    assert black.do("agree")["link"]["offer"]["kind"] == "agree"
    white.do("toggle", point="c3")
    assert white.do("play_on")["stage"] == "counting", "no other command makes that forgotten"
    assert black.do("accept")["stage"] == "playing"
    for player in (black, white):
        player.play("pass")
    black.do("play_on")
    on = white.do("play_on")
    assert (on["stage"], on["ply"], on["last_ply"]) == ("playing", 2, 2), "who asks too accepts"


def test_second_pass_is_charged_without_requiring_engine_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine_budget = Shares(10, 0.001)
    monkeypatch.setattr(budget, "engine_time", lambda: engine_budget)
    black, white = pair("go", size="9")
    engine_budget.spend(white.row.guest, "127.0.0.1", 60)
    debt = engine_budget.left(white.row.guest, "127.0.0.1")
    assert debt < 0
    count(black, white)
    assert white.look()["stage"] == "counting"
    assert engine_budget.left(white.row.guest, "127.0.0.1") < debt


# Again


def test_a_rematch_changes_colours_and_seats_both() -> None:
    black, white = pair("othello", strict="yes", clock="5+3")
    assert black.refusal("rematch") == "not_over"
    white.do("resign")
    first = black.rematch()
    assert first["url"] is None
    assert first["state"]["link"]["offer"] == {"kind": "rematch", "by": "black"}
    assert black.rematch()["url"] is None, "asking again changes nothing"
    assert white.look()["can"]["rematch"]
    url = white.rematch()["url"]
    assert black.look()["link"]["next"] == url
    assert black.rematch()["url"] == url
    assert not black.now["can"]["rematch"]
    again = [Player(player.client, url.split("/")[2]) for player in (black, white)]
    assert [player.look()["me"] for player in again] == ["white", "black"]
    assert all(player.now["link"]["joined"] for player in again)
    assert all(player.now["link"]["invite"] is None for player in again)
    assert (again[0].now["strict"], again[0].now["clock"]["increment"]) == (True, 3)
    again[1].play()


def test_a_rematch_can_be_accepted_like_any_offer() -> None:
    black, white = pair()
    black.do("resign")
    black.rematch()
    assert white.do("accept")["link"]["next"] == black.look()["link"]["next"] is not None


def test_two_rematches_at_once_make_one_game() -> None:
    black, white = pair()
    black.do("resign")
    version = black.look()["version"]
    before = Game.objects.count()
    black.rematch(version=version)
    answer = white.client.post(
        f"/api/games/{white.game}/rematch/", {"version": version}, content_type="application/json"
    )
    assert answer.status_code == 409
    assert answer.json()["state"]["me"] == "white"
    assert white.rematch()["url"] == white.rematch()["url"]
    assert Game.objects.count() == before + 1


@pytest.mark.parametrize(("full", "code"), [("black", "no_room"), ("white", "too_many")])
def test_a_rematch_needs_room_on_both_sides(
    monkeypatch: pytest.MonkeyPatch, full: str, code: str
) -> None:
    black, white = pair()
    black.do("resign")
    black.rematch()
    crowded, other = (black, white) if full == "black" else (white, black)
    crowded.client.post("/play/dobutsu/", {"opponent": "person"})
    before = Game.objects.count()
    monkeypatch.setattr(repository, "MOST_GAMES", 2)
    status, answer = white.ask("accept")
    assert (status, answer["error"]["code"]) == (429 if full == "white" else 422, code)
    assert Game.objects.count() == before
    assert other.look()["link"]["next"] is None
    assert white.look()["link"]["offer"], "it stands, for when there is room"


# Clocks


def lose_on_time(player: Player) -> None:
    """The current turn began an hour ago."""
    Game.objects.filter(pk=player.game).update(turn_began=time.time() - 3600)


def timed() -> tuple[Player, Player]:
    """A game with a clock after the first moves, which are free."""
    black, white = pair("othello", clock="1+0")
    black.play("d3")
    white.play("c3")
    return black, white


def test_server_decides_whose_flag_fell() -> None:
    black, white = timed()
    assert white.do("flag")["stage"] == "playing"
    lose_on_time(black)
    over = white.do("flag")
    assert (over["result"]["code"], over["result"]["winner"]) == ("time", "white")


def test_move_after_the_flag_fell_is_not_played() -> None:
    black, _white = timed()
    lose_on_time(black)
    over = black.play()
    assert over["result"]["code"] == "time"
    assert over["ply"] == 2


def test_times_sent_by_a_client_are_ignored() -> None:
    black, _white = timed()
    Game.objects.filter(pk=black.game).update(turn_began=time.time() - 20)
    forged = {"seconds": 0, "clock": 600, "turn_began": time.time() + 600, "now": 0}
    after = black.do("move", move=black.look()["view"]["moves"][0]["text"], **forged)
    assert 30 < after["clock"]["black"] < 41


def test_offers_do_not_stop_a_clock() -> None:
    black, white = timed()
    Game.objects.filter(pk=black.game).update(turn_began=time.time() - 20)
    black.do("draw")
    assert black.look()["clock"]["black"] < 41
    white.do("decline")
    now = black.do("undo")
    assert now["clock"]["black"] < 41
    assert now["clock"]["running"] == "black"


def test_resuming_after_passes_restores_no_time() -> None:
    black, white = pair("go", size="9", clock="1+0")
    for player, move in ((black, "c3"), (white, "g7")):
        player.play(move)
    for player, seconds in ((black, 10), (white, 40)):
        Game.objects.filter(pk=black.game).update(turn_began=time.time() - seconds)
        counted = player.play("pass")["clock"]
    on = white.do("play_on")
    assert (on["ply"], on["clock"]["running"]) == (2, "black")
    assert on["clock"]["white"] == counted["white"] < 21
    assert counted["black"] - 5 < on["clock"]["black"] <= counted["black"] < 51
