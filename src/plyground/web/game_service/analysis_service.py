"""The rules for the analysis board, as plain data.

A game with its variations is sent as a list of nodes, each `[parent, move, setup, comment]`: the
number of its parent, then the move that leads here or the position that is set up. The first node
is the root and has no parent; a parent's first child is the main line.
"""

import re
from collections.abc import Callable

from plyground.books import find as find_book
from plyground.engine import registry, tablebase
from plyground.engine.actions import squares_of
from plyground.engine.game import Game, Position
from plyground.engine.network import find_network
from plyground.engine.results import IllegalMove
from plyground.engine.view import Turn
from plyground.learn import editing
from plyground.learn.recording import TermValue
from plyground.records import notation
from plyground.records.record import Node, Record
from plyground.session.session import PERSON, SIDES, Session
from plyground.session.threats import Threat, threat_of
from plyground.web.contract.boards import NetworkAnswer
from plyground.web.contract.games import Values
from plyground.web.contract.service import BookLine, GameTree, Held, Looked, Palette, Piece
from plyground.web.contract.service import Node as TreeNode
from plyground.web.contract.values import Options
from plyground.web.game_service.analysis_data import result_data, seen, true_values
from plyground.web.game_service.commands import Refused
from plyground.web.game_service.stored_game import MOST_LETTERS, StoredGame, session_of

MOST_NODES = 2000  # nodes of a game with all its variations
MOST_GAMES = 20  # games in one text
MOST_COMMENT = 4000  # characters
_MOST_SHARES = 500  # moves of a network's policy
_DIGITS = 4  # of a network's numbers
# Sentences that the page translates.
SENTENCES = {
    "too_many_moves": "A game can have at most 2000 moves here, variations included.",
    "too_many_games": "At most 20 games can be read at once here.",
    "no_editing": "Positions of this game can only be reached by playing.",
}


def _refuse(code: str) -> Refused:
    return Refused(code, SENTENCES[code])


# A position


def look(stored: StoredGame) -> Looked:
    """The data of a position: board, aids, the terms of the evaluation, perfect play."""
    session = _session(stored)
    record, game = session.record, session.game
    position = record.current.position
    result = position.result()
    return {
        **seen(session, position),
        "options": dict(game.changed),
        "start": record.start,
        "moves": [node.move or "" for node in record.current.line()],
        "result": None if result is None else result_data(result),
        "terms": [] if result else _terms(position),
        "tablebase": None if result else _tablebase_values(game, position),
        "made": _made(record.current),
        "book": [] if result else _book_lines(game, position),
    }


def _session(stored: StoredGame) -> Session:
    """The session of a position; Refused says which of its moves is illegal."""
    record = Record(registry.game(stored.game, **stored.options), stored.start)
    try:
        return session_of(stored, record)
    except IllegalMove as no:
        at = no.refusal.args.get("point") or no.refusal.args.get("to")
        raise Refused(no.code, no.sentence, no.refusal.args, at) from None


def ask_network(stored: StoredGame, name: str) -> NetworkAnswer:
    """A network's answer about a position, from Black's point of view."""
    position = _session(stored).record.current.position
    found = find_network(name, stored.game).answer(position)
    is_black = position.turn == "black"
    sign = 1 if is_black else -1
    owners = None
    if found.ownership is not None:
        values = [round(sign * value, _DIGITS) for value in found.ownership]
        owners = dict(zip(squares_of(position.game), values, strict=True))
    return {
        "network": name,
        "outcomes": {
            "black": round(found.win if is_black else found.loss, _DIGITS),
            "draw": round(found.draw, _DIGITS),
            "white": round(found.loss if is_black else found.win, _DIGITS),
        },
        "moves": [
            {"move": move, "share": round(share, _DIGITS)}
            for move, share in found.moves[:_MOST_SHARES]
        ],
        "score": None if found.score is None else round(sign * found.score, 2),
        "ownership": owners,
    }


def _terms(position: Position) -> list[TermValue]:
    """Weighted terms of the evaluation first, then those without weight."""
    rows: list[TermValue] = [
        {"name": row.name, "sentence": row.sentence, "value": row.value, "weight": row.weight}
        for row in position.explain_score()
    ]
    return sorted(rows, key=lambda row: not row["weight"])


def _tablebase_values(game: Game, position: Position) -> Values | None:
    if game.name not in registry.native() or (table := tablebase.find(game.name)) is None:
        return None
    return true_values(table, position)


def _made(node: Node) -> Threat:
    """What the last move made, in a game of five in a row."""
    if node.parent is None or node.move is None or node.parent.position.result():
        return ""
    return threat_of(node.parent.position, node.move)


def _book_lines(game: Game, position: Position) -> list[BookLine]:
    """The moves of the opening book, one of each group of images."""
    book = find_book(game) if game.name in registry.native() else None
    if book is None:
        return []
    return [
        {
            "win_chance": row.chance,
            "exact": row.proven,
            "mate": row.mate,
            "pv": [row.move, *book.line(position.play(row.move))],
        }
        for row in book.moves(position, images=False)
    ]


# Editing


def palette(name: str, options: Options) -> Palette:
    """The pieces for the editor; empty if the game's positions cannot be composed."""
    known = editing.letters(registry.game(name, **options))
    if known is None:
        return {"kinds": [], "hands": []}
    kinds = known.kinds
    held = [one for one in kinds if one not in ("lion", "hen")]
    return {"kinds": kinds, "hands": held if known.hands else []}


def compose(name: str, options: Options, pieces: list[Piece], hands: list[Held], turn: Turn) -> str:
    """The text of a composed position."""
    game = registry.game(name, **options)
    if editing.letters(game) is None:
        raise _refuse("no_editing")
    board = {at: (owner, kind) for at, owner, kind in pieces}
    held: dict[tuple[str, str], int] = {(owner, kind): count for owner, kind, count in hands}
    return editing.write(game, board, held, turn)


# From texts


def read(name: str, options: Options, text: str) -> list[GameTree]:
    """The games in a pasted text, each with its variations."""
    records = _read(registry.game(name, **options), text.strip())
    if len(records) > MOST_GAMES:
        raise _refuse("too_many_games")
    return [_game_tree(record) for record in records]


def _read(game: Game, text: str) -> list[Record]:
    """A position, a game in any notation, or moves; the most likely format reports the error."""
    first_wrong: ValueError | None = None
    for attempt in _attempts(game, text):
        try:
            return attempt()
        except ValueError as wrong:
            first_wrong = first_wrong or wrong
    assert first_wrong is not None, "at least one has tried"
    raise first_wrong


def _attempts(game: Game, text: str) -> list[Callable[[], list[Record]]]:
    def position() -> list[Record]:
        return [_at_position(game, text)]

    def moves() -> list[Record]:
        record = Record(game)
        _play(record, text)
        return [record]

    def noted() -> list[Record]:
        _check_size(text)
        return notation.read(text, game=None)

    def noted_for_us() -> list[Record]:
        _check_size(text)
        return notation.read(text, game=game)

    words = text.split()
    bare = _bare(text)
    looks_set_up = "/" in words[0] and len(words) > 1 and words[1] in ("b", "w")
    if looks_set_up and "\n" not in text:
        return [position]
    if text[0] not in "({" and bare and _begins(game, bare[0]):
        return [moves, noted, noted_for_us]
    return [noted, noted_for_us, moves]


def _check_size(text: str) -> None:
    if notation.holds_more(text, MOST_GAMES):
        raise _refuse("too_many_games")
    if text.count(";") > 2 * MOST_NODES:
        raise _refuse("too_many_moves")


def _begins(game: Game, word: str) -> bool:
    """Whether the text begins with a move, right or wrong: a point of the board."""
    refusal = game.start().explain(word[:MOST_LETTERS])
    return refusal is None or refusal.code != "unreadable"


def _at_position(game: Game, text: str) -> Record:
    """The position; if it is for another board size than the page's, on that size."""
    try:
        return Record(game, text)
    except ValueError as wrong:
        rows = text.split(maxsplit=1)[0].count("/") + 1
        if game.values.get("size", rows) == rows:
            raise
        try:
            other = registry.game(game.name, **{**game.changed, "size": rows})
        except ValueError:
            raise wrong from None
        return Record(other, text)


def _bare(text: str) -> list[str]:
    """The moves of a line, without numbers and commas.

    >>> _bare("1. e5 e6 2.d4, d5")
    ['e5', 'e6', 'd4', 'd5']
    """
    return re.sub(r"(?<!\S)\d+\.+", " ", text.replace(",", " ")).split()


def _play(record: Record, text: str) -> None:
    moves = _bare(text)
    if len(moves) > MOST_NODES:
        raise _refuse("too_many_moves")
    record.play_all(record.current.position.play_all(moves).played)


def _game_tree(record: Record) -> GameTree:
    if len(record.nodes) > MOST_NODES:
        raise _refuse("too_many_moves")
    rows: list[TreeNode] = [(-1, None, None, record.root.comment[:MOST_COMMENT])]
    numbers: dict[Node, int] = {record.root: 0}
    waiting = record.root.children[::-1]
    while waiting:
        node = waiting.pop()
        assert node.parent is not None, "the root comes from nowhere"
        waiting += node.children[::-1]
        above = numbers[node.parent]
        comment = node.comment[:MOST_COMMENT]
        if node.move is None and not node.setup:  # remarks only: they belong to the previous node
            numbers[node] = above
            parent, move, setup, remarks = rows[above]
            rows[above] = parent, move, setup, "\n".join(filter(None, [remarks, comment]))
            continue
        numbers[node] = len(rows)
        rows.append((above, node.move, node.setup, comment))
    return {
        "game": record.game.name,
        "options": dict(record.game.changed),
        "start": record.start,
        "players": {
            "black": _name(record.players["black"]),
            "white": _name(record.players["white"]),
        },
        "nodes": rows,
    }


def _name(player: str) -> str:
    return "" if player == PERSON else player[:60]


# To texts


def write(tree: GameTree, format_name: str) -> str:
    """A game with its variations in a notation; without support for variations, the main line."""
    game = registry.game(tree["game"], **tree["options"])
    known = [row.name for row in notation.formats().values() if row.holds(game)]
    if format_name not in known:
        raise Refused("no_such_format", f"{game.title} is written as {', '.join(known)}.")
    players = {side: tree["players"][side] for side in SIDES}
    record = Record(game, tree["start"], players=players)
    nodes = [record.root]
    record.root.comment = tree["nodes"][0][3]
    for parent, move, setup, comment in tree["nodes"][1:]:
        above = nodes[parent]
        remarks = {"comment": comment} if comment else {}
        if move is None:
            nodes.append(record.set_up(above, setup or "", **remarks))
        else:
            nodes.append(record.add(above, move, **remarks))
    return notation.write([record], format_name)
