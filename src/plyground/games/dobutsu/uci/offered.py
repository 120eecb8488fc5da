"""The options of a UCI or USI program, and the commands that set them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_OPTION = re.compile(r"option\s+name\s+(.+?)\s+type\s+(\w+)(.*)")
_WHOLE = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True)
class Offer:
    """An option of the program."""

    name: str
    kind: str  # check, spin, combo, button, string, filename
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    def command(self, value: str) -> str:
        """The command that sets it; a ValueError says which values are allowed.

        >>> Offer("Skill Level", "spin", 0, 20).command("5")
        'setoption name Skill Level value 5'
        """
        if self.kind == "button":
            return f"setoption name {self.name}"
        if self.kind == "check":
            value = value.lower()
        if not self._allows(value):
            raise ValueError(f"{self.name} can be {self._allowed()}, not {value[:40]!r}.")
        return f"setoption name {self.name} value {value}"

    def _allows(self, value: str) -> bool:
        if self.kind == "spin":
            whole = bool(_WHOLE.fullmatch(value))
            return whole and not self._is_below(int(value)) and not self._is_above(int(value))
        if self.kind == "check":
            return value in ("true", "false")
        return self.kind != "combo" or value in self.choices

    def _is_below(self, value: int) -> bool:
        return self.low is not None and value < self.low

    def _is_above(self, value: int) -> bool:
        return self.high is not None and value > self.high

    def _allowed(self) -> str:
        if self.kind == "spin":
            return f"a whole number from {self.low} to {self.high}"
        return " or ".join(("true", "false") if self.kind == "check" else self.choices[:40])


def read_offer(line: str) -> Offer | None:
    """The option in a line; None for other lines. Names may contain spaces.

    >>> read_offer("option name Skill Level type spin default 20 min -20 max 20")
    Offer(name='Skill Level', kind='spin', low=-20, high=20, choices=())
    >>> read_offer("option name UCI_Variant type combo default chess var chess var dobutsu").choices
    ('chess', 'dobutsu')
    """
    match = _OPTION.fullmatch(line.strip())
    if match is None:
        return None
    name, kind, rest = " ".join(match[1].split()), match[2].lower(), match[3]
    choices = tuple(part.strip() for part in re.split(r"\svar\s", f"{rest} ")[1:])
    words = rest.split()
    return Offer(name, kind, _number(words, "min"), _number(words, "max"), choices)


def _number(words: list[str], name: str) -> int | None:
    at = words.index(name) + 1 if name in words else len(words)
    return int(words[at]) if words[at:] and _WHOLE.fullmatch(words[at]) else None


def settings(offers: Mapping[str, Offer], wanted: Mapping[str, str]) -> list[str]:
    """The commands for the requested options; ValueError if the program lacks one.

    `offers` are keyed by their names in lower case.
    """
    commands = []
    for name, value in wanted.items():
        offer = offers.get(name.lower())
        if offer is None:
            names = ", ".join(known.name for known in list(offers.values())[:60]) or "none at all"
            raise ValueError(f"it has no option {name[:40]!r}; its options are: {names}.")
        commands.append(offer.command(value))
    return commands
