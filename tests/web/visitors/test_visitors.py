"""The cookie of a visitor, and its renewal."""

import time

import pytest
from django.test import Client

from plyground.web.visitors import visitors
from tests.web.play.test_pages import begin

DAY = 24 * 3600


def test_reading_pages_sets_no_cookie(client: Client) -> None:
    client.get("/")
    assert "plyground" not in client.cookies


def test_a_cookie_is_written_again_once_a_month(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lasts two years from the last writing, so a returning visitor keeps the games."""
    row = begin(client, "dobutsu", opponent="person")
    now = time.time()

    def renewed(days: int) -> bool:
        monkeypatch.setattr(visitors.time, "time", lambda: now + days * DAY)  # type: ignore[attr-defined]
        answer = client.get(f"/api/games/{row.pk}/")
        assert answer.status_code == 200
        return "plyground" in answer.cookies

    days = (0, 1, 29, 31, 32, 62)
    assert [renewed(day) for day in days] == [False, False, False, True, False, True]
