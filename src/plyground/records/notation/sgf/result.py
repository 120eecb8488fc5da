"""The result of a game in SGF: the property `RE`."""

import re

from plyground.engine.results import Result
from plyground.engine.view import Turn, other
from plyground.records.record import Record, outside_result

_FORFEITS = ("illegal_move", "misunderstood", "no_answer", "crashed")
_LETTERS = {"resign": "R", "time": "T", **dict.fromkeys(_FORFEITS, "F")}
_WON = re.compile(r"([bw])[a-z]*\s*\+\s*(.*)", re.IGNORECASE | re.DOTALL)


def write_result(result: Result) -> str:
    """A result in SGF's words.

    >>> write_result(outside_result("black", "resign"))
    'B+R'
    """
    if result.code == "unfinished":
        return "Void"
    if result.winner is None:
        return "Draw"
    side = result.winner[0].upper()
    if result.reason == _forfeits(result.winner):
        return f"{side}+F"
    if result.code in _LETTERS:
        return f"{side}+{_LETTERS[result.code]}"
    return f"{side}+{'' if result.margin is None else f'{result.margin:g}'}"


def _forfeits(winner: Turn) -> str:
    """SGF does not say the reason."""
    return f"{other(winner)} forfeits"


def read_result(text: str, record: Record) -> Result | None:
    """The result in a text, in the rules' version if they agree. None if it cannot be read."""
    stated = _stated(text.strip())
    if stated is None or stated.code == "unfinished":
        return stated
    by_rules = record.position.result()
    if by_rules is None or by_rules.winner != stated.winner:
        return stated
    drawn = stated.winner is None
    agrees = drawn or by_rules.margin is None or by_rules.margin == stated.margin
    return by_rules if agrees else stated


def _stated(text: str) -> Result | None:
    if text.lower() in ("0", "draw", "jigo", "tie"):
        return outside_result(None, "stated")
    if text.lower() == "void":
        return outside_result(None, "unfinished")
    match = _WON.fullmatch(text)
    if match is None:
        return None
    winner: Turn = "black" if match.group(1).lower() == "b" else "white"
    how = match.group(2).strip().lower()
    if how[:1] == "r":
        return outside_result(winner, "resign", f"{other(winner)} resigns")
    if how[:1] == "t":
        return outside_result(winner, "time", f"{other(winner)} is out of time")
    if how[:1] == "f":
        return outside_result(winner, "stated", _forfeits(winner))
    if how and not re.fullmatch(r"\d{1,4}(\.\d{0,4})?", how):
        return None
    margin = float(how) if how else None
    reason = f"{winner} by {margin:g}, as the file says" if how else "as the file says"
    return Result(winner, margin, "stated", reason)
