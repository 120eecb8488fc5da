"""Learning a game: lessons, reviews, the teacher, and recorded searches."""
