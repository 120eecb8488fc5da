"""Damaged and foreign files of studies give a sentence with file and line, never a traceback."""

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plyground.lab import Experiment, Study, read_study, rows
from plyground.lab.report import report, to_html, to_markdown
from tests.conftest import scaled
from tests.lab.studies import LADDER, NODES, RANDOM, ROUND_ROBIN, TIMING, do_all
from tests.lab.test_running import SPRT, status

TEXTS = {
    "round robin": ROUND_ROBIN,
    "ladder": LADDER,
    "sprt": SPRT.replace("games = 400", "games = 6"),
    "nodes": NODES,
    "timing": TIMING,
    "random": RANDOM,
}
POOL: list[Any] = [
    *(None, True, False, 0, 1, -1, 0.5, 2**70, -(10**400), 1e300, "", "x", "black", "\ud800", "1"),
    *([], [1], ["a", "b", 3], {}, {"a": 1}, [[]], "[/b] [red]", "a\nb\x1b[31m"),
]

Tree = Any  # an object or a list of JSON


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The lines of real studies, one for each kind of records."""
    found = {}
    for name, text in TEXTS.items():
        folder = tmp_path_factory.mktemp("whole")
        do_all(folder, text)
        found[name] = (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()
    return found


def spoiled(folder: Path, lines: list[str]) -> Path:
    folder.mkdir(exist_ok=True)
    data = "".join(f"{line}\n" for line in lines)
    (folder / "records.jsonl").write_bytes(data.encode("utf-8", "surrogatepass"))
    return folder


def changed(line: str, change: Callable[[dict[str, Any]], object]) -> str:
    event = json.loads(line)
    change(event)
    return json.dumps(event)


@pytest.mark.parametrize(
    ("number", "change", "message"),
    [
        (1, lambda e: e["study"].pop("tasks"), "line 1: tasks is missing."),
        (1, lambda e: e["study"].update(tasks="6"), "line 1: tasks is a whole number from 0 on, n"),
        (1, lambda e: e["study"].update(kind="duel"), "line 1: kind is one of round_robin, "),
        (1, lambda e: e["study"].update(format=2), "line 1: This version reads studies of format"),
        (1, lambda e: e["study"].update(meetings=[]), "line 1: meetings is empty."),
        (1, lambda e: e["study"]["meetings"][1].pop(), r"line 1: meetings\[1\] is two players and"),
        (1, lambda e: e["study"]["played"].pop("table"), r"line 1: played\.table is missing"),
        (1, lambda e: e.pop("study"), "line 1: This is not the head of a study."),
        (3, lambda e: e.pop("games"), "line 3: games is missing."),
        (3, lambda e: e["games"].pop(), "line 3: games is a list of 2, each an object"),
        (3, lambda e: e["games"][1].pop("nodes"), r"line 3: games\[1\]\.nodes is missing"),
        (
            3,
            lambda e: e["games"][0].update(points=2),
            r"3: games\[0\]\.points is 0, 0\.5 or 1",
        ),
        (3, lambda e: e["games"][0].update(winner=None), "is 0.5 by its winner, not"),
        (3, lambda e: e.update(second="nobody"), "line 3: 'greedy' and 'nobody' do not meet"),
        (3, lambda e: e.update(pair=5), r"line 3: task is 'pair\|greedy\|dice\|5' by its"),
        (3, lambda e: e.pop("number"), "line 3: number is missing."),
        (3, lambda e: e.pop("task"), "line 3: This line is neither a record nor a note."),
    ],
)
def test_a_wrong_line_is_reported_with_its_reason(
    studies: dict[str, list[str]],
    tmp_path: Path,
    number: int,
    change: Callable[[dict[str, Any]], object],
    message: str,
) -> None:
    lines = list(studies["round robin"])
    lines[number - 1] = changed(lines[number - 1], change)
    for reader in (read_study, rows):
        with pytest.raises(ValueError, match=rf"records\.jsonl, .*{message}"):
            reader(spoiled(tmp_path, lines))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty: the study has not begun."),
        (b'{"study":', "is empty: the study has not begun."),
        (b"\x89PNG\r\n\x1a\n\x00\x00\xff", "line 1: This is not text in UTF-8."),
        (b"\x00\x00\x00\n\x00\n", "line 1: This is not a JSON object."),
        (b'{"match":{"format":1}}\n', "line 1: This is not the head of a study."),
        (b'{"study":{"format":1}}\n', "line 1: title is missing."),
        (b"[" * 100_000 + b"\n", "line 1: This is not a JSON object."),
        (b'{"study":NaN}\n', "line 1: This is not a JSON object."),
        (b" " * 2_000_000 + b"\n", "line 1: A line has at most 1000000 characters."),
    ],
)
def test_every_entry_point_reports_a_folder_that_is_no_study(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, message: str
) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "records.jsonl").write_bytes(data)
    for reader in (read_study, rows):
        with pytest.raises(ValueError, match=r"records\.jsonl") as refused:
            reader(folder)
        assert str(refused.value).endswith(message)
    assert status("report", folder) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("plyground: ")
    assert errors.count("\n") == 1
    assert status("list", tmp_path, "--json") == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["state"], row["title"].endswith(message)) == ("broken", True)


def test_a_truncated_line_is_reported(studies: dict[str, list[str]], tmp_path: Path) -> None:
    lines = list(studies["round robin"])
    lines[3] = lines[3][: len(lines[3]) // 2]
    folder = spoiled(tmp_path, lines)
    before = (folder / "records.jsonl").read_bytes()
    for reader in (read_study, lambda where: Study(where, Experiment.of(ROUND_ROBIN))):
        with pytest.raises(ValueError, match=r"records\.jsonl, line 4: This is not a JSON object"):
            reader(folder)
    assert (folder / "records.jsonl").read_bytes() == before


def test_an_opening_that_cannot_be_played_is_reported(
    studies: dict[str, list[str]], tmp_path: Path
) -> None:
    lines = list(studies["round robin"])
    lines[1] = changed(lines[1], lambda event: event["opening"].update(moves=["a1"]))
    with pytest.raises(ValueError, match=r"records\.jsonl: The opening of 'pair\|gree.* played: "):
        Study(spoiled(tmp_path, lines), Experiment.of(ROUND_ROBIN))


def test_studies_of_different_kinds_are_distinguished(
    studies: dict[str, list[str]], tmp_path: Path
) -> None:
    lines = [studies["nodes"][0], studies["random"][1]]
    with pytest.raises(ValueError, match="line 2: kind is 'count', not 'random'"):
        read_study(spoiled(tmp_path, lines))


# ---- any damage ----


def places(tree: Tree) -> list[tuple[Tree, Any]]:
    """Every value of a tree, as its container and its key."""
    keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
    found: list[tuple[Tree, Any]] = [(tree, key) for key in keys]
    for key in keys:
        inner = tree[key]
        if isinstance(inner, dict | list):
            found += places(inner)
    return found


def damage_value(lines: list[str], dice: random.Random) -> list[str]:
    """Replaces or removes some value."""
    number = dice.choice([0, dice.randrange(len(lines))])
    event = json.loads(lines[number])
    holder, key = dice.choice(places(event))
    if dice.random() < 0.3:
        del holder[key]
    elif dice.random() < 0.3:
        other, other_key = dice.choice(places(event))
        holder[key] = copy.deepcopy(other[other_key])
    else:
        holder[key] = dice.choice(POOL)
    return [*lines[:number], json.dumps(event), *lines[number + 1 :]]


def damage_lines(lines: list[str], dice: random.Random) -> list[str]:
    """Removes, moves or cuts lines."""
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    kept = list(lines)
    match dice.randrange(4):
        case 0:
            del kept[one]
        case 1:
            kept[one], kept[two] = kept[two], kept[one]
        case 2:
            kept.insert(one, kept[two])
        case _:
            kept[one] = kept[one][: dice.randrange(len(kept[one]))]
    return kept


def damage_signs(lines: list[str], dice: random.Random) -> list[str]:
    """Replaces characters, some with bytes that are not UTF-8."""
    text = "\n".join(lines)
    for _ in range(dice.choice((1, 1, 5))):
        place, size = dice.randrange(len(text)), dice.choice((0, 1, 1, 40))
        text = text[:place] + dice.choice('x0"{},:[]\x00\ud800\n') + text[place + size :]
    return text.split("\n")


def endure(folder: Path, text: str) -> bool:
    """Uses a damaged study in every way: each works, or names the file.

    Returns whether it was read.
    """
    messages = []
    for use in (_show, rows, lambda where: Study(where, Experiment.of(text)).__exit__()):
        try:
            use(folder)
        except ValueError as error:
            messages.append(str(error))
    assert all(str(folder) in sentence for sentence in messages), messages
    return len(messages) < 2  # neither shown nor given as rows


def _show(folder: Path) -> None:
    document = report(read_study(folder))
    (to_html(document) + to_markdown(document)).encode()


def damaged(studies: dict[str, list[str]], folder: Path, count: int, seed: int) -> list[bool]:
    dice = random.Random(seed)
    found = []
    for number in range(count):
        name = dice.choice(list(studies))
        ways = (damage_value, damage_value, damage_value, damage_lines, damage_signs)
        lines = dice.choice(ways)(studies[name], dice)
        found.append(endure(spoiled(folder / str(number), lines), TEXTS[name]))
    return found


def test_any_damage_is_tolerated_or_reported(studies: dict[str, list[str]], tmp_path: Path) -> None:
    read = damaged(studies, tmp_path, 150, seed=11)
    assert 10 < sum(read) < 140  # some damage is undetectable, most is not


@pytest.mark.deep
def test_heavy_damage_is_tolerated_or_reported(
    studies: dict[str, list[str]], tmp_path: Path
) -> None:
    assert sum(damaged(studies, tmp_path, scaled(4000), seed=random.randrange(10**9))) > 10
