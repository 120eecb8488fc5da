"""Every operation of the API: its address, its input, and its answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _

from plyground.web.contract import boards, games, jobs, requests, reviews, rules, tokens
from plyground.web.contract.body import Body, Text
from plyground.web.contract.values import ENGINE_LEFT, Nothing, Url

JSON, STREAM, PAGE = "application/json", "text/event-stream", "text/html"


@dataclass(frozen=True)
class Operation:
    """One operation of the API."""

    method: str
    path: str
    name: str
    group: str
    description: Text
    answer: type | None = Nothing  # None: not JSON of a known type
    status: int = 200
    body: type[Body] | None = None
    fails: tuple[int, ...] = ()  # in addition to the statuses of every operation
    needs_name: bool = False  # requires a token, an account or a cookie
    kinds: tuple[str, ...] = (JSON,)
    query: tuple[str, ...] = ()
    events: Mapping[str, tuple[type, ...]] = field(default_factory=dict)  # the events of a stream
    engine: bool = False  # uses engine time


GROUPS: dict[str, Text] = {
    "boards": _("Board in, move out"),
    "rules": _("What can be played"),
    "tokens": _("Tokens"),
    "games": _("Games"),
    "searches": _("Searches"),
    "about": _("About this API"),
}

_GAME = "/api/games/{game_id}/"
_JOB = "/api/jobs/{job_id}/"

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        *("post", "/api/move/", "move", "boards"),
        _("The move that a level would play on a board, and the board after it. Nothing is kept."),
        answer=boards.Move,
        body=requests.MoveRequest,
        fails=(422,),
        engine=True,
    ),
    Operation(
        *("post", "/api/analyse/", "analyse", "boards"),
        _(
            "The result of a strong search of a board. With Accept: text/event-stream, it sends"
            " what it has found so far: thinking, several times, then done."
        ),
        answer=boards.Analysis,
        body=requests.AnalyseRequest,
        fails=(422,),
        kinds=(JSON, STREAM),
        events={
            "queued": (jobs.Queued,),
            "thinking": (boards.Analysis,),
            "done": (boards.Analysis,),
            "failed": (jobs.AnalysisFailed,),
            "cancelled": (Nothing,),
        },
        engine=True,
    ),
    Operation(
        *("get", "/api/rules/", "list_rules", "rules"),
        _("Every game that can be played here, its options and levels."),
        answer=rules.AllRules,
    ),
    Operation(
        *("get", "/api/rules/{name}/", "get_rules", "rules"),
        _("One game, with its rules in words and its first position."),
        answer=rules.FullRules,
        fails=(404, 422),
    ),
    Operation(
        *("get", "/api/demos/{name}/", "get_demo", "rules"),
        _("A short example game."),
        answer=boards.Views,
        fails=(404, 422),
    ),
    Operation(
        *("post", "/api/tokens/", "make_token", "tokens"),
        _(
            "A new token, shown only once. A request without a token or a cookie creates a new"
            " visitor; with one, the new token is for the same games."
        ),
        answer=tokens.NewToken,
        status=201,
        body=requests.TokenRequest,
    ),
    Operation(
        *("get", "/api/tokens/", "list_tokens", "tokens"),
        _("A list of your tokens, without the tokens themselves."),
        answer=tokens.Tokens,
        needs_name=True,
    ),
    Operation(
        *("delete", "/api/tokens/{token_id}/", "revoke_token", "tokens"),
        _("Revokes a token."),
        fails=(404,),
        needs_name=True,
    ),
    Operation(
        *("get", "/api/games/", "list_games", "games"),
        _("Your games, the latest first, 50 a page."),
        answer=games.Games,
        needs_name=True,
        query=("page",),
    ),
    Operation(
        *("post", "/api/games/", "begin_game", "games"),
        _("Starts a game against a level, or against a person. The person joins by link.invite."),
        answer=games.State,
        status=201,
        body=requests.NewGame,
        fails=(422,),
        needs_name=True,
    ),
    Operation(
        *("get", _GAME, "get_game", "games"), _("The state of a game."), games.State, fails=(404,)
    ),
    Operation(
        *("delete", _GAME, "leave_game", "games"),
        _(
            "Deletes a game. A game by link is resigned, and deleted when both players have left"
            " it."
        ),
        fails=(404, 422),
        needs_name=True,
    ),
    Operation(
        *("get", _GAME + "at/{ply}/", "get_position", "games"),
        _("The position after this many moves."),
        answer=boards.Position,
        fails=(404, 422),
    ),
    Operation(
        *("get", _GAME + "tablebase/", "get_tablebase_values", "games"),
        _(
            "The value with best play of the position, or of that after ply moves, and of each of"
            " its moves: n wins in n plies, -n loses in n plies, 0 is a draw. Only if the server"
            " has a tablebase."
        ),
        answer=games.TablebaseValues,
        fails=(403, 404, 422),
        query=("ply",),
    ),
    Operation(
        *("get", _GAME + "territory/", "get_territory", "games"),
        _(
            "Go: who owns each point of the board, or of that after ply moves, and the count as a"
            " table. Before the end of the game it is an estimate."
        ),
        answer=boards.Territory,
        fails=(403, 404, 422, 429),
        query=("ply",),
    ),
    Operation(
        *("post", _GAME + "actions/", "act", "games"),
        _(
            "Plays a move, or changes the game otherwise. The request names the version on which"
            " it is based, so that nothing happens twice: 409 returns the current state."
        ),
        answer=games.State,
        body=requests.Command,
        fails=(404, 409, 422),
    ),
    Operation(
        *("get", _GAME + "events/", "follow_game", "games"),
        _(
            "Follows the game with server-sent events: state, version, presence and gone. The"
            " first event comes at once, unless version is the current one."
        ),
        answer=None,
        fails=(404, 422),
        kinds=(STREAM,),
        query=("version",),
        events={
            "state": (games.State,),
            "version": (games.VersionEvent,),
            "presence": (games.Presence,),
            "gone": (Nothing,),
        },
    ),
    Operation(
        *("post", _GAME + "rematch/", "rematch", "games"),
        _(
            "Starts a rematch with colours exchanged. In a game by link both players have to ask;"
            " url is null until then."
        ),
        answer=games.Rematch,
        body=requests.RematchRequest,
        fails=(404, 409, 422),
    ),
    Operation(
        *("post", _GAME + "fork/", "fork", "games"),
        _("A new game that begins with the first moves of this one."),
        answer=Url,
        body=requests.ForkRequest,
        fails=(404, 409, 422),
    ),
    Operation(
        *("post", _GAME + "share/", "share", "games"),
        _("A page on which anyone can view the game."),
        answer=Url,
        fails=(404, 422),
    ),
    Operation(
        *("get", _GAME + "review/", "get_review", "games"),
        _("The value of every move of the game if it has been reviewed, else null."),
        answer=reviews.Review,
        fails=(403, 404, 422),
    ),
    Operation(
        *("post", _GAME + "review/", "ask_review", "games"),
        _(
            "Starts a search that reviews the game. A repeated request returns the same search;"
            " null means that the review is done."
        ),
        answer=reviews.ReviewJob,
        body=requests.ReviewRequest,
        fails=(403, 404, 422),
        engine=True,
    ),
    Operation(
        *("post", "/api/join/{token}/", "join", "games"),
        _("Joins the game of an invitation. A visitor without a name gets one in a cookie."),
        answer=games.Seat,
        fails=(404, 409, 422),
    ),
    Operation(
        *("post", "/api/jobs/", "ask_job", "searches"),
        _(
            "Starts a search for the computer's reply or for a hint. A repeated request returns the"
            " same search."
        ),
        answer=jobs.JobAnswer,
        body=requests.JobRequest,
        fails=(404, 409, 422),
        engine=True,
    ),
    Operation(
        *("get", _JOB + "events/", "follow_job", "searches"),
        _("The events of a search: queued, thinking, then done, failed or cancelled."),
        answer=None,
        fails=(204, 404),
        kinds=(STREAM,),
        events={
            "queued": (jobs.Queued,),
            "thinking": (jobs.Thinking,),
            "progress": (jobs.Progress,),
            "done": (jobs.ReplyDone, jobs.WarningDone, jobs.HintDone, Nothing),
            "failed": (jobs.Failed,),
            "cancelled": (Nothing,),
        },
    ),
    Operation(
        *("post", _JOB + "hurry/", "hurry_job", "searches"),
        _("Stops the search, which returns the best move it has found."),
        fails=(404,),
    ),
    Operation(
        *("delete", _JOB, "cancel_job", "searches"),
        _("Cancels the search."),
        fails=(404,),
    ),
    Operation(
        *("get", "/api/openapi.json", "get_document", "about"),
        _("This document."),
        answer=None,
    ),
    Operation(
        *("get", "/api/docs/", "get_docs", "about"),
        _("The same as a page to read."),
        answer=None,
        kinds=(PAGE,),
    ),
)

REASONS: dict[int, Text] = {
    200: _("Done."),
    201: _("Created."),
    204: _("The search is over, and all its events have been sent."),
    400: _("The request is malformed; error.at names the field."),
    401: _("The token is missing or unknown."),
    403: _("Not allowed: a request from a page needs its X-CSRFToken, a hint your turn."),
    404: _("It does not exist, or it is not yours."),
    409: _("The game has changed in the meantime: state is the current one. Or the seat is taken."),
    413: _("More than 64 KB."),
    422: _("The rules or the settings of the game forbid it."),
    429: _("Too many requests; Retry-After says how long to wait."),
    503: _(
        "Too many searches are waiting, or the database does not answer; Retry-After says how long"
        " to wait."
    ),
}


@dataclass(frozen=True)
class Parameter:
    """A part of an address or of its query: a text with this pattern, or a number."""

    description: Text
    pattern: str = ""
    low: int = 0
    high: int = 0


_PLY = Parameter(_("The number of moves played; 0 is the start."), high=5000)
PARTS = {
    "game_id": Parameter(_("The id of the game."), "^[A-Za-z0-9_-]{1,24}$"),
    "job_id": Parameter(_("The id of the search."), "^[A-Za-z0-9_-]{1,32}$"),
    "name": Parameter(_("The game's name."), "^[a-z0-9_]{1,64}$"),
    "token": Parameter(_("The last part of an invitation's address."), "^[A-Za-z0-9_-]{1,24}$"),
    "token_id": Parameter(_("The id of the token, not the token itself."), low=1, high=2**31 - 1),
    "ply": _PLY,
}
QUERY = {
    "ply": _PLY,
    "page": Parameter(_("The number of the page."), low=1, high=10_000),
    "version": Parameter(_("The version that you already have."), high=2**31 - 1),
}
HEADERS: dict[str, Text] = {
    "RateLimit-Limit": _("The number of such requests allowed at once."),
    "RateLimit-Remaining": _("The number of requests left."),
    "RateLimit-Reset": _("The number of seconds until all requests are available again."),
    ENGINE_LEFT: _("The seconds of engine time left when the request began."),
}


def statuses(operation: Operation) -> list[int]:
    """The possible statuses besides success."""
    found = {401, 429, 503, *operation.fails}
    if operation.body is not None or operation.query:
        found.add(400)
    if operation.method != "get":
        found |= {400, 403, 413}
    return sorted(found)
