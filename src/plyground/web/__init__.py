"""Plyground in the browser: Django on uvicorn, one SVG board for every game. See docs/web.md."""
