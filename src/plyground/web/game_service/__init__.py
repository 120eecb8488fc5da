"""The game service: applies the rules to stored games. It does not depend on Django."""
