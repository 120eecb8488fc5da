"""Checks the body of a request against its model in the contract; an error is a Problem."""

import json

from django.http import HttpRequest
from django.utils.translation import gettext as _

from plyground.web.base.answers import Problem
from plyground.web.contract.body import AnyBody, Misread, read


def read_body(request: HttpRequest, model: type[AnyBody]) -> AnyBody:
    """The JSON object in a request, checked; limits.py has checked its size."""
    try:
        given = json.loads(request.body or b"{}")
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise Problem(400, "malformed", _("The request is not a JSON object."))
    try:
        return read(model, given)
    except Misread as wrong:
        raise Problem(400, "malformed", wrong.sentence, at=wrong.name or None) from None
