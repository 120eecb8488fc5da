"""Django's commands for a checkout: `python manage.py check`. Installed: `plyground manage`."""

import sys

from plyground.cli import main

if __name__ == "__main__":
    main(["manage", *sys.argv[1:]])
