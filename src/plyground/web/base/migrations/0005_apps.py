"""Every model but Process moves to the app it belongs to; no table changes.

The tables keep their names, so the release before this one still runs on the same database. The
first migrations of the apps take the models up.
"""

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    """Nothing but Django's own picture of the models."""

    dependencies: ClassVar = [
        ("web", "0004_review"),
    ]

    operations: ClassVar = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name)
                for name in (
                    *("Presence", "Search", "Credit"),
                    *("Review", "Move", "Game"),
                    *("Account", "Token", "Progress"),
                )
            ]
        ),
    ]
