"""The book of solved games: certificates of proofs, their checker, and the list of known values."""
