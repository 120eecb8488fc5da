"""The documentation site under /docs/, if it was built (`make docs`)."""

import base64
import hashlib
import mimetypes
import re
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import condition, require_safe

from plyground.paths import docs_folder

_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def _file(name: str) -> Path | None:
    """The file of the site with this name; None outside its folder."""
    folder = docs_folder()
    if folder is None or "\0" in name:
        return None
    path = (folder / name).resolve()
    if path.is_dir():
        path /= "index.html"
    return path if path.is_relative_to(folder.resolve()) and path.is_file() else None


def _tag(_request: HttpRequest, name: str = "") -> str | None:
    """A tag that changes only when the file is rebuilt, so that browsers can cache it."""
    path = _file(name)
    if path is None:
        return None
    state = path.stat()
    return f'"{state.st_mtime_ns:x}-{state.st_size:x}"'


@require_safe
@condition(etag_func=_tag)
def page(_request: HttpRequest, name: str = "") -> HttpResponse:
    """A page, picture, style or script of the site."""
    path = _file(name)
    if path is None:
        raise Http404
    if path.name == "index.html" and name and not name.endswith(("/", "index.html")):
        return HttpResponseRedirect(f"/docs/{name}/")
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    response = HttpResponse(content, content_type=kind)
    response.headers["Cache-Control"] = "no-cache"
    if kind == "text/html":
        response.headers["Content-Type"] = "text/html; charset=utf-8"
        response.headers["Content-Security-Policy"] = _policy(content)
    return response


def _policy(page_text: bytes) -> str:
    """The security policy of a page, which names the theme's inline scripts by their digests."""
    digests = sorted(
        {
            base64.b64encode(hashlib.sha256(script).digest()).decode()
            for script in _SCRIPT.findall(page_text)
        }
    )
    scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in digests)])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline';"
        " img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self';"
        " base-uri 'none'; frame-ancestors 'none'"
    )
