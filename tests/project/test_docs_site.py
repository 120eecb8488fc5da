"""The documentation site: its pages, their links, and the reference made from the code."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import docs
import docs_pages
import docs_reference
from plyground.cli import MODULES
from plyground.engine.spec import ALGORITHMS
from tests.project import ROOT


@pytest.mark.parametrize("module", [docs, docs_pages, docs_reference], ids=lambda one: one.__name__)
def test_the_examples_of_the_tools_run(module: object) -> None:
    done = doctest.testmod(module)  # type: ignore[arg-type]
    assert done.attempted
    assert not done.failed


def test_the_table_of_contents_has_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    found = docs_pages.linked(index)
    assert tuple(found) == docs_pages.PARTS
    named = {row.partition(" <")[2].removesuffix(">") for rows in found.values() for row in rows}
    pages = {file.relative_to(ROOT / "docs").as_posix() for file in (ROOT / "docs").glob("*/*.md")}
    assert named == pages


def test_links_lead_to_places_in_the_site(tmp_path: Path) -> None:
    text = docs_pages.rewritten(Path("docs/reference/games.md"), tmp_path)
    assert "](../games/go.md)" in text
    text = docs_pages.rewritten(Path("docs/index.md"), tmp_path)
    assert "](contributing.md)" in text
    text = docs_pages.rewritten(Path("docs/tutorials/first-experiment.md"), tmp_path)
    assert "](../files/examples/othello-heuristics.toml)" in text
    assert (tmp_path / "files" / "examples" / "othello-heuristics.toml").is_file()


def test_the_reference_has_every_setting_of_every_spec() -> None:
    page = docs_reference.specs()
    for name, settings in ALGORITHMS.items():
        section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert all(f"| `{key}` | " in section for key in settings if key != "level"), name
    known = {key for settings in ALGORITHMS.values() for key in settings} - {"level"}
    assert set(docs_reference.SETTINGS) == known


def test_the_reference_has_every_command() -> None:
    page = docs_reference.commands()
    for names in MODULES.values():
        for name in names:
            assert f"\n## plyground {name}" in page
    assert (
        "| `--openings` `random:N\\|none\\|FILE[:N]`"
        " | The openings: N random plies, none, or a file. Default: `random:4`. |" in page
    )


@pytest.mark.deep
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    # In a process of its own: MyST makes warnings that are errors among tests.
    build = [sys.executable, str(ROOT / "tools" / "docs.py"), "--out", str(tmp_path)]
    subprocess.run(build, check=True)
    html = tmp_path / "html"
    for name in ("index", "search", "tutorials/own-game", "reference/api/plyground", "games/go"):
        assert (html / f"{name}.html").is_file()
    assert "perft" in (html / "searchindex.js").read_text(encoding="utf-8")
