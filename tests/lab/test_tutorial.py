"""docs/tutorials/first-experiment.md: all examples run and all figures match the records."""

import doctest
import re
import sys
from pathlib import Path

import pytest

from plyground import lab
from plyground.lab.report import report, to_markdown
from tests.lab.studies import do_all

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tutorials" / "first-experiment.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks in that language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


EXPERIMENTS = {lab.Experiment.of(text).name: text for text in blocks("toml")}


def shortened(text: str) -> str:
    """The same experiment, much shorter."""
    return re.sub(r"depth=\d+", "depth=1", re.sub(r"games = \d+", "games = 4", text))


def figures() -> list[str]:
    """The rows of the page's tables that come from a report."""
    return [line for line in PAGE.splitlines() if re.match(r"\| \w.* \| [\d.]+% \|$", line)]


def test_commands_of_the_tutorial_print_what_it_shows() -> None:
    text = "".join(block for block in blocks("python") if ">>>" in block)
    example = doctest.DocTestParser().get_doctest(text, {}, "tutorial", None, 0)
    found = doctest.DocTestRunner(verbose=False).run(example)
    assert found.attempted == 5
    assert found.failed == 0


def test_files_of_the_tutorial_are_experiments() -> None:
    assert list(EXPERIMENTS) == ["othello-heuristics", "othello-deeper", "othello-alone"]
    example = lab.Experiment.read(ROOT / "examples" / "othello-heuristics.toml")
    assert example.settings() == lab.Experiment.of(EXPERIMENTS["othello-heuristics"]).settings()
    assert example.title in PAGE


@pytest.mark.deep
def test_analysis_of_the_tutorial_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")  # only this test needs it
    monkeypatch.chdir(tmp_path)
    text = shortened(EXPERIMENTS["othello-heuristics"])
    do_all(tmp_path / "studies" / "othello-heuristics", text)
    names: dict[str, object] = {}
    for block in blocks("python"):
        if ">>>" not in block:
            exec(block, names)
    assert len(names["pairs"]) == 2  # type: ignore[arg-type]


def test_missing_pandas_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match=r"frame\(\) needs `pip install pandas`, rows"):
        lab.frame(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=pytest.mark.endurance if name == "othello-deeper" else pytest.mark.deep,
        )
        for name in EXPERIMENTS
    ],
)
def test_figures_of_the_tutorial_match_the_studies(tmp_path: Path, name: str) -> None:
    do_all(tmp_path, EXPERIMENTS[name])
    text = to_markdown(report(lab.read_study(tmp_path)))
    tables = re.findall(rf'name = "{name}".*?\n\n(\| player \| Elo.*?)\n\n', PAGE, flags=re.DOTALL)
    rows = [line for line in tables[0].splitlines() if line in figures()]
    assert len(rows) == 4
    assert all(row in text for row in rows)
