"""The protocols of the field: a server and a client of each.

A server is handed a player and speaks for it; a client makes a player of an external program.
"""
