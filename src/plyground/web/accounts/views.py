"""The pages of accounts: login, registration, logout, tokens, and personal data."""

import threading
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import cast

from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from plyground.web.accounts import forms
from plyground.web.accounts import services as accounts_services
from plyground.web.base import limits
from plyground.web.base.client_address import address_of
from plyground.web.base.handler import in_thread
from plyground.web.games import repository
from plyground.web.visitors import sessions, tokens
from plyground.web.visitors.models import Account
from plyground.web.visitors.stored_buckets import StoredBuckets
from plyground.web.visitors.visitors import (
    account_of,
    cookie_name,
    drop_cookie_name,
    keep_name,
    kept_name,
    restore_name,
    visitor_of,
    welcome,
)

_guesses = limits.Guesses(StoredBuckets)
_digesting = threading.BoundedSemaphore(4)  # otherwise a few logins would occupy all threads
_PATIENCE = 3.0  # seconds to wait for a free slot
_SOON = 2


class _Busy(Exception):  # noqa: N818 - not for long
    """Too many passwords are being checked at the moment."""


# Signing in


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Asks for name and password; the account takes over the games of this browser."""
    if request.method != "POST":
        if account_of(request) is not None:
            return redirect(_following(request))
        values = {"fields": forms.SignInForm(), "everywhere": "everywhere" in request.GET}
        return _form(request, "signin", values)
    form = forms.SignInForm(request.POST)
    form.full_clean()
    try:
        account = _known(request, form.cleaned_data["name"][:60], form.cleaned_data["password"])
    except (limits.Guessed, _Busy) as no:
        return _not_now(request, "signin", {"fields": form}, no)
    if account is None:
        wrong = _("There is no account with this name and this password.")
        return _form(request, "signin", {"fields": form, "wrong": wrong}, 422)
    try:
        _enter(request, account)
    except repository.TooMany:
        return _form(request, "signin", {"fields": form, "wrong": _no_room()}, 422)
    return redirect(_following(request))


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Creates an account, and logs in to it."""
    if account_of(request) is not None:
        return redirect("account")
    if request.method != "POST":
        return _form(request, "signup", {"fields": forms.SignUpForm()})
    form = forms.SignUpForm(request.POST)
    if not form.is_valid():
        return _form(request, "signup", {"fields": form}, 422)
    try:
        with _turn():
            account = accounts_services.create(
                form.cleaned_data["name"], form.cleaned_data["password"]
            )
    except accounts_services.Taken:
        form.add_error("name", _("This name, or one that looks like it, is taken. Choose another."))
        return _form(request, "signup", {"fields": form}, 422)
    except _Busy as no:
        return _not_now(request, "signup", {"fields": form}, no)
    _enter(request, account)
    return redirect(_following(request))


def _known(request: HttpRequest, name: str, password: str) -> Account | None:
    """The account with this name, if the password is right. An unknown name takes as long."""
    address = address_of(request)
    _guesses.take(name, address)
    with _turn():
        if len(password) > forms.LONGEST_PASSWORD or "\0" in name:
            return None
        account = authenticate(request, username=name, password=password)
    if not isinstance(account, Account):
        return None
    _guesses.give_back(name, address)
    return account


def _no_room() -> str:
    sentence = _(
        "The account has no room for the games of this browser: %(most)s can be kept."
        " Delete some here first."
    )
    return sentence % {"most": repository.MOST_GAMES}


def _enter(request: HttpRequest, account: Account) -> None:
    """Binds the session to the account.

    Raises store.TooMany if the account has no room for the games of this browser.
    """
    name = cookie_name(request) or kept_name(request)
    sits = accounts_services.claim(name, account)
    login(request, account)
    sessions.begin(request, account)
    drop_cookie_name(request)
    if sits:
        keep_name(request, name)


def _depart(request: HttpRequest) -> None:
    """Ends the session; a seat that the browser had before belongs to it again."""
    name, account = kept_name(request), account_of(request)
    if account is not None:
        sessions.end(request, account)
    logout(request)
    restore_name(request, name)


@contextmanager
def _turn() -> Iterator[None]:
    if not _digesting.acquire(timeout=_PATIENCE):
        raise _Busy
    try:
        yield
    finally:
        _digesting.release()


# Signing out


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ends this session; an old page does not cost a browser the games that it has without one."""
    if account_of(request) is not None:
        _depart(request)
    return redirect("home")


@require_POST
def sign_out_there(request: HttpRequest, session_id: int) -> HttpResponse:
    """Ends the session of another browser, if it has not ended already."""
    account = account_of(request)
    if account is not None:
        sessions.end_one(account, session_id)
    return redirect("account")


@require_POST
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Ends every session of the account, on all devices, and every token."""
    account = account_of(request)
    if account is not None:
        accounts_services.end_sessions(account)
        _depart(request)
    return redirect(f"{reverse('signin')}?everywhere")


@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    """Changes the password; all other sessions and all tokens end."""
    account = account_of(request)
    if account is None:
        return _first_sign_in(request)
    label, asked = _("Current password"), forms.NewPasswordForm(account)
    if request.method != "POST":
        fields = [*forms.OwnPasswordForm(label), *asked]
        return _form(request, "account_password", {"fields": fields})
    own, new = (
        forms.OwnPasswordForm(label, request.POST),
        forms.NewPasswordForm(account, request.POST),
    )
    try:
        if not _is_own(request, account, own):
            return _form(request, "account_password", {"fields": [*own, *asked]}, 422)
        if not new.is_valid():
            return _form(request, "account_password", {"fields": [*own, *new]}, 422)
        with _turn():
            account.set_password(new.cleaned_data["password"])
    except (limits.Guessed, _Busy) as no:
        return _not_now(request, "account_password", {"fields": [*own, *asked]}, no)
    accounts_services.change_password(account)
    update_session_auth_hash(request, account)
    sessions.begin(request, account)
    return redirect(f"{reverse('account')}?done=password")


def _is_own(request: HttpRequest, account: Account, form: forms.OwnPasswordForm) -> bool:
    """Whether this is the account's password, which a stranger at this browser does not have."""
    address, key = address_of(request), f"={account.pk}"
    _guesses.take(key, address)
    form.full_clean()
    password = form.cleaned_data["old"]
    with _turn():
        right = len(password) <= forms.LONGEST_PASSWORD and account.check_password(password)
    if right:
        _guesses.give_back(key, address)
    else:
        form.add_error("old", _("The password is wrong."))
    return right


def _first_sign_in(request: HttpRequest) -> HttpResponse:
    return redirect(f"{reverse('signin')}?{urlencode({'next': request.path})}")


# The account


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The data and actions of an account, or of a browser without one."""
    return _overview(request, {"done": request.GET.get("done")})


def _overview(
    request: HttpRequest, values: Mapping[str, object], status: int = 200
) -> HttpResponse:
    visitor, account = visitor_of(request), account_of(request)
    count = repository.games_of(visitor).count()
    known: dict[str, object] = {
        "devices": sessions.devices(request, account) if account else [],
        "tokens": tokens.of(visitor),
        "count": count,
        "new_token": forms.TokenForm(),
    }
    if request.method == "POST":
        known["next"] = reverse("account")
    return render(request, "accounts/account.html", {**known, **values}, status=status)


@require_POST
def make_token(request: HttpRequest) -> HttpResponse:
    """A new token for a program. Only this answer shows it."""
    form = forms.TokenForm(request.POST)
    if not form.is_valid():
        return _overview(request, {"new_token": form}, 422)
    visitor, label = welcome(request), form.cleaned_data["label"]
    if any(one.label == label for one in tokens.of(visitor)):  # or this page was loaded again
        form.add_error("label", _("You already have a token with this name. Choose another name."))
        return _overview(request, {"new_token": form}, 422)
    try:
        token = tokens.create(visitor, label)
    except tokens.TooManyTokens:
        form.add_error("label", _("You have 20 tokens, and no more can be kept; revoke one first."))
        return _overview(request, {"new_token": form}, 422)
    return _overview(request, {"token": token})


@require_POST
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revokes a token, if it was not revoked already."""
    tokens.revoke(visitor_of(request), token_id)
    return redirect("account")


@require_safe
def download(request: HttpRequest) -> HttpResponseBase:
    """All data of the visitor, as a file that is generated while it is sent."""
    headers = {
        "Content-Type": "application/json",
        "Content-Disposition": 'attachment; filename="plyground-data.json"',
    }
    if request.method == "HEAD":
        return HttpResponse(headers=headers)
    parts = accounts_services.everything(visitor_of(request), account_of(request))
    return StreamingHttpResponse(_sent(parts), headers=headers)


async def _sent(parts: Iterator[str]) -> AsyncIterator[bytes]:
    while part := await in_thread(next, parts, ""):
        yield part.encode()


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Asks for confirmation, then deletes a visitor's data, with the account if there is one."""
    account, visitor = account_of(request), visitor_of(request)
    if not visitor:
        raise Http404
    label = _("Password")
    if request.method != "POST":
        fields = list(forms.OwnPasswordForm(label)) if account else []
        return _form(request, "account_delete", {"fields": fields})
    form = forms.OwnPasswordForm(label, request.POST)
    if request.POST.get("whose", "") != (account.name if account else ""):
        return redirect("forget")  # from an old page, which was about another visitor
    try:
        if account is None:
            accounts_services.forget_visitor(visitor)
        elif _is_own(request, account, form):
            accounts_services.delete(account)
            accounts_services.forget_visitor(kept_name(request))
        else:
            return _form(request, "account_delete", {"fields": form}, 422)
    except (limits.Guessed, _Busy) as no:
        return _not_now(request, "account_delete", {"fields": form}, no)
    logout(request)
    return redirect(f"{reverse('account')}?done=deleted")


# What they share


def _following(request: HttpRequest) -> str:
    """The next page: the requested one, if it is ours, or home."""
    wanted = request.POST.get("next", "") or request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, {request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours and wanted.startswith("/") else reverse("home")


def _form(
    request: HttpRequest, name: str, values: Mapping[str, object], status: int = 200
) -> HttpResponse:
    following = _following(request)
    fields = list(cast(Iterable[BoundField], values["fields"]))
    faults = [field.name for field in fields if field.errors]
    first = faults or [field.name for field in fields if not field.value()]
    known: dict[str, object] = {
        "following": following,
        "faults": faults,
        "focus": first[0] if first else "",
    }
    if request.method == "POST":  # the page after a change of language
        known["next"] = f"{request.path}?{urlencode({'next': following})}"
    return render(request, f"accounts/{name}.html", {**known, **values}, status=status)


def _not_now(
    request: HttpRequest, name: str, values: Mapping[str, object], no: limits.Guessed | _Busy
) -> HttpResponse:
    """The form again, to be tried later."""
    if isinstance(no, _Busy):
        wait, status = _SOON, 503
        sentence = _("Too many people are signing in just now; try again in %(seconds)s seconds.")
    else:
        wait, status = limits.whole_seconds(no.wait), 429
        sentence = _("Too many wrong passwords were tried; try again in %(seconds)s seconds.")
    response = _form(request, name, {**values, "wrong": sentence % {"seconds": wait}}, status)
    response.headers["Retry-After"] = str(wait)
    return response
