"""Joins the modules of the pages, so that a page loads one file of code instead of forty.

A module that a page starts with, or that `import()` loads later, is published with everything it
imports. Two such files may share modules: each module runs once, in the file that comes first.
There is nothing to build: the files are joined when a server starts. They may use only the forms
of `import` and `export` that this module knows; tests/web/pages/test_joining.py tests that they do.
"""

import re
from collections.abc import Iterable, Mapping

# Comments on lines of their own: a third of the code, and nothing for a browser.
_COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.DOTALL | re.MULTILINE)
_TYPES = re.compile(r"/\*\* @(?:(?!\*/).)*\*/ ?")  # within a line, for the types alone
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_IMPORT = re.compile(r"^import (\{[^}]*\}) from '#([^']+)'[ \t]*$", re.MULTILINE)
_DECLARED = re.compile(r"^export ((?:async function|function|class|const) (\w+))", re.MULTILINE)
_LISTED = re.compile(r"^export \{([^}]*)\}[ \t]*$", re.MULTILINE)
_LATER = re.compile(r"\bimport\('#([^']+)'\)")
_UNKNOWN = re.compile(r"^(?:import|export)\b(?!\().*", re.MULTILINE)

_START = """const $modules = (globalThis.$modules ??= new Map())
const $define = (name, run) => $modules.has(name) || $modules.set(name, run())
const $use = (name) => $modules.get(name)
"""


def join(modules: Mapping[str, str], starts: Iterable[str]) -> dict[str, str]:
    """The files to publish: one for each module of `starts`, and for each that is loaded later."""
    code = {name: _bare(text) for name, text in modules.items()}
    files: dict[str, list[str]] = {}
    waiting = sorted(set(starts))
    present: dict[str, set[str]] = {name: set() for name in waiting}
    while waiting:
        name = waiting.pop()
        files[name] = _needed(code, name)
        for later in sorted(
            {found for part in files[name] for found in _LATER.findall(code[part])}
        ):
            # Every page that loads it already has these.
            present[later] = present.get(later, set(files[name])) & set(files[name])
            if later not in files and later not in waiting:
                waiting.append(later)
    return {
        name: _joined(code, name, [part for part in parts if part not in present[name]])
        for name, parts in files.items()
    }


def _bare(text: str) -> str:
    """The code without what only people and the check of types read."""
    return _INDENT.sub("", _TYPES.sub("", _COMMENTS.sub("", text)))


def _joined(code: Mapping[str, str], start: str, parts: list[str]) -> str:
    exported = ", ".join(_exports(code[start]))
    end = f"export const {{ {exported} }} = $use('{start}')\n" if exported else ""
    return _START + "".join(_defined(name, code[name]) for name in parts) + end


def _needed(code: Mapping[str, str], start: str) -> list[str]:
    """A module with all it imports, in the order in which they run."""
    order: dict[str, None] = {}
    _add(code, start, order)
    return list(order)


def _add(code: Mapping[str, str], name: str, order: dict[str, None]) -> None:
    """Appends what a module imports, and then the module."""
    for _, wanted in _IMPORT.findall(code[name]):
        if wanted not in order:
            _add(code, wanted, order)
    order[name] = None


def _defined(name: str, text: str) -> str:
    """A module as a function that returns what it exports."""
    body = _IMPORT.sub(_used, text)
    body = _LISTED.sub("", _DECLARED.sub(r"\1", body))
    if unknown := _UNKNOWN.search(body):
        raise ValueError(f"{name} can't be joined: {unknown.group()}")
    return f"$define('{name}', () => {{\n{body}return {{ {', '.join(_exports(text))} }}\n}})\n"


def _used(found: re.Match[str]) -> str:
    names = found[1].replace(" as ", ": ")
    return f"const {names} = $use('{found[2]}')"


def _exports(text: str) -> list[str]:
    listed = (name.strip() for names in _LISTED.findall(text) for name in names.split(","))
    return [name for _, name in _DECLARED.findall(text)] + [name for name in listed if name]
