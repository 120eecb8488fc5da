"""The analysis board, without a browser: links, positions, editing, texts in and out."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import plyground
from plyground.books.book_file import BookMove, Contents, write_book
from plyground.books.finding import path_of
from plyground.records import notation
from plyground.web.contract.service import Held, Piece
from plyground.web.contract.study import SavedFile, StudyGames, StudyPage, StudyPosition
from plyground.web.game_service import analysis_service
from tests.web.contract_fit import assert_fits

Data = dict[str, Any]

SGF = "(;SZ[9]C[start];B[ee]C[first](;W[ef];B[aa])(;W[dd]C[other](;B[cc])(;B[gg])))"
KIF = "   1 ２二ひ(23)\n*hello\n   2 ２二ぞ(11)\n\n変化\N{FULLWIDTH COLON}2手\n   2 ３二き(31)\n"
GGF = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {0}O*------*O{0} *]B[d3]W[c3];)".format("-" * 27)


def page_data_of(page: bytes) -> Data:
    """The data for the page's code."""
    text = page.decode().partition('<script id="page-data" type="application/json">')[2]
    data: Data = json.loads(text.partition("</script>")[0])
    return data


def post(client: Client, path: str, command: object, status: int = 200) -> Data:
    """An answer to a request of the page."""
    answer = client.post(f"/analysis/{path}/", command, content_type="application/json")
    assert answer.status_code == status, answer.content[:300]
    data: Data = answer.json()
    return data


def refused(client: Client, path: str, command: object, status: int = 422) -> str:
    """The error sentence."""
    return str(post(client, path, command, status)["error"]["sentence"])


# Links


def test_page_without_a_game_offers_a_choice(client: Client) -> None:
    text = client.get("/analysis/").content.decode()
    for game in ("go", "gomoku", "othello", "robogo", "dobutsu", "connect_four"):
        assert f'href="?game={game}"' in text
    assert 'id="page-data"' not in text


def test_link_holds_game_position_and_moves(client: Client) -> None:
    query = {"game": "gomoku", "size": "9", "position": "9/9/9/9/4x4/9/9/9/9 w", "moves": "e6,d4"}
    known = page_data_of(client.get("/analysis/", query).content)
    assert_fits(StudyPage, known)
    assert known["query"] == {"game": "gomoku", "size": "9"}
    assert known["options"] == {"size": 9}
    assert known["start"] == query["position"]
    assert known["moves"] == ["e6", "d4"]
    assert len(known["board"]["view"]["pieces"]) == 3
    assert known["board"]["situation"] == "White to move."


def test_a_game_that_is_over_can_be_looked_at(client: Client) -> None:
    query = {"game": "gomoku", "size": "3", "line": "3", "moves": "b2 a1 b1 a2 b3"}
    board = page_data_of(client.get("/analysis/", query).content)["board"]
    assert board["over"]
    assert board["situation"] == "Black wins: 3 in a row."
    assert board["terms"] == []


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"game": "chess"}, "There is no such game."),
        ({"game": "go", "size": "99"}, "from 2 to 25"),
        ({"game": "go", "moves": "E5 E5"}, "already a piece on E5"),
        ({"game": "go", "moves": "E5 nonsense"}, "nonsense"),
        ({"game": "gomoku", "moves": "a1 " * 500}, "At most 400 moves"),
        ({"game": "othello", "position": "nonsense"}, "can&#x27;t be used"),
        ({"game": "dobutsu", "position": "ggg/3/3/LLL[-] b"}, "can&#x27;t be used"),
        ({"game": "othello", "position": "x" * 5000}, "can&#x27;t be used"),
    ],
)
def test_mistakes_in_a_link_are_reported(
    client: Client, query: dict[str, str], sentence: str
) -> None:
    answer = client.get("/analysis/", query)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert sentence in text
    assert 'id="page-data"' not in text


# The visitor's own games


def begun(client: Client, **terms: str) -> str:
    """The id of a new game of Othello."""
    answer = client.post("/play/othello/", {"size": "6", "opponent": "person", **terms})
    return str(answer.headers["Location"].split("/")[2])


def test_own_game_can_be_analysed(client: Client) -> None:
    name = begun(client)
    command = {"version": 1, "action": "move", "move": "b3"}
    client.post(f"/api/games/{name}/actions/", command, content_type="application/json")
    assert f"/analysis/game/{name}/" in client.get(f"/games/{name}/").content.decode()
    known = page_data_of(client.get(f"/analysis/game/{name}/").content)
    assert (known["query"], known["moves"]) == ({"game": "othello", "size": "6"}, ["b3"])
    client.cookies.clear()  # another visitor
    assert client.get(f"/analysis/game/{name}/").status_code == 404


@pytest.mark.parametrize("terms", [{"strict": "yes"}, {"opponent": "link", "colour": "black"}])
def test_strict_games_and_games_by_link_can_not_be_analysed_before_the_end(
    client: Client, terms: Data
) -> None:
    name = begun(client, **terms)
    answer = client.get(f"/analysis/game/{name}/")
    assert answer.status_code == 403
    assert "when it is over" in answer.content.decode()
    if "strict" in terms:  # the other game has no opponent yet who could win by resignation
        command = {"version": 1, "action": "resign"}
        client.post(f"/api/games/{name}/actions/", command, content_type="application/json")
        assert client.get(f"/analysis/game/{name}/").status_code == 200


# Positions


def test_a_position_is_reported_with_its_terms(client: Client) -> None:
    board = post(client, "at", {"game": "othello", "options": {"size": 6}, "moves": ["b3"]})
    position = plyground.game("othello", size=6).start().play("b3")
    assert_fits(StudyPosition, board)
    assert board["position"] == position.to_text()
    assert board["moves"] == ["b3"]
    assert board["tablebase"] is None
    terms = {term["sentence"]: term["value"] for term in board["terms"]}
    assert terms == {term.sentence: pytest.approx(term.value) for term in position.explain_score()}
    weights = [bool(term["weight"]) for term in board["terms"]]
    assert weights == sorted(weights, reverse=True)  # terms with weight come first


def test_a_forced_pass_is_announced(client: Client) -> None:
    command = {"game": "othello", "options": {"size": 4}, "position": "xxxx/xxxx/xxxx/oox1 b"}
    position = plyground.game("othello", size=4).position(command["position"])  # type: ignore[arg-type]
    assert position.moves() == ["pass"]
    assert post(client, "at", command)["situation"] == "Black can only pass."


@pytest.mark.parametrize(
    ("command", "status", "sentence"),
    [
        ({}, 400, "game is missing"),
        ({"game": "chess"}, 422, "There is no such game."),
        ({"game": "go", "sides": 2}, 400, "There is no field sides"),
        ({"game": "go", "moves": "E5"}, 400, "moves must be a list"),
        ({"game": "go", "options": {"size": 99}}, 422, "size"),
        ({"game": "go", "options": {"speed": 1}}, 422, "speed"),
        ({"game": "go", "position": "9 b"}, 422, "rows joined by"),
        ({"game": "go", "moves": ["E5", "E5"]}, 422, "There is already a piece on E5."),
    ],
)
def test_an_invalid_position_is_reported(
    client: Client, command: Data, status: int, sentence: str
) -> None:
    assert sentence in refused(client, "at", command, status)


def test_a_body_that_is_no_json_is_reported(client: Client) -> None:
    for path in ("at", "compose", "read", "save"):
        answer = client.post(f"/analysis/{path}/", "[1", content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "malformed"


# Editing


def test_position_is_composed(client: Client) -> None:
    command = {
        "game": "dobutsu",
        "pieces": [["b1", "black", "lion"], ["b4", "white", "lion"], ["a2", "white", "hen"]],
        "hands": [["black", "chick", 1], ["white", "giraffe", 2]],
        "turn": "white",
    }
    board = post(client, "compose", command)
    text = plyground.game("dobutsu").position("1l1/3/+c2/1L1[Cgg] w").to_text()
    assert board["start"] == board["position"] == text
    assert board["view"]["turn"] == "white"


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"pieces": [["z9", "black", "stone"]]}, 422, "no point"),
        ({"pieces": [["A1", "black", "lion"]]}, 422, "no black lion"),
        ({"pieces": [["A1", "black"]]}, 400, "pieces does not have the form"),
        ({"pieces": "A1"}, 400, "pieces does not have the form"),
        ({"hands": [["black", "stone", 1]]}, 422, "A hand can't hold"),
        ({"hands": [["black", "stone", True]]}, 400, "hands does not have"),
        ({"turn": "green"}, 400, "black or white"),
        ({"options": [1]}, 400, "options does not have"),
        ({"game": "chess"}, 422, "no such game"),
        (
            {
                "pieces": [
                    ["A1", "black", "stone"],
                    ["A2", "white", "stone"],
                    ["B1", "white", "stone"],
                ]
            },
            422,
            "no liberty",
        ),
    ],
)
def test_an_impossible_board_is_refused(
    client: Client, change: Data, status: int, sentence: str
) -> None:
    command = {"game": "go", "options": {"size": 5}, "pieces": [], "hands": [], "turn": "black"}
    assert sentence in refused(client, "compose", command | change, status)


@pytest.mark.parametrize("game", ["go", "gomoku", "othello", "robogo", "dobutsu", "connect_four"])
def test_every_game_can_be_edited(game: str) -> None:
    palette = analysis_service.palette(game, {})
    assert palette["kinds"]
    position = plyground.game(game).start()
    for _ in range(3):
        position = position.play(position.moves()[0])
    view = position.view()
    pieces: list[Piece] = [(one["at"], one["owner"], one["kind"]) for one in view["pieces"]]
    hands: list[Held] = [(one["owner"], one["kind"], one["count"]) for one in view["hands"]]
    text = analysis_service.compose(game, {}, pieces, hands, position.turn)
    assert text == position.to_text()


# Texts in and out


def test_variations_are_kept(client: Client) -> None:
    found = post(client, "read", {"game": "gomoku", "text": SGF})
    assert_fits(StudyGames, found)
    game = found["games"][0]
    assert (game["game"], game["query"]["size"]) == ("go", "9")
    assert game["nodes"] == [
        [-1, None, None, "start"],
        [0, "E5", None, "first"],
        [1, "E4", None, ""],
        [2, "A9", None, ""],
        [1, "D6", None, "other"],
        [4, "C7", None, ""],
        [4, "G3", None, ""],
    ]
    kept = ("game", "options", "start", "players", "nodes")
    command = {name: game[name] for name in kept} | {"format": "sgf"}
    saved = post(client, "save", command)
    assert_fits(SavedFile, saved)
    assert saved["name"] == "plyground-go.sgf"
    again = notation.read(saved["text"])[0]
    first = notation.read(SGF)[0]
    assert [(node.move, node.comment) for node in again.nodes] == [
        (node.move, node.comment) for node in first.nodes
    ]


def test_a_notation_without_variations_gets_the_main_line(client: Client) -> None:
    nodes = [[-1, None, None, ""], [0, "d3", None, ""], [0, "c4", None, ""]]
    command = {"game": "othello", "nodes": nodes, "format": "othello"}
    assert post(client, "save", command)["text"].strip() == "d3"


@pytest.mark.parametrize(
    ("game", "text", "start", "moves"),
    [
        ("othello", "f5d6c3", None, ["f5", "d6", "c3"]),
        ("go", "E5, D4 pass", None, ["E5", "D4", "pass"]),
        ("gomoku", "1. e5 e6 2.d4 d5", None, ["e5", "e6", "d4", "d5"]),
        ("gomoku", "1. e5 e6\n2. d4", None, ["e5", "e6", "d4"]),
        ("go", "5/5/2x2/5/5 w", "5/5/2x2/5/5 w", []),
        ("dobutsu", KIF, None, ["b2b3", "c4b3"]),
        ("robogo", "gomoku size=9 | e5 e6", None, ["e5", "e6"]),
        (
            "othello",
            GGF,
            None,
            ["d3", "c3"],
        ),
    ],
)
def test_texts_of_every_kind_are_read(
    client: Client, game: str, text: str, start: str | None, moves: list[str]
) -> None:
    found = post(client, "read", {"game": game, "text": text})["games"][0]
    line, at = [], 0
    for number, (parent, move, _setup, _comment) in enumerate(found["nodes"]):
        if number and parent == at:
            line.append(move)
            at = number
    assert (found["start"], line) == (start, moves)


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        ("go", "  ", "Paste a game"),
        ("go", 7, "Paste a game"),
        ("go", "blah blah", "none of the notations"),
        ("go", "E5 E5", "There is already a piece on E5."),
        ("go", "(;SZ[9];B[ee];W[ee])", "line 1, column 15: There is already a piece on E5."),
        ("othello", "8/8 b", "8 rows"),
        ("go", "E5 " * 2500, "at most 2000 moves"),
        ("go", "(;B[ee])" * 30, "At most 20 games"),
        ("go", "x" * 600_000, "half a megabyte"),
        ("chess", "e4", "no such game"),
    ],
)
def test_unreadable_games_are_reported(
    client: Client, game: str, text: object, sentence: str
) -> None:
    assert sentence in refused(client, "read", {"game": game, "text": text})


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"format": "kif"}, 422, "is written as"),
        ({"format": 1}, 400, "format does not have"),
        ({"nodes": []}, 400, "nodes does not have"),
        ({"nodes": [[-1, None, None, ""], [1, "d3", None, ""]]}, 400, "nodes does not have"),
        ({"nodes": [[-1, None, None, ""], [0, None, None, ""]]}, 400, "nodes does not have"),
        ({"nodes": [[-1, None, None, ""], [0, "d3", None, 4]]}, 400, "nodes does not have"),
        ({"nodes": [[-1, None, None, ""], [0, "a1", None, ""]]}, 422, "a1"),
        ({"nodes": [[-1, None, None, ""]] * 2500}, 422, "at most 2000 moves"),
        ({"start": "nonsense"}, 422, "A position text"),
        ({"nodes": [[-1, None, None]]}, 400, "nodes does not have"),
        ({"nodes": [[-1, None, None, ""], [False, "d3", None, ""]]}, 400, "nodes does not have"),
        ({"nodes": [[-1, None, None, ""], [0, "d3", 7, ""]]}, 400, "nodes does not have"),
        ({"nodes": [[-1, None, None, ""], [0, "", None, ""]]}, 400, "nodes does not have"),
        ({"players": ["me", "you"]}, 400, "players does not have"),
        ({"players": {"black": 7}}, 400, "players does not have"),
        ({"options": []}, 400, "options does not have"),
    ],
)
def test_an_invalid_game_can_not_be_saved(
    client: Client, change: Data, status: int, sentence: str
) -> None:
    command = {"game": "othello", "format": "sgf", "nodes": [[-1, None, None, ""]]}
    assert sentence in refused(client, "save", command | change, status)


def test_analysis_board_is_translated(client: Client) -> None:
    answer = client.get("/analysis/?game=go&size=9", HTTP_ACCEPT_LANGUAGE="ja")
    assert 'lang="ja"' in answer.content.decode()
    assert page_data_of(answer.content)["board"]["situation"] != "Black to move."


def test_the_opening_book_is_an_explorer(client: Client, tmp_path: Path) -> None:
    """One move of each group of images, with the best moves after it; after the end, none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_HOME", str(tmp_path))
        rows = {"": (BookMove("b1", 0.4),), "b1": (BookMove("a1", 0.7), BookMove("c1", 0.2))}
        searched = {tuple(moves.split()): found for moves, found in rows.items()}
        game = plyground.game("othello", size=4)
        write_book(path_of(game), Contents(game, "search:nodes=9", 2, searched))
        query = {"game": "othello", "options": {"size": 4}, "position": "", "moves": []}
        (first,) = post(client, "at", query)["book"]
        assert first["win_chance"] == pytest.approx(0.3)
        assert (len(first["pv"]), first["exact"], first["mate"]) == (2, False, None)
        after = post(client, "at", {**query, "moves": [first["pv"][0]]})
        assert_fits(StudyPosition, after)
        assert [row["win_chance"] for row in after["book"]] == [0.7, 0.2]
        assert after["book"][0]["pv"] == first["pv"][1:]
        assert post(client, "at", {**query, "moves": ["b1", "c1"]})["book"] == []


def test_the_last_move_is_named_by_the_threat_it_makes(client: Client) -> None:
    moves = ["h8", "a1", "i8", "a2", "h9", "c15", "h10", "h11", "j8"]
    query = {"game": "gomoku", "options": {}, "position": "", "moves": moves}
    assert post(client, "at", query)["situation"] == "Black has made an open three. White to move."
    query["moves"] = moves[:-1]
    assert post(client, "at", query)["situation"] == "Black to move."
