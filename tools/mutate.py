"""Mutation testing: makes small changes to modules, and checks whether a test fails.

Cosmic Ray makes the changes: a number one larger or smaller, another operator, an inverted
condition. A change that no test notices survives: either a test is missing, or the change makes no
difference (docs/explanation/coverage.md lists those). The working tree is never changed: copies of
it, in build/mutation, are changed and tested in parallel.

`python tools/mutate.py [NAME ...] [--minutes MOST] [--copies COUNT]`, where a name is one of
MODULES. The table lists changes without enough time as "not run".
"""

import argparse
import json
import os
import queue
import shlex
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
import tomllib
import venv
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import own_environment
from own_environment import ROOT

FOLDER = ROOT / "build" / "mutation"
_LEFT_OUT = shutil.ignore_patterns(".*", "build", "dist", "node_modules", "__pycache__")
_SLOWEST = 10.0  # times the duration without a change: then it hangs
_PACKAGE = "src/plyground"

# Each module with the tests that concern it, and nothing slower. Its own doctests come first.
_TIMED = "clock or time or tolerance"
MODULES = {
    "matches/stats": ["tests/test_stats.py"],
    "web/base/limits": [
        "tests/web/base/test_limits.py",
        "tests/web/accounts/test_account_safety.py",
    ],
    "matches/clocks": ["tests/matches/test_playing.py", "-k", f"clocks.py or {_TIMED}"],
    "engine/options": ["tests/test_options.py"],
    "engine/results": ["tests/games/test_refusals.py", "tests/games/test_contract.py"],
    "engine/counting": ["tests/games/test_counting.py"],
    "lab/sprt": ["tests/lab/test_sprt.py"],
    "lab/comparisons": ["tests/lab/test_comparisons.py"],
    "engine/game": [f"tests/games/test_{name}.py" for name in ("refusals", "views", "contract")],
}

# The replacements. Cosmic Ray has every pair; one or two of each kind are enough.
_KEPT = (
    "ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Mul|Mod_Mul|Pow_Mul)",
    "ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is)",
    "ReplaceComparisonOperator_(Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt)",
    "ReplaceUnaryOperator_Delete_(USub|Not)",
    "Replace(TrueWithFalse|FalseWithTrue|AndWithOr|OrWithAnd|BreakWithContinue|ContinueWithBreak)",
    "AddNot|ExceptionReplacer|NumberReplacer|RemoveDecorator|ZeroIterationForLoop",
)


@dataclass
class Outcome:
    """The results of one module's changes."""

    module: str
    counts: Counter[str] = field(default_factory=Counter)
    survivors: list[str] = field(default_factory=list)
    seconds: float = 0.0
    trouble: str = ""

    def __str__(self) -> str:
        if self.trouble:
            return f"{self.module:16} {self.trouble}"
        killed, survived = self.counts["killed"], self.counts["survived"]
        score = f"{killed / (killed + survived):6.1%}" if killed + survived else "     -"
        rest = self.counts["not run"]
        return (
            f"{self.module:16} {score}  {killed:4} noticed {survived:4} survived {rest:4} not run"
            f"  {self.seconds:5.0f} s"
        )


def install_tool() -> Path:
    """Put Cosmic Ray into a separate environment; return the folder of its programs."""
    folder = FOLDER / "tool"
    programs = Path(
        sysconfig.get_path("scripts", "venv", {"base": str(folder), "platbase": str(folder)})
    )
    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = tomllib.load(file)["project"]["optional-dependencies"]["mutation"]
    if not (programs / "cosmic-ray").exists():
        venv.create(folder, with_pip=True, symlinks=True)
    pip = [str(programs / "python"), "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
    subprocess.run([*pip, *wanted], check=True)
    return programs


def make_copy(number: int) -> Path:
    """Copy the tree, and the core into it."""
    copy = FOLDER / f"tree-{number}"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT, copy, ignore=_LEFT_OUT)
    for module in Path(sysconfig.get_path("platlib"), "plyground").glob("*.so"):
        shutil.copy(module, copy / _PACKAGE)
    return copy


def configuration(module: str, command: list[str], timeout: float) -> str:
    """Cosmic Ray's configuration: one module, its tests, and the kinds of changes."""
    pattern = "|".join(_KEPT)
    return f"""[cosmic-ray]
module-path = "{_PACKAGE}/{module}.py"
timeout = {timeout:.1f}
excluded-modules = []
test-command = {json.dumps(shlex.join(command))}
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = ['core/(?!({pattern})$)']
"""


class Copy:
    """One copy of the tree, in which one change is tested at a time."""

    def __init__(self, number: int, tool: Path, python: Path, end: float) -> None:
        self.folder = make_copy(number)
        self._tool = tool
        self._python = python
        self._end = end
        self._environment = os.environ | {
            "CI": "true",  # hypothesis draws the same examples every time
            "PYTHONPATH": str(self.folder / "src"),  # before the core's other copies
            "PLYGROUND_TEST_SCALE": os.environ.get("PLYGROUND_TEST_SCALE", "0.1"),
        }
        # Imports of the tests are compiled once; see `_test_unchanged`.
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def try_module(self, module: str) -> Outcome:
        """Make every change of a module, and count."""
        outcome = Outcome(module)
        begun = time.monotonic()
        options = ["-x", "-q", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:cacheprovider"]
        files = [f"{_PACKAGE}/{module}.py", *MODULES[module]]
        command = [str(self._python), "-m", "pytest", *options, *files]
        if (unchanged := self._test_unchanged(module, command)) is None:
            outcome.trouble = "its tests fail without any change"
            return outcome
        name = module.replace("/", "-")
        config, session = self.folder / f"{name}.toml", FOLDER / f"{name}.sqlite"
        session.unlink(missing_ok=True)
        timeout = 5 + unchanged * _SLOWEST
        config.write_text(configuration(module, command, timeout), encoding="utf-8")
        self._call("cosmic-ray", "init", config, session)
        self._call("cr-filter-operators", session, config)
        self._call("cosmic-ray", "exec", config, session, until=self._end)
        self._count(outcome, self._call("cosmic-ray", "dump", session))
        outcome.seconds = time.monotonic() - begun
        return outcome

    def _test_unchanged(self, module: str, command: list[str]) -> float | None:
        """The seconds of a module's tests without a change; None if they fail.

        The first run keeps its compiled files, except for the module itself: a change of the same
        size within the same second would not be noticed.
        """
        ran = subprocess.run(
            command, cwd=self.folder, env=self._environment, check=False, capture_output=True
        )
        if ran.returncode:
            sys.stderr.write(ran.stdout.decode()[-3000:])
            return None
        path = self.folder / _PACKAGE / f"{module}.py"
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()
        begun = time.monotonic()
        subprocess.run(
            command,
            cwd=self.folder,
            env=self._environment | {"PYTHONDONTWRITEBYTECODE": "1"},
            check=False,
            capture_output=True,
        )
        return time.monotonic() - begun

    def _call(self, program: str, *words: str | Path, until: float | None = None) -> str:
        """Run a program of Cosmic Ray; return its output, or nothing on a timeout."""
        command = [str(self._tool / program), *map(str, words)]
        left = None if until is None else max(1.0, until - time.monotonic())
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=self._environment,
                stdout=subprocess.PIPE,
                text=True,
                timeout=left,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return ""
        return done.stdout

    def _count(self, outcome: Outcome, dumped: str) -> None:
        """Read Cosmic Ray's results: an item and its result per line."""
        for line in dumped.splitlines():
            item, result = json.loads(line)
            if result is None:
                outcome.counts["not run"] += 1
            elif result["worker_outcome"] == "normal":
                outcome.counts[result["test_outcome"]] += 1
                if result["test_outcome"] == "survived":
                    outcome.survivors.append(survivor(item, result["diff"]))
        outcome.survivors.sort(key=lambda row: int(row.split(":")[1]))


def survivor(item: dict[str, list[dict[str, object]]], difference: str) -> str:
    """The place of a change, and the changed line."""
    (mutation,) = item["mutations"]
    changed = [line for line in difference.splitlines() if line[:3] not in ("---", "+++")]
    before, after = (
        " / ".join(line[1:].strip() for line in changed if line.startswith(sign)) for sign in "-+"
    )
    start = mutation["start_pos"]
    assert isinstance(start, list)
    return f"{mutation['module_path']}:{start[0]}: {before}  ->  {after}"


def run(names: list[str], minutes: float, copies: int) -> list[Outcome]:
    """Test these modules, this many at a time."""
    end = time.monotonic() + 60 * minutes
    tool = install_tool()
    python, _ = own_environment.make(FOLDER / "environment")
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    for name in names:
        waiting.put(name)
    outcomes: list[Outcome] = []

    def work(number: int) -> None:
        copy = Copy(number, tool, python, end)
        while True:
            try:
                module = waiting.get_nowait()
            except queue.Empty:
                return
            outcome = copy.try_module(module)
            outcomes.append(outcome)
            print(outcome, flush=True)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(copies)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes, key=lambda outcome: names.index(outcome.module))


def main() -> int:
    """Test the requested modules, and list the changes that no test noticed."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(MODULES)}")
    parser.add_argument("--minutes", type=float, default=55.0, help="the most it may take")
    parser.add_argument("--copies", type=int, default=2, help="how many are tried side by side")
    given = parser.parse_args()
    if wrong := set(given.names) - set(MODULES):
        parser.error(f"{min(wrong)} is none of {', '.join(MODULES)}")
    outcomes = run(given.names or list(MODULES), given.minutes, given.copies)
    print("\nNo test has noticed:")
    for outcome in outcomes:
        print("\n".join(outcome.survivors) or f"{outcome.module}: nothing")
    return int(any(outcome.trouble for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
