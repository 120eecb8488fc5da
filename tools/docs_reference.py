"""The pages of the reference that are made from the code: Python, commands, HTTP, specs."""

import importlib
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

# The public modules, with their purposes.
MODULES = {
    "plyground": "Games, positions, searches, players",
    "plyground.records": "Games as they were played",
    "plyground.records.record": "A played game as a tree",
    "plyground.records.journal": "Records as JSON lines",
    "plyground.records.notation": "Notations of other programs",
    "plyground.matches": "Matches between two players",
    "plyground.matches.stats": "Statistics of matches",
    "plyground.lab": "The laboratory",
    "plyground.lab.report": "Reports on studies",
    "plyground.learn.review": "Reviews of games",
    "plyground.learn.lessons": "Lessons",
    "plyground.puzzles": "Puzzles",
    "plyground.check": "Checking a game of your own",
    "plyground.client": "A client of the HTTP API",
    "plyground.engine.actions": "Moves as numbers",
    "plyground.engine.symmetry": "Turns and reflections of the board",
    "plyground.engine.tablebase": "Tablebases",
    "plyground.extras": "Optional parts",
}
SETTINGS = {
    "book": "Play from the opening book if the game has one.",
    "bias": "In games without priors, count the evaluation of each reply as virtual visits.",
    "batch": "The number of positions that a network evaluates at once.",
    "depth": "The number of plies to search.",
    "eval": "Heuristics and weights, as in `corners*10+mobility`; or `net:NAME`, `patterns:NAME`.",
    "exploration": "How much the search prefers rarely visited moves.",
    "extras": "All techniques of the strong search and its table; `off` is plain alpha-beta.",
    "aspiration": "Search first with a narrow window around the last value.",
    "extensions": "Search forced replies more deeply.",
    "history": "Order moves by how often they caused cutoffs.",
    "killers": "Try first the moves that caused cutoffs in sibling positions.",
    "futility": "Skip the search of a move if a margin shows that it can hardly change the result.",
    "razoring": "Ask only for a forced win if the evaluation is far below the window.",
    "counting": "Skip late moves near the horizon by their number.",
    "counters": "Order first the move that answered the last move before.",
    "probcut": "Cut moves by shallow searches, if the game has measured their errors.",
    "quiescence": "At the end of the depth, play out forcing moves before the evaluation.",
    "reductions": "Search late moves less deeply.",
    "first": "The first depth.",
    "fpu": "First-play urgency: the value of an unvisited move relative to its position.",
    "list": "The order of moves: the game's, or that of the original program.",
    "memory": "The memory in megabytes.",
    "method": "The algorithm; `auto` is the best one for the game.",
    "mix": "The weight of the network's value relative to a playout.",
    "net": "The network that guides the search.",
    "nodes": "The largest number of positions to visit.",
    "numbers": "The arithmetic of a network.",
    "order": "Sort moves by the game's own move order.",
    "playouts": "The number of playouts.",
    "policy": "Use the game's own playout policy instead of random moves.",
    "priors": "Count the game's knowledge of moves as virtual visits.",
    "rave": "Use the results of playouts in which a move came later.",
    "repetition": "Count a repeated position as a draw, as in the rules.",
    "resign": "Resign a lost position; with `off`, play to the end.",
    "reuse": "Continue with the tree of the last search.",
    "root": "The selection rule at the root of a search with a network.",
    "seconds": "The seconds for each move.",
    "seed": "The seed of the player's random numbers, for repeatable play.",
    "solver": "Back up proved results as exact values.",
    "specialist": "Use the game's specialist for exact answers.",
    "table": "The size of the transposition table in megabytes.",
    "tablebase": "Use the tablebase of a solved game.",
    "threads": "The number of threads.",
    "up": "The percentage of moves that the next level plays.",
}


def pages() -> dict[str, str]:
    """Every generated page by its part and place in the site."""
    return {
        "Reference/reference/specs.md": specs(),
        "Reference/reference/commands.md": commands(),
        "Reference/reference/http.md": http(),
        "Reference/reference/api/index.md": python_index(),
        **{f"/reference/api/{name}.md": text for name, text in python_modules()},
    }


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    r"""A table in Markdown.

    >>> print(table(["name", "meaning"], [["a|b", "two\nlines"]]))
    | name | meaning |
    | --- | --- |
    | a\|b | two lines |
    <BLANKLINE>
    """
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    cells = ([" ".join(cell.split()).replace("|", "\\|") for cell in row] for row in lines)
    return "".join(f"| {' | '.join(row)} |\n" for row in cells)


def specs() -> str:
    """Every player of a spec, with every setting and its values."""
    from plyground.engine.spec import ALGORITHMS, ORIGINALS

    text = [
        "# Every setting of a spec\n",
        (
            "A spec names a player: a name, a colon, and settings with commas between, as in"
            " `mcts:playouts=5000,rave=off`. The name alone takes the defaults."
            " [Search](../explanation/search.md) explains the syntax and what the searches do.\n"
        ),
    ]
    for name, readers in ALGORITHMS.items():
        rows = [
            (f"`{key}`", allowed(reader), SETTINGS[key])
            for key, reader in readers.items()
            if key != "level"
        ]
        text += [f"## {name}\n", table(("setting", "values", "meaning"), rows)]
    text += [
        "## Players of the original programs\n",
        "These names stand for the specs beside them. Single settings can be changed.\n",
        table(("name", "spec"), ((f"`{one}`", f"`{spec}`") for one, spec in ORIGINALS.items())),
    ]
    return "\n".join(text)


def allowed(reader: Any) -> str:
    """The values of a setting, from its own error message."""
    try:
        reader("\0")
    except ValueError as error:
        return str(error).replace(str(2**63), "2^63")
    raise AssertionError("no setting takes a null character")


def commands() -> str:
    """Every command with its arguments and options."""
    import typer

    from plyground.cli import make_app

    root = typer.main.get_command(make_app())
    text = [
        "# Every command\n",
        (
            "`plyground COMMAND --help` shows the same."
            " [Command line](command-line.md) has the overview.\n"
        ),
    ]
    for names, command in _commands(root, ()):
        text += _described(names, command)
    return "\n".join(text)


def _commands(command: Any, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The commands of a command line, including those of groups."""
    for name, inner in sorted(getattr(command, "commands", {}).items()):
        yield from _commands(inner, (*names, name))
    if names and not hasattr(command, "commands"):
        yield names, command


def _described(names: tuple[str, ...], command: Any) -> Iterator[str]:
    yield f"## plyground {' '.join(names)}\n"
    yield _plain(command.help or "") + "\n"
    usage = [f"plyground {' '.join(names)}", "[OPTIONS]"]
    rows = []
    for one in command.params:
        if one.param_type_name == "argument":
            word = _value_name(one) + (" ..." if one.multiple or one.nargs != 1 else "")
            usage.append(word if one.required else f"[{word}]")
            rows.append((f"`{_value_name(one)}`", _plain(one.help or "")))
        else:
            rows.append((_option(one), _plain(one.help or "") + _default(one)))
    yield f"```text\n{' '.join(usage)}\n```\n"
    yield table(("argument or option", "meaning"), rows)


def _value_name(one: Any) -> str:
    """The placeholder of a value in the help, such as FILE."""
    kinds = {int: "N", float: "NUMBER", str: "TEXT"}
    kind = one.type_descriptor.annotation
    return str(one.metavar or kinds.get(kind) or one.name.upper())


def _option(one: Any) -> str:
    names = ", ".join(f"`{name}`" for name in (*one.opts, *one.secondary_opts))
    return names if one.is_flag else f"{names} `{_value_name(one)}`"


def _default(one: Any) -> str:
    if one.default in (None, False, (), []) or callable(one.default):
        return ""
    return f" Default: `{one.default}`."


def _plain(text: str) -> str:
    """Help as one paragraph; Typer marks lines that must not be joined."""
    return " ".join(inspect.cleandoc(text).replace("\b", "").split())


def http() -> str:
    """Every request of the HTTP API, from the server's own OpenAPI document."""
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
    django.setup()
    from plyground.web.api.docs import outline
    from plyground.web.api.document import document

    found = document()
    text = [
        "# Every request of the HTTP API\n",
        (
            f"{found['info']['description']} A running server shows this page for its own version"
            " under `/api/docs/`, and the document behind it under `/api/openapi.json`."
            " [HTTP API](api.md) explains tokens, limits and errors.\n"
        ),
    ]
    for tag in found["tags"]:
        text.append(f"## {tag['description']}\n")
        for path, operations in found["paths"].items():
            for method, operation in operations.items():
                if tag["name"] in operation["tags"]:
                    text += _request(method.upper(), path, operation)
    text.append("## Shapes\n")
    for name, shape in found["components"]["schemas"].items():
        text += [f"### {name}\n", f"```text\n{outline(shape)}\n```\n"]
    return "\n".join(text)


def _request(method: str, path: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {method} {path}\n"
    needs = "" if {} in operation["security"] else " Needs a token."
    yield f"{operation['summary']}{needs}\n"
    rows = [
        (f"`{one['name']}`", f"in the {one['in']}", one["description"])
        for one in operation.get("parameters", ())
    ]
    if rows:
        yield table(("parameter", "where", "meaning"), rows)
    if body := operation.get("requestBody"):
        yield f"Body: {', '.join(_shapes(body))}.\n"
    answers = []
    for status, answer in operation["responses"].items():
        shapes = ", ".join(_shapes(answer))
        answers.append((status, answer["description"], shapes))
    yield table(("status", "meaning", "answer"), answers)


def _shapes(part: Mapping[str, Any]) -> list[str]:
    """The schemas of a body, as links to their descriptions."""
    text = str(part.get("content", ""))
    names = re.findall(r"#/components/schemas/(\w+)", text)
    return [f"[{name}](#{name.lower()})" for name in dict.fromkeys(names)]


def python_index() -> str:
    """The list of public modules."""
    rows = [(f"[`{name}`]({name}.md)", purpose) for name, purpose in MODULES.items()]
    tree = "\n".join(["```{toctree}", ":hidden:", "", *MODULES, "```"])
    intro = (
        "Every public class and function, from their docstrings."
        " [Python](../python.md) is the guide.\n"
    )
    return "\n".join(["# Python API\n", intro, table(("module", "purpose"), rows), tree, ""])


def python_modules() -> Iterator[tuple[str, str]]:
    """A page for autodoc for each module. An object that two modules offer is on the first page."""
    seen: set[int] = set()
    for name in MODULES:
        module = importlib.import_module(name)
        text = [f"# {name}\n", "```{eval-rst}", f".. automodule:: {name}", "   :no-members:", ""]
        for member in public(module):
            what = getattr(module, member)
            if id(what) not in seen:
                text += _directive(f"{name}.{member}", what)
            seen.add(id(what))
        yield name, "\n".join([*text, "```", ""])


def _directive(name: str, what: Any) -> list[str]:
    """The autodoc directive for a class or function; nothing for constants."""
    if not inspect.isclass(what):
        return [f".. autofunction:: {name}", ""] if inspect.isroutine(what) else []
    kind = "exception" if issubclass(what, BaseException) else "class"
    return [f".. auto{kind}:: {name}", "   :members:", "   :undoc-members:", ""]


def public(module: Any) -> list[str]:
    """The public names of a module: `__all__`, or its definitions without an underscore."""
    if listed := getattr(module, "__all__", None):
        return sorted(listed, key=str.lower)
    return [
        name
        for name, what in vars(module).items()
        if not name.startswith("_") and getattr(what, "__module__", "") == module.__name__
    ]
