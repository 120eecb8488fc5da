"""Games by link: turns, consent, and protection against cheating."""

import random

import pytest

from plyground.engine.view import Turn
from plyground.session.session import SIDES
from plyground.web.base.ids import new_visitor
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import consent, invitations, repository
from plyground.web.games import services as games_services
from tests.web.link_pairs import Data, Player, host, pair, somebody

pytestmark = pytest.mark.usefixtures("database", "unhurried")


# Turns


def test_each_player_sees_the_game_from_their_side() -> None:
    black, white = pair()
    mine, theirs = black.look(), white.look()
    assert (mine["me"], mine["people"], mine["to_move"]) == ("black", ["black"], "person")
    assert (theirs["me"], theirs["people"], theirs["to_move"]) == ("white", ["white"], "other")
    assert mine["situation"] == "Your turn."
    assert theirs["situation"] == "Black to move: your opponent."
    assert [mine["seats"][side]["name"] for side in ("black", "white")] == ["You", "Your opponent"]
    assert theirs["seats"]["white"]["name"] == "You"
    assert mine["version"] == theirs["version"]
    assert mine["speaker"] == "black"


def test_people_move_in_turn() -> None:
    black, white = pair()
    assert white.refusal("move", move="d3") == "not_your_turn"
    assert black.play("d3")["to_move"] == "other"
    assert black.refusal("move", move="c3") == "not_your_turn"
    assert white.play("c3")["me"] == "white"
    assert [row["text"] for row in black.look()["moves"]] == ["d3", "c3"]


def test_host_can_play_and_take_back_the_first_move_alone() -> None:
    black = host("gomoku", clock="1+0")
    assert black.play("h8")["situation"] == "Nobody has taken the other seat yet."
    assert black.do("undo")["ply"] == 0
    assert black.play("g7")["clock"]["running"] is None
    for action in ("draw", "resign"):
        assert black.refusal(action) == "no_opponent"


def test_games_by_link_have_no_hints_and_no_redo() -> None:
    black, white = pair()
    black.play("d3")
    white.play("c3")
    now = black.look()
    assert not now["can"]["hint"]
    assert not now["can"]["redo"]
    assert black.refusal("redo") == "by_link"
    command = {"game": black.game, "version": now["version"], "kind": "hint"}
    answer = black.client.post("/api/jobs/", command, content_type="application/json")
    assert answer.status_code == 403


def test_game_against_the_computer_needs_no_consent() -> None:
    client = somebody()
    game = client.post("/play/othello/", {"opponent": "level:1"})["Location"].split("/")[2]
    now = client.get(f"/api/games/{game}/").json()
    assert (now["me"], now["people"], now["to_move"], now["link"]) == (
        None,
        ["black"],
        "person",
        None,
    )
    assert not now["can"]["accept"]
    assert not now["can"]["decline"]


# Consent


def test_a_move_is_taken_back_when_the_other_side_agrees() -> None:
    black, white = pair()
    black.play("d3")
    now = black.do("undo")
    assert now["ply"] == 1, "nothing happens yet"
    assert now["link"]["offer"] == {"kind": "undo", "by": "black"}
    assert not now["can"]["undo"]
    assert not now["can"]["draw"], "one offer at a time"
    assert not now["can"]["accept"], "it is one's own"
    theirs = white.look()
    assert theirs["can"]["accept"]
    assert theirs["can"]["decline"]
    after = white.do("accept")
    assert (after["ply"], after["last_ply"], after["link"]["offer"]) == (0, 0, None)
    assert black.look()["to_move"] == "person"


def test_accepted_takeback_returns_to_the_requesters_turn() -> None:
    black, white = pair()
    black.play("d3")
    white.play("c3")
    assert white.look()["can"]["undo"]
    black.do("undo")
    after = white.do("accept")
    assert (after["ply"], after["last_ply"]) == (0, 0), "the answer went with the move"
    assert white.refusal("undo") == "nothing_to_undo"
    black.play("d3")
    white.play("c3")
    white.do("undo")
    assert black.do("accept")["ply"] == 1


def test_an_offer_can_be_declined_or_withdrawn_and_falls_with_a_move() -> None:
    black, white = pair()
    black.play("d3")
    for answerer in (white, black):
        black.do("draw")
        now = answerer.do("decline")
        assert now["link"]["offer"] is None
        assert now["stage"] == "playing"
        assert white.refusal("accept") == "no_offer"
    black.do("draw")
    white.play("c3")
    assert black.look()["link"]["offer"] is None
    assert white.refusal("decline") == "no_offer"


def test_draw_needs_both_players() -> None:
    black, white = pair()
    black.do("draw")
    assert white.look()["stage"] == "playing"
    assert white.do("accept")["result"]["code"] == "agreement"
    black, white = pair()
    white.do("draw")
    assert black.do("draw")["stage"] == "over", "who offers the same accepts"


def test_player_can_not_accept_their_own_offer() -> None:
    black, white = pair()
    black.play("d3")
    for kind in ("draw", "undo"):
        black.do(kind)
        assert black.refusal("accept") == "no_offer"
        assert black.refusal(kind) == "offered_already"
        white.do("decline")
    assert black.look()["ply"] == 1


def test_repeated_draw_offers_are_refused() -> None:
    black, white = pair()
    for _ in range(consent.MOST_OFFERS):
        black.do("draw")
        black.do("decline")
    assert not black.look()["can"]["draw"]
    assert black.refusal("draw") == "too_many_offers"
    white.do("draw")
    white.do("decline")
    assert black.refusal("draw") == "too_many_offers", "the other's offers do not change that"
    black.play()
    assert black.do("draw")["link"]["offer"], "a new move, a new chance"


def test_player_who_resigns_loses_on_either_turn() -> None:
    black, white = pair()
    over = white.do("resign", side="black")
    assert over["result"]["winner"] == "black"
    assert over["result"]["sentence"].startswith("You lose")
    assert black.look()["result"]["sentence"].startswith("You win")


def test_client_can_not_resign_for_the_other_side() -> None:
    client = somebody()
    game = client.post("/play/othello/", {"opponent": "level:1"})["Location"].split("/")[2]
    over = Player(client, game).do("resign", side="white")
    assert over["result"]["winner"] == "white"


@pytest.mark.parametrize("action", ["undo", "draw", "agree", "resign", "move", "accept"])
def test_after_the_end_commands_are_refused(action: str) -> None:
    black, white = pair()
    black.play("d3")
    white.do("resign")
    assert black.refusal(action, move="c3")
    assert black.look()["stage"] == "over"


def test_a_strict_game_takes_nothing_back() -> None:
    black, white = pair("othello", strict="yes")
    black.play("d3")
    assert black.refusal("undo") == "strict"
    assert not black.look()["can"]["undo"]
    black.do("draw")
    assert white.do("decline")["stage"] == "playing"


# Cheating


def test_stranger_is_refused_every_command() -> None:
    black, _white = pair()
    stranger = Player(somebody(), black.game)
    command = {"version": 2, "ply": 0, "action": "move", "move": "d3"}
    for url, sent in (
        (f"/api/games/{black.game}/actions/", command),
        (f"/api/games/{black.game}/rematch/", {}),
        (f"/api/games/{black.game}/fork/", {"ply": 0}),
        (f"/api/games/{black.game}/share/", {}),
    ):
        answer = stranger.client.post(url, sent, content_type="application/json")
        assert answer.status_code in (401, 404), url
    for url in (f"/api/games/{black.game}/", f"/api/games/{black.game}/events/"):
        assert stranger.client.get(url).status_code == 404, url
    assert stranger.client.post(f"/games/{black.game}/delete/").status_code == 404
    assert black.look()["ply"] == 0


def test_spectator_can_only_watch() -> None:
    black, _white = pair()
    shared = black.look()["shared"]
    watcher = somebody()
    assert watcher.get(shared).status_code == 200
    token = shared.split("/")[2]
    for path in (f"/api/games/{token}/actions/", f"/api/join/{token}/"):
        answer = watcher.post(path, {"action": "move"}, content_type="application/json")
        assert answer.status_code in (401, 404)
    page = watcher.get(shared).content.decode()
    assert str(black.row.invite) not in page
    assert black.game not in page


@pytest.mark.parametrize("forged", [{"me": "black"}, {"side": "black"}, {"by": "black"}])
def test_side_is_decided_by_the_seat(forged: Data) -> None:
    black, white = pair()
    assert white.refusal("move", move="d3", **forged) == "not_your_turn"
    white.do("draw", **forged)
    assert white.refusal("accept", **forged) == "no_offer"
    assert black.look()["link"]["offer"]["by"] == "white"


def test_a_repeated_request_is_applied_once() -> None:
    black, white = pair()
    now = black.look()
    command = {"version": now["version"], "ply": 0, "action": "move", "move": "d3"}
    url = f"/api/games/{black.game}/actions/"
    answers = [black.client.post(url, command, content_type="application/json") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert answers[1].json()["state"]["me"] == "black"
    white.play("c3")
    assert black.client.post(url, command, content_type="application/json").status_code == 409
    for version in (None, "2", -1, 10**12, True):
        answer = black.client.post(
            url, command | {"version": version}, content_type="application/json"
        )
        assert answer.status_code == 409, version
    assert black.look()["ply"] == 2


def test_answer_to_an_outdated_offer_is_refused() -> None:
    black, white = pair()
    black.play("d3")
    black.do("undo")
    seen = white.look()["version"]
    black.do("decline")
    black.do("draw")
    status, data = white.ask("accept", version=seen)
    assert (status, data["state"]["link"]["offer"]["kind"]) == (409, "draw")


def test_nonsense_is_refused_with_a_sentence() -> None:
    black, _white = pair()
    assert black.refusal("cheat") == "no_such_action"
    assert black.refusal("move", move=["d3"]) == "no_text"
    status, data = black.ask("accept", offer={"kind": "draw", "by": "white"})
    assert (status, data["error"]["code"]) == (422, "no_offer")


def test_fork_belongs_to_the_player_who_made_it() -> None:
    black, white = pair()
    black.play("d3")
    url = f"/api/games/{white.game}/fork/"
    command = {"ply": 1, "opponent": "level:1", "colour": "white"}
    found = white.client.post(url, command, content_type="application/json").json()["url"]
    assert white.client.get(found).status_code == 200
    assert black.client.get(found).status_code == 404


# Random commands


def test_random_commands_of_two_people_keep_the_rules() -> None:
    chance = random.Random(7)
    done: set[str] = set()
    for _ in range(15):
        done |= applied_commands(chance)
    assert done == {"move", "undo", "draw", "accept", "decline", "flag"}


def applied_commands(chance: random.Random) -> set[str]:
    """Plays a random game of commands, and checks the result of each; returns the applied ones."""
    service = directory.of("othello")
    row = repository.create(new_visitor(), service.open(StoredGame("othello")), seat="black")
    invitations.join(str(row.invite), new_visitor())
    row.refresh_from_db()
    commands = (
        "move",
        "move",
        "move",
        "undo",
        "draw",
        "accept",
        "decline",
        "redo",
        "agree",
        "flag",
    )
    done: set[str] = set()
    for _ in range(60):
        stored = repository.read(row)
        place, offer, version = service.place(stored), consent.standing(row), row.version
        me: Turn = chance.choice(SIDES)
        action = chance.choice(commands)
        moves = [move["text"] for move in service.picture(stored)["view"]["moves"]] or ["a1"]
        try:
            after, _note = games_services.perform(
                row, stored, action, {"move": chance.choice(moves)}, me=me
            )
        except Refused:
            assert row.version == version
            continue
        theirs = offer is not None and offer["by"] != me
        assert row.version == version + (action != "flag")
        if after.at > stored.at:
            assert (action, place["turn"], after.at) == ("move", me, stored.at + 1)
        elif after.at < stored.at:
            assert offer is not None
            assert (action, theirs, offer["kind"]) == ("accept", True, "undo")
            assert service.place(after)["turn"] == offer["by"]
        done.add(action)
        if after.result is not None:
            assert action == "move" or (theirs and offer is not None and offer["kind"] == "draw")
            break
    return done
