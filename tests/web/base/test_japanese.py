"""The pages in Japanese: no English is left, in whole sentences or parts."""

import html
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from plyground.engine.game_guide import guide_of
from plyground.web.games import sentences
from plyground.web.learn import rules_guide
from plyground.web.pages import page_data
from plyground.web.play import game_choices
from tests.web.play.test_pages import GAMES, begin

# Names, notations and keys are the same in every language.
_SAME = (
    "Plyground English JavaScript JSON SGF GGF KIF USI JSONL MOVES OTHELLO FAIRY SVG PNG Enter"
    " Escape Alt Home End sfen fen position moves Fairy Stockfish jsonl sgf ggf kif usi min"
    " GM SZ ee gc AGA"
)
_ATTRIBUTES = r'(?:aria-label|title|placeholder|alt|label|data-label|content)="([^"]*)"'


@pytest.fixture(autouse=True)
def _japanese(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PLYGROUND_RATE", "off")
    with translation.override("ja"):
        yield


@pytest.fixture
def visitor(client: Client) -> Client:
    """A visitor whose browser asks for Japanese."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja,en;q=0.5"
    return client


def page(visitor: Client, address: str) -> str:
    """The raw page."""
    return visitor.get(address).content.decode()


def english(text: str) -> set[str]:
    """The Latin words on a page that people see or hear."""
    body = re.sub(r"<script.*?</script>|<svg.*?</svg>", " ", text, flags=re.DOTALL)
    head, _, body = body.partition("<body")
    heard = [*re.findall(_ATTRIBUTES, body), *re.findall(r"<title>(.*?)</title>", head)]
    seen = re.sub(r"<[^>]*>", " ", "<body" + body)
    found = re.findall(r"[A-Za-z]{2,}", html.unescape(" ".join([seen, *heard])))
    return set(found) - set(_SAME.split())


@pytest.mark.parametrize("name", GAMES)
def test_game_pages_are_fully_translated(visitor: Client, name: str) -> None:
    played = begin(visitor, name)
    for address in (f"/new/{name}/", f"/rules/{name}/", f"/games/{played.pk}/"):
        text = page(visitor, address)
        assert '<html lang="ja">' in text
        assert english(text) == set(), address


def test_other_pages_are_fully_translated(visitor: Client) -> None:
    begin(visitor, "go")
    for address in ("/", "/games/", "/games/?show=open&imported=3", "/import/", "/nowhere/"):
        text = page(visitor, address)
        assert '<html lang="ja">' in text
        assert english(text) == set(), address


def test_untranslated_text_is_detected() -> None:
    text = '<title>Rules</title><body><p title="Close">盤 <b>Black</b></p><script>no</script>'
    assert english(text) == {"Rules", "Close", "Black"}


def test_page_data_is_compact_and_escaped() -> None:
    text = page_data.script({"a": "盤</script>", "b": [1, 2]}, "state")
    assert "盤" in text
    assert '"b":[1,2]' in text
    assert text.count("</script>") == 1


def test_every_lesson_is_translated() -> None:
    for name in GAMES:
        rows = rules_guide.of(game_choices.describe(name))
        assert len(rows) > 1
        for row in rows:
            labels = [frame["label"] for frame in row["frames"] if frame["label"]]
            for text in (row["title"], row["sentence"], *labels):
                assert not text.isascii(), (name, text)
        for text in guide_of(name).texts():
            assert not gettext(text).isascii(), (name, text)


def test_a_record_with_an_illegal_move_is_refused_in_japanese(visitor: Client) -> None:
    text = "(;GM[1]SZ[9];B[ee];W[ee])"
    page = html.unescape(visitor.post("/import/", {"text": text}).content.decode())
    assert "1行目、20文字目を読み取れません" in page
    assert "E5 にはすでに置かれています。" in page


@pytest.mark.parametrize(
    ("sentence", "japanese"),
    [
        ("You have no giraffe in hand.", "持ち駒にきりんがありません。"),
        ("The chick on b2 can't go to a1.", "b2 のひよこは a1 に動けません。"),
        ("The game is over.", "対局は終わっています。"),
        ("Nobody has translated this.", "Nobody has translated this."),
    ],
)
def test_filled_sentences_are_known_by_their_templates(sentence: str, japanese: str) -> None:
    assert sentences.rendered(sentence) == japanese


def test_position_in_a_file_is_translated() -> None:
    assert sentences.place_name("game 2 of 3, line 4, column 5") == "3局中の2局目、4行目、5文字目"
    with translation.override("en"):
        assert sentences.place_name("game 2 of 3, line 4") == "game 2 of 3, line 4"


def test_pass_is_translated(visitor: Client) -> None:
    played = begin(visitor, "go", opponent="person", size="9")
    action = {"version": played.version, "ply": 0, "action": "move", "move": "pass"}
    address = f"/api/games/{played.pk}/"
    answer = visitor.post(f"{address}actions/", action, content_type="application/json")
    assert answer.status_code == 200, answer.content
    url = visitor.post(f"{address}share/", {}, content_type="application/json").json()["url"]
    assert re.search(r'data-ply="1"[^>]*>パス<', page(visitor, url))
