"""The kinds of experiments without an opponent: node counts, timings, random games."""

from plyground.engine.game import Game
from plyground.engine.request import make_request
from plyground.engine.spec import MAX_DEPTH, read_spec
from plyground.lab.parts import (
    MAX_CASES,
    MAX_GAMES,
    MAX_NAME,
    Case,
    Parts,
    products,
    read_options,
    read_players,
)
from plyground.lab.toml_reader import Table, is_number
from plyground.matches import Opening, Rules

_CASE = ("title", "options", "moves", "position", "depths")


def nodes(table: Table, game: Game) -> Parts:
    """Searches every case to every depth with every player."""
    players = read_players(table, 1)
    cases = _cases(table, game)
    for name, text in players.items():
        for case in cases:
            try:
                _check_search(text, case)
            except ValueError as error:
                raise table.source.error(("players", name), str(error)) from None
    return Parts(players=players, cases=tuple(cases), repeats=table.whole("repeats", 1, 1000, 1))


def _check_search(text: str, case: Case) -> None:
    """Checks that the spec searches and has a limit."""
    spec = read_spec(text)
    if spec.algorithm in ("random", "level", "maximum"):
        raise ValueError(f"{text!r} does not search; minimax, alphabeta, search or mcts do.")
    if spec.algorithm in ("proof", "mcts") and case.depths:
        raise ValueError(f"{text!r} has no depth; leave out depths and set nodes.")
    if spec.algorithm != "proof":
        position = case.opening.play(case.game)
        depth = {"depth": case.depths[0]} if case.depths else {}
        make_request(position, spec, 1, depth, own_evaluation=False)


def _cases(table: Table, game: Game) -> list[Case]:
    depths = table.wholes("depths", 1, MAX_DEPTH)
    if "cases" not in table:
        return [Case(game, depths=depths)]
    cases = [_case(each, game, depths) for each in table.tables("cases")]
    if not 1 <= len(cases) <= MAX_CASES:
        raise table.error("cases", f"There are from 1 to {MAX_CASES} cases, not {len(cases)}.")
    return cases


def _case(table: Table, game: Game, depths: tuple[int, ...]) -> Case:
    table.allow(_CASE, "[[cases]]")
    options = table.table("options")
    changed = read_options(options, game.name, {**game.changed, **options.values})
    text = table.text("position") if "position" in table else None
    moves = table.text("moves") if "moves" in table else ""
    try:
        start = changed.start() if text is None else changed.position(text)
        reached = start.play_all(moves)
    except ValueError as error:
        wrong = "moves" if "moves" in table else "position"
        raise table.error(wrong, str(error)) from None
    if reached.result():
        raise table.error(None, "The game is over in this position; there is nothing to search.")
    own = table.wholes("depths", 1, MAX_DEPTH) or depths
    return Case(changed, Opening.at(reached), own, table.text("title", " ", MAX_NAME).strip())


def random(table: Table, game: Game) -> Parts:
    """Random games of every case."""
    games = table.whole("games", 1, MAX_GAMES)
    limit = table.whole("max_plies", 1, 1_000_000, 10_000)
    cases = [Case(game)]
    if "vary" in table:
        vary = table.table("vary")
        cases = [
            Case(read_options(vary, game.name, {**game.changed, **options}))
            for options in products(vary, _is_option, "values")
        ]
    return Parts(cases=tuple(cases), games=games, rules=Rules(max_plies=limit))


def _is_option(value: object) -> bool:
    return isinstance(value, str | bool) or is_number(value)
