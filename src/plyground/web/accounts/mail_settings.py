"""The mail server that the operator has set, or none."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

_EXAMPLES = (
    "smtp://USER:PASSWORD@HOST:587, smtps://USER:PASSWORD@HOST:465 or smtp://HOST:25?tls=off"
)
_PORTS = {"smtp": 587, "smtps": 465}
_ADDRESS = re.compile(r"[^@\s<>]+@[^@\s<>]+")


@dataclass(frozen=True)
class MailSettings:
    """How to reach the mail server. Without a host there is none."""

    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    sender: str = ""
    is_ssl: bool = False  # encrypted from the start
    is_tls: bool = False  # encrypted by STARTTLS


def read_mail(environment: Mapping[str, str]) -> MailSettings:
    """The mail server in the environment; a ValueError says what is wrong.

    >>> read_mail({}).host
    ''
    >>> found = {"PLYGROUND_SMTP": "smtps://mx.example.org", "PLYGROUND_MAIL_FROM": "a@b.example"}
    >>> read_mail(found).port, read_mail(found).is_ssl
    (465, True)
    """
    url = environment.get("PLYGROUND_SMTP", "")
    sender = environment.get("PLYGROUND_MAIL_FROM", "")
    if not url:
        return MailSettings()
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in _PORTS or not parts.hostname or parts.query not in ("", "tls=off"):
        raise ValueError(f"PLYGROUND_SMTP is {_EXAMPLES}.")  # it may contain a password
    is_open = bool(parts.query)
    if is_open and (parts.scheme == "smtps" or parts.username):
        raise ValueError("PLYGROUND_SMTP has ?tls=off, so it must be smtp:// without a password.")
    if not _ADDRESS.fullmatch(sender):
        raise ValueError(
            "With PLYGROUND_SMTP, PLYGROUND_MAIL_FROM has to be the address of the sender, such as"
            " games@example.org."
        )
    return MailSettings(
        parts.hostname,
        port or _PORTS[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        sender,
        is_ssl=parts.scheme == "smtps",
        is_tls=parts.scheme == "smtp" and not is_open,
    )
