"""Deque's axe: accessibility violations on a page."""

import functools
from typing import Any

from playwright.sync_api import Page

import front_end
from tests.conftest import missing


@functools.cache
def _source() -> str:
    if not front_end.AXE.exists():
        missing("axe-core is not installed; `make types` does that")
    return front_end.AXE.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Every rule that the current page breaks, in light or dark colours, with the places."""
    page.evaluate(_source())
    page.emulate_media(color_scheme="light")
    found = _run(page, {})
    page.emulate_media(color_scheme="dark")
    found += _run(page, {"runOnly": ["color-contrast"]})  # the rest is the same in dark colours
    page.emulate_media(color_scheme="light")
    return [
        f"{rule['id']}: {rule['help']}: {node['html'][:200]} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def _run(page: Page, options: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        "(options) => axe.run({ resultTypes: ['violations'], ...options })"
        ".then((report) => report.violations)",
        options,
    )
    return found
