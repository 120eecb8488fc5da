"""The root of an SGF game: the game, its setup, the players, the comments.

Reading and writing share `read_head`: the writer uses it to see how a reader understands the
standard properties, and puts any difference into our private property.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.engine.game import Game
from plyground.engine.game_guide import SgfGuide, native_guides
from plyground.engine.options import RULES, Value
from plyground.engine.registry import game as find_game
from plyground.engine.view import Turn
from plyground.records.notation import ours
from plyground.records.notation.grid import EMPTY, Grid
from plyground.records.notation.sgf.nodes import SETUP, STONES, place, player_of, sgf_of, stones_put
from plyground.records.notation.sgf.text import (
    Properties,
    blaming,
    escaped,
    simple_text_of,
    text_of,
)
from plyground.records.record import Record

# Properties of one line, and their keys in a record's `info`.
INFO = {
    "DT": "date",
    "EV": "event",
    "PC": "place",
    "RO": "round",
    "GN": "name",
    "SO": "source",
    "US": "user",
    "CP": "copyright",
    "AN": "annotator",
    "ON": "opening",
    "TM": "time",
    "OT": "overtime",
    "BR": "black_rank",
    "WR": "white_rank",
    "BT": "black_team",
    "WT": "white_team",
    "RU": "rules",
    "GC": "about",
}
LONG = ("GC",)  # may have several lines

_MOST_STONES = 5  # a larger komi is never counted in stones


def games() -> tuple[str, ...]:
    """The games that SGF can hold; those with a number in SGF come first."""
    known = [(not sgf.is_named, sgf.number, name) for name, sgf in _dialects().items()]
    return tuple(name for _, _, name in sorted(known))


def _dialects() -> dict[str, SgfGuide]:
    return {name: guide.sgf for name, guide in native_guides().items() if guide.sgf}


@dataclass
class Head:
    """The content of a root. `extra` holds the rest."""

    game: Game
    start: str | None
    players: dict[Turn, str]
    info: dict[str, Any]
    extra: Properties = field(default_factory=dict)


def read_head(
    properties: Properties, known: Mapping[str, Any], first: Turn | None, given: Game | None
) -> Head:
    """The meaning of a root's properties; `known` is our private data, `first` moves first."""
    game, start = _game(properties, known, first, given)
    consumed = CONSUMED - (set() if game.values.get("handicap") else {"HA"})
    left = {name: values for name, values in properties.items() if name not in consumed}
    if missing := absent(properties, game):
        left[ours.ABSENT] = missing
    info: dict[str, Any] = {}
    for name, key in INFO.items():
        if name in properties and (value := _info(name, properties[name])):
            info[key] = value
    if "rules" in info and info["rules"] == rules_name(game):
        del info["rules"]
    players: dict[Turn, str] = {
        "black": _info("PB", properties.get("PB", [])),
        "white": _info("PW", properties.get("PW", [])),
    }
    if isinstance(known.get("players"), dict):
        players = {side: str(known["players"].get(side, "")) for side in players}
    if isinstance(known.get("info"), dict):
        info = known["info"]
    return Head(game, start, players, info, left)


def absent(properties: Properties, game: Game) -> list[str]:
    """The properties that a root leaves out though we would write them, if that changes nothing.

    A file without komi or rules does not mean that they are zero and Chinese.
    """
    missing = [] if "SZ" in properties or game.values["size"] != _usual_size(game) else ["SZ"]
    if sgf_of(game).komi and "KM" not in properties and game.values["komi"] == 0:
        missing.append("KM")
    rules = rules_name(game)
    if rules and "RU" not in properties and rules == rules_name(find_game(game.name)):
        missing.append("RU")
    return missing


def _usual_size(game: Game) -> object:
    return find_game(game.name).values["size"]


CONSUMED = {"FF", "GM", "CA", "AP", "SZ", "KM", "HA", "RE", "PB", "PW", "C", *INFO, *SETUP}


def _info(name: str, values: list[str]) -> str:
    read = text_of if name in LONG else simple_text_of
    return "\n".join(read(re.sub(r"\r\n?", "\n", value)) for value in values)


def _game(
    properties: Properties, known: Mapping[str, Any], first: Turn | None, given: Game | None
) -> tuple[Game, str | None]:
    name = _name(properties, known, given)
    options, dialect = _options(name, properties, known), sgf_of(name)
    if given is None and "options" in known:
        with blaming(ours.NAME):
            game = find_game(name, **options)
    else:
        allowed = {option.name for option in find_game(name).options}
        options = {key: value for key, value in options.items() if key in allowed}
        for option, blamed in (("size", "SZ"), ("komi", "KM")):
            with blaming(blamed):
                find_game(name, **{key: options[key] for key in (option,) if key in options})
        game = find_game(name, **_overridden(options, given))
        if dialect.handicap and "handicap" not in (given.changed if given else {}):
            game = _with_handicap(game, properties, first)
    return game, known["position"] if _fits(game, properties, known) else _start(
        game, properties, first
    )


def _overridden(options: Mapping[str, Any], given: Game | None) -> dict[str, Any]:
    """The options of a file with those of a given game, whose rules replace the file's by name."""
    if given is None:
        return dict(options)
    sets = given.rule_sets.values()
    of_rules = {RULES, *(name for rule_set in sets for name in rule_set.fixed)}
    kept = dict(options)
    if of_rules & set(given.changed):
        kept.pop(RULES, None)
    return kept | given.changed


def _fits(game: Game, properties: Properties, known: Mapping[str, Any]) -> bool:
    """Whether the start in our data fits the board of the file."""
    text = known.get("position")
    if not isinstance(text, str):
        return False
    shown = Grid.of(_start(game, properties, None) or game.start().to_text())
    with blaming(ours.NAME):
        return shown.rows == Grid.of(game.position(text).to_text()).rows


def _name(properties: Properties, known: Mapping[str, Any], given: Game | None) -> str:
    if given is not None:
        return given.name
    if isinstance(known.get("game"), str):
        return str(known["game"])
    number = simple_text_of(properties.get("GM", ["1"])[0]) or "1"
    with blaming("GM"):
        numbers = {sgf.number: name for name, sgf in _dialects().items() if sgf.is_named}
        if number not in numbers:
            *most, last = [f"{one} ({find_game(numbers[one]).title})" for one in sorted(numbers)]
            read = f"{', '.join(most)} and {last}"
            raise ValueError(f"GM[{number[:20]}] is another game; the games are {read}.")
        return numbers[number]


def _options(name: str, properties: Properties, known: Mapping[str, Any]) -> dict[str, Any]:
    if "options" in known:
        with blaming(ours.NAME):
            if not isinstance(known["options"], dict):
                raise ValueError("The options in PLYGROUND are a JSON object, {...}.")
            return known["options"]
    with blaming("KM"):
        options: dict[str, Any] = {"komi": _komi(properties)}
    if "SZ" in properties and (size := simple_text_of(properties["SZ"][0])):
        with blaming("SZ"):
            options["size"] = _size(size)
    named = re.sub(r"\W", "", simple_text_of(properties.get("RU", [""])[0])).lower()
    dialect = sgf_of(name)
    for rules, values in dialect.rules.items():
        word = re.sub(r"\W", "", rules).lower()
        if word == named or (dialect.rules_within and word in named):
            options |= values
    return options


def _size(text: str) -> int:
    columns, _, rows = text.partition(":")
    numbers = [part.strip() for part in (columns, rows or columns)]
    if not all(re.fullmatch(r"\d{1,3}", number) for number in numbers):
        raise ValueError(f"A size is a number, such as SZ[19], not {text[:20]!r}.")
    if int(numbers[0]) != int(numbers[1]):
        raise ValueError(f"The board is {text[:20]}; only square boards can be read.")
    return int(numbers[0])


def _komi(properties: Properties) -> float:
    """The komi of a file; some count hundredths (375, 650)."""
    text = simple_text_of(properties.get("KM", ["0"])[0]).replace(",", ".") or "0"
    if not re.fullmatch(r"[+-]?(\d{1,4}\.?\d{0,4}|\.\d{1,4})", text):
        raise ValueError(f"Komi is a number, such as KM[6.5], not {text[:20]!r}.")
    komi = float(text)
    if abs(komi) >= 100 and komi % 5 == 0:
        komi /= 100
    return komi_of(komi)


def komi_of(number: float) -> float:
    """Komi in half points. Some files count stones; other fractions have the effect of a half.

    >>> komi_of(6.5), komi_of(3.75), komi_of(6.3)
    (6.5, 7.5, 6.5)
    """
    if (2 * number).is_integer():
        return number
    in_stones = (4 * number).is_integer() and abs(number) < _MOST_STONES
    return 2 * number if in_stones else math.floor(number) + 0.5


def _with_handicap(game: Game, properties: Properties, first: Turn | None) -> Game:
    """The game with the option set, if its stones are where the option places them."""
    text = simple_text_of(properties.get("HA", ["0"])[0])
    turn = player_of(properties) or first or "white"
    if turn != "white" or not re.fullmatch(r"[2-9]", text):
        return game
    try:
        fixed = find_game(game.name, **{**game.values, "handicap": int(text)})
    except ValueError:
        return game
    stones = Grid.of(fixed.start().to_text())
    placed = Grid.of(game.start().to_text())
    place(fixed, placed, properties)
    without_any = not any(name in properties for name in STONES)
    return fixed if without_any or placed.rows == stones.rows else game


def _start(game: Game, properties: Properties, first: Turn | None) -> str | None:
    """The text of the first position; None if it is the game's start."""
    usual = game.start().to_text()
    grid = Grid.of(usual)
    if any(name in properties for name in ("AB", "AW")):
        grid.rows = [EMPTY * len(row) for row in grid.rows]
    place(game, grid, properties)
    handicap = "HA" in properties and "AB" in properties
    grid.turn = player_of(properties) or first or ("white" if handicap else grid.turn)
    return None if grid.to_text() == usual else grid.to_text()


def rules_name(game: Game) -> str | None:
    """The name of a game's rules; None if there is none."""
    dialect = sgf_of(game)
    if not dialect.writes_rules:
        return None
    matching = (name for name, values in dialect.rules.items() if _follows(game, values))
    return next(matching, None)


def _follows(game: Game, values: Mapping[str, Value]) -> bool:
    """Whether a game has these values, or plays by the rules they name without naming them."""
    if game.values.get(RULES) == values.get(RULES):
        return all(game.values[option] == value for option, value in values.items())
    rule_set = game.rule_sets.get(str(values.get(RULES)))
    if rule_set is None or game.values[RULES] in game.rule_sets:
        return False
    unused = () if game.values.get("handicap") else ("compensation",)
    return all(
        game.values[option] == value
        for option, value in rule_set.fixed.items()
        if option not in unused
    )


def head_properties(record: Record, version: str) -> Properties:
    """The standard properties of a record's root, except the side to move and the result.

    Properties that the original file left out stay out.
    """
    game = record.game
    properties: Properties = {
        "GM": [sgf_of(game).number],
        "FF": ["4"],
        "CA": ["UTF-8"],
        "AP": [f"Plyground:{version}"],
        "SZ": [str(game.values["size"])],
    }
    if sgf_of(game).komi:
        properties["KM"] = [f"{game.values['komi']:g}"]
    if game.values.get("handicap"):
        properties["HA"] = [str(game.values["handicap"])]
    for name, key in INFO.items():
        if isinstance(value := record.info.get(key), str) and value:
            properties[name] = [escaped(value)]
    if "RU" not in properties and (rules := rules_name(game)):
        properties["RU"] = [rules]
    players = {"PB": record.players["black"], "PW": record.players["white"]}
    properties |= {name: [escaped(player)] for name, player in players.items() if player}
    if _stays_out(record, properties):
        for name in record.root.extra[ours.ABSENT]:
            del properties[name]
    return properties | _first_stones(record)


def _stays_out(record: Record, properties: Properties) -> bool:
    """Whether a reader will again detect which properties were left out."""
    missing = record.root.extra.get(ours.ABSENT)
    if not isinstance(missing, list) or not all(name in ("SZ", "KM", "RU") for name in missing):
        return False
    kept = {name: values for name, values in properties.items() if name not in missing}
    keeps_rules = "RU" in missing and record.info.get("rules")  # other than by our own name
    return absent(kept, record.game) == missing and not keeps_rules


def _first_stones(record: Record) -> Properties:
    """The stones of the first position, if they differ from the game's start."""
    game, start = record.game, Grid.of(record.root.position.to_text())
    usual = Grid.of(game.start().to_text())
    if start.rows == usual.rows and not game.values.get("handicap"):
        return {}
    empty = Grid([EMPTY * len(row) for row in start.rows], start.turn, [])
    return stones_put(game, empty, start) or stones_put(game, usual, start)
