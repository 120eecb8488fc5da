"""The web's contract: the only description of every request and every answer.

Requests are pydantic models (`body.py`), answers typed dictionaries. OpenAPI, the API page, the
types of the front end and those of `plyground.client` are made from them: `make contract`.
`web/api/operations.py` gives the address of each operation.
"""
