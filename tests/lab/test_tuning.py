"""Tuning: the file, the rows, the regression against known weights, the report."""

import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground import lab
from plyground.lab import Experiment, Written
from plyground.lab.report import report, to_html, to_markdown
from plyground.lab.tuning_rows import Rows, rows_of
from tests.lab import studies

STUDY = """\
name = "small"
kind = "tuning"
game = "othello"
games = 24
seed = 3
openings = "random:2"
base = "alphabeta:depth=1"

[options]
size = 4

[terms]
coins = 1
mobility = 0.5
corners = 0

[[weightings]]
mobility = 1
corners = 1
"""

NAMES = ("one", "two")
TRUE_WEIGHTS = (0.8, -0.5)


def asked(terms: Sequence[float] = TRUE_WEIGHTS, ridge: float = 0.0) -> dict[str, Any]:
    return {"terms": dict(zip(NAMES, terms, strict=True)), "held": {}, "ridge": ridge}


def thrown(seed: int, openings: int = 120, length: int = 8, scale: float = 1.0) -> Rows:
    """Simulated positions with known weights.

    The luck of an opening is common to all of its positions.
    """
    dice = random.Random(seed)
    values, turns, points, places = [], [], [], []
    for opening in range(openings):
        fortune = dice.random()
        lean = dice.gauss(0, 1)
        for ply in range(length):
            row = [dice.gauss(lean, 1), dice.gauss(0, 2)]
            turn = 1 if ply % 2 == 0 else -1
            odds = (
                scale * sum(w * x for w, x in zip(TRUE_WEIGHTS, row, strict=True))
                + 0.3
                + 0.2 * turn
            )
            values.append(row)
            turns.append(turn)
            points.append(float(fortune < 1 / (1 + 2.718281828459045**-odds)))
            places.append(opening)
    players = [("present", "itself")] * len(turns)
    return Rows(NAMES, values, turns, points, places, players, openings)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Written:
    folder = tmp_path_factory.mktemp("tuning")
    studies.do_all(folder, STUDY)
    return lab.read_study(folder)


def test_the_present_weights_meet_the_others() -> None:
    experiment = Experiment.of(STUDY)
    assert experiment.players == {
        "present": "alphabeta:depth=1,eval=coins+mobility*0.5",
        "mobility+corners": "alphabeta:depth=1,eval=mobility+corners",
    }
    assert [(one.first, one.second, one.pairs) for one in experiment.meetings] == [
        ("present", "mobility+corners", 12)
    ]
    assert experiment.settings()["tuning"] == {
        "terms": {"coins": 1, "mobility": 0.5, "corners": 0},
        "held": {},
        "ridge": 1.0,
    }


def test_weights_without_others_meet_themselves() -> None:
    text = STUDY[: STUDY.index("[[")] + "[held]\nstability = 2\n"
    experiment = Experiment.of(text)
    spec = "alphabeta:depth=1,eval=coins+mobility*0.5+stability*2"
    assert experiment.players == {"present": spec, "itself": spec}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("corners = 0\n", "cornes = 0\n", r"line 15: There is no heuristic 'cornes' here; there"),
        ("corners = 0\n", "corners = 'a'\n", r"line 15: corners can be a weight, such as"),
        ("coins = 1\nmobility = 0.5\n", "", r"line 12: At least one weight must not be 0"),
        (
            "[[weightings]]",
            "[held]\ncoins = 1\n[[weightings]]",
            r"line 18: 'coins' is also in \[te",
        ),
        ("depth=1", "depth=1,eval=coins", r"line 7: base has no eval"),
        ("games = 24", "games = 24\nridge = -1", r"line 5: ridge can be a number from 0 to"),
        ("[options]", "weights = 1\n[options]", r"There is no key 'weights' in an experiment of"),
        (
            "[[weightings]]",
            "[[weightings]]\nmobility = 1\ncorners = 1\n[[weightings]]",
            r"line 17: There are up to 199 different weightings, not 2\.",
        ),
    ],
)
def test_wrong_files_are_reported(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Experiment.of(STUDY.replace(old, new))


def test_every_position_after_the_opening_is_a_row(study: Written) -> None:
    rows = rows_of(study)
    different = {
        (game["moves"], record["pair"], game["winner"])
        for record in study.records
        for game in record["games"]
    }
    assert rows.games <= len(different)
    first = study.records[0]
    opening, game = first["opening"]["moves"], first["games"][0]
    position = plyground.game("othello", size=4).start().play_all(opening)
    wanted = {term.name: term.value for term in position.explain_score()}
    assert list(rows.values[0]) == [wanted[name] for name in ("coins", "mobility", "corners")]
    assert rows.points[0] == {"black": 1.0, "white": 0.0, None: 0.5}[game["winner"]]
    assert rows.turns[0] == (1 if position.turn == "black" else -1)
    assert rows.players[0] == ("present", "mobility+corners")
    own = [place for place, opening in enumerate(rows.openings) if opening == 0]
    assert len(own) <= sum(each["plies"] - len(opening) for each in first["games"])


def test_a_game_that_was_played_twice_counts_once(tmp_path: Path) -> None:
    studies.do_all(tmp_path, STUDY[: STUDY.index("[[")].replace("games = 24", "games = 6"))
    written = lab.read_study(tmp_path)
    assert [len({game["moves"] for game in one["games"]}) for one in written.records] == [1] * 3
    assert rows_of(written).games == 3


def test_the_report_has_the_weights_and_the_proposal_can_be_played(study: Written) -> None:
    text = to_markdown(report(study))
    for part in ("## Conclusions", "The proposal: eval=", "| corners | 0 |"):
        assert part in text
    for part in (
        "log loss of a position falls by",
        "Expected and observed results",
        "## The games",
    ):
        assert part in text
    assert "<title>Importance of the heuristics</title>" in to_html(report(study))
    assert to_html(report(study)) == to_html(report(lab.read_study(study.folder)))
    weights = lab.tuned(study.folder)
    assert list(weights) == ["coins", "mobility", "corners"]
    terms = "+".join(f"{name}*{weight:g}" for name, weight in weights.items())
    start = plyground.game("othello", size=4).start()
    assert plyground.search(start, f"alphabeta:depth=2,eval={terms}").move in start.moves()


def test_too_few_games_are_reported(study: Written) -> None:
    few = Written(study.folder, study.head, study.records[:2], study.versions)
    assert "There are too few games" in to_markdown(report(few))


def test_other_studies_are_refused(tmp_path: Path) -> None:
    studies.do_all(tmp_path, studies.NODES)
    with pytest.raises(ValueError, match=r"is a study of the kind nodes, not tuning\."):
        lab.tuned(tmp_path)


def test_missing_extra_is_reported(study: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in sys.modules if one.startswith("plyground.lab.")]:
        if name.endswith((".scientific", ".tuning_fit", "report.tuning")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ValueError, match=r'needs numpy, .*: pip install "plyground\[lab\]"'):
        lab.tuned(study.folder)


def test_fit_maximises_the_likelihood() -> None:
    from scipy.optimize import minimize

    from plyground.lab.scientific import np
    from plyground.lab.tuning_fit import learn

    rows = thrown(1)
    lesson = learn(rows, asked((1.0, -0.1)))
    columns = np.column_stack([rows.values, np.ones(len(rows.turns)), rows.turns])
    signs = 2 * np.array(rows.points) - 1

    def unlikely(found: Any) -> float:
        return float(np.logaddexp(0, -signs * (columns @ found)).sum())

    best = minimize(unlikely, np.zeros(4), method="BFGS").x
    found = [one.proposed * lesson.unit for one in lesson.table]
    assert found == pytest.approx(best[:2], rel=1e-3)
    spreads = np.array(rows.values).std(axis=0)
    assert [one.importance for one in lesson.table] == pytest.approx(best[:2] * spreads, rel=1e-3)


def test_the_unit_of_the_present_evaluation_is_kept() -> None:
    from plyground.lab.tuning_fit import learn

    rows = thrown(2)
    lesson = learn(rows, asked((3.0, -1.0)))
    proposal = [one.proposed for one in lesson.table]
    again = learn(rows, asked(proposal))
    assert again.unit == pytest.approx(lesson.unit)
    assert [one.proposed for one in again.table] == pytest.approx(proposal)
    ten = learn(rows, asked((30.0, -10.0)))
    assert [one.proposed for one in ten.table] == pytest.approx([10 * one for one in proposal])


def test_true_weights_can_not_be_improved() -> None:
    from plyground.lab.tuning_fit import learn

    rows = thrown(3, openings=300)
    mean, low, high = learn(rows, asked((0.8, 0.0))).gain
    assert 0 < low < mean < high
    mean, low, high = learn(rows, asked()).gain
    assert low < 0.005
    assert abs(mean) < 0.01


def test_features_of_weak_players_do_not_get_bad_weights() -> None:
    """The second heuristic is irrelevant, but the weaker player prefers it."""
    from plyground.lab.tuning_fit import learn

    dice = random.Random(4)
    values, points, players = [], [], []
    for _ in range(600):
        weak = dice.choice(("black", "white"))
        side = 1 if weak == "black" else -1
        one, two = dice.gauss(0, 1), dice.gauss(2 * side, 1)
        won = dice.random() < 1 / (1 + 2.718281828459045 ** -(one - 1.5 * side))
        values.append([one, two])
        points.append(float(won))
        players.append(("weak", "present") if weak == "black" else ("present", "weak"))
    rows = Rows(NAMES, values, [1] * 600, points, range(600), players, 600)
    found = learn(rows, asked((1.0, 0.0))).table[1]
    assert found.low < 0 < found.high


def test_an_evaluation_that_knows_nothing_has_no_unit() -> None:
    from plyground.lab.tuning_fit import learn

    with pytest.raises(ValueError, match=r"does not predict the winner"):
        learn(thrown(6), asked((-1.0, 1.0)))


def test_a_heuristic_that_never_changes_keeps_its_weight() -> None:
    from plyground.lab.tuning_fit import learn

    rows = thrown(5)
    flat = Rows(
        NAMES,
        [[one, 7.0] for one, _ in rows.values],
        *(rows.turns, rows.points, rows.openings, rows.players, rows.games),
    )
    lesson = learn(flat, asked((0.4, 2.5)))
    assert not lesson.table[1].is_known
    assert lesson.weights["two"] == 2.5


def covered(count: int) -> float:
    """How often the interval of a weight contains the true weight."""
    from plyground.lab.tuning_fit import learn

    lessons = [learn(thrown(1000 + seed, 60), asked()) for seed in range(count)]
    weights = [one for lesson in lessons for one in lesson.table]
    return sum(one.low <= one.present <= one.high for one in weights) / len(weights)


def test_intervals_cover_the_true_weight() -> None:
    assert 0.85 < covered(60) <= 1


@pytest.mark.deep
def test_intervals_cover_the_true_weight_often_enough() -> None:
    assert 0.92 < covered(1000) < 0.98
