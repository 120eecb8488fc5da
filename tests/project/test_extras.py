"""The base install runs by itself; a missing extra is named with the command that installs it."""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator

import pytest

from install import packages_of
from plyground import __version__
from plyground.cli import VERSION
from plyground.extras import EXTRAS
from tests.games.cases import run_python
from tests.project import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FOR_DEVELOPERS = {"deep", "docs", "mutation", "test", "wheels"}
# others have the same name
MODULES = {"open-spiel": "pyspiel", "prometheus-client": "prometheus_client"}
OPTIONAL = {module for extra in EXTRAS.values() for module in extra.modules}
# Runs a command as if no extra were installed.
BARE = f"""
import sys
for module in {sorted(OPTIONAL - {"pydantic"})!r}:  # Typer itself needs pydantic
    sys.modules[module] = None
from plyground.cli import main
try:
    main(sys.argv[1:] or ARGUMENTS)
except SystemExit as end:
    print("ended with", end.code)
"""


def modules_of(packages: list[str]) -> set[str]:
    names = [re.split(r"[\[<>=~]", package)[0] for package in packages]
    return {MODULES.get(name, name.replace("-", "_")) for name in names}


def imported() -> Iterator[str]:
    """The modules of other packages that our modules import."""
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (name.name.partition(".")[0] for name in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                yield str(node.module).partition(".")[0]


def bare(*arguments: str) -> str:
    return run_python(
        f"ARGUMENTS = {list(arguments)!r}\nimport sys\nsys.stderr = sys.stdout\n{BARE}"
    )


def test_every_imported_package_is_declared() -> None:
    optional = packages_of(PROJECT["optional-dependencies"], *EXTRAS)
    known = modules_of(PROJECT["dependencies"] + optional) | set(sys.stdlib_module_names)
    known |= {"gymnasium", "open_spiel"}  # come with pettingzoo and open-spiel
    known |= {"pandas"}  # not an extra: lab.frame() names it if it is missing
    assert set(imported()) - known == {"plyground"}


def test_every_declared_package_is_imported() -> None:
    optional = packages_of(PROJECT["optional-dependencies"], *EXTRAS)
    declared = modules_of(PROJECT["dependencies"] + optional)
    by_django = {"psycopg"}
    assert declared - set(imported()) == by_django


def test_the_page_about_installing_lists_every_extra() -> None:
    page = (ROOT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert listed == [*EXTRAS, "all"]


def test_every_extra_installs_the_modules_it_needs() -> None:
    declared = PROJECT["optional-dependencies"]
    assert set(declared) - FOR_DEVELOPERS - {"all"} == set(EXTRAS)
    brought = {"open_spiel", "gymnasium"}  # from open-spiel and pettingzoo
    for name, extra in EXTRAS.items():
        assert set(extra.modules) - brought <= modules_of(packages_of(declared, name)), name


def test_the_version_names_the_build() -> None:
    assert VERSION in (f"plyground {__version__} ({name} build)" for name in ("AVX2", "baseline"))


def test_all_means_every_extra_for_people() -> None:
    declared = PROJECT["optional-dependencies"]
    assert declared["all"] == ["plyground[web,terminal,lab,cluster,server,train]"]


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["version"] == __version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    dated = re.search(
        rf"^## {re.escape(__version__)} \(\d{{4}}-\d\d-\d\d\)$", changes, re.MULTILINE
    )
    assert dated


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("analyse", "othello", "--nodes", "100"),
        ("match", "dobutsu", "random", "random", "--games", "2"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_base_install_runs(arguments: tuple[str, ...]) -> None:
    assert bare(*arguments).endswith("ended with 0\n")


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("serve",), "web"),
        (("train", "othello"), "train"),
        (("lab", "run", "x.toml", "--cluster", "tcp://localhost:1"), ""),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_command_names_the_extra_that_it_lacks(arguments: tuple[str, ...], extra: str) -> None:
    said = bare(*arguments)
    assert said.endswith("ended with 2\n")
    assert not extra or f'which is not installed: pip install "plyground[{extra}]".' in said
    assert "Traceback" not in said


# What needs each extra, as a person would meet it.
USES = {
    "web": 'main(["serve"])',
    "terminal": """
import plyground.cli.play as play
sys.stdin.isatty = sys.stdout.isatty = lambda: True
os.environ["TERM"] = "xterm"
play._has_full_screen()
""",
    "lab": 'main(["lab", "report", "experiments/ladder/go-8"])',
    "cluster": """
main(["lab", "run", "examples/othello-heuristics.toml", "--cluster", "tcp://localhost:1",
      "--out", tempfile.mkdtemp()])
""",
    "server": """
from plyground.web.base.database import read_database
read_database("postgresql://localhost/name", None)
""",
    "train": 'main(["train", "othello"])',
    "networks": 'plyground.game("othello").start().planes()',
    "onnx": """
from plyground.extras import needed_for
with needed_for("onnx"):
    import plyground.engine.onnx_export
""",
    "openspiel": "import plyground.adapters.openspiel",
    "pettingzoo": "import plyground.adapters.pettingzoo",
}


@pytest.mark.parametrize("extra", EXTRAS)
def test_each_missing_extra_is_named_in_one_sentence_with_the_command(extra: str) -> None:
    own = [EXTRAS[extra].modules[0]] if extra != "web" else ["django"]
    said = run_python(
        f"""
import os, sys, tempfile
for module in {own!r}:
    sys.modules[module] = None
import plyground
from plyground.cli import main
sys.stderr = sys.stdout
try:
    exec({USES[extra]!r})
except SystemExit as end:
    assert end.code == 2, end.code
except ValueError as error:
    print(error)
"""
    )
    (line,) = said.splitlines()
    assert EXTRAS[extra].command in line
    assert "Traceback" not in line


def test_doctor_says_what_is_missing_and_how_to_get_it() -> None:
    text = bare("doctor")
    assert " parts are installed. " in text
    assert "missing    Playing in the browser needs django, uvicorn" in text
    assert 'pip install "plyground[web]"' in text
    data = json.loads(bare("doctor", "--json").rpartition("ended")[0])
    assert data["extras"]["terminal"]["missing"] == ["textual"]
    assert data["version"] == __version__
