"""One-time codes as a second step at sign-in (RFC 6238), and recovery codes.

A program on the phone computes a code of six digits every 30 seconds from a secret. Each code works
once. Of the ten recovery codes only digests are stored, and each works once.
"""

import hashlib
import secrets
import time

import pyotp
import segno
from django.utils.safestring import SafeString, mark_safe

from plyground.web.base import limits
from plyground.web.base.limits import rates_apply
from plyground.web.base.transactions import writing
from plyground.web.visitors.models import Account, SecondFactor
from plyground.web.visitors.stored_buckets import StoredBuckets

_DIGITS, _SECONDS = 6, 30
_STEPS = (-1, 0, 1)  # a phone's clock may be slow or fast
_RECOVERY_CODES, _RECOVERY_BYTES = 10, 10
_GROUP = 4  # letters
_LONGEST = 100  # characters

# Ten codes at once, then one in ten minutes: 144 a day, of a million possible ones.
_tries = StoredBuckets("code", 10, 1 / 600)


def is_on(account: Account) -> bool:
    """Whether sign-in to this account needs a code."""
    return SecondFactor.objects.filter(account=account).exists()


# Setting it up


def new_secret() -> str:
    """A random secret."""
    return pyotp.random_base32()


def uri(account: Account, secret: str) -> str:
    """The secret as programs for one-time codes read it."""
    return pyotp.TOTP(secret).provisioning_uri(name=account.name, issuer_name="Plyground")


def picture(text: str) -> SafeString:
    """A QR code, as SVG."""
    svg = segno.make(text, error="m").svg_inline(
        scale=5, svgclass="qr", lineclass=None, light="#fff"
    )
    return mark_safe(svg)  # noqa: S308 - drawn by the library: it does not contain the text


def fits(secret: str, text: str) -> bool:
    """Whether a code belongs to a secret now."""
    return _step(secret, text) is not None


def turn_on(account: Account, secret: str, text: str) -> list[str]:
    """Stores a secret with its current code; returns the recovery codes, shown only once."""
    codes = [_recovery_code() for _ in range(_RECOVERY_CODES)]
    with writing():
        SecondFactor.objects.update_or_create(
            account=account,
            defaults={
                "secret": secret,
                "used": _step(secret, text) or 0,
                "recovery": [_digest(code) for code in codes],
            },
        )
    return codes


def turn_off(account: Account) -> None:
    """Sign-in needs the password alone."""
    SecondFactor.objects.filter(account=account).delete()


# Using it


def check(account: Account, text: str) -> bool:
    """Whether a code or a recovery code is right. It is then used up. Raises Guessed."""
    if rates_apply() and (wait := _tries.take(str(account.pk))):
        raise limits.Guessed(wait)
    with writing():
        row = SecondFactor.objects.select_for_update().filter(account=account).first()
        if row is None or not _use(row, text[:_LONGEST]):
            return False
        row.save()
    if rates_apply():
        _tries.spend(str(account.pk), -1)
    return True


def recovery_codes_left(account: Account) -> int:
    """The number of recovery codes that were not used yet."""
    row = SecondFactor.objects.filter(account=account).first()
    return len(row.recovery) if row else 0


def _use(row: SecondFactor, text: str) -> bool:
    step = _step(row.secret, text)
    if step is not None:
        is_new = step > row.used
        row.used = max(step, row.used)
        return is_new
    digest = _digest(text)
    left = [code for code in row.recovery if not secrets.compare_digest(code, digest)]
    is_right = len(left) < len(row.recovery)
    row.recovery = left
    return is_right


def _step(secret: str, text: str) -> int | None:
    """The time step whose code this is; None if it is none of now."""
    digits = "".join(text.split())
    if len(digits) != _DIGITS or not (digits.isascii() and digits.isdecimal()):
        return None
    totp, now = pyotp.TOTP(secret), int(time.time()) // _SECONDS
    fitting = (
        now + step
        for step in _STEPS
        if secrets.compare_digest(totp.generate_otp(now + step), digits)
    )
    return max(fitting, default=None)


def _recovery_code() -> str:
    """A random code of 80 bits.

    >>> len(_recovery_code())
    19
    """
    letters = pyotp.random_base32(32)[: _RECOVERY_BYTES * 8 // 5].lower()
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def _digest(code: str) -> str:
    """The codes are long and random, so a plain digest can't be reversed."""
    plain = "".join(char for char in code.lower() if char.isalnum())
    return hashlib.sha256(plain.encode()).hexdigest()
