"""Progress in lessons, from the app that had all models; the tables are there already."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Nothing but Django's own picture of the models: see 0005_apps of `base`."""

    initial = True
    dependencies: ClassVar = [("web", "0005_apps")]

    operations: ClassVar = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Progress",
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
                        ("visitor", models.CharField(db_index=True, max_length=32)),
                        ("lesson", models.CharField(max_length=90)),
                        ("step", models.PositiveIntegerField(default=0)),
                        ("done", models.BooleanField(default=False)),
                        ("changed", models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        "db_table": "web_progress",
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("visitor", "lesson"), name="one_progress_a_lesson"
                            )
                        ],
                    },
                ),
            ]
        ),
    ]
