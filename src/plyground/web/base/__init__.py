"""What every app builds on: database, events, limits, logs, metrics. It knows no app."""
