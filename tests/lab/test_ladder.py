"""The ladder of levels: the published strengths match the committed games."""

import json
from pathlib import Path

import pytest

import ladder as tool
from dobutsu_page import filled
from plyground.lab import Experiment, Study, run
from plyground.players.level import ladder
from plyground.session.setup import LEVELS, level_sentence, level_words

SMALL = """\
name = "small"
kind = "ladder"
game = "othello"
games = 2
openings = "random:2"
options = { size = 4 }

[players]
"level 1" = "level:1"
"level 2" = "level:2"
"""

MEASURED = sorted(json.loads(tool.LADDER.read_text(encoding="utf-8")))


@pytest.mark.deep
def test_the_ladder_file_matches_the_played_games() -> None:
    found = tool.measured()
    ladder = json.loads(tool.LADDER.read_text(encoding="utf-8"))
    assert ladder.keys() == found.keys()
    for game, data in found.items():
        assert ladder[game]["options"] == data["options"]
        assert ladder[game]["levels"].keys() == data["levels"].keys()
        for level, values in data["levels"].items():
            assert ladder[game]["levels"][level] == pytest.approx(values, abs=0.2)


def test_the_page_has_the_same_tables() -> None:
    ladder = json.loads(tool.LADDER.read_text(encoding="utf-8"))
    page = tool.PAGE.read_text(encoding="utf-8")
    assert filled(page, tool.tables(ladder)) == page


def test_every_step_is_within_the_band_or_has_a_reason() -> None:
    ladder = json.loads(tool.LADDER.read_text(encoding="utf-8"))
    assert tool.outside(ladder) == []


@pytest.mark.parametrize("game", MEASURED)
def test_levels_are_measured_by_enough_games(game: str) -> None:
    rungs = ladder.rungs(game)
    for level, rung in rungs.items():
        if level > 1:
            assert rung.games >= (200 if level < 7 else 100)
            assert rung.low <= rung.elo <= rung.high
        assert (rung.equal is None) == (not rung.why)


def test_a_step_outside_the_band_is_reported() -> None:
    level = {"elo": 10, "low": 0, "high": 20, "share": 0.51, "games": 200}
    found = {"othello": {"options": {}, "levels": {"2": level}}}
    assert tool.outside(found) == ["othello: level 2 scored 51.0% against the one below"]
    assert tool.outside({"othello": {"options": {}, "levels": {"2": level | {"equal": 1}}}}) == []


def test_study_is_stale_if_levels_play_differently_now(tmp_path: Path) -> None:
    (tmp_path / "experiment.toml").write_text(SMALL)
    assert not tool.is_stale(tmp_path)  # nothing was played
    with Study(tmp_path, Experiment.of(SMALL)) as study:
        run(study)
    assert not tool.is_stale(tmp_path)
    path = tmp_path / "records.jsonl"
    head, record = path.read_text().splitlines()
    changed = json.loads(record)
    changed["games"][1]["moves"] += " a1"
    path.write_text(f"{head}\n{json.dumps(changed)}\n")
    assert tool.is_stale(tmp_path)


@pytest.mark.usefixtures("small_ladder")
def test_terminal_shows_the_strength_of_levels() -> None:
    assert level_words(7, "go") == "Very strong player, +1010 ± 60 Elo"
    assert level_words(8, "go") == "Strongest, as strong as level 7"
    assert level_words(1, "go") == LEVELS[1]
    assert level_sentence(8, "go") == (
        "Level 8 is +1020 ± 62 Elo above level 1; 200 more win about three games in four. It"
        " is as strong as level 7."
    )
    assert "200 more" in level_sentence(1, "go")
    assert level_sentence(7, "othello") == ""
