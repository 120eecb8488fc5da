"""Writes a report as one HTML page without scripts or other files, for screen and print.

The page is also valid XML, so that a test can check that every tag is closed.
"""

import html
import re
from collections.abc import Iterable, Iterator

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

# Colours that colour-blind people can distinguish (after Okabe and Ito), darker on white paper and
# lighter on a dark screen. h and l are the two ends of heat maps, with text on top.
_LIGHT = {
    "paper": "#ffffff",
    "ink": "#1b1b1b",
    "soft": "#595959",
    "line": "#d0d0d0",
    "shade": "#f4f4f2",
    "alarm": "#fff3d6",
    "h": "#4aa8e0",
    "l": "#f0a030",
    "c0": "#005f9e",
    "c1": "#c04a00",
    "c2": "#007a58",
    "c3": "#a8508a",
    "c4": "#8a6d00",
    "c5": "#2a86c0",
    "c6": "#1b1b1b",
    "c7": "#8a2be2",
}
_DARK = {
    "paper": "#16181b",
    "ink": "#ececec",
    "soft": "#a9adb2",
    "line": "#43484e",
    "shade": "#212429",
    "alarm": "#453512",
    "h": "#1f6fa8",
    "l": "#a85a10",
    "c0": "#6cb8f0",
    "c1": "#ff9a52",
    "c2": "#3fcf9f",
    "c3": "#e79ac8",
    "c4": "#f0d34a",
    "c5": "#9ad7ff",
    "c6": "#ececec",
    "c7": "#c79bff",
}

_STYLE = """
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0 1rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; border-top: 1px solid var(--line);
  padding-top: .8rem; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
p, ul { max-width: 44rem; margin: .6rem 0; }
ul { padding-left: 1.2rem; }
.warning { background: var(--alarm); padding: .6rem .8rem; border-radius: .3rem; font-weight: 600; }
.table { overflow-x: auto; margin: 0 0 1rem; }
.table:focus-visible { outline: 2px solid var(--c0); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
.caption { color: var(--soft); font-size: .9rem; margin: 1rem 0 .2rem; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid var(--line);
  vertical-align: top; white-space: nowrap; }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
th { font-weight: 600; max-width: 11rem; white-space: normal; }
.w { text-align: left; max-width: min(24rem, 60vw); white-space: normal; }
td.w { min-width: 6.5rem; }
figure { margin: 1.2rem 0; max-width: 42rem; }
figcaption { color: var(--soft); font-size: .9rem; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .soft { fill: var(--soft); }
svg .title { font-size: 13.5px; font-weight: 600; }
.grid { stroke: var(--line); stroke-width: 1; }
.zero { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 3 3; }
.bar { stroke-width: 2; fill: none; }
.curve { stroke-width: 2; fill: none; stroke-linejoin: round; }
.cell { stroke: var(--paper); stroke-width: 1; }
.none { fill: var(--shade); }
.band { fill: var(--c2); fill-opacity: .16; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3 { break-after: avoid; } figure, tr { break-inside: avoid; } figure { max-width: 15cm; }
  .table { overflow: visible; }
  svg, .warning { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
"""

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


def to_html(document: Document) -> str:
    """The whole page."""
    body = to_fragment(document.blocks)
    return _PAGE.format(title=escape(document.title), style=style(), body=body)


def to_fragment(blocks: Iterable[Block]) -> str:
    """Blocks for a page that already has a heading and styles, such as `style_within`."""
    return "\n".join(part for block in blocks for part in _parts(block))


def escape(text: str) -> str:
    """The text escaped for HTML and SVG.

    >>> escape('<a href="x">')
    '&lt;a href=&quot;x&quot;&gt;'
    """
    return html.escape(printable(text))


def style() -> str:
    """The style sheet. Colours come first; paper is always white."""
    dark = f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_names(_DARK)} }} }}"
    return f"\n:root {{ {_names(_LIGHT)} }}\n{dark}{_rules()}\n"


def style_within(selector: str) -> str:
    """The style sheet for a part of another page, which sets light or dark itself."""
    colors = {name: f"light-dark({_LIGHT[name]}, {_DARK[name]})" for name in _LIGHT}
    return f"{selector} {{ {_names(colors)}\n{_rules()}\n}}\n"


def _rules() -> str:
    drawn = " ".join(
        f".s{n} {{ stroke: var(--c{n}); }} .f{n} {{ fill: var(--c{n}); }}" for n in range(8)
    )
    heat = ".hi { fill: var(--h); } .lo { fill: var(--l); }"
    return f"{_STYLE}{drawn}\n{heat}"


def _names(colors: dict[str, str]) -> str:
    return " ".join(f"--{name}: {color};" for name, color in colors.items())


def _parts(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"<h{level}>{escape(text)}</h{level}>"
        case Text(text, is_warning):
            kind = ' class="warning"' if is_warning else ""
            yield f"<p{kind}>{escape(text)}</p>"
        case Bullets(items):
            yield from ("<ul>", *(f"<li>{escape(item)}</li>" for item in items), "</ul>")
        case Table():
            yield from _table(block)
        case Figure(svg, caption):
            yield f"<figure>\n{svg}\n<figcaption>{escape(caption)}</figcaption>\n</figure>"


def _table(table: Table) -> Iterator[str]:
    """A table that is too wide scrolls within itself, also by keyboard."""
    name = escape(table.caption)
    yield f'<p class="caption">{name}</p>'
    yield f'<div class="table" role="region" tabindex="0" aria-label="{name}">'
    yield f'<table aria-label="{name}">'
    heads = "".join(
        f'<th scope="col"{_class(place, table)}>{escape(text)}</th>'
        for place, text in enumerate(table.header)
    )
    yield f"<thead><tr>{heads}</tr></thead>\n<tbody>"
    for row in table.rows:
        cells = "".join(
            f"<td{_class(place, table)}>{_breakable(text)}</td>" for place, text in enumerate(row)
        )
        yield f"<tr>{cells}</tr>"
    yield "</tbody>\n</table>\n</div>"


def _breakable(text: str) -> str:
    """The text with possible line breaks after commas of a spec, but not of a number.

    >>> _breakable("search:depth=2,resign=off"), _breakable("1,126")
    ('search:depth=2,<wbr/>resign=off', '1,126')
    """
    return re.sub(r",(?=[^\s0-9])", ",<wbr/>", escape(text))


def _class(place: int, table: Table) -> str:
    return ' class="w"' if place < table.left else ""
