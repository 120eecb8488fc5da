"""The ladder: plays each level against the next lower one, and writes their Elo differences.

    python tools/ladder.py [GAME ...] [--workers N]   # plays missing games, and writes
    python tools/ladder.py --check [GAME ...]         # only lists studies that are out of date
    python tools/ladder.py --write                    # only writes, from existing games

Each folder of experiments/ladder is a study: GAME has levels 1 to 6, GAME-7 and GAME-8 one step
each. Levels are limited by nodes, so games are repeatable: if the first games of a study differ, an
engine has changed, and the study is played again. The file ladder.json and the tables of
docs/explanation/levels.md are computed from the records. No tablebase is used.
"""

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

import plyground
from dobutsu_page import filled
from plyground import lab
from plyground.engine import tablebase
from plyground.lab.record_file import PACKED, RECORDS, records_file
from plyground.lab.work import run_task
from plyground.matches.stats import estimate

ROOT = Path(__file__).parents[1]
STUDIES = ROOT / "experiments" / "ladder"
LADDER = ROOT / "src" / "plyground" / "players" / "level" / "ladder.json"
PAGE = ROOT / "docs" / "explanation" / "levels.md"
GAMES = ("othello", "gomoku", "robogo", "dobutsu", "go")
HIGHER = range(2, 9)  # levels with a lower neighbour
BAND = (0.65, 0.85)

Data = dict[str, Any]


def folders(games: Iterable[str] = GAMES) -> list[Path]:
    """The studies of these games: the quick levels together, and levels 7 and 8 one by one."""
    found = [STUDIES / f"{game}{part}" for part in ("", "-7", "-8") for game in games]
    return [folder for folder in found if (folder / "experiment.toml").is_file()]


def is_stale(folder: Path) -> bool:
    """Whether the first games of a study would now be different."""
    if not records_file(folder).is_file():
        return False
    experiment = lab.Experiment.read(folder / "experiment.toml")
    records = {record["task"]: record for record in lab.read_study(folder).records}
    for task in islice(lab.Plan(experiment).missing(), len(experiment.meetings)):
        if task.id in records and _moves(run_task(task)) != _moves(records[task.id]):
            return True
    return False


def _moves(record: Mapping[str, Any]) -> list[str]:
    return [game["moves"] for game in record["games"]]


def play(folder: Path, workers: int) -> None:
    """Plays missing games of a study, or all if an engine has changed; then reports and packs."""
    if is_stale(folder):
        print(f"{folder.name}: the levels play otherwise now, so it begins anew.", flush=True)
        for record_file in (RECORDS, PACKED):
            (folder / record_file).unlink(missing_ok=True)
    # The folder relative to the root, so that reports contain no paths of this machine.
    name = str(folder.relative_to(ROOT)) if folder.is_relative_to(ROOT) else str(folder)
    file = f"{name}/experiment.toml"
    _plyground("lab", "run", file, "--out", name, "--workers", str(workers))
    _plyground("lab", "report", name)
    _plyground("lab", "pack", name)


def _plyground(*arguments: str) -> None:
    command = [sys.executable, "-m", "plyground", *arguments]
    subprocess.run(command, cwd=ROOT, check=True)


def measured(games: Iterable[str] = GAMES) -> dict[str, Data]:
    """The results of the finished studies, for ladder.json."""
    merged = tomllib.loads((STUDIES / "merged.toml").read_text(encoding="utf-8"))
    found = {}
    for game in games:
        # A level is compared with the lowest through all levels between, so none may be missing.
        studies = list(takewhile(_is_finished, folders([game])))
        if studies:
            found[game] = _ladder(studies, merged.get(game, {}))
    return found


def _is_finished(folder: Path) -> bool:
    return records_file(folder).is_file() and lab.read_study(folder).is_finished


def _ladder(studies: list[Path], merged: Mapping[str, str]) -> Data:
    from plyground.lab.ratings import rate  # needs an extra

    pairings = [pairing for folder in studies for pairing in lab.pairings(folder)]
    ratings = rate(pairings, anchor="level 1")
    levels: dict[str, Data] = {"1": {"elo": 0, "low": 0, "high": 0}}
    for level in HIGHER:
        met = (f"level {level}", f"level {level - 1}")
        pairs = [pairing.played for pairing in pairings if (pairing.first, pairing.second) == met]
        if not pairs:
            continue
        rating, step = ratings[met[0]].estimate, estimate(pairs)
        levels[str(level)] = {
            "elo": _round(rating.elo),
            "low": _round(rating.elo_low),
            "high": _round(rating.elo_high),
            "share": round(step.share, 4),
            "share_low": round(step.low, 4),
            "share_high": round(step.high, 4),
            "games": sum(map(len, pairs)),
        }
        if why := merged.get(str(level)):
            levels[str(level)] |= {"equal": level - 1, "why": why}
    options = lab.Experiment.read(studies[0] / "experiment.toml").game.values
    usual = plyground.game(lab.read_study(studies[0]).head["game"]).values
    changed = {name: value for name, value in options.items() if value != usual[name]}
    return {"options": changed, "levels": levels}


def _round(elo: float | None) -> float:
    if elo is None:
        raise ValueError("A level that won everything, or nothing, has no place on a ladder.")
    return round(elo, 1)


def tables(found: Mapping[str, Data]) -> dict[str, str]:
    """The tables of the page, by the names of their places."""
    return {
        "steps": "\n".join(_table(found, [f"{level} v {level - 1}" for level in HIGHER], _step)),
        "ladder": "\n".join(_table(found, [f"level {level}" for level in HIGHER], _elo)),
        "merged": "\n".join(_merged(found)) or "No two levels had to be merged.",
    }


def _table(found: Mapping[str, Data], heads: list[str], tell: Callable[[Data], str]) -> list[str]:
    lines = [f"| game | {' | '.join(heads)} |", f"| --- |{' --- |' * len(heads)}"]
    for game, data in found.items():
        known = (data["levels"].get(str(level)) for level in HIGHER)
        cells = [tell(level) if level else "not yet" for level in known]
        lines.append(f"| {_title(game, data)} | {' | '.join(cells)} |")
    return lines


def _title(game: str, data: Data) -> str:
    title, size = plyground.game(game).title, data["options"].get("size")
    return f"{title} {size}x{size}" if size else title


def _step(level: Data) -> str:
    low, share, high = (round(100 * level[name]) for name in ("share_low", "share", "share_high"))
    return f"{share} ({low}-{high})" + (" =" if "equal" in level else "")


def _elo(level: Data) -> str:
    return f"{level['elo']:+.0f} ± {(level['high'] - level['low']) / 2:.0f}"


def _merged(found: Mapping[str, Data]) -> Iterator[str]:
    for game, data in found.items():
        for number, level in data["levels"].items():
            if "equal" in level:
                title = _title(game, data)
                yield f"- {title}, levels {level['equal']} and {number}: {level['why']}"


def outside(found: Mapping[str, Data]) -> list[str]:
    """Steps that are neither inside the band nor merged, in words."""
    return [
        f"{game}: level {number} scored {level['share']:.1%} against the one below"
        for game, data in found.items()
        for number, level in data["levels"].items()
        if "share" in level and "equal" not in level and not BAND[0] <= level["share"] <= BAND[1]
    ]


def write() -> None:
    """Writes ladder.json and the tables of the page."""
    found = measured()
    LADDER.write_text(dump(found), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(filled(page, tables(found)), encoding="utf-8")
    for sentence in outside(found):
        print(
            f"{sentence}: change its row in src/plyground/players/level/rows.py, or merge the two."
        )


def dump(found: Mapping[str, Data]) -> str:
    """The text of ladder.json, one level per line."""
    lines = []
    for game, data in found.items():
        levels = ",\n".join(
            f'    "{number}": {json.dumps(level, ensure_ascii=False)}'
            for number, level in data["levels"].items()
        )
        options = json.dumps(data["options"])
        lines.append(f'  "{game}": {{"options": {options}, "levels": {{\n{levels}\n  }}}}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of: {', '.join(GAMES)}")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--check", action="store_true", help="say what is out of date, and end")
    parser.add_argument("--write", action="store_true", help="play nothing")
    given = parser.parse_args()
    if unknown := set(given.games) - set(GAMES):
        parser.error(f"There is no ladder of {unknown.pop()!r}; there are: {', '.join(GAMES)}.")
    tablebase.use_none(STUDIES / "no-table")  # also for child processes
    chosen = folders(given.games or GAMES)
    if given.check:
        stale = [folder.name for folder in chosen if is_stale(folder)]
        sys.exit(f"Out of date: {', '.join(stale)}." if stale else 0)
    if not given.write:
        for folder in chosen:
            play(folder, given.workers)
    write()


if __name__ == "__main__":
    main()
