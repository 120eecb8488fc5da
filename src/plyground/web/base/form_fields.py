"""Fields of forms that take what is given as it is; the form says what is wrong with it."""

from django import forms


class TextField(forms.Field):
    """A text, every character as it was typed; empty if there is none."""

    def to_python(self, value: object) -> str:
        """The text."""
        return str(value or "")


class SwitchField(forms.Field):
    """A switch: on if something is given, unless that is "no"."""

    def to_python(self, value: object) -> bool:
        """Whether it is on."""
        return str(value or "") not in ("", "no")
