"""The first tables: games and their moves."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

import plyground.web.base.ids


class Migration(migrations.Migration):
    """Games, moves, and what must be unique about them."""

    initial = True
    dependencies: ClassVar = []
    operations: ClassVar = [
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
                ("clock", models.JSONField(null=True)),
                ("turn_began", models.FloatField(null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("share", models.CharField(max_length=24, null=True, unique=True)),
                ("note", models.TextField(default="")),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
            options={
                "indexes": [models.Index(fields=["visitor", "-changed"], name="visitor_changed")],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                        to="web.game",
                    ),
                ),
            ],
            options={
                "ordering": ["ply"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "ply"), name="one_move_a_ply")
                ],
            },
        ),
    ]
