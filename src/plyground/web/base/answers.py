"""Error answers: a status, a stable code and a sentence, as JSON."""

from typing import Any

from django.http import HttpResponse, JsonResponse


class Problem(Exception):  # noqa: N818 - an error of the request, not of ours
    """An error answer: a status, a code and a sentence."""

    def __init__(self, status: int, code: str, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.more = more


def failure(
    status: int, code: str, sentence: str, at: str | None = None, **more: Any
) -> HttpResponse:
    """An error in the form that pages expect."""
    return JsonResponse(
        {"error": {"code": code, "sentence": sentence, "at": at}, **more}, status=status
    )


def later(status: int, code: str, sentence: str, seconds: int) -> HttpResponse:
    """An error that may disappear after this many seconds."""
    response = failure(status, code, sentence)
    response.headers["Retry-After"] = str(seconds)
    return response
