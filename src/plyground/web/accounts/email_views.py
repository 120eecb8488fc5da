"""The pages of an account's e-mail address, and of a forgotten password."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from plyground.web.accounts import email_addresses, forms, letters, passwords
from plyground.web.accounts import services as accounts_services
from plyground.web.accounts.form_pages import first_sign_in, not_now, show_form
from plyground.web.base import limits
from plyground.web.base.client_address import address_of
from plyground.web.visitors.visitors import account_of

_LARGEST_ID = 2**63 - 1


def _require_mail() -> None:
    """These pages exist only if the server can send e-mail."""
    if not letters.is_on():
        raise Http404


def _too_many_letters() -> str:
    return _("Too many letters were asked for; try again in %(seconds)s seconds.")


# The address


@require_http_methods(["GET", "HEAD", "POST"])
def set_address(request: HttpRequest) -> HttpResponse:
    """Sends a letter to a new address, or removes the address."""
    _require_mail()
    account = account_of(request)
    if account is None:
        return first_sign_in(request)
    known = {"email": email_addresses.of(account), "is_sent": "sent" in request.GET}
    label = _("Password")
    if request.method != "POST":
        fields = [*forms.EmailForm(), *forms.OwnPasswordForm(label)]
        return show_form(request, "account_email", {**known, "fields": fields})
    form, own = forms.EmailForm(request.POST), forms.OwnPasswordForm(label, request.POST)
    values = {**known, "fields": [*form, *own]}
    try:
        if not (form.is_valid() & passwords.is_own(request, account, own)):
            return show_form(request, "account_email", values, 422)
    except (limits.Guessed, passwords.Busy) as no:
        return not_now(request, "account_email", values, no)
    address = form.cleaned_data["address"]
    if not address:
        email_addresses.remove(account)
        return redirect(f"{reverse('account')}?done=no_email")
    try:
        email_addresses.count_request(limits.origin_of(address_of(request)))
        sent = email_addresses.ask_to_confirm(
            account,
            address,
            lambda token: request.build_absolute_uri(reverse("confirm_email", args=[token])),
        )
    except limits.Guessed as no:
        return not_now(request, "account_email", {**values, "too_many": _too_many_letters()}, no)
    if not sent:
        return not_now(request, "account_email", values, passwords.Busy())
    return redirect(f"{reverse('email')}?sent")


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Stores an address, after its owner has opened the link in the letter."""
    _require_mail()
    found = email_addresses.to_confirm(token)
    if found is None:
        return render(request, "accounts/account_old_link.html", {"again": "email"}, status=404)
    account, address = found
    if request.method != "POST":
        values = {"fields": [], "name": account.name, "address": address}
        return show_form(request, "account_email_confirm", values)
    email_addresses.store(account, address)
    return redirect(f"{reverse('account')}?done=email")


# A forgotten password


@require_http_methods(["GET", "HEAD", "POST"])
def forgot(request: HttpRequest) -> HttpResponse:
    """Sends a letter with a link. The answer does not say whether there is such an account."""
    _require_mail()
    if request.method != "POST":
        values = {"fields": forms.ForgotForm(), "is_sent": "sent" in request.GET}
        return show_form(request, "account_forgot", values)
    form = forms.ForgotForm(request.POST)
    values = {"fields": form, "too_many": _too_many_letters()}
    if not form.is_valid():
        return show_form(request, "account_forgot", values, 422)
    try:
        email_addresses.count_request(limits.origin_of(address_of(request)))
    except limits.Guessed as no:
        return not_now(request, "account_forgot", values, no)

    def url_of(account_id: int, token: str) -> str:
        return request.build_absolute_uri(reverse("reset", args=[account_id, token]))

    if not email_addresses.ask_to_reset(form.cleaned_data["whose"], url_of):
        return not_now(request, "account_forgot", {"fields": form}, passwords.Busy())
    return redirect(f"{reverse('forgot')}?sent")


@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest, account_id: int, token: str) -> HttpResponse:
    """Sets a new password; all sessions and tokens end. A second factor stays."""
    _require_mail()
    account = email_addresses.to_reset(account_id, token) if account_id <= _LARGEST_ID else None
    if account is None:
        return render(request, "accounts/account_old_link.html", {"again": "forgot"}, status=404)
    known = {"name": account.name}
    if request.method != "POST":
        values = {**known, "fields": forms.NewPasswordForm(account)}
        return show_form(request, "account_reset", values)
    form = forms.NewPasswordForm(account, request.POST)
    if not form.is_valid():
        return show_form(request, "account_reset", {**known, "fields": form}, 422)
    try:
        with passwords.turn():
            account.set_password(form.cleaned_data["password"])
    except passwords.Busy as no:
        return not_now(request, "account_reset", {**known, "fields": form}, no)
    accounts_services.change_password(account)
    return redirect(f"{reverse('signin')}?reset")
