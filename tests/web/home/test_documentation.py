"""The documentation site under /docs/: its files and no others, under a policy of its own."""

import base64
import hashlib
from pathlib import Path

import pytest
from django.test import Client

from plyground.paths import docs_folder

SCRIPT = 'document.body.dataset.theme = "auto";'
PAGE = f"<!doctype html><title>Docs</title><script>{SCRIPT}</script><script src='a.js'></script>"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "html"
    (folder / "_static").mkdir(parents=True)
    (folder / "how-to").mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "how-to" / "index.html").write_text(PAGE)
    (folder / "_static" / "a.js").write_text("1;")
    (tmp_path / "secret.txt").write_text("nobody reads this")
    monkeypatch.setenv("PLYGROUND_DOCS", str(folder))
    return folder


@pytest.mark.usefixtures("site")
def test_pages_and_files_are_served(client: Client) -> None:
    page = client.get("/docs/")
    assert page.status_code == 200
    assert page.content == PAGE.encode()
    assert page["Content-Type"] == "text/html; charset=utf-8"
    script = client.get("/docs/_static/a.js")
    assert script.content == b"1;"
    assert "javascript" in script["Content-Type"]
    assert client.head("/docs/index.html").status_code == 200
    assert client.post("/docs/").status_code in (403, 405)


@pytest.mark.usefixtures("site")
def test_the_policy_allows_the_scripts_of_a_page_and_no_others(client: Client) -> None:
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = client.get("/docs/")["Content-Security-Policy"]
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert "default-src 'none'" in policy


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    "name",
    ["../secret.txt", "%2e%2e/secret.txt", "_static/../../secret.txt", "/etc/passwd", "no", "a%00"],
)
def test_nothing_else_is_served(client: Client, name: str) -> None:
    answer = client.get(f"/docs/{name}")
    assert answer.status_code == 404
    assert b"nobody reads this" not in answer.content


def test_a_link_out_of_the_folder_is_not_followed(client: Client, site: Path) -> None:
    (site / "out.txt").symlink_to(site.parent / "secret.txt")
    assert client.get("/docs/out.txt").status_code == 404


@pytest.mark.usefixtures("site")
def test_a_folder_ends_with_a_slash(client: Client) -> None:
    assert client.get("/docs/how-to")["Location"] == "/docs/how-to/"
    assert client.get("/docs/how-to/").content == PAGE.encode()


def test_a_file_is_sent_again_only_if_it_changed(client: Client, site: Path) -> None:
    tag = client.get("/docs/")["ETag"]
    assert client.get("/docs/", headers={"if-none-match": tag}).status_code == 304
    (site / "index.html").write_text(f"{PAGE} changed")
    assert client.get("/docs/", headers={"if-none-match": tag}).status_code == 200


def test_the_footer_links_to_it_if_it_was_built(client: Client, site: Path) -> None:
    link = '<a href="/docs/">Documentation</a>'
    assert link in client.get("/").content.decode()
    (site / "index.html").unlink()
    assert docs_folder() is None
    assert link not in client.get("/").content.decode()
    assert client.get("/docs/").status_code == 404
