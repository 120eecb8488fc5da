"""Builds the documentation site into build/docs/html: `make docs`.

The pages are docs/, the rules of the games, the studies and the changelog, and a reference made
from the code (tools/docs_reference.py). Every warning is an error.

`python tools/docs.py [--out DIR]`
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docs_pages
import docs_reference
from install import install_tools

ROOT = Path(__file__).parents[1]
SETTINGS: dict[str, Any] = {
    "project": "Plyground",
    "author": "Plyground contributors",
    "extensions": ["myst_parser", "sphinx.ext.autodoc", "docs"],
    "html_theme": "furo",
    "html_title": "Plyground",
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_show_copyright": False,
    "myst_heading_anchors": 4,
    "myst_links_external_new_tab": False,
    "autodoc_typehints_format": "short",
    "autodoc_member_order": "bysource",
    "python_use_unqualified_type_names": True,
    "default_role": "code",
    "toc_object_entries_show_parents": "hide",
    "pygments_style": "friendly",
    "suppress_warnings": ["myst.header"],  # a page may leave out a level of headings
}


def main() -> None:
    """Install Sphinx if it is missing, and build the site."""
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "docs")
    out: Path = parser.parse_args().out.absolute()
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    install_tools(project["optional-dependencies"]["docs"])
    from sphinx.application import Sphinx

    docs_pages.gather(out / "source", docs_reference.pages())
    site = Sphinx(
        out / "source",
        None,
        out / "html",
        out / "doctrees",
        "html",
        SETTINGS | {"version": project["version"], "release": project["version"]},
        status=None,
        warningiserror=True,
        parallel=2,
    )
    site.build()
    if site.statuscode:
        sys.exit("The site has warnings; they are listed above.")
    print(out / "html" / "index.html")


def setup(app: Any) -> dict[str, bool]:
    """Lets autodoc read our docstrings, which are plain text with code between backticks."""
    app.connect("autodoc-process-docstring", _restructure)
    return {"parallel_read_safe": True}


def _restructure(*given: Any) -> None:
    """Converts a docstring's lines to reStructuredText, in place."""
    lines: list[str] = given[-1]
    lines[:] = restructured(lines)


def restructured(lines: list[str]) -> Iterator[str]:
    r"""Docstring lines as reStructuredText: code is marked, and all other text is escaped.

    Indented lines are kept as they are.

    >>> list(restructured(["Takes `moves()` or *args_.", ">>> f(*args)"]))
    ['Takes ``moves()`` or \\*args\\_.', '>>> f(*args)']
    >>> list(restructured(["As in:", "", "    a  b"]))
    ['As in:', '', '', '::', '', '    a  b']
    """
    in_example = is_literal = False
    for line in lines:
        in_example = line.lstrip().startswith(">>>") or (in_example and bool(line.strip()))
        is_indented = line.startswith("    ") and not in_example
        if is_indented and not is_literal:
            yield from ("", "::", "")
        elif is_literal and line.strip() and not is_indented:
            yield ""
        is_literal = is_indented or (is_literal and not line.strip())
        if in_example or is_literal:
            yield line
            continue
        parts = re.split(r"(``?[^`]+``?)", line)
        yield "".join(
            f"``{part.strip('`')}``"
            if part.startswith("`")
            else re.sub(r"([*_|\\])", r"\\\1", part)
            for part in parts
        )


if __name__ == "__main__":
    main()
