"""A game between people and computers without any front end; terminal and web build on it."""
