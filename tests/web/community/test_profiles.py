"""Profiles: results, strength, puzzle ratings, names, and what others see."""

import html
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from plyground import puzzles
from plyground.engine.view import Turn
from plyground.puzzles import Puzzle
from plyground.records.record import outside_result
from plyground.web.accounts import services as accounts_services
from plyground.web.community import results
from plyground.web.game_service.analysis_data import result_data
from plyground.web.games.models import Game
from plyground.web.learn import puzzle_ratings
from plyground.web.learn.models import PuzzleAttempt, PuzzleRating
from plyground.web.visitors import people
from plyground.web.visitors.models import Person
from tests.web.people import another, by_link, in_no_time, name_in, new_name, sign_up
from tests.web.play.test_pages import begin, text_of

ONE = puzzles.puzzles("dobutsu")[0]
KEY = f"dobutsu/puzzle-{ONE.id}"


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


def ended(winner: Turn | None) -> Any:
    return result_data(outside_result(winner, "resign", "somebody resigned"))


def won(visitor: str, level: int, *, winner: Turn | None = "black", **more: Any) -> Game:
    """A finished game of Othello against a level, with this visitor as Black."""
    result = ended(winner)
    values = {"black": "person", "white": f"level:{level}", "at": 9, **more}
    return Game.objects.create(visitor=visitor, name="othello", result=result, **values)


def ask(client: Client, one: Puzzle, **command: Any) -> Any:
    path = f"/puzzles/{one.game}/{one.id}/answer/"
    return client.post(path, command, content_type="application/json").json()


def right(one: Puzzle) -> list[str]:
    return list(one.line[: one.asked : 2])


def a_wrong_move(one: Puzzle) -> str:
    accepted = puzzles.accepted(one)[0]
    return next(move for move in puzzles.begin(one).moves() if move not in accepted)


# Results and strength


def test_results_are_counted_by_game_and_level(client: Client) -> None:
    visitor = name_in(client)
    for winner in ("black", "black", "white", None):
        won(visitor, 3, winner=winner)
    won(visitor, 5)
    won(visitor, 3, white="person")  # both people share a screen
    won(visitor, 3, at=1)  # resigned before it began
    found = results.by_opponent(results.finished(visitor))
    assert [(name, str(tally)) for name, tally in found] == [
        ("Level 3", "+2 =1 -1"),
        ("Level 5", "+1 =0 -0"),
    ]
    page = text_of(client, "/profile/")
    assert "Othello" in page
    assert "Elo" in page


def test_strength_is_that_of_the_measured_levels(client: Client) -> None:
    visitor = name_in(client)
    for _ in range(12):
        won(visitor, 4, strict=True)
        won(visitor, 4, strict=True, winner="white")
    found = results.strength("othello", results.finished(visitor))
    assert found is not None
    assert results.near_level("othello", found.elo) == 4
    assert found.low < 702 < found.high


def test_other_boards_and_starts_do_not_count_for_the_strength(client: Client) -> None:
    visitor = name_in(client)
    won(visitor, 4, options={"size": 6})
    won(visitor, 4, start="some position")
    assert results.strength("othello", results.finished(visitor)) is None
    won(visitor, 4, options={"size": 8})
    assert results.strength("othello", results.finished(visitor)) is not None


def test_casual_games_count_half(client: Client) -> None:
    visitor, other = name_in(client), name_in(another())
    for winner in ("black", "white") * 5:
        won(visitor, 4, winner=winner, strict=True)
        won(other, 4, winner=winner)
    strict, casual = (
        results.strength("othello", results.finished(who)) for who in (visitor, other)
    )
    assert strict is not None
    assert casual is not None
    assert casual.deviation > strict.deviation
    assert "count half" in text_of(client, "/profile/")


def test_games_by_link_count_for_both(client: Client) -> None:
    visitor, guest = name_in(client), name_in(another())
    row = by_link(visitor, guest, at=5, result=ended("white"))
    assert [one.score for one in results.finished(row.visitor)] == [1.0]
    assert [one.score for one in results.finished(row.guest)] == [0.0]
    assert "People" in text_of(client, "/profile/")


# Puzzles


def test_first_attempt_changes_the_puzzle_rating(client: Client) -> None:
    answer = ask(client, ONE, moves=right(ONE))
    assert answer["outcome"] == "done"
    assert "Your puzzle rating:" in answer["rating"]
    visitor = client.session["visitor"]
    first = puzzle_ratings.of(visitor)["dobutsu"]
    assert first.rating > 1500
    assert first.deviation < 350
    again = ask(client, ONE, moves=right(ONE))
    assert "rating" not in again
    assert PuzzleAttempt.objects.filter(visitor=visitor).count() == 1


def test_hints_halve_a_puzzle_and_the_answer_says_so(client: Client) -> None:
    clean, helped = client, another()
    ask(clean, ONE, moves=right(ONE))
    answer = ask(helped, ONE, moves=right(ONE), hints=1)
    assert "With hints, the puzzle counts half." in answer["rating"]
    ratings = [puzzle_ratings.of(one.session["visitor"])["dobutsu"] for one in (clean, helped)]
    assert ratings[0].rating > ratings[1].rating
    assert "With hints" in text_of(helped, "/profile/")


@pytest.mark.parametrize("command", ["hint", "solution", "judge"])
def test_a_failed_first_attempt_stays_failed(client: Client, command: str) -> None:
    moves = [a_wrong_move(ONE)] if command == "judge" else []
    ask(client, ONE, moves=moves, command=command)
    assert "rating" not in ask(client, ONE, moves=right(ONE))
    attempt = PuzzleAttempt.objects.get(visitor=client.session["visitor"])
    assert (attempt.puzzle, attempt.score) == (KEY, 0)
    assert attempt.rating < 1500


def test_an_account_takes_over_attempts_and_ratings(client: Client) -> None:
    ask(client, ONE, moves=right(ONE))
    before = client.session["visitor"]
    account = sign_up(client)
    assert not PuzzleRating.objects.filter(visitor=before).exists()
    assert puzzle_ratings.counts(account.visitor) == {"dobutsu": [1.0]}
    data = json.loads("".join(accounts_services.everything(account.visitor, account)))
    assert [row["puzzle"] for row in data["puzzles"]] == [KEY]
    accounts_services.delete(account)
    assert puzzle_ratings.of(account.visitor) == {}


# Names and what others see


def test_guest_chooses_a_name(client: Client) -> None:
    name = new_name()
    assert client.post("/profile/", {"name": f" {name} "}).status_code == 302
    assert name in text_of(client, "/profile/")
    person = people.of(client.session["visitor"])
    assert person is not None
    assert name in text_of(another(), f"/people/{person.key}/")
    assert client.get(f"/people/{person.key}/").headers["Location"] == "/profile/"


@pytest.mark.parametrize("name", ["a", "two words", "x" * 31, "..."])
def test_bad_name_of_a_guest_is_refused_with_a_sentence(client: Client, name: str) -> None:
    answer = client.post("/profile/", {"name": name})
    assert answer.status_code == 422
    assert "A name must have 2 to 30 letters" in html.unescape(answer.content.decode())


def test_guest_cannot_take_the_name_of_an_account(client: Client) -> None:
    account = sign_up(another())
    answer = client.post("/profile/", {"name": account.name.upper()})
    assert answer.status_code == 422
    assert "is taken" in answer.content.decode()


def test_others_see_results_but_neither_mistakes_nor_the_secret_name(client: Client) -> None:
    account = sign_up(client)
    won(account.visitor, 3)
    key = people.known(account.visitor).key
    page = text_of(another(), f"/people/{key}/")
    assert account.name in page
    assert "Level 3" in page
    assert "Your usual mistakes" not in page
    assert account.visitor not in page + text_of(client, "/profile/")
    assert another().get("/people/nobody/").status_code == 404


def test_profile_of_a_new_visitor_stores_nothing(client: Client) -> None:
    before = Person.objects.count()
    assert "No finished game yet." in text_of(client, "/profile/")
    assert Person.objects.count() == before


# My games


def test_games_are_filtered_by_game_opponent_and_result(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    ours = {won(row.visitor, 3, at=0).pk: "won"}
    ours[won(row.visitor, 3, winner="white", at=0).pk] = "lost"
    ours[won(row.visitor, 3, winner=None, at=0).pk] = "drawn"
    ours[row.pk] = "open"
    linked = by_link(name_in(another()), row.visitor, result=ended("black"))
    ours[linked.pk] = "won"  # the guest is Black

    def shown(query: str) -> set[str]:
        page = text_of(client, f"/games/?{query}")
        return {key for key in ours if f'value="{key}"' in page}

    for result in ("won", "lost", "drawn", "open"):
        assert shown(f"result={result}") == {key for key, one in ours.items() if one == result}
    assert shown("game=dobutsu") == {row.pk, linked.pk}
    assert shown("opponent=person") == {linked.pk}
    assert shown("opponent=screen") == {row.pk}
    assert shown("opponent=computer&result=won&game=othello") == {
        key for key, one in ours.items() if one == "won" and key != linked.pk
    }
    assert "No game fits." in text_of(client, "/games/?opponent=watch")
    assert shown("opponent=nonsense&result=x") == set(ours)


def test_finished_games_link_to_their_review(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    over = begin(client, "dobutsu", opponent="person")
    over.moves.create(ply=1, text="b2b3")
    Game.objects.filter(pk=over.pk).update(at=1, result=ended("black"))
    page = text_of(client, "/games/")
    assert f'href="/games/{over.pk}/review/"' in page
    assert f'href="/games/{row.pk}/review/"' not in page


def test_several_games_are_deleted_after_a_question(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    games = [won(row.visitor, 3, at=0).pk for _ in range(3)]
    foreign = won(name_in(another()), 3, at=0)
    form = {"game": [*games[:2], foreign.pk]}
    page = client.post("/games/selected/delete/", form).content.decode()
    assert "Delete these games?" in page
    assert page.count('name="game"') == 2
    assert Game.objects.filter(pk__in=games).count() == 3
    answer = client.post("/games/selected/delete/", {**form, "sure": "yes"})
    assert answer.headers["Location"] == "/games/?deleted=2"
    assert "2 games were deleted." in text_of(client, "/games/?deleted=2")
    assert set(Game.objects.filter(pk__in=[*games, foreign.pk]).values_list("pk", flat=True)) == {
        games[2],
        foreign.pk,
    }
    assert client.post("/games/selected/delete/", {}).headers["Location"] == "/games/"
