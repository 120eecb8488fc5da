"""Every code block of the documents works as its page says."""

from pathlib import Path

import pytest

from plyground.lab import Experiment
from plyground.learn import lessons
from tests.project import ROOT
from tests.project.doc_blocks import (
    Block,
    Commands,
    Session,
    blocks,
    blocks_of,
    commands,
    shortened,
)

PAGES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"])
RUN = {"python", "toml", "console"}
# Pages whose blocks take seconds, even shortened, or need pandas.
LONG = {
    "docs/how-to/lab.md",
    "docs/tutorials/first-experiment.md",
    "docs/tutorials/notebook.md",
    "docs/tutorials/own-game.md",
}


def runnable() -> list[object]:
    found: list[object] = []
    for page in PAGES:
        name = page.relative_to(ROOT).as_posix()
        if page.name != "README.md" and any(block.language in RUN for block in blocks(page)):
            marks = pytest.mark.deep if name in LONG else ()
            found.append(pytest.param(page, id=name, marks=marks))
    return found


@pytest.fixture(scope="module")
def command_line() -> Commands:
    return Commands()


def test_every_command_in_the_documents_exists(command_line: Commands) -> None:
    lines = [
        (block.place, line) for page in PAGES for block in blocks(page) for line in commands(block)
    ]
    assert len(lines) > 100
    wrong = [(place, line, command_line.problem(line)) for place, line in lines]
    assert [row for row in wrong if row[2]] == []


@pytest.mark.parametrize("page", runnable())
def test_the_blocks_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "home"))
    session = Session(tmp_path)
    name = page.relative_to(ROOT).as_posix()
    for block in blocks(page):
        session.run(block)
        if name in LONG and block.language == "":  # the basis of later blocks
            for line in commands(block):
                session.run_complete(line, block)


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, id=block.place)
        for page in PAGES
        for block in blocks(page)
        # A file that loads a game is read when its page runs, because the game would stay in this
        # process.
        if block.language == "toml" and "\nload =" not in block.text
    ],
)
def test_a_settings_file_is_read(block: Block, tmp_path: Path) -> None:
    read_settings(block, tmp_path)


def read_settings(block: Block, folder: Path) -> None:
    """Reads an experiment or a lesson; each refuses unknown keys."""
    file = folder / "settings.toml"
    file.write_text(block.text, encoding="utf-8")
    if "[[steps]]" in block.text:
        assert lessons.check(lessons.read(file)) == []
    else:
        assert Experiment.read(file).kind


# The checks can fail


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("play othello --white level:3", ""),
        ("lab run FILE.toml [--out DIR] [--workers N]", ""),
        ("backup|restore FILE [--database URL]", ""),
        ("plya othello", "plya"),
        ("play othello --colour black", "--colour"),
        ("lab run FILE.toml [--fast]", "plyground lab run has no option --fast"),
        ("perft othello", "depth"),
    ],
)
def test_a_wrong_command_is_found(command_line: Commands, line: str, problem: str) -> None:
    found = command_line.problem(line)
    assert problem in found
    assert bool(found) == bool(problem)


@pytest.mark.parametrize(
    "text",
    [
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\nassert False\n```\n",
        "```console\n$ plyground games --no-such\n```\n",
        "```console\n$ plyground --version\nplyground 9.9\n```\n",
    ],
    ids=["example", "python", "command", "output"],
)
def test_a_block_that_fails_is_found(tmp_path: Path, text: str) -> None:
    (block,) = blocks_of(text, ROOT / "docs" / "none.md")
    with pytest.raises(AssertionError):
        Session(tmp_path).run(block)


def test_blocks_are_found_with_their_lines_and_long_work_is_shortened() -> None:
    text = "# A\n\n    plyground games\n    more\n\ntext\n\n```toml\na = 1\n```\n"
    found = blocks_of(text, ROOT / "a.md")
    assert [(block.line, block.language) for block in found] == [(3, ""), (8, "toml")]
    assert list(commands(found[0])) == ["games"]
    assert shortened("games = 400  --games 200 mcts:playouts=5000") == (
        "games = 2  --games 2 mcts:playouts=20"
    )
