"""A database filled by version 0.1 is upgraded, and all of its data can be read and used.

`fill_database.py` says how the files were made.
"""

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from plyground.engine.registry import game as game_of
from plyground.web.accounts.services import everything
from plyground.web.base.database import read_database
from plyground.web.server import backup
from plyground.web.server.serve import migrate
from plyground.web.visitors.models import Account
from tests.web.cluster import postgresql
from tests.web.databases import default_database, empty_tables
from tests.web.upgrade.fill_database import LESSON, PASSWORD, grades, summary

HERE = Path(__file__).parent
KINDS = ("sqlite", "postgresql")
Tables = dict[str, dict[str, str]]


class Upgraded:
    """The expected content of an upgraded database, and its users."""

    def __init__(self, kind: str) -> None:
        self.held: dict[str, Any] = json.loads((HERE / f"{kind}.json").read_text("utf-8"))

    def program(self, name: str) -> Client:
        """A program with a user's token."""
        token = self.held["tokens"][name]
        return Client(SERVER_NAME="localhost", headers={"Authorization": f"Bearer {token}"})

    def browser(self) -> Client:
        """A browser in which Ada is logged in."""
        browser = Client(SERVER_NAME="localhost")
        form = {"name": "ada", "password": PASSWORD}
        assert browser.post("/account/sign-in/", form).status_code == 302
        return browser


@pytest.fixture(autouse=True)
def _hurry(unhurried: None) -> None:
    """No limits."""


@pytest.fixture(params=[*KINDS, "backup"])
def upgraded(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Upgraded]:
    kind: str = request.param
    with ExitStack() as stack:
        if kind == "backup":
            stack.enter_context(empty_tables("sqlite", tmp_path))
            backup.restore(HERE / "sqlite-backup.gz")
            yield Upgraded("sqlite")
            return
        stack.enter_context(old_database(kind, tmp_path))
        migrate()
        yield Upgraded(kind)


def old_database(kind: str, folder: Path) -> ExitStack:
    """Django's database is one of version 0.1, until the end."""
    stack = ExitStack()
    script = gzip.decompress((HERE / f"{kind}.sql.gz").read_bytes()).decode()
    if kind == "postgresql":
        stack.enter_context(
            default_database(read_database(stack.enter_context(postgresql()), folder))
        )
        with connection.cursor() as cursor:
            cursor.execute(script)
        return stack
    settings = read_database("", folder)
    with sqlite3.connect(settings["NAME"]) as file:
        file.executescript(script)
    file.close()
    stack.enter_context(default_database(settings))
    return stack


def get(client: Client, path: str) -> Any:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer


def text(client: Client, path: str) -> str:
    return str(get(client, path).content.decode())


def test_games_are_unchanged_by_the_upgrade(upgraded: Upgraded) -> None:
    ada = upgraded.program("ada")
    for game, known in upgraded.held["games"].items():
        state = get(ada, f"/api/games/{game}/").json()
        # Options that are new since 0.1 have their defaults.
        options = {option.name: option.default for option in game_of(state["game"]["name"]).options}
        known["game"]["options"] = options | known["game"]["options"]
        assert summary(state) == known
    listed = {row["id"] for row in get(ada, "/api/games/").json()["games"]}
    assert set(upgraded.held["games"]) < listed, "and the one that Ada began with"
    bob = upgraded.program("bob")
    linked = get(bob, f"/api/games/{upgraded.held['linked']}/").json()
    assert (linked["me"], linked["link"]["offer"]) == ("white", {"kind": "draw", "by": "black"})


def test_account_pages_work_after_the_upgrade(upgraded: Upgraded) -> None:
    browser = upgraded.browser()
    page = text(browser, "/account/")
    assert "Ada" in page
    assert "Ada&#x27;s program" in page
    assert "1 of 5 steps" in text(browser, "/learn/")
    games = text(browser, "/games/")
    for game in upgraded.held["games"]:
        assert f'href="/games/{game}/"' in games
        assert '<script id="state" type="application/json">' in text(browser, f"/games/{game}/")
    assert get(Client(SERVER_NAME="localhost"), upgraded.held["shared"])
    account = Account.objects.get(name="Ada")
    data = json.loads("".join(everything(account.visitor, account)))
    assert data["account"]["name"] == "Ada"
    assert [row["lesson"] for row in data["lessons"]] == [LESSON]
    assert len(data["games"]) == len(upgraded.held["games"]) + 1


def test_games_continue_after_the_upgrade(upgraded: Upgraded) -> None:
    """Rows are changed and added: moves, tokens, accounts."""
    bob = upgraded.program("bob")
    path = f"/api/games/{upgraded.held['linked']}/"
    state = get(bob, path).json()
    order = {"version": state["version"], "ply": state["ply"], "action": "accept"}
    answer = bob.post(f"{path}actions/", order, content_type="application/json")
    assert answer.json()["result"]["winner"] is None
    begun = {"game": "othello", "opponent": "person"}
    state = bob.post("/api/games/", begun, content_type="application/json").json()
    order = {"version": state["version"], "ply": 0, "action": "move", "move": "d3"}
    path = f"/api/games/{state['id']}/actions/"
    assert bob.post(path, order, content_type="application/json").json()["ply"] == 1
    answer = bob.post("/api/tokens/", {"label": "next"}, content_type="application/json")
    assert answer.status_code == 201
    form = {"name": "Bob", "password": PASSWORD, "again": PASSWORD}
    newcomer = Client(SERVER_NAME="localhost")
    assert newcomer.post("/account/sign-up/", form).status_code == 302


@pytest.mark.parametrize("kind", KINDS)
def test_reviews_survive_the_upgrade(kind: str, tmp_path: Path) -> None:
    with old_database(kind, tmp_path):
        migrate()
        upgraded = Upgraded(kind)
        game = upgraded.held["finished"]
        answer = get(upgraded.program("ada"), f"/api/games/{game}/review/").json()
        assert grades(answer) == upgraded.held["review"]
        assert "Accuracy" in text(upgraded.browser(), f"/games/{game}/review/")


@pytest.mark.parametrize("kind", KINDS)
def test_an_upgraded_database_has_the_tables_of_a_new_one(kind: str, tmp_path: Path) -> None:
    with empty_tables(kind, tmp_path / "new"):
        new = tables()
    with old_database(kind, tmp_path):
        before = tables()
        migrate()
        assert tables() == new
    for table, columns in before.items():
        assert columns.items() <= new[table].items(), "version 0.1 still runs on them"


def tables() -> Tables:
    """Every table with its columns, and its constraints with their columns."""
    found: Tables = {}
    with connection.cursor() as cursor:
        look = connection.introspection
        for table in look.table_names(cursor):
            columns = look.get_table_description(cursor, table)
            limits = look.get_constraints(cursor, table)
            found[table] = {row.name: f"{row.type_code} {row.null_ok}" for row in columns}
            found[table] |= {name: str(sorted(limits[name].items())) for name in limits}
    return found


def test_migrations_match_the_models() -> None:
    output = StringIO()
    call_command("makemigrations", check=True, dry_run=True, stdout=output, verbosity=1)
    assert output.getvalue() == "No changes detected\n"
