"""Our static files, in memory: few, small, and under an address that changes when they do.

The address holds a hash of all of them, so a browser may keep them for ever, and modules that
import each other by relative names always come from the same release.
"""

import functools
import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

Send = Callable[[Mapping[str, Any]], Awaitable[None]]

ROOT = Path(__file__).parent / "static" / "plyground"
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}

# Comments on lines of their own, types within a line, and indentation.
_FOR_READERS = re.compile(
    rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n"
    rb"|/\*\* @(?:type|param) (?:(?!\*/).)*\*/ ?|^[ \t]+",
    re.DOTALL | re.MULTILINE,
)
# A comment at the end of a line that has no text in it before, which might look like one.
_REMARKS = re.compile(rb"^([^'\"`/\n]+?) +// [^\n]*$", re.MULTILINE)
_EMPTY = re.compile(rb"\n{2,}")
# Texts and patterns, which stay as they are; or signs with blanks around them that part nothing.
_SIGNS = re.compile(
    rb"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`"""
    rb"""|(?:(?<=[(,=:])|(?<=[(,=:] ))/(?![*/])(?:[^/\\\n]|\\.)+/)| ?([=?:,;{}()\[\]<>&|*!%]+) ?"""
)
# Blanks of a style sheet that part nothing. One before a colon does: "a :is(b)" is no "a:is(b)".
_BLANKS = re.compile(rb" ?([{};])\s?|([:,]) ")


def slim(source: bytes) -> bytes:
    r"""A module or a style sheet without what only those need who read its source.

    No text may go over several lines in it: their beginnings would lose their blanks. Nor may one
    have another within it.

    >>> slim(b"/** Doubles. */\nfunction twice(n, s = 'a = b') {\n  return 2 * n\n}\n")
    b"function twice(n,s='a = b'){\nreturn 2*n\n}\n"
    """
    code = _REMARKS.sub(rb"\1", _FOR_READERS.sub(b"", source))
    return _SIGNS.sub(lambda found: found[1] or found[2], _EMPTY.sub(b"\n", code))


def slim_style(source: bytes) -> bytes:
    r"""A style sheet without comments, and without blanks that part nothing.

    >>> slim_style(b"a :is(b, i) { margin: 0 auto; top: 0 }\n@media (width: 9px) { a { top: 0 } }")
    b'a :is(b,i){margin:0 auto;top:0}@media (width:9px){a{top:0}}'
    """
    return _BLANKS.sub(rb"\1\2", _FOR_READERS.sub(b"", source))


@functools.cache
def files() -> dict[str, bytes]:
    """Every file by its path below the folder."""
    return {
        path.relative_to(ROOT).as_posix(): _content(path)
        for path in sorted(ROOT.rglob("*"))
        if path.suffix in _TYPES
    }


def _content(path: Path) -> bytes:
    content = path.read_bytes()
    if path.suffix == ".css":
        return slim_style(content)
    return slim(content) if path.suffix == ".js" else content


@functools.cache
def base() -> str:
    """The address that all of them are under."""
    digest = hashlib.sha256()
    for name, content in files().items():
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return f"/static/{digest.hexdigest()[:12]}/"


async def serve(path: str, method: str, send: Send) -> None:
    """Answers a request for a file; an old address gets nothing, for the page is old too."""
    name = path.removeprefix(base())
    content = files().get(name) if name != path and method in ("GET", "HEAD") else None
    headers = [(b"x-content-type-options", b"nosniff")]
    if content is None:
        headers += [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
        status, content = 404, b"There is no such file.\n"
    else:
        kind = _TYPES[Path(name).suffix].encode()
        headers += [(b"content-type", kind)]
        headers += [(b"cache-control", b"public, max-age=31536000, immutable")]
        status = 200
    headers.append((b"content-length", str(len(content)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else content})
