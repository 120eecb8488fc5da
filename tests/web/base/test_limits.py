"""Limits: token buckets, sizes, rates, host names, headers."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from plyground.web.base import limits
from plyground.web.base.limits import Allowance, Buckets, Shares
from plyground.web.server.middleware import HEADERS


def test_bucket_refills_up_to_its_capacity() -> None:
    buckets = Buckets(3, 2)
    assert [buckets.take("a", now=0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("a", now=0.5) == 0
    assert buckets.take("a", now=0.5) == 0.5
    assert [buckets.take("a", now=1000.0) for _ in range(4)] == [0, 0, 0, 0.5]


def test_each_key_has_its_own_bucket() -> None:
    buckets = Buckets(1, 1)
    assert [buckets.take(name, now=0.0) for name in "aabb"] == [0, 1, 0, 1]


def test_debt_is_refilled_first() -> None:
    buckets = Buckets(10, 1)
    assert buckets.wait("a", now=0.0) == 0
    buckets.spend("a", 15, now=0.0)
    assert buckets.wait("a", now=0.0) == 5
    assert buckets.wait("a", now=4.0) == 1
    assert buckets.wait("a", now=5.5) == 0


def test_number_of_buckets_is_bounded() -> None:
    buckets = Buckets(1, 0.001, most=10)
    buckets.take("first", now=0.0)
    for number in range(9):
        buckets.take(str(number), now=1.0)
    assert buckets.take("first", now=2.0) > 0
    buckets.spend("first", 0, now=2.0)  # used again, so it is not the next to be removed
    buckets.take("one more", now=3.0)
    assert len(buckets) == 10
    assert buckets.take("first", now=4.0) > 0
    assert buckets.take("0", now=4.0) == 0, "forgotten, and so full"


def test_ten_thousand_buckets_are_kept() -> None:
    buckets = Buckets(1, 1)
    for number in range(10_001):
        buckets.take(str(number), now=0.0)
    assert len(buckets) == 10_000


def test_an_empty_bucket_has_to_be_waited_for_and_a_full_one_can_be_emptied() -> None:
    buckets = Buckets(10, 2)
    assert buckets.take("a", 10.5, now=0.0) == 0.25
    assert buckets.take("a", 10, now=0.0) == 0
    assert (buckets.level("a", now=0.0), buckets.wait("a", now=0.0)) == (0, 0.001)
    assert (buckets.level("a", now=0.5), buckets.wait("a", now=0.5)) == (1, 0)
    assert buckets.level("a", now=99.0) == 10


@pytest.mark.parametrize(("wait", "seconds"), [(0.0, 1), (0.2, 1), (1.0, 1), (1.01, 2), (60.0, 60)])
def test_wait_is_rounded_up_to_whole_seconds(wait: float, seconds: int) -> None:
    assert limits.whole_seconds(wait) == seconds


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that only moves when a test sets `now`, and limits that count."""
    clock = SimpleNamespace(now=0.0)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr(limits, "time", clock)
    monkeypatch.delenv("PLYGROUND_RATE", raising=False)
    return clock


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(
    ("method", "path", "most", "wait"),
    [
        ("GET", "/", 200, 1 / 50),
        ("POST", "/api/games/x/actions/", 60, 1 / 20),
        ("PUT", "/account/sign-in/", 60, 1 / 20),
        ("POST", "/play/go/", 30, 1.0),
        ("POST", "/api/tokens/", 30, 1.0),
        ("POST", "/import/", 6, 2.0),
        ("POST", "/analysis/read/", 6, 2.0),
        ("POST", "/account/sign-up/", 20, 20.0),
    ],
)
def test_each_kind_of_request_has_its_own_limit(
    method: str, path: str, most: int, wait: float
) -> None:
    waits = [limits.pause(method, path, "me", "") for _ in range(most + 1)]
    assert waits[:most] == [0.0] * most
    assert waits[most] == pytest.approx(wait)


@pytest.mark.usefixtures("still")
def test_a_new_account_is_counted_for_its_address_and_not_for_the_visitor() -> None:
    waits = [limits.pause("POST", "/account/sign-up/", str(who), "192.0.2.1") for who in range(21)]
    assert waits == [0.0] * 20 + [pytest.approx(20.0)]


@pytest.mark.usefixtures("still")
def test_address_limit_is_four_times_the_visitor_limit() -> None:
    waits = [limits.pause("POST", "/play/go/", str(who), "192.0.2.1") for who in range(121)]
    assert waits == [0.0] * 120 + [0.25]


@pytest.mark.usefixtures("still")
def test_visitor_debt_counts_for_the_address() -> None:
    shares, address = Shares(10, 2), "192.0.2.1"
    shares.spend("me", address, 25)
    assert (shares.left("me", address), shares.wait("me", address)) == (-15, 7.5)
    assert (shares.left("you", address), shares.wait("you", address)) == (10, 0)
    shares.spend("you", address, 20)
    assert (shares.left("new", address), shares.wait("new", address)) == (-5, 0.625)
    assert (shares.left("new", "127.0.0.1"), shares.wait("new", "127.0.0.1")) == (10, 0)


def test_allowance_reports_the_tightest_limit(
    still: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("POST", "/play/go/", "me", "")
    assert limits.allowance("GET", "/", "me", "") == Allowance(200, 200, 0)
    assert limits.allowance("GET", "/play/go/", "me", "") == Allowance(200, 200, 0)
    assert limits.allowance("POST", "/api/games/x/actions/", "me", "") == Allowance(60, 60, 0)
    assert limits.allowance(*asked) == Allowance(30, 30, 0)
    assert limits.pause(*asked) == 0
    assert limits.allowance(*asked) == Allowance(30, 29, 1)
    still.now = 0.5
    assert limits.allowance(*asked) == Allowance(30, 29, 1)
    limits._games.spend("me", "", 40)
    assert limits.allowance(*asked) == Allowance(30, 0, 30)
    for _ in range(75):
        limits.pause("GET", "/", "you", "")
    assert limits.allowance("GET", "/", "you", "") == Allowance(200, 125, 2)
    assert len({Allowance(200, 125, 2), Allowance(200, 125, 2)}) == 1
    monkeypatch.setenv("PLYGROUND_RATE", "off")
    assert limits.allowance(*asked) is None


@pytest.mark.usefixtures("still")
def test_guessing_passwords_is_slowed_down() -> None:
    def wait(tries: list[tuple[str, str]]) -> float:
        guesses = limits.Guesses()
        for name, address in tries[:-1]:
            guesses.take(name, address)
        with pytest.raises(limits.Guessed) as caught:
            guesses.take(*tries[-1])
        return caught.value.wait

    assert wait([("ann", "192.0.2.1")] * 11) == pytest.approx(60)
    assert wait([(str(who), "192.0.2.1") for who in range(51)]) == pytest.approx(12)
    assert wait([("ann", f"192.0.2.{end}") for end in range(201)]) == pytest.approx(20)


@pytest.mark.usefixtures("still")
def test_a_right_password_gives_back_one_guess() -> None:
    guesses = limits.Guesses()
    for _ in range(10):
        guesses.take("ann", "192.0.2.1")
    guesses.give_back("ann", "192.0.2.1")
    guesses.take("ann", "192.0.2.1")
    with pytest.raises(limits.Guessed):
        guesses.take("ann", "192.0.2.1")


@pytest.mark.usefixtures("still")
def test_guesses_on_the_machine_itself_are_counted_by_name_alone() -> None:
    guesses = limits.Guesses()
    for who in range(60):
        guesses.take(str(who), "127.0.0.1")
    for _ in range(30):
        guesses.take("ann", "127.0.0.1")
        guesses.give_back("Ann", "127.0.0.1")


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("127.0.0.2", ""),
        ("::1", ""),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testserver", "testserver"),
        ("", ""),
    ],
)
def test_ipv6_addresses_are_counted_by_prefix(address: str, origin: str) -> None:
    assert limits.origin_of(address) == origin


@pytest.mark.parametrize(
    ("text", "value"), [("", 3.0), ("2.5", 2.5), ("0.001", 0.001), ("999999999", 999999999.0)]
)
def test_number_is_read_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, text: str, value: float
) -> None:
    monkeypatch.setenv("PLYGROUND_WORKERS", text)
    assert limits.number("PLYGROUND_WORKERS", 3) == value


@pytest.mark.parametrize("text", ["0", "-1", "many", "1e9", "nan", "inf"])
def test_invalid_number_in_the_environment_is_refused(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("PLYGROUND_WORKERS", text)
    with pytest.raises(ValueError, match=f"PLYGROUND_WORKERS is a number above 0, not '{text}'"):
        limits.number("PLYGROUND_WORKERS", 3)


def test_a_long_number_is_cut_after_forty_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_WORKERS", "9" * 41)
    with pytest.raises(ValueError, match=f"not '{'9' * 40}'"):
        limits.number("PLYGROUND_WORKERS", 3)


class Body:
    """A body as uvicorn delivers it, and how much of it was taken."""

    def __init__(self, *parts: bytes) -> None:
        self.parts = list(parts)
        self.taken = 0

    async def receive(self) -> dict[str, Any]:
        if not self.parts:
            return {"type": "http.disconnect"}
        self.taken += 1
        part = self.parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(self.parts)}


def read_all(body: Body, path: str, *headers: tuple[bytes, bytes]) -> tuple[bytes, bool, str]:
    """What Django would read, whether it is marked as too large, and the rest."""
    scope: dict[str, Any] = {"path": path, "headers": list(headers)}

    async def read() -> tuple[bytes, str]:
        receive = limits.sized(scope, body.receive)
        content = b""
        while True:
            message = await receive()
            content += message["body"]
            if not message["more_body"]:
                break
        return content, (await receive())["type"]

    content, then = asyncio.run(read())
    return content, bool(scope.get(limits.TOO_LARGE)), then


def test_a_body_within_bounds_is_read_as_it_is() -> None:
    parts = (b"a" * 30_000, b"b" * 34_000)
    length = (b"content-length", b"64000")
    assert read_all(Body(*parts), "/api/jobs/", length) == (
        b"".join(parts),
        False,
        "http.disconnect",
    )


def test_body_announced_as_too_large_is_not_read() -> None:
    body = Body(b"a" * 60_000, b"b" * 60_000)
    scope: dict[str, Any] = {"path": "/play/go/", "headers": [(b"content-length", b"120000")]}

    async def read() -> dict[str, Any]:
        return await limits.sized(scope, body.receive)()

    message = asyncio.run(read())
    assert message == {"type": "http.request", "body": b"", "more_body": False}
    assert scope[limits.TOO_LARGE]
    assert body.taken == 0


def test_body_announced_as_too_large_is_dropped() -> None:
    body = Body(b"a" * 60_000, b"b" * 60_000)
    length = (b"content-length", b"120000")
    assert read_all(body, "/play/go/", length) == (b"", True, "http.disconnect")
    assert body.taken == 2


def test_a_body_that_grows_too_large_is_cut_off_and_the_rest_dropped() -> None:
    body = Body(b"a" * 60_000, b"b" * 60_000, b"c" * 60_000)
    assert read_all(body, "/play/go/") == (b"a" * 60_000, True, "http.disconnect")


@pytest.mark.parametrize(
    ("length", "too_large"),
    [(b"64000", False), (b"64001", True), (b"-1", False), (b"many", False), (b"", False)],
)
def test_content_length_is_used_only_if_it_is_a_number(length: bytes, too_large: bool) -> None:
    headers = ((b"accept", b"99999999"), (b"content-length", length))
    assert read_all(Body(b"a"), "/play/go/", *headers)[1] is too_large


def test_body_without_content_length_is_cut_off_at_the_limit() -> None:
    assert read_all(Body(b"a" * 64_000), "/play/go/")[1] is False
    assert read_all(Body(b"a" * 64_001), "/play/go/")[1] is True


def test_a_file_with_games_may_be_larger() -> None:
    assert read_all(Body(b"a" * 2_000_000), "/import/")[1] is False
    assert read_all(Body(b"a" * 2_000_001), "/import/")[1] is True


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits low enough for a test to reach."""
    monkeypatch.delenv("PLYGROUND_RATE", raising=False)
    monkeypatch.setattr(limits, "_looks", Shares(10, 0.01))
    monkeypatch.setattr(limits, "_changes", Shares(2, 0.01))
    monkeypatch.setattr(limits, "_games", Shares(1, 0.01))


@pytest.mark.usefixtures("slow")
def test_too_many_changes_are_rate_limited(client: Client) -> None:
    for _ in range(2):
        assert client.post("/api/games/none/share/").status_code == 404
    answer = client.post("/api/games/none/share/")
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 100
    error = json.loads(answer.content)["error"]
    assert error["code"] == "too_fast"
    assert error["sentence"].startswith("That was too fast; try again in ")


@pytest.mark.usefixtures("slow")
def test_reading_has_its_own_rate_limit(client: Client) -> None:
    codes = [client.get("/api/games/none/").status_code for _ in range(11)]
    assert codes == [404] * 10 + [429]


def test_local_visitor_is_not_rate_limited() -> None:
    """A page's requests in fast play: a hundred reads, and a move per second."""
    waits = [limits.pause("GET", "/api/games/x/at/3/", "alone", "127.0.0.1") for _ in range(150)]
    assert sum(waits) == 0


@pytest.mark.usefixtures("slow")
def test_new_games_have_their_own_rate_limit_and_error_page(client: Client) -> None:
    for _ in range(2):  # as a stranger, and then as the owner of a game here
        assert client.post("/play/dobutsu/", {"opponent": "person"}).status_code == 302
    answer = client.post("/play/dobutsu/", {"opponent": "person"}, REMOTE_ADDR="other")
    assert answer.status_code == 429, "the visitor is known by the cookie, not by the address"
    assert "too fast" in answer.content.decode()
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "Retry-After" in answer.headers


@pytest.mark.usefixtures("slow", "database")
def test_visitors_without_cookies_are_limited_by_address() -> None:
    codes = [
        Client(SERVER_NAME="localhost", REMOTE_ADDR=f"10.0.0.{number % 2}")
        .post("/play/dobutsu/", {"opponent": "person"})
        .status_code
        for number in range(4)
    ]
    assert codes == [302, 302, 429, 429]


@pytest.mark.usefixtures("slow", "database")
@pytest.mark.parametrize(
    ("address", "refused"),
    [("192.0.2.9", 2), ("127.0.0.1", 0), ("::1", 0), ("::ffff:127.0.0.1", 0)],
)
def test_address_limit_allows_several_visitors(address: str, refused: int) -> None:
    """Otherwise deleting cookies would bypass limits; not on this machine itself."""
    waits = [limits.pause("POST", "/play/go/", str(who), address) for who in range(6)]
    assert sum(wait > 0 for wait in waits) == refused


@pytest.mark.usefixtures("slow")
def test_an_ipv6_range_counts_as_one_address() -> None:
    waits = [limits.pause("POST", "/play/go/", "", f"2001:db8::{number}") for number in range(3)]
    assert [wait > 0 for wait in waits] == [False, True, True]
    assert limits.pause("POST", "/play/go/", "", "2001:db8:0:1::1") == 0


def test_strangers_share_the_engine_budget_of_their_address() -> None:
    engine_budget = Shares(10, 0.001)
    engine_budget.spend("", "192.0.2.1", 11)
    assert engine_budget.wait("", "192.0.2.1") > 0
    assert engine_budget.wait("", "192.0.2.2") == 0
    assert engine_budget.wait("somebody", "192.0.2.1") == 0, "an address has more than one of them"


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(
    "path", ["/play/go/", "/shared/x/play/", "/api/games/x/rematch/", "/api/games/x/fork/"]
)
def test_every_way_to_begin_a_game_is_counted(path: str) -> None:
    assert limits.pause("POST", path, "me", "") == 0
    assert limits.pause("POST", path, "me", "") > 0
    assert limits.pause("POST", "/api/games/x/actions/", "you", "") == 0
    assert limits.pause("POST", "/api/games/x/actions/", "you", "") == 0


def test_rate_limits_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_changes", "_looks"):
        monkeypatch.setattr(limits, name, Shares(1, 0.01))
    monkeypatch.setenv("PLYGROUND_RATE", "off")
    for method in ("GET", "POST"):
        waits = [limits.pause(method, "/api/jobs/", "me", "192.0.2.1") for _ in range(5)]
        assert waits == [0] * 5


def test_unknown_host_name_is_refused_with_a_sentence(client: Client) -> None:
    answer = client.get("/", SERVER_NAME="elsewhere.example")
    assert answer.status_code == 400
    assert answer.content.decode().startswith("This server does not answer to that name")


@pytest.mark.parametrize("path", ["/", "/api/games/none/", "/no/such/page/"])
def test_every_answer_has_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "Strict-Transport-Security" not in headers, "it is no HTTPS server"
