"""The teacher in a game: whether there is one, and the words of its warnings."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from plyground.engine.view import Turn, other
from plyground.web.contract.jobs import TeacherWarning
from plyground.web.contract.service import Mistake
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import sentences
from plyground.web.games.models import Game

_AHEAD = 3  # moves of the expected line after the better move


def may(stored: StoredGame, *, strict: bool, clock: object, seat: str) -> bool:
    """Whether a teacher is possible: one person against the computer, without a clock."""
    return len(stored.people) == 1 and not strict and clock is None and not seat


def may_in(row: Game, stored: StoredGame) -> bool:
    """The same for an existing game."""
    return may(stored, strict=row.strict, clock=row.clock, seat=row.seat)


def why_not() -> str:
    """Why there is none."""
    return _(
        "The teacher is available only against the computer, without a clock, and not in strict"
        " games."
    )


def looks_at(row: Game, stored: StoredGame, turn: Turn) -> bool:
    """Whether a person made the last move, which the teacher checks before the reply."""
    watches = row.teacher and may_in(row, stored) and stored.at > 0
    return watches and stored.people == [other(turn)]


def warning_data(warning: Mistake, turn: Turn) -> TeacherWarning:
    """A warning in words for the page; `turn` is the computer's side."""
    return {
        "loss": round(warning["loss"], 3),
        "before": round(warning["before"], 3),
        "chance": round(warning["chance"], 3),
        "move": warning["move"],
        "answer": warning["reply"],
        "better": warning["parts"],
        "words": {
            "text": _mistake(warning, turn),
            "answer": _answer(warning, turn),
            "better": _better(warning),
        },
    }


def _mistake(warning: Mistake, turn: Turn) -> str:
    values = {
        "move": sentences.move_name(warning["move"]),
        "side": sentences.side_name(turn),
        "before": f"{warning['before']:.0%}",
        "chance": f"{warning['chance']:.0%}",
    }
    if warning["wins"] == 1:
        return _("Careful: you can win at once, but not with %(move)s.") % values
    if warning["loses"] is not None:
        count = warning["loses"] // 2
        sentence = ngettext(
            "Careful: after %(move)s %(side)s can win in %(count)s move.",
            "Careful: after %(move)s %(side)s can win in %(count)s moves.",
            count,
        )
        return sentence % {**values, "count": count}
    if warning["wins"] is not None:
        count = (warning["wins"] + 1) // 2
        sentence = ngettext(
            "Careful: you can win in %(count)s move, but not with %(move)s.",
            "Careful: you can win in %(count)s moves, but not with %(move)s.",
            count,
        )
        return sentence % {**values, "count": count}
    sentence = _("Careful: %(move)s lowers your winning chance from %(before)s to %(chance)s.")
    return sentence % values


def _answer(warning: Mistake, turn: Turn) -> str:
    """The other side's answer, and the question."""
    question = _("Take it back?")
    if not warning["answer"]:
        return question
    values = {"side": sentences.side_name(turn), "move": sentences.move_name(warning["answer"][0])}
    if warning["answer"][0] == "pass":
        return question
    return " ".join([_("%(side)s would answer %(move)s.") % values, question])


def _better(warning: Mistake) -> str:
    line = [sentences.move_name(move) for move in warning["better"]]
    sentence = _("%(move)s is better.") % {"move": line[0]}
    if len(line) == 1:
        return sentence
    expected = _("Then expect: %(line)s.") % {"line": " ".join(line[1 : 1 + _AHEAD])}
    return f"{sentence} {expected}"
