"""Accounts: names with passwords, so that visitors find their games on other devices.

Data belongs to a visitor's name. An account has a separate visitor name, which no cookie contains,
so that a cookie is worthless once its session has ended.
"""

import functools
import json
import operator
from collections.abc import Iterator

from django.core.serializers.json import DjangoJSONEncoder
from django.db import Error, IntegrityError
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest

from plyground.engine.view import Turn
from plyground.session.session import SIDES
from plyground.web.accounts import email_addresses, second_factor
from plyground.web.base import event_bus
from plyground.web.base.transactions import writing
from plyground.web.engine.models import EngineBudget, Search
from plyground.web.games import invitations, repository, seats
from plyground.web.games.models import Game, Move
from plyground.web.learn import progress, puzzle_ratings
from plyground.web.play import jobs
from plyground.web.visitors import people, sessions, tokens
from plyground.web.visitors.lookalikes import skeleton
from plyground.web.visitors.models import Account, Session
from plyground.web.visitors.visitors import account_of

_PART = 20  # games in memory at a time


class Taken(Exception):  # noqa: N818 - not an error
    """There is an account of this name already, or of one that looks like it."""


def context(request: HttpRequest) -> dict[str, object]:
    """For every template: the account that is logged in. Error pages do not need it."""
    try:
        return {"account": account_of(request)}
    except Error:
        return {"account": None}


def create(name: str, password: str) -> Account:
    """A new account; Taken if another has the name, whatever its case, or a lookalike."""
    account = Account(name=name, skeleton=skeleton(name))
    account.set_password(password)
    try:
        with writing():
            if Account.objects.filter(skeleton=account.skeleton).exists():
                raise Taken
            account.save()
    except IntegrityError:
        raise Taken from None
    return account


def claim(visitor: str, account: Account) -> bool:
    """Gives an account all games of a visitor who proves to be its owner.

    A game by link between the two stays as it is, because one player cannot have both sides. The
    result is whether there is one, in which the visitor's name keeps its seat. The visitor's tokens
    end, because an earlier user of this browser may have created them. Raises store.TooMany if the
    account already has games, and no room for these.
    """
    if not visitor or visitor == account.visitor:
        return False
    with writing():
        _alone(account)
        _hold(repository.games_of(visitor))
        _require_room(visitor, account)
        seated = repository.games_of(visitor).exclude(seat="").filter(result__isnull=True)
        for row in seated.order_by("pk"):
            side = seats.side_of(row, visitor)
            if account.visitor in (row.visitor, row.guest):
                continue  # this seat does not move to the account
            if side is not None and not any(row.names[SIDES.index(side) :][:1]):
                _name(row, side, account.name)
        owned = Game.objects.filter(visitor=visitor).exclude(guest=account.visitor)
        owned.update(visitor=account.visitor)
        joined = Game.objects.filter(guest=visitor).exclude(visitor=account.visitor)
        joined.update(guest=account.visitor)
        tokens.revoke_all(visitor)
        progress.claim(visitor, account.visitor)
        puzzle_ratings.claim(visitor, account.visitor)
        people.claim(visitor, account.visitor)
        return repository.games_of(visitor).exists()


def _alone(account: Account) -> None:
    """Other transactions that move games to this account, or delete it, wait."""
    list(Account.objects.select_for_update().filter(pk=account.pk))


def _hold(rows: QuerySet[Game]) -> None:
    """Locks games until the transaction ends, in a fixed order to avoid deadlocks."""
    list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))


def _require_room(visitor: str, account: Account) -> None:
    """A new account takes all games of a browser; an existing one only up to the limit."""
    brought, there = (
        repository.games_of(visitor).count(),
        repository.games_of(account.visitor).count(),
    )
    if brought and there and brought + there > repository.MOST_GAMES:
        raise repository.TooMany


def _name(row: Game, side: Turn, name: str) -> None:
    """Sets the player's name on a side of a game by link; "": unknown."""
    names = [*row.names, "", ""][: len(SIDES)]
    names[SIDES.index(side)] = name
    if row.result is None:  # players and spectators see the name at once
        invitations.change(row, side, names=names)
    else:
        Game.objects.filter(pk=row.pk).update(names=names)


def end_sessions(account: Account) -> None:
    """Invalidates every cookie and every token of this account."""
    with writing():
        Account.objects.filter(pk=account.pk).update(stamp=F("stamp") + 1)
        sessions.end_all(account)
        tokens.revoke_all(account.visitor)


def change_password(account: Account) -> None:
    """Stores the new password. Every cookie and token from before ends."""
    with writing():
        account.save(update_fields=["password"])
        sessions.end_all(account)
        tokens.revoke_all(account.visitor)


# Forgetting


def delete(account: Account) -> None:
    """Deletes an account with everything that belongs to it."""
    with writing():
        places = [Q(**{f"names__{place}": account.name}) for place in range(len(SIDES))]
        by_link = Game.objects.exclude(seat="")
        named = by_link.filter(functools.reduce(operator.or_, places))
        _alone(account)
        _hold(repository.games_of(account.visitor) | named)
        forget_visitor(account.visitor)
        for side, place in zip(SIDES, places, strict=True):  # others keep the moves, also of
            for row in by_link.filter(place):  # games that were already left
                _name(row, side, "")
        Account.objects.filter(pk=account.pk).delete()


def forget_visitor(visitor: str) -> None:
    """Deletes all data of a visitor, who leaves games by link with others."""
    if not visitor:
        return
    with writing():
        _hold(repository.games_of(visitor))
        for row in repository.games_of(visitor).exclude(seat="").order_by("pk"):
            invitations.leave(row, visitor)
        rows = list(repository.games_of(visitor).only("pk", "version"))
        Game.objects.filter(pk__in=[row.pk for row in rows]).delete()
        for row in rows:
            event_bus.publish(f"game:{row.pk}", "gone")
        tokens.revoke_all(visitor)
        progress.forget(visitor)
        puzzle_ratings.forget(visitor)
        people.forget(visitor)
        Search.objects.filter(visitor=visitor).delete()
        EngineBudget.objects.filter(key=f"v:{visitor}").delete()
    for row in rows:
        row.version += 1  # otherwise a search for it would continue
        jobs.outdated(row)


# Telling


def everything(visitor: str, account: Account | None) -> Iterator[str]:
    """All data of a visitor, as JSON in parts of a few games.

    Other people's identities are not included.

    Each part is made on demand, possibly in a different thread each time.
    """
    known = account and {
        "name": account.name,
        "joined": account.joined,
        "signed_in": account.last_login,
        "email": email_addresses.of(account),
        "second_factor": second_factor.is_on(account),
        "devices": list(
            Session.objects.filter(account=account).values("device", "began", "used").order_by("pk")
        ),
    }
    keys = [
        {"label": one.label, "created": one.created, "used": one.used} for one in tokens.of(visitor)
    ]
    lessons = f'"lessons": {_json(progress.all_rows(visitor))}'
    lessons += f',\n"puzzles": {_json(puzzle_ratings.all_rows(visitor))}'
    yield f'{{"account": {_json(known)},\n"tokens": {_json(keys)},\n{lessons},\n"games": ['
    ids = list(repository.games_of(visitor).order_by("created", "pk").values_list("pk", flat=True))
    comma = ""
    for first in range(0, len(ids), _PART):
        rows = repository.games_of(visitor).filter(pk__in=ids[first : first + _PART])
        found = rows.order_by("created", "pk").prefetch_related("moves")
        if part := ",\n".join(_json(_game_data(row, visitor)) for row in found):
            yield f"{comma}\n{part}"
            comma = ","
    yield "]}\n"


def _json(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


def _game_data(row: Game, visitor: str) -> dict[str, object]:
    known = ("name", "options", "start", "black", "white", "names", "result", "dead")
    more = ("strict", "clock", "created", "changed", "share")
    return {
        "id": row.pk,
        "side": seats.side_of(row, visitor),
        **{field: getattr(row, field) for field in known + more},
        "moves": [_step(move) for move in list(row.moves.all())[: row.at]],
    }


def _step(move: Move) -> dict[str, object]:
    return {"text": move.text, "seconds": move.seconds, "clock": move.clock}
