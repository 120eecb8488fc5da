"""The parts of a report, before they become Markdown or HTML."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Heading:
    """A heading; 2 is the level of the report's parts, because the title has level 1."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph; a warning is highlighted."""

    text: str
    is_warning: bool = False


@dataclass(frozen=True)
class Bullets:
    """A list of sentences."""

    items: Sequence[str]


@dataclass(frozen=True)
class Table:
    """A table of texts; the first `left` columns are words, the others numbers."""

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1


@dataclass(frozen=True)
class Figure:
    """A chart with its description; Markdown has a table instead, if it needs one."""

    svg: str
    caption: str
    instead: Table | None = None


Block = Heading | Text | Bullets | Table | Figure


@dataclass(frozen=True)
class Document:
    """A report: its title and its content."""

    title: str
    blocks: Sequence[Block]


def printable(text: str) -> str:
    r"""The text on one line, without invisible characters and direction marks.

    >>> printable("two\nlines\x00 \u202e")
    'two lines'
    """
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def percent(share: float) -> str:
    """A share as a percentage.

    >>> percent(0.625)
    '62.5%'
    """
    return f"{share:.1%}"


def counted(count: int, what: str) -> str:
    """A count with its noun.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def likely(chance: float) -> str:
    """A likelihood, never shown as certain.

    >>> likely(0.99999), likely(0.5), likely(0.0001)
    ('> 99.9%', '50.0%', '< 0.1%')
    """
    if 0.001 <= chance <= 0.999:
        return percent(chance)
    return "> 99.9%" if chance > 0.5 else "< 0.1%"


def p_text(p: float) -> str:
    """A p-value; more than four digits would show the model, not the players.

    >>> p_text(0.0123), p_text(3e-40)
    ('0.012', '< 0.0001')
    """
    return f"{p:.2g}" if p >= 0.0001 else "< 0.0001"


def versus(first: str, second: str, most: int = 26) -> str:
    """The names of two players, shortened so that a chart can distinguish them.

    >>> versus("deep", "dice"), versus("corners*2+coins", "corners*5+coins*0.5")
    ('deep v. dice', 'corners*2+c… v. corners*5+c…')
    """
    if len(first) + len(second) <= most:
        return f"{first} v. {second}"
    half = most // 2
    cut = [name if len(name) <= half else f"{name[: half - 2]}…" for name in (first, second)]
    return f"{cut[0]} v. {cut[1]}"


def number(value: float | None) -> str:
    """A number for tables: integers with commas, others with some digits.

    >>> number(1234567), number(0.01234), number(3.14159), number(None), number(1000.4)
    ('1,234,567', '0.0123', '3.14', '—', '1,000')
    """
    if value is None:
        return "—"
    if float(value).is_integer() or abs(value) >= 1000:
        return f"{value:,.0f}"
    if abs(value) >= 1:
        return f"{value:.4g}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{value:.3g}"
