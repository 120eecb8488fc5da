"""E-mail addresses and second factors of accounts."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


def _account(name: str) -> models.Field:  # type: ignore[type-arg]
    return models.OneToOneField(
        db_constraint=False,
        on_delete=django.db.models.deletion.CASCADE,
        primary_key=True,
        related_name=name,
        serialize=False,
        to="visitors.account",
    )


class Migration(migrations.Migration):
    """Two tables; version 0.1 does not use them, and may delete an account without them."""

    dependencies: ClassVar = [
        ("visitors", "0005_person"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="EmailAddress",
            fields=[
                ("account", _account("email")),
                ("address", models.CharField(db_index=True, max_length=254)),
            ],
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                ("account", _account("second_factor")),
                ("secret", models.CharField(max_length=64)),
                ("used", models.BigIntegerField()),
                ("recovery", models.JSONField()),
            ],
        ),
    ]
