"""Games are locked in one order, so that two requests never deadlock."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.cluster import postgresql

# Another transaction locks the first game by name. A transaction that takes several must wait for
# it before it locks any other: the last game, which was created first, is still free.
_LOCKS = """
import threading, time, django
django.setup()
from django.db import connection, transaction
from plyground.web.accounts import services
from plyground.web.games.models import Game
from plyground.web.visitors.models import Account
from plyground.web.server.serve import migrate

migrate()
account = Account.objects.create(name="Ada")
takes = {
    "claim": lambda: services.claim("visitor", account),
    "forget": lambda: services.forget_visitor("visitor"),
    "delete": lambda: services.delete(account),
}
for name, take in takes.items():
    owner = account.visitor if name == "delete" else "visitor"
    Game.objects.all().delete()
    for game in ("z", "m", "a"):
        seat = "black" if game == "m" else ""
        Game.objects.create(pk=game, visitor=owner, name="go", seat=seat)
    waiting = threading.Thread(target=take)
    with transaction.atomic():
        list(Game.objects.select_for_update().filter(pk="a"))
        waiting.start()
        with connection.cursor() as cursor:
            end = time.monotonic() + 60
            while True:
                cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
                if cursor.fetchone()[0]:
                    break
                assert time.monotonic() < end, "nobody waits"
                time.sleep(0.02)
        list(Game.objects.select_for_update(nowait=True).filter(pk__in=["m", "z"]))
    waiting.join(60)
    assert not waiting.is_alive()
    assert not Game.objects.filter(visitor="visitor").exists()
    print(name)
"""


def test_games_are_locked_in_one_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with postgresql() as url:
        monkeypatch.setenv("DATABASE_URL", url)
        monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path))
        monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
        command = [sys.executable, "-c", _LOCKS]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["claim", "forget", "delete"], done.stderr
