"""The server: start and stop, worker processes, middleware, health, backups."""
