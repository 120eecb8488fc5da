"""How far visitors have come in lessons."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """One table."""

    dependencies: ClassVar = [
        ("web", "0002_together"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Progress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("visitor", models.CharField(db_index=True, max_length=32)),
                ("lesson", models.CharField(max_length=90)),
                ("step", models.PositiveIntegerField(default=0)),
                ("done", models.BooleanField(default=False)),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("visitor", "lesson"), name="one_progress_a_lesson"
                    )
                ],
            },
        ),
    ]
