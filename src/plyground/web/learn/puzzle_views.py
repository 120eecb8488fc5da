"""The pages of puzzles: the daily ones, all of a game, and one to solve.

A puzzle becomes a lesson of one step here: `lesson_views.py` judges its moves, and `progress.py`
stores solved ones.
"""

import datetime
import functools
from pathlib import Path
from typing import TypedDict
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from plyground import puzzles as puzzle_index
from plyground.engine.options import show
from plyground.engine.view import View
from plyground.learn.lessons import Lesson, Step, Task, Words
from plyground.puzzles import Puzzle
from plyground.web.base.request_body import read_body
from plyground.web.contract.learn import LessonPage, Solution, StepHint, StepOutcome
from plyground.web.contract.page_requests import PuzzleRequest
from plyground.web.game_service import directory, stored_game
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import sentences
from plyground.web.learn import lesson_views, progress, puzzle_ratings, puzzle_targets
from plyground.web.learn.models import Progress
from plyground.web.learn.puzzle_targets import marked
from plyground.web.pages import page_data
from plyground.web.pages.first_drawing import first_drawing
from plyground.web.pages.pictures import packed
from plyground.web.play import api, errors, game_choices, new_game_form
from plyground.web.visitors.visitors import visitor_of, welcome

Known = dict[str, Progress]  # a visitor's solved puzzles, by the keys of `progress`

_REFUTES = "search:depth=24,seconds=0.5,table=16"  # answers wrong moves
_WATCHED = "deepening:depth=3,order=on"
_PLAYS = "level:5"  # the opponent to continue the game against
_MOST_DAYS = 366  # the largest streak that is counted
_WIDE = 9  # boards with this many lines or more have hints on larger areas


class PuzzleRow(TypedDict):
    """A puzzle as shown on all pages."""

    id: str
    game: str
    rating: int
    rated: str
    stars: str
    solved: bool
    task: str
    picture: str
    flipped: bool


class NumberedPuzzle(PuzzleRow):
    """The same in the list of a game's puzzles."""

    number: int


class PuzzleCard(PuzzleRow):
    """Today's puzzle of a game, and the number solved of all."""

    title: str
    count: int
    done: int


def today() -> datetime.date:
    """The day of the daily puzzle: it changes everywhere at midnight UTC."""
    return datetime.datetime.now(datetime.UTC).date()


def games() -> list[str]:
    """The games that have puzzles, in the order of the home page."""
    return [name for name in directory.names() if puzzle_index.puzzles(name)]


# Pages


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Today's puzzle of each game."""
    known, day = progress.of(visitor_of(request)), today()
    values = {
        "cards": [card for game in games() if (card := _daily(game, day, known))],
        "day": day,
        "streak": streak(known, day),
    }
    return render(request, "learn/puzzles.html", values)


def of_the_day(visitor: str) -> PuzzleCard | None:
    """Today's puzzle of one game, a different game each day, for the home page."""
    names, day = games(), today()
    if not names:
        return None
    return _daily(names[day.toordinal() % len(names)], day, progress.of(visitor))


def _daily(game: str, day: datetime.date, known: Known) -> PuzzleCard | None:
    """A card; None if a game written in Python fails, so that the others stay."""
    rows = puzzle_index.puzzles(game)
    try:
        shown, title = listed(puzzle_index.daily(game, day), known), game_choices.title(game)
    except ValueError:
        return None
    return {
        **shown,
        "title": title,
        "count": len(rows),
        "done": sum(is_solved(row, known) for row in rows),
    }


@require_safe
@errors.telling
def listing(request: HttpRequest, game: str) -> HttpResponse:
    """All puzzles of a game, by difficulty."""
    if game not in games():
        raise Http404
    known = progress.of(visitor_of(request))
    rows: list[NumberedPuzzle] = [
        {**listed(row, known), "number": number}
        for number, row in enumerate(puzzle_index.puzzles(game), 1)
    ]
    sections = [
        {"rating": rating, "rated": rated(rating), "stars": stars(rating), "rows": found}
        for rating in range(1, 6)
        if (found := [row for row in rows if row["rating"] == rating])
    ]
    values = {
        "game": game,
        "title": game_choices.title(game),
        "sections": sections,
        "count": len(rows),
        "done": sum(row["solved"] for row in rows),
        "ahead": next((row for row in rows if not row["solved"]), None),
        "daily": listed(puzzle_index.daily(game, today()), known),
    }
    return render(request, "learn/puzzle_list.html", values)


@require_safe
@errors.telling
def puzzle(request: HttpRequest, game: str, puzzle_id: str) -> HttpResponse:
    """A board with a puzzle to solve."""
    found = _find(game, puzzle_id)
    rows = puzzle_index.puzzles(game)
    known = progress.of(visitor_of(request))
    lesson = lesson_of(found)
    step = lesson_views.begun(lesson, 0)
    passes = any(move["kind"] == "pass" for move in step["view"]["moves"])
    page: LessonPage = {
        "lesson": reverse("puzzle", args=[game, found.id]),
        "reached": 0,
        "flipped": _seen(found)[1],
        "step": {
            **step,
            "view": marked(step["view"], found),
            "hints": hints(lesson, [], step["view"]),
            "passes": step["passes"] or (found.claim == "count" and passes),
        },
    }
    values = {
        "game": game,
        "shown": listed(found, known),
        "game_title": game_choices.title(game),
        "number": rows.index(found) + 1,
        "count": len(rows),
        "is_daily": found.id == puzzle_index.daily(game, today()).id,
        "after": _after(found, known),
        "page_data": page_data.script(page, "lesson"),
        "drawing": first_drawing(page["step"]["view"], turned=_seen(found)[1]),
        "play": {"opponent": _PLAYS, "colour": found.side, **_query(found)},
        "watch": _link("watch", {"game": game, **_query(found), "a": _WATCHED}),
    }
    return render(request, "learn/puzzle.html", values)


@require_POST
@api.answering
def answer(request: HttpRequest, game: str, puzzle_id: str) -> HttpResponse:
    """Judges the last of a person's moves, helps with the next, or shows the whole solution."""
    found = _find(game, puzzle_id)
    command = read_body(request, PuzzleRequest)
    if command.command == "solution":
        _give_up(request, found)
        return JsonResponse(_solution(found))
    lesson = lesson_of(found)
    if command.command == "hint":
        shown = lesson_views.helped(request, lesson.steps[0], command.moves)
        _give_up(request, found)
        return JsonResponse(shown)
    outcome = _judged(request, found, lesson, command)
    if outcome["outcome"] == "right":
        moves = [*command.moves[:-1], outcome["move"]]
        outcome["hints"] = hints(lesson, moves, outcome["views"][-1])
    outcome["views"] = [marked(view, found) for view in outcome["views"]]
    return JsonResponse(outcome)


def _judged(
    request: HttpRequest, found: Puzzle, lesson: Lesson, command: PuzzleRequest
) -> StepOutcome:
    """The result of the last move; the first attempt also changes the visitor's rating."""
    is_first = puzzle_ratings.is_first(visitor_of(request), key_of(found))
    outcome = lesson_views.judged(request, lesson, 0, command.moves)
    if is_first and outcome["outcome"] in ("wrong", "done"):
        solved = puzzle_ratings.HELPED if command.hints else puzzle_ratings.SOLVED
        score = puzzle_ratings.FAILED if outcome["outcome"] == "wrong" else solved
        change = puzzle_ratings.note(welcome(request), found, key_of(found), score)
        return {**outcome, "rating": puzzle_ratings.sentence(change)} if change else outcome
    return outcome


def _give_up(request: HttpRequest, found: Puzzle) -> None:
    """The first attempt ends with the move or the solution being shown."""
    if puzzle_ratings.is_first(visitor_of(request), key_of(found)):
        puzzle_ratings.note(welcome(request), found, key_of(found), puzzle_ratings.FAILED)


def _solution(found: Puzzle) -> Solution:
    """Every board of the line to the end of the game; these are not playable."""
    steps = tuple(stored_game.Step(move) for move in found.line)
    played = StoredGame(found.game, dict(found.options), found.position, moves=steps, at=len(steps))
    service = directory.of(found.game)
    views = [service.look(played, ply)["view"] for ply in range(len(steps) + 1)]
    shown: list[View] = [{**marked(view, found), "moves": []} for view in views]
    return {"moves": list(found.line), "views": shown}


# What they tell


def listed(one: Puzzle, known: Known) -> PuzzleRow:
    """A puzzle as shown on all pages."""
    picture, flipped = _seen(one)
    return {
        "id": one.id,
        "game": one.game,
        "rating": one.rating,
        "rated": rated(one.rating),
        "stars": stars(one.rating),
        "solved": is_solved(one, known),
        "task": task_words(one),
        "picture": picture,
        "flipped": flipped,
    }


@functools.lru_cache(maxsize=2048)
def _seen(one: Puzzle) -> tuple[str, bool]:
    """Its picture, and whether it is turned around: in games in which pieces have a direction."""
    start = StoredGame(one.game, dict(one.options), one.position)
    view = directory.of(one.game).look(start, 0)["view"]
    steps = any(move["from"] for move in view["moves"])
    return packed(marked(view, one)), steps and one.side == "white"


def key_of(one: Puzzle) -> str:
    """The key under which `progress` stores whether it is solved."""
    return f"{one.game}/{_name(one)}"


def _name(one: Puzzle) -> str:
    return f"puzzle-{one.id}"


def is_solved(one: Puzzle, known: Known) -> bool:
    """Whether this visitor has solved it."""
    row = known.get(key_of(one))
    return bool(row and row.done)


def streak(known: Known, day: datetime.date) -> int:
    """The number of consecutive days with a solved daily puzzle; today may still be missing.

    A puzzle that was solved before its day counts as solved.
    """
    if not any(row.done for row in known.values()):
        return 0
    days = 0
    while days < _MOST_DAYS and _was_solved(known, day - datetime.timedelta(days)):
        days += 1
    if days == 0 and _was_solved(known, day - datetime.timedelta(1)):
        return streak(known, day - datetime.timedelta(1))
    return days


def _was_solved(known: Known, day: datetime.date) -> bool:
    for game in games():
        row = known.get(key_of(puzzle_index.daily(game, day)))
        if row is not None and row.done and row.changed.date() <= day:
            return True
    return False


def rated(rating: int) -> str:
    """The difficulty of a puzzle in words."""
    return (_("easy"), _("fairly easy"), _("medium"), _("hard"), _("very hard"))[rating - 1]


def stars(rating: int) -> str:
    """The difficulty as stars.

    >>> stars(2)
    '★★☆☆☆'
    """
    return "★" * rating + "☆" * (5 - rating)


def task_words(one: Puzzle) -> str:
    """The task in words."""
    values = {
        "side": sentences.side_name(one.side),
        "count": (one.plies + 1) // 2,
        "asked": one.moves,
    }
    if one.claim == "capture":
        return puzzle_targets.task_words(one)
    if one.claim == "count":
        return (
            ngettext(
                "%(side)s to move: find the only move that wins the endgame.",
                "%(side)s to move: find the only moves that win the endgame, %(asked)s in all.",
                one.moves,
            )
            % values
        )
    if one.asked < one.plies:
        sentence = _("%(side)s to move and win in %(count)s moves; find the first %(asked)s.")
        return sentence % values
    sentence = ngettext(
        "%(side)s to move and win in %(count)s move.",
        "%(side)s to move and win in %(count)s moves.",
        (one.plies + 1) // 2,
    )
    return sentence % values


def _claimed(one: Puzzle) -> str:
    """The claim about all other moves."""
    if one.plies == 1:  # any winning move is right, as at the end of every line
        return ""
    if one.claim == "capture":
        return puzzle_targets.claimed()
    is_whole, is_quickest = one.asked == one.plies, one.claim == "quickest"
    if is_whole and is_quickest:
        return _("At each turn but the last, only one move wins fastest.")
    if is_whole:
        return _("At each turn but the last, every other move draws or loses.")
    if is_quickest:
        return _("At each turn, only one move wins fastest.")
    if one.moves == 1:
        return _("Every other move draws or loses.")
    return _("At each turn, every other move draws or loses.")


# As a lesson


def lesson_of(one: Puzzle) -> Lesson:
    """A lesson of one step, with its words in the visitor's language."""
    task = Task(
        one.game,
        one.options,
        one.position,
        accept=tuple((move,) for move in one.line[: one.asked : 2]),
        reply=tuple({"": move} for move in one.line[1 : one.asked : 2]),
        wins=True,
        refutes=_REFUTES,
        plies=one.plies,
        captures=one.target,
    )
    step = Step(
        _in_one(f"**{task_words(one)}**\n\n{_claimed(one)}"),
        task,
        right=_in_one(_("Right, captured!") if one.target else _("Right, that wins!")),
    )
    nothing = _in_one("")
    return Lesson(one.game, _name(one), nothing, nothing, one.options, {}, (step,), Path())


def _in_one(text: str) -> Words:
    """A text that is already in the visitor's language."""
    return Words({"en": text})


def hints(lesson: Lesson, moves: list[str], view: View) -> list[StepHint]:
    """Help with the next move, in stages: an area of the board, then a smaller one or the piece."""
    shown = directory.of(lesson.game).show_move(lesson.steps[0].task.plain(), moves)
    wide = max(len(view["columns"]), len(view["rows"])) > _WIDE
    if shown["kind"] == "pass" or shown["to"] is None:
        return [{"words": _("A move does not have to put anything on the board."), "at": []}]
    where, piece = shown["to"], sentences.piece_name(shown["piece"] or "")
    first, reach = _("Look at this part of the board."), 1
    if shown["from"]:
        values = {"piece": piece, "at": shown["from"]}
        second, at = _("The %(piece)s on %(at)s has to move.") % values, [shown["from"]]
    elif shown["kind"] == "drop":
        second, at = _("Drop a piece from your hand: the %(piece)s.") % {"piece": piece}, []
    else:
        second, at = _("Closer: it is one of these points."), _near(view, where, 1)
        reach = 2 + wide
    return [{"words": first, "at": _near(view, where, reach)}, {"words": second, "at": at}]


def _near(view: View, at: str, reach: int) -> list[str]:
    """The surrounding points."""
    columns, rows = view["columns"], view["rows"]
    places = {c + r: (x, y) for y, r in enumerate(rows) for x, c in enumerate(columns)}
    if at not in places:  # a game written in Python may name points off the board
        return []
    x, y = places[at]
    return [
        label
        for label, (column, row) in places.items()
        if abs(column - x) <= reach and abs(row - y) <= reach
    ]


# Links to continue


def _find(game: str, puzzle_id: str) -> Puzzle:
    found = puzzle_index.find(game, puzzle_id) if game in games() else None
    if found is None:
        raise Http404
    return found


def _after(one: Puzzle, known: Known) -> str:
    """The next unsolved puzzle from here on, wrapping around; otherwise the next one."""
    rows = puzzle_index.puzzles(one.game)
    place = rows.index(one)
    others = [*rows[place + 1 :], *rows[:place]]
    found = next((row for row in others if not is_solved(row, known)), None)
    return (found or (others or [one])[0]).id


def _query(one: Puzzle) -> dict[str, str]:
    """The position as a query for forms on other pages."""
    options = {new_game_form.name_of(name): show(value) for name, value in one.options.items()}
    return {**options, "position": one.position}


def _link(name: str, query: dict[str, str]) -> str:
    """A link to another page, if it exists, with the data to show."""
    try:
        return f"{reverse(name)}?{urlencode(query)}"
    except NoReverseMatch:
        return ""
