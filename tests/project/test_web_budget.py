"""Size and content of the pages: small, nothing external, nothing that the policy forbids.

Each rule is also tested on text that breaks it, to prove that it can fail.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import django
import pytest
from servestatic.compress import Compressor

from plyground.web.pages import assets
from tests.project import ROOT

WEB = ROOT / "src" / "plyground" / "web"
# Bytes of a page with everything it loads, at once or later.
GZIP, BROTLI = 90_000, 80_000
TAUGHT = "play/teacher/teacher.js"
TEXTS = (".css", ".html", ".js", ".svg", ".webmanifest")

# These are identifiers, not addresses: nothing fetches them.
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def templates() -> list[Path]:
    """Every page, and the parts of pages."""
    return sorted(WEB.glob("*/templates/**/*.html"))


def static_files() -> list[Path]:
    """Every handwritten static file."""
    return sorted(file for file in WEB.glob("*/static/**/*") if file.suffix in TEXTS)


def texts() -> list[Path]:
    """Every handwritten file that reaches a browser."""
    return templates() + static_files()


def template(name: str) -> Path:
    """The template of this name, such as `play/game.html`."""
    return WEB / name.partition("/")[0] / "templates" / name


def static(name: str) -> Path:
    """The static file of this name, such as `pages/base.css`."""
    return WEB / name.partition("/")[0] / "static" / name


def imports(text: str) -> list[str]:
    """The modules that a module loads, at once or later."""
    found = re.findall(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1""", text)
    return [name for _, name in found]


def parts(page: Path) -> set[Path]:
    """A template with all templates it includes or extends."""
    text = page.read_text(encoding="utf-8")
    names = re.findall(r"""{%\s*(?:extends|include)\s+["']([^"']+)["']""", text)
    return {page}.union(*(parts(template(name)) for name in names))


def loaded(page: Path) -> dict[str, bytes]:
    """All a page loads, at once or later: its templates, and the published files that they name."""
    shown = parts(page)
    texts = {file.relative_to(WEB).as_posix(): rendered(file) for file in shown}
    waiting = named(page) + [name for file in shown - {page} for name in named(file)]
    if TAUGHT in waiting:  # it imports the other, and takes its place
        waiting.remove("play/game/play.js")
    while waiting:
        name = waiting.pop()
        if name not in texts:
            texts[name] = assets.contents()[name]
            waiting += [found.removeprefix("#") for found in imports(texts[name].decode())]
    return texts


def named(page: Path) -> list[str]:
    """The static files that a template names."""
    return re.findall(r"""{%\s*static '([\w./-]+)'\s*%}""", page.read_text(encoding="utf-8"))


def without_comments(code: str) -> str:
    """A module without its comments, which import types."""
    return re.sub(r"/\*.*?\*/", "", code, flags=re.DOTALL)


def rendered(page: Path) -> bytes:
    """The English output of a template, without data."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"""{%\s*translate (["'])(.*?)\1\s*%}""", r"\2", text)
    text = text.replace("{{ import_map }}", assets.import_map())
    return re.sub(r"{%.*?%}|{#.*?#}", "", text).encode()


def weight(name: str, content: bytes, compress: Callable[[bytes], bytes]) -> int:
    """The transferred bytes."""
    return len(content if name.endswith(".html") else compress(content))


def external(text: str) -> list[str]:
    """Every address of another host."""
    found = re.findall(r"""\b(?:https?|wss?)://[^\s"'`)<>]+""", text)
    found += re.findall(r"""(?:src|href|url|from|import)\s*[=(]?\s*["']?(//[\w.-]+)""", text)
    return [address for address in found if address not in NAMESPACES]


def inline(html: str) -> Iterator[str]:
    """Every script, style or handler in a page that the content security policy would refuse."""
    html = re.sub(r"{#.*?#}|{%\s*comment.*?endcomment\s*%}|<!--.*?-->", "", html, flags=re.DOTALL)
    for attributes, body in re.findall(r"<script\b([^>]*)>(.*?)</script>", html, re.DOTALL):
        is_map = attributes == ' type="importmap"' and body == "{{ import_map }}"
        if body.strip() and not is_map and "application/json" not in attributes:
            yield f"a script: {body.strip()[:40]}"
    if re.search(r"<style\b", html):
        yield "a style element"
    yield from re.findall(r"""<[^>]*\s(on\w+|style)\s*=\s*["']""", html)
    yield from re.findall(r"""["'](javascript:)""", html)


def unsafe(script: str) -> list[str]:
    """Functions that turn text into code or markup."""
    code = re.sub(r"/\*.*?\*/|(?<![:'\"])//[^\n]*", "", script, flags=re.DOTALL)
    words = r"\binnerHTML\b|\bouterHTML\b|\binsertAdjacentHTML\b|\bdocument\.write\b|\beval\s*\("
    return re.findall(words + r"|\bnew Function\b|setAttribute\(\s*['\"](?:style|on\w+)['\"]", code)


def found_by(rule: Callable[[str], Iterable[str]], files: list[Path]) -> dict[str, list[str]]:
    """The violations of a rule, by file."""
    assert files
    found = {file.name: list(rule(file.read_text(encoding="utf-8"))) for file in files}
    return {name: flaws for name, flaws in found.items() if flaws}


@pytest.mark.parametrize("page", templates(), ids=lambda page: page.name)
def test_a_page_and_its_code_are_small(page: Path) -> None:
    """Files count compressed; pages do not, because only a proxy compresses them."""
    django.setup()
    files = loaded(page)
    for compress, most in ((Compressor.compress_gzip, GZIP), (Compressor.compress_brotli, BROTLI)):
        sizes = {name: weight(name, text, compress) for name, text in files.items()}
        assert sum(sizes.values()) <= most, sizes


def test_pages_load_nothing_external() -> None:
    assert found_by(external, texts()) == {}


def test_templates_hold_no_inline_code() -> None:
    assert found_by(inline, templates()) == {}


def test_modules_never_parse_text_as_markup() -> None:
    assert found_by(unsafe, [file for file in static_files() if file.suffix == ".js"]) == {}


def test_a_game_without_a_teacher_loads_none_of_its_code() -> None:
    django.setup()
    game, taught = (loaded(template(f"play/{name}.html")) for name in ("game", "taught"))
    assert b"$define('play/teacher/" not in b"".join(game.values())
    assert b"$define('play/teacher/after.js'" in taught["play/teacher/teacher.js"]
    assert "play/game/play.js" not in taught


def test_the_game_page_loads_the_board() -> None:
    django.setup()
    game = loaded(template("play/game.html"))
    assert {"pages/base.css", "pages/board_page.css", "pages/board.css"} <= set(game)
    assert b"$define('pages/board/geometry.js'" in game["play/game/play.js"]


@pytest.mark.parametrize(
    "text",
    [
        '<img src="https://example.org/a.png">',
        "@import url(//example.org/a.css);",
        "import x from 'https://example.org/x.js'",
        '<script src="//example.org/x.js"></script>',
        "fetch('http://example.org/')",
    ],
)
def test_an_external_address_is_found(text: str) -> None:
    assert len(external(text)) == 1


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        '<script type="module">import "./x.js"</script>',
        '<script type="importmap">{"imports": {"x": "/x.js"}}</script>',
        "<style>p { color: red }</style>",
        '<p style="color: red">',
        '<button class="a" onclick="go()">',
        '<a href="javascript:go()">',
    ],
)
def test_inline_code_is_found(html: str) -> None:
    assert len(list(inline(html))) == 1


@pytest.mark.parametrize(
    "script",
    [
        "host.innerHTML = name",
        "host.insertAdjacentHTML('beforeend', name)",
        "eval(name)",
        "node.setAttribute('style', 'color: red')",
        "node.setAttribute('onclick', 'go()')",
    ],
)
def test_markup_from_text_is_found(script: str) -> None:
    assert len(unsafe(script)) == 1


def test_imports_are_followed() -> None:
    script = "import { a } from '#x/a.js'\nexport * from \"#y/b.js\"\nimport '#x/c.js'\n"
    assert imports(script + "await import('#z/d.js')") == [
        "#x/a.js",
        "#y/b.js",
        "#x/c.js",
        "#z/d.js",
    ]
