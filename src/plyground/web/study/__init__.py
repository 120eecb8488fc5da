"""Studying: the analysis board, reviews, and searches to watch."""
