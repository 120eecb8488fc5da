"""Games with a teacher, and reviews of games."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A column and a table."""

    dependencies: ClassVar = [
        ("web", "0003_lessons"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="game",
            name="teacher",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="web.game",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("data", models.JSONField()),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
        ),
    ]
