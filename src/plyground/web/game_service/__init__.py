"""The game service: applies the rules to stored games. It knows nothing of Django."""
