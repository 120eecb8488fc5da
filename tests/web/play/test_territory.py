"""Territory in Go: an estimate while a game is played, and the count as a table."""

from typing import Any

import pytest
from django.test import Client

import plyground
from plyground.engine.counting import count_rows, dead_stones, expected_lead, ownership
from plyground.web.games.models import Game
from tests.web.people import another
from tests.web.play.test_pages import begin

Data = dict[str, Any]
GAME = {"opponent": "person", "size": "5", "komi": "0.5"}
END = "2x2/1oxxx/2x2/xxx2/5 b"  # Black owns all, except one dead white stone
AT = {"game": "go", "options": {"size": 5, "komi": 0.5}, "moves": ["pass", "pass"]}


def act(client: Client, row: Game, action: str, **more: object) -> Data:
    state = client.get(f"/api/games/{row.pk}/").json()
    command = {"version": state["version"], "ply": state["ply"], "action": action, **more}
    path = f"/api/games/{row.pk}/actions/"
    found: Data = client.post(path, command, content_type="application/json").json()
    return found


def ask(client: Client, row: Game, query: str = "") -> Any:
    return client.get(f"/api/games/{row.pk}/territory/{query}")


def lines(answer: Data) -> list[tuple[str, float, float]]:
    return [(one["words"], one["black"], one["white"]) for one in answer["lines"]]


@pytest.mark.parametrize("scoring", ["area", "territory"])
def test_parts_of_a_count_add_up_to_the_score(scoring: str) -> None:
    go = plyground.game("go", size=7, komi=3.5, scoring=scoring)
    position = go.start()
    for number in range(40):
        placed = [move for move in position.moves() if move != "pass"]
        position = position.play(placed[number * 7 % len(placed)] if placed else "pass")
    end = position.play_all("pass pass")
    for dead in ([], dead_stones(end)):
        marked = end.mark_dead(dead)
        score, rows = marked.score(), count_rows(marked)
        assert score is not None
        assert sum(row.black for row in rows) == score.black
        assert sum(row.white for row in rows) == score.white
        assert rows[-1] == ("komi", 0, 3.5)


def test_stones_and_prisoners_count_in_territory_scoring() -> None:
    go = plyground.game("go", size=5, komi=0.5, scoring="territory")
    # White has captured a stone at the top, and its stone B4 is dead.
    end = go.position("2x2/1oxxx/2x2/xxx2/5 b passes=2 prisoners=0,1 dead=B4")
    rows = {row.part: (row.black, row.white) for row in count_rows(end)}
    assert rows == {"territory": (17, 0), "dead": (1, 0), "prisoners": (0, 1), "komi": (0, 0.5)}


def test_expected_lead_of_a_settled_board_is_the_margin() -> None:
    for scoring in ("area", "territory"):
        go = plyground.game("go", size=5, komi=0.5, scoring=scoring)
        board = go.position("1x1xo/xxxxo/ooooo/5/1o1o1 b passes=2")
        score = board.score()
        assert score is not None
        lead = expected_lead(board, ownership(board))
        # Territory scoring counts no stones: the sides placed 6 and 9.
        placed = 6 - 9 if scoring == "territory" else 0
        assert abs(lead - (8 - 17 - 0.5 - placed)) < 0.5


def test_estimate_says_who_leads_and_who_owns_each_point(client: Client) -> None:
    row = begin(client, "go", **GAME, position=END)
    found = ask(client, row).json()
    assert (found["counted"], found["lines"]) == (False, [])
    assert found["owners"]["A1"] > 0.8
    assert found["owners"]["B4"] > 0.8
    assert found["sentence"].startswith("Estimate: Black leads by 2")


def test_count_is_a_table_and_follows_what_people_mark(client: Client) -> None:
    row = begin(client, "go", **GAME, position=END)
    act(client, row, "move", move="pass")
    act(client, row, "move", move="pass")
    found = ask(client, row).json()
    assert (found["counted"], found["owners"]["B4"], found["lead"]) == (True, 1, 24.5)
    assert found["sentence"] == "Black is ahead by 24.5."
    table = [("Stones", 8, 0), ("Territory", 17, 0), ("Komi", 0, 0.5), ("Sum", 25, 0.5)]
    assert lines(found) == table
    act(client, row, "toggle", point="B4")
    alive = ask(client, row).json()
    assert "B4" in alive["owners"]
    assert alive["owners"]["B4"] == -1
    assert lines(alive)[0] == ("Stones", 8, 1)
    assert ask(client, row, "?ply=0").json()["counted"] is False


def test_estimate_is_hidden_where_help_is(client: Client) -> None:
    strict = begin(client, "go", opponent="level:1", size="5", strict="on")
    assert ask(client, strict).status_code == 403
    row = begin(client, "go", opponent="link", size="5")
    assert ask(client, row).json()["error"]["code"] == "not_open"
    assert ask(another(), row).status_code == 404


def test_questions_that_have_no_answer(client: Client) -> None:
    row = begin(client, "go", **GAME)
    assert ask(client, row, "?ply=x").status_code == 400
    assert ask(client, row, "?ply=9").status_code == 422
    other = begin(client, "othello", opponent="person")
    answer = ask(client, other)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_territory")


def test_analysis_board_counts_with_the_engines_dead_stones(client: Client) -> None:
    body = {**AT, "position": END}
    found = client.post("/analysis/territory/", body, content_type="application/json").json()
    assert (found["counted"], found["lead"], found["owners"]["B4"]) == (True, 24.5, 1)
    page = client.get("/analysis/?game=go").content.decode()
    assert 'id="territory-switch"' in page
    assert 'id="territory-switch"' not in client.get("/analysis/?game=othello").content.decode()
