"""Reports as files: the same bytes each time, complete, self-contained, and safe for any names."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plyground.lab import Written, read_study
from plyground.lab.report import report, to_html, to_markdown, write
from tests.lab import handmade
from tests.lab.studies import NODES, RANDOM, ROUND_ROBIN, TIMING, do_all

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "a & b; &amp; 'c' </title></svg>",
    "| pipe | `code` **bold** [link](javascript:alert(1)) ![i](https://example.com/x.png)",
    "名前のとても長いプレーヤー" * 12,
    "two\nlines\x00\x1b[31m\u202ereversed",
    "---",
]

Some = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]


def every_kind(names: list[str]) -> Iterator[Written]:
    """Studies with these names wherever a name can occur."""
    one, two, *_ = names
    test = {"elo0": 0, "elo1": 20, "alpha": 0.05, "beta": 0.05}
    texts = {"title": one, "question": two, "openings": one}
    met = {(one, other): Some for other in names[1:]}
    for kind in ("round_robin", "gauntlet", "ladder", "ablation", "grid"):
        yield handmade.contest(kind, met, **texts)
    yield handmade.contest("sprt", {(one, two): Some}, test=test, tasks=9, **texts)
    cases = [handmade.case(name, [1, 2]) for name in names]
    searches = [
        handmade.count(name, place, depth, 10**depth)
        for place, name in enumerate(names)
        for depth in (1, 2)
    ]
    players = dict.fromkeys(names, one)
    yield handmade.study("nodes", searches, cases=cases, players=players, **texts)
    yield handmade.study("timing", searches, cases=cases, players=players, **texts)
    varied = [handmade.case(rule=name, size=3) for name in names]
    thrown = [
        handmade.chance(place, (2, 1, 0), [4, 5, 6], [1, 0, 2]) for place in range(len(names))
    ]
    yield handmade.study("random", thrown, cases=varied, games=3, **texts)


def parsed(page: str) -> ElementTree.Element:
    """The page as XML, which can only be read if every tag is closed."""
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "ul", "li"),
    *("div", "table", "thead", "tbody", "tr", "th", "td", "wbr", "figure", "figcaption"),
    *("svg", "desc", "path", "line", "rect", "text"),
}


@pytest.mark.parametrize("names", [["A", "B", "C"], HOSTILE], ids=["plain", "hostile"])
def test_pages_are_whole_and_refer_to_nothing_outside(names: list[str]) -> None:
    for study in every_kind(names):
        page = to_html(report(study))
        tree = parsed(page)
        assert {element.tag for element in tree.iter()} <= ALLOWED
        attributes = {name for element in tree.iter() for name in element.attrib}
        assert not attributes & {"href", "src", "style", "onerror", "onclick", "srcset"}
        style = tree.findtext("head/style") or ""
        assert "url(" not in style
        assert "@import" not in style
        assert all(svg.find("title") is not None for svg in tree.iter("svg"))
        assert not re.search(r"\bnan\b|\binf\b", page)


def test_hostile_names_are_shown_as_they_are() -> None:
    for study in every_kind(HOSTILE):
        page, words = to_html(report(study)), to_markdown(report(study))
        seen = "".join(parsed(page).itertext())
        assert "<script>alert(1)</script>" in seen
        assert "<script" not in page
        assert not any(sign in page + words for sign in "\x00\x1b\u202e")
        assert not re.search(r"(?<!\\)<(script|img|/title)", words)
        assert not re.search(r"(?<!\\)\]\(", words)


def test_rows_of_markdown_have_as_many_cells_as_their_heads() -> None:
    for study in every_kind(HOSTILE):
        cells = 0
        for line in to_markdown(report(study)).splitlines():
            here = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
            assert not cells or here in (0, cells), line
            cells = here


@pytest.mark.parametrize(
    "text",
    [
        ROUND_ROBIN,
        pytest.param(NODES, marks=pytest.mark.deep),
        pytest.param(TIMING, marks=pytest.mark.deep),
        pytest.param(RANDOM, marks=pytest.mark.deep),
    ],
    ids=["games", "nodes", "times", "random"],
)
def test_the_same_records_make_the_same_bytes(tmp_path: Path, text: str) -> None:
    """Also in other processes, in which sets have other orders, and in another folder."""
    do_all(tmp_path / "one", text)
    pages = []
    for place, seed in enumerate(("1", "2")):
        folder = tmp_path / str(place)
        folder.mkdir()
        (folder / "records.jsonl").write_bytes((tmp_path / "one" / "records.jsonl").read_bytes())
        done = plyground("lab", "report", str(folder), seed=seed)
        assert done.stdout.splitlines() == [str(folder / "report.html"), str(folder / "report.md")]
        pages.append([(folder / f"report.{end}").read_bytes() for end in ("html", "md")])
    assert pages[0] == pages[1]
    assert parsed(pages[0][0].decode()).findtext("body/main/h1")


def test_the_order_in_which_tasks_ended_does_not_matter(tmp_path: Path) -> None:
    do_all(tmp_path / "study")
    path = tmp_path / "study" / "records.jsonl"
    before = to_html(report(read_study(tmp_path / "study")))
    head, *records = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([head, *reversed(records)]), encoding="utf-8")
    assert to_html(report(read_study(tmp_path / "study"))) == before


def test_the_page_can_be_somewhere_else(tmp_path: Path) -> None:
    do_all(tmp_path / "study", NODES)
    page = tmp_path / "mine.html"
    output = json.loads(
        plyground("lab", "report", str(tmp_path / "study"), "--out", str(page), "--json").stdout
    )
    assert output == {"html": str(page), "markdown": str(tmp_path / "mine.md")}
    assert sorted(each.name for each in tmp_path.iterdir()) == ["mine.html", "mine.md", "study"]


def test_a_folder_that_is_no_study_is_reported(tmp_path: Path) -> None:
    done = plyground("lab", "report", str(tmp_path), status=2)
    assert done.stderr.strip().endswith("is not the folder of a study: it has no records.jsonl.")
    do_all(tmp_path / "study", NODES)
    with pytest.raises(ValueError, match=r"end it with \.html"):
        write(tmp_path / "study", tmp_path / "mine.md")
    with pytest.raises(ValueError, match=r"can't be written: no such file or directory\."):
        write(tmp_path / "study", tmp_path / "nowhere" / "mine.html")


@pytest.mark.parametrize(("text", "says"), [(NODES, "# nodes"), (ROUND_ROBIN, "plyground[lab]")])
def test_only_reports_on_games_need_the_extra(tmp_path: Path, text: str, says: str) -> None:
    do_all(tmp_path, text)
    code = (
        "import pathlib, sys\n"
        "sys.modules['scipy'] = None\n"
        "from plyground.lab import read_study\n"
        "from plyground.lab.report import report, to_markdown\n"
        "try:\n"
        "    print(to_markdown(report(read_study(pathlib.Path(sys.argv[1])))))\n"
        "except ValueError as error:\n"
        "    print(error)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    assert says in done.stdout.splitlines()[0]


def plyground(
    *arguments: str, seed: str = "0", status: int = 0
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "plyground", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done
