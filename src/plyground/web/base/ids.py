"""Random names that cannot be guessed."""

import secrets


def new_id() -> str:
    """A random name, short enough for an address."""
    return secrets.token_urlsafe(12)


def new_visitor() -> str:
    """A visitor's name. It proves ownership of games, so it must be unguessable."""
    return secrets.token_urlsafe(18)
