"""Forms about a position: the options of its game, its first position, and the moves since."""

from dataclasses import replace

from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext as _

from plyground.web.base.form_fields import TextField
from plyground.web.contract.service import Looked
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import MOST_LETTERS, Step, StoredGame
from plyground.web.play import errors
from plyground.web.play.new_game_form import GameForm, opened

_MOST_MOVES = 400  # characters in a link


class LineForm(GameForm):
    """A position in the form of a link."""

    moves = TextField(required=False)

    stored: StoredGame  # after validation
    _longest_move = 4000  # characters

    def rows(self) -> list[BoundField]:
        """The questions about the game: its options, and the first position."""
        return [*self.first_options(), *self.more_options()]

    def clean(self) -> None:
        """The position, checked by the rules."""
        if not self.errors:
            self._read()

    def _read(self) -> None:
        """Asks the rules; a ValidationError names the field that they refuse."""
        start = self.cleaned_data["position"] or None
        first = opened(StoredGame(self.game, self.read_options(), start))
        steps = self._steps()
        service = directory.of(self.game)
        try:
            stored = service.open(replace(first, moves=steps, at=len(steps)))
            over = service.place(stored)["stage"] != "playing"
        except ValueError as error:
            raise ValidationError({"moves": errors.sentence_of(error)}) from None
        if over:
            raise ValidationError({"moves": _("In this position the game is over already.")})
        self.stored = stored

    def _steps(self) -> tuple[Step, ...]:
        moves = self.cleaned_data["moves"].replace(",", " ").split()
        if len(moves) > _MOST_MOVES or any(len(move) > self._longest_move for move in moves):
            sentence = _("At most %(count)s moves can be given.") % {"count": _MOST_MOVES}
            raise ValidationError({"moves": sentence})
        return tuple(map(Step, moves))


class AnalysisForm(LineForm):
    """A position for the analysis board, which may be finished."""

    seen: Looked  # after validation
    _longest_move = MOST_LETTERS

    def clean_position(self) -> str:
        """The position as text; the rules judge it, whatever its length."""
        return str(self.cleaned_data["position"]).strip()

    def _read(self) -> None:
        stored = opened(StoredGame(self.game, self.read_options()))
        if start := self.cleaned_data["position"]:
            stored = replace(stored, start=start)
            try:
                directory.of(self.game).study(stored)
            except ValueError as error:
                reason = {"reason": errors.sentence_of(error)}
                sentence = _("This position can't be used. %(reason)s") % reason
                raise ValidationError({"position": sentence}) from None
        steps = self._steps()
        stored = replace(stored, moves=steps, at=len(steps))
        try:
            self.seen = directory.of(self.game).study(stored)
        except ValueError as error:
            raise ValidationError({"moves": errors.sentence_of(error)}) from None
        self.stored = replace(stored, options=self.seen["options"], start=self.seen["start"])
