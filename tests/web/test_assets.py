"""What a browser gets of our modules is what we wrote, but for what only readers need."""

import re
import subprocess
from pathlib import Path

import front_end
from plyground.web import assets
from tests.conftest import missing

MODULES = sorted(assets.ROOT.rglob("*.js"))
_TEXT = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\\n]|\\.)*`")


def texts(code: str) -> list[str]:
    """The texts of a module as it is served, or as it would be with all its blanks."""
    return _TEXT.findall(code)


def test_no_text_loses_a_blank() -> None:
    for module in MODULES:
        served = assets.slim(module.read_bytes()).decode()
        source = module.read_text(encoding="utf-8")
        assert [text for text in texts(served) if text not in source] == [], module.name


def test_no_text_has_another_within_it() -> None:
    """Where one ends would not be known then."""
    for module in MODULES:
        code = module.read_text(encoding="utf-8")
        assert re.findall(r"`[^`\n]*\$\{[^}`\n]*`", code) == [], module.name


def test_a_pattern_keeps_its_blanks() -> None:
    assert assets.slim(b"a(/ = \\( /, b = 2)") == b"a(/ = \\( /,b=2)"


def test_what_is_served_can_be_read(tmp_path: Path) -> None:
    try:
        node = front_end.node()
    except ImportError:
        missing("node is not installed")
    for number, module in enumerate(MODULES):
        (tmp_path / f"{number}.mjs").write_bytes(assets.slim(module.read_bytes()))
    code = (
        "const fs = require('fs'), vm = require('vm')\n"
        "for (const name of process.argv.slice(1))\n"
        "  new vm.SourceTextModule(fs.readFileSync(name, 'utf8'), { identifier: name })"
    )
    command = [str(node), "--experimental-vm-modules", "-e", code, *map(str, tmp_path.iterdir())]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
