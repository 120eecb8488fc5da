"""Collects every text for the browser, and compiles its translations.

`python tools/messages.py` brings src/plyground/web/locale up to date; new texts have empty
translations there. With `--check` nothing is written: it lists missing and unused texts, and fails.
It needs gettext (the name of the Debian package too), and the package installed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src" / "plyground" / "web"
LANGUAGES = ("ja",)
DOMAINS = {"django": ("py", "html"), "djangojs": ("js",)}


def texts_of_the_core() -> Iterator[str]:
    """Texts of rules, guides, heuristics and notations, which have no `gettext` call."""
    from plyground.engine import messages, registry
    from plyground.engine.game_guide import guide_of
    from plyground.records import notation
    from plyground.session import threats
    from plyground.session.setup import LEVELS
    from plyground.web.game_service import commands

    yield from messages.REFUSALS.values()
    yield from commands.REFUSALS.values()
    yield from LEVELS.values()
    yield from threats.WORDS.values()
    yield from (row.sentence for row in notation.formats().values())
    for game in map(registry.game, registry.native()):
        yield from (game.title, game.rules)
        yield from guide_of(game.name).texts()
        for option in game.options:
            yield option.sentence
            yield option.name.replace("_", " ")
            yield from (choice for choice in option.choices if isinstance(choice, str))
        for term in game.start().explain_score():
            yield term.name.replace("_", " ")
            yield term.sentence


def texts_of_views() -> Iterator[str]:
    """Words in views that the board and the page translate."""
    from plyground.engine import registry

    for game in map(registry.game, registry.native()):
        view = game.start().view()
        yield from (piece["kind"] for piece in view["pieces"])
        if view["scores"]:
            yield view["scores"]["unit"]
    yield from ("black", "white", "stone", "disc", "hen")


def collected(texts: Iterator[str]) -> str:
    """A source file that contains each text once; Python and JavaScript both read it."""
    return "".join(f"gettext({_quoted(text)});\n" for text in dict.fromkeys(texts))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def gather(folder: Path) -> None:
    """Writes the message files of all languages below the folder, from the current sources."""
    shutil.copytree(WEB, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.mo"))
    (folder / "core_texts.py").write_text(collected(texts_of_the_core()), encoding="utf-8")
    (folder / "view_texts.js").write_text(collected(texts_of_views()), encoding="utf-8")
    for domain, endings in DOMAINS.items():
        command = [sys.executable, "-m", "django", "makemessages", "--domain", domain, "--no-wrap"]
        command += ["--no-location", "--no-obsolete", "--verbosity", "0"]
        command += [f"--locale={language}" for language in LANGUAGES]
        command += [f"--extension={ending}" for ending in endings]
        subprocess.run(command, cwd=folder, env=_without_settings(), check=True)
    for file in folder.glob("locale/*/LC_MESSAGES/*.po"):
        text = file.read_text(encoding="utf-8")
        # A date would change with every run.
        text = re.sub(r'^"(POT-Creation-Date|PO-Revision-Date): .*\n', "", text, flags=re.MULTILINE)
        file.write_text(text, encoding="utf-8")


def _without_settings() -> dict[str, str]:
    """These commands need no settings, and must not create a key in the user's home."""
    return {name: os.environ[name] for name in os.environ if name != "DJANGO_SETTINGS_MODULE"}


def compile_messages(file: Path) -> bytes:
    """Compiles the files that Django reads at run time; msgfmt reports errors in a translation."""
    command = ["msgfmt", "--check-format", "--no-hash", "--output-file=-", str(file)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def untranslated(file: Path) -> list[str]:
    """The messages of a file without a translation, or with an unconfirmed one."""
    select = ["msgattrib", "--no-wrap", "--no-obsolete"]
    found = []
    for choice in ("--untranslated", "--only-fuzzy"):
        text = subprocess.run(
            [*select, choice, str(file)], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        found += re.findall(r'^msgid "(.+)"$', text, flags=re.MULTILINE)
        found += re.findall(
            r'^msgid ""\n((?:".+"\n)+)', text.partition("\n\n")[2], flags=re.MULTILINE
        )
    return found


def update() -> None:
    """Brings the files up to date."""
    for language in LANGUAGES:
        (WEB / "locale" / language / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        gather(Path(folder))
        for file in Path(folder).glob("locale/*/LC_MESSAGES/*.po"):
            place = WEB / file.relative_to(folder)
            shutil.copyfile(file, place)
            place.with_suffix(".mo").write_bytes(compile_messages(place))
            for message in untranslated(place):
                print(f"{place.parent.parent.name}, {place.stem}: not translated: {message}")


def problems() -> list[str]:
    """The reasons why the files are not complete and up to date."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        gather(Path(folder))
        for file in Path(folder).glob("locale/*/LC_MESSAGES/*.po"):
            place = WEB / file.relative_to(folder)
            if not place.exists() or place.read_bytes() != file.read_bytes():
                found.append(f"{place.name} is not up to date; run make words")
            elif place.with_suffix(".mo").read_bytes() != compile_messages(place):
                found.append(f"{place.stem}.mo is not up to date; run make words")
            found += [f"{place.name}: not translated: {text}" for text in untranslated(file)]
    return found


def main() -> int:
    """Update, or check."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument(
        "--check", action="store_true", help="write nothing; list missing and unused texts"
    )
    if not options.parse_args().check:
        update()
        return 0
    found = problems()
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
