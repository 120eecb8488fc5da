"""The forms of accounts."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from plyground.web.play.new_game_form import Wrong
from plyground.web.visitors.models import Account

Given = Mapping[str, str]

LONGEST_PASSWORD = 200  # letters: enough for a sentence, and little to digest
_SHORTEST, _LONGEST = 2, 30  # letters of a name
_SIGNS = "-_."


@dataclass(frozen=True)
class Field:
    """One question of a form; `complete` tells the browser what it may fill in."""

    name: str
    label: str
    kind: str  # text or password
    complete: str
    value: str = ""
    sentence: str = ""
    wrong: str = ""


def clean_name(text: str) -> str:
    """A name as it is kept, so that one is never taken for another.

    What looks the same is written in the same way. Databases know the case of ASCII letters only,
    so that of all others is given up here.

    >>> clean_name(" Ann "), clean_name("Émile"), clean_name("ｻｸﾗ")
    ('Ann', 'émile', 'サクラ')
    """
    plain = unicodedata.normalize("NFKC", text.strip())
    return "".join(char if char.isascii() else char.casefold() for char in plain)


def is_name(name: str) -> bool:
    """Whether somebody can be called so.

    >>> [is_name(name) for name in ("Ann", "a", "a b", "さくら", "a" * 31, "...")]
    [True, False, False, True, False, False]
    """
    return (
        _SHORTEST <= len(name) <= _LONGEST
        and all(char.isalnum() or char in _SIGNS for char in name)
        and any(char.isalnum() for char in name)
    )


# Reading


def read_sign_up(given: Given) -> tuple[str, str]:
    """A name and a password; Wrong has a sentence for each field."""
    name = clean_name(given.get("name", ""))
    wrong: dict[str, str] = {}
    if not is_name(name):
        wrong["name"] = _("A name has 2 to 30 letters, digits, hyphens, dots and underscores.")
    password = _read_new(given, Account(name=name), wrong)
    if wrong:
        raise Wrong(wrong)
    return name, password


def read_new_password(given: Given, account: Account) -> str:
    """Another password; Wrong has a sentence for each field."""
    wrong: dict[str, str] = {}
    password = _read_new(given, account, wrong)
    if wrong:
        raise Wrong(wrong)
    return password


def _read_new(given: Given, account: Account, wrong: dict[str, str]) -> str:
    password = given.get("password", "")
    if len(password) > LONGEST_PASSWORD:
        wrong["password"] = _("That is too long for a password.")
        return ""
    try:
        validate_password(password, account)
    except ValidationError as error:
        wrong["password"] = " ".join(_why(one) for one in error.error_list)
    else:
        if password != given.get("again", ""):
            wrong["again"] = _("The two passwords differ.")
    return password


def _why(error: ValidationError) -> str:
    """What is wrong with a password, in our words."""
    sentences = {
        "password_too_short": _("A password has at least 8 characters."),
        "password_too_common": _("Too many people use this password."),
        "password_entirely_numeric": _("A password is not of digits alone."),
        "password_too_similar": _("The password is too much like the name."),
    }
    return sentences.get(error.code or "") or " ".join(error.messages)


# Asking


def sign_in_fields(given: Given) -> list[Field]:
    """What is asked of who comes back."""
    return [
        Field("name", _("Name"), "text", "username", given.get("name", "")),
        Field("password", _("Password"), "password", "current-password"),
    ]


def sign_up_fields(given: Given, wrong: Given) -> list[Field]:
    """What is asked of somebody new."""
    about = _("Others see it when you play with them.")
    name = given.get("name", "")
    first = Field("name", _("Name"), "text", "username", name, about, wrong.get("name", ""))
    return [first, *_new_fields(_("Password"), wrong)]


def password_fields(wrong: Given) -> list[Field]:
    """Another password; who knows the old one may have it."""
    return [own_password(_("Password now"), wrong), *_new_fields(_("New password"), wrong)]


def own_password(label: str, wrong: Given) -> Field:
    """The password of who is signed in, before something that can't be undone."""
    return Field("old", label, "password", "current-password", wrong=wrong.get("old", ""))


def _new_fields(label: str, wrong: Given) -> list[Field]:
    about = _("At least 8 characters; not only digits, not a common one, not like the name.")
    return [
        Field(
            *("password", label, "password", "new-password"),
            sentence=about,
            wrong=wrong.get("password", ""),
        ),
        Field(
            *("again", _("The same again"), "password", "new-password"),
            wrong=wrong.get("again", ""),
        ),
    ]
