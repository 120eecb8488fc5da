"""Visitors: identified by cookie, account or token."""
