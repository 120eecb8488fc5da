"""The laboratory's pages: visibility of studies, their progress, and their problems."""

import asyncio
import html
import json
import lzma
import re
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from plyground.lab import Experiment, Study, pack
from plyground.lab.browse import Overview, Watch, overview
from plyground.lab.report.page import style as page_style
from plyground.lab.work import run_task
from plyground.web.base import handler
from plyground.web.lab import studies
from plyground.web.lab import views as lab_views
from plyground.web.server import serve
from tests.lab.studies import NODES, RANDOM, ROUND_ROBIN, do_all

Data = dict[str, Any]

FILES = ("report.html", "report.md", "records.jsonl")
QUESTION = 'question = "Whoever <b>asks</b> & waits?"\n'
SPRT = """\
name = "test"
kind = "sprt"
game = "othello"
games = 400
openings = "random:2"
elo0 = 0
elo1 = 200
options = { size = 4 }

[players]
good = "search:nodes=200,resign=off"
bad = "random"
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Complete studies, one of them two folders deep."""
    folder = tmp_path_factory.mktemp("written") / "studies"
    do_all(folder / "robin", QUESTION + ROUND_ROBIN)
    do_all(folder / "within" / "nodes", NODES)
    return folder


@pytest.fixture
def shown(written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies of these, visible to all; without cached data."""
    folder = tmp_path / "studies"
    shutil.copytree(written, folder)
    monkeypatch.setenv(studies.SETTING, str(folder))
    monkeypatch.setattr(studies, "index", studies.StudyIndex())
    monkeypatch.setattr(studies, "service", studies.GameService())
    monkeypatch.setattr(lab_views, "_MOMENT", 60.0)
    return folder


def listed(client: Client) -> dict[str, Data]:
    """The entries of the list, by folder."""
    return {one["folder"]: one for one in client.get("/lab/state/").json()["studies"]}


def address(client: Client, folder: str) -> str:
    return f"/lab/{listed(client)[folder]['id']}/"


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    content: str = answer.content.decode()
    return content


def some(folder: Path, source: str, count: int) -> Study:
    """A study with this many finished tasks, which seems to run inside the context."""
    study = Study(folder, Experiment.of(source))
    for task in islice(study.plan.missing(study.done), count):
        study.add(run_task(task))
    return study


# The list


def test_studies_are_listed_with_question_and_standing(client: Client, shown: Path) -> None:
    page = text(client, "/lab/")
    assert str(shown) not in page
    assert "Whoever &lt;b&gt;asks&lt;/b&gt; &amp; waits?" in page
    assert "studies/within/nodes" in page
    assert 'aria-valuetext="6 of 6 tasks"' in page
    assert re.search(r'id="empty" hidden', page)
    found = listed(client)["studies/robin"]
    assert (found["title"], found["state"], found["share"]) == ("Who is best?", "finished", 1.0)
    assert found["details"].startswith("round robin · Othello · ")
    assert found["standing"].startswith("deeper ")


def test_running_study_is_listed_first_and_its_state_changes_are_shown(
    client: Client, shown: Path
) -> None:
    with some(shown / "zoo", RANDOM, 2):
        first = client.get("/lab/state/").json()
        assert first["studies"][0]["folder"] == "studies/zoo"
        row = listed(client)["studies/zoo"]
        assert (row["state"], row["label"], row["done"]) == ("running", "Running", 2)
        assert (row["progress"], row["share"]) == ("2 of 8 tasks", 0.25)
        assert row["news"] == "The study is running."
    row = listed(client)["studies/zoo"]
    assert (row["state"], row["news"]) == ("stopped", "The study was stopped.")
    with some(shown / "zoo", RANDOM, 6):
        pass
    assert listed(client)["studies/zoo"]["state"] == "finished"
    assert client.get("/lab/state/").json()["key"] != first["key"]


def test_a_damaged_study_is_reported_and_hides_no_other(client: Client, shown: Path) -> None:
    lines = (shown / "robin" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    damaged = {
        "foreign": '{"hello": 1}\n',
        "binary": "\x00\x01\n",
        "void": "",
        "cut": "\n".join([lines[0], lines[1][:40], lines[2]]) + "\n",
        "shapeless": lines[0] + '\n{"task":"a","number":0,"kind":"pair"}\n',
        "headless": '{"study":{"format":1}}\n',
    }
    packed = {
        "no xz": b"plain text",
        "cut xz": lzma.compress("\n".join(lines).encode())[:-9],
        "foreign xz": lzma.compress(b'{"hello": 1}\n'),
    }
    for name, content in damaged.items():
        (shown / name).mkdir()
        (shown / name / "records.jsonl").write_text(content, encoding="utf-8")
    for name, data in packed.items():
        (shown / name).mkdir()
        (shown / name / "records.jsonl.xz").write_bytes(data)
    found = listed(client)
    assert found["studies/robin"]["state"] == "finished"
    for name in (*damaged, *packed):
        row = found[f"studies/{name}"]
        assert row["state"] == "broken", name
        assert re.fullmatch(r"[^\n]*\.", row["trouble"]), name
        assert str(shown) not in row["trouble"]
        page = text(client, f"/lab/{row['id']}/")
        assert "Traceback" not in page
        assert 'id="report"' not in page
        for file in ("report.html", "report.md", "records.jsonl"):
            assert client.get(f"/lab/{row['id']}/{file}").status_code == 422


def test_empty_list_explains_how_to_run_a_study(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(studies.SETTING, str(tmp_path))
    page = text(client, "/lab/")
    assert "plyground lab run examples/othello-heuristics.toml" in page
    assert re.search(r'id="empty">', page)
    assert Path("examples/othello-heuristics.toml").is_file()


# Visibility


def test_default_folders_are_shown_on_localhost_only(
    client: Client, written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(studies.SETTING, raising=False)
    monkeypatch.chdir(written.parent)
    assert set(listed(client)) == {"studies/robin", "studies/within/nodes"}
    assert 'href="/lab/"' in text(client, "/import/")
    study = address(client, "studies/robin")
    strangers = (
        Client(SERVER_NAME="localhost", REMOTE_ADDR="192.0.2.1"),
        Client(SERVER_NAME="localhost", HTTP_X_FORWARDED_FOR="192.0.2.1"),
    )
    for stranger in strangers:
        assert 'href="/lab/"' not in text(stranger, "/import/")
        for path in ("/lab/", study, f"{study}report/", f"{study}records.jsonl"):
            assert stranger.get(path).status_code == 404, path
        answer = stranger.get("/lab/state/")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_configured_folders_are_shown_to_everybody(client: Client, shown: Path) -> None:
    stranger = Client(SERVER_NAME="localhost", REMOTE_ADDR="192.0.2.1")
    assert listed(stranger) == listed(client) != {}
    assert 'href="/lab/"' in text(stranger, "/import/")
    assert shown.is_dir()


@pytest.mark.usefixtures("shown")
def test_unknown_study_ids_are_not_found(client: Client) -> None:
    here = address(client, "studies/robin")
    bad = ("/lab/robin/", "/lab/..%2Frobin/", "/lab/%2e%2e/", "/lab/robin-00000000/", "/lab/%00/")
    for path in (*bad, *(f"{one}state/" for one in bad)):
        assert client.get(path).status_code == 404, path
    for file in ("experiment.toml", "..%2Frecords.jsonl", "..%2F..%2Fetc%2Fpasswd", ".lock"):
        assert client.get(f"{here}{file}").status_code == 404, file
    assert client.post(here).status_code in (403, 405)


def test_symlinked_records_are_not_shown(client: Client, shown: Path, tmp_path: Path) -> None:
    shutil.copytree(shown / "robin", tmp_path / "private")
    (shown / "bait").mkdir()
    (shown / "bait" / "records.jsonl").symlink_to(tmp_path / "private" / "records.jsonl")
    (shown / "door").symlink_to(tmp_path / "private")
    pack(tmp_path / "private")
    for name in ("packed bait", "hidden bait"):
        (shown / name).mkdir()
        (shown / name / "records.jsonl.xz").symlink_to(tmp_path / "private" / "records.jsonl.xz")
    (shown / "hidden bait" / "records.jsonl").touch()
    assert set(listed(client)) == {"studies/robin", "studies/within/nodes"}


def test_missing_folder_is_reported_at_startup(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(studies.SETTING, "")  # so that it is restored
    serve._name_studies([tmp_path])
    studies.check()
    serve._name_studies([tmp_path / "gone"])
    with pytest.raises(ValueError, match=r"PLYGROUND_STUDIES must name .*gone is not a folder\."):
        studies.check()


# One study


def test_a_study_has_its_report_on_its_page(client: Client, shown: Path) -> None:
    page = text(client, address(client, "studies/robin"))
    assert '<div class="report" lang="en">' in page
    assert "Conclusions" in page
    assert page.count("Whoever &lt;b&gt;asks") == 1
    assert "style=" not in page.partition("<main")[2]
    assert str(shown) not in page
    style = re.search(r'href="(/lab/report\.css\?\w+)"', page)
    assert style is not None
    answer = client.get(style[1])
    assert answer.headers["Content-Type"] == "text/css; charset=utf-8"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.content.startswith(b".report {")


@pytest.mark.usefixtures("shown")
def test_reports_and_records_can_be_downloaded(client: Client) -> None:
    here = address(client, "studies/robin")
    text(client, here)
    answer = client.get(f"{here}report.html")
    assert answer.content.startswith(b"<!DOCTYPE html>")
    policy = answer.headers["Content-Security-Policy"]
    assert "sandbox" in policy
    assert "unsafe" not in policy
    assert f"<style>{page_style()}</style>" in answer.content.decode()
    words = client.get(f"{here}report.md")
    assert words.content.startswith(b"# Who is best?")
    assert "attachment" in words.headers["Content-Disposition"]
    records = client.get(f"{here}records.jsonl")
    assert [*json.loads(records.content.splitlines()[0])] == ["study"]


def test_a_packed_study_is_shown_like_a_plain_one(client: Client, shown: Path) -> None:
    here = address(client, "studies/robin")
    assert '<div class="report" lang="en">' in text(client, here)  # this waits for the report
    before = {file: client.get(f"{here}{file}").content for file in FILES}
    row = listed(client)["studies/robin"]
    pack(shown / "robin")
    assert listed(client)["studies/robin"] == row
    assert '<div class="report" lang="en">' in text(client, here)
    assert {file: client.get(f"{here}{file}").content for file in FILES} == before


@pytest.mark.parametrize("is_packed", [False, True], ids=["plain", "packed"])
def test_too_large_records_can_not_be_downloaded(
    client: Client, shown: Path, monkeypatch: pytest.MonkeyPatch, is_packed: bool
) -> None:
    size = (shown / "robin" / "records.jsonl").stat().st_size
    if is_packed:
        pack(shown / "robin")
    for most, status in ((size, 200), (size - 1, 413)):
        monkeypatch.setattr(studies, "MOST_BYTES", most)
        answer = client.get(f"{address(client, 'studies/robin')}records.jsonl")
        assert answer.status_code == status
    assert "see the folder studies/robin" in answer.content.decode()


def test_slow_report_is_loaded_after_the_page(
    client: Client, shown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown.is_dir()
    coming: Future[studies.Report] = Future()
    monkeypatch.setattr(studies.service, "ask", lambda *_, **__: coming)
    monkeypatch.setattr(lab_views, "_MOMENT", 0.01)
    here = address(client, "studies/robin")
    assert "The report is being created." in text(client, here)
    answer = client.get(f"{here}report/")
    assert isinstance(answer, handler.Awaited)
    coming.set_result(studies.Report(None, trouble="Nothing came of it."))
    assert "Nothing came of it." in asyncio.run(answer.coming()).content.decode()
    assert "Nothing came of it." in text(client, here)


def test_a_missing_extra_for_reports_is_reported(
    client: Client, shown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it, the state of a sequential test is also unknown."""
    with some(shown / "test", SPRT, 3):
        pass
    for name in [name for name in sys.modules if name.startswith("plyground.lab.")]:
        if name.rpartition(".")[2] in ("scientific", "sprt", "ratings", "games", "sequence"):
            monkeypatch.delitem(sys.modules, name)
    for name in ("numpy", "scipy"):
        monkeypatch.setitem(sys.modules, name, None)
    sentence = 'pip install "plyground[lab]"'
    assert sentence in html.unescape(text(client, address(client, "studies/robin")))
    assert sentence in listed(client)["studies/test"]["standing"]
    assert '<div class="report"' in text(client, address(client, "studies/within/nodes"))


def test_a_sequential_test_that_has_decided_is_complete(client: Client, shown: Path) -> None:
    with some(shown / "test", SPRT, 40):
        assert listed(client)["studies/test"]["state"] == "finished"
    row = listed(client)["studies/test"]
    assert (row["state"], row["share"]) == ("finished", 1.0)
    assert row["progress"] == "40 of at most 200 pairs"
    assert row["standing"].startswith("accepted after ")


# Another language


@pytest.mark.usefixtures("shown")
def test_pages_are_translated_and_mark_untranslated_reports(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    page = text(client, address(client, "studies/robin"))
    assert '<html lang="ja">' in page
    assert '<div class="report" lang="en">' in page
    assert 'class="standing" lang="en"' in page
    assert listed(client)["studies/robin"]["state"] == "finished"


# Polling


@pytest.fixture
def going_on(tmp_path: Path) -> Iterator[Study]:
    with some(tmp_path / "study", RANDOM, 1) as study:
        yield study


def go_on(study: Study) -> None:
    study.add(run_task(next(iter(study.plan.missing(study.done)))))


def test_time_left_is_estimated_from_observed_progress(going_on: Study) -> None:
    now = [100.0]
    watch = Watch(going_on.folder, clock=lambda: now[0])
    assert watch.look().seconds_left is None
    go_on(going_on)
    now[0] += 60
    assert watch.look().seconds_left == 6 * 60.0
    assert overview(going_on.folder).seconds_left is None


def test_records_of_a_running_study_are_cached(going_on: Study) -> None:
    now = [100.0]
    watch = Watch(going_on.folder, 5.0, clock=lambda: now[0])
    assert watch.look().done == 1
    go_on(going_on)
    assert watch.look().done == 1
    now[0] += 5
    assert watch.look().done == 2


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (5, "less than a minute left"),
        (61, "about 2 minutes left"),
        (7200, "about 2 hours left"),
    ],
)
def test_time_left_is_formatted_as_text(seconds: float, words: str) -> None:
    known = Overview(Path("x"), "x", "running", done=1, tasks=9, seconds_left=seconds)
    assert lab_views._progress(known) == f"1 of 9 tasks · {words}"


def test_a_report_is_made_once_for_the_same_records(
    shown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setattr(studies, "_AGE", 1000.0)
    make = studies._make

    def counted(one: studies.Found) -> studies.Report:
        made.append(one.label)
        return make(one)

    monkeypatch.setattr(studies, "_make", counted)
    with some(shown / "zoo", RANDOM, 2) as study:
        found = {one.label: one for one in studies.index.all().values()}["studies/zoo"]
        first = studies.service.ask(found, runs=True).result(60)
        assert studies.service.ask(found, runs=True).result(60) is first
        go_on(study)
        assert studies.service.ask(found, runs=True).result(60) is first  # it is current enough
        assert studies.service.ask(found).result(60).done == 3
    assert made == ["studies/zoo"] * 2


def test_too_many_reports_at_once_are_refused(
    client: Client, shown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown.is_dir()
    monkeypatch.setattr(studies, "_WAITING", 0)
    here = address(client, "studies/robin")
    assert "The report is being created." in text(client, here)
    answer = client.get(f"{here}report.html")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
