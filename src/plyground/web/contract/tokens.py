"""Tokens, which identify programs."""

from typing_extensions import TypedDict

from plyground.web.contract.values import Count


class NewToken(TypedDict):
    """A new token, with its secret, which is shown only once."""

    token: str
    id: Count
    label: str


class TokenRow(TypedDict):
    """A token in a list, without the token itself."""

    id: Count
    label: str
    created: str
    used: str | None


class Tokens(TypedDict):
    """The tokens of a visitor."""

    tokens: list[TokenRow]
