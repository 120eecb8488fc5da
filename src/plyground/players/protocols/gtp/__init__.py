"""GTP 2, the Go Text Protocol, for Go, Othello, Gomoku and Robogo."""
