"""The beginning of every report: the question, the players, the machine, the progress."""

from collections.abc import Iterator, Mapping
from typing import Any

from plyground.lab.report.document import Block, Table, Text, counted, number
from plyground.lab.store import Record, Written
from plyground.records.journal import dump


def preface_blocks(study: Written, verdict: str | None = None) -> Iterator[Block]:
    """The question, whether the study is complete, its settings and its players."""
    head = study.head
    if head["question"]:
        yield Text(head["question"])
    yield completeness(study, verdict)
    yield from _repeated(study)
    yield Table("The study", ("what", "how"), list(_study_rows(study)), left=2)
    if head["players"]:
        players = [(name, spec) for name, spec in head["players"].items()]
        yield Table("Players", ("player", "spec"), players, left=2)


def completeness(study: Written, verdict: str | None) -> Text:
    """Whether all tasks were done; an unfinished study says so first."""
    done, total = len(study.records), int(study.head["tasks"])
    if verdict is not None:
        return Text(f"Complete: the test has decided, after {done} of at most {total} pairs.")
    if study.is_finished:
        return Text(f"Complete: all {total} tasks were done.")
    return Text(
        f"Not complete: {done} of {total} tasks were done. These are interim results; stopping"
        " when you like the result makes it misleading.",
        is_warning=True,
    )


def _repeated(study: Written) -> Iterator[Text]:
    """Openings used more than once: there is less information than the number of pairs suggests.

    A tuning counts a repeated game once, and needs no warning.
    """
    if study.head["kind"] == "tuning":
        return
    used = {each["pair"]: dump(each["opening"]) for each in study.records if "pair" in each}
    if (different := len(set(used.values()))) < len(used):
        yield Text(
            f"There {'was' if different == 1 else 'were'} only"
            f" {counted(different, 'different opening')} for {len(used):,} pairs. Deterministic"
            " players repeat their games from the same opening, and then all intervals are too"
            " narrow and all p-values too small.",
            is_warning=True,
        )


def _study_rows(study: Written) -> Iterator[tuple[str, str]]:
    head = study.head
    yield "kind", str(head["kind"]).replace("_", " ")
    yield "game", str(head["game"])
    yield "options", settings(head["options"]) or "the usual ones"
    if head["meetings"]:
        yield "openings", str(head["openings"])
        yield "time", str(head["time"] or "as the specs say")
        yield "games", f"{_games(study.records):,} of {2 * _pairs(head):,}"
    elif head["kind"] == "random":
        done = sum(record["games"] for record in study.records)
        yield "games", f"{done:,} of {head['games'] * len(head['cases']):,}"
    else:
        yield "searches", f"{len(study.records):,} of {head['tasks']:,}"
    yield "seed", str(head["seed"])
    yield "version", _all(study, lambda run: f"Plyground {run.get('plyground')}")
    yield "when", _all(study, lambda run: str(run.get("date")))
    yield "machine", _all(study, _machine)
    for name, digest in head["files"].items():
        yield "file", f"{name} (SHA-256 {digest[:16]}…)"


def _pairs(head: Mapping[str, Any]) -> int:
    return sum(pairs for _, _, pairs in head["meetings"])


def _games(records: tuple[Record, ...]) -> int:
    return sum(len(record["games"]) for record in records)


def _all(study: Written, tell: Any) -> str:
    """The circumstances of all runs, if they agree, or of one after the other."""
    return "; ".join(dict.fromkeys(tell(run) for run in study.versions))


def _machine(run: Mapping[str, Any]) -> str:
    table = ", with a table of the solved game" if run.get("table") else ""
    return (
        f"{run.get('system')}, {run.get('processors')} processors, core {run.get('core')},"
        f" Python {run.get('python')}{table}"
    )


def settings(options: Mapping[str, Any]) -> str:
    """Options for readers.

    >>> settings({"size": 4, "komi": 6.5, "pass": "no"})
    'size 4, komi 6.5, pass no'
    """
    return ", ".join(f"{name} {_value(value)}" for name, value in options.items())


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number(value) if isinstance(value, int | float) else str(value)
