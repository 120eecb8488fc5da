"""What others may know of a visitor."""

from typing import ClassVar

from django.db import migrations, models

import plyground.web.base.ids


class Migration(migrations.Migration):
    """One table; version 0.1 does not use it."""

    dependencies: ClassVar = [
        ("visitors", "0004_buckets"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Person",
            fields=[
                ("visitor", models.CharField(max_length=32, primary_key=True, serialize=False)),
                (
                    "key",
                    models.CharField(
                        default=plyground.web.base.ids.new_id, max_length=24, unique=True
                    ),
                ),
                ("name", models.CharField(default="", max_length=30)),
                ("blocked", models.BooleanField(default=False)),
                ("since", models.DateTimeField(auto_now_add=True)),
            ],
        ),
    ]
