"""The options of our UCI and USI servers: how they are listed and set, and their effects."""

import re
from dataclasses import dataclass
from typing import Any

from plyground.engine.spec import LEVELS

_SET = re.compile(r"name\s+(\S.*?)(?:\s+value(?:\s+(.*))?)?", re.IGNORECASE | re.DOTALL)
_WHOLE = re.compile(r"[0-9]{1,9}")

CLEAR = "Clear Hash"
# Nominal, not measured: the lowest level's Elo, and the step between levels.
_LOWEST_ELO, _ELO_A_LEVEL = 800, 200
_HIGHEST_ELO = _LOWEST_ELO + _ELO_A_LEVEL * (LEVELS - 1)


@dataclass(frozen=True)
class Row:
    """An option: its name in UCI and in USI, and its values."""

    name: str
    usi_name: str
    default: str
    low: int = 0
    high: int = 0  # the option is a number if it is above `low`
    choices: tuple[str, ...] = ()
    button: bool = False  # a button: an action without a value

    def line(self, dialect: str) -> str:
        """The line that lists it."""
        name = self.usi_name if dialect == "usi" else self.name
        if self.button:
            kind = "button"
        elif self.high:
            kind = f"spin default {self.default} min {self.low} max {self.high}"
        elif self.choices:
            kind = " ".join([f"combo default {self.default}", *(f"var {c}" for c in self.choices)])
        else:
            kind = f"check default {self.default}"
        return f"option name {name} type {kind}"

    def read(self, value: str) -> str:
        """The value if it is allowed; a ValueError says which values are."""
        if self.button:
            return ""
        if self.high:
            right = bool(_WHOLE.fullmatch(value)) and self.low <= int(value) <= self.high
            allowed = f"a whole number from {self.low} to {self.high}"
        else:
            choices = self.choices or ("true", "false")
            value, right, allowed = value.lower(), value.lower() in choices, " or ".join(choices)
        if not right:
            raise ValueError(f"{self.name} can be {allowed}, not {value[:40]!r}.")
        return value


ROWS = (
    Row("UCI_Variant", "USI_Variant", "dobutsu", choices=("dobutsu",)),
    Row("Hash", "USI_Hash", "64", 1, 65_536),
    Row(CLEAR, "Clear_Hash", "", button=True),  # USI requires names without spaces
    Row("Threads", "Threads", "1", 1, 256),
    Row("MultiPV", "MultiPV", "1", 1, 100),
    Row("Ponder", "USI_Ponder", "false"),
    Row("UCI_AnalyseMode", "USI_AnalyseMode", "false"),
    Row("UCI_LimitStrength", "USI_LimitStrength", "false"),
    Row("UCI_Elo", "USI_Elo", str(_HIGHEST_ELO), _LOWEST_ELO, _HIGHEST_ELO),
    Row("Level", "Level", str(LEVELS), 1, LEVELS),
)


class Options:
    """The current options.

    >>> options = Options("uci")
    >>> options.set("name hash value 16"), options.set("name Clear Hash")
    ('Hash', 'Clear Hash')
    >>> options.settings
    {'table': 16}
    """

    def __init__(self, dialect: str) -> None:
        self._dialect = dialect
        self._given: dict[str, str] = {}

    def lines(self) -> list[str]:
        """The list of all options."""
        return [row.line(self._dialect) for row in ROWS]

    def set(self, text: str) -> str:
        """Carries out the rest of a `setoption`; returns its name.

        A ValueError says what is wrong.
        """
        match = _SET.fullmatch(text.strip())
        if match is None:
            raise ValueError("Set an option with: setoption name NAME value VALUE.")
        asked = " ".join(match[1].lower().split())
        for row in ROWS:
            if asked in (row.name.lower(), row.usi_name.lower()):
                value = row.read((match[2] or "").strip())
                self._given.pop(row.name, None)  # the latest setting comes last
                self._given[row.name] = value
                return row.name
        names = ", ".join(row.usi_name if self._dialect == "usi" else row.name for row in ROWS)
        raise ValueError(f"There is no option {match[1][:40]!r}; the options are: {names}.")

    @property
    def settings(self) -> dict[str, Any]:
        """Megabytes and threads for a search, if they were set."""
        names = {"Hash": "table", "Threads": "threads"}
        return {names[name]: int(value) for name, value in self._given.items() if name in names}

    @property
    def lines_wanted(self) -> int:
        """The number of lines to report."""
        return int(self._given.get("MultiPV", "1"))

    @property
    def limits_strength(self) -> bool:
        """Whether a level plays instead of the player."""
        limited = self._given.get("UCI_LimitStrength") == "true"
        return limited and self._given.get("UCI_AnalyseMode") != "true"

    @property
    def level(self) -> int:
        """The level: by its number or by an Elo, whichever was set last."""
        for name, value in reversed(self._given.items()):
            if name == "Level":
                return int(value)
            if name == "UCI_Elo":
                return 1 + (int(value) - _LOWEST_ELO + _ELO_A_LEVEL // 2) // _ELO_A_LEVEL
        return LEVELS
