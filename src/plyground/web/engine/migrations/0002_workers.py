"""Searches for engine workers, and the workers."""

from typing import ClassVar

import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    """Two tables; version 0.1 does not use them."""

    dependencies: ClassVar = [
        ("engine", "0001_from_web"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="EngineWorker",
            fields=[
                ("process", models.CharField(max_length=24, primary_key=True, serialize=False)),
                ("slots", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="SearchTask",
            fields=[
                ("id", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("asker", models.CharField(max_length=24)),
                ("payer", models.CharField(max_length=64)),
                ("quick", models.BooleanField()),
                ("question", models.TextField()),
                ("state", models.CharField(default="waiting", max_length=10)),
                ("owner", models.CharField(default="", max_length=24)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("stopped", models.BooleanField(default=False)),
                ("answer", models.TextField(default="")),
                (
                    "asked",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["state", "asked"], name="search_task_state")],
            },
        ),
    ]
