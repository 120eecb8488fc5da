"""Protocols for talking to other programs, each with a server and a client.

A server is handed a player and speaks for it; a client makes a player of an external program.
"""
