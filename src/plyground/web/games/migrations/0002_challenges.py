"""Challenges in the lobby, rated games, and their results."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Two tables, and a column whose default version 0.1 need not know."""

    dependencies: ClassVar = [
        ("games", "0001_from_web"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("computer", models.CharField(default="", max_length=20)),
                ("since", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="RatedResult",
            fields=[
                ("id", models.CharField(max_length=24, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=64)),
                ("options", models.JSONField(default=dict)),
                ("black", models.CharField(db_index=True, max_length=32)),
                ("white", models.CharField(db_index=True, max_length=32)),
                ("winner", models.CharField(default="", max_length=5)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="rated",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
