"""Viewing training runs: running, damaged, or with unexpected content."""

import contextlib
import json
from pathlib import Path

import pytest

from plyground.train import browse
from plyground.train.browse import RunWatch
from tests.train.runs import TIC_TAC_TOE, add_generation, make_run


def test_overview_follows_a_run_that_goes_on(tmp_path: Path) -> None:
    run = make_run(tmp_path / "mine", generations=1)
    watch = RunWatch(run.folder)
    first = watch.look()
    assert (first.state, first.game, first.generation, first.games) == ("stopped", "gomoku", 1, 0)
    assert (first.of_games, first.size) == (4, "1x8")
    with contextlib.closing(run.lock()):
        run.add_games(2, browse.games_of(run.folder, 1)[:3])
        now = watch.look()
        assert (now.state, now.generation, now.games) == ("running", 1, 3)
        run.games_path(2).unlink()
        add_generation(run, 2)
        assert (watch.look().generation, watch.look().games) == (2, 0)
    assert watch.look().state == "stopped"


def test_looking_keeps_no_other_process_from_the_run(tmp_path: Path) -> None:
    run = make_run(tmp_path / "mine", generations=0)
    run.lock().close()
    assert not browse.is_running(run.folder)
    run.lock().close()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"game": 3, "options": 7}', "\x00\xff"])
def test_unreadable_settings_are_reported(tmp_path: Path, content: str) -> None:
    run = make_run(tmp_path / "mine", generations=0)
    (run.folder / "settings.json").write_text(content, encoding="utf-8")
    found = RunWatch(run.folder).look()
    assert found.state == "broken"
    assert "can't be read" in found.trouble
    assert str(tmp_path) not in found.trouble


def test_lines_that_are_cut_off_are_left_out_and_stay_in_their_file(tmp_path: Path) -> None:
    run = make_run(tmp_path / "mine", generations=2)
    path = run.games_path(1)
    before = path.read_bytes() + b"nonsense\n" + path.read_bytes()[:40]
    path.write_bytes(before)
    with (run.folder / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write('{"generation": 3, "games"')
    assert len(browse.games_of(run.folder, 1)) == TIC_TAC_TOE.games
    assert path.read_bytes() == before
    assert RunWatch(run.folder).look().generation == 2


def test_settings_of_another_version_are_understood_as_far_as_they_are_known(
    tmp_path: Path,
) -> None:
    run = make_run(tmp_path / "mine", generations=1)
    path = run.folder / "settings.json"
    fields = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**fields, "from the future": 1}), encoding="utf-8")
    assert RunWatch(run.folder).look().state == "stopped"


def test_networks_and_games_are_found_by_generation(tmp_path: Path) -> None:
    run = make_run(tmp_path / "mine", generations=2)
    for name in ("mine@x.plynet", "other@0007.plynet", "mine@7.plynet"):
        (run.folder / "networks" / name).write_bytes(b"")
    assert browse.networks(run.folder) == [0, 1, 2]
    assert browse.played(run.folder) == [1, 2]
    assert browse.find_runs(tmp_path) == [run.folder]
    assert browse.games_of(run.folder, 3) == []
