"""Whom visitors follow, and what they report."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two tables; version 0.1 does not use them."""

    initial = True

    dependencies: ClassVar = []

    operations: ClassVar = [
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("visitor", models.CharField(max_length=32)),
                ("reported", models.CharField(db_index=True, max_length=32)),
                ("reason", models.CharField(max_length=20)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("done", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("visitor", models.CharField(max_length=32)),
                ("followed", models.CharField(db_index=True, max_length=32)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("visitor", "followed"), name="one_follow_each")
                ],
            },
        ),
    ]
