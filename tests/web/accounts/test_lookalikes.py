"""Names that look like others are refused."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import secrets
from collections.abc import Iterator

import pytest
from django.test import Client

from plyground.web.visitors.lookalikes import is_of_one_script, skeleton
from tests.web.people import PASSWORD, another, in_no_time, refused, sign_up


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


def form(name: str) -> dict[str, str]:
    return {"name": name, "password": PASSWORD, "again": PASSWORD}


@pytest.mark.parametrize("name", ["аdmin", "adміn", "αnna", "Ann.иван", "аdmin1", "ann山た한"])
def test_name_of_several_scripts_is_refused(client: Client, name: str) -> None:
    assert "in one script" in refused(client, "/account/sign-up/", form(name))


@pytest.mark.parametrize(
    "name",
    ["Ann-1", "émile", "Иван_2", "さくら桜", "サクラ99", "山田Ken", "김철수", "Ἑλένη", "ｻｸﾗ"],
)
def test_name_of_one_script_is_allowed(name: str) -> None:
    assert is_of_one_script(name)


@pytest.mark.parametrize(
    ("known", "other"),
    [("cope{}", "соре{}"), ("modern{}", "modem{}"), ("Ian{}", "1an{}"), ("o.k{}", "0_k{}")],
)
def test_name_that_looks_like_an_existing_one_is_refused(
    client: Client, known: str, other: str
) -> None:
    tail = "".join(secrets.choice("234567") for _ in range(10))
    sign_up(another(), known.format(tail))
    page = refused(client, "/account/sign-up/", form(other.format(tail)))
    assert "one that looks like it" in page


def test_names_that_differ_are_allowed() -> None:
    assert skeleton("ian") != skeleton("lan")
    assert skeleton("иван") != skeleton("ivan")
