"""The pages of the documentation site: the project's Markdown files, gathered in one folder.

A site has no folders above its own, so files from elsewhere are copied into it, and links are
adapted.
"""

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = ("Tutorials", "How-to guides", "Reference", "Explanation")
_PLACES = (  # files outside of docs, and where they are in the site
    (re.compile(r"cpp/games/(\w+)/README\.md"), r"games/\1.md"),
    (re.compile(r"experiments/README\.md"), "experiments/index.md"),
    (re.compile(r"experiments/(\w+)/README\.md"), r"experiments/\1.md"),
    (re.compile(r"README\.md"), "index.md"),
    (re.compile(r"CHANGELOG\.md"), "changelog.md"),
    (re.compile(r"CONTRIBUTING\.md"), "contributing.md"),
    (re.compile(r"((?:examples|deploy)/[\w.-]+\.(?:py|toml|conf|service|ipynb))"), r"files/\1"),
)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s]+)((?: \"[^\"]*\")?)\)")
_CODE = re.compile(r"(^```.*?^```|^~~~.*?^~~~|`[^`\n]+`)", re.DOTALL | re.MULTILINE)


def gather(source: Path, generated: Mapping[str, str]) -> None:
    """Makes the folder that Sphinx reads: our pages, the pictures and files they need, and others.

    `generated` has pages without a file in the project, by part and place:
    `Reference/reference/specs.md`.
    """
    shutil.rmtree(source, ignore_errors=True)
    for file in pages():
        page = source / str(place(file))
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(rewritten(file, source), encoding="utf-8")
    added: dict[str, list[str]] = {}
    for name, text in generated.items():
        part, _, where = name.partition("/")
        if part in PARTS:
            added.setdefault(part, []).append(where)
        (source / where).parent.mkdir(parents=True, exist_ok=True)
        (source / where).write_text(text, encoding="utf-8")
    index = source / "index.md"
    index.write_text(index.read_text("utf-8") + _contents(index, source, added), encoding="utf-8")


def pages() -> Iterator[Path]:
    """The Markdown files that become pages, as paths within the project."""
    for folder in ("docs", "experiments", "cpp/games"):
        for file in sorted((ROOT / folder).rglob("*.md")):
            yield file.relative_to(ROOT)
    yield Path("CHANGELOG.md")
    yield Path("CONTRIBUTING.md")


def place(file: Path) -> Path | None:
    """The place of a project file in the site; None if it is not part of it.

    >>> place(Path("docs/how-to/lab.md")), place(Path("cpp/games/go/README.md"))
    (PosixPath('how-to/lab.md'), PosixPath('games/go.md'))
    >>> place(Path("src/plyground/paths.py"))
    """
    name = file.as_posix()
    if name.startswith("docs/"):
        return Path(name.removeprefix("docs/"))
    for pattern, target in _PLACES:
        if found := pattern.fullmatch(name):
            return Path(found.expand(target))
    return None


def rewritten(file: Path, source: Path) -> str:
    """A page with links adapted to the site; files other than pages are copied."""
    text = (ROOT / file).read_text(encoding="utf-8")
    parts = _CODE.split(text)  # every second part is code, in which nothing is a link
    kept = {f"\0{number}\0": part for number, part in enumerate(parts) if number % 2}
    bare = "".join(f"\0{number}\0" if number % 2 else part for number, part in enumerate(parts))
    bare = _LINK.sub(lambda match: _link(match, file, source), bare)
    return re.sub(r"\0\d+\0", lambda match: kept[match[0]], bare)


def _link(match: re.Match[str], file: Path, source: Path) -> str:
    """A link for the site; only its text if the site does not have its target."""
    picture, words, target, title = match.groups()
    path, sharp, part = target.partition("#")
    if not path or ":" in path:
        return match[0]
    wanted = ROOT / file.parent / path
    if wanted.is_dir() and (wanted / "README.md").exists():
        wanted /= "README.md"
    found = Path(os.path.normpath(wanted)).relative_to(ROOT)
    goal = place(found)
    if goal is None or not wanted.is_file():
        return words
    if goal.suffix != ".md":
        (source / goal).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(wanted, source / goal)
    here = place(file)
    assert here is not None, f"{file} is a page of the site"
    return f"{picture}[{words}]({os.path.relpath(goal, here.parent)}{sharp}{part}{title})"


def linked(index: str) -> dict[str, list[str]]:
    r"""The pages of the table of contents, by part, in the format of Sphinx's lists.

    >>> linked("## Tutorials\n| [One](tutorials/one.md) | x |\n## Reference\n[B](reference/b.md)")
    {'Tutorials': ['One <tutorials/one.md>'], 'Reference': ['B <reference/b.md>']}
    """
    found: dict[str, list[str]] = {}
    for section in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title, _, text = section.partition("\n")
        rows = re.findall(r"\[([^\]]+)\]\(([\w-]+/[\w-]+\.md)\)", text)
        found[title.strip()] = [f"{words} <{page}>" for words, page in rows]
    return found


def _contents(index: Path, source: Path, added: Mapping[str, list[str]]) -> str:
    """The site's navigation: the four parts, and the pages about the project."""
    named = linked(index.read_text(encoding="utf-8"))
    trees = {part: [*named.get(part, []), *added.get(part, [])] for part in PARTS}
    rest = [file.relative_to(source).as_posix() for file in sorted(source.glob("*/*.md"))]
    trees["The games"] = [file for file in rest if file.startswith("games/")]
    trees["Studies"] = [file for file in rest if file.startswith("experiments/")]
    trees["The project"] = ["changelog.md", "contributing.md"]
    return "".join(
        "\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", "", *files, "```", ""])
        for title, files in trees.items()
    )
