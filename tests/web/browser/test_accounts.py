"""Registration, login and logout as a person does it, by keyboard alone; checked with axe."""

import re
import secrets

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import violations
from tests.web.browser.tables import Table, begin
from tests.web.browser.visits import PHONE, Visits

PASSWORD = "four green horses"


def new_name() -> str:
    """A unique name."""
    return f"Ann.{secrets.token_hex(4)}"


def type_form(page: Page, *texts: str) -> None:
    """Fills in a form whose first field has the focus, and submits it."""
    expect(page.locator("[autofocus]")).to_be_focused()
    for number, text in enumerate(texts):
        if number:
            page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press("Enter")


def sign_up(page: Page, name: str) -> None:
    page.goto("/account/sign-up/")
    expect(page.get_by_label("Name")).to_be_focused()
    type_form(page, name, PASSWORD, PASSWORD)
    page.wait_for_url(re.compile("://[^/]+/$"))


def me(page: Page, name: str = "Sign in") -> None:
    """The menu shows the account's name."""
    expect(page.locator(".top .me")).to_contain_text(name)


@pytest.mark.deep
def test_account_is_used_by_keyboard_on_two_devices(visits: Visits, page: Page) -> None:
    """Registers in mid-game, comes back to it, and continues on another device."""
    name = new_name()
    game_id = begin(page, "dobutsu", opponent="person")
    Table(page, "dobutsu").play("b2b3")
    table = Table(page, "dobutsu", "keys")
    for link, address in (("Sign in", "/sign-in/"), ("Create an account", "/sign-up/")):
        table.press(page.get_by_role("link", name=link))
        page.wait_for_url(re.compile(f"/account{address}"))
    type_form(page, name, PASSWORD, PASSWORD)
    page.wait_for_url(f"**/games/{game_id}/")
    me(page, name)
    table.position = table.position.play("b2b3")
    table.play("b4b3")

    phone = visits.open(f"/account/sign-in/?next=/games/{game_id}/", device=PHONE)
    expect(phone.get_by_label("Name")).to_be_focused()
    type_form(phone, name.upper(), PASSWORD)
    phone.wait_for_url(f"**/games/{game_id}/")
    expect(Table(phone, "dobutsu").moves).to_have_count(2)


@pytest.mark.deep
def test_game_in_another_tab_continues_after_sign_in(visits: Visits, page: Page) -> None:
    """A login changes the token of every page; the page with the game fetches the new one."""
    visits.allow("status of 403")
    begin(page, "dobutsu", opponent="person")
    tab = page.context.new_page()
    sign_up(tab, new_name())
    table = Table(page, "dobutsu")
    table.make("b2b3")
    table.position = table.position.play("b2b3")
    table.see_last_move()
    table.play("b4b3")
    tab.close()


def test_a_password_can_be_shown(page: Page) -> None:
    page.goto("/account/sign-up/")
    field = page.get_by_label("Password", exact=True)
    field.fill("abc")
    switch = page.get_by_role("switch", name="Show the password")
    switch.press("Space")
    expect(field).to_have_attribute("type", "text")
    switch.press("Space")
    expect(field).to_have_attribute("type", "password")


def test_sign_up_works_without_scripts(visits: Visits) -> None:
    page, name = visits.open("/account/sign-up/", java_script_enabled=False), new_name()
    page.get_by_label("Name").fill(name)
    for label in ("Password", "Password again"):
        page.get_by_label(label, exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    page.wait_for_url(re.compile("://[^/]+/$"))
    me(page, name)


@pytest.mark.deep
def test_signing_out_everywhere_ends_other_sessions(visits: Visits, page: Page) -> None:
    name = new_name()
    sign_up(page, name)
    phone = visits.open("/account/sign-in/", device=PHONE)
    type_form(phone, name, PASSWORD)
    me(phone, name)
    page.goto("/account/")
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("status")).to_contain_text("signed out, here and everywhere")
    phone.reload()
    me(phone)


def test_tokens_are_made_and_the_account_deleted(page: Page) -> None:
    name = new_name()
    sign_up(page, name)
    page.goto("/account/")
    page.get_by_label("Name of a new token").fill("my bot")
    page.get_by_role("button", name="Create a token").click()
    expect(page.get_by_label("Copy it now")).to_have_value(re.compile(r"^ply_[\w-]{32}$"))
    assert violations(page) == []
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.get_by_role("button", name="Revoke my bot")).to_have_count(0)
    page.get_by_role("link", name="Delete my data").click()
    assert violations(page) == []
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("status")).to_have_text("Everything was deleted.")
    me(page)


@pytest.mark.deep
@pytest.mark.parametrize("device", [{}, PHONE], ids=["service", "phone"])
def test_axe_finds_nothing(visits: Visits, device: dict[str, object]) -> None:
    visits.allow("status of 422")
    page = visits.open("/account/sign-in/", **({"device": device} if device else {}))
    assert violations(page) == []
    type_form(page, "nobody.here", "wrong password")
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page) == []
    page.goto("/account/sign-up/")
    type_form(page, "a", "b", "c")
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page) == []
    sign_up(page, new_name())
    for path in ("/account/", "/account/password/", "/account/delete/"):
        page.goto(path)
        assert violations(page) == []
