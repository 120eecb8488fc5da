"""The Django configuration of this app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The pages of an account."""

    name = "plyground.web.accounts"
    label = "accounts"
