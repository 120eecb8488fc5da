"""Adapters that offer our games to OpenSpiel and PettingZoo; each is an optional extra."""
