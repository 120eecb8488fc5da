"""Form fields that accept raw values; the form reports errors in them."""

from collections.abc import Sequence

from django import forms

Choices = Sequence[tuple[str, str]]  # values with their labels
Groups = Sequence[tuple[str, Choices]]  # lists of choices, each with a heading or none


class TextField(forms.Field):
    """A text, exactly as typed; empty if there is none."""

    def to_python(self, value: object) -> str:
        """The text."""
        return str(value or "")

    def prepare_value(self, value: object) -> str:
        """The text to show: what was typed, or the default if that was empty."""
        return str(value or self.initial or "")


class ChoiceField(TextField):
    """One of the texts that `offer` names."""

    widget = forms.Select
    groups: Groups = ()


def offer(form: forms.Form, name: str, groups: Groups) -> None:
    """Sets the choices of a field in a form."""
    field = form.fields[name]
    assert isinstance(field, ChoiceField)
    field.groups = groups


class SwitchInput(forms.TextInput):
    """A checkbox whose raw value is kept for the field to read."""

    input_type = "checkbox"


class SwitchField(forms.Field):
    """A switch: on if there is a value other than "no"."""

    widget = SwitchInput

    def to_python(self, value: object) -> bool:
        """Whether it is on."""
        return str(value or "") not in ("", "no")

    def prepare_value(self, value: object) -> bool:
        """Whether it is shown as on."""
        return self.to_python(value)
