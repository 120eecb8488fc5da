"""Games, moves, reviews and presence, from the app that had all models; the tables are there."""

from typing import ClassVar

import django.db.models.deletion
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
                    name="Game",
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
                        ("visitor", models.CharField(db_index=True, max_length=32)),
                        ("name", models.CharField(max_length=64)),
                        ("options", models.JSONField(default=dict)),
                        ("start", models.TextField(null=True)),
                        ("black", models.CharField(max_length=200)),
                        ("white", models.CharField(max_length=200)),
                        ("names", models.JSONField(default=list)),
                        ("at", models.PositiveIntegerField(default=0)),
                        ("result", models.JSONField(null=True)),
                        ("dead", models.JSONField(default=list)),
                        ("strict", models.BooleanField(default=False)),
                        ("teacher", models.BooleanField(default=False)),
                        ("clock", models.JSONField(null=True)),
                        ("turn_began", models.FloatField(null=True)),
                        ("version", models.PositiveIntegerField(default=1)),
                        ("share", models.CharField(max_length=24, null=True, unique=True)),
                        ("note", models.TextField(default="")),
                        ("seat", models.CharField(default="", max_length=5)),
                        ("guest", models.CharField(db_index=True, default="", max_length=32)),
                        ("invite", models.CharField(max_length=24, null=True, unique=True)),
                        ("offer", models.JSONField(null=True)),
                        ("successor", models.CharField(default="", max_length=24)),
                        ("created", models.DateTimeField(auto_now_add=True)),
                        ("changed", models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["visitor", "-changed"], name="visitor_changed")
                        ],
                        "db_table": "web_game",
                    },
                ),
                migrations.CreateModel(
                    name="Move",
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
                        ("ply", models.PositiveIntegerField()),
                        ("text", models.CharField(max_length=100)),
                        ("seconds", models.FloatField(null=True)),
                        ("clock", models.FloatField(null=True)),
                        ("evaluation", models.JSONField(null=True)),
                        (
                            "game",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="moves",
                                to="games.game",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("game", "ply"), name="one_move_a_ply")
                        ],
                        "db_table": "web_move",
                        "ordering": ["ply"],
                    },
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
                                to="games.game",
                            ),
                        ),
                        ("version", models.PositiveIntegerField()),
                        ("data", models.JSONField()),
                        ("changed", models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        "db_table": "web_review",
                    },
                ),
                migrations.CreateModel(
                    name="Presence",
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
                        ("side", models.CharField(default="", max_length=5)),
                        (
                            "game",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, to="games.game"
                            ),
                        ),
                        (
                            "process",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, to="web.process"
                            ),
                        ),
                    ],
                    options={
                        "db_table": "web_presence",
                    },
                ),
            ]
        ),
    ]
