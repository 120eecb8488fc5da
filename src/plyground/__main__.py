"""`python -m plyground` runs the command `plyground`."""

from plyground.cli import main

main()
