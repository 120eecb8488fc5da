"""Studies with handwritten records, so that their reports' numbers are known."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plyground.lab import Written

RUN = {
    "date": "2026-03-04",
    "plyground": "1.2.3",
    "core": "plain",
    "python": "3.11.0",
    "system": "Linux x86_64",
    "processors": 2,
    "table": False,
}

Points = tuple[float, float]


def study(kind: str, records: Sequence[Mapping[str, Any]], **head: Any) -> Written:
    """A study with these records, complete unless `tasks` is larger."""
    whole = {
        "format": 1,
        "title": f"A {kind}",
        "question": "Who knows?",
        "name": kind,
        "kind": kind,
        "game": "othello",
        "options": {"size": 4},
        "seed": 7,
        "players": {},
        "meetings": [],
        "openings": "random:4",
        "time": None,
        "cases": [],
        "games": 0,
        "repeats": 1,
        "test": None,
        "files": {},
        "tasks": len(records),
        "played": RUN,
        **head,
    }
    numbered = tuple({"number": place, **record} for place, record in enumerate(records))
    return Written(Path("studies/made"), whole, numbered, (RUN,))


def contest(kind: str, met: Mapping[tuple[str, str], Sequence[Points]], **head: Any) -> Written:
    """A study of games: the first player's points as Black and as White, pair by pair."""
    names = dict.fromkeys(name for meeting in met for name in meeting)
    given = {
        "players": {name: f"search:nodes={place}" for place, name in enumerate(names, 1)},
        "meetings": [[*meeting, len(pairs)] for meeting, pairs in met.items()],
        **head,
    }
    records = [
        pair(*meeting, place, points)
        for meeting, pairs in met.items()
        for place, points in enumerate(pairs)
    ]
    return study(kind, records, **given)


def pair(first: str, second: str, place: int, points: Points) -> dict[str, Any]:
    """A pair of games; every win is by 6."""
    return {
        "task": f"pair|{first}|{second}|{place}",
        "kind": "pair",
        "first": first,
        "second": second,
        "pair": place,
        "opening": {"moves": ["c4", f"d{place + 1}"], "position": None},
        "games": [_game(color, won) for color, won in zip(("black", "white"), points, strict=True)],
    }


def _game(color: str, points: float) -> dict[str, Any]:
    other = "white" if color == "black" else "black"
    spent = {"moves": 5, "seconds": 0.6, "cpu_seconds": 0.5}
    return {
        "first": color,
        "winner": None if points == 0.5 else color if points else other,
        "points": points,
        "ending": "full_board",
        "reason": "",
        "margin": 12 * points - 6,
        "plies": 10,
        "moves": "",
        "nodes": {"first": 100, "second": 50},
        "spent": {"first": spent, "second": spent},
    }


def count(player: str, case: int, depth: int | None, nodes: int, **more: Any) -> dict[str, Any]:
    """A search; each node takes a millisecond."""
    return {
        "task": f"count|{case}|{depth or ''}|{player}|{more.get('repeat', 0)}",
        "kind": "count",
        "player": player,
        "spec": "minimax",
        "case": case,
        "title": "",
        "options": {"size": 4},
        "opening": {"moves": [], "position": None},
        "depth": depth,
        "repeat": 0,
        "reached": depth or 9,
        "nodes": nodes,
        "move": "c4",
        "score": 0,
        "exact": False,
        "spent": {"seconds": nodes / 900, "cpu_seconds": nodes / 1000},
        **more,
    }


def case(title: str = "", depths: Sequence[int] = (), **options: Any) -> dict[str, Any]:
    """A case in a head."""
    opening: dict[str, Any] = {"moves": [], "position": None}
    return {"title": title, "options": options, "opening": opening, "depths": list(depths)}


def chance(
    place: int, won: tuple[int, int, int], plies: Sequence[int], captures: Sequence[int] | None
) -> dict[str, Any]:
    """Random games won by Black, won by White, or drawn; the others did not end."""
    return {
        "task": f"random|{place}|0",
        "kind": "random",
        "case": place,
        "options": {},
        "games": len(plies),
        **dict(zip(("black", "white", "draw"), won, strict=True)),
        "unfinished": len(plies) - sum(won),
        "plies": list(plies),
        "captures": captures if captures is None else list(captures),
        "spent": {"cpu_seconds": 0.1},
    }
