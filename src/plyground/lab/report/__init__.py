"""Reports of studies as Markdown and as one HTML page with charts, from the records alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from plyground.lab.report.document import Block, Document, Text
from plyground.lab.report.markdown import to_markdown
from plyground.lab.report.page import to_html
from plyground.lab.report.preface import preface_blocks
from plyground.lab.report.random_games import random_games_blocks
from plyground.lab.report.searches import search_blocks
from plyground.lab.store import Written, read_study
from plyground.matches.file import file_errors

__all__ = ["Document", "StudyReport", "report", "to_html", "to_markdown", "write"]

PAGE = "report.html"


@dataclass(frozen=True)
class StudyReport(Document):
    """The report of a study, which notebooks show as its page."""

    def _repr_html_(self) -> str:
        page, title = escape(to_html(self)), escape(self.title)
        return f'<iframe srcdoc="{page}" title="{title}" width="100%" height="600"></iframe>'


def report(study: Written) -> StudyReport:
    """The report of a study so far; ValueError if the extra for statistics is not installed."""
    try:
        return StudyReport(study.head["title"], tuple(_blocks(study)))
    except ModuleNotFoundError as missing:
        raise ValueError(str(missing)) from None


def write(folder: Path, page: Path | None = None) -> tuple[Path, Path]:
    """Writes a study's report: the page, beside the records by default, and the Markdown."""
    page = page or folder / PAGE
    words = page.with_suffix(".md")
    if page == words:
        raise ValueError(f"{page} is the page's name, and the Markdown's; end it with .html.")
    document = report(read_study(folder))
    for path, text in ((page, to_html(document)), (words, to_markdown(document, page.name))):
        with file_errors(path):
            half = path.with_name(f"{path.name}.part")
            half.write_text(text, encoding="utf-8", newline="\n")
            half.replace(path)
    return page, words


def _blocks(study: Written) -> Iterator[Block]:
    kind = study.head["kind"]
    verdict = None
    if kind == "sprt" and study.records:
        from plyground.lab.report.sequence import way  # needs numpy and scipy

        verdict = way(study)[0].verdict
    yield from preface_blocks(study, verdict)
    if not study.records:
        yield Text("There are no records yet.")
    elif kind in ("nodes", "timing"):
        yield from search_blocks(study)
    elif kind == "random":
        yield from random_games_blocks(study)
    else:
        yield from _played(study)


def _played(study: Written) -> Iterator[Block]:
    """Only these need numpy and scipy."""
    if study.head["kind"] == "sprt":
        from plyground.lab.report.sequence import sequence_blocks

        yield from sequence_blocks(study)
    elif study.head["kind"] == "tuning":
        from plyground.lab.report.tuning import tuning_blocks

        yield from tuning_blocks(study)
    else:
        from plyground.lab.report.games import contest_blocks

        yield from contest_blocks(study)
