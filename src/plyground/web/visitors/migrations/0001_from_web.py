"""Accounts and tokens, from the app that had all models; the tables are there already."""

from typing import ClassVar

import django.db.models.functions.text
from django.db import migrations, models

import plyground.web.base.ids


class Migration(migrations.Migration):
    """Nothing but Django's own picture of the models: see 0005_apps of `base`."""

    initial = True
    dependencies: ClassVar = [("web", "0005_apps")]

    operations: ClassVar = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Account",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("password", models.CharField(max_length=128, verbose_name="password")),
                        (
                            "last_login",
                            models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                        ),
                        ("name", models.CharField(max_length=30, unique=True)),
                        (
                            "visitor",
                            models.CharField(
                                default=plyground.web.base.ids.new_visitor,
                                max_length=32,
                                unique=True,
                            ),
                        ),
                        ("stamp", models.PositiveIntegerField(default=0)),
                        ("joined", models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        "db_table": "web_account",
                        "constraints": [
                            models.UniqueConstraint(
                                django.db.models.functions.text.Lower("name"),
                                name="one_account_a_name",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Token",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("digest", models.CharField(max_length=64, unique=True)),
                        ("visitor", models.CharField(db_index=True, max_length=32)),
                        ("label", models.CharField(max_length=60)),
                        ("created", models.DateTimeField(auto_now_add=True)),
                        ("used", models.DateField(null=True)),
                    ],
                    options={
                        "db_table": "web_token",
                    },
                ),
            ]
        ),
    ]
