"""The sentences for refused moves and for results. They are translated only here."""

from collections.abc import Mapping

REFUSALS = {
    "unreadable": "This is not a valid move. Moves look like {example}.",
    "game_over": "The game is over.",
    "off_board": "{point} is not on this board.",
    "occupied": "There is already a piece on {point}.",
    "column_full": "Column {column} is full.",
    "no_flip": "A disc on {point} flips nothing. Every move must flip at least one disc.",
    "must_pass": "You have no legal move, so you must pass.",
    "must_not_pass": "You may not pass here.",
    "suicide": "A stone on {point} would have no liberties and capture nothing.",
    "ko": "{move} repeats an earlier board. The ko rule forbids that.",
    "not_your_turn": "It is not your turn.",
    "not_your_piece": "You have no piece on {point}.",
    "not_in_hand": "You have no {piece} in hand.",
    "cannot_reach": "{move} is not possible here.",
    "forbidden_overline": "{point} makes six or more in a row, which is forbidden for Black.",
    "forbidden_double_four": "{point} makes two fours at once, which is forbidden for Black.",
    "forbidden_double_three": (
        "{point} makes two open threes at once, which is forbidden for Black."
    ),
}

_ENDINGS = {
    "line": "{line} in a row",
    "full_board": "the board is full",
    "no_moves": "no legal move is left",
    "two_passes": "two passes",
    "move_limit": "the limit on moves is reached",
    "repetition": "the same position for the third time",
    "lion_captured": "lion captured",
    "try": "lion reached the far rank",
    "custom": "the game is over",
}

_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


class _Blank(dict[str, str]):
    """Keeps a placeholder readable if an argument is missing."""

    def __missing__(self, key: str) -> str:
        return f"that {key}"


def refusal_sentence(code: str, args: Mapping[str, str]) -> str:
    """Why a move was refused, in one sentence.

    >>> refusal_sentence("occupied", {"point": "D4"})
    'There is already a piece on D4.'
    """
    if code == "cannot_reach" and "piece" in args:
        return _unreachable(args)
    if "sentence" in args:  # a game written in Python may bring its own sentences
        return args["sentence"]
    return REFUSALS.get(code, "That move is not legal ({code}).").format_map(
        _Blank(args, code=code)
    )


def _unreachable(args: Mapping[str, str]) -> str:
    if args["move"].endswith("+"):
        return f"The {args['piece']} on {args['from']} does not promote with that move."
    return f"The {args['piece']} on {args['from']} can't go to {args['to']}."


def number(value: float) -> str:
    """A score without unnecessary zeros.

    >>> number(3.5), number(4.0)
    ('3.5', '4')
    """
    return f"{value:g}"


def result_reason(ending: str, winner: str | None, margin: float | None, line: int) -> str:
    """The reason for the result of a game, with its margin.

    >>> result_reason("line", "black", None, 5)
    'five in a row'
    >>> result_reason("two_passes", "white", 3.5, 0)
    'two passes: white by 3.5'
    """
    length = _NUMBERS[line] if line < len(_NUMBERS) else str(line)
    reason = _ENDINGS.get(ending, ending).format(line=length)
    if winner is None or margin is None:
        return reason
    return f"{reason}: {winner} by {number(margin)}"
