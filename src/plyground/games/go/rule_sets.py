"""The rules of Go by their names: what each means in our options.

Komi is a default and can be chosen; everything else belongs to the rules.
"""

from plyground.engine.options import RuleSet

_HALF_KOMI = 6.5
_AREA_KOMI = 7.5


def _area(ko: str, suicide: str, compensation: str, komi: float) -> RuleSet:
    fixed = {"scoring": "area", "ko": ko, "suicide": suicide, "compensation": compensation}
    return RuleSet(fixed | {"seki": "counted"}, {"komi": komi})


_TERRITORY = RuleSet(
    {
        "scoring": "territory",
        "ko": "simple",
        "suicide": "no",
        "compensation": "none",
        "seki": "neutral",
    },
    {"komi": _HALF_KOMI},
)

RULE_SETS = {
    "chinese": _area("positional", "no", "each", _AREA_KOMI),
    "japanese": _TERRITORY,
    "korean": _TERRITORY,
    "aga": _area("situational", "no", "all_but_one", _AREA_KOMI),
    "new_zealand": _area("situational", "yes", "none", 7.0),
    "tromp_taylor": _area("positional", "yes", "none", _AREA_KOMI),
}

# The names in SGF and GTP; the first of equal ones is written.
NAMES = {
    "Chinese": "chinese",
    "Japanese": "japanese",
    "AGA": "aga",
    "NZ": "new_zealand",
    "New Zealand": "new_zealand",
    "Korean": "korean",
    "Tromp-Taylor": "tromp_taylor",
    "Tromp Taylor": "tromp_taylor",
}
