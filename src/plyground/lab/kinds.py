"""The kinds of experiments, and the keys of each.

Each kind has a reader that turns its keys of a file into `Parts`, the same for all kinds, so that
later code never tests the kind. `docs/how-to/lab.md` has the table of kinds and keys.
"""

from collections.abc import Callable

from plyground.engine.game import Game
from plyground.lab import contests, measures
from plyground.lab.parts import Parts
from plyground.lab.toml_reader import Table

COMMON = ("name", "title", "question", "kind", "game", "options", "seed", "load")
_PLAYED = ("games", "openings", "limits")

Reader = Callable[[Table, Game], Parts]

# Each kind with its own keys.
KINDS: dict[str, tuple[tuple[str, ...], Reader]] = {
    "round_robin": (("players", *_PLAYED), contests.round_robin),
    "gauntlet": (("players", "champion", *_PLAYED), contests.gauntlet),
    "ablation": (("base", "terms", "switches", *_PLAYED), contests.ablation),
    "grid": (("base", "weightings", "grid", "players", *_PLAYED), contests.grid),
    "ladder": (("players", "band", *_PLAYED), contests.ladder),
    "sprt": (("players", "elo0", "elo1", "alpha", "beta", *_PLAYED), contests.sprt),
    "tuning": (("base", "terms", "held", "weightings", "ridge", *_PLAYED), contests.tuning),
    "nodes": (("players", "depths", "cases"), measures.nodes),
    "timing": (("players", "depths", "cases", "repeats"), measures.nodes),
    "random": (("games", "vary", "max_plies"), measures.random),
}


def read_parts(kind: str, table: Table, game: Game) -> Parts:
    """The parts of an experiment of this kind; its common keys were already read."""
    keys, reader = KINDS[kind]
    table.allow((*COMMON, *keys), f"an experiment of the kind {kind}")
    return reader(table, game)
