"""Writes a report as Markdown."""

import re
from collections.abc import Iterator, Sequence

from plyground.lab.report.document import (
    Block,
    Bullets,
    Document,
    Figure,
    Heading,
    Table,
    Text,
    printable,
)

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!$])")
_LIST = re.compile(r"^([-+=]|\d+[.)])(?=\s|$|[-=])")  # would begin a list or underline a heading


def to_markdown(document: Document, page: str = "report.html") -> str:
    r"""The whole report; its charts are in the page of that name in the same folder.

    >>> print(to_markdown(Document("1 * 2", [Text("Done.")])), end="")
    # 1 \* 2
    <BLANKLINE>
    Done.
    """
    parts = [f"# {escape(document.title)}"]
    if any(isinstance(block, Figure) for block in document.blocks):
        made = "which `plyground lab report` writes beside this file"
        parts.append(f"The charts are in {escape(page)}, {made}.")
    parts += filter(None, ("\n".join(_lines(block)) for block in document.blocks))
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    r"""The text escaped for Markdown.

    >>> print(escape("<b>_x_|"), escape("- no list"), escape("1. none"))
    \<b\>\_x\_\| \- no list 1\. none
    """
    plain = _SPECIAL.sub(r"\\\1", printable(text))
    return _LIST.sub(lambda found: found[0][:-1] + "\\" + found[0][-1], plain)


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {escape(text)}"
        case Text(text, is_warning):
            yield f"**{escape(text)}**" if is_warning else escape(text)
        case Bullets(items):
            yield from (f"- {escape(item)}" for item in items)
        case Table():
            yield from _table(block)
        case Figure(instead=Table() as table):
            yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    yield from (f"{escape(table.caption)}:", "") if table.caption else ()
    yield _row(table.header)
    yield _rule(len(table.header), table.left)
    yield from map(_row, table.rows)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(escape, cells))} |"


def _rule(columns: int, left: int) -> str:
    return f"| {' | '.join('---' if place < left else '---:' for place in range(columns))} |"
