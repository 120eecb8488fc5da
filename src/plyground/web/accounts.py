"""Accounts: names with passwords for those who want their games on another device too.

Whatever belongs to somebody belongs to a visitor's name. An account has one of its own, which no
cookie carries, so that a cookie is worth nothing once its session has ended.
"""

from typing import Any

from django.db import Error, IntegrityError
from django.db.models import F, Q
from django.http import HttpRequest

from plyground.sitting.session import SIDES
from plyground.view import Turn
from plyground.web import bus, guests, jobs, seats, store, tokens
from plyground.web.models import Account, Credit, Game, Move, Search, Token
from plyground.web.visitors import account_of

Data = dict[str, Any]


class Taken(Exception):  # noqa: N818 - somebody was earlier
    """There is an account of this name already."""


def context(request: HttpRequest) -> Data:
    """For every template: the account that is signed in. A page that says sorry needs none."""
    try:
        return {"account": account_of(request)}
    except Error:
        return {"account": None}


def create(name: str, password: str) -> Account:
    """A new account; Taken if another has the name, whatever the case of its letters."""
    account = Account(name=name)
    account.set_password(password)
    try:
        with store.writing():
            account.save()
    except IntegrityError:
        raise Taken from None
    return account


def claim(visitor: str, account: Account) -> None:
    """Gives an account all that belongs to a visitor who turns out to be its owner.

    A game by link between the two stays as it is: nobody plays on both sides of one.
    """
    if not visitor or visitor == account.visitor:
        return
    with store.writing():
        seated = Game.objects.select_for_update().exclude(seat="").filter(result__isnull=True)
        for row in seated.filter(Q(visitor=visitor) | Q(guest=visitor)):
            side = seats.side_of(row, visitor)
            if side is not None and not any(row.names[SIDES.index(side) :][:1]):
                _name(row, side, account.name)
        owned = Game.objects.filter(visitor=visitor).exclude(guest=account.visitor)
        owned.update(visitor=account.visitor)
        joined = Game.objects.filter(guest=visitor).exclude(visitor=account.visitor)
        joined.update(guest=account.visitor)
        Token.objects.filter(visitor=visitor).update(visitor=account.visitor)


def _name(row: Game, side: Turn, name: str) -> None:
    """Writes who sits on a side of a game by link; "": nobody says."""
    names = [*row.names, "", ""][: len(SIDES)]
    names[SIDES.index(side)] = name
    Game.objects.filter(pk=row.pk).update(names=names)


def end_sessions(account: Account) -> None:
    """Every cookie of this account is worth nothing from now on."""
    Account.objects.filter(pk=account.pk).update(stamp=F("stamp") + 1)


# Forgetting


def delete(account: Account) -> None:
    """Deletes an account with everything that belongs to it."""
    with store.writing():
        forget_visitor(account.visitor)
        for place in range(len(SIDES)):  # others keep the moves, also of games left before
            by_link = Game.objects.exclude(seat="").filter(**{f"names__{place}": account.name})
            for row in by_link.select_for_update():
                _name(row, SIDES[place], "")
        Account.objects.filter(pk=account.pk).delete()


def forget_visitor(visitor: str) -> None:
    """Deletes whatever belongs to a visitor, who stands up from games by link with others."""
    if not visitor:
        return
    with store.writing():
        for row in store.games_of(visitor).exclude(seat=""):
            guests.leave(row, visitor)
        rows = list(store.games_of(visitor).only("pk", "version"))
        Game.objects.filter(pk__in=[row.pk for row in rows]).delete()
        for row in rows:
            bus.publish(f"game:{row.pk}", "gone")
        Token.objects.filter(visitor=visitor).delete()
        Search.objects.filter(visitor=visitor).delete()
        Credit.objects.filter(key=f"v:{visitor}").delete()
    for row in rows:
        row.version += 1  # or a search for it would go on
        jobs.outdated(row)


# Telling


def everything(visitor: str, account: Account | None) -> Data:
    """All that is kept of somebody, as plain data; who the others are is theirs."""
    rows = store.games_of(visitor).order_by("created", "pk")
    return {
        "account": account
        and {"name": account.name, "joined": account.joined, "signed_in": account.last_login},
        "tokens": [
            {"label": one.label, "created": one.created, "used": one.used}
            for one in tokens.of(visitor)
        ],
        "games": [_told(row, visitor) for row in rows.prefetch_related("moves")],
    }


def _told(row: Game, visitor: str) -> Data:
    known = ("name", "options", "start", "black", "white", "names", "result", "dead")
    more = ("strict", "clock", "created", "changed", "share")
    return {
        "id": row.pk,
        "side": seats.side_of(row, visitor),
        **{field: getattr(row, field) for field in known + more},
        "moves": [_step(move) for move in list(row.moves.all())[: row.at]],
    }


def _step(move: Move) -> Data:
    return {"text": move.text, "seconds": move.seconds, "clock": move.clock}
