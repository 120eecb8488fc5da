"""Perfect play from a tablebase: its visibility and its data."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from plyground.engine import tablebase
from plyground.engine.stop import Stop
from plyground.web.contract.boards import Limits
from plyground.web.contract.games import ValueRow, Values
from plyground.web.game_service.service import LocalGameService
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import state
from plyground.web.games.models import Game
from plyground.web.play import value_views
from tests.web.people import another, by_link, name_in
from tests.web.play.test_pages import begin
from tests.web.stored_games import steps
from tests.web.tablebases import FIRST, write

Data = dict[str, Any]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tablebase with a win, a draw and two losses for the first moves, and draws elsewhere."""
    return write(tmp_path_factory.mktemp("table") / "dobutsu.values", FIRST)


@pytest.fixture
def table(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tablebase is in use."""
    monkeypatch.setenv(tablebase.SETTING, str(file))
    yield
    monkeypatch.undo()
    assert tablebase.find("dobutsu") is None  # as it was


def ask(client: Client, row: Game, query: str = "") -> Any:
    return client.get(f"/api/games/{row.pk}/tablebase/{query}")


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.usefixtures("table")
def test_the_analysis_board_shows_perfect_play_too(client: Client) -> None:
    command = {"game": "dobutsu", "options": {}, "moves": []}
    values = client.post("/analysis/at/", command, content_type="application/json").json()[
        "tablebase"
    ]
    assert values["sentence"] == "Black wins in 3 moves with best play."
    assert [move["words"]["label"] for move in values["moves"]] == ["W 3", "D", "L 76", "L 12"]
    page = client.get("/analysis/?game=dobutsu").content.decode()
    assert 'id="perfect-switch"' in page


@pytest.mark.usefixtures("table")
def test_each_move_has_its_value_the_best_first(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    found = ask(client, row).json()
    values = [(move["text"], move["value"]) for move in found["moves"]]
    assert values == [("c1c2", 3), ("b1a2", 0), ("b2b3", -76), ("b1c2", -12)]
    assert (found["ply"], found["side"], found["value"], found["exact"]) == (0, "black", 3, True)
    assert found["sentence"] == "Black wins in 3 moves with best play."
    assert [move["words"]["label"] for move in found["moves"]] == ["W 3", "D", "L 76", "L 12"]
    assert [move["words"]["spoken"] for move in found["moves"]] == [
        *("wins in 3 moves", "draws", "loses in 76 moves", "loses in 12 moves"),
    ]


@pytest.mark.usefixtures("table")
def test_earlier_positions_can_be_asked_about(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    command = {"version": row.version, "ply": 0, "action": "move", "move": "b1a2"}
    kind = "application/json"
    assert (
        client.post(f"/api/games/{row.pk}/actions/", command, content_type=kind).status_code == 200
    )
    now = ask(client, row).json()
    assert (now["ply"], now["side"], now["value"]) == (1, "white", 0)
    assert now["sentence"] == "A draw with best play."
    assert ask(client, row, "?ply=0").json()["value"] == 3
    assert error(ask(client, row, "?ply=2")) == (422, "no_such_ply")
    assert error(ask(client, row, "?ply=-1")) == (400, "malformed")
    assert error(ask(client, row, "?ply=")) == (400, "malformed")


def test_without_a_tablebase_there_are_no_values(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    assert error(ask(client, row)) == (404, "no_table")
    assert client.get(f"/api/games/{row.pk}/").json()["tablebase"] is False


@pytest.mark.usefixtures("table")
def test_games_without_a_tablebase_have_no_values(client: Client) -> None:
    row = begin(client, "othello", opponent="person")
    assert error(ask(client, row)) == (404, "no_table")
    assert client.get(f"/api/games/{row.pk}/").json()["tablebase"] is False


@pytest.mark.usefixtures("table")
def test_perfect_play_in_games_of_others_is_hidden(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    assert client.get(f"/api/games/{row.pk}/").json()["tablebase"] is True
    assert error(ask(another(), row)) == (404, "no_such_game")


@pytest.mark.usefixtures("table")
def test_perfect_play_is_hidden_in_games_by_link_until_they_end(client: Client) -> None:
    row = by_link(name_in(client), name_in(another()), share="shared-by-link")
    assert error(ask(client, row)) == (403, "not_open")
    assert error(ask(client, row, "?ply=0")) == (403, "not_open")
    assert client.get(f"/api/games/{row.pk}/").json()["tablebase"] is False
    watcher = another()
    assert error(watcher.get("/shared/shared-by-link/tablebase/")) == (403, "not_open")
    result = {"winner": "black", "margin": None, "code": "resigned", "reason": ""}
    Game.objects.filter(pk=row.pk).update(result=result)
    assert ask(client, row, "?ply=0").json()["value"] is None  # the game ended there
    assert watcher.get("/shared/shared-by-link/tablebase/").status_code == 200


@pytest.mark.usefixtures("table")
def test_a_strict_game_is_played_without_help(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="level:1", strict="yes")
    assert error(ask(client, row)) == (403, "not_open")


@pytest.mark.usefixtures("table")
def test_people_with_the_link_see_perfect_play(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    url = client.post(f"/api/games/{row.pk}/share/").json()["url"]
    watcher = another()
    assert watcher.get(f"{url}tablebase/").json()["value"] == 3
    assert error(watcher.get(f"{url}tablebase/?ply=1")) == (422, "no_such_ply")
    assert error(watcher.get("/shared/no-such-token/tablebase/")) == (404, "not_found")


@pytest.mark.usefixtures("table")
def test_a_position_that_came_twice_is_not_called_exact() -> None:
    moves = steps("b1a2 b4c3 a2b1 c3b4 c1c2")  # the first position has come twice
    stored = StoredGame("dobutsu", moves=moves, at=len(moves))
    found = LocalGameService().tablebase_values(stored, 5)
    assert found is not None
    assert (found["value"], found["exact"]) == (5, False)
    values = value_views.values_answer(found)
    assert values["sentence"].endswith("the third time is a draw.")
    words = {move["value"]: move["words"] for move in values["moves"]}
    doubt = "wins in 5 moves, unless the position occurs a third time"
    assert words[5] == {"label": "W 5?", "spoken": doubt}
    assert words[0] == {"label": "D", "spoken": "draws"}
    first = LocalGameService().tablebase_values(stored, 0)
    assert first is not None
    assert first["exact"]
    assert all(move["exact"] for move in first["moves"])


def test_win_through_a_repeated_position_is_not_exact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "dobutsu.values", {"c1c2": 2, "b1c2": 4})
    monkeypatch.setenv(tablebase.SETTING, str(file))
    moves = steps("b1a2 b4c3 a2b1 c3b4")
    stored = StoredGame("dobutsu", moves=moves, at=len(moves))
    for ply, slower in ((0, "W 5"), (4, "W 5?")):
        found = LocalGameService().tablebase_values(stored, ply)
        assert found is not None
        values = value_views.values_answer(found)
        assert values["sentence"] == "Black wins in 3 moves with best play."
        labels = [move["words"]["label"] for move in values["moves"]]
        assert labels == ["W 3", slower, "D", "D"]


def test_each_move_shows_whether_it_is_exact() -> None:
    values = [(3, True), (7, False), (0, True), (-4, False)]
    moves = [ValueRow(text="x", value=value, exact=exact) for value, exact in values]
    given: Values = {"side": "black", "value": 3, "exact": True, "moves": moves}
    found = value_views.values_answer(given)
    assert [move["words"]["label"] for move in found["moves"]] == ["W 3", "W 7?", "D", "L 4?"]
    assert found["sentence"] == "Black wins in 3 moves with best play."


@pytest.mark.usefixtures("table")
def test_a_state_says_whether_perfect_play_can_be_asked_for() -> None:
    stored = StoredGame("dobutsu")
    rows = [
        Game(pk="g", name="dobutsu", visitor="v", **fields) for fields in ({}, {"strict": True})
    ]
    assert [state.build(row, stored)["tablebase"] for row in rows] == [True, False]


def test_values_are_in_the_visitors_language() -> None:
    moves = [ValueRow(text="x", value=0, exact=True)]
    found: Values = {"side": "white", "value": -4, "exact": True, "moves": moves}
    with translation.override("ja"):
        values = value_views.values_answer(found)
    assert set(values) == {*found, "sentence"}
    assert value_views.values_answer(found)["sentence"] == "Black wins in 4 moves with best play."


@pytest.mark.usefixtures("table")
def test_analysis_and_level_8_use_the_tablebase() -> None:
    service, stop = LocalGameService(), Stop()
    limits = Limits(lines=4, seconds=0.05, depth=None)
    found = service.analyse(StoredGame("dobutsu"), limits, lambda _: None, stop)
    assert [(line["move"], line["mate"], line["exact"]) for line in found["lines"]] == [
        *(("c1c2", 3, True), ("b1a2", None, True), ("b2b3", -76, True), ("b1c2", -12, True)),
    ]
    answer = service.think("g", StoredGame("dobutsu", black="level:8"), None, lambda _: None, stop)
    assert answer["evaluation"] is not None
    assert (answer["move"], answer["evaluation"]["exact"]) == ("c1c2", True)


@pytest.mark.usefixtures("table")
def test_analysis_board_shows_values_of_any_position(client: Client) -> None:
    def look(*moves: str) -> Any:
        command = {"game": "dobutsu", "moves": list(moves)}
        return client.post("/analysis/at/", command, content_type="application/json").json()[
            "tablebase"
        ]

    found = look()
    assert found["sentence"] == "Black wins in 3 moves with best play."
    assert [move["words"]["label"] for move in found["moves"]] == ["W 3", "D", "L 76", "L 12"]
    assert look("b1a2")["sentence"] == "A draw with best play."


@pytest.mark.usefixtures("table")
def test_urls_of_version_0_1_still_answer(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    shared = client.post(f"/api/games/{row.pk}/share/").json()["url"]
    for url in (f"/api/games/{row.pk}/", shared):
        old, new = client.get(f"{url}truth/"), client.get(f"{url}tablebase/")
        assert old.json()["value"] == 3
        assert old.content == new.content
    assert client.get("/tables/othello/").content == client.get("/tablebases/othello/").content
    assert client.get(f"/games/{row.pk}/learnt/").json() == {"sentences": []}
