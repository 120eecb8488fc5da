"""Trainings in the laboratory: their visibility, curves, and positions through the generations."""

import contextlib
import json
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from plyground.paths import SETTING as HOME
from plyground.paths import TRAININGS
from plyground.train import browse
from plyground.train.self_play import EXACT, FULL
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun
from plyground.web.lab import trainings
from tests.train.runs import add_generation, make_run
from tests.web.play.test_pages import begin

Data = dict[str, Any]
STRANGER: Data = {"SERVER_NAME": "localhost", "REMOTE_ADDR": "192.0.2.1"}


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RATE", "off")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one training."""
    folder = tmp_path_factory.mktemp("made") / "training"
    make_run(folder / "mine", generations=3)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy in a separate data folder, without cached data."""
    monkeypatch.setenv(HOME, str(tmp_path))
    monkeypatch.delenv(TRAININGS, raising=False)
    monkeypatch.setattr(trainings, "index", trainings.TrainingIndex())
    return Path(shutil.copytree(made, tmp_path / "training"))


def opened(folder: Path, name: str = "mine") -> TrainingRun:
    """A run of the folder."""
    settings = TrainSettings.of_file(folder / name / "settings.json")
    return TrainingRun(folder / name, settings)


def listed(client: Client) -> dict[str, Data]:
    """The trainings of the list, by folder."""
    rows = client.get("/lab/state/").json()["studies"]
    return {row["folder"]: row for row in rows if row["url"].startswith("/lab/trainings/")}


def address(client: Client, name: str = "mine") -> str:
    return str(listed(client)[f"training/{name}"]["url"])


def page_of(client: Client, path: str) -> Data:
    """The page's data for its code."""
    text = client.get(path).content.decode()
    found = re.search(r'<script id="page-data"[^>]*>(.*?)</script>', text, re.DOTALL)
    assert found is not None, path
    page: Data = json.loads(found[1])
    return page


# Visibility


def test_trainings_of_the_data_folder_are_shown_on_this_machine_only(
    client: Client, folder: Path
) -> None:
    row = listed(client)["training/mine"]
    assert (row["state"], row["progress"]) == ("stopped", "3 generations")
    assert row["details"].startswith("training · Gomoku · 1x8 · ")
    assert row["standing"] == "70% (50% to 85%) of 20 games against random after generation 2"
    here = address(client)
    page = client.get(here).content.decode()
    assert str(folder) not in page
    stranger = Client(**STRANGER)
    for path in ("/lab/", here, f"{here}state/", f"{here}games/?generation=1", f"{here}seen/"):
        assert stranger.get(path).status_code == 404, path


def test_named_folders_are_shown_to_everybody_and_replace_that_of_the_data_folder(
    client: Client, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(folder / "mine", tmp_path / "shown" / "theirs")
    for old in (tmp_path / "shown" / "theirs" / "networks").iterdir():
        old.rename(old.with_name(old.name.replace("mine", "theirs")))
    monkeypatch.setenv(TRAININGS, str(tmp_path / "shown"))
    stranger = Client(**STRANGER)
    assert 'href="/lab/"' in stranger.get("/import/").content.decode()
    assert "shown/theirs" in listed(stranger)
    assert "training/mine" not in listed(client)
    here = listed(stranger)["shown/theirs"]["url"]
    assert stranger.get(f"{here}seen/?network=1").json()["value"] is not None


def test_missing_folder_is_reported_at_startup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TRAININGS, str(tmp_path))
    trainings.check()
    monkeypatch.setenv(TRAININGS, str(tmp_path / "gone"))
    with pytest.raises(ValueError, match=r"PLYGROUND_TRAININGS must name .*gone is not a folder\."):
        trainings.check()


@pytest.mark.usefixtures("folder")
def test_unknown_trainings_and_links_to_elsewhere_are_not_found(
    client: Client, folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder / "mine", tmp_path / "private")
    (folder / "door").symlink_to(tmp_path / "private")
    assert "training/door" not in listed(client)
    for name in ("mine", "mine-00000000", "..%2Fmine", "%00"):
        for part in ("", "state/", "games/", "seen/"):
            assert client.get(f"/lab/trainings/{name}/{part}").status_code == 404, name


def test_damaged_training_is_reported_and_hides_no_other(client: Client, folder: Path) -> None:
    (folder / "bad").mkdir()
    (folder / "bad" / "settings.json").write_text("{", encoding="utf-8")
    row = listed(client)["training/bad"]
    assert row["state"] == "broken"
    assert "can't be read" in row["trouble"]
    assert "page-data" not in client.get(row["url"]).content.decode()
    assert listed(client)["training/mine"]["state"] == "stopped"


# Curves


def test_running_training_sends_only_points_that_are_new(client: Client, folder: Path) -> None:
    run = opened(folder)
    with contextlib.closing(run.lock()):
        run.add_games(4, browse.games_of(run.folder, 1)[:1])
        page = page_of(client, address(client))
        state = page["state"]
        assert (state["state"], state["progress"]) == ("running", "generation 4: 1 of 4 games")
        assert [point["generation"] for point in state["points"]] == [1, 2, 3]
        assert (state["points"][-1]["games"], state["points"][-1]["hours"]) == (12, 0.03)
        run.games_path(4).unlink()
        add_generation(run, 4)
        fresh = client.get(f"{page['address']}state/?after=3").json()
        assert [point["generation"] for point in fresh["points"]] == [4]
        assert (fresh["networks"], fresh["played"]) == ([0, 1, 2, 3, 4], [1, 2, 3, 4])
    point = fresh["points"][0]
    assert point["losses"] == {"policy": 0.5, "value": 1.0, "score": 0.0, "owners": 0.0}
    assert point["black"]["low"] < point["black"]["share"] == 0.625 < point["black"]["high"]
    assert point["scores"][0]["opponent"] == "random"


def test_lines_of_a_log_that_say_nothing_are_left_out(client: Client, folder: Path) -> None:
    with (folder / "mine" / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(
            '{"generation": 4, "scores": [7]}\n{"generation": 5, "losses": {"policy": NaN}}\n'
        )
    points = client.get(f"{address(client)}state/?after=3").json()["points"]
    assert [(point["generation"], point["losses"]) for point in points] == [(5, {})]


def test_ratings_of_the_last_line_that_has_some_are_shown(client: Client, folder: Path) -> None:
    row = {"elo": 12.5, "low": -40.0, "high": 70.0}
    elo = [{"player": name, **row} for name in ("random", "mine@0000", "mine@0003", "other@0001")]
    score = {"opponent": "mine@0001", "games": 2, "share": 0.5, "low": 0.1, "high": 0.9}
    with (folder / "mine" / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps({"generation": 4, "elo": elo, "scores": [score]}) + "\n")
        log.write(json.dumps({"generation": 5, "elo": []}) + "\n")
    state = client.get(f"{address(client)}state/?after=3").json()
    assert [(one["generation"], one["elo"]) for one in state["elos"]] == [(0, 12.5), (3, 12.5)]
    assert [point["scores"] for point in state["points"]] == [[], []]


# Positions


def test_start_looks_different_to_each_generation(client: Client, folder: Path) -> None:
    here = address(client)
    seen = [client.get(f"{here}seen/?network={number}").json() for number in (0, 1)]
    for one in seen:
        assert (one["ply"], one["last_ply"], one["situation"]) == (0, 0, "Black to move.")
        assert sum(move["network"] for move in one["moves"]) == pytest.approx(1, abs=0.01)
        assert sum(one["value"].values()) == pytest.approx(1, abs=0.01)
        assert len(one["moves"]) == 9
        assert {move["search"] for move in one["moves"]} == {None}
        shares = [move["network"] for move in one["moves"]]
        assert shares == sorted(shares, reverse=True)
    assert seen[0]["moves"] != seen[1]["moves"]
    assert folder.is_dir()


def test_games_are_replayed_with_what_the_search_recommended(client: Client, folder: Path) -> None:
    here = address(client)
    games = client.get(f"{here}games/?generation=2").json()["games"]
    assert [game["number"] for game in games] == [0, 1, 2, 3]
    record = browse.games_of(folder / "mine", 2)[1]
    moves, searched = record["moves"].split(), 0
    for ply, row in enumerate(record["rows"]):
        query = f"generation=2&game=1&ply={ply}&network=3"
        seen = client.get(f"{here}seen/?{query}").json()
        assert (seen["ply"], seen["last_ply"]) == (ply, len(moves))
        assert [move["move"] for move in seen["moves"] if move["played"]] == [moves[ply]]
        shares = [move["search"] for move in seen["moves"]]
        if row[0] in (FULL, EXACT):
            searched += 1
            assert sum(shares) == pytest.approx(1, abs=0.01)
        else:
            assert set(shares) == {None}
        link = parse_qs(urlsplit(seen["analysis"]).query)
        assert " ".join(link.get("moves", [])) == " ".join(moves[:ply])
        assert client.get(seen["analysis"]).status_code == 200
    assert searched > 0
    end = client.get(f"{here}seen/?generation=2&game=1&ply={len(moves)}&network=3").json()
    assert (end["moves"], end["value"]) == ([], None)
    assert end["situation"] != "Black to move."


def test_wrong_questions_are_refused_in_a_sentence(client: Client, folder: Path) -> None:
    here = address(client)
    for query, code in (
        ("network=9", "no_such_network"),
        ("ply=1", "no_such_ply"),
        ("generation=1&game=99", "no_such_game"),
        ("generation=9", "no_such_game"),
    ):
        answer = client.get(f"{here}seen/?{query}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, code), query
    (folder / "mine" / "networks" / "mine@0001.plynet").write_bytes(b"PLYNET1\nnonsense")
    answer = client.get(f"{here}seen/?network=1")
    assert answer.status_code == 422
    assert str(folder) not in answer.content.decode()


def test_training_of_an_unknown_game_shows_its_curves_only(client: Client, folder: Path) -> None:
    path = folder / "mine" / "settings.json"
    settings = {**json.loads(path.read_text(encoding="utf-8")), "game": "gone"}
    path.write_text(json.dumps(settings), encoding="utf-8")
    page = client.get(address(client)).content.decode()
    assert "This server does not know the game of this training" in page
    assert 'id="sight"' not in page
    assert client.get(f"{address(client)}seen/").status_code == 422


# Playing


@pytest.fixture
def spec(client: Client, folder: Path) -> str:
    """The network of the last generation as an opponent."""
    assert folder.is_dir()
    return str(page_of(client, address(client))["opponent"]).replace("{}", "0003")


def test_a_generation_can_be_played_against(client: Client, folder: Path, spec: str) -> None:
    assert spec == "mcts:net=mine@0003,playouts=100"
    page = page_of(client, address(client))
    assert "size=3" in page["play"]
    form = client.get(f"{page['play']}&opponent={spec}").content.decode()
    assert f'<option value="{spec}" selected' in form
    assert "Network mine@0003, 100 playouts" in form
    row = begin(client, "gomoku", size="3", line="3", opponent=spec)
    assert (row.black, row.white) == ("person", spec)
    state = client.get(f"/api/games/{row.pk}/").json()
    assert state["seats"]["white"]["name"] == "Network mine@0003, 100 playouts"
    answer = client.post(
        f"/api/games/{row.pk}/actions/",
        json.dumps({"version": state["version"], "ply": 0, "action": "move", "move": "b2"}),
        content_type="application/json",
    )
    assert answer.status_code == 200
    assert folder.is_dir()


@pytest.mark.parametrize(
    "opponent",
    [
        "mcts:net=mine@0003,playouts=801",
        "mcts:net=mine@0003",
        "mcts:net=mine@0003,playouts=5,threads=64",
        "mcts:playouts=100",
        "mcts:net=mine@0009,playouts=100",
        "mcts:net=../mine@0003,playouts=100",
        "search:eval=net:mine@0003",
    ],
)
@pytest.mark.usefixtures("folder")
def test_other_specs_are_no_opponents(client: Client, opponent: str) -> None:
    form = {"size": "3", "line": "3", "opponent": opponent}
    answer = client.post("/play/gomoku/", form)
    assert answer.status_code == 422


def test_network_of_another_board_is_refused(client: Client, spec: str) -> None:
    answer = client.post("/play/othello/", {"opponent": spec})
    assert answer.status_code == 422
    assert "There is no such network for this board here." in answer.content.decode()
