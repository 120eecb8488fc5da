"""What every app builds on: database, events, limits, logs, metrics. It depends on no app."""
