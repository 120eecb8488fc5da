"""The words of KIF-like text: headers, pieces, endings."""

from plyground.engine.results import Result
from plyground.engine.view import Turn, other
from plyground.records.record import Record, outside_result

VARIATION = "変化"
TITLE = "手合割"
GAME = "どうぶつしょうぎ"

# Headers, in writing order, with their keys in a record.
WRITTEN_HEADS = {
    "開始日時": "date",
    "棋戦": "event",
    "場所": "place",
    "先手": "black",
    "後手": "white",
    "局面": "position",
}
WRITTEN_INFO = ("date", "event", "place")
HEADS = WRITTEN_HEADS | {
    "black": "black",
    "sente": "black",
    "white": "white",
    "gote": "white",
    "date": "date",
    "event": "event",
    "place": "place",
    "position": "position",
}

# The first name of a kind is the one written.
PIECES = {
    "ひ": "chick",
    "ぞ": "elephant",
    "き": "giraffe",
    "ラ": "lion",
    "に": "hen",
    "ひよこ": "chick",
    "ぞう": "elephant",
    "きりん": "giraffe",
    "キリン": "giraffe",
    "ライオン": "lion",
    "ら": "lion",
    "にわとり": "hen",
    "ヒヨコ": "chick",
    "ゾウ": "elephant",
    "ニワトリ": "hen",
    "ヒ": "chick",
    "ゾ": "elephant",
    "キ": "giraffe",
    "ニ": "hen",
    "C": "chick",
    "E": "elephant",
    "G": "giraffe",
    "L": "lion",
    "H": "hen",
    "+C": "hen",
}

# Endings: the word in place of a move, and the code of the result.
_WORDS = {
    "投了": "resign",
    "切れ負け": "time",
    "時間切れ": "time",
    "反則負け": "illegal_move",
    "引き分け": "agreement",
    "持将棋": "agreement",
    "中断": "unfinished",
    "千日手": "repetition",
    "詰み": "no_moves",
    "トライ": "try",
    "キャッチ": "lion_captured",
    "resigns": "resign",
    "resign": "resign",
}
ENDINGS = frozenset(_WORDS)

_SIDES: dict[Turn, str] = {"black": "先手", "white": "後手"}


def write_ending(result: Result) -> str:
    """The word for an ending; other failures of a program count as a broken rule."""
    for word, code in _WORDS.items():
        if code == result.code:
            return word
    failed = result.winner and result.code in ("misunderstood", "no_answer", "crashed")
    return "反則負け" if failed else "中断"


def read_ending(word: str, record: Record) -> Result | None:
    """The result for a word at the end of the game."""
    code = _WORDS[word]
    by_rules = record.end.position.result()
    if by_rules is not None:
        return by_rules
    turn = record.end.position.turn
    if code in ("repetition", "agreement"):
        return outside_result(None, "agreement" if code == "agreement" else "stated", "")
    if code == "unfinished":
        return outside_result(None, code)
    if code in ("no_moves", "try", "lion_captured"):
        return outside_result(other(turn), "stated", word)
    return outside_result(other(turn), code, _reason(code, turn))


def _reason(code: str, loser: Turn) -> str:
    return {"resign": f"{loser} resigns", "time": f"{loser} is out of time"}.get(code, "")


def write_summary(result: Result, moves: int) -> str:
    """The last line of a game."""
    if result.code == "unfinished":
        return f"まで{moves}手で中断"
    if result.winner is None:
        return f"まで{moves}手で引き分け"
    return f"まで{moves}手で{_SIDES[result.winner]}の勝ち"


def read_summary(line: str, record: Record) -> Result | None:
    """The result of a last line, unless an earlier line gave it."""
    by_rules = record.end.position.result()
    if by_rules is not None:
        return by_rules
    for side, name in _SIDES.items():
        if f"{name}の勝ち" in line or f"{name}勝" in line:
            return outside_result(side, "stated")
    if "引き分け" in line or "千日手" in line:
        return outside_result(None, "stated")
    return outside_result(None, "unfinished") if "中断" in line else None
