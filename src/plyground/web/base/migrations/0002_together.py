"""Guests, accounts, tokens, and what several processes tell each other."""

from typing import ClassVar

import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.db import migrations, models

import plyground.web.base.ids


class Migration(migrations.Migration):
    """Columns of a game by link, and six tables."""

    dependencies: ClassVar = [
        ("web", "0001_games"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Credit",
            fields=[
                ("key", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("level", models.FloatField()),
                ("at", models.FloatField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Process",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=plyground.web.base.ids.new_id,
                        max_length=24,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "seen",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("visitor", models.CharField(db_index=True, max_length=32)),
                ("label", models.CharField(max_length=60)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("used", models.DateField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="guest",
            field=models.CharField(db_index=True, default="", max_length=32),
        ),
        migrations.AddField(
            model_name="game",
            name="invite",
            field=models.CharField(max_length=24, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="game",
            name="offer",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="seat",
            field=models.CharField(default="", max_length=5),
        ),
        migrations.AddField(
            model_name="game",
            name="successor",
            field=models.CharField(default="", max_length=24),
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                        default=plyground.web.base.ids.new_visitor, max_length=32, unique=True
                    ),
                ),
                ("stamp", models.PositiveIntegerField(default=0)),
                ("joined", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("name"), name="one_account_a_name"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(default="", max_length=5)),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="web.game"),
                ),
                (
                    "process",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to="web.process"
                    ),
                ),
            ],
        ),
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
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="web.game"),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to="web.process"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["queued", "running", "settling"])),
                        fields=("kind", "game", "version"),
                        name="one_search_a_version",
                    )
                ],
            },
        ),
    ]
