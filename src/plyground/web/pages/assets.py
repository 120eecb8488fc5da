"""Static files under hashed names, compressed, served by ServeStatic.

Each file is published under a name with a hash of its content, such as
`pages/board/board.0f1e2d3c4b5a.js`, so browsers may cache it forever. Modules import each other by
app, as `#pages/board/board.js`. They are published joined (joining.py); for those loaded later, the
import map in every page gives the URL. package.json does the same for node and TypeScript.
"""

import base64
import contextlib
import functools
import gzip
import hashlib
import json
import logging
import mimetypes
import re
import secrets
import time
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from wsgiref.headers import Headers

import brotli
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.storage import Storage
from django.template.utils import get_app_template_dirs
from django.utils.safestring import SafeString
from servestatic import ServeStaticASGI
from servestatic.compress import Compressor
from servestatic.responders import MissingFileError

from plyground.web.base.handler import Application, Receive, Scope, Send
from plyground.web.pages import joining

KEPT = 8  # releases whose files stay, for pages that are still open
_IGNORED = [".*", "*~", "*.gz", "*.br"]  # files of editors and file managers
_CODINGS: dict[str, tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]] = {
    ".br": (Compressor.compress_brotli, brotli.decompress),
    ".gz": (Compressor.compress_gzip, gzip.decompress),
}
# The code that templates name, as modules and as scripts that run while the page is read.
_MODULE = re.compile(r"""<script type="module" src="{% static '([^']+)' %}">""")
_SCRIPT = re.compile(r"""<script src="{% static '([^']+)' %}">""")
_HASHED = re.compile(r".+\.[0-9a-f]{12}\.\w+")
_MANIFEST = ".names"  # the files of a release, one per line
_DRAFT = ".draft"  # files being written, or left by a dead process
_BY_PATH = "http.response.pathsend"  # an ASGI extension
_DAY = 86400.0  # seconds
_FOREVER = "max-age=315360000, public, immutable"  # as ServeStatic says it
_log = logging.getLogger(__name__)


@functools.cache
def sources() -> dict[str, Path]:
    """Every static file by its name, such as `pages/base.css`."""
    found = {
        Path(name).as_posix(): Path(storage.path(name))
        for finder in get_finders()
        for name, storage in finder.list(_IGNORED)
    }
    return dict(sorted(found.items()))


@functools.cache
def contents() -> dict[str, bytes]:
    """The content of each published file, read once.

    So names and copies fit even if a file changes meanwhile.
    """
    files = {name: path.read_bytes() for name, path in sources().items()}
    pages = "".join(
        path.read_text(encoding="utf-8")
        for folder in get_app_template_dirs("templates")
        for path in sorted(Path(folder).rglob("*.html"))
    )
    modules = {name: text.decode() for name, text in files.items() if name.endswith(".js")}
    joined = joining.join(modules, _MODULE.findall(pages))
    scripts = set(_SCRIPT.findall(pages))
    others = {name: text for name, text in files.items() if name in scripts or name not in modules}
    return others | {name: text.encode() for name, text in joined.items()}


@functools.cache
def hashed_names() -> dict[str, str]:
    """The name under which each file is published, by its plain name."""
    return {name: _hashed(name, content) for name, content in contents().items()}


def _hashed(name: str, content: bytes) -> str:
    """Twelve digits of a hash, in Django's format, which ServeStatic recognises as immutable.

    >>> _hashed("pages/base.css", b"p { margin: 0 }")
    'pages/base.ec85a1831a0e.css'
    """
    path = PurePosixPath(name)
    digest = hashlib.sha256(content).hexdigest()[:12]
    return str(path.with_name(f"{path.stem}.{digest}{path.suffix}"))


class HashedStorage(Storage):
    """Resolves the URLs of `{% static %}`; ValueError for a missing file."""

    def url(self, name: str | None) -> str:
        """The URL that changes with the content."""
        if name not in hashed_names():
            raise ValueError(f"There is no static file {name!r}.")
        return f"{settings.STATIC_URL}{hashed_names()[name]}"


@functools.cache
def import_map() -> SafeString:
    """The URL of each module for the browser: JSON that is safe inside a script element."""
    base = settings.STATIC_URL
    modules = [name for name in hashed_names() if name.endswith(".js")]
    urls = {f"#{name}": f"{base}{hashed_names()[name]}" for name in modules}
    text = json.dumps({"imports": urls}, separators=(",", ":"))
    return SafeString(text.replace("<", "\\u003c"))


@functools.cache
def import_map_digest() -> str:
    """The digest with which a content security policy allows the import map.

    It allows no other inline script.
    """
    digest = hashlib.sha256(import_map().encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def application(otherwise: Application) -> Application:
    """Serves the files, including those of earlier releases; other requests go to `otherwise`."""
    paths = prepare()
    if not paths:
        return _from_memory(otherwise)
    serving = ServeStaticASGI(otherwise, allow_all_origins=False, add_headers_function=_add_headers)
    for name, path in paths.items():
        with contextlib.suppress(MissingFileError):  # another process has just deleted it
            serving.add_file_to_dictionary(f"{settings.STATIC_URL}{name}", str(path))

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        extensions = {**(scope.get("extensions") or {}), _BY_PATH: {}}
        await serving({**scope, "extensions": extensions}, receive, _sending_files(send))

    return serve


def _sending_files(send: Send) -> Send:
    """ServeStatic leaves files to servers that can send them by path, which uvicorn cannot.

    They are small, so reading one is faster than the thread that ServeStatic would start.
    """

    async def sent(message: Mapping[str, Any]) -> None:
        if message["type"] == _BY_PATH:
            body = Path(message["path"]).read_bytes()
            message = {"type": "http.response.body", "body": body}
        await send(message)

    return sent


def _from_memory(otherwise: Application) -> Application:
    """Serves the files uncompressed, for a server that can't write them."""
    files = {
        f"{settings.STATIC_URL}{new}": contents()[name] for name, new in hashed_names().items()
    }

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if path not in files or scope["method"] not in {"GET", "HEAD"}:
            return await otherwise(scope, receive, send)
        headers = Headers([("Cache-Control", _FOREVER), ("Content-Length", str(len(files[path])))])
        headers["Content-Type"] = f"{mimetypes.guess_type(path)[0]}; charset=utf-8"
        _add_headers(headers, path, path)
        rows = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": rows})
        body = files[path] if scope["method"] == "GET" else b""
        await send({"type": "http.response.body", "body": body})
        return None

    return serve


def prepare() -> dict[str, Path]:
    """Publishes the files; returns the paths of all servable files by their published names.

    There are none if the files can't be written.
    """
    folder = Path(settings.STATIC_ROOT)
    try:
        publish(folder)
        return _published(folder)
    except OSError as error:
        _log.warning("Static files are not compressed, because they can't be written: %s", error)
        return {}


def _add_headers(headers: Headers, path: str, url: str) -> None:  # noqa: ARG001
    """A weak ETag, because the compressed copies have the same."""
    headers["X-Content-Type-Options"] = "nosniff"
    headers["ETag"] = f'W/"{url.split(".")[-2]}"'


def publish(folder: Path) -> None:
    """Puts every file and its compressed copies into the folder, unless they exist.

    Several processes may do this at once, even of different releases. Existing files are read and
    compared, so that one damaged by a power failure is rewritten.
    """
    names = hashed_names()
    listed = "\n".join(names.values()).encode()
    release = hashlib.sha256(listed).hexdigest()[:12]
    _write(folder / f"{release}{_MANIFEST}", listed)
    for name, content in contents().items():
        path = folder / names[name]
        for suffix, (compress, decompress) in _CODINGS.items():
            copy = path.with_name(f"{path.name}{suffix}")
            if not _holds(copy, content, decompress):
                _write(copy, compress(content))
        if not _holds(path, content, bytes):
            _write(path, content)
    _prune(folder)


def _holds(path: Path, content: bytes, decompress: Callable[[bytes], bytes]) -> bool:
    try:
        return decompress(path.read_bytes()) == content
    except (OSError, EOFError, zlib.error, brotli.error):
        return False


def _write(path: Path, content: bytes) -> None:
    """Writes under a temporary name first, so that no process reads an incomplete file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}{_DRAFT}")
    draft.write_bytes(content)
    draft.replace(path)


def _published(folder: Path) -> dict[str, Path]:
    """Every published file in the folder by its name, without compressed copies."""
    paths = [path for path in folder.rglob("*") if _HASHED.fullmatch(path.name)]
    return {path.relative_to(folder).as_posix(): path for path in paths}


def _prune(folder: Path) -> None:
    """Deletes files that the most recent releases do not have."""
    lists = sorted(folder.glob(f"*{_MANIFEST}"), key=_written, reverse=True)
    kept = {name for path in lists[:KEPT] for name in path.read_text("utf-8").splitlines()}
    old = [path for name, path in _published(folder).items() if name not in kept]
    old += [path.with_name(f"{path.name}{suffix}") for path in old for suffix in _CODINGS]
    old += [path for path in folder.rglob(f"*{_DRAFT}") if _written(path) < time.time() - _DAY]
    for path in (*lists[KEPT:], *old):
        path.unlink(missing_ok=True)


def _written(path: Path) -> float:
    """The modification time; now if another process has just renamed or deleted the file."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return time.time()
