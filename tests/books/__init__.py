"""Tests of opening books, on small boards and with small searches."""
