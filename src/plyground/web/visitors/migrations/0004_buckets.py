"""The remaining limits, for all processes and across restarts."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """One table; version 0.1 does not use it."""

    dependencies: ClassVar = [
        ("visitors", "0003_skeletons"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Bucket",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("level", models.FloatField()),
                ("at", models.FloatField(db_index=True)),
            ],
        ),
    ]
