"""Accounts: registration, login, passwords, tokens, and personal data."""
