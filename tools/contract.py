"""Writes the web contract's types for the front end, and for `plyground.client`.

`python tools/contract.py` rewrites both files; a test fails if they are out of date.
"""

import importlib
import json
import keyword
import pkgutil
import sys
import textwrap
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "src" / "plyground" / "web" / "contract" / "types.d.ts"
CLIENT = ROOT / "src" / "plyground" / "client" / "answers.py"

# The operations that `plyground.client` uses.
KNOWN = (
    *("move", "analyse", "list_rules", "get_rules", "make_token", "list_games", "begin_game"),
    *("get_game", "get_position", "act", "rematch", "join", "ask_job"),
)

Shape = dict[str, Any]

_HEAD = "Made by `make contract` from src/plyground/web/contract."
_SCRIPT = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
_PYTHON = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


def shapes() -> dict[str, Shape]:
    """Every type of the contract as JSON Schema, including types of lower layers that it uses."""
    from typing_extensions import is_typeddict

    from plyground.web import contract
    from plyground.web.api import schema
    from plyground.web.contract.body import Body

    kinds: list[Any] = []
    for row in pkgutil.iter_modules(contract.__path__, f"{contract.__name__}."):
        module = importlib.import_module(row.name)
        for kind in vars(module).values():
            ours = getattr(kind, "__module__", "").startswith("plyground.")
            if ours and (is_typeddict(kind) or (isinstance(kind, type) and issubclass(kind, Body))):
                kinds.append(kind)
    return cast(dict[str, Shape], schema.components(kinds))


def answered() -> dict[str, Shape]:
    """The answers of the operations that the client uses."""
    from plyground.web.api import schema
    from plyground.web.api.operations import OPERATIONS

    kinds = [one.answer for one in OPERATIONS if one.name in KNOWN and one.answer is not None]
    return cast(dict[str, Shape], schema.components(kinds))


# For the pages


def typescript() -> str:
    """The types in the form that comments of the pages' modules use: `import('contract').State`."""
    parts = [f"// {_HEAD}\n"]
    for name, shape in shapes().items():
        about = str(shape.get("description", "")).replace("\n", "\n * ").replace(" * \n", " *\n")
        parts.append(f"/** {about} */\nexport type {name} = {_script(shape)};\n")
    return "\n".join(parts)


def _script(shape: Shape, indent: str = "") -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " | ".join(_script(one, indent) for one in shape["anyOf"])
    if "const" in shape:
        return json.dumps(shape["const"])
    if "enum" in shape:
        return " | ".join(json.dumps(one) for one in shape["enum"])
    if "prefixItems" in shape:
        return f"[{', '.join(_script(one, indent) for one in shape['prefixItems'])}]"
    kinds = shape.get("type", "unknown")
    return " | ".join(
        _script_of(kind, shape, indent) for kind in (kinds if isinstance(kinds, list) else [kinds])
    )


def _script_of(kind: str, shape: Shape, indent: str) -> str:
    if kind == "array":
        inner = _script(shape.get("items", {}), indent)
        return f"({inner})[]" if " " in inner and not inner.startswith("{") else f"{inner}[]"
    if kind != "object":
        return _SCRIPT.get(kind, kind)
    if "properties" in shape:
        deeper = indent + "  "
        rows = []
        for name, one in shape["properties"].items():
            mark = "" if name in shape.get("required", ()) else "?"
            rows.append(f"{deeper}{name}{mark}: {_script(one, deeper)};")
        return "{\n" + "\n".join(rows) + f"\n{indent}}}"
    values = shape.get("additionalProperties") or next(
        iter(shape.get("patternProperties", {}).values()), None
    )
    return f"Record<string, {_script(values, indent)}>" if isinstance(values, dict) else "{}"


# For programs


def python() -> str:
    """The types of the answers for the client; they need only Python."""
    found = answered()
    rows = [f'"""What a server answers. {_HEAD}"""', ""]
    rows += ["from typing import Literal, NotRequired, TypedDict", ""]
    for name in _ordered(found):
        rows += _python_class(name, found[name])
    return "\n".join(rows) + "\n"


def _python_class(name: str, shape: Shape) -> list[str]:
    """A typed dictionary; if a key is a Python keyword, it needs the functional form."""
    keys = {
        key: _python(one) if key in shape.get("required", ()) else f"NotRequired[{_python(one)}]"
        for key, one in shape["properties"].items()
    }
    about = str(shape.get("description", "")).partition("\n")[0]
    if any(keyword.iskeyword(key) for key in keys):
        rows = [f"{json.dumps(key)}: {kind}," for key, kind in keys.items()]
        return ["", f"# {about}", f"{name} = TypedDict(", f'"{name}", {{', *rows, "})", ""]
    rows = [f"    {key}: {kind}" for key, kind in keys.items()]
    return ["", "", f"class {name}(TypedDict):", f'    """{about}"""', "", *rows]


def _ordered(found: dict[str, Shape]) -> list[str]:
    """Names after the names they depend on."""
    done: list[str] = []

    def add(name: str) -> None:
        for other in sorted(_needs(found[name])):
            if other not in done:
                add(other)
        if name not in done:
            done.append(name)

    for name in found:
        add(name)
    return done


def _needs(shape: Any) -> set[str]:
    if isinstance(shape, list):
        return {name for one in shape for name in _needs(one)}
    if not isinstance(shape, dict):
        return set()
    own = {str(shape["$ref"]).rpartition("/")[2]} if "$ref" in shape else set()
    return own | {name for one in shape.values() for name in _needs(one)}


def _python(shape: Shape) -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " | ".join(_python(one) for one in shape["anyOf"])
    if "enum" in shape:
        texts = [json.dumps(one) for one in shape["enum"] if one is not None]
        literal = f"Literal[{', '.join(texts)}]"
        return f"{literal} | None" if None in shape["enum"] else literal
    kinds = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
    return " | ".join(_python_of(kind, shape) for kind in kinds)


def _python_of(kind: str, shape: Shape) -> str:
    if kind == "array":
        return f"list[{_python(shape['items'])}]"
    if kind == "object":
        return f"dict[str, {_python(shape['additionalProperties'])}]"
    return "None" if kind == "null" else _PYTHON[kind]


def files() -> dict[Path, str]:
    """The current content of both files."""
    return {PAGES: typescript(), CLIENT: _formatted(python())}


def _formatted(text: str) -> str:
    import subprocess

    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(CLIENT), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def main() -> None:
    """Write them."""
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
    django.setup()
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        print(textwrap.shorten(f"wrote {path.relative_to(ROOT)}", 100))


if __name__ == "__main__":
    main()
