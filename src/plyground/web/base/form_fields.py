"""Fields of forms that take what is given as it is; the form says what is wrong with it."""

from collections.abc import Sequence

from django import forms

Choices = Sequence[tuple[str, str]]  # values, with what they are called
Groups = Sequence[tuple[str, Choices]]  # lists of choices, each with a heading or none


class TextField(forms.Field):
    """A text, every character as it was typed; empty if there is none."""

    def to_python(self, value: object) -> str:
        """The text."""
        return str(value or "")

    def prepare_value(self, value: object) -> str:
        """The text to show: what was typed, or the usual text if that was nothing."""
        return str(value or self.initial or "")


class ChoiceField(TextField):
    """A text out of those that `offer` names."""

    widget = forms.Select
    groups: Groups = ()


def offer(form: forms.Form, name: str, groups: Groups) -> None:
    """Say what can be chosen in a field of a form."""
    field = form.fields[name]
    assert isinstance(field, ChoiceField)
    field.groups = groups


class SwitchInput(forms.TextInput):
    """A checkbox whose value is kept as it was sent, for the field to read."""

    input_type = "checkbox"


class SwitchField(forms.Field):
    """A switch: on if something is given, unless that is "no"."""

    widget = SwitchInput

    def to_python(self, value: object) -> bool:
        """Whether it is on."""
        return str(value or "") not in ("", "no")

    def prepare_value(self, value: object) -> bool:
        """Whether it is shown as on."""
        return self.to_python(value)
