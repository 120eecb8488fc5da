"""What the page's own code reads: data as JSON, and its words in the visitor's language."""

import functools
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JavaScriptCatalog


class _Slim(DjangoJSONEncoder):
    """No blanks, and letters as they are: escaped, every Japanese one would weigh twice as much."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "ensure_ascii": False, "separators": (",", ":")})


def script(data: Any, name: str) -> SafeString:
    """The data in an element with this id, safe against whatever texts it holds."""
    return json_script(data, name, _Slim)


def words() -> str:
    """English to the visitor's language, for words.js; nothing in English, which is the key."""
    language = get_language() or "en"
    return "" if language.startswith("en") else _words(language)


@functools.lru_cache(maxsize=8)
def _words(language: str) -> SafeString:
    view = JavaScriptCatalog()
    view.translation = DjangoTranslation(
        language, domain="djangojs", localedirs=view.get_paths(["plyground.web"])
    )
    return script(view.get_catalog(), "words")
