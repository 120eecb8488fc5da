"""The commands about solved games: `solved`, `solved verify` and `solved make`."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from plyground.cli.arguments import Json
from plyground.solved import book
from plyground.solved import certificate as files
from plyground.solved.book import Row
from plyground.solved.certificate import Certificate, WrongProof
from plyground.solved.checker import Checked, check

app = typer.Typer(help="The book of solved games: list it, and check its proofs.")

_WRONG = 1
_PROOFS = {
    "certificate": "certificate",
    "solve": "plyground solve",
    "tablebase": "tablebase",
    "literature": "only the literature",
    "open": "open",
}


@app.callback(invoke_without_command=True)
def solved(context: typer.Context, as_json: Json = False) -> None:
    """List the values of all positions in the book, and the open questions."""
    if context.invoked_subcommand is not None:
        return
    if as_json:
        print(json.dumps([_row_json(row) for row in book.rows()]))
        return
    table = Table("name", "first player", "first known", "proof", "nodes", "CPU s", "bytes")
    for row in book.rows():
        table.add_row(
            row.name,
            _value(row.verdict, row.margin, counts=row.rules.start().counts_margin),
            row.known,
            _PROOFS[row.proof],
            "" if row.nodes is None else str(row.nodes),
            "" if row.seconds is None else f"{row.seconds:g}",
            "" if row.size is None else str(row.size),
        )
    Console(width=None if sys.stdout.isatty() else 160).print(table)


@app.command()
def verify(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Rows, files of certificates, or `all`.")
    ],
    as_json: Json = False,
) -> None:
    """Check certificates move by move. The exit status is 1 if one is wrong."""
    if names == ["all"]:
        names = [row.name for row in book.rows() if row.proof == "certificate"]
    for name in names:
        try:
            certificate, checked = _verify(name)
        except WrongProof as error:
            print(f"plyground: {error}", file=sys.stderr)
            raise typer.Exit(_WRONG) from None
        if as_json:
            print(json.dumps({"name": name, **certificate.head(), **vars(checked)}))
            continue
        print(
            f"{name}: {_of(certificate)} is right. {checked.positions} positions,"
            f" {checked.ends} ends, {checked.pairings} pairings,"
            f" {checked.passes} wins after a pass."
        )


@app.command()
def make(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A row with a certificate.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write.")],
    memory: Annotated[int, typer.Option(help="The memory limit in megabytes.")] = 1024,
) -> None:
    """Solve the position of a row again and write its certificate."""
    made = book.make(name, memory)
    made.certificate.write(out)
    print(f"{out}: {made.nodes} nodes, {made.seconds:.2f} s of processor time")


def _verify(name: str) -> tuple[Certificate, Checked]:
    path = Path(name)
    if path.suffix == ".proof":
        certificate = files.read(path)
        return certificate, check(certificate)
    return book.verify(name)


def _of(certificate: Certificate) -> str:
    start = certificate.start()
    value = _value(certificate.verdict, certificate.margin, counts=start.counts_margin)
    return f"{start.turn} to move: {value}"


def _value(verdict: str | None, margin: float | None, *, counts: bool) -> str:
    if verdict is None or margin is None:
        return "?"
    return f"{verdict} by {abs(margin):g}" if counts and margin else verdict


def _row_json(row: Row) -> dict[str, Any]:
    known = vars(row) | {"options": dict(row.options), "bytes": row.size}
    return {key: value for key, value in known.items() if value is not None}
