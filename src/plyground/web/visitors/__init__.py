"""Visitors: who asks, by cookie, account or token."""
