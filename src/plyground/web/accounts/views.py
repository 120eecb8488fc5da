"""The pages of accounts: login, registration, logout, tokens, and personal data."""

from collections.abc import AsyncIterator, Iterator, Mapping

from django.contrib.auth import logout, update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from plyground.web.accounts import (
    email_addresses,
    entering,
    forms,
    letters,
    passwords,
    second_factor,
    second_factor_views,
)
from plyground.web.accounts import services as accounts_services
from plyground.web.accounts.form_pages import first_sign_in, following, not_now, show_form
from plyground.web.base import limits
from plyground.web.base.handler import in_thread
from plyground.web.games import repository
from plyground.web.visitors import sessions, tokens
from plyground.web.visitors.visitors import account_of, kept_name, visitor_of, welcome

# Signing in


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Asks for name and password; the account takes over the games of this browser."""
    if request.method != "POST":
        if account_of(request) is not None:
            return redirect(following(request))
        values = {
            "fields": forms.SignInForm(),
            "everywhere": "everywhere" in request.GET,
            "is_reset": "reset" in request.GET,
            "has_mail": letters.is_on(),
        }
        return show_form(request, "signin", values)
    form = forms.SignInForm(request.POST)
    form.full_clean()
    try:
        account = passwords.known(
            request, form.cleaned_data["name"][:60], form.cleaned_data["password"]
        )
    except (limits.Guessed, passwords.Busy) as no:
        return not_now(request, "signin", {"fields": form}, no)
    if account is None:
        wrong = _("There is no account with this name and this password.")
        return show_form(request, "signin", {"fields": form, "wrong": wrong}, 422)
    if second_factor.is_on(account):
        return second_factor_views.begin(request, account)
    try:
        entering.enter(request, account)
    except repository.TooMany:
        return show_form(request, "signin", {"fields": form, "wrong": entering.no_room()}, 422)
    return redirect(following(request))


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Creates an account, and logs in to it."""
    if account_of(request) is not None:
        return redirect("account")
    if request.method != "POST":
        values = {"fields": forms.SignUpForm(), "has_mail": letters.is_on()}
        return show_form(request, "signup", values)
    form = forms.SignUpForm(request.POST)
    if not form.is_valid():
        return show_form(request, "signup", {"fields": form}, 422)
    try:
        with passwords.turn():
            account = accounts_services.create(
                form.cleaned_data["name"], form.cleaned_data["password"]
            )
    except accounts_services.Taken:
        form.add_error("name", _("This name, or one that looks like it, is taken. Choose another."))
        return show_form(request, "signup", {"fields": form}, 422)
    except passwords.Busy as no:
        return not_now(request, "signup", {"fields": form}, no)
    entering.enter(request, account)
    return redirect(following(request))


# Signing out


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ends this session; an old page does not cost a browser the games that it has without one."""
    if account_of(request) is not None:
        entering.depart(request)
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
        entering.depart(request)
    return redirect(f"{reverse('signin')}?everywhere")


@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    """Changes the password; all other sessions and all tokens end."""
    account = account_of(request)
    if account is None:
        return first_sign_in(request)
    label, asked = _("Current password"), forms.NewPasswordForm(account)
    if request.method != "POST":
        fields = [*forms.OwnPasswordForm(label), *asked]
        return show_form(request, "account_password", {"fields": fields})
    own, new = (
        forms.OwnPasswordForm(label, request.POST),
        forms.NewPasswordForm(account, request.POST),
    )
    try:
        if not passwords.is_own(request, account, own):
            return show_form(request, "account_password", {"fields": [*own, *asked]}, 422)
        if not new.is_valid():
            return show_form(request, "account_password", {"fields": [*own, *new]}, 422)
        with passwords.turn():
            account.set_password(new.cleaned_data["password"])
    except (limits.Guessed, passwords.Busy) as no:
        return not_now(request, "account_password", {"fields": [*own, *asked]}, no)
    accounts_services.change_password(account)
    update_session_auth_hash(request, account)
    sessions.begin(request, account)
    return redirect(f"{reverse('account')}?done=password")


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
        "has_mail": letters.is_on(),
        "email": email_addresses.of(account) if account else "",
        "has_second_factor": account is not None and second_factor.is_on(account),
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
        return show_form(request, "account_delete", {"fields": fields})
    form = forms.OwnPasswordForm(label, request.POST)
    if request.POST.get("whose", "") != (account.name if account else ""):
        return redirect("forget")  # from an old page, which was about another visitor
    try:
        if account is None:
            accounts_services.forget_visitor(visitor)
        elif passwords.is_own(request, account, form):
            accounts_services.delete(account)
            accounts_services.forget_visitor(kept_name(request))
        else:
            return show_form(request, "account_delete", {"fields": form}, 422)
    except (limits.Guessed, passwords.Busy) as no:
        return not_now(request, "account_delete", {"fields": form}, no)
    logout(request)
    return redirect(f"{reverse('account')}?done=deleted")
