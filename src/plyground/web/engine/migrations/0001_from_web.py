"""Jobs and engine budgets, from the app that had all models; the tables are there already."""

from typing import ClassVar

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    """Nothing but Django's own picture of the models: see 0005_apps of `base`."""

    initial = True
    dependencies: ClassVar = [("web", "0005_apps"), ("games", "0001_from_web")]

    operations: ClassVar = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Search",
                    fields=[
                        ("id", models.CharField(max_length=32, primary_key=True, serialize=False)),
                        ("kind", models.CharField(max_length=10)),
                        ("version", models.PositiveIntegerField()),
                        ("visitor", models.CharField(max_length=32)),
                        ("origin", models.CharField(default="", max_length=64)),
                        ("language", models.CharField(default="en", max_length=8)),
                        ("state", models.CharField(default="queued", max_length=10)),
                        ("began", models.FloatField(null=True)),
                        ("latest", models.JSONField(null=True)),
                        (
                            "changed",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        (
                            "game",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, to="games.game"
                            ),
                        ),
                        (
                            "owner",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                to="web.process",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(
                                    ("state__in", ["queued", "running", "settling"])
                                ),
                                fields=("kind", "game", "version"),
                                name="one_search_a_version",
                            )
                        ],
                        "db_table": "web_search",
                    },
                ),
                migrations.CreateModel(
                    name="EngineBudget",
                    fields=[
                        ("key", models.CharField(max_length=80, primary_key=True, serialize=False)),
                        ("level", models.FloatField()),
                        ("at", models.FloatField(db_index=True)),
                    ],
                    options={
                        "db_table": "web_credit",
                    },
                ),
            ]
        ),
    ]
