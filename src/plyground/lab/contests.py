"""The kinds of experiments that play games: pairings, number of games, openings."""

import itertools
from collections.abc import Mapping
from dataclasses import replace

from plyground.engine.game import Game
from plyground.engine.spec import read_spec
from plyground.lab.parts import (
    MAX_GAMES,
    MAX_PLAYERS,
    Hypotheses,
    Meeting,
    Parts,
    Tuning,
    products,
    read_players,
)
from plyground.lab.toml_reader import Table, is_number
from plyground.matches import Agreement, Match, Openings, Rules, TimeControl, read_time
from plyground.matches.openings import NONE, read_plies
from plyground.matches.playing import MAX_PLIES
from plyground.matches.seats import check_players

EVERYTHING = "everything"  # the complete player of an ablation
PRESENT, ITSELF = "present", "itself"  # of a tuning: the player, and its opponents

_ONE = "heuristic with a weight is"
_LIMITS = ("time", "max_plies", "at_limit", "win", "draw")


def round_robin(table: Table, game: Game) -> Parts:
    """Every player meets every other."""
    players = read_players(table, 2)
    pairs = _pairs(table)
    return _played(table, game, players, _all_against_all(players, pairs))


def gauntlet(table: Table, game: Game) -> Parts:
    """The champion, the first player unless another is named, meets all others."""
    players = read_players(table, 2)
    champion = table.choice("champion", players, next(iter(players)))
    pairs = _pairs(table)
    others = [name for name in players if name != champion]
    return _played(table, game, players, [Meeting(champion, name, pairs) for name in others])


def ablation(table: Table, game: Game) -> Parts:
    """Each player with one part missing meets the complete one: heuristics, or switches."""
    base = _base(table)
    players = {EVERYTHING: base}
    if ("terms" in table) == ("switches" in table):
        raise table.error(
            None, "An ablation has either [terms], heuristics and weights, or switches."
        )
    if "terms" in table:
        terms = _weights(table.table("terms"), game, 2)
        for name in (name for name, weight in terms.items() if not weight):
            sentence = f"{name} has the weight 0, so leaving it out changes nothing."
            raise table.source.error(("terms", name), sentence)
        players[EVERYTHING] = _evaluating(base, terms)
        for name in terms:
            rest = {other: weight for other, weight in terms.items() if other != name}
            players[f"without {name}"] = _evaluating(base, rest)
    for name in table.texts("switches"):
        players[f"without {name}"] = _setting(base, f"{name}=off")
    pairs = _pairs(table)
    reduced = [name for name in players if name != EVERYTHING]
    where = "terms" if "terms" in table else "switches"
    meetings = [Meeting(EVERYTHING, name, pairs) for name in reduced]
    return _played(table, game, players, meetings, where)


def grid(table: Table, game: Game) -> Parts:
    """Weightings of the heuristics meet each other, or else the given players."""
    base = _base(table)
    if ("grid" in table) == ("weightings" in table):
        raise table.error(None, "A grid has either [[weightings]] or [grid], weights of each term.")
    if "weightings" in table:
        chosen = [_weights(each, game, 1) for each in table.tables("weightings")]
    else:
        _check_heuristics(table.table("grid"), game)
        chosen = list(products(table.table("grid"), _is_weight, "weights"))
    made = {_terms(weights): _evaluating(base, weights) for weights in chosen}
    if not 1 <= len(made) <= MAX_PLAYERS or len(made) < len(chosen):
        raise table.error(
            "grid" if "grid" in table else "weightings",
            f"A grid has from 1 to {MAX_PLAYERS} different weightings, not {len(chosen)}.",
        )
    opponents = read_players(table, 1) if "players" in table else {}
    for name in opponents.keys() & made.keys():
        sentence = f"{name!r} is the name of a weighting; call this player something else."
        raise table.source.error(("players", name), sentence)
    pairs = _pairs(table)
    meetings = [Meeting(one, two, pairs) for one in made for two in opponents]
    if not opponents:
        if len(made) < 2:
            raise table.error(None, "A single weighting needs opponents, in [players].")
        meetings = _all_against_all(made, pairs)
    where = "weightings" if "weightings" in table else "grid"
    return _played(table, game, {**made, **opponents}, meetings, where)


def ladder(table: Table, game: Game) -> Parts:
    """Each player meets the one before it."""
    names = list(players := read_players(table, 2))
    steps = len(names) - 1
    if isinstance(table.values.get("games"), list):
        games = table.values["games"]
        if len(games) != steps or not all(_is_even(each) for each in games):
            raise table.wrong("games", f"an even number, or a list of {steps}, one a step")
        pairs = [each // 2 for each in games]
    else:
        pairs = [_pairs(table)] * steps
    rungs = zip(names[1:], names, pairs, strict=False)
    band = _band(table)
    played = _played(table, game, players, [Meeting(*rung) for rung in rungs])
    return replace(played, band=band)


def sprt(table: Table, game: Game) -> Parts:
    """Two players meet until a sequential test decides between them."""
    players = read_players(table, 2)
    if len(players) != 2:
        raise table.error("players", f"A sequential test has 2 players, not {len(players)}.")
    test = Hypotheses(
        table.number("elo0", -1000, 1000, 0),
        table.number("elo1", -1000, 1000, 20),
        table.number("alpha", 0.0001, 0.4999, 0.05),
        table.number("beta", 0.0001, 0.4999, 0.05),
    )
    if test.elo0 >= test.elo1:
        raise table.wrong("elo1" if "elo1" in table else "elo0", "such that elo0 is below elo1")
    first, second = players
    meeting = Meeting(first, second, _pairs(table))
    return _played(table, game, players, [meeting], test=test)


def tuning(table: Table, game: Game) -> Parts:
    """The present weights meet themselves or others; the games show better weights."""
    base = _base(table)
    terms = _weights(table.table("terms"), game, 1)
    held = _weights(table.table("held"), game, 0)
    if twice := terms.keys() & held.keys():
        raise table.source.error(("held", min(twice)), f"{min(twice)!r} is also in [terms].")
    if not any(terms.values()):
        raise table.error("terms", "At least one weight must not be 0.")
    players = {PRESENT: _evaluating(base, _felt({**terms, **held}))}
    for given in table.tables("weightings"):
        weights = _weights(given, game, 1)
        players[_terms(weights)] = _evaluating(base, _felt({**weights, **held}))
    others = len(table.tables("weightings"))
    if len(players) < 1 + others or others >= MAX_PLAYERS:
        sentence = f"There are up to {MAX_PLAYERS - 1} different weightings, not {others}."
        raise table.error("weightings", sentence)
    if not others:
        players[ITSELF] = players[PRESENT]
    pairs = _pairs(table)
    meetings = [Meeting(PRESENT, name, pairs) for name in players if name != PRESENT]
    asked = Tuning(terms, held, table.number("ridge", 0, 1e6, 1))
    return replace(_played(table, game, players, meetings, "weightings"), tuning=asked)


def _played(
    table: Table,
    game: Game,
    players: dict[str, str],
    meetings: list[Meeting],
    where: str = "players",
    test: Hypotheses | None = None,
) -> Parts:
    """The parts of a kind that plays games; checks that all players can play."""
    time, rules = _limits(table.table("limits"))
    for name, spec in players.items():
        given = name in table.values.get("players", {})
        try:
            check_players(Match(game, spec, spec, time=time))
        except ValueError as error:
            is_base = name == next(iter(players))  # the others differ from it in `where`
            steps = ("players", name) if given else ("base",) if is_base else (where,)
            raise table.source.error(steps, str(error)) from None
    openings = _openings(table, game)
    return Parts(
        players=players,
        meetings=tuple(meetings),
        openings=openings,
        time=time,
        rules=rules,
        test=test,
    )


def _band(table: Table) -> tuple[float, float] | None:
    """The share of the points that a step should score against the next lower one, in percent."""
    if "band" not in table:
        return None
    band = table.values["band"]
    if (
        not isinstance(band, list | tuple)
        or len(band) != 2
        or not all(is_number(end) for end in band)
        or not 0 <= band[0] < band[1] <= 100
    ):
        raise table.wrong("band", "two numbers from 0 to 100, such as [65, 85]")
    low, high = band
    return low, high


def _is_even(value: object) -> bool:
    return type(value) is int and 2 <= value <= MAX_GAMES and value % 2 == 0


def _pairs(table: Table) -> int:
    if not _is_even(table.values.get("games")):
        raise table.wrong(
            "games", f"an even number from 2 to {MAX_GAMES}: both colours from each opening"
        )
    return int(table.values["games"]) // 2


def _all_against_all(players: Mapping[str, str], pairs: int) -> list[Meeting]:
    return [Meeting(*two, pairs) for two in itertools.combinations(players, 2)]


def _base(table: Table) -> str:
    base = table.text("base")
    try:
        spec = read_spec(base)
    except ValueError as error:
        raise table.error("base", str(error)) from None
    if "eval" in spec.settings and "switches" not in table:
        raise table.error("base", "base has no eval, because the experiment compares the weights.")
    return base


def _setting(base: str, setting: str) -> str:
    return f"{base}{',' if ':' in base else ':'}{setting}"


def _evaluating(base: str, weights: Mapping[str, float]) -> str:
    return _setting(base, f"eval={_terms(weights)}")


def _terms(weights: Mapping[str, float]) -> str:
    """An evaluation in the form of specs; a weight of 1 is omitted."""
    return "+".join(
        name if weight == 1 else f"{name}*{_plain(weight)}" for name, weight in weights.items()
    )


def _plain(number: float) -> str:
    return f"{number:.6f}".rstrip("0").rstrip(".")


def _weights(table: Table, game: Game, least: int) -> dict[str, float]:
    _check_heuristics(table, game)
    for name, weight in table.values.items():
        if not _is_weight(weight):
            raise table.wrong(name, "a weight, such as 1 or 2.5")
    if len(table.values) < least:
        raise table.error(
            None,
            f"At least {least} {'heuristics with weights are' if least > 1 else _ONE} needed,"
            f" such as corners = 10, not {len(table.values)}.",
        )
    return dict(table.values)


def _felt(weights: Mapping[str, float]) -> dict[str, float]:
    """Without weights of 0, which would only cost time."""
    return {name: weight for name, weight in weights.items() if weight}


def _check_heuristics(table: Table, game: Game) -> None:
    known = [term.name for term in game.start().explain_score()]
    for name in table.values:
        if name not in known:
            sentence = f"There is no heuristic {name!r} here; there are: {', '.join(known)}."
            raise table.error(name, sentence)


def _openings(table: Table, game: Game) -> str:
    """Openings by their text; a file's name is relative to the experiment."""
    text = table.text("openings", "random:4")
    try:
        if text != NONE and read_plies(text) is None:
            text = str(table.source.beside(text))
        # raises an error if there are none
        _ = Openings(game, text, table.values.get("seed", 1))[0]
    except ValueError as error:
        raise table.error("openings", str(error)) from None
    return text


def _limits(table: Table) -> tuple[TimeControl | None, Rules]:
    table.allow(_LIMITS, "[limits]")
    time = None
    if "time" in table:
        text = table.text("time")
        try:
            time = read_time(text)
        except ValueError as error:
            raise table.error("time", str(error)) from None
    at_limit = table.choice("at_limit", ("draw", "score"), "draw")
    return time, Rules(
        table.whole("max_plies", 1, 1_000_000, MAX_PLIES),
        "score" if at_limit == "score" else "draw",
        _agreement(table, "win", 0.5, 1),
        _agreement(table, "draw", 0, 0.5),
    )


def _agreement(table: Table, name: str, low: float, high: float) -> Agreement | None:
    if name not in table:
        return None
    given = table.table(name)
    given.allow(("chance", "plies"), f"[limits.{name}]")
    return Agreement(given.number("chance", low, high), given.whole("plies", 2, 9999))


def _is_weight(value: object) -> bool:
    return is_number(value) and abs(value) < 1e9  # type: ignore[arg-type]
