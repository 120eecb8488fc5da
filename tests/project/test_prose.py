"""The documentation and the lessons avoid the phrases that docs/reference/style.md rules out.

The list has only phrases that are almost always wrong. `ALLOWED` has the exceptions, with the text
around them.
"""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from tests.project import ROOT
from tests.project.test_docs import documents

PHRASES = (
    r"told|tells of|wish(?:es|ed)?|whoever|things?|nobody|somebody|one's own",
    r"who sits|come[s]? along|taken for|without dice|all the same|as it were",
    r"knows? (?:no|nothing|of no)|is asked for whom|what it has|goes? on where it was",
    r"ends? with a stroke|in so far as|in order to|it should be noted",
)
PATTERN = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b", flags=re.IGNORECASE)
SUBJECT = re.compile(r"(?:^|[.:;] |\| )Who (?!wins\b|plays\b|has\b|moves\b|is\b)[a-z][^.?|]*\.")

ALLOWED = {
    "docs/reference/style.md": None,  # it quotes them
}
REPORTS = "report.md"  # written by the laboratory from its own sentences


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a page with their numbers, without code.

    >>> list(prose("A `thing` here."))
    [(1, 'A  here.')]
    """
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code and not line.startswith("    "):
            yield number, re.sub(r"`[^`]*`", "", line)


def found(text: str) -> list[str]:
    """The lines of a page with a phrase from the list."""
    return [
        f"line {number}: {match[0]!r} in {line.strip()[:80]!r}"
        for number, line in prose(text)
        for match in (PATTERN.search(line), SUBJECT.search(line))
        if match
    ]


def english(data: Any) -> Iterator[str]:
    """Every English text in the data of a lesson."""
    if isinstance(data, list):
        for each in data:
            yield from english(each)
    elif isinstance(data, dict):
        for key, each in data.items():
            if key == "en" and isinstance(each, str):
                yield each
            elif key not in ("ja", "position"):
                yield from english(each)


def test_documentation_is_plain() -> None:
    pages = [page for page in documents(ROOT) if page.name != REPORTS]
    assert len(pages) > 40
    faults = [
        f"{name}, {fault}"
        for page in pages
        if (name := page.relative_to(ROOT).as_posix()) not in ALLOWED
        for fault in found(page.read_text(encoding="utf-8"))
    ]
    assert faults == []


def test_lessons_are_plain() -> None:
    files = sorted((ROOT / "src" / "plyground" / "games").glob("*/lessons/*.toml"))
    assert len(files) > 30
    faults = [
        f"{file.parent.parent.name}/{file.name}: {fault}"
        for file in files
        for text in english(tomllib.loads(file.read_text(encoding="utf-8")))
        for fault in found(text)
    ]
    assert faults == []


@pytest.mark.parametrize(
    "text",
    [
        "Who comes in late is told.",
        "Addresses end with a stroke.",
        "A repeated wish changes nothing.",
        "A search that knows no game.",
        "Whoever has more wins the ko.",
    ],
)
def test_phrase_is_found(text: str) -> None:
    assert len(found(text)) >= 1


@pytest.mark.parametrize(
    "text",
    [
        "A client that joins late receives the current state.",
        "Write `things` in code, or\n\n    told in a block\n",
        "| question |\n| --- |\n| Who wins? |",
    ],
)
def test_plain_text_is_accepted(text: str) -> None:
    assert found(text) == []


def test_style_page_has_enough_examples() -> None:
    page = (ROOT / "docs" / "reference" / "style.md").read_text(encoding="utf-8")
    table = page.partition("## Before and after")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    assert len(rows) >= 2 + 20
    assert page.startswith("# ")
