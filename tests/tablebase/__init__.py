"""Tests of tablebases: most with stand-ins full of zeros, the deep ones with the real table."""
