"""UCI and its dialect USI, for Dobutsu shogi."""
