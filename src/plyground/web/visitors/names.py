"""The names that accounts and guests may have."""

import unicodedata

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from plyground.web.visitors.lookalikes import is_of_one_script

_SHORTEST, LONGEST = 2, 30  # characters of a name
_SIGNS = "-_."
NAME_RULE = gettext_lazy("A name must have 2 to 30 letters, digits, hyphens, dots or underscores.")


def clean_name(text: str) -> str:
    """The stored form of a name, so that two names are never confused.

    Names that look the same are stored in the same way. Databases ignore case only for ASCII
    letters, so other letters are converted to lower case here.

    >>> clean_name(" Ann "), clean_name("Émile"), clean_name("ｻｸﾗ")
    ('Ann', 'émile', 'サクラ')
    """
    plain = unicodedata.normalize("NFKC", text.strip())
    return "".join(char if char.isascii() else char.casefold() for char in plain)


def is_name(name: str) -> bool:
    """Whether this is a valid name.

    >>> [is_name(name) for name in ("Ann", "a", "a b", "さくら", "a" * 31, "...")]
    [True, False, False, True, False, False]
    """
    return (
        _SHORTEST <= len(name) <= LONGEST
        and all(char.isalnum() or char in _SIGNS for char in name)
        and any(char.isalnum() for char in name)
    )


def why_not(name: str) -> str:
    """What is wrong with a name, in a sentence; empty if it can be used."""
    if not is_name(name):
        return str(NAME_RULE)
    if not is_of_one_script(name):
        return _(
            "Write the name in one script, because letters of different scripts can look alike."
        )
    return ""
