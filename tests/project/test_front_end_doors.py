"""Modules of the pages import each other by app, and the apps follow the order of Python's.

Each rule is also tested on a module that breaks it, to prove that it can fail.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project import ROOT
from tests.project.test_doors import place

WEB = ROOT / "src" / "plyground" / "web"
CONTRACT = "contract"  # only types, generated from web/contract; tsconfig.json gives the path


def app_of(module: Path, web: Path) -> str:
    return module.relative_to(web).parts[0]


def wrong_imports(web: Path) -> Iterator[str]:
    """Every import, of code or of types, that is not `#app/...` or is from a later app."""
    for module in sorted(web.glob("*/static/**/*.js")):
        own = app_of(module, web)
        text = module.read_text(encoding="utf-8")
        for _, name in re.findall(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1""", text):
            if name == CONTRACT:
                continue
            app, _, path = name.removeprefix("#").partition("/")
            if not name.startswith("#") or not (web / app / "static" / app / path).is_file():
                yield f"{module.name} imports {name}, which is no module"
            elif place(f"web.{app}") > place(f"web.{own}"):
                yield f"{own}/{module.name} imports {name}"


def test_modules_import_no_later_app() -> None:
    assert list(wrong_imports(WEB)) == []


def test_node_and_typescript_know_every_app_with_modules() -> None:
    apps = {app_of(module, WEB) for module in WEB.glob("*/static/**/*.js")}
    imports = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["imports"]
    assert imports == {
        f"#{app}/*": f"./src/plyground/web/{app}/static/{app}/*" for app in sorted(apps)
    }


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import { b } from '#play/b.js'", "pages/a.js imports #play/b.js"),
        ("/** @typedef {import('#play/b.js').B} B */", "pages/a.js imports #play/b.js"),
        ("import './c.js'", "a.js imports ./c.js, which is no module"),
        ("export * from '#pages/none.js'", "a.js imports #pages/none.js, which is no module"),
    ],
)
def test_a_wrong_import_is_found(tmp_path: Path, code: str, message: str) -> None:
    files = {"pages/a.js": code, "pages/c.js": "", "play/b.js": "import { c } from '#pages/c.js'"}
    for name, text in files.items():
        file = tmp_path / name.partition("/")[0] / "static" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert list(wrong_imports(tmp_path)) == [message]
