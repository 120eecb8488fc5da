"""Plyground in the browser: Django on uvicorn, one SVG board for all games (docs/how-to/web.md)."""
