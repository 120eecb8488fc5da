"""The file of a table of patterns: a round trip, and error sentences for bad files."""

import dataclasses
import random
from pathlib import Path

import pytest

import plyground
from plyground.engine.pattern_file import read_patterns, write_patterns
from plyground.engine.pattern_layout import layout_for
from plyground.engine.patterns import find_patterns, load_patterns, pattern_files
from tests.patterns.reference import random_table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    random_table(tmp_path / "small.plypat", plyground.game("othello", size=4))
    return tmp_path / "small.plypat"


def test_file_is_read_back_as_it_was_written(path: Path, tmp_path: Path) -> None:
    table = read_patterns(path)
    write_patterns(tmp_path / "again.plypat", table)
    assert (tmp_path / "again.plypat").read_bytes() == path.read_bytes()
    assert table.header.layout == layout_for(plyground.game("othello", size=4))


def test_every_damaged_file_is_refused_with_a_sentence(path: Path, tmp_path: Path) -> None:
    content = path.read_bytes()
    damaged, dice = tmp_path / "damaged.plypat", random.Random(1)
    for _ in range(60):
        at, bit = dice.randrange(len(content)), 1 << dice.randrange(8)
        damaged.write_bytes(content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :])
        with pytest.raises(ValueError, match=r"is damaged|is not a table"):
            load_patterns(damaged)
    for length in (0, 5, 12, 40, len(content) // 2, len(content) - 1):
        damaged.write_bytes(content[:length])
        with pytest.raises(ValueError, match=r"is damaged|is not a table"):
            load_patterns(damaged)


def test_impossible_tables_are_refused(path: Path, tmp_path: Path) -> None:
    table = read_patterns(path)
    layout, bad = table.header.layout, tmp_path / "bad.plypat"
    pattern = layout.patterns[0]
    wrong = [
        dataclasses.replace(layout, squares=15),
        dataclasses.replace(layout, stages=3),
        dataclasses.replace(layout, stages=1000),
        dataclasses.replace(layout, patterns=()),
        dataclasses.replace(
            layout, patterns=(dataclasses.replace(pattern, places=((0, 99),)), *layout.patterns[1:])
        ),
        dataclasses.replace(
            layout, patterns=(dataclasses.replace(pattern, turned=((0, 0),)), *layout.patterns[1:])
        ),
    ]
    headers = [dataclasses.replace(table.header, layout=each) for each in wrong]
    headers.append(dataclasses.replace(table.header, meaning="luck"))
    headers.append(dataclasses.replace(table.header, unit=float("nan")))
    for header in headers:
        write_patterns(bad, dataclasses.replace(table, header=header))
        with pytest.raises(ValueError, match="can't be used"):
            load_patterns(bad)
    write_patterns(bad, dataclasses.replace(table, weights=table.weights[:-2]))
    with pytest.raises(ValueError, match=r"can't be used: .* weights, not"):
        load_patterns(bad)


def test_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="can't be read: No such file"):
        load_patterns(tmp_path / "none.plypat")


def test_tables_are_found_by_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_HOME", str(path.parent / "home"))
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(path.parent))
    assert pattern_files("othello")["small"] == path
    assert find_patterns("small", "othello").header.game == "othello"
    with pytest.raises(ValueError, match=r"no patterns 'other' for othello; .*small"):
        find_patterns("other", "othello")
    with pytest.raises(ValueError, match=r"no patterns '\.\./small'"):
        find_patterns("../small", "othello")


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("gomoku", {}, "are for othello, not gomoku"),
        ("othello", {"size": 8}, "for 16 squares, .* the board has 64 squares"),
    ],
)
def test_table_of_another_board_is_refused(
    path: Path, name: str, options: dict[str, int], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(path.parent))
    start = plyground.game(name, **options).start()
    with pytest.raises(ValueError, match=sentence):
        plyground.search(start, "search:depth=2,eval=patterns:small")


@pytest.mark.parametrize("name", ["", "a b", "a*2", "a+coins", "../a"])
def test_bad_name_in_a_spec_is_refused(name: str) -> None:
    start = plyground.game("othello").start()
    with pytest.raises(ValueError, match="eval can be the name of"):
        plyground.search(start, f"search:depth=1,eval=patterns:{name}")
