"""Every link in the documents has a target, and every file they name exists.

Every header is part of the build.

Each rule is also tested on a small tree that breaks it, to prove that it can fail.
"""

import functools
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from plyground import _core
from tests.project import ROOT

# What a checkout may contain besides the project itself.
MADE = {"build", "dist", "node_modules"}


def documents(root: Path) -> Iterator[Path]:
    """Every document of the project, without built, installed or hidden files."""
    for file in sorted(root.rglob("*.md")):
        folders = file.relative_to(root).parent.parts
        if not any(folder in MADE or folder.startswith(".") for folder in folders):
            yield file


def links(text: str) -> list[str]:
    """The targets of a document's links and images, outside code."""
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`\n]*`", "", text)
    inline = re.findall(r"\]\(\s*<?([^)\s>]+)", text)
    return inline + re.findall(r"^\s*\[[^\]]+\]:\s*<?([^\s>]+)", text, flags=re.MULTILINE)


@functools.cache
def parts(file: Path) -> set[str]:
    """The parts of a page that links can lead to: its headings, as GitHub and MyST name them."""
    text = re.sub(r"^```.*?^```", "", file.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    found: set[str] = set()
    for heading in re.findall(r"^#+ +(.+)$", text, flags=re.MULTILINE):
        words = re.sub(r"[^\w\s-]", "", heading.strip().lower()).replace(" ", "-")
        again = (f"{words}-{number}" for number in itertools.count(1))
        found.add(words if words not in found else next(one for one in again if one not in found))
    return found


def dead_links(root: Path) -> Iterator[str]:
    """Every relative link to a missing file, folder or part of a page."""
    for file in documents(root):
        for link in links(file.read_text(encoding="utf-8")):
            path, _, part = map(unquote, link.partition("#"))
            if ":" in path:
                continue
            target = file.parent / path if path else file
            is_page = target.suffix == ".md" and target.exists()
            if not target.exists() or (part and is_page and part not in parts(target)):
                yield f"{file.relative_to(root).as_posix()} links to {link}"


def missing_files(root: Path) -> Iterator[str]:
    """Every missing source file that a page of `docs` names."""
    known = [
        "/" + file.relative_to(root).as_posix()
        for folder in ("src", "cpp", "tests", "tools", "bench", "examples")
        for file in (root / folder).rglob("*")
    ]
    for page in sorted((root / "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        for name in re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.(?:py|hpp|cpp|js))`", text):
            if not any(file.endswith(f"/{name}") for file in known):
                yield f"{page.name} names {name}"


def included(cpp: Path, file: Path) -> Iterator[Path]:
    """The project's files that a file includes, from its own folder or from cpp/."""
    text = file.read_text(encoding="utf-8")
    for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, flags=re.MULTILINE):
        yield from (path for path in (file.parent / name, cpp / name) if path.exists())


def unused_headers(cpp: Path) -> list[str]:
    """Every header that no source of the build includes, directly or indirectly."""
    sources = ("bind/*.cpp", "net/*.cpp", "games/*/bind.cpp")  # as in CMakeLists.txt
    to_visit = [path for pattern in sources for path in cpp.glob(pattern)]
    reached = set(to_visit)
    while to_visit:
        for path in set(included(cpp, to_visit.pop())) - reached:
            reached.add(path)
            to_visit.append(path)
    headers = set(cpp.rglob("*.hpp")) - reached
    return sorted(header.relative_to(cpp).as_posix() for header in headers)


def test_every_link_leads_somewhere() -> None:
    assert len(list(documents(ROOT))) > 10
    assert list(dead_links(ROOT)) == []


def test_every_game_of_the_core_is_in_the_list() -> None:
    listed = links((ROOT / "docs" / "reference" / "games.md").read_text(encoding="utf-8"))
    wanted = {f"../../cpp/games/{game.name}/README.md" for game in _core.games()}
    assert wanted - set(listed) == set()


def test_every_header_is_part_of_the_build() -> None:
    assert unused_headers(ROOT / "cpp") == []


@pytest.mark.parametrize(
    "text",
    [
        "See [it](gone.md).",
        "See [it](gone.md#part).",
        '![A picture](gone.md "with a title")',
        "See [it](<gone.md>).",
        "See [it][1].\n\n[1]: gone.md\n",
        "```\ncode\n```\n[it](gone.md)\n```\ncode\n```\n",
    ],
)
def test_a_dead_link_is_found(tmp_path: Path, text: str) -> None:
    write(tmp_path, "docs/page.md", text)
    (found,) = dead_links(tmp_path)
    assert found.startswith("docs/page.md links to gone.md")


@pytest.mark.parametrize("link", ["#gone", "other.md#gone", "other.md#code", "other.md#a-part-2"])
def test_a_link_to_a_part_that_is_missing_is_found(tmp_path: Path, link: str) -> None:
    write(tmp_path, "docs/page.md", f"See [it]({link}).")
    write(tmp_path, "docs/other.md", "# A part\n# A *part*\n```\n# code\n```\n")
    assert list(dead_links(tmp_path)) == [f"docs/page.md links to {link}"]


@pytest.mark.parametrize(
    "text",
    [
        "# Here\nSee [it](other.md), [it](other.md#part), [it](#here), [it](a%20b.md).",
        "See [all](../docs).",
        "See [it](other.md#part-1).",
        "See [it](https://example.com/gone.md) or [write](mailto:someone@example.com).",
        "```\n[it](gone.md)\n```\n",
        "Write `[it](gone.md)`.",
    ],
)
def test_live_links_and_code_are_left_alone(tmp_path: Path, text: str) -> None:
    write(tmp_path, "docs/page.md", text)
    write(tmp_path, "docs/other.md", "# Part\n## `Part`!\n")
    write(tmp_path, "docs/a b.md", "")
    write(tmp_path, ".venv/lib/page.md", "[it](gone.md)")
    assert list(dead_links(tmp_path)) == []


def test_a_header_without_a_unit_is_found(tmp_path: Path) -> None:
    write(tmp_path, "bind/module.cpp", '#include <vector>\n#include "core/game.hpp"\n')
    write(tmp_path, "games/go/bind.cpp", '#  include "rules.hpp"\n')
    write(tmp_path, "games/go/rules.hpp", '#include "core/text.hpp"\n')
    write(tmp_path, "core/game.hpp", "")
    write(tmp_path, "core/text.hpp", '#include "core/game.hpp"\n')
    assert unused_headers(tmp_path) == []
    write(tmp_path, "core/alone.hpp", '#include "core/pair.hpp"\n')
    write(tmp_path, "core/pair.hpp", '#include "core/alone.hpp"\n')
    write(tmp_path, "games/go/sketch.cpp", '#include "core/alone.hpp"\n')  # not in the build
    assert unused_headers(tmp_path) == ["core/alone.hpp", "core/pair.hpp"]


def write(folder: Path, path: str, text: str) -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text, encoding="utf-8")


def test_files_that_the_docs_name_exist() -> None:
    assert list(missing_files(ROOT)) == []


def test_a_named_file_that_is_missing_is_found(tmp_path: Path) -> None:
    for name in ("src/here.py", "src/web/there.js", "docs/page.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    named = "`here.py`, `web/there.js`, `web/here.py` and here.py, one.py"
    (tmp_path / "docs" / "page.md").write_text(named, encoding="utf-8")
    assert list(missing_files(tmp_path)) == ["page.md names web/here.py"]
