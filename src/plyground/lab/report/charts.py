"""Charts as SVG: dots with error bars, curves, heat maps.

Colours come from the page, which has a light and a dark theme; shapes and dashes show the same
without colours. Text stays text, and every chart has a title and a description for screen readers.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from unicodedata import east_asian_width

from plyground.lab.report.page import escape
from plyground.lab.report.scales import Scale, scale_of, share, short

WIDTH = 480.0  # of every chart, in its own units; a phone shows them at three quarters of the size

_COLORS, _SHAPES = 8, 7  # the two lists have different lengths, which gives 56 combinations
_DASHES = ("", "7 3", "2 3", "8 3 2 3", "12 4")
_ROW = 26.0
_LEAST = 44.0  # room for a name below an axis; longer names are replaced by numbers
_TITLE = 26.0  # room for a chart's title at the top
_MANY = 30  # curves with more points have no markers

Write = Callable[[float], str]


@dataclass(frozen=True)
class Mark:
    """A dot with an error bar. None is an open end, or an unknown value."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    value_text: str = ""  # the value in words


@dataclass(frozen=True)
class Curve:
    """A line through points; each may have an error bar."""

    name: str
    points: Sequence[tuple[float, float]]
    bars: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True)
class Axis:
    """The content of an axis."""

    name: str
    write: Write = short
    is_log: bool = False
    names: Sequence[str] = field(default=())  # for categories instead of numbers: 0, 1, 2...


@dataclass(frozen=True)
class Cell:
    """A cell of a heat map, from -1 to 1."""

    heat: float
    text: str


def dots(
    title: str,
    about: str,
    marks: Sequence[Mark],
    axis: Axis,
    reference: float | None = None,
    band: tuple[float, float] | None = None,
) -> str:
    """Values with error bars, one below the other. An open end is an arrow; a band is shaded."""
    left = _room([mark.label for mark in marks], 160)
    right = WIDTH - _room([mark.value_text for mark in marks], 90) - 4
    bottom = 8 + _ROW * len(marks)
    known = [
        value for mark in marks for value in (mark.low, mark.value, mark.high) if value is not None
    ]
    shown = [*known, *([] if reference is None else [reference]), *(band or ())]
    scale = scale_of(shown, left, right, axis.is_log, 0.1)
    parts = [*_band(scale, band, bottom), *_across(scale, axis, 4, bottom)]
    if reference is not None:
        parts.append(_line(scale.at(reference), 4, scale.at(reference), bottom, "zero"))
    for place, mark in enumerate(marks):
        parts += _mark(mark, scale, 8 + _ROW * (place + 0.5), left)
    return _svg(title, about, bottom + 38, parts)


def _band(scale: Scale, band: tuple[float, float] | None, bottom: float) -> Iterator[str]:
    if band is None:
        return
    low, high = map(scale.at, band)
    box = f'x="{low:.1f}" y="4" width="{high - low:.1f}" height="{bottom - 4:.1f}"'
    yield f'<rect class="band" {box}/>'
    yield from (_line(x, 4, x, bottom, "zero") for x in (low, high))


def _mark(mark: Mark, scale: Scale, y: float, left: float) -> Iterator[str]:
    yield _text(left - 8, y + 4, mark.label, "end", left - 12)
    if mark.value_text:
        yield _text(WIDTH - 2, y + 4, mark.value_text, "end", 90, "soft")
    low = scale.begin + 4 if mark.low is None else scale.at(mark.low)
    high = scale.end - 4 if mark.high is None else scale.at(mark.high)
    nothing = mark.low is None and mark.high is None
    dashes = ' stroke-dasharray="3 4"' if nothing else ""
    yield f'<path class="bar s0"{dashes} d="M{low:.1f} {y:.1f}H{high:.1f}"/>'
    for x, end, sign in ((low, mark.low, 1), (high, mark.high, -1)):
        if end is None:
            yield (
                f'<path class="bar s0" d="M{x + 7 * sign:.1f} {y - 5:.1f}L{x:.1f} {y:.1f}'
                f'L{x + 7 * sign:.1f} {y + 5:.1f}"/>'
            )
        else:
            yield f'<path class="bar s0" d="M{x:.1f} {y - 5:.1f}v10"/>'
    if mark.value is not None:
        yield _shape(scale.at(mark.value), y, 0)


def curves(
    title: str,
    about: str,
    lines: Sequence[Curve],
    axes: tuple[Axis, Axis],
    levels: Sequence[tuple[float, str]] = (),
) -> str:
    """Lines over an axis, with a legend below; `levels` are drawn across."""
    across, up = axes
    points = [point for line in lines for point in line.points if _fits(point, axes)]
    heights = [y for _, y in points] + [end for line in lines for bar in line.bars for end in bar]
    top, bottom, right = 28.0, 256.0, WIDTH - 14
    height = scale_of([*heights, *(value for value, _ in levels)], bottom, top, up.is_log)
    left = 14 + _room([up.write(tick) for tick in height.ticks()], 70)
    width = scale_of([x for x, _ in points], left, right, across.is_log)
    if across.names:
        width = Scale(-0.5, len(across.names) - 0.5, left, right)
    parts = [_text(2, 12, up.name, "start", WIDTH, "soft")]
    for tick in height.ticks():
        parts.append(_line(left, height.at(tick), right, height.at(tick), "grid"))
        parts.append(_text(left - 6, height.at(tick) + 4, up.write(tick), "end", left))
    parts += _across(width, across, bottom, bottom + 4, [x for x, _ in points])
    for value, name in levels:
        parts.append(_line(left, height.at(value), right, height.at(value), "zero"))
        parts.append(_text(left + 4, height.at(value) - 4, name, "start", right - left, "soft"))
    for number, line in enumerate(lines):
        parts += _curve(line, number, width, height, axes)
    legend, end = _legend([line.name for line in lines], bottom + 56, bool(across.names))
    return _svg(title, about, end, [*parts, *legend])


def _fits(point: tuple[float, float], axes: tuple[Axis, Axis]) -> bool:
    """A logarithmic scale has no place for 0."""
    return all(
        math.isfinite(value) and (value > 0 or not axis.is_log)
        for value, axis in zip(point, axes, strict=True)
    )


def _curve(
    line: Curve, number: int, width: Scale, height: Scale, axes: tuple[Axis, Axis]
) -> Iterator[str]:
    color = number % _COLORS
    shown = [(width.at(x), height.at(y)) for x, y in line.points if _fits((x, y), axes)]
    if len(shown) > 1 and not axes[0].names:  # no line connects categories
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in shown)
        yield f'<path class="curve s{color}"{_dash(number)} d="M{path}"/>'
    for (x, _), (low, high) in zip(line.points, line.bars, strict=False):
        if not axes[1].is_log or low > 0:
            yield (
                f'<path class="bar s{color}" d="M{width.at(x):.1f} {height.at(low):.1f}'
                f'V{height.at(high):.1f}"/>'
            )
    if len(shown) <= _MANY:
        yield from (_shape(x, y, number) for x, y in shown)


def heat_map(
    title: str,
    about: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Cell | None]],
) -> str:
    """Cells in two colours, stronger with the distance from the middle, with their numbers."""
    left = _room(rows, 150)
    wide = min(90.0, (WIDTH - left - 4) / max(1, len(columns)))
    upright = all(_length(name) <= wide - 4 for name in columns)
    top = 22.0 if upright else 10 + min(120.0, max(map(_length, columns)))
    parts = []
    for place, name in enumerate(columns):
        x = left + wide * (place + 0.5)
        turned = "" if upright else f' transform="rotate(-90 {x + 4:.1f} {top - 6:.1f})"'
        anchor, room = ("middle", wide) if upright else ("start", 120.0)
        parts.append(_text(x + (0 if upright else 4), top - 6, name, anchor, room, turned=turned))
    for number, (row, fields) in enumerate(zip(rows, cells, strict=True)):
        y = top + 22 * number
        parts.append(_text(left - 8, y + 15, row, "end", left - 12))
        for place, cell in enumerate(fields):
            parts += _field(cell, left + wide * place, y, wide)
    return _svg(title, about, top + 22 * len(rows) + 6, parts)


def _field(cell: Cell | None, x: float, y: float, wide: float) -> Iterator[str]:
    box = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="22"'
    yield f'<rect class="cell none" {box}/>'
    if cell is None:
        return
    kind = "hi" if cell.heat > 0 else "lo"
    strength = min(1.0, abs(cell.heat))
    if strength > 0:
        yield f'<rect class="cell {kind}" fill-opacity="{strength:.2f}" {box}/>'
    if _length(cell.text) <= wide + 2:
        yield _text(x + wide / 2, y + 15, cell.text, "middle", wide + 4)


def _across(
    scale: Scale, axis: Axis, top: float, bottom: float, places: Sequence[float] = ()
) -> Iterator[str]:
    """The axis below a chart."""
    whole = sorted(set(places)) if len(set(places)) <= 12 and _are_whole(places) else None
    between = (scale.end - scale.begin) / max(1, len(axis.names)) - 4
    for tick in whole or [tick for tick in scale.ticks(7) if tick in places or not axis.names]:
        x, name = scale.at(tick), axis.write(tick)
        room = min(60.0 if not axis.names else between, 2 * (WIDTH - x), 2 * x)
        if axis.names and between >= _LEAST:
            name = axis.names[int(tick)]
        elif axis.names:
            name = f"{tick + 1:g}"
        yield _line(x, top, x, bottom, "grid")
        yield _text(x, bottom + 16, name, "middle", room)
    middle = (scale.begin + scale.end) / 2
    yield _text(middle, bottom + 32, axis.name, "middle", WIDTH, "soft")


def _are_whole(places: Sequence[float]) -> bool:
    return bool(places) and all(float(place).is_integer() for place in places)


def _legend(names: Sequence[str], top: float, only_points: bool = False) -> tuple[list[str], float]:
    """The meaning of each line, as many per row as fit; and where the legend ends."""
    if len(names) == 1 and not names[0]:
        return [], top - 14
    parts, x, y = [], 8.0, top
    for number, name in enumerate(names):
        room = min(_length(name), WIDTH - 60) + 46
        if x + room > WIDTH and x > 8:
            x, y = 8.0, y + 20
        dash, begin = _dash(number), f"M{x:.1f} {y - 4:.1f}"
        if not only_points:
            parts.append(f'<path class="curve s{number % _COLORS}"{dash} d="{begin}h26"/>')
        parts.append(_shape(x + 13, y - 4, number))
        parts.append(_text(x + 32, y, name, "start", WIDTH - 60))
        x += room
    return parts, y + 8


def _dash(number: int) -> str:
    dashes = _DASHES[number % len(_DASHES)]
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _shape(x: float, y: float, number: int) -> str:
    """The marker of a point, by the number of its curve."""
    paths = (
        "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
        "m-4.5 -4.5h9v9h-9z",
        "m0 -6l5.5 10h-11z",
        "m0 -6l6 6l-6 6l-6 -6z",
        "m0 6l5.5 -10h-11z",
        "m-2 -6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
        "m-6 -2.5h12v5h-12z",
    )
    return f'<path class="f{number % _COLORS}" d="M{x:.1f} {y:.1f}{paths[number % _SHAPES]}"/>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(
    x: float, y: float, text: str, anchor: str, room: float, kind: str = "", turned: str = ""
) -> str:
    """Text in a chart, cut if there is no room; the whole text is shown on hover."""
    cut = _cut(text, room)
    whole = "" if cut == text else f"<title>{escape(text)}</title>"
    name = f' class="{kind}"' if kind else ""
    return (
        f'<text{name} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turned}>'
        f"{whole}{escape(cut)}</text>"
    )


def _cut(text: str, room: float) -> str:
    if _length(text) <= room:
        return text
    while text and _length(text) + 9 > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _length(text: str) -> float:
    """The approximate length of a text in the drawing."""
    return sum(12.5 if east_asian_width(each) in "WF" else _NARROW.get(each, 7.5) for each in text)


_NARROW = dict.fromkeys("iljtfr.,:;|!' ()[]", 4.6) | dict.fromkeys("mwMW%@", 11.8)


def _room(labels: Sequence[str], most: float) -> float:
    """The room that labels take at a chart's side."""
    longest = max((_length(label) for label in labels), default=0.0)
    return min(longest, most) + 14 if longest else 6.0


def _svg(title: str, about: str, height: float, parts: Sequence[str]) -> str:
    """The chart below its title, which stays part of the chart when it is copied."""
    head = _text(2, 15 - _TITLE, title, "start", WIDTH - 30, "title")
    body = "\n".join([head, *filter(None, parts)])
    return (
        f'<svg viewBox="0 {-_TITLE:.0f} {WIDTH:.0f} {height + _TITLE:.0f}"'
        f' role="img">\n<title>{escape(title)}</title>\n<desc>{escape(about)}</desc>\n'
        f"{body}\n</svg>"
    )


PERCENT = Axis("share of the points", share)
