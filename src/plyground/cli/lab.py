"""The commands of the laboratory."""

import json
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, Self

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import TaskID
from rich.table import Table

from plyground import lab
from plyground.cli.arguments import Json
from plyground.cli.match import (
    INTERRUPTED,
    TERMINATED,
    UNPLAYED,
    Terminated,
    ending_early,
    make_bar,
)
from plyground.lab.browse import overview
from plyground.lab.packing import pack, unpack
from plyground.lab.report import write as write_report
from plyground.lab.running import MAX_WORKERS
from plyground.lab.store import find_studies
from plyground.matches.file import NotWritten

app = typer.Typer(help="Run experiments and report their results.", no_args_is_help=True)

STUDIES = Path("studies")

_OFTEN = 0.5  # seconds between two interim results, which take time to compute

File = Annotated[Path, typer.Argument(metavar="FILE.toml", help="The experiment.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="The study's folder; default studies/NAME."),
]
Workers = Annotated[
    int, typer.Option(min=1, max=MAX_WORKERS, help="The number of tasks run at the same time.")
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="tcp://HOST:PORT", help="Run on the workers of this Dask scheduler."),
]
Made = Annotated[Path, typer.Argument(metavar="DIR", help="The study's folder.")]
Page = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE.html", help="The page; default DIR/report.html."),
]
Open = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A study, or a folder of studies.")]
Several = Annotated[list[Path], typer.Argument(metavar="DIR ...", help="The studies' folders.")]


@app.command("run")
def run(
    file: File,
    out: Out = None,
    workers: Workers = 1,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Run an experiment, or the missing part of it. Records go to the study's folder."""
    experiment = lab.Experiment.read(file)
    with lab.Study(out or STUDIES / experiment.name, experiment) as study:
        standing, status = _run(study, workers, cluster)
        _print_end(study, standing, as_json)
    raise typer.Exit(status or (UNPLAYED if standing.failures else 0))


def _run(study: lab.Study, workers: int, cluster: str | None) -> tuple[lab.Standing, int]:
    """The standing of the study at its end, and the exit status if it ended early."""
    status = 0
    with _Bar(study) as bar, ending_early():
        try:
            lab.run(study, workers=workers, cluster=cluster, on_progress=bar.show)
        except KeyboardInterrupt as ended:
            status = TERMINATED if isinstance(ended, Terminated) else INTERRUPTED
        except NotWritten as error:
            status = UNPLAYED
            print(f"plyground: {error}", file=sys.stderr)
    return bar.standing, status


def _print_end(study: lab.Study, standing: lab.Standing, as_json: bool) -> None:
    if as_json:
        print(json.dumps(_as_json(study, standing)))
        return
    print(f"{study.experiment.title}: {standing.done} of {standing.total} tasks")
    print(f"  {standing}")
    for failure in standing.failures:
        print(f"  {failure.task} could not be done: {failure.sentence}")
    print(f"  {study.folder}")


def _as_json(study: lab.Study, standing: lab.Standing) -> dict[str, Any]:
    return {
        "study": str(study.folder),
        "tasks": standing.total,
        "done": standing.done,
        "finished": standing.is_finished,
        "verdict": standing.verdict,
        "standing": str(standing),
        "failures": [vars(failure) for failure in standing.failures],
    }


@app.command("report")
def report(folder: Made, out: Page = None, show: Open = False, as_json: Json = False) -> None:
    """Write the report of a study: an HTML page with charts, and Markdown."""
    page, words = write_report(folder, out)
    print(
        json.dumps({"html": str(page), "markdown": str(words)}) if as_json else f"{page}\n{words}"
    )
    if show:
        webbrowser.open(page.resolve().as_uri())


@app.command("list")
def list_studies(folder: Folder = STUDIES, as_json: Json = False) -> None:
    """List the studies of a folder with their questions and progress."""
    found = [_describe(each) for each in find_studies(folder)]
    if as_json:
        print(json.dumps(found, indent=2))
        return
    columns = ("study", "kind", "game", "tasks", "state", "standing", "title")
    table = Table(box=None)
    for name in columns:  # a study's folder has to be typed, so it is shown in full
        table.add_column(name, no_wrap=name == "study")
    for row in found:
        tasks = f"{row['done']} of {row['tasks']}" if row["kind"] else ""
        within = Path(row["folder"]).relative_to(folder).as_posix()
        shown = {**row, "study": folder.name if within == "." else within, "tasks": tasks}
        table.add_row(*(escape(shown[name]) for name in columns))
    Console().print(table)


def _describe(folder: Path) -> dict[str, Any]:
    known, where = overview(folder), {"folder": str(folder)}
    if known.state == "broken":
        nothing = dict.fromkeys(("kind", "game", "tasks", "done", "standing"), "")
        return {**where, "name": known.name, **nothing, "state": "broken", "title": known.trouble}
    shown = ("name", "kind", "game", "tasks", "done", "state", "standing", "title")
    return {**where, **{name: getattr(known, name) for name in shown}}


@app.command("pack")
def pack_studies(folders: Several, as_json: Json = False) -> None:
    """Compress the records of studies. All commands can still read them."""
    _print_files(map(pack, folders), as_json)


@app.command("unpack")
def unpack_studies(folders: Several, as_json: Json = False) -> None:
    """Decompress the records of studies (undo `pack`)."""
    _print_files(map(unpack, folders), as_json)


def _print_files(files: Iterator[Path], as_json: bool) -> None:
    if as_json:
        print(json.dumps([{"file": str(file), "bytes": file.stat().st_size} for file in files]))
        return
    for file in files:
        print(f"{file}: {file.stat().st_size:,} bytes")


class _Bar:
    """The progress of a study, shown only on a terminal; it keeps the latest state."""

    def __init__(self, study: lab.Study) -> None:
        self.standing = lab.Standing(study.experiment, len(study.plan.ids))
        self._bar = make_bar()
        self._task: TaskID | None = None
        self._shown_at = -_OFTEN

    def show(self, standing: lab.Standing) -> None:
        """Shows the standing of the study."""
        self.standing = standing
        if self._bar.disable:
            return
        if self._task is None:  # tasks of an earlier run give no information about the time left
            self._task = self._bar.add_task("", total=standing.total, completed=standing.done)
        self._bar.update(self._task, completed=standing.done)
        if standing.is_finished or monotonic() - self._shown_at >= _OFTEN:
            self._bar.update(self._task, description=str(standing))
            self._shown_at = monotonic()

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
