"""The map in CONTRIBUTING.md shows every folder, in the order that test_doors.py enforces.

Each rule is also tested on a map that breaks it, to prove that it can fail.
"""

import itertools
import re
from collections.abc import Iterator

import pytest

from tests.project import ROOT
from tests.project.test_doors import ORDER, ROOMS, place

PACKAGE = ROOT / "src" / "plyground"
Rows = list[tuple[str, list[str]]]  # the folder of the names, and the names in a line


def the_map() -> str:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text.partition("## The map")[2].split("```")[1]


def rows_of(drawn: str) -> Rows:
    """The lines of a map."""
    rows: Rows = []
    top = ""
    for line in drawn.splitlines():
        indent = len(line) - len(line.lstrip())
        names = re.split(r"\s{2,}", line.strip())[0].split()
        if indent == 0:
            top = "".join(names).rstrip("/")
        elif indent == 2:
            rows.append((top, names))
        else:
            rows.append((f"{top}/web", names))
    return rows


def wrong_rows(rows: Rows) -> Iterator[str]:
    """What a map leaves out, invents, or has in another order than the imports."""
    shown = {
        folder: [n for where, names in rows if where == folder for n in names] for folder, _ in rows
    }
    for folder, there in real().items():
        if (found := set(shown.get(folder, []))) != there:
            yield f"{folder}: {sorted(found ^ there)}"
    for folder, prefix in (("src/plyground", ""), ("src/plyground/web", "web.")):
        places = [
            [place(prefix + name) for name in names] for where, names in rows if where == folder
        ]
        for before, after in itertools.pairwise(places):
            if max(before) > min(after):
                late, early = sorted(ORDER[max(before)]), sorted(ORDER[min(after)])
                yield f"{folder}: {late} comes after {early}"


def real() -> dict[str, set[str]]:
    """The content of each folder that the map shows."""
    return {
        "cpp": set(ROOMS),
        "src/plyground": modules(""),
        "src/plyground/web": modules("web") - {"locale"},
    }


def modules(folder: str) -> set[str]:
    """The modules and packages in a folder of the package."""
    found = [path for path in (PACKAGE / folder).iterdir() if path.suffix in ("", ".py")]
    return {
        path.stem for path in found if not path.stem.startswith("__") and path.name != "py.typed"
    }


def test_map_matches_the_imports() -> None:
    assert list(wrong_rows(rows_of(the_map()))) == []


def test_the_map_fits_on_a_screen() -> None:
    lines = the_map().splitlines()
    assert len(lines) <= 50
    assert max(map(len, lines)) <= 110


def test_an_app_is_small_and_has_its_own_tests() -> None:
    """About a dozen modules, besides those that Django requires by name."""
    apps = {path.parent for path in (PACKAGE / "web").glob("*/__init__.py")}
    assert len(apps) > 10
    for app in apps:
        own = {path.name for path in app.glob("*.py")}
        own -= {"__init__.py", "apps.py", "models.py", "urls.py"}
        assert len(own) <= 13, f"{app.name} has {len(own)} modules"
        is_tested = (ROOT / "tests" / "web" / app.name).is_dir()
        assert is_tested or app.name == "contract", "which is tested as the API"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  learn  ", "  learned  ", "src/plyground: ['learn', 'learned']"),
        ("    lab  ", "    laboratory  ", "src/plyground/web: ['lab', 'laboratory']"),
        ("  core  ", "  kernel  ", "cpp: ['core', 'kernel']"),
        ("  records  ", "  players  ", "src/plyground: ['records']"),
        ("    settings urls\n    asgi", "    asgi\n    settings urls", "comes after"),
    ],
)
def test_wrong_map_is_detected(old: str, new: str, message: str) -> None:
    drawn = the_map()
    assert old in drawn
    assert any(message in line for line in wrong_rows(rows_of(drawn.replace(old, new, 1))))
