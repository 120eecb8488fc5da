"""The words of the page's own code in the visitor's language, as JSON for words.js."""

import functools
from typing import Any

from django.utils.translation import get_language
from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JavaScriptCatalog


def words() -> dict[str, Any]:
    """English to the visitor's language; empty for English, which is the key already."""
    language = get_language() or "en"
    return {} if language.startswith("en") else _words(language)


@functools.lru_cache(maxsize=8)
def _words(language: str) -> dict[str, Any]:
    view = JavaScriptCatalog()
    view.translation = DjangoTranslation(
        language, domain="djangojs", localedirs=view.get_paths(["plyground.web"])
    )
    found: dict[str, Any] = view.get_catalog()
    return found
