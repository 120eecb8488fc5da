"""Tests of the book of solved games and of its checker."""
