"""Random names that nobody can guess."""

import secrets


def new_id() -> str:
    """A name nobody can guess, short enough for an address."""
    return secrets.token_urlsafe(12)


def new_visitor() -> str:
    """A visitor's name: who can say it owns the games, so nobody can guess it."""
    return secrets.token_urlsafe(18)
