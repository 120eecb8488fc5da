"""Sentences about a game in the visitor's language, from the codes of the rules."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from plyground.engine.messages import number, refusal_sentence
from plyground.engine.view import ResultView, Turn
from plyground.learn.adaptive import is_adaptive
from plyground.session.session import PERSON
from plyground.session.threats import WORDS, by_turns, is_forced_win
from plyground.web.base.limits import whole_seconds
from plyground.web.contract.jobs import HintData, HintWords
from plyground.web.contract.service import Picture, ViewerPicture
from plyground.web.contract.values import Options, Term, Words
from plyground.web.game_service.sessions import maximum_seat, network_seat
from plyground.web.games import repository

_MOST_REASONS = 2  # refusals of moves
_AHEAD = 3  # moves of the expected line

_NO_PROMOTION = gettext_noop("The {piece} on {from} does not promote with that move.")
_UNREACHABLE = gettext_noop("The {piece} on {from} can't go to {to}.")


def side_name(side: Turn) -> str:
    """Black or White, at the beginning of a sentence."""
    return _("Black") if side == "black" else _("White")


def title(name: str) -> str:
    """The title of a game; one written in Python keeps its own name."""
    return _(name) if name else ""


def seat_name(spec: str, *, alone: bool) -> str:
    """The player of a seat: you, a person, or the computer and its strength."""
    if spec == PERSON:
        return _("You") if alone else _("Person")
    if (network := network_seat(spec)) is not None:
        values = {"name": network.network, "count": network.playouts}
        return _("Network %(name)s, %(count)s playouts") % values
    if (seconds := maximum_seat(spec)) is not None:
        return _("Maximum, %(seconds)s s a move") % {"seconds": number(seconds)}
    level = spec.partition(":")[2].partition(",")[0]
    if is_adaptive(spec):
        return _("Adaptive: level %(level)s") % {"level": level}
    return _("Computer, level %(level)s") % {"level": level}


def name_by_link(side: Turn, me: Turn | None, *, free: bool = False) -> str:
    """An unnamed player of a game by link; or a seat that is still free."""
    if me is None:
        return _("nobody yet") if free else _("a guest")
    if free:
        return _("Nobody yet")
    return _("You") if side == me else _("Your opponent")


def seat_taken() -> str:
    """An invitation that another player has accepted, or that is no longer valid."""
    return _("This seat is taken already. You can watch the game.")


def too_many() -> str:
    """The visitor has too many games."""
    sentence = _("You have %(count)s games, and no more can be kept; delete some under My games.")
    return sentence % {"count": repository.MOST_GAMES}


def no_engine_time(wait: float) -> str:
    """The visitor has used up the engine time."""
    sentence = _("You have used up your engine time; there is more in %(seconds)s seconds.")
    return sentence % {"seconds": whole_seconds(wait)}


def piece_name(kind: str) -> str:
    """The name of a kind of piece; a game written in Python may have kinds without translation."""
    names = {
        "stone": _("stone"),
        "disc": _("disc"),
        "lion": _("lion"),
        "giraffe": _("giraffe"),
        "elephant": _("elephant"),
        "chick": _("chick"),
        "hen": _("hen"),
    }
    return names.get(kind, kind)


def refusal(code: str, arguments: dict[str, str], sentence: str) -> str:
    """Why a command cannot be applied."""
    if "piece" in arguments:
        arguments = {**arguments, "piece": piece_name(arguments["piece"])}
        if code == "cannot_reach":
            return _unreachable(arguments)
    translated = _(_TEMPLATES[code]) if code in _TEMPLATES else ""
    if not translated or "sentence" in arguments:
        return _(sentence)
    try:
        return translated.format_map(arguments)
    except KeyError:
        return refusal_sentence(code, arguments)


def _unreachable(arguments: dict[str, str]) -> str:
    promotes = arguments["move"].endswith("+")
    return _(_NO_PROMOTION if promotes else _UNREACHABLE).format_map(arguments)


def situation(picture: ViewerPicture) -> str:
    """The current situation in a sentence for the players."""
    if picture["stage"] == "over":
        return result_sentence(picture)
    if picture["stage"] == "counting":
        if not picture["people"]:
            return _("Both passed. The players agree on the dead stones.")
        return _("Both passed. Mark the dead stones, then agree; or play on.")
    turn: Turn = picture["view"]["turn"]
    passed = ""
    if picture["passed"]:
        last: Turn = "white" if turn == "black" else "black"
        passed = _("%(side)s passed.") % {"side": side_name(last)} + " "
    if picture["to_move"] == "computer":
        return passed + _("%(side)s to move: the computer.") % {"side": side_name(turn)}
    if picture["to_move"] == "other":
        return passed + _awaited(turn, picture)
    if picture["must_pass"]:
        return passed + _("You have no legal move, so you must pass.")
    if len(picture["people"]) == 1:
        return passed + (_alone() if picture["waits"] else _("Your turn."))
    return passed + _("%(side)s to move.") % {"side": side_name(turn)}


def _alone() -> str:
    """The side to move has no opponent yet."""
    nobody = _("Nobody has taken the other seat yet.")
    meanwhile = _("You may play your first move meanwhile.")
    return f"{nobody} {meanwhile}"


def _awaited(turn: Turn, picture: ViewerPicture) -> str:
    """The other player is to move."""
    if picture["waits"]:
        return _("Nobody has taken the other seat yet.")
    if picture["people"]:
        return _("%(side)s to move: your opponent.") % {"side": side_name(turn)}
    return _("%(side)s to move.") % {"side": side_name(turn)}


def result_sentence(picture: Picture) -> str:
    """How the game ended, from the person's side if there is one person."""
    result = picture["result"]
    if result is None:
        return ""
    return ended(result, picture["people"], picture["game"]["options"])


def ended(result: ResultView, people: list[Turn], options: Options) -> str:
    """The same for a result, for these people; options as in all games of the kind."""
    values = {"reason": _reason(result, options)}
    winner = result["winner"]
    if winner is None:
        return _("A draw: %(reason)s.") % values
    mine = len(people) == 1 and winner == people[0]
    values["side"] = side_name(winner)
    if result["margin"] is None:
        if len(people) != 1:
            return _("%(side)s wins: %(reason)s.") % values
        return (_("You win: %(reason)s.") if mine else _("You lose: %(reason)s.")) % values
    values["margin"] = number(result["margin"])
    if len(people) != 1:
        return _("%(side)s wins by %(margin)s: %(reason)s.") % values
    sentence = _("You win by %(margin)s: %(reason)s.")
    return (sentence if mine else _("You lose by %(margin)s: %(reason)s.")) % values


def _reason(result: ResultView, options: Options) -> str:
    """The reason of the result, by its code; a game written in Python may bring its own text."""
    reasons = {
        "line": _("%(count)s in a row") % {"count": options.get("line", "")},
        "full_board": _("the board is full"),
        "no_moves": _("no legal move is left"),
        "two_passes": _("both passed"),
        "move_limit": _("the limit on moves is reached"),
        "repetition": _("the same position for the third time"),
        "lion_captured": _("the lion was taken"),
        "try": _("the lion reached the far rank"),
        "resign": _("by resignation"),
        "agreement": _("both sides agreed"),
        "time": _("the time is up"),
        "illegal_move": _("an illegal move"),
        "crashed": _("the program ended"),
        "no_answer": _("no answer"),
        "adjudicated": _("adjudication"),
        "unfinished": _("not finished"),
        "stated": _("as the file says"),
    }
    return str(reasons.get(result["code"]) or result["reason"])


# What a move makes: plyground.session.threats.
_MAKES = {
    "three": gettext_noop("It makes an open three."),
    "four": gettext_noop("It makes a four."),
    "open_four": gettext_noop("It makes an open four."),
    "two_threes": gettext_noop("It makes two open threes."),
    "four_three": gettext_noop("It makes a four and an open three."),
    "two_fours": gettext_noop("It makes two fours."),
}


def hint_words(hint: HintData) -> HintWords:
    """A hint in three steps: the area, the move, and why."""
    chance = f"{hint['chance']:.0%}"
    if hint["mate"] == 1:
        promise = _("It wins at once.")
    elif hint["mate"] is not None and hint["mate"] > 0:
        moves = (hint["mate"] + 1) // 2  # the person's own
        text = ngettext("It wins in %(count)s move.", "It wins in %(count)s moves.", moves)
        promise = text % {"count": moves}
    elif hint["mate"] is not None:
        promise = _("Every move loses; this one lasts longest.")
    elif hint["exact"] and hint["chance"] == 0.5:
        promise = _("It holds the draw.")
    else:
        promise = _("A winning chance of about %(chance)s.") % {"chance": chance}
    passing = hint["move"] == "pass"
    advice = _("Pass now. %(promise)s") if passing else _("Try %(move)s. %(promise)s")
    return {
        "area": _("Look here.") if hint["area"] else _("Think about passing."),
        "move": advice % {"move": hint["move"], "promise": promise},
        "why": _why(hint),
        "terms": _terms(hint),
    }


def _gains(hint: HintData) -> list[tuple[str, Term]]:
    """The largest gains of a move, each with its name."""
    return [(_(row["name"].replace("_", " ")), row) for row in hint["why"][:_MOST_REASONS]]


def _why(hint: HintData) -> str:
    """The reason in a short sentence or two."""
    names = [name for name, _row in _gains(hint)]
    made = makes(hint["threats"][0]) if hint["threats"] else ""
    if is_forced_win(hint["mate"], hint["threats"]):
        return f"{made} {_win_by_force(hint)}"
    if hint["mate"] is not None:
        why = _("The computer has searched this position to the end.")
    elif names:
        why = _("Good for: %(names)s.") % {"names": _(", ").join(names)}
    else:
        why = _("It pays off later.")
    expected = " ".join(map(move_name, hint["pv"][1 : 1 + _AHEAD]))
    line = _("Then expect: %(line)s.") % {"line": expected} if expected else ""
    return " ".join(filter(None, [made, why, line]))


def _win_by_force(hint: HintData) -> str:
    """The winning moves with what they make, each with the forced reply."""
    steps = []
    for move, threat, reply in by_turns(hint["pv"], hint["threats"]):
        step = _("%(move)s (%(threat)s)") if threat else "%(move)s"
        name = _(WORDS[threat]) if threat else ""
        values = {"move": move_name(move), "threat": name}
        steps.append(" ".join(filter(None, [step % values, reply and move_name(reply)])))
    return _("The win by force: %(line)s.") % {"line": _(", ").join(steps)}


def makes(threat: str) -> str:
    """What a move makes, in a sentence; empty if that has no name."""
    return _(_MAKES[threat]) if threat in _MAKES else ""


def _terms(hint: HintData) -> list[Words]:
    """Explanations of the terms in the reason."""
    return [
        {"name": f"{name} {row['gain']:+g}", "sentence": _(row["sentence"])}
        for name, row in _gains(hint)
    ]


def move_name(text: str) -> str:
    """The text of a move; a pass is a word."""
    return _("pass") if text == "pass" else text


def busy_reading(seconds: int) -> str:
    """Why no game can be read now."""
    sentence = _("Too many games are being imported just now; try again in %(seconds)s seconds.")
    return sentence % {"seconds": seconds}


def rendered(sentence: str) -> str:
    """A sentence of the rules in the visitor's language; a filled one is found by its template."""
    if _(sentence) != sentence:
        return _(sentence)
    for template in (*_TEMPLATES.values(), _NO_PROMOTION, _UNREACHABLE):
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(template))
        if "{" in template and (found := re.fullmatch(pattern, sentence)):
            holes = found.groupdict()
            return _(template).format_map({**holes, "piece": piece_name(holes.get("piece", ""))})
    return sentence


def place_name(place: str) -> str:
    """A place in a file in the visitor's language: game, line and column."""
    parts = {
        r"\bgame (?P<number>\d+) of (?P<count>\d+)": _("game %(number)s of %(count)s"),
        r"\bline (?P<number>\d+)": _("line %(number)s"),
        r"\bcolumn (?P<number>\d+)": _("column %(number)s"),
    }
    for pattern, text in parts.items():
        if found := re.search(pattern, place):
            place = place[: found.start()] + text % found.groupdict() + place[found.end() :]
    return place.replace(", ", _(", "))


def _templates() -> dict[str, str]:
    from plyground.engine.messages import REFUSALS

    return dict(REFUSALS)


_TEMPLATES = _templates()
