"""The names of people: of accounts, of guests, and of those without a name."""

from django.utils.translation import gettext as _

from plyground.web.visitors import people
from plyground.web.visitors.names import clean_name, why_not


class BadName(ValueError):  # noqa: N818 - not an error of ours
    """A name that cannot be used; the sentence says why."""


def checked(text: str) -> str:
    """The stored form of a guest's name, by the rules of accounts; empty: no name."""
    name = clean_name(text)
    if name and (wrong := why_not(name)):
        raise BadName(wrong)
    return name


def shown(visitor: str) -> str:
    """The name of a person, or that it is a guest."""
    return people.names([visitor]).get(visitor) or _("A guest")
