"""`plyground manage people`: what an operator sees of people, and does about them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from plyground.web.base.transactions import writing
from plyground.web.community import relations
from plyground.web.community.models import Report
from plyground.web.visitors import people
from plyground.web.visitors.lookalikes import skeleton
from plyground.web.visitors.models import Account, Person
from plyground.web.visitors.names import clean_name, why_not


class Command(BaseCommand):
    """Lists reports, blocks and unblocks people, and renames them."""

    help = "See reports about people, block or unblock a person, or give a person another name."

    def add_arguments(self, parser: CommandParser) -> None:
        """Actions and their arguments."""
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("reports", help="Show the open reports, the latest first.")
        for name, text in (
            ("block", "Stop a person from playing with others."),
            ("unblock", "Let a person play with others again."),
            ("dismiss", "Close the reports about a person."),
        ):
            actions.add_parser(name, help=text).add_argument("person", help="A name or a key.")
        rename = actions.add_parser("rename", help="Give a person another name.")
        rename.add_argument("person", help="A name or a key.")
        rename.add_argument("name", help='The new name; "" for a guest: no name.')

    def handle(self, *_args: Any, **options: Any) -> None:
        """Does what was asked."""
        if options["action"] == "reports":
            self._reports()
            return
        person = _found(options["person"])
        match options["action"]:
            case "rename":
                self._rename(person, options["name"])
            case "dismiss":
                self._close(person)
            case action:
                Person.objects.filter(pk=person.pk).update(blocked=action == "block")
                self._close(person)
        self.stdout.write(f"{people.shown(person.visitor)} ({person.key}): done.")

    def _reports(self) -> None:
        rows = Report.objects.filter(done=False).order_by("-at", "-pk")
        for row in rows:
            person = people.known(row.reported)
            mark = ", blocked" if person.blocked else ""
            name = people.shown(row.reported)
            self.stdout.write(f"{row.at:%Y-%m-%d %H:%M}  {name} ({person.key}{mark}): {row.reason}")
        if not rows:
            self.stdout.write("There are no open reports.")

    def _close(self, person: Person) -> None:
        Report.objects.filter(reported=person.visitor).update(done=True)

    def _rename(self, person: Person, given: str) -> None:
        name = clean_name(given)
        account = Account.objects.filter(visitor=person.visitor).first()
        if (name or account) and (wrong := why_not(name)):
            raise CommandError(wrong)
        before = account.name if account else person.name
        taken = Account.objects.filter(skeleton=skeleton(name)).exclude(visitor=person.visitor)
        if name and taken.exists():
            raise CommandError("An account has this name, or one that looks like it.")
        with writing():
            if account is not None:
                account.name, account.skeleton = name, skeleton(name)
                account.save(update_fields=["name", "skeleton"])
            else:
                Person.objects.filter(pk=person.pk).update(name=name)
            relations.rename_seats(person.visitor, before, name)


def _found(text: str) -> Person:
    """A person by key or name."""
    account = Account.objects.filter(name__iexact=text).first()
    if account is not None:
        return people.known(account.visitor)
    found = Person.objects.filter(key=text).first() or _only_guest(text)
    if found is None:
        raise CommandError(f"There is no person with the name or the key {text!r}.")
    return found


def _only_guest(name: str) -> Person | None:
    rows = list(Person.objects.filter(name=name).exclude(name="")[:2])
    if len(rows) > 1:
        raise CommandError(f"Several guests have the name {name!r}; give the key of one.")
    return rows[0] if rows else None
