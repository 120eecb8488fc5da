"""A whole server on PostgreSQL: what it has acknowledged is there after a power cut."""

import json
import re
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from tests.web.cluster import postgresql
from tests.web.serving import Server


class Visitor:
    """Somebody with a cookie, and no browser."""

    def __init__(self, server: Server) -> None:
        self.server = server
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self.opener = urllib.request.build_opener(cookies)
        self.token = ""

    def ask(self, path: str, wish: dict[str, Any] | None = None) -> tuple[str, str]:
        """The address one ends at, and what is said there."""
        data = None if wish is None else json.dumps(wish).encode()
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.token}
        request = urllib.request.Request(self.server.url + path, data, headers)
        with self.opener.open(request, timeout=30) as answer:
            return answer.url, answer.read().decode()


def test_games_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    with postgresql() as url:
        server = Server(tmp_path / "home", "--database", url).start()
        visitor = Visitor(server)
        found = re.search(r'name="csrf-token" content="([^"]+)"', visitor.ask("/")[1])
        assert found is not None
        visitor.token = found[1]
        where, _ = visitor.ask("/play/othello/?", {})
        game = where.rstrip("/").rpartition("/")[2]
        now = json.loads(visitor.ask(f"/api/games/{game}/")[1])
        wish = {"version": now["version"], "ply": 0, "action": "move", "move": "f5"}
        after = json.loads(visitor.ask(f"/api/games/{game}/actions/", wish)[1])
        server.restart()
        again = json.loads(visitor.ask(f"/api/games/{game}/")[1])
        with pytest.raises(urllib.error.HTTPError, match="404"):  # PostgreSQL knows no null
            visitor.ask("/shared/%00/")
        server.stop()
        assert not (tmp_path / "home" / "plyground.sqlite3").exists()
        assert "Traceback" not in server.log
    assert again["moves"][: after["ply"]] == after["moves"][: after["ply"]]
    assert again["version"] >= after["version"] > now["version"]
