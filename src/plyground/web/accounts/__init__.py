"""Accounts: signing up and in, passwords, tokens, and taking your data with you."""
