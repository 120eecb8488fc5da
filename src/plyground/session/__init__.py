"""A game between people and computers without a front end; terminal and web build on it."""
