"""The tests. See CONTRIBUTING.md for where a new one belongs."""
