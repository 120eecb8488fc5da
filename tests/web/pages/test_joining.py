"""Modules joined into one file do what they do apart."""

import json
import subprocess
from pathlib import Path

import pytest

import front_end
from plyground.web.pages import assets, joining
from tests.conftest import missing

MODULES = {
    "a/one.js": """/** The first. */
import { count, next as more } from '#a/two.js'
import { Box } from '#a/three.js'

// A line about the code.
export const total = count + 1
export async function later() {
  const { last } = await import('#a/last.js')
  return [more(), new Box('/* no comment */').text, last]
}
""",
    "a/two.js": """import { Box } from '#a/three.js'
export const count = 40
/** Both of them. */
const boxes = [new Box(1)]
export function next() {
  /** @type {Box} */ const box = new Box(2)
  /** Kept. */
  boxes.push(box)
  return boxes.length
}
""",
    "a/three.js": """let made = 0
class Box {
  constructor(text) {
    this.text = text
    made += 1
  }
}
const boxes = () => made
export { Box, boxes }
""",
    "a/last.js": "import { boxes } from '#a/three.js'\nexport const last = boxes()\n",
    "a/unused.js": "throw new Error('nobody asked for this')\n",
}


def run(folder: Path, files: dict[str, str], code: str) -> object:
    """What a program with these files prints, as JSON."""
    try:
        node = front_end.node()
    except ImportError:
        missing("node is not installed")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    package = {"type": "module", "imports": {"#a/*": "./a/*"}}
    (folder / "package.json").write_text(json.dumps(package), encoding="utf-8")
    (folder / "main.js").write_text(code, encoding="utf-8")
    done = subprocess.run([str(node), "main.js"], cwd=folder, capture_output=True, check=True)
    return json.loads(done.stdout)


def test_joined_modules_behave_like_separate_ones(tmp_path: Path) -> None:
    code = (
        "import { later, total } from '#a/one.js'\n"
        "console.log(JSON.stringify([total, await later(), await later()]))\n"
    )
    joined = joining.join(MODULES, ["a/one.js"])
    for name, files in (("apart", MODULES), ("joined", joined)):
        (tmp_path / name).mkdir()
        found = run(tmp_path / name, files, code)
        # The module loaded later runs once, and sees the box of the first.
        assert found == [41, [2, "/* no comment */", 1], [3, "/* no comment */", 1]], name


def test_only_what_pages_load_is_published() -> None:
    joined = joining.join(MODULES, ["a/one.js"])
    assert set(joined) == {"a/one.js", "a/last.js"}
    assert "A line about" not in joined["a/one.js"]


def test_a_module_loaded_later_leaves_out_what_every_page_has() -> None:
    assert "class Box" not in joining.join(MODULES, ["a/one.js"])["a/last.js"]
    other = {"b/other.js": "export const go = () => import('#a/last.js')\n"}
    assert "class Box" in joining.join(MODULES | other, ["a/one.js", "b/other.js"])["a/last.js"]


def test_two_files_share_their_modules(tmp_path: Path) -> None:
    """A page with two files has one of each module, whichever file comes first."""
    joined = joining.join(MODULES, ["a/one.js", "a/two.js"])
    code = (
        "import { next } from '#a/two.js'\n"
        "import { later } from '#a/one.js'\n"
        "console.log(JSON.stringify([next(), (await later())[0], next()]))\n"
    )
    assert run(tmp_path, joined, code) == [2, 3, 4]


@pytest.mark.parametrize(
    "line",
    [
        "import '#a/three.js'",
        "import Box from '#a/three.js'",
        "import * as three from '#a/three.js'",
        "import { Box } from './three.js'",
        "export default 1",
        "export let count = 1",
        "export * from '#a/three.js'",
        "export { Box } from '#a/three.js'",
        "export const { a, b } = found",
    ],
)
def test_a_form_that_is_not_known_is_reported(line: str) -> None:
    with pytest.raises(ValueError, match=r"b/odd\.js can't be joined: (import|export) "):
        joining.join(MODULES | {"b/odd.js": f"{line}\n"}, ["b/odd.js"])


def test_every_module_of_ours_can_be_joined() -> None:
    modules = {
        name: path.read_text(encoding="utf-8")
        for name, path in assets.sources().items()
        if name.endswith(".js") and name != "pages/early.js"
    }
    joined = joining.join(modules, modules)
    assert set(joined) == set(modules)
