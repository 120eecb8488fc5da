"""What goes over the wire: every request and every answer is described here, and only here.

Requests are pydantic models (`body.py`), answers typed dictionaries. OpenAPI, the API page, the
types of the front end and those of `plyground.client` are made from them: `make contract`.
`web/api/operations.py` says at which address each of them goes over the wire.
"""
