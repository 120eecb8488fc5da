"""The address that a request comes from."""

from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """The client's address. Behind a local proxy it is read from X-Forwarded-For."""
    return str(request.META.get("REMOTE_ADDR") or "")
