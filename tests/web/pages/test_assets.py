"""Static files: unchanged, compressed, cached forever, and found by imports."""

import asyncio
import base64
import gzip
import hashlib
import json
import logging
import os
import re
import subprocess
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client

import front_end
from plyground.web.pages import assets
from tests.conftest import missing
from tests.project.test_web_budget import imports, without_comments
from tests.web.serving import Server
from tests.web.visitor import Visitor

CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "gzip": gzip.decompress,
    "br": brotli.decompress,
}
TYPES = {
    ".js": 'text/javascript; charset="utf-8"',
    ".css": 'text/css; charset="utf-8"',
    ".svg": "image/svg+xml",
}
TWICE = b"const twice = (s) => / = \\( /.test(s) && 'a  =  b' // why\n"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


def ask(app: Any, path: str, method: str = "GET", **headers: str) -> Answer:
    """One request to an ASGI application."""
    sent: list[Mapping[str, Any]] = []

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.request"}

    rows = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": rows}
    asyncio.run(app(scope, receive, send))
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], found, b"".join(part.get("body", b"") for part in sent[1:]))


async def elsewhere(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001
    """The application for requests that are not for files."""
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"elsewhere"})


@pytest.fixture(scope="module")
def app() -> Any:
    return assets.application(elsewhere)


def url(name: str) -> str:
    return assets.HashedStorage().url(name)


def release(monkeypatch: pytest.MonkeyPatch, **files: bytes) -> None:
    """As if these were all our files; `a_js` stands for a.js."""
    contents = {f"pages/{name.replace('_', '.')}": files[name] for name in files}
    monkeypatch.setattr(assets, "contents", lambda: contents)
    names = {name: assets._hashed(name, contents[name]) for name in contents}
    monkeypatch.setattr(assets, "hashed_names", lambda: names)
    monkeypatch.setattr(assets, "sources", lambda: {name: Path(name) for name in names})


def written(folder: Path) -> dict[str, bytes]:
    """Every file in the folder by path, without the lists of files."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".names"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


# What is served


def test_every_file_is_found() -> None:
    folders = Path(assets.__file__).parents[1].rglob("static")
    names = {
        path.relative_to(folder).as_posix()
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert set(assets.sources()) == names
    assert {Path(name).suffix for name in names} == set(TYPES)


@pytest.mark.parametrize("coding", CODINGS)
def test_files_are_served_unchanged(app: Any, coding: str) -> None:
    for name, content in assets.contents().items():
        path = assets.sources()[name]
        answer = ask(app, url(name), accept_encoding=coding)
        assert answer.status == 200
        decode = CODINGS[answer.headers.get("content-encoding", "")]
        assert decode(answer.body) == content, name
        if path.suffix != ".js" or name == "pages/early.js":  # others are joined: test_joining.py
            assert content == path.read_bytes()
        assert len(answer.body) == int(answer.headers["content-length"])
        assert answer.headers["content-type"] == TYPES[path.suffix]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["vary"] == "Accept-Encoding"
        assert re.fullmatch(r"max-age=\d{8,}, public, immutable", answer.headers["cache-control"])
        assert "access-control-allow-origin" not in answer.headers


def test_the_smallest_accepted_copy_is_sent(app: Any) -> None:
    def coding(accepted: str) -> str:
        answer = ask(app, url("pages/base.css"), accept_encoding=accepted)
        return answer.headers.get("content-encoding", "")

    assert coding("gzip, deflate, br, zstd") == "br"
    assert coding("br;q=0, gzip") == "gzip"
    assert coding("br;q=0, gzip;q=0") == coding("") == coding("identity") == ""


def test_code_with_patterns_and_blanks_is_not_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    release(monkeypatch, twice_js=TWICE)
    monkeypatch.setattr(settings, "STATIC_ROOT", tmp_path)
    app = assets.application(elsewhere)
    for coding in CODINGS:
        answer = ask(app, url("pages/twice.js"), accept_encoding=coding)
        assert CODINGS[answer.headers.get("content-encoding", "")](answer.body) == TWICE


def test_served_modules_are_valid_javascript(app: Any, tmp_path: Path) -> None:
    try:
        node = front_end.node()
    except ImportError:
        missing("node is not installed")
    modules = [name for name in assets.contents() if name.endswith(".js")]
    assert len(modules) > 20
    for number, name in enumerate(modules):
        (tmp_path / f"{number}.mjs").write_bytes(ask(app, url(name)).body)
    code = (
        "const fs = require('fs'), vm = require('vm')\n"
        "for (const name of process.argv.slice(1))\n"
        "  new vm.SourceTextModule(fs.readFileSync(name, 'utf8'), { identifier: name })"
    )
    command = [str(node), "--experimental-vm-modules", "-e", code, *map(str, tmp_path.iterdir())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_head_request_has_no_body(app: Any) -> None:
    path = url("pages/base.css")
    head, whole = (ask(app, path, method, accept_encoding="br") for method in ("HEAD", "GET"))
    assert (head.status, head.headers, head.body) == (200, whole.headers, b"")


def test_a_browser_that_has_the_file_gets_no_body(app: Any) -> None:
    path = url("pages/base.css")
    tags = {ask(app, path, accept_encoding=coding).headers["etag"] for coding in CODINGS}
    [tag] = tags
    assert tag.startswith('W/"'), "its compressed copies are not the same bytes"
    again = ask(app, path, if_none_match=tag)
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    assert ask(app, path, if_none_match='W/"0"').status == 200


def test_a_part_of_a_file_can_be_asked_for(app: Any) -> None:
    content = assets.contents()["pages/base.css"]
    part = ask(app, url("pages/base.css"), range="bytes=2-9")
    assert (part.status, part.body) == (206, content[2:10])
    assert part.headers["content-range"] == f"bytes 2-9/{len(content)}"
    assert ask(app, url("pages/base.css"), range="bytes=9999999-").status == 416


def test_a_file_can_not_be_changed(app: Any) -> None:
    answer = ask(app, url("pages/base.css"), "POST")
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/pages/base.css",
        "/static/pages/base.000000000000.css",
        "/static/pages/../../settings.py",
        "/static/../secret_key",
        "/static/\0",
    ],
)
def test_unknown_paths_are_not_served(app: Any, path: str) -> None:
    assert ask(app, path).body == b"elsewhere"


def test_compressed_copies_and_manifests_have_no_url(app: Any) -> None:
    folder = Path(settings.STATIC_ROOT)
    lists = [f"/static/{path.name}" for path in folder.glob("*.names")]
    assert lists
    for path in (f"{url('pages/base.css')}.br", *lists):
        assert ask(app, path).body == b"elsewhere"


def test_unknown_file_gets_the_error_page(server: Server) -> None:
    for path in ("/static/pages/none.js", "/static/"):
        answer = Visitor(server.port).ask("GET", path)
        assert answer.status == 404
        assert b"There is nothing here." in answer.body
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_server_serves_compressed_files(server: Server) -> None:
    for coding, decode in CODINGS.items():
        path = url("play/game/play.js")
        answer = Visitor(server.port).ask("GET", path, **{"Accept-Encoding": coding})
        assert answer.status == 200
        assert decode(answer.body) == assets.contents()["play/game/play.js"]
        assert answer.headers.get("content-encoding", "") == coding


# Names, and how modules find each other


def test_a_name_changes_with_the_content() -> None:
    names = {assets._hashed("pages/a.b.js", content) for content in (b"", b"x", b"y")}
    assert len(names) == 3
    for name in names:
        assert re.fullmatch(r"pages/a\.b\.[0-9a-f]{12}\.js", name)


def test_a_file_that_is_not_there_is_reported() -> None:
    template = Template("{% static 'pages/none.css' %}")
    with pytest.raises(ValueError, match=r"There is no static file 'pages/none\.css'\."):
        template.render(Context())


def test_every_import_resolves_through_the_map() -> None:
    found = json.loads(assets.import_map())["imports"]
    served = {url(name): name for name in assets.contents()}
    modules = [text.decode() for name, text in assets.contents().items() if name.endswith(".js")]
    targets = [target for text in modules for target in imports(without_comments(text))]
    assert {served[found[target]] for target in targets} == {name[1:] for name in targets}
    assert len(targets) > 10


def test_unresolved_import_is_detected() -> None:
    code = without_comments("/** @import {A} from '#x/a.js' */ import { b } from '#x/b.js'")
    assert imports(code) == ["#x/b.js"]
    assert "#x/b.js" not in json.loads(assets.import_map())["imports"]


def test_the_map_is_in_every_page_before_its_modules(client: Client) -> None:
    for path in ("/", "/learn/", "/watch/", "/analysis/", "/nowhere/"):
        page = client.get(path).content.decode()
        [found] = re.findall(r'<script type="importmap">(.*?)</script>', page, re.DOTALL)
        assert found == assets.import_map()
        first = page.find('<script type="module"')
        assert first < 0 or page.index(found) < first


def test_the_policy_lets_the_map_through_and_nothing_else_inline(client: Client) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    digest = base64.b64encode(hashlib.sha256(assets.import_map().encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert policy.count("sha256-") == 1
    assert "nonce" not in policy


def test_the_map_can_not_end_its_element(monkeypatch: pytest.MonkeyPatch) -> None:
    assets.import_map.cache_clear()
    try:
        release(monkeypatch, **{"</script>_js": b""})
        assert "<" not in assets.import_map()
        assert "#pages/</script>.js" in json.loads(assets.import_map())["imports"]
    finally:
        assets.import_map.cache_clear()


# The folder of published files


def test_existing_files_are_not_written_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    release(monkeypatch, a_js=b"a" * 99, b_css=b"b" * 99)
    assets.publish(tmp_path)
    before = {path: path.stat().st_ino for path in tmp_path.rglob("pages/*")}
    assert len(before) == 6
    assets.publish(tmp_path)
    assert {path: path.stat().st_ino for path in tmp_path.rglob("pages/*")} == before


@pytest.mark.parametrize("suffix", ["", ".gz", ".br"])
@pytest.mark.parametrize("damage", [b"", b"a" * 50, None])
def test_a_damaged_file_is_written_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, suffix: str, damage: bytes | None
) -> None:
    release(monkeypatch, a_js=b"a" * 99)
    assets.publish(tmp_path)
    whole = written(tmp_path)
    path = next(tmp_path.rglob(f"*.js{suffix}"))
    path.write_bytes(path.read_bytes()[:-3] if damage is None else damage)
    assert written(tmp_path) != whole
    assets.publish(tmp_path)
    assert written(tmp_path) == whole


def test_an_open_page_finds_the_files_of_its_release(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(settings, "STATIC_ROOT", tmp_path)
    release(monkeypatch, a_js=b"old", b_js=b"same")
    assets.publish(tmp_path)
    old = url("pages/a.js")
    release(monkeypatch, a_js=b"new", b_js=b"same")
    app = assets.application(elsewhere)
    assert ask(app, old).body == b"old"
    assert ask(app, url("pages/a.js")).body == b"new"
    assert ask(app, url("pages/b.js")).body == b"same"


def test_the_files_of_the_last_releases_stay(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The most recently started releases, not the most recently built ones."""
    releases = [bytes([number]) for number in range(assets.KEPT + 2)]
    for moment, content in enumerate((*releases, releases[1])):
        release(monkeypatch, a_js=content, b_js=b"same")
        assets.publish(tmp_path)
        name = assets.hashed_names()["pages/a.js"]
        [listed] = [path for path in tmp_path.glob("*.names") if name in path.read_text()]
        os.utime(listed, (moment, moment))
    kept = {content for name, content in written(tmp_path).items() if name.endswith(".js")}
    assert kept == {b"same", releases[1], *releases[3:]}
    assert len(written(tmp_path)) == 3 * len(kept), "their copies are gone too"
    assert len(list(tmp_path.glob("*.names"))) == assets.KEPT


def test_rows_of_a_dead_process_are_deleted_after_a_day(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    release(monkeypatch, a_js=b"a")
    old, new = (tmp_path / f"a.js.{name}.draft" for name in ("old", "new"))
    for path in (old, new):
        path.write_bytes(b"half a file")
    os.utime(old, (time.time() - 90_000,) * 2)
    assets.publish(tmp_path)
    assert (old.exists(), new.exists()) == (False, True)


def test_other_files_in_the_folder_are_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    release(monkeypatch, a_js=b"a")
    monkeypatch.setattr(settings, "STATIC_ROOT", tmp_path)
    (tmp_path / "README").write_bytes(b"mine")
    app = assets.application(elsewhere)
    assert (tmp_path / "README").read_bytes() == b"mine"
    assert ask(app, "/static/README").body == b"elsewhere"


def test_several_processes_can_publish_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = {f"a{number}_js": bytes([number]) * 5000 for number in range(20)}
    release(monkeypatch, **files)
    assets.publish(tmp_path / "alone")
    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(assets.publish, tmp_path / "together") for _ in range(8)]:
            done.result()
    assert written(tmp_path / "together") == written(tmp_path / "alone")
    assert len(written(tmp_path / "alone")) == 60


def test_files_are_served_even_if_they_can_not_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "static").write_text("This is no folder.")
    monkeypatch.setattr(settings, "STATIC_ROOT", tmp_path / "static")
    with caplog.at_level(logging.WARNING):
        app = assets.application(elsewhere)
    assert "Static files are not compressed" in caplog.text
    for name, content in assets.contents().items():
        whole, head = (ask(app, url(name), method) for method in ("GET", "HEAD"))
        assert (whole.status, whole.body, head.body) == (200, content, b"")
        assert whole.headers == head.headers
        assert whole.headers["content-type"].startswith(TYPES[Path(name).suffix].partition(";")[0])
        assert "immutable" in whole.headers["cache-control"]
    for path, method in (("/elsewhere/", "GET"), (url("pages/base.css"), "POST")):
        assert ask(app, path, method).body == b"elsewhere"
