"""Searches in the background: jobs, the pool that runs them, engine budgets, tablebases."""
