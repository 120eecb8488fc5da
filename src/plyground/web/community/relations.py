"""Following people, who are then listed in the lobby, and reporting them to the operator."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from plyground.session.session import SIDES
from plyground.web.base.transactions import writing
from plyground.web.community import challenges
from plyground.web.community.models import Follow, Report
from plyground.web.game_service.service import Refused
from plyground.web.games import invitations, repository, seats
from plyground.web.games.models import Game
from plyground.web.visitors import people

MOST = 100  # people whom a visitor follows
REASONS = {
    "name": gettext_lazy("An offensive name"),
    "cheating": gettext_lazy("Help from a computer"),
    "leaving": gettext_lazy("Leaves games without resigning"),
    "other": gettext_lazy("Something else"),
}
_MOST_REPORTS = 20  # open ones of a visitor

Row = dict[str, str]


def follows(visitor: str, other: str) -> bool:
    """Whether a visitor follows another."""
    return bool(visitor) and Follow.objects.filter(visitor=visitor, followed=other).exists()


def change(visitor: str, other: str, *, on: bool) -> None:
    """Begins or ends to follow; nobody follows more than `MOST`."""
    with writing():
        mine = Follow.objects.filter(visitor=visitor)
        if not on:
            mine.filter(followed=other).delete()
        elif visitor != other and mine.count() < MOST:
            Follow.objects.get_or_create(visitor=visitor, followed=other)


def listed(visitor: str) -> list[Row]:
    """The people whom a visitor follows: the name, the profile, and the game to watch."""
    if not visitor:
        return []
    others = list(Follow.objects.filter(visitor=visitor).values_list("followed", flat=True))
    if not others:
        return []
    names, keys = people.names(others), people.keys(others)
    watch: dict[str, str] = {}
    for row in challenges.played_games():
        for player in (row.visitor, row.guest):
            if row.share:
                watch.setdefault(player, reverse("shared", args=[row.share]))
    rows = [
        {
            "name": names.get(other) or _("A guest"),
            "url": reverse("person", args=[keys[other]]),
            "watch": watch.get(other, ""),
        }
        for other in others
    ]
    return sorted(rows, key=lambda row: (not row["watch"], row["name"]))


def report(visitor: str, reported: str, reason: str) -> None:
    """Stores a report; the same again changes nothing."""
    if reason not in REASONS:
        raise Refused("no_such_reason", _("Choose one of the values offered."))
    with writing():
        mine = Report.objects.filter(visitor=visitor, done=False)
        if visitor != reported and mine.count() < _MOST_REPORTS:
            known = {"visitor": visitor, "reported": reported, "reason": reason, "done": False}
            if not mine.filter(reported=reported, reason=reason).exists():
                Report.objects.create(**known)


def claim(visitor: str, owner: str) -> None:
    """Two visitors are the same person."""
    for row in Follow.objects.filter(visitor=visitor):
        change(owner, row.followed, on=True)
    for row in Follow.objects.filter(followed=visitor):
        change(row.visitor, owner, on=True)
    Report.objects.filter(visitor=visitor).update(visitor=owner)
    Report.objects.filter(reported=visitor).update(reported=owner)
    Follow.objects.filter(visitor=visitor).delete()
    Follow.objects.filter(followed=visitor).delete()


def forget(visitor: str) -> None:
    """Deletes whom a visitor follows, by whom it is followed, and its reports."""
    Follow.objects.filter(visitor=visitor).delete()
    Follow.objects.filter(followed=visitor).delete()
    Report.objects.filter(visitor=visitor).delete()
    Report.objects.filter(reported=visitor).delete()


def rename_seats(visitor: str, before: str, after: str) -> None:
    """Replaces a visitor's name in the games by link; players and spectators see it at once."""
    if not before:
        return
    for row in repository.games_of(visitor).exclude(seat="").order_by("pk"):
        side = seats.side_of(row, visitor)
        if side is None:
            continue
        names = [*row.names, "", ""][: len(SIDES)]
        place = SIDES.index(side)
        if names[place] != before:
            continue
        names[place] = after
        if row.result is None:
            invitations.change(row, side, names=names)
        else:
            Game.objects.filter(pk=row.pk).update(names=names)
