"""Tokens, by which programs say who they are."""

from typing_extensions import TypedDict

from plyground.web.contract.values import Count


class NewToken(TypedDict):
    """A token, which is told only now."""

    token: str
    id: Count
    label: str


class TokenRow(TypedDict):
    """A token in a list, but for itself."""

    id: Count
    label: str
    created: str
    used: str | None


class Tokens(TypedDict):
    """The tokens of a visitor."""

    tokens: list[TokenRow]
