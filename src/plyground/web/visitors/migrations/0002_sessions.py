"""Sessions of accounts, so that one can be ended."""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """One table; version 0.1 does not know it, and needs not."""

    dependencies: ClassVar = [
        ("visitors", "0001_from_web"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("device", models.CharField(max_length=40)),
                ("began", models.DateTimeField(auto_now_add=True)),
                ("used", models.DateField()),
                (
                    "account",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "web_session",
            },
        ),
    ]
