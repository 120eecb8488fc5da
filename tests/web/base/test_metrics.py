"""Metrics for Prometheus: their values, their readers, and no personal data."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from plyground.web.base import metrics
from tests.web.cluster import postgresql
from tests.web.serving import Server
from tests.web.visitor import Visitor


def value(text: str, name: str, **labels: str) -> float:
    """One figure; 0 where there is none."""
    for line in text.splitlines():
        found = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line)
        if found and found[1] == name:
            has = dict(re.findall(r'(\w+)="([^"]*)"', found[2] or ""))
            if labels.items() <= has.items():
                return float(found[3])
    return 0.0


def figures(visitor: Visitor) -> str:
    answer = visitor.ask("GET", "/metrics/")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain")
    return answer.body.decode()


def test_requests_of_a_session_are_counted(own_server: Server) -> None:
    visitor = Visitor(own_server.port)
    game = visitor.begin("othello", "level:2")
    now = visitor.play(visitor.state(game), "f5")
    with visitor.listen(now["job"]["id"]) as listener:
        assert listener.last()[0] == "done"
    visitor.ask("GET", "/games/no-such-game/")
    visitor.ask("BREW", "/")
    text = figures(visitor)
    route = "/api/games/<game_id>/actions/"
    assert value(text, "plyground_requests_total", route=route, method="POST", status="200") == 1
    assert value(text, "plyground_requests_total", route="/", method="other") == 1
    assert value(text, "plyground_request_seconds_count", route=route) == 1
    assert value(text, "plyground_games_begun_total", game="othello") == 1
    assert value(text, "plyground_searches_total", kind="reply", state="done") == 1
    assert value(text, "plyground_engine_seconds_total") > 0
    assert value(text, "plyground_searches_waiting") == 0
    assert value(text, "plyground_streams_open") == 0
    for personal in (game, now["job"]["id"], *visitor.cookies.values(), "no-such-game"):
        assert personal not in text


def test_open_streams_are_counted(own_server: Server) -> None:
    visitor = Visitor(own_server.port)
    now = visitor.play(visitor.state(visitor.begin("go", "level:8", size="19")))
    with visitor.listen(now["job"]["id"]) as listener:
        next(iter(listener))
        text = figures(visitor)
        assert value(text, "plyground_streams_open") == 1
        assert value(text, "plyground_searches_running") == 1
    visitor.ask("DELETE", f"/api/jobs/{now['job']['id']}/")


@pytest.mark.parametrize(
    ("address", "setting", "may"),
    [
        ("127.0.0.1", "", True),
        ("::1", "", True),
        ("::ffff:127.0.0.1", "", True),
        ("192.0.2.7", "", False),
        ("192.0.2.7", "192.0.2.7", True),
        ("10.9.8.7", "192.0.2.7, 10.0.0.0/8", True),
        ("2001:db8::1", "10.0.0.0/8,2001:db8::/32", True),
        ("11.9.8.7", "10.0.0.0/8", False),
        ("", "10.0.0.0/8", False),
        ("unix:", "", False),
    ],
)
def test_metrics_are_readable_from_allowed_addresses_only(
    client: Client, monkeypatch: pytest.MonkeyPatch, address: str, setting: str, may: bool
) -> None:
    monkeypatch.setenv("PLYGROUND_METRICS_FROM", setting)
    answer = client.get("/metrics/", REMOTE_ADDR=address, HTTP_HOST="10.1.1.1")
    assert answer.status_code == (200 if may else 404)
    assert (b"plyground_requests_total" in answer.content) is may
    assert not answer.cookies


def test_address_behind_a_local_proxy_is_checked(server: Server) -> None:
    visitor = Visitor(server.port)
    assert visitor.ask("GET", "/metrics/").status == 200
    assert visitor.ask("GET", "/metrics/", **{"X-Forwarded-For": "192.0.2.7"}).status == 404


def test_invalid_addresses_in_the_setting_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_METRICS_FROM", "the office")
    with pytest.raises(ValueError, match="PLYGROUND_METRICS_FROM has addresses or networks"):
        metrics.readers()


def test_metrics_are_absent_without_the_extra(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "client", None)
    monkeypatch.setattr(metrics, "_figures", None)
    answer = client.get("/metrics/")
    assert answer.status_code == 404
    assert b'pip install "plyground[server]"' in answer.content
    assert client.get("/").status_code == 200


_CHILD = """
import django, sys
django.setup()
from plyground.web.base import metrics
metrics.queue(2, 1)
metrics.search_ended("reply", "done")
print(metrics.text()[0].decode() if len(sys.argv) > 1 else "")
"""


def test_metrics_of_all_processes_are_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts of ended processes stay; their gauges do not."""
    monkeypatch.setenv(metrics.FOLDER, str(tmp_path / "figures"))
    folder = Path(metrics.share())
    first = subprocess.Popen([sys.executable, "-c", _CHILD])
    assert first.wait(60) == 0
    last = [sys.executable, "-c", _CHILD, "tell"]
    text = subprocess.run(last, capture_output=True, text=True, check=True).stdout
    assert value(text, "plyground_searches_total", kind="reply", state="done") == 2
    assert value(text, "plyground_searches_waiting") == 4
    metrics.forget(first.pid)
    text = subprocess.run(last, capture_output=True, text=True, check=True).stdout
    assert value(text, "plyground_searches_total", kind="reply", state="done") == 3
    assert value(text, "plyground_searches_waiting") == 4, "of the two that were not forgotten"
    metrics.unshare()
    assert not folder.exists()


def test_metrics_folder_keeps_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only metrics are deleted there, before and after."""
    kept = {tmp_path / name for name in ("letters.txt", "games.db", "more")}
    figures = {tmp_path / name for name in ("counter_12.db", "gauge_livesum_7.db")}
    for file in kept | figures:
        file.touch()
    monkeypatch.setenv(metrics.FOLDER, str(tmp_path))
    assert metrics.share() == str(tmp_path)
    assert set(tmp_path.iterdir()) == kept
    (tmp_path / "histogram_3.db").touch()
    metrics.unshare()
    assert set(tmp_path.iterdir()) == kept


@pytest.mark.deep
def test_each_worker_serves_the_metrics_of_all(tmp_path: Path) -> None:
    with postgresql() as url:
        server = Server(tmp_path, "--database", url, "--workers", "2").start()
        visitor = Visitor(server.port)
        for _ in range(20):
            assert visitor.ask("GET", "/").status == 200
        texts = [figures(visitor) for _ in range(6)]
        server.stop()
    for text in texts:
        assert value(text, "plyground_requests_total", route="/", status="200") == 20
    assert "Traceback" not in server.log
