"""The sentences of a review in the visitor's language."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from plyground.engine.messages import number
from plyground.engine.report import WON
from plyground.engine.view import other
from plyground.learn.grading import Grade
from plyground.learn.review import Judged, percent
from plyground.web.contract.study import MoveWords
from plyground.web.games.sentences import makes, move_name, side_name

_ONE = {
    "best": gettext_noop("The best move."),
    "good": gettext_noop("A good move."),
    "inaccuracy": gettext_noop(
        "An inaccuracy: the winning chance falls from %(before)s to %(chance)s."
    ),
    "mistake": gettext_noop("A mistake: the winning chance falls from %(before)s to %(chance)s."),
    "blunder": gettext_noop("A blunder: the winning chance falls from %(before)s to %(chance)s."),
}
_MANY = {
    "best": gettext_noop("Best moves"),
    "good": gettext_noop("Good moves"),
    "inaccuracy": gettext_noop("Inaccuracies"),
    "mistake": gettext_noop("Mistakes"),
    "blunder": gettext_noop("Blunders"),
}
_NAMES = {
    "best": gettext_noop("best"),
    "good": gettext_noop("good"),
    "inaccuracy": gettext_noop("inaccuracy"),
    "mistake": gettext_noop("mistake"),
    "blunder": gettext_noop("blunder"),
}
MARKS: dict[Grade, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def grades(grade: Grade) -> str:
    """The number of moves with a grade."""
    return _(_MANY[grade])


def grade_name(move: Judged) -> str:
    """The grade of a move in a word."""
    return _("only move") if move.forced else _(_NAMES[move.grade])


def of_move(move: Judged) -> MoveWords:
    """A move in sentences: the move, its grade, the better move, and why."""
    return {
        "head": head(move),
        "verdict": _verdict(move),
        "stands": stands(move),
        "better": _better(move),
        "why": _why(move),
        "terms": [
            {"name": f"{_term(reason.name)} {reason.gain:+g}", "sentence": _(reason.sentence)}
            for reason in move.why
            if reason.sentence
        ],
    }


def head(move: Judged) -> str:
    """The number and the text of the move."""
    values = {"ply": move.ply, "side": side_name(move.side), "move": move_name(move.move)}
    return _("Move %(ply)s: %(side)s %(move)s") % values


def remark(move: Judged) -> str:
    """The whole remark, for a file."""
    words = of_move(move)
    mark = f" {MARKS[move.grade]}" if move.grade in MARKS else ""
    first = " ".join([f"{words['head']}{mark}.", words["verdict"], words["stands"]])
    second = " ".join(filter(None, [words["better"], words["why"]]))
    return "\n".join(filter(None, [first, second]))


def _verdict(move: Judged) -> str:
    if move.forced:
        return _("The only move.")
    if _keeps_the_end(move):
        points = {"score": number(round(move.score_before - move.score, 1))}
        return _("It does not change who wins, but gives away %(score)s.") % points
    values = {"before": percent(move.chance_before), "chance": percent(move.chance)}
    return _(_ONE[move.grade]) % values


def _keeps_the_end(move: Judged) -> bool:
    """Whether another move only changes the margin, not the result."""
    return move.best != move.move and move.chance_before == move.chance


def stands(move: Judged) -> str:
    """The standing after a move, from the leader's side."""
    chance, score = move.black_chance, move.black_score
    if move.exact and chance == 0.5:
        return _("With best play it is a draw.")
    values = {"side": side_name("black" if chance >= 0.5 else "white")}
    if move.exact and abs(score) < WON:
        values["score"] = number(abs(score))
        return _("With best play %(side)s wins by %(score)s.") % values
    if chance in (0, 1):
        return _("With best play %(side)s wins.") % values
    values["chance"] = percent(max(chance, 1 - chance))
    if abs(chance - 0.5) < 0.005:
        return _("The game is even.")
    return _("%(side)s stands better: %(chance)s.") % values


def _better(move: Judged) -> str:
    if move.best == move.move:
        return ""
    values = {"move": move_name(move.best), "chance": percent(move.chance_before)}
    if _keeps_the_end(move):
        better = _("%(move)s was better.") % values
    elif move.chance_before == 1:
        better = _("%(move)s was better: it wins.") % values
    else:
        better = _("%(move)s was better, with a winning chance of %(chance)s.") % values
    better = " ".join(filter(None, [better, makes(move.makes)]))
    if len(move.best_line) < 2:
        return better
    line = " ".join(map(move_name, move.best_line[1:]))
    expected = _("Then expect: %(line)s.") % {"line": line}
    return f"{better} {expected}"


def _why(move: Judged) -> str:
    parts = []
    if move.why:
        names = _(", ").join(_term(reason.name) for reason in move.why)
        parts.append(_("It is better for: %(names)s.") % {"names": names})
    if move.refutation and move.grade in MARKS and move.refutation[0] != "pass":
        values = {"side": side_name(other(move.side)), "move": move_name(move.refutation[0])}
        parts.append(_("%(side)s can answer %(move)s.") % values)
    return " ".join(parts)


def _term(name: str) -> str:
    return _(name.replace("_", " "))
