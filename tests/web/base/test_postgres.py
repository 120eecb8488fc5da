"""A whole server on PostgreSQL: acknowledged changes survive a power failure."""

from pathlib import Path

from tests.web.cluster import postgresql
from tests.web.serving import Server
from tests.web.visitor import Visitor


def test_games_survive_a_killed_server(tmp_path: Path) -> None:
    with postgresql() as url:
        server = Server(tmp_path / "home", "--database", url).start()
        visitor = Visitor(server.port)
        now = visitor.state(visitor.begin("othello", "level:2"))
        after = visitor.play(now, "f5")
        server.restart()
        again = visitor.state(now["id"])
        # PostgreSQL accepts no null characters
        assert visitor.ask("GET", "/shared/%00/").status == 404
        server.stop()
        assert not (tmp_path / "home" / "plyground.sqlite3").exists()
        assert "Traceback" not in server.log
    assert again["moves"][: after["ply"]] == after["moves"][: after["ply"]]
    assert again["version"] >= after["version"] > now["version"]
