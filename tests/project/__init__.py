"""Tests of the project itself: its imports, its builds, its commands."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
