"""Ratings in puzzles, and the attempts that changed them."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two tables; version 0.1 does not use them."""

    dependencies: ClassVar = [
        ("learn", "0001_from_web"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="PuzzleAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("visitor", models.CharField(max_length=32)),
                ("puzzle", models.CharField(max_length=90)),
                ("score", models.FloatField()),
                ("rating", models.FloatField()),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("visitor", "puzzle"), name="one_attempt_a_puzzle"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("visitor", models.CharField(max_length=32)),
                ("game", models.CharField(max_length=64)),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField()),
                ("volatility", models.FloatField()),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("visitor", "game"), name="one_rating_a_game")
                ],
            },
        ),
    ]
