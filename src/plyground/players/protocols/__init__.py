"""Protocols for talking to other programs, each with a server and a client.

A server lets a player speak the protocol; a client turns an external program into a player.
"""
