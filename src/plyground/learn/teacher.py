"""The teacher: warns before a large mistake during a game.

It uses the search behind hints, and the grades of reviews. It never warns against a hint, because
the same question gets the same answer.
"""

from collections.abc import Callable
from typing import Any

from plyground.engine.game import Position
from plyground.engine.report import Report
from plyground.engine.view import Turn
from plyground.learn.grading import MISTAKE

Data = dict[str, Any]
Ask = Callable[[Position], Report]

_SHOWN = 4  # moves of the answer
_NEAR = 3  # plies of a win that a person should not miss
_SEEN = 9  # plies to an end that a person can count


def warning(position: Position, move: str, ask: Ask) -> Data | None:
    """The warning about a move, as plain data; None unless it is a large mistake.

    `before` is the winning chance with the `better` move, `chance` with the move played, and `loss`
    the difference; `answer` is the expected line after it. `wins` is the number of plies in which
    the better move is proven to win, `loses` the number in which the move played is proven to lose,
    if that is soon.

    >>> import plyground
    >>> from plyground.session.advice import advise
    >>> start = plyground.game("gomoku", size=9).start().play_all("e5 d4 e6 f4 e7 d6")
    >>> mistake = warning(start, "i9", advise)
    >>> mistake["move"], mistake["better"][0] in ("e4", "e8"), mistake["wins"], mistake["loses"]
    ('i9', True, 3, None)
    >>> warning(start, mistake["better"][0], advise) is None
    True
    """
    if len(position.moves()) == 1:
        return None
    best = ask(position)
    if best.move is None or best.move == move:
        return None
    after = position.play(move)
    answer = None if after.result() is not None else ask(after)
    chance = _outcome(after, position) if answer is None else 1 - answer.win_chance
    loss = best.win_chance - chance
    if loss >= MISTAKE and not best.exact:
        loss = min(loss, _chance_one_ply_deeper(position, best.move, ask) - chance)
    is_near = _misses(best) or _falls(best, answer)
    if chance == 1 or (loss < MISTAKE and not is_near):
        return None
    line = () if answer is None else answer.pv[:_SHOWN]
    return {
        "move": move,
        "better": list(best.pv[:_SHOWN]) or [best.move],
        "answer": list(line),
        "loss": loss,
        "before": chance + loss,
        "chance": chance,
        "wins": _soon(best.mate),
        "loses": _loses(answer),
        "parts": _parts(position, best.move),
        "reply": _parts(after, line[0]) if line else None,
    }


def sentence(found: Data, side: Turn) -> str:
    """A warning in words; `side` is the other side, which answers.

    >>> sentence({"move": "a9", "wins": None, "loses": 2, "answer": ["g5"]}, "white")
    'Careful: after a9, White can win in 1 move. White would answer g5.'
    """
    move, wins, loses = found["move"], found["wins"], found["loses"]
    if wins is not None and (wins == 1 or loses is None):
        text = f"you can win {_in_moves((wins + 1) // 2)}, but not with {move}"
    elif loses is not None:
        text = f"after {move}, {side.capitalize()} can win in {_moves(loses // 2)}"
    else:
        text = (
            f"{move} lowers your winning chance from {found['before']:.0%} to {found['chance']:.0%}"
        )
    answer = f" {side.capitalize()} would answer {found['answer'][0]}." if found["answer"] else ""
    return f"Careful: {text}.{answer}"


def _in_moves(count: int) -> str:
    return "at once" if count == 1 else f"in {_moves(count)}"


def _moves(count: int) -> str:
    return f"{count} move" if count == 1 else f"{count} moves"


def _misses(best: Report) -> bool:
    """Whether a near win was missed."""
    return best.mate is not None and 0 < best.mate <= _NEAR


def _falls(best: Report, answer: Report | None) -> bool:
    """Whether the move loses at once a position that could have been held."""
    lost = best.mate is not None and best.mate < 0
    return answer is not None and answer.mate == 1 and not lost


def _chance_one_ply_deeper(position: Position, move: str, ask: Ask) -> float:
    """The value of the better move, searched like the move played: one ply deeper.

    Otherwise a search that favours the side to move would find mistakes everywhere.
    """
    after = position.play(move)
    if after.result() is not None:
        return _outcome(after, position)
    return 1 - ask(after).win_chance


def _outcome(end: Position, before: Position) -> float:
    """The value of a finished game for the side that moved last."""
    result = end.result()
    if result is None or result.winner is None:
        return 0.5
    return 1.0 if result.winner == before.turn else 0.0


def _loses(answer: Report | None) -> int | None:
    mate = None if answer is None else _soon(answer.mate)
    return None if mate is None else mate + 1  # including the move itself


def _soon(mate: int | None) -> int | None:
    """The plies to a win that a person can foresee; longer wins are shown as chances."""
    return mate if mate is not None and 0 < mate <= _SEEN else None


def _parts(position: Position, text: str) -> Data:
    """The parts of a move on the board."""
    move = next(one for one in position.view()["moves"] if one["text"] == text)
    return {"move": text, "from": move["from"], "to": move["to"], "piece": move["piece"]}
