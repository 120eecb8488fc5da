"""The HTTP API for programs, and its documentation."""
