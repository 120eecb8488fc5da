"""The GTP commands that choose the rules of Go by name, as KGS and KataGo define them."""

import json
import re

from plyground.engine import registry
from plyground.engine.game import Game
from plyground.engine.options import RULES, Value
from plyground.players.protocols.gtp.command_table import GtpSession, Refused, command, exactly
from plyground.players.protocols.gtp.points import gtp_of

_KEPT = ("size", "komi", "handicap", "max_moves")

# KataGo's names of our options and their values.
_KATA: dict[str, tuple[str, dict[object, str]]] = {
    "ko": ("ko", {"POSITIONAL": "positional", "SITUATIONAL": "situational", "SIMPLE": "simple"}),
    "scoring": ("scoring", {"AREA": "area", "TERRITORY": "territory"}),
    "suicide": ("suicide", {False: "no", True: "yes"}),
    "tax": ("seki", {"NONE": "counted", "SEKI": "neutral"}),
    "whiteHandicapBonus": ("compensation", {"0": "none", "N": "each", "N-1": "all_but_one"}),
}
# What KataGo knows and we do not have, with the value that fits. Either value of friendlyPassOk,
# which is about passing before everything is captured, is accepted.
_FIXED: dict[str, object] = {"hasButton": False, "friendlyPassOk": True}
_IGNORED = "friendlyPassOk"


def _names(game: Game) -> dict[str, str]:
    """The rule sets by their names, as people may write them."""
    known = {_plain(name): name for name in game.rule_sets}
    return known | {_plain(name): rules for name, rules in gtp_of(game).rules.items()}


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


def _game_with_rules(session: GtpSession) -> Game:
    game = session.board.game
    if not game.rule_sets:
        raise Refused("rules have names in Go only")
    return game


def _change(session: GtpSession, rules: dict[str, Value]) -> str:
    """Plays the same moves under other rules; size, komi and handicap stay."""
    game = _game_with_rules(session)
    kept = {name: game.values[name] for name in _KEPT}
    try:
        session.board.move_to(registry.game(game.name, **kept, **rules))
    except ValueError:
        raise Refused("the moves so far break these rules") from None
    return ""


def _named(session: GtpSession, name: str) -> str:
    known = _names(_game_with_rules(session))
    if _plain(name) not in known:
        raise Refused("unknown rules")
    return _change(session, {RULES: known[_plain(name)]})


@command("kgs-rules", "NAME", "chinese, japanese, korean, aga, new_zealand or tromp_taylor")
def _kgs_rules(session: GtpSession, words: list[str]) -> str:
    return _named(session, exactly(words, 1)[0])


@command("kata-set-rules", "NAME or JSON", "the same, or rules in KataGo's words; komi stays")
def _kata_set_rules(session: GtpSession, words: list[str]) -> str:
    text = " ".join(words)
    if not text.startswith("{"):
        return _named(session, text)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("syntax error") from None
    if not isinstance(given, dict):
        raise Refused("syntax error")
    return _set_all(session, given)


@command("kata-set-rule", "KEY VALUE", "changes one of KataGo's rules")
def _kata_set_rule(session: GtpSession, words: list[str]) -> str:
    key, value = exactly(words, 2)
    read: object = {"true": True, "false": False}.get(value.lower(), value)
    return _set_all(session, {**_kata_rules(_game_with_rules(session)), key: read})


@command("kata-get-rules", "", "the rules as KataGo writes them")
def _kata_get_rules(session: GtpSession, _words: list[str]) -> str:
    return json.dumps(_kata_rules(_game_with_rules(session)), separators=(",", ":"))


def _kata_rules(game: Game) -> dict[str, object]:
    rules = dict(_FIXED)
    for key, (option, values) in _KATA.items():
        rules[key] = next(word for word, value in values.items() if value == game.values[option])
    return dict(sorted(rules.items()))


def _set_all(session: GtpSession, given: dict[str, object]) -> str:
    values: dict[str, Value] = {}
    for key, word in given.items():
        if key in _KATA:
            option, meanings = _KATA[key]
            if not isinstance(word, str | bool) or word not in meanings:
                raise Refused(f"{key} cannot be {str(word)[:20]}")
            values[option] = meanings[word]
        elif key not in _FIXED:
            raise Refused(f"unknown rule {key[:20]}")
        elif key != _IGNORED and word != _FIXED[key]:
            raise Refused(f"{key} cannot be {str(word)[:20]}")
    return _change(session, _with_name(_game_with_rules(session), values))


def _with_name(game: Game, values: dict[str, Value]) -> dict[str, Value]:
    """The values, with the name of the rules that they make up if there is one."""
    for name, rule_set in game.rule_sets.items():
        if all(values.get(option) == value for option, value in rule_set.fixed.items()):
            return {RULES: name}
    return values
