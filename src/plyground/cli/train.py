"""The command that trains a player: `plyground train GAME`."""

import dataclasses
import itertools
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.arguments import GameName, Load, Settings, load_games, read_settings
from plyground.cli.match import INTERRUPTED, TERMINATED, Terminated, ending_early
from plyground.engine.game import Game
from plyground.engine.registry import game as find_game
from plyground.extras import needed_for
from plyground.lab.running import MAX_WORKERS
from plyground.paths import data_folder
from plyground.train.settings import TrainSettings

app = typer.Typer()

Name = Annotated[
    str | None,
    typer.Option("--name", metavar="NAME", help="The name of the run; default the game's."),
]
Generations = Annotated[
    int | None, typer.Option(min=1, help="Stop after this many generations, in all.")
]
Minutes = Annotated[float | None, typer.Option(help="Stop after this many minutes, in all.")]
CpuMinutes = Annotated[
    float | None,
    typer.Option(help="Stop after this many minutes of CPU time, in all."),
]
Workers = Annotated[
    int, typer.Option(min=1, max=MAX_WORKERS, help="The number of processes that play games.")
]
Model = Annotated[
    str,
    typer.Option(help="What to train: a network, or patterns; see docs/explanation/learning.md."),
]
With = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="NAME=VALUE",
        help="Change a setting of the training; see docs/explanation/learning.md.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="tcp://HOST:PORT", help="Play the games on the workers of this Dask scheduler."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="The folder of runs; default: in the data folder."),
]


@app.command()
def train(
    name: GameName,
    settings: Settings = None,
    model: Model = "network",
    run_name: Name = None,
    generations: Generations = None,
    minutes: Minutes = None,
    cpu_minutes: CpuMinutes = None,
    workers: Workers = 1,
    cluster: Cluster = None,
    changes: With = None,
    out: Out = None,
    load: Load = None,
) -> None:
    """Train a player by self-play. Run the command again to continue a stopped run."""
    load_games(load)
    game = find_game(name, **read_settings(settings))
    folder = (out or data_folder() / "training") / (run_name or name)
    prepare = _MODELS.get(model)
    if prepare is None:
        raise ValueError(f"model can be {' or '.join(_MODELS)}, not {model[:40]!r}.")
    trainer, bar = prepare(
        game, changes, folder, workers=workers, cluster=cluster, load=tuple(load or ())
    )
    status = 0
    with ending_early(), bar:
        try:
            trainer.run(generations=generations, minutes=minutes, cpu_minutes=cpu_minutes)
        except KeyboardInterrupt as ended:
            status = TERMINATED if isinstance(ended, Terminated) else INTERRUPTED
    bar.print_end()
    raise typer.Exit(status)


def _network(game: Game, changes: list[str] | None, folder: Path, **how: Any) -> tuple[Any, Any]:
    from plyground.train.warm_start import check_players

    wanted = TrainSettings.for_game(game, read_changes(changes))
    check_players(wanted)
    with needed_for("train"):
        from plyground.train.running import Trainer
    from plyground.cli.train_display import Display
    from plyground.train.store import TrainingRun

    run = TrainingRun.open(folder, wanted)
    bar = Display(run)
    return Trainer(run, on_progress=bar.show, **how), bar


def _patterns(
    game: Game, changes: list[str] | None, folder: Path, *, cluster: str | None, **how: Any
) -> tuple[Any, Any]:
    from plyground.cli.train_display import Display
    from plyground.train.pattern_run import PatternRun
    from plyground.train.pattern_settings import PatternSettings
    from plyground.train.pattern_training import PatternTrainer

    if cluster is not None:
        raise ValueError("Patterns are trained in one process; --cluster is for networks only.")
    wanted = PatternSettings.for_game(game, read_changes(changes, PatternSettings))
    run = PatternRun.open(folder, wanted)
    bar = Display(run)
    return PatternTrainer(run, on_progress=bar.show, **how), bar


_MODELS = {"network": _network, "patterns": _patterns}


def read_changes(changes: list[str] | None, settings: type[Any] = TrainSettings) -> dict[str, Any]:
    """The settings of a training from the command line.

    A spec may contain commas, so it must be in an argument by itself.

    >>> read_changes(["visits=16,symmetries=no", "warm_start=mcts:playouts=9,rave=off"])
    {'visits': 16, 'symmetries': False, 'warm_start': 'mcts:playouts=9,rave=off'}
    """
    kinds = {field.name: field.type for field in dataclasses.fields(settings)}
    known = [name for name in kinds if name not in ("game", "options")]
    found: dict[str, Any] = {}
    parts = [[each] if ":" in each else each.split(",") for each in changes or []]
    for change in itertools.chain.from_iterable(parts):
        name, equals, value = (part.strip() for part in change.partition("="))
        if name not in known or not equals:
            raise ValueError(
                f"A training has no setting {change[:40]!r}; it takes: {', '.join(known)}."
            )
        found[name] = _read(name, kinds[name], value)
    return found


def _read(name: str, kind: Any, value: str) -> bool | int | float | str:
    try:
        if kind is bool:
            return {"yes": True, "on": True, "no": False, "off": False}[value]
        return value if kind is str else int(value) if kind is int else float(value)
    except (KeyError, ValueError):
        wanted = {bool: "yes or no", int: "a whole number"}.get(kind, "a number")
        raise ValueError(f"{name} can be {wanted}, not {value[:40]!r}.") from None
