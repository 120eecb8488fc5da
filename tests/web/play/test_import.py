"""Import, download and shared pages of games."""

import html
import io
import json
import re
import threading
import time

import pytest
from django.test import Client

from plyground.records import notation
from plyground.web.base import limits
from plyground.web.base.limits import Shares
from plyground.web.engine import budget
from plyground.web.game_service import directory
from plyground.web.games import repository
from plyground.web.games.models import Game
from plyground.web.play import import_export
from tests.web.play.test_pages import GAMES, begin, text_of
from tests.web.serving import Server
from tests.web.visitor import Visitor

SGF = "(;GM[1]SZ[9]KM[6.5];B[ee];W[gc];B[cg])"
TRANSCRIPT = "f5d6c3d3c4"


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RATE", "off")


def imported(client: Client, text: str = "", **form: object) -> Game:
    """The only game in a text, as stored."""
    answer = client.post("/import/", {"text": text, **form})
    assert answer.status_code == 302, html.unescape(answer.content.decode())
    return Game.objects.get(pk=answer["Location"].split("/")[2])


def wrong(client: Client, text: str = "", **form: object) -> str:
    """The error message of an import."""
    before = Game.objects.count()
    answer = client.post("/import/", {"text": text, **form})
    assert answer.status_code == 422
    assert Game.objects.count() == before
    page = html.unescape(answer.content.decode())
    found = re.search(r'<p class="note bad"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert found, page
    return found[1]


def played(client: Client, name: str, moves: str, **form: str) -> Game:
    """A game between two people with these moves."""
    row = begin(client, name, opponent="person", **form)
    for ply, move in enumerate(moves.split()):
        command = {"version": ply + 1, "ply": ply, "action": "move", "move": move}
        answer = client.post(f"/api/games/{row.pk}/actions/", command, "application/json")
        assert answer.status_code == 200, answer.content
    row.refresh_from_db()
    return row


def moves_of(row: Game) -> list[str]:
    """The stored moves."""
    return list(row.moves.order_by("ply").values_list("text", flat=True))


# Import


def test_a_pasted_record_becomes_a_game_of_two_people(client: Client) -> None:
    row = imported(client, SGF)
    assert (row.name, row.options, row.black, row.white) == ("go", {"size": 9}, "person", "person")
    assert moves_of(row) == ["E5", "G7", "C3"]
    assert client.get(f"/games/{row.pk}/").status_code == 200


def test_uploaded_file_becomes_a_game(client: Client) -> None:
    file = io.BytesIO(TRANSCRIPT.encode())
    file.name = "game.oth"
    row = imported(client, file=file, game="othello")
    assert moves_of(row) == ["f5", "d6", "c3", "d3", "c4"]


def test_named_game_decides_how_a_record_is_read(client: Client) -> None:
    assert imported(client, TRANSCRIPT, game="othello").name == "othello"
    assert "another game: Go" in wrong(client, SGF, game="othello")
    assert wrong(client, SGF, game="chess") == "There is no such game here."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Paste a game or choose a file first."),
        ("   \n ", "Paste a game or choose a file first."),
        ("(;GM[1]SZ[9];B[ee];W[ee])", "There is already a piece on E5."),
    ],
)
def test_mistakes_are_reported(client: Client, text: str, sentence: str) -> None:
    assert sentence in wrong(client, text)


def test_position_of_a_mistake_is_shown_and_the_text_kept(client: Client) -> None:
    answer = client.post("/import/", {"text": "othello | f5 d6 a1"})
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "line 1: A disc on a1 flips nothing" in page
    assert ">othello | f5 d6 a1</textarea>" in page


@pytest.mark.parametrize("data", [b"\x00\xff\xfe\x00" * 50, b"(" * 5000, b"(;GM[40]SZ[99])", b"{}"])
def test_nonsense_gets_a_sentence(client: Client, data: bytes) -> None:
    file = io.BytesIO(data)
    file.name = "nonsense.bin"
    assert wrong(client, file=file).strip()


def test_user_text_is_never_html(client: Client) -> None:
    text = "<script>alert(1)</script>"
    page = client.post("/import/", {"text": text}).content.decode()
    assert text not in page
    page = client.post("/import/", {"text": "x", "game": f'"><img src=x>{text}'}).content.decode()
    assert text not in page
    assert "<img src=x>" not in page


def test_upload_is_limited_to_two_megabytes(server: Server) -> None:
    answer = Visitor(server.port).ask("POST", "/import/", b"x" * (limits.FILE_BYTES + 1))
    assert answer.status == 413
    assert b"at most 2 megabytes" in answer.body


def test_record_with_too_many_moves_is_refused_unread(client: Client) -> None:
    going_round = "(;GM[1]SZ[9]" + ";B[];W[]" * 20_000 + ")"
    before = time.monotonic()
    for text in (going_round, "go | " + "pass " * 40_000):
        assert "too many moves to be imported at once" in wrong(client, text)
    assert time.monotonic() - before < 20, "to read them takes longer"
    talk = "(;GM[1]SZ[9];B[ee]C[" + "word " * 40_000 + "])"
    assert moves_of(imported(client, talk)) == ["E5"], "words are no moves"


def test_simultaneous_imports_are_limited(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each occupies a request thread, and players need some too."""
    monkeypatch.setattr(import_export, "_PATIENCE", 0.01)
    with import_export.turn():
        assert moves_of(imported(client, SGF)) == ["E5", "G7", "C3"]
        with import_export.turn():
            answer = client.post("/import/", {"text": SGF})
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
            page = html.unescape(answer.content.decode())
            assert "Too many games are being imported just now" in page
            assert SGF in page, "nothing is to be typed again"
    assert moves_of(imported(client, SGF)) == ["E5", "G7", "C3"]


def test_number_of_waiting_imports_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_export, "_PATIENCE", 60.0)
    monkeypatch.setattr(import_export, "_places", threading.BoundedSemaphore(1))
    with import_export.turn(), pytest.raises(import_export.Busy), import_export.turn():
        pass  # at once: there is no place to wait


def found_of(client: Client, text: str) -> dict[str, str]:
    """The hidden fields of the page that asks which of several games to import."""
    answer = client.post("/import/", {"text": text})
    assert answer.status_code == 200
    page = html.unescape(answer.content.decode())
    assert "Which do you want?" in page
    return dict(re.findall(r'type="hidden" name="(packed|game|file_name)" value="([^"]*)"', page))


SEVERAL = "othello | f5 d6 c3\ngo size=9 | E5\ngomoku | h8 h9\n"


def test_chosen_games_of_several_are_imported(client: Client) -> None:
    before = Game.objects.count()
    again = found_of(client, SEVERAL)
    assert Game.objects.count() == before, "asking keeps nothing"
    answer = client.post("/import/", {**again, "keep": ["0", "2"]})
    assert answer["Location"] == "/games/?imported=2"
    assert "2 games were imported." in text_of(client, answer["Location"])
    rows = Game.objects.order_by("-created")[:2]
    assert {row.name for row in rows} == {"othello", "gomoku"}
    one = client.post("/import/", {**again, "keep": ["1"]})
    assert Game.objects.get(pk=one["Location"].split("/")[2]).name == "go"


def test_all_of_several_games_can_be_imported(client: Client) -> None:
    answer = client.post("/import/", {**found_of(client, SEVERAL), "all": "yes"})
    assert answer["Location"] == "/games/?imported=3"


def test_several_games_are_imported_together_or_not_at_all(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = found_of(client, SGF * 3)
    begin(client, "dobutsu", opponent="person")
    monkeypatch.setattr(repository, "MOST_GAMES", 3)
    assert wrong(client, all="yes", **form).startswith("You have 3 games, and no more can be kept")


def test_import_is_charged_as_engine_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may contain a hundred games whose dead stones have to be found."""
    engine_budget = Shares(0.0001, 0.0001)
    monkeypatch.setattr(budget, "engine_time", lambda: engine_budget)
    row = imported(client, SGF)
    before = engine_budget.visitors.wait("nobody else")
    assert before == 0
    client.post("/import/", {"text": SGF})
    assert "used up your engine time" in wrong(client, SGF)
    assert Game.objects.filter(pk=row.pk).exists()


def test_choosing_none_or_tampering_is_reported(client: Client) -> None:
    again = found_of(client, SEVERAL)
    assert wrong(client, **again) == "No game was chosen."
    assert wrong(client, packed="no base64!", all="yes") == "Please choose the file again."
    bomb = import_export._pack(b" " * (limits.FILE_BYTES * 3))
    assert "at most 2 megabytes" in wrong(client, packed=bomb, all="yes")


def test_each_of_a_hundred_games_can_be_chosen(client: Client) -> None:
    again = found_of(client, "othello | f5\n" * 100)
    answer = client.post("/import/", {**again, "keep": [str(number) for number in range(100)]})
    assert answer["Location"] == "/games/?imported=100"


def test_more_than_a_hundred_games_are_refused_unread(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object, **_more: object) -> None:
        raise AssertionError("a hundred thousand of them would take a minute")

    monkeypatch.setattr(notation, "read", read)
    for text in (
        "(;GM[1]SZ[25])" * 101,
        "othello | f5\n" * 101,
        '{"record":1,"game":"go"}\n' * 101,
    ):
        assert wrong(client, text=text) == "At most 2 megabytes and 100 games."


@pytest.mark.parametrize("odd", ["\0", "\ud800"])
def test_characters_that_databases_refuse_are_replaced(client: Client, odd: str) -> None:
    result = {"winner": "black", "margin": None, "code": "resign", "reason": f"tired {odd}"}
    lines = [{"record": 1, "game": "gomoku"}, {"node": 1, "move": "h8"}, {"result": result}]
    row = imported(client, "\n".join(json.dumps(line) for line in lines))
    assert row.result["reason"] == "tired ?"


def test_import_losses_are_shown_once(client: Client) -> None:
    row = imported(client, "(;GM[1]SZ[9];B[ee](;W[gc])(;W[cc]))")
    assert "only its main line was kept" in text_of(client, f"/games/{row.pk}/")
    assert "only its main line was kept" not in text_of(client, f"/games/{row.pk}/")


# Download


MOVES = {
    "go": "E5 G7 pass C3",
    "gomoku": "h8 h9 i8",
    "othello": "f5 d6 c3",
    "robogo": "E5 D5 E6",
    "dobutsu": "b2b3 c4b3 C*c3",
    "connect_four": "d d c",
}


@pytest.mark.parametrize("name", GAMES)
def test_every_format_can_be_downloaded_and_read_back(client: Client, name: str) -> None:
    row = played(client, name, MOVES[name], **({"size": "9"} if name == "go" else {}))
    title = name.replace("_", "-")
    for known in import_export.formats(name):
        answer = client.get(f"/games/{row.pk}/download/{known['name']}/")
        assert answer.status_code == 200
        found = re.fullmatch(
            rf'attachment; filename="(plyground-{title}-[\d-]+\.{known["extension"]})"',
            answer["Content-Disposition"],
        )
        assert found, answer["Content-Disposition"]
        assert answer["X-Content-Type-Options"] == "nosniff"
        file = io.BytesIO(answer.content)
        file.name = found[1]
        back = imported(client, file=file, game=name)
        assert (back.name, moves_of(back)) == (name, MOVES[name].split()), known


def test_formats_that_can_not_hold_the_game_are_not_found(client: Client) -> None:
    row = begin(client, "dobutsu")
    for name in ("sgf", "png", "..", "x" * 500):
        assert client.get(f"/games/{row.pk}/download/{name}/").status_code == 404


# Shared


def shared(client: Client, row: Game) -> str:
    """The address where anyone may see the game."""
    url: str = client.post(f"/api/games/{row.pk}/share/").json()["url"]
    return url


def test_shared_game_is_public(client: Client) -> None:
    row = played(client, "dobutsu", MOVES["dobutsu"])
    url = shared(client, row)
    stranger = Client(SERVER_NAME="localhost")
    page = text_of(stranger, url)
    assert "Move 3 of 3" in page
    assert row.pk not in page, "who knows the id still needs the cookie, but need not know it"
    assert '["black","chick","c3"]' in page
    assert '["black","chick","c3"]' not in text_of(stranger, f"{url}?ply=2")
    assert "Move 3 of 3" in text_of(stranger, f"{url}?ply=999999999999")
    seen = stranger.get(f"{url}at/1/").json()
    assert (seen["ply"], seen["view"]["ply"], seen["view"]["moves"]) == (1, 1, [])
    assert stranger.get(f"{url}at/4/").status_code == 404
    assert stranger.get(f"{url}download/kif/").status_code == 200
    for name in ("nothing", "%00", "x" * 100):
        assert stranger.get(f"/shared/{name}/").status_code == 404


def test_only_your_own_seat_is_called_you(client: Client) -> None:
    row = begin(client, "othello", opponent="level:3", colour="white")
    command = {"version": 1, "ply": 0, "action": "resign"}
    client.post(f"/api/games/{row.pk}/actions/", command, "application/json")
    mine, theirs = text_of(client, "/games/"), text_of(client, shared(client, row))
    assert "You, white, against the computer, level 3" in mine
    assert "You lose: by resignation." in mine
    assert "A person, white, against the computer, level 3" in theirs
    assert "Black wins: by resignation." in theirs
    assert not re.search(r"\bYou\b", theirs.split("<main")[1].split("</main>")[0])


def test_spectators_do_not_see_moves_taken_back(client: Client) -> None:
    row = played(client, "othello", MOVES["othello"])
    url = shared(client, row)
    command = {"version": 4, "ply": 3, "action": "undo"}
    assert (
        client.post(f"/api/games/{row.pk}/actions/", command, "application/json").status_code == 200
    )
    page = text_of(Client(SERVER_NAME="localhost"), url)
    assert "Move 2 of 2" in page
    assert ">c3<" not in page
    assert client.get(f"{url}at/3/").status_code == 404


@pytest.mark.parametrize(("ply", "seats"), [(2, ("person", "level:2")), (1, ("level:2", "person"))])
def test_shared_position_can_be_played_on(client: Client, ply: int, seats: tuple[str, str]) -> None:
    url = shared(client, played(client, "othello", MOVES["othello"]))
    stranger = Client(SERVER_NAME="localhost")
    answer = stranger.post(f"{url}play/", {"ply": ply})
    row = Game.objects.get(pk=answer["Location"].split("/")[2])
    assert (row.black, row.white) == seats
    assert moves_of(row) == MOVES["othello"].split()[:ply]
    assert stranger.get(answer["Location"]).status_code == 200


def test_a_game_that_is_over_can_be_played_on_only_from_before_its_end(client: Client) -> None:
    moves = "a1 a2 b1 b2 c1"
    row = played(client, "gomoku", moves, size="3", line="3")
    assert row.result["code"] == "line"
    url = shared(client, row)
    answer = client.post(f"{url}play/", {"ply": "5"})
    assert answer.status_code == 422
    assert "The game is over." in answer.content.decode()
    assert client.post(f"{url}play/", {"ply": "4"}).status_code == 302


def test_import_losses_are_translated_to_sentences() -> None:
    assert import_export.import_losses("") == ""
    sentences = import_export.import_losses("variations,setup")
    assert "main line" in sentences
    assert "mid-game" in sentences
    assert directory.read(SGF.encode(), "")[0][1] == ""


def test_the_names_of_players_are_kept_shown_and_written(client: Client) -> None:
    row = imported(client, "(;GM[1]SZ[9]PB[<b>Ada</b>]PW[" + "x" * 90 + "];B[ee])")
    assert row.names == ["<b>Ada</b>", "x" * 60]
    state = client.get(f"/api/games/{row.pk}/").json()
    assert [state["seats"][side]["name"] for side in ("black", "white")] == row.names
    page = client.get("/games/").content.decode()
    assert "&lt;b&gt;Ada&lt;/b&gt;" in page
    assert "<b>Ada</b>" not in page
    assert "PB[<b>Ada</b>]" in client.get(f"/games/{row.pk}/download/sgf/").content.decode()


def test_unnamed_player_is_called_a_person(client: Client) -> None:
    row = imported(client, SGF)
    assert row.names == []
    assert client.get(f"/api/games/{row.pk}/").json()["seats"]["black"]["name"] == "Person"
