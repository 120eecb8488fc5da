"""Players and searches as one line of text: `alphabeta:depth=6,eval=corners*10+mobility`.

SPEC    = NAME [ ":" SETTING { "," SETTING } ]  |  "level:" DIGIT { "," SETTING }
SETTING = KEY "=" VALUE
eval    = TERM { "+" TERM }  |  "net:" NAME  |  "patterns:" NAME
TERM    = HEURISTIC [ "*" NUMBER ]
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

_NUMBER = r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?"
NETWORK = "net:"  # the prefix of a network as the evaluation
PATTERNS = "patterns:"  # the prefix of a table of patterns
_NETWORK = r"[A-Za-z0-9][A-Za-z0-9_.@-]{0,79}"
_TERM = re.compile(rf"([A-Za-z_][A-Za-z0-9_]*)(?:\*({_NUMBER}))?")


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,19}", text) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return read


def _seconds(text: str) -> float:
    if not re.fullmatch(_NUMBER, text) or not 0 < float(text) <= 86_400:
        raise ValueError("a number of seconds above 0, at most 86400")
    return float(text)


def _share(most: int) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not re.fullmatch(_NUMBER, text) or not 0 <= float(text) <= most:
            raise ValueError(f"a number from 0 to {most}")
        return float(text)

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(" or ".join(words))
        return text

    return read


def _network(text: str) -> str:
    if not re.fullmatch(_NETWORK, text):
        raise ValueError("the name of a network, in letters, digits, dots and dashes")
    return text


def _terms(text: str) -> tuple[tuple[str, float], ...]:
    for kind in (NETWORK, PATTERNS):
        if text.startswith(kind):
            return ((kind + _network(text.removeprefix(kind)), 1.0),)
    terms = []
    for part in text.split("+"):
        match = _TERM.fullmatch(part.strip())
        if match is None:
            raise ValueError("heuristics such as corners*10+mobility")
        terms.append((match[1], float(match[2] or 1)))
    return tuple(terms)


MAX_DEPTH = 200  # the core recurses this deep, and its stack is limited

_LIMITS: dict[str, Callable[[str], Any]] = {
    "depth": _whole(1, MAX_DEPTH),
    "nodes": _whole(1, 10**12),
    "seconds": _seconds,
}
_SEARCH: dict[str, Callable[[str], Any]] = {
    **_LIMITS,
    "eval": _terms,
    "order": _one_of("off", "on"),
    "list": _one_of("game", "original"),
    "repetition": _one_of("on", "off"),
}

_SWITCH = _one_of("on", "off")
SWITCHES = (
    "killers",
    "history",
    "aspiration",
    "reductions",
    "extensions",
    "quiescence",
    "probcut",
    "specialist",
    "futility",
    "razoring",
    "counting",
    "counters",
)
_MEGABYTES = 65_536
_SEED = _whole(0, 2**63)
_STRONG: dict[str, Callable[[str], Any]] = {
    **_LIMITS,
    "threads": _whole(1, 256),
    "table": _whole(0, _MEGABYTES),
    "eval": _terms,
    "method": _one_of("auto", "alphabeta", "mcts"),
    "extras": _SWITCH,
    "tablebase": _SWITCH,
    **dict.fromkeys(SWITCHES, _SWITCH),
}
_MONTE_CARLO: dict[str, Callable[[str], Any]] = {
    "playouts": _whole(1, 10**12),
    "nodes": _whole(1, 10**12),
    "seconds": _seconds,
    "threads": _whole(1, 256),
    "memory": _whole(1, _MEGABYTES),
    "eval": _terms,
    **dict.fromkeys(("rave", "priors", "bias", "solver", "policy", "reuse"), _SWITCH),
    "exploration": _share(10),
    "fpu": _share(10),
    "mix": _share(1),
    "seed": _SEED,
    "net": _network,
    "root": _one_of("auto", "puct", "gumbel"),
    "batch": _whole(1, 256),
    "numbers": _one_of("auto", "float", "int8"),
    "specialist": _SWITCH,
}

LEVELS = 8
_NEED_A_LIMIT = ("maximum", "search", "mcts", "proof", "deepening")
_PLAYER: dict[str, Callable[[str], Any]] = {"resign": _SWITCH}  # players that only search ignore it

ALGORITHMS: dict[str, dict[str, Callable[[str], Any]]] = {
    "random": {"seed": _SEED, **_PLAYER},
    "level": {
        "level": _whole(1, LEVELS),
        "up": _whole(0, 99),
        "seed": _SEED,
        "book": _SWITCH,
        **_PLAYER,
    },
    "maximum": {
        "seconds": _seconds,
        "nodes": _LIMITS["nodes"],
        "threads": _whole(1, 256),
        "book": _SWITCH,
        **_PLAYER,
    },
    "search": {**_STRONG, **_PLAYER},
    "mcts": {**_MONTE_CARLO, **_PLAYER},
    "proof": {
        "seconds": _seconds,
        "nodes": _whole(1, 10**12),
        "memory": _whole(1, _MEGABYTES),
        **_PLAYER,
    },
    "minimax": {**_SEARCH, **_PLAYER},
    "alphabeta": {**_SEARCH, **_PLAYER},
    "deepening": {**_SEARCH, "first": _whole(1, MAX_DEPTH), **_PLAYER},
}

# The players of the original programs.
ORIGINALS = {
    "original-robogo": "alphabeta:depth=4,eval=line,order=on,seconds=120",
    "original-gomoku": "alphabeta:depth=2,eval=runs",
    "original-dobutsu": "alphabeta:depth=7,eval=pieces,order=on,list=original",
    "original-othello": "alphabeta:depth=6,eval=corners*10+coins*4+mobility*5+stability*7",
}


@dataclass(frozen=True)
class Spec:
    """A spec that has been read: the algorithm and its settings.

    >>> read_spec("alphabeta:depth=6,eval=corners*10+coins").settings["eval"]
    (('corners', 10.0), ('coins', 1.0))
    """

    text: str
    algorithm: str
    settings: Mapping[str, Any] = field(hash=False)

    def __str__(self) -> str:
        return self.text


def read_spec(text: str) -> Spec:
    """Reads a spec; a ValueError points at the wrong word and lists the right ones.

    >>> read_spec("alphabta:depth=3")
    Traceback (most recent call last):
        ...
    ValueError: In 'alphabta:depth=3' there is no player 'alphabta'; the players are: random, \
level, maximum, search, mcts, proof, minimax, alphabeta, deepening, original-robogo, \
original-gomoku, original-dobutsu, original-othello.
    >>> read_spec("minimax:depth=0")
    Traceback (most recent call last):
        ...
    ValueError: In 'minimax:depth=0' depth can be a whole number from 1 to 200, not '0'.
    >>> read_spec("level:3,seed=7").settings
    {'level': 3, 'seed': 7}
    """
    shown = text[:80]
    name, colon, rest = text.strip().partition(":")
    if name in ORIGINALS:
        return Spec(text, **_with_changes(shown, read_spec(ORIGINALS[name]), rest))
    if name not in ALGORITHMS:
        known = ", ".join([*ALGORITHMS, *ORIGINALS])
        raise ValueError(
            f"In {shown!r} there is no player {name[:40]!r}; the players are: {known}."
        )
    if name == "level":
        rest = _spelled_out(shown, rest)
    if colon and not rest:
        example = f"{next(iter(ALGORITHMS[name]))}=3"
        raise ValueError(f"In {shown!r} settings such as {example} should follow the colon.")
    return Spec(text, name, _read_settings(shown, name, rest))


def _spelled_out(shown: str, rest: str) -> str:
    """A level's settings: the bare number, which comes first, becomes a setting like the others."""
    number, comma, others = rest.partition(",")
    if not number.strip() or "=" in number:
        raise ValueError(
            f"In {shown!r} a level from 1 to {LEVELS} should follow the colon, as in level:3."
        )
    return f"level={number}{comma}{others}"


def limited(text: str, seconds: float = 1.0) -> str:
    """The spec, with a limit in seconds added if its search needs one and has none.

    >>> limited("search:threads=2"), limited("mcts:playouts=100"), limited("level:3")
    ('search:threads=2,seconds=1', 'mcts:playouts=100', 'level:3')
    """
    spec = read_spec(text)
    has_limit = {"depth", "nodes", "seconds", "playouts"} & set(spec.settings)
    if has_limit or spec.algorithm not in _NEED_A_LIMIT:
        return text
    return f"{text}{',' if ':' in text else ':'}seconds={seconds:g}"


def _with_changes(shown: str, original: Spec, rest: str) -> dict[str, Any]:
    """An original player, with some settings changed."""
    changes = _read_settings(shown, original.algorithm, rest)
    return {"algorithm": original.algorithm, "settings": {**original.settings, **changes}}


def _read_settings(shown: str, algorithm: str, text: str) -> dict[str, Any]:
    readers = ALGORITHMS[algorithm]
    settings: dict[str, Any] = {}
    for setting in text.split(",") if text else ():
        key, equals, value = (part.strip() for part in setting.partition("="))
        if key not in readers or not equals:
            raise ValueError(
                f"In {shown!r} {algorithm} has no setting {setting[:40]!r};"
                f" it takes: {', '.join(f'{known}=' for known in readers if known != 'level')}."
            )
        if key in settings:
            raise ValueError(f"In {shown!r} {key} is set twice.")
        try:
            settings[key] = readers[key](value)
        except ValueError as allowed:
            raise ValueError(f"In {shown!r} {key} can be {allowed}, not {value[:40]!r}.") from None
    return settings
