"""The forms of accounts."""

from collections.abc import Mapping

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from plyground.web.base.form_fields import TextField
from plyground.web.contract.values import LONGEST_LABEL
from plyground.web.visitors.models import Account
from plyground.web.visitors.names import LONGEST, NAME_RULE, clean_name, why_not

LONGEST_EMAIL = 254
LONGEST_PASSWORD = 200  # characters: enough for a sentence, and quick to hash


# Fields


class NameField(forms.Field):
    """A name in its stored form. The form shows what was typed."""

    def to_python(self, value: object) -> str:
        """The name; empty if none is given."""
        return clean_name(str(value or ""))

    def bound_data(self, data: object, _initial: object) -> str:
        """What was typed."""
        return str(data or "")


class PasswordField(TextField):
    """A password. It is never sent back to the browser."""

    def bound_data(self, _data: object, _initial: object) -> str:
        """Empty."""
        return ""


class LabelField(forms.Field):
    """A label of a few words, separated by single spaces."""

    def to_python(self, value: object) -> str:
        """The label; empty if none is given."""
        return " ".join(str(value or "").replace("\0", " ").split())

    def bound_data(self, data: object, _initial: object) -> str:
        """The label in its stored form."""
        return self.to_python(data)


def _name_input() -> forms.TextInput:
    return forms.TextInput({"autocomplete": "username", "maxlength": LONGEST})


def _password_input(complete: str) -> forms.PasswordInput:
    return forms.PasswordInput({"autocomplete": complete})


def _check_name(name: str) -> None:
    if wrong := why_not(name):
        raise ValidationError(wrong)


# Forms. Passwords are not `required`: an empty one is too short, and the sentence says so.


class SignInForm(forms.Form):
    """Name and password of an account. Whether they are right is checked later."""

    name = NameField(required=False, label=gettext_lazy("Name"), widget=_name_input())
    password = PasswordField(
        required=False, label=gettext_lazy("Password"), widget=_password_input("current-password")
    )


class OwnPasswordForm(forms.Form):
    """The current password of an account, before an action that cannot be undone."""

    old = PasswordField(required=False, widget=_password_input("current-password"))

    def __init__(self, label: str, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.fields["old"].label = label


class NewPasswordForm(forms.Form):
    """A new password, typed twice."""

    password = PasswordField(
        required=False,
        label=gettext_lazy("New password"),
        help_text=gettext_lazy(
            "At least 8 characters; not only digits, not a common one, not like the name."
        ),
        widget=_password_input("new-password"),
    )
    again = PasswordField(
        required=False,
        label=gettext_lazy("Password again"),
        widget=_password_input("new-password"),
    )

    def __init__(self, account: Account, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.account = account

    def clean_password(self) -> str:
        """A sufficiently good password for the account."""
        password: str = self.cleaned_data["password"]
        if len(password) > LONGEST_PASSWORD:
            raise ValidationError(_("That is too long for a password."))
        try:
            validate_password(password, self.account)
        except ValidationError as error:
            raise ValidationError([_why(one) for one in error.error_list]) from None
        return password

    def clean_again(self) -> str:
        """The same password, unless there is another error in it."""
        again: str = self.cleaned_data["again"]
        if self.cleaned_data.get("password", again) != again:
            raise ValidationError(_("The two passwords differ."))
        return again


class SignUpForm(NewPasswordForm):
    """Name and password of a new account."""

    name = NameField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Others see it when you play with them."),
        widget=_name_input(),
        validators=[_check_name],
        error_messages={"required": NAME_RULE},
    )
    field_order = ("name", "password", "again")

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        name = clean_name((data or {}).get("name", ""))
        super().__init__(Account(name=name), data)
        self.fields["password"].label = gettext_lazy("Password")


class EmailForm(forms.Form):
    """An e-mail address; empty to remove it."""

    address = forms.EmailField(
        required=False,
        label=gettext_lazy("E-mail address"),
        help_text=gettext_lazy("Leave it empty to remove the address."),
        widget=forms.EmailInput(
            {"autocomplete": "email", "maxlength": LONGEST_EMAIL, "optional": True}
        ),
        max_length=LONGEST_EMAIL,
        error_messages={
            "invalid": gettext_lazy("That is not an e-mail address, such as ann@example.org.")
        },
    )


class ForgotForm(forms.Form):
    """Whose password was forgotten."""

    whose = LabelField(
        label=gettext_lazy("Name or e-mail address"),
        widget=forms.TextInput({"autocomplete": "username", "maxlength": LONGEST_EMAIL}),
        error_messages={"required": gettext_lazy("Give the name or the e-mail address.")},
    )


class CodeForm(forms.Form):
    """A one-time code, or a recovery code."""

    code = LabelField(
        required=False,
        label=gettext_lazy("Code"),
        widget=forms.TextInput({"autocomplete": "one-time-code"}),
    )


class TokenForm(forms.Form):
    """The label of a new token."""

    label = LabelField(
        required=False,
        label=gettext_lazy("Name of a new token"),
        widget=forms.TextInput({"maxlength": LONGEST_LABEL, "autocomplete": "off"}),
    )

    def clean_label(self) -> str:
        """A label of at least one letter, which is not too long."""
        label: str = self.cleaned_data["label"]
        if not 0 < len(label) <= LONGEST_LABEL:
            raise ValidationError(
                _("Give the token a name of at most 60 characters, so that you recognise it.")
            )
        return label


def _why(error: ValidationError) -> str:
    """What is wrong with a password, in our own sentences."""
    sentences = {
        "password_too_short": _("A password must have at least 8 characters."),
        "password_too_common": _("Too many people use this password."),
        "password_entirely_numeric": _("A password can't have digits only."),
        "password_too_similar": _("The password is too much like the name."),
    }
    return sentences.get(error.code or "") or " ".join(error.messages)
