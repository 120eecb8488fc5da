"""Our games in the shapes that other people's tools expect; each is an optional extra."""
