"""The pages of the reference that are made from the code: Python, commands, HTTP, specs."""

import importlib
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

# The public modules, and what each is for.
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
    "bias": "Where a game has no priors, the evaluation's opinion of each reply counts as tries.",
    "batch": "The number of positions that a network evaluates at once.",
    "depth": "The number of plies to look ahead.",
    "eval": "Heuristics and weights, as in `corners*10+mobility`; or `net:NAME`, `patterns:NAME`.",
    "exploration": "How much the search tries moves that it has seldom tried.",
    "extras": "The game's own extra knowledge in the search.",
    "aspiration": "Search first with a narrow window around the last value.",
    "extensions": "Look further where the position is forcing.",
    "history": "Order moves by how often they refuted others.",
    "killers": "Try first what refuted the neighbouring positions.",
    "quiescence": "At the end of the depth, play out what is forced before evaluating.",
    "reductions": "Look less far at moves that come late in the order.",
    "first": "The depth to begin with.",
    "fpu": "First-play urgency: how much more than its position an untried move is worth.",
    "list": "The order of moves: the game's, or the one of the original program.",
    "memory": "Megabytes of memory.",
    "method": "The algorithm; `auto` takes the one that suits the game.",
    "mix": "A network's share in the value of a position, beside a playout's.",
    "net": "The network that guides the search.",
    "nodes": "The number of positions to visit at most.",
    "numbers": "How a network computes.",
    "order": "Sort moves by the game's own move order.",
    "playouts": "The number of playouts.",
    "policy": "Use the game's own playouts instead of random ones.",
    "priors": "Count what the game knows of its moves as if they had been tried.",
    "rave": "Let moves share in the results of games in which they came later.",
    "repetition": "Count a repeated position as a draw, as the rules say.",
    "resign": "Resign when the position is lost; with `off`, play to the end.",
    "reuse": "Go on from the tree of the last search.",
    "root": "How visits are spent at the root of a search that a network guides.",
    "seconds": "Seconds a move.",
    "seed": "The seed of the player's random numbers; with it, play is repeatable.",
    "solver": "Back up proven results as proven.",
    "specialist": "Let the game's specialist answer what it knows exactly.",
    "table": "Megabytes of the transposition table.",
    "tablebase": "Use the tablebase of a solved game.",
    "threads": "The number of threads.",
    "up": "An adaptive opponent's place between this level and the next, in percent.",
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
    """Every player that a spec can name, with every setting and what it may be."""
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
    """What a setting may be, in the words of its own refusal."""
    try:
        reader("\0")
    except ValueError as error:
        return str(error).replace(str(2**63), "2^63")
    raise AssertionError("no setting takes a null character")


def commands() -> str:
    """Every command of the command line with its arguments and options."""
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
    """A command line's commands, those of groups included."""
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
    """What stands for a value in the help, such as FILE."""
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
    """Help as one paragraph; Typer marks where lines must not be joined."""
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
    """The shapes that a body may have, as links to where they are described."""
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
    """The line by which autodoc documents a class or function; nothing for constants."""
    if not inspect.isclass(what):
        return [f".. autofunction:: {name}", ""] if inspect.isroutine(what) else []
    kind = "exception" if issubclass(what, BaseException) else "class"
    return [f".. auto{kind}:: {name}", "   :members:", "   :undoc-members:", ""]


def public(module: Any) -> list[str]:
    """The names that a module offers: its list of them, or what it defines without a dash."""
    if listed := getattr(module, "__all__", None):
        return sorted(listed, key=str.lower)
    return [
        name
        for name, what in vars(module).items()
        if not name.startswith("_") and getattr(what, "__module__", "") == module.__name__
    ]
