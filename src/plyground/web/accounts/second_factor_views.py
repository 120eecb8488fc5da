"""The pages of the second step at sign-in."""

import time

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from plyground.web.accounts import entering, forms, passwords, second_factor
from plyground.web.accounts.form_pages import first_sign_in, following, not_now, show_form
from plyground.web.base import limits
from plyground.web.games import repository
from plyground.web.visitors.models import Account
from plyground.web.visitors.visitors import account_of

_KEY = "second_step"  # in the signed cookie: whose password was right, and when
_PATIENCE = 600  # seconds between password and code
_SALT = "plyground.second_factor"
_HOUR = 3600


def _too_many_codes() -> str:
    return _("Too many wrong codes were tried; try again in %(seconds)s seconds.")


# At sign-in


def begin(request: HttpRequest, account: Account) -> HttpResponse:
    """The password was right: asks for a code."""
    request.session[_KEY] = [account.pk, account.get_session_auth_hash(), int(time.time())]
    return redirect(f"{reverse('code')}?{urlencode({'next': following(request)})}")


def _half_signed_in(request: HttpRequest) -> Account | None:
    """The account whose password this browser gave a moment ago."""
    kept = request.session.get(_KEY)
    if not isinstance(kept, list):
        return None
    key, digest, at = kept
    account = Account.objects.filter(pk=key).first()
    if account is None or not constant_time_compare(digest, account.get_session_auth_hash()):
        return None
    return account if 0 <= time.time() - at < _PATIENCE else None


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Asks for a code after the password."""
    account = _half_signed_in(request)
    if account is None or account_of(request) is not None:
        return redirect(f"{reverse('signin')}?{urlencode({'next': following(request)})}")
    if request.method != "POST":
        return show_form(request, "signin_code", {"fields": forms.CodeForm()})
    form = forms.CodeForm(request.POST)
    form.full_clean()
    try:
        is_right = second_factor.check(account, form.cleaned_data["code"])
    except limits.Guessed as no:
        values = {"fields": form, "too_many": _too_many_codes()}
        return not_now(request, "signin_code", values, no)
    if not is_right:
        form.add_error("code", _wrong_code())
        return show_form(request, "signin_code", {"fields": form}, 422)
    target = following(request)
    try:
        entering.enter(request, account)
    except repository.TooMany:
        values = {"fields": form, "wrong": entering.no_room()}
        return show_form(request, "signin_code", values, 422)
    request.session.pop(_KEY, None)
    return redirect(target)


def _wrong_code() -> str:
    return _("This code is wrong or was used already. A new one appears every 30 seconds.")


# In the account


@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: HttpRequest) -> HttpResponse:
    """Turns the second step on or off. Both need the password and a code."""
    account = account_of(request)
    if account is None:
        return first_sign_in(request)
    if second_factor.is_on(account):
        return _turn_off(request, account)
    return _turn_on(request, account)


def _turn_on(request: HttpRequest, account: Account) -> HttpResponse:
    label = _("Password")
    secret = _given_secret(request, account)
    if secret is None:
        fields = [*forms.CodeForm(), *forms.OwnPasswordForm(label)]
        return _show_secret(request, account, second_factor.new_secret(), fields)
    form, own = forms.CodeForm(request.POST), forms.OwnPasswordForm(label, request.POST)
    form.full_clean()
    fields = [*form, *own]
    try:
        is_own = passwords.is_own(request, account, own)
    except (limits.Guessed, passwords.Busy) as no:
        return not_now(request, "second_factor", _about(account, secret, fields), no)
    code = form.cleaned_data["code"]
    if not second_factor.fits(secret, code):
        form.add_error("code", _wrong_code())
    if not is_own or form.errors:
        return _show_secret(request, account, secret, fields, 422)
    codes = second_factor.turn_on(account, secret, code)
    return render(request, "accounts/recovery_codes.html", {"codes": codes})


def _given_secret(request: HttpRequest, account: Account) -> str | None:
    """The secret that the page of this form showed; None without one, or for a very old page."""
    try:
        owner, secret = signing.loads(request.POST.get("secret", ""), salt=_SALT, max_age=_HOUR)
    except signing.BadSignature:
        return None
    return str(secret) if owner == account.pk else None


def _show_secret(
    request: HttpRequest, account: Account, secret: str, fields: list[object], status: int = 200
) -> HttpResponse:
    return show_form(request, "second_factor", _about(account, secret, fields), status)


def _about(account: Account, secret: str, fields: list[object]) -> dict[str, object]:
    uri = second_factor.uri(account, secret)
    return {
        "fields": fields,
        "uri": uri,
        "picture": second_factor.picture(uri),
        "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "sealed": signing.dumps([account.pk, secret], salt=_SALT),
    }


def _turn_off(request: HttpRequest, account: Account) -> HttpResponse:
    label, left = _("Password"), second_factor.recovery_codes_left(account)
    if request.method != "POST":
        fields = [*forms.CodeForm(), *forms.OwnPasswordForm(label)]
        return show_form(request, "second_factor_off", {"fields": fields, "left": left})
    form, own = forms.CodeForm(request.POST), forms.OwnPasswordForm(label, request.POST)
    form.full_clean()
    values: dict[str, object] = {"fields": [*form, *own], "left": left}
    try:
        if not passwords.is_own(request, account, own):
            return show_form(request, "second_factor_off", values, 422)
    except (limits.Guessed, passwords.Busy) as no:
        return not_now(request, "second_factor_off", values, no)
    try:
        is_right = second_factor.check(account, form.cleaned_data["code"])
    except limits.Guessed as no:
        return not_now(request, "second_factor_off", {**values, "too_many": _too_many_codes()}, no)
    if not is_right:
        form.add_error("code", _wrong_code())
        return show_form(request, "second_factor_off", values, 422)
    second_factor.turn_off(account)
    return redirect(f"{reverse('account')}?done=one_step")
