"""The pages of the forms of accounts."""

from collections.abc import Iterable, Mapping
from typing import cast

from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from plyground.web.accounts import passwords
from plyground.web.base import limits

_SOON = 2  # seconds


def following(request: HttpRequest) -> str:
    """The next page: the requested one, if it is ours, or home."""
    wanted = request.POST.get("next", "") or request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, {request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours and wanted.startswith("/") else reverse("home")


def first_sign_in(request: HttpRequest) -> HttpResponse:
    """Asks for the password, then returns to this page."""
    return redirect(f"{reverse('signin')}?{urlencode({'next': request.path})}")


def show_form(
    request: HttpRequest, name: str, values: Mapping[str, object], status: int = 200
) -> HttpResponse:
    """The page of a form, with the cursor in the first field that is wrong or empty."""
    target = following(request)
    fields = list(cast(Iterable[BoundField], values["fields"]))
    faults = [field.name for field in fields if field.errors]
    first = faults or [field.name for field in fields if not field.value()]
    shown: dict[str, object] = {
        "following": target,
        "faults": faults,
        "focus": first[0] if first else "",
    }
    if request.method == "POST":  # the page after a change of language
        shown["next"] = f"{request.path}?{urlencode({'next': target})}"
    return render(request, f"accounts/{name}.html", {**shown, **values}, status=status)


def not_now(
    request: HttpRequest,
    name: str,
    values: Mapping[str, object],
    no: limits.Guessed | passwords.Busy,
) -> HttpResponse:
    """The form again, to be tried later."""
    if isinstance(no, passwords.Busy):
        wait, status = _SOON, 503
        sentence = _("Too many people are signing in just now; try again in %(seconds)s seconds.")
    else:
        wait, status = limits.whole_seconds(no.wait), 429
        sentence = _("Too many wrong passwords were tried; try again in %(seconds)s seconds.")
    wrong = str(values.get("too_many") or sentence) % {"seconds": wait}
    response = show_form(request, name, {**values, "wrong": wrong}, status)
    response.headers["Retry-After"] = str(wait)
    return response
