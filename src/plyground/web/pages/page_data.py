"""Data and translated texts for the pages' code, as JSON."""

import functools
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JavaScriptCatalog

from plyground.web.pages import assets

# The folders of modules that a page may load, by the name of its URL.
_FOLDERS = {"game": ("pages", "pages/board", "play", "play/game", "play/teacher")}


class _Slim(DjangoJSONEncoder):
    """Without spaces, and with unescaped letters: escaped Japanese would be twice as large."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "ensure_ascii": False, "separators": (",", ":")})


def script(data: Any, name: str) -> SafeString:
    """The data in an element with this id, safe for any text."""
    return json_script(data, name, _Slim)


def words(page: str = "") -> str:
    """The visitor's translations of English texts, for words.js; empty in English.

    The page of a game has only the texts of its own code, so that it loads fast.
    """
    language = get_language() or "en"
    return "" if language.startswith("en") else _words(language, _FOLDERS.get(page, ()))


@functools.lru_cache(maxsize=8)
def _words(language: str, folders: tuple[str, ...]) -> SafeString:
    view = JavaScriptCatalog()
    view.translation = DjangoTranslation(
        language, domain="djangojs", localedirs=settings.LOCALE_PATHS
    )
    found = view.get_catalog()
    if folders:
        code = _code(folders)
        found = {text: translation for text, translation in found.items() if text in code}
    return script(found, "words")


def _code(folders: tuple[str, ...]) -> str:
    """All modules of these folders, with quotes as people write them."""
    modules = {name: path for name, path in assets.sources().items() if name.endswith(".js")}
    own = [path for name, path in modules.items() if name.rpartition("/")[0] in folders]
    return "\n".join(path.read_text(encoding="utf-8") for path in own).replace("\\'", "'")
